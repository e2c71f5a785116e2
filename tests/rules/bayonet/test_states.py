"""The states of the page, by their exact names."""

from __future__ import annotations

from tests.rules.bayonet.cases import CASES
from tests.rules.bayonet.table import SYSTEM, play

PAGE = ("suppressed", "fleeing", "downed", "fired", "reloading", "in_hand_to_hand", "overlapping")


def test_every_state_of_the_page_is_there_and_some_of_ours() -> None:
    ours = {"targeted", "moved", "acted", "recovers", "fights", "aids_against", "grenades_thrown"}
    assert set(SYSTEM.states) == {*PAGE, *ours}


def test_states_name_the_events_that_clear_them() -> None:
    assert SYSTEM.states["downed"].cleared_by == ()
    assert "move" in SYSTEM.states["in_hand_to_hand"].cleared_by
    assert "move" in SYSTEM.states["overlapping"].cleared_by
    assert "turn_end" in SYSTEM.states["suppressed"].cleared_by
    assert "turn_start" in SYSTEM.states["fired"].cleared_by


def test_effects_name_states_that_there_are() -> None:
    dice = {"fire": (6, 1), "assault": (6, 1)}
    for action, faces in dice.items():
        for effect in play(action, CASES[action][0], faces).effects:
            assert effect.effect in SYSTEM.states or effect.effect == "models"
