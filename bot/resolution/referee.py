"""Carries out a command: read the record, plan, play, write. Answers only once the entry is committed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from bot.dice.sources import Dice, faces_typed
from bot.errors import Busy, Refusal
from bot.game.consent import other_sides, same_command
from bot.game.people import Call
from bot.game.registry import ActiveGame, GameRegistry
from bot.resolution.amend import again_by_hand, amended, used_kept
from bot.resolution.attempt import Attempt
from bot.resolution.execution import planned, play_out
from bot.resolution.result import CommandResult, changed_units
from bot.resolution.undo import taken_back
from bot.store.errors import Conflict, Repeated
from bot.store.record import Record
from bot.store.tables import State
from rules.commands import Request
from rules.dice import Throw
from rules.entry import Entry
from rules.events import Event
from rules.serialise import play_of
from rules.table import Roller
from rules.text import say

Clock = Callable[[], float]
TRIES = 20


P = ParamSpec("P")
T = TypeVar("T")


def replanned(command: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """A command that takes no dice, planned anew when somebody else wrote first; raises Busy when they always do."""

    @wraps(command)
    async def tried(*args: P.args, **options: P.kwargs) -> T:
        for _ in range(TRIES):
            with suppress(Conflict):
                return await command(*args, **options)
        raise Busy

    return tried


class Referee:
    """The one road of every command that changes a game."""

    def __init__(self, record: Record, games: GameRegistry, clock: Clock, roller: Roller) -> None:
        self.record, self.games, self.clock, self.roller = record, games, clock, roller
        self.listeners: list[Callable[[str], None]] = []

    async def order(self, call: Call, request: Request, dice: str = "", anyway: bool = False) -> CommandResult:
        """Resolve a command of the channel's system, with the bot's dice or the faces in `dice`.

        Decisions take their default. Raises Refusal, RuleError, BadFacts or BadDice with a sentence for whoever
        asked, Warned when it bends a rule and `anyway` was not said. Nothing is recorded then.
        """
        live = await self.games.at(call.where)
        faces = faces_typed(dice, live.system.die)
        return await self.carry_out(live, call, Attempt(request, typed=faces, anyway=anyway))

    async def carry_out(self, live: ActiveGame, call: Call, attempt: Attempt) -> CommandResult:
        """Plan, play and write; whoever writes second plans again and plays on with the same faces.

        Beside what `order` raises: Stopped at a question, when the attempt asks for what is missing.
        """
        thrown = Dice(self.roller, {})
        async with live.lock:
            for _ in range(TRIES):
                groups = tuple(one for one in other_sides(live.game, call.who) if one not in attempt.agreed)
                thrown = thrown.again(live.game, same_command(attempt.request), groups)
                answer, state = await self._done(live, call, attempt, thrown)
                try:
                    return await self.write(live, answer, state, attempt.pending)
                except Conflict:
                    _still_here(live, call)
        raise Busy

    async def _done(
        self, live: ActiveGame, call: Call, attempt: Attempt, dice: Dice
    ) -> tuple[CommandResult, State | None]:
        """The entry that a command comes to, and what becomes of the game with it."""
        if attempt.request.command == "undo":
            return taken_back(live, call, attempt, await self.record.entries(live.info.id), self.clock())
        if attempt.amends is not None:
            entries = await self.record.entries(live.info.id)
            return amended(live, call, attempt, entries, dice, self.clock()), None
        return self._played(live, call, attempt, dice), None

    def _played(self, live: ActiveGame, call: Call, attempt: Attempt, dice: Dice) -> CommandResult:
        board, request = live.board, attempt.request
        order = planned(live, call, attempt)
        done = play_out(board, order, attempt, dice)
        results = [one.played for one in done.resolutions]
        kept = used_kept(board.game, dice.command) if done.resolutions else ()
        more = [*order.after(done.board, results), *dice.used_up(), *kept]
        after = done.board.after(more)
        pairs = zip(done.resolutions, order.plays, strict=True)
        plays = tuple(play_of(one, plan.roles) for one, plan in pairs)
        entry = Entry.model_construct(
            number=board.game.number + 1,
            command=request.command,
            by=call.who.id,
            at=self.clock(),
            side=board.unit(request.unit[0]).side if request.unit else request.side,
            request=request.kept(),
            plays=plays,
            events=(*done.events, *more),
            rulings=dict(board.game.rulings),
            version=live.system.about.version,
            notes=(
                *done.notes,
                *dice.notes(),
                *again_by_hand(board.game, dice.command, plays),
                *order.notes(after, results),
            ),
            warnings=order.warnings,
            title=order.title,
            source=call.source,
        )
        return CommandResult(live.info.id, entry, board, after, order.title)

    def throw(self, throw: Throw[Any], count: int) -> tuple[int, ...]:
        """Loose dice of the bot, outside any game."""
        return self.roller(throw, count, throw.label).faces

    async def write(
        self, live: ActiveGame, answer: CommandResult, state: State | None = None, pending: str | None = None
    ) -> CommandResult:
        """Append the entry and bring memory up to it; an interaction that was carried out before changes nothing.

        `state` is what becomes of the game with it: "running", "paused" or "ended". Raises Conflict when somebody
        else wrote first; memory is brought up to that, so that the caller may plan again.
        """
        units, gone = changed_units(answer.before, answer.after)
        old, new = answer.before.game.players, answer.after.game.players
        seats = [player for id, player in new.items() if old.get(id) != player]
        try:
            left = [id for id in old if id not in new]
            await self.record.append(live.info.id, answer.entry, units, gone, seats, left, pending, state)
        except Repeated as repeated:
            entry = await self.record.entry(live.info.id, repeated.number) or answer.entry
            return answer._replace(entry=entry, again=True, after=answer.before)
        except Conflict:
            await self.games.renewed(live)
            raise
        self.games.add(live, answer.entry, state)
        if answer.entry.undoes is not None:
            live.game = answer.after.game
        self.tell(live)
        return answer

    def tell(self, live: ActiveGame) -> None:
        """Let everybody who listens know that a game has a new entry, or another question that waits."""
        for listener in self.listeners:
            listener(live.info.id)

    async def note(
        self,
        live: ActiveGame,
        call: Call,
        command: str,
        events: Sequence[Event],
        state: State | None = None,
        **more: Any,
    ) -> CommandResult:
        """Record a change that no rule resolves (joining, corrections). The caller holds the game's lock."""
        before = live.board
        entry = Entry.model_construct(
            number=before.game.number + 1,
            command=command,
            by=call.who.id,
            at=self.clock(),
            events=tuple(events),
            rulings=dict(before.game.rulings),
            version=live.system.about.version,
            source=call.source,
            **more,
        )
        answer = CommandResult(live.info.id, entry, before, before.after(events), entry.title)
        return await self.write(live, answer, state)


def _still_here(live: ActiveGame, call: Call) -> None:
    """Raises Refusal when somebody else has ended the game, or moved it, while this command was under way."""
    if live.info.state == "ended" or live.info.channel_id != call.where.channel:
        raise Refusal(say("This game has just been ended or moved; look at `/game status`."))
