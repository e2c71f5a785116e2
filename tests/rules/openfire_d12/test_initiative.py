"""Initiative: as many dice each as there are players, ties again."""

from __future__ import annotations

from fractions import Fraction

from rules.command.system import Board
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_d12.table import (
    SYSTEM,
    board,
    carry_out,
    chances,
    faulty,
    forbidden,
    hurt,
    marked,
    outcome,
    play,
    warnings_of,
)


def test_each_player_rolls_as_many_dice_as_there_are_players() -> None:
    steps = play("initiative", {"players": 3}, (1, 1, 1, 2, 2, 2, 3, 3, 3)).played.steps
    assert [len(step.faces) for step in steps] == [3, 3, 3]
    assert [step.throw.side for step in steps] == [0, 1, 2]
    assert all(step.throw.sides == 12 for step in steps)


def test_the_highest_sum_comes_first() -> None:
    found = outcome("initiative", {"players": 3}, (1, 1, 1, 12, 2, 2, 3, 3, 3))
    assert found == {"order": [1, 2, 0], "totals": [3, 16, 9]}


def test_only_the_tied_roll_again_the_highest_first() -> None:
    dice = (1, 1, 1, 1, 9, 9, 9, 9, 1, 1, 1, 1, 9, 9, 9, 9, 1, 1, 1, 2, 1, 1, 1, 3, 5, 5, 5, 5, 4, 4, 4, 4)
    found = outcome("initiative", {"players": 4}, dice)
    assert found == {"order": [3, 1, 0, 2], "totals": [20, 5, 16, 6]}


def test_players_are_called_by_name() -> None:
    found = play("initiative", {"players": 2, "names": ["Red", "Blue"]}, (1, 1, 2, 2))
    assert ENGLISH(found.text) == "Blue goes first, then Red."
    assert [ENGLISH(step.throw.label) for step in found.played.steps] == ["initiative of Red", "initiative of Blue"]
    assert [step.throw.key for step in found.played.steps] == ["initiative 1", "initiative 2"]


@for_each("players", [1, 7, True, 2.0])
def test_two_to_six_players(players: object) -> None:
    faulty("initiative", {"players": players}, "players")


def test_as_many_names_as_players() -> None:
    faulty("initiative", {"players": 2, "names": ["Red"]}, "names")


def test_odds_of_as_many_players_as_may_play() -> None:
    found = chances("initiative", {"players": 6})
    assert len(found) == 720
    assert set(found.values()) == {Fraction(1, 720)}


# `/activate` and `/initiative`: alternate activations, two actions.

FOUR = board(("Red", "line_squad"), ("Red", "veteran_squad"), ("Blue", "raiders"), ("Blue", "scout_pair"))


def test_initiative_is_by_sides_and_the_first_one_activates() -> None:
    came_to = carry_out(FOUR, "initiative", (1, 1, 6, 6))
    assert came_to.board.game.order == ("Blue", "Red")
    assert came_to.board.game.holder == "Blue"
    assert came_to.notes == ("Blue's turn, 2 units left.",)
    assert came_to.texts[0] == "Blue goes first, then Red."


def test_initiative_passes_over_a_side_with_nothing_left_to_activate() -> None:
    spent = marked(FOUR, "u3", "u4", activated=1)
    assert carry_out(spent, "initiative", (1, 1, 6, 6)).board.game.holder == "Red"
    assert carry_out(marked(spent, "u1", "u2", activated=1), "initiative", (1, 1, 6, 6)).notes == (
        "Every unit has been activated.",
    )


def test_initiative_once_a_round_by_two_sides_or_more_without_modifiers() -> None:
    again = carry_out(FOUR, "initiative", (1, 1, 6, 6)).board
    assert "has already been rolled" in warnings_of(again, "initiative")[0]
    forbidden(board(("Red", "raiders")), "initiative", "two to six sides")
    forbidden(FOUR, "initiative", "no initiative modifiers", modifier=1)


def test_a_unit_has_two_actions_and_lists_its_options() -> None:
    came_to = carry_out(FOUR, "activate", unit="u1")
    assert came_to.board.unit("u1").states == {"activated": 1, "actions_left": 2}
    assert came_to.notes == (
        "Two actions for Line squad: advance 6″, rush 4″, assault 9″, attack (service rifle 24″) or interact.",
    )
    assert not came_to.plays


