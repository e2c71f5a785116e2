"""A whole game as a file that people read: the throws as a table, the log, the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.services.record.exports import GameReport, PlayedGame
from cogs.rendering.report.csv_file import ThrowTable
from cogs.rendering.report.html_file import HtmlReport
from cogs.rendering.report.markdown_file import MarkdownLog
from cogs.rendering.report.reader import ReportReader
from data.texts import Language

KINDS: Mapping[str, Callable[[ReportReader, PlayedGame, bool], GameReport]] = {
    "csv": ThrowTable,
    "markdown": MarkdownLog,
    "html": HtmlReport,
}
"""What makes each kind of file."""
ENDINGS = {"json": "json", "csv": "csv", "markdown": "md", "html": "html"}
"""How the names of files end."""


def report(kind: str, language: Language, reader: str | None, open_: bool) -> Callable[[PlayedGame], GameReport]:
    """What makes a report for one person, or for everybody; to whom it is `open_` every unit is named."""

    def begun(played: PlayedGame) -> GameReport:
        who, game = played.called.get(reader or "", reader), played.board.game
        words = ReportReader(language, played.board, who, open_=open_)
        hides = any(not words.knows(unit) for unit in (*game.units, *game.departed))
        return KINDS[kind](words, played, hides)

    return begun
