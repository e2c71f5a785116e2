"""Officers' orders by `/act`: the tester, the units that obey, and the duration."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from rules.command.legality import Legality, best_legality
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.openfire_ww2.shooting import WW2Shot
from tests.rows import for_each
from tests.rules.openfire_ww2.table import board, carry_out, marked, may, plan_command, states, warnings_of

FIELD = board(
    ("Red", "company_hq"),  # u1
    ("Red", "rifle_team"),  # u2
    ("Red", "medium_tank"),  # u3
    ("Blue", "rifle_team"),  # u4
    ("Blue", "company_hq"),  # u5
)
PASS, FAIL = (1, 1), (6, 6)


def test_only_officers_give_orders() -> None:
    for name in ("fall_back", "hold_the_line", "rally_on_me", "supporting_fire", "concentrate_fire"):
        with pytest.raises(RuleError, match="not an officer"):
            plan_command(FIELD, name, unit="u2", target="u3")


def test_orders_reach_12_inches_and_friends() -> None:
    with pytest.raises(RuleError, match="orders reach 12″"):
        carry_out(FIELD, "hold_the_line", unit="u1", target="u2", distance=13)
    with pytest.raises(RuleError, match="not on u1's side"):
        plan_command(FIELD, "hold_the_line", unit="u1", distance=9, target="u4")


def test_concentrate_fire_is_tested_by_those_who_fire() -> None:
    after = carry_out(FIELD, "concentrate_fire", (*PASS, *FAIL), unit="u1", distance=9, target=("u2", "u3", "u4"))
    assert states(after.board, "u2") == {"acted": 1, "concentrate_fire": "u4", "manoeuvre": "concentrate_fire"}
    assert states(after.board, "u3") == {"acted": 1}
    assert states(after.board, "u1") == {"acted": 1}
    assert after.notes == ("Rifle team fires at Rifle team (Blue) now, +1 WPN.",)
    assert after.throws == ("Initiative of Rifle team", "Initiative of Medium tank")
    assert after.texts == (
        "Rifle team passed (2, needed 9 or less): it must fire at the named target, +1 WPN.",
        "Medium tank failed (12, needed 9 or less): the action is spent.",
    )


def test_concentrate_fire_is_refused_before_the_dice_where_it_cannot_harm() -> None:
    """Rifles ordered at a tank took the test, then had nothing to fire, and still had to."""
    field = board(("Red", "company_hq"), ("Red", "rifle_team"), ("Red", "medium_tank"), ("Blue", "heavy_tank"))
    with pytest.raises(RuleError, match="no weapon that harms"):
        plan_command(field, "concentrate_fire", unit="u1", distance=9, target=("u2", "u4"))
    with pytest.raises(RuleError, match="no weapon that harms"):
        plan_command(field, "concentrate_fire", unit="u1", distance=9, target=("u2", "u3", "u4"))
    assert not plan_command(field, "concentrate_fire", unit="u1", distance=9, target=("u3", "u4")).warnings
    at_tank = Request("act", unit=("u1",), target=("u4",), action="concentrate_fire", side="Red")
    assert best_legality(field, at_tank) is Legality.OK
    rifles = board(("Red", "company_hq"), ("Red", "rifle_team"), ("Blue", "heavy_tank"))
    assert best_legality(rifles, replace(at_tank, target=("u3",))) is Legality.ILLEGAL


def test_concentrate_fire_does_not_name_units_that_can_harm_no_enemy() -> None:
    """The menu offered a unit without a weapon, or with weapons that harm no enemy there."""
    field = board(("Red", "company_hq"), ("Red", "rifle_team"), ("Red", "medium_tank"), ("Blue", "heavy_tank"))
    by = Request("act", unit=("u1",), action="concentrate_fire", side="Red")
    assert best_legality(field, replace(by, target=("u2",))) is Legality.ILLEGAL
    assert best_legality(field, replace(by, target=("u3",))) is Legality.OK
    assert best_legality(FIELD, replace(by, target=("u2",))) is Legality.OK


def test_concentrate_fire_is_not_offered_where_no_enemy_is_left() -> None:
    field = board(("Red", "company_hq"), ("Red", "rifle_team"), ("Blue", "rifle_team"))
    field.game.units["u3"] = field.unit("u3").model_copy(update={"models": 0})
    by = Request("act", unit=("u1",), target=("u2",), action="concentrate_fire", side="Red")
    assert best_legality(field, by) is Legality.ILLEGAL


def test_concentrate_fire_is_warned_of_where_all_have_fought() -> None:
    """Menus offer it against an enemy before the firers are known."""
    at_enemy = Request("act", unit=("u1",), target=("u4",), action="concentrate_fire", side="Red")
    assert best_legality(FIELD, at_enemy) is Legality.OK
    one_left = marked(FIELD, "u2", fired=1)
    assert best_legality(one_left, at_enemy) is Legality.OK
    assert best_legality(marked(one_left, "u3", fired=1), at_enemy) is Legality.WARNED
    assert best_legality(board(("Red", "company_hq"), ("Blue", "rifle_team")), replace(at_enemy, target=("u2",))) is (
        Legality.ILLEGAL
    )


def test_who_must_fall_back_or_test_its_nerve_first_is_not_ordered_to_fire_without_a_warning() -> None:
    """The order was taken without a word, and only its shot was warned of (Terror)."""
    order = {"unit": "u1", "target": ("u2", "u4"), "distance": 6}
    for state, told in (("retreating", "must fall back first"), ("terror_due", "first roll its Terror test")):
        assert told in warnings_of(marked(FIELD, "u2", **{state: 1}), "concentrate_fire", **order)[0]


def test_concentrated_fire_is_at_its_target_and_for_one_shot() -> None:
    on = carry_out(FIELD, "concentrate_fire", PASS, unit="u1", distance=9, target=("u2", "u4")).board
    order = plan_command(on, "fire", unit="u2", target="u4", distance=10)
    assert (cast(WW2Shot, order.plays[0].facts).shooter_state, order.warnings) == (("concentrate_fire",), ())
    other = {"unit": "u2", "target": "u5", "distance": 10}
    assert cast(WW2Shot, plan_command(on, "fire", **other).plays[0].facts).shooter_state == ()
    assert "must fire at Rifle team (Blue)" in warnings_of(on, "fire", **other)[0]
    after = carry_out(on, "fire", (1,), unit="u2", target="u4", distance=10).board
    assert states(after, "u2") == {"acted": 1, "fired": 1, "carried_out": "shots"}
    assert not carry_out(on, "turn next").board.unit("u2").has("concentrate_fire")


@for_each("targets", [("u2",), ("u4",), ("u2", "u4", "u5"), ("u1", "u2", "u3", "u4")])
def test_concentrate_fire_is_for_up_to_two_units_at_one_enemy(targets: tuple[str, ...]) -> None:
    with pytest.raises(RuleError, match="one or two units that fire and one enemy"):
        plan_command(FIELD, "concentrate_fire", unit="u1", distance=9, target=targets)


def test_hold_the_line_lasts_to_the_officers_next_turn() -> None:
    on = carry_out(FIELD, "turn phase", action="movement", side="Red").board
    after = carry_out(on, "hold_the_line", PASS, unit="u1", distance=9, target=("u1", "u2")).board
    assert states(after, "u2") == {"holds_the_line": 1}
    blues = carry_out(after, "turn end").board
    assert states(blues, "u2") == {"holds_the_line": 1}
    assert states(carry_out(blues, "turn next").board, "u2") == {}


def test_rally_on_me_passes_the_next_terror() -> None:
    on = marked(FIELD, "u2", retreating=1)
    after = carry_out(on, "rally_on_me", PASS, unit="u1", distance=9, target="u2")
    assert after.notes == ("Move as usual, toward the officer: Rifle team.",)
    tested = carry_out(after.board, "morale", unit="u2")
    assert (tested.plays, states(tested.board, "u2")) == ((), {"nerve_tested": 3})


def test_a_squad_that_falls_back_is_asked_to_move_to_the_nearest_terrain() -> None:
    after = carry_out(FIELD, "fall_back", PASS, unit="u1", distance=9, target=("u2", "u3"))
    assert after.notes == ("Move to the nearest terrain, if not in cover: Rifle team.",)
    assert carry_out(FIELD, "fall_back", FAIL, unit="u1", distance=9, target="u2").notes == ()


def test_an_order_that_fails_affects_no_unit_and_spends_the_action() -> None:
    after = carry_out(FIELD, "hold_the_line", FAIL, unit="u1", distance=9, target="u2").board
    assert (states(after, "u1"), states(after, "u2")) == ({"acted": 1}, {})
    assert "used its action" in warnings_of(after, "rally_on_me", unit="u1", distance=9, target="u2")[0]


def test_supporting_fire_is_three_rounds_at_the_ruled_pen() -> None:
    on = carry_out(FIELD, "supporting_fire", PASS, unit="u1")
    assert on.notes[0].startswith("It fires now, PEN 8 (ruling `supporting_pen`).")
    shells = carry_out(on.board, "scatter", (1, 1, 2, 2, 3, 3), unit="u1", distance=9, target="u4")
    assert shells.order.warnings == ()
    landed = carry_out(shells.board, "artillery", (2, 1, 3, 3), unit="u1", target=("u4", "u4"))
    assert landed.plays[0].facts.model_dump()["weapon"]["pen"] == 8
    assert landed.board.unit("u4").models == 2
    assert states(landed.board, "u1") == {"acted": 1, "fired": 1, "carried_out": "shots"}


def test_a_unit_that_does_not_retreat_has_nothing_to_rally_from() -> None:
    on = marked(FIELD, "u3", retreating=1)
    warnings = warnings_of(on, "rally_on_me", unit="u1", distance=9, target=("u2", "u3"))
    assert warnings == ("Rifle team is not retreating: only retreating units rally (Orders › Rally on Me).",)
    after = carry_out(on, "rally_on_me", PASS, unit="u1", distance=9, target=("u2", "u3"))
    assert not after.board.unit("u2").has("rallying")
    assert after.notes == ("Move as usual, toward the officer: Medium tank.",)


def test_the_shells_of_an_order_fall_in_either_phase() -> None:
    on = carry_out(FIELD, "turn phase", action="movement", side="Red").board
    on = carry_out(on, "supporting_fire", PASS, unit="u1").board
    assert plan_command(on, "scatter", unit="u1", distance=9, target="u4").warnings == ()


def test_the_shells_of_an_order_are_offered_until_they_are_fired() -> None:
    """They are off the table: they fall in either phase, and harm tanks, which the officer's own weapons do not."""
    tanks = board(("Red", "company_hq"), ("Blue", "medium_tank"))
    for phase in ("movement", "combat"):
        on = carry_out(tanks, "turn phase", action=phase, side="Red").board
        assert "fire 3 shells" not in may(on, "u1")
        passed = carry_out(on, "supporting_fire", PASS, unit="u1").board
        assert "fire 3 shells" in may(passed, "u1")
        assert "fire 3 shells" not in may(carry_out(on, "supporting_fire", FAIL, unit="u1").board, "u1")
        assert "fire 3 shells" not in may(marked(passed, "u1", buttoned=1), "u1")
        fired = carry_out(passed, "scatter", (1,) * 6, unit="u1", distance=9, target="u2").board
        assert "fire 3 shells" not in may(fired, "u1")