@for_each(
    ("tokens", "said"),
    [
        (1, "recover (1 token), advance 4″, attack (service rifle 24″) or interact"),
        (2, "recover (2 tokens) or interact"),
    ],
)
def test_suppression_leaves_less_to_do(tokens: int, said: str) -> None:
    suppressed = marked(FOUR, "u1", suppression=tokens)
    assert carry_out(suppressed, "activate", unit="u1").notes == (f"Two actions for Line squad: {said}.",)


def test_with_an_enemy_in_assault_range_only_it_is_attacked_and_rushing_is_refused() -> None:
    near = marked(marked(FOUR, "u3", in_assault_range_of="u1"), "u1", in_assault_range_of="u3")
    assert carry_out(near, "activate", unit="u3").notes == (
        "Two actions for Raiders: advance 7″, assault 10″, attack (blade 1″; only Line squad) or interact.",
    )
    unarmed = carry_out(near, "activate", unit="u1").notes[0]
    assert unarmed == "Two actions for Line squad: advance 6″, assault 9″ or interact."


def test_ranges_have_their_least_and_a_longshots_double() -> None:
    guns = board(("Red", "heavy_trooper"), ("Red", "scout_pair"))
    assert "autocannon 6–30″" in carry_out(guns, "activate", unit="u1").notes[0]
    assert "long rifle 30″, by Longshot 60″" in carry_out(guns, "activate", unit="u2").notes[0]


def test_one_activation_a_round_and_one_unit_at_a_time() -> None:
    going = carry_out(FOUR, "activate", unit="u1").board
    assert "has already been activated" in warnings_of(going, "activate", unit="u1")[0]
    assert "Line squad has actions left" in warnings_of(going, "activate", unit="u3")[0]
    other = carry_out(going, "activate", unit="u3").board
    assert not other.unit("u1").has("actions_left")


def test_out_of_turn_is_warned_and_takes_the_go_over() -> None:
    blue_first = carry_out(FOUR, "initiative", (1, 1, 6, 6)).board
    assert "Blue activates a unit now" in warnings_of(blue_first, "activate", unit="u1")[0]
    assert carry_out(blue_first, "activate", unit="u1").board.game.holder == "Red"


def test_enemies_that_are_not_on_the_table_cannot_be_attacked() -> None:
    """Scouts that wait, and units inside another (Deploy Scouts, Transport)."""
    two = board(("Red", "line_squad"), ("Blue", "scout_pair"))
    for away in ({"scout_waiting": 1}, {"aboard": "u9"}):
        assert _offered_actions(marked(two, "u2", **away)) == ["advance", "rush", "interact"]
    assert _offered_actions(two) == ["advance", "rush", "assault", "attack", "interact"]


def test_near_an_enemy_only_those_on_the_table_are_there_to_attack() -> None:
    """A waiting scout was assaulted with a warning: no other unit on the table is asked about."""
    near = marked(
        board(("Red", "raiders"), ("Blue", "scout_pair"), ("Blue", "raiders")), "u1", in_assault_range_of="u2"
    )
    near = marked(near, "u2", in_assault_range_of="u1")
    assert "attack" in _offered_actions(near)
    assert "attack" not in _offered_actions(marked(near, "u2", scout_waiting=1))


def _offered_actions(on: Board) -> list[str]:
    """Return the actions that the first unit is offered."""
    return [ENGLISH(text).split(" ")[0].casefold() for text in SYSTEM.may(on, on.unit("u1"))]


def test_waiting_scouts_are_not_on_the_table_yet() -> None:
    waiting = marked(FOUR, "u4", scout_waiting=1)
    assert "not on the table yet" in warnings_of(waiting, "activate", unit="u4")[0]
    assert not carry_out(waiting, "activate", unit="u4").board.unit("u4").has("scout_waiting")


def test_the_dead_do_not_activate() -> None:
    forbidden(hurt(FOUR, "u3", 0, 0, 0, 0, 0, 0), "activate", "out of action", unit="u3")


def test_the_actions_of_a_unit_shrink_as_it_acts() -> None:
    may = FOUR.system.may
    going = carry_out(FOUR, "activate", unit="u1").board
    going = carry_out(going, "move", unit="u1").board
    assert list(map(ENGLISH, may(going, going.unit("u1")))) == [
        "rush 4″",
        "assault 9″",
        "attack (service rifle 24″)",
        "interact",
    ]
    going = carry_out(going, "fire", (1,) * 10, unit="u1", target="u3", distance=5).board
    assert not may(going, going.unit("u1"))
