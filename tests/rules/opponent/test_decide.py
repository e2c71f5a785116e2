"""An opponent: its orders in every system, its limits, and its knowledge, which is that of its side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.simulation.duel_matches import sample_game
from bot.simulation.field import SIDES
from data import SYSTEMS
from data.files import opponent_of
from rules.bayonet.turn import TURNS
from rules.command.legality import Legality, legality_of
from rules.command.opponent_table import GENERIC, STANCES, OpponentTable, Stance
from rules.command.system import Board, System
from rules.game.events import TurnAdvanced
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.wording import ENGLISH
from rules.opponent.choice import ChosenOrder
from rules.opponent.decide import Opponent
from rules.opponent.options import Option, attacks
from rules.opponent.sight import Around, Intent, Sight, board_known_to
from rules.opponent.view import View
from rules.opponent.words import method_remarks
from rules.opponent.worth import Appraiser
from tests.rows import for_each
from tests.sixth import SIXTH
from tests.turns import each_kind, three_systems

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


def playing(table: OpponentTable, side: str = "Red", stance: Stance = "balanced") -> Opponent:
    return Opponent(side, stance, table, Appraiser(table, Random(1).random))


def to_go(system: System, side: str = "Red") -> Board:
    """Return the sample forces, with that side to act."""
    board = sample_game(system, dict(zip(SIDES, system.about.demo, strict=True)))
    order = (side, *(one for one in SIDES if one != side))
    return board.after([TurnAdvanced(turn=1, order=order, holder=side)])


def few_to_go(system: System, side: str = "Red", most: int = 3) -> Board:
    """Return the first units of each sample force, with that side to act: all take the time of a whole game."""
    board = to_go(system, side)
    kept = [unit for one in SIDES for unit in board.game.units_of_side(one)[:most]]
    board.game.units = {unit.id: unit for unit in kept}
    return board


def near(board: Board, inches: int = 14) -> Sight:
    """Report that all units see each other, at one distance."""
    sight = Sight()
    foes = [unit.id for unit in board.game.units_of_side("Blue")]
    for unit in board.game.units_of_side("Red"):
        sight = sight.with_pairs(unit.id, {foe: Decimal(inches) for foe in foes})
    return sight


@every_system
def test_an_order_out_of_time_is_chosen_from_the_evaluated_options_and_says_so(system: System) -> None:
    """If no order of a unit has a gain, the next unit is evaluated too; the start of a phase is no choice."""
    board = few_to_go(system, most=2)
    found = replace(playing(opponent_of(system.key)), late=lambda: True).order(board, near(board))
    assert found is not None
    assert legality_of(board, found.request) <= Legality.NEEDS_INPUT
    assert found.hurried == (not system.phases)
    assert not found.chosen.then
    told = [ENGLISH(one) for one in method_remarks(found)]
    assert ("There was no time to compare everything." in told) == found.hurried


@each_kind
def test_it_has_nothing_to_order_out_of_its_go(system: System) -> None:
    board, table = few_to_go(system, "Blue"), opponent_of(system.key)
    assert playing(table).order(board, near(board)) is None


@three_systems
def test_an_order_that_was_impossible_is_not_given_again(system: System) -> None:
    board = few_to_go(system, most=2)
    sight = near(board)
    for unit in board.game.units_of_side("Red"):
        sight = sight.with_around(unit.id, Around(objective=True))
    opponent, but = playing(opponent_of(system.key)), list[Option]()
    for _ in range(2):
        found = opponent.order(board, sight, but)
        assert found is not None
        assert not found.request.unit or found.chosen.option not in but
        but.append(found.chosen.option)


# It never knows more than its side.


def with_cards(board: Board, change: Callable[[Unit], Unit]) -> Board:
    """Return the board whose first enemy is a card of another unit."""
    game = board.game.copy()
    card = game.units_of_side("Blue")[0]
    game.units[card.id] = change(card.model_copy(update={"states": {**card.states, "hidden": 1}}))
    return board._replace(game=game)


@cache
def order_beside_a_card() -> tuple[System, Board, ChosenOrder | None]:
    """Return a system with cards, a board whose first enemy is one, and the order there, worked out once."""
    system = next(one for one in SYSTEMS if "hidden" in one.states)
    plain = with_cards(few_to_go(system, most=2), lambda unit: unit)
    return system, plain, playing(opponent_of(system.key)).order(plain, near(plain))


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(min_value=1, max_value=20),
    st.dictionaries(st.sampled_from(["wounds", "pinned", "in_position", "activated"]), st.integers(1, 9)),
    st.lists(st.integers(1, 6), max_size=12),
)
def test_hidden_units_and_waiting_dice_change_no_order(models: int, states: dict[str, int], dice: list[int]) -> None:
    """The order is the same whatever a card is, and whatever faces an undo has put back."""
    system, plain, one = order_beside_a_card()
    other = with_cards(
        few_to_go(system, most=2),
        lambda unit: unit.model_copy(update={"models": models, "states": {**unit.states, **states}}),
    )
    other.game.queues[6] = tuple(dice)
    two = playing(opponent_of(system.key)).order(other, near(other))
    assert one is not None
    assert two is not None
    assert (one.request, one.chosen) == (two.request, two.chosen)
    card = plain.game.units_of_side("Blue")[0].id
    assert all(card not in (option.option.target, option.option.unit) for option in one.weighed)


def test_a_side_knows_its_own_cards() -> None:
    system = next(one for one in SYSTEMS if "hidden" in one.states)
    board = with_cards(few_to_go(system), lambda unit: unit)
    card = board.game.units_of_side("Blue")[0].id
    assert card in board_known_to(board, "Blue").game.units
    assert card not in board_known_to(board, "Red").game.units


# A system without a table, and stances.


def test_a_sixth_system_has_an_opponent_without_a_line_of_code() -> None:
    game = Game()
    for nth, side in enumerate(("Red", "Blue", "Blue"), 1):
        models = 6 if nth < 3 else 2
        unit = Unit(id=f"u{nth}", name=f"Band {nth}", side=side, models=models, starting=6)
        game.units[unit.id] = unit
    board = Board.of(game, SIXTH)
    found = playing(opponent_of("sixth")).order(board, near(board))
    assert opponent_of("sixth") == GENERIC
    assert found is not None
    assert (found.request.command, found.request.target) == ("fire", ("u2",))
    assert found.chosen.then[0].request.target == ("u3",)


def test_the_worth_of_a_shot_is_by_its_exact_odds() -> None:
    """6 models hit on 6+ of a d8: 2.25 of the 6 that the other side brought."""
    game = Game()
    for nth, side in enumerate(("Red", "Blue"), 1):
        game.units[f"u{nth}"] = Unit(id=f"u{nth}", name=side, side=side, models=6, starting=6)
    board = Board.of(game, SIXTH)
    found = playing(GENERIC).order(board, near(board))
    assert found is not None
    assert found.chosen.exact
    assert found.chosen.gain.lead == pytest.approx(6 * 3 / 8 / 6, abs=0.01)


@pytest.mark.parametrize("stance", STANCES)
def test_every_stance_plays(stance: Stance) -> None:
    board = few_to_go(system_of("zombie_wargame"))
    assert playing(opponent_of("zombie_wargame"), stance=stance).order(board, near(board)) is not None


def test_a_careful_side_counts_its_danger_for_more() -> None:
    system = next(one for one in SYSTEMS if one.key == "fubar")
    board = few_to_go(system)
    view, unit = View(board, near(board), "Red"), board.game.units_of_side("Red")[0]
    worth = dict[str, float]()
    for stance in ("careful", "reckless"):
        opponent = playing(opponent_of("fubar"))
        scale = opponent.appraiser.scale(view, opponent.table.stance(stance))
        worth[stance] = opponent.appraiser.unit_worth(view, unit, scale).danger
    assert worth["careful"] < worth["reckless"] < 0


# Values: each was misjudged in lost duels (issue 24).


def system_of(key: str) -> System:
    return next(one for one in SYSTEMS if one.key == key)


@every_system
def test_a_shot_is_worth_something_in_every_system(system: System) -> None:
    """This also holds if an outcome does not state its changes without its dice."""
    board = few_to_go(system)
    view, known = View(board, near(board), "Red"), Appraiser(opponent_of(system.key), Random(1).random)
    pairs = [(foe, unit) for foe in view.foes for unit in view.own]
    assert max(known.threat(view, *pair).takes for foe, unit in pairs for pair in ((foe, unit), (unit, foe))) > 0.02


def test_a_shot_of_bayonet_is_worked_out_exactly() -> None:
    """Range factor 2 against physical factor 2, in the open: over a sixth suppress, few down."""
    board = few_to_go(system_of("bayonet"))
    view, known = View(board, near(board), "Red"), Appraiser(opponent_of("bayonet"), Random(1).random)
    blows = [known.threat(view, unit, foe) for unit in view.own for foe in view.foes]
    assert all(blow.exact for blow in blows)


def test_a_second_shot_at_the_same_target_counts() -> None:
    """A unit of Open Rebellion with two actions and one enemy in sight shoots twice."""
    board = few_to_go(system_of("opreb"))
    unit, foe = board.game.units_of_side("Red")[0], board.game.units_of_side("Blue")[0]
    sight = Sight().with_pairs(unit.id, {foe.id: Decimal(12)})
    found = playing(opponent_of("opreb")).ranked_options(View(board, sight, "Red"))
    best = next(one for one in found if one.option.unit == unit.id)
    assert [(one.request.command, one.target) for one in best.then[:2]] == [("fire", foe.id)] * 2


@for_each("key", ["bayonet", "fubar"])
def test_an_assault_is_ordered_only_in_contact_where_its_rules_know_no_distance(key: str) -> None:
    board = few_to_go(system_of(key))
    unit = board.game.units_of_side("Red")[0]
    states = {"activated": 1, "tried": 1, "action": "assault", "moved": 1} if key == "fubar" else {}
    board = with_unit(board, unit.model_copy(update={"states": states}))
    if key == "bayonet":
        board = board.after([TurnAdvanced(turn=1, order=board.game.order, holder="Red", phase="fighting")])
    far, close = (
        {one.request.command for one in attacks(View(board, near(board, inches), "Red"), unit, opponent_of(key))}
        for inches in (5, 1)
    )
    assert "assault" not in far
    assert "assault" in close


def with_unit(board: Board, unit: Unit) -> Board:
    game = board.game.copy()
    game.units[unit.id] = unit
    return board._replace(game=game)


def test_the_risk_of_being_shot_at_is_a_cost_of_a_move() -> None:
    """A unit of FUBAR that moves in sight of enemies on guard draws their fire, of others it does not."""
    board, table = few_to_go(system_of("fubar")), opponent_of("fubar")
    unit = board.game.units_of_side("Red")[0]
    board = with_unit(board, unit.model_copy(update={"states": {"activated": 1, "tried": 1, "action": "walk"}}))
    for states in ({"on_guard": 1, "tried": 1}, {}):
        for foe in board.game.units_of_side("Blue"):
            board = with_unit(board, foe.model_copy(update={"states": states}))
        opponent, view = playing(table), View(board, near(board, 8), "Red")
        found = opponent.weigh_moves(view, opponent.appraiser.scale(view, table.stance("balanced")), unit, 1)
        assert found
        assert any(one.gain.lead < 0 for one in found) == bool(states)


def test_a_figure_goes_into_contact_for_the_fight_that_follows() -> None:
    """In Bayonet fights come after the shots; a move into contact still has the value of its fight."""
    board, table = few_to_go(system_of("bayonet")), opponent_of("bayonet")
    unit = board.game.units_of_side("Red")[0]
    found = playing(table).ranked_options(View(board, near(board, 6), "Red"))
    mine = [one for one in found if one.option.unit == unit.id and one.option.move is not None]
    assert any(one.then and one.then[0].request.command == "assault" for one in mine)
    assert all(one.option.request.command != "assault" for one in found)


def test_on_guard_is_worth_the_gain_of_its_reaction() -> None:
    """It is worth less the more enemies have acted, and nothing without an enemy in sight."""
    board, table = few_to_go(system_of("fubar")), opponent_of("fubar")
    unit = board.game.units_of_side("Red")[0]
    guard = unit.model_copy(update={"states": {"on_guard": 1, "tried": 1}})
    gone = {foe.id: foe.model_copy(update={"states": {"tried": 1}}) for foe in board.game.units_of_side("Blue")}
    late = with_unit(board, unit)
    late.game.units.update(gone)
    more = list[float]()
    for base, sight in ((board, near(board)), (late, near(board)), (board, Sight())):
        worth = list[float]()
        for one in (guard, unit):
            opponent, view = playing(table), View(with_unit(base, one), sight, "Red")
            scale = opponent.appraiser.scale(view, table.stance("balanced"))
            worth.append(opponent.appraiser.unit_worth(view, one, scale).attack)
        more.append(worth[0] - worth[1])
    assert more[0] > 0
    assert more[1:] == [0, 0]


def test_an_enemy_that_has_still_to_go_is_the_greater_danger() -> None:
    board, table = few_to_go(system_of("fubar")), opponent_of("fubar")
    foe = board.game.units_of_side("Blue")[0]
    danger = list[float]()
    for states in ({}, {"tried": 1}):
        one = foe.model_copy(update={"states": states})
        opponent, view = playing(table), View(with_unit(board, one), near(board), "Red")
        danger.append(
            opponent.appraiser.unit_worth(view, one, opponent.appraiser.scale(view, table.stance("balanced"))).danger
        )
    assert danger[0] < danger[1] < 0


def test_the_bot_finishes_an_activation_before_another_unit_acts() -> None:
    """A unit of FUBAR that has walked, and may still shoot from where little is gained by it."""
    board = few_to_go(system_of("fubar"), most=2)
    units, foe = board.game.units_of_side("Red"), board.game.units_of_side("Blue")[0]
    sight = near(board, 6).with_pairs(units[-1].id, {one.id: None for one in board.game.units_of_side("Blue")})
    sight = sight.with_pairs(units[-1].id, {foe.id: Decimal(20)})
    fresh = playing(opponent_of("fubar")).order(board, sight)
    assert fresh is not None
    assert fresh.request.unit != (units[-1].id,)
    walked = units[-1].model_copy(update={"states": {"activated": 1, "tried": 1, "action": "walk", "moved": 1}})
    found = playing(opponent_of("fubar")).order(with_unit(board, walked), sight)
    assert found is not None
    assert (found.request.command, found.request.unit) == ("fire", (walked.id,))
    assert {tie.weighed.option.unit for tie in found.ties} <= {walked.id}
    hurried = replace(playing(opponent_of("fubar")), late=lambda: True).order(with_unit(board, walked), sight)
    assert hurried is not None
    assert hurried.request.unit == (walked.id,)


def stuck() -> Board:
    """Return the last action of a unit of Open Rebellion: it is in position, and its enemies are cards."""
    board = few_to_go(system_of("opreb"), "Blue")
    mine, *others = board.game.units_of_side("Blue")
    done = {"activated": 1}
    for unit in others:
        board = with_unit(board, unit.model_copy(update={"states": done}))
    for unit in board.game.units_of_side("Red"):
        board = with_unit(board, unit.model_copy(update={"states": {"hidden": 1, **done}}))
    return with_unit(board, mine.model_copy(update={"states": {**done, "actions_left": 1, "in_position": 1}}))


def test_a_side_that_can_do_nothing_with_its_last_action_ends_its_go() -> None:
    """The rules warn of the end, because it forfeits the action; without it the game would hang."""
    board = stuck()
    found = playing(opponent_of("opreb"), "Blue").order(board, Sight())
    assert found is not None
    assert found.request.command == "turn end"
    assert legality_of(board, found.request) is Legality.WARNED
    unit = board.game.units_of_side("Blue")[0].id
    moved = playing(opponent_of("opreb"), "Blue").order(board, Sight().with_around(unit, Around(cover=True)))
    assert moved is not None
    assert moved.request.command == "move"


def test_a_side_that_knows_no_enemy_goes_to_an_objective() -> None:
    board = few_to_go(system_of("fubar"))
    unit = board.game.units_of_side("Red")[0]
    board = with_unit(board, unit.model_copy(update={"states": {"activated": 1, "tried": 1, "action": "run"}}))
    for foe in board.game.units_of_side("Blue"):
        board = with_unit(board, foe.model_copy(update={"states": {"hidden": 1}}))
        del board.game.units[foe.id]
    found = playing(opponent_of("fubar")).order(board, Sight().with_around(unit.id, Around(objective=True)))
    assert found is not None
    assert found.chosen.option.move is not None
    assert found.chosen.option.move.intent is Intent.OBJECTIVE


def test_a_shot_that_is_better_later_is_no_answer() -> None:
    """In Bayonet opportunity fire is a shot at −1, and a figure that sees its target may shoot without that."""
    board = few_to_go(system_of("bayonet"), "Blue")
    mover = board.game.units_of_side("Blue")[1]
    board = with_unit(board, mover.model_copy(update={"states": {"moved": 1, "acted": 1}}))
    board = board.after(TURNS.start_reactions(board, ["Red"]))
    answers = board.system.late_reactions(board)
    assert answers
    assert playing(opponent_of("bayonet")).reaction(board, near(board), answers) is None
    assert playing(opponent_of("bayonet")).order(board, near(board)) is not None


def test_a_unit_that_is_as_good_as_lost_is_not_shot_at_again() -> None:
    """Wounds of Open Rebellion are settled at the next activation: a unit with more of them than models is no better
    target.
    """
    board = few_to_go(system_of("opreb"))
    unit, foe = board.game.units_of_side("Red")[0], board.game.units_of_side("Blue")[0]
    board = with_unit(board, unit.model_copy(update={"states": {"activated": 1, "actions_left": 2}}))
    gains = list[float]()
    for wounds in (0, 20):
        hurt = foe.model_copy(update={"states": {"wounds": wounds} if wounds else {}})
        opponent, view = playing(opponent_of("opreb")), View(with_unit(board, hurt), near(board), "Red")
        shots = attacks(view, board.unit(unit.id), opponent.table)
        shot = next(one for one in shots if one.target == foe.id)
        scale = opponent.appraiser.scale(view, opponent.table.stance("balanced"))
        gains.append(opponent.weigh_attack(view, scale, shot).gain.total)
    assert gains[0] > 0.01
    assert gains[1] == 0


@for_each("focus", [0, 2])
def test_a_unit_in_the_open_beside_others_in_cover_draws_the_fire(focus: int) -> None:
    """This holds if the enemies of a system choose the better target; otherwise it makes no difference."""
    board, table = few_to_go(system_of("fubar")), opponent_of("fubar").model_copy(update={"focus": focus})
    unit, *others = board.game.units_of_side("Red")
    danger = list[float]()
    for cover in ("", "hard"):
        opponent = playing(table)
        view = View(board, near(board).with_cover({one.id: cover for one in others}), "Red")
        scale = opponent.appraiser.scale(view, table.stance("balanced"))
        danger.append(opponent.appraiser.unit_worth(view, unit, scale).danger)
    assert danger[0] < 0
    assert (danger[1] < danger[0]) == bool(focus)
    assert (danger[1] == danger[0]) == (not focus)


def test_a_unit_without_an_enemy_in_sight_or_reach_waits_on_guard() -> None:
    """An order to assault, aim or run without a follow-up would make no sense at a table."""
    board, sight = few_to_go(system_of("fubar")), near(few_to_go(system_of("fubar")))
    first, *others = board.game.units_of_side("Red")
    for unit in (first, *others[1:]):
        board = with_unit(board, unit.model_copy(update={"states": {**unit.states, "tried": 1}}))
    sight = sight.with_pairs(others[0].id, {foe.id: None for foe in board.game.units_of_side("Blue")})
    weighed = playing(opponent_of("fubar")).order(board, sight)
    assert weighed is not None
    assert weighed.chosen.option.unit == others[0].id
    assert weighed.request.action == "on_guard"
    assert not weighed.ties
