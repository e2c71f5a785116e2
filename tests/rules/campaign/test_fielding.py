"""A unit on the table after earlier battles: fewer figures, a level, an injury, and the reasons of both."""

from __future__ import annotations

from data import system_of
from rules.campaign.levels import enter_battle
from rules.campaign.people_events import CampaignBegun, PlayerJoined
from rules.campaign.report import UnitChange
from rules.campaign.roster import Injury, enlist_unit
from rules.campaign.roster_events import UnitEnlisted
from rules.command.force import muster_units, spec
from rules.game.game import Game
from rules.kernel.wording import ENGLISH
from tests.rules.campaign.played import ANN, BOB, Record, fight, report_battle, sign


def campaign_after_one_battle(system: str, kind: str, change: UnitChange, medic: bool = False) -> Record:
    """Return a campaign in which a unit of that type has fought one battle."""
    record = Record()
    record.add(ANN, CampaignBegun(id="c", name="W", system=system, arbitrator=ANN, player="Ann"))
    record.add(ANN, PlayerJoined(player=ANN, name="Ann", roster="ra"))
    record.add(BOB, PlayerJoined(player=BOB, name="Bob", roster="rb"))
    one = spec(system_of(system), {"type": kind, "medic": medic})
    record.add(ANN, UnitEnlisted(unit=enlist_unit("v", "ra", one, kind), system=system))
    fight(record, units=("v",))
    report_battle(record, change)
    sign(record)
    return record


def test_losses_and_levels_come_along_with_their_reason() -> None:
    record = campaign_after_one_battle("fubar", "militia", UnitChange(unit="v", models=-2, experience=4))
    unit = record.campaign.units["v"]
    came = enter_battle(record.campaign, unit, system_of("fubar"))
    assert came.spec.models == unit.full - 2
    assert unit.profile["level"] != came.spec.profile["level"]
    assert ENGLISH(came.origins["level"]).endswith("since the first battle")


def test_injuries_come_along_with_their_reason() -> None:
    hurt = UnitChange(unit="v", injuries=(Injury(key="severe", modifier=-3, battles=3),))
    record = campaign_after_one_battle("bayonet", "gi", hurt)
    unit = record.campaign.units["v"]
    came, was = enter_battle(record.campaign, unit, system_of("bayonet")), unit.profile["physical_cf"]
    assert isinstance(was, int)
    assert came.spec.profile["physical_cf"] == max(-5, was - 3)
    assert "severely hurt in the first battle" in ENGLISH(came.origins["physical_cf"])


def test_a_medic_stays_one() -> None:
    record = campaign_after_one_battle("fubar", "militia", UnitChange(unit="v"), medic=True)
    assert enter_battle(record.campaign, record.campaign.units["v"], system_of("fubar")).spec.medic


def test_hit_points_come_back_with_the_figures_that_are_left() -> None:
    record = campaign_after_one_battle("openfire_d12", "line_squad", UnitChange(unit="v", models=-2))
    unit = record.campaign.units["v"]
    came = enter_battle(record.campaign, unit, system_of("openfire_d12"))
    [there] = muster_units(system_of("openfire_d12"), Game(), "Red", [came.spec], None)
    assert len(there.hp) == there.models == unit.full - 2
    assert there.hp == (unit.profile["hp"],) * there.models


def test_the_trait_that_was_chosen_for_a_level_comes_along() -> None:
    record = campaign_after_one_battle("openfire_ww2", "rifle_squad", UnitChange(unit="v"))
    unit = record.campaign.units["v"].with_changes(level=1, choices={1: "trn"}, since={1: 1})
    came, trn = enter_battle(record.campaign, unit, system_of("openfire_ww2")), unit.profile["trn"]
    assert isinstance(trn, int)
    assert (came.spec.profile["trn"], came.spec.profile["wpn"]) == (trn + 1, unit.profile["wpn"])
    assert "trn" in came.origins
    assert "wpn" not in came.origins
