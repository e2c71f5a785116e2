"""The aftermath as a set of actions: on the command line like a system, but not playable."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import ACTION_SETS, CAMPAIGN, SYSTEMS, action_set_of, system_of
from rules.campaign.aftermath import Recovery, RecoveryOutcome, Salvage, SalvageOutcome
from rules.campaign.tables import CampaignTables, Fate
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.resolve import ruleset_of
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.campaign.table import chances, faulty, outcome, play, text_of_play
from tests.rules.ran import Run, run

__all__ = ["run"]


def test_it_is_no_system_that_is_played() -> None:
    assert CAMPAIGN.key not in [system.key for system in SYSTEMS]
    assert action_set_of("campaign") is CAMPAIGN
    with pytest.raises(BadFacts):
        system_of("campaign")


def test_a_key_that_is_none_is_answered_with_all_of_them() -> None:
    with pytest.raises(BadFacts) as error:
        action_set_of("campagne")
    said = ENGLISH(error.value.faults[0])
    assert all(one.name in said for one in ACTION_SETS), said


def test_a_die_lists_only_the_modifiers_that_applied() -> None:
    lone, helped = (play("recovery", {"lost": 1, **more}, (1,)) for more in ({}, {"medic": True}))
    told = [[ENGLISH(line.why) for line in one.played.steps[0].throw.ledger] for one in (lone, helped)]
    assert [why.count("a medic") for why in told] == [0, 2]
    assert not any("field" in why for why in (*told[0], *told[1]))


def test_it_is_resolved_from_the_command_line(run: Run) -> None:
    ran = run("resolve", "campaign", "recovery", "--dice", "4,2,1,6", "--json", facts={"lost": 4, "held_field": True})
    assert ran.json["outcome"] == {"back": 2, "recovering": 1, "lost": 1}
    assert ran.json["throws"][0]["needed"] == "4+"


def test_and_weighed(run: Run) -> None:
    found = run("odds", "campaign", "salvage", "--json", facts={"state": "destroyed"}).json
    assert [(row["outcome"]["fate"], row["p"]) for row in found["outcomes"]] == [("lost", "2/3"), ("repaired", "1/3")]


def test_and_refused_in_a_sentence(run: Run) -> None:
    facts = dict.fromkeys(("caused_losses", "destroyed", "objective", "won"), True) | {"models": 0}
    assert run("resolve", "campaign", "experience", facts=facts).faults == [
        "No figures are left to learn from it: a unit that is wiped out is lost."
    ]
    assert run("resolve", "campaign", "recovery", "--dice", "1", facts={"lost": 2}).faults == [
        "recovery of the figures lost: 2 d6 needed, 1 given"
    ]


def test_its_rulings_have_names_and_defaults(run: Run) -> None:
    [found] = [one for one in run("list", "--json").json["systems"] if one["key"] == "campaign"]
    assert {one["name"]: one["default"] for one in found["rulings"]} == {
        "injury_heals": "any",
        "points_major": 3,
        "points_minor": 2,
        "points_draw": 1,
        "points_from": "now",
        "ties": "fewer_battles",
        "open_wounds": "settle",
    }
    assert all(one["house"] for one in found["rulings"])


@for_each("levels", [[4, 4, 18], [10, 4, 18], [0, 4, 10], []])
def test_levels_that_do_not_rise_are_no_table(levels: list[int]) -> None:
    tables: Any = CAMPAIGN.tables.model_dump()
    tables["experience"]["levels"] = levels
    with pytest.raises(BadFacts) as error:
        validate(CampaignTables, tables)
    assert "levels" in ENGLISH(error.value.faults[0])


@for_each("levels", [(1, 2), (7,)])
def test_levels_rise_from_1_at_least(levels: tuple[int, ...]) -> None:
    tables: Any = CAMPAIGN.tables.model_dump()
    tables["experience"]["levels"] = levels
    assert validate(CampaignTables, tables).experience.levels == levels


# Figures lost in a battle: back at once, recovering, or lost for good (Aftermath › Recovery).

WHERE = [(False, False), (True, False), (False, True), (True, True)]
LOST = st.lists(st.integers(1, 6), max_size=12)
FLAG = st.booleans()


def count_fates(faces: list[int], held: bool, medic: bool) -> tuple[int, int, int]:
    found = outcome("recovery", {"lost": len(faces), "held_field": held, "medic": medic}, faces)
    return found["back"], found["recovering"], found["lost"]


@for_each(("held", "medic"), WHERE)
@for_each("face", range(1, 7))
def test_each_face_counts_with_its_modifiers(face: int, held: bool, medic: bool) -> None:
    score = face + held + medic
    assert count_fates([face], held, medic) == (score >= 5, 3 <= score <= 4, score <= 2)


@given(LOST, FLAG, FLAG)
def test_every_figure_has_one_fate(faces: list[int], held: bool, medic: bool) -> None:
    assert sum(count_fates(faces, held, medic)) == len(faces)


@given(LOST, FLAG)
def test_holding_the_field_and_a_medic_help_alike_and_never_hurt(faces: list[int], other: bool) -> None:
    without, with_one = count_fates(faces, other, False), count_fates(faces, other, True)
    assert with_one == count_fates(faces, True, other)
    assert with_one[0] >= without[0]
    assert with_one[2] <= without[2]


@given(LOST, FLAG, FLAG)
def test_it_is_the_dice_that_count_and_not_their_order(faces: list[int], held: bool, medic: bool) -> None:
    assert count_fates(faces, held, medic) == count_fates(sorted(faces), held, medic)


@for_each(("held", "medic"), WHERE)
def test_odds_are_multinomial(held: bool, medic: bool) -> None:
    found = chances("recovery", {"lost": 5, "held_field": held, "medic": medic})
    back, lost = Fraction(2 + held + medic, 6), Fraction(2 - held - medic, 6)
    for (first, second, third), p in found.items():
        ways = comb(5, first) * comb(5 - first, second)
        assert p == ways * back**first * (1 - back - lost) ** second * lost**third
    assert sum(found.values()) == 1


def test_no_lost_figure_needs_no_die() -> None:
    assert play("recovery", {"lost": 0}).played.steps == ()
    assert text_of_play("recovery", {"lost": 0}) == "No figures were lost."


def test_the_ledger_lists_the_modifiers() -> None:
    [step] = play("recovery", {"lost": 1, "held_field": True, "medic": True}, [3]).played.steps
    assert step.throw.needed
    assert step.throw.needed.face == 3
    assert [(line.value, line.of) for line in step.throw.ledger] == [
        (5, "needed"),
        (-1, "needed"),
        (-1, "needed"),
        (3, "recovering_from"),
        (-1, "recovering_from"),
        (-1, "recovering_from"),
    ]


def test_a_recovery_is_described_in_a_sentence() -> None:
    assert text_of_play("recovery", {"lost": 3}, [6, 3, 1]) == (
        "Of 3 figures: 1 back at once, 1 misses the next battle and 1 lost for good."
    )


@for_each("lost", [-1, 101, 1.5, "2", True, None])
def test_losses_that_cannot_be(lost: object) -> None:
    faulty("recovery", {"lost": lost}, "lost")


def test_losses_have_to_be_given() -> None:
    faulty("recovery", {}, "lost")
    faulty("recovery", {"lost": 1, "medics": 1}, "medics")


def test_the_better_recovery_has_more_back_at_once_and_then_fewer_lost() -> None:
    action = CAMPAIGN.actions["recovery"]
    aim = action.aim(action.plan(Recovery(lost=3), ruleset_of(CAMPAIGN)))
    assert aim is not None
    ranked = [RecoveryOutcome(0, 0, 3), RecoveryOutcome(1, 0, 2), RecoveryOutcome(1, 2, 0), RecoveryOutcome(2, 0, 1)]
    assert [aim.key(one) for one in ranked] == sorted(map(aim.key, ranked))
    assert (aim.what, [aim.value(one) for one in ranked]) == ("back", [0, 1, 1, 2])


# Vehicles destroyed or disabled in a battle (Aftermath › Salvage).

EITHER = for_each("held", [False, True])
STATES = [("destroyed", 5, "lost"), ("disabled", 3, "misses_one")]


@EITHER
@for_each(("state", "need", "otherwise"), STATES)
@for_each("face", range(1, 7))
def test_repaired_or_not(state: str, need: int, otherwise: str, face: int, held: bool) -> None:
    fate = "repaired" if face + 2 * held >= need else otherwise
    assert outcome("salvage", {"state": state, "held_field": held}, [face]) == {"fate": fate}


@EITHER
@for_each(("state", "need", "otherwise"), STATES)
def test_odds_are_sixths(state: str, need: int, otherwise: str, held: bool) -> None:
    found = {of.fate: p for of, p in chances("salvage", {"state": state, "held_field": held}).items()}
    repaired = Fraction(7 - need + 2 * held, 6)
    assert found == {"repaired": repaired} | ({otherwise: 1 - repaired} if repaired < 1 else {})


def test_a_salvage_is_described_in_a_sentence() -> None:
    assert text_of_play("salvage", {"state": "destroyed"}, [4]) == "Lost for good."
    assert text_of_play("salvage", {"state": "disabled"}, [2]) == "It misses the next battle."


def test_vehicles_that_nothing_befell() -> None:
    faulty("salvage", {"state": "fine"}, "state")
    faulty("salvage", {}, "state")
    faulty("salvage", {"state": "destroyed", "held_field": 1}, "held_field")


def test_the_luck_of_salvage_counts_whether_the_vehicle_is_repaired() -> None:
    action = CAMPAIGN.actions["salvage"]
    aim = action.aim(action.plan(Salvage(state="disabled"), ruleset_of(CAMPAIGN)))
    assert aim is not None
    fates: list[tuple[Fate, int]] = [("lost", 0), ("misses_one", 0), ("repaired", 1)]
    assert [(fate, aim.value(SalvageOutcome(fate))) for fate, _ in fates] == fates
    assert [ENGLISH(step) for step in aim.steps] == ["not repaired", "repaired"]
    assert aim.what == "fate"
