"""Terror tests and Initiative tests: what 2d6 must not exceed."""

from __future__ import annotations

from typing import Any

from data import system_of
from rules.command.effects import mark
from rules.kernel.dice import Need
from rules.openfire_ww2.own_turn import apply_tests
from tests.rows import for_each
from tests.rules.openfire_ww2.table import (
    board,
    effects,
    expect_refusal,
    faulty,
    marked,
    outcome,
    play,
    text_of_play,
    warnings_of,
)
from tests.rules.opponent.test_decide import to_go


def shaken(**more: Any) -> dict[str, Any]:
    return {"unit": {"mor": 8, "rank": "trained", "men": 6, "starting": 6} | more}


@for_each(
    ("unit", "number", "failing"),
    [
        ({}, 8, "pinned"),
        ({"rank": "conscript"}, 8, "pinned"),
        ({"rank": "veteran"}, 9, "pinned"),
        ({"pinned": True}, 7, "pinned"),
        ({"pinned": True, "rank": "veteran"}, 8, "pinned"),
        ({"men": 4}, 8, "pinned"),
        ({"men": 3}, 5, "falls_back"),
        ({"men": 3, "starting": 5}, 8, "pinned"),
        ({"men": 2, "starting": 5, "pinned": True}, 4, "falls_back"),
        ({"men": 1, "starting": 10, "mor": 5}, -4, "falls_back"),
    ],
)
def test_a_terror_roll_must_not_exceed_its_number(unit: dict[str, Any], number: int, failing: str) -> None:
    found = outcome("morale", shaken(**unit), (6, 6))
    assert (found["total"], found["needed"], found["result"]) == (12, number, failing)
    if number >= 2:
        assert (
            outcome("morale", shaken(**unit), (1, number - 1) if number < 8 else (6, number - 6))["result"] == "passed"
        )


def test_the_ledger_adds_up_to_it() -> None:
    throw = play("morale", shaken(men=2, rank="veteran", pinned=True), (1, 1)).played.steps[0].throw
    assert [line.value for line in throw.ledger] == [8, 1, -1, -4]
    assert throw.needed == Need(4, at_most=True)


def test_markers_of_a_terror_test() -> None:
    assert effects(play("morale", shaken(pinned=True), (1, 1))) == {("unit", "pinned"): -1}
    assert effects(play("morale", shaken(), (6, 6))) == {("unit", "pinned"): 1}
    assert effects(play("morale", shaken(men=3), (6, 6))) == {("unit", "retreating"): 1}


def test_a_squad_without_men_tests_nothing() -> None:
    expect_refusal("morale", shaken(men=0), "no men left")


def order_facts(order: str, **more: Any) -> dict[str, Any]:
    unit = {"mor": 7, "rank": "trained"} | {key: more.pop(key) for key in ("mor", "rank", "pinned") if key in more}
    return {"unit": unit, "order": order} | more


@for_each(
    ("rank", "pinned", "number"),
    [("conscript", False, 7), ("trained", False, 8), ("veteran", False, 8), ("trained", True, 7)],
)
def test_initiative_by_rank_and_pinning(rank: str, pinned: bool, number: int) -> None:
    found = outcome("initiative_test", order_facts("sprint", rank=rank, pinned=pinned), (3, 4))
    assert (found["total"], found["needed"], found["passed"]) == (7, number, number >= 7)


@for_each("order", ["fall_back", "concentrate_fire", "hold_the_line", "supporting_fire", "rally_on_me"])
def test_orders_reach_12_inches(order: str) -> None:
    expect_refusal("initiative_test", order_facts(order, officer_distance=12.1), "12.1″ away; orders reach 12″")
    assert outcome("initiative_test", order_facts(order, officer_distance=12), (1, 1))["passed"]


@for_each(
    ("manoeuvre", "state"),
    [
        ("hit_the_dirt", {("unit", "hit_the_dirt"): 1}),
        ("set_up_position", {("unit", "set_up_position"): 1}),
        ("sprint", {}),
        ("button_vehicle", {}),
        ("barrage", {}),
        ("overdrive", {("unit", "overdrive"): 1}),
        ("hull_down", {("unit", "hull_down"): 1}),
    ],
)
def test_manoeuvres_need_no_officer_and_spend_the_action(manoeuvre: str, state: dict[Any, Any]) -> None:
    facts = order_facts(manoeuvre, officer_distance=99)
    assert effects(play("initiative_test", facts, (1, 1))) == {("unit", "acted"): 1} | state
    assert effects(play("initiative_test", facts, (6, 6))) == {("unit", "acted"): 1}


def test_vehicles_have_no_mor_of_their_own() -> None:
    facts = {"unit": {"rank": "trained"}, "order": "overdrive"}
    assert outcome("initiative_test", facts, (4, 4))["needed"] == 9
    ruled = play("initiative_test", facts, (4, 4), vehicle_mor=5)
    assert (ruled.played.outcome.needed, ruled.rulings_used) == (6, ("vehicle_mor",))


def test_squads_have_mor() -> None:
    faulty("initiative_test", {"unit": {"rank": "trained"}, "order": "hit_the_dirt"}, "mor")
    faulty("initiative_test", order_facts("charge"), "order")


def test_the_words_name_the_order() -> None:
    assert text_of_play("initiative_test", order_facts("rally_on_me"), (6, 6)) == (
        "Rally on Me failed (12, needed 8 or less): the action is spent."
    )
    assert text_of_play("initiative_test", order_facts("hit_the_dirt"), (1, 1)).startswith(
        "Hit the Dirt passed (2, needed 8 or less)"
    )


@for_each("state", ["pinned", "retreating"])
def test_a_whole_squad_tests_its_nerve_without_a_warning_only_if_it_is_shaken(state: str) -> None:
    on = board(("Red", "rifle_squad"))
    assert "needs no Terror test" in warnings_of(on, "morale", unit="u1")[0]
    assert warnings_of(marked(on, "u1", **{state: 1}), "morale", unit="u1") == ()


@for_each(
    ("result", "states", "left"),
    [
        ("falls_back", {"retreating": 1, "fell_back": 1}, {"retreating": 1}),
        ("pinned", {"retreating": 1, "fell_back": 1}, {"retreating": 1, "fell_back": 1}),
        ("passed", {"retreating": 1, "fell_back": 1, "pinned": 1, "terror_due": 1}, {}),
        (
            "none",
            {"retreating": 1, "fell_back": 1, "terror_due": 1},
            {"retreating": 1, "fell_back": 1, "terror_due": 1},
        ),
    ],
)
def test_a_unit_that_fails_at_half_strength_falls_back_once_more(
    result: str, states: dict[str, int], left: dict[str, int]
) -> None:
    start = to_go(system_of("openfire_ww2"))
    start = start.after(mark(start.unit("u1"), **states))
    unit = start.after(apply_tests(start, [("u1", result)])).unit("u1")
    assert unit.states == (left if result == "none" else {**left, "nerve_tested": unit.models})
