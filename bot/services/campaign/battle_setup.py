"""The start of a campaign battle: its seats, and the units of both rosters in their current state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.dice.provable import links_of
from bot.errors import Refusal
from bot.game.campaigns import roster_named, roster_of, territory_named, unit_in
from bot.game.people import Call
from bot.resolution.campaign_referee import NewCampaignEntry
from bot.resolution.game_seeds import Lots, commitment_note
from bot.services.campaign.growth import room_of
from bot.store.games import WholeGame
from bot.store.record import Record
from bot.store.seeds import Seed
from bot.store.tables import StoredGame as GameInfo
from data import system_of, system_registry
from rules.campaign.battle_events import BattleBegun, UnitFielded
from rules.campaign.campaign import Battle, BattleSide, Campaign, CampaignEvent
from rules.campaign.levels import enter_battle
from rules.campaign.roster import CampaignUnit, Roster
from rules.campaign.visibility import knows_cards, visible_campaign
from rules.command.effects import initial_rulings, settle_board
from rules.command.force import muster_units
from rules.command.system import Board, System
from rules.game.entry import Entry
from rules.game.events import Event, UnitPlaced
from rules.game.game import Game
from rules.game.scenario import ScenarioSet
from rules.game.table_events import PlayerSeated, SideColoured
from rules.game.tabletop import Player, Scenario
from rules.game.unit import Unit
from rules.kernel.text import NOTHING, Joined, Listed, Plural, Text, Typed, Value
from rules.kernel.wording import Units

MOST_UNITS = 100
MOST_OF_SCENARIO = 100
"""Most characters of a scenario."""
NOT_HERE = Text("The game of that battle is not here: the campaign came from a file.")


@dataclass(frozen=True)
class BattlePlan:
    """A requested battle, with names as typed.

    `units` and `their_units` are the units that take part; None for all fit ones. `attacker` is a roster, by default
    the caller's.
    """

    against: str
    roster: str = ""
    units: Sequence[str] | None = None
    their_units: Sequence[str] | None = None
    scenario: str = ""
    territory: str = ""
    attacker: str = ""
    lengths: Units = "inches"


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
        whole = self._new_game(there, notes, seeds)
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

    def _new_game(self, units: Sequence[Unit], notes: Sequence[Text], seeds: tuple[Seed, ...]) -> WholeGame:
        """Return the game with its first entry."""
        rulings = initial_rulings(self._system, self._campaign.battle_rulings)
        rosters = [one for one in (self._own, self._other) if one.colour]
        colours = [SideColoured(side=one.name, colour=one.colour) for one in rosters]
        placed = [UnitPlaced(unit=unit) for unit in units]
        goal = self._wanted.scenario
        scenario = [ScenarioSet(scenario=Scenario(goal=goal))] if goal else []
        events: list[Event] = [*self._seat_events(), *colours, *rulings, *scenario, *placed]
        entry = Entry.model_construct(
            number=1,
            command="campaign battle",
            by=self._call.who.id,
            at=self._now,
            events=tuple(settle_board(Board.of(Game(), self._system, self._wanted.lengths), events)),
            version=self._system.about.version,
            title=self._title(),
            notes=(*notes, *map(commitment_note, seeds)),
            source=self._call.source,
        )
        game = Game()
        entry.apply(game)
        links = [link for seed in seeds for link in links_of(seed.commitment, [entry])]
        return WholeGame(self._info(), [entry], game, seeds, links)

    def _info(self) -> GameInfo:
        return GameInfo(
            id=self._game,
            guild_id=self._call.where.guild or "",
            channel_id=self._call.where.channel,
            name=f"{self._campaign.name[:50]} · {self._number}",
            system=self._system.key,
            version=system_registry.recorded_version(self._system),
            units=self._wanted.lengths,
            started_by=self._call.who.id,
            started_at=self._now,
            number=1,
        )

    def _seat_events(self) -> list[Event]:
        """Seat both players, and the caller as umpire."""
        seats = {self._call.who.id: Player(id=self._call.who.id, name=self._call.who.name, umpire=True)}
        for roster in (self._own, self._other):
            if roster.player:
                known = seats.get(roster.player)
                name = known.name if known else self._campaign.members[roster.player].name
                umpire = roster.player == self._call.who.id
                seats[roster.player] = Player(id=roster.player, name=name, side=roster.name, umpire=umpire)
        return [PlayerSeated(player=one) for one in seats.values()]


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


def public_names(units: Iterable[CampaignUnit]) -> Text | None:
    """Return the names of the units, and only the number of cards; None if there are no units."""
    several = list(units)
    names: list[Value] = [one.name for one in several if not one.enters_hidden]
    cards = sum(one.enters_hidden for one in several)
    if cards:
        names.append(Plural("{n} hidden unit", "{n} hidden units", cards))
    return Listed(names) if names else None


def unit_in_game(campaign: Campaign, unit: CampaignUnit, system: System, game: Game, side: str) -> Unit:
    """Return a roster's unit as it enters a game: its remaining strength, its level and its injuries."""
    found = enter_battle(campaign, unit, system)
    # A number in a name would reveal that an enemy's card has the same name.
    known = {one.name.casefold() for one in game.units.values() if one.side == side or not one.has("hidden")}
    [there] = muster_units(system, game, side, [found.spec], known)
    return there.model_copy(update={"origins": found.origins, "full": unit.full if unit.full > there.starting else 0})


def battle_number(campaign: Campaign, battle: str) -> int:
    """Return the number of a battle in its campaign, counted from 1."""
    return list(campaign.battles).index(battle) + 1


async def game_of(record: Record, campaign: Campaign, battle: Battle) -> GameInfo | None:
    """Return the game of a battle; None if it is not stored here.

    An imported campaign may refer to games that belong to another campaign here; those do not count.
    """
    link = await record.campaigns.battle_of(battle.game)
    return await played_game(record, battle.game) if link and link.campaign_id == campaign.id else None


async def played_game(record: Record, game: str) -> GameInfo | None:
    """Return the game of a battle.

    Once it is over, its `number` is that of the last entry except story notes, because notes do not cause a new report.
    """
    info = await record.games.get(game)
    kept = await record.states.stored_state(game) if info and info.state == "ended" else None
    return info.model_copy(update={"number": kept.last_effect}) if info and kept else info
