"""What is asked of whoever gives a command that the rules object to, and what they would do anyway."""

from __future__ import annotations

from bot.errors import Warned
from bot.game.consent import acting_side
from bot.game.questions import ObjectionQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Amend, Attempt, ByHand, Resolve
from bot.resolution.execution import command_of
from rules.kernel.text import NOTHING, Text


def warning(live: ActiveGame, attempt: Attempt, warned: Warned) -> WarningQuestion:
    """What is asked, for now, of whoever gives a command."""
    return WarningQuestion(
        warnings=warned.warnings,
        others=warned.others,
        act=_act(live, attempt),
        at=warned.at,
        moved=warned.moved,
        about=_about(attempt, warned),
    )


def objection(live: ActiveGame, attempt: Attempt, warned: Warned, about: Text) -> ObjectionQuestion:
    """What is asked of whoever gave a command that others have answered to: it stays until it is answered."""
    request = attempt.request
    return ObjectionQuestion(
        side=acting_side(live.game, request),
        unit=next(iter(request.unit), None),
        warnings=warned.warnings,
        others=warned.others,
        act=_act(live, attempt),
        at=warned.at,
        about=about,
        so_far=attempt.thrown,
    )


def _about(attempt: Attempt, warned: Warned) -> Text:
    """What is asked beside what speaks against it: whether a game really ends here."""
    if not isinstance(attempt.command, ByHand):
        return NOTHING
    if warned.warnings:
        return Text("End the game here? These questions would stay without an answer:")
    return Text("End the game here? Its record stays, and `/game reopen` resumes it.")


def _act(live: ActiveGame, attempt: Attempt) -> Text:
    """What a command does, in the words of a button."""
    match attempt.command:
        case Resolve(request=request):
            return command_of(live, request).title
        case Amend():
            return Text("Amend")
        case ByHand():
            return Text("End the game")
        case _:
            return NOTHING
