"""Which logs in further channels are to be looked at when: kept in memory, and looked up anew from time to time."""

from __future__ import annotations

from collections.abc import Callable

from bot.store.record import Record

PACE = 2.0
"""Seconds between two messages in one channel, at least."""
AGAIN = 60.0
"""Seconds between two looks for what another process has recorded."""
LONGEST = 300.0
"""Seconds of the longest pause of a log that has stopped, or failed."""


class RollLogQueue:
    """The games that have a log, and those among them whose log is not up to date. Times are seconds since 1970."""

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
        """Find out which games have a log, and which are behind; after a start, those that are played are all due."""
        if now < self._next:
            return
        self._next = now + AGAIN
        self._channels |= {log.game_id: log.channel_id for log in await self._record.roll_logs()}
        for game in await self._record.roll_logs_behind(also_played=not self._begun):
            self._due.setdefault(game, 0.0)
        self._begun = True

    def add(self, game: str, channel: str) -> None:
        """A log has begun, or goes on, in a channel."""
        self._channels[game] = channel
        self.wake(game)

    def remove(self, game: str) -> None:
        self._channels.pop(game, None)
        self._due.pop(game, None)
        self._failed.pop(game, None)

    def changed(self, game: str) -> None:
        """A game has another entry; see `Referee.tell`."""
        if game in self._channels:
            self._due.setdefault(game, 0.0)

    def wake(self, game: str) -> None:
        """Look at a log at once, whatever was in its way."""
        self._failed.pop(game, None)
        self._due[game] = 0.0

    def remind(self, game: str, at: float) -> None:
        """Look at a log then, whatever happens before."""
        self._reminders[game] = at

    def woken(self, touched: Callable[[str], bool]) -> None:
        """Something has happened to those channels: what was in the way of a log there may be gone."""
        for game in self._due:
            if touched(self._channels.get(game, "")):
                self.wake(game)

    def take_due(self, now: float) -> list[str]:
        """The games whose logs are looked at now, one of a channel; whoever takes them says what came of it, and that
        they are `done`.
        """
        taken: list[str] = []
        for game in [game for game, at in self._reminders.items() if at <= now]:
            del self._reminders[game]
            self.changed(game)
        for game in [game for game, at in self._due.items() if at <= now]:
            channel = self._channels.get(game, "")
            if game not in self._busy and self._free.get(channel, now) <= now:
                self._free[channel] = now + PACE
                self._busy.add(game)
                del self._due[game]
                taken.append(game)
        return taken

    def rest(self, game: str) -> None:
        """Nothing of a log was left to be done; what has been recorded since is."""
        self._failed.pop(game, None)

    def again(self, game: str, now: float) -> None:
        """There may be more to be done."""
        self._due.setdefault(game, now)
        self._failed.pop(game, None)

    def later(self, game: str, now: float) -> int:
        """Something is in the way: look after a pause, longer each time. Says how often by now."""
        times = self._failed[game] = self._failed.get(game, 0) + 1
        self._due[game] = now + min(LONGEST, 5.0 * 2.0 ** min(times, 10))
        return times

    def done(self, game: str, now: float) -> None:
        """Nobody is at a log any more; its channel has had a message now."""
        self._busy.discard(game)
        self._free[self._channels.get(game, "")] = now + PACE
