"""`/assault` and `/act withdraw`: into close combat, on with it, and out of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, clearing, enemies, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.fubar.board_facts import free_to_move, needs_figures, unit_facts
from rules.fubar.close_combat import MOVE_UP, CloseCombat
from rules.fubar.own_action import (
    before_assault,
    before_breaking_off,
    before_leaving_late,
    before_round,
    engaged,
    fought,
    has_fought,
    opponents,
    parted,
    struck,
    with_word,
    yet_to_strike,
)
from rules.fubar.reactions import has_charged
from rules.fubar.tables import Board
from rules.fubar.turn import TURNS
from rules.fubar.withdraw import Withdraw
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, Numbered, checked
from rules.kernel.request import Request
from rules.kernel.text import Listed, Note, Plural, Text, UnitRef, at_table, counted


def order(board: Board, request: Request) -> ResolvedCommand:
    """One round of close combat; a fight that goes on needs no distance (Close Combat)."""
    attacker, defender = _attacker(board, request), _defender(board, request)
    fighting = engaged(attacker, defender)
    if not fighting:
        _reaches(board, attacker, request)
    facts = _facts(board, attacker, defender, request)
    shared = (
        *struck(attacker, defender, facts.attacker_fighting),
        *struck(defender, attacker, facts.defender_fighting),
    )
    return ResolvedCommand(
        (Planned("close_combat", facts, {"attacker": attacker.id, "defender": defender.id}),),
        after=partial(_fought_on if fighting else _charged, attacker.id, defender.id, shared),
        notes=partial(_notes, board, attacker.id, defender.id, fighting),
        warnings=_warnings(attacker, defender),
        rethrows=before_round(attacker, defender),
        title=_title(fighting, attacker.ref, defender.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises MissingFacts where a unit has to share its figures out over several fights."""
    attacker = _attacker(board, request)
    if not request.target:
        return () if attacker.has("engaged_with") else _warnings(attacker, attacker)
    defender = _defender(board, request)
    if not engaged(attacker, defender):
        _reaches(board, attacker, request)
    warnings = _warnings(attacker, defender)
    if not warnings:
        _share(board, attacker, defender, request, "attackers")
        _share(board, defender, attacker, request, "defenders")
    return warnings


def _warnings(attacker: Unit, defender: Unit) -> tuple[Text, ...]:
    return before_round(attacker, defender) if engaged(attacker, defender) else before_assault(attacker)


def _attacker(board: Board, request: Request) -> Unit:
    """Raises RuleError for a unit that can fight nobody."""
    attacker = able(board.unit(request.unit[0]), Text("fight"))
    needs_figures(attacker, Text("fight in close combat; drive into infantry with `/act ram`"))
    if attacker.has("aboard"):
        raise RuleError(Text("{unit} is inside a vehicle: get out with `/act leave`.", unit=attacker.ref), "Vehicles")
    return attacker


def _defender(board: Board, request: Request) -> Unit:
    """Raises RuleError for a unit that cannot be fought."""
    defender = able(board.unit(request.target[0]), Text("be assaulted"))
    enemies(board.unit(request.unit[0]), defender)
    needs_figures(defender, Text("be fought in close combat; fire at it instead"))
    if defender.has("aboard"):
        raise RuleError(Text("{target} is inside a vehicle and cannot be assaulted.", target=defender.ref), "Vehicles")
    return defender


def _facts(board: Board, attacker: Unit, defender: Unit, request: Request) -> CloseCombat:
    return checked(
        CloseCombat,
        {
            "attacker": unit_facts(attacker),
            "defender": unit_facts(defender),
            "attacker_fighting": _share(board, attacker, defender, request, "attackers"),
            "defender_fighting": _share(board, defender, attacker, request, "defenders"),
        },
    )


def _title(fighting: bool, attacker: Text, defender: Text) -> Text:
    if fighting:
        return Text("Close combat: {attacker} and {defender}", attacker=attacker, defender=defender)
    return Text("Assault: {attacker} → {defender}", attacker=attacker, defender=defender)


def _reaches(board: Board, attacker: Unit, request: Request) -> None:
    reach = board.tables.moves["assault"]
    if request.distance and request.distance[0] > reach:
        raise RuleError(
            Text(
                "An assault moves {reach}″; the enemy is {distance}″ away.", reach=reach, distance=request.distance[0]
            ),
            "Close Combat",
        )
    free_to_move(attacker)
    if attacker.has("engaged_with"):
        raise RuleError(Text("{attacker} is in close combat with another unit.", attacker=attacker.ref), "Close Combat")


