"""The story of a game in chapters: the setup, then turn by turn; undone entries separately."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from babel.dates import format_date
from pydantic import BaseModel

from bot.services.record.exports import PlayedGame
from cogs.rendering.clocks import time_lines, time_span
from cogs.rendering.report.entry_view import EntryRenderer, EntryView
from cogs.rendering.report.reader import ReportReader
from rules.command.figure_fates import FigureFates, fate_text
from rules.command.victory import judge_victory, scenario_line
from rules.game import events
from rules.game.entry import NOTE, Entry
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.kernel.facts import value_text
from rules.kernel.serialise import rulings_json
from rules.kernel.text import Heading, Joined, Listed, Term, Text, UnitRef, Value, counted

SETUP = Text("Before the first turn")
ASIDE = {
    "game mentions",
    "game consent",
    "game dice",
    "game timeout",
    "game board",
    "game delegate",
    "game umpire",
    "game pause",
    "order",
}
"""Commands of organisation, which are not part of the story."""


Shown = TypeVar("Shown")


@dataclass
class Chapter(Generic[Shown]):
    """A turn, or the setup, with its entries in rendered form."""

    title: str
    setup: bool = False
    took: float = 0.0
    """Duration in seconds, without pauses."""
    entries: list[Shown] = field(default_factory=list[Shown])
    numbers: list[int] = field(default_factory=list[int])
    notes: dict[int, list[Shown]] = field(default_factory=dict[int, list[Shown]])
    """Players' texts about entries, by number, and about the turn (0)."""

    def entries_and_notes(self) -> Iterator[Shown]:
        """Yield each entry, followed by the players' texts about it."""
        yield from self.notes.get(0, ())
        for number, entry in zip(self.numbers, self.entries, strict=True):
            yield entry
            yield from self.notes.get(number, ())

    @property
    def heading(self) -> str:
        """The title of the chapter, with its duration if that was a minute or more."""
        return f"{self.title} · {time_span(self.took)}" if self.took >= 60 else self.title


class Story(Generic[Shown]):
    """The entries of a game in chapters, and the undone ones.

    Entries are added in order and rendered at once by `shown`, players' texts by `quoted`. Only the result is kept,
    because thousands of entries would burden the garbage collector. With `everything`, organisational entries are
    included, and undone ones stay in their place.
    """

    def __init__(
        self,
        words: ReportReader,
        played: PlayedGame,
        shown: Callable[[EntryView], Shown],
        quoted: Callable[[str], Shown],
        everything: bool = False,
    ) -> None:
        self._quoted, self._homes, self._turns = quoted, dict[int, Chapter[Shown]](), dict[int, Chapter[Shown]]()
        self._instead: dict[int, int] = {}
        """Numbers of amendments, by the entry amended."""
        self._words, self._board, self._shown, self._everything = words, played.board, shown, everything
        self._teller = EntryRenderer(words, played, story=not everything)
        self._game, self._turn_told = Game(), 0
        self._at, self._paused = 0.0, False
        self._chapters = [Chapter[Shown](words(SETUP), setup=True)]
        self.undone = Chapter[Shown]("")
        has_figures = any(unit.figures for unit in played.board.game.all_units.values())
        self._fates = FigureFates(played.board.system) if has_figures else None
        self.end: events.GameEnded | None = None
        """The end of the game, unless it goes on."""

    @property
    def chapters(self) -> list[Chapter[Shown]]:
        return [one for one in self._chapters if one.entries or one.notes]

    @property
    def people(self) -> list[Player]:
        """All players who have taken part."""
        return list(self._teller.people.values())

    def add(self, entry: Entry) -> None:
        stands = entry.number not in self._board.game.undone
        if self._at and not self._paused:
            self._chapters[-1].took += max(0.0, entry.at - self._at)
        self._at = entry.at
        if entry.command == "game pause":
            self._paused = not self._paused
        if entry.command == NOTE:
            self._add_note(entry, stands)
            return
        fates = list(self._losses(entry)) if stands else []
        if stands and self._fates:
            self._fates.add(entry)
        if stands:
            self._begin_turn(entry)
            for event in entry.events:
                if isinstance(event, events.GameEnded):
                    self.end = event if event.over else None
        told = self._teller.view_entry(entry, *fates)
        if stands or self._everything:
            # An undo is left out, as the entry that it undoes is left out too.
            if self._everything or not (entry.command in ASIDE or (entry.undoes is not None and not entry.plays)):
                self._add_to_chapter(self._chapters[-1], entry, told)
        else:
            self._add_to_chapter(self.undone, entry, told)

    def _add_to_chapter(self, chapter: Chapter[Shown], entry: Entry, told: EntryView) -> None:
        """Add an entry to a chapter, together with the texts about an entry that it amends."""
        chapter.entries.append(self._shown(told))
        chapter.numbers.append(entry.number)
        self._homes[entry.number] = chapter
        if entry.plays and (old := self._homes.get(entry.undoes or 0)) and entry.undoes:
            self._instead[entry.undoes] = entry.number
            chapter.notes[entry.number] = old.notes.pop(entry.undoes, [])

    def _add_note(self, entry: Entry, stands: bool) -> None:
        """Add a text to the entry or turn it is about, else to the latest entry."""
        about = next((one for one in entry.events if isinstance(one, events.StoryTold)), None)
        if not stands or about is None or not entry.reason:
            return
        number, last = about.entry or 0, self._chapters[-1]
        while number in self._instead:
            number = self._instead[number]
        home = self._homes.get(number)
        if home is None:
            home, number = self._turns.get(about.turn or 0), 0
        if home is None:
            home, number = last, (last.numbers or [0])[-1]
        home.notes.setdefault(number, []).append(self._quoted(self._teller.quote(entry)))

    def _begin_turn(self, entry: Entry) -> None:
        """Begin a new chapter if a turn, or the first one, has begun with the entry."""
        if self._chapters[-1].setup:
            begins = bool(entry.plays) or any(isinstance(event, events.TurnAdvanced) for event in entry.events)
        else:
            begins = self._game.turn != self._turn_told
        if begins:
            self._turn_told = self._game.turn
            turn = Text("{turn} {number}", turn=Term(self._board.system.turn), number=self._turn_told)
            self._chapters.append(Chapter[Shown](self._words(Heading(turn))))
            self._turns.setdefault(self._turn_told, self._chapters[-1])

    def _losses(self, entry: Entry) -> Iterator[Text]:
        """Yield the units that an entry put out of action, and apply the entry to the game."""
        before = self._game.units.copy() if entry.events else {}
        entry.apply(self._game)
        for id, unit in before.items():
            now = self._game.units.get(id)
            if unit.alive and now is not None and not now.alive and self._words.knows(id):
                yield Text("{unit} is out of action.", unit=UnitRef(id))

    def figures(self) -> list[str]:
        """Return the fates of the named figures that the reader may know, at the end or so far."""
        game, system = self._board.game, self._board.system
        found = self._fates.fates(game) if self._fates else ()
        return [self._words(fate_text(system, one, game.over)) for one in found if self._words.knows(one.unit.id)]


