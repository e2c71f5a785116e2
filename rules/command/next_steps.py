"""Next steps at a table: the steps of a unit, and the units likely to act.

Nothing is rolled or decided here: commands judge the legality of steps from the states alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import chain, islice
from types import MappingProxyType
from typing import NamedTuple

from rules.command.order import Command
from rules.command.system import Board, CommandPlan
from rules.command.turns import has_acted, is_done
from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, MissingFacts
from rules.kernel.request import ASK_ME, Request, bare_request, changed
from rules.kernel.text import NOTHING, Text

MOST = 40
"""Number of units that are examined closely; if there are more, the likeliest by their states."""


class Legality(IntEnum):
    """Legality of a command, from unrestricted to forbidden by a rule."""

    OK = 0
    NEEDS_INPUT = 1
    WARNED = 2
    ILLEGAL = 3


class Step(NamedTuple):
    """A possible step: its label, the request that performs it, and its legality."""

    label: Text
    request: Request
    legality: Legality


def command_of(board: Board, request: Request) -> Command | None:
    """Return the command of a request of any kind; None if the system has none."""
    act = request.command == "act"
    return board.system.acts.get(request.action or "") if act else board.system.commands.get(request.command)


def legality_of(board: Board, request: Request) -> Legality:
    """Return the legality of a request, without rolling a die."""
    return plan_request(board, request)[0]


def plan_request(board: Board, request: Request) -> tuple[Legality, CommandPlan | None]:
    """Return the legality of a request, and its planned command unless forbidden.

    A question may hide a warning: the warning counts if the first answer does not remove it.
    """
    stands, order, asks = plan_as_given(board, request)
    if asks and all(ask.choices for ask in asks):
        then, warned_of, _ = plan_as_given(board, _answer_first(request, asks))
        return (then, warned_of) if then is Legality.WARNED else (stands, None)
    return stands, order


def plan_as_given(board: Board, request: Request) -> tuple[Legality, CommandPlan | None, Sequence[Ask]]:
    """Return the legality of a request without further answers, the planned command, and the questions to ask first."""
    command = command_of(board, request)
    if command is None:
        return Legality.ILLEGAL, None, ()
    try:
        order = command.plan(board, request)
        for play in order.plays:
            board.system.actions[play.action].plan(play.facts, board.book)
    except MissingFacts as missing:
        return Legality.NEEDS_INPUT, None, missing.asks
    except (RuleError, BadFacts):
        return Legality.ILLEGAL, None, ()
    return (Legality.WARNED if order.warnings else Legality.OK), order, ()


def _answer_first(request: Request, asks: Sequence[Ask]) -> Request:
    """Return the request with the first answer to each question that offers any."""
    given: dict[str, object] = {}
    for ask in asks:
        before, code = given.get(ask.option, getattr(request, ask.option)), ask.choices[0].code if ask.choices else ""
        given[ask.option] = (*before, code) if isinstance(before, tuple) else code
    return changed(request, **given)


# Legality of a command before it is given, for any distances, covers and answers.


def best_legality(board: Board, request: Request) -> Legality:
    """Return the declared legality of a request, assuming the best distance, cover, answers and open target."""
    command = command_of(board, request)
    if command is None:
        return Legality.ILLEGAL
    if request.target or not {"unit", "target"} <= {*command.needs}:
        return _judge_request(board, command, request)
    # Most units that may do it at all may do it to any target: the first target is judged before the unit alone.
    at_each = (
        _judge_request(board, command, changed(request, target=(id,)))
        for id in _possible_targets(board, command, request)
    )
    first = next(at_each, Legality.ILLEGAL)
    if first is Legality.OK:
        return first
    alone = _judge_request(board, command, request)
    return alone if alone >= Legality.WARNED else _least_restrictive(chain((first,), at_each))


def _possible_targets(board: Board, command: Command, request: Request) -> Iterator[str]:
    """Yield the possible targets of a command: units of both sides if it prefers neither."""
    unit = board.unit(request.unit[0])
    sides = (True, False) if command.anybody else (command.friendly,)
    return (one.id for friendly in sides for one in _targets(board, unit, friendly))


def _judge_request(board: Board, command: Command, request: Request) -> Legality:
    return count_warnings(board, command, request)[0]


def count_warnings(board: Board, command: Command, request: Request) -> tuple[Legality, int]:
    """Return the legality of a request as it is, and the number of its warnings."""
    try:
        warnings = command(board, request).judge()
        return (Legality.WARNED if warnings else Legality.OK), len(warnings)
    except MissingFacts:
        return Legality.NEEDS_INPUT, 0
    except (RuleError, BadFacts):
        return Legality.ILLEGAL, 0


def _least_restrictive(found: Iterable[Legality]) -> Legality:
    """Return the least restrictive of several; the search ends at an unrestricted one."""
    best = Legality.ILLEGAL
    for one in found:
        best = min(best, one)
        if best is Legality.OK:
            break
    return best


# The steps of a unit


def steps(board: Board, unit: Unit) -> list[Step]:
    """Return everything that a unit can do alone now, moves first, including steps that ask something."""
    found = [_make_step(board, way) for way in _lone_requests(board, unit)]
    return [one for one in found if one is not None and _is_open(one)]


def _is_open(step: Step) -> bool:
    return step.legality <= Legality.NEEDS_INPUT


def moves(board: Board, unit: Unit) -> list[Step]:
    """Return the ways in which a unit may move now."""
    return list(_move_steps(board, unit))


def _move_steps(board: Board, unit: Unit) -> Iterator[Step]:
    found = (_make_step(board, way) for way in _move_ways(board, unit))
    return (one for one in found if one is not None and _is_open(one))


class _Way(NamedTuple):
    """A request with its title, and its name before the inches that it goes."""

    request: Request
    label: Text
    name: Text = NOTHING


def _move_ways(board: Board, unit: Unit) -> list[_Way]:
    """Return all the ways to move that the system has."""
    move = board.system.commands.get("move")
    if move is None:
        return []
    base = changed(bare_request("move"), unit=(unit.id,), side=unit.side)
    ways = [_Way(changed(base, action=way.code), way.label, way.name) for way in move.actions_of(board, unit)]
    return ways or [_Way(base, move.title, move.title)]


def _lone_requests(board: Board, unit: Unit) -> Iterator[_Way]:
    """Yield requests that name only the unit itself, without acts that are also ways to move."""
    ways = _move_ways(board, unit)
    yield from ways
    named = {way.request.action for way in ways}
    for key, act in board.system.acts.items():
        if act.needs == ("unit",) and key not in named and not act.involuntary:
            yield _Way(changed(bare_request("act"), unit=(unit.id,), action=key, side=unit.side), act.title)


def _make_step(board: Board, way: _Way) -> Step | None:
    """Return the step, a move with its inches; None for a move of 0 inches."""
    request, label, name = way
    step = Step(label, request, best_legality(board, request))
    if request.command == "act" and (step.legality is Legality.NEEDS_INPUT or is_shot(board, request)):
        return step._replace(label=Text("{command} …", command=label))
    if request.command != "move" or step.legality > Legality.NEEDS_INPUT:
        return step
    inches = board.system.commands["move"].on(board, request).inches()
    if inches and name:
        return step._replace(label=Text("{action} {inches}″", action=name, inches=inches))
    return None if inches == 0 else step


def unit_steps(board: Board, unit: Unit) -> list[Step]:
    """Return the steps of a unit now: fire first, then its moves, close combat, and its acts in the system's order."""
    alone, foes = _own_steps(board, unit), list[Step]()
    for key in () if is_done(board, unit) else ("fire", "assault"):
        command = board.system.commands.get(key)
        if command is not None and targets(board, unit) and best_use(board, key, unit) <= Legality.NEEDS_INPUT:
            called = command.called(board) if command.called else command.title
            label = Text("{command} …", command=called)
            foes.append(Step(label, Request(key, unit=(unit.id,), side=unit.side), Legality.OK))
    charge = next((step for step in alone if (step.request.command, step.request.action) == ("move", "assault")), None)
    if charge is not None and any(step.request.command == "assault" for step in foes):
        # The form of the assault asks for the enemy and the distance: its move alone would be ordered twice.
        alone.remove(charge)
        label = Text("{command} …", command=charge.label)
        foes = [step._replace(label=label) if step.request.command == "assault" else step for step in foes]
    moves = [step for step in alone if step.request.command == "move"]
    fire = [step for step in (*foes, *alone) if is_shot(board, step.request)]
    rest = [step for step in (*foes, *alone) if step not in (*fire, *moves)]
    places = {key: nth for nth, key in enumerate(board.system.acts, 1)}
    rest = sorted((*rest, *_targeted_steps(board, unit)), key=lambda step: places.get(step.request.action or "", 0))
    return [*fire, *moves, *rest]


