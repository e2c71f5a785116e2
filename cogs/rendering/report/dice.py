"""The dice of a game in a report: how lucky each side was, and what proves that nobody helped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.services.record.exports import PlayedGame
from bot.services.record.fairness import NOT_PROVABLE
from bot.services.record.luck import HandLuck, LuckReport
from cogs.rendering.percent import decimal, percent
from cogs.rendering.report.reader import ReportReader
from rules.kernel.luck import Luck
from rules.kernel.text import Heading, Plural, Text
from rules.kernel.throw_kinds import KINDS

_HANDS = {"bot": Text("The bot's dice"), "own": Text("Own dice")}
Row = tuple[str, int, str, str]


@dataclass(frozen=True)
class LuckTable:
    """The dice of one side that the bot threw, or that were its own: a row a kind, and the chance of all together."""

    whose: str
    rows: tuple[Row, ...]
    chances: tuple[str, ...]


def luck_tables(words: ReportReader, report: LuckReport) -> list[LuckTable]:
    """A table a side and hand."""
    return [
        LuckTable(
            words(Text("{side} · {whose}", side=side.side, whose=_HANDS[hand.hands])),
            tuple(_row(words, Heading(KINDS[one.kind]), one.luck, one.added) for one in hand.kinds),
            tuple(map(words, _chances(hand))),
        )
        for side in report.sides
        for hand in side.hands
    ]


def _row(words: ReportReader, name: Text, luck: Luck, added: bool) -> Row:
    """`added` dice count by their points, others by their successes."""
    points, successes = Plural("{n} point", "{n} points", luck.got), Plural("{n} success", "{n} successes", luck.got)
    expected = words(Text("{n:.1f}", n=decimal(luck.expected)))
    return words(name), luck.dice, words(points if added else successes), expected


def _chances(hand: HandLuck) -> Iterator[Text]:
    for luck, all_of_them in (
        (hand.successes, Text("All dice against a number")),
        (hand.points, Text("All dice that are added up")),
    ):
        if luck is not None and luck.chance is None:
            yield Text("{dice}: too few dice to say.", dice=all_of_them)
        elif luck is not None and luck.chance is not None:
            yield Text("{dice}: this well or better, {chance}.", dice=all_of_them, chance=percent(luck.chance))


def fairness(words: ReportReader, played: PlayedGame, dice: int) -> list[str]:
    """What binds the bot to its dice, of which it threw so many, and how anybody checks them."""
    return list(map(words, _fairness(played, dice)))


def _fairness(played: PlayedGame, dice: int) -> Iterator[Text]:
    if not played.promises:
        yield NOT_PROVABLE
        return
    yield Plural("The bot threw {n} die in this game.", "The bot threw {n} dice in this game.", dice)
    for one in played.promises:
        yield Text("Before the first of them it gave this commitment: `{commitment}`.", commitment=one.commitment)
        if one.seed:
            yield Text("Their seed has been revealed: `{seed}`.", seed=one.seed)
        else:
            yield Text("Their seed is a secret until it is revealed with `/fairness reveal`, once the game is over.")
    yield Text("With the json file of the game anybody can make every throw again: `/fairness verify`.")
