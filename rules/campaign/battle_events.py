"""Events of a campaign's battles until they are fought: begun, units fielded and withdrawn, ended, called off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import ClassVar, Literal

from pydantic import Field

from rules.campaign.campaign import Battle, BattleSide, Campaign, CampaignEvent, UndoneBy, check_leads
from rules.campaign.roster import CampaignUnit, Roster
from rules.campaign.standings import Ladder, ladder
from rules.campaign.territories import is_bordering, territories_of
from rules.kernel.errors import RuleError
from rules.kernel.text import Listed, Text

# Legality of a battle by the shape of the campaign, and its effects on the ladder or the map.


def check_attack(campaign: Campaign, battle: Battle) -> None:
    """Raise RuleError for a battle that the ladder or the map does not allow."""
    if campaign.shape == "ladder" and len({campaign.roster(one).side for one in battle.rosters}) < 2:
        raise RuleError(Text("On a ladder, choose a roster of the other side."))
    if campaign.shape == "map":
        _check_territory(campaign, battle)
    elif battle.territory:
        raise RuleError(Text("This campaign has no map: leave the territory out."))


def foes_of(campaign: Campaign, own: Roster) -> list[Roster]:
    """Return the rosters with a player that a roster may fight; on a ladder, those on the other side."""
    others = [one for one in campaign.rosters.values() if one.player not in (None, own.player)]
    return [one for one in others if campaign.shape != "ladder" or one.side != own.side]


def lands_between(campaign: Campaign, own: Roster, foe: Roster) -> list[str]:
    """Return the keys of the territories that these two may fight for now.

    The roster `own` attacks everything that its side does not hold.
    """
    found: list[str] = []
    sides = tuple(BattleSide(roster=one.id, side=one.name) for one in (own, foe))
    for key, land in campaign.territories.items():
        attacker = foe.id if land.holder == own.side else own.id
        with suppress(RuleError):
            check_attack(campaign, Battle(id="", game="", territory=key, attacker=attacker, sides=sides))
            found.append(key)
    return found


def _check_territory(campaign: Campaign, battle: Battle) -> None:
    lands = campaign.territories
    if battle.territory not in lands:
        known = Listed([one.name for one in lands.values()], "or")
        raise RuleError(Text("Choose the territory of this battle: {known}.", known=known))
    if not battle.attacker:
        raise RuleError(Text("Choose who attacks: on a map that decides where the battle can be."))
    land, sides = lands[battle.territory], {campaign.roster(one).side for one in battle.rosters}
    attacker = campaign.roster(battle.attacker).side
    if land.holder == attacker:
        raise RuleError(Text("{land} already belongs to the attacker. Choose another territory.", land=land.name))
    if land.holder and land.holder not in sides:
        raise RuleError(Text("{land} is held by {holder}. Fight them for it.", land=land.name, holder=land.holder))
    if any(one.open and one.territory == battle.territory for one in campaign.battles.values()):
        raise RuleError(Text("{land} is already being fought for. Choose another territory.", land=land.name))
    reaches = not territories_of(lands, attacker) or is_bordering(lands, battle.territory, attacker)
    if campaign.terms.neighbours == "needed" and not reaches:
        raise RuleError(
            Text(
                "{land} is not beside a territory of {side}. Choose one that is.",
                land=land.name,
                side=attacker,
            )
        )


# Effects of a battle


def ladder_end_text(campaign: Campaign) -> Text | None:
    """Return why battles no longer move the ladder; None if they still do."""
    won = ladder(campaign).winner if campaign.shape == "ladder" else None
    if won is None:
        return None
    return Text("{side} has already won the ladder: this battle does not move it.", side=won)


def settlement_effects(before: Campaign, after: Campaign, battle: str) -> list[Text]:
    """Return the effects of the last signature under a report: on the ladder, or on the holder of the territory."""
    if after.shape == "ladder":
        return list(_describe_ladder_end(ladder(before), ladder(after)))
    return list(_describe_conquest(before, after, after.battle(battle).territory))


def _describe_ladder_end(was: Ladder, now: Ladder) -> Iterator[Text]:
    if now.winner and now.winner != was.winner:
        yield Text("{side} reaches the end of the ladder and wins.", side=now.winner)
    elif was.winner and not now.winner:
        yield Text("The ladder is open again: {side} has not won it yet.", side=was.winner)
    elif now.step != was.step:
        steps = {"was": was.step, "step": now.step, "steps": now.steps}
        yield Text("The ladder moves from step {was} to {step} of {steps}.", **steps)


def _describe_conquest(before: Campaign, after: Campaign, territory: str) -> Iterator[Text]:
    """Yield the change of a territory's holder; nothing for a battle without a territory."""
    if territory not in after.territories:
        return
    land, was = after.territories[territory], before.territories[territory]
    if land.holder == was.holder:
        return
    if not land.holder:
        yield Text("{land} is free again.", land=land.name)
    elif was.holder:
        yield Text("{side} takes {land} from {holder}.", side=land.holder, land=land.name, holder=was.holder)
    else:
        yield Text("{side} takes {land}.", side=land.holder, land=land.name)


