"""Interact: with a test or without one."""

from __future__ import annotations

from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_d12.table import expect_refusal, faulty, outcome, play, unit


def test_an_object_without_a_test_is_secured_at_once() -> None:
    found = play("interact", {"unit": unit(), "object": "relay", "test": None})
    assert found.played.outcome.passed
    assert ENGLISH(found.text) == "Relay: done."


@for_each(("face", "passed"), [(5, False), (6, True), (12, True)])
def test_a_test_of_the_objects_own(face: int, passed: bool) -> None:
    facts = {"unit": unit(), "object": "terminal", "test": {"attribute": "skl", "modifier": 1}}
    assert outcome("interact", facts, (face,)) == {"passed": passed}


def test_a_command_test_of_fearless_units_is_rolled_again() -> None:
    facts = {"unit": unit(fearless=True), "object": "terminal", "test": {"attribute": "cmd"}}
    assert outcome("interact", facts, (1, 7)) == {"passed": True}
    assert outcome("interact", facts, (1,), ["reroll=no"]) == {"passed": False}


def test_shapes() -> None:
    faulty("interact", {"unit": unit(), "object": ""}, "object")
    faulty("interact", {"unit": unit(), "object": "hatch", "test": {"attribute": "hp"}}, "test.attribute")
    expect_refusal("interact", {"unit": unit(hp=[0]), "object": "hatch"}, "no models left")
