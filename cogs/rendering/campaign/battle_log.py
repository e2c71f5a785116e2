"""The log of a battle's game as it stands in the book of its campaign: turn by turn, in plain lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.services.record.exports import PlayedGame
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.report.story import Story
from cogs.rendering.report.told import ToldEntry
from data.texts import Language
from rules.game.entry import Entry


def battle_log(language: Language, open_: bool) -> Callable[[PlayedGame], BattleLog]:
    """What makes the log as everybody reads it; where the game is `open_` every unit is named."""
    return lambda played: BattleLog(ReportReader(language, played.board, None, open_=open_), played)


class BattleLog:
    """Told every entry of a game; what was taken back is left out."""

    def __init__(self, words: ReportReader, played: PlayedGame) -> None:
        self._words, self._story = words, Story(words.plain, played)

    def add(self, entry: Entry) -> None:
        self._story.add(entry)

    def made(self) -> bytes:
        """Lines; the heading of a turn stands between two stars."""
        return "\n".join(self._lines()).encode("utf-8", "replace")

    def _lines(self) -> Iterator[str]:
        for chapter in self._story.chapters:
            yield f"**{chapter.title}**"
            yield from map(_line, chapter.entries)


def _line(entry: ToldEntry) -> str:
    """An entry with the faces of its throws."""
    throws = [f"🎲 {one.head}: {' '.join(str(face) for face, _ in one.faces)}" for one in entry.throws]
    who = f"{entry.who} ({entry.side})" if entry.side else entry.who
    return f"{entry.number} · {who}: {' '.join((entry.title, *entry.told, *throws))}"