def check_fights_in(campaign: Campaign, battle: Battle, by: str) -> None:
    """Raise RuleError unless `by` leads a roster of the battle, or is the arbitrator."""
    if by not in (*(campaign.roster(one).player for one in battle.rosters), campaign.arbitrator):
        raise RuleError(Text("That is not your battle. Ask its players or the arbitrator."))


# The events.


class BattleBegun(CampaignEvent):
    """A battle begins as a game; `attacker` is one of its rosters, `territory` its prize on a map."""

    undone_by: ClassVar[UndoneBy] = "nobody"
    kind: Literal["battle_begun"] = "battle_begun"
    battle: str = Field(min_length=1)
    game: str
    channel: str = ""
    scenario: str = ""
    territory: str = ""
    attacker: str = ""
    sides: tuple[BattleSide, ...]

    def check_details(self, campaign: Campaign, by: str) -> None:
        rosters = [campaign.roster(side.roster) for side in self.sides]
        players = [roster.player for roster in rosters if roster.player]
        if len(rosters) < 2 or len({one.id for one in rosters}) < len(rosters) or len(set(players)) < len(players):
            raise RuleError(Text("Choose two different rosters of two players."))
        if len({side.side.casefold() for side in self.sides}) < 2:
            raise RuleError(Text("A battle needs two different sides: rename one."))
        check_fights_in(campaign, self._make_battle(campaign), by)
        if self.battle in campaign.battles or campaign.battle_of_game(self.game):
            raise RuleError(
                Text("That game is already a battle of this campaign. Start another game for a new battle.")
            )
        if any(side.units for side in self.sides):
            raise RuleError(Text("Start the battle first, then choose its units."))
        if self.attacker and self.attacker not in {one.id for one in rosters}:
            raise RuleError(Text("The attacker must be one of the two in the battle."))
        check_attack(campaign, self._make_battle(campaign))

    def _make_battle(self, campaign: Campaign) -> Battle:
        land = campaign.territories.get(self.territory)
        return Battle(
            id=self.battle,
            game=self.game,
            channel=self.channel,
            scenario=self.scenario,
            territory=self.territory,
            held_by=land.holder if land else "",
            attacker=self.attacker,
            sides=self.sides,
            number=campaign.number,
        )

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        """Add the battle; figures not placed before it are forfeited, unless it is called off."""
        battle = self._make_battle(campaign)
        rosters = [campaign.roster(id) for id in battle.rosters]
        unplaced = {one.id: one.figures for one in rosters if one.figures}
        spent = {one.id: one.model_copy(update={"figures": 0}) for one in rosters}
        return campaign.with_battle(battle.with_changes(unplaced=unplaced)).with_changes(
            rosters=campaign.rosters | spent
        )


