"""The growth of a roster: room for recruits, what they cost a unit, and the gains of levels to be chosen."""

from __future__ import annotations

from typing import NamedTuple

from bot.errors import Refusal
from bot.game.campaigns import next_number, unit_in
from data import system_of
from rules.campaign.campaign import Campaign
from rules.campaign.levels import LevelOption, options
from rules.campaign.reinforcements import Replaced, is_replaceable
from rules.campaign.roster import CampaignUnit
from rules.campaign.roster_events import add_recruits, points_left, units_left
from rules.command.force import muster_units, unused_name
from rules.game.game import Game
from rules.kernel.text import Plural, Text


def may_be_replaced(campaign: Campaign, unit: CampaignUnit) -> bool:
    """True if a recruit may replace the unit; a vehicle cannot be replaced: it is salvaged, or lost."""
    if not is_replaceable(unit) or campaign.battle_of_unit(unit.id):
        return False
    system = system_of(campaign.system)
    [there] = muster_units(system, Game(), "", [unit.spec])
    return not system.after_battle.is_vehicle(there)


def places(campaign: Campaign, roster: str) -> tuple[CampaignUnit, ...]:
    """Return the lost figures of a roster that recruits may replace."""
    found, points = list[CampaignUnit](), points_left(campaign, roster)
    for one in campaign.units_of_roster(roster, gone=True):
        if may_be_replaced(campaign, one) and (points is None or one.points <= points):
            found.append(one)
            points = None if points is None else points - one.points
    return tuple(found[: units_left(campaign, roster)])


def room_in(unit: CampaignUnit) -> int:
    """Return the number of recruits that a unit has room for."""
    return 0 if unit.is_gone or unit.status == "captured" else max(0, unit.full - unit.models - unit.recovering)


def rooms_of(campaign: Campaign, roster: str) -> list[tuple[CampaignUnit, int]]:
    """Return the units that recruits may join, each with its room; a lost figure leaves room for one."""
    there = [(one, room_in(one)) for one in campaign.units_of_roster(roster) if not campaign.battle_of_unit(one.id)]
    return [*((one, room) for one, room in there if room), *((one, 1) for one in places(campaign, roster))]


def room_of(campaign: Campaign, roster: str) -> int:
    """Return the number of figures that may be placed in a roster now."""
    return min(campaign.rosters[roster].figures, sum(room for _, room in rooms_of(campaign, roster)))


def units_of_page(campaign: Campaign, roster: str) -> tuple[CampaignUnit, ...]:
    """Return the units of a roster; while it has figures to place, replaceable lost ones are included."""
    lost = places(campaign, roster) if campaign.rosters[roster].figures else ()
    return (*campaign.units_of_roster(roster), *lost)


class LevelCost(NamedTuple):
    """The number of recruits that lowers a unit to a level."""

    figures: int
    level: int


def level_cost(campaign: Campaign, unit: CampaignUnit) -> LevelCost | None:
    """Return the smallest number of placeable recruits that costs a unit a level; None if none does."""
    for figures in range(1, min(campaign.rosters[unit.roster].figures, room_in(unit)) + 1):
        level = add_recruits(campaign, unit, figures).level
        if level < unit.level:
            return LevelCost(figures, level)
    return None


def describe_cost(cost: LevelCost) -> Text:
    return Plural(
        "{n} recruit lowers it to level {level}",
        "{n} recruits lower it to level {level}",
        cost.figures,
        level=cost.level,
    )


def unit_to_fill(campaign: Campaign, text: str, player: str) -> CampaignUnit:
    """Return the unit to place figures in: a present one, else a lost one that a recruit may replace.

    Raises Refusal for an unknown name.
    """
    try:
        return unit_in(campaign, text, player)
    except Refusal:
        lost = unit_in(campaign, text, player, gone=True)
        if not may_be_replaced(campaign, lost):
            raise
        return lost


def replacement_event(campaign: Campaign, lost: CampaignUnit) -> Replaced:
    """Return the event by which a recruit replaces a lost figure, under a name that is unique in the roster."""
    taken = {one.name.casefold() for one in campaign.units_of_roster(lost.roster, gone=True)}
    recruit = f"c{next_number(campaign.units)}"
    base, _, number = lost.name.rpartition(" ")  # without its distinguishing number
    name = unused_name(base if base and number.isdecimal() else lost.name, taken)
    return Replaced(unit=lost.id, recruit=recruit, name=name)


def level_choices(campaign: Campaign, unit: CampaignUnit) -> dict[int, tuple[LevelOption, ...]]:
    """Return the levels of a unit that still have a gain to choose, each with its options."""
    gives = system_of(campaign.system).levels
    found = {
        level: options(gives, unit.profile, level, unit.choices)
        for level in range(1, unit.level + 1)
        if level not in unit.choices
    }
    return {level: several for level, several in found.items() if len(several) > 1}
