"""Entries as strings for the reader of a file, with every roll and its ledger."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from datetime import UTC, datetime

from markupsafe import Markup

from bot.services.record.exports import PlayedGame
from cogs.rendering.clocks import waited_text
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.rolls import RollView, decision_line, group_sum_text, shown_decisions, source_text, spaced_faces
from cogs.rendering.text import reason_lines
from rules.game.entry import Entry
from rules.game.table_events import PlayerSeated
from rules.game.tabletop import Player
from rules.kernel.dice import Line, Need
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.roll_kinds import rolling_unit
from rules.kernel.text import Kind, Sentence, Text, Typed, kind_of


@dataclass(frozen=True, slots=True)
class ReportedRoll:
    """A roll as strings: label, faces with successes marked, result, and the ledger of the score needed."""

    head: str
    faces: tuple[tuple[int, bool | None], ...]
    rerolled: str
    result: str
    ledger: tuple[str, ...]

    @property
    def marked(self) -> Markup:
        """The faces as HTML: numbers only, no text typed by players."""
        return Markup(" ".join(f"<b>{face:d}</b>" if good else f"{face:d}" for face, good in self.faces))


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry as strings: its title, the `sentences` of its result, and further details in `more`."""

    number: int
    at: datetime
    who: str
    side: str
    title: str
    sentences: tuple[str, ...]
    more: tuple[str, ...]
    throws: tuple[ReportedRoll, ...]
    undone: bool

    @property
    def time(self) -> str:
        return f"{self.at:%H:%M}"


_TO_TYPE = re.compile(r":\s+`/[^`]*`(?=[.!?]|$)")
"""A command at the end of a sentence, after its purpose."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+")


def result_line(line: str) -> str:
    """Return a line of a result without the commands that it suggested."""
    kept: list[str] = []
    for sentence in _SENTENCES.split(_TO_TYPE.sub("", line)):
        if "`/" not in sentence:
            kept.append(sentence)
        elif kept and kept[-1].endswith("?"):  # the question that the command would have answered
            kept.pop()
    return " ".join(kept)


class EntryRenderer:
    """A renderer of a game's entries for one reader: in full, or as a `story` without suggestions."""

    def __init__(self, words: ReportReader, played: PlayedGame, story: bool = False) -> None:
        self._past, self._all = result_line if story else str, not story
        self._kept: Container[Kind] = ("table", "tells") if story else ("asks", "table", "tells")
        self._words, self._game, self._system = words, played.board.game, played.board.system
        self.people: dict[str, Player] = {}
        """All players so far, with their latest seats."""
        self._lines: dict[tuple[int, int, str], tuple[Text, str]] = {}
        self._sums: dict[tuple[Need | None, str, int], str] = {}
        self._by_bot, self._left = words.say("the bot"), words.say("a former player")

    def view_entry(self, entry: Entry, *besides: Text) -> EntryView:
        """Render an entry; `besides` are effects that it does not mention itself."""
        words = self._words
        self.meet_players(entry)
        more = [words(note) for note in entry.notes if kind_of(note) in self._kept]
        more += [decision_line(words, one) for play in entry.plays for one in shown_decisions(self._system, play)]
        more += [words(one) for one in (*entry.because, *(entry.weighed if self._all else ()))]
        more += [words.say("Done anyway: {warning}", warning=warning) for warning in entry.warnings]
        more += reason_lines(words, entry, self._game.undone)
        more += [words(waited_text(entry.waited))] if entry.waited else []
        told = [text for play in entry.plays if (text := words(Sentence(play.text)))]
        return EntryView(
            entry.number,
            datetime.fromtimestamp(entry.at, UTC),
            self.issuer_name(entry),
            words(entry.side) if entry.side else "",
            words(Sentence(entry.shown_title)),
            tuple(filter(None, (*map(self._past, told), *map(words, besides)))),
            tuple(filter(None, map(self._past, more))),
            tuple(self._report_roll(play, roll) for play in entry.plays for roll in play.throws),
            entry.number in self._game.undone,
        )

    def quote(self, entry: Entry) -> str:
        """Return a player's text with its author."""
        return self._words.say("“{words}” — {who}", words=entry.reason, who=Typed(self.issuer_name(entry)))

    def meet_players(self, entry: Entry) -> None:
        """Record the players seated by an entry."""
        self.people |= {one.player.id: one.player for one in entry.events if isinstance(one, PlayerSeated)}

    def issuer_name(self, entry: Entry) -> str:
        """Return the issuer of an entry."""
        player = self.people.get(entry.by)
        return self._words(player.name) if player else self._left if entry.by else self._by_bot

    def _report_roll(self, play: Play, roll: RecordedRoll) -> ReportedRoll:
        view = RollView(self._words, roll, self._system)
        # The ledger of a unit hidden from the reader would reveal it.
        known = self._words.knows(rolling_unit(play, roll))
        ledger = list[str]()
        for group in dict.fromkeys(line.of for line in roll.ledger) if known else ():
            lines = [line for line in roll.ledger if line.of == group]
            key = roll.needed, group, sum(line.value for line in lines)
            if key not in self._sums:
                self._sums[key] = f"= {self._words(group_sum_text(*key))}"
            ledger += [*map(self._line, lines), self._sums[key]]
        return ReportedRoll(
            f"{view.head} ({self._words(source_text(roll.source, roll.added))})",
            view.judged_faces,
            spaced_faces(roll.rerolled),
            view.counted or view.further_result,
            tuple(ledger),
        )

    def _line(self, line: Line) -> str:
        """Return a ledger line, rendered once for each reason and number."""
        key = id(line.why), line.value, line.rule
        if key not in self._lines:  # which keeps the reason, so that its id stays unique
            words, value, why = self._words, line.value, line.why
            text = words.say("{value:+}: {why}", value=value, why=why)
            if line.rule:
                text = words.say("{value:+}: {why} ({rule})", value=value, why=why, rule=line.rule)
            self._lines[key] = why, text
        return self._lines[key][1]
