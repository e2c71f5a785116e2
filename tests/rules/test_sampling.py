"""Played chances come close to the exact ones, and are counted honestly."""

from __future__ import annotations

from bot.dice.rng import seeded_dice
from rules.facts import checked
from rules.resolve import book_of, odds
from rules.sampling import sampled
from tests.sixth import SIXTH


def test_a_great_many_games_come_close_to_the_exact_odds() -> None:
    action = SIXTH.actions["shoot"]
    facts, book = checked(action.facts, {"attackers": 3, "targets": 9}), book_of(SIXTH)
    exact = odds(action, facts, book).fractions()
    played = sampled(action, facts, book, seeded_dice(b"odds"), games=20_000)
    assert played.total == sum(played.weights.values()) == 20_000
    for outcome, p in exact.items():
        # Four standard deviations of a count of 20,000.
        assert abs(played.weights[outcome] - 20_000 * p) < 4 * float(20_000 * p * (1 - p)) ** 0.5
