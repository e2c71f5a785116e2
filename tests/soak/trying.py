"""Planning of commands without carrying them out: accepted, warned, refused, or asking for facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Literal, NamedTuple

from rules.command.planned import Planned
from rules.command.system import Board
from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request
from rules.kernel.resolve import resolve
from rules.kernel.table import Given
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH

Makes = Callable[[Board, Unit], Iterable[Request]]


class Verdict(NamedTuple):
    """The result of planning, with its first sentence."""

    how: Literal["accepted", "asked", "warned", "refused"]
    why: str = ""


def verdict(board: Board, request: Request) -> Verdict:
    acts = request.command == "act"
    commands = board.system.acts if acts else board.system.commands
    command = commands.get((request.action or "") if acts else request.command)
    if command is None:
        return Verdict("refused", "there is no such command")
    try:
        order = command.plan(board, request)
        for play in order.plays:
            action = board.system.actions[play.action]
            action.plan(play.facts, board.book)
            if play.action == "movement" and not _inches(board, play):
                return Verdict("refused", "it stays where it is")
    except MissingFacts:
        return Verdict("asked")
    except (RuleError, BadFacts) as error:
        return Verdict("refused", str(error))
    return Verdict("warned", _plain_text(order.warnings[0])) if order.warnings else Verdict("accepted")


def _inches(board: Board, play: Planned) -> int:
    """Return the distance of a move, which uses no dice."""
    action = board.system.actions["movement"]
    return resolve(board.system, action, play.facts, board.book, Given(())).played.outcome.inches


def _plain_text(text: Text) -> str:
    return ENGLISH(text)


def best(board: Board, requests: Iterable[Request]) -> Verdict:
    """Return the most favourable verdict of several requests."""
    order = ("accepted", "asked", "warned", "refused")
    found = Verdict("refused", "there is nobody to do that to")
    for request in requests:
        now = verdict(board, request)
        if order.index(now.how) < order.index(found.how) or found.why.startswith("there is nobody"):
            found = now
        if found.how == "accepted":
            break
    return found


def foes(board: Board, unit: Unit) -> list[Unit]:
    return [one for one in board.game.units.values() if one.alive and one.side != unit.side]


def moving(action: str | None = None) -> Makes:
    return lambda board, unit: [Request("move", unit=(unit.id,), action=action)]


def acting(*acts: str) -> Makes:
    """Return a maker of requests for any of these actions, alone or with a friend or an enemy."""

    def made(board: Board, unit: Unit) -> Iterable[Request]:
        for act in acts:
            command = board.system.acts[act]
            if "target" not in command.needs:
                yield Request("act", unit=(unit.id,), action=act, weapon="Bunker")
            for other in board.game.units.values() if "target" in command.needs else ():
                if other.alive and other.id != unit.id and (other.side == unit.side) == command.friendly:
                    yield Request("act", unit=(unit.id,), target=(other.id,), action=act, distance=(Decimal(3),))

    return made


def either(*ways: Makes) -> Makes:
    return lambda board, unit: [request for way in ways for request in way(board, unit)]


def firing(*situation: str, inches: tuple[int, ...] = (1, 5, 10, 30)) -> Makes:
    def made(board: Board, unit: Unit) -> Iterable[Request]:
        fire = board.system.commands.get("fire")
        cover = (fire.covers[0].code,) if fire and fire.covers else ()
        # Without a named weapon it is the usual shot; a grenade has to be named.
        for named in ((), *((f"1 {weapon.name}",) for weapon in unit.weapons)):
            for foe in foes(board, unit):
                for far in inches:
                    yield Request("fire", (unit.id,), (foe.id,), (Decimal(far),), cover, named, situation=situation)

    return made


def charging(inches: int = 2) -> Makes:
    return lambda board, unit: [
        Request("assault", (unit.id,), (foe.id,), (Decimal(inches),)) for foe in foes(board, unit)
    ]
