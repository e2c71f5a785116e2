"""An entry of a game's record: who, the facts, the faces, what changed; and the game that entries add up to."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field

from rules.game.events import Event, PlayerSeated, UnitPlaced
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.kernel.errors import BadEntry
from rules.kernel.plays import Fields, Play
from rules.kernel.text import NOTHING, Term, Text
from rules.kernel.text_json import KeptText

FORMAT = 1
"""How entries are recorded today."""
NOTE = "note"
"""The command of an entry that is only words for the story (its `reason`), and of one that takes such words back."""
ASIDE = (NOTE, "game dice", "game mentions")
"""Commands by which nothing happens on the table: what could be done before can be done after them."""


class FreshThrow(NamedTuple):
    """New dice of the bot as they were made, also those that nothing needed in the end: enough to make them again.

    `entropy` is the interaction that caused the throw, `throw` which of its throws it was, counted from 1.
    """

    entropy: str
    throw: int
    sides: int
    faces: tuple[int, ...]


class Entry(BaseModel):
    """A line of the record. Append-only: an undo is a line of its own that names the one undone.

    `at` is seconds since 1970; `by` the person who gave the command and `side` the side it was for;
    `source` the interaction it came from, so that the same one applied twice has one effect; `format` is 0 for what
    was recorded before texts were values and throws had keys. `fresh` are the throws of the bot that first came into
    the record with it, in order; none in games whose dice nobody can recompute. `waited` are the seconds for which it
    was waited for each side since the entry before it, in games that are played by the clock. `because` is why a
    player that plays itself gave the order or decided so, `weighed` what it chose from, with its numbers.
    """

    model_config = ConfigDict(frozen=True)

    format: int = FORMAT
    number: int
    command: str
    by: str
    at: float
    side: str | None = None
    request: Fields = Field(default_factory=Fields)
    plays: tuple[Play, ...] = ()
    events: tuple[Event, ...] = ()
    rulings: dict[str, object] = Field(default_factory=dict[str, object])
    version: str = ""
    title: KeptText = NOTHING
    notes: tuple[KeptText, ...] = ()
    warnings: tuple[KeptText, ...] = ()
    reason: str = ""
    undoes: int | None = None
    volley: int | None = None
    source: str | None = None
    fresh: tuple[FreshThrow, ...] = ()
    waited: dict[str, float] = Field(default_factory=dict[str, float])
    because: tuple[KeptText, ...] = ()
    weighed: tuple[KeptText, ...] = ()

    @property
    def called(self) -> Text:
        """Its title, or else its command."""
        return self.title or Term(self.command)

    @property
    def throws_dice(self) -> bool:
        return any(play.throws for play in self.plays)

    def happen(self, game: Game) -> None:
        """Add an entry that undoes nothing to a game; raises BadEntry for one about a unit that is not there."""
        self.took_time(game)
        holder = game.holder
        try:
            for event in self.events:
                event.happen(game)
        except KeyError as missing:
            raise BadEntry(self.number, str(missing.args[0])) from None
        if game.clock is not None:
            ended = holder and game.holder != holder and (self.undoes is None or self.plays)
            game.clock = game.clock.more(holder or "", game.clock.increment) if ended else game.clock
            game.clock = game.clock.model_copy(update={"at": self.at})
        game.plays += sum(bool(play.throws) for play in self.plays)
        game.begun = game.begun or self.throws_dice
        self.orders_given(game)
        self.passes(game)

    def passes(self, game: Game) -> None:
        """The game stands at this entry, whether it is undone or not."""
        game.notes = game.notes + 1 if self.command in ASIDE else 0
        game.number = self.number

    def took_time(self, game: Game) -> None:
        """Count the time until an entry, which no undo gives back."""
        if game.clock is not None:
            game.clock = game.clock.took(self.waited, self.command).model_copy(update={"at": self.at})

    def orders_given(self, game: Game) -> None:
        """An umpire without a side who plays one without players, against one that has some, is of it from then on."""
        player = game.players.get(self.by)
        played = {one.side for one in game.players.values() if one.side}
        alone = not played or self.side is None or self.side in played
        if self.plays and not alone and player and player.umpire and not player.side:
            game.was_of(player.id, self.side or "")


def play_back(entries: Iterable[Entry], onto: Game | None = None, undone: Container[int] = ()) -> Game:
    """Fold the whole record, or what follows `onto`, which is played on itself; raises BadEntry.

    Entries that a later one undoes leave no trace but their number, what they brought, that dice were thrown, and who
    sat where; `undone` names those whose undo is not among these.
    """
    entries = tuple(entries)
    game = Game() if onto is None else onto
    game.undone |= {entry.undoes for entry in entries if entry.undoes is not None}
    seats: dict[int, list[Player]] = {}
    for entry in entries:
        if entry.number not in game.undone and entry.number not in undone:
            entry.happen(game)
        else:
            game.departed |= {event.unit.id: event.unit for event in entry.events if isinstance(event, UnitPlaced)}
            game.begun = game.begun or entry.throws_dice
            entry.took_time(game)
            entry.orders_given(game)
            seats[entry.number] = [event.player for event in entry.events if isinstance(event, PlayerSeated)]
            entry.passes(game)
        for player in seats.pop(entry.undoes or 0, ()):
            game.got_up(player)
    for player in (one for sat in seats.values() for one in sat):  # taken back by an entry that is not among these
        game.got_up(player)
    return game


# The last entries of a game together with what all before them add up to: enough to look back without reading all.


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