def is_shot(board: Board, request: Request) -> bool:
    """True if a request is a way to shoot: `/fire`, or an act that fires, such as shells that scatter."""
    command = command_of(board, request)
    return command is not None and (command.key == "fire" or command.fires)


def shots(board: Board, unit: Unit) -> list[Step]:
    """Return the ways to shoot that no rule forbids a unit, the unrestricted ones first."""
    acts = (changed(bare_request("act"), action=key) for key, act in board.system.acts.items() if act.fires)
    found = [Step(NOTHING, changed(bare_request("fire"), unit=(unit.id,)), best_use(board, "fire", unit))]
    for request in (changed(one, unit=(unit.id,)) for one in acts):
        found.append(Step(board.system.acts[request.action or ""].title, request, best_legality(board, request)))
    return sorted((one for one in found if one.legality is not Legality.ILLEGAL), key=lambda one: one.legality)


def _targeted_steps(board: Board, unit: Unit) -> Iterator[Step]:
    """Yield the acts of a unit against enemies, or with its own side, for which a legal target exists."""
    for key, act in board.system.acts.items():
        base = Request("act", (unit.id,), action=key, side=unit.side)
        if act.involuntary or act.needs != ("unit", "target") or not (act.at_foes or act.friendly or act.allies):
            continue
        label = Text("{command} …", command=act.title)
        if not act.at_foes:
            if not is_done(board, unit) and best_legality(board, base) <= Legality.NEEDS_INPUT:
                yield Step(label, base, Legality.OK)
            continue
        found = (changed(base, target=(foe.id,)) for foe in _targets(board, unit, friendly=False))
        if any(best_legality(board, one) <= Legality.NEEDS_INPUT for one in found):
            yield Step(label, changed(base, situation=(ASK_ME,)), Legality.OK)


