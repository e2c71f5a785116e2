"""What the rules object to in a command: who says "anyway" to it, and who agrees where something is done again."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import Warned
from bot.game.consent import acting_side, other_sides
from bot.game.people import Call
from bot.game.questions import ConsentQuestion, ObjectionQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, QuestionRaised
from rules.game import Game
from rules.system import ResolvedCommand
from rules.text import Text


def unconfirmed(command: ResolvedCommand, attempt: Attempt) -> tuple[Text, ...]:
    """The warnings of a command that nobody has gone on from: an "anyway" is about what it was shown with."""
    if attempt.anyway:
        return ()
    return tuple(warning for warning in command.warnings if warning not in attempt.confirmed)


def must_be_wanted(live: ActiveGame, call: Call, attempt: Attempt, command: ResolvedCommand) -> None:
    """Raises Warned for warnings that nobody has gone on from, QuestionRaised where another side has to agree."""
    groups = _to_agree(live, call, attempt, command)
    new = unconfirmed(command, attempt)
    if new:
        raise Warned(new, [group.partition(":")[2] for group in groups])
    if groups:
        raise QuestionRaised(_consent(attempt, command, groups), attempt)


def _to_agree(live: ActiveGame, call: Call, attempt: Attempt, command: ResolvedCommand) -> tuple[str, ...]:
    """Those who have not agreed to something that is done again; nobody where one plays alone."""
    if attempt.anyway or not command.rethrows:
        return ()
    found = other_sides(live.game, call.who)
    return tuple(group for group in found if not set(command.rethrows) <= set(attempt.allowed.get(group, ())))


def _consent(attempt: Attempt, command: ResolvedCommand, groups: Sequence[str]) -> ConsentQuestion:
    return ConsentQuestion(
        unit=next(iter(attempt.request.unit), None),
        groups=tuple(groups),
        wish=Text("do this again: {title}", title=command.title),
        notes=command.rethrows,
        warnings=command.rethrows,
        so_far=attempt.thrown,
    )


def agreed_to(attempt: Attempt, question: ConsentQuestion, groups: Sequence[str]) -> Attempt:
    """The command once these groups have agreed to it."""
    if not question.warnings:
        return attempt.but(agreed=(*attempt.agreed, *groups))
    more = {group: (*attempt.allowed.get(group, ()), *question.warnings) for group in groups}
    return attempt.but(allowed={**attempt.allowed, **more})


def warning(warned: Warned) -> WarningQuestion:
    """What is asked, for now, of whoever gives a command."""
    return WarningQuestion(warnings=warned.warnings, others=warned.others)


def objection(game: Game, attempt: Attempt, warned: Warned, about: Text) -> ObjectionQuestion:
    """What is asked of whoever gave a command that others have answered to: it stays until it is answered."""
    request = attempt.request
    return ObjectionQuestion(
        side=acting_side(game, request),
        unit=next(iter(request.unit), None),
        warnings=warned.warnings,
        others=warned.others,
        about=about,
        so_far=attempt.thrown,
    )


def confirmed(attempt: Attempt, question: WarningQuestion | ObjectionQuestion) -> Attempt:
    """The command once somebody goes on from these warnings."""
    return attempt.but(confirmed=(*attempt.confirmed, *question.warnings))