class UnitFielded(CampaignEvent):
    """A unit enters the game of a battle, in which it is `game_unit`.

    The player who begins a battle may field units for both sides in the same entry; later, each player chooses their
    own.
    """

    undone_by: ClassVar[UndoneBy] = "nobody"
    kind: Literal["fielded"] = "fielded"
    battle: str
    unit: str
    game_unit: str

    def check_details(self, campaign: Campaign, by: str) -> None:
        battle, unit = campaign.battle(self.battle), campaign.unit(self.unit)
        if battle.number != campaign.number:
            check_leads(campaign, unit.roster, by)
        if battle.stage != "fighting":
            raise RuleError(Text("That battle is over. No unit can join it."))
        if battle.side_of(unit.roster) is None:
            raise RuleError(Text("{unit} is from a roster that is not in this battle.", unit=unit.name))
        if battle.unit_of(self.game_unit):
            raise RuleError(Text("That unit of the game is already another unit of the campaign."))
        why = campaign.keeps_away(unit)
        if why:
            raise RuleError(why)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        battle, unit = campaign.battle(self.battle), campaign.unit(self.unit)
        sides = tuple(
            side.model_copy(update={"units": {**side.units, unit.id: self.game_unit}})
            if side.roster == unit.roster
            else side
            for side in battle.sides
        )
        return campaign.with_battle(battle.with_changes(sides=sides))

    def applies_to(self, campaign: Campaign, was: Campaign, by: str) -> bool:
        """True if the unit fought in the same state: its figures, level and choices are fixed from there on."""
        return super().applies_to(campaign, was, by) and _anonymous_unit(campaign, self.unit) == _anonymous_unit(
            was, self.unit
        )


def _anonymous_unit(campaign: Campaign, unit: str) -> CampaignUnit:
    """Return a unit as its enemies meet it, without name and history."""
    return campaign.unit(unit).with_changes(name="", history=())


class UnitWithdrawn(CampaignEvent):
    """A unit is withdrawn from a battle that it was fielded in."""

    undone_by: ClassVar[UndoneBy] = "nobody"
    kind: Literal["withdrawn"] = "withdrawn"
    battle: str
    unit: str

    def check_details(self, campaign: Campaign, by: str) -> None:
        battle, unit = campaign.battle(self.battle), campaign.unit(self.unit)
        check_leads(campaign, unit.roster, by)
        if battle.stage != "fighting" or not battle.has(unit.id):
            raise RuleError(Text("{unit} is not in that battle, or the battle is over.", unit=unit.name))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        battle = campaign.battle(self.battle)
        sides = tuple(
            side.model_copy(update={"units": {id: there for id, there in side.units.items() if id != self.unit}})
            for side in battle.sides
        )
        return campaign.with_battle(battle.with_changes(sides=sides))


class BattleEnded(CampaignEvent):
    """The game of a battle ends, or with `over` false is open again: then its report is void.

    Faces of the bot from a void report are used first when the next one needs them.
    """

    undone_by: ClassVar[UndoneBy] = "nobody"
    kind: Literal["battle_ended"] = "battle_ended"
    battle: str
    over: bool = True

    def check_details(self, campaign: Campaign, by: str) -> None:
        battle = campaign.battle(self.battle)
        check_fights_in(campaign, battle, by)
        if self.over and battle.stage != "fighting":
            raise RuleError(Text("That battle is already over."))
        if not self.over and battle.stage not in ("ended", "reported"):
            raise RuleError(
                Text("That battle counts or is being played. Only the arbitrator can open its report again.")
            )
        if not self.over and battle.settled:
            raise RuleError(Text("The report of that battle was signed once. Make a new one from its game."))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        battle, stage = campaign.battle(self.battle), "ended" if self.over else "fighting"
        kept = campaign.returned | (battle.report.rolled_faces if battle.report else {})
        again = battle.with_changes(stage=stage, report=None, signed={}, signers={})
        return campaign.with_changes(returned=kept).with_battle(again)


class BattleCalledOff(CampaignEvent):
    """A battle that will not be finished is removed from the campaign.

    Its units return unchanged, and figures not placed before it can be placed again.
    """

    undone_by: ClassVar[UndoneBy] = "nobody"
    arbitrates: ClassVar[bool] = True
    kind: Literal["called_off"] = "called_off"
    battle: str

    def check_details(self, campaign: Campaign, by: str) -> None:
        if not campaign.battle(self.battle).open:
            raise RuleError(Text("That battle already counts or was called off. Its report can be opened again."))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        battle = campaign.battle(self.battle)
        rosters = dict(campaign.rosters)
        for id, figures in battle.unplaced.items():
            rosters[id] = rosters[id].model_copy(update={"figures": rosters[id].figures + figures})
        called_off = battle.with_changes(stage="off", report=None, signed={})
        return campaign.with_battle(called_off).with_changes(rosters=rosters)