def _share(board: Board, unit: Unit, enemy: Unit, request: Request, who: str) -> int | None:
    """The figures of a unit that fight, None for all; one that fights several shares its dice out, also when another
    enemy charges it before it has fought on.

    Nobody strikes in two fights of a turn. Raises RuleError for more than the others have left.
    """
    told, left = request.number(who, -1), yet_to_strike(unit, enemy)
    divided = left < unit.models
    if told >= 0:
        return _left_for(unit, enemy, told, left) if divided else told
    others = [other for other in opponents(board, unit) if other.id != enemy.id]
    # A charge leaves the fights of this turn that are over as they were.
    shares = engaged(unit, enemy) or any(not fought(unit, other) for other in others)
    if not others or not left or not shares:
        return left if divided else None
    question = Text(
        "how many figures of {unit} fight {enemy}, and not {others}?",
        unit=unit.ref,
        enemy=enemy.ref,
        others=Listed([other.ref for other in others]),
    )
    every = Choice(f"{who}={left}", Text("All: {figures}", figures=counted(left, "figure", "figures")))
    fewer = (Choice(f"{who}={n}", counted(n, "figure", "figures")) for n in range(min(left, 24)))
    choices = (every, *fewer)
    raise MissingFacts([Ask("situation", question, choices)])


def _left_for(unit: Unit, enemy: Unit, told: int, left: int) -> int:
    if told > left:
        raise RuleError(
            Text(
                "{unit} has {figures} left against {enemy}, not {told}: the others have struck in another fight of "
                "this turn.",
                unit=unit.ref,
                figures=counted(left, "figure", "figures"),
                enemy=enemy.ref,
                told=told,
            ),
            "Close Combat",
        )
    return told


def _charged(
    attacker: str, defender: str, shared: Sequence[Event], board: Board, played: Sequence[Played]
) -> list[Event]:
    """The assault was the attacker's action; a defender in close combat has no try of its own left (Close Combat)."""
    one, other = board.unit(attacker), board.unit(defender)
    charge = [] if has_charged(one) else mark(one, moved=1)
    events = [*shared, *charge, *mark(one, action="assault", acted=1, tried=1, activated=1), *_round(one, other)]
    if one.alive and other.alive:
        events += (
            mark(other, tried=1) + with_word(one, "engaged_with", other.id) + with_word(other, "engaged_with", one.id)
        )
    return events


def _fought_on(
    attacker: str, defender: str, shared: Sequence[Event], board: Board, played: Sequence[Played]
) -> list[Event]:
    """Both count as activated, and have had their action."""
    one, other = board.unit(attacker), board.unit(defender)
    both = [event for unit in (one, other) for event in mark(unit, tried=1, activated=1, acted=1)]
    return [*shared, *both, *_round(one, other)]


def _round(one: Unit, other: Unit) -> list[Event]:
    return with_word(one, "fought", other.id) + with_word(other, "fought", one.id)


def _notes(
    before: Board, attacker: str, defender: str, fighting: bool, board: Board, played: Sequence[Played]
) -> list[Text]:
    one, other = board.unit(attacker), board.unit(defender)
    lines: list[Text] = []
    if one.alive and other.alive:
        lines = [Text("They fight on at the start of the next turn, or break off.")]
    moved_up = [] if fighting else [_may_move_up(before.unit(defender))]
    return [*moved_up, *_elsewhere(before, attacker, defender), *lines, *TURNS.moved_on(before, board)]


def _may_move_up(defender: Unit) -> Note:
    """What the defender does between the charge and the blows (Close Combat)."""
    return at_table(Text("Free defenders within {inches}″ may join in.", inches=MOVE_UP))


def _elsewhere(before: Board, attacker: str, defender: str) -> list[Text]:
    """Why a unit strikes with fewer figures than it has."""
    one, other = before.unit(attacker), before.unit(defender)
    away = [(unit, unit.models - yet_to_strike(unit, enemy)) for unit, enemy in ((one, other), (other, one))]
    return [
        Plural(
            "{n} figure of {unit} has struck in another fight of this turn.",
            "{n} figures of {unit} have struck in other fights of this turn.",
            n,
            unit=unit.ref,
        )
        for unit, n in away
        if n
    ]


