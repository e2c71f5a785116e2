"""Decisions in the middle of a play, dice that choose among orders, and the texts of both."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from data import system_of
from data.files import opponent_of
from rules.command.planned import Planned
from rules.kernel.request import Request
from rules.kernel.resolve import resolve
from rules.kernel.table import DecisionNeeded, Given, no_offers
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.opponent.choice import LEAST, ChosenOrder, Decided, RankedOption, Tie
from rules.opponent.options import Option
from rules.opponent.sight import Intent, Moved, Sight, sort_by_nearness
from rules.opponent.view import Worth
from rules.opponent.words import (
    choices,
    decision_choices,
    decision_reason,
    faces_text,
    method_remarks,
    order_text,
    reason,
)
from tests.rows import for_each
from tests.rules.opponent.test_decide import few_to_go, playing
from tests.rules.opponent.test_forecast import aiming, play_of, shot

BOARD = few_to_go(system_of("fubar"), most=4)


def weighed_option(unit: str, lead: float = 0.1) -> RankedOption:
    return RankedOption(Option(Request("activate", unit=(unit,), side="Red")), Worth(lead, 0.0, 0.0))


def tied_order(*units: str) -> ChosenOrder:
    ties = tuple(Tie(one, one.option.request) for one in map(weighed_option, units))
    return ChosenOrder(ties[0].weighed, tuple(one.weighed for one in ties), ties[0].request, ties)


# A die that chooses among orders that are worth as much.


def test_a_die_has_a_face_for_each_order_and_is_rolled_once() -> None:
    three = tied_order("u1", "u2", "u3")
    assert three.undecided == 3
    fell = three.order_for_face(2)
    assert (fell.request.unit, fell.chosen.option.unit, fell.face, fell.undecided) == (("u2",), "u2", 2, 0)
    assert three.order_for_face(1).request.unit == ("u1",)


def test_options_of_the_same_value_share_a_line_of_the_parts_that_count() -> None:
    """Six identical lines with "danger +2" and "now +0" said nothing."""
    safer, exposed = (
        RankedOption(Option(Request("activate", unit=("u1",))), Worth(0.0, 0.0, n, 0.01)) for n in (0.02, -0.02)
    )
    lines = [ENGLISH(one) for one in choices(BOARD, [*map(weighed_option, ("u1", "u2", "u3")), safer, exposed])]
    assert len(lines) == 3
    assert lines[0].endswith(" 2 more like it. Now +10 %.")
    assert lines[1].endswith(". 2 % less danger, ground +1 %.")
    assert lines[2].endswith(". 2 % more danger, ground +1 %.")


def test_no_question_about_more_units_where_a_reported_one_would_do_as_well() -> None:
    three = tied_order("u1", "u2", "u3")
    one = three.remaining_order({"u2"})
    assert (one.request.unit, one.chosen.option.unit, one.undecided) == (("u2",), "u2", 0)
    two = three.remaining_order({"u2", "u3"})
    assert (two.request.unit, [tie.weighed.option.unit for tie in two.ties], two.undecided) == (
        ("u2",),
        ["u2", "u3"],
        2,
    )
    none = three.remaining_order({"u4"})
    assert (none.request.unit, none.undecided) == (("u1",), 0)


def test_each_face_of_the_die_is_an_order_in_words() -> None:
    said = [ENGLISH(one) for one in faces_text(BOARD, tied_order("u1", "u2"))]
    assert said == ["1: u1: Activate.", "2: u2: Activate."]


@for_each(
    ("intent", "words"),
    [
        (Intent.COVER, "into cover."),
        (Intent.OBJECTIVE, "to an objective."),
        (Intent.HIDE, "out of sight."),
        (Intent.NEAREST, "toward the nearest enemy."),
        (Intent.CONTACT, "into contact with u5."),
        (Intent.BACK, "away from u5."),
        (Intent.TOWARD, "toward u5."),
    ],
)
def test_the_next_step_of_a_unit_is_named_in_a_few_words(intent: Intent, words: str) -> None:
    then = Option(Request("move", unit=("u1",), side="Red"), Moved(intent, 6, "u5"))
    found = tied_order("u1")._replace(chosen=weighed_option("u1")._replace(then=(then,)))
    assert ENGLISH(reason(BOARD, found)).endswith(f"Then, if it goes well: {words}")


def test_a_next_step_without_a_command_in_the_rules_has_no_name() -> None:
    then = Option(Request("leap", unit=("u1",), side="Red"))
    found = tied_order("u1")._replace(chosen=weighed_option("u1")._replace(then=(then,)))
    assert ENGLISH(reason(BOARD, found)).endswith("Then, if it goes well: .")


def test_a_unit_looks_at_the_nearest_enemies_first_and_at_unreported_ones_last() -> None:
    foes = list(BOARD.game.units_of_side("Blue"))
    sight = Sight().with_pairs("u1", {foes[0].id: Decimal(30), foes[2].id: Decimal(6)})
    assert sort_by_nearness(sight, "u1", foes) == [foes[2], foes[0], foes[1], foes[3]]


@for_each(("lead", "counts"), [(LEAST, True), (0.99 * LEAST, False)])
def test_an_order_has_a_gain_from_the_least_worth_on(lead: float, counts: bool) -> None:
    assert weighed_option("u1", lead).has_gain is counts


# Decisions.


def asked_decision(faces: tuple[int, ...]) -> tuple[Planned, DecisionNeeded]:
    """Return the decision in a shot on a table whose owner allocates the hits."""
    board = aiming("fubar", allocation="ask")
    play = play_of(board, shot(board, 12))
    with pytest.raises(DecisionNeeded) as needed:
        resolve(board.system, board.system.actions[play.action], play.facts, board.book, Given(faces), {}, ask=True)
    return play, needed.value


def test_the_cheapest_choice_is_taken_and_each_choice_has_its_worth() -> None:
    board = aiming("fubar", allocation="ask")
    play, needed = asked_decision((6,) * 30)
    found = playing(opponent_of("fubar"), "Blue").decision(board, play, needed, {})
    offers = [one.value for one in needed.decision.offers(*needed.situation)]
    assert set(found.worth) == set(offers)
    assert len(offers) > 1
    assert found.worth[found.value] == max(found.worth.values()) <= 0
    assert min(found.worth.values()) >= -1, "no more than the side has"
    mine = playing(opponent_of("fubar"), "Red").decision(board, play, needed, {})
    assert {value: round(-worth, 9) for value, worth in mine.worth.items()} == {
        value: round(worth, 9) for value, worth in found.worth.items()
    }


def test_a_decision_without_offers_is_between_its_options_and_keeps_its_default_if_none_is_better() -> None:
    board = aiming("fubar", allocation="ask")
    play, needed = asked_decision((6,) * 30)
    blue = playing(opponent_of("fubar"), "Blue")
    exact = blue.decision(board, play, needed, {}).worth
    nested = replace(needed.decision, offers=no_offers, options=("suppress=99", "casualties_first", "suppress_first"))
    found = blue.decision(board, play, DecisionNeeded(nested, needed.situation, faces=needed.faces), {})
    assert found.value == nested.default == "suppress_first"
    assert list(found.worth) == list(nested.options)
    assert found.worth["suppress=99"] == found.worth["suppress_first"] == pytest.approx(max(exact.values()), abs=0.03)
    assert found.worth["casualties_first"] == pytest.approx(exact["suppress=0"], abs=0.03)
    alone = play._replace(roles={"attacker": play.roles["attacker"]})
    assert set(blue.decision(board, alone, needed, {}).worth.values()) == {0}, "its target is no unit on the table"


def test_a_decision_that_cannot_be_weighed_takes_the_default() -> None:
    board = aiming("fubar", allocation="ask")
    play, needed = asked_decision((6,) * 30)
    unknown = play._replace(action="no_such_action")
    found = playing(opponent_of("fubar"), "Blue").decision(board, unknown, needed, {})
    assert found == Decided(needed.decision.default)


LABELS = {"yes": Text("follow them"), "no": Text("let them go")}


@for_each(
    ("decided", "words"),
    [
        (Decided("yes"), "Blue decides: follow them, without a comparison."),
        (Decided("yes", {"yes": 0.1}), "Blue decides: follow them, without a comparison."),
        (Decided("no", {"yes": 0.1, "no": 0.101}), "Blue decides: let them go. No choice is better."),
        (
            Decided("yes", {"yes": 0.1, "no": -0.02, "later": -0.05}),
            "Blue decides: follow them. 12 % of a side's strength better than the next best.",
        ),
        (Decided("later"), "Blue decides: later, without a comparison."),
    ],
)
def test_a_decision_says_by_how_much_it_is_better_than_the_next_best(decided: Decided, words: str) -> None:
    assert ENGLISH(decision_reason(LABELS, "Blue", decided)) == words


def test_the_best_choice_is_named_first_with_its_worth() -> None:
    said = [ENGLISH(one) for one in decision_choices(LABELS, Decided("yes", {"no": -0.02, "yes": 0.1, "later": 0.0}))]
    assert said == ["+10 %: follow them", "+0 %: later", "−2 %: let them go"]


@for_each(
    ("intent", "words"),
    [
        (Intent.COVER, "into the nearest cover, if possible with an enemy in sight."),
        (Intent.OBJECTIVE, "to the nearest objective."),
        (Intent.HIDE, "out of sight of every enemy."),
        (Intent.NEAREST, "toward the nearest enemy, through cover if there is any."),
        (Intent.CONTACT, "into contact with u5."),
        (Intent.BACK, "away from u5."),
        (Intent.TOWARD, "toward u5, through cover if there is any."),
    ],
)
def test_a_move_is_an_instruction_with_its_inches(intent: Intent, words: str) -> None:
    move = Option(Request("move", unit=("u1",), side="Red"), Moved(intent, 6, "u5"))
    assert ENGLISH(order_text(BOARD, move)) == f"u1: move up to 6″ {words}"


@for_each(
    ("request_", "words"),
    [
        (Request("turn next"), "Next turn."),
        (Request("fire", ("u1",), ("u5",)), "u1: Fire at u5."),
        (Request("activate", ("u1",), action="walk"), "u1: Activate, Walk."),
        (Request("activate", ("u1",), action="fly"), "u1: Activate."),
        (Request("act", ("u1",), action="leave"), "u1: Leave a vehicle."),
        (Request("leap", action="far"), "."),
        (Request("leap", ("u1",), action="far"), "u1: ."),
    ],
)
def test_an_order_that_is_no_move_is_named_by_its_command(request_: Request, words: str) -> None:
    assert ENGLISH(order_text(BOARD, Option(request_))) == words


def test_the_method_is_told_where_it_was_not_by_exact_odds_of_everything() -> None:
    two = tied_order("u1", "u2")
    assert method_remarks(two) == []
    guessed = two.chosen._replace(exact=False)
    said = [ENGLISH(one) for one in method_remarks(two.order_for_face(2)._replace(hurried=True, chosen=guessed))]
    assert said == [
        "The die chose it from 2 equally good orders.",
        "There was no time to compare everything.",
        "The odds are estimated.",
    ]


@for_each(
    ("gain", "words"),
    [
        (Worth(0.02, 0.02, 0.02, 0.02), "Expected gain: 2 % of a side's strength."),
        (Worth(0.01, 0.02, 0.02, 0.02), "Less danger for its side: 2 % of its strength."),
        (Worth(0.01, 0.02, 0.01, 0.02), "Prepares a stronger attack: 2 % of the enemy's strength."),
        (Worth(-0.02, 0.01, -0.01, 0.02), "Gains ground."),
        (Worth(0.004, 0.004, 0.004, 0.004), ""),
    ],
)
def test_the_reason_of_an_order_is_the_greatest_part_of_its_gain(gain: Worth, words: str) -> None:
    assert ENGLISH(reason(BOARD, tied_order("u1")._replace(chosen=weighed_option("u1")._replace(gain=gain)))) == words


def test_six_values_of_options_are_told_at_most() -> None:
    options = [weighed_option(unit, lead) for unit, lead in zip(["u1"] * 7, range(7), strict=True)]
    assert len(choices(BOARD, options)) == 6
    assert [ENGLISH(one) for one in choices(BOARD, options[:1])] == ["+0 %: u1: Activate."]


def test_six_choices_of_a_decision_are_told_at_most_the_best_first() -> None:
    worth = {str(n): n / 100 for n in range(1, 8)}
    told = [ENGLISH(one) for one in decision_choices({"7": Text("seven")}, Decided("7", worth))]
    assert told == ["+7 %: seven", "+6 %: 6", "+5 %: 5", "+4 %: 4", "+3 %: 3", "+2 %: 2"]
