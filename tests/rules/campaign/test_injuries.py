"""Injuries that last: what they take off a figure, and how its ledger says so (Aftermath › Injuries)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from data import SYSTEMS, system_of
from rules.campaign.levels import Hurt, field_profile, hinder, merge_origins
from rules.game.after_battle import NO_INJURIES
from rules.kernel.facts import validate
from rules.kernel.resolve import resolve, ruleset_of
from rules.kernel.serialise import play_of
from rules.kernel.table import Given
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each

BAYONET = system_of("bayonet")
GI: dict[str, Any] = {"range_cf": 3, "physical_cf": 3}
KINDS = {"severe": -3, "major": -2, "minor": -1}


def hurt(*kinds: str, profile: dict[str, Any] = GI) -> dict[str, Any]:
    return hinder(BAYONET.injuries, profile, [Hurt(kind, KINDS[kind], 2) for kind in kinds]).profile


@for_each(("kind", "left"), [("severe", 0), ("major", 1), ("minor", 2)])
def test_it_counts_off_the_physical_and_the_range_factor(kind: str, left: int) -> None:
    assert hurt(kind) == {"range_cf": left, "physical_cf": left}


def test_the_worst_injury_counts_and_they_do_not_add_up() -> None:
    assert hurt("minor", "severe", "major") == hurt("severe")


def test_a_factor_that_it_does_not_have_stays_away() -> None:
    assert hurt("major", profile={"physical_cf": 2}) == {"physical_cf": 0}
    assert hurt("major", profile={"physical_cf": 2, "range_cf": None, "abc_cf": 1}) == {
        "physical_cf": 0,
        "range_cf": None,
        "abc_cf": 1,
    }


def test_no_factor_falls_below_the_least_there_is() -> None:
    assert hurt("severe", profile={"physical_cf": -4, "range_cf": -5}) == {"physical_cf": -5, "range_cf": -5}


def test_an_unhurt_figure_keeps_its_profile_and_has_no_lines() -> None:
    assert hinder(BAYONET.injuries, GI, []) == (GI, {})
    assert hinder(NO_INJURIES, GI, [Hurt("severe", -3)]) == (GI, {})


def test_a_value_at_its_minimum_gets_no_line_for_an_injury() -> None:
    weak = {**GI, "range_cf": BAYONET.injuries.least}
    found = hinder(BAYONET.injuries, weak, [Hurt("minor", -1)])
    assert found.profile["range_cf"] == weak["range_cf"]
    assert "range_cf" not in found.origins
    assert found.origins, "what can still fall does"


@given(
    st.sampled_from([(system, name) for system in SYSTEMS for name in system.units]),
    st.lists(st.builds(Hurt, st.sampled_from(["severe", "x"]), st.integers(-9, 3), st.none() | st.integers(1, 40))),
    st.integers(0, 3),
)
def test_a_unit_in_battle_is_a_unit_of_the_system(of: Any, hurts: list[Hurt], level: int) -> None:
    system, name = of
    profile = system.units[name].profile
    found = field_profile(system, profile, level, hurts=hurts)
    validate(system.profile, found.profile)
    assert found.origins.keys() <= {*found.profile, *system.profile.model_fields}
    assert all(ENGLISH(text) for text in found.origins.values())


def ledgers(origins: dict[str, Text], attacker: dict[str, Any]) -> list[list[str]]:
    """Return the ledgers of a shot by a figure with that history at one without."""
    facts = validate(BAYONET.actions["fire"].facts, {"shooter": attacker, "targets": [{"figure": GI}]})
    found = resolve(BAYONET, BAYONET.actions["fire"], facts, ruleset_of(BAYONET), Given([4, 3]))
    play = play_of(found, {"attacker": "u1", "target": "u2"}, {"u1": origins})
    return [[f"{line.value:+d} {ENGLISH(line.why)}" for line in throw.ledger] for throw in play.throws]


def test_the_ledger_of_its_next_battle_names_the_injury_and_the_level() -> None:
    found = field_profile(BAYONET, GI, 1, None, {1: 2}, [Hurt("major", -2, 3)])
    assert ledgers(found.origins, found.profile) == [
        [
            "+1 Range Combat Factor (badly hurt in the third battle: −2)",
            "+1 superior quality (superior since the second battle)",
        ],
        ["+3 Physical Combat Factor"],
    ]


def test_a_figure_that_has_outgrown_its_quality_is_shown_with_the_new_one() -> None:
    found = field_profile(BAYONET, GI | {"quality": "inferior"}, 1, None, {1: 2})
    assert ledgers(found.origins, found.profile)[0] == [
        "+3 Range Combat Factor",
        "+0 ordinary quality (ordinary since the second battle)",
    ]


def test_an_injury_of_an_uncounted_battle_is_named_without_it() -> None:
    assert ENGLISH(hinder(BAYONET.injuries, GI, [Hurt("minor", -1)]).origins["range_cf"]) == "lightly hurt: −1"
    assert ENGLISH(hinder(BAYONET.injuries, GI, [Hurt("of old", -1)]).origins["range_cf"]) == "hurt: −1"


def test_a_level_and_an_injury_of_one_trait_are_listed_together() -> None:
    level, injury = {"range_cf": Text("better"), "quality": Text("superior")}, {"range_cf": Text("hurt")}
    told = {trait: ENGLISH(text) for trait, text in merge_origins(level, injury).items()}
    assert told == {"range_cf": "better, hurt", "quality": "superior"}


def test_a_unit_without_levels_is_as_it_was_enlisted_and_one_with_choices_as_they_say() -> None:
    ww2 = system_of("openfire_ww2")
    squad = {"kind": "infantry", "rank": "trained", "wpn": 5, "arm": 4, "mor": 8, "trn": 5}
    assert field_profile(ww2, squad) == (squad, {})
    assert field_profile(ww2, squad, 1, {1: "trn"}).profile["trn"] == 6
    assert field_profile(ww2, squad, 1, {1: "wpn"}).profile["trn"] == 5
