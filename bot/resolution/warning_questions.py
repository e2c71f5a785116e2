"""Questions to the issuer of a command with warnings."""

from __future__ import annotations

from bot import errors
from bot.game.permissions import acting_side
from bot.game.questions import (
    ObjectionQuestion,
    WarningQuestion,
)
from bot.game.registry import ActiveGame
from bot.resolution import pending_command
from bot.resolution.execution import command_of
from rules.kernel.text import NOTHING, Text


def warning_question(
    live: ActiveGame, attempt: pending_command.PendingCommand, warned: errors.ConfirmationNeeded
) -> WarningQuestion:
    """Return the temporary question to the issuer of a command."""
    return WarningQuestion(
        warnings=warned.warnings,
        others=warned.others,
        act=_act_label(live, attempt),
        at=warned.at,
        moved=warned.moved,
        about=_warning_subject(attempt, warned),
    )


def objection_question(
    live: ActiveGame, attempt: pending_command.PendingCommand, warned: errors.ConfirmationNeeded, about: Text
) -> ObjectionQuestion:
    """Return the lasting question to the issuer of a command that others have already answered."""
    request = attempt.request
    return ObjectionQuestion(
        side=acting_side(live.game, request),
        unit=next(iter(request.unit), None),
        warnings=warned.warnings,
        others=warned.others,
        act=_act_label(live, attempt),
        at=warned.at,
        about=about,
        so_far=attempt.thrown,
    )


def _warning_subject(attempt: pending_command.PendingCommand, warned: errors.ConfirmationNeeded) -> Text:
    """Return the question shown with the warnings: whether the game really ends here."""
    if not isinstance(attempt.command, pending_command.ManualChange):
        return NOTHING
    won = getattr(attempt.command.change, "winner", None)
    if won and not warned.warnings:
        text = Text("End the game here, as a draw? The record stays; `/game reopen` resumes it.")
        win = Text("End the game here: {side} wins? The record stays; `/game reopen` resumes it.", side=won)
        return text if won == "draw" else win
    if won:
        text = Text("End the game here, as a draw? These questions are still open:")
        win = Text("End the game here: {side} wins? These questions are still open:", side=won)
        return text if won == "draw" else win
    if warned.warnings:
        return Text("End the game here? These questions are still open:")
    return Text("End the game here? The record stays; `/game reopen` resumes it.")


def _act_label(live: ActiveGame, attempt: pending_command.PendingCommand) -> Text:
    """Return a command's effect as the label of a button."""
    match attempt.command:
        case pending_command.Resolve(request=request):
            return command_of(live.system, request).title
        case pending_command.Amend():
            return Text("Amend")
        case _:
            return Text("End the game")
