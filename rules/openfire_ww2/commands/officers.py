"""Officers' orders: who tests, who obeys, and what it puts on them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from rules.commands import Board, Command, Planned, Request, ResolvedCommand, able, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.openfire_ww2.commands.board_facts import is_vehicle, profile, rulings
from rules.openfire_ww2.commands.manoeuvres import tested
from rules.openfire_ww2.commands.turn_state import out_of_turn, to_act
from rules.openfire_ww2.initiative_test import InitiativeTest
from rules.openfire_ww2.sections import HEADINGS, ORDERS, named, section_of
from rules.system import Played
from rules.text import counted, listed, say
from rules.unit import Unit


def _officer(board: Board, request: Request) -> Unit:
    unit = able(board.unit(request.unit[0]), say("give orders"))
    if not profile(unit).officer:
        raise RuleError(say("{unit} is no officer: only officers give orders.", unit=unit.name), ORDERS)
    return unit


def _test(name: str, unit: Unit, distance: Decimal) -> Planned:
    facts = checked(InitiativeTest, {"unit": tested(unit), "order": name, "officer_distance": distance})
    return Planned("initiative_test", facts, {"unit": unit.id})


def _far(request: Request, at: int = 0) -> Decimal:
    """The distance to the officer, one for all or one each; 0 where nobody measured."""
    if not request.distance:
        return Decimal(0)
    return request.distance[at] if at < len(request.distance) else request.distance[-1]


def _friends(board: Board, officer: Unit, ids: Sequence[str]) -> list[Unit]:
    units = [able(board.unit(id), say("obey")) for id in dict.fromkeys(ids)]
    for unit in units:
        if unit.side != officer.side:
            foe = say("{unit} is not on the side of {officer}.", unit=unit.name, officer=officer.name)
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
        title=f"{officer.name}: {named(name)}",
    )


def _steady(units: Sequence[Unit]) -> list[str]:
    """A warning for each unit that has nothing to rally from."""
    return [
        say("{unit} is not retreating: only retreating units rally (Orders › Rally on Me).", unit=unit.name)
        for unit in units
        if not unit.has("retreating")
    ]


_STATE = {"hold_the_line": "holds_the_line", "rally_on_me": "rallying"}


def _obeyed(name: str, units: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Event]:
    if not played[0].outcome.passed or name not in _STATE:
        return []
    obeying = [board.unit(id) for id in units if name != "rally_on_me" or board.unit(id).has("retreating")]
    return [event for unit in obeying for event in mark(unit, **{_STATE[name]: 1})]


def _told(name: str, units: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[str]:
    if not played[0].outcome.passed:
        return []
    obeying = [board.unit(id) for id in units]
    if name == "fall_back":
        squads = [unit.name for unit in obeying if not is_vehicle(unit)]
        return [say("To the nearest terrain, if not in cover: {units}.", units=listed(squads))] if squads else []
    rallying = [unit.name for unit in obeying if unit.has("rallying")] if name == "rally_on_me" else []
    return [say("They move as usual, toward the officer: {units}.", units=listed(rallying))] if rallying else []


def supporting_fire(board: Board, request: Request) -> ResolvedCommand:
    """The officer tests; then the shells come like any artillery's."""
    officer = _officer(board, request)
    pen = rulings(board).supporting_pen
    return ResolvedCommand(
        (_test("supporting_fire", officer, Decimal(0)),),
        after=lambda after, played: (
            mark(after.unit(officer.id), manoeuvre="supporting_fire") if played[0].outcome.passed else []
        ),
        notes=lambda _, played: (
            [say("PEN {pen} by the ruling `supporting_pen`. Now `/act scatter`, then `/act artillery`.", pen=pen)]
            if played[0].outcome.passed
            else []
        ),
        warnings=to_act(board, officer),
        title=say("{officer}: Supporting Fire", officer=officer.name),
    )


def concentrate_fire(board: Board, request: Request) -> ResolvedCommand:
    """`target` names up to two units and the enemy they must fire at; each of them tests."""
    officer = _officer(board, request)
    enemies = [id for id in request.target if board.unit(id).side != officer.side]
    units = _friends(board, officer, [id for id in request.target if id not in enemies])
    if len(enemies) != 1 or not 1 <= len(units) <= 2:
        named_so_far = say(
            "Name one or two units and one enemy as target; here are {units} and {enemies}.",
            units=counted(len(units), "unit"),
            enemies=counted(len(enemies), "enemy", "enemies"),
        )
        raise RuleError(named_so_far, section_of("concentrate_fire"))
    enemy = able(board.unit(enemies[0]), say("be a target"))
    warned = [said for unit in units for said in to_act(board, unit) if said not in out_of_turn(board, unit)]
    return ResolvedCommand(
        tuple(_test("concentrate_fire", unit, _far(request, at)) for at, unit in enumerate(units)),
        after=partial(_concentrated, officer.id, enemy.id, tuple(unit.id for unit in units)),
        notes=partial(_fire_now, enemy.id, tuple(unit.id for unit in units)),
        warnings=tuple(dict.fromkeys((*to_act(board, officer), *warned))),
        title=say("{officer}: Concentrate Fire at {enemy}", officer=officer.name, enemy=enemy.name),
    )


def _concentrated(
    officer: str, enemy: str, units: tuple[str, ...], board: Board, played: Sequence[Played]
) -> list[Event]:
    """A unit that passed fires by the order; the officer's action is spent with theirs."""
    events = mark(board.unit(officer), acted=1)
    for id, done in zip(units, played, strict=True):
        if done.outcome.passed:
            events += mark(board.unit(id), concentrate_fire=enemy, manoeuvre="concentrate_fire")
    return events


def _fire_now(enemy: str, units: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[str]:
    passed = [board.unit(id).name for id, done in zip(units, played, strict=True) if done.outcome.passed]
    if not passed:
        return []
    return [say("Now `/fire` at {target}, +1 WPN: {units}.", target=board.unit(enemy).name, units=listed(passed))]


COMMANDS = (
    Command(
        key="concentrate_fire",
        title="Concentrate Fire",
        order=concentrate_fire,
        needs=("unit", "target"),
        several=("target",),
    ),
    Command(key="supporting_fire", title="Supporting Fire", order=supporting_fire, several=("target",)),
    *(
        Command(
            key=name,
            title=HEADINGS[name],
            order=partial(to_many, name),
            needs=("unit", "target"),
            several=("target",),
            friendly=True,
        )
        for name in ("fall_back", "hold_the_line", "rally_on_me")
    ),
)