def withdraw(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that is in no close combat."""
    unit = able(board.unit(request.unit[0]), Text("withdraw"))
    pursuer = _pursuer(unit, _let_go_of(board, unit), request)
    facts = checked(Withdraw, {"unit": unit_facts(unit), "pursuer": unit_facts(pursuer)})
    leaned = ("withdraw_after_round",) if has_fought(board, unit) else ()
    return ResolvedCommand(
        (Planned("withdraw", facts, {"unit": unit.id, "pursuer": pursuer.id}, leaned),),
        after=partial(_broken_off, unit.id, pursuer.id),
        notes=lambda after, _: TURNS.moved_on(board, after),
        warnings=(*before_breaking_off(unit), *before_leaving_late(board, unit)),
        rethrows=before_breaking_off(unit),
        title=Text("{unit}: breaking off from {pursuer}", unit=unit.ref, pursuer=pursuer.ref),
    )


def before_withdraw(board: Board, request: Request) -> tuple[Text, ...]:
    unit = able(board.unit(request.unit[0]), Text("withdraw"))
    enemies = _let_go_of(board, unit)
    warnings = (*before_breaking_off(unit), *before_leaving_late(board, unit))
    if not warnings:
        _pursuer(unit, enemies, request)
    return warnings


def _let_go_of(board: Board, unit: Unit) -> list[Unit]:
    enemies = opponents(board, unit)
    if not enemies:
        raise RuleError(
            Text("{unit} is not in close combat: there is nothing to withdraw from.", unit=unit.ref), "Close Combat"
        )
    return enemies


def _pursuer(unit: Unit, enemies: Sequence[Unit], request: Request) -> Unit:
    """The opponent that may pursue: the one named, where there are several; the others let the unit go."""
    named = [enemy for enemy in enemies if enemy.id in request.target]
    if request.target and not named:
        raise RuleError(
            Text("{unit} is not in close combat with {enemy}.", unit=unit.ref, enemy=UnitRef(request.target[0])),
            "Close Combat",
        )
    if len(enemies) > 1 and not named:
        choices = tuple(Choice(enemy.id, enemy.ref) for enemy in enemies)
        raise MissingFacts([Ask("target", Text("which enemy may follow?"), choices)])
    return (named or enemies)[0]


def _broken_off(id: str, enemy: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """The throw is the unit's activation; with it those who leave, follow and let go have had their turn."""
    outcome, unit = played[0].outcome, board.unit(id)
    events = [*clearing(board, unit, "activation"), *mark(unit, tried=1, acted=1, withdrew=1)]
    if not outcome.passed:
        return events
    events += mark(unit, activated=1, moved=1)
    for other in opponents(board, unit):
        events += mark(other, tried=1, acted=1)
    if outcome.pursued:
        events += mark(board.unit(enemy), moved=1)
    return events + parted(board, unit, but=[enemy] if outcome.caught else [])


def _suits(board: Board, request: Request, code: str) -> bool:
    """No more attackers than there are; of defenders others may have moved up."""
    unit = board.game.units.get(request.unit[0]) if request.unit else None
    name, _, n = code.partition("=")
    return unit is None or name != "attackers" or int(n) <= unit.models


COMMAND = Command(
    key="assault",
    title=Text("Assault"),
    order=order,
    before=before,
    suits=_suits,
    needs=("unit", "target"),
    situations=(
        *(
            Choice(f"attackers={n}", Text("{attackers} in contact", attackers=counted(n, "attacker", "attackers")))
            for n in range(1, 9)
        ),
        *(
            Choice(
                f"defenders={n}",
                Text(
                    "{defenders} in contact, with those within {inches}″ who moved up",
                    defenders=counted(n, "defender", "defenders"),
                    inches=MOVE_UP,
                ),
            )
            for n in range(1, 9)
        ),
    ),
    counts=(
        Numbered("attackers", Text("Attackers in contact"), Text("Empty: all of them.")),
        Numbered(
            "defenders",
            Text("Defenders in contact"),
            Text("With those who moved up. Empty: all of them."),
        ),
    ),
)
WITHDRAW = Command(key="withdraw", title=Text("Withdraw from close combat"), order=withdraw, before=before_withdraw)
