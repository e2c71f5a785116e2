"""Logs of games in additional channels: every entry once, in order; undone ones are struck through later.

Only the cogs know the layout and the destination of a post (an `Outlet`). A post is recorded before it is sent: after a
crash the same post is sent again, and Discord recognizes it by its nonce.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.permissions import require_seated
from bot.game.registry import ActiveGame, GameRegistry
from bot.store.record import Record
from bot.store.tables import RollLog, RollPost
from rules.game.entry import Entry
from rules.kernel.text import Text

# The schedule of the logs: it is kept in memory, and regularly refreshed from the record.

PACE = 2.0
"""Minimum seconds between two messages in one channel."""
AGAIN = 60.0
"""Seconds between two checks for entries of other processes."""
LONGEST = 300.0
"""Maximum seconds that a stopped or failed log pauses."""


class RollLogQueue:
    """The games with a log, and those whose log is not up to date. Times are seconds since 1970."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._channels: dict[str, str] = {}
        self._due: dict[str, float] = {}
        self._failed: dict[str, int] = {}
        self._busy: set[str] = set()
        self._free: dict[str, float] = {}
        self._reminders: dict[str, float] = {}
        self._next = 0.0
        self._begun = False

    async def look(self, now: float) -> None:
        """Find the games with a log, and outdated logs; after a start, the logs of all running games are due."""
        if now < self._next:
            return
        self._next = now + AGAIN
        self._channels |= {log.game_id: log.channel_id for log in await self._record.logs.all()}
        for game in await self._record.logs.games_behind(also_played=not self._begun):
            self._due.setdefault(game, 0.0)
        self._begun = True

    def add(self, game: str, channel: str) -> None:
        """Add a log that starts, or continues, in a channel."""
        self._channels[game] = channel
        self.wake(game)

    def remove(self, game: str) -> None:
        self._channels.pop(game, None)
        self._due.pop(game, None)
        self._failed.pop(game, None)

    def on_game_changed(self, game: str) -> None:
        """Mark the log of a game with a new entry as due; see `Referee.notify_listeners`."""
        if game in self._channels:
            self._due.setdefault(game, 0.0)

    def wake(self, game: str) -> None:
        """Make a log due at once, even if it was blocked."""
        self._failed.pop(game, None)
        self._due[game] = 0.0

    def remind(self, game: str, at: float) -> None:
        """Make a log due at that time, even if nothing changes."""
        self._reminders[game] = at

    def wake_channels(self, touched: Callable[[str], bool]) -> None:
        """Make the logs of changed channels due, because their obstacle may be gone."""
        for game in self._due:
            if touched(self._channels.get(game, "")):
                self.wake(game)

    @property
    def outdated_count(self) -> int:
        """The number of logs that are not up to date."""
        return len(self._due.keys() | self._busy)

    def take_due(self, now: float) -> list[str]:
        """Return the games whose logs are due now, one per channel.

        The caller reports the result, and calls `note_idle`.
        """
        taken: list[str] = []
        for game in [game for game, at in self._reminders.items() if at <= now]:
            del self._reminders[game]
            self.on_game_changed(game)
        for game in [game for game, at in self._due.items() if at <= now]:
            channel = self._channels.get(game, "")
            if game not in self._busy and self._free.get(channel, now) <= now:
                self._free[channel] = now + PACE
                self._busy.add(game)
                del self._due[game]
                taken.append(game)
        return taken

    def reset_failures(self, game: str) -> None:
        """Reset the failures of a log that is up to date."""
        self._failed.pop(game, None)

    def check_again(self, game: str, now: float) -> None:
        """Check a log again soon: there may be more to post."""
        self._due.setdefault(game, now)
        self._failed.pop(game, None)

    def retry_later(self, game: str, now: float) -> int:
        """Check a blocked log after a pause, longer each time; return the number of failures in a row."""
        times = self._failed[game] = self._failed.get(game, 0) + 1
        self._due[game] = now + min(LONGEST, 5.0 * 2.0 ** min(times, 10))
        return times

    def note_idle(self, game: str, now: float) -> None:
        """Record that a log is idle again, and that its channel just had a message."""
        self._busy.discard(game)
        self._free[self._channels.get(game, "")] = now + PACE


