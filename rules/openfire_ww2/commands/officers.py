"""Officers' orders: who tests, who obeys, and what it puts on them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, MissingFacts, checked
from rules.kernel.request import Request
from rules.kernel.text import Listed, Note, Text, UnitRef, asks, at_table, counted
from rules.openfire_ww2.commands.board_facts import is_vehicle
from rules.openfire_ww2.commands.manoeuvres import tested
from rules.openfire_ww2.commands.turn_state import (
    fought_before,
    moves_though_pinned,
    no_fire_left,
    second_test,
    spent,
    to_act,
)
from rules.openfire_ww2.commands.weapons_used import must_harm
from rules.openfire_ww2.facts import ORDERS, named, profile, section_of
from rules.openfire_ww2.initiative import InitiativeTest
from rules.openfire_ww2.tables import Board


def _officer(board: Board, request: Request) -> Unit:
    unit = able(board.unit(request.unit[0]), Text("give orders"))
    if not profile(unit).officer:
        raise RuleError(Text("{unit} is not an officer: only officers give orders.", unit=unit.ref), ORDERS)
    return unit


_FAR = Ask("distance", Text("how far is it to the officer, at most?"), hint=Text("To the officer, at most"))


def _how_far(board: Board, request: Request) -> Ask:
    """Orders reach 12 inches, so that the form asks for the distance to the officer."""
    return _FAR


def _far(request: Request, at: int = 0) -> Decimal:
    """The distance to the officer, one for all or one each; raises MissingFacts where nobody has measured."""
    if not request.distance:
        raise MissingFacts([_FAR])
    return request.distance[at] if at < len(request.distance) else request.distance[-1]


def _friends(board: Board, officer: Unit, ids: Sequence[str]) -> list[Unit]:
    units = [able(board.unit(id), Text("obey")) for id in dict.fromkeys(ids)]
    for unit in units:
        if unit.side != officer.side:
            foe = Text("{unit} is not on the side of {officer}.", unit=unit.ref, officer=officer.ref)
            raise RuleError(foe, ORDERS)
    return units


class Trial(NamedTuple):
    """An Initiative test of an order: who takes it, how far off at most, and which units obey once it is passed."""

    tested: Unit
    inches: Decimal
    obey: tuple[str, ...]

    def planned(self, name: str) -> Planned:
        facts = {"unit": tested(self.tested), "order": name, "officer_distance": self.inches}
        return Planned("initiative_test", checked(InitiativeTest, facts), {"unit": self.tested.id})


def _trials(board: Board, name: str, officer: Unit, units: Sequence[Unit], request: Request) -> tuple[Trial, ...]:
    """The tests of an order, each with the distance to the officer."""
    far = [_far(request, at) for at in range(len(units))]
    if not _each_tests(board, name):
        return (Trial(officer, max(far), tuple(unit.id for unit in units)),)
    testing = {unit.id for unit in _testing(board, name, officer, units)}
    each = zip(units, far, strict=True)
    return tuple(Trial(unit, inches, (unit.id,)) for unit, inches in each if unit.id in testing)


def _each_tests(board: Board, name: str) -> bool:
    """Whether by ruling each unit tests for itself, and not the officer for all."""
    ruling = board.rulings.order_test
    return ruling == "unit" or (ruling == "by_order" and name == "concentrate_fire")


def _testing(board: Board, name: str, officer: Unit, units: Sequence[Unit]) -> list[Unit]:
    """Who tests; vehicles do so for Concentrate Fire only. Raises RuleError where that leaves nobody of those named."""
    if not _each_tests(board, name):
        return [officer]
    found = [unit for unit in units if name == "concentrate_fire" or not is_vehicle(unit)]
    if units and not found:
        raise RuleError(Text("No squad is named: vehicles do not take this order."), section_of(name))
    return found


def _obeying(trials: Sequence[Trial], played: Sequence[Played]) -> list[str]:
    """The units whose test was passed."""
    return [id for trial, done in zip(trials, played, strict=True) if done.outcome.passed for id in trial.obey]


def _actions_left(board: Board, officer: Unit, testing: Sequence[Unit]) -> tuple[Text, ...]:
    """Warnings of those whose action the order takes: the officer's, and that of each who tests."""
    others = (unit for unit in testing if unit.id != officer.id)
    return (*to_act(board, officer), *(said for unit in others for said in spent(board, unit)))


def to_many(name: str, board: Board, request: Request) -> ResolvedCommand:
    """`target` lists the units within 12 inches, `distance` the farthest of them, or one each."""
    officer, warnings = _officer(board, request), before_many(name, board, request)
    trials = _trials(board, name, officer, _friends(board, officer, request.target), request)
    return ResolvedCommand(
        tuple(trial.planned(name) for trial in trials),
        after=partial(_obeyed, name, officer.id, trials),
        notes=partial(_told, name, trials),
        warnings=warnings,
        rethrows=second_test(board, officer),
        title=Text("{unit}: {order}", unit=officer.ref, order=named(name)),
    )


