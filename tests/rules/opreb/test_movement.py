"""Tiers, cover by majority, and the end of falling back (Damage conversion; Terrain)."""

from __future__ import annotations

from decimal import Decimal
from itertools import product

import pytest

from rules.command.contract import result_text
from rules.command.planned import CommandPlan
from rules.command.system import Board
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.serialise import rulings_json
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.opreb.cases import fire, target
from tests.rules.opreb.playing import chances, outcome, play, the_system
from tests.rules.opreb.table import HEAVY, MARINES, MILITIA, RIFLES, SCOUTS, Named, give, table, with_states

BASE = {"open": 0, "light": 1, "hard": 2}


@for_each(("cover", "shifts"), list(product(BASE, product((False, True), repeat=3))))
def test_shifts_add_up_and_then_the_tier_is_kept_within_0_and_3(cover: str, shifts: tuple[bool, bool, bool]) -> None:
    in_position, hidden, lowered = shifts
    facts = fire(target=target(cover=cover, in_position=in_position, hidden=hidden), lowers_tier=lowered)
    expected = max(0, min(3, BASE[cover] + in_position + hidden - lowered))
    stays = [one for one in chances("fire", facts) if not one.fell_back]
    assert {one.tier for one in stays} == {expected}


@for_each(
    ("models", "light", "hard", "cover"),
    [
        (6, 4, 0, "light"),
        (6, 3, 0, "open"),
        (6, 0, 4, "hard"),
        (6, 0, 3, "open"),
        (6, 1, 3, "light"),
        (6, 2, 1, "open"),
        (5, 0, 3, "hard"),
        (5, 1, 2, "light"),
        (1, 0, 0, "open"),
    ],
)
def test_a_unit_has_the_cover_that_more_than_half_of_its_models_have(
    models: int, light: int, hard: int, cover: str
) -> None:
    board = table()
    board.game.units[MILITIA] = board.unit(MILITIA).model_copy(update={"models": models})
    shot = Request(
        "fire", (RIFLES,), (MILITIA,), (Decimal(7),), ("mixed",), situation=(f"in_light={light}", f"in_hard={hard}")
    )
    [planned] = board.system.commands["fire"].plan(board, shot).plays
    assert planned.facts.model_dump()["target"]["cover"] == cover


FAILED = ["morale=fail"]
HIT = (5, 5, 1, 1, 1, 1, 1)


@for_each(("distance", "reached"), [(6, True), (6.1, False), (0, True), (5.9, True)])
def test_cover_is_reached_when_the_tac_move_is_as_long_as_the_way(distance: float, reached: bool) -> None:
    facts = fire(nearest_cover={"kind": "light", "distance": distance})
    conversion = (1, 1) if reached else ()
    got = outcome("fire", facts, (*HIT, 5, 1, 1, *conversion), FAILED)
    assert (got["fall_back_inches"], got["cover"]) == (6, "light" if reached else "open")


def test_a_unit_that_stops_short_of_cover_has_the_cover_given_for_that_place() -> None:
    facts = fire(nearest_cover={"kind": "hard", "distance": 10}, short_of_it="light")
    assert outcome("fire", facts, (*HIT, 1, 1, 1, 1, 1), FAILED)["cover"] == "light"


def test_from_light_cover_a_unit_that_does_not_get_there_still_has_light_cover() -> None:
    facts = fire(target=target(cover="light"), nearest_cover={"kind": "hard", "distance": 10})
    got = outcome("fire", facts, (5, 5, 1, 1, *(1,) * 7, 1, 1, 1, 1, 1), ["fall_back=go"])
    assert (got["fell_back"], got["cover"], got["tier"]) == (True, "light", 1)


def test_a_flanked_unit_in_hard_cover_may_fall_back_toward_other_hard_cover() -> None:
    facts = fire(target=target(cover="hard"), flanked=True, nearest_cover={"kind": "hard", "distance": 3})
    got = outcome("fire", facts, (5, 5, 1, 1, *(1,) * 7, 1, 1, 1, 1, 1), ["fall_back=go"])
    assert (got["cover"], got["tier"]) == ("hard", 2)


def test_without_cover_near_a_broken_unit_falls_back_all_the_same() -> None:
    resolution = play("fire", fire(), (*HIT, 5, 5, 1), FAILED)
    assert resolution.played.outcome.fall_back_inches == 7
    assert ENGLISH(resolution.text).endswith("and ends in the open. The target at tier 0 (in the open): 2 wounds.")


