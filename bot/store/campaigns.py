"""The record of campaigns: starting and opening one, appending its next entry, and finding a game's battle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.errors import UnreadableCampaign
from bot.store import campaign_tables as rows
from bot.store.appending import AppendedEntry, put
from bot.store.appending import append as append_to_game
from bot.store.campaign_tables import (
    CAMPAIGN,
    CAMPAIGN_BATTLE,
    CAMPAIGN_ENTRY,
    CAMPAIGN_SEED,
    CAMPAIGN_STATE,
    BattleLink,
    CampaignInfo,
    CampaignSeed,
)
from bot.store.database import Store
from bot.store.errors import ChannelTaken, NameTaken
from bot.store.games import WholeGame, put_whole
from bot.store.journal import Journal
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry

# Writing a campaign's next entry with everything that belongs to it, in one transaction.

KEEP = 20
"""Maximum entries between two stored states, because replaying so few is fast."""

_KEPT = select(CAMPAIGN_STATE.c.body).where(CAMPAIGN_STATE.c.campaign_id == bindparam("campaign"))
_KEPT_AT = _KEPT.with_only_columns(CAMPAIGN_STATE.c.number)


def kept_state(read: Connection, id: str) -> Campaign | None:
    """Return the stored state, which may be outdated; None if it is unreadable."""
    kept = read.execute(_KEPT, {"campaign": id}).first()
    return None if kept is None else rows.state(kept.body)


CAMPAIGNS = Journal[CampaignEntry, Campaign](
    "campaign",
    CAMPAIGN,
    CAMPAIGN_ENTRY,
    rows.entry_values,
    rows.entry,
    rows.fold_entries,
    UnreadableCampaign,
    lambda read, id, number: kept_state(read, id),
)


@dataclass(frozen=True)
class AppendedCampaignEntry:
    """The next entry of a campaign, its new state, and the game started with it, or an entry of one."""

    entry: CampaignEntry
    after: Campaign
    game: WholeGame | AppendedEntry | None = None


def append(write: Connection, new: AppendedCampaignEntry) -> None:
    """Write the entry; raise the errors of `CampaignStore.append`."""
    head = {"over": new.after.over}
    try:
        CAMPAIGNS.append(write, new.entry.campaign, new.entry, lambda write: _write_parts(write, new), head)
    except IntegrityError:
        if isinstance(new.game, WholeGame):
            raise ChannelTaken(f"channel {new.game.battle.channel_id} has a game that is not over") from None
        raise


def _write_parts(write: Connection, new: AppendedCampaignEntry) -> None:
    """Write the data that belong to an entry: its game, its battle links, and, every `KEEP` entries, the state."""
    entry, id = new.entry, new.entry.campaign
    if isinstance(new.game, WholeGame):
        put_whole(write, new.game)
    links = [
        {"campaign_id": id, "battle_id": one.battle, "game_id": one.game}
        for one in entry.events
        if one.kind == "battle_begun"
    ]
    if links:
        write.execute(insert(CAMPAIGN_BATTLE), links)
    kept = write.execute(_KEPT_AT, {"campaign": id}).scalar() or 0
    if entry.undoes is not None or entry.number - kept >= KEEP:
        put(write, CAMPAIGN_STATE, [rows.state_values(new.after)])
    if isinstance(new.game, AppendedEntry):
        append_to_game(write, new.game)


# The record of campaigns for services.

_ALL = select(CAMPAIGN).order_by(CAMPAIGN.c.over, CAMPAIGN.c.started_at.desc(), CAMPAIGN.c.id)
_IN_GUILD = _ALL.where(CAMPAIGN.c.guild_id == bindparam("guild"))
_OF_GAME = select(CAMPAIGN_BATTLE).where(CAMPAIGN_BATTLE.c.game_id == bindparam("game"))
_OF_CAMPAIGNS = (
    select(CAMPAIGN_BATTLE)
    .join(CAMPAIGN, CAMPAIGN.c.id == CAMPAIGN_BATTLE.c.campaign_id)
    .order_by(CAMPAIGN_BATTLE.c.campaign_id)
)
_LINKS = _OF_CAMPAIGNS.where(CAMPAIGN.c.over.is_(False))
_LINKS_OF = _OF_CAMPAIGNS.where(CAMPAIGN.c.id == bindparam("campaign"))


class OpenedCampaign(NamedTuple):
    """A campaign's current record."""

    info: CampaignInfo
    campaign: Campaign