def _own_steps(board: Board, unit: Unit) -> list[Step]:
    """Return the steps that need only the unit itself, if it may act now."""
    if board.game.holder not in (None, unit.side) and not is_going_on(board, unit):
        return []
    return steps(board, unit)


def is_going_on(board: Board, unit: Unit) -> bool:
    """True if a unit has actions left; the turn may have passed on with the activation of a side's last unit."""
    return bool(unit.count("actions_left")) or (unit.has("activated") and not is_done(board, unit))


# Units that are likely to act


class Candidate(NamedTuple):
    """A unit that may be given a command, and the legality of that."""

    unit: Unit
    legality: Legality


Seen = Mapping[str, Legality]
"""Legality by unit id for units that are not examined, because the reader may not know them."""
NONE_SEEN: Seen = MappingProxyType({})
Judge = Callable[[Board, str, Unit], Legality]


def candidates(board: Board, key: str, seen: Seen = NONE_SEEN, judge: Judge | None = None) -> list[Candidate]:
    """Return the living units for a command, the likeliest first and spent ones last.

    Unrestricted units come first, then units in the middle of their activation, then units of the active side. The
    menu of fire includes units that shoot by an act, unless `judge` decides otherwise.
    """
    units = _likeliest_units(board)
    looked = [Candidate(unit, _judge_once(board, key, unit, seen, judge or menu_legality)) for unit in units[:MOST]]
    rest = [Candidate(unit, Legality.WARNED) for unit in units[MOST:]]
    return sorted((*looked, *rest), key=lambda one: one.legality)


def free_units(
    board: Board,
    key: str,
    first: str | None,
    most: int,
    seen: Seen = NONE_SEEN,
    judge: Judge | None = None,
    not_of: str | None = None,
) -> list[Unit]:
    """Return at most `most` living units that may use a command without restriction, side `first` first.

    Units of the side `not_of` are left out. No more units are examined than are returned.
    """
    units = [unit for unit in _likeliest_units(board) if unit.side != not_of or not_of is None]
    units = sorted(units[:MOST], key=lambda unit: unit.side != first)
    free = (unit for unit in units if _judge_once(board, key, unit, seen, judge or menu_legality) is Legality.OK)
    return list(islice(free, most))


