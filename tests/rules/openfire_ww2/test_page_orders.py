"""The source text on orders and manoeuvres, paragraph by paragraph."""

from __future__ import annotations

import pytest

from rules.kernel.errors import RuleError
from tests.rows import for_each
from tests.rules.openfire_ww2.table import (
    PAGE_FIELD as FIELD,
)
from tests.rules.openfire_ww2.table import (
    carry_out,
    expect_refusal,
    first_needed,
    inches,
    marked,
    outcome,
    plan_command,
    rifle,
    shot,
    squad,
    states,
    tank,
)

PASS, FAIL = (1, 1), (6, 6)


@for_each("dice", [PASS, FAIL])
def test_19_orders_within_12_inches_and_manoeuvres_spend_the_action_either_way(dice: tuple[int, ...]) -> None:
    expect_refusal(
        "initiative_test", {"unit": {"mor": 8, "rank": "trained"}, "order": "fall_back", "officer_distance": 13}, "12″"
    )
    assert states(carry_out(FIELD, "hit_the_dirt", dice, unit="u2").board, "u2")["acted"] == 1
    after = carry_out(FIELD, "rally_on_me", dice, unit="u1", distance=9, target="u2").board
    assert plan_command(after, "rally_on_me", unit="u1", distance=9, target="u2").warnings
    after = carry_out(after, "move", unit="u1").board
    assert plan_command(after, "fire", unit="u1", target="u5", distance=5).warnings


def test_20_fall_back_sends_squads_not_vehicles_to_terrain() -> None:
    notes = carry_out(FIELD, "fall_back", PASS, unit="u1", distance=9, target=("u2", "u3")).notes
    assert notes == ("Move to the nearest terrain, if not in cover: Rifle squad.",)


def test_21_concentrate_fire_is_a_wpn_more_for_two_units_vehicles_too() -> None:
    assert first_needed("fire", shot(shooter_state=["concentrate_fire"])) == "3+"
    on = carry_out(FIELD, "concentrate_fire", (*PASS, *PASS), unit="u1", distance=9, target=("u2", "u3", "u5")).board
    assert states(on, "u2")["concentrate_fire"] == states(on, "u3")["concentrate_fire"] == "u5"


def test_22_hold_the_line_passes_terror() -> None:
    on = carry_out(FIELD, "hold_the_line", PASS, unit="u1", distance=9, target="u2").board
    assert carry_out(on, "morale", unit="u2").plays == ()
    assert outcome("fire", shot(target_state=["holds_the_line"]), (4, 4))["terror"] == "passed"


def test_23_supporting_fire_is_three_rounds_at_8() -> None:
    on = carry_out(FIELD, "supporting_fire", PASS, unit="u1").board
    on = carry_out(on, "scatter", (1,) * 6, unit="u1", distance=9, target="u5").board
    shells = carry_out(on, "artillery", (1, 1, 1), unit="u1", target="u5", count=3)
    assert shells.plays[0].facts.model_dump()["weapon"]["pen"] == 8


def test_24_rally_on_me_passes_the_next_terror_of_those_who_retreat() -> None:
    on = carry_out(marked(FIELD, "u2", retreating=1), "rally_on_me", PASS, unit="u1", distance=9, target="u2").board
    assert states(carry_out(on, "morale", unit="u2").board, "u2") == {"nerve_tested": 9}


def test_25_hit_the_dirt() -> None:
    assert first_needed("fire", shot(squad(trn=6), target_state=["hit_the_dirt"])) == "6+"
    assert inches("infantry", extra=("hit_the_dirt",)) == 2


def test_26_set_up_position() -> None:
    assert first_needed("fire", shot(target_state=["set_up_position"])) == "6+"
    assert first_needed("fire", shot(shooter_state=["set_up_position"])) == "3+"
    assert inches("infantry", extra=("set_up_position",)) == 0


def test_27_sprint_is_2_inches_more_also_in_the_combat_phase() -> None:
    assert inches("infantry", extra=("sprint",)) == 7
    on = carry_out(carry_out(FIELD, "turn phase", action="combat", side="Red").board, "sprint", PASS, unit="u2").board
    assert not plan_command(on, "move", unit="u2").warnings


def test_28_a_vehicle_is_buttoned_when_the_majority_hits() -> None:
    facts = shot(tank(), rifle(rof=4))
    assert [outcome("button_vehicle", facts, dice)["buttoned"] for dice in ((4, 4, 1, 1), (4, 4, 4, 1))] == [
        False,
        True,
    ]
    on = marked(FIELD, "u6", buttoned=1)
    assert carry_out(on, "move", unit="u6").plays[0].played.outcome.inches == 0
    with pytest.raises(RuleError, match="no move and no shots"):
        plan_command(on, "fire", unit="u6", target="u2", distance=5)


def test_29_a_barrage_is_three_rounds_and_then_a_turn_of_nothing() -> None:
    on = carry_out(FIELD, "barrage", PASS, unit="u4").board
    fired = carry_out(on, "scatter", (1,) * 6, unit="u4", distance=9)
    assert len(fired.plays[0].detail["rounds"]) == 3
    later = carry_out(fired.board, "turn next").board
    assert carry_out(later, "move", unit="u4").plays[0].played.outcome.inches == 0
    with pytest.raises(RuleError, match="barrage"):
        plan_command(later, "scatter", unit="u4", distance=9)


def test_30_overdrive_is_3_inches_more_and_a_wpn_less() -> None:
    assert inches("tank", extra=("overdrive",)) == 13
    assert first_needed("fire", shot(squad(trn=6), shooter_state=["overdrive"])) == "5+"


def test_31_hull_down() -> None:
    assert first_needed("fire", shot(tank(), target_state=["hull_down"])) == "5+"
    assert first_needed("fire", shot(shooter_state=["hull_down"])) == "3+"
    assert inches("tank", extra=("hull_down",)) == 0
