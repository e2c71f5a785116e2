"""A unit of a roster as it enters the game of a battle: what is left of it, with its level and its injuries."""

from __future__ import annotations

from typing import NamedTuple

from rules.campaign.campaign import Campaign
from rules.campaign.fielding import fielded
from rules.campaign.injuries import Hurt
from rules.campaign.roster import CampaignUnit
from rules.system import System
from rules.text import Text
from rules.unit import UnitSpec


class Entering(NamedTuple):
    """What it brings to the table, and for each trait that battles have changed the reason that ledgers name."""

    spec: UnitSpec
    origins: dict[str, Text]


def entering(campaign: Campaign, unit: CampaignUnit, system: System) -> Entering:
    """The unit as it goes into its next battle."""
    found = fielded(system, unit.profile, unit.level, unit.choices, unit.since, _hurts(campaign, unit))
    return Entering(unit.spec.model_copy(update={"profile": found.profile}), found.origins)


def _hurts(campaign: Campaign, unit: CampaignUnit) -> list[Hurt]:
    battles = {id: nth for nth, id in enumerate(campaign.battles, 1)}
    return [Hurt(one.key, one.modifier, battles.get(one.battle)) for one in unit.injuries]
