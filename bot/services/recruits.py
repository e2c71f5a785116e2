"""Where the figures that a roster may place find room: in units that are not full, and in the place of lost figures."""

from __future__ import annotations

from typing import NamedTuple

from bot.errors import Refusal
from bot.game.campaign_lookup import next_number, unit_in
from data import system_of
from rules.campaign.campaign import Campaign
from rules.campaign.reinforcements import Replaced, leaves_a_place
from rules.campaign.roster import CampaignUnit
from rules.campaign.roster_events import points_left, units_left, with_recruits
from rules.command.force import mustered, unused
from rules.game.game import Game
from rules.kernel.text import Plural, Text


def may_be_replaced(campaign: Campaign, unit: CampaignUnit) -> bool:
    """Whether a recruit may come in its place; a vehicle is salvaged, or lost."""
    if not leaves_a_place(unit) or campaign.fights(unit.id):
        return False
    system = system_of(campaign.system)
    [there] = mustered(system, Game(), "", [unit.spec], None)
    return not system.after_battle.is_vehicle(there)


def places(campaign: Campaign, roster: str) -> tuple[CampaignUnit, ...]:
    """Lost figures of a roster in whose place recruits may come."""
    found, points = list[CampaignUnit](), points_left(campaign, roster)
    for one in campaign.of_roster(roster, gone=True):
        if may_be_replaced(campaign, one) and (points is None or one.points <= points):
            found.append(one)
            points = None if points is None else points - one.points
    return tuple(found[: units_left(campaign, roster)])


def room_in(unit: CampaignUnit) -> int:
    """Figures that a unit may take in."""
    return 0 if unit.gone or unit.status == "captured" else max(0, unit.full - unit.models - unit.recovering)


def room_of(campaign: Campaign, roster: str) -> int:
    """Figures that may be placed in a roster, as far as it has any to place."""
    units = campaign.of_roster(roster)
    room = sum(room_in(one) for one in units if not campaign.fights(one.id)) + len(places(campaign, roster))
    return min(campaign.rosters[roster].figures, room)


def units_of_page(campaign: Campaign, roster: str) -> tuple[CampaignUnit, ...]:
    """The units of a roster, and while it has figures to place those that are lost and leave a place."""
    lost = places(campaign, roster) if campaign.rosters[roster].figures else ()
    return (*campaign.of_roster(roster), *lost)


class LevelCost(NamedTuple):
    """So many recruits bring a unit down to a level."""

    figures: int
    level: int


def level_cost(campaign: Campaign, unit: CampaignUnit) -> LevelCost | None:
    """The fewest recruits, of those whom its roster may place in a unit now, that cost it a level."""
    for figures in range(1, min(campaign.rosters[unit.roster].figures, room_in(unit)) + 1):
        level = with_recruits(campaign, unit, figures).level
        if level < unit.level:
            return LevelCost(figures, level)
    return None


def cost_told(cost: LevelCost) -> Text:
    return Plural(
        "{n} recruit brings it down to level {level}",
        "{n} recruits bring it down to level {level}",
        cost.figures,
        level=cost.level,
    )


def unit_to_fill(campaign: Campaign, text: str, player: str) -> CampaignUnit:
    """The unit that somebody places figures in: one that is there, else one in whose place a recruit may come.

    Raises Refusal for a name that is none.
    """
    try:
        return unit_in(campaign, text, player)
    except Refusal:
        lost = unit_in(campaign, text, player, gone=True)
        if not may_be_replaced(campaign, lost):
            raise
        return lost


def replaced(campaign: Campaign, lost: CampaignUnit) -> Replaced:
    """A recruit comes in its place, with a name that the roster has not had yet."""
    taken = {one.name.casefold() for one in campaign.of_roster(lost.roster, gone=True)}
    recruit = f"c{next_number(campaign.units)}"
    return Replaced(unit=lost.id, recruit=recruit, name=unused(_bare(lost.name), taken))


def _bare(name: str) -> str:
    """A name without the number that made it one of its own."""
    base, _, number = name.rpartition(" ")
    return base if base and number.isdecimal() else name
