"""Attribute tests: the face needed, its bounds, criticals and re-rolls."""

from __future__ import annotations

from itertools import product
from typing import Any

from rules.kernel.dice import Need, total
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.openfire_d12.attributes import die_modifier
from tests.rows import for_each
from tests.rules.openfire_d12.table import faulty, needs, needs_and_dice, outcome, play, unit


def _test(score: int, modifier: int = 0, **more: Any) -> dict[str, Any]:
    return {"unit": unit(skl=score), "attribute": "skl", "modifier": modifier} | more


@for_each("score", range(1, 13))
def test_a_die_succeeds_where_its_modified_face_kept_within_1_and_12_reaches_the_attribute(score: int) -> None:
    for modifier, face in product(range(-10, 11), range(1, 13)):
        modified = max(1, min(12, face + modifier))
        succeeds = modified >= score or face == 12
        assert outcome("test", _test(score, modifier), (face,))["successes"] == succeeds, (modifier, face)


@for_each(
    ("score", "modifier", "why"),
    [
        (12, -3, "a natural 12 always succeeds"),
        (2, 5, "no die shows less than 1"),
        (1, -4, "a modified die never shows less than 1"),
    ],
)
def test_a_bound_of_the_die_is_a_line_of_its_own(score: int, modifier: int, why: str) -> None:
    [step] = play("test", _test(score, modifier), (6,)).played.steps
    assert ENGLISH(step.throw.ledger[-1].why) == why
    assert step.throw.needed == Need(total(step.throw.ledger))


def test_modifiers_of_nothing_have_no_line() -> None:
    assert die_modifier(Text("nothing"), 0, "somewhere") == ()
    assert [ENGLISH(line.why) for line in die_modifier(Text("slope"), -2, "somewhere")] == ["slope"]


def test_only_a_natural_twelve_is_critical() -> None:
    assert outcome("test", _test(12, 2), (11,)) == {"successes": 1, "criticals": 0}
    assert outcome("test", _test(12, 2, times=3), (12, 10, 9)) == {"successes": 2, "criticals": 1}


def test_a_natural_one_is_nothing_special() -> None:
    assert outcome("test", _test(1), (1,))["successes"] == 1


@for_each(("attribute", "label"), [("skl", "Battle Skill"), ("def", "Defence"), ("cmd", "Command")])
def test_each_attribute_is_tested_against_its_own_score(attribute: str, label: str) -> None:
    facts = {"unit": unit(skl=3, cmd=9) | {"def": 6}, "attribute": attribute}
    assert needs("test", facts, f"{attribute}_test") == {"skl": 3, "def": 6, "cmd": 9}[attribute]
    [step] = play("test", facts, (1,)).played.steps
    assert ENGLISH(step.throw.label) == f"{label} test"


def test_a_fearless_unit_re_rolls_failed_command_dice_once_and_the_second_roll_counts() -> None:
    facts = {"unit": unit(fearless=True, cmd=8), "attribute": "cmd", "times": 3}
    again = play("test", facts, (8, 2, 7, 12, 1))
    assert again.played.outcome == (2, 1)
    first, second = again.played.steps
    assert [ENGLISH(step.throw.label) for step in (first, second)] == ["Command test", "Command test, re-roll"]
    assert (first.throw.key, second.throw.key) == ("cmd_test", "cmd_test_again")
    assert (second.throw.again, second.throw.needed) == (first.throw.key, Need(8))
    assert [made[:3] for made in again.played.made] == [("reroll", "unit", "yes")]


def test_a_fearless_unit_need_not_roll_again() -> None:
    facts = {"unit": unit(fearless=True), "attribute": "cmd"}
    assert outcome("test", facts, (2,), ["reroll=no"]) == {"successes": 0, "criticals": 0}


def test_a_passed_test_is_not_rolled_again() -> None:
    facts = {"unit": unit(fearless=True), "attribute": "cmd"}
    assert play("test", facts, (7,)).played.made == ()


@for_each("attribute", ["skl", "def"])
def test_fearless_is_for_command_tests_only(attribute: str) -> None:
    assert len(play("test", {"unit": unit(fearless=True), "attribute": attribute}, (1,)).played.steps) == 1


def test_no_dice_are_no_roll() -> None:
    assert needs_and_dice("test", _test(7, times=0)) == {}
    assert outcome("test", _test(7, times=0)) == {"successes": 0, "criticals": 0}


def test_modifiers_and_attributes_have_bounds() -> None:
    faulty("test", _test(7, 11), "modifier")
    faulty("test", _test(13), "skl")
    faulty("test", _test(7, times=101), "times")
    faulty("test", _test(7) | {"attribute": "mov"}, "attribute")
