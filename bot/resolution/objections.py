"""What the rules object to in a command: who may go on anyway, and who has to agree to that."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import Warned
from bot.game.people import Call
from bot.game.permissions import other_sides
from bot.game.questions import ConsentQuestion, ObjectionQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, QuestionRaised
from rules.command.system import ResolvedCommand
from rules.kernel.text import Text


def is_objected_to(live: ActiveGame, attempt: Attempt, warnings: Sequence[Text]) -> bool:
    """Whether somebody has to see the warnings of a command first: an "anyway" is about what it was shown with, in the
    state of the game in which it was shown.
    """
    return bool(_moved(live, attempt) or _unconfirmed(attempt, warnings))


def must_be_confirmed(live: ActiveGame, attempt: Attempt, warnings: Sequence[Text], groups: Sequence[str] = ()) -> None:
    """Raises Warned for warnings that nobody has gone on from: all of them once the game has gone on."""
    if is_objected_to(live, attempt, warnings):
        moved = _moved(live, attempt)
        shown = warnings if moved else _unconfirmed(attempt, warnings)
        raise Warned(shown, [group.partition(":")[2] for group in groups], live.game.number, moved)


def _unconfirmed(attempt: Attempt, warnings: Sequence[Text]) -> tuple[Text, ...]:
    return () if attempt.anyway else tuple(one for one in warnings if one not in attempt.confirmed)


def _moved(live: ActiveGame, attempt: Attempt) -> bool:
    """Whether the game has gone on since the warnings were shown that somebody goes on from now."""
    return attempt.shown_at not in (None, live.game.number)


def must_be_wanted(live: ActiveGame, call: Call, attempt: Attempt, command: ResolvedCommand) -> None:
    """Raises Warned for warnings that nobody has gone on from, QuestionRaised where another side has to agree."""
    groups = _to_agree(live, call, attempt, command)
    must_be_confirmed(live, attempt, command.warnings, groups)
    if groups:
        raise QuestionRaised(_consent(live, attempt, command, groups), attempt)


def _to_agree(live: ActiveGame, call: Call, attempt: Attempt, command: ResolvedCommand) -> tuple[str, ...]:
    """The groups that have not agreed to what is done again, or, where the table wants it so, to what bends a rule;
    nobody where one plays alone.
    """
    bent = _for_others(live, command)
    if attempt.anyway or not bent:
        return ()
    found = other_sides(live.game, call.who)
    return tuple(group for group in found if not set(bent) <= set(attempt.allowed.get(group, ())))


def _for_others(live: ActiveGame, command: ResolvedCommand) -> tuple[Text, ...]:
    """The warnings that the other sides have to agree to."""
    return command.warnings if live.game.consent else command.rethrows


def _consent(live: ActiveGame, attempt: Attempt, command: ResolvedCommand, groups: Sequence[str]) -> ConsentQuestion:
    bent, again = _for_others(live, command), Text("do this again: {title}", title=command.title)
    return ConsentQuestion(
        unit=next(iter(attempt.request.unit), None),
        groups=tuple(groups),
        wish=again if command.rethrows else Text("bend a rule: {title}", title=command.title),
        notes=bent,
        warnings=bent,
        so_far=attempt.thrown,
    )


def agreed_to(attempt: Attempt, question: ConsentQuestion, groups: Sequence[str]) -> Attempt:
    """The command once these groups have agreed to it."""
    if not question.warnings:
        return attempt.but(agreed=(*attempt.agreed, *groups))
    more = {group: (*attempt.allowed.get(group, ()), *question.warnings) for group in groups}
    return attempt.but(allowed={**attempt.allowed, **more})


def confirmed(attempt: Attempt, question: WarningQuestion | ObjectionQuestion) -> Attempt:
    """The command once somebody goes on from these warnings."""
    return attempt.but(confirmed=(*attempt.confirmed, *question.warnings), shown_at=question.at)
