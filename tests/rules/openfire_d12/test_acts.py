"""`/act test`, `roll_off`, `dangerous`, `interact`."""

from __future__ import annotations

import pytest

from rules.command.legality import best_legality
from rules.command.next_steps import unit_steps
from rules.game.events import ObjectPlaced
from rules.game.tabletop import TableObject
from rules.kernel.errors import BadFacts
from rules.kernel.facts import MissingFacts
from rules.kernel.request import bare_request, changed
from tests.rules.openfire_d12.table import board, carry_out, forbidden, hurt, marked, plan_command, warnings_of

TWO = board(("Red", "line_squad"), ("Blue", "raiders"))
THINGS = TWO.after(
    [
        ObjectPlaced(thing=TableObject(kind="objective", label="Relay")),
        ObjectPlaced(thing=TableObject(kind="terrain", label="Hatch")),
    ]
)


def test_a_test_names_its_attribute_modifier_and_dice() -> None:
    came_to = carry_out(TWO, "test", (5, 4), unit="u1", situation=("skl", "plus=2"), count=2)
    assert came_to.plays[0].played.outcome == (1, 0)
    assert came_to.title == "Line squad: Battle Skill test"
    assert carry_out(TWO, "test", (8,), unit="u1", situation=("cmd", "minus=3")).texts[0] == "Failure."
    with pytest.raises(BadFacts, match="skl, def or cmd"):
        plan_command(TWO, "test", unit="u1")


def test_a_roll_off_is_between_all_sides() -> None:
    assert carry_out(TWO, "roll_off", (3, 9)).texts[0] == "Blue wins the roll-off."
    assert carry_out(TWO, "roll_off", (3, 9, 6, 5), count=2).plays[0].played.outcome.winner == 0
    forbidden(board(("Red", "raiders")), "roll_off", "two sides")


def test_dangerous_ground_by_itself() -> None:
    came_to = carry_out(hurt(TWO, "u1", 1), "dangerous", (12, 1), unit="u1")
    assert came_to.notes == ()
    assert carry_out(TWO, "dangerous", (1,) * 5, unit="u1").notes == ()


def test_an_objective_is_held_by_who_secures_it() -> None:
    came_to = carry_out(THINGS, "interact", unit="u1", weapon="relay")
    assert came_to.board.game.things["Relay"].holder == "Red"
    assert came_to.board.unit("u1").words("actions_done") == ("interact",)
    assert came_to.title == "Line squad: Relay"


def test_a_failed_test_holds_nothing_and_costs_the_action() -> None:
    came_to = carry_out(THINGS, "interact", (6,), unit="u1", weapon="Relay", situation=("skl",))
    assert came_to.board.game.things["Relay"].holder is None
    assert came_to.board.unit("u1").count("actions_left") == 1
    again = plan_command(came_to.board, "interact", unit="u1", weapon="Relay", situation=("skl",))
    assert again.repeats == again.warnings != (), "the opponent is asked before a test is repeated"


def test_other_objects_are_not_held() -> None:
    came_to = carry_out(THINGS, "interact", unit="u1", weapon="hatch")
    assert came_to.board.game.things["Hatch"].holder is None
    assert carry_out(TWO, "interact", unit="u1", weapon="lever").texts[0] == "Lever: done."


def test_the_object_is_asked_for() -> None:
    with pytest.raises(BadFacts, match="weapon is missing"):
        plan_command(TWO, "interact", unit="u1")


def test_objects_on_the_table_are_there_to_choose_from() -> None:
    """Their names were to be typed, so that no menu had the action."""
    with pytest.raises(MissingFacts) as missing:
        plan_command(THINGS, "interact", unit="u1")
    found = [(ask.option, [choice.code for choice in ask.choices]) for ask in missing.value.asks]
    assert found == [("weapon", ["Relay", "Hatch"])]
    active = marked(THINGS, "u1", activated=1, actions_left=2)
    assert "interact" in [step.request.action for step in unit_steps(active, active.unit("u1"))]


def test_the_question_for_the_object_hides_no_warning() -> None:
    """A unit without an Interact left was offered it, because its object was asked for before any check."""
    spent = marked(THINGS, "u1", activated=1, actions_left=1, actions_done="interact")
    request = changed(bare_request("act"), unit=("u1",), action="interact", side="Red")
    assert best_legality(THINGS, request).name == "NEEDS_INPUT"
    assert best_legality(spent, request).name == "WARNED"
    with pytest.raises(MissingFacts):
        plan_command(spent, "interact", unit="u1")


def test_interact_is_an_action_even_with_two_tokens() -> None:
    assert carry_out(marked(TWO, "u1", suppression=2), "interact", unit="u1", weapon="lever").board
    done_once = marked(TWO, "u1", activated=1, actions_left=1, actions_done="interact")
    assert "has taken Interact" in warnings_of(done_once, "interact", unit="u1", weapon="lever")[0]


def test_a_scout_that_is_gone_is_not_waited_for() -> None:
    three = board(("Red", "line_squad"), ("Red", "raiders"), ("Red", "line_squad"), ("Blue", "raiders"))
    waiting = marked(three, "u1", "u2", "u3", scout_waiting=1)
    gone = hurt(waiting, "u2", *[0] * waiting.unit("u2").models)
    assert carry_out(gone, "scout", unit="u1").notes[-1] == "Still to be placed: Line squad 2 (Red)."
