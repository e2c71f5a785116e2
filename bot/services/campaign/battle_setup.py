"""The start of a campaign battle: its seats, and the units of both rosters in their current state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.errors import Refusal
from bot.game.campaigns import roster_named, roster_of, territory_named, unit_in
from bot.game.people import Call
from bot.resolution.campaign_referee import NewCampaignEntry
from bot.resolution.game_seeds import Lots
from bot.services.campaign.battle_games import BattleGame, BattlePlan, public_names, unit_in_game
from bot.services.campaign.growth import room_of
from bot.store.seeds import Seed
from data import system_of
from rules.campaign.battle_events import BattleBegun, UnitFielded
from rules.campaign.campaign import BattleSide, Campaign, CampaignEvent
from rules.campaign.roster import CampaignUnit, Roster
from rules.campaign.visibility import knows_cards, visible_campaign
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.text import NOTHING, Joined, Plural, Text, Typed, Value

MOST_UNITS = 100
MOST_OF_SCENARIO = 100
"""Most characters of a scenario."""


class BattleSetup:
    """Computes a battle's entries in campaign and game from the current campaign; raises Refusal or RuleError."""

    def __init__(self, campaign: Campaign, call: Call, wanted: BattlePlan, game: str, now: float, lots: Lots) -> None:
        """Prepare the battle; the order of cards is drawn by `lots`."""
        self._campaign, self._call, self._game, self._now, self._lots = campaign, call, game, now, lots
        self._wanted = replace(wanted, scenario=" ".join(wanted.scenario.split())[:MOST_OF_SCENARIO])
        self._system = system_of(campaign.system)
        self._battle, self._number = f"b{len(campaign.battles) + 1}", len(campaign.battles) + 1
        self._own = roster_of(campaign, call.who.id, wanted.roster)
        self._other = roster_named(campaign, wanted.against)

    def entry(self, seeds: tuple[Seed, ...]) -> NewCampaignEntry:
        """Return the entry of the campaign, with the new game attached."""
        chosen = [
            *self._chosen_units(self._own, self._wanted.units),
            *self._chosen_units(self._other, self._wanted.their_units),
        ]
        if len(chosen) > MOST_UNITS:
            raise Refusal(Text("A battle has room for {most} units. Choose fewer.", most=MOST_UNITS))
        there = self._placed_units(chosen)
        fielded = [
            UnitFielded(battle=self._battle, unit=unit.id, game_unit=placed.id)
            for unit, placed in zip(chosen, there, strict=True)
        ]
        events: list[CampaignEvent] = [self._begun_event(), *fielded]
        notes: list[Text] = []
        for roster in (self._own, self._other):
            names = public_names([one for one in chosen if one.roster == roster.id]) or Text("no units yet")
            line = Text("{roster}: {units}.", roster=roster.name, units=names)
            notes.append(Joined([line, _unplaced_note(self._campaign, roster)]))
        request = {"against": self._other.name, "scenario": self._wanted.scenario, "territory": self._wanted.territory}
        game = BattleGame(self._campaign, self._call, self._game, self._now, (self._own, self._other), self._wanted)
        whole = game.whole(f"{self._campaign.name[:50]} · {self._number}", self._title(), there, notes, seeds)
        return NewCampaignEntry("campaign battle", events, self._title(), notes, request=request, game=whole)

    def _begun_event(self) -> BattleBegun:
        territory = territory_named(self._campaign, self._wanted.territory) if self._wanted.territory.strip() else ""
        attacker = roster_named(self._campaign, self._wanted.attacker) if self._wanted.attacker.strip() else self._own
        return BattleBegun(
            battle=self._battle,
            game=self._game,
            channel=self._call.where.channel,
            scenario=self._wanted.scenario,
            territory=territory,
            attacker=attacker.id,
            sides=tuple(BattleSide(roster=one.id, side=one.name) for one in (self._own, self._other)),
        )

    def _chosen_units(self, roster: Roster, named: Sequence[str] | None) -> list[CampaignUnit]:
        """Return the units of a roster, cards last in random order.

        Neither their numbers nor the units left out reveal which card is which.
        """
        seen = visible_campaign(self._campaign, self._call.who.id)
        if named is None and (away := seen.all_away_text(roster.id)):
            raise Refusal(away)
        found = seen.fit(roster.id) if named is None else [unit_in(seen, one, roster=roster.id) for one in named]
        if len({unit.id for unit in found}) < len(found):
            raise Refusal(Text("Name each unit once."))
        cards = [unit for unit in found if unit.enters_hidden]
        if named is not None and cards and not knows_cards(self._campaign, roster.id, self._call.who.id):
            raise Refusal(
                Text("{unit} is hidden: the player of {roster} brings it.", unit=cards[0].name, roster=roster.name)
            )
        return [unit for unit in found if not unit.enters_hidden] + [cards[at] for at in self._lots(len(cards))]

    def _placed_units(self, chosen: Iterable[CampaignUnit]) -> list[Unit]:
        """Return the units as placed on the table, in the order chosen."""
        game, there = Game(), list[Unit]()
        for one in chosen:
            roster = self._campaign.rosters[one.roster]
            there.append(unit_in_game(self._campaign, one, self._system, game, roster.name))
            game.apply(UnitPlaced(unit=there[-1]))
        return there

    def _title(self) -> Text:
        """Return the title: the opponents, the territory and the scenario."""
        values = {"number": self._number, "roster": self._own.name, "other": self._other.name}
        parts: list[Value] = [Text("Battle {number}: {roster} against {other}", **values)]
        if self._wanted.territory.strip():
            land = self._campaign.territories[territory_named(self._campaign, self._wanted.territory)]
            parts.append(Text("for {territory}", territory=land.name))
        if self._wanted.scenario:
            parts.append(Typed(self._wanted.scenario))
        return Joined(parts, " · ")


def _unplaced_note(campaign: Campaign, roster: Roster) -> Text:
    """Return a note on recruits that could have been placed before this battle and are lost."""
    left = room_of(campaign, roster.id)
    return (
        Plural(
            "{n} recruit had no place and is lost; `/campaign battle off` brings it back.",
            "{n} recruits had no place and are lost; `/campaign battle off` brings them back.",
            left,
        )
        if left
        else NOTHING
    )
