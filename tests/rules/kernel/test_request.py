"""A frozen value with other values in some of its fields."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from rules.kernel.request import Request, changed

SHOT = Request("fire", unit=("u1",), situation=("walk",))


def test_a_changed_request_equals_a_replaced_one() -> None:
    other = changed(SHOT, target=("u2",), side="Red")
    assert other == replace(SHOT, target=("u2",), side="Red")
    assert hash(other) == hash(replace(SHOT, target=("u2",), side="Red"))


def test_the_first_stays_as_it_is() -> None:
    changed(SHOT, target=("u2",))
    assert SHOT.target == ()


def test_the_copy_is_frozen_too() -> None:
    with pytest.raises(FrozenInstanceError):
        changed(SHOT, side="Red").side = "Blue"  # pyright: ignore[reportAttributeAccessIssue] — that is what is tried


def test_a_field_that_it_has_not_is_refused() -> None:
    with pytest.raises(TypeError, match="tarjet"):
        changed(SHOT, tarjet=("u2",))
