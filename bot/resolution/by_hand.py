"""Changes by hand that others may have to agree to: seats, umpires, rulings, markers, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from bot.errors import Warned
from bot.game.people import Call
from bot.game.questions import ConsentQuestion
from bot.game.registry import ActiveGame
from bot.resolution.attempt import NO_REASONS, Attempt, ByHand, QuestionRaised, Reasons
from bot.resolution.checks import must_be_confirmed
from bot.resolution.result import OpenQuestion
from bot.store.tables import State
from rules.command.system import Board, Command
from rules.game.entry import FreshThrow
from rules.game.events import Event
from rules.kernel.errors import RulesError
from rules.kernel.plays import Play
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Text

# A change that somebody makes by hand, before it is recorded.


@dataclass(frozen=True)
class NewEntry:
    """A change that somebody makes by hand, as it is to be recorded; `state` is what becomes of the game with it."""

    command: str
    events: Sequence[Event]
    title: Text = NOTHING
    side: str | None = None
    notes: Sequence[Text] = ()
    reason: str = ""
    state: State | None = None
    fresh: Sequence[FreshThrow] = ()
    """Throws of the bot for commands that are not played on."""
    plays: Sequence[Play] = ()
    """Dice that no rule has asked for."""
    reasons: Reasons = NO_REASONS


class Wish(NamedTuple):
    """A change that somebody wants: what is to be recorded, who must agree to it, and what they are asked.

    With `asks`, whoever wants it is asked once whether they do; `told` is shown to those who must agree,
    and `silence` is what becomes of it where they do not answer.
    """

    new: NewEntry
    groups: tuple[str, ...] = ()
    text: Text = NOTHING
    asks: bool = False
    told: tuple[Text, ...] = ()
    silence: Literal["no", "yes"] = "no"


Planner = Callable[[ActiveGame, Call, Any, Sequence[OpenQuestion]], Wish]
"""Makes a wish of a change that a person wants; the questions are those to sides that are open meanwhile."""


def agreed(live: ActiveGame, wish: Wish, attempt: Attempt, unanswered: Sequence[Text] = ()) -> NewEntry:
    """What is to be recorded; raises QuestionRaised for those who must agree and have not, Warned before that where
    whoever wants it has not confirmed it. `unanswered` speaks against it: questions that are open.
    """
    assert isinstance(attempt.command, ByHand)
    if wish.asks and not (attempt.anyway or attempt.agreed):
        _must_be_meant(live, wish, attempt, unanswered)
    missing = tuple(one for one in wish.groups if one not in attempt.agreed)
    if missing:
        raise QuestionRaised(
            ConsentQuestion(
                groups=missing,
                wish=wish.text,
                notes=wish.told,
                asker=attempt.command.name,
                silence=wish.silence,
            ),
            attempt,
        )
    return replace(wish.new, notes=(*wish.new.notes, *attempt.notes))


def _must_be_meant(live: ActiveGame, wish: Wish, attempt: Attempt, unanswered: Sequence[Text]) -> None:
    moved = attempt.shown_at not in (None, live.game.number)
    if moved or attempt.shown_at is None:
        raise Warned(unanswered, [group.partition(":")[2] for group in wish.groups], live.game.number, moved)
    must_be_confirmed(live, attempt, unanswered, wish.groups)


# Corrections by hand after which a unit could do again what has been done: another throw by a marker taken off.


def opened(before: Board, after: Board, unit: str) -> bool:
    """Whether a command of the unit that would do something again on the board `before` is a first one `after`."""
    return any(_again(before, one, request) and _anew(after, one, request) for one, request in _commands(before, unit))


def _commands(board: Board, unit: str) -> Iterator[tuple[Command, Request]]:
    """Every command that a unit can be given without another option."""
    for key, command in board.system.commands.items():
        yield command, Request(key, unit=(unit,))
    for key, command in board.system.acts.items():
        yield command, Request("act", unit=(unit,), action=key)


def _again(board: Board, command: Command, request: Request) -> bool:
    try:
        return bool(command.ordered(board, request).rethrows)
    except RulesError:
        return False


def _anew(board: Board, command: Command, request: Request) -> bool:
    try:
        return not command.ordered(board, request).rethrows
    except RulesError:
        return False
