"""Ready-made units and the two sample forces."""

from __future__ import annotations

import re
from typing import Any

import pytest

from data.files import sample_forces
from rules.command.force import muster_units, spec, specs
from rules.game.game import Game
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.openfire_d12.board_facts import unit_facts
from rules.openfire_d12.facts import D12Profile
from tests.rows import for_each
from tests.rules.openfire_d12.table import SYSTEM

UNITS = {
    "line_squad": (5, 6, 7, 7, 6, 2),
    "veteran_squad": (4, 6, 6, 6, 5, 3),
    "scout_pair": (2, 7, 6, 8, 6, 2),
    "heavy_trooper": (1, 5, 6, 5, 5, 6),
    "raiders": (6, 7, 7, 8, 7, 2),
}


def _profile(kind: str) -> D12Profile:
    return D12Profile.model_validate(SYSTEM.units[kind].profile)


def test_profiles_are_the_pages() -> None:
    found = {
        kind: (one.models, of.mov, of.skl, of.defence, of.cmd, of.hp)
        for kind, one in SYSTEM.units.items()
        for of in (_profile(kind),)
    }
    assert found == UNITS


def test_special_rules_are_the_pages() -> None:
    assert _profile("veteran_squad").fearless
    assert (_profile("scout_pair").scout, _profile("scout_pair").stealth) == (True, 2)
    assert _profile("heavy_trooper").heavy_armour == 1


def test_a_unit_comes_with_hit_points_for_every_model_and_scouts_wait() -> None:
    veterans, scouts = (
        muster_units(SYSTEM, Game(), "Red", [spec(SYSTEM, {"type": kind})], None)[0]
        for kind in ("veteran_squad", "scout_pair")
    )
    assert veterans.hp == (3, 3, 3, 3)
    assert (veterans.states, scouts.states) == ({}, {"scout_waiting": 1})


def test_a_single_model_attacks_with_one_weapon() -> None:
    of = {kind: muster_units(SYSTEM, Game(), "Red", [spec(SYSTEM, {"type": kind})], None)[0] for kind in UNITS}
    assert [kind for kind, unit in of.items() if SYSTEM.fires_one(unit)] == ["heavy_trooper"]


def test_hit_points_a_force_writes_down_are_kept() -> None:
    given: dict[str, Any] = {"type": "line_squad", "models": 3, "hp": (1, 2, 2)}
    assert muster_units(SYSTEM, Game(), "Red", [spec(SYSTEM, given)], None)[0].hp == (1, 2, 2)


@for_each("name", list(sample_forces("openfire_d12")))
def test_sample_forces_muster_and_every_unit_can_act(name: str) -> None:
    units = muster_units(SYSTEM, Game(), "Red", specs(SYSTEM, sample_forces("openfire_d12")[name]), None)
    assert len({unit.name for unit in units}) == len(units)
    assert all(unit_facts(unit).models == unit.models for unit in units)


def test_the_demo_names_two_sample_forces_which_field_every_type() -> None:
    assert set(SYSTEM.about.demo) == set(sample_forces("openfire_d12"))
    fielded = {unit["type"] for force in sample_forces("openfire_d12").values() for unit in force.units}
    assert fielded == set(UNITS)


def test_the_commands_to_try_name_units_of_the_demo() -> None:
    forces = sample_forces("openfire_d12").values()
    names = {spec(SYSTEM, unit).name for force in forces for unit in force.units}
    for step in SYSTEM.about.steps:
        said = re.findall(r"(?:attacker|target|unit):(.+?)(?= \w+:|$)", step)
        assert said
        assert set(said) <= names


def test_a_profile_has_bounds() -> None:
    given = SYSTEM.units["raiders"].profile
    for field, value in {"skl": 13, "hp": 0, "mov": -1, "fearless": 1}.items():
        with pytest.raises(BadFacts, match=field):
            validate(D12Profile, {**given, field: value})


def test_an_unknown_weapon_is_refused() -> None:
    with pytest.raises(BadFacts, match="weapons: there is no laser; choose service_rifle"):
        spec(SYSTEM, {"type": "raiders", "weapons": [{"name": "laser"}]})
