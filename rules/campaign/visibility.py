"""A campaign as one reader may see it: only their side knows the units that are cards in a running battle."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign.battle_events import UnitFielded, UnitWithdrawn
from rules.campaign.campaign import Battle, BattleSide, Campaign, CampaignEvent
from rules.campaign.fold import CampaignEntry

UNKNOWN = "?"
"""Replaces the game's unit for a unit that may or may not be a card."""
_FOUGHT = ("fighting", "ended")


def knows_cards(campaign: Campaign, roster: str, reader: str | None) -> bool:
    """True if a reader may know the cards of a roster: its side, and an arbitrator without a roster.

    None is the public, which knows none.
    """
    if reader is None:
        return False
    own = [one for one in campaign.rosters.values() if one.player == reader]
    if not own:
        return reader == campaign.arbitrator
    return any(one.side == campaign.rosters[roster].side for one in own)


def visible_campaign(campaign: Campaign, reader: str | None) -> Campaign:
    """Return the campaign as a reader sees it: every unit that may be a card of a battle appears in the battle.

    So nothing shown or refused reveals the actual cards.
    """
    changed: dict[str, Battle] = {}
    for battle in campaign.battles.values():
        if battle.stage in _FOUGHT:
            sides = tuple(_visible_side(campaign, side, reader) for side in battle.sides)
            if sides != battle.sides:
                changed[battle.id] = battle.with_changes(sides=sides)
    return campaign.with_changes(battles=campaign.battles | changed) if changed else campaign


def _visible_side(campaign: Campaign, side: BattleSide, reader: str | None) -> BattleSide:
    cards = [id for id in side.units if campaign.units[id].enters_hidden]
    if not cards or knows_cards(campaign, side.roster, reader):
        return side
    hidden: dict[str, str] = {}
    for one in campaign.units_of_roster(side.roster):
        battle = campaign.battle_of_unit(one.id)
        elsewhere = battle is not None and battle.stage in _FOUGHT
        # By public knowledge, it may be a card.
        if one.id in cards or (one.enters_hidden and (elsewhere or campaign.keeps_away(one) is None)):
            hidden[one.id] = UNKNOWN
    return side.model_copy(update={"units": side.units | hidden})


def may_be_card(campaign: Campaign, unit: str, reader: str | None) -> bool:
    """True if a reader cannot know whether a unit is one of the cards of a battle."""
    seen = visible_campaign(campaign, reader)
    return any(side.units.get(unit) == UNKNOWN for battle in seen.battles.values() for side in battle.sides)


def check_as_seen(campaign: Campaign, events: Iterable[CampaignEvent], by: str) -> None:
    """Raise the refusal of an event about a unit that may be a card, as seen by `by`.

    The refusal is the same for all units that may be cards.
    """
    seen = visible_campaign(campaign, by)
    for event in events if seen is not campaign else ():
        unit = getattr(event, "unit", None)
        if isinstance(unit, str) and not isinstance(event, UnitFielded | UnitWithdrawn):
            event.check(seen, by)


def without_cards(campaign: Campaign, entries: Iterable[CampaignEntry], reader: str | None) -> list[CampaignEntry]:
    """Return the entries for a reader, without the cards of battles that are being fought."""
    kept = [
        (one, tuple(event for event in one.events if not _reveals_card(campaign, event, reader))) for one in entries
    ]
    return [
        one if len(events) == len(one.events) else one.model_copy(update={"events": events}) for one, events in kept
    ]


def _reveals_card(campaign: Campaign, event: CampaignEvent, reader: str | None) -> bool:
    if not isinstance(event, UnitFielded | UnitWithdrawn) or event.battle not in campaign.battles:
        return False
    unit = campaign.units.get(event.unit)
    fought = campaign.battles[event.battle].stage in _FOUGHT
    return bool(fought and unit and unit.enters_hidden and not knows_cards(campaign, unit.roster, reader))
