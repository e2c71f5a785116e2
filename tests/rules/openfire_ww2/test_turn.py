"""`/turn phase`, `/turn end`, `/turn next`, `/morale`; and the winner."""

from __future__ import annotations

import pytest

from rules.command.system import Board
from rules.kernel.errors import BadFacts, RuleError
from tests.rows import for_each
from tests.rules.openfire_ww2.table import (
    SYSTEM,
    board,
    board_with_objectives,
    carry_out,
    marked,
    may,
    plan_command,
    states,
    victory,
    warnings_of,
)

FIELD = board(("Red", "rifle_team"), ("Red", "medium_tank"), ("Blue", "mg_team"), ("Blue", "heavy_tank"))


def board_in_reds_turn(on: Board = FIELD) -> Board:
    """Red's turn."""
    return carry_out(on, "turn phase", action="movement", side="Red").board


def test_a_phase_begins_the_turn_of_the_side_that_names_it() -> None:
    game = board_in_reds_turn().game
    assert (game.order, game.holder, game.phase) == (("Red", "Blue"), "Red", "movement")
    other = carry_out(board_in_reds_turn(), "turn phase", action="combat", side="Red")
    assert (other.board.game.phase, other.title) == ("combat", "Red: combat phase")
    with pytest.raises(RuleError, match="It is Red's turn, not Blue's"):
        plan_command(board_in_reds_turn(), "turn phase", action="combat", side="Blue")
    with pytest.raises(BadFacts, match="action"):
        plan_command(board_in_reds_turn(), "turn phase", action="rally")


def test_turns_go_round_the_table() -> None:
    after = carry_out(board_in_reds_turn(), "turn end")
    assert (after.board.game.holder, after.board.game.phase) == ("Blue", None)
    assert after.notes == ("Blue's turn: which phase?",)
    over = carry_out(after.board, "turn end", side="Blue")
    assert (over.board.game.holder, over.notes) == (None, ("Every side has had its turn.",))
    with pytest.raises(RuleError, match="Every side"):
        plan_command(over.board, "turn end")
    again = carry_out(over.board, "turn next").board.game
    assert (again.turn, again.holder, again.order) == (2, "Red", ("Red", "Blue"))


def test_a_unit_that_acts_in_no_sides_turn_is_warned() -> None:
    """This holds after all sides have had their turn; without `/initiative`, as soon as another side has acted."""
    over = carry_out(carry_out(board_in_reds_turn(), "turn end").board, "turn end", side="Blue").board
    for command, given in {"move": {}, "fire": {"target": "u1", "distance": 9}, "hit_the_dirt": {}}.items():
        assert "Every side has had its turn" in warnings_of(over, command, unit="u3", **given)[0]
    assert warnings_of(FIELD, "move", unit="u3") == ()
    mixed = carry_out(FIELD, "move", unit="u1").board
    assert "it is unclear whose turn it is" in warnings_of(mixed, "move", unit="u3")[0]
    assert warnings_of(mixed, "fire", unit="u1", target="u3", distance=9) == ()


def test_a_terror_test_for_mines_is_due_until_it_is_rolled() -> None:
    """It is a state, warned of and offered; if it is not rolled before, it is rolled at the start of the side's
    turn.
    """
    mined = carry_out(board_in_reds_turn(), "minefield", (6, 1, 1), unit="u1").board
    assert states(mined, "u1")["terror_due"] == 1
    assert may(mined, "u1") == ("Terror test",)
    for command, given in {"move": {}, "fire": {"target": "u3", "distance": 9}, "hit_the_dirt": {}}.items():
        assert any("first roll its Terror test" in one for one in warnings_of(mined, command, unit="u1", **given))
    assert "first roll its Terror test" in warnings_of(mined, "turn end", side="Red")[0]
    assert "first roll its Terror test" in warnings_of(marked(mined, "u1", retreating=1), "move", unit="u1")[0], (
        "before it falls back"
    )
    assert "terror_due" not in states(carry_out(mined, "morale", (1, 1), unit="u1").board, "u1")
    over = carry_out(carry_out(mined, "turn end").board, "turn end", side="Blue").board
    assert "terror_due" not in states(carry_out(over, "turn next", (1, 1)).board, "u1")


