"""Battles of a campaign: begun as a game in a channel, and called off."""

from __future__ import annotations

from typing import NamedTuple
from uuid import uuid4

from bot.errors import Refusal
from bot.game.campaign_lookup import battle_named
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, CampaignResult, NewCampaignEntry
from bot.resolution.game_seeds import lots_of
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.services.battle_setup import BattlePlan, BattleSetup, nth
from bot.services.lifecycle import Lifecycle
from bot.store.errors import ChannelTaken
from rules.campaign.battle_events import BattleBegun, BattleCalledOff
from rules.campaign.campaign import Campaign
from rules.game.game import Game
from rules.kernel.text import Text


class BattleStarted(NamedTuple):
    """A battle that has begun: its entry in the campaign, and the first one of its game."""

    campaign: CampaignResult
    game: CommandResult
    battle: str


class CampaignBattles:
    """A battle is a game like any other, to which the campaign has a link."""

    def __init__(self, campaigns: CampaignReferee, games: Referee, lifecycle: Lifecycle) -> None:
        self._campaigns, self._games, self._lifecycle = campaigns, games, lifecycle

    async def begin(self, call: Call, id: str, wanted: BattlePlan, game: str | None = None) -> BattleStarted:
        """Start the game of a battle in the channel: players seated, units placed, both records written with one
        stroke. Whoever begins it is the umpire, as with any game.

        Raises Refusal while another game runs here, RuleError for what the campaign does not allow: a battle against
        oneself, a unit that is away, a territory out of reach.
        """
        game_id = game or uuid4().hex
        seeds = self._games.seeds.new_seed(game_id)
        lots = lots_of(next(iter(seeds), None), call.chance)

        async def plan(campaign: Campaign) -> NewCampaignEntry:
            await self._lifecycle.make_room(call)
            return BattleSetup(campaign, call, wanted, game_id, self._games.clock(), lots).entry(seeds)

        if (before := await self._begun_before(call, id)) is not None:
            return await self._started(before)
        try:
            return await self._started(await self._campaigns.write(call, id, plan))
        except ChannelTaken:
            raise Refusal(Text("This channel already has a game. End it first with `/game end`.")) from None

    async def _begun_before(self, call: Call, id: str) -> CampaignResult | None:
        """What the very same interaction has begun, delivered once more: now its own game is in its way."""
        info, campaign = await self._campaigns.campaigns.open(id, call.where.guild or "")
        entry = await self._campaigns.record.campaign_entry_from(id, call.source) if call.source else None
        return entry and CampaignResult(info, entry, campaign, campaign, again=True)

    async def _started(self, result: CampaignResult) -> BattleStarted:
        begun = next(event for event in result.entry.events if isinstance(event, BattleBegun))
        info = await self._games.record.game(begun.game)
        entry = await self._games.record.entry(begun.game, 1)
        assert info is not None
        assert entry is not None
        live = await self._games.games.of(info)
        if not result.again:
            self._games.tell(live)
        empty = live.board_with(Game())
        return BattleStarted(result, CommandResult(info.id, entry, empty, live.board, result.again), begun.battle)

    async def call_off(self, call: Call, id: str, battle: str = "") -> CampaignResult:
        """Take a battle out of the campaign that nobody will finish; its units go home, its game is one of its own."""

        def plan(campaign: Campaign) -> NewCampaignEntry:
            found = battle_named(campaign, battle)
            title = Text("Battle {number} is called off", number=nth(campaign, found.id))
            return NewCampaignEntry("campaign battle", [BattleCalledOff(battle=found.id)], title)

        return await self._campaigns.write(call, id, plan)
