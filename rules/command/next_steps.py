"""Next steps at a table: the steps of a unit, and the units likely to act.

Nothing is rolled or decided here: commands judge the legality of steps from the states alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from rules.command.legality import Legality, best_legality, command_of, least_restrictive, targets
from rules.command.system import Board
from rules.command.turns import has_acted, is_done
from rules.game.unit import Unit
from rules.kernel.request import ASK_ME, Request, bare_request, changed
from rules.kernel.text import NOTHING, Text

MOST = 40
"""Number of units that are examined closely; if there are more, the likeliest by their states."""


class Step(NamedTuple):
    """A possible step: its label, the request that performs it, and its legality."""

    label: Text
    request: Request
    legality: Legality


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
    foes = list[Step]()
    alone = steps(board, unit) if board.game.holder in (None, unit.side) or is_going_on(board, unit) else []
    for key in () if is_done(board, unit) else ("fire", "assault"):
        command = board.system.commands.get(key)
        if command is not None and best_use(board, key, unit) <= Legality.NEEDS_INPUT:
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
    found = [Step(NOTHING, changed(bare_request("fire"), unit=(unit.id,)), best_use(board, "fire", unit))]
    for key, act in board.system.acts.items():
        if act.fires:
            request = changed(bare_request("act"), unit=(unit.id,), action=key)
            found.append(Step(act.title, request, best_legality(board, request)))
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
        found = (changed(base, target=(foe.id,)) for foe in targets(board, unit))
        if any(best_legality(board, one) <= Legality.NEEDS_INPUT for one in found):
            yield Step(label, changed(base, situation=(ASK_ME,)), Legality.OK)


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
    units = [unit for unit in _likeliest_units(board) if unit.side != not_of]
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
    holder, living = board.game.holder, board.game.living
    return sorted(
        living,
        key=lambda one: (
            holder is not None and one.side != holder,
            not one.count("actions_left"),
            has_acted(board, one),
        ),
    )


def best_use(board: Board, key: str, unit: Unit) -> Legality:
    """Return the legality of a command by a unit, in the best way and against the best enemy."""
    command = board.system.commands.get(key)
    if command is None:
        return Legality.ILLEGAL
    if key == "move" and next(_move_steps(board, unit), None):
        return Legality.OK
    bare = changed(bare_request(command.key), unit=(unit.id,), side=unit.side)
    ways = command.actions_of(board, unit) if key == "move" else ()
    requests = [bare, *(changed(bare, action=choice.code) for choice in ways)]
    best = least_restrictive(best_legality(board, request) for request in requests)
    # No player means a move of 0 inches.
    return max(best, Legality.WARNED) if key == "move" else best


def sort_targets(board: Board, base: Request, ids: Iterable[str]) -> list[str]:
    """Sort targets of a command: illegal ones last, before them those with warnings that others do not have."""
    command = command_of(board, base)
    if command is None:
        return list(ids)
    stands = {id: best_legality(board, changed(base, target=(id,))) for id in ids}
    # A question may lead to a warning: only an unrestricted target shows that the warning is due to another.
    likely = Legality.NEEDS_INPUT if Legality.OK in stands.values() else Legality.WARNED
    return sorted(stands, key=lambda id: max(stands[id], likely))


# Options that need not be asked for: the only possible unit or target of a command.


def fill_only_choice(board: Board, request: Request) -> Request:
    """Return the request with the unit and the target that it needs, where only one is possible.

    Of enemies only the number counts, because the issuer may not know them.
    """
    command = command_of(board, request)
    if command is None:
        return request
    if "unit" in command.needs and not request.unit:
        side = request.side or board.game.holder
        able = [one for one in board.game.living if side in (None, one.side)]
        if "target" not in command.needs:  # else all count: the issuer may not know which of them can fire
            tried = [best_legality(board, changed(request, unit=(one.id,))) for one in able]
            able = [one for one, legality in zip(able, tried, strict=True) if legality is not Legality.ILLEGAL]
        request = changed(request, unit=_only_id(able))
    if "target" in command.needs and not (request.target or command.anybody) and request.unit:
        request = changed(request, target=_only_id(targets(board, board.unit(request.unit[0]), command.friendly)))
    return request


def _only_id(units: Sequence[Unit]) -> tuple[str, ...]:
    return (units[0].id,) if len(units) == 1 else ()
