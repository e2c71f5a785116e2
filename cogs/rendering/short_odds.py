"""Chances in three lines, of what is left on the table; all the rest of them is behind a button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from bot.services.play.odds import Chances
from cogs.rendering.odds import about_odds, odds_picture, outcome_text
from cogs.rendering.percent import decimal, whole_percent
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Joined, Term, Text

TENTHS = 10


def has_short_odds(found: Sequence[Chances]) -> bool:
    """Whether every action of a command leaves something on the table, so that three lines say it."""
    return bool(found) and all(one.effects is not None for one in found)


def short_odds_reply(words: Reader, found: Sequence[Chances], chart: bool = False) -> Reply:
    """Three lines an action: how likely any effect is, the likeliest effects, and the average; a picture where one is
    wanted. For a thread then, as it takes some 10 ms.
    """
    lines = [line for one in found for line in _one(words, one, several=len(found) > 1)]
    assumed = [part for one in found for part in one.assumed]
    footer = words.plain.say("{about}; nothing is recorded.", about=about_odds(found))
    if assumed:
        footer += " " + words.plain.say("Assuming: {assumed}.", assumed=Joined(dict.fromkeys(assumed), ", "))
    title = words.say("Odds: {title}", title=found[0].title)
    return Reply(title, "\n".join(lines), footer, private=True, file=odds_picture(words, found) if chart else None)


def _one(words: Reader, one: Chances, several: bool) -> list[str]:
    found = one.effects
    assert found is not None
    lines = [f"**{words(one.action.title)}**"] if several else []
    some = words.say("some effect")
    lines.append(f"`{bar(found.some)}` **{words(_whole(found.some))}** {some}")
    rows = [_row(effect, chance) for effect, chance in found.likeliest]
    lines += [words.say("Most likely: {effects}.", effects=Joined(rows, ", "))] if rows else []
    means = [
        Text("{n:.1f} {things}", n=decimal(n), things=Term(name))
        for name, n in one.summary.averages
        if name in found.names and n >= Fraction(1, 20)
    ]
    if one.main and one.main.wiped_out and not one.main.steps:
        means.append(Text("nothing left {chance}", chance=_whole(one.main.wiped_out)))
    return [*lines, *([words.say("On average: {averages}.", averages=Joined(means, ", "))] if means else [])]


def _row(effect: Mapping[str, Any], chance: Fraction) -> Text:
    return Text("{effect} {chance}", effect=outcome_text(effect), chance=_whole(chance))


def _whole(chance: Fraction) -> Text:
    """Whole percents; certain and impossible are said only of what is so."""
    return Text("{n} %", n=whole_percent(chance))


def bar(chance: Fraction) -> str:
    """A chance in tenths, drawn."""
    full = round(chance * TENTHS)
    return "█" * full + "░" * (TENTHS - full)
