"""The steps of a bound: moves, the shots of the other sides, fights (Bounds)."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rules.bayonet.turn import TURNS
from rules.command.legality import Legality
from rules.command.next_steps import best_use
from rules.command.system import Board
from rules.command.turn_steps import turn_steps
from rules.game.events import LossesTaken, TurnAdvanced
from rules.kernel.errors import RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request
from tests.rules.bayonet.table import (
    SYSTEM,
    board,
    carry_out,
    expect_refusal,
    marked,
    plan_command,
    text_on_board,
    warnings_of,
)

SIDES = board(("Blue", "gi"), ("Blue", "gi"), ("Red", "irregular"), ("Red", "heavy"))
THREE = board(("Blue", "gi"), ("Red", "irregular"), ("Green", "irregular"))


def _moving_board(on: Board = SIDES) -> Board:
    """Blue's bound, in which its first figure has moved."""
    dice = {2: (5, 2), 3: (5, 4, 2)}[len(on.game.sides)]
    return carry_out(carry_out(on, "initiative", dice).board, "move", unit="u1").board


def _shooting_board(on: Board = SIDES) -> Board:
    return carry_out(_moving_board(on), "turn phase", action="shooting", side="Blue").board


def _fighting_board(on: Board = SIDES) -> Board:
    return carry_out(_shooting_board(on), "turn phase", action="fighting", side="Red").board


def _steps(on: Board) -> list[str]:
    return [text_on_board(on, step.label) for step in turn_steps(on, on.game.holder)]


def test_a_move_asks_no_unit_to_shoot_yet() -> None:
    """Opportunity fire is resolved after the moves."""
    moved = carry_out(carry_out(SIDES, "initiative", (5, 2)).board, "move", unit="u1")
    assert moved.notes == ()
    assert SYSTEM.late_reactions(moved.board) == []


def test_the_mover_says_that_its_moves_are_done_and_the_go_is_the_enemys() -> None:
    after = carry_out(_moving_board(), "turn phase", action="shooting", side="Blue")
    assert after.title == "Blue: moves are done"
    assert after.notes == (
        "Red shoots: Irregular and Heavy.",
        "Opportunity fire (−1, −2): over half its move seen.",
    )
    assert (after.board.game.holder, after.board.game.phase, TURNS.current_side(after.board)) == (
        "Red",
        "shooting",
        "Blue",
    )
    assert text_on_board(after.board, SYSTEM.whose_go(after.board.game)) == "Red's shots."
    assert {one.unit for one in SYSTEM.late_reactions(after.board)} == {"u3", "u4"}


def test_each_step_is_ended_by_whose_it_is() -> None:
    """A player can end the shots."""
    assert _steps(_moving_board()) == ["Moves are done"]
    with pytest.raises(RuleError, match="Blue's bound, not Red's"):
        plan_command(_moving_board(), "turn phase", action="shooting", side="Red")
    assert _steps(_shooting_board()) == ["Red: shots are done"]
    with pytest.raises(RuleError, match="Red shoots now, not Blue"):
        plan_command(_shooting_board(), "turn phase", action="fighting", side="Blue")
    fighting = carry_out(_shooting_board(), "turn phase", action="fighting", side="Red")
    assert fighting.title == "Red: shots are done"
    assert fighting.notes == ("Blue fights, then its bound ends.",)
    assert _steps(fighting.board) == ["End of Blue's bound"]
    assert text_on_board(fighting.board, SYSTEM.whose_go(fighting.board.game)) == "Blue's bound: fights."
    after = carry_out(fighting.board, "turn end", side="Blue").board
    assert (after.game.turn, after.game.holder, after.game.phase, TURNS.current_side(after)) == (2, "Red", None, "Red")


def test_the_end_of_a_go_ends_the_step() -> None:
    on = carry_out(_moving_board(), "turn end", side="Blue").board
    assert (on.game.holder, on.game.phase) == ("Red", "shooting")
    on = carry_out(on, "turn end", side="Red").board
    assert (on.game.holder, on.game.phase) == ("Blue", "fighting")
    assert carry_out(on, "turn end", side="Blue").board.game.holder == "Red"


def test_a_target_that_held_its_ground_is_shot_at_without_a_warning() -> None:
    shot = {"unit": "u3", "target": "u2"}
    assert warnings_of(_moving_board(), "fire", **shot) == (
        "Blue's moves are not done yet: shoot after them (Shooting › Rate of fire).",
    )
    assert warnings_of(_shooting_board(), "fire", **shot) == ()
    assert warnings_of(_fighting_board(), "fire", **shot) == (
        "The shots of this bound are done (Shooting › Rate of fire).",
    )


