"""Campaign battles as games: starting and calling off, and units that join or leave a running one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import uuid4

from bot.errors import Refusal
from bot.game.campaigns import battle_named, unit_in
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution import campaign_referee
from bot.resolution.game_seeds import lots_of
from bot.resolution.manual_changes import NewEntry
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.services.campaign import battle_games, battle_setup
from bot.services.campaign.command import BATTLE, OWN_UNIT, campaign_command
from bot.services.play.lifecycle import Lifecycle
from bot.store.appending import AppendedEntry
from bot.store.errors import ChannelTaken
from data import system_of
from rules.campaign import battle_events
from rules.campaign.campaign import Battle, Campaign, CampaignEvent
from rules.campaign.roster import CampaignUnit
from rules.campaign.visibility import knows_cards
from rules.game.events import Event, UnitPlaced, UnitRemoved
from rules.game.game import Game
from rules.kernel.errors import RuleError
from rules.kernel.text import N_, Text, Typed, UnitRef

CANNOT_UNDO = Text("This brought campaign units into the game, so it stays. The arbitrator can call the battle off.")


class Move(NamedTuple):
    """A unit that joins or leaves: the events in campaign and game, with their titles."""

    event: CampaignEvent
    there: Event
    side: str
    title: Text
    text: Text


def _public_name(unit: CampaignUnit) -> Text:
    """Return a unit's public name, which does not reveal a card."""
    return Text("A hidden unit") if unit.enters_hidden else Typed(unit.name)


def _require_right_to_move(campaign: Campaign, call: Call, unit: CampaignUnit) -> None:
    """Raise Refusal for a hidden unit if the caller may not know which units of its roster are cards."""
    if unit.enters_hidden and not knows_cards(campaign, unit.roster, call.who.id):
        roster = campaign.rosters[unit.roster].name
        raise Refusal(Text("{unit} is hidden: the player of {roster} brings it.", unit=unit.name, roster=roster))


Mover = Callable[[Campaign, Battle, ActiveGame], Move]


class BattleUnits:
    """Brings units into running battles and removes them: players their own, the arbitrator any."""

    def __init__(self, campaigns: campaign_referee.CampaignReferee, games: Referee) -> None:
        self._campaigns, self._games = campaigns, games
        games.lasting["campaign battle"] = CANNOT_UNDO

    @campaign_command("battle field", N_("Bring one of your units to a running battle."), unit=OWN_UNIT, battle=BATTLE)
    async def field(self, call: Call, id: str, unit: str, battle: str = "") -> campaign_referee.CampaignResult:
        """Bring a unit to the table in its current state; raise RuleError if it is away or unfit."""

        def move(campaign: Campaign, found: Battle, live: ActiveGame) -> Move:
            one = unit_in(campaign, unit, call.who.id)
            _require_right_to_move(campaign, call, one)
            side = found.side_of(one.roster)
            if side is None:
                raise RuleError(Text("{unit} is from a roster that is not in this battle.", unit=one.name))
            there = battle_games.unit_in_game(campaign, one, live.system, live.game, side.side)
            event = battle_events.UnitFielded(battle=found.id, unit=one.id, game_unit=there.id)
            title = Text("{unit} takes the field for {side}", unit=_public_name(one), side=side.side)
            told = Text("{unit} takes the field for {side}", unit=there.ref, side=side.side)
            return Move(event, UnitPlaced(unit=there), side.side, title, told)

        return await self._move_unit(call, id, battle, move)

    @campaign_command(
        "battle withdraw", N_("Leave one of your units at home, before the first roll."), unit=OWN_UNIT, battle=BATTLE
    )
    async def withdraw(self, call: Call, id: str, unit: str, battle: str = "") -> campaign_referee.CampaignResult:
        """Remove a unit from the battle; only before the first roll."""

        def move(campaign: Campaign, found: Battle, live: ActiveGame) -> Move:
            one = unit_in(campaign, unit, call.who.id)
            _require_right_to_move(campaign, call, one)
            side = found.side_of(one.roster)
            there = side.units.get(one.id, "") if side else ""
            if live.game.begun:
                raise Refusal(Text("Dice have been rolled in this battle: units stay until it is over."))
            event = battle_events.UnitWithdrawn(battle=found.id, unit=one.id)
            title = Text("{unit} stays at home", unit=_public_name(one))
            told = Text("{unit} stays at home", unit=UnitRef(there) if there else one.name)
            return Move(event, UnitRemoved(unit=there), side.side if side else "", title, told)

        return await self._move_unit(call, id, battle, move)

    async def joining_order(self, call: Call, campaign: Campaign, battle: str, units: Sequence[str]) -> list[str]:
        """Return the units in the order in which they may join: cards last, in random order."""
        live = await self._running_game(campaign, battle_named(campaign, battle))
        lots = await self._games.seeds.lots(live, call)
        cards = [id for id in units if campaign.units[id].enters_hidden]
        return [id for id in units if id not in cards] + [cards[at] for at in lots(len(cards))]

    async def _move_unit(self, call: Call, id: str, battle: str, mover: Mover) -> campaign_referee.CampaignResult:
        campaign = (await self._campaigns.campaigns.open(id, call.where.guild or "")).campaign
        live = await self._running_game(campaign, battle_named(campaign, battle))
        async with live.lock:
            made: list[CommandResult] = []

            async def plan(now: Campaign) -> campaign_referee.NewCampaignEntry:
                await self._games.games.refresh(live)
                found = battle_named(now, battle)
                move = mover(now, found, live)
                # Checked before the game, which has no rule against a unit that the campaign refuses.
                move.event.check(now, call.who.id)
                new = NewEntry("campaign battle", [move.there], move.text, side=move.side)
                made[:] = [self._games.manual_entry(live, call, new)]
                entry, after = made[0].entry, self._games.games.game_after(live, made[0].entry, made[0].after.game)
                joined = AppendedEntry(live.info.id, entry, live.game, after)
                return campaign_referee.NewCampaignEntry("campaign battle", [move.event], move.title, game=joined)

            result = await self._campaigns.write(call, id, plan)
            if not result.again:
                self._games.games.advance(live, self._games.games.game_after(live, made[0].entry, made[0].after.game))
                await self._games.notify_listeners(live)
            return result

    async def _running_game(self, campaign: Campaign, battle: Battle) -> ActiveGame:
        """Return the running game of a battle; raise Refusal."""
        info = await battle_games.game_of(self._games.record, campaign, battle)
        if info is None:
            raise Refusal(battle_games.NOT_HERE)
        if info.state == "ended":
            raise Refusal(Text("That battle is over. No unit can join it."))
        return await self._games.games.unfinished_game(info)


