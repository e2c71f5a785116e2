"""The reader of a file. Text typed by players is escaped, and isolated if it is written from right to left."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

from cogs.rendering.text import Reader, escape_typed
from data.texts import Language
from rules.command.system import Board
from rules.kernel.text import Text, Value

_UNSEEN = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]"
)
"""Control characters, including those that change the writing direction."""
_BREAKS = re.compile("[\\t\\n\\u2028\\u2029]+")
_FROM_THE_RIGHT = re.compile(
    "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\U00010800-\\U00010fff\\U0001e800-\\U0001efff]"
)
_APART = "\u2068{}\u2069"
"""Isolation of right-to-left text, so that it does not move the text around it."""


MOST = 20_000
"""Number of rendered texts kept in the cache."""


class ReportReader(Reader):
    """A reader of a file: one person, or all.

    With `open_`, nothing is hidden: the game is over, or the reader runs the bot.
    """

    def __init__(
        self,
        language: Language,
        board: Board | None = None,
        reader: str | None = None,
        markdown: bool = False,
        open_: bool = False,
    ) -> None:
        super().__init__(language, board, reader, markdown)
        self._open = open_
        self._said: dict[int, tuple[Text, str]] = {}

    def __call__(self, value: Value) -> str:
        """Render a value; the same text object is rendered once, because the board does not change."""
        if not isinstance(value, Text):
            return super().__call__(value)
        # A text that is kept shares its id with no other.
        if known := self._said.get(id(value)):
            return known[1]
        said = super().__call__(value)
        if len(self._said) >= MOST:
            self._said.clear()
        self._said[id(value)] = value, said
        return said

    def say(self, msgid: str, /, **values: Value) -> str:
        """Render a text created on the spot, which is not worth caching."""
        return super().__call__(Text(msgid, **values))

    def at(self, board: Board) -> ReportReader:
        return ReportReader(self.language, board, self.reader, self._markdown, self._open)

    @cached_property
    def plain(self) -> ReportReader:
        return self.writing(markdown=False)

    def writing(self, markdown: bool) -> ReportReader:
        """Return this reader for another kind of file."""
        return ReportReader(self.language, self._board, self.reader, markdown, self._open)

    def typed(self, words: str) -> str:
        return _strip_harmful(words, self._markdown)

    def knows(self, id: str | None) -> bool:
        return self._open or super().knows(id)


@lru_cache(maxsize=4096)
def _strip_harmful(words: str, markdown: bool) -> str:
    seen = _UNSEEN.sub("", _BREAKS.sub(" ", words))
    seen = escape_typed(seen) if markdown else seen
    return _APART.format(seen) if _FROM_THE_RIGHT.search(seen) else seen
