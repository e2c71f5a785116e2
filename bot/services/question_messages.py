"""Where the questions of this run are shown, so that every message of one that is answered loses its buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Shown(NamedTuple):
    """A message that shows a question, by the ids of the question, the channel and itself."""

    question: str
    channel: str
    message: str


class QuestionMessages:
    """In memory only: after a restart a late click on an old message is answered in words."""

    def __init__(self) -> None:
        self._shown: dict[str, list[Shown]] = {}

    def add(self, game: str, shown: Shown) -> None:
        """A message shows a question of a game from now on."""
        self._shown.setdefault(game, []).append(shown)

    def any(self, game: str) -> bool:
        """Whether a game has had questions in this run that are not known to be over."""
        return bool(self._shown.get(game))

    def take_over(self, game: str, standing: Mapping[str, str | None]) -> list[Shown]:
        """The messages of questions that are over, or that are shown further down; they are forgotten.

        `standing` has the message of every open question, by its id.
        """
        shown = self._shown.pop(game, [])
        kept = [one for one in shown if standing.get(one.question) == one.message]
        if kept:
            self._shown[game] = kept
        return [one for one in shown if one not in kept]
