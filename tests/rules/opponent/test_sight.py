"""Reported sight, and the likely view of a unit after a move."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from bot.simulation.duel_matches import sample_game
from bot.simulation.field import SIDES
from data import system_of
from data.files import opponent_of
from rules.command.system import Board, System
from rules.game.events import TurnAdvanced
from rules.opponent.decide import Opponent
from rules.opponent.sight import Around, Intent, Moved, Sight, pair
from rules.opponent.view import View
from rules.opponent.worth import Appraiser
from tests.rows import for_each


def test_a_move_changes_the_known_distances() -> None:
    sight = Sight().with_pairs("u1", {"u2": Decimal(12), "u3": Decimal(20)}).with_around("u1", Around(cover=True))
    toward = sight.after_move("u1", Moved(Intent.TOWARD, 6, "u2"), "soft")
    assert (toward.inches_between("u1", "u2"), toward.inches_between("u3", "u1")) == (Decimal(6), Decimal("15.8"))
    back = sight.after_move("u1", Moved(Intent.BACK, 6, "u2"), "soft")
    assert back.inches_between("u1", "u2") == Decimal(15), "there is an edge to the table"
    assert sight.after_move("u1", Moved(Intent.COVER, 6), "soft").cover == {"u1": "soft"}
    assert not sight.after_move("u1", Moved(Intent.HIDE, 6), "soft").sees("u1", "u2")
    assert sight.without_moved(["u2"]).inches_between("u1", "u2") is None
    assert Sight.model_validate_json(toward.model_dump_json()) == toward


def test_the_last_moves_are_read_as_earlier_versions_stored_them() -> None:
    words = ("toward", "nearest", "contact", "cover", "objective", "hide", "back")
    stored = {"inches": {"u1 u2": "6.5"}, "went": {f"u{nth}": word for nth, word in enumerate(words)}}
    found = Sight.model_validate(stored)
    assert (found.inches_between("u1", "u2"), list(found.went.values())) == (Decimal("6.5"), list(Intent))


def test_an_unreported_enemy_is_not_seen() -> None:
    sight = Sight().with_pairs("u1", {"u2": None})
    assert not sight.sees("u1", "u2")
    assert not sight.sees("u1", "u3")
    assert sight.with_pairs("u2", {"u1": Decimal(9)}).sees("u1", "u2")


def test_a_unit_that_leaves_an_objective_is_there_no_more() -> None:
    sight = Sight().with_pairs("u1", {"u2": Decimal(12)}).with_around("u1", Around(holds=True, cover=True))
    for intent in Intent:
        near = sight.after_move("u1", Moved(intent, 6, "u2"), "soft").near("u1")
        assert near.holds == (intent is Intent.OBJECTIVE)
        assert near.objective, "it may come back"
        assert near.cover == (intent is not Intent.COVER)


# Toward an enemy that is out of sight.


def walking_board(system: System) -> Board:
    """Return a board on which the first unit of Red has still to walk."""
    board = sample_game(system, dict(zip(SIDES, system.about.demo, strict=True)))
    board = board.after([TurnAdvanced(turn=1, order=SIDES, holder="Red")])
    unit = board.game.units_of_side("Red")[0]
    walks = {"states": {"tried": 1, "activated": 1, "action": "walk"}}
    board.game.units[unit.id] = unit.model_copy(update=walks)
    return board


@for_each("others", [True, False])
@for_each("finds", [True, False])
def test_no_unit_steps_out_alone_for_a_shot_that_it_may_not_get(finds: bool, others: bool) -> None:
    """In FUBAR units advanced one by one for shots that they never got, and were shot at by all enemies. If the whole
    side sees no enemies, it still advances.
    """
    board, table = walking_board(system_of("fubar")), opponent_of("fubar")
    assert not table.finds
    unit, other = board.game.units_of_side("Red")[:2]
    told = {foe.id: Decimal(18) for foe in board.game.units_of_side("Blue")}
    sight = Sight(inches=Sight().with_pairs(unit.id, told).inches)
    sight = sight.model_copy(update={"unseen": frozenset(sight.inches)})
    sight = sight.with_pairs(other.id, told) if others else sight
    table = table.model_copy(update={"finds": finds})
    opponent = Opponent("Red", "balanced", table, Appraiser(table, Random(1).random))
    found = opponent.ranked_options(View(board, sight, "Red"))
    toward = [one for one in found if one.option.move and one.option.move.intent is Intent.NEAREST]
    shots = [one for one in toward if any(then.request.command == "fire" for then in one.then)]
    assert toward
    assert bool(shots) == (finds or not others)
    assert (toward[0].gain.total > 0) == (finds or not others)


def test_whom_a_move_does_not_count_on_finding_stays_unseen() -> None:
    sight = Sight().with_pairs("u1", {"u2": Decimal(18)})
    hidden = sight.model_copy(update={"unseen": frozenset(sight.inches)})
    move = Moved(Intent.NEAREST, 6, "u2")
    assert hidden.after_move("u1", move, "soft").sees("u1", "u2")
    assert not hidden.after_move("u1", move, "soft", finds=False).sees("u1", "u2")
    assert sight.after_move("u1", move, "soft", finds=False).sees("u1", "u2"), "it was in sight all along"


def test_a_unit_without_an_enemy_in_sight_goes_into_cover_with_the_nearest_enemy_in_view() -> None:
    sight = Sight(inches={pair("u1", "u2"): Decimal(12), pair("u1", "u3"): Decimal(20)})
    alone = sight.model_copy(update={"unseen": frozenset(sight.inches)})
    after = alone.after_move("u1", Moved(Intent.COVER, 6), "soft", finds=False)
    assert (after.sees("u1", "u2"), after.sees("u1", "u3")) == (True, False)
    one = sight.model_copy(update={"unseen": frozenset([pair("u1", "u2")])})
    assert one.after_move("u1", Moved(Intent.COVER, 6), "soft").unseen == one.unseen


# What is assumed of units that nobody has reported, and after moves.


def test_two_units_have_one_key_in_either_order() -> None:
    assert pair("u2", "u1") == pair("u1", "u2") == "u1 u2"


def test_units_close_to_a_reported_one_are_as_far_away_unless_they_are_reported() -> None:
    told = {"u5": Decimal(12), "u6": Decimal(20), "u7": None}
    sight = Sight().with_pairs("u2", {"u5": Decimal(3)}).with_pairs("u3", {"u6": None})
    assert sight.with_shared_distances(["u2", "u3"], told) == Sight(
        inches={"u2 u5": Decimal(3), "u2 u6": Decimal(20), "u3 u5": Decimal(12)}, unseen=frozenset({"u3 u6"})
    )


def test_an_enemy_out_of_sight_is_assumed_as_near_as_it_is_to_any_other_unit() -> None:
    known = {"u1 u5": Decimal(9), "u2 u5": Decimal(7), "u3 u6": Decimal(30)}
    sight = Sight(inches=known).with_assumed_distance("u3", ["u5", "u6", "u7"], Decimal(40))
    assert sight == Sight(inches={**known, "u3 u5": Decimal(7), "u3 u7": Decimal(40)})


def test_of_a_unit_that_has_moved_nothing_is_known_but_its_cover_and_its_last_move() -> None:
    sight = Sight(
        inches={"u1 u5": Decimal(9), "u2 u5": Decimal(7)},
        unseen=frozenset({"u1 u6", "u2 u6"}),
        cover={"u1": "soft"},
        around={"u1": Around(hide=True), "u2": Around(cover=True)},
        went={"u1": Intent.BACK},
    )
    assert sight.without_moved(["u1"]) == sight.model_copy(
        update={
            "inches": {"u2 u5": Decimal(7)},
            "unseen": frozenset({"u2 u6"}),
            "around": {"u2": Around(cover=True)},
        }
    )
    assert sight.without_moved([]) is sight


def test_a_unit_at_an_objective_may_count_on_being_seen_there() -> None:
    sight = Sight(inches={"u1 u5": Decimal(12), "u2 u6": Decimal(9)}, unseen=frozenset({"u1 u5", "u2 u6"}))
    move = Moved(Intent.OBJECTIVE, 10)
    found = sight.after_move("u1", move, "soft")
    arrived = {"around": {"u1": Around(holds=True)}, "went": {"u1": Intent.OBJECTIVE}, "cover": {"u1": ""}}
    assert found == sight.model_copy(update=arrived)
    seen = {"inches": {"u1 u5": Decimal(5), "u2 u6": Decimal(9)}, "unseen": frozenset({"u2 u6"})}
    assert sight.after_move("u1", move, "soft", finds=False) == sight.model_copy(update=arrived | seen)


@for_each(("inches", "far"), [(5, 1), (6, 1), (4, 2)])
def test_a_unit_comes_no_nearer_than_an_inch_without_contact(inches: int, far: int) -> None:
    sight = Sight(inches={"u1 u5": Decimal(6)})
    assert sight.after_move("u1", Moved(Intent.TOWARD, inches, "u5"), "").inches == {"u1 u5": Decimal(far)}


def test_a_move_back_finds_no_enemy() -> None:
    hidden = Sight(inches={"u1 u5": Decimal(6)}, unseen=frozenset({"u1 u5"}))
    assert not hidden.after_move("u1", Moved(Intent.BACK, 4, "u5"), "").sees("u1", "u5")