def before_many(name: str, board: Board, request: Request) -> tuple[Text, ...]:
    """What stands against an officer who gives such an order, and against those who are named to obey."""
    officer = _officer(board, request)
    units = _friends(board, officer, request.target)
    steady = _steady(units) if name == "rally_on_me" else []
    return (*_actions_left(board, officer, _testing(board, name, officer, units)), *steady)


def _steady(units: Sequence[Unit]) -> list[Text]:
    """A warning for each unit that has nothing to rally from."""
    return [
        Text("{unit} is not retreating: only retreating units rally (Orders › Rally on Me).", unit=unit.ref)
        for unit in units
        if not unit.has("retreating")
    ]


def _obeyed(name: str, officer: str, trials: Sequence[Trial], board: Board, played: Sequence[Played]) -> list[Event]:
    """Events by which units that passed obey; the officer's action is spent with theirs."""
    obeyed = (event for id in _obeying(trials, played) for event in _obeys(name, board, board.unit(id)))
    return [*_acted(board, officer), *obeyed]


def _acted(board: Board, officer: str) -> list[Event]:
    """The officer's own test has said so already."""
    unit = board.unit(officer)
    return [] if unit.has("acted") else mark(unit, acted=1)


def _obeys(name: str, board: Board, unit: Unit) -> list[Event]:
    """Events of obeying: units that rally move once more, as do those sent back; vehicles are not, nor by ruling the
    pinned.
    """
    if name == "hold_the_line":
        return mark(unit, holds_the_line=1)
    if name == "rally_on_me":
        return mark(unit, rallying=1, fell_back=None) if unit.has("retreating") else []
    return mark(unit, ordered_back=1) if _goes_back(board, unit) else []


def _goes_back(board: Board, unit: Unit) -> bool:
    kept = unit.has("pinned") and not unit.has("retreating") and not moves_though_pinned(board)
    return not is_vehicle(unit) and not kept


def _told(name: str, trials: Sequence[Trial], board: Board, played: Sequence[Played]) -> list[Note]:
    obeying = [board.unit(id) for id in _obeying(trials, played)]
    if name == "fall_back":
        return _sent_back(board, [unit for unit in obeying if not is_vehicle(unit)])
    rallying = [unit.ref for unit in obeying if unit.has("rallying")] if name == "rally_on_me" else []
    where = Text("They move as usual, toward the officer: {units}.", units=Listed(rallying))
    return [at_table(where)] if rallying else []


def _sent_back(board: Board, squads: Sequence[Unit]) -> list[Note]:
    """Who goes where, and what a ruling says of the pinned among them."""
    going = Listed([unit.ref for unit in squads if _goes_back(board, unit)])
    pinned = Listed([unit.ref for unit in squads if unit.has("pinned") and not unit.has("retreating")])
    ruled = Text("Pinned, and stays by the ruling `fall_back_when_pinned`: {units}.", units=pinned)
    if moves_though_pinned(board):
        ruled = Text("Pinned, and moves by the ruling `fall_back_when_pinned`: {units}.", units=pinned)
    where = Text("To the nearest terrain, if not in cover: {units}.", units=going)
    return [*([at_table(where)] if going else []), *([at_table(ruled)] if pinned else [])]


def supporting_fire(board: Board, request: Request) -> ResolvedCommand:
    """The officer tests; then the shells come like any artillery's."""
    officer, warnings = board.unit(request.unit[0]), before_supporting(board, request)
    pen = board.rulings.supporting_pen
    return ResolvedCommand(
        (Trial(officer, Decimal(0), ()).planned("supporting_fire"),),
        after=lambda after, played: (
            mark(after.unit(officer.id), manoeuvre="supporting_fire") if played[0].outcome.passed else []
        ),
        notes=lambda _, played: [_shells(officer, pen)] if played[0].outcome.passed else [],
        warnings=warnings,
        rethrows=second_test(board, officer),
        title=Text("{officer}: Supporting Fire", officer=officer.ref),
    )


def before_supporting(board: Board, request: Request) -> tuple[Text, ...]:
    return to_act(board, _officer(board, request))


def _shells(officer: Unit, pen: int) -> Note:
    now = Text("It shells now, PEN {pen} (ruling `supporting_pen`).", pen=pen)
    return asks(now, Text("Shells …"), Request("act", (officer.id,), action="scatter"))


