"""The clocks of games that are played by any: pressed whenever the rules wait for somebody else, kept over restarts.

What was waited for stands in the next entry; between two entries it is kept beside the game, and brought up to the
moment every few seconds. In one run of the bot time is taken from a clock that nobody can set; time between two runs,
in which nobody could give a command, is nobody's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bot.game.people import OPPONENT
from bot.game.questions import ASKED_OF_SIDES, QUESTION, DecisionQuestion, DiceQuestion, ObjectionQuestion
from bot.game.registry import ActiveGame
from bot.store.forgetting import clock_key
from bot.store.record import Record
from bot.store.tables import Pending
from rules.game.entry import Entry
from rules.game.tabletop import Hands, Running, waited_for


class GameClocks:
    """Presses the clocks of games. A game without any costs nothing."""

    def __init__(self, record: Record, clock: Callable[[], float], steady: Callable[[], float] | None = None) -> None:
        self._record, self._clock, self.steady = record, clock, steady
        self._pressed: dict[str, tuple[float, float]] = {}
        """The moments, for each game, when its clocks were pressed last, or first looked at in this run: by the clock
        on the wall as it was kept, and by the one that time is taken from.
        """
        self.away: dict[str, float] = {}
        """Seconds that the bot was away while clocks of a game would have run, until somebody says so."""
        self.watched: dict[str, float] = {}
        """The games whose clocks may run, and when to look at each again."""

    async def stamped(self, live: ActiveGame, entry: Entry) -> Entry:
        """An entry that is about to be written, with what was waited for until now."""
        if live.game.clock is None:
            return entry
        waited = self._until_now(live, await self._running(live))
        return entry.model_copy(update={"waited": waited})

    async def press(self, live: ActiveGame, told: Mapping[str, float] | None = None, ended: int | None = None) -> None:
        """Have the clocks run for whom the rules wait for now; a question was asked, answered or dropped, or an entry
        written. `told` and `ended` as in `Running`.
        """
        clock, id = live.game.clock, live.info.id
        if clock is None:
            return
        before = await self._running(live)
        heard = {side: clock.left(side) for side in live.game.sides} | before.told | dict(told or {})
        waited, sides = self._until_now(live, before), await self._sides(live)
        found = {"at": self._clock(), "sides": sides, "waited": waited, "told": heard}
        running = before.model_copy(update=found | ({} if ended is None else {"ended": ended}))
        await self._record.remember(clock_key(id), running.model_dump_json())
        self._pressed[id] = running.at, self._now()
        self.watched[id] = 0.0

    async def looked(self, live: ActiveGame) -> Running | None:
        """Look where the hands stand, for whoever shows the game; how its clocks run, if it has any."""
        clock, live.hands = live.game.clock, None
        if clock is None:
            return None
        found = await self._running(live)
        waited = self._until_now(live, found)
        left = {side: clock.left(side) - waited.get(side, 0.0) for side in live.game.sides}
        live.hands = Hands(left, found.sides, self._clock())
        return found

    async def _running(self, live: ActiveGame) -> Running:
        """What is kept; where that is of an earlier entry, as when the bot stopped in between, it is found out."""
        clock = live.game.clock
        assert clock is not None
        kept = await self._record.remember(clock_key(live.info.id))
        found = Running.model_validate_json(kept) if kept else Running(number=0, at=0.0)
        if found.set_by != clock.set_by:
            found = Running(number=0, at=0.0, set_by=clock.set_by)
        if found.number == live.game.number:
            return found
        sides = await self._sides(live)
        return Running(
            number=live.game.number, at=clock.at, sides=sides, told=found.told, set_by=found.set_by, ended=found.ended
        )

    def _until_now(self, live: ActiveGame, found: Running) -> dict[str, float]:
        id, now = live.info.id, self._now()
        if id not in self._pressed:
            self._pressed[id] = found.at, now
            if found.sides:
                self.away[id] = max(0.0, self._clock() - found.at)
        at, since = self._pressed[id]
        return found.until(now - since if at == found.at else self._clock() - found.at)

    def _now(self) -> float:
        return self._clock() if self.steady is None else self.steady()

    async def _sides(self, live: ActiveGame) -> tuple[str, ...]:
        if live.info.state != "running" or live.game.over:
            return ()
        asked = await self._record.questions.open(live.info.id, ASKED_OF_SIDES)
        return waited_for(live.game.holder, map(_asked, asked), _bots(live))


def _asked(row: Pending) -> str | None:
    """The side whose answer the rules need; nobody's is one to the umpire, or about what somebody wishes for."""
    question = QUESTION.validate_python(row.question)
    if not isinstance(question, DiceQuestion | DecisionQuestion | ObjectionQuestion) or question.umpire:
        return None
    return question.side


def _bots(live: ActiveGame) -> Iterator[str]:
    """The sides that nobody but the bot plays."""
    players = live.game.players.values()
    people = {one.side for one in players if one.id != OPPONENT.id}
    yield from (one.side for one in players if one.side and one.side not in people)
