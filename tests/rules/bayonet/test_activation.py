"""`/initiative`, `/activate`, `/turn next` and `/turn end`: the side whose bound it is, and the states that end."""

from __future__ import annotations

import pytest

from rules.command.system import Board
from rules.command.turns import has_acted
from rules.game.events import LossesTaken, ObjectPlaced
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from tests.rules.bayonet.table import board, carry_out, marked, plan_command, text_on_board, warnings_of

SIDES = board(("Blue", "gi"), ("Red", "irregular"), ("Red", "light_mortar"))


def _board_in_blues_bound(on: Board = SIDES) -> Board:
    """Blue's bound."""
    return carry_out(on, "initiative", (5, 2)).board


def test_the_highest_die_has_the_first_bound() -> None:
    after = carry_out(SIDES, "initiative", (2, 5))
    assert (after.board.game.order, after.board.game.holder) == (("Red", "Blue"), "Red")
    assert after.notes == ("Red's bound: moves, enemy shots, then fights.",)
    assert plan_command(after.board, "initiative").warnings


def test_a_side_without_figures_is_passed_over_when_the_order_is_rolled_again() -> None:
    """It keeps its place in the order, but a bound of its own would have no figures to move."""
    two = board(("Blue", "gi"), ("Red", "irregular"))
    after = carry_out(two.after([LossesTaken(unit="u2", models=1)]), "initiative", (2, 5)).board
    assert (after.game.order, after.game.holder) == (("Red", "Blue"), "Blue")


def test_initiative_needs_two_sides() -> None:
    with pytest.raises(RuleError, match="two sides"):
        plan_command(board(("Blue", "gi")), "initiative")


def test_activating_begins_a_bound_where_no_side_has_one() -> None:
    after = carry_out(SIDES, "activate", unit="u2")
    assert (after.board.game.order, after.board.game.holder) == (("Red", "Blue"), "Red")
    assert plan_command(SIDES, "activate", unit="u2").plays[0].roles == {"unit": "u2"}
    assert after.board.unit("u2").states == {"acted": 1}
    assert after.notes[0] == "Irregular may: Move 6″."


def test_activating_in_the_enemys_bound_is_warned_of_and_changes_nothing() -> None:
    assert warnings_of(_board_in_blues_bound(), "activate", unit="u2") == ("It is Blue's bound, not Red's (Bounds).",)
    assert carry_out(_board_in_blues_bound(), "activate", unit="u2").board.game.holder == "Blue"


def test_the_actions_of_a_figure_depend_on_its_states() -> None:

    def may(on: Board, unit: Unit) -> tuple[str, ...]:
        return tuple(text_on_board(on, one) for one in SIDES.system.may(on, unit))

    assert may(SIDES, SIDES.unit("u1")) == ("Move 6″", "Shoot to 24″ after the enemy's moves")
    assert may(SIDES, marked(SIDES, "u1", suppressed=1).unit("u1")) == ("Move 2″ into cover",)
    assert may(SIDES, marked(SIDES, "u1", fleeing=1).unit("u1")) == ("Flee 6″",)
    assert may(SIDES, marked(SIDES, "u1", fired=1).unit("u1")) == ("Move 6″",)
    assert may(SIDES, marked(SIDES, "u3", reloading=1).unit("u3")) == ()


def test_the_bound_passes_to_the_next_side_and_is_counted() -> None:
    after = carry_out(_board_in_blues_bound(), "turn next")
    assert (after.board.game.turn, after.board.game.holder) == (2, "Red")
    assert after.notes[-1] == "Red's bound: moves, enemy shots, then fights."
    assert carry_out(after.board, "turn next").board.game.holder == "Blue"


def test_suppressed_and_fleeing_end_with_an_own_bound_that_begins_after_them() -> None:
    """Blue's bound, Red's, Blue's: an effect on Blue in the first lasts through the third."""
    on = marked(marked(_board_in_blues_bound(), "u1", suppressed=1), "u2", fleeing=1)
    second = carry_out(on, "turn next")
    assert second.board.unit("u1").has("suppressed")
    assert second.board.unit("u2").has("fleeing")
    assert second.notes == ("Red's bound: moves, enemy shots, then fights.",)
    third = carry_out(second.board, "turn next").board
    assert third.unit("u1").has("suppressed")
    assert not third.unit("u2").has("fleeing")
    assert carry_out(third, "turn next").board.unit("u1").states == {}


def test_a_state_suffered_again_in_its_own_bound_counts_from_then() -> None:
    blue = carry_out(
        carry_out(marked(_board_in_blues_bound(), "u1", suppressed=1), "turn next").board, "turn next"
    ).board
    again = carry_out(blue, "fire", (6, 4), unit="u2", target="u1").board
    assert carry_out(again, "turn next").board.unit("u1").has("suppressed")
    taken_off = marked(marked(blue, "u1", suppressed=0), "u1", suppressed=1)
    assert carry_out(taken_off, "turn next").board.unit("u1").has("suppressed")


def test_states_brought_into_the_first_bound_end_with_it() -> None:
    on = _board_in_blues_bound(marked(SIDES, "u1", suppressed=1))
    assert not carry_out(on, "turn next").board.unit("u1").has("suppressed")
    begun = carry_out(marked(SIDES, "u1", suppressed=1), "activate", unit="u1").board
    assert not carry_out(begun, "turn next").board.unit("u1").has("suppressed")


