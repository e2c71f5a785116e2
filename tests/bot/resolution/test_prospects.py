"""The results of the options of a decision: shown if they are quickly computed, otherwise left out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.resolution.prospects import average, offers, prospects
from data import system_of
from rules.kernel.action import Action
from rules.kernel.dice import Roll
from rules.kernel.facts import validate
from rules.kernel.resolve import ruleset_of
from rules.kernel.table import Decision, DecisionNeeded, Faces, Live
from rules.kernel.text import Text, name_units
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.hundreds import HUNDREDS
from tests.rules.test_every_system import cases

WW2, D12, OPREB = map(system_of, ("openfire_ww2", "openfire_d12", "opreb"))


def sixes(throw: Roll[Any], count: int) -> Faces:
    return Faces((throw.sides,) * count, "bot")


def first_decision(facts: dict[str, Any]) -> tuple[Action, DecisionNeeded]:
    """Return an assault up to the first decision: the defender shoots first or not."""
    action = WW2.actions["assault"]
    with pytest.raises(DecisionNeeded) as needed:
        Live(sixes, ask=True).play(action.rule, action.plan(validate(action.facts, facts), ruleset_of(WW2)))
    return action, needed.value


def test_results_that_only_lead_to_an_effect_are_left_out() -> None:
    """No word about shots, hits and saves."""
    action, facts = OPREB.actions["fire"], cases(OPREB)["fire"][1]
    with pytest.raises(DecisionNeeded) as needed:
        Live(sixes, ask=True).play(action.rule, action.plan(validate(action.facts, facts), ruleset_of(OPREB)))
    found = {value: ENGLISH(text) for value, text in prospects(action, needed.value, {}).items()}
    assert found == {"test": "0.9 wounds and 0.1 pinned", "fail": "0.5 wounds and 0.5 pinned"}


def test_prospects_of_a_hundred_against_a_hundred_delay_no_player() -> None:
    action, needed = first_decision(HUNDREDS["openfire_ww2"]["assault"][1])
    assert prospects(action, needed, {}) == {}


def test_prospects_take_no_more_work_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time that this takes is measured by `tests/bench/prospects.py`."""
    action, needed = first_decision(cases(WW2)["assault"][1])
    monkeypatch.setattr("bot.resolution.prospects.MOST_WAYS", 5)
    assert prospects(action, needed, {}) == {}


def test_prospects_of_a_small_fight_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    action, needed = first_decision(cases(WW2)["assault"][1])
    found = prospects(action, needed, {})
    assert set(found) == {"yes", "no"}
    monkeypatch.setattr("bot.resolution.prospects.MOST_WEIGHED", 2)
    assert prospects(action, needed, {}) == found
    monkeypatch.setattr("bot.resolution.prospects.MOST_WEIGHED", 1)
    assert prospects(action, needed, {}) == {}


@for_each(
    ("name", "value", "said"),
    [
        ("hits", Fraction(2), "2 hits"),
        ("models_lost", Fraction(3, 2), "1.5 models lost"),
        ("defender_models_lost", Fraction(0), "0 models lost of u2"),
        ("attacker_models_lost", Fraction(1, 3), "0.3 models lost of u1"),
    ],
)
def test_an_average_in_words(name: str, value: Fraction, said: str) -> None:
    assert ENGLISH(name_units(average(name, value), {"attacker": "u1", "defender": "u2"})) == said


@for_each(
    ("hp", "said"),
    [
        ([2, 2, 2, 2], {"no": "0.4 of 8 hit points and 0 suppression", "yes": "0.3 of 8 hit points and 1 suppression"}),
        ([2], {"no": "0.4 of 2 hit points and 0 suppression", "yes": "0.3 of 2 hit points and 1 suppression"}),
        ([1, 1], {"no": "0.4 models lost and 0 suppression", "yes": "0.3 models lost and 1 suppression"}),
        ([1], {"no": "0.4 of 1 hit points and 0 suppression", "yes": "0.3 of 1 hit points and 1 suppression"}),
    ],
)
def test_options_that_look_alike_in_models_are_told_apart_by_hit_points(hp: list[int], said: dict[str, str]) -> None:
    """Evading cost "0.0 models lost" as not evading did, while a hit wounds models that survive it."""
    action, four = D12.actions["fire"], {"skl": 7, "def": 7, "cmd": 7, "mov": 6, "hp": [2] * 4, "max_hp": 2}
    rifles = [{"weapon": {"rng": 24, "att": 1, "dmg": 1, "longshot": True}, "models": 2}]
    facts: dict[str, Any] = {"attacker": four, "weapons": rifles, "distance": 30}
    facts["target"] = {**four, "hp": hp, "max_hp": hp[0]}
    with pytest.raises(DecisionNeeded) as needed:
        Live(sixes, ask=True).play(action.rule, action.plan(validate(action.facts, facts), ruleset_of(D12)))
    assert {value: ENGLISH(text) for value, text in prospects(action, needed.value, {}).items()} == said


def test_a_decision_without_offers_of_its_own_offers_its_options() -> None:
    choice = Decision("aim", "attacker", Text("Where?"), ("low", "high"), "high", str)
    assert [(one.value, ENGLISH(one.label)) for one in offers(DecisionNeeded(choice, ()))] == [
        *(("low", "low"), ("high", "high")),
    ]
