"""The checks of commands: permissions, legality, warnings. `CHECKS` lists them in order.

A command may roll dice once it has passed them all. Each check runs on the current game under its lock, and again after
a conflict. The first failure determines the answer: a Refusal names the remedy, or the people who may give the command;
MissingFacts becomes a form, ConfirmationNeeded a question to the issuer, and QuestionRaised a question to the other
side. An answer sends the command through all checks again, so that changes in between are noticed; but permission and a
free unit are not checked again for a command that waited for a side.

Undos and amendments pass the checks for their kind, and then those of later entries that depend on them
(`dependencies.py`). A manual change's planner determines the agreement that it needs (`manual_changes.py`). All
permissions are listed in `bot/game/RIGHTS.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from bot.errors import ConfirmationNeeded, GameOver, OutdatedControl, Refusal
from bot.game import questions
from bot.game.people import Call
from bot.game.permissions import other_sides, require_commander, require_seated, require_table_voice
from bot.game.registry import ActiveGame
from bot.resolution.action_in_play import attribute_errors
from bot.resolution.execution import command_of
from bot.resolution.open_questions import objections, players_asked
from bot.resolution.pending_command import PendingCommand, QuestionRaised, Resolve
from bot.store.tables import Pending
from rules.command.planned import CommandPlan, Ends
from rules.command.system import Board
from rules.kernel.request import Request, group_of
from rules.kernel.text import Text, UnitRef
from rules.kit.reserves import ARRIVE, action_of


@dataclass
class IssuedCommand:
    """An issued command, with the open questions to sides (`waiting`)."""

    live: ActiveGame
    call: Call
    attempt: PendingCommand
    waiting: Sequence[Pending] = ()

    @property
    def request(self) -> Request:
        return self.attempt.request

    @cached_property
    def command(self) -> CommandPlan:
        """The planned command with all its warnings; raises Refusal, MissingFacts, BadFacts, RuleError."""
        request = self.request
        # The same for every answer, as long as nothing else happens.
        found = self.live.cached(request, lambda board: command_of(board.system, request).plan(board, request))
        more = objections(self.live, self.request, self.waiting)
        return replace(found, warnings=(*found.warnings, *more)) if more else found

    @cached_property
    def groups_to_agree(self) -> tuple[str, ...]:
        """The groups that have not agreed to a repeated action, or to a bent rule if the table requires that.

        Empty for a player without opponents.
        """
        bent = self.warnings_for_others
        if self.attempt.anyway or not bent:
            return ()
        found = other_sides(self.live.game, self.call.who)
        return tuple(group for group in found if not set(bent) <= set(self.attempt.allowed.get(group, ())))

    @property
    def warnings_for_others(self) -> tuple[Text, ...]:
        """The warnings that the other sides have to agree to."""
        return self.command.warnings if self.live.game.consent else self.command.repeats


# The checks. Each raises the error that stops the command.


def must_be_as_shown(given: IssuedCommand) -> None:
    """Raise OutdatedControl for a control that is no longer current."""
    as_of, game = given.attempt.as_of, given.live.game
    if as_of is not None and not game.last_effect <= as_of <= game.number:
        raise OutdatedControl


def must_be_here(given: IssuedCommand) -> None:
    """Raise Refusal for units that have left since the request was made."""
    require_present_units(given.live.board, given.request)


def must_be_seated(given: IssuedCommand) -> None:
    """Raise Refusal for a caller who is neither at the table nor a delegate for one of the units."""
    game, id = given.live.game, given.call.who.id
    units = given.request.unit if isinstance(given.attempt.command, Resolve) else ()
    if not any(game.lent.get(unit) == id for unit in units):
        require_seated(game, given.call.who)


def must_not_be_over(given: IssuedCommand) -> None:
    if given.live.game.over:
        raise GameOver(given.live.info.id, given.live.info.system)


def must_not_be_paused(given: IssuedCommand) -> None:
    if given.live.info.state == "paused":
        raise Refusal(Text("This game is paused. Resume it with `/game pause`."))


def must_be_theirs(given: IssuedCommand) -> None:
    """Raise Refusal for a caller who may not command these units, or may not end the turn for the table."""
    game, who = given.live.game, given.call.who
    if group_of(given.request.command) == "turn":
        require_table_voice(game, who)
    for id in given.request.unit:
        require_commander(game, who, game.all_units[id].side, id)


class StillWaiting(Refusal):
    """Raised if a unit has a command waiting; `row` is the question to answer first."""

    def __init__(self, text: Text, row: Pending) -> None:
        super().__init__(text)
        self.row = row


def must_be_free(given: IssuedCommand) -> None:
    """Raise StillWaiting for a command of a unit that already has one waiting.

    A command without a unit, such as the roll for initiative, waits only once. Units that are only targets are free.
    """
    request = given.request
    for row in given.waiting:
        if row.command["kind"] != "resolve":
            continue
        waits = _RESOLVE.validate_python(row.command).request
        busy = next((id for id in request.unit if id in waits.unit), None)
        same = (request.command, request.action) == (waits.command, waits.action)
        if busy is not None or (same and not request.unit and not waits.unit):
            raise StillWaiting(_waiting_reason(given.live, busy, row), row)


_RESOLVE: TypeAdapter[Resolve] = TypeAdapter(Resolve)


def _waiting_reason(live: ActiveGame, unit: str | None, row: Pending) -> Text:
    players = players_asked(live, row)
    if unit is None:
        return Text("This command is already waiting for {players}: answer it or cancel it.", players=players)
    return Text(
        "{unit} has a command waiting for {players}: answer it or cancel it first.",
        unit=UnitRef(unit),
        players=players,
    )


def must_be_legal(given: IssuedCommand) -> None:
    """Raise RuleError, BadFacts or Refusal for an illegal command, MissingFacts for an incomplete one."""
    _ = given.command


def must_be_intended(given: IssuedCommand) -> None:
    """Raise ConfirmationNeeded for unconfirmed warnings; errors of the rules in the command's actions come first."""
    live, command = given.live, given.command
    warned = unconfirmed_warnings(live, given.attempt, command.warnings, given.groups_to_agree)
    if warned is None:
        return
    for nth, play in enumerate(command.plays):
        with attribute_errors(play.roles):
            command.plan_of(nth, action_of(live.board, play), live.board.book)
    raise warned


