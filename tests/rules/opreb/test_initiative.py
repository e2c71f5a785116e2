"""The side that activates first (Initiative)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.serialise import means
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.opreb.playing import chances, exact_chances, outcome, play, the_system

TWO = {"sides": [{"skill": 3}, {"skill": 4}]}
THREE = {"sides": [{"skill": 3}, {"skill": 3}, {"skill": 3}]}


def test_the_side_with_more_bangs_activates_first() -> None:
    assert outcome("initiative", TWO, (5, 6, 1, 5, 1, 1, 1)) == {"winner": 0}
    assert outcome("initiative", TWO, (1, 1, 1, 5, 1, 1, 1)) == {"winner": 1}


def test_which_side_won_is_no_number_with_a_mean() -> None:
    action = the_system().actions["initiative"]
    assert means(action, exact_chances("initiative", TWO)) == {}


def test_ties_roll_again_and_only_those_who_are_tied_for_most() -> None:
    played = play("initiative", THREE, (5, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 5, 1, 1)).played
    assert played.outcome.winner == 2
    assert [(step.throw.key, ENGLISH(step.throw.label), step.throw.side) for step in played.steps] == [
        ("initiative 1", "initiative of side 1", 0),
        ("initiative 2", "initiative of side 2", 1),
        ("initiative 3", "initiative of side 3", 2),
        ("initiative 1 2", "initiative of side 1 (2)", 0),
        ("initiative 3 2", "initiative of side 3 (2)", 2),
    ]


def test_the_winner_is_shown_by_the_name_of_its_side_with_its_last_roll() -> None:
    unnamed = play("initiative", TWO, (5, 1, 1, 5, 1, 1, 1, 1, 1, 1, 5, 6, 1, 1))
    assert ENGLISH(unnamed.text) == "Side 2 activates first with 2 bangs."
    named = {"sides": [{"skill": 3, "name": "Reds"}, {"skill": 3, "name": "Blues"}]}
    won = play("initiative", named, (5, 1, 1, 1, 1, 1))
    assert ENGLISH(won.text) == "Reds activates first with 1 bang."
    assert [step.throw.key for step in won.played.steps] == ["initiative 1", "initiative 2"]


def test_a_stored_game_keeps_the_earlier_name_of_a_ruling() -> None:
    """Games of earlier versions store `rethrow` for `reroll`."""
    faces = (5, 1, 1, 5, 1, 1, 1, 1, 1, 1, 5, 1, 1, 1)
    old = play("initiative", TWO, faces, initiative_tie="rethrow")
    assert old.played == play("initiative", TWO, faces, initiative_tie="reroll").played
    assert old.played.outcome.winner == 1


def test_by_ruling_the_first_of_those_tied_wins() -> None:
    assert outcome("initiative", TWO, (5, 1, 1, 5, 1, 1, 1), initiative_tie="first") == {"winner": 0}


@for_each("ruling", ["reroll", "first"])
def test_the_ruling_on_ties_is_leaned_on_where_there_was_one(ruling: str) -> None:
    tie, more = (5, 1, 1, 5, 1, 1, 1), ((1, 1, 1, 5, 1, 1, 1) if ruling == "reroll" else ())
    assert play("initiative", TWO, (*tie, *more), initiative_tie=ruling).rulings_used == ("initiative_tie",)
    assert not play("initiative", TWO, (5, 5, 1, 5, 1, 1, 1), initiative_tie=ruling).rulings_used


def test_equal_sides_have_equal_chances_to_the_end_of_all_ties() -> None:
    assert chances("initiative", THREE) == {(side,): Fraction(1, 3) for side in range(3)}


def test_eight_sides_are_weighed_and_nine_refused() -> None:
    eight = chances("initiative", {"sides": [{"skill": 3}] * 8})
    assert set(eight.values()) == {Fraction(1, 8)}
    with pytest.raises(RuleError, match="up to 8 sides"):
        chances("initiative", {"sides": [{"skill": 3}] * 9})


def test_one_side_alone_is_no_contest() -> None:
    with pytest.raises(BadFacts, match="sides"):
        play("initiative", {"sides": [{"skill": 3}]})


# Wound markers at the activation of their unit (Small arms fire › Apply damage).


def unit(models: int, wounds: int) -> dict[str, dict[str, int]]:
    return {"unit": {"models": models, "wounds": wounds, "pinned": 1}}


def test_one_bang_die_per_wound_marker_and_each_bang_kills_a_model() -> None:
    resolution = play("activate", unit(6, 3), (5, 4, 6))
    assert resolution.played.outcome == (2, 3)
    assert [(one.effect, one.change) for one in resolution.effects] == [("models", -2), ("wounds", -3)]
    assert resolution.rulings_used == ("wound_kill",)


def test_there_are_no_more_kills_than_models_but_all_markers_come_off() -> None:
    assert outcome("activate", unit(2, 4), (5, 5, 5, 5)) == {"kills": 2, "wounds_cleared": 4}


@for_each(("ruling", "kills", "cleared"), [("wound", 3, 3), ("none", 0, 0)])
def test_other_rulings_roll_no_dice(ruling: str, kills: int, cleared: int) -> None:
    got = outcome("activate", unit(5, 3), (), wound_kill=ruling)
    assert got == {"kills": kills, "wounds_cleared": cleared}


def test_without_markers_nothing_is_rolled_and_no_ruling_is_leaned_on() -> None:
    resolution = play("activate", unit(5, 0))
    assert resolution.played.outcome == (0, 0)
    assert not resolution.rulings_used
    assert not resolution.effects


def test_a_unit_without_models_cannot_activate() -> None:
    with pytest.raises(RuleError, match="no models left"):
        play("activate", unit(0, 2), (1, 1))


# The text of an activation (Apply damage).


@for_each(
    ("wounds", "dice", "ruling", "said", "brief"),
    [
        (0, (), "bang", "No wound markers to settle.", ""),
        (2, (5, 1), "bang", "2 wound markers settled: 1 kill.", ""),
        (1, (), "wound", "1 wound marker settled: 1 kill.", ""),
        (3, (5, 5, 5), "bang", "3 wound markers settled: 2 kills. Nobody is left.", ""),
        (3, (), "none", "3 wound markers to settle at the table.", None),
    ],
)
def test_an_activation_shows_the_fate_of_wound_markers(
    wounds: int, dice: tuple[int, ...], ruling: str, said: str, brief: str | None
) -> None:
    facts = {"unit": {"models": 2, "wounds": wounds, "pinned": 0}}
    resolution = play("activate", facts, dice, wound_kill=ruling)
    assert ENGLISH(resolution.text) == said
    assert (None if resolution.short_text is None else ENGLISH(resolution.short_text)) == brief