# Campaign battles: started as a game in a channel, and called off.


class StartedBattle(NamedTuple):
    """A battle that has started: its entry in the campaign, and the first entry of its game."""

    campaign: campaign_referee.CampaignResult
    game: CommandResult
    battle: str


class CampaignBattles:
    """Starts and calls off battles, which are ordinary games linked to a campaign."""

    def __init__(self, campaigns: campaign_referee.CampaignReferee, games: Referee, lifecycle: Lifecycle) -> None:
        self.referee, self._games, self._lifecycle = campaigns, games, lifecycle

    async def begin(
        self, call: Call, id: str, wanted: battle_games.BattlePlan, game: str | None = None
    ) -> StartedBattle:
        """Start the game of a battle in the channel: seat players, place units, and write both records at once.

        The caller is the umpire, as in any game. Raises Refusal while another game runs here, RuleError for a battle
        that the campaign forbids: against the caller's own roster, with a unit that is away, or for a territory out of
        reach.
        """
        game_id = game or uuid4().hex
        seeds = self._games.seeds.new_seed(game_id)
        lots = lots_of(next(iter(seeds), None), call.chance)

        async def plan(campaign: Campaign) -> campaign_referee.NewCampaignEntry:
            await self._lifecycle.make_room(call)
            await self._games.games.versions.keep(system_of(campaign.system))
            return battle_setup.BattleSetup(campaign, call, wanted, game_id, self._games.clock(), lots).entry(seeds)

        # If Discord delivers the interaction twice, the game that it started would block a second start.
        if before := await self.referee.recorded_before(call, id):
            return await self._start_result(before)
        try:
            return await self._start_result(await self.referee.write(call, id, plan))
        except ChannelTaken:
            raise Refusal(Text("This channel already has a game. End it first with `/game end`.")) from None

    async def _start_result(self, result: campaign_referee.CampaignResult) -> StartedBattle:
        begun = next(event for event in result.entry.events if isinstance(event, battle_events.BattleBegun))
        info = await self._games.record.games.get(begun.game)
        entry = await self._games.record.entries.get(begun.game, 1)
        assert info is not None
        assert entry is not None
        live = await self._games.games.read_game(info)
        if not result.again:
            await self._games.notify_listeners(live)
        empty = live.board_with(Game())
        return StartedBattle(result, CommandResult(info.id, entry, empty, live.board, result.again), begun.battle)

    @campaign_command("battle off", N_("Call off a battle that will not be finished."), battle=BATTLE)
    @campaign_referee.changes_campaign
    def call_off(self, campaign: Campaign, call: Call, battle: str = "") -> campaign_referee.NewCampaignEntry:
        """Remove an unfinished battle from the campaign; its units return, and its game becomes an ordinary one."""
        found = battle_named(campaign, battle)
        title = Text("Battle {number} is called off", number=battle_games.battle_number(campaign, found.id))
        return campaign_referee.NewCampaignEntry(
            "campaign battle", [battle_events.BattleCalledOff(battle=found.id)], title
        )