def test_falling_back_ends_in_position_and_hidden() -> None:
    facts = fire(target=target(in_position=True, hidden=True))
    resolution = play("fire", facts, (*HIT, 1, 1, 1), FAILED)
    assert resolution.played.outcome.tier == 0
    changes = {one.effect: one.change for one in resolution.effects}
    assert changes == {"wounds": 2, "in_position": -1, "hidden": -1}


def test_a_unit_that_stays_keeps_its_position() -> None:
    facts = fire(target=target(in_position=True, hidden=True))
    resolution = play("fire", facts, (*HIT, 5, 1, 1, 1, 1))
    assert resolution.played.outcome.tier == 2
    assert {one.effect for one in resolution.effects} == {"pinned"}


def test_the_text_of_a_move_shows_direction_inches_and_cover_reached() -> None:
    near = {"kind": "hard", "distance": 7.5}
    far = ENGLISH(result_text(play("fire", fire(nearest_cover=near), (*HIT, 1, 1, 1), FAILED)))
    assert "It moves 3″ and stops short of hard cover (7.5″ away), in the open." in far
    assert far.endswith("Move the target by 3″ toward hard cover, away from the shooter.")
    there = ENGLISH(result_text(play("fire", fire(nearest_cover=near), (*HIT, 5, 5, 5, 1, 1), FAILED)))
    assert "It moves 8″ and reaches hard cover, 7.5″ away." in there
    assert there.endswith("Move the target by 8″ away from the shooter, into hard cover.")
    just = fire(nearest_cover={"kind": "light", "distance": 6})
    assert "reaches light cover, 6″ away." in ENGLISH(play("fire", just, (*HIT, 5, 1, 1, 1, 1), FAILED).text)


def test_every_ruling_is_ours() -> None:
    assert all(ruling["house"] for ruling in rulings_json(the_system()))


# `/move`, `/act tac_move`, `/act position`, `/act rally`, `/morale` and the turn.


def test_how_far_a_move_goes_is_known_beforehand_but_of_a_tac_move() -> None:
    board, move = table(), the_system().commands["move"]
    assert move.on(board, Request("move", unit=(MILITIA,))).inches() == 5
    assert move.on(board, Request("move", unit=(MILITIA,), action="tac_move")).inches() is None


def test_both_questions_of_a_shot_name_their_rule() -> None:
    asked = {one.name: one.rule for one in the_system().actions["fire"].decisions}
    assert asked == dict.fromkeys(("morale", "fall_back"), "Small arms fire › Fall back")


@for_each("terrain", ["open", "rough"])
def test_a_standard_move_is_five_inches_over_any_ground(terrain: str) -> None:
    done = give(table(), "move", MILITIA, terrain=terrain)
    assert done.told[0] == "Up to 5″."


@for_each(("command", "options"), [("move", {"action": "tac_move"}), ("act", {"action": "tac_move"})])
def test_a_tac_move_rolls_its_skill_test(command: str, options: dict[str, str]) -> None:
    done = give(table(), command, MILITIA, (5, 6, 1), **options)
    assert done.told[0] == "Up to 7″: 5″ and 2 bangs."


def test_moving_ends_in_position_but_not_hidden() -> None:
    done = give(with_states(table(), SCOUTS, in_position=1), "move", SCOUTS)
    assert not done.unit(SCOUTS).has("in_position")
    assert done.unit(SCOUTS).has("hidden")
    assert "Scout sharpshooters is no longer in position." in done.notes


def test_getting_into_position_is_an_action_and_explains_its_benefit() -> None:
    board = give(table(), "activate", HEAVY).board
    done = give(board, "act", HEAVY, action="position")
    assert done.unit(HEAVY).has("in_position")
    assert done.unit(HEAVY).count("actions_left") == 1
    assert "Until it moves it counts one tier better, and fires with HMG +3 dice." in done.notes
    with pytest.raises(RuleError, match="in position already"):
        give(done.board, "act", HEAVY, action="position")