class CampaignStore(Store):
    """Campaigns; games do not refer to them."""

    async def begin(
        self, info: CampaignInfo, entry: CampaignEntry, campaign: Campaign, seed: CampaignSeed | None = None
    ) -> None:
        """Start a campaign with its first entry; raise NameTaken if its name is used in the server."""
        await self.put(info, [entry], campaign, seed)

    async def put(
        self,
        info: CampaignInfo,
        entries: Sequence[CampaignEntry],
        campaign: Campaign,
        seed: CampaignSeed | None = None,
    ) -> None:
        """Write a campaign with all its entries, and the resulting `campaign`, or nothing. Raises NameTaken."""

        def put_all(write: Connection) -> None:
            head = info.model_dump() | {"number": campaign.number, "over": campaign.over}
            CAMPAIGNS.begin(write, head, entries)
            write.execute(insert(CAMPAIGN_STATE), rows.state_values(campaign))
            if seed:
                write.execute(insert(CAMPAIGN_SEED), seed.model_dump())

        try:
            await self._database.write(put_all)
        except IntegrityError:
            raise NameTaken(f"server {info.guild_id} has a campaign of that name") from None

    async def open(self, id: str, known: Campaign | None = None) -> OpenedCampaign | None:
        """Return a campaign's current state, updated from the `known` or the stored one.

        Returns None if the campaign is missing; raises UnreadableCampaign. All work is done in a thread of the store.
        """
        found = await self._database.read(lambda read: CAMPAIGNS.open_record(read, id, known))
        return found and OpenedCampaign(rows.info(found.head), found.state)

    async def append(self, new: AppendedCampaignEntry) -> None:
        """Write the next entry of a campaign with everything that belongs to it, or nothing.

        Raises EntryRepeated if the entry's source is already recorded, Conflict if its number is not the next,
        ChannelTaken if the game's channel has another game, IntegrityError if the game is already a battle, and
        LookupError for an unknown campaign.
        """
        await self._database.write(lambda write: append(write, new), joins=True)

    async def entries(self, id: str, after: int = 0, last: int | None = None) -> list[CampaignEntry]:
        """Return the entries of a campaign in order, numbered above `after`, up to `last`.

        Raises UnreadableCampaign.
        """
        return await self._database.read(lambda read: CAMPAIGNS.entries(read, id, after, last))

    async def entry_from(self, id: str, source: str) -> CampaignEntry | None:
        """Return the entry from a `source`, if it was recorded; raise UnreadableCampaign."""
        return await self._database.read(lambda read: CAMPAIGNS.entry_from(read, id, source))

    async def all(self, guild_id: str | None = None) -> list[CampaignInfo]:
        """Return the campaigns of a server, or all; unfinished ones first, then the latest start first."""
        query, given = (_ALL, None) if guild_id is None else (_IN_GUILD, {"guild": guild_id})
        return await self._database.read(lambda read: [rows.info(row) for row in read.execute(query, given).mappings()])

    async def battle_of(self, game_id: str) -> BattleLink | None:
        """Return the battle that is played as this game; None if it is no battle."""
        row = await self._database.read(lambda read: read.execute(_OF_GAME, {"game": game_id}).mappings().first())
        return None if row is None else rows.link(row)

    async def battle_links(self, campaign_id: str | None = None) -> list[BattleLink]:
        """Return the battle links of a campaign, or of all unfinished campaigns, grouped by campaign."""
        query, given = (_LINKS, None) if campaign_id is None else (_LINKS_OF, {"campaign": campaign_id})
        return await self._database.read(lambda read: [rows.link(row) for row in read.execute(query, given).mappings()])

    async def keep_state(self, campaign: Campaign) -> None:
        """Write the current state of a campaign again."""
        await self._database.write(lambda write: put(write, CAMPAIGN_STATE, [rows.state_values(campaign)]))

    async def kept_state(self, id: str) -> Campaign | None:
        """Return the stored state, which may be outdated."""
        return await self._database.read(lambda read: kept_state(read, id))

    async def seed(self, id: str) -> CampaignSeed | None:
        query = select(CAMPAIGN_SEED).where(CAMPAIGN_SEED.c.campaign_id == id)
        row = await self._database.read(lambda read: read.execute(query).mappings().first())
        return None if row is None else rows.seed(row)

    async def reveal_seed(self, id: str, at: float) -> bool:
        """Mark a campaign's seed as revealed; return False if it is not over, or has no secret seed."""
        ended = select(CAMPAIGN.c.id).where(CAMPAIGN.c.id == id, CAMPAIGN.c.over.is_(True))
        change = update(CAMPAIGN_SEED).where(
            CAMPAIGN_SEED.c.campaign_id.in_(ended), CAMPAIGN_SEED.c.revealed_at.is_(None)
        )
        return await self._database.write(lambda write: bool(write.execute(change.values(revealed_at=at)).rowcount))
