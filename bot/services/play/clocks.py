"""Game clocks, which players set and the umpire corrects; and the consequences when time is short or up."""

from __future__ import annotations

from typing import NamedTuple

from bot.errors import Refusal
from bot.game.people import Call, Person
from bot.game.permissions import other_sides, require_seated, require_umpire, spell_side
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting
from bot.resolution.questions import OpenQuestion, Questions
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.services.play.agreed_changes import by_agreement, register_plans
from bot.services.play.corrections import Corrections
from bot.services.play.endings import Endings
from rules.game.events import ClockSet
from rules.game.tabletop import NOTICE_SECONDS, AtEnd, Running
from rules.kernel.errors import RulesError
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Text, counted

NOBODY = Person("", "")
THE_CLOCK = Person("", "Adjutant")
"""The person in whose name the bot asks whether a game is lost."""
AT_END: dict[str, Text] = {
    "nothing": Text("When a side's time is up, the bot says so. Nothing else happens."),
    "go lost": Text("A side whose time is up loses its turn now and each later turn."),
    "game lost": Text("When a side's time is up, all sides are asked whether it has lost the game."),
}


class ClockMessage(NamedTuple):
    """A clock message for the channel of a game.

    `side` has less than `seconds` left, or no time if they are 0; `result` is the bot's reaction, if any. A message
    without a side reports that the bot was `away` for that many seconds.
    """

    live: ActiveGame
    side: str
    seconds: float
    result: CommandResult | OpenQuestion | None = None
    away: float = 0.0


KEPT = 15.0
"""Seconds between two updates of running clocks; when the bot is stopped, at most this much time is charged to no side.
"""
MISSED = 60.0
"""Minimum seconds of the bot's absence that are reported in the channel."""


