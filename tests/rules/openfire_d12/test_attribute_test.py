"""The attribute test as an action, and its text."""

from __future__ import annotations

from tests.rows import for_each
from tests.rules.openfire_d12.table import expect_refusal, text_of_play, unit


@for_each(("face", "text"), [(6, "Failure."), (7, "Success."), (12, "Critical success.")])
def test_one_die_is_a_success_or_a_failure(face: int, text: str) -> None:
    assert text_of_play("test", {"unit": unit(), "attribute": "skl"}, (face,)) == text


def test_several_dice_are_counted() -> None:
    facts = {"unit": unit(), "attribute": "skl", "times": 3}
    assert text_of_play("test", facts, (1, 1, 1)) == "No successes of 3."
    assert text_of_play("test", facts, (7, 1, 12)) == "2 successes of 3, 1 critical."


def test_a_unit_that_is_gone_tests_nothing() -> None:
    expect_refusal("test", {"unit": unit(hp=[0, 0]), "attribute": "skl"}, "no models left")
