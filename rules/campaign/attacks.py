"""Whether a battle may be fought as it was called, by the shape of the campaign."""

from __future__ import annotations

from contextlib import suppress

from rules.campaign.battle import Battle, BattleSide
from rules.campaign.campaign import Campaign
from rules.campaign.roster import Roster
from rules.campaign.territories import borders, held_by
from rules.errors import RuleError
from rules.text import Listed, Text


def may_attack(campaign: Campaign, battle: Battle) -> None:
    """Raises RuleError for a battle that the ladder or the map does not allow."""
    if campaign.shape == "ladder":
        _two_ends(campaign, battle)
    if campaign.shape == "map":
        _for_a_territory(campaign, battle)
    elif battle.territory:
        raise RuleError(Text("This campaign has no map, so no battle is for a territory; leave it out."))


def foes_of(campaign: Campaign, own: Roster) -> list[Roster]:
    """The rosters that it may fight, as far as somebody leads them: on a ladder those of the other side."""
    others = [one for one in campaign.rosters.values() if one.player not in (None, own.player) and one.id != own.id]
    return [one for one in others if campaign.shape != "ladder" or one.side != own.side]


def lands_between(campaign: Campaign, own: Roster, foe: Roster) -> list[str]:
    """The territories that these two may fight for now, by their keys: `own` attacks all but what its side holds."""
    found: list[str] = []
    sides = tuple(BattleSide(roster=one.id, side=one.name) for one in (own, foe))
    for key, land in campaign.territories.items():
        attacker = foe.id if land.holder == own.side else own.id
        with suppress(RuleError):
            may_attack(campaign, Battle(id="", game="", territory=key, attacker=attacker, sides=sides))
            found.append(key)
    return found


def _two_ends(campaign: Campaign, battle: Battle) -> None:
    if len({campaign.roster(one).side for one in battle.rosters}) < 2:
        raise RuleError(Text("On a ladder the two sides fight each other; choose a roster of the other side."))


def _for_a_territory(campaign: Campaign, battle: Battle) -> None:
    lands = campaign.territories
    if battle.territory not in lands:
        known = Listed([one.name for one in lands.values()], "or")
        raise RuleError(Text("A battle on a map is for one territory; choose {known}.", known=known))
    if not battle.attacker:
        raise RuleError(Text("Say who attacks: on a map that decides where the battle may be."))
    land, sides = lands[battle.territory], {campaign.roster(one).side for one in battle.rosters}
    attacker = campaign.roster(battle.attacker).side
    if land.holder == attacker:
        raise RuleError(Text("{land} is held by those who attack it; choose another one.", land=land.name))
    if land.holder and land.holder not in sides:
        raise RuleError(
            Text("{land} is held by {holder}; only they can fight for it.", land=land.name, holder=land.holder)
        )
    if any(one.open and one.territory == battle.territory for one in campaign.battles.values()):
        raise RuleError(Text("{land} is being fought for already; choose another one.", land=land.name))
    if campaign.terms.neighbours == "needed" and not _beside(campaign, battle.territory, attacker):
        raise RuleError(
            Text("{land} lies beside nothing that {side} holds; choose one that does.", **_names(land.name, attacker))
        )


def _names(land: str, side: str) -> dict[str, str]:
    return {"land": land, "side": side}


def _beside(campaign: Campaign, territory: str, side: str) -> bool:
    """Whoever holds nothing may land anywhere."""
    return not held_by(campaign.territories, side) or borders(campaign.territories, territory, side)