# The head of a report: system, players, date, result and its reason; the rulings.


@dataclass(frozen=True)
class Masthead:
    """The head of a report; `notes` are small print, `people` a line per side."""

    title: str
    about: str
    outcome: str
    why: tuple[str, ...]
    people: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class RulingView:
    """A ruling with its value; `house` marks a house ruling, `changed` a value other than the default."""

    name: str
    value: str
    about: str
    house: str
    changed: bool


def masthead(words: ReportReader, played: PlayedGame, story: Story[str], hides: bool) -> Masthead:
    """Return the head of a report; `hides` is True if the reader does not know some units."""
    info, system = played.info, played.board.system
    about = Text(
        "{system} · {date} · {entries}",
        system=system.name,
        date=format_date(datetime.fromtimestamp(info.started_at, UTC), "long", words.locale),
        entries=counted(info.number, "entry", "entries"),
    )
    notes = [Text("Times are UTC.")]
    notes += [Text("Hidden units are shown as cards: you may not know yet what they are.")] if hides else []
    outcome, why = _outcome_texts(played, story.end)
    times = time_lines(played.board.game.clock, played.board.game.sides) if played.board.game.clock else []
    return Masthead(
        words(info.name),
        words(about),
        words(outcome),
        tuple(map(words, why)),
        tuple(map(words, [*_people_texts(played, story.people), *times])),
        tuple(map(words, notes)),
    )


def _outcome_texts(played: PlayedGame, event: events.GameEnded | None) -> tuple[Text, list[Text]]:
    """Return the winner and the reasons: the note at the end, and the verdict of the system."""
    verdict = judge_victory(played.board)
    counts = bool(verdict.leader or played.board.game.scores)
    if event is None:
        ahead = Text("{side} is ahead.", side=verdict.leader) if verdict.leader else Text("No side is ahead.")
        text = Text("{ahead} {reason}", ahead=ahead, reason=verdict.reason) if counts else ahead
        return Text("The game is still going on."), [text]
    won = Text("A draw.") if event.draw else Text("No winner.")
    won = Text("{side} has won.", side=event.winner) if event.winner else won
    scenario = scenario_line(played.board)
    said = [Text("{note}", note=event.note)] if event.note else []
    by_rule = [verdict.reason] if counts and verdict.leader == event.winner else []
    return won, [*([Text("Scenario: {line}", line=scenario)] if scenario else []), *said, *by_rule]


def _people_texts(played: PlayedGame, everybody: Sequence[Player]) -> Iterable[Text]:
    """Yield each side with all its players, then the umpires without a side."""
    for side in played.board.game.sides:
        names: list[Value] = [one.name for one in everybody if one.side == side]
        yield Text("{side}: {players}", side=side, players=Listed(names) or Text("no player"))
    judges = [one.name for one in everybody if one.umpire and not one.side]
    if judges:
        yield Text("Umpire: {players}", players=Listed(judges))


def ruling_views(words: ReportReader, played: PlayedGame) -> list[RulingView]:
    """Return the rulings of the game."""
    set_to = played.board.book.rulings
    return [_ruling_view(words, one, set_to) for one in rulings_json(played.board.system)]


def _ruling_view(words: ReportReader, ruling: dict[str, Any], set_to: BaseModel) -> RulingView:
    name = str(ruling["name"])
    value = getattr(set_to, name)
    return RulingView(
        words(Term(name)),
        words(value_text(type(set_to), value, name)),
        words(Joined([Text(one) for one in (ruling["about"], ruling["says"].get(str(value))) if one])),
        words.say("house ruling") if ruling["house"] else "",
        value != ruling["default"],
    )
