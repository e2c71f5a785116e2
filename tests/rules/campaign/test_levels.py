"""The benefits of a level, in each system and by choice, never past the best (Levels)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import CAMPAIGN, SYSTEMS, system_of
from rules.campaign.levels import Promoted, choose, level_at, level_origins, nth_battle, options, promote
from rules.command.system import System
from rules.game.after_battle import NO_LEVELS
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.resolve import odds, ruleset_of
from rules.kernel.serialise import means, play_of
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.campaign.table import DEEDS, expect_refusal, faulty, learned, outcome, text_of_play
from tests.rules.table import Sitting
from tests.rules.test_every_system import cases

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
UNITS = [(system, name) for system in SYSTEMS for name in system.units]


def at(system: str, level: int, choices: dict[int, str] | None = None, **profile: Any) -> dict[str, Any]:
    """Return the differences of such a profile at that level."""
    of = system_of(system)
    better = promote(of.levels, profile, level, choices).profile
    return {trait: value for trait, value in better.items() if profile.get(trait) != value}


@for_each(("experience", "level"), [(0, 0), (3, 0), (4, 1), (9, 1), (10, 2), (17, 2), (18, 3), (99, 3)])
def test_levels_by_experience(experience: int, level: int) -> None:
    assert level_at(experience, (4, 10, 18)) == level


@for_each(
    ("before", "after"),
    [
        ("green", ["seasoned", "veteran", "elite"]),
        ("seasoned", ["veteran", "elite", "elite"]),
        ("elite", ["elite", "elite", "elite"]),
    ],
)
def test_fubar_the_next_level_of_its_table(before: str, after: list[str]) -> None:
    levels = system_of("fubar").levels
    assert [promote(levels, {"level": before}, level).profile["level"] for level in (1, 2, 3)] == after


def test_open_rebellion_one_more_skill_die_up_to_its_best() -> None:
    assert [at("opreb", level, skill=3)["skill"] for level in (1, 2, 3)] == [4, 5, 5]
    assert at("opreb", 3, skill=5) == {}


def test_ww2_the_next_rank_and_wpn_or_trn_by_choice() -> None:
    profile: dict[str, Any] = {"wpn": 5, "arm": 4, "mor": 8, "trn": 5}
    assert at("openfire_ww2", 1, **profile) == {"rank": "veteran", "wpn": 6}
    assert at("openfire_ww2", 2, {1: "trn", 2: "wpn"}, **profile) == {"rank": "veteran", "wpn": 6, "trn": 6}
    assert at("openfire_ww2", 2, **profile, rank="conscript") == {"rank": "veteran", "wpn": 7}


def test_ww2_a_trait_at_its_best_is_not_chosen() -> None:
    profile: dict[str, Any] = {"wpn": 10, "arm": 4, "mor": 8, "trn": 5}
    assert at("openfire_ww2", 1, {1: "wpn"}, **profile) == {"rank": "veteran", "trn": 6}
    assert at("openfire_ww2", 1, wpn=10, arm=4, mor=8, trn=10) == {"rank": "veteran"}


def test_d12_skl_cmd_or_def_one_better_never_past_the_best_of_the_book() -> None:
    profile: dict[str, Any] = {"mov": 6, "skl": 7, "defence": 7, "cmd": 6, "hp": 2}
    assert at("openfire_d12", 1, {1: "defence"}, **profile) == {"defence": 6}
    assert at("openfire_d12", 3, {1: "defence", 2: "defence", 3: "defence"}, **profile) == {"defence": 5, "skl": 6}
    for skl in (6, 2):
        at_its_best: dict[str, Any] = profile | {"skl": skl, "defence": 5, "cmd": 5}
        assert at("openfire_d12", 3, **at_its_best) == {}


def test_bayonet_quality_one_better() -> None:
    assert [at("bayonet", level)["quality"] for level in (1, 2, 3)] == ["superior", "exceptional", "exceptional"]
    assert at("bayonet", 1, quality="inferior") == {"quality": "ordinary"}


LEVEL = st.integers(0, 3)
IDS = ("u1", "u2")
CHOICES = st.dictionaries(st.integers(1, 3), st.sampled_from(["wpn", "trn", "skl", "cmd", "defence", "level", "x"]))


@given(st.sampled_from(UNITS), LEVEL, CHOICES)
def test_the_promoted_are_units_of_the_system(of: tuple[System, str], level: int, choices: dict[int, str]) -> None:
    system, unit = of
    profile = system.units[unit].profile
    found = promote(system.levels, profile, level, choices)
    validate(system.profile, found.profile)
    assert {gain.trait for gain in found.gains} == {
        trait for trait, value in found.profile.items() if profile.get(trait) != value
    }
    assert all(1 <= gain.level <= level for gain in found.gains)


@given(st.sampled_from(UNITS), st.integers(1, 3), CHOICES)
def test_a_level_only_adds_to_the_one_below(of: tuple[System, str], level: int, choices: dict[int, str]) -> None:
    system, unit = of
    profile = system.units[unit].profile
    below, above = (promote(system.levels, profile, one, choices) for one in (level - 1, level))
    assert above.gains[: len(below.gains)] == below.gains


@for_each("system", SYSTEMS)
def test_no_level_gives_anything_past_the_best(system: System) -> None:
    for unit in system.units.values():
        best = promote(system.levels, unit.profile, 60).profile
        assert promote(system.levels, unit.profile, 61).profile == best
        validate(system.profile, best)


@every_system
def test_the_ledgers_speak_of_every_trait_that_levels_raise(system: System) -> None:
    raised = {better.trait for choice in system.levels for better in choice}
    sitting = Sitting(system)
    told = {
        trait.name
        for action in system.actions
        for facts in cases(system)[action]
        for played, _ in sitting.every_play(action, facts, 40)
        for step in played.played.steps
        for line in step.throw.ledger
        for trait in line.traits
    }
    assert raised
    assert raised <= told
    assert told <= set(system.profile.model_fields)


@pytest.mark.parametrize(
    ("system", "attackers", "targets"),
    [
        ("fubar", {"level"}, set[str]()),
        ("opreb", {"skill"}, {"skill"}),
        ("openfire_ww2", {"wpn"}, {"rank", "trn"}),
        ("openfire_d12", {"skl"}, {"defence"}),
        ("bayonet", {"quality", "range_cf"}, {"quality", "physical_cf"}),
    ],
)
def test_a_shot_shows_the_origins_of_traits_of_both_units(system: str, attackers: set[str], targets: set[str]) -> None:
    of = system_of(system)
    stories = {
        id: {trait: Text("<{id} {trait}>", id=id, trait=trait) for trait in of.profile.model_fields} for id in IDS
    }
    lines = {
        ENGLISH(line.why)
        for played, _ in Sitting(of).every_play("fire", cases(of)["fire"][0], 60)
        for throw in play_of(played, {"attacker": "u1", "target": "u2"}, stories).throws
        for line in throw.ledger
    }
    told = {id: {trait for trait in stories[id] if any(f"<{id} {trait}>" in line for line in lines)} for id in IDS}
    assert told == {"u1": attackers, "u2": targets}


def test_a_choice_is_offered_where_there_are_several() -> None:
    ww2, fubar = system_of("openfire_ww2"), system_of("fubar")
    profile = {"wpn": 5, "arm": 4, "mor": 8, "trn": 5}
    assert [(one.trait, ENGLISH(one.says)) for one in options(ww2.levels, profile, 2, {1: "trn"})] == [
        ("wpn", "WPN 6"),
        ("trn", "TRN 7"),
    ]
    assert options(fubar.levels, {"level": "green"}, 1) == ()


def test_a_choice_that_a_level_cannot_give_is_refused_in_a_sentence() -> None:
    levels = system_of("openfire_ww2").levels
    profile = {"wpn": 10, "arm": 4, "mor": 8, "trn": 5}
    assert choose(levels, profile, 1, "trn") == {1: "trn"}
    with pytest.raises(BadFacts) as error:
        choose(levels, profile, 1, "wpn", {})
    assert ENGLISH(error.value.faults[0]) == 'choice: choose trn, not "wpn"'


def test_a_trait_gained_by_earlier_levels_is_not_offered_again() -> None:
    """With the first level in WPN there is no better one for the second; that choice is kept."""
    levels = system_of("openfire_ww2").levels
    profile = {"wpn": 9, "arm": 4, "mor": 8, "trn": 5}
    assert choose(levels, profile, 2, "wpn", {1: "trn"}) == {1: "trn", 2: "wpn"}
    with pytest.raises(BadFacts):
        choose(levels, profile, 2, "wpn", {1: "wpn"})


def test_a_system_without_levels_leaves_units_as_they_are() -> None:
    assert promote(NO_LEVELS, {"skill": 3}, 3) == Promoted({"skill": 3})
    assert options(NO_LEVELS, {"skill": 3}, 1) == ()


def test_reasons_name_the_battle_that_brought_them() -> None:
    gains = promote(system_of("fubar").levels, {"level": "green"}, 2).gains
    told = level_origins(gains, {1: 1, 2: 2})
    assert {trait: ENGLISH(text) for trait, text in told.items()} == {"level": "veteran since the second battle"}
    assert ENGLISH(level_origins(gains, {})["level"]) == "veteran by experience"


def test_battles_have_ordinals_and_then_numbers() -> None:
    assert [ENGLISH(nth_battle(n)) for n in (1, 10, 11)] == ["the first battle", "the tenth battle", "battle 11"]


def test_each_gain_has_its_level_its_trait_and_its_value() -> None:
    gains = promote(system_of("fubar").levels, {"level": "green"}, 2).gains
    assert [(one.level, one.trait, one.value) for one in gains] == [(1, "level", "seasoned"), (2, "level", "veteran")]


# Experience from a battle, its dilution by recruits, and the level (Aftermath › Experience).


def resolve_level(facts: dict[str, Any]) -> dict[str, Any]:
    return outcome("experience", facts)


def test_fighting_earns_one_and_each_deed_another() -> None:
    assert resolve_level(learned())["gained"] == 1
    assert [resolve_level(learned(deed))["gained"] for deed in DEEDS] == [2, 2, 2, 2]
    assert resolve_level(learned("caused_losses", "won"))["gained"] == 3


def test_at_most_four_a_battle() -> None:
    assert resolve_level(learned(*DEEDS))["gained"] == 4
    assert resolve_level(learned(*DEEDS[:3]))["gained"] == 4


def test_nothing_for_those_who_routed() -> None:
    assert resolve_level(learned(*DEEDS, "routed", before=5)) == {
        "gained": 0,
        "after": 5,
        "level": 1,
        "level_up": False,
    }


@for_each(("before", "level"), [(0, 0), (2, 0), (3, 1), (8, 1), (9, 2), (16, 2), (17, 3), (500, 3)])
def test_a_level_at_4_10_and_18(before: int, level: int) -> None:
    assert resolve_level(learned(before=before))["level"] == level


@for_each(("before", "models", "recruits", "after"), [(9, 8, 2, 6), (9, 8, 8, 0), (5, 3, 1, 3)])
def test_recruits_dilute_first_rounded_down(before: int, models: int, recruits: int, after: int) -> None:
    assert resolve_level(learned("routed", before=before, models=models, recruits=recruits))["after"] == after


def test_half_of_it_recruits_may_fall_a_level() -> None:
    found = resolve_level(learned(before=10, models=8, recruits=4))
    assert (found["after"], found["level"], found["level_up"]) == (6, 1, False)
    assert text_of_play("experience", learned(before=10, models=8, recruits=4)).endswith("Down to level 1.")


def test_an_unchanged_level_is_not_mentioned() -> None:
    assert "level" not in text_of_play("experience", learned(before=11))


def test_a_level_regained_in_the_same_battle_is_none_up() -> None:
    found = resolve_level(learned(*DEEDS, before=10, models=8, recruits=2))
    assert (found["after"], found["level"], found["level_up"]) == (11, 2, False)


@given(st.sets(st.sampled_from(DEEDS)), st.booleans(), st.booleans(), st.integers(0, 40), st.integers(1, 30), st.data())
def test_laws(deeds: set[str], fought: bool, routed: bool, before: int, models: int, data: st.DataObject) -> None:
    recruits = data.draw(st.integers(0, models))
    facts = learned(*deeds, fought=fought, routed=routed, before=before, models=models, recruits=recruits)
    found = resolve_level(facts)
    assert 0 <= found["gained"] <= (0 if routed else 4)
    assert found["gained"] <= found["after"] <= before + found["gained"]
    assert 0 <= found["level"] <= 3
    if found["level_up"]:
        assert resolve_level(facts | {"recruits": 0})["level"] >= found["level"]
    assert resolve_level(facts | {"recruits": 0})["after"] >= found["after"]


def test_a_unit_without_figures_is_refused() -> None:
    expect_refusal("experience", learned(models=0), "wiped out")


def test_more_recruits_than_figures_are_refused() -> None:
    expect_refusal(
        "experience", learned(models=4, recruits=5), "Give at most 4 recruits, not 5: the unit has 4 figures"
    )


@for_each("field", [*DEEDS, "models"])
def test_an_experience_roll_without_a_required_field_is_refused(field: str) -> None:
    facts = learned()
    del facts[field]
    faulty("experience", facts, field)


@for_each(("field", "value"), [("before", -1), ("before", 1001), ("recruits", -1), ("models", 101), ("won", 1)])
def test_facts_that_cannot_be(field: str, value: object) -> None:
    faulty("experience", learned() | {field: value}, field)


@for_each(("before", "gained"), [(995, 4), (996, 4), (999, 1), (1000, 0)])
def test_no_unit_learns_past_all_the_experience_there_is(before: int, gained: int) -> None:
    found = resolve_level(learned(*DEEDS, before=before))
    assert (found["gained"], found["after"]) == (gained, before + gained)


def test_the_level_is_a_place_and_no_number_with_a_mean() -> None:
    action = CAMPAIGN.actions["experience"]
    dist = odds(action, validate(action.facts, learned()), ruleset_of(CAMPAIGN, {}))
    assert set(means(action, dist)) == {"gained", "after"}