def must_be_done(given: IssuedCommand) -> None:
    """Raise QuestionRaised if a command ends remaining actions of another side.

    That side has to confirm that it is done; the caller's own sides and an umpire are not asked. An answer is about one
    unit: while a command waits, another may become active. Raises Refusal once a side has refused.
    """
    answers = given.attempt.choices.get(questions.ACTIONS_LEFT, ())
    asked = other_sides(given.live.game, given.call.who)
    for nth, end in enumerate(end for end in given.command.ends if f"side:{end.side}" in asked):
        if questions.NOT_YET in answers[nth : nth + 1]:
            raise Refusal(Text("{side} is not done: {left}", side=end.side, left=end.left))
        # Answers of earlier versions name no unit.
        is_done = _done_value(end) in answers or questions.DONE in answers[nth : nth + 1]
        if given.attempt.asks and not is_done:
            raise QuestionRaised(_done_question(given, end), given.attempt)


def _done_value(end: Ends) -> str:
    """Return the answer by which a side confirms that this unit is done."""
    return f"{questions.DONE}:{end.unit}"


def _done_question(given: IssuedCommand, end: Ends) -> questions.DecisionQuestion:
    return questions.DecisionQuestion(
        side=end.side,
        name=questions.ACTIONS_LEFT,
        question=Text("are you done? {left}", left=end.left),
        offers=(
            questions.OfferedOption(value=_done_value(end), label=Text("Done")),
            questions.OfferedOption(value=questions.NOT_YET, label=Text("Not yet")),
        ),
        default=_done_value(end),
        about=given.command.title,
        so_far=given.attempt.thrown,
    )


def must_be_agreed(given: IssuedCommand) -> None:
    """Raise QuestionRaised if another side has to agree."""
    if given.groups_to_agree:
        raise QuestionRaised(_consent_question(given), given.attempt)


