"""What a table arranges by hand and others may have to agree to: seats, the umpire, rulings, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.errors import Warned
from bot.game.people import Call
from bot.game.questions import ConsentQuestion
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, ByHand, QuestionRaised
from bot.resolution.new_entry import NewEntry
from bot.resolution.objections import must_be_confirmed
from bot.resolution.open_question import OpenQuestion
from rules.kernel.text import NOTHING, Text


class Wish(NamedTuple):
    """A change that somebody wants: what is to be recorded, who must agree to it, and what they are asked.

    With `asks`, whoever wants it is asked once whether they do.
    """

    new: NewEntry
    groups: tuple[str, ...] = ()
    text: Text = NOTHING
    asks: bool = False


Planner = Callable[[ActiveGame, Call, Any, Sequence[OpenQuestion]], Wish]
"""Makes a wish of a change that a person wants; the questions are those to sides that are open meanwhile."""


def agreed(live: ActiveGame, wish: Wish, attempt: Attempt) -> NewEntry:
    """What is to be recorded; raises QuestionRaised for those who must agree and have not, Warned before that where
    whoever wants it has not said that they do.
    """
    assert isinstance(attempt.command, ByHand)
    if wish.asks and not (attempt.anyway or attempt.agreed):
        _must_be_meant(live, wish, attempt)
    missing = tuple(one for one in wish.groups if one not in attempt.agreed)
    if missing:
        raise QuestionRaised(ConsentQuestion(groups=missing, wish=wish.text, asker=attempt.command.name), attempt)
    return replace(wish.new, notes=(*wish.new.notes, *attempt.notes))


def _must_be_meant(live: ActiveGame, wish: Wish, attempt: Attempt) -> None:
    if attempt.shown_at is None:
        raise Warned(attempt.unanswered, [group.partition(":")[2] for group in wish.groups], live.game.number)
    must_be_confirmed(live, attempt, attempt.unanswered, wish.groups)
