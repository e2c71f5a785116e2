"""Officers' orders: who tests, who obeys, and what it puts on them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from rules.action import Played
from rules.commands import able, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.openfire_ww2.commands.board_facts import is_vehicle, profile, rulings
from rules.openfire_ww2.commands.manoeuvres import tested
from rules.openfire_ww2.commands.turn_state import second_test, spent, to_act
from rules.openfire_ww2.initiative_test import InitiativeTest
from rules.openfire_ww2.sections import ORDERS, named, section_of
from rules.request import Ask, MissingFacts, Request
from rules.system import Board, Command, Planned, ResolvedCommand
from rules.text import Listed, Note, Text, UnitRef, asks, counted, on_table
from rules.unit import Unit


def _officer(board: Board, request: Request) -> Unit:
    unit = able(board.unit(request.unit[0]), Text("give orders"))
    if not profile(unit).officer:
        raise RuleError(Text("{unit} is not an officer: only officers give orders.", unit=unit.ref), ORDERS)
    return unit


def _test(name: str, unit: Unit, distance: Decimal) -> Planned:
    facts = checked(InitiativeTest, {"unit": tested(unit), "order": name, "officer_distance": distance})
    return Planned("initiative_test", facts, {"unit": unit.id})


def _far(request: Request, at: int = 0) -> Decimal:
    """The distance to the officer, one for all or one each; raises MissingFacts where nobody has measured."""
    if not request.distance:
        raise MissingFacts([Ask("distance", Text("how many inches to the officer, at most?"))])
    return request.distance[at] if at < len(request.distance) else request.distance[-1]


def _friends(board: Board, officer: Unit, ids: Sequence[str]) -> list[Unit]:
    units = [able(board.unit(id), Text("obey")) for id in dict.fromkeys(ids)]
    for unit in units:
        if unit.side != officer.side:
            foe = Text("{unit} is not on the side of {officer}.", unit=unit.ref, officer=officer.ref)
            raise RuleError(foe, ORDERS)
    return units


def to_many(name: str, board: Board, request: Request) -> ResolvedCommand:
    """The officer tests; `target` lists the units within 12 inches, `distance` the farthest of them."""
    officer = _officer(board, request)
    units = _friends(board, officer, request.target)
    steady = _steady(units) if name == "rally_on_me" else []
    return ResolvedCommand(
        (_test(name, officer, _far(request)),),
        after=partial(_obeyed, name, tuple(unit.id for unit in units)),
        notes=partial(_told, name, tuple(unit.id for unit in units)),
        warnings=(*to_act(board, officer), *steady),
        rethrows=second_test(board, officer),
        title=Text("{unit}: {order}", unit=officer.ref, order=named(name)),
    )


def _steady(units: Sequence[Unit]) -> list[Text]:
    """A warning for each unit that has nothing to rally from."""
    return [
        Text("{unit} is not retreating: only retreating units rally (Orders › Rally on Me).", unit=unit.ref)
        for unit in units
        if not unit.has("retreating")
    ]


def _obeyed(name: str, units: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Event]:
    if not played[0].outcome.passed:
        return []
    return [event for id in units for event in _obeys(name, board.unit(id))]


def _obeys(name: str, unit: Unit) -> list[Event]:
    """Those who rally move once more, as those do who are sent back; vehicles are not."""
    if name == "hold_the_line":
        return mark(unit, holds_the_line=1)
    if name == "rally_on_me":
        return mark(unit, rallying=1, fell_back=None) if unit.has("retreating") else []
    return [] if is_vehicle(unit) else mark(unit, ordered_back=1)


def _told(name: str, units: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Note]:
    if not played[0].outcome.passed:
        return []
    obeying = [board.unit(id) for id in units]
    if name == "fall_back":
        squads = [unit.ref for unit in obeying if not is_vehicle(unit)]
        where = Text("To the nearest terrain, if not in cover: {units}.", units=Listed(squads))
        return [on_table(where)] if squads else []
    rallying = [unit.ref for unit in obeying if unit.has("rallying")] if name == "rally_on_me" else []
    where = Text("They move as usual, toward the officer: {units}.", units=Listed(rallying))
    return [on_table(where)] if rallying else []


def supporting_fire(board: Board, request: Request) -> ResolvedCommand:
    """The officer tests; then the shells come like any artillery's."""
    officer = _officer(board, request)
    pen = rulings(board).supporting_pen
    return ResolvedCommand(
        (_test("supporting_fire", officer, Decimal(0)),),
        after=lambda after, played: (
            mark(after.unit(officer.id), manoeuvre="supporting_fire") if played[0].outcome.passed else []
        ),
        notes=lambda _, played: [_shells(officer, pen)] if played[0].outcome.passed else [],
        warnings=to_act(board, officer),
        rethrows=second_test(board, officer),
        title=Text("{officer}: Supporting Fire", officer=officer.ref),
    )


