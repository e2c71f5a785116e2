"""The costs of actions, repeatable actions, and the unit that is next."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import RuleError
from rules.kernel.wording import ENGLISH
from rules.openfire_d12.actions import TURNS, options_now
from tests.rows import for_each
from tests.rules.openfire_d12.table import board, carry_out, hurt, marked, plan_command, warnings_of

TWO = board(("Red", "line_squad"), ("Blue", "raiders"))
RED_FIRST = carry_out(TWO, "initiative", (6, 6, 1, 1)).board


def test_two_actions_and_then_the_other_side() -> None:
    one = carry_out(RED_FIRST, "move", unit="u1")
    assert one.notes == ("Line squad has 1 action left: rush 4″, assault 9″, attack (service rifle 24″) or interact.",)
    assert one.board.game.holder == "Red"
    two = carry_out(one.board, "fire", (1,) * 10, unit="u1", target="u2", distance=5)
    assert two.board.game.holder == "Blue"
    assert two.notes[-1] == "Blue's turn, 1 unit left."
    assert two.board.unit("u1").words("actions_done") == ("advance", "attack")


def test_a_first_action_activates() -> None:
    assert carry_out(TWO, "move", unit="u1").board.unit("u1").states == {
        "activated": 1,
        "actions_left": 1,
        "actions_done": "advance",
        "moved": 1,
    }


def test_a_first_action_out_of_turn_is_warned() -> None:
    assert "Red activates a unit now" in warnings_of(RED_FIRST, "move", unit="u2")[0]
    assert not warnings_of(RED_FIRST, "move", unit="u1")


@for_each(
    ("command", "given"),
    [
        ("activate", {}),
        ("move", {}),
        ("fire", {"target": "u1", "distance": 9}),
        ("assault", {"target": "u1", "distance": 5}),
        ("interact", {"weapon": "Hill"}),
    ],
)
def test_a_side_that_acts_out_of_turn_is_warned_of_both_and_waits_for_the_other_side(
    command: str, given: dict[str, Any]
) -> None:
    """It is not their turn, and another unit has actions left, which its own side has to give up."""
    going = carry_out(RED_FIRST, "activate", unit="u1").board
    said = " ".join(warnings_of(going, command, unit="u2", **given))
    assert "Line squad has actions left and forfeits 2 actions" in said
    assert "Red activates a unit now, not Blue" in said
    [end] = plan_command(going, command, unit="u2", **given).ends
    assert end.side == "Red"
    assert "2 actions left" in ENGLISH(end.left)
    assert plan_command(going, "turn next", side="Blue").ends == (end,)
    assert plan_command(going, "move", unit="u1").ends == plan_command(going, "turn next", side="Red").ends == ()


def test_a_side_that_ends_an_activation_early_does_not_activate_another_unit() -> None:
    """The turn passes to the next side, whatever the other unit would do first."""
    three = board(("Red", "line_squad"), ("Blue", "raiders"), ("Red", "veteran_squad"))
    going = carry_out(carry_out(three, "initiative", (6, 6, 1, 1)).board, "activate", unit="u1").board
    for command in ("activate", "move"):
        with pytest.raises(RuleError, match="`/turn end`; then it is Blue's turn"):
            carry_out(going, command, unit="u3")
    last = marked(going, "u2", activated=1)
    assert "has actions left" in warnings_of(last, "move", unit="u3")[0]


def test_an_action_is_not_repeated() -> None:
    once = carry_out(TWO, "move", unit="u1").board
    assert "has taken Advance this round" in warnings_of(once, "move", unit="u1")[0]
    assert not warnings_of(once, "move", unit="u1", action="rush")


def test_a_third_action_is_warned() -> None:
    spent = marked(TWO, "u1", activated=1, actions_done="advance,attack")
    assert warnings_of(spent, "move", unit="u1", action="rush") == ("Line squad has no action left (Actions).",)
    again = warnings_of(spent, "fire", unit="u1", target="u2", distance=9)
    assert [warning.split(" has ")[1] for warning in again] == [
        "taken Attack this round; only Recover is repeated (Actions).",
        "no action left (Actions).",
    ]
    assert not carry_out(spent, "move", unit="u1", action="rush").board.unit("u1").has("actions_left")


def test_recover_is_repeated_and_a_passed_one_gives_an_action() -> None:
    tired = marked(RED_FIRST, "u1", suppression=2)
    passed = carry_out(tired, "recover", (6,), unit="u1", situation="no_enemy_within_12").board
    assert (passed.unit("u1").count("actions_left"), passed.unit("u1").count("suppression")) == (2, 1)
    again = carry_out(passed, "recover", (12,), unit="u1", situation="no_enemy_within_12")
    assert not again.warnings
    assert (again.board.unit("u1").count("actions_left"), again.board.unit("u1").count("suppression")) == (2, 0)
    assert again.board.game.holder == "Red"


def test_an_action_that_a_spent_unit_recovers_takes_the_turn_from_the_other_side() -> None:
    three = board(("Red", "line_squad"), ("Blue", "raiders"), ("Red", "veteran_squad"))
    spent = marked(three, "u1", activated=1, actions_done="advance,attack", suppression=2)
    others = carry_out(spent, "activate", unit="u2").board
    given = {"unit": "u1", "situation": "no_enemy_within_12"}
    assert [one.split(" has ")[1] for one in warnings_of(others, "recover", **given)] == [
        "no action left (Actions).",
        "actions left and forfeits 2 actions (Alternate Activations).",
    ]
    passed = carry_out(others, "recover", (12,), **given).board
    assert (passed.unit("u1").count("actions_left"), passed.unit("u2").count("actions_left")) == (1, 0)
    failed = carry_out(others, "recover", (1,), **given).board
    assert (failed.unit("u1").count("actions_left"), failed.unit("u2").count("actions_left")) == (0, 2)


def test_an_assault_is_not_offered_at_enemies_in_contact() -> None:
    near = marked(marked(TWO, "u1", in_assault_range_of="u2"), "u2", in_assault_range_of="u1")
    assert "assault" not in carry_out(near, "activate", unit="u2").notes[0]
    assert "assault" in carry_out(TWO, "activate", unit="u2").notes[0]


def test_a_failed_recover_costs_its_action() -> None:
    tired = carry_out(marked(RED_FIRST, "u1", suppression=2), "activate", unit="u1").board
    failed = carry_out(tired, "recover", (1,), unit="u1", situation="no_enemy_within_12").board
    assert failed.unit("u1").count("actions_left") == 1


@for_each("command", ["move", "fire", "recover"])
def test_before_the_initiative_no_side_is_active(command: str) -> None:
    given = (
        {"target": "u2", "distance": 5}
        if command == "fire"
        else {"situation": "no_enemy_within_12"}
        if command == "recover"
        else {}
    )
    ready = marked(TWO, "u1", suppression=1, activated=1, actions_left=1)
    came_to = carry_out(
        ready, command, (1,) * 10 if command == "fire" else (1,) * (command == "recover"), unit="u1", **given
    )
    assert came_to.board.game.holder is None


def test_a_unit_that_dies_in_its_own_first_action_ends_its_go() -> None:
    """It has an action left, but no figures to take it."""
    fallen = hurt(RED_FIRST, "u1", *[0] * RED_FIRST.unit("u1").models)
    events = TURNS.spend_action(fallen, RED_FIRST.unit("u1"), "assault")
    assert fallen.after(events).game.holder == "Blue"


def test_a_free_attack_is_offered_only_to_a_unit_that_may_strike() -> None:
    """Attack: two suppression tokens leave no free attack at an enemy that comes into contact."""
    ready = marked(RED_FIRST, "u2", free_attack_at="u1")
    worn = marked(ready, "u2", suppression=2)
    offered, none = (list(map(ENGLISH, options_now(on, on.unit("u2")))) for on in (ready, worn))
    assert (offered, none) == (["free attack at u1"], [])
