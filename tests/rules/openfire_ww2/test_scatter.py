"""`/act scatter`, `artillery`, `smoke`, `minefield` and `objectives`."""

from __future__ import annotations

import pytest

from rules.game.events import ObjectPlaced
from rules.game.tabletop import TableObject
from rules.kernel.errors import RuleError
from tests.rules.openfire_ww2.table import (
    board,
    board_with_objectives,
    carry_out,
    marked,
    plan_command,
    states,
    warnings_of,
)

FIELD = board(
    ("Red", "mortar_team"),  # u1
    ("Red", "engineers"),  # u2
    ("Blue", "rifle_team"),  # u3
    ("Blue", "half_track"),  # u4
    ("Blue", "conscript_team"),  # u5
    ("Blue", "medium_tank"),  # u6
)


def test_shells_scatter_first_and_then_hit_who_lies_there() -> None:
    shells = carry_out(FIELD, "scatter", (3, 4), unit="u1", target="u3", distance=30)
    assert shells.title == "Mortar team: shells at Rifle team"
    assert states(shells.board, "u1") == {"fired": 1}
    landed = carry_out(shells.board, "artillery", (3, 4, 6, 6), unit="u1", target=("u3", "u4"))
    assert (landed.board.unit("u3").models, landed.board.unit("u4").hp) == (2, (1,))
    assert states(landed.board, "u3") == {"pinned": 1, "nerve_tested": 2}
    assert landed.title == "Shells of Mortar team on Rifle team and Half-track"
    assert landed.texts == ("Rifle team: 1 casualty; it is pinned. Half-track: 1 HP lost (1 left).",)
    assert landed.throws == ("to kill Rifle team", "to kill Half-track", "Terror of Rifle team")


def test_a_unit_named_twice_lies_under_two_shells() -> None:
    order = plan_command(FIELD, "artillery", unit="u1", target=("u3", "u5", "u3"))
    targets = order.plays[0].facts.model_dump()["targets"]
    assert [[unit["name"] for unit in under] for under in targets] == [["target 1", "target 2"], ["target 1"]]
    assert order.plays[0].roles == {"attacker": "u1", "target 1": "u3", "target 2": "u5"}
    thrice = plan_command(FIELD, "artillery", unit="u1", target="u3", count=3).plays[0].facts.model_dump()["targets"]
    assert [len(under) for under in thrice] == [1, 1, 1]
    with pytest.raises(RuleError, match="at most 20"):
        plan_command(FIELD, "artillery", unit="u1", target="u3", count=21)


def test_states_count_under_shells_too() -> None:
    on = board_with_objectives(marked(FIELD, "u3", holds_the_line=1, pinned=1), Mill="Blue")
    landed = carry_out(on, "artillery", (3,), unit="u1", target="u3")
    assert states(landed.board, "u3") == {"holds_the_line": 1, "nerve_tested": 2}
    pinned = carry_out(board_with_objectives(FIELD, Mill="Blue"), "artillery", (3, 6, 6), unit="u1", target="u3")
    assert "did it hold Mill?" in pinned.notes[0]


def test_warned_of_unfired_shells() -> None:
    assert "`/act scatter` first" in warnings_of(FIELD, "artillery", unit="u1", target="u3")[0]


def test_no_shells_land_of_a_gun_that_fell_before_it_fired() -> None:
    """Artillery: the shells are asked for after their scatter, and no crew is left to fire them."""
    with pytest.raises(RuleError, match="out of action and has not fired"):
        plan_command(marked(FIELD, "u1", models=0), "artillery", unit="u1", target="u3")


def test_shells_that_a_gun_fired_land_after_it_fell() -> None:
    fired = carry_out(FIELD, "scatter", (3, 4), unit="u1", target="u3", distance=30)
    landed = carry_out(marked(fired.board, "u1", models=0), "artillery", (3, 6, 6), unit="u1", target="u3")
    assert landed.board.unit("u3").models == 2
    assert landed.order.warnings == ()


def test_refused_without_artillery_out_of_range_or_after_moving() -> None:
    with pytest.raises(RuleError, match="no artillery"):
        plan_command(FIELD, "scatter", unit="u2", distance=9, target="u3")
    with pytest.raises(RuleError, match="81mm mortar reaches 48″"):
        plan_command(FIELD, "scatter", unit="u1", target="u3", distance=49)
    with pytest.raises(RuleError, match="after it moved this turn"):
        plan_command(carry_out(FIELD, "move", unit="u1").board, "scatter", unit="u1", distance=9)
    with pytest.raises(RuleError, match="hides"):
        plan_command(FIELD, "scatter", unit="u1", distance=9, situation="hidden")
    ruled = board(("Red", "mortar_team"), heavy_after_move="last")
    assert plan_command(marked(ruled, "u1", moved_this_turn=1), "scatter", unit="u1", distance=9).plays


def test_smoke_lies_on_the_table_and_burns_out() -> None:
    smoke = carry_out(FIELD, "smoke", (1, 2), unit="u1", distance=9)
    [thing] = smoke.board.game.things.values()
    assert (thing.kind, thing.label, thing.radius, thing.turns) == ("smoke", "Smoke 1", 2, 1)
    after = carry_out(smoke.board, "turn next")
    assert after.board.game.things == {}
    assert after.notes == ("Whose turn is it?",)


def test_smoke_by_ruling_and_beside_other_smoke() -> None:
    on = board(("Red", "mortar_team"), smoke_radius=4, smoke_turns=3)
    on = on.after([ObjectPlaced(thing=TableObject(kind="smoke", label="smoke 1"))])
    things = carry_out(on, "smoke", (1, 2), unit="u1", distance=9).board.game.things
    assert (things["Smoke 2"].radius, things["Smoke 2"].turns) == (4, 3)


def test_a_barrage_of_smoke_is_three_clouds() -> None:
    on = carry_out(FIELD, "barrage", (1, 1), unit="u1").board
    assert len(carry_out(on, "smoke", (1,) * 6, unit="u1", distance=9).board.game.things) == 3


def test_only_mortars_have_smoke() -> None:
    with pytest.raises(RuleError, match="no smoke rounds"):
        plan_command(FIELD, "smoke", unit="u2", distance=9)


def test_a_minefield() -> None:
    after = carry_out(FIELD, "minefield", (4, 3, 3), unit="u3")
    assert after.board.unit("u3").models == 2
    assert after.notes == ("Rifle team has lost men: Terror.",)
    some = carry_out(FIELD, "minefield", (4, 4), unit="u3", count=2)
    assert some.board.unit("u3").models == 1
    with pytest.raises(RuleError, match="has 3 men, not 4"):
        plan_command(FIELD, "minefield", unit="u3", count=4)


def test_minesweepers_are_known_by_their_profile() -> None:
    assert carry_out(FIELD, "minefield", unit="u2").board.unit("u2").models == 4


def test_a_mine_under_a_vehicle() -> None:
    after = carry_out(FIELD, "minefield", unit="u4")
    assert (after.board.unit("u4").hp, states(after.board, "u4")) == ((1,), {"immobilised": 1})
    wreck = carry_out(after.board, "minefield", unit="u4")
    assert (wreck.board.unit("u4").hp, wreck.board.unit("u4").alive) == ((0,), False)
    assert states(wreck.board, "u4") == {"immobilised": 1, "knocked_out": 1}
    assert wreck.notes == ()


def test_objectives_are_rolled_for() -> None:
    assert carry_out(FIELD, "objectives", (4,)).plays[0].played.outcome.count == 4