def test_a_side_that_has_fallen_gets_no_turn() -> None:
    """It is passed over; where it fell in its own turn, it ends that and then has no other."""
    three = board(("Red", "rifle_team"), ("Blue", "mg_team"), ("Green", "mg_team"))
    blue_gone = carry_out(marked(board_in_reds_turn(three), "u2", models=0), "turn end")
    assert blue_gone.board.game.holder == "Green"
    assert carry_out(blue_gone.board, "turn end").board.game.holder is None
    red_gone = marked(board_in_reds_turn(three), "u1", models=0)
    assert carry_out(red_gone, "turn end").board.game.holder == "Blue"
    again = carry_out(red_gone, "turn next").board.game
    assert (again.turn, again.holder, again.order) == (2, "Blue", ("Red", "Blue", "Green"))


def test_the_first_side_that_is_left_tests_its_nerve_at_the_turns_start() -> None:
    three = board(("Red", "rifle_team"), ("Blue", "mg_team"), ("Green", "mg_team"))
    on = marked(marked(marked(board_in_reds_turn(three), "u1", models=0), "u2", pinned=1), "u3", pinned=1)
    assert [planned.roles for planned in plan_command(on, "turn next").plays] == [{"unit": "u2"}]


def test_turns_continue_without_units() -> None:
    on = marked(board_in_reds_turn(), "u1", models=0)
    for id in ("u2", "u3", "u4"):
        on = marked(on, id, models=0)
    assert carry_out(on, "turn next").board.game.holder == "Red"


def test_ending_a_turn_that_is_not_yours() -> None:
    with pytest.raises(RuleError, match="It is Red's turn"):
        plan_command(board_in_reds_turn(), "turn end", side="Blue")
    with pytest.raises(RuleError, match="Whose turn"):
        plan_command(FIELD, "turn end")
    assert carry_out(FIELD, "turn end", side="Red").board.game.holder == "Blue"


def test_the_end_of_the_turn_clears_its_states() -> None:
    spent = {
        "fired": 1,
        "acted": 1,
        "overdrive": 1,
        "grenade_thrown": 1,
        "manoeuvre": "sprint",
        "concentrate_fire": "u3",
    }
    on = marked(FIELD, "u1", moved_this_turn=1, **spent)
    after = carry_out(on, "turn next")
    assert states(after.board, "u1") == {"moved_last_turn": 1}
    assert after.notes == ("Whose turn is it?",)
    assert states(carry_out(after.board, "turn next").board, "u1") == {}


def test_lasting_states_last() -> None:
    lasting = {"immobilised": 1, "engine_damaged": 1, "weapons_lost": 2, "hull_down": 1}
    on = marked(FIELD, "u2", **lasting)
    assert states(carry_out(on, "turn next").board, "u2") == lasting


def test_squads_test_their_nerve_at_their_turn_start() -> None:
    on = marked(marked(board_in_reds_turn(), "u3", pinned=1), "u1", pinned=1)
    after = carry_out(on, "turn end", (1, 1))
    assert [planned.roles for planned in after.order.plays] == [{"unit": "u3"}]
    assert (states(after.board, "u3"), states(after.board, "u1")) == ({"nerve_tested": 3}, {"pinned": 1})
    assert (after.texts, after.throws) == (
        ("MG team: its nerve holds (2, 7 or less).",),
        ("Terror of MG team",),
    )
    failed = carry_out(on, "turn end", (6, 6)).board
    assert states(failed, "u3") == {"pinned": 1, "nerve_tested": 3}
    next_turn = carry_out(carry_out(failed, "turn end").board, "turn next", (1, 1))
    assert states(next_turn.board, "u1") == {"nerve_tested": 3}
    assert "nerve_tested" not in states(next_turn.board, "u3")


def test_without_turns_of_their_own_all_sides_test_at_the_turns_start() -> None:
    on = marked(marked(FIELD, "u3", retreating=1), "u1", pinned=1)
    after = carry_out(on, "turn next", (1, 1, 1, 1)).board
    assert (states(after, "u1"), states(after, "u3")) == ({"nerve_tested": 3}, {"nerve_tested": 3})


def test_orders_pass_the_test_of_a_turn_start() -> None:
    on = marked(board_in_reds_turn(), "u3", pinned=1, rallying=1)
    after = carry_out(on, "turn end")
    assert states(after.board, "u3") == {"nerve_tested": 3}
    assert after.notes == ("Without dice, by order: MG team.", "Blue's turn: which phase?")


