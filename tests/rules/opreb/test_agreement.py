"""Live plays over every possible roll have exactly the odds of the case."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.opreb.cases import CASES, fire, target
from tests.rules.opreb.playing import chances, every_count, every_face

# Three skill dice less two: pools small enough to play every face.
FEW = {"skill": 3, "pinned": 2}
SMALL = fire(attacker=fire()["attacker"] | FEW, target=target(**FEW))
SMALL |= {"nearest_cover": {"kind": "light", "distance": 6}}

# Ties that are rolled again have no last roll: the ruling without them replaces them here.
ENDING = {"initiative": {"initiative_tie": "first"}}


@pytest.mark.parametrize(("action", "facts"), [(action, facts) for action, all in CASES.items() for facts in all])
def test_every_number_of_bangs_agrees_with_the_odds(action: str, facts: dict[str, Any]) -> None:
    rulings = ENDING.get(action, {})
    assert every_count(action, facts, **rulings) == chances(action, facts, **rulings)


def test_every_face_of_a_fire_agrees_with_the_odds() -> None:
    rulings = {"pin_effect": "minus_skill_die"}
    assert every_face("fire", SMALL, **rulings) == chances("fire", SMALL, **rulings)


@pytest.mark.parametrize("action", ["morale", "tac_move", "activate", "rally"])
def test_every_face_of_a_test_agrees_with_the_odds(action: str) -> None:
    for facts in CASES[action][:1]:
        assert every_face(action, facts) == chances(action, facts)


@pytest.mark.parametrize("choose", [["morale=fail"], ["fall_back=go"]])
def test_choices_agree_with_the_odds(choose: list[str]) -> None:
    cover = "open" if choose == ["morale=fail"] else "light"
    facts = fire(target=target(cover=cover), nearest_cover={"kind": "hard", "distance": 7})
    assert every_count("fire", facts, choose) == chances("fire", facts, choose)


@pytest.mark.parametrize(
    ("action", "ruling"),
    [
        ("fire", {"morale_bangs": 3}),
        ("morale", {"morale_bangs": 2}),
        ("activate", {"wound_kill": "wound"}),
        ("activate", {"wound_kill": "none"}),
        ("rally", {"pin_removal": "all"}),
        ("rally", {"pin_removal": "none"}),
        ("rally", {"pin_effect": "minus_skill_die"}),
    ],
)
def test_rulings_agree_with_the_odds(action: str, ruling: dict[str, Any]) -> None:
    facts = CASES[action][0]
    assert every_count(action, facts, **ruling) == chances(action, facts, **ruling)
