"""The possible orders of a side, and moves described in the words of a player at the table."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bot.simulation.field import Battlefield
from data.files import opponent_of
from rules.command.planned import Reaction
from rules.command.system import Board
from rules.game.events import TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.opponent.choice import ChosenOrder
from rules.opponent.options import (
    KeptOption,
    Option,
    attacks,
    forfeit_request,
    lone_options,
    moves,
    phase_to_name,
    reactions_in_sight,
    table_steps,
    turn_options,
    worthwhile_reactions,
)
from rules.opponent.sight import CLOSER, Around, Intent, Moved, Sight
from rules.opponent.view import View
from rules.opponent.words import order_text, reason
from tests.rows import for_each
from tests.rules.evenings import board_of
from tests.rules.opponent.test_decide import few_to_go, near, playing, system_of, with_unit


def charging_section() -> tuple[Board, Unit]:
    """Return a FUBAR section that is activated to assault."""
    board = few_to_go(system_of("fubar"))
    unit = board.game.units_of_side("Red")[0]
    unit = unit.model_copy(update={"states": {**unit.states, "tried": 1, "activated": 1, "action": "assault"}})
    return with_unit(board, unit), unit


def all_tried(board: Board) -> Board:
    """Return the board with every unit done for this turn."""
    for unit in board.game.units.values():
        board = with_unit(board, unit.model_copy(update={"states": {"tried": 1}}))
    return board


def intents_of(board: Board, sight: Sight, unit: Unit) -> set[Intent]:
    found = moves(View(board, sight, unit.side), unit, opponent_of(board.system.key))
    return {one.move.intent for one in found if one.move is not None}


def test_a_move_before_an_assault_is_described_as_a_move_into_contact() -> None:
    board, unit = charging_section()
    sight = near(board, 7)
    found = playing(opponent_of("fubar")).ranked_options(View(board, sight, "Red"))
    charges = [one for one in found if one.option.move and one.then and one.then[0].request.command == "assault"]
    assert charges
    for one in charges:
        assert one.option.move is not None
        assert one.option.move.intent is Intent.CONTACT
        assert "into contact with" in ENGLISH(order_text(board, one.option))
    move = charges[0].option.move
    assert move
    assert sight.after_move(unit.id, move, "soft").inches_between(unit.id, move.toward) == 1


def test_into_contact_and_only_toward_are_the_same_order_where_less_was_looked_at() -> None:
    board, unit = charging_section()
    one = Option(to_move(board, unit).request, Moved(Intent.TOWARD, 8, "u5"))
    other = Option(one.request, Moved(Intent.CONTACT, 8, "u5"))
    assert one.is_as(other)
    assert other.is_as(one)
    assert not one.is_as(Option(one.request, Moved(Intent.BACK, 8, "u5")))
    assert not one.is_as(Option(one.request, Moved(Intent.CONTACT, 8, "u6")))
    assert KeptOption.of(other).option == other


def to_move(board: Board, unit: Unit) -> Option:
    return next(iter(moves(View(board, near(board), "Red"), unit, opponent_of("fubar"))))


def test_a_unit_without_an_enemy_in_sight_goes_toward_the_nearest_enemy_without_a_name() -> None:
    board, unit = charging_section()
    unseen = near(board).with_pairs(unit.id, {foe.id: None for foe in board.game.units_of_side("Blue")})
    assert Intent.TOWARD not in intents_of(board, unseen, unit)
    assert Intent.NEAREST in intents_of(board, unseen, unit)
    assert Intent.NEAREST not in intents_of(board, near(board), unit)
    foe = board.game.units_of_side("Blue")[0]
    told = ENGLISH(order_text(board, Option(to_move(board, unit).request, Moved(Intent.NEAREST, 8, foe.id))))
    assert "toward the nearest enemy" in told
    assert foe.name not in told
    after = unseen.after_move(unit.id, Moved(Intent.NEAREST, 8, foe.id), "soft")
    assert after.inches_between(unit.id, foe.id) == 6


def test_an_order_at_a_target_is_not_repeated_except_a_shot_while_actions_are_left() -> None:
    board = few_to_go(system_of("opreb"))
    [unit, *_] = board.game.units_of_side("Red")
    more = unit.model_copy(update={"states": {"actions_left": 1}})
    move, shot = Option(Request("move", (unit.id,))), Option(Request("fire", (unit.id,), ("u5",)))
    assault = Option(Request("assault", (unit.id,), ("u5",)))
    assert [one.is_done(more) for one in (move, shot, assault)] == [False, False, True]
    assert [one.is_done(unit) for one in (move, shot, assault)] == [False, True, True]
    assert [one.is_done(None) for one in (move, shot)] == [False, True]


def test_only_enemies_that_are_left_are_attacked_and_not_as_the_table_skips() -> None:
    board, table = few_to_go(system_of("openfire_d12")), opponent_of("openfire_d12")
    [unit, *_] = board.game.units_of_side("Red")
    [gone, *left] = board.game.units_of_side("Blue")
    view = View(with_unit(board, gone.model_copy(update={"models": 0})), near(board, 1), "Red")
    assert view.foes == left
    found = {(one.request.command, *one.request.target) for one in attacks(view, unit, table)}
    assert found == {("assault", one.id) for one in left}
    assert not list(attacks(view, unit, table.model_copy(update={"skip": ("assault",)})))


@for_each("inches", [None, Decimal(14)])
def test_a_unit_is_activated_without_an_enemy_in_sight_only_if_it_sees_none(inches: Decimal | None) -> None:
    board, table = few_to_go(system_of("fubar")), opponent_of("fubar")
    [unit, *_] = board.game.units_of_side("Red")
    seen = dict.fromkeys((foe.id for foe in board.game.units_of_side("Blue")), inches)
    found = list(lone_options(View(board, near(board).with_pairs(unit.id, seen), "Red"), unit, table))
    said = {one.request.situation for one in found if one.request.command == "activate"}
    assert said == {("no_visible_enemy",) if inches is None else ()}


@for_each("went", [*CLOSER, Intent.COVER, Intent.OBJECTIVE, Intent.BACK, Intent.HIDE])
def test_no_move_takes_back_the_one_before_it(went: Intent) -> None:
    board, unit = charging_section()
    foe = board.game.units_of_side("Blue")[0]
    sight = near(board).with_around(unit.id, Around(cover=True, hide=True))
    both = intents_of(board, sight, unit)
    assert {Intent.TOWARD, Intent.BACK} <= both
    after = intents_of(
        board, sight.after_move(unit.id, Moved(went, 4, foe.id), "soft").with_pairs(unit.id, {foe.id: Decimal(9)}), unit
    )
    if went in (Intent.BACK, Intent.HIDE):
        assert not after & {*CLOSER}
    else:
        assert Intent.BACK not in after
        assert after & {*CLOSER}


def test_on_the_table_of_duels_a_unit_comes_up_to_whom_it_goes_to() -> None:
    board, unit = charging_section()
    ground, foe = Battlefield.of(board), board.game.units_of_side("Blue")[-1]
    before = ground.distance_between(unit.id, foe.id)
    ground.move(board, unit.id, Moved(Intent.CONTACT, 8, foe.id), 8)
    assert ground.distance_between(unit.id, foe.id) == pytest.approx(before - 8)


def test_on_the_table_of_duels_cover_is_taken_with_an_enemy_in_view() -> None:
    """The nearest terrain is behind a piece that blocks sight; the next one is as good, apart from a longer way."""
    board, unit = charging_section()
    foe = board.game.units_of_side("Blue")[0]
    for inches, seen in ((6, False), (12, True)):
        ground = Battlefield(dict.fromkeys(board.game.units, (28.0, 30.0)) | {unit.id: (1.0, 13.0)})
        ground.move(board, unit.id, Moved(Intent.COVER, inches), inches)
        sight = ground.sight(board, "soft")
        assert (sight.cover[unit.id], sight.sees(unit.id, foe.id)) == ("soft", seen)


def test_the_last_unit_of_a_turn_still_acts_and_no_other_does() -> None:
    """After the last activation of a turn no side is next, but the unit activated last may still act."""
    board, unit = charging_section()
    unit = unit.model_copy(update={"states": {**unit.states, "action": "walk"}})
    board = with_unit(board, unit).after([TurnAdvanced(turn=1, order=("Red", "Blue"), holder=None)])
    board = with_unit(board, unit)
    found = playing(opponent_of("fubar")).order(board, near(board))
    assert found is not None
    assert found.request.unit == (unit.id,)
    assert {one.option.unit for one in found.weighed} == {unit.id}


def test_an_order_tells_as_many_inches_as_the_rules_allow() -> None:
    """The standard move of Open Rebellion is known beforehand, a tac-move is not."""
    board = few_to_go(system_of("opreb"))
    unit = board.game.units_of_side("Red")[0]
    unit = unit.model_copy(update={"states": {**unit.states, "activated": 1, "actions_left": 2}})
    board, table = with_unit(board, unit), opponent_of("opreb")
    found = {
        one.request.action: one.move.inches for one in moves(View(board, near(board), "Red"), unit, table) if one.move
    }
    assert found == {"standard": 5, "tac_move": table.move}


def test_the_next_step_is_named_in_a_few_words() -> None:
    board, unit = charging_section()
    found = playing(opponent_of("fubar")).ranked_options(View(board, near(board, 7), "Red"))
    [first, *_] = [one for one in found if one.option.move and one.then and one.then[0].request.command == "assault"]
    told = ENGLISH(reason(board, ChosenOrder(first, tuple(found), first.option.request)))
    assert "Then, if it goes well: Assault at " in told
    assert unit.name not in told


def test_a_side_goes_on_with_its_bound_by_saying_that_its_moves_are_done() -> None:
    """Bayonet: the others shoot before a bound ends."""
    board = few_to_go(system_of("bayonet"))
    found = [step.request for step in turn_options(board, "Red", opponent_of("bayonet"))]
    assert [(one.command, one.action) for one in found] == [("turn phase", "shooting")]
    assert turn_options(board, "Blue", opponent_of("bayonet")) == []


def test_the_target_of_a_move_is_the_enemy_toward_which_it_goes() -> None:
    go, shot = Request("move", ("u1",)), Request("fire", ("u1",), ("u5", "u6"))
    found = [Option(go), Option(go, Moved(Intent.TOWARD, 6, "u6")), Option(go, Moved(Intent.COVER, 6)), Option(shot)]
    assert [one.target for one in found] == ["", "u6", "", "u5"]
    assert [one.unit for one in (found[0], Option(Request("turn next")))] == ["u1", ""]
    for one in found:
        assert KeptOption.model_validate_json(KeptOption.of(one).model_dump_json()).option == one
        assert one.is_as(one)
    assert not found[0].is_as(found[1])
    assert not found[1].is_as(found[0])
    assert not found[1].is_as(Option(Request("move", ("u2",)), Moved(Intent.CONTACT, 6, "u6")))


@for_each(
    ("move", "then", "contact"),
    [
        (Moved(Intent.TOWARD, 8, "u5"), Request("assault", ("u1",), ("u5",)), True),
        (Moved(Intent.TOWARD, 8, "u5"), Request("act", ("u1",), ("u5",), action="ram"), True),
        (Moved(Intent.TOWARD, 8, "u5"), Request("fire", ("u1",), ("u5",)), False),
        (Moved(Intent.TOWARD, 8, "u5"), Request("assault", ("u1",), ("u6",)), False),
        (Moved(Intent.NEAREST, 8, "u5"), Request("assault", ("u1",), ("u5",)), False),
        (None, Request("assault", ("u1",), ("u5",)), False),
    ],
)
def test_a_move_is_into_contact_if_a_fight_with_the_same_enemy_follows(
    move: Moved | None, then: Request, contact: bool
) -> None:
    option = Option(Request("move", ("u1",)), move)
    found = option.into_contact(Option(then))
    assert found == (Option(option.request, Moved(Intent.CONTACT, 8, "u5")) if contact else option)


@for_each("seen", [True, False])
def test_a_unit_hides_only_from_enemies_that_see_it(seen: bool) -> None:
    board, unit = charging_section()
    sight = near(board).with_around(unit.id, Around(hide=True))
    sight = sight if seen else sight.model_copy(update={"unseen": frozenset(sight.inches)})
    assert (Intent.HIDE in intents_of(board, sight, unit)) is seen


def test_the_nearest_eight_enemies_in_sight_are_attacked() -> None:
    board, table = few_to_go(system_of("openfire_d12")), opponent_of("openfire_d12")
    [unit, *_] = board.game.units_of_side("Red")
    [foe, *others] = board.game.units_of_side("Blue")
    for one in others:
        del board.game.units[one.id]
    sight = Sight()
    for nth in range(10):
        board = with_unit(board, foe.model_copy(update={"id": f"x{nth}"}))
        sight = sight.with_pairs(unit.id, {f"x{nth}": Decimal(12 - nth)})
    sight = sight.with_pairs(unit.id, {"x9": None})
    table = table.model_copy(update={"skip": ()})
    found = [one.target for one in attacks(View(board, sight, "Red"), unit, table) if one.request.command == "fire"]
    assert found == [f"x{nth}" for nth in (8, 7, 6, 5, 4, 3, 2, 1)]


def test_a_unit_reacts_to_what_it_sees_and_only_where_it_may_not_simply_shoot() -> None:
    board = few_to_go(system_of("fubar"))
    guard, free = (unit.id for unit in board.game.units_of_side("Red")[:2])
    states = {guard: {"on_guard": 1, "tried": 1, "action": "on_guard"}, free: {"tried": 1, "activated": 1}}
    for id, known in states.items():
        board = with_unit(board, board.unit(id).model_copy(update={"states": known}))
    told = [Reaction(id, Text("react"), Request("fire", (id,), ("u5",))) for id in (guard, free, "u99")]
    assert worthwhile_reactions(board, told) == told[:1]
    sight = Sight().with_pairs(guard, {"u5": Decimal(9)})
    assert reactions_in_sight(sight, told) == told[:1]


def test_a_side_goes_on_by_its_other_phase_or_by_the_end_of_its_turn() -> None:
    board, table = few_to_go(system_of("openfire_ww2")), opponent_of("openfire_ww2")

    def steps_in(phase: str | None, side: str = "Red") -> list[tuple[str, str | None]]:
        now = board.after([TurnAdvanced(turn=1, order=("Red", "Blue"), holder="Red", phase=phase)])
        return [(one.request.command, one.request.action) for one in turn_options(now, side, table)]

    assert steps_in("movement") == [("turn phase", "combat"), ("turn end", None)]
    assert steps_in("combat") == [("turn phase", "movement"), ("turn end", None)]
    assert steps_in("combat", "Blue") == []
    unnamed = phase_to_name(board, "Red")
    assert unnamed is not None
    assert (unnamed.request.command, unnamed.request.action) == ("turn phase", "movement")
    assert phase_to_name(board, "Blue") is None
    first = phase_to_name(board_of("openfire_ww2"), "Blue")
    assert first is not None
    assert (first.request.command, first.request.action) == ("turn phase", "movement")
    nobody = board.after([TurnAdvanced(turn=1, order=("Red", "Blue"))])
    assert phase_to_name(nobody, "Red") is None, "the turn is over"
    assert phase_to_name(few_to_go(system_of("fubar")), "Red") is None


def test_the_next_turn_is_no_step_of_a_side() -> None:
    acted = all_tried(few_to_go(system_of("fubar"))).after([TurnAdvanced(turn=1, order=("Red", "Blue"), holder="Red")])
    assert turn_options(acted, "Red", opponent_of("fubar")) == []
    assert [one.request.command for one in table_steps(acted)] == ["turn next"]


def test_only_the_side_whose_go_it_is_forfeits_actions() -> None:
    board = few_to_go(system_of("opreb"))
    unit = board.game.units_of_side("Red")[0]
    left = with_unit(board, unit.model_copy(update={"states": {"activated": 1, "actions_left": 1}}))
    assert forfeit_request(left, "Red") == Request("turn end", side="Red")
    assert forfeit_request(left, "Blue") is None
    done = with_unit(board, unit.model_copy(update={"states": {"activated": 1}}))
    assert forfeit_request(done, "Red") is None
    assert forfeit_request(left, None) is None


def test_the_steps_of_no_side_are_the_roll_and_the_next_turn() -> None:
    board = few_to_go(system_of("fubar"))
    before = board.after([TurnAdvanced(turn=1)])
    assert [one.request.command for one in table_steps(before)] == ["initiative"]
    over = all_tried(board).after([TurnAdvanced(turn=1, order=("Red", "Blue"))])
    assert [one.request.command for one in table_steps(over)] == ["turn next"]
    bounds = board_of("bayonet")
    assert [one.request.command for one in table_steps(bounds)] == ["initiative"]
    going = board_of("fubar").after([TurnAdvanced(turn=1, order=("Red", "Blue"), holder="Red")])
    assert [one.request.command for one in table_steps(going)] == ["turn end"]


def test_an_act_that_the_table_skips_is_no_option() -> None:
    board, table = few_to_go(system_of("opreb")), opponent_of("opreb")
    unit = board.game.units_of_side("Red")[0].model_copy(update={"states": {"activated": 1, "actions_left": 1}})
    view = View(with_unit(board, unit), Sight(), "Red")
    acts = [one.request.action or "" for one in lone_options(view, unit, table)]
    assert "position" in acts
    less = table.model_copy(update={"skip": (*table.skip, "position")})
    assert [one.request.action for one in lone_options(view, unit, less)] == [one for one in acts if one != "position"]
