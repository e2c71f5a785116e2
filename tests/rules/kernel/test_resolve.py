"""The single path of every play: plan, play, effects and the rulings used."""

from __future__ import annotations

from typing import Any

import pytest

from data import system_of
from rules.command.effects import initial_rulings
from rules.kernel.errors import BadDice, BadFacts, RuleError
from rules.kernel.facts import validate
from rules.kernel.resolve import action_of, odds, parse_choices, resolve, ruleset_of, stored_ruleset
from rules.kernel.table import DecisionNeeded, DiceNeeded, Given
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.fubar.table import shot, unit

SYSTEM = system_of("fubar")
FIRE = SYSTEM.actions["fire"]


def fire(faces: list[int], ask: bool = False, choose: dict[str, list[str]] | None = None, **more: Any) -> Any:
    facts = validate(FIRE.facts, shot((3, "infantry_rifle"), **more))
    return resolve(SYSTEM, FIRE, facts, ruleset_of(SYSTEM, {"allocation": "ask"}), Given(faces), choose, ask)


def test_a_resolution_has_everything_a_message_needs() -> None:
    resolution = fire([5, 6, 6])
    assert resolution.played.outcome._asdict() == {
        "hits": 3,
        "saved": 0,
        "suppressed": 2,
        "casualties": 1,
        "lost_hits": 0,
    }
    assert [step.throw.key for step in resolution.played.steps] == ["to_hit"]
    assert [(made.name, made.value) for made in resolution.played.made] == [("allocation", "suppress_first")]
    assert [(effect.effect, effect.change) for effect in resolution.effects] == [("suppressed", 2), ("models", -1)]
    assert resolution.rulings_used == ("allocation",)
    assert ENGLISH(resolution.text) == "3 hits: 2 suppressed, 1 casualty."


def test_a_question_is_asked_and_the_play_begun_again_with_the_answer() -> None:
    with pytest.raises(DiceNeeded) as dice:
        fire([])
    assert dice.value.count == 3
    with pytest.raises(DecisionNeeded) as decision:
        fire([5, 6, 6], ask=True)
    assert decision.value.situation == (3, 2, 8)
    assert fire([5, 6, 6], ask=True, choose={"allocation": ["suppress=0"]}).played.outcome.casualties == 3


def test_a_refusal_comes_before_any_die() -> None:
    with pytest.raises(RuleError, match="sight is blocked"):
        fire([9, 9, 9, 9], sight="blocked")
    with pytest.raises(BadDice):
        fire([9, 9, 9])


def test_odds_refuse_illegal_shots_and_shots_that_are_too_big() -> None:
    book = ruleset_of(SYSTEM)
    with pytest.raises(RuleError, match="sight is blocked"):
        odds(FIRE, validate(FIRE.facts, shot(sight="blocked")), book)
    many = shot((100, "lmg"), (1, "smg"), attacker=unit("green", 100) | {"figures": 100})
    with pytest.raises(RuleError):
        odds(FIRE, validate(FIRE.facts, many), book)


def test_an_action_that_is_none_lists_those_there_are() -> None:
    with pytest.raises(BadFacts, match="no action shoot; it has fire, "):
        action_of(SYSTEM, "shoot")


@for_each(
    ("given", "choices"),
    [
        (["allocation=suppress_first"], {"allocation": ["suppress_first"]}),
        (["allocation=suppress=2"], {"allocation": ["suppress=2"]}),
        (["suppress=9"], {"allocation": ["suppress=9"]}),
        (["suppress=1", "allocation=casualties_first"], {"allocation": ["suppress=1", "casualties_first"]}),
        ([], {}),
    ],
)
def test_choices(given: list[str], choices: dict[str, list[str]]) -> None:
    assert parse_choices(FIRE, given) == choices


@for_each("given", ["", "=", "allocation", "allocation=", "suppress=", "suppress=-1", "suppress=two", "x=1"])
def test_choices_that_are_none(given: str) -> None:
    with pytest.raises(BadFacts):
        parse_choices(FIRE, [given])


@for_each("rulings", [{"allocation": "all"}, {"weather": "rain"}, {"allocation": None}])
def test_rulings_that_are_none_are_named(rulings: dict[str, Any]) -> None:
    with pytest.raises(BadFacts, match=next(iter(rulings))):
        ruleset_of(SYSTEM, rulings)


def test_a_ruling_whose_default_has_changed_stays_as_it_was_in_a_game_that_began_before() -> None:
    bayonet = system_of("bayonet")
    assert ruleset_of(bayonet).rulings.area_stray == "once_a_shot"
    assert stored_ruleset(bayonet, {}).rulings.area_stray == "once_a_target"
    assert stored_ruleset(bayonet, {"area_stray": "once_a_shot"}).rulings.area_stray == "once_a_shot"
    assert stored_ruleset(bayonet, {"gone": 1, "aid_each": 2}).rulings.area_stray == "once_a_target"


def test_a_new_game_says_the_rulings_whose_default_has_changed() -> None:
    bayonet = system_of("bayonet")
    changed = [("area_stray", "once_a_shot"), ("shot_range", "asked")]
    assert [(one.name, one.value) for one in initial_rulings(bayonet)] == changed
    given = initial_rulings(bayonet, {"area_stray": "once_a_target", "aid_each": 2})
    expected = [("area_stray", "once_a_target"), ("shot_range", "asked"), ("aid_each", 2)]
    assert sorted((one.name, one.value) for one in given) == sorted(expected, key=lambda pair: pair[0])
    assert "allocation" in [one.name for one in initial_rulings(SYSTEM, {"allocation": "ask"})]
