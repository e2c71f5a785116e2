"""Amendments: replaying an entry with facts that were forgotten, and with the faces already rolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.dice.bot_dice import BotDice
from bot.dice.own_dice import corrected_rolls
from bot.dice.returned import unneeded_faces
from bot.errors import AppError, Refusal
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution import dependencies, undo_notes
from bot.resolution.amend_command import find_entry_to_amend
from bot.resolution.amend_consent import amendment_notes, require_amendment_agreed, require_effect_agreed
from bot.resolution.amended_entry import entry_without_dice, mark_known, with_dice
from bot.resolution.answers import titled_question
from bot.resolution.checks import must_be_confirmed
from bot.resolution.execution import command_of, play_out
from bot.resolution.pending_command import Amend, PendingCommand, QuestionRaised
from bot.resolution.result import CommandResult
from rules.command.effects import settle_board
from rules.command.system import Board
from rules.game.entry import Entry, initial_game, play_back, play_entries
from rules.kernel.errors import RulesError
from rules.kernel.plays import Play
from rules.kernel.table import Faces
from rules.kernel.text import Text


def resolve_amendment(
    live: ActiveGame, call: Call, attempt: PendingCommand, entries: Sequence[Entry], dice: BotDice, at: float
) -> CommandResult:
    """Return the amendment as an entry, which undoes the old one and contains the new play.

    Raises the errors of the command itself, Refusal if later entries depend on the old one, and QuestionRaised for
    consent, for a new die, or for a decision that was not needed before.
    """
    assert isinstance(attempt.command, Amend)
    old = find_entry_to_amend(entries, attempt.command.entry)
    dependencies.require_independent(entries, old)
    board = _board_before(live, entries, old)
    command = command_of(live.system, attempt.request).plan(board, attempt.request)
    must_be_confirmed(live, attempt, command.warnings)
    dependencies.require_no_conflict(entries, old, board.game, old)
    require_amendment_agreed(live, call, attempt, entries, old)
    try:
        done = play_out(board, command, attempt, dice, again=corrected_rolls(old, attempt.command.own, command.plays))
    except QuestionRaised as raised:
        raise QuestionRaised(titled_question(board, command, raised), raised.attempt, raised.reached) from None
    results = [one.played for one in done.resolutions]
    plays = mark_known(done.plays(command, attempt.request.side), old, done.thrown)
    more = settle_board(done.board, command.after(done.board, results))
    bare = entry_without_dice(live, call, attempt, old, command, at)
    bare = bare.model_copy(update={"plays": plays, "events": (*done.events, *more)})
    dependencies.require_no_conflict(entries, old, board.game, bare)
    bare = dependencies.keep_turn(entries, old, board.game, live.game, bare)
    over = unneeded_faces(live.game, old, plays)
    entry = with_dice(live, entries, bare, over, dice)
    dependencies.require_settled_board(entries, old, live.board, entry)
    after = live.board._replace(game=play_entries(entries, entry).with_shared_units(live.game))
    since = undo_notes.units_moved_by(dependencies.later_entries(entries, old))
    moved = undo_notes.units_moved_by([old]) - undo_notes.units_moved_by([bare])
    notes = (
        *amendment_notes(live, attempt, entries, old, over),
        *done.notes,
        *dice.notes(),
        *command.notes(after, results),
        *undo_notes.put_back_notes(moved, since, after.game),
        *undo_notes.unmarked_notes(live.board, after),
    )
    require_effect_agreed(live, call, attempt.with_changes(thrown=done.thrown), old, after, notes, any(over.values()))
    because, weighed = attempt.reasons
    fresh = (*attempt.fresh, *dice.new_rolls)
    entry = entry.model_copy(update={"notes": notes, "fresh": fresh, "because": because, "weighed": weighed})
    return CommandResult(live.info.id, entry, live.board, after)


def foresee_plays(live: ActiveGame, attempt: PendingCommand, entries: Sequence[Entry]) -> tuple[Play, ...]:
    """Return the plays of an amendment with the recorded faces.

    They are empty if it needs more dice, or asks a question first. Raises Refusal like `resolve_amendment`.
    """
    assert isinstance(attempt.command, Amend)
    old = find_entry_to_amend(entries, attempt.command.entry)
    dependencies.require_independent(entries, old)
    board = _board_before(live, entries, old)

    def refuse(*_: Any) -> Faces:
        raise Refusal(Text("More dice are needed."))

    try:
        command = command_of(live.system, attempt.request).plan(board, attempt.request)
        lying = corrected_rolls(old, attempt.command.own, command.plays)
        done = play_out(board, command, attempt, BotDice(refuse), again=lying)
    except (QuestionRaised, AppError, RulesError):
        return ()
    return done.plays(command, attempt.request.side)


def _board_before(live: ActiveGame, entries: Sequence[Entry], old: Entry) -> Board:
    """Return the board before the old entry, without entries undone since, but with the current dice modes.

    An amendment has the place of the entry that was amended first. The board is settled: what the undone entries did
    may have ended a state that nothing else has ended.
    """
    first, undone = dependencies.original_of(entries, old).number, live.game.undone
    game = play_back([one for one in entries if one.number < first and one.number not in undone], initial_game(entries))
    game.dice = dict(live.game.dice)
    board = live.board_with(game)
    return board.after(settle_board(board, ()))
