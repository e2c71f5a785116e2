"""Units by name where the rules speak of parts."""

from __future__ import annotations

import pytest

from bot.game.role_names import in_names, label_in_names, names_of
from rules.text import say, speaking, spoken
from rules.unit import Unit
from tests.texts.strange import Strange

UNITS = {
    id: Unit(id=id, name=name, side="Red", models=1, starting=1) for id, name in (("u1", "Marines"), ("u2", "GI 2"))
}
PAIR = names_of(UNITS, {"attacker": "u1", "target": "u2"})
BURST = names_of(UNITS, {"attacker": "u1", "target 1": "u1", "target 2": "u2", "bystander 1": "u2"})


def test_a_unit_that_is_alone_needs_no_name() -> None:
    assert names_of(UNITS, {"unit": "u1"}) == {}
    assert in_names("The unit holds.", {}) == "The unit holds."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Losses: the attacker no figures, the target 3 figures.", "Losses: Marines no figures, GI 2 3 figures."),
        ("The target: 2 wounds.", "GI 2: 2 wounds."),
        ("Target: 8 against 5.", "GI 2: 8 against 5."),
        ("The target's saves, the attacker's dice", "GI 2's saves, Marines' dice"),
        ("A target number of 4.", "A target number of 4."),
        ("Attackers strike.", "Attackers strike."),
    ],
)
def test_bare_parts_are_named_after_the_or_before_a_colon(text: str, said: str) -> None:
    assert in_names(text, PAIR) == said


def test_numbered_parts_are_named_wherever_they_stand() -> None:
    assert in_names("Target 2: 8 against 5. Stray shot at bystander 1: no effect.", BURST) == (
        "GI 2: 8 against 5. Stray shot at GI 2: no effect."
    )
    assert in_names("target 12 is none of them", BURST) == "target 12 is none of them"


def test_a_name_is_not_named_again() -> None:
    names = {"attacker": "The target", "target": "GI"}
    assert in_names("The attacker hits the target.", names) == "The target hits GI."


def test_labels_name_a_bare_part_only_where_it_is_all() -> None:
    assert label_in_names("target", PAIR) == "GI 2"
    assert label_in_names("stray target", PAIR) == "stray target"
    assert label_in_names("attack on target 2", BURST) == "attack on GI 2"


def test_parts_are_named_in_other_languages() -> None:
    with speaking(Strange()):
        assert in_names(say("The target's saves"), PAIR) == "GI 2'ｓ ｓａｖｅｓ"
        assert in_names(f"{spoken('target 2')}: 8", BURST) == "GI 2: 8"
        assert label_in_names(spoken("target"), PAIR) == "GI 2"
