"""`/move`, `/act tow` and `unhitch`: how far, what a move ends, and guns behind vehicles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, checked
from rules.kernel.request import Request, changed
from rules.kernel.text import Listed, Note, Term, Text, asks, at_table
from rules.openfire_ww2.commands.phase import leaving
from rules.openfire_ww2.commands.turn_state import LYING, fallen_back, moves, sent, stopped, to_move
from rules.openfire_ww2.facts import MOVEMENT, profile
from rules.openfire_ww2.movement import Movement, plan
from rules.openfire_ww2.tables import Board

_STATES = ("hit_the_dirt", "overdrive", "engine_damaged")


def order(board: Board, request: Request) -> ResolvedCommand:
    """Plan a move; a unit that lies or stands in a position may leave it with `leave_position`; one that falls back
    does.
    """
    unit = able(board.unit(request.unit[0]), Text("move"))
    leaves = _leaves(unit, request)
    return ResolvedCommand(
        (Planned("movement", _facts(board, unit, request), {"unit": unit.id}),),
        after=partial(_after, unit.id, leaves),
        notes=partial(_notes, request, leaves, unit.has("towed_by")),
        warnings=_warnings(board, unit, leaves),
        title=Text("{unit}: move", unit=unit.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    unit = able(board.unit(request.unit[0]), Text("move"))
    return _warnings(board, unit, _leaves(unit, request))


def inches(board: Board, request: Request) -> int:
    return total(plan(_facts(board, board.unit(request.unit[0]), request), board.book).why, "inches")


def _facts(board: Board, unit: Unit, request: Request) -> Movement:
    extra = (*_extra(unit, request, _forced(unit)), *stopped(board, unit, _leaves(unit, request)))
    return checked(Movement, {"kind": profile(unit).kind, "terrain": request.terrain, "extra": extra})


def _warnings(board: Board, unit: Unit, leaves: bool) -> tuple[Text, ...]:
    """None for a unit that goes nowhere anyway."""
    return () if stopped(board, unit, leaves) else to_move(board, unit)


def _forced(unit: Unit) -> bool:
    return unit.has("retreating") or unit.has("ordered_back")


def _leaves(unit: Unit, request: Request) -> bool:
    return _forced(unit) or "leave_position" in request.extra


def _extra(unit: Unit, request: Request, forced: bool) -> list[str]:
    """What its states and its manoeuvre make of the move.

    Who is driven back, and who got down in an earlier turn and leaves that position, gets up at full rate.
    """
    gets_up = forced or (unit.has("lay_before") and "leave_position" in request.extra)
    found = [*request.extra, *(state for state in _STATES if unit.has(state) and not (gets_up and state in LYING))]
    return [*found, "sprint"] if unit.word("manoeuvre") == "sprint" else found


def _after(id: str, leaves: bool, board: Board, played: Sequence[Played]) -> list[Event]:
    unit = board.unit(id)
    if not played[0].outcome.inches:
        return []
    events = fallen_back(board, unit) if sent(unit) else moves(board, unit)
    if leaves:
        events += [event for state in LYING if unit.has(state) for event in mark(unit, **{state: None})]
    events += mark(unit, towed_by=None) if unit.has("towed_by") else []
    return events + _carried_out(board, unit) + [event for gun in towed(board, unit) for event in moves(board, gun)]


def _carried_out(board: Board, unit: Unit) -> list[Event]:
    """The move of a Sprint or an Overdrive is part of it, for who had not moved; after a Sprint of the combat phase
    the movement phase is still to come."""
    name = unit.word("manoeuvre")
    if name not in ("sprint", "overdrive"):
        return mark(unit, carried_out=None) if unit.word("carried_out") == "sprint" else []
    if unit.has("moved_this_turn"):
        return mark(unit, manoeuvre=None)
    early = name == "sprint" and board.game.phase == "combat"
    return mark(unit, manoeuvre=None, carried_out="sprint" if early else "move")


def towed(board: Board, vehicle: Unit) -> list[Unit]:
    """The guns behind a vehicle."""
    return [unit for unit in board.game.units.values() if unit.word("towed_by") == vehicle.id and unit.alive]


def _notes(request: Request, leaves: bool, pushed: bool, board: Board, played: Sequence[Played]) -> list[Note]:
    unit = board.unit(request.unit[0])
    if not played[0].outcome.inches:
        lying = [state for state in stopped(board, unit, leaves) if state in LYING]
        return [_give_up(request, lying[0])] if lying else []
    guns = Listed([gun.ref for gun in towed(board, unit)])
    lines = [at_table(Text("Moves with it, 10″ at most: {guns}.", guns=guns))] if guns else []
    if unit.has("retreating"):
        lines.append(at_table(_falling_back(unit)))
    lines += leaving(board, unit)
    if pushed:
        lines.append(at_table(Text("{unit} is unhitched: its crew pushes it.", unit=unit.ref)))
    return lines


def _give_up(request: Request, position: str) -> Note:
    """A note that offers the same move with the position given up."""
    said = Text("It may give up {position}.", position=Term(position))
    out = changed(request, extra=(*request.extra, "leave_position"))
    return asks(said, Text("Give up {position} and move", position=Term(position)), out)


def _falling_back(unit: Unit) -> Text:
    if unit.has("rallying"):
        return Text("{unit} is falling back and rallies: toward the officer.", unit=unit.ref)
    return Text("{unit} is falling back: away from the nearest enemy.", unit=unit.ref)


def tow(board: Board, request: Request) -> ResolvedCommand:
    """`unit` is the gun, `target` the vehicle."""
    before_towing(board, request)
    gun, vehicle = board.unit(request.unit[0]), board.unit(request.target[0])
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(gun.id), towed_by=vehicle.id),
        title=Text("{vehicle}: {gun} in tow", vehicle=vehicle.ref, gun=gun.ref),
    )


def before_towing(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for what is no gun, and for what does not tow it."""
    gun = able(board.unit(request.unit[0]), Text("be towed"))
    if profile(gun).kind != "gun":
        raise RuleError(Text("{gun} is not a gun: only guns are towed.", gun=gun.ref), MOVEMENT)
    vehicles = [board.unit(id) for id in request.target]
    for vehicle in vehicles:
        if not profile(able(vehicle, Text("tow"))).tows or gun.side != vehicle.side:
            no_tractor = Text("{vehicle} does not tow the guns of {side}.", vehicle=vehicle.ref, side=gun.side)
            raise RuleError(no_tractor, MOVEMENT)
    hitched = [gun] if gun.has("towed_by") else [vehicle for vehicle in vehicles if towed(board, vehicle)]
    if hitched:
        raise RuleError(Text("{unit} is hitched up already.", unit=hitched[0].ref), MOVEMENT)
    return ()


