"""How well a throw went, in a line: a number from the exact odds, and no word of praise."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from cogs.rendering.text import Reader
from cogs.rendering.throws import NOTE
from rules.kernel.plays import Play
from rules.kernel.text import Text

_LEAST, _MOST = Fraction(1, 1000), Fraction(999, 1000)


def rank_lines(words: Reader, play: Play, rank: Fraction | None) -> list[str]:
    """The line under a play; none about units that the reader does not know, as it would tell what they are."""
    if rank is None or not knows_all(words, play):
        return []
    return [f"{NOTE}{words(rank_text(rank))}"]


def knows_all(words: Reader, play: Play) -> bool:
    """Whether the reader may know all units that took part."""
    return all(map(words.knows, play.roles.values()))


def rank_text(rank: Fraction) -> Text:
    """ "This well or better: 7 %"."""
    return Text("This well or better: {chance}", chance=_percent(rank))


def _percent(chance: Fraction) -> Text:
    """Whole percents, with a decimal at either end; never 0 or 100, which nothing that happened has."""
    if Fraction(1, 100) <= chance <= Fraction(99, 100):
        return Text("{n} %", n=round(chance * 100))
    n = max(_LEAST, min(_MOST, chance)) * 100
    return Text("{n:.1f} %", n=Decimal(n.numerator) / n.denominator)
