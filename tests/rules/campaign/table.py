"""The aftermath for its tests: one play, its chances, and a unit's battle in few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from data import CAMPAIGN
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.resolve import Resolution
from rules.kernel.wording import ENGLISH
from tests.rules.table import Sitting

TABLE = Sitting(CAMPAIGN)
DEEDS = ("caused_losses", "destroyed", "objective", "won")


def learned(*deeds: str, models: int = 8, **more: Any) -> dict[str, Any]:
    """Return the facts of a battle in which a unit did these deeds only."""
    return {deed: deed in deeds for deed in DEEDS} | dict.fromkeys(deeds, True) | {"models": models} | more


def play(action: str, facts: Mapping[str, Any], dice: Sequence[int] = ()) -> Resolution:
    return TABLE.play(action, facts, dice)


def outcome(action: str, facts: Mapping[str, Any], dice: Sequence[int] = ()) -> dict[str, Any]:
    return TABLE.outcome(action, facts, dice)


def text_of_play(action: str, facts: Mapping[str, Any], dice: Sequence[int] = ()) -> str:
    return ENGLISH(play(action, facts, dice).text)


def chances(action: str, facts: Mapping[str, Any]) -> dict[Any, Fraction]:
    return TABLE.chances(action, facts)


def expect_refusal(action: str, facts: Mapping[str, Any], words: str) -> None:
    """Expect a refusal by the rules with these words and this section."""
    with pytest.raises(RuleError) as error:
        play(action, facts)
    said = ENGLISH(error.value.text)
    assert words in said
    assert said.endswith(".")
    assert error.value.rule


def faulty(action: str, facts: Mapping[str, Any], field: str) -> None:
    """Expect invalid facts, with the name of the field."""
    with pytest.raises(BadFacts) as error:
        play(action, facts)
    assert any(ENGLISH(fault).startswith(field) for fault in error.value.faults)