class Clocks:
    """The service behind `/game clock` and the task that watches the clocks."""

    def __init__(self, referee: Referee, questions: Questions, corrections: Corrections, endings: Endings) -> None:
        self._referee, self._questions, self.corrections = referee, questions, corrections
        self._endings, self._record, self._running = endings, referee.record, referee.clocks
        self._known = False
        register_plans(referee, self)

    @by_agreement("clock")
    def set(
        self,
        live: ActiveGame,
        call: Call,
        waiting: Waiting,
        seconds: int,
        increment: int = 0,
        at_end: AtEnd = "nothing",
        side: str | None = None,
    ) -> ProposedChange:
        """Set all clocks, or correct the clock of one `side`; 0 seconds remove the clocks. Raises Refusal.

        Before the first roll, any player may do so; later, only the umpire. The other sides then have to agree, unless
        the umpire plays no side.
        """
        game = live.game
        require_seated(game, call.who)
        if not game.seats_are_free:
            require_umpire(game, call.who, Text("set the clocks after dice have been rolled"))
        side = spell_side(game, side) if side else None
        if side is not None and (game.clock is None or side not in game.sides):
            raise Refusal(Text("There is no clock of '{side}': set the clocks first, `/game clock`.", side=side[:40]))
        if side is None and not seconds and game.clock is None:
            raise Refusal(Text("This game is played without clocks."))
        event = ClockSet(seconds=seconds, increment=increment, at_end=at_end, side=side)
        said, groups = _timing_text(event), () if game.seats_are_free else other_sides(game, call.who)
        notes = [AT_END[event.at_end]] if event.seconds and side is None else []
        new = NewEntry("game clock", [event], said, side=side, notes=notes)
        return ProposedChange(new, groups, Text("set the clocks: {said}", said=said))

    # Due clock messages

    async def due_games(self, now: float) -> list[str]:
        """Return the ids of the games whose clocks are to be checked now."""
        if not self._known:
            found = await self._record.games.ids_with_clocks()
            self._known = True
            for game in found:
                self._running.watched.setdefault(game, 0.0)
        return [game for game, at in self._running.watched.items() if at <= now]

    def check_later(self, game: str, at: float) -> None:
        """Check the clocks of a game again at this time."""
        self._running.watched[game] = at

    async def look(self, game: str, now: float) -> list[ClockMessage]:
        """Return the clock messages of a game, each only once, even across restarts; raise Unreadable."""
        info = await self._record.games.get(game)
        watched = info is not None and info.state == "running" and self._referee.games.serves(info.guild_id)
        live = await self._referee.games.unfinished_game(info) if info is not None and watched else None
        found = None if live is None else await self._running.update_clocks(live)
        if live is None or found is None or live.hands is None or live.game.clock is None:
            self._running.watched.pop(game, None)
            return []
        left = {side: live.hands.left.get(side, 0.0) for side in found.sides}
        away = self._running.away.pop(game, 0.0)
        missed = [ClockMessage(live, "", 0.0, away=away)] if away >= MISSED else []
        said = {side: mark for side, seconds in left.items() if (mark := found.due_notice(side, seconds)) is not None}
        # The seconds until the next message of each clock; 0 if its time is up.
        next_ones = [
            min((time - mark for mark in NOTICE_SECONDS if mark < time), default=0.0) for time in left.values()
        ]
        if said or away or any(seconds > 0 for seconds in left.values()):
            await self._running.press(live, told=said)
        self._running.watched[game] = now + min([*next_ones, KEPT])
        up = next((side for side, seconds in left.items() if seconds <= 0), None)
        done = None if up is None else await self._apply_time_up(live, live.game.clock.at_end, found, up)
        words = [ClockMessage(live, side, mark) for side, mark in said.items() if done is None or side != up]
        return [*missed, *words, *([ClockMessage(live, up, 0.0, done)] if up is not None and done is not None else [])]

    async def _apply_time_up(
        self, live: ActiveGame, at_end: AtEnd, found: Running, side: str
    ) -> CommandResult | OpenQuestion | None:
        """Apply the agreed rule for a side whose time is up.

        If the rule ends the game, ask all sides once whether it is lost. An activation is lost only while no command
        waits, and another one only after a new entry.
        """
        if live.game.number != found.number or found.ended == found.number:
            return None
        call = Call(NOBODY, self._referee.games.place(live.info), f"clock:{live.info.id}:{live.game.number}")
        if at_end == "game lost" and not found.ended:
            asked = await self._endings.end_on_time(call._replace(who=THE_CLOCK), live, side)
            await self._running.press(live, ended=live.game.number)
            return asked
        async with live.lock:
            waiting = await self._questions.of_game(live)
            if at_end != "go lost" or live.game.holder != side or waiting:
                return None
            new = _end_go(live, side)
            if new is None or live.game.number != found.number:
                return None
            result = await self._referee.note(live, call, new)
        await self._running.press(live, ended=result.entry.number)
        return result


def _timing_text(event: ClockSet) -> Text:
    """Return a sentence with the clock settings and the consequence of running out of time."""
    minutes = counted(event.seconds // 60, "minute", "minutes")
    if event.side is not None:
        time = f"{event.seconds // 60}:{event.seconds % 60:02}"
        return Text("{side} has {time} left on its clock", side=event.side, time=time)
    if not event.seconds:
        return Text("No clocks from now on")
    seconds = counted(event.increment, "second", "seconds")
    more = Text(", plus {seconds} for each turn it ends", seconds=seconds) if event.increment else NOTHING
    return Text("Each side has {minutes}{more}", minutes=minutes, more=more)


def _end_go(live: ActiveGame, side: str) -> NewEntry | None:
    """Return the entry that ends a side's go, as its own command would; None if the rules do not allow that now."""
    command, board = live.system.commands.get("turn end"), live.board
    if command is None:  # a system of a package may have no such command
        return None
    try:
        found = command.plan(board, Request("turn end", side=side))
    except RulesError:
        return None
    if found.plays:
        return None
    events = found.after(board, [])
    title = Text("{side}'s time is up: its turn is over", side=side)
    return NewEntry("game clock", events, title, side=side, notes=found.notes(board.after(events), []))
