"""The effects of each state on a unit and the table, counted out by hand: a table compared with itself agrees."""

from __future__ import annotations

from rules.kernel.wording import ENGLISH
from tests.rules.opreb.playing import the_system

STATES = the_system().states


def test_states_are_those_of_the_page() -> None:
    page = {"wounds", "disorganised", "pinned", "in_position", "hidden", "activated", "actions_left"}
    assert set(STATES) == page


def test_markers_on_the_table_are_listed() -> None:
    """Remaining actions are counted in the heading, and wound markers imply disorganised (States)."""
    marked = {"wounds", "pinned", "in_position", "hidden", "activated"}
    assert {name for name, state in STATES.items() if state.marker} == marked


def test_wound_and_pinned_markers_harm_a_unit() -> None:
    """Wound and pinned markers; a disorganised unit has the former, with no further effect (Apply damage)."""
    assert {name for name, state in STATES.items() if state.harm} == {"wounds", "pinned"}


def test_a_squad_of_which_nothing_is_left_keeps_no_state() -> None:
    assert {name for name, state in STATES.items() if state.living} == set(STATES)


def test_who_is_disorganised_is_so_as_long_as_it_has_wound_markers() -> None:
    assert {name: state.goes_with for name, state in STATES.items() if state.goes_with} == {"disorganised": "wounds"}


def test_the_card_of_a_hidden_squad_is_swapped_for_its_models() -> None:
    ended = {name: ENGLISH(state.ends) for name, state in STATES.items() if state.ends}
    assert ended == {"hidden": "swap its card for models"}
