"""`/turn end` and `/turn next`: whose turn it is, what it ends and begins with, and what a unit may still do in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import clearing, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import next_turn, not_yet
from rules.game.events import Event, StateCounted, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import total
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Listed, Note, Term, Text, asks, counted
from rules.openfire_ww2 import movement
from rules.openfire_ww2.aiming import cannot_harm
from rules.openfire_ww2.commands.board_facts import armed, is_vehicle, moved, silenced, weapon_facts
from rules.openfire_ww2.commands.fire import elsewhere
from rules.openfire_ww2.commands.guns import ROUNDS, supports_by_shells
from rules.openfire_ww2.commands.phase import COMMAND as PHASE
from rules.openfire_ww2.commands.phase import TURN, others_turn, somebodys_turn, turned, unnamed
from rules.openfire_ww2.commands.turn_state import (
    LYING,
    comes_first,
    driven,
    freed,
    sent,
    steadied,
    stopped,
    test_first,
    to_act,
    to_fight,
    to_move,
)
from rules.openfire_ww2.facts import named, profile
from rules.openfire_ww2.morale import due, passing, results, sure, test
from rules.openfire_ww2.objectives import MAJORITY, TURNS, majority, majority_events
from rules.openfire_ww2.tables import Board


def end(board: Board, request: Request) -> ResolvedCommand:
    """A side's turn is over; the next side begins with its Terror tests. Raises RuleError for another side."""
    side = _whose(board, request)
    after = _after_side(board, side)
    units = due(board, [after]) if after else []
    plays = tuple(test(unit) for unit in units if not sure(unit))
    return ResolvedCommand(
        plays,
        after=partial(_handed_on, side, after, tuple(unit.id for unit in units), plays),
        notes=partial(_notes, board, tuple(units), plays),
        warnings=_left_behind(board, (side,)),
        title=Text("{side}: turn over", side=side),
    )


def before_end(board: Board, request: Request) -> tuple[Text, ...]:
    return _left_behind(board, (_whose(board, request),))


def _whose(board: Board, request: Request) -> str:
    """The side whose turn is over; raises RuleError."""
    side = board.game.holder or request.side
    somebodys_turn(board)
    if side is None:
        raise RuleError(Text("Whose turn is over? `/turn phase` says whose it is."), TURN)
    if request.side and request.side != side:
        raise RuleError(others_turn(side, request.side), TURN)
    return side


def _left_behind(board: Board, sides: Sequence[str]) -> tuple[Text, ...]:
    """Warnings of units of these sides that have still to fall back, or to fire as ordered."""
    return tuple(said for unit in _of(board, sides) for said in (*comes_first(unit), *elsewhere(board, unit, ())))


def _after_side(board: Board, side: str) -> str | None:
    """The side that comes after it, passing over those that have fallen; None when all have had their turn."""
    order = turned(board, side).order
    return next(iter(_left(board, order[order.index(side) + 1 :])), None)


def _left(board: Board, sides: Sequence[str]) -> list[str]:
    """The sides that have anybody left."""
    living = {unit.side for unit in board.game.units.values() if unit.alive}
    return [side for side in sides if side in living]


def _first(board: Board) -> str | None:
    """The side that begins a turn: the first of the order that has anybody left, if any has."""
    order = board.game.order
    return next(iter((*_left(board, order), *order)), None)


def _handed_on(
    side: str,
    after: str | None,
    units: tuple[str, ...],
    plays: Sequence[Planned],
    board: Board,
    played: Sequence[Played],
) -> list[Event]:
    events: list[Event] = [*side_ended(board, (side,)), turned(board.after([turned(board, side)]), after)]
    started = side_started(board, (after,)) if after else []
    return [*events, *started, *_steadied(board, units, plays, played)]


def _steadied(board: Board, units: Sequence[str], plays: Sequence[Planned], played: Sequence[Played]) -> list[Event]:
    """The units that tested and passed, and those that pass without dice by order."""
    found = results(plays, played)
    thrown = [id for id, _ in found]
    return steadied(board, [*found, *((id, "passed") for id in units if id not in thrown)])


def side_ended(board: Board, sides: Sequence[str]) -> list[Event]:
    """Being buttoned up, and the silence after a barrage, count turn ends of the unit's own side; phases begin anew."""
    return [*unnamed(board, sides), *_counted_down(board, sides)]


def _counted_down(board: Board, sides: Sequence[str]) -> list[Event]:
    return [
        StateCounted(unit=unit.id, state=state, change=-1)
        for unit in _of(board, sides)
        for state in ("buttoned", "barraged")
        if unit.has(state)
    ]


