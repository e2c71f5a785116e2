"""The clocks of games that use them: updated whenever the rules wait for another side, and kept across restarts.

Each entry contains the time waited before it; between two entries, that time is stored beside the game, and updated
every few seconds. Within one run of the bot, time is measured by a monotonic clock; time between two runs, when no
commands were possible, is charged to no side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.game.people import OPPONENT
from bot.game.questions import ASKED_OF_SIDES, QUESTION, DecisionQuestion, DiceQuestion, ObjectionQuestion
from bot.game.registry import ActiveGame
from bot.store.forgetting import clock_key
from bot.store.record import Record
from rules.game.entry import Entry
from rules.game.tabletop import Hands, Running, running_sides


class GameClocks:
    """Runs the clocks of games. A game without clocks costs nothing."""

    def __init__(self, record: Record, clock: Callable[[], float], steady: Callable[[], float] | None = None) -> None:
        self._record, self._clock, self.steady = record, clock, steady
        self._pressed: dict[str, tuple[float, float]] = {}
        """Times at which the clocks of each game were last pressed, or first read in this run: the stored wall-clock
        time, and the monotonic one.
        """
        self.away: dict[str, float] = {}
        """Seconds, by game, that the bot was absent while clocks would have run; removed once reported."""
        self.watched: dict[str, float] = {}
        """Games whose clocks may be running, each with the time of its next check."""

    async def stamp_entry(self, live: ActiveGame, entry: Entry) -> Entry:
        """Return the entry with the time waited until now; it is about to be written."""
        if live.game.clock is None:
            return entry
        waited = self._remaining_times(live, await self._running_state(live))
        return entry.model_copy(update={"waited": waited})

    async def press(self, live: ActiveGame, told: Mapping[str, float] | None = None, ended: int | None = None) -> None:
        """Run the clocks of the sides that the rules wait for now.

        Call it when a question was asked, answered or dropped, or an entry was written. `told` and `ended` are as in
        `Running`.
        """
        clock, id = live.game.clock, live.info.id
        if clock is None:
            return
        before = await self._running_state(live)
        heard = {side: clock.remaining_seconds(side) for side in live.game.sides} | before.told | dict(told or {})
        waited, sides = self._remaining_times(live, before), await self._sides_awaited(live)
        found = {"at": self._clock(), "sides": sides, "waited": waited, "told": heard}
        running = before.model_copy(update=found | ({} if ended is None else {"ended": ended}))
        await self._record.remember(clock_key(id), running.model_dump_json())
        self._pressed[id] = running.at, self._now()
        self.watched[id] = 0.0

    async def update_clocks(self, live: ActiveGame) -> Running | None:
        """Update the remaining times for display; return the state of the clocks, if any."""
        clock, live.hands = live.game.clock, None
        if clock is None:
            return None
        found = await self._running_state(live)
        waited = self._remaining_times(live, found)
        left = {side: clock.remaining_seconds(side) - waited.get(side, 0.0) for side in live.game.sides}
        live.hands = Hands(left, found.sides, self._clock())
        return found

    async def _running_state(self, live: ActiveGame) -> Running:
        """Return the stored state, recomputed if it belongs to an earlier entry, as after a stop of the bot."""
        clock = live.game.clock
        assert clock is not None
        kept = await self._record.remember(clock_key(live.info.id))
        found = Running.model_validate_json(kept) if kept else Running(number=0, at=0.0)
        if found.set_by != clock.set_by:
            found = Running(number=0, at=0.0, set_by=clock.set_by)
        if found.number == live.game.number:
            return found
        sides = await self._sides_awaited(live)
        return Running(
            number=live.game.number, at=clock.at, sides=sides, told=found.told, set_by=found.set_by, ended=found.ended
        )

    def _remaining_times(self, live: ActiveGame, found: Running) -> dict[str, float]:
        id, now = live.info.id, self._now()
        if id not in self._pressed:
            self._pressed[id] = found.at, now
            if found.sides:
                self.away[id] = max(0.0, self._clock() - found.at)
        at, since = self._pressed[id]
        return found.seconds_waited(now - since if at == found.at else self._clock() - found.at)

    def _now(self) -> float:
        return self._clock() if self.steady is None else self.steady()

    async def _sides_awaited(self, live: ActiveGame) -> tuple[str, ...]:
        if live.info.state != "running":
            return ()
        asked = await self._record.questions.open(live.info.id, ASKED_OF_SIDES)
        # No side answers a question to the umpire, or about a proposal.
        sides = [
            one.side
            if isinstance(one, DiceQuestion | DecisionQuestion | ObjectionQuestion) and not one.umpire
            else None
            for one in (QUESTION.validate_python(row.question) for row in asked)
        ]
        players = live.game.players.values()
        people = {one.side for one in players if one.id != OPPONENT.id}
        of_bot = [one.side for one in players if one.side and one.side not in people]
        return running_sides(live.game.holder, sides, of_bot)
