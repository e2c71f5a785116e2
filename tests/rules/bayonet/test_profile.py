"""Ready-made figures and the two sample forces."""

from __future__ import annotations

import pytest

from data.files import sample_forces
from rules.bayonet.facts import BayonetProfile
from rules.bayonet.figures import figure
from rules.command.force import muster_units, spec, specs
from rules.game.game import Game
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from tests.rows import for_each
from tests.rules.bayonet.table import SYSTEM

FACTORS = {
    "gi": (3, 3),
    "irregular": (2, 2),
    "sniper": (4, 2),
    "heavy": (5, 3),
    "engineer": (2, 3),
    "officer": (2, 3),
    "grenade": (4, None),
    "light_mortar": (6, None),
    "truck": (None, 2),
    "light_tank": (5, 6),
}


def _profile(kind: str) -> BayonetProfile:
    return BayonetProfile.model_validate(SYSTEM.units[kind].profile)


def test_factors_are_the_pages() -> None:
    assert {kind: (_profile(kind).range_cf, _profile(kind).physical_cf) for kind in SYSTEM.units} == FACTORS


def test_notes_of_the_page() -> None:
    assert (_profile("officer").quality, _profile("officer").officer) == ("superior", True)
    assert _profile("sniper").range == 2 * (_profile("gi").range or 0)
    assert _profile("heavy").automatic
    assert [kind for kind in SYSTEM.units if _profile(kind).area] == ["grenade", "light_mortar"]
    assert [kind for kind in SYSTEM.units if _profile(kind).indirect] == ["light_mortar"]


def test_weapons_are_profiles_that_shoot_and_cannot_be_fought() -> None:
    assert SYSTEM.weapons == ("grenade", "light_mortar")


def test_a_figure_fires_by_itself_at_one_target_or_several() -> None:
    [heavy] = muster_units(SYSTEM, Game(), "Red", [spec(SYSTEM, {"type": "heavy"})], None)
    assert (SYSTEM.fires_by_itself(heavy), SYSTEM.fires_one(heavy)) == (True, False)


@for_each("name", list(sample_forces("bayonet")))
def test_sample_forces_muster_and_every_figure_can_act(name: str) -> None:
    units = muster_units(SYSTEM, Game(), "Blue", specs(SYSTEM, sample_forces("bayonet")[name]), None)
    assert len({unit.name for unit in units}) == len(units)
    for unit in units:
        assert figure(unit).range_cf is not None or figure(unit).physical_cf is not None


def test_the_demo_names_two_sample_forces() -> None:
    assert set(SYSTEM.about.demo) == set(sample_forces("bayonet"))


def test_together_they_field_the_whole_list_but_the_carried_grenade() -> None:
    fielded = {unit["type"] for force in sample_forces("bayonet").values() for unit in force.units}
    assert fielded == set(FACTORS) - {"grenade"}


def test_a_profile_has_defaults_and_bounds() -> None:
    plain = validate(BayonetProfile, {})
    assert (plain.arc, plain.bounds_between, plain.range_cf, plain.move) == (45, 1, None, None)
    with pytest.raises(BadFacts, match="bounds_between"):
        validate(BayonetProfile, {"bounds_between": 0})
    with pytest.raises(BadFacts, match="arc"):
        validate(BayonetProfile, {"arc": 181})


def test_an_unknown_weapon_is_refused() -> None:
    with pytest.raises(BadFacts, match="weapons: there is no laser; choose grenade"):
        spec(SYSTEM, {"type": "gi", "weapons": [{"name": "laser"}]})
