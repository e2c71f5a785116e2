"""Morale, tac-move, rally and movement: the use of a skill test (Concepts; Infantry movement; Initiative)."""

from __future__ import annotations

import pytest

from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.opreb.cases import fire
from tests.rules.opreb.playing import all_show, chances, outcome, play, the_system


@for_each(("need", "passed"), [(1, True), (2, True), (3, False)])
def test_morale_needs_as_many_bangs_as_ruled(need: int, passed: bool) -> None:
    assert outcome("morale", {"unit": {"skill": 4}}, (5, 6, 1, 4), morale_bangs=need) == {"bangs": 2, "passed": passed}


def test_a_single_bang_is_named_in_the_singular() -> None:
    assert ENGLISH(play("morale", {"unit": {"skill": 4}}, (5, 1, 1, 4), morale_bangs=1).text) == (
        "Morale holds: 1 bang, 1 needed."
    )


def test_morale_always_leans_on_the_ruling_that_made_it() -> None:
    assert play("morale", {"unit": {"skill": 3}}, (1, 1, 1)).rulings_used == ("morale_bangs",)


def test_fire_leans_on_the_morale_ruling_only_where_a_check_was_rolled() -> None:
    assert play("fire", fire(), (5, 1, 1, 1, 1, 1, 1, 5, 1, 1)).rulings_used == ("morale_bangs",)
    assert play("fire", fire(), (5, 1, 1, 1, 1, 1, 1, 1, 1, 1), ["morale=fail"]).rulings_used == ()


@for_each("skill", [2, 6, 3.5, True, None])
def test_a_unit_has_three_to_five_skill_dice(skill: object) -> None:
    with pytest.raises(BadFacts, match=r"unit\.skill"):
        play("morale", {"unit": {"skill": skill}})


@for_each(("dice", "bangs", "inches"), [((1, 2, 3, 4), 0, 3), ((5, 1, 1, 1), 1, 6), ((5, 5, 6, 6), 4, 9)])
def test_a_tac_move_is_five_inches_and_a_bang_each_or_three_on_a_whiff(
    dice: tuple[int, ...], bangs: int, inches: int
) -> None:
    assert outcome("tac_move", {"unit": {"skill": 4}}, dice) == {"bangs": bangs, "inches": inches}


@for_each(("action", "inches"), [("standard", 5), ("tac_move", 5)])
def test_a_standard_move_is_five_inches(action: str, inches: int) -> None:
    resolution = play("movement", {"action": action})
    assert resolution.played.outcome.inches == inches
    assert [line["value"] for line in resolution.detail["why"]] == [inches]


def test_pinned_units_do_not_move_where_ruled() -> None:
    for action, facts in (
        ("movement", {"action": "standard", "pinned": 1}),
        ("tac_move", {"unit": {"skill": 3, "pinned": 1}}),
    ):
        with pytest.raises(RuleError, match="pinned unit does not move"):
            play(action, facts, (1, 1, 1), pin_effect="no_move")
        assert chances(action, facts)


@for_each(
    ("pinned", "dice", "removed"),
    [(5, (5, 6, 1, 1), 3), (2, (5, 6, 1, 1), 2), (5, (1, 1, 1, 1), 1), (0, (5, 1, 1, 1), 0)],
)
def test_an_initiative_action_takes_off_bangs_and_one_pinned_marker(
    pinned: int, dice: tuple[int, ...], removed: int
) -> None:
    resolution = play("rally", {"unit": {"skill": 4, "pinned": pinned}}, dice)
    assert resolution.played.outcome.pinned_removed == removed
    assert [one.change for one in resolution.effects] == ([-removed] if removed else [])
    assert resolution.rulings_used == ("pin_removal",)


@for_each(("ruling", "removed"), [("all", 7), ("none", 0)])
def test_an_initiative_action_rolls_no_dice_where_the_ruling_needs_none(ruling: str, removed: int) -> None:
    got = outcome("rally", {"unit": {"skill": 4, "pinned": 7}}, (), pin_removal=ruling)
    assert got == {"bangs": 0, "pinned_removed": removed}


@for_each(
    ("pinned", "dice", "ruling", "told"),
    [
        (3, (5, 6, 1, 1), "bangs_plus_one", "3 pinned markers removed (2 bangs + 1); none left."),
        (3, (5, 1, 1, 1), "bangs_plus_one", "2 pinned markers removed (1 bang + 1); 1 left."),
        (3, (1, 1, 1, 1), "bangs_plus_one", "1 pinned marker removed (0 bangs + 1); 2 left."),
        (0, (1, 1, 1, 1), "bangs_plus_one", "No pinned markers removed (0 bangs + 1); none left."),
        (1, (), "all", "1 pinned marker removed; none left."),
        (2, (), "none", "No pinned markers removed; 2 left."),
    ],
)
def test_a_rally_shows_the_removed_and_the_remaining_markers(
    pinned: int, dice: tuple[int, ...], ruling: str, told: str
) -> None:
    resolution = play("rally", {"unit": {"skill": 4, "pinned": pinned}}, dice, pin_removal=ruling)
    assert ENGLISH(resolution.text) == told


