"""The book of a campaign as one HTML page, for screen and paper, with the log of each battle."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from bot.services.campaign.pages import CampaignPages
from bot.services.record.exports import PlayedGame
from cogs.rendering.campaign.battles import battle_row, report_lines
from cogs.rendering.campaign.entry import member_name
from cogs.rendering.campaign.roster import roster_lines, unit_lines
from cogs.rendering.campaign.standings import shape_picture, standings_lines
from cogs.rendering.log import seal_texts
from cogs.rendering.report.entry_view import EntryView
from cogs.rendering.report.html_file import load_template
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.report.story import Story
from cogs.rendering.text import Reader
from data import system_of
from data.texts import Language
from rules.campaign.campaign import Campaign
from rules.campaign.standings import standings
from rules.campaign.visibility import visible_campaign
from rules.game.entry import Entry
from rules.kernel.text import Text, Typed

# The log of a battle's game in the book of its campaign: turn by turn, in plain lines.


def battle_log_factory(language: Language, open_: bool) -> Callable[[PlayedGame], BattleLog]:
    """Return a factory for the public log of a game; if it is `open_`, hidden units are named."""
    return lambda played: BattleLog(ReportReader(language, played.board, None, open_=open_), played)


class BattleLog:
    """The log of a game, built from its entries; undone ones are left out."""

    def __init__(self, words: ReportReader, played: PlayedGame) -> None:
        self._words, self._story = words, Story(words.plain, played, self._line, str)
        self._sealed: dict[int, list[str]] = {}
        """Texts of the seals set and opened, by entry number."""

    def add(self, entry: Entry) -> None:
        if sealed := list(map(self._words.plain, seal_texts(entry))):
            self._sealed[entry.number] = sealed
        self._story.add(entry)

    def to_bytes(self) -> bytes:
        """Return the lines as a file; the heading of a turn is between pairs of asterisks."""
        chapters = ((f"**{one.title}**", *one.entries_and_notes()) for one in self._story.chapters)
        return "\n".join(line for chapter in chapters for line in chapter).encode("utf-8", "replace")

    def _line(self, entry: EntryView) -> str:
        """Return an entry with the faces of its rolls."""
        rolls = [f"🎲 {one.head}: {' '.join(str(face) for face, _ in one.faces)}" for one in entry.throws]
        who = f"{entry.who} ({entry.side})" if entry.side else entry.who
        sealed = self._sealed.get(entry.number, ())
        return f"{entry.number} · {who}: {' '.join((entry.title, *entry.sentences, *sealed, *rolls))}"


# The page.

_BOLD = re.compile(r"\*\*(.+?)\*\*")


@dataclass(frozen=True)
class BookChapter:
    """A chapter: its lines, and optionally a picture in base64 with its description, and the log of a game."""

    title: str
    lines: Sequence[Markup]
    picture: str = ""
    about: str = ""
    log: Sequence[Markup] = ()


def book(words: Reader, campaign: Campaign, logs: Mapping[str, Sequence[str]]) -> bytes:
    """Return the standings, every battle with its report and log (`logs`, by battle), and every unit's history.

    Call it in a thread, because it is slow.
    """
    plain, campaign = words.plain, visible_campaign(campaign, words.reader)
    parts = [_standings_chapter(plain, campaign)]
    own = [Text("“{text}” — {who}", text=one.text, who=member_name(campaign, one.by)) for one in campaign.story]
    if own:
        parts.append(BookChapter(plain.say("In their own words"), _mark_up([plain(one) for one in own])))
    for one in campaign.battles.values():
        report, log = _mark_up(report_lines(plain, campaign, one)), _mark_up(logs.get(one.id, ()))
        parts.append(BookChapter(plain(battle_row(campaign, one)), report, log=log))
    parts += _unit_chapters(plain, campaign)
    page = load_template("book.html.jinja", "cogs.rendering.campaign", trimmed=False).render(
        title=campaign.name, language=words.language.code, parts=parts, log=plain.say("The log of the game")
    )
    return page.encode("utf-8", "replace")


def _standings_chapter(words: Reader, campaign: Campaign) -> BookChapter:
    title, lines = words.say("Standings"), _mark_up(standings_lines(words, campaign, standings(campaign)))
    picture = shape_picture(words, campaign)
    if picture is None:
        return BookChapter(title, lines)
    _, content, about = picture
    return BookChapter(title, lines, b64encode(content).decode("ascii"), about)


def _unit_chapters(words: Reader, campaign: Campaign) -> Iterator[BookChapter]:
    system = system_of(campaign.system)
    for roster in campaign.rosters.values():
        yield BookChapter(words(Typed(roster.name)), _mark_up(roster_lines(words, campaign, roster)[:1]))
        for unit in campaign.units_of_roster(roster.id, gone=True):
            lines = unit_lines(words, campaign, system, unit, CampaignPages.history(unit))
            yield BookChapter(words(Typed(unit.name)), _mark_up(lines))


def _mark_up(lines: Sequence[str]) -> list[Markup]:
    """Return lines with the bold text of messages in HTML; everything else is escaped."""
    return [Markup(_BOLD.sub(r"<strong>\1</strong>", str(escape(line)))) for line in lines]