def concentrate_fire(board: Board, request: Request) -> ResolvedCommand:
    """`target` names up to two units and the enemy they must fire at; each of them tests, or the officer, by ruling."""
    officer, warnings = _officer(board, request), before_concentrating(board, request)
    units, enemies = _sorted(board, officer, request)
    _one_enemy(units, enemies)
    enemy, trials = enemies[0], _trials(board, "concentrate_fire", officer, units, request)
    return ResolvedCommand(
        tuple(trial.planned("concentrate_fire") for trial in trials),
        after=partial(_concentrated, officer.id, enemy.id, trials),
        notes=partial(_fire_now, enemy.id, trials),
        rethrows=second_test(board, officer),
        warnings=warnings,
        title=Text("{officer}: Concentrate Fire at {enemy}", officer=officer.ref, enemy=enemy.ref),
    )


def before_concentrating(board: Board, request: Request) -> tuple[Text, ...]:
    """What stands against the officer and those named so far; one alone is judged as one of several, an enemy with
    whoever of the officer's side is the freest to shoot, a friend with an enemy that it harms.
    """
    officer = _officer(board, request)
    units, enemies = _sorted(board, officer, request)
    if len(request.target) == 1 and units:
        foes = [one for one in board.game.units.values() if one.alive and one.side != officer.side]
        if foes and not any(_harms(board, units[0], foe) for foe in foes):
            must_harm(board, units[0], foes[0])
    if len(request.target) == 1 and enemies:
        friends = [unit for unit in board.game.of_side(officer.side) if unit.alive and unit.id != officer.id]
        units = sorted(friends, key=lambda unit: (not _harms(board, unit, enemies[0]), len(_no_shot(board, unit))))[:1]
    if len(request.target) > 1 or enemies:
        _one_enemy(units, enemies)
    for unit in units if enemies else ():
        must_harm(board, unit, enemies[0])
    others = [unit for unit in units if unit.id != officer.id]
    return (*to_act(board, officer), *(said for unit in others for said in _no_shot(board, unit)))


def _harms(board: Board, unit: Unit, enemy: Unit) -> bool:
    """True if the unit has something to fire that harms the enemy."""
    try:
        must_harm(board, unit, enemy)
    except RuleError:
        return False
    return True


def _sorted(board: Board, officer: Unit, request: Request) -> tuple[list[Unit], list[Unit]]:
    """The friends and the enemies that are named."""
    enemies = [id for id in request.target if board.unit(id).side != officer.side]
    units = _friends(board, officer, [id for id in request.target if id not in enemies])
    return units, [able(board.unit(id), Text("be a target")) for id in enemies]


def _one_enemy(units: Sequence[Unit], enemies: Sequence[Unit]) -> None:
    """Raises RuleError where somebody else is named than one or two units and an enemy."""
    if len(enemies) == 1 and 1 <= len(units) <= 2:
        return
    named_so_far = Text(
        "Name one or two units and one enemy as target, not {units} and {enemies}.",
        units=counted(len(units), "unit", "units"),
        enemies=counted(len(enemies), "enemy", "enemies"),
    )
    raise RuleError(named_so_far, section_of("concentrate_fire"))


def _no_shot(board: Board, unit: Unit) -> tuple[Text, ...]:
    """The order is the unit's fire of this turn: it must not have fought. Its own test takes its action besides."""
    if board.rulings.order_test == "officer":
        return no_fire_left(board, unit)
    return spent(board, unit) or fought_before(unit)


def _concentrated(
    officer: str, enemy: str, trials: Sequence[Trial], board: Board, played: Sequence[Played]
) -> list[Event]:
    """A unit that passed fires by the order; the officer's action is spent with theirs."""
    events = _acted(board, officer)
    for id in _obeying(trials, played):
        events += mark(board.unit(id), concentrate_fire=enemy, manoeuvre="concentrate_fire")
    return events


def _fire_now(enemy: str, trials: Sequence[Trial], board: Board, played: Sequence[Played]) -> list[Note]:
    return [_fires(id, enemy) for id in _obeying(trials, played)]


def _fires(id: str, enemy: str) -> Note:
    now = Text("{unit} fires at {target} now, +1 WPN.", target=UnitRef(enemy), unit=UnitRef(id))
    return asks(now, Text("{unit}: fire …", unit=UnitRef(id)), Request("fire", (id,), (enemy,)))


COMMANDS = (
    Command(
        key="concentrate_fire",
        title=Text("Concentrate Fire"),
        order=concentrate_fire,
        before=before_concentrating,
        needs=("unit", "target"),
        several=("target",),
        allies=2,
        distance_asked=_how_far,
    ),
    Command(
        key="supporting_fire",
        title=Text("Supporting Fire"),
        order=supporting_fire,
        before=before_supporting,
        several=("target",),
    ),
    *(
        Command(
            key=name,
            title=named(name),
            order=partial(to_many, name),
            before=partial(before_many, name),
            needs=("unit", "target"),
            several=("target",),
            friendly=True,
            distance_asked=_how_far,
        )
        for name in ("fall_back", "hold_the_line", "rally_on_me")
    ),
)