def test_a_rally_needs_to_know_how_many_markers_there_are() -> None:
    with pytest.raises(BadFacts, match=r"unit\.pinned: missing"):
        play("rally", {"unit": {"skill": 4}})


# The rulings of a test, its ledger, and its main number.

MINUS = {"pin_effect": "minus_skill_die"}


@for_each(("need", "why"), [(1, "a bang"), (2, "a bang, 2 to pass"), (3, "a bang, 3 to pass")])
def test_the_ledger_of_a_morale_check_says_how_many_bangs_are_needed(need: int, why: str) -> None:
    """One bang passes, or as many as ruled (ruling `morale_bangs`)."""
    [step] = play("morale", {"unit": {"skill": 4, "pinned": 1}}, (1, 1, 1), morale_bangs=need, **MINUS).played.steps
    lines = [(ENGLISH(line.why), line.value) for line in step.throw.ledger]
    assert lines == [(why, 5), ("4 skill dice", 4), ("1 pinned marker, −1 skill die each", -1)]


@for_each(
    ("action", "facts", "rulings", "rulings_used"),
    [
        ("morale", {"skill": 3, "pinned": 1}, MINUS, ("morale_bangs", "pin_effect")),
        ("morale", {"skill": 3, "pinned": 0}, MINUS, ("morale_bangs",)),
        ("rally", {"skill": 3, "pinned": 1}, MINUS, ("pin_removal", "pin_effect")),
        ("rally", {"skill": 3, "pinned": 1}, {}, ("pin_removal",)),
        ("rally", {"skill": 3, "pinned": 1}, MINUS | {"pin_removal": "all"}, ("pin_removal",)),
        ("tac_move", {"skill": 3, "pinned": 1}, MINUS, ("pin_effect",)),
    ],
)
def test_a_test_leans_on_the_ruling_that_took_dice_from_it(
    action: str, facts: dict[str, int], rulings: dict[str, str], rulings_used: tuple[str, ...]
) -> None:
    assert all_show(action, {"unit": facts}, 1, **rulings).rulings_used == rulings_used


@for_each(("action", "unit"), [("morale", {}), ("tac_move", {}), ("rally", {"pinned": 1})])
def test_bangs_count_most_in_a_skill_test(action: str, unit: dict[str, int]) -> None:
    resolution = all_show(action, {"unit": {"skill": 4} | unit}, 5)
    aim = resolution.action.aim(resolution.plan)
    assert aim is not None
    assert (aim.what, aim.value(resolution.played.outcome)) == ("bangs", 4)


def test_a_tac_move_without_its_test_explains_the_test() -> None:
    said = "+1″ for each bang of a skill test, or 3″ in all on a whiff."
    assert said in ENGLISH(play("movement", {"action": "tac_move"}).text)
    assert said not in ENGLISH(play("movement", {"action": "standard"}).text)


def test_an_answer_to_damage_is_one_of_two() -> None:
    """In the open a unit tests or fails by choice, in light cover it stays or falls back (Fall back)."""
    morale, fall_back = the_system().actions["fire"].decisions
    assert [morale.read(one) for one in morale.options] == ["test", "fail"]
    assert [fall_back.read(one) for one in fall_back.options] == ["stay", "go"]
    for decision in (morale, fall_back):
        with pytest.raises(ValueError, match="perhaps"):
            decision.read("perhaps")


def test_an_answer_to_damage_shows_its_cost() -> None:
    morale, fall_back = the_system().actions["fire"].decisions
    assert [(one.value, ENGLISH(one.label)) for one in morale.offers(4, 2)] == [
        ("test", "Stay: morale check (4 dice, 2 bangs needed)"),
        ("fail", "Fall back"),
    ]
    assert [(one.value, ENGLISH(one.label)) for one in fall_back.offers(6)] == [
        ("stay", "Stay"),
        ("go", "Fall back 6″"),
    ]


@for_each(
    ("action", "dice", "said"),
    [
        ("morale", (5, 5, 1), "Morale holds: 2 bangs, 1 needed."),
        ("morale", (1, 1, 1), "Morale breaks: no bangs, 1 needed."),
        ("tac_move", (1, 1, 1), "Up to 3″: a whiff."),
        ("tac_move", (5, 1, 1), "Up to 6″: 5″ and 1 bang."),
    ],
)
def test_a_test_shows_its_result(action: str, dice: tuple[int, ...], said: str) -> None:
    assert ENGLISH(play(action, {"unit": {"skill": 3}}, dice).text) == said


def test_a_rally_says_nothing_beside_its_markers() -> None:
    brief = play("rally", {"unit": {"skill": 3, "pinned": 1}}, (1, 1, 1)).short_text
    assert brief is not None
    assert ENGLISH(brief) == ""
