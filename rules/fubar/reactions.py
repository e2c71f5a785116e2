"""Reactions: who moves in a command, and which enemies On Guard may fire at it (Activation › On Guard)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.command.system import Command, Instead, Reaction, ResolvedCommand
from rules.command.turns import by_side
from rules.fubar.board_facts import is_vehicle, unit_facts, weapons_left
from rules.fubar.tables import Board
from rules.game.entry import Entry
from rules.game.events import StateSet
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.facts import MissingFacts
from rules.kernel.plays import Fields
from rules.kernel.request import Request, changed
from rules.kernel.text import Text, asks

Moves = Iterable[tuple[str, Mapping[str, str], Fields]]
"""Actions as they were played: the action, the units by the parts they took, the outcome."""


def offering(command: Command) -> Command:
    """The command; its result says who may react to the movement in it, a charge waits for those who may first."""

    def order(board: Board, request: Request) -> ResolvedCommand:
        found = command.order(board, request)
        charges = _charges(board, found)
        boards = [request.unit[0]] if command.key == "board" else []

        def notes(after: Board, played: Sequence[Played]) -> Sequence[Text]:
            plays = [
                (plan.action, plan.roles, done.outcome._asdict())
                for plan, done in zip(found.plays, played, strict=True)
            ]
            return [*found.notes(after, played), *_told(after, [*charges, *boards, *_movers(plays)])]

        first = _first(board, charges)
        charge = _charging(board, request, charges) if first and not found.warnings else None
        return changed(found, notes=notes, warnings=(*found.warnings, *first), instead=charge)

    def before(board: Board, request: Request) -> Sequence[Text]:
        charge = _charge(board, command, request)
        first = _first(board, charge) if charge else ()
        try:
            return command.before(board, request) or first
        except MissingFacts:
            if first:  # no answer takes the warning away
                return first
            raise

    return changed(command, order=order, before=before)


def _charge(board: Board, command: Command, request: Request) -> list[str]:
    """The unit that a request would bring into contact."""
    charges = command.key in ("assault", "ram") and request.target
    return _not_yet_there(board, request.unit[0], request.target[0]) if charges else []


_CONTACTS = {"close_combat": ("attacker", "defender"), "ram": ("vehicle", "unit")}
"""The actions that bring two units into contact, and the parts that these take."""


def _charges(board: Board, found: ResolvedCommand) -> list[str]:
    """The unit that comes into contact by this command."""
    pairs = [[plan.roles[part] for part in _CONTACTS[plan.action]] for plan in found.plays if plan.action in _CONTACTS]
    return [id for one, other in pairs for id in _not_yet_there(board, one, other)]


def _not_yet_there(board: Board, id: str, other: str) -> list[str]:
    """The unit, but not one that fights on, or whose move into contact was recorded."""
    unit = board.unit(id)
    return [] if other in unit.words("engaged_with") or has_charged(unit) else [id]


def _movers(plays: Moves) -> list[str]:
    """The units that moved, by the outcome: also the pursuer, and a unit whose nerve failed."""
    found: list[str] = []
    for action, roles, outcome in plays:
        match action:
            case "movement" if outcome["inches"]:
                found.append(roles["unit"])
            case "activate" if outcome["result"] == "withdraw":
                found.append(roles["unit"])
            case "withdraw" if outcome["passed"]:
                found += [roles["unit"], *([roles["pursuer"]] if outcome["pursued"] else [])]
            case _:
                pass
    return found


def _told(board: Board, movers: Iterable[str]) -> list[Text]:
    ready = _ready(board, movers)
    if not ready:
        return []
    said = Text("May react, if they see it: {names}.", names=by_side(unit for unit, _ in ready))
    return [Text("Losses fall before the move ends."), asks(said)]


def _first(board: Board, charges: Iterable[str]) -> list[Text]:
    """The warning of a charge whose move was not recorded, while enemies may still fire at it."""
    ready = _ready(board, charges)
    if not ready:
        return []
    return [
        Text(
            "May react before it strikes: {names}. For that, record the charge first: `/move` with Assault "
            "(Activation › On Guard).",
            names=by_side(unit for unit, _ in ready),
        )
    ]


def _charging(board: Board, request: Request, charges: Sequence[str]) -> Instead:
    """The charge as a move of its own: enemies On Guard are asked for their shot before the blows."""
    names = by_side(unit for unit, _ in _ready(board, charges))
    move = Request("move", request.unit, request.target[:1], action="assault", side=request.side)
    return Instead(Text("Charge, then ask {names}", names=names), move)


def has_charged(unit: Unit) -> bool:
    """Whether its move into contact is recorded; who may react has been told."""
    return unit.has("moved") and unit.word("action") == "assault"


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Reaction shots at the units that moved in an entry; one for each enemy that may fire."""
    boards = entry.request.get("unit", ()) if _boarding(entry) else ()
    plays = [(play.action, play.roles, play.outcome) for play in entry.plays]
    return [
        Reaction(
            unit.id,
            Text("{unit}: reaction", unit=unit.ref),
            Request("fire", (unit.id,), (mover.id,), situation=("reaction",)),
        )
        for unit, mover in _ready(board, [*boards, *_charged(entry), *_movers(plays)])
    ]


def _boarding(entry: Entry) -> bool:
    return entry.request.get("command") == "act" and entry.request.get("action") == "board"


def _charged(entry: Entry) -> list[str]:
    """Who came into contact; one that fights on has not moved, nor one whose charge was recorded before."""
    attackers = {play.roles.get("attacker") or play.roles.get("vehicle") for play in entry.plays}
    marked = [event for event in entry.events if isinstance(event, StateSet) and event.state == "moved"]
    return [event.unit for event in marked if event.value and event.unit in attackers]


def _ready(board: Board, movers: Iterable[str]) -> list[tuple[Unit, Unit]]:
    """Enemies of those who moved that may react, each with the first of those that it may fire at."""
    units = board.game.units
    found: dict[str, tuple[Unit, Unit]] = {}
    for mover in [units[id] for id in movers if id in units and units[id].alive]:
        for unit in units.values():
            if unit.side != mover.side and may_react(board, unit):
                found.setdefault(unit.id, (unit, mover))
    return list(found.values())


def may_react(board: Board, unit: Unit) -> bool:
    """Whether a unit may react: On Guard, without a reaction this turn, free to fire, a working weapon manned."""
    waits = unit.alive and unit.has("on_guard") and not unit.has("reacted")
    return waits and not unit.has("aboard") and not unit.has("engaged_with") and can_serve(board, unit)


def can_serve(board: Board, unit: Unit) -> bool:
    """Whether somebody stands who can fire one of its weapons that work."""
    rows, standing = board.tables.weapons, unit_facts(unit).standing
    mounted = {weapon.name for weapon in unit.weapons if weapon.mounted or is_vehicle(unit)}
    left = [name for name, count in weapons_left(unit).items() if count]
    return standing > 0 and any(name in mounted or rows[name].crew <= standing for name in left)
