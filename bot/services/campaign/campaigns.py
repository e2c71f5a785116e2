"""Campaigns as a whole: starting and ending them, search, rulings, and undo."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from bot.dice.provable import commitment
from bot.errors import Refusal
from bot.game.campaigns import CampaignRegistry, find_key, unknown_roster_refusal
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, CampaignResult, NewCampaignEntry, changes_campaign
from bot.resolution.game_seeds import Draw
from bot.services.campaign.command import FlagOption, NumberOption, TextOption, campaign_command
from bot.store.campaign_tables import CampaignInfo, CampaignSeed
from bot.store.campaigns import OpenedCampaign
from bot.store.errors import NameTaken
from data.files import sample_map
from rules.campaign.campaign import Campaign, Shape
from rules.campaign.fold import accept_entry
from rules.campaign.people_events import STEPS, CampaignBegun, CampaignEnded
from rules.campaign.roster import LEVELS
from rules.campaign.standings import ladder
from rules.campaign.territories import TerritoryMap
from rules.command.force import Titled
from rules.command.system import System
from rules.kernel.facts import validate
from rules.kernel.text import N_, Listed, Text


class Campaigns:
    """Manages campaigns; the person who starts one is its arbitrator. A server may have several."""

    def __init__(
        self,
        referee: CampaignReferee,
        campaigns: CampaignRegistry,
        choose_system: Callable[[str | None, str], System],
        draw: Draw | None = None,
    ) -> None:
        """Set up the service; `choose_system` finds a server's rule system by key or name and raises BadFacts."""
        self.referee, self._campaigns, self._choose_system, self._draw = referee, campaigns, choose_system, draw
        self._record = referee.record

    async def new(
        self,
        call: Call,
        name: str,
        system: str,
        shape: Shape = "league",
        territories: TerritoryMap | None = None,
        steps: int = STEPS,
        levels: tuple[int, ...] = LEVELS,
        id: str | None = None,
    ) -> CampaignResult:
        """Start a campaign; one on a map uses the sample map unless `territories` are given.

        Raises BadFacts for an invalid name or unknown system, RuleError for an invalid shape, Refusal for a name that
        the server already has.
        """
        chosen, title = self._choose_system(call.where.guild, system), validate(Titled, {"name": name}).name
        lands = (territories or sample_map()).territories if shape == "map" else {}
        begun = CampaignBegun(
            id=id or uuid4().hex,
            name=title,
            system=chosen.key,
            shape=shape,
            server=call.where.guild or "",
            arbitrator=call.who.id,
            player=call.who.name,
            levels=levels,
            steps=steps,
            territories=lands,
        )
        said = Text("New campaign: {name}", name=title)
        seed = self.new_seed(begun.id)
        dice = "🎲 Checkable dice for the aftermath: commitment `{commitment}`"
        notes = [Text(dice, commitment=seed.commitment)] if seed else []
        new = NewCampaignEntry("campaign new", [begun], said, notes, request={"system": system, "shape": shape})
        return await self._begin(call, begun, new, seed)

    async def _begin(
        self, call: Call, begun: CampaignBegun, new: NewCampaignEntry, seed: CampaignSeed | None
    ) -> CampaignResult:
        entry = self.referee.entry(call, Campaign(id=begun.id), new)
        campaign = accept_entry(Campaign(), entry)
        info = info_of(campaign, call.who.id, entry.at)
        try:
            await self._record.campaigns.begin(info, entry, campaign, seed)
        except NameTaken:
            raise Refusal(
                Text("This server already has a campaign named {name}. Choose another name.", name=begun.name)
            ) from None
        return CampaignResult(info, entry, Campaign(), campaign)

    def new_seed(self, id: str) -> CampaignSeed | None:
        """Return the seed of the aftermath dice; None if dice are not provable."""
        if self._draw is None:
            return None
        seed, now = self._draw(), self.referee.clock()
        return CampaignSeed(campaign_id=id, name=id, commitment=commitment(seed), seed=seed.hex(), drawn_at=now)

    # Search

    async def find(self, call: Call, text: str = "") -> OpenedCampaign:
        """Return the campaign that the caller means.

        It is found by id or name; without a text, it is the one whose battle is running in the channel, the only
        unfinished one, or the caller's only one. Otherwise, raises Refusal that lists all campaigns.
        """
        known = await self._campaigns.all(call.where.guild or "")
        if not known:
            raise Refusal(Text("This server has no campaign yet. Start one: `/campaign new`."))
        if text.strip():
            id = find_key(text, {one.id: one.name for one in known})
            if id is None:
                names = Listed([one.name for one in known[:25]])
                raise Refusal(Text("There is no campaign '{name}' here; choose {names}.", name=text[:60], names=names))
            return await self._campaigns.open(id, call.where.guild or "")
        return await self._campaigns.open(await self._guess_campaign(call, known), call.where.guild or "")

    async def _guess_campaign(self, call: Call, known: list[CampaignInfo]) -> str:
        game = await self._record.games.last_in_channel(call.where.channel)
        link = await self._record.campaigns.battle_of(game.id) if game else None
        if link is not None:
            return link.campaign_id
        going = [one for one in known if not one.over] or known
        if len(going) > 1:
            copies = [(one, await self._campaigns.open(one.id)) for one in going]
            going = [one for one, copy in copies if call.who.id in copy.campaign.members] or going
        if len(going) > 1:
            names = Listed([one.name for one in going[:25]], "or")
            raise Refusal(Text("Which campaign: {names}? Use the option `campaign`.", names=names))
        return going[0].id

    async def all(self, call: Call) -> list[CampaignInfo]:
        """Return the campaigns of a server; unfinished ones first."""
        return await self._campaigns.all(call.where.guild or "")

    async def open(self, call: Call, id: str) -> OpenedCampaign:
        """Return a campaign by its id, as used in buttons; raise Refusal if it belongs to another server."""
        return await self._campaigns.open(id, call.where.guild or "")

    # Actions of the arbitrator

    @campaign_command(
        "end",
        N_("End the campaign, or resume it (arbitrator only)."),
        winner=TextOption(N_("The winner: a roster, or a side of the ladder."), "winners"),
        note=TextOption(N_("A note for the record."), most=500),
        resume=FlagOption(N_("Resume a campaign that is over.")),
    )
    @changes_campaign
    def end(
        self, campaign: Campaign, call: Call, winner: str = "", note: str = "", resume: bool = False
    ) -> NewCampaignEntry:
        """End the campaign, or reopen it with `resume`; `winner` is a roster or a side of a ladder, by name."""
        if resume:
            title = Text("{campaign} goes on", campaign=campaign.name)
            return NewCampaignEntry("campaign reopen", [CampaignEnded(over=False)], title)
        won = _find_winner(campaign, winner)
        over = CampaignEnded(winner=won, note=note[:500])
        title = Text("The campaign is over")
        if won is not None:
            name = campaign.rosters[won].name if won in campaign.rosters else won
            title = Text("The campaign is over: {winner} wins", winner=name)
        return NewCampaignEntry("campaign end", [over], title, reason=note)

    @campaign_command(
        "edit undo",
        N_("Undo an entry of the campaign."),
        entry=NumberOption(N_("Its number in `/campaign log`."), 1, 1000000),
    )
    async def undo(self, call: Call, id: str, entry: int) -> CampaignResult:
        """Undo an entry; bot dice rolled in it are reused when the same roll is repeated."""
        return await self.referee.undo(call, id, entry)

    async def reveal(self, call: Call, id: str) -> CampaignSeed | None:
        """Reveal and return the seed of a finished campaign; None if it never had one. Raises Refusal."""
        if not (await self.open(call, id)).info.over:
            raise Refusal(Text("A campaign's seed is shown when it is over: `/campaign end`."))
        await self._record.campaigns.reveal_seed(id, self.referee.clock())
        return await self._record.campaigns.seed(id)


def info_of(campaign: Campaign, started_by: str, at: float) -> CampaignInfo:
    """Return the campaign's row in the record."""
    return CampaignInfo(
        id=campaign.id,
        guild_id=campaign.server,
        key=campaign.name.casefold(),
        name=campaign.name,
        system=campaign.system,
        started_by=started_by,
        started_at=at,
        number=campaign.number,
    )


def _find_winner(campaign: Campaign, named: str) -> str | None:
    if not named.strip():
        return ladder(campaign).winner if campaign.shape == "ladder" else None
    sides = {side: side for side in (one.side for one in campaign.rosters.values()) if campaign.shape == "ladder"}
    key = find_key(named, {one.id: one.name for one in campaign.rosters.values()} | sides)
    if key is None:
        raise unknown_roster_refusal(campaign, named)
    return key