def _judge_once(board: Board, key: str, unit: Unit, seen: Seen, judge: Judge) -> Legality:
    return seen[unit.id] if unit.id in seen else judge(board, key, unit)


def menu_legality(board: Board, key: str, unit: Unit, ways: Callable[[Board, Unit], list[Step]] = shots) -> Legality:
    """Return the legality of a unit in the menu of a command; for fire, of the best of its `ways` to shoot."""
    if key != "fire":
        return best_use(board, key, unit)
    return min((one.legality for one in ways(board, unit)), default=Legality.ILLEGAL)


def _likeliest_units(board: Board) -> list[Unit]:
    return sorted(
        (unit for unit in board.game.units.values() if unit.alive), key=lambda unit: _likelihood_key(board, unit)
    )


def _likelihood_key(board: Board, unit: Unit) -> tuple[bool, bool, bool]:
    holder = board.game.holder
    return holder is not None and unit.side != holder, not unit.count("actions_left"), has_acted(board, unit)


def best_use(board: Board, key: str, unit: Unit) -> Legality:
    """Return the legality of a command by a unit, in the best way and against the best enemy."""
    command = board.system.commands.get(key)
    if command is None:
        return Legality.ILLEGAL
    if key == "move" and next(_move_steps(board, unit), None):
        return Legality.OK
    best = _least_restrictive(best_legality(board, request) for request in _requests_each_way(board, command, unit))
    # No player means a move of 0 inches.
    return max(best, Legality.WARNED) if key == "move" else best


def _requests_each_way(board: Board, command: Command, unit: Unit) -> list[Request]:
    """Return the bare command of a unit, and the command with each of its ways to move."""
    base = changed(bare_request(command.key), unit=(unit.id,), side=unit.side)
    if command.key != "move":
        return [base]
    return [base, *(changed(base, action=choice.code) for choice in command.actions_of(board, unit))]


def sort_targets(board: Board, base: Request, ids: Iterable[str]) -> list[str]:
    """Sort targets of a command: illegal ones last, before them those with warnings that others do not have."""
    command = command_of(board, base)
    if command is None:
        return list(ids)
    stands = {id: best_legality(board, changed(base, target=(id,))) for id in ids}
    # A question may lead to a warning: only an unrestricted target shows that the warning is due to another.
    likely = Legality.NEEDS_INPUT if Legality.OK in stands.values() else Legality.WARNED
    return sorted(stands, key=lambda id: max(stands[id], likely))


def targets(board: Board, unit: Unit, friendly: bool = False) -> list[Unit]:
    """Return the possible targets of a unit's command: living enemies, or its living friends."""
    return list(_targets(board, unit, friendly))


def _targets(board: Board, unit: Unit, friendly: bool) -> Iterator[Unit]:
    for one in board.game.units.values():
        if (one.side == unit.side) == friendly and one.id != unit.id and one.alive:
            yield one


# Options that need not be asked for: the only possible unit or target of a command.


def fill_only_choice(board: Board, request: Request) -> Request:
    """Return the request with the unit and the target that it needs, where only one is possible.

    Of enemies only the number counts, because the issuer may not know them.
    """
    command = command_of(board, request)
    if command is None:
        return request
    if "unit" in command.needs and not request.unit:
        request = changed(request, unit=_only_id(_able_units(board, command, request)))
    if "target" in command.needs and not (request.target or command.anybody) and request.unit:
        request = changed(request, target=_only_id(targets(board, board.unit(request.unit[0]), command.friendly)))
    return request


def _able_units(board: Board, command: Command, request: Request) -> list[Unit]:
    """Return the units of the issuer's side, or of the active side, that may use a command.

    For a command with a target, all living units count, because the issuer may not know which of them can fire.
    """
    side = request.side or board.game.holder
    living = [one for one in board.game.units.values() if one.alive and side in (None, one.side)]
    if "target" in command.needs:
        return living
    return [one for one in living if best_legality(board, changed(request, unit=(one.id,))) is not Legality.ILLEGAL]


def _only_id(units: Sequence[Unit]) -> tuple[str, ...]:
    return (units[0].id,) if len(units) == 1 else ()
