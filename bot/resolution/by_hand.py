"""What a table arranges by hand and others may have to agree to: seats, the umpire, rulings, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.game.people import Call
from bot.game.questions import ConsentQuestion
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, ByHand, QuestionRaised
from bot.resolution.new_entry import NewEntry
from rules.text import NOTHING, Text


class Wish(NamedTuple):
    """A change that somebody wants: what is to be recorded, who must agree to it, and what they are asked."""

    new: NewEntry
    groups: tuple[str, ...] = ()
    text: Text = NOTHING


Planner = Callable[[ActiveGame, Call, Any, Sequence[Attempt]], Wish]
"""Makes a wish of a change that a person wants; the attempts are the commands that wait for an answer meanwhile."""


def agreed(wish: Wish, attempt: Attempt) -> NewEntry:
    """What is to be recorded; raises QuestionRaised for those who must agree and have not."""
    assert isinstance(attempt.command, ByHand)
    missing = tuple(one for one in wish.groups if one not in attempt.agreed)
    if missing:
        raise QuestionRaised(ConsentQuestion(groups=missing, wish=wish.text, asker=attempt.command.name), attempt)
    return replace(wish.new, notes=(*wish.new.notes, *attempt.notes))
