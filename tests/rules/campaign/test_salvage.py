"""Vehicles destroyed or disabled in a battle (Aftermath › Salvage)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from data import CAMPAIGN
from rules.campaign.salvage import Salvage, SalvageOutcome
from rules.campaign.tables import Fate
from rules.kernel.resolve import book_of
from rules.kernel.wording import ENGLISH
from tests.rules.campaign.table import chances, faulty, outcome, told

EITHER = pytest.mark.parametrize("held", [False, True])
STATES = [("destroyed", 5, "lost"), ("disabled", 3, "misses_one")]


@EITHER
@pytest.mark.parametrize(("state", "need", "otherwise"), STATES)
@pytest.mark.parametrize("face", range(1, 7))
def test_repaired_or_not(state: str, need: int, otherwise: str, face: int, held: bool) -> None:
    fate = "repaired" if face + 2 * held >= need else otherwise
    assert outcome("salvage", {"state": state, "held_field": held}, [face]) == {"fate": fate}


@EITHER
@pytest.mark.parametrize(("state", "need", "otherwise"), STATES)
def test_odds_are_sixths(state: str, need: int, otherwise: str, held: bool) -> None:
    found = {of.fate: p for of, p in chances("salvage", {"state": state, "held_field": held}).items()}
    repaired = Fraction(7 - need + 2 * held, 6)
    assert found == {"repaired": repaired} | ({otherwise: 1 - repaired} if repaired < 1 else {})


def test_it_is_told_in_a_sentence() -> None:
    assert told("salvage", {"state": "destroyed"}, [4]) == "Lost for good."
    assert told("salvage", {"state": "disabled"}, [2]) == "It misses the next battle."


def test_vehicles_that_nothing_befell() -> None:
    faulty("salvage", {"state": "fine"}, "state")
    faulty("salvage", {}, "state")
    faulty("salvage", {"state": "destroyed", "held_field": 1}, "held_field")


def test_what_counts_is_whether_it_is_repaired() -> None:
    action = CAMPAIGN.actions["salvage"]
    aim = action.aim(action.plan(Salvage(state="disabled"), book_of(CAMPAIGN)))
    assert aim is not None
    fates: list[tuple[Fate, int]] = [("lost", 0), ("misses_one", 0), ("repaired", 1)]
    assert [(fate, aim.value(SalvageOutcome(fate))) for fate, _ in fates] == fates
    assert [ENGLISH(step) for step in aim.steps] == ["not repaired", "repaired"]
    assert aim.what == "fate"