def side_started(board: Board, sides: Sequence[str]) -> list[Event]:
    """Hold the Line ends with the officer's next turn; lying and standing in position too, by ruling."""
    brief = board.rulings.states_last == "next_turn"
    return [
        event
        for unit in _of(board, sides)
        for event in clearing(board, unit, "turn_start")
        if brief or event.state not in LYING  # pyright: ignore — clearing takes markers off
    ]


def _of(board: Board, sides: Sequence[str]) -> list[Unit]:
    return [unit for unit in board.game.units.values() if unit.side in sides]


def next_turn_order(board: Board, request: Request) -> ResolvedCommand:
    """Whoever has not had a turn forfeits it; warns while units have done nothing."""
    game = board.game
    begins = _first(board)
    first = (begins,) if begins else game.sides
    units = due(board, first)
    plays = tuple(test(unit) for unit in units if not sure(unit))
    return ResolvedCommand(
        plays,
        after=partial(_next, first, tuple(unit.id for unit in units), plays),
        notes=lambda after, played: [*_notes(board, units, plays, after, played), *_majority(board)],
        warnings=before_next(board, request),
        title=Text("Turn {turn}", turn=game.turn + 1),
    )


def before_next(board: Board, request: Request) -> tuple[Text, ...]:
    return (*not_yet(board, _idle(board)), *_left_behind(board, _still_to_end(board)))


def _majority(board: Board) -> list[Text]:
    """Who held most objectives in the turn that ends, and for how many turns by now (Objectives)."""
    side = majority(board)
    if side is None:
        return []
    turns = counted(board.game.tally(MAJORITY, side) + 1, "turn", "turns")
    return [
        Text(
            "{side} has held the majority of objectives for {turns}; {needed} win: `/game victory`.",
            side=side,
            turns=turns,
            needed=TURNS,
        )
    ]


def _idle(board: Board) -> list[Unit]:
    """Units that could have done something and did not; a side that has ended its turn has said so of its own."""
    done = ("moved_this_turn", "fired", "acted", "retreating")
    kept = ("pinned", "buttoned", "barraged", "towed_by", "set_up_position", "hull_down")
    units = [unit for unit in _of(board, _still_to_end(board)) if unit.alive]
    return [unit for unit in units if not any(unit.has(state) for state in (*done, *kept))]


def _next(
    first: tuple[str, ...],
    units: tuple[str, ...],
    plays: Sequence[Planned],
    board: Board,
    played: Sequence[Played],
) -> list[Event]:
    game = board.game
    ending = _still_to_end(board)
    ends = [event for event in next_turn(board) if not _counts_own_turns(event)]
    remembered = [event for unit in _of(board, game.sides) for event in _remembered(unit)]
    turned = TurnAdvanced(turn=game.turn + 1, order=game.order, holder=_first(board))
    started = side_started(board, first)
    return [
        *majority_events(board),
        *side_ended(board, ending),
        *ends,
        *remembered,
        turned,
        *started,
        *_steadied(board, units, plays, played),
    ]


def _still_to_end(board: Board) -> tuple[str, ...]:
    """The sides whose turn was not ended by `/turn end`: all of them where nobody kept count of turns."""
    game = board.game
    if not game.order:
        return game.sides
    return game.order[game.order.index(game.holder) :] if game.holder in game.order else ()


def _counts_own_turns(event: Event) -> bool:
    return getattr(event, "state", None) in ("buttoned", "barraged")


def _remembered(unit: Unit) -> list[Event]:
    """What counts in the next turn of what it did in this one."""
    moved = mark(unit, moved_last_turn=1) if unit.has("moved_this_turn") else []
    return [*moved, *(mark(unit, lay_before=1) if unit.has("hit_the_dirt") else [])]


def _notes(
    before: Board, units: Sequence[Unit], plays: Sequence[Planned], board: Board, played: Sequence[Played]
) -> list[Text]:
    lines = [*passing(units), *freed(board, results(plays, played))]
    game = board.game
    if game.holder:
        return [*lines, _phase(Text("{holder}'s turn: which phase?", holder=game.holder))]
    if game.order:
        return [
            *lines,
            asks(Text("Every side has had its turn."), Text("Next turn"), Request("turn next")),
        ]
    return [*lines, _phase(Text("Whose turn is it?"))]


def _phase(asked: Text) -> Note:
    first = PHASE.actions[0]
    return asks(asked, first.label, Request("turn phase", action=first.code))


END = Command(key="turn end", title=Text("End your turn"), order=end, before=before_end, needs=())
NEXT = Command(key="turn next", title=Text("Next turn"), order=next_turn_order, before=before_next, needs=())


