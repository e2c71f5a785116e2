"""A game without one of its entries: its state, the dice that return, and the entry of the undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from bot.dice.bot_dice import next_dice_lines
from bot.dice.own_dice import keep_own_dice
from bot.dice.returned import ReturnedDice, bot_faces, places_of_bot_faces
from bot.game.people import Call
from bot.game.permissions import (
    other_sides,
    same_command,
)
from bot.game.registry import ActiveGame
from bot.resolution.dependencies import (
    active_entries,
    original_of,
    turn_of,
    turn_without,
)
from bot.resolution.pending_command import PendingCommand
from bot.resolution.result import next_entry
from bot.resolution.undo_notes import is_for_rules_only
from rules.command.effects import settle_board
from rules.command.system import Board
from rules.game.dice_events import OwnDiceKept
from rules.game.entry import Entry, play_entries
from rules.game.events import Event, StateOver
from rules.game.game import Game
from rules.kernel.request import Request
from rules.kernel.text import Text

Lasting = Mapping[str, Text]
"""Commands whose entries are never undone alone, as another record depends on them, with the alternative."""


@dataclass
class Undoing:
    """An entry to be undone by a caller, at a time in seconds since 1970."""

    live: ActiveGame
    call: Call
    attempt: PendingCommand
    entries: Sequence[Entry]
    entry: Entry
    at: float
    lasting: Lasting

    @cached_property
    def later(self) -> Sequence[Entry]:
        """The active entries after it."""
        return [one for one in active_entries(self.entries) if one.number > self.entry.number]

    @cached_property
    def without(self) -> WithoutEntry:
        """The game without it; no later entry depends on it."""
        return _without_entry(self)

    @property
    def others(self) -> tuple[str, ...]:
        """The sides with players, except the caller's."""
        return other_sides(self.live.game, self.call.who)


class WithoutEntry(NamedTuple):
    """The game without an entry, the undo of it, and the board after its events; the rules add those in `follows`.

    `returned` are the bot's dice, `kept` the players' own, and `dice` the notes on dice that are next in line.
    """

    game: Game
    undo: Entry
    board: Board
    follows: Sequence[Event]
    returned: ReturnedDice
    kept: Sequence[OwnDiceKept]
    dice: Sequence[Text]


def _without_entry(about: Undoing) -> WithoutEntry:
    """Return the game without the entry; once a finished game goes on, dice of questions are next in line."""
    live, entries, entry = about.live, about.entries, about.entry
    undo = undo_entry(live, about.call, entry, about.at)
    returned, kept = _returned_dice(live.game, entry, original_of(entries, entry).number)
    game = play_entries(entries, undo).with_shared_units(live.game)
    over = _restored_states(live.board, entries, entry, game)
    dice = tuple(next_dice_lines(returned.unsettled_faces)) if entry.command == "game end" else ()
    queued = returned.with_agreement_on_all() if dice else returned
    changes = (*turn_without(entries, entry, game), *over, *queued.changes(game), *kept)
    events = tuple(settle_board(live.board._replace(game=game), changes))
    board = live.board._replace(game=game.with_events(events))
    undo = undo.model_copy(update={"events": events})
    return WithoutEntry(game, undo, board, events[len(changes) :], returned, kept, dice)


# Which dice return.


def _returned_dice(game: Game, entry: Entry, first: int) -> tuple[ReturnedDice, tuple[OwnDiceKept, ...]]:
    """Return the waiting dice including the entry's, in the order drawn, and the players' own dice.

    `first` is the number of the original entry, if this one is an amendment.
    """
    returned = ReturnedDice.in_game(game)
    if not entry.plays:
        return returned, ()
    command = same_command(Request.of(entry.request))
    drawn = places_of_bot_faces(game, entry, first)
    return returned.put(bot_faces(game, entry), command, drawn, "next"), keep_own_dice(entry, command)


def _restored_states(now: Board, entries: Sequence[Entry], taken: Entry, without: Game) -> list[StateOver]:
    """Return the events that restore the states of the entry's turn that ended with that turn."""
    turn = turn_of(entries, taken)
    if turn >= without.turn:
        return []
    ends = [one for one in now.system.states.values() if "turn_end" in one.cleared_by and not is_for_rules_only(one)]
    # A state that can also be removed by hand ends as its page describes, not with every turn.
    ended = [one.name for one in ends if "manual" not in one.cleared_by]
    return [
        StateOver(unit=id, state=name, in_turn=turn)
        for id, unit in without.units.items()
        for name in ended
        if unit.has(name) and not (id in now.game.units and now.game.units[id].has(name))
    ]


def undo_entry(live: ActiveGame, call: Call, entry: Entry, at: float) -> Entry:
    title = Text("Undone: {title} (entry {number})", title=entry.shown_title, number=entry.number)
    return next_entry(live.board, call, at, "undo", side=entry.side, undoes=entry.number, title=title)
