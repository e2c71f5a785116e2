"""Odds of a hundred against a hundred: in time, in every system, and cancelled when the caller has gone.

Every reading of the clock takes five milliseconds here; `tests/bench/commands.py` measures how long they really take.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Refusal
from bot.services.play.odds_work import SELDOM, OddsWork, TimeIsUp, Work
from data import system_of
from rules.kernel.action import Action
from rules.kernel.facts import validate
from rules.kernel.resolve import ruleset_of
from tests.bot.clocks import Ticking
from tests.rules.hundreds import HUNDREDS

READING = 0.005
SLACK = 5 * READING
"""A few looks at the clock: to begin, and to see that the time is up."""
EVERY = [(system, action) for system, actions in HUNDREDS.items() for action in actions]
SUPPRESSED: dict[str, Any] = HUNDREDS["fubar"]["close_combat"][1]


def plan_action(system: str, key: str, facts: dict[str, Any]) -> tuple[Action, Any]:
    action = system_of(system).actions[key]
    return action, action.plan(validate(action.facts, facts), ruleset_of(system_of(system)))


@pytest.mark.parametrize(("system", "action"), EVERY)
def test_a_hundred_against_a_hundred_are_exact_or_played_until_the_time_is_up(system: str, action: str) -> None:
    for facts in HUNDREDS[system][action]:
        clock = Ticking(READING)
        [answer] = OddsWork([plan_action(system, action, facts)], clock).answers()
        assert answer.summary.likeliest
        assert clock.now <= (0.7 if answer.games else 0.55) + SLACK, facts
        assert not answer.games or answer.games > 100


def test_every_action_with_dice_has_its_hundred() -> None:
    for key, actions in HUNDREDS.items():
        system = system_of(key)
        assert {*actions, *_diceless(key)} == set(system.actions)


def _diceless(key: str) -> set[str]:
    """Return the keys of actions that roll at most two dice, for any participants."""
    return {
        "fubar": {"movement"},
        "opreb": {"movement"},
        "openfire_ww2": {"initiative_test", "scatter", "smoke", "objectives", "movement"},
        "openfire_d12": {"assault", "recover", "movement", "interact"},
        "bayonet": {"activate", "movement"},
    }[key]


def test_close_combat_with_many_who_lie_is_exact() -> None:
    clock = Ticking(READING)
    [answer] = OddsWork([plan_action("fubar", "close_combat", SUPPRESSED)], clock).answers()
    assert not answer.games
    assert clock.now < 0.55


def test_several_actions_share_the_time() -> None:
    facts, clock = HUNDREDS["openfire_ww2"]["assault"][1], Ticking(READING)
    answers = OddsWork([plan_action("openfire_ww2", "assault", facts)] * 3, clock).answers()
    assert clock.now <= 0.7 + 2 * SLACK
    games = [answer.games for answer in answers]
    assert max(games) - min(games) <= 1 < min(games)


@pytest.mark.parametrize("action", ["fire", "assault"])
def test_work_that_is_dropped_stops(action: str) -> None:
    """Exact odds (the first shot of a hundred) and games (the assault) alike."""
    clock = Ticking(READING)
    work = OddsWork([plan_action("openfire_ww2", action, HUNDREDS["openfire_ww2"][action][0])], clock)
    work.dropped = True
    with pytest.raises(Refusal):
        work.answers()
    assert clock.now < SLACK


def test_exact_odds_have_the_whole_time_until_it_is_over() -> None:
    work, (action, plan) = Work(lambda: 5.0), plan_action("fubar", "close_combat", SUPPRESSED)
    dist, _ = work.exact_odds(action, plan, 5.0)
    assert dist.total
    with pytest.raises(TimeIsUp):
        work.exact_odds(action, plan, 4.99)


def test_the_clock_is_read_after_so_much_work_and_each_time_anew() -> None:
    clock = Ticking(1.0)
    work = Work(clock)
    for looks in (1, 2):
        work.spend(SELDOM - 1)
        assert clock.looks == looks - 1
        with pytest.raises(TimeIsUp):
            work.spend(1)
        assert clock.looks == looks