def unhitch(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a gun that is not in tow."""
    before_unhitching(board, request)
    gun = board.unit(request.unit[0])
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(gun.id), towed_by=None), title=Text("{gun}: unhitched", gun=gun.ref)
    )


def before_unhitching(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a gun that is not in tow."""
    gun = board.unit(request.unit[0])
    if not gun.has("towed_by"):
        raise RuleError(Text("{gun} is not in tow.", gun=gun.ref), MOVEMENT)
    return ()


COMMAND = Command(
    key="move",
    title=Text("Move"),
    order=order,
    before=before,
    inches=inches,
    terrain=(
        Choice("road", Text("On a road: half as far again")),
        Choice("path", Text("On a path: half as far again")),
        Choice("trench", Text("In a trench: infantry half as far again")),
        Choice("river", Text("Through river: half")),
        Choice("ruins", Text("Through ruins: half")),
        Choice("forest", Text("Through forest: half")),
        Choice("swamp", Text("Through swamp: half")),
    ),
    extra=(
        Choice("charge", Text("A charge: +2″")),
        Choice("leave_position", Text("Gives up Hit the Dirt, Set Up Position or Hull Down")),
    ),
)
TOW = Command(
    key="tow",
    title=Text("Take a gun in tow"),
    order=tow,
    before=before_towing,
    needs=("unit", "target"),
    friendly=True,
)
UNHITCH = Command(key="unhitch", title=Text("Unhitch a gun"), order=unhitch, before=before_unhitching)
