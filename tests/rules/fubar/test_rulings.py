"""The rulings of the page: their defaults, the effect of each, and its mention where it decides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from rules.kernel.dice import Need
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.resolve import resolve, ruleset_of, stored_ruleset
from rules.kernel.serialise import rulings_json
from rules.kernel.table import DecisionNeeded, Given
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.fubar.table import SYSTEM, at_vehicle, chances, keys, labels, outcome, play, shot, unit


def test_names_defaults_options_and_whose_they_are() -> None:
    found = {ruling["name"]: (ruling["default"], ruling["options"], ruling["house"]) for ruling in rulings_json(SYSTEM)}
    assert found == {
        "allocation": ("suppress_first", ["suppress_first", "casualties_first", "ask"], False),
        "passenger_hits": ("destroyed_only", ["destroyed_only", "each_unsaved"], True),
        "melee_stand_up": ("yes", ["yes", "no"], True),
        "same_area_cover": ("modifier", ["modifier", "none"], True),
        "ram_damage": ("casualties", ["casualties", "as_fire"], True),
        "behind_vehicle_saves": ("both", ["both", "vehicle"], True),
        "best_weapon_survives": ("yes", ["yes", "no"], True),
        "initiative_by": ("side", ["side", "player"], True),
        "half_strength_of": ("battle", ["battle", "full"], True),
        "fire_from_inside": ("no", ["no", "yes"], True),
        "fire_into_close_combat": ("warned", ["refused", "warned", "free"], True),
        "withdraw_after_round": ("allowed", ["allowed", "next_turn"], True),
    }


def test_rulings_of_several_parts_or_of_one_option_have_their_options_too() -> None:
    class Club(BaseModel):
        smoke: Literal["no"] | Literal["once", "often"] = "no"
        wind: Literal["calm"] = "calm"
        reach: int = Field(default=2, ge=1, le=3)

    options = {one["name"]: one["options"] for one in rulings_json(replace(SYSTEM, rulings=Club))}
    assert options == {"smoke": ["no", "once", "often"], "wind": ["calm"], "reach": [1, 2, 3]}


def test_every_ruling_is_explained_in_a_topic() -> None:
    told = {name for topic in SYSTEM.topics.values() for name in topic.rulings}
    assert told == set(SYSTEM.rulings.model_fields)


@for_each("name", SYSTEM.rulings.model_fields)
def test_values_that_are_none(name: str) -> None:
    with pytest.raises(BadFacts, match=name):
        ruleset_of(SYSTEM, {name: "sometimes"})


# allocation


@for_each(("ruling", "suppressed"), [("suppress_first", 2), ("casualties_first", 0), ("ask", 2)])
def test_allocation_is_the_default_of_the_owners_choice(ruling: str, suppressed: int) -> None:
    resolution = play("fire", shot((3, "infantry_rifle")), [6, 6, 6], allocation=ruling)
    assert resolution.played.outcome.suppressed == suppressed
    assert resolution.rulings_used == ("allocation",)


def test_a_choice_goes_before_the_ruling() -> None:
    facts = shot((3, "infantry_rifle"))
    assert outcome("fire", facts, [6, 6, 6], ["suppress=1"], allocation="casualties_first")["suppressed"] == 1


def test_the_owner_is_asked_under_ask_alone() -> None:
    fire = SYSTEM.actions["fire"]
    facts = validate(fire.facts, shot((3, "infantry_rifle")))

    def played(ruling: str) -> Any:
        return resolve(SYSTEM, fire, facts, ruleset_of(SYSTEM, {"allocation": ruling}), Given([6, 6, 6]), ask=True)

    assert played("suppress_first").played.outcome.suppressed == 2
    with pytest.raises(DecisionNeeded) as asked:
        played("ask")
    offers = asked.value.decision.offers(*asked.value.situation)
    assert [offer.value for offer in offers] == ["suppress=2", "suppress=1", "suppress=0"]


def test_odds_follow_the_ruling() -> None:
    found = chances("fire", shot(), allocation="casualties_first")
    assert {result.casualties for result in found} == {0, 1}
    assert {result.suppressed for result in found} == {0}


# passenger_hits

LORRY = {"armour": "none", "passengers": 2, "passenger_armour": "medium"}


def test_each_unsaved_hit_asks_a_save_of_those_inside() -> None:
    facts = at_vehicle((2, "infantry_rifle"), vehicle=LORRY)
    dice = [6, 6, 1, 1, 1, 3]
    assert outcome("fire_at_vehicle", facts, dice)["passenger_casualties"] == 0
    assert outcome("fire_at_vehicle", facts, [*dice, 5, 4], passenger_hits="each_unsaved")["passenger_casualties"] == 1


def test_those_who_fell_inside_do_not_bail_out() -> None:
    facts = at_vehicle(vehicle=LORRY)
    found = play("fire_at_vehicle", facts, [6, 1, 6, 1, 5], passenger_hits="each_unsaved")
    assert keys(found)[-2:] == [("passenger_saves", 1), ("passenger_saves 2", 1)]
    assert labels(found)[-2:] == ["passenger saves", "passenger saves (2)"]
    assert found.played.outcome.passenger_casualties == 1


def test_no_more_are_hit_than_are_inside() -> None:
    facts = at_vehicle((4, "infantry_rifle"), vehicle={"armour": "none", "passengers": 1})
    dice = [6, 6, 6, 6, 1, 1, 1, 1, 1, 3, 5, 6]
    assert outcome("fire_at_vehicle", facts, dice, passenger_hits="each_unsaved")["passenger_casualties"] == 1


@for_each("ruling", ["destroyed_only", "each_unsaved"])
def test_passenger_hits_is_named_where_it_decided(ruling: str) -> None:
    full, empty = at_vehicle(vehicle=LORRY | {"passenger_armour": "none"}), at_vehicle(vehicle={"armour": "none"})
    assert play("fire_at_vehicle", full, [6, 1, 1], passenger_hits=ruling).rulings_used == ("passenger_hits",)
    assert play("fire_at_vehicle", full, [6, 6], passenger_hits=ruling).rulings_used == ()
    assert play("fire_at_vehicle", empty, [6, 1, 1], passenger_hits=ruling).rulings_used == ()


# same_area_cover


@for_each(("ruling", "need"), [("modifier", 6), ("none", 5)])
def test_shared_cover_modifies_or_not(ruling: str, need: int) -> None:
    resolution = play("fire", shot(cover="soft", same_area=True, distance=5), [1], same_area_cover=ruling)
    assert resolution.played.steps[0].throw.needed == Need(need)
    assert resolution.rulings_used == ("same_area_cover",)


def test_without_shared_cover_it_changes_nothing() -> None:
    resolution = play("fire", shot(cover="soft"), [1], same_area_cover="none")
    assert (resolution.played.steps[0].throw.needed, resolution.rulings_used) == (Need(6), ())


@for_each(
    "facts",
    [
        shot(same_area=True, distance=5),
        shot((1, "flamethrower"), cover="soft", same_area=True, distance=5),
        shot(cover="soft", target_action="duck_and_weave", same_area=True, distance=5),
    ],
)
def test_it_is_not_named_where_it_decided_nothing(facts: dict[str, Any]) -> None:
    dice = [1] * (4 if facts["shooters"][0]["weapon"] == "flamethrower" else 1)
    assert play("fire", facts, dice).rulings_used == ()


# ram_damage


def _ramming_facts(**more: Any) -> dict[str, Any]:
    return {"unit": unit("veteran", 6, **more), "in_path": 5}


def test_unsaved_hits_of_a_ram_are_casualties() -> None:
    assert outcome("ram", _ramming_facts(), [1]) == {"dodged": False, "casualties": 5}


@for_each(
    ("choose", "suppressed", "casualties"),
    [((), 3, 2), (("allocation=casualties_first",), 0, 5), (("suppress=1",), 1, 4)],
)
def test_by_ruling_they_are_taken_as_those_of_fire(choose: tuple[str, ...], suppressed: int, casualties: int) -> None:
    """Three veterans may be suppressed; suppressed ones have stood up and may be suppressed again."""
    found = play("ram", _ramming_facts(suppressed=2), [1], choose, ram_damage="as_fire")
    assert found.played.outcome._asdict() == {"dodged": False, "casualties": casualties, "suppressed": suppressed}
    changes = {effect.effect: effect.change for effect in found.effects}
    assert changes.get("suppressed", 0) == suppressed - 2
    assert changes["models"] == -casualties
    assert found.rulings_used == ("ram_damage", "allocation")


def test_a_harmless_ram_depends_on_no_ruling() -> None:
    assert play("ram", _ramming_facts(), [6], ram_damage="as_fire").rulings_used == ()
    assert play("ram", _ramming_facts(armour="battlesuit"), [1, 2, 2, 2, 2, 2], ram_damage="as_fire").rulings_used == ()


def test_the_odds_of_a_ram_follow_the_ruling() -> None:
    found = chances("ram", _ramming_facts(), ram_damage="as_fire")
    assert {tuple(one._asdict().values()) for one in found} == {(True, 0, 0), (False, 2, 3)}


# behind_vehicle_saves


@for_each(("ruling", "thrown"), [("both", ["vehicle_saves", "armour_saves"]), ("vehicle", ["vehicle_saves"])])
def test_troops_behind_a_vehicle_save_with_it_and_maybe_by_themselves(ruling: str, thrown: list[str]) -> None:
    facts = shot(target=unit(armour="medium"), behind_vehicle="light")
    dice = [6, 1, 6] if ruling == "both" else [6, 1]
    found = play("fire", facts, dice, behind_vehicle_saves=ruling)
    assert [key for key, _ in keys(found)] == ["to_hit", *thrown]
    assert found.rulings_used[0] == "behind_vehicle_saves"


@for_each("facts", [shot(behind_vehicle="light"), shot(target=unit(armour="medium"))])
def test_it_is_not_named_without_both_saves(facts: dict[str, Any]) -> None:
    assert play("fire", facts, [1], behind_vehicle_saves="vehicle").rulings_used == ()


# half_strength_of


@for_each(("ruling", "result"), [("battle", "on_guard"), ("full", "withdraw")])
def test_more_than_half_of_those_who_came_or_of_the_full_unit(ruling: str, result: str) -> None:
    facts = {"unit": unit(figures=3) | {"starting": 5}, "full": 8}
    found = play("activate", facts, [1], half_strength_of=ruling)
    assert (found.played.outcome.result, found.rulings_used) == (result, ("half_strength_of",))


@for_each("figures", [2, 5])
def test_it_is_not_named_where_both_say_the_same(figures: int) -> None:
    facts = {"unit": unit(figures=figures) | {"starting": 5}, "full": 8}
    assert play("activate", facts, [1]).rulings_used == ()
    assert play("activate", facts, [6]).rulings_used == ()


# States of the page.


def test_the_states_are_those_of_the_page() -> None:
    page = {
        "suppressed",
        "tried",
        "activated",
        "action",
        "on_guard",
        "reacted",
        "moved",
        "engaged_with",
        "stunned",
        "immobilised",
        "weapons_lost",
        "destroyed",
        "effects_this_turn",
        "aboard",
    }
    assert page <= set(SYSTEM.states)


def test_refused_and_warned_are_listed() -> None:
    refused, warned = (" ".join(map(ENGLISH, told)) for told in (SYSTEM.refused, SYSTEM.warned))
    for word in ("Suppressed", "sight", "range", "walk", "Run", "reaction", "mortar", "second weapon", "6″", "edge"):
        assert word in refused
    assert "second try" in warned
    assert "out of touch" in warned


def test_a_game_that_runs_fires_into_close_combat_as_it_did() -> None:
    """A game without a setting for a newer ruling is played as before."""
    kept = stored_ruleset(SYSTEM, {}).rulings
    assert (kept.fire_into_close_combat, kept.withdraw_after_round) == ("free", "allowed")
    assert stored_ruleset(SYSTEM, {"fire_into_close_combat": "refused"}).rulings.fire_into_close_combat == "refused"