def test_opportunity_fire_waits_for_its_step_and_needs_a_target_that_moved() -> None:
    shot = {"unit": "u3", "target": "u1", "situation": ("opportunity_known",)}
    assert "moves are not done yet" in warnings_of(_moving_board(), "fire", **shot)[0]
    assert warnings_of(_shooting_board(), "fire", **shot) == ()
    still = warnings_of(_shooting_board(), "fire", **(shot | {"target": "u2"}))
    assert still == ("GI 2 has not moved in this bound (Shooting › Opportunity fire).",)


def test_a_side_does_not_shoot_in_its_own_bound() -> None:
    for on in (_moving_board(), _shooting_board(), _fighting_board()):
        assert warnings_of(on, "fire", unit="u2", target="u3") == (
            "It is Blue's own bound: it shoots in the bounds of its enemies (Shooting › Rate of fire).",
        )


def test_moves_come_before_the_shots_and_fights_after_them() -> None:
    assert warnings_of(_moving_board(), "move", unit="u2") == ()
    for on in (_shooting_board(), _fighting_board()):
        assert warnings_of(on, "move", unit="u2") == ("The moves of this bound are done (Bounds).",)
    for on in (_moving_board(), _shooting_board()):
        early = warnings_of(on, "assault", unit="u1", target="u3")
        assert early == ("Fight after the shots of this bound (Bounds).",)
    assert warnings_of(_fighting_board(), "assault", unit="u1", target="u3") == ()
    assert (
        warnings_of(_fighting_board(), "assault", unit="u3", target="u1")[0]
        == "It is Blue's bound, not Red's (Bounds)."
    )


def test_the_actions_of_a_figure_depend_on_the_step() -> None:
    def may(on: Board, id: str) -> tuple[str, ...]:
        return tuple(text_on_board(on, one) for one in SYSTEM.may(on, on.unit(id)))

    assert (may(_moving_board(), "u2"), may(_moving_board(), "u3")) == (
        ("Move 6″",),
        ("Shoot to 24″ after the enemy's moves",),
    )
    assert (may(_shooting_board(), "u2"), may(_shooting_board(), "u3")) == (
        (),
        ("Shoot to 24″ after the enemy's moves",),
    )
    assert (may(_fighting_board(), "u2"), may(_fighting_board(), "u3")) == (
        ("Fight hand to hand with an enemy it touches",),
        (),
    )
    # A suppressed figure seeks cover, and its assault is warned; in a fight it fights on.
    assert may(marked(_fighting_board(), "u2", suppressed=1), "u2") == ()
    fights = marked(_fighting_board(), "u2", suppressed=1, in_hand_to_hand=1)
    assert may(fights, "u2") == ("Fight on hand to hand",)


def test_of_several_enemies_each_says_so() -> None:
    on = _shooting_board(THREE)
    on = carry_out(on, "turn phase", action="fighting", side="Red").board
    assert (on.game.holder, on.game.phase, TURNS.current_side(on)) == ("Green", "shooting", "Blue")
    assert {one.unit for one in SYSTEM.late_reactions(on)} == {"u3"}
    assert warnings_of(on, "fire", unit="u3", target="u2") == (
        "It is Blue's bound: shoot at its figures, not at Irregular (Shooting › Rate of fire).",
    )
    on = carry_out(on, "turn phase", action="fighting", side="Green").board
    assert (on.game.holder, on.game.phase) == ("Blue", "fighting")


def test_a_unit_that_cannot_shoot_is_not_waited_for() -> None:
    spent = marked(marked(_moving_board(), "u3", suppressed=1), "u4", fired=1)
    after = carry_out(spent, "turn phase", action="shooting", side="Blue")
    assert (after.board.game.holder, after.board.game.phase) == ("Blue", "fighting")
    assert carry_out(spent, "turn end", side="Blue").board.game.holder == "Red"


def test_the_next_bound_is_warned_of_while_enemies_may_still_shoot() -> None:
    for on in (_moving_board(), _shooting_board()):
        assert warnings_of(on, "turn next") == ("May still shoot in this bound: Irregular and Heavy (Bounds).",)
    assert warnings_of(_fighting_board(), "turn next") == ()
    over = carry_out(_shooting_board(), "turn next").board
    assert (over.game.holder, TURNS.current_side(over), over.game.tallies.get("bound")) == ("Red", "Red", {"Blue": 0})


