"""The report of a game: one self-contained page, for screen and paper."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from bot.services.record.exports import PlayedGame
from bot.services.record.luck import LuckFold
from bot.services.record.statistics_fold import StatisticsFold
from cogs.rendering.report.figures import describe_turning_point, fairness_lines, luck_tables, strength_chart
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.report.story import Story, masthead, ruling_views
from rules.game.entry import Entry
from rules.kernel.text import Heading, Term, Text, UnitRef

if TYPE_CHECKING:
    from jinja2 import Template

HEADINGS = {
    "story": Text("The story"),
    "sides": Text("The sides"),
    "figures": Text("Named figures"),
    "luck": Text("Luck"),
    "undone": Text("Undone"),
    "rulings": Text("Rulings"),
    "fairness": Text("Fair dice"),
    "throws": Text("Rolls"),
    "points": Text("Turning points"),
    "points_key": Text("The entries that changed the lead most, compared with the exact odds."),
    "kind": Text("Kind of roll"),
    "dice": Text("Dice"),
    "got": Text("Result"),
    "expected": Text("Expected"),
    "chance": Text("Chance of this or better"),
    "unit": Text("Unit"),
    "start": Text("Start"),
    "end": Text("End"),
    "losses_inflicted": Text("Dealt"),
    "losses": Text("Taken"),
    "shots": Text("Shots"),
    "hits": Text("Hits"),
    "tests": Text("Tests"),
    "key": Text(
        "Strength counts hit points where a unit has them, else models. Dealt and taken are losses; shots are "
        "dice rolled to hit; tests are for morale and activation."
    ),
    "numbers": Text("The same in numbers"),
    "made": Text("Made by Adjutant from the record of the game, without undone entries."),
    "again": Text("rolled again, was"),
}
"""Headings of the page, and its small print."""


class HtmlReport:
    """The report as one page: the story, the sides, their strength by turn, and every roll."""

    def __init__(self, words: ReportReader, played: PlayedGame, hides: bool) -> None:
        self._words, self._played, self._hides = words.plain, played, hides
        turn = Term(played.board.system.turn)
        own = {"strength": Text("Strength by {turn}", turn=turn), "turn": Heading(turn)}
        say = {name: self._words(text) for name, text in (HEADINGS | own).items()}
        quoted = Markup('<p class="quote">{}</p>').format
        module: Any = load_template("entry.html.jinja").make_module({"say": say})
        self._say, self._story = say, Story(self._words, played, module.entry, quoted)
        game, system = played.board.game, played.board.system
        hidden = {id for id in (*game.units, *game.departed) if not self._words.knows(id)}
        self._statistics = StatisticsFold(system, game.undone, frozenset(hidden))
        self._luck = LuckFold(system, game.undone)
        self._dice = 0

    def add(self, entry: Entry) -> None:
        self._story.add(entry)
        self._statistics.add(entry)
        self._luck.add(entry)
        self._dice += sum(len(roll.faces) for roll in entry.fresh)

    def to_bytes(self) -> bytes:
        return render_page("page.html.jinja", **self._parts())

    def _parts(self) -> dict[str, Any]:
        """Return the content of the template, as strings and lists of strings."""
        words, board, statistics = self._words, self._played.board, self._statistics.statistics()
        sides = list[dict[str, Any]]()
        for side in statistics.sides:
            units = statistics.units_of_side(side)
            rows = [{"name": words(UnitRef(one.unit)), **{key: getattr(one, key) for key in NUMBERS}} for one in units]
            sums = {key: sum(row[key] for row in rows) for key in NUMBERS}
            sides.append({"name": words(side), "rows": rows, "all": {"name": words.say("All"), **sums}})
        return {
            "language": words.language.code,
            "say": self._say,
            "head": masthead(words, self._played, self._story, self._hides),
            "story": self._story,
            "sides": sides,
            "chart": strength_chart(words, statistics, board.game.colours),
            "rulings": ruling_views(words, self._played),
            "points": [describe_turning_point(words, board, one) for one in statistics.turning_points],
            "luck": luck_tables(words, self._luck.report()),
            "fairness": fairness_lines(words, self._played, self._dice),
        }


NUMBERS = ("start", "end", "losses_inflicted", "losses", "shots", "hits", "tests")


def render_page(template: str, **parts: Any) -> bytes:
    """Render one of the templates of this package."""
    return load_template(template).render(**parts).encode("utf-8", "replace")


@cache
def load_template(name: str, package: str = "cogs.rendering.report", trimmed: bool = True) -> Template:
    """Return a template; the template library is loaded with the first one.

    Its filter `with_code` marks commands in one of the bot's own sentences as code.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader(package, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=trimmed,
        lstrip_blocks=trimmed,
    )
    made.filters["with_code"] = lambda words: Markup(_CODE.sub(r"<code>\1</code>", str(escape(words))))
    return made.get_template(name)


_CODE = re.compile("`([^`]+)`")
