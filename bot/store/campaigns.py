"""The record of campaigns: begin one, open it, append its next entry, and find which battle a game is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.errors import UnreadableCampaign
from bot.store import campaign_tables as rows
from bot.store.appending import Appended, put
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
from bot.store.games import GamePut, put_whole
from bot.store.journal import Journal
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry

# Writing the next entry of a campaign and all that hangs on it, within one transaction.

KEEP = 20
"""The state is kept after so many entries at most: what is left to be played back opens in no time."""

_KEPT = select(CAMPAIGN_STATE.c.body).where(CAMPAIGN_STATE.c.campaign_id == bindparam("campaign"))
_KEPT_AT = _KEPT.with_only_columns(CAMPAIGN_STATE.c.number)


def kept_state(read: Connection, id: str) -> Campaign | None:
    """The state that was kept, whatever has been written since; None for one that cannot be read."""
    kept = read.execute(_KEPT, {"campaign": id}).first()
    return None if kept is None else rows.state(kept.body)


CAMPAIGNS = Journal[CampaignEntry, Campaign](
    "campaign",
    CAMPAIGN,
    CAMPAIGN_ENTRY,
    rows.of_entry,
    rows.entry,
    rows.folded,
    UnreadableCampaign,
    lambda read, id, number: kept_state(read, id),
)


@dataclass(frozen=True)
class CampaignAppended:
    """The next entry of a campaign, what it leaves, and with it the game that it begins, or an entry of one."""

    entry: CampaignEntry
    after: Campaign
    game: GamePut | Appended | None = None


def append(write: Connection, new: CampaignAppended) -> None:
    """Write the entry; raises what `Campaigns.append` raises."""
    head = {"over": new.after.over}
    try:
        CAMPAIGNS.append(write, new.entry.campaign, new.entry, lambda write: _hang(write, new), head)
    except IntegrityError:
        if isinstance(new.game, GamePut):
            raise ChannelTaken(f"channel {new.game.battle.channel_id} has a game that is not over") from None
        raise


def _hang(write: Connection, new: CampaignAppended) -> None:
    """Write what hangs on an entry: its game, the links to its battles, and now and then the state."""
    entry, id = new.entry, new.entry.campaign
    if isinstance(new.game, GamePut):
        put_whole(write, new.game)
    links = [_link(id, one) for one in entry.events if one.kind == "battle_begun"]
    if links:
        write.execute(insert(CAMPAIGN_BATTLE), links)
    kept = write.execute(_KEPT_AT, {"campaign": id}).scalar() or 0
    if entry.undoes is not None or entry.number - kept >= KEEP:
        put(write, CAMPAIGN_STATE, [rows.of_state(new.after)])
    if isinstance(new.game, Appended):
        append_to_game(write, new.game)


def _link(campaign: str, begun: Any) -> dict[str, str]:
    return {"campaign_id": campaign, "battle_id": begun.battle, "game_id": begun.game}


# The record of campaigns, as services use it.

_OF_GAME = select(CAMPAIGN_BATTLE).where(CAMPAIGN_BATTLE.c.game_id == bindparam("game"))


class OpenedCampaign(NamedTuple):
    """A campaign as the record has it now."""

    info: CampaignInfo
    campaign: Campaign


class Campaigns(Store):
    """Campaigns, of which games know nothing."""

    async def begin(
        self, info: CampaignInfo, entry: CampaignEntry, campaign: Campaign, seed: CampaignSeed | None = None
    ) -> None:
        """Begin a campaign with its first entry; raises NameTaken where another one of the server has its name."""
        await self.put(info, [entry], campaign, (), seed)

    async def put(
        self,
        info: CampaignInfo,
        entries: Sequence[CampaignEntry],
        campaign: Campaign,
        links: Sequence[BattleLink] = (),
        seed: CampaignSeed | None = None,
    ) -> None:
        """A campaign with all of its entries, `campaign` as they leave it; all of it or nothing. Raises NameTaken."""

        def put_all(write: Connection) -> None:
            head = info.model_dump() | {"number": campaign.number, "over": campaign.over}
            CAMPAIGNS.begin(write, head, entries)
            write.execute(insert(CAMPAIGN_STATE), rows.of_state(campaign))
            if links:
                write.execute(insert(CAMPAIGN_BATTLE), [one.model_dump() for one in links])
            if seed:
                write.execute(insert(CAMPAIGN_SEED), seed.model_dump())

        try:
            await self._database.write(put_all)
        except IntegrityError:
            raise NameTaken(f"server {info.guild_id} has a campaign of that name") from None

    async def open(self, id: str, known: Campaign | None = None) -> OpenedCampaign | None:
        """A campaign as its entries have it, brought up from what is `known` or from the state that was kept.

        None for one that is not there; raises UnreadableCampaign. All of it is done in a thread of the store.
        """
        found = await self._database.read(lambda read: CAMPAIGNS.opened(read, id, known))
        return found and OpenedCampaign(rows.info(found.head), found.state)

    async def append(self, new: CampaignAppended) -> None:
        """Write the next entry of a campaign and all that hangs on it, or nothing.

        Raises Repeated when the entry's source is in the record already, else Conflict when its number is not the
        next or the game is a battle already, ChannelTaken where the game's channel has another one, LookupError for
        an unknown campaign.
        """
        await self._database.write(lambda write: append(write, new), joins=True)

    async def entries(self, id: str, after: int = 0, last: int | None = None) -> list[CampaignEntry]:
        """The entries of a campaign in order, those numbered above `after` only, and up to `last`; raises
        UnreadableCampaign.
        """
        return await self._database.read(lambda read: CAMPAIGNS.entries(read, id, after, last))

    async def entry_from(self, id: str, source: str) -> CampaignEntry | None:
        """The entry that came from a `source`, if it was recorded; raises UnreadableCampaign."""
        return await self._database.read(lambda read: CAMPAIGNS.entry_from(read, id, source))

    async def all(self, guild_id: str | None = None) -> list[CampaignInfo]:
        """The campaigns of a server, or all; those that go on first, the one begun last before the others."""
        query = select(CAMPAIGN).where(*([] if guild_id is None else [CAMPAIGN.c.guild_id == guild_id]))
        query = query.order_by(CAMPAIGN.c.over, CAMPAIGN.c.started_at.desc(), CAMPAIGN.c.id)
        return await self._infos(query)

    async def battle_of(self, game_id: str) -> BattleLink | None:
        """The battle that a game is, if it is one."""
        row = await self._database.read(lambda read: read.execute(_OF_GAME, {"game": game_id}).mappings().first())
        return None if row is None else rows.link(row)

    async def battle_links(self, campaign_id: str | None = None) -> list[BattleLink]:
        """The games of a campaign's battles, or of all campaigns that are not over, one campaign after the other."""
        query = select(CAMPAIGN_BATTLE).join(CAMPAIGN, CAMPAIGN.c.id == CAMPAIGN_BATTLE.c.campaign_id)
        query = query.where(CAMPAIGN.c.over.is_(False) if campaign_id is None else CAMPAIGN.c.id == campaign_id)
        query = query.order_by(CAMPAIGN_BATTLE.c.campaign_id)
        return await self._database.read(lambda read: [rows.link(row) for row in read.execute(query).mappings()])

    async def keep_state(self, campaign: Campaign) -> None:
        """Write the state of a campaign anew, as its entries have it."""
        await self._database.write(lambda write: put(write, CAMPAIGN_STATE, [rows.of_state(campaign)]))

    async def kept_state(self, id: str) -> Campaign | None:
        """The state that was kept, whatever has been written since."""
        return await self._database.read(lambda read: kept_state(read, id))

    async def seed(self, id: str) -> CampaignSeed | None:
        query = select(CAMPAIGN_SEED).where(CAMPAIGN_SEED.c.campaign_id == id)
        row = await self._database.read(lambda read: read.execute(query).mappings().first())
        return None if row is None else rows.seed(row)

    async def reveal_seed(self, id: str, at: float) -> bool:
        """Note that a campaign's seed is no secret any more; False where it is not over, or it was none."""
        ended = select(CAMPAIGN.c.id).where(CAMPAIGN.c.id == id, CAMPAIGN.c.over.is_(True))
        change = update(CAMPAIGN_SEED).where(
            CAMPAIGN_SEED.c.campaign_id.in_(ended), CAMPAIGN_SEED.c.revealed_at.is_(None)
        )
        return await self._database.write(lambda write: bool(write.execute(change.values(revealed_at=at)).rowcount))

    async def _infos(self, query: Any) -> list[CampaignInfo]:
        return await self._database.read(lambda read: [rows.info(row) for row in read.execute(query).mappings()])
