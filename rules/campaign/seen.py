"""A campaign as one reader may see it: units that lie as cards in a running battle are known to their side alone."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign.battle_events import UnitFielded, UnitWithdrawn
from rules.campaign.campaign import Battle, BattleSide, Campaign, CampaignEvent
from rules.campaign.fold import CampaignEntry
from rules.campaign.roster import CampaignUnit

UNKNOWN = "?"
"""Stands in place of the game's unit for one that may be a card, or not."""
_FOUGHT = ("fighting", "ended")


def knows_cards(campaign: Campaign, roster: str, reader: str | None) -> bool:
    """Whether somebody may know which units of a roster lie as cards: those of its side, and an arbitrator who leads no
    roster; None is everybody at once.
    """
    if reader is None:
        return False
    own = [one for one in campaign.rosters.values() if one.player == reader]
    if not own:
        return reader == campaign.arbitrator
    return any(one.side == campaign.rosters[roster].side for one in own)


def as_seen(campaign: Campaign, reader: str | None) -> Campaign:
    """The campaign in which every unit that may be one of the cards of a battle is in it, for those who do not know
    better: nothing that is told or refused by it tells which of them are.
    """
    seen = [_battle(campaign, one, reader) for one in campaign.battles.values() if one.stage in _FOUGHT]
    changed = {one.id: one for one in seen if one is not campaign.battles[one.id]}
    return campaign.after(battles=campaign.battles | changed) if changed else campaign


def _battle(campaign: Campaign, battle: Battle, reader: str | None) -> Battle:
    sides = tuple(_side(campaign, side, reader) for side in battle.sides)
    return battle if sides == battle.sides else battle.after(sides=sides)


def _side(campaign: Campaign, side: BattleSide, reader: str | None) -> BattleSide:
    cards = [id for id in side.units if campaign.units[id].hides]
    if not cards or knows_cards(campaign, side.roster, reader):
        return side
    hidden = {one.id: UNKNOWN for one in campaign.of_roster(side.roster) if one.id in cards or _may_be(campaign, one)}
    return side.model_copy(update={"units": side.units | hidden})


def _may_be(campaign: Campaign, unit: CampaignUnit) -> bool:
    """Whether a unit could be a card of a battle of its roster, as far as everybody knows."""
    battle = campaign.fights(unit.id)
    elsewhere = battle is not None and battle.stage in _FOUGHT
    return unit.hides and (elsewhere or campaign.keeps_away(unit) is None)


def may_be_card(campaign: Campaign, unit: str, reader: str | None) -> bool:
    """Whether somebody does not know of a unit if it is one of the cards of a battle."""
    seen = as_seen(campaign, reader)
    return any(side.units.get(unit) == UNKNOWN for battle in seen.battles.values() for side in battle.sides)


def checked_as_seen(campaign: Campaign, events: Iterable[CampaignEvent], by: str) -> None:
    """Raises what an event about a unit is refused with by those who do not know whether it is a card: the same for
    all that may be one.
    """
    seen = as_seen(campaign, by)
    for event in events if seen is not campaign else ():
        unit = getattr(event, "unit", None)
        if isinstance(unit, str) and not isinstance(event, UnitFielded | UnitWithdrawn):
            event.check(seen, by)


def without_cards(campaign: Campaign, entries: Iterable[CampaignEntry], reader: str | None) -> list[CampaignEntry]:
    """The entries as somebody may have them: which cards came to battles that are fought now is left out."""
    return [_entry(campaign, one, reader) for one in entries]


def _entry(campaign: Campaign, entry: CampaignEntry, reader: str | None) -> CampaignEntry:
    events = tuple(one for one in entry.events if not _tells(campaign, one, reader))
    return entry if len(events) == len(entry.events) else entry.model_copy(update={"events": events})


def _tells(campaign: Campaign, event: CampaignEvent, reader: str | None) -> bool:
    if not isinstance(event, UnitFielded | UnitWithdrawn) or event.battle not in campaign.battles:
        return False
    unit = campaign.units.get(event.unit)
    fought = campaign.battles[event.battle].stage in _FOUGHT
    return bool(fought and unit and unit.hides and not knows_cards(campaign, unit.roster, reader))