@for_each(("ruling", "left"), [("until_moved", {"hull_down": 1}), ("next_turn", {})])
def test_positions_by_ruling(ruling: str, left: dict[str, int]) -> None:
    on = marked(board(("Red", "medium_tank"), ("Blue", "heavy_tank"), states_last=ruling), "u1", hull_down=1)
    assert states(carry_out(on, "turn next").board, "u1") == left


def test_warned_while_units_have_done_nothing() -> None:
    assert warnings_of(FIELD, "turn next")[0].startswith("4 units have not acted this turn")
    busy = FIELD
    for id in ("u1", "u2", "u3", "u4"):
        busy = marked(busy, id, fired=1)
    assert plan_command(busy, "turn next").warnings == ()


def test_morale_by_hand() -> None:
    after = carry_out(marked(FIELD, "u1", models=1), "morale", (4, 5), unit="u1")
    assert (after.plays[0].played.outcome.needed, states(after.board, "u1")) == (
        6,
        {"retreating": 1, "nerve_tested": 1},
    )
    steady = carry_out(marked(after.board, "u1", nerve_tested=0), "morale", (3, 3), unit="u1")
    assert states(steady.board, "u1") == {"nerve_tested": 1}
    with pytest.raises(RuleError, match="vehicles take no Terror test"):
        plan_command(FIELD, "morale", unit="u2")
    held_up = carry_out(marked(FIELD, "u1", holds_the_line=1, pinned=1), "morale", unit="u1")
    assert (held_up.plays, states(held_up.board, "u1")) == ((), {"holds_the_line": 1, "nerve_tested": 3})


def test_the_majority_of_objectives_for_two_turns_wins() -> None:
    on = board_with_objectives(FIELD, Mill="Red", Farm="Red", Ford="Blue")
    assert victory(on) == ("Red", "Objectives: Red 2, Blue 1.", False)
    once = carry_out(on, "turn next").board
    assert not SYSTEM.victory(once).over
    assert victory(carry_out(once, "turn next").board) == (
        "Red",
        "Red has held most objectives for 2 turns.",
        True,
    )


def test_a_lost_majority_begins_again_and_half_is_none() -> None:
    once = carry_out(board_with_objectives(FIELD, Mill="Red"), "turn next").board
    lost = carry_out(board_with_objectives(once, Mill="Blue"), "turn next").board
    assert (lost.game.tallies["majority"], lost.game.scores) == ({"Red": 0, "Blue": 1}, {})
    half = board_with_objectives(FIELD, Mill="Red", Farm="Blue")
    assert SYSTEM.victory(half).leader is None
    assert carry_out(half, "turn next").board.game.tallies == {}
    assert victory(board_with_objectives(FIELD, Mill=None))[1] == "Objectives: nobody holds any."


def test_the_last_man_standing_wins() -> None:
    on = marked(marked(FIELD, "u3", models=0), "u4", models=0)
    assert SYSTEM.victory(on)[0::2] == ("Red", True)


def test_the_status_lists_the_actions_of_a_unit() -> None:
    on = board(("Red", "company_hq"), ("Red", "mortar_team"), ("Red", "medium_tank"), ("Red", "mg_team"))
    assert may(on, "u1") == (
        "move 5″ in the open",
        "fire SMG to 10″ and pistol to 8″",
        "Hit the Dirt, Set Up Position, Sprint or Button Vehicle",
        "give an order within 12″",
    )
    assert "Barrage" in may(on, "u2")[2]
    assert may(on, "u3")[2] == "Overdrive or Hull Down"
    moved = carry_out(on, "move", unit="u4").board
    assert may(moved, "u4") == ("Hit the Dirt, Set Up Position or Sprint",)
    still = marked(on, "u3", buttoned=1, fired=1, acted=1)
    assert may(still, "u3") == ()
    gone = marked(on, "u1", models=0)
    assert may(gone, "u1") == ()


def test_a_unit_is_offered_the_weapons_that_harm_an_enemy() -> None:
    """Rifles harm no tank, and a light weapon harms no target with an ARM above its PEN; the mortar may still lay
    smoke.
    """
    both = board(("Red", "rifle_team"), ("Red", "mortar_team"), ("Blue", "medium_tank"), ("Blue", "half_track"))
    assert may(both, "u1")[1] == "fire bolt action rifle to 24″"
    tanks = marked(both, "u4", models=0)
    assert [said for said in may(tanks, "u1") if said.startswith("fire")] == []
    assert any(said.startswith("fire 81mm mortar") for said in may(tanks, "u2"))
