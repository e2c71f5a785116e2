"""The games of battles: the start of a new one, and the recorded ones with their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.dice.provable import links_of
from bot.game.people import Call
from bot.resolution.game_seeds import commitment_note
from bot.store.games import WholeGame
from bot.store.record import Record
from bot.store.seeds import Seed
from bot.store.tables import StoredGame as GameInfo
from data import system_of, system_registry
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.levels import enter_battle
from rules.campaign.roster import CampaignUnit, Roster
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
from rules.kernel.text import Listed, Plural, Text, Value
from rules.kernel.wording import Units

NOT_HERE = Text("The game of that battle is not here: the campaign came from a file.")


def public_names(units: Iterable[CampaignUnit]) -> Text | None:
    """Return the names of the units, and only the number of cards; None if there are no units."""
    several = list(units)
    names: list[Value] = [one.name for one in several if not one.enters_hidden]
    cards = sum(one.enters_hidden for one in several)
    if cards:
        names.append(Plural("{n} hidden unit", "{n} hidden units", cards))
    return Listed(names) if names else None


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


@dataclass(frozen=True)
class BattleGame:
    """The new game of a battle; it starts with an entry that seats the players and places the units."""

    campaign: Campaign
    call: Call
    id: str
    at: float
    rosters: tuple[Roster, Roster]
    wanted: BattlePlan

    def whole(
        self, name: str, title: Text, units: Sequence[Unit], notes: Sequence[Text], seeds: tuple[Seed, ...]
    ) -> WholeGame:
        """Return the game with its first entry."""
        system, lengths = system_of(self.campaign.system), self.wanted.lengths
        rulings = initial_rulings(system, self.campaign.battle_rulings)
        rosters = [one for one in self.rosters if one.colour]
        colours = [SideColoured(side=one.name, colour=one.colour) for one in rosters]
        placed = [UnitPlaced(unit=unit) for unit in units]
        goal = self.wanted.scenario
        scenario = [ScenarioSet(scenario=Scenario(goal=goal))] if goal else []
        events: list[Event] = [*self._seat_events(), *colours, *rulings, *scenario, *placed]
        entry = Entry.model_construct(
            number=1,
            command="campaign battle",
            by=self.call.who.id,
            at=self.at,
            events=tuple(settle_board(Board.of(Game(), system, lengths), events)),
            version=system.about.version,
            title=title,
            notes=(*notes, *map(commitment_note, seeds)),
            source=self.call.source,
        )
        game = Game()
        entry.apply(game)
        links = [link for seed in seeds for link in links_of(seed.commitment, [entry])]
        info = GameInfo(
            id=self.id,
            guild_id=self.call.where.guild or "",
            channel_id=self.call.where.channel,
            name=name,
            system=system.key,
            version=system_registry.recorded_version(system),
            units=lengths,
            started_by=self.call.who.id,
            started_at=self.at,
            number=1,
        )
        return WholeGame(info, [entry], game, seeds, links)

    def _seat_events(self) -> list[Event]:
        """Seat both players, and the caller as umpire."""
        seats = {self.call.who.id: Player(id=self.call.who.id, name=self.call.who.name, umpire=True)}
        for roster in self.rosters:
            if roster.player:
                known = seats.get(roster.player)
                name = known.name if known else self.campaign.members[roster.player].name
                umpire = roster.player == self.call.who.id
                seats[roster.player] = Player(id=roster.player, name=name, side=roster.name, umpire=umpire)
        return [PlayerSeated(player=one) for one in seats.values()]


def unit_in_game(campaign: Campaign, unit: CampaignUnit, system: System, game: Game, side: str) -> Unit:
    """Return a roster's unit as it enters a game: its remaining strength, its level and its injuries."""
    found = enter_battle(campaign, unit, system)
    # A number in a name would reveal that an enemy's card has the same name.
    known = {one.name.casefold() for one in game.units.values() if one.side == side or not one.has("hidden")}
    [there] = muster_units(system, game, side, [found.spec], known)
    return there.model_copy(update={"origins": found.origins, "full": unit.full if unit.full > there.starting else 0})
