"""Luck, the proof of the dice, and the chart of strength by turn in a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, log10

from bot.services.record.exports import PlayedGame
from bot.services.record.fairness import NOT_PROVABLE
from bot.services.record.luck import HandLuck, LuckReport
from bot.services.record.statistics import Statistics, TurningPoint
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.rolls import percent_text, to_decimal
from cogs.rendering.sides import colour_keys
from cogs.rendering.statistics import HANDS
from rules.command.system import Board
from rules.game.tabletop import Colour
from rules.kernel.luck import Luck
from rules.kernel.roll_kinds import KINDS
from rules.kernel.text import Heading, Joined, Listed, Plural, Term, Text

Row = tuple[str, int, str, str]


@dataclass(frozen=True)
class LuckTable:
    """The dice of one side, its own or the bot's: a row per kind, and the chance of all together."""

    whose: str
    rows: tuple[Row, ...]
    chances: tuple[str, ...]


def luck_tables(words: ReportReader, report: LuckReport) -> list[LuckTable]:
    """Return a table per side and source of dice."""
    return [
        LuckTable(
            words(Text("{side} · {whose}", side=side.side, whose=HANDS[hand.hands])),
            tuple(_luck_row(words, Heading(KINDS[one.kind]), one.luck, one.added) for one in hand.kinds),
            tuple(map(words, _chance_texts(hand))),
        )
        for side in report.sides
        for hand in side.hands
    ]


def _luck_row(words: ReportReader, name: Text, luck: Luck, added: bool) -> Row:
    """Return a row; `added` dice count by their points, others by their successes."""
    successes = (
        Plural("{n} point", "{n} points", luck.got) if added else Plural("{n} success", "{n} successes", luck.got)
    )
    expected = words(Text("{n:.1f}", n=to_decimal(luck.expected)))
    return words(name), luck.dice, words(successes), expected


def _chance_texts(hand: HandLuck) -> Iterator[Text]:
    for luck, all_of_them in (
        (hand.successes, Text("All rolls against a target number")),
        (hand.points, Text("All rolls that are added up")),
    ):
        if luck is None:
            continue
        if luck.chance is None:
            yield Text("{dice}: too few dice.", dice=all_of_them)
        else:
            yield Text(
                "{dice}: chance of this or better, {chance}.", dice=all_of_them, chance=percent_text(luck.chance)
            )


def fairness_lines(words: ReportReader, played: PlayedGame, dice: int) -> list[str]:
    """Return the commitment to the bot's dice, their number, and the way to verify them."""
    return list(map(words, _fairness_texts(played, dice)))


def _fairness_texts(played: PlayedGame, dice: int) -> Iterator[Text]:
    if not played.promises:
        yield NOT_PROVABLE
        return
    yield Plural("The bot rolled {n} die in this game.", "The bot rolled {n} dice in this game.", dice)
    for one in played.promises:
        yield Text("Before the first roll it published this commitment: `{commitment}`.", commitment=one.commitment)
        if one.seed:
            yield Text("Their seed: `{seed}`.", seed=one.seed)
        else:
            yield Text("Their seed stays secret until the game is over and `/fairness reveal` shows it.")
    yield Text("Anyone with the json file of the game can check every roll: `/fairness verify`.")


# The strength of each side by turn as lines of a chart, with a description.

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 40, 14, 14, 34
MOST_TICKS = 12


@dataclass(frozen=True)
class ChartLine:
    """A side's line: its colour, which selects the dashes too, its name, points, marks and values."""

    colour: Colour
    name: str
    points: str
    marks: tuple[tuple[float, float], ...]
    values: tuple[int, ...]


@dataclass(frozen=True)
class StrengthChart:
    """Lines in a picture of WIDTH × HEIGHT; `summary` describes it. Ticks are (position, label)."""

    lines: tuple[ChartLine, ...]
    turns: tuple[tuple[float, str], ...]
    levels: tuple[tuple[float, str], ...]
    table: tuple[tuple[str, tuple[int, ...]], ...]
    summary: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def strength_chart(words: ReportReader, statistics: Statistics, own: Mapping[str, str]) -> StrengthChart | None:
    """Return the chart of strength by turn; None if it never changed. `own` are colours chosen by sides."""
    turns, course = statistics.strength, statistics.course
    if not statistics.has_course:
        return None
    most = max(1, *(value for values in course.values() for value in values))
    size = 10 ** int(log10(max(1, most / 4)))
    step = next(step for step in (size, 2 * size, 5 * size, 10 * size) if most / step <= 5)
    top = ceil(most / step) * step
    across = [LEFT + (WIDTH - LEFT - RIGHT) * at / (len(turns) - 1) for at in range(len(turns))]
    start = words.say("Start")
    labels = [start if turn.turn == 0 else str(turn.turn) for turn in turns]
    every = ceil(len(turns) / MOST_TICKS)
    each = [
        Text("{side} from {start} to {end}", side=side, start=values[0], end=values[-1])
        for side, values in course.items()
    ]
    lines = list[ChartLine]()
    for colour, (side, values) in zip(colour_keys(course, own), course.items(), strict=True):
        marks = tuple((round(x, 1), _line_height(value, top)) for x, value in zip(across, values, strict=True))
        lines.append(ChartLine(colour, words(side), " ".join(f"{x},{y}" for x, y in marks), marks, values))
    return StrengthChart(
        tuple(lines),
        tuple((round(x, 1), label) for x, label in list(zip(across, labels, strict=True))[::every]),
        tuple((_line_height(level, top), str(level)) for level in range(0, top + 1, step)),
        tuple(zip(labels, zip(*course.values(), strict=True), strict=True)),
        words.say("Strength, first turn to last: {sides}.", sides=Listed(each)),
    )


def _line_height(value: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top, 1)


def describe_turning_point(words: ReportReader, board: Board, point: TurningPoint) -> tuple[int, str]:
    """Return the number of an entry that moved the lead most, and its description."""
    when = Text("{turn} {number}", turn=Term(board.system.turn), number=point.turn)
    gained = Text("(+{swing:.0f} % for {side})", swing=to_decimal(point.swing * 100), side=point.side)
    return point.entry, words(
        Joined([Text("{when}: {title}.", when=Heading(when), title=point.title), *point.results, gained])
    )
