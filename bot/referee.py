"""Carries out a command: read the record, plan, play, write. Answers only once the entry is committed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.access import may_command, seated
from bot.answer import Answer, changed_units
from bot.dice import Dice, faces_typed
from bot.errors import Refusal, Warned
from bot.live import Games, Live
from bot.people import Call
from bot.store.errors import Conflict, Repeated
from bot.store.record import Record
from bot.store.tables import State
from rules.board import Board, Command, Order, Planned, Request, changes
from rules.dice import Throw
from rules.entry import Entry
from rules.errors import BadDice, DiceNeeded
from rules.events import Event
from rules.report import play_of
from rules.resolve import Resolution, resolve
from rules.table import Given, Roller

Clock = Callable[[], float]
TRIES = 5


@dataclass(frozen=True)
class Attempt:
    """A command with the answers there are so far. `faces` None lets the bot throw; `asks` wants what is missing
    asked for, instead of refused; `pending` is the question that this answers.
    """

    request: Request
    faces: list[int] | None = None
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    anyway: bool = False
    asks: bool = False
    pending: str | None = None


class Referee:
    """The one road of every command that changes a game."""

    def __init__(self, record: Record, games: Games, clock: Clock, roller: Roller) -> None:
        self.record, self.games, self.clock, self._roller = record, games, clock, roller

    async def order(self, call: Call, request: Request, dice: str = "", anyway: bool = False) -> Answer:
        """Resolve a command of the channel's system, with the bot's dice or the faces in `dice`.

        Raises Refusal, RuleError, BadFacts or BadDice with a sentence for whoever asked, Warned when it bends
        a rule and `anyway` was not said. Nothing is recorded then.
        """
        live = await self.games.at(call.where)
        faces = faces_typed(dice, live.system.die)
        return await self.carry_out(live, call, Attempt(request, faces, anyway=anyway))

    async def carry_out(self, live: Live, call: Call, attempt: Attempt) -> Answer:
        """Plan, play and write; whoever writes second plans again and plays on with the same faces.

        Beside what `order` raises: DiceNeeded and DecisionNeeded when the attempt asks for what is missing.
        """
        command = command_of(live, attempt.request)
        thrown = Dice(self._roller, {})
        async with live.lock:
            for _ in range(TRIES):
                thrown = thrown.again(live.game.queues)
                answer = self._played(live, call, command, attempt, thrown)
                try:
                    return await self.write(live, answer, pending=attempt.pending)
                except Conflict:
                    await self.games.refold(live)
        raise Refusal("Others are writing to this game all the time; try again in a moment.")

    def _played(self, live: Live, call: Call, command: Command, attempt: Attempt, dice: Dice) -> Answer:
        board, request = live.board, attempt.request
        _may(board, call, request)
        order = command.ordered(board, request)
        if order.warnings and not attempt.anyway:
            raise Warned(order.warnings)
        given = Given(attempt.faces) if attempt.faces is not None else None
        resolutions, events, after = played(board, order, given or dice, attempt)
        if given:
            given.finish()
        more = list(order.after(after, [one.played for one in resolutions]))
        after = after.after(more)
        drawn = dice.used_up()
        entry = Entry.model_construct(
            number=board.game.number + 1,
            command=request.command,
            by=call.who.id,
            at=self.clock(),
            side=_side(board, request),
            request=request.kept(),
            plays=tuple(play_of(one, roles) for one, roles in zip(resolutions, _roles(order.plays), strict=True)),
            events=(*events, *more, *drawn),
            rulings=dict(board.game.rulings),
            version=live.system.about.version,
            notes=tuple(order.notes(after, [one.played for one in resolutions])),
            warnings=order.warnings,
            title=order.title,
            source=call.source,
        )
        return Answer(live.info.id, entry, board, after.after(drawn), order.title)

    def throw(self, throw: Throw[Any], count: int) -> tuple[int, ...]:
        """Loose dice of the bot, outside any game."""
        return self._roller(throw, count, throw.label).faces

    async def write(self, live: Live, answer: Answer, state: State | None = None, pending: str | None = None) -> Answer:
        """Append the entry and bring memory up to it; an interaction that was carried out before changes nothing.

        `state` is what becomes of the game with it: "running", "paused" or "ended".
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
        self.games.add(live, answer.entry)
        return answer

    async def note(
        self, live: Live, call: Call, command: str, events: Sequence[Event], state: State | None = None, **more: Any
    ) -> Answer:
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
        answer = Answer(live.info.id, entry, before, before.after(events), entry.title)
        return await self.write(live, answer, state)


def command_of(live: Live, request: Request) -> Command:
    """The system's own command; raises Refusal for one it does not have, saying what it has."""
    system = live.system
    commands: Mapping[str, Command] = system.acts if request.command == "act" else system.commands
    key = request.action or "" if request.command == "act" else request.command
    if key in commands:
        return commands[key]
    if key in system.absent:
        raise Refusal(system.absent[key])
    if request.command == "act":
        raise Refusal(f"{system.name} has no action {key!r}; it has {', '.join(system.acts) or 'none'}.")
    raise Refusal(f"{system.name} has no `/{key}`.")


def _may(board: Board, call: Call, request: Request) -> None:
    """Whoever commands a unit plays its side, or is the umpire; a command without a unit needs a seat."""
    seated(board.game, call.who)
    if board.game.over:
        raise Refusal("This game has ended; `/game reopen` goes on with it.")
    for id in request.unit:
        may_command(board.game, call.who, board.unit(id).side)


def _side(board: Board, request: Request) -> str | None:
    return board.unit(request.unit[0]).side if request.unit else request.side


def played(board: Board, order: Order, roller: Roller, attempt: Attempt) -> tuple[list[Resolution], list[Event], Board]:
    """Resolve an order's actions one after the other, each on the board that the last one left."""
    resolutions: list[Resolution] = []
    events: list[Event] = []
    for planned in order.plays:
        one = _resolved(board, planned, roller, attempt)
        more = changes(board, one.effects, planned.roles)
        resolutions.append(one)
        events += more
        board = board.after(more)
    return resolutions, events, board


def _resolved(board: Board, planned: Planned, roller: Roller, attempt: Attempt) -> Resolution:
    action = board.system.actions[planned.action]
    try:
        return resolve(board.system, action, planned.facts, board.book, roller, attempt.choices, attempt.asks)
    except DiceNeeded as needed:
        if attempt.asks:
            raise
        of = needed.throw
        raise BadDice(f"{needed.label}: {needed.count} d{of.sides} needed ({of.by}), 0 given") from None


def _roles(plays: Sequence[Planned]) -> list[Mapping[str, str]]:
    return [planned.roles for planned in plays]
