"""The entry of a command that the rules resolve, and the dice that it may draw."""

from __future__ import annotations

from collections.abc import Sequence

from bot.dice.bot_dice import BotDice
from bot.dice.own_dice import drop_kept_own_dice, own_dice_notes
from bot.dice.returned import NOBODY
from bot.game.people import Call
from bot.game.permissions import acting_side, other_sides, same_command
from bot.game.registry import ActiveGame
from bot.resolution.answers import full_question
from bot.resolution.checks import IssuedCommand
from bot.resolution.execution import play_out
from bot.resolution.journal_referee import Clock
from bot.resolution.open_questions import involvement_warnings
from bot.resolution.pending_command import Amend, PendingCommand, QuestionRaised, Resolve, stored_rolls
from bot.resolution.result import CommandResult, next_entry
from bot.store.tables import Pending
from rules.command.effects import settle_board
from rules.command.victory import scenario_notes
from rules.kit.reserves import reminders


def dice_for_command(
    live: ActiveGame, call: Call, attempt: PendingCommand, dice: BotDice, waiting: Sequence[Pending]
) -> BotDice:
    """Return the dice that the command may draw now: not those drawn by `waiting` questions. Its own rolls are kept."""
    if not isinstance(attempt.command, Resolve | Amend):
        return dice
    side = acting_side(live.game, attempt.request)
    others = other_sides(live.game, call.who, side)
    groups = tuple(one for one in others if one not in attempt.agreed)
    elsewhere = [roll for row in waiting for roll in stored_rolls(row.answers)]
    return dice.for_retry(live.game, same_command(attempt.request), side or NOBODY, groups, others, elsewhere)


def played_entry(given: IssuedCommand, dice: BotDice, clock: Clock) -> CommandResult:
    """Return the entry of a command; `clock` is read once it is played. Raises QuestionRaised."""
    live, call, attempt, command = given.live, given.call, given.attempt, given.command
    board, request = live.board, attempt.request
    try:
        done = play_out(board, command, attempt, dice)
    except QuestionRaised as raised:
        raise QuestionRaised(full_question(board, command, raised), raised.attempt, raised.reached) from None
    results = [one.played for one in done.resolutions]
    kept = drop_kept_own_dice(board.game, dice.command) if done.resolutions else ()
    more = [*command.after(done.board, results), *dice.changes(board.game), *kept]
    more = settle_board(done.board, more)
    after = done.board.after(more)
    plays = done.plays(command, request.side)
    notes = (
        *done.notes,
        *dice.notes(),
        *own_dice_notes(board.game, dice.command, plays),
        *command.notes(after, results),
        *scenario_notes(board, after),
        *reminders(board, after),
        *involvement_warnings(live, request, given.waiting),
    )
    entry = next_entry(
        board,
        call,
        clock(),
        request.command,
        side=acting_side(board.game, request),
        request=request.to_stored(),
        plays=plays,
        events=(*done.events, *more),
        notes=notes,
        warnings=command.warnings,
        title=command.title,
        fresh=(*attempt.fresh, *dice.new_rolls),
        because=attempt.reasons.because,
        weighed=attempt.reasons.weighed,
    )
    return CommandResult(live.info.id, entry, board, after)
