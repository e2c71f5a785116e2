"""An entry of a game's record (issuer, facts, faces, changes), and the game that results from the entries."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field

from rules.game.division_events import UnitSplit
from rules.game.events import Event, UnitPlaced
from rules.game.game import Game
from rules.game.table_events import PlayerSeated
from rules.game.tabletop import Player
from rules.kernel.errors import BadEntry
from rules.kernel.plays import Fields, Play, RecordedRoll
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Note, Term, Text
from rules.kernel.text_json import KeptText

FORMAT = 1
"""The current format of entries."""
NOTE = "note"
"""The command of an entry that only adds words to the story (its `reason`), and of one that withdraws them."""
ASIDE = (NOTE, "game dice", "game mentions", "unit figure")
"""Commands without effect on the table: everything possible before them is possible after them."""


class FreshRoll(NamedTuple):
    """New dice of the bot in the order rolled, including those not needed in the end: enough to reproduce them.

    `entropy` is the interaction that caused the roll; the rolls of an interaction are numbered from 1.
    """

    entropy: str
    throw: int
    sides: int
    faces: tuple[int, ...]


class Entry(BaseModel):
    """A line of the record, which is append-only: an undo is another line that names the one undone.

    `at` is seconds since 1970; `by` is the issuer and `side` the side that the command was for. `source` is the
    interaction that it came from, so that the same one applied twice has one effect. `format` is 0 in records without
    text values and roll keys. `fresh` are the rolls of the bot that it recorded first, in order; none in games whose
    dice cannot be recomputed. `waited` are the seconds waited for each side since the entry before, in games with
    clocks. `because` is the reason of a bot player for the order or decision, `weighed` the options that it chose
    from, with their numbers.
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
    fresh: tuple[FreshRoll, ...] = ()
    waited: dict[str, float] = Field(default_factory=dict[str, float])
    because: tuple[KeptText, ...] = ()
    weighed: tuple[KeptText, ...] = ()

    @property
    def shown_title(self) -> Text:
        """The title of the entry, or else its command."""
        return self.title or Term(self.command)

    @property
    def rolls(self) -> list[RecordedRoll]:
        return [roll for play in self.plays for roll in play.throws]

    @property
    def rolls_dice(self) -> bool:
        return any(play.throws for play in self.plays)

    def apply(self, game: Game) -> None:
        """Apply an entry that is not an undo to a game; raise BadEntry if a unit does not exist."""
        self.add_waiting_time(game)
        holder = game.holder
        try:
            for event in self.events:
                event.apply(game)
        except KeyError as missing:
            raise BadEntry(self.number, str(missing.args[0])) from None
        if game.clock is not None:
            ended = holder and game.holder != holder and (self.undoes is None or self.plays)
            game.clock = game.clock.with_more_time(holder or "", game.clock.increment) if ended else game.clock
            game.clock = game.clock.model_copy(update={"at": self.at})
        game.plays += sum(bool(play.throws) for play in self.plays)
        game.begun = game.begun or self.rolls_dice
        self.assign_umpire(game)
        self.advance(game)

    def advance(self, game: Game) -> None:
        """Advance the game to this entry, undone or not."""
        game.notes = game.notes + 1 if self.command in ASIDE else 0
        game.number = self.number

    def add_waiting_time(self, game: Game) -> None:
        """Add the time waited for the entry to the clock; an undo does not give it back."""
        if game.clock is not None:
            game.clock = game.clock.after_waiting(self.waited, self.command).model_copy(update={"at": self.at})

    def assign_umpire(self, game: Game) -> None:
        """Assign an umpire without a side to the playerless side that they play against other players."""
        player = game.players.get(self.by)
        played = {one.side for one in game.players.values() if one.side}
        alone = not played or self.side is None or self.side in played
        if self.plays and not alone and player and player.umpire and not player.side:
            game.record_left_side(player.id, self.side or "")


def requests_in(entry: Entry) -> dict[int, tuple[Note, Request]]:
    """Return the notes of an entry that carry a request, with it, by index."""
    notes = ((nth, note) for nth, note in enumerate(entry.notes) if isinstance(note, Note))
    return {nth: (note, note.request) for nth, note in notes if note.request is not None}


def play_back(entries: Iterable[Entry], onto: Game | None = None, undone: Container[int] = ()) -> Game:
    """Fold the whole record, or the entries after `onto`, which is changed in place; raise BadEntry.

    Undone entries leave no trace except their number, the units they brought, the fact that dice were rolled, and the
    seats of players. `undone` are numbers whose undo is not among these entries.
    """
    entries = tuple(entries)
    game = Game() if onto is None else onto
    game.undone |= {entry.undoes for entry in entries if entry.undoes is not None}
    seats: dict[int, list[Player]] = {}
    for entry in entries:
        if entry.number not in game.undone and entry.number not in undone:
            entry.apply(game)
        else:
            game.departed |= {event.unit.id: event.unit for event in entry.events if isinstance(event, UnitPlaced)}
            game.departed |= {event.part.id: event.part for event in entry.events if isinstance(event, UnitSplit)}
            game.begun = game.begun or entry.rolls_dice
            entry.add_waiting_time(game)
            entry.assign_umpire(game)
            seats[entry.number] = [event.player for event in entry.events if isinstance(event, PlayerSeated)]
            entry.advance(game)
        for player in seats.pop(entry.undoes or 0, ()):
            game.record_seat_left(player)
    for player in (one for sat in seats.values() for one in sat):  # undone by an entry that is not among these
        game.record_seat_left(player)
    return game


# The last entries of a game with the fold of all before them: enough to look back without reading everything.


class Past(tuple[Entry, ...]):
    """Entries in order up to the last one of the game; `base` is the fold of those before them.

    None of these undoes an entry within the base: undone entries have left it.
    """

    base: Game

    @classmethod
    def from_base(cls, base: Game, entries: Iterable[Entry]) -> Self:
        found = cls(entries)
        found.base = base
        return found


def initial_game(entries: Sequence[Entry]) -> Game:
    """Return the game before the first of these entries, as a copy that may be changed."""
    return entries.base.copy() if isinstance(entries, Past) else Game()


def play_entries(entries: Sequence[Entry], *more: Entry) -> Game:
    """Return the game after these entries and some more."""
    return play_back([*entries, *more], initial_game(entries))


def dependency_text(number: int) -> Text:
    """Return the refusal to undo an entry on which the given one depends, of a game or a campaign."""
    return Text("Entry {number} depends on it: undo entry {number} first.", number=number)
