"""The head of a report: what was played, by whom and when, who won and by what; the rulings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date
from pydantic import BaseModel

from bot.services.record.exports import PlayedGame
from cogs.rendering.board import time_lines
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.report.story import Story
from rules.game.events import GameEnded
from rules.game.tabletop import Player
from rules.kernel.facts import value_text
from rules.kernel.serialise import rulings_json
from rules.kernel.text import Listed, Term, Text, Value, counted


@dataclass(frozen=True)
class Head:
    """What stands above everything else. `lines` are small print, `people` a line a side."""

    title: str
    about: str
    outcome: str
    why: tuple[str, ...]
    people: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Ruling:
    """A ruling as it was set; `house` where it is ours, `changed` where it is not as it comes."""

    name: str
    value: str
    about: str
    house: str
    changed: bool


def head(words: ReportReader, played: PlayedGame, story: Story[str], hides: bool) -> Head:
    """`hides` says whether there are units that the reader knows as cards."""
    info, system = played.info, played.board.system
    about = Text(
        "{system} · {date} · {entries}",
        system=system.name,
        date=day(words, info.started_at),
        entries=counted(info.number, "entry", "entries"),
    )
    notes = [Text("Times are UTC.")]
    notes += [Text("Hidden units are cards here: you may not know yet what they are.")] if hides else []
    outcome, why = _outcome(played, story.end)
    times = time_lines(played.board.game.clock, played.board.game.sides) if played.board.game.clock else []
    return Head(
        words(info.name),
        words(about),
        words(outcome),
        tuple(map(words, why)),
        tuple(map(words, [*_people(played, story.people), *times])),
        tuple(map(words, notes)),
    )


def day(words: ReportReader, at: float) -> str:
    """A date as the reader's language writes it in full."""
    return format_date(datetime.fromtimestamp(at, UTC), "long", words.locale)


def _outcome(played: PlayedGame, event: GameEnded | None) -> tuple[Text, list[Text]]:
    """Who won, and by what: what was said at the end, and what the rules of the system say of the board."""
    verdict = played.board.system.victory(played.board)
    if event is None:
        ahead = Text("{side} is ahead.", side=verdict.leader) if verdict.leader else Text("Nobody is ahead.")
        return Text("The game goes on."), [Text("{ahead} {reason}", ahead=ahead, reason=verdict.reason)]
    won = Text("{side} has won.", side=event.winner) if event.winner else Text("Nobody has won.")
    said = [Text("{note}", note=event.note)] if event.note else []
    by_rule = [verdict.reason] if verdict.leader == event.winner else []
    return won, [*said, *by_rule]


def _people(played: PlayedGame, everybody: Sequence[Player]) -> Iterable[Text]:
    """Each side with those who have played it, then the umpires who play none."""
    for side in played.board.game.sides:
        names: list[Value] = [one.name for one in everybody if one.side == side]
        yield Text("{side}: {players}", side=side, players=Listed(names) or Text("nobody"))
    judges = [one.name for one in everybody if one.umpire and not one.side]
    if judges:
        yield Text("Umpire: {players}", players=Listed(judges))


def rulings(words: ReportReader, played: PlayedGame) -> list[Ruling]:
    """Each ruling that the game was played by."""
    set_to = played.board.book.rulings
    return [_ruling(words, one, set_to) for one in rulings_json(played.board.system)]


def _ruling(words: ReportReader, ruling: dict[str, object], set_to: BaseModel) -> Ruling:
    name = str(ruling["name"])
    value = getattr(set_to, name)
    return Ruling(
        words(Term(name)),
        words(value_text(type(set_to), value, name)),
        words(Text(str(ruling["about"]))),
        words.say("house ruling") if ruling["house"] else "",
        value != ruling["default"],
    )