def test_by_ruling_they_last_until_a_player_says_so() -> None:
    on = _board_in_blues_bound(board(("Blue", "gi"), ("Red", "irregular"), suppressed_lasts="manual"))
    after = carry_out(marked(on, "u1", suppressed=1), "turn next")
    assert after.board.unit("u1").has("suppressed")
    assert after.notes[0] == "Still suppressed or fleeing, by ruling: GI."


def test_a_spent_shot_comes_back_at_the_end_of_the_enemys_bound() -> None:
    on = marked(marked(_board_in_blues_bound(), "u1", fired=1), "u2", fired=1)
    after = carry_out(on, "turn next").board
    assert after.unit("u1").has("fired")
    assert not after.unit("u2").has("fired")
    assert not carry_out(after, "turn next").board.unit("u1").has("fired")


def test_a_gun_of_two_bounds_misses_one() -> None:
    """It fires in the first of the enemy's bounds, not in the second, and again in the third."""
    on = marked(_board_in_blues_bound(), "u3", fired=1, reloading=2)
    for ready in (False, False, True):
        on = carry_out(on, "turn next").board
        assert (not on.unit("u3").has("reloading")) == ready


def test_targets_may_be_shot_at_afresh_in_every_bound() -> None:
    assert (
        not carry_out(marked(_board_in_blues_bound(), "u1", targeted=1), "turn next").board.unit("u1").has("targeted")
    )
    assert (
        not carry_out(marked(_board_in_blues_bound(), "u2", targeted=1), "turn next").board.unit("u2").has("targeted")
    )


def test_the_record_knows_who_has_had_its_go_until_the_bound_ends() -> None:
    after = carry_out(_board_in_blues_bound(), "activate", unit="u1").board
    assert [has_acted(after, after.unit(id)) for id in ("u1", "u2")] == [True, False]
    over = carry_out(after, "turn next").board
    assert not has_acted(over, over.unit("u1"))


def test_downed_never_ends() -> None:
    on = _board_in_blues_bound()
    for id in ("u1", "u2"):
        on = marked(on, id, downed=1)
    after = carry_out(carry_out(on, "turn next").board, "turn next").board
    assert after.unit("u1").has("downed")
    assert after.unit("u2").has("downed")


def test_gas_lasts_so_many_bounds() -> None:
    gas = ObjectPlaced(thing=TableObject(kind="gas", label="cloud", turns=2))
    once = carry_out(_board_in_blues_bound().after([gas]), "turn next")
    assert once.board.game.things["cloud"].turns == 1
    twice = carry_out(once.board, "turn next")
    assert "cloud" not in twice.board.game.things
    assert twice.notes == ("Blue's bound: moves, enemy shots, then fights.",)


def test_before_the_first_turn_every_state_ends_and_no_side_is_named() -> None:
    first = carry_out(marked(marked(SIDES, "u1", suppressed=1), "u2", fired=1), "turn next").board
    assert first.unit("u1").has("suppressed")
    assert first.unit("u2").states == {}
    after = carry_out(first, "turn next")
    assert after.board.unit("u1").states == {}
    assert after.board.game.holder is None
    assert "Whose bound" in after.notes[-1]


def test_only_the_side_whose_bound_it_is_ends_it() -> None:
    with pytest.raises(RuleError, match="Blue's bound, not Red's"):
        plan_command(_board_in_blues_bound(), "turn end", side="Red")
    assert carry_out(_board_in_blues_bound(), "turn end", side="Blue").board.game.holder == "Red"


def test_a_side_without_figures_has_no_bound() -> None:
    three = board(("Blue", "gi"), ("Red", "gi"), ("Green", "gi"))
    on = carry_out(three, "initiative", (6, 5, 4)).board
    gone = carry_out(on, "fire", (6, 1), unit="u1", target="u2").board
    assert carry_out(gone, "turn next").board.game.holder == "Green"


def test_a_figure_that_can_do_nothing_says_so() -> None:
    spent = marked(_board_in_blues_bound(), "u1", moved=1, fired=1)
    assert "cannot act now" in carry_out(spent, "activate", unit="u1").notes[0]


def test_the_second_figure_that_acts_in_no_bound_is_warned_of_and_no_further_one() -> None:
    """Figures moved and shot before `/initiative` unwarned; a group that plays without it is warned once."""
    on = board(("Blue", "gi"), ("Blue", "gi"), ("Blue", "gi"), ("Red", "irregular"))
    assert warnings_of(on, "move", unit="u1") == ()
    moved = carry_out(on, "move", unit="u1").board
    said = ("Roll for the initiative of bound 1 first: `/initiative` (Bounds).",)
    assert warnings_of(moved, "move", unit="u2") == said
    assert warnings_of(moved, "fire", unit="u2", target="u4") == said
    assert warnings_of(moved, "fire", unit="u1", target="u4") == (), "the first goes on"
    both = carry_out(moved, "move", unit="u2").board
    assert warnings_of(both, "move", unit="u3") == warnings_of(both, "fire", unit="u2", target="u4") == ()
    rolled = carry_out(moved, "initiative", (6, 1)).board
    assert warnings_of(rolled, "move", unit="u2") == ()
