"""The last entries of a game together with what all before them add up to: enough to look back without reading all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from rules.entry import Entry
from rules.game import Game, play_back


class Past(tuple[Entry, ...]):
    """Entries in order, to the last one of the game; `base` is the fold of those before them.

    None of these undoes an entry that the base has: what is undone has left it.
    """

    base: Game

    @classmethod
    def since(cls, base: Game, entries: Iterable[Entry]) -> Self:
        found = cls(entries)
        found.base = base
        return found


def start_of(entries: Sequence[Entry]) -> Game:
    """The game before the first of these entries, free to be played on."""
    return entries.base.copy() if isinstance(entries, Past) else Game()


def played(entries: Sequence[Entry], *more: Entry) -> Game:
    """The game after these entries and some more."""
    return play_back([*entries, *more], start_of(entries))