def _shells(officer: Unit, pen: int) -> Note:
    now = Text("PEN {pen} by the ruling `supporting_pen`. Now `/act scatter`, then `/act artillery`.", pen=pen)
    return asks(now, Text("{unit}: shells …", unit=officer.ref), Request("act", (officer.id,), action="scatter"))


def concentrate_fire(board: Board, request: Request) -> ResolvedCommand:
    """`target` names up to two units and the enemy they must fire at; each of them tests."""
    officer = _officer(board, request)
    enemies = [id for id in request.target if board.unit(id).side != officer.side]
    units = _friends(board, officer, [id for id in request.target if id not in enemies])
    if len(enemies) != 1 or not 1 <= len(units) <= 2:
        named_so_far = Text(
            "Name one or two units and one enemy as target, not {units} and {enemies}.",
            units=counted(len(units), "unit", "units"),
            enemies=counted(len(enemies), "enemy", "enemies"),
        )
        raise RuleError(named_so_far, section_of("concentrate_fire"))
    enemy = able(board.unit(enemies[0]), Text("be a target"))
    others = [unit for unit in units if unit.id != officer.id]
    return ResolvedCommand(
        tuple(_test("concentrate_fire", unit, _far(request, at)) for at, unit in enumerate(units)),
        after=partial(_concentrated, officer.id, enemy.id, tuple(unit.id for unit in units)),
        notes=partial(_fire_now, enemy.id, tuple(unit.id for unit in units)),
        rethrows=second_test(board, officer),
        warnings=(*to_act(board, officer), *(said for unit in others for said in _no_shot(board, unit))),
        title=Text("{officer}: Concentrate Fire at {enemy}", officer=officer.ref, enemy=enemy.ref),
    )


def _no_shot(board: Board, unit: Unit) -> tuple[Text, ...]:
    """The order is the unit's fire of this turn: it must not have fought."""
    if unit.has("fired") and not spent(board, unit):
        return (Text("{unit} has fought this turn (Turn sequence).", unit=unit.ref),)
    return spent(board, unit)


def _concentrated(
    officer: str, enemy: str, units: tuple[str, ...], board: Board, played: Sequence[Played]
) -> list[Event]:
    """A unit that passed fires by the order; the officer's action is spent with theirs."""
    events = mark(board.unit(officer), acted=1)
    for id, done in zip(units, played, strict=True):
        if done.outcome.passed:
            events += mark(board.unit(id), concentrate_fire=enemy, manoeuvre="concentrate_fire")
    return events


def _fire_now(enemy: str, units: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Note]:
    passed = [id for id, done in zip(units, played, strict=True) if done.outcome.passed]
    return [_fires(id, enemy) for id in passed]


def _fires(id: str, enemy: str) -> Note:
    now = Text("Now `/fire` at {target}, +1 WPN: {unit}.", target=UnitRef(enemy), unit=UnitRef(id))
    return asks(now, Text("{unit}: fire …", unit=UnitRef(id)), Request("fire", (id,), (enemy,)))


COMMANDS = (
    Command(
        key="concentrate_fire",
        title=Text("Concentrate Fire"),
        order=concentrate_fire,
        needs=("unit", "target"),
        several=("target",),
    ),
    Command(key="supporting_fire", title=Text("Supporting Fire"), order=supporting_fire, several=("target",)),
    *(
        Command(
            key=name,
            title=named(name),
            order=partial(to_many, name),
            needs=("unit", "target"),
            several=("target",),
            friendly=True,
        )
        for name in ("fall_back", "hold_the_line", "rally_on_me")
    ),
)
