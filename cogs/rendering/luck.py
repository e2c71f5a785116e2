"""How lucky somebody was, in words: what came, what was to be expected, and the chance of this well or better."""

from __future__ import annotations

from collections.abc import Iterator

from bot.services.record.luck import HandLuck, LuckReport, SideLuck
from cogs.rendering.figures import decimal, percent
from cogs.rendering.text import Reader
from rules.kernel.luck import Luck
from rules.kernel.text import NOTHING, Plural, Text
from rules.kernel.throw_kinds import KINDS

_HANDS = {"bot": Text("The bot's dice"), "own": Text("Own dice")}


def luck_lines(words: Reader, report: LuckReport) -> list[str]:
    """Every side, or the one player."""
    lines: list[str] = []
    for side in report.sides:
        lines += [*([""] if lines else []), *map(words, _side(side))]
    if report.undone:
        left_out = Plural(
            "{n} die of undone entries is left out.", "{n} dice of undone entries are left out.", report.undone
        )
        lines += ["", words(left_out)]
    return lines


def _side(side: SideLuck) -> Iterator[Text]:
    for hand in side.hands:
        whose = _HANDS[hand.hands]
        named = Text("**{side}** · {whose}", side=side.side, whose=whose)
        yield named if side.side else Text("**{whose}**", whose=whose)
        yield from _hand(hand)


def _hand(hand: HandLuck) -> Iterator[Text]:
    for added, together in ((False, hand.successes), (True, hand.points)):
        kinds = [one for one in hand.kinds if one.added == added]
        for one in kinds:
            head = Text("{kind}: {luck}", kind=KINDS[one.kind], luck=_came(one.luck, added))
            yield Text("{line}.{chance}", line=head, chance=_chance(together)) if together and len(kinds) == 1 else head
        if together is not None and len(kinds) > 1:
            yield Text("All: {luck}.{chance}", luck=_came(together, added), chance=_chance(together))


def _came(luck: Luck, added: bool) -> Text:
    expected = decimal(luck.expected)
    dice = Plural("{n} die", "{n} dice", luck.dice)
    if added:
        return Text("{dice}, {got} points, {expected:.1f} expected", dice=dice, got=luck.got, expected=expected)
    successes = Plural("{n} success", "{n} successes", luck.got)
    return Text("{dice}, {successes}, {expected:.1f} expected", dice=dice, successes=successes, expected=expected)


def _chance(luck: Luck | None) -> Text:
    if luck is None:
        return NOTHING
    if luck.chance is None:
        return Text(" Too few dice to say.")
    return Text(" This well or better: {chance}.", chance=percent(luck.chance))


def explained(words: Reader) -> str:
    """What the chance is one of, for the foot of a message."""
    return words.plain.say("Exact: the chance of so many dice against the numbers that they needed.")
