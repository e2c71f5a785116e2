"""Manual changes that may need agreement: seats, umpires, rulings, markers, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from bot.errors import ConfirmationNeeded
from bot.game.people import Call
from bot.game.questions import ConsentQuestion
from bot.game.registry import ActiveGame
from bot.resolution.checks import must_be_confirmed
from bot.resolution.journal_referee import EntryDraft
from bot.resolution.pending_command import NO_REASONS, Change, ManualChange, PendingCommand, QuestionRaised, Reasons
from bot.resolution.result import OpenQuestion
from bot.store.tables import State
from rules.command.order import Command
from rules.command.system import Board
from rules.game.events import Event
from rules.kernel.errors import RulesError
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Text

# A manual change, before it is recorded.


@dataclass(frozen=True)
class NewEntry(EntryDraft[Event]):
    """A manual change to be recorded; `state` is the new state of the game, if it changes."""

    side: str | None = None
    state: State | None = None
    reasons: Reasons = NO_REASONS


class ProposedChange(NamedTuple):
    """A change by hand that the rules do not plan, and the consent that it needs.

    Each of the `groups` must agree to `text`, with `notes` below it; `silence` is the answer of a group that does not
    reply. If `asks` is True, the proposer has to confirm it first.
    """

    new: NewEntry
    groups: tuple[str, ...] = ()
    text: Text = NOTHING
    asks: bool = False
    notes: tuple[Text, ...] = ()
    silence: Literal["no", "yes"] = "no"


Waiting: TypeAlias = Sequence[OpenQuestion]
"""The open questions to sides."""
Planner = Callable[[ActiveGame, Call, Change, Waiting], ProposedChange]
"""Turns a requested change into a proposal."""


def require_agreement(
    live: ActiveGame, wish: ProposedChange, attempt: PendingCommand, unanswered: Sequence[Text] = ()
) -> NewEntry:
    """Return the entry to record; raise QuestionRaised if agreement is missing.

    Before that, raises ConfirmationNeeded if the proposer has not confirmed. `unanswered` are open questions that
    object to the change.
    """
    assert isinstance(attempt.command, ManualChange)
    if wish.asks and not (attempt.anyway or attempt.agreed):
        _require_confirmation(live, wish, attempt, unanswered)
    missing = tuple(one for one in wish.groups if one not in attempt.agreed)
    if missing:
        raise QuestionRaised(
            ConsentQuestion(
                groups=missing,
                wish=wish.text,
                notes=wish.notes,
                asker=attempt.command.name,
                silence=wish.silence,
            ),
            attempt,
        )
    return replace(wish.new, notes=(*wish.new.notes, *attempt.notes))


def _require_confirmation(
    live: ActiveGame, wish: ProposedChange, attempt: PendingCommand, unanswered: Sequence[Text]
) -> None:
    moved = attempt.shown_at not in (None, live.game.number)
    if moved or attempt.shown_at is None:
        raise ConfirmationNeeded(
            unanswered, [group.partition(":")[2] for group in wish.groups], live.game.number, moved
        )
    must_be_confirmed(live, attempt, unanswered, wish.groups)


# Manual corrections that would let a unit repeat an action: it could roll again because a marker was removed.


def restores_action(before: Board, after: Board, unit: str) -> bool:
    """True if a unit's command that repeats an action on the board `before` does not repeat one on `after`."""
    system = before.system
    commands = [(one, Request(key, unit=(unit,))) for key, one in system.commands.items()]
    commands += [(one, Request("act", unit=(unit,), action=key)) for key, one in system.acts.items()]
    return any(
        _repeats(before, one, request) is True and _repeats(after, one, request) is False for one, request in commands
    )


def _repeats(board: Board, command: Command, request: Request) -> bool | None:
    """True if a command repeats an action; None if the rules refuse it."""
    try:
        return bool(command.plan(board, request).repeats)
    except RulesError:
        return None
