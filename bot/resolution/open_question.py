"""A question that stands, with the command that waits for its answer."""

from __future__ import annotations

from typing import Any, NamedTuple

from bot.game.permissions import asked_of
from bot.game.questions import QUESTION, Question
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt
from bot.store.tables import Pending


class OpenQuestion(NamedTuple):
    """A command that has stopped at a question: whom it is for, and how its answer finds it."""

    live: ActiveGame
    row: Pending
    question: Question

    @classmethod
    def of(cls, live: ActiveGame, row: Pending) -> OpenQuestion:
        return cls(live, row, QUESTION.validate_python(row.question))

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of those who may answer, the first of whom is meant."""
        return asked_of(self.live.game, self.question, self.row.asked_by)

    def attempt(self, **more: Any) -> Attempt:
        """The command that waits, with the answers there are so far."""
        return Attempt.of({**self.row.answers, "command": self.row.command}, asks=True, **more)
