"""The pools: bands, support weapons, mixed squads, and their ledgers (Small arms fire)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.dice import Trait
from rules.kernel.errors import BadDice, BadFacts, RuleError
from rules.kernel.resolve import Resolution
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.opreb.cases import fire, target
from tests.rules.opreb.playing import all_show, play


def sizes(facts: dict[str, Any], **rulings: Any) -> tuple[int, int]:
    """Attacker's and defender's dice."""
    attacker, defender = shot(facts, **rulings).played.steps[:2]
    return len(attacker.faces), len(defender.faces)


def shot(facts: dict[str, Any], **rulings: Any) -> Resolution:
    """Return a shot in which no die is a bang."""
    return all_show("fire", facts, 1, **rulings)


def models_of_mixed_bands(*groups: tuple[int, int]) -> dict[str, Any]:
    """Models by band, one die each, 24″ away."""
    shooters = [{"count": count, "rof": 1, "band": band} for count, band in groups]
    return fire(shooters=shooters, distance=24)


def test_support_weapons_out_of_position_give_no_dice() -> None:
    assert sizes(fire(support=[{"weapon": "hmg", "count": 1}]))[0] == 4


def test_a_support_weapon_in_position_fires_alone() -> None:
    facts = fire(
        attacker={"skill": 3, "band": 8, "in_position": True}, shooters=[], support=[{"weapon": "hmg", "count": 1}]
    )
    assert sizes(facts)[0] == 6


def test_a_support_weapon_of_its_own_brings_the_dice_it_is_given() -> None:
    facts = fire(
        attacker={"skill": 3, "band": 8, "in_position": True},
        support=[{"weapon": "plasma_gun", "count": 2, "dice": 4}],
    )
    assert sizes(facts)[0] == 12


@for_each(
    ("support", "fault"),
    [
        ({"weapon": "plasma_gun", "count": 1}, "dice: give it; it is known only for hmg and saw, not for plasma_gun"),
        ({"weapon": "hmg", "count": 1, "dice": None}, "support.0.dice"),
        ({"weapon": "", "count": 1}, "support.0.weapon"),
    ],
)
def test_an_unknown_support_weapon_needs_its_dice(support: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadFacts, match=fault):
        play("fire", fire(support=[support]))


def test_no_line_of_sight_and_no_support_in_position_is_refused() -> None:
    for shooters in ([], [{"count": 0, "rof": 2}]):
        with pytest.raises(RuleError, match="No model sees the target"):
            play("fire", fire(shooters=shooters, support=[{"weapon": "saw", "count": 1}]))


def test_a_target_with_no_models_left_is_refused() -> None:
    with pytest.raises(RuleError, match="no models left"):
        play("fire", fire(target=target(models=0)))


@for_each(("ruling", "bands"), [("most_models", 3), ("longest", 2), ("shortest", 6)])
def test_the_band_of_a_mixed_squad_is_ruled(ruling: str, bands: int) -> None:
    facts = models_of_mixed_bands((2, 4), (3, 8), (1, 12))
    assert sizes(facts, mixed_bands=ruling)[1] == 3 + bands
    assert shot(facts, mixed_bands=ruling).rulings_used == ("mixed_bands",)


def test_with_as_many_models_of_two_bands_the_longer_counts() -> None:
    assert sizes(models_of_mixed_bands((2, 4), (2, 12)))[1] == 3 + 2


def test_a_squad_with_one_band_leans_on_no_ruling() -> None:
    assert not shot(models_of_mixed_bands((2, 4), (2, 4))).rulings_used
    assert not shot(fire()).rulings_used


def test_crews_of_support_weapons_are_no_riflemen_unless_ruled() -> None:
    facts = fire(support=[{"weapon": "hmg", "count": 1, "crew": 2, "rof": 2}])
    assert sizes(facts)[0] == 4
    assert sizes(facts, support_crew="rof")[0] == 8
    assert shot(facts).rulings_used == ("support_crew",)


def test_crews_alone_can_fire_where_the_ruling_arms_them() -> None:
    facts = fire(shooters=[], support=[{"weapon": "saw", "count": 1, "crew": 1}])
    with pytest.raises(RuleError):
        shot(facts)
    assert sizes(facts, support_crew="rof")[0] == 4


@for_each(("pinned", "dice"), [(0, 5), (1, 4), (2, 3), (4, 1), (5, 1), (9, 1)])
def test_pinned_markers_take_skill_dice_where_ruled_but_one_is_left(pinned: int, dice: int) -> None:
    facts = fire(
        attacker={"skill": 5, "band": 8, "in_position": False, "pinned": pinned},
        target=target(skill=5, pinned=pinned),
    )
    assert sizes(facts) == (6, 5)
    assert sizes(facts, pin_effect="minus_skill_die") == (1 + dice, dice)
    assert shot(facts, pin_effect="minus_skill_die").rulings_used == (("pin_effect",) if pinned else ())


def test_a_pinned_unit_that_may_not_move_neither_tests_nor_falls_back() -> None:
    facts = fire(target=target(pinned=1))
    resolution = play("fire", facts, (5, 1, 1, 1, 1, 1, 1), ["morale=fail"], pin_effect="no_move")
    assert not resolution.played.outcome.fell_back
    assert resolution.rulings_used == ("pin_effect",)
    assert "It is pinned and cannot fall back." in ENGLISH(resolution.text)


@for_each(
    ("field", "value"),
    [
        ("distance", -1),
        ("distance", 1001),
        ("shooters", [{"count": 1, "rof": 4}]),
        ("shooters", [{"count": 101, "rof": 1}]),
        ("attacker", {"skill": 2, "band": 8, "in_position": False}),
        ("attacker", {"skill": 3, "band": 6, "in_position": False}),
        ("attacker", {"skill": 3, "band": 8}),
        ("target", target(cover="soft")),
        ("nearest_cover", {"kind": "open", "distance": 3}),
        ("short_of_it", "hard"),
        ("short_of_it", None),
        ("flanked", 1),
        ("sight", "dim"),
        ("weather", "rain"),
    ],
)
def test_facts_that_cannot_be_name_their_field(field: str, value: Any) -> None:
    with pytest.raises(BadFacts) as caught:
        play("fire", fire() | {field: value})
    assert all(ENGLISH(fault).startswith(field) for fault in caught.value.faults)


@for_each(
    ("conversion", "fault"),
    [
        ((5, 2), "defender conversion: 4 d6 needed, 2 given"),
        ((5, 2, 6, 3, 1), "1 face too many after defender conversion"),
        ((5, 2, 6, 7), "defender conversion: 7 is not a face of a d6 (1 to 6)"),
    ],
)
def test_faces_that_cannot_be_name_their_roll(conversion: tuple[int, ...], fault: str) -> None:
    with pytest.raises(BadDice) as caught:
        play("fire", fire(target=target(cover="light")), (5,) * 4 + (1,) * 7 + conversion)
    assert str(caught.value) == fault


@for_each(("pinned", "more"), [(4, []), (5, [("one skill die always remains", 1)])])
def test_the_ledger_of_pinned_markers_says_where_the_last_die_comes_from(
    pinned: int, more: list[tuple[str, int]]
) -> None:
    """−1 skill die each, not below 1 (ruling `pin_effect`)."""
    facts = fire(attacker={"skill": 5, "band": 8, "in_position": False, "pinned": pinned})
    ledger = shot(facts, pin_effect="minus_skill_die").played.steps[0].throw.ledger
    _, *lines = [(ENGLISH(line.why), line.value) for line in ledger if line.of == "dice"]
    assert lines == [("5 skill dice", 5), (f"{pinned} pinned markers, −1 skill die each", -pinned), *more]


def test_the_line_of_skill_dice_names_the_trait_that_a_level_raises() -> None:
    ledger = shot(fire()).played.steps[0].throw.ledger
    assert [line.traits for line in ledger if line.traits] == [(Trait("skill", "attacker"),)]


@for_each(
    ("support", "in_position", "rulings"),
    [
        ({"weapon": "saw", "count": 1, "crew": 0}, False, {"support_crew": "rof"}),
        ({"weapon": "saw", "count": 0, "crew": 0}, True, {}),
    ],
)
def test_weapons_and_crews_of_which_there_are_none_fire_nothing(
    support: dict[str, Any], in_position: bool, rulings: dict[str, str]
) -> None:
    facts = fire(attacker={"skill": 3, "band": 8, "in_position": in_position}, shooters=[], support=[support])
    with pytest.raises(RuleError, match="No model sees the target"):
        shot(facts, **rulings)


def test_models_that_do_not_see_the_target_have_no_say_in_the_band() -> None:
    assert not shot(models_of_mixed_bands((2, 8), (0, 12))).rulings_used
    assert sizes(models_of_mixed_bands((2, 8), (0, 12)), mixed_bands="longest")[1] == 3 + 3


def test_the_ledger_names_the_models_and_the_crew_that_fire() -> None:
    """Ledgers name the crew that fires where the ruling counts it (ruling `support_crew`)."""
    facts = fire(support=[{"weapon": "hmg", "count": 1, "crew": 2, "rof": 2}])
    ledger = shot(facts, support_crew="rof").played.steps[0].throw.ledger
    assert [(ENGLISH(line.why), line.value) for line in ledger if line.of == "dice"] == [
        ("1 model × ROF 1", 1),
        ("2 models of the HMG crew × ROF 2", 4),
        ("1 HMG not in position", 0),
        ("3 skill dice", 3),
    ]


@for_each(("models", "exact"), [(97, True), (98, False)])
def test_exact_odds_are_worked_out_up_to_two_hundred_dice_a_side(models: int, exact: bool) -> None:
    facts = fire(shooters=[{"count": 100, "rof": 1}, {"count": models, "rof": 1}])
    resolution = shot(facts)
    assert (resolution.action.too_big(resolution.plan) is None) is exact
