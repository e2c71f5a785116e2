"""Ready-made units and the two sample forces."""

from __future__ import annotations

from typing import Any

import pytest

from data.files import sample_forces
from rules.command.force import muster_units, spec, specs
from rules.game.game import Game
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from rules.openfire_ww2.facts import WW2Profile
from rules.openfire_ww2.tables import VEHICLES
from tests.rows import for_each
from tests.rules.openfire_ww2.table import SYSTEM

FORCES = sample_forces("openfire_ww2")


@for_each("kind", list(SYSTEM.units))
def test_every_ready_made_unit_is_whole(kind: str) -> None:
    [unit] = muster_units(SYSTEM, Game(), "Red", [spec(SYSTEM, {"type": kind})], None)
    profile = WW2Profile.model_validate(unit.profile)
    assert bool(unit.hp) == (profile.kind in VEHICLES)
    assert all(weapon.name in SYSTEM.weapons for weapon in unit.weapons)
    assert profile.kind in VEHICLES or all(weapon.count <= unit.models for weapon in unit.weapons)


@for_each(
    ("kind", "numbers"),
    [
        ("rifle_team", (5, 4, 8, 5)),
        ("veteran_rifle_team", (6, 4, 8, 6)),
        ("conscript_team", (4, 3, 7, 4)),
        ("mg_team", (5, 4, 8, 5)),
        ("medium_tank", (5, 7, None, 5)),
        ("heavy_tank", (5, 9, None, 5)),
        ("half_track", (5, 2, None, 5)),
    ],
)
def test_profiles_of_the_demo_force(kind: str, numbers: tuple[int | None, ...]) -> None:
    profile = WW2Profile.model_validate(SYSTEM.units[kind].profile)
    assert (profile.wpn, profile.arm, profile.mor, profile.trn) == numbers


@for_each(
    ("name", "numbers"),
    [
        ("bolt_action_rifle", (24, 1, 4, 0, "mobile")),
        ("smg", (10, 3, 3, 0, "mobile")),
        ("lmg", (24, 5, 5, 0, "mobile")),
        ("hmg", (30, 6, 5, 0, "heavy")),
        ("hand_grenade", (6, 1, 4, -1, "light")),
        ("75mm_gun", (36, 1, 7, 0, "heavy")),
        ("88mm_gun", (48, 1, 8, 1, "heavy")),
        ("81mm_mortar", (48, 1, 5, 0, "artillery")),
    ],
)
def test_weapons_of_the_demo_force(name: str, numbers: tuple[int | str, ...]) -> None:
    row = SYSTEM.tables.weapons[name]
    assert (row.rng, row.rof, row.pen, row.acc, row.mobility) == numbers


@for_each("name", list(FORCES))
def test_every_sample_force_musters(name: str) -> None:
    units = muster_units(SYSTEM, Game(), "Red", specs(SYSTEM, FORCES[name]), None)
    assert len({unit.name for unit in units}) == len(units)


def test_the_demo_has_two_forces_and_three_commands() -> None:
    assert SYSTEM.about.demo == ("spearhead", "rearguard")
    assert set(SYSTEM.about.demo) <= set(FORCES)
    assert len(SYSTEM.about.steps) == 3


def test_faults_of_a_unit_name_the_field() -> None:
    with pytest.raises(BadFacts, match="wpn"):
        spec(SYSTEM, {"type": "rifle_team", "profile": {"wpn": 12}})
    with pytest.raises(BadFacts, match="weapons"):
        spec(SYSTEM, {"type": "rifle_team", "weapons": [{"name": "bow"}]})
    with pytest.raises(BadFacts, match="states"):
        spec(SYSTEM, {"type": "rifle_team", "states": {"asleep": 1}})


@for_each(
    ("given", "fault"),
    [
        ({"hp": [100], "weapons": [{"name": "lmg", "count": 100}]}, None),
        ({"hp": []}, "hp: give a vehicle its hit points, 100 at most"),
        ({"hp": [50, 51]}, "hp: give a vehicle its hit points, 100 at most"),
        ({"weapons": [{"name": "lmg", "count": 100}, {"name": "smg"}]}, "weapons: a vehicle carries at most 100"),
        ({"profile": {"rank": "conscript"}}, "rank: choose trained or veteran; a vehicle is never conscript"),
    ],
)
def test_a_vehicle_has_hit_points_a_limit_and_no_conscripts(given: dict[str, Any], fault: str | None) -> None:
    told = {"type": "medium_tank", **given}
    if fault is None:
        assert spec(SYSTEM, told).hp == (100,)
        return
    with pytest.raises(BadFacts) as caught:
        spec(SYSTEM, told)
    assert fault in [ENGLISH(one) for one in caught.value.faults]
