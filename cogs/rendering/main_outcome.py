"""The main outcome of an action in a sentence, and in as many bars as fit into a picture."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cogs.rendering.figures import mean, percent
from rules.kernel.action import MainOutcome
from rules.kernel.text import Joined, Term, Text

MOST_BARS = 9
"""How many bars fit side by side with chances that can still be read; beyond them the ends are taken together."""


class Bar(NamedTuple):
    """A value, or the values of one end together; how likely it is, and how likely this or more.

    `most` is the highest of the values that the first bar takes together.
    """

    name: Text
    chance: Fraction
    or_more: Fraction
    most: int | None = None


def bars_of(main: MainOutcome) -> list[Bar]:
    """A bar for each value from the lowest to the highest."""
    if main.steps:
        return [Bar(name, main.chance(n), main.at_least(n)) for n, name in enumerate(main.steps)]
    first, last = _ends(main)
    return [_bar(main, n, n == first, n == last) for n in range(first, last + 1)]


def _ends(main: MainOutcome) -> tuple[int, int]:
    """The values that the first and the last bar begin with: the less likely end is taken together first."""
    first, last, weights = min(main.weights), max(main.weights), main.weights
    low, high = weights[first], weights[last]
    while last - first >= MOST_BARS:
        lower, higher = low + weights.get(first + 1, 0), high + weights.get(last - 1, 0)
        if higher <= lower:
            last, high = last - 1, higher
        else:
            first, low = first + 1, lower
    return first, last


def _bar(main: MainOutcome, n: int, first: bool, last: bool) -> Bar:
    """A value, with all beyond it where it is the first or the last that is shown."""
    if first and n > min(main.weights):
        return Bar(Text("{n} or less", n=n), 1 - main.at_least(n + 1), Fraction(1), n)
    if last and n < max(main.weights):
        return Bar(Text("{n}+", n=n), main.at_least(n), main.at_least(n))
    return Bar(Text("{n}", n=n), main.chance(n), main.at_least(n))


def main_sentence(main: MainOutcome) -> Text:
    """All of it in a sentence: it stands in the text, and describes the picture to those who do not see it."""
    bars = bars_of(main)
    each = Joined([Text("{n} {chance}", n=bar.name, chance=percent(bar.chance)) for bar in bars], ", ")
    more = Joined(_or_more(main, bars), ", ")
    if main.steps:
        return Text("{what}: {each}. This or more: {more}.", what=Term(main.what), each=each, more=more)
    return Text(
        "{what}: {mean} on average; exactly {each}. This or more: {more}.",
        what=Term(main.what),
        mean=mean(main.mean),
        each=each,
        more=more,
    )


def _or_more(main: MainOutcome, bars: Sequence[Bar]) -> list[Text]:
    """The first bar is certain to be reached, and says nothing; alone, it says all there is."""
    return [Text("{n} {chance}", n=bar.name, chance=percent(bar.or_more)) for bar in bars[1:] or bars]
