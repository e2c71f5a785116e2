"""What becomes of wound markers when their unit activates (Small arms fire › Apply damage)."""

from __future__ import annotations

import pytest

from rules.kernel.errors import RuleError
from tests.rules.opreb.playing import outcome, play


def unit(models: int, wounds: int) -> dict[str, dict[str, int]]:
    return {"unit": {"models": models, "wounds": wounds, "pinned": 1}}


def test_one_bang_die_per_wound_marker_and_each_bang_kills_a_model() -> None:
    resolution = play("activate", unit(6, 3), (5, 4, 6))
    assert resolution.played.outcome == (2, 3)
    assert [(one.effect, one.change) for one in resolution.effects] == [("models", -2), ("wounds", -3)]
    assert resolution.leaned == ("wound_kill",)


def test_there_are_no_more_kills_than_models_but_all_markers_come_off() -> None:
    assert outcome("activate", unit(2, 4), (5, 5, 5, 5)) == {"kills": 2, "wounds_cleared": 4}


@pytest.mark.parametrize(("ruling", "kills", "cleared"), [("wound", 3, 3), ("none", 0, 0)])
def test_other_rulings_throw_no_dice(ruling: str, kills: int, cleared: int) -> None:
    got = outcome("activate", unit(5, 3), (), wound_kill=ruling)
    assert got == {"kills": kills, "wounds_cleared": cleared}


def test_without_markers_nothing_is_thrown_and_no_ruling_is_leaned_on() -> None:
    resolution = play("activate", unit(5, 0))
    assert resolution.played.outcome == (0, 0)
    assert not resolution.leaned
    assert not resolution.effects


def test_a_unit_without_models_cannot_activate() -> None:
    with pytest.raises(RuleError, match="no models left"):
        play("activate", unit(0, 2), (1, 1))
