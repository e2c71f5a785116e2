"""`/assault` and `/act withdraw`: into close combat, on with it, and out of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.action import Played
from rules.commands import able, clearing, enemies, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.fubar.close_combat import CloseCombat
from rules.fubar.commands.board_facts import needs_figures, tables, unit_facts
from rules.fubar.withdraw import Withdraw
from rules.request import Choice, Request
from rules.system import Board, Command, Planned, ResolvedCommand
from rules.text import Text
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """One round of close combat; a fight that goes on needs no distance (Close Combat)."""
    attacker = able(board.unit(request.unit[0]), Text("fight"))
    defender = able(board.unit(request.target[0]), Text("be assaulted"))
    enemies(attacker, defender)
    needs_figures(attacker, Text("fight in close combat; drive into infantry with `/act ram`"))
    needs_figures(defender, Text("be fought in close combat; fire at it instead"))
    fighting = attacker.word("engaged_with") == defender.id
    if not fighting:
        _reaches(board, attacker, request)
    facts = checked(
        CloseCombat,
        {
            "attacker": unit_facts(attacker),
            "defender": unit_facts(defender),
            "attacker_fighting": request.number("attackers") or None,
            "defender_fighting": request.number("defenders") or None,
        },
    )
    return ResolvedCommand(
        (Planned("close_combat", facts, {"attacker": attacker.id, "defender": defender.id}),),
        after=partial(_after, attacker.id, defender.id),
        notes=partial(_notes, attacker.id, defender.id),
        warnings=() if fighting else _warnings(attacker),
        title=_title(fighting, attacker.ref, defender.ref),
    )


def _title(fighting: bool, attacker: Text, defender: Text) -> Text:
    if fighting:
        return Text("{attacker} fights on with {defender}", attacker=attacker, defender=defender)
    return Text("{attacker} assaults {defender}", attacker=attacker, defender=defender)


def _reaches(board: Board, attacker: Unit, request: Request) -> None:
    reach = tables(board).moves["assault"]
    if request.distance and request.distance[0] > reach:
        raise RuleError(
            Text(
                "An assault moves {reach}″; the enemy is {distance}″ away.", reach=reach, distance=request.distance[0]
            ),
            "Close Combat",
        )
    if attacker.has("engaged_with"):
        raise RuleError(Text("{attacker} is in close combat with another unit.", attacker=attacker.ref), "Close Combat")


def _warnings(attacker: Unit) -> tuple[Text, ...]:
    action = attacker.word("action")
    if not attacker.has("activated"):
        return (
            Text(
                "{attacker} has not been activated this turn; an assault is an action (Close Combat).",
                attacker=attacker.ref,
            ),
        )
    if action not in (None, "assault"):
        return (Text("{attacker} has already used its action this turn (Activation).", attacker=attacker.ref),)
    return ()


def _after(attacker: str, defender: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """Both are engaged while both have figures; both count as activated (Close Combat)."""
    one, other = board.unit(attacker), board.unit(defender)
    going = one.alive and other.alive
    events = mark(one, action="assault", moved=1, tried=1, activated=1, engaged_with=other.id if going else None)
    return events + mark(other, tried=1, engaged_with=one.id if going else None)


def _notes(attacker: str, defender: str, board: Board, played: Sequence[Played]) -> list[Text]:
    one, other = board.unit(attacker), board.unit(defender)
    gone = [Text("{unit} is wiped out.", unit=unit.ref) for unit in (one, other) if not unit.alive]
    return gone or [Text("The fight goes on at the start of the next turn, or break off with `/act withdraw`.")]


def withdraw(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that is in no close combat."""
    unit = able(board.unit(request.unit[0]), Text("withdraw"))
    enemy = unit.word("engaged_with")
    if not enemy:
        raise RuleError(
            Text("{unit} is not in close combat: there is nothing to withdraw from.", unit=unit.ref), "Close Combat"
        )
    pursuer = board.unit(enemy)
    facts = checked(Withdraw, {"unit": unit_facts(unit), "pursuer": unit_facts(pursuer)})
    return ResolvedCommand(
        (Planned("withdraw", facts, {"unit": unit.id, "pursuer": pursuer.id}),),
        after=partial(_broken_off, unit.id, pursuer.id),
        title=Text("{unit} breaks off from {pursuer}", unit=unit.ref, pursuer=pursuer.ref),
    )


def _broken_off(id: str, enemy: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """The throw is the unit's activation: its suppressed figures stand up (Suppression)."""
    outcome = played[0].outcome
    unit, pursuer = board.unit(id), board.unit(enemy)
    events = [*clearing(board, unit, "activation"), *mark(unit, tried=1, activated=1)]
    if outcome.passed and not outcome.caught:
        events += [*mark(unit, engaged_with=None, moved=1), *mark(pursuer, engaged_with=None)]
    return events


COMMAND = Command(
    key="assault",
    title=Text("Assault"),
    order=order,
    needs=("unit", "target"),
    situations=(
        *(Choice(f"attackers={n}", Text("{n} attackers in contact", n=n)) for n in range(1, 9)),
        *(Choice(f"defenders={n}", Text("{n} defenders in contact", n=n)) for n in range(1, 9)),
    ),
)
WITHDRAW = Command(key="withdraw", title=Text("Withdraw from close combat"), order=withdraw)