def _consent_question(given: IssuedCommand) -> questions.ConsentQuestion:
    command, attempt = given.command, given.attempt
    again = Text("do this again: {title}", title=command.title)
    return questions.ConsentQuestion(
        unit=next(iter(attempt.request.unit), None),
        groups=given.groups_to_agree,
        wish=again if command.repeats else Text("bend a rule: {title}", title=command.title),
        notes=given.warnings_for_others,
        warnings=given.warnings_for_others,
        so_far=attempt.thrown,
    )


# The pipeline.

Kind = Literal["resolve", "undo", "amend", "hand"]
EVERY: tuple[Kind, ...] = ("resolve", "undo", "amend", "hand")


class Check(NamedTuple):
    """A check for commands of some kinds; if `once`, it is not repeated after waiting for a side."""

    name: str
    ask: Callable[[IssuedCommand], None]
    of: tuple[Kind, ...] = ("resolve",)
    once: bool = False


CHECKS = (
    Check("control is current", must_be_as_shown, EVERY),
    Check("units are present", must_be_here),
    Check("caller is seated", must_be_seated, ("resolve", "undo", "amend"), once=True),
    Check("game is not over", must_not_be_over, ("resolve", "amend")),
    Check("not paused", must_not_be_paused),
    Check("caller may command", must_be_theirs, once=True),
    Check("unit is free", must_be_free, once=True),
    Check("legal", must_be_legal),
    Check("warnings are confirmed", must_be_intended),
    Check("the other side agrees", must_be_agreed),
    Check("the other side is done", must_be_done),
)


def check(given: IssuedCommand) -> None:
    """Raise the error of the first failed check."""
    attempt = given.attempt
    for one in CHECKS:
        if attempt.command.kind in one.of and not (one.once and attempt.accepted):
            one.ask(given)


# Checks shared with other commands.


def require_present_units(board: Board, request: Request) -> None:
    """Raise Refusal for units that have left since the request was made."""
    here = board.game.all_units if request.command == ARRIVE else board.game.units
    if any(id not in here for id in (*request.unit, *request.target)):
        raise Refusal(Text("A unit of this command is no longer in the game."))


def must_be_confirmed(
    live: ActiveGame, attempt: PendingCommand, warnings: Sequence[Text], groups: Sequence[str] = ()
) -> None:
    """Raise ConfirmationNeeded for unconfirmed warnings, with all warnings if the game has changed meanwhile."""
    warned = unconfirmed_warnings(live, attempt, warnings, groups)
    if warned is not None:
        raise warned


def unconfirmed_warnings(
    live: ActiveGame, attempt: PendingCommand, warnings: Sequence[Text], groups: Sequence[str]
) -> ConfirmationNeeded | None:
    """Return the warnings that the player has to see before the command continues; None if it may continue.

    A confirmation covers the warnings shown with it. If the game has changed since, all warnings are shown again if
    there is a new one, if none is left, or if the command advances the turn, which may have changed.
    """
    moved = attempt.shown_at not in (None, live.game.number)
    fresh = () if attempt.anyway else tuple(one for one in warnings if one not in attempt.confirmed)
    turns = isinstance(attempt.command, Resolve) and group_of(attempt.request.command) in ("turn", "initiative")
    if not fresh and not (moved and (not warnings or turns)):
        return None
    others = [group.partition(":")[2] for group in groups]
    return ConfirmationNeeded(warnings if moved else fresh, others, live.game.number, moved)


# The effect of an answer on a command.


def add_agreement(
    attempt: PendingCommand, question: questions.ConsentQuestion, groups: Sequence[str]
) -> PendingCommand:
    """Return the command with the agreement of these groups."""
    if not question.warnings:
        return attempt.with_changes(agreed=(*attempt.agreed, *groups))
    more = {group: (*attempt.allowed.get(group, ()), *question.warnings) for group in groups}
    return attempt.with_changes(allowed={**attempt.allowed, **more})


def add_confirmation(
    attempt: PendingCommand, question: questions.WarningQuestion | questions.ObjectionQuestion
) -> PendingCommand:
    """Return the command with these warnings confirmed."""
    return attempt.with_changes(confirmed=(*attempt.confirmed, *question.warnings), shown_at=question.at)