# What a unit may still do: inches, weapons and ranges, manoeuvres and orders.


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """What is accepted now without a warning, and no more."""
    if not unit.alive:
        return ()
    if test_first(unit):
        return (Text("Terror test"),)
    parts = (_move(board, unit), _fire(board, unit), _manoeuvres(board, unit), _orders(board, unit))
    return tuple(part for part in parts if part)


def _move(board: Board, unit: Unit) -> Text:
    if to_move(board, unit) or stopped(board, unit, sent(unit)):
        return NOTHING
    extra = [state for state in ("hit_the_dirt", "overdrive", "engine_damaged") if unit.has(state)]
    extra = [state for state in extra if not (sent(unit) and state in LYING)]
    extra += ["sprint"] * (unit.word("manoeuvre") == "sprint")
    facts = checked(movement.Movement, {"kind": profile(unit).kind, "extra": tuple(extra)})
    inches = total(movement.plan(facts, board.book).why, "inches")
    if driven(unit):
        return Text("fall back {inches}″", inches=inches)
    return Text("move {inches}″ in the open", inches=inches)


def _fire(board: Board, unit: Unit) -> Text:
    if not _can_fight(unit):
        return NOTHING
    rows = board.tables.weapons
    names = [weapon.name for weapon in armed(unit) if not _silenced(board, unit, weapon.name)]
    names = [name for name in names if not to_fight(board, unit, _by_order(board, name)) and _harms(board, unit, name)]
    reaches = [Text("{weapon} to {range}″", weapon=Term(name), range=rows[name].rng) for name in names]
    if supports_by_shells(unit) and not to_fight(board, unit, "supporting_fire"):
        reaches.append(counted(ROUNDS, "shell", "shells"))
    return Text("fire {weapons}", weapons=Listed(reaches)) if reaches else NOTHING


def _harms(board: Board, unit: Unit, name: str) -> bool:
    """Whether such a weapon can harm any enemy that is left; shells burst whoever is there, and smoke harms nobody."""
    row = board.tables.weapons[name]
    foes = [foe for foe in board.game.units.values() if foe.alive and foe.side != unit.side]
    return not foes or row.mobility == "artillery" or any(not cannot_harm(row, profile(foe)) for foe in foes)


def _can_fight(unit: Unit) -> bool:
    return not (unit.has("towed_by") or unit.has("buttoned") or silenced(unit))


def _by_order(board: Board, weapon: str) -> str:
    """The order or manoeuvre that such a weapon fires by."""
    return "barrage" if board.tables.weapons[weapon].mobility == "artillery" else "concentrate_fire"


def _silenced(board: Board, unit: Unit, name: str) -> bool:
    """A second grenade; by ruling a heavy weapon on foot after a move, or a mobile one in the turn it moved."""
    if board.tables.weapons[name].grenade and unit.has("grenade_thrown"):
        return True
    facts, when = weapon_facts(board, unit, name), moved(board, unit)
    if facts["mobility"] in ("heavy", "artillery") and not facts["mounted"]:
        return when == "last_turn" or (when == "this_turn" and board.rulings.heavy_after_move == "this_or_last")
    return facts["mobility"] != "light" and when == "this_turn" and board.rulings.mobile_after_move == "next_turn"


def _manoeuvres(board: Board, unit: Unit) -> Text:
    names = [name for name in _of_kind(board, unit) if not to_act(board, unit, name)]
    if unit.word("manoeuvre") == "button_vehicle" and not to_fight(board, unit, "button_vehicle"):
        names.append("button_vehicle")
    return Listed([named(name) for name in names], "or")


def _of_kind(board: Board, unit: Unit) -> list[str]:
    """The manoeuvres of such a unit that it is not kept from; guns have none but Barrage."""
    names: list[str] = []
    if is_vehicle(unit):
        names = ["overdrive", "hull_down"]
    elif profile(unit).kind == "infantry":
        names = ["hit_the_dirt", "set_up_position", "sprint"]
    if stopped(board, unit, leaves=True):
        names = [name for name in names if name not in ("sprint", "overdrive")]
    rows = board.tables.weapons
    ready = [rows[one.name] for one in armed(unit) if _can_fight(unit) and not _silenced(board, unit, one.name)]
    slits = any(row.domain == "infantry_weapon" and not row.grenade and row.mobility != "artillery" for row in ready)
    names += ["button_vehicle"] * (slits and profile(unit).kind == "infantry")
    return names + ["barrage"] * any(row.mobility == "artillery" for row in ready)


def _orders(board: Board, unit: Unit) -> Text:
    return Text("give an order within 12″") if profile(unit).officer and not to_act(board, unit) else NOTHING
