"""The logs in further channels: where they are, how far they have come, and which message shows which entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, or_, select, update

from bot.store.appending import put
from bot.store.database import Store
from bot.store.tables import GAME, ROLL_LOG, ROLL_POST, RollLog, RollPost

_ONE = select(ROLL_LOG).where(ROLL_LOG.c.game_id == bindparam("game"))
_ON = ROLL_LOG.c.stopped != "off"
_SHOWING = (
    select(ROLL_POST)
    .where(ROLL_POST.c.game_id == bindparam("game"), ROLL_POST.c.first <= bindparam("nth"))
    .where(ROLL_POST.c.last >= bindparam("nth"))
)


class RollLogs(Store):
    """Where the log of each game goes, and how far it has come."""

    async def get(self, game_id: str) -> RollLog | None:
        return await self._database.read(lambda read: _log(read, game_id))

    async def all(self) -> list[RollLog]:
        """All that are not switched off."""
        query = select(ROLL_LOG).where(_ON)
        return await self._database.read(
            lambda read: [RollLog.model_validate(dict(row)) for row in read.execute(query).mappings()]
        )

    async def behind(self, also_played: bool = False) -> list[str]:
        """The ids of the games whose log owes entries, rests, or was cut off; `also_played`: and of all that go on."""
        owes = or_(GAME.c.number > ROLL_LOG.c.sent, ROLL_LOG.c.sending.is_not(None), ROLL_LOG.c.stopped != "")
        wanted = or_(owes, GAME.c.state != "ended") if also_played else owes
        query = select(GAME.c.id).join(ROLL_LOG, ROLL_LOG.c.game_id == GAME.c.id).where(_ON, wanted)
        return await self._database.read(lambda read: list(read.execute(query).scalars()))

    async def keep(self, log: RollLog) -> None:
        """Begin one, or put it in place of the one there is."""
        await self._database.write(lambda write: put(write, ROLL_LOG, [log.model_dump()]))

    async def change(self, game_id: str, **values: Any) -> None:
        change = update(ROLL_LOG).where(ROLL_LOG.c.game_id == game_id).values(values)
        await self._database.write(lambda write: write.execute(change))

    async def begin_post(self, log: RollLog, last: int, at: float) -> bool:
        """Note that the entries after `log.sent`, to `last`, are being posted; False where somebody else does so, or
        the log has been sent elsewhere meanwhile.
        """
        stands = ROLL_LOG.c.game_id == log.game_id, ROLL_LOG.c.channel_id == log.channel_id
        waits = ROLL_LOG.c.sent == log.sent, ROLL_LOG.c.sending.is_(None), ROLL_LOG.c.stopped == log.stopped
        change = update(ROLL_LOG).where(*stands, *waits).values(sending=last, sending_at=at)
        return await self._database.write(lambda write: bool(write.execute(change).rowcount))

    async def end_post(self, post: RollPost, struck: Sequence[int]) -> None:
        """Note that a post stands, and which of its entries it shows as undone; in one transaction."""

        def ended(write: Connection) -> None:
            log = _log(write, post.game_id)
            if log is None or log.sent >= post.last:
                return
            values = {"sent": post.last, "sending": None, "told": False, "struck": sorted({*log.struck, *struck})}
            write.execute(update(ROLL_LOG).where(ROLL_LOG.c.game_id == post.game_id).values(values))
            put(write, ROLL_POST, [post.model_dump()])

        await self._database.write(ended)

    async def strike(self, game_id: str, struck: Sequence[int]) -> None:
        """Note that these entries are shown as undone, or never will be."""

        def noted(write: Connection) -> None:
            log = _log(write, game_id)
            if log is not None:
                values = {"struck": sorted({*log.struck, *struck})}
                write.execute(update(ROLL_LOG).where(ROLL_LOG.c.game_id == game_id).values(values))

        await self._database.write(noted)

    async def post(self, game_id: str, number: int) -> RollPost | None:
        """The message that shows an entry, if any does."""

        def found(read: Connection) -> RollPost | None:
            row = read.execute(_SHOWING, {"game": game_id, "nth": number}).mappings().first()
            return None if row is None else RollPost.model_validate(dict(row))

        return await self._database.read(found)


def _log(read: Connection, game_id: str) -> RollLog | None:
    row = read.execute(_ONE, {"game": game_id}).mappings().first()
    return None if row is None else RollLog.model_validate(dict(row))
