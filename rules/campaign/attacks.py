"""Whether a battle may be fought as it was called, by the shape of the campaign, and what it moves there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from rules.campaign.battle import Battle, BattleSide
from rules.campaign.campaign import Campaign
from rules.campaign.ladder import Ladder, ladder
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


# What a battle moves


def moves_nothing(campaign: Campaign) -> Text | None:
    """Why no battle moves anything any more; None while one does."""
    won = ladder(campaign).winner if campaign.shape == "ladder" else None
    if won is None:
        return None
    return Text("{side} has won the ladder already: this battle will not move it.", side=won)


def moved(before: Campaign, after: Campaign, battle: str) -> list[Text]:
    """What the last signature under a report has moved: the ladder, or who holds the territory."""
    if after.shape == "ladder":
        return list(_climbed(ladder(before), ladder(after)))
    if after.shape == "map":
        return list(_taken(before, after, after.battle(battle)))
    return []


def _climbed(was: Ladder, now: Ladder) -> Iterator[Text]:
    if now.winner and not was.winner:
        yield Text("{side} has come to the end of the ladder and wins it.", side=now.winner)
    elif was.winner and not now.winner:
        yield Text("The ladder is open again: {side} has not won it yet.", side=was.winner)
    elif now.step != was.step:
        steps = {"was": was.step, "step": now.step, "steps": now.steps}
        yield Text("The ladder moves from step {was} to {step} of {steps}.", **steps)


def _taken(before: Campaign, after: Campaign, battle: Battle) -> Iterator[Text]:
    land, was = after.territories.get(battle.territory), before.territories.get(battle.territory)
    if land is None or was is None or land.holder == was.holder:
        return
    if not land.holder:
        yield Text("{land} is held by nobody again.", land=land.name)
    elif was.holder:
        yield Text("{side} takes {land} from {holder}.", side=land.holder, land=land.name, holder=was.holder)
    else:
        yield Text("{side} takes {land}.", side=land.holder, land=land.name)