def test_an_initiative_action_takes_pinned_markers_off_the_board() -> None:
    board = with_states(give(table(), "activate", MILITIA).board, MILITIA, pinned=5)
    done = give(board, "act", MILITIA, (5, 1, 1), action="rally")
    assert done.unit(MILITIA).count("pinned") == 3
    assert done.unit(MILITIA).count("actions_left") == 1
    assert done.told[0] == "2 pinned markers removed (1 bang + 1); 3 left."


def test_an_initiative_action_without_pinned_markers_is_warned() -> None:
    assert "no pinned markers" in give(table(), "act", MILITIA, (1, 1, 1), action="rally").warnings[0]


def test_a_pinned_unit_does_not_move_where_ruled() -> None:
    board = with_states(table(pin_effect="no_move"), MILITIA, pinned=1)
    with pytest.raises(RuleError, match="pinned unit does not move"):
        give(board, "move", MILITIA)


def test_pinned_markers_take_skill_dice_off_every_test_where_ruled() -> None:
    board = with_states(table(pin_effect="minus_skill_die"), MARINES, pinned=3)
    assert len(give(board, "morale", MARINES, (5, 1)).plays[0].played.steps[0].faces) == 2


def test_a_morale_check_changes_nothing() -> None:
    board = give(table(), "activate", MILITIA).board
    done = give(board, "morale", MILITIA, (1, 1, 1))
    assert done.board.game == board.game
    assert done.told[0] == "Morale breaks: no bangs, 1 needed."


def test_an_unknown_action_is_a_fault() -> None:
    with pytest.raises(BadFacts, match="action"):
        give(table(), "move", MILITIA, action="run")


def test_a_new_turn_clears_its_states_and_asks_for_the_initiative() -> None:
    board = with_states(give(table(), "activate", MILITIA).board, RIFLES, in_position=1, wounds=2)
    done = give(board, "turn next")
    assert done.board.game.turn == 2
    assert done.unit(MILITIA).states == {}
    assert done.unit(RIFLES).states == {"in_position": 1, "wounds": 2}
    assert done.notes == ("Each side nominates a unit.",)
    assert done.warnings[0] == "Colonial militia section forfeits 2 actions."
    assert done.warnings[1].startswith("5 units have not acted this turn")


def test_a_side_may_be_done_before_its_actions_are() -> None:
    board = give(table(), "initiative", HEAVY, (5, 5, 5, 5, 1, 1, 1, 1, 1)).board
    board = give(board, "activate", HEAVY).board
    with pytest.raises(RuleError, match="It is Blue's turn, not Red's"):
        give(board, "turn end", side="Red")
    done = give(board, "turn end", side="Blue")
    assert done.board.game.holder == "Red"
    assert not done.unit(HEAVY).count("actions_left")


def test_a_go_cannot_end_before_the_initiative_is_rolled() -> None:
    with pytest.raises(RuleError, match="Roll for initiative first"):
        give(table(), "turn end", side="Blue")


@for_each("gone", [(MILITIA,), (MILITIA, HEAVY)])
def test_the_order_of_sides_survives_losses(gone: tuple[str, ...]) -> None:
    board = table()
    for id in gone:
        board.game.units[id] = board.unit(id).model_copy(update={"models": 0})
    done = give(board, "initiative", MARINES, (1,) * 4 + (5,) * 5 if HEAVY not in gone else (1,) * 3 + (5,) * 5)
    assert done.board.game.order == ("Red", "Blue")


# Objections to an action, its contents, and its text.


def plan_order(board: Board, command: str, unit: str) -> CommandPlan:
    known = {**board.system.acts, **board.system.commands}
    return known[command].plan(board, Request(command, unit=(unit,)))


def before(board: Board, command: str, unit: str) -> list[str]:
    known = {**board.system.acts, **board.system.commands}
    return list(map(Named(board), known[command](board, Request(command, unit=(unit,))).judge()))


ACTIONS = ("move", "tac_move", "rally", "position")
BLUE_WINS = (5, 5, 5, 5, 1, 1, 1, 1, 1)


@for_each("command", ACTIONS)
def test_every_action_is_warned_of_alike_where_the_unit_is_not_active(command: str) -> None:
    """An active unit takes two actions (Initiative › Actions)."""
    waits = "Colonial militia section has not been activated yet: `/activate` (Initiative)."
    taken = "Colonial militia section has no action left (Initiative › Actions)."
    begun = with_states(give(table(), "initiative", HEAVY, BLUE_WINS).board, MILITIA, pinned=1)
    done = with_states(begun, MILITIA, activated=1)
    for board, said in ((begun, waits), (done, taken)):
        assert before(board, command, MILITIA) == [said]
        assert list(map(Named(board), plan_order(board, command, MILITIA).warnings)) == [said]
    active = with_states(begun, MILITIA, activated=1, actions_left=1)
    assert before(active, command, MILITIA) == []


