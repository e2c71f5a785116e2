"""Played chances come close to the exact ones, and are counted honestly."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from data import SYSTEMS, system_of
from rules.command.system import System
from rules.kernel.action import Action
from rules.kernel.facts import validate
from rules.kernel.odds import Dist, Odds
from rules.kernel.resolve import odds, ruleset_of
from rules.kernel.sampling import GAMES, sample
from tests.rules.test_every_system import cases
from tests.sixth import SIXTH


def plan_action(system: System, key: str, facts: dict[str, Any]) -> tuple[Action, Any]:
    action = system.actions[key]
    return action, action.plan(validate(action.facts, facts), ruleset_of(system))


def close(played: Dist, exact: Dist) -> None:
    assert played.total == sum(played.weights.values())
    assert played.weights.keys() <= exact.weights.keys()
    for outcome, p in exact.fractions().items():
        # Six standard deviations of such a count, and one for very rare events.
        far = 6 * float(played.total * p * (1 - p)) ** 0.5 + 1
        assert abs(played.weights.get(outcome, 0) - played.total * p) < far, outcome


def test_a_great_many_games_come_close_to_the_exact_odds() -> None:
    action, plan = plan_action(SIXTH, "shoot", {"attackers": 3, "targets": 9})
    played = sample(action, plan, Random(1).random)
    assert played.total == GAMES
    close(played, Odds().of(action.rule, plan))


def test_decisions_are_made_and_remembered_by_the_odds_that_are_given() -> None:
    action, plan = plan_action(system_of("fubar"), "fire", cases(system_of("fubar"))["fire"][0])
    chosen = [Odds({"allocation": [value]}) for value in ("suppress_first", "casualties_first")]
    played = [sample(action, plan, Random(1).random, odds=one, games=50) for one in chosen]
    assert played[0] != played[1]
    assert [len(one.known_choices) for one in chosen] == [1, 1]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_action_is_played_as_it_is_weighed(system: System) -> None:
    for key in system.actions:
        facts = cases(system)[key][0]
        action, plan = plan_action(system, key, facts)
        exact = odds(action, validate(action.facts, facts), ruleset_of(system))
        close(sample(action, plan, Random(1).random, games=1000), exact)


def test_it_stops_when_it_is_enough() -> None:
    action, plan = plan_action(SIXTH, "shoot", {"attackers": 3, "targets": 9})
    left = iter([False, False, True])
    assert sample(action, plan, Random(1).random, enough=lambda: next(left)).total == 3
