"""A whole game as a file to read: the rolls as a table, the log as markdown, the report as a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bot.services.record.exports import GameReport, PlayedGame
from cogs.rendering.report.csv_file import RollTable
from cogs.rendering.report.entry_view import EntryView
from cogs.rendering.report.html_file import HtmlReport
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.report.story import Story, masthead, ruling_views
from cogs.rendering.rolls import bold_successes
from data.texts import Language
from rules.game.entry import Entry


class MarkdownLog:
    """The log of a game as markdown: every entry in order, by turn; undone ones are struck through."""

    def __init__(self, words: ReportReader, played: PlayedGame, hides: bool) -> None:
        self._words, self._played, self._hides = words.writing(markdown=True), played, hides
        self._story = Story(
            self._words, played, lambda told: _entry_text(self._words, told), "  > {}".format, everything=True
        )

    def add(self, entry: Entry) -> None:
        self._story.add(entry)

    def to_bytes(self) -> bytes:
        return ("\n".join(self._lines()) + "\n").encode("utf-8", "replace")

    def _lines(self) -> Iterator[str]:
        words = self._words
        top = masthead(words, self._played, self._story, self._hides)
        yield from (f"# {top.title}", "", top.about, "", f"**{top.outcome}** {' '.join(top.why)}".rstrip(), "")
        yield from (f"- {line}" for line in top.people)
        if figures := self._story.figures():
            yield from ("", f"## {words.say('Named figures')}", "", *(f"- {line}" for line in figures))
        for chapter in self._story.chapters:
            yield from ("", f"## {chapter.heading}", "")
            yield from chapter.entries_and_notes()
        yield from ("", f"## {words.say('Rulings')}", "")
        yield from (f"- {one.name}: **{one.value}**. {one.about}" for one in ruling_views(words, self._played))
        yield from ("", " ".join(top.notes))


def _entry_text(words: ReportReader, entry: EntryView) -> str:
    side = f" · {entry.side}" if entry.side else ""
    told = f"**{entry.number}** {entry.time} {entry.who}{side}: {' '.join((entry.title, *entry.sentences))}"
    lines = [f"- ~~{told}~~ {words.say('(undone)')}" if entry.undone else f"- {told}"]
    for roll in entry.throws:
        again = f" (~~{roll.rerolled}~~)" if roll.rerolled else ""
        result = f" → **{roll.result}**" if roll.result else ""
        ledger = f"; {', '.join(roll.ledger)}" if roll.ledger else ""
        lines.append(f"  - 🎲 {roll.head}: {bold_successes(roll.faces)}{again}{result}{ledger}")
    return "\n".join([*lines, *(f"  - {line}" for line in entry.more)])


KINDS: Mapping[str, Callable[[ReportReader, PlayedGame, bool], GameReport]] = {
    "csv": RollTable,
    "markdown": MarkdownLog,
    "html": HtmlReport,
}
"""Builders of the kinds of files."""
ENDINGS = {"json": "json", "csv": "csv", "markdown": "md", "html": "html"}
"""File name extensions."""


def report(kind: str, language: Language, reader: str | None, open_: bool) -> Callable[[PlayedGame], GameReport]:
    """Return a factory for a report for one reader or for all; if it is `open_`, hidden units are named."""

    def begin(played: PlayedGame) -> GameReport:
        who, game = played.called.get(reader or "", reader), played.board.game
        words = ReportReader(language, played.board, who, open_=open_)
        hides = any(not words.knows(unit) for unit in (*game.units, *game.departed))
        return KINDS[kind](words, played, hides)

    return begin