def test_a_mover_that_is_wiped_out_fights_no_more() -> None:
    gone = _shooting_board(THREE).after([LossesTaken(unit="u1", models=1)])
    on = carry_out(gone, "turn phase", action="fighting", side="Red").board
    assert (on.game.holder, on.game.phase) == ("Green", "shooting")
    over = carry_out(on, "turn phase", action="fighting", side="Green").board
    assert (over.game.turn, over.game.holder, over.game.phase, TURNS.current_side(over)) == (2, "Red", None, "Red")


def test_the_order_rolled_again_begins_a_bound() -> None:
    again = carry_out(_shooting_board(), "initiative", (1, 6)).board
    assert (again.game.holder, again.game.phase, TURNS.current_side(again)) == ("Red", None, "Red")


def _of_before() -> Board:
    """Return the shots of a bound as recorded before steps existed: it is still the mover's turn."""
    on = _moving_board()
    return on.after([TurnAdvanced(turn=1, order=on.game.order, holder="Blue", phase="shooting")])


def test_games_of_before_go_on() -> None:
    on = _of_before()
    assert warnings_of(on, "fire", unit="u3", target="u2") == ()
    assert {one.unit for one in SYSTEM.late_reactions(on)} == {"u3", "u4"}
    assert carry_out(on, "turn end", side="Blue").board.game.holder == "Red"
    for side in ("Red", "Blue", None):
        after = carry_out(on, "turn phase", action="fighting", side=side).board
        assert (after.game.holder, after.game.phase) == ("Blue", "fighting")
    assert _steps(on) == ["Shots are done", "Next bound"]


def test_no_step_comes_before_a_bound_has_begun() -> None:
    with pytest.raises(RuleError, match="Whose bound is it"):
        plan_command(SIDES, "turn phase", action="shooting")
    for on, action in ((_shooting_board(), "shooting"), (_fighting_board(), "fighting"), (_moving_board(), "fighting")):
        with pytest.raises(RuleError, match="of this bound are"):
            plan_command(on, "turn phase", action=action)


def test_a_shot_is_asked_for_in_its_step_alone() -> None:
    """The menus depend on the side to act."""
    request = Request("fire", unit=("u3",))
    fire = SYSTEM.commands["fire"]
    assert fire(_moving_board(), request).judge()
    assert not fire(_shooting_board(), request).judge()


# How far a direct shot goes is asked, unless a ruling leaves that to the table.

RANGED = board(("Blue", "gi"), ("Red", "irregular"), ("Red", "truck"), shot_range="asked")


def test_a_direct_shot_asks_how_far_its_target_is() -> None:
    """A shot beyond its range went by without a word."""
    shot = {"unit": "u2", "target": "u1"}
    with expect_refusal(RANGED, "how far is it to GI? (Shooting › Direct fire)", MissingFacts):
        plan_command(RANGED, "fire", **shot)
    far = warnings_of(RANGED, "fire", **shot, distance=(Decimal(30),))
    assert far == ("Irregular reaches 24″; the target is 30″ away.",)
    assert warnings_of(RANGED, "fire", **shot, distance=(Decimal(24),)) == ()
    asked = SYSTEM.commands["fire"].on(RANGED, Request("fire", ("u2",), ("u1",))).distance_asked()
    assert asked is not None
    assert text_on_board(RANGED, asked.question) == "how far is it to GI? (Shooting › Direct fire)"


def test_by_ruling_it_asks_for_no_distance() -> None:
    assert plan_command(SIDES, "fire", unit="u3", target="u1").plays
    assert SYSTEM.commands["fire"].on(SIDES, Request("fire", ("u3",), ("u1",))).distance_asked() is None


def test_opportunity_fire_asks_for_both_at_once() -> None:
    with pytest.raises(MissingFacts) as missing:
        plan_command(RANGED, "fire", unit="u2", target="u1", action="opportunity")
    assert [ask.option for ask in missing.value.asks] == ["situation", "distance"]


def test_an_area_weapon_is_ready_before_it_is_aimed() -> None:
    """The light mortar was in no menu of units that may fire."""
    on = board(("Blue", "gi"), ("Red", "light_mortar"))
    assert best_use(on, "fire", on.unit("u2")) is Legality.OK
