"""Several counts in one whole number, so that adding up what groups of weapons did is one addition.

Odds add such sums for every pair of results; as tuples that would take ten times as long.
"""

from __future__ import annotations

_WIDTH = 20
_FULL = (1 << _WIDTH) - 1
HITS, KILLS, SIXES, HEAVY, BLASTS = range(5)
"""Places: hits, kills, natural 6s, groups of heavy weapons that hit; from BLASTS on the hits of each blast."""


def count(n: int, place: int) -> int:
    """`n` at a place; counts are added up with +, and stay below a million."""
    return n << _WIDTH * place


def counted_at(counts: int, place: int) -> int:
    return counts >> _WIDTH * place & _FULL


def blasts(counts: int) -> int:
    """The hits of the blasts alone, the first of them at place 0."""
    return counts >> _WIDTH * BLASTS
