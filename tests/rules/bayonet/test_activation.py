"""Activation: nothing to throw and nothing to fail."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.errors import BadFacts
from tests.rules.bayonet.table import chances, outcome, play


def test_nothing_is_thrown_or_decided() -> None:
    assert outcome("activate", {}) == {}
    assert play("activate", {}).played.steps == ()
    assert list(chances("activate", {}).values()) == [Fraction(1)]


def test_it_takes_no_facts() -> None:
    with pytest.raises(BadFacts, match="unit: no such field"):
        play("activate", {"unit": {}})
