"""Chances by playing: for actions too large to be followed every way, a great many games played and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.action import Action, Book
from rules.facts import Facts
from rules.odds import Dist
from rules.table import Live, Roller

GAMES = 20_000


def sampled(
    action: Action,
    facts: Facts,
    book: Book,
    roller: Roller,
    choices: Mapping[str, Sequence[str]] | None = None,
    games: int = GAMES,
) -> Dist:
    """How often each outcome came in that many plays; what is true about the odds, not the odds themselves.

    Raises RuleError when the rules forbid the action.
    """
    plan = action.plan(facts, book)
    counts: dict[object, int] = {}
    for _ in range(games):
        outcome = Live(roller, choices or {}).play(action.rule, plan)
        counts[outcome] = counts.get(outcome, 0) + 1
    return Dist(counts, games)