# The logs themselves: opened, closed, updated.

OFF = "off"
"""Reason for a log that was switched off; an outlet defines all other reasons."""
KNOWN = 120.0
"""Seconds for which Discord reliably recognizes a nonce."""
MOST = 40
"""Maximum entries considered for one post."""
HOUR = 3600.0
"""Seconds after which a rate-limited edit is tried again."""
Edited = Literal["done", "never", "later"]
Came = Literal["nothing", "more", "waits"]
"""Result of updating a log: nothing left, possibly more, or the rest has to wait."""


class LogStopped(Exception):
    """Raised if Discord rejects a post for good: `why` is one of the outlet's reasons."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Outlet(Protocol):
    """A channel in which the entries of one game are posted.

    Its methods raise LogStopped, or any other error for a fault that may be temporary.
    """

    async def obstacle(self, log: RollLog) -> str:
        """Return the reason why nothing can be posted; "" if posting works."""
        ...

    async def fitting_count(self, channel: str, entries: Sequence[Entry]) -> int:
        """Return the number of leading entries that fit into one post; at least one."""
        ...

    async def find(self, channel: str, entries: Sequence[Entry], since: float) -> str | None:
        """Return the id of the message that shows these entries, if it arrived since then (seconds since 1970)."""
        ...

    async def post(self, channel: str, entries: Sequence[Entry], nonce: str) -> str:
        """Post the entries; return the id of the message."""
        ...

    async def edit(self, post: RollPost, entries: Sequence[Entry]) -> Edited:
        """Update an existing message with the entries."""
        ...

    async def report_state(self, log: RollLog) -> None:
        """Report in the game's channel that its log has stopped, and why; or that it continues."""
        ...


class OpenedLog(NamedTuple):
    """A log as it is from now on, and its former state (None for a new log)."""

    live: ActiveGame
    log: RollLog
    before: RollLog | None

    @property
    def owed_count(self) -> int:
        return self.live.info.number - self.log.sent


