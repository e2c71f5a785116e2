"""A unit of a roster as it goes into a battle: its profile with levels and injuries, and the reasons for ledgers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from rules.campaign.campaign import Campaign
from rules.campaign.levels import Hurt, by_level, hindered, promoted, together
from rules.campaign.roster import CampaignUnit
from rules.command.system import System
from rules.game.after_battle import Gives, Injuries
from rules.game.unit import UnitSpec
from rules.kernel.text import Text


class Campaigning(Protocol):
    """What a rule system says of units that go from battle to battle."""

    @property
    def levels(self) -> Gives: ...
    @property
    def injuries(self) -> Injuries: ...


class Fielded(NamedTuple):
    """The profile a unit fights by, and by trait what made it so: `Unit.profile` and `Unit.origins`."""

    profile: dict[str, Any]
    origins: dict[str, Text]


def fielded(
    system: Campaigning,
    profile: Mapping[str, Any],
    level: int = 0,
    choices: Mapping[int, str] | None = None,
    since: Mapping[int, int] | None = None,
    hurts: Iterable[Hurt] = (),
) -> Fielded:
    """A unit that was enlisted with that profile. `choices` has the trait chosen for a level, `since` its battle."""
    better = promoted(system.levels, profile, level, choices)
    worse = hindered(system.injuries, better.profile, hurts)
    return Fielded(worse.profile, together(by_level(better.gains, since or {}), worse.origins))


# A unit of a roster as it enters the game of a battle: what is left of it, with its level and its injuries.


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
