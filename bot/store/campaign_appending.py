"""Writing the next entry of a campaign and all that hangs on it, within one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.store import campaign_rows as rows
from bot.store.appending import Appended, put
from bot.store.appending import append as append_to_game
from bot.store.campaign_tables import CAMPAIGN, CAMPAIGN_BATTLE, CAMPAIGN_ENTRY, CAMPAIGN_STATE
from bot.store.errors import ChannelTaken, Conflict, Repeated
from bot.store.whole_games import GamePut, put_whole
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry

KEEP = 20
"""The state is kept after so many entries at most: what is left to be played back opens in no time."""

_ONE = select(CAMPAIGN.c.id).where(CAMPAIGN.c.id == bindparam("campaign"))
_STEP = (
    update(CAMPAIGN)
    .where(CAMPAIGN.c.id == bindparam("campaign"), CAMPAIGN.c.number == bindparam("before"))
    .values(number=CAMPAIGN.c.number + 1, over=bindparam("is_over"))
)
_KEPT_AT = select(CAMPAIGN_STATE.c.number).where(CAMPAIGN_STATE.c.campaign_id == bindparam("campaign"))
_FROM_SOURCE = select(CAMPAIGN_ENTRY.c.number).where(
    CAMPAIGN_ENTRY.c.campaign_id == bindparam("campaign"), CAMPAIGN_ENTRY.c.source == bindparam("from")
)
_IS_WRITTEN = select(CAMPAIGN_ENTRY.c.number).where(
    CAMPAIGN_ENTRY.c.campaign_id == bindparam("campaign"), CAMPAIGN_ENTRY.c.number == bindparam("nth")
)


@dataclass(frozen=True)
class CampaignAppended:
    """The next entry of a campaign, what it leaves, and with it the game that it begins, or an entry of one."""

    entry: CampaignEntry
    after: Campaign
    game: GamePut | Appended | None = None


def append(write: Connection, new: CampaignAppended) -> None:
    """Write it; raises what `Campaigns.append_campaign` raises."""
    entry, id = new.entry, new.entry.campaign
    try:
        _advance(write, new)
        write.execute(insert(CAMPAIGN_ENTRY), rows.of_entry(entry))
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
    except IntegrityError as error:
        write.rollback()
        _explain(write, new, error)


def recorded(read: Connection, id: str, source: str) -> int | None:
    """The number of the entry of a campaign that came from `source`."""
    return read.execute(_FROM_SOURCE, {"campaign": id, "from": source}).scalar()


def _advance(write: Connection, new: CampaignAppended) -> None:
    """Step the campaign to the entry's number; this row is also what two writers on PostgreSQL queue at."""
    id = new.entry.campaign
    values = {"campaign": id, "before": new.entry.number - 1, "is_over": new.after.over}
    if write.execute(_STEP, values).rowcount:
        return
    if write.execute(_ONE, {"campaign": id}).first() is None:
        raise LookupError(f"no campaign {id}")
    _look_for_source(write, new)
    raise Conflict(f"entry {new.entry.number} is not the next of campaign {id}")


def _look_for_source(read: Connection, new: CampaignAppended) -> None:
    if new.entry.source:
        before = recorded(read, new.entry.campaign, new.entry.source)
        if before:
            raise Repeated(before)


def _link(campaign: str, begun: Any) -> dict[str, str]:
    return {"campaign_id": campaign, "battle_id": begun.battle, "game_id": begun.game}


def _explain(read: Connection, new: CampaignAppended, error: IntegrityError) -> None:
    """Say what of the entry the database would not take."""
    _look_for_source(read, new)
    if read.execute(_IS_WRITTEN, {"campaign": new.entry.campaign, "nth": new.entry.number}).first() is not None:
        raise Conflict(f"entry {new.entry.number} of campaign {new.entry.campaign} is written") from None
    if isinstance(new.game, GamePut):
        raise ChannelTaken(f"channel {new.game.battle.channel_id} has a game that is not over") from None
    raise error
