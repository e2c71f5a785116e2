"""The open questions of a game in memory, so that an answer reads as little of the record as a command does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.game.questions import ASKED_OF_SIDES, Question
from bot.store.tables import Pending


class KeptQuestion(NamedTuple):
    """A question as it was asked: its row, and what the row contains in JSON; `attempt` is the waiting command."""

    row: Pending
    question: Question
    attempt: Any


@dataclass
class OpenQuestions:
    """The open questions of a game, as far as this process knows them. The record has the truth: writes check it."""

    _kinds: dict[str, str] | None = None
    """Kinds of the open questions by id, perhaps with some that are closed by now; None if they are unknown."""
    _kept: dict[str, KeptQuestion] = field(default_factory=dict[str, KeptQuestion])

    def note(self, id: str | None = None, kind: str = "") -> None:
        """Note that a question is about to be asked; without its id, that any may be open."""
        if id is None:
            self._kinds = None
        elif self._kinds is not None:
            self._kinds[id] = kind

    def learn(self, rows: Iterable[Pending]) -> None:
        """Note all open questions, as just read."""
        self._kinds = {row.id: row.kind for row in rows}
        self._kept = {id: one for id, one in self._kept.items() if id in self._kinds}

    def keep(self, one: KeptQuestion) -> None:
        """Keep a question to a side, which was just stored; a private one is closed in too many ways."""
        if one.row.kind in ASKED_OF_SIDES:
            self._kept[one.row.id] = one

    def drop(self, id: str, closed: bool = True) -> None:
        """Forget a question that was closed, or changed outside its command."""
        self._kept.pop(id, None)
        if closed and self._kinds is not None:
            self._kinds.pop(id, None)

    def find(self, id: str) -> KeptQuestion | None:
        """Return a question, if it is in memory."""
        return self._kept.get(id)

    def are_none(self, besides: str | None = None, of_sides: bool = False) -> bool:
        """True if no question is open, or none to a side, `besides` one; False if that is unknown."""
        if self._kinds is None:
            return False
        return all(id == besides or (of_sides and kind not in ASKED_OF_SIDES) for id, kind in self._kinds.items())
