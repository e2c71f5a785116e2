"""Invariants of undo: whole turns, and no effects of earlier turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.game.registry import ActiveGame
from rules.command.system import Board
from rules.game.entry import Entry
from rules.game.events import TurnAdvanced
from rules.game.game import Game
from rules.kernel.request import group_of
from tests.soak.faults import of_steps
from tests.soak.plays import ANN, Came, Moment, Player

TURNS = ("turn", "initiative")
"""Groups of commands that advance the turn and decide who goes first."""


def moves_the_turn(entry: Entry) -> bool:
    return group_of(entry.command) in TURNS and any(isinstance(event, TurnAdvanced) for event in entry.events)


async def undo_across_a_turn(player: Player, live: ActiveGame) -> Came:
    """Undo a change of the turn, or an entry of an earlier turn."""
    before = [entry for turn, entry in player.entries.values() if turn < live.game.turn or moves_the_turn(entry)]
    if not before:
        return None
    entry = player.chance.choice(before[-12:])
    player.said = f"undo {entry.number}: {entry.command}"
    return await player.services.corrections.undo(player.call(ANN), entry.number)


@of_steps("Third reading: undoing a change of turn below later entries takes all of them or none; never half a turn")
def no_turn_is_taken_back_by_half(moment: Moment) -> Iterator[str]:
    """Check that no valid entry depends on an undone turn, and otherwise the turn is the earlier one."""
    if moment.undid is None:
        return
    turn, entry = moment.undid
    played = [one.number for one in moment.stood if one.number > entry.number and one.request]
    if moves_the_turn(entry) and played:
        yield f"{entry.command} {entry.number} is taken back, and {', '.join(map(str, played))} stand"
    elif moves_the_turn(entry) and moment.after.game.turn != turn:
        yield f"{entry.command} {entry.number} is taken back, and it is still turn {moment.after.game.turn}"
    elif not moves_the_turn(entry) and _clock(moment.after) != _clock(moment.before) and played:
        yield f"{entry.command} {entry.number} is taken back, and the turn moves"


def _clock(board: Board) -> Sequence[object]:
    return board.game.turn, board.game.phase


@of_steps("Third reading: never half a turn; States, turn_end: what ends with a turn ended with it")
def nothing_of_a_turn_that_is_over_comes_back(moment: Moment) -> Iterator[str]:
    """Check that an undo in an earlier turn restores no marker of that turn."""
    if moment.undid is None or moment.undid[0] >= moment.after.game.turn:
        return
    states = moment.after.system.states.values()
    ended = [one.name for one in states if "turn_end" in one.cleared_by and "manual" not in one.cleared_by]
    unsaid = {one.name for one in states if one.quiet and one.holds == "words"}
    for id, unit in moment.after.game.units.items():
        old = moment.before.game.units.get(id)
        # A fighting unit counts as activated, in this turn too (FUBAR, Close Combat).
        of_this_turn = {*unsaid, "tried"} if unit.has("engaged_with") else unsaid
        for name in ended if old else ():
            if old and unit.has(name) and not old.has(name) and name not in of_this_turn:
                yield f"{unit.name} ({id}) is {name} of turn {moment.undid[0]} again in turn {moment.after.game.turn}"


@of_steps("README, Effects: an undo restores the exact state")
def undo_restores_the_board(moment: Moment) -> Iterator[str]:
    """Check that an undo of the last entry restores everything except waiting dice and numbers."""
    if moment.anew is not None and _bare(moment.after.game) != _bare(moment.anew):
        old, new = _bare(moment.anew), _bare(moment.after.game)
        differ = [name for name in vars(old) if getattr(old, name) != getattr(new, name)]
        yield f"after the undo {', '.join(differ)} differ"


def _bare(game: Game) -> Game:
    """Return a game without the parts that an undo leaves on purpose."""
    bare = replace(game, number=0, notes=0, undone=set(), departed={}, last_unit=0, plays=0)
    return replace(
        bare, queues={}, seen={}, whose={}, drawn={}, line={}, kept={}, begun=False, left_sides={}, judged={}
    )
