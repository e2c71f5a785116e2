"""The states of the page, by their exact names, and what clears them."""

from __future__ import annotations

from tests.rules.openfire_d12.table import SYSTEM


def test_names_are_the_pages() -> None:
    assert set(SYSTEM.states) == {
        "suppression",
        "activated",
        "actions_left",
        "actions_done",
        "moved",
        "in_assault_range_of",
        "free_attack_at",
        "ground_due",
        "aboard",
        "scout_waiting",
    }


def test_a_round_ends_its_own_states() -> None:
    ending = {name for name, state in SYSTEM.states.items() if "turn_end" in state.cleared_by}
    assert ending == {"activated", "actions_left", "actions_done", "moved", "free_attack_at"}


def test_states_hold_what_they_say() -> None:
    held = {name: state.holds for name, state in SYSTEM.states.items() if state.holds != "flag"}
    assert held == {
        "suppression": "count",
        "actions_left": "count",
        "actions_done": "words",
        "in_assault_range_of": "words",
        "free_attack_at": "words",
        "aboard": "unit",
    }


def test_markers_lie_on_the_table() -> None:
    assert {name for name, state in SYSTEM.states.items() if state.marker} == {"suppression", "activated"}
