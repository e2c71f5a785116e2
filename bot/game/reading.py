"""Reads a game out of the record: by the rows of its state, else played back; and says why where it cannot be read."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping

from bot.errors import Unreadable
from bot.store.record import Record
from bot.store.tables import Battle
from data import system_of
from rules.command.system import Board, System
from rules.game.game import Game, play_back
from rules.game.unit import Value
from rules.kernel.errors import BadEntry, BadFacts
from rules.kernel.facts import value_text
from rules.kernel.resolve import is_ruling
from rules.kernel.text import Term, Text, Typed
from rules.kernel.wording import ENGLISH

LOG = logging.getLogger(__name__)
AGAIN = 60.0
"""Seconds after which a game that could not be read is tried again: it may have been mended."""


def system_played(info: Battle) -> System:
    """The rule system of a game; raises Unreadable for one that this version has not."""
    try:
        return system_of(info.system)
    except BadFacts:
        raise Unreadable(
            Text("its rule system, {system}, is not part of this version", system=Typed(info.system))
        ) from None


async def game_read(record: Record, info: Battle) -> Game:
    """The game as its last entry left it; raises Unreadable."""
    try:
        kept = await record.state(info.id)
    except (ValueError, TypeError, LookupError):  # the state is only a copy: the entries are asked
        kept = None
    return kept or await played_back(record, info)


async def played_back(record: Record, info: Battle) -> Game:
    """The fold of all entries; raises Unreadable, also where the last ones are missing."""
    try:
        game = play_back(await record.entries(info.id))
    except BadEntry as bad:
        raise Unreadable(bad.text) from None
    if game.number < info.number:
        raise Unreadable(Text("entry {number} is missing", number=game.number + 1))
    return game


def unknown_rulings(system: System, game: Game) -> dict[str, Value]:
    """The rulings of a game that this version does not know, or not with that setting."""
    return {name: value for name, value in game.rulings.items() if not is_ruling(system, name, value)}


def defaults_taken(board: Board, unknown: Mapping[str, Value]) -> tuple[Text, ...]:
    """A line for the players for each of them."""
    return tuple(_default_taken(board, name, value) for name, value in unknown.items())


def _default_taken(board: Board, name: str, value: Value) -> Text:
    now = getattr(board.book.rulings, name, None)
    if now is None:
        return Text("The bot was updated: it no longer has the ruling {name}, and plays without it.", name=Typed(name))
    return Text(
        "The bot was updated: the ruling {name} can no longer be {value}, and is {now} now (`/rulings set`).",
        name=Term(name),
        value=Typed(str(value)),
        now=value_text(board.system.rulings, now, name),
    )


class Marks:
    """The games that could not be read: each is logged once, and not read again at every click."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[Text, float]] = {}

    def check(self, info: Battle) -> None:
        """Raises Unreadable for a game that could not be read just now."""
        found = self._found.get(info.id)
        if found is not None and time.monotonic() < found[1] + AGAIN:
            raise Unreadable(found[0])

    def put(self, info: Battle, why: Text) -> None:
        before = self._found.get(info.id)
        self._found[info.id] = why, time.monotonic()
        if before is None or before[0] != why:
            LOG.error("game %s cannot be read: %s", info.id, ENGLISH(why))

    def take(self, info: Battle) -> None:
        self._found.pop(info.id, None)