def test_the_others_agree_to_a_rally_that_is_a_third_action() -> None:
    """Its dice would be rolled again; of a unit that was not activated nothing was rolled."""
    board = with_states(table(), MILITIA, pinned=1)
    assert plan_order(board, "rally", MILITIA).repeats == ()
    taken = with_states(board, MILITIA, activated=1)
    assert len(plan_order(taken, "rally", MILITIA).repeats) == 1


def test_a_third_tac_move_is_warned_of_but_repeats_no_roll() -> None:
    """Its dice are those of another move."""
    taken = plan_order(with_states(table(), MILITIA, activated=1), "tac_move", MILITIA)
    assert (len(taken.warnings), taken.repeats) == (1, ())


def test_a_tac_move_before_its_test_has_one_reason() -> None:
    (line,) = play("movement", {"action": "tac_move"}).detail["why"]
    assert (ENGLISH(line["why"]), line["value"]) == ("tac-move before its skill test", 5)


@for_each("command", ["move", "tac_move", "morale", "rally"])
def test_the_acting_player_takes_the_part_of_the_unit(command: str) -> None:
    [planned] = plan_order(with_states(table(), MILITIA, pinned=1), command, MILITIA).plays
    assert planned.roles == {"unit": MILITIA}


@for_each("command", ["move", "tac_move"])
def test_a_unit_held_by_pinned_markers_is_refused_before_it_is_asked_how_it_moves(command: str) -> None:
    board = with_states(table(pin_effect="no_move"), MILITIA, pinned=1)
    with pytest.raises(RuleError, match="pinned unit does not move"):
        before(board, command, MILITIA)
    facts = plan_order(with_states(table(), MILITIA, pinned=2), "move", MILITIA).plays[0].facts
    assert facts.model_dump() == {"action": "standard", "pinned": 2}


@for_each(
    ("command", "words"),
    [("morale", "test its morale"), ("rally", "rally"), ("move", "move"), ("position", "get into position")],
)
def test_no_lost_unit_acts(command: str, words: str) -> None:
    board = table()
    board.game.units[MILITIA] = board.unit(MILITIA).model_copy(update={"models": 0})
    for asked in (before, plan_order):
        with pytest.raises(RuleError, match=f"is out of action and cannot {words}"):
            asked(board, command, MILITIA)


@for_each(
    ("action", "dice", "said"),
    [
        ("move", (), ()),
        ("tac_move", (1, 1, 1), ()),
        ("rally", (1, 1, 1), ()),
        ("position", (), ("Until it moves it counts one tier better.",)),
    ],
)
def test_an_action_shows_how_many_actions_are_left(action: str, dice: tuple[int, ...], said: tuple[str, ...]) -> None:
    def after(board: Board) -> tuple[str, ...]:
        if action == "move":
            return give(board, "move", MILITIA).notes
        return give(board, "act", MILITIA, dice, action=action).notes

    waits = "Colonial militia section has not been activated yet."
    assert after(with_states(table(), MILITIA, pinned=1)) == (*said, waits)
    active = with_states(table(), MILITIA, pinned=1, activated=1, actions_left=2)
    assert after(active) == (*said, "Colonial militia section has 1 action left.")


def test_getting_into_position_leaves_one_marker_and_tells_nothing_of_a_card() -> None:
    assert give(table(), "act", HEAVY, action="position").unit(HEAVY).states == {"in_position": 1}
    card = give(with_states(table(), HEAVY, hidden=1), "act", HEAVY, action="position")
    assert card.notes[0] == "Until it moves it counts one tier better."


def test_only_a_unit_without_pinned_markers_is_warned_that_there_is_nothing_to_rally_from() -> None:
    assert before(table(), "rally", MILITIA) == [
        "Colonial militia section has no pinned markers (Initiative › Actions)."
    ]
    assert before(with_states(table(), MILITIA, pinned=1), "rally", MILITIA) == []
