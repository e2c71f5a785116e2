"""Defaults in the record of a campaign, counted out by hand.

A field that was added later has a default: older records must be read as they were meant.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from pydantic import BaseModel, ValidationError

from rules import campaign
from rules.campaign.tables import CampaignRulings
from rules.campaign.territories import Territory, TerritoryMap
from tests.rows import for_each

MUST_SAY = {
    "Recovery": "lost",
    "Salvage": "state",
    "BattleBegun": "battle game sides",
    "UnitFielded": "battle unit game_unit",
    "UnitWithdrawn": "battle unit",
    "BattleEnded": "battle",
    "BattleCalledOff": "battle",
    "BattleSide": "roster side",
    "Battle": "id game",
    "Member": "id name",
    "StoryWords": "number by text",
    "Campaign": "",
    "CampaignEvent": "",
    "CampaignEntry": "campaign number command by at",
    "Experience": "caused_losses destroyed objective won models",
    "CampaignBegun": "id name system arbitrator player",
    "PlayerJoined": "player name",
    "MemberLeft": "player",
    "RosterHandedOver": "roster player",
    "ArbitratorNamed": "player",
    "CampaignRulingSet": "name value",
    "BattleRulingSet": "name value",
    "CampaignTold": "",
    "CampaignEnded": "",
    "UnitStatusSet": "unit status",
    "UnitPriced": "unit points",
    "FiguresGranted": "roster figures",
    "HonourAwarded": "unit honour",
    "PointsAwarded": "roster points",
    "Reinforcements": "",
    "Replaced": "unit recruit name",
    "Result": "",
    "ReportLine": "key",
    "UnitChange": "unit",
    "ReportNeed": "key unit action",
    "ReportEdit": "number by",
    "Report": "result",
    "ReportMade": "battle game report",
    "AftermathRolled": "battle need outcome change",
    "ReportEdited": "battle",
    "ReportSigned": "battle roster player version",
    "ReportDecided": "battle version",
    "ReportReopened": "battle",
    "Injury": "key modifier",
    "Absence": "battle figures since",
    "Honour": "key",
    "Deed": "key number",
    "CampaignUnit": "id roster name models full",
    "Roster": "id name",
    "UnitEnlisted": "unit system",
    "UnitRenamed": "unit name",
    "RosterRenamed": "roster name",
    "UnitRested": "unit",
    "UnitDismissed": "unit",
    "UnitTransferred": "unit roster",
    "LevelChosen": "unit level trait options",
    "Reinforced": "unit figures",
    "RecoveryRow": "back recovering held_field medic",
    "SalvageRow": "held_field repaired otherwise",
    "ExperienceRow": "fought caused_losses destroyed objective won most levels",
    "ReinforcementsRow": "lost_battle",
    "CampaignTables": "recovery salvage experience reinforcements",
    "CampaignRulings": "",
    "Terms": "",
    "HonourRow": "deed name",
    "Territory": "name",
    "TerritoryMap": "name territories",
}
"""The fields that each value cannot be read without."""

MEANT = {
    "BattleEnded": {"over": True},
    "Battle": {"stage": "fighting"},
    "Campaign": {"format": 1, "begun_in": 1, "shape": "league", "levels": (4, 10, 18)},
    "CampaignEntry": {"format": 2},
    "Experience": {"fought": True},
    "CampaignBegun": {"shape": "league", "levels": (4, 10, 18), "steps": 7},
    "CampaignEnded": {"over": True},
    "Reinforcements": {"base": 3},
    "Result": {"margin": "draw"},
    "ReportNeed": {"of": "campaign"},
    "Report": {"most": 4, "version": 1},
    "CampaignUnit": {"status": "fit"},
    "UnitRested": {"on": True},
    "HonourRow": {"least": 1, "battles": 1},
    "Territory": {"victory": 1},
}
"""What is meant where nothing is said, but for none, nothing and no; test_limits.py has the terms of a campaign."""


def values() -> Iterator[type[BaseModel]]:
    """Everything that a campaign's record is made of, and what its tables and maps are read into."""
    for module in pkgutil.iter_modules(campaign.__path__, "rules.campaign."):
        for name, one in vars(importlib.import_module(module.name)).items():
            here = isinstance(one, type) and one.__module__ == module.name
            if here and issubclass(one, BaseModel) and not name.startswith("_"):
                yield one


def test_the_required_fields_of_campaign_events_are_unchanged() -> None:
    assert {
        one.__name__: [name for name, field in one.model_fields.items() if field.is_required()] for one in values()
    } == {name: fields.split() for name, fields in MUST_SAY.items()}


def test_the_defaults_of_campaign_events_are_unchanged() -> None:
    found = {one.__name__: dict(defaults(one)) for one in values() if not issubclass(one, CampaignRulings)}
    assert {name: meant for name, meant in found.items() if meant} == MEANT


def defaults(one: type[BaseModel]) -> Iterator[tuple[str, object]]:
    for name, field in one.model_fields.items():
        meant = None if field.is_required() else field.get_default(call_default_factory=True)
        if name != "kind" and meant:
            yield name, meant


def test_nothing_that_has_been_recorded_changes() -> None:
    assert [one.__name__ for one in values() if not one.model_config.get("frozen")] == []


@for_each("given", [{"name": "Ford", "neighbors": []}, {"name": "War", "territories": {}, "by": "Ann"}])
def test_a_map_has_no_unread_words(given: dict[str, object]) -> None:
    model = TerritoryMap if "territories" in given else Territory
    with pytest.raises(ValidationError, match="not permitted"):
        model.model_validate(given)