class RollLogs:
    """Starts and ends logs, and updates them one message at a time."""

    def __init__(self, record: Record, games: GameRegistry) -> None:
        self._record, self._games, self.queue = record, games, RollLogQueue(record)
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._late: dict[tuple[str, int], float] = {}
        """Entries by game, each with the earliest time for editing its post."""

    async def game(self, call: Call) -> ActiveGame:
        """Return the channel's current or last game, for one of its players; raise Refusal."""
        live = await self._games.latest_game(call.where)
        require_seated(live.game, call.who)
        return live

    async def open(self, live: ActiveGame, channel: str) -> OpenedLog:
        """Post the entries of a game in a channel; an earlier log continues where it ended."""
        async with self._locks[live.info.id]:
            before = await self._record.logs.get(live.info.id)
            log = RollLog(game_id=live.info.id, channel_id=channel)
            if before is not None:
                same = before.channel_id == channel
                log = before.model_copy(update={"channel_id": channel, "stopped": "", "told": False})
                # Entries that may already be in the other channel are posted here too: better twice than never.
                log = log if same else log.model_copy(update={"sending": None})
            await self._record.logs.keep(log)
        self.queue.add(live.info.id, channel)
        return OpenedLog(live, log, before if before and before.stopped != OFF else None)

    async def close(self, live: ActiveGame) -> RollLog:
        """Stop the log of a game; raise Refusal if there is none."""
        async with self._locks[live.info.id]:
            log = await self.of(live)
            await self._record.logs.change(live.info.id, stopped=OFF, told=False)
        self.queue.remove(live.info.id)
        return log

    async def of(self, live: ActiveGame) -> RollLog:
        """Return the log of a game; raise Refusal if it has none."""
        log = await self._record.logs.get(live.info.id)
        if log is None or log.stopped == OFF:
            raise Refusal(Text("This game is not logged in another channel yet. Choose one: `/log channel channel:`."))
        return log

    async def bring_up(self, live: ActiveGame, outlet: Outlet, now: float) -> Came:
        """Send or edit one post of an outdated log; `now` is in seconds since 1970."""
        async with self._locks[live.info.id]:
            log = await self._record.logs.get(live.info.id)
            if log is None or log.stopped == OFF:
                return "nothing"
            shown = (number for number in live.game.undone if number <= log.sent and number not in log.struck)
            undone = sorted(number for number in shown if self._late.get((log.game_id, number), now) <= now)
            if not log.stopped and log.sent >= live.info.number and not undone:
                return "nothing"
            if why := await outlet.obstacle(log):
                return await self._stop(log, why, outlet)
            if log.stopped:
                await self._record.logs.change(live.info.id, stopped="")
                log = log.model_copy(update={"stopped": ""})
            try:
                came = await self._step(live, log, undone, outlet, now)
            except LogStopped as stopped:
                return await self._stop(log, stopped.why, outlet)
            if log.told:
                # Its players were notified that it has stopped; the next post notifies them that it continues.
                await outlet.report_state(log)
                await self._record.logs.change(live.info.id, told=False)
            return came

    async def _step(self, live: ActiveGame, log: RollLog, undone: list[int], outlet: Outlet, now: float) -> Came:
        if log.sent < live.info.number:
            await self._post(live, log, outlet, now)
            return "more"
        if undone:
            await self._strike(live, undone[0], outlet, now)
            return "more"
        return "nothing"

    async def _post(self, live: ActiveGame, log: RollLog, outlet: Outlet, now: float) -> None:
        """Post the next entries in one message; a post that may already be on its way is repeated unchanged."""
        entries = await self._record.entries.after_number(live.info.id, log.sent, MOST)
        again = log.sending is not None
        last = log.sending or log.sent + await outlet.fitting_count(log.channel_id, entries)
        if not again and not await self._record.logs.begin_post(log, last, now):
            return
        shown = [entry for entry in entries if entry.number <= last]
        there = None
        if again and now - log.sending_at > KNOWN:
            there = await outlet.find(log.channel_id, shown, log.sending_at)
        message = there or await outlet.post(log.channel_id, shown, nonce(log, last))
        numbers = (log.sent + 1, last)
        post = RollPost(game_id=log.game_id, first=numbers[0], last=last, channel_id=log.channel_id, message_id=message)
        # A message sent before the crash shows the entries undone by then, which are no longer known.
        struck = [] if again else [one.number for one in shown if one.number in live.game.undone]
        await self._record.logs.end_post(post, struck)

    async def _strike(self, live: ActiveGame, number: int, outlet: Outlet, now: float) -> None:
        """Strike through an undone entry in its message, which is redrawn as a whole."""
        post = await self._record.logs.post(live.info.id, number)
        if post is None:
            await self._record.logs.strike(live.info.id, [number])
            return
        entries = await self._record.entries.after_number(live.info.id, post.first - 1, post.last - post.first + 1)
        came = await outlet.edit(post, entries)
        if came == "later":
            self._late |= {(live.info.id, entry.number): now + HOUR for entry in entries}
            self.queue.remind(live.info.id, now + HOUR)
        else:
            struck = [one.number for one in entries if one.number in live.game.undone]
            await self._record.logs.strike(live.info.id, struck)

    async def _stop(self, log: RollLog, why: str, outlet: Outlet) -> Came:
        """Pause the log until the obstacle is gone; notify the players once."""
        if log.stopped != why:
            await self._record.logs.change(log.game_id, stopped=why)
        if not log.told:
            await outlet.report_state(log.model_copy(update={"stopped": why}))
            await self._record.logs.change(log.game_id, told=True)
        return "waits"


def nonce(log: RollLog, last: int) -> str:
    """Return the identifier of a post, at most 25 characters: equal for equal entries in the same place."""
    about = f"{log.game_id}|{log.channel_id}|{log.sent + 1}|{last}"
    return hashlib.sha256(about.encode()).hexdigest()[:24]
