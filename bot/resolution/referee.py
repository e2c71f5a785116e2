"""The referee of games: it reads the record, plans, plays and writes a command, and answers after the commit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ParamSpec, TypeVar

from bot.dice.bot_dice import BotDice
from bot.dice.own_dice import drop_kept_own_dice, own_dice_notes
from bot.dice.parsing import parse_words
from bot.dice.provable import format_head
from bot.dice.returned import NOBODY, Lot
from bot.errors import AppError, GameNotHere, Refusal
from bot.game.people import Call, Place
from bot.game.permissions import acting_side, other_sides, same_command
from bot.game.questions import ASKED_OF_SIDES
from bot.game.registry import ActiveGame, GameRegistry
from bot.resolution.amend import resolve_amendment
from bot.resolution.answers import full_question
from bot.resolution.checks import IssuedCommand, check
from bot.resolution.dependencies import undo_horizon
from bot.resolution.execution import play_out
from bot.resolution.game_clocks import GameClocks
from bot.resolution.game_seeds import Draw, GameSeeds
from bot.resolution.journal_referee import Clock, JournalReferee, retry_until_written
from bot.resolution.manual_changes import NewEntry, Planner, require_agreement
from bot.resolution.open_questions import involvement_warnings, waiting_lines
from bot.resolution.pending_command import (
    Amend,
    ManualChange,
    PendingCommand,
    QuestionRaised,
    Resolve,
    Undo,
    stored_rolls,
)
from bot.resolution.result import CommandResult, OpenQuestion, draft_listener, next_entry
from bot.resolution.undo import resolve_undo
from bot.store.errors import ChannelTaken, Conflict, EntryRepeated
from bot.store.record import Record
from bot.store.tables import Pending, State
from rules.command.effects import settle_board
from rules.command.victory import scenario_notes
from rules.game.entry import Past
from rules.kernel.dice import Roll
from rules.kernel.errors import RulesError
from rules.kernel.request import Request
from rules.kernel.table import Roller
from rules.kernel.text import Text
from rules.kit.reserves import reminders

P = ParamSpec("P")
T = TypeVar("T")


# The dice that a command may draw: those waiting for its side that no other open question has drawn.


def dice_for_command(
    live: ActiveGame, call: Call, attempt: PendingCommand, dice: BotDice, waiting: Sequence[Pending]
) -> BotDice:
    """Return the dice that the command may draw now: not those drawn by `waiting` questions. Its own rolls are kept."""
    if not isinstance(attempt.command, Resolve | Amend):
        return dice
    side = acting_side(live.game, attempt.request)
    others = other_sides(live.game, call.who, side)
    groups = tuple(one for one in others if one not in attempt.agreed)
    elsewhere = [roll for row in waiting for roll in stored_rolls(row.answers)]
    return dice.for_retry(live.game, same_command(attempt.request), side or NOBODY, groups, others, elsewhere)


# The single path of all commands.

TAKEN = Text("This channel already has a game. End it first with `/game end`.")
MANY = 200
"""Number of entries that take a few milliseconds to process."""


class Referee(JournalReferee[Place, ActiveGame, str]):
    """The single path of all commands that change a game."""

    def __init__(
        self,
        record: Record,
        games: GameRegistry,
        clock: Clock,
        roller: Roller,
        draw: Draw | None = None,
        steady: Clock | None = None,
    ) -> None:
        super().__init__(clock)
        self.record, self.games, self.roller = record, games, roller
        self.seeds = GameSeeds(record, clock, draw)
        self.clocks = GameClocks(record, lambda: self.clock(), steady)
        self.unseen: dict[str, dict[Lot, list[int]]] = {}
        self.planners: dict[str, Planner] = {}
        """Planners of manual changes, by kind."""
        self.adding: list[Callable[[ActiveGame, CommandResult], Awaitable[CommandResult]]] = []
        """Functions that extend an entry before it is written, because of its changes."""
        self.lasting: dict[str, Text] = {}
        """Commands whose entries are not undone, as another record depends on them, with the alternative."""

    async def find(self, call: Call, key: Place) -> ActiveGame:
        return await self.games.require_game(key)

    async def order(self, call: Call, request: Request, dice: str = "", anyway: bool = False) -> CommandResult:
        """Resolve a command of the channel's system, with the bot's dice or the faces in `dice`.

        Each decision takes its default. Raises Refusal, RuleError, BadFacts or BadDice, and ConfirmationNeeded if the
        command bends a rule without `anyway`; then nothing is recorded.
        """
        live = await self.games.require_game(call.where)
        faces = parse_words(dice, live.system.die)
        async with live.asking:
            return await self.carry_out(
                live, call, PendingCommand(command=Resolve(request=request), typed=faces, anyway=anyway)
            )

    async def carry_out(self, live: ActiveGame, call: Call, attempt: PendingCommand) -> CommandResult:
        """Plan, play and write; after a conflict, plan again and replay with the same faces.

        The caller holds `live.asking`. Besides the errors of `order`, raises QuestionRaised if the attempt asks for
        missing answers.
        """
        async with live.lock:
            dice = await self._new_dice(live, call)
            try:
                found = await self._carry_out(live, call, attempt, dice)
            except QuestionRaised as raised:
                self.seeds.note_use(live, dice.roller)
                attempt = raised.attempt.with_new_rolls(dice.new_rolls, call.chance)
                if attempt.thrown and not attempt.thrown_at:
                    attempt = attempt.with_changes(thrown_at=live.game.number + 1)
                raise QuestionRaised(raised.question, attempt, raised.reached) from None
            except (AppError, RulesError) as error:
                dice.keep_refused()
                # If the database failed while writing, the dice may still be in the record.
                self.seeds.note_use(live, dice.roller, refused=getattr(error, "written", False) is False)
                raise
            self.seeds.note_use(live, dice.roller)
            return found

    async def _new_dice(self, live: ActiveGame, call: Call) -> BotDice:
        """Return the bot's new dice for one command: provable ones, or plain ones in a game without a seed."""
        provable = await self.seeds.dice(live, call)
        if provable is not None:
            return BotDice(provable)
        return BotDice(self.roller, unseen=self.unseen.setdefault(live.info.id, {}))

    async def _carry_out(self, live: ActiveGame, call: Call, attempt: PendingCommand, dice: BotDice) -> CommandResult:
        async def once() -> CommandResult:
            nonlocal dice
            await self.seeds.restart_rolls(live, dice.roller)
            waiting = await self._waiting_questions(live, attempt)
            dice = dice_for_command(live, call, attempt, dice, waiting)
            given = IssuedCommand(live, call, attempt, [row for row in waiting if row.kind in ASKED_OF_SIDES])
            check(given)
            result, state = await self._resolve_command(given, dice)
            try:
                written = await self.write(live, result, state, attempt.pending)
            except Conflict:
                _require_here(live, call)
                raise
            if written.again:
                dice.keep_refused()
            return written

        return await retry_until_written(once)

    async def _waiting_questions(self, live: ActiveGame, attempt: PendingCommand) -> list[Pending]:
        """Return the other open questions; private ones are included only if they may have drawn waiting dice."""
        mine = attempt.pending and attempt.pending[0]
        if live.waiting.are_none(besides=mine, of_sides=not any(live.game.queues.values())):
            return []
        rows = await self.record.questions.open(live.info.id)
        live.waiting.learn(rows)
        return [row for row in rows if row.id != mine]

    async def _resolve_command(self, given: IssuedCommand, dice: BotDice) -> tuple[CommandResult, State | None]:
        """Return the entry of a command, and the new state of the game."""
        live, call, attempt, rows = given.live, given.call, given.attempt, given.waiting
        match attempt.command:
            case Undo(entry=number):
                past = await self.record.entries.past(live.info.id, undo_horizon(number))
                return await _run_in_thread(
                    past, lambda: resolve_undo(live, call, attempt, past, self.clock(), self.lasting)
                )
            case Amend(entry=number):
                past = await self.record.entries.past(live.info.id, undo_horizon(number, dice=True))
                return await _run_in_thread(
                    past, lambda: resolve_amendment(live, call, attempt, past, dice, self.clock())
                ), None
            case Resolve():
                return self._play_command(given, dice), None
            case ManualChange(change=change):
                waiting = [OpenQuestion.of(live, row) for row in rows]
                wish = self.planners[change.kind](live, call, change, waiting)
                new = require_agreement(live, wish, attempt, waiting_lines(live, rows))
                return self.manual_entry(live, call, new), new.state

    def _play_command(self, given: IssuedCommand, dice: BotDice) -> CommandResult:
        live, call, attempt, command = given.live, given.call, given.attempt, given.command
        board, request = live.board, attempt.request
        try:
            done = play_out(board, command, attempt, dice)
        except QuestionRaised as raised:
            raise QuestionRaised(full_question(board, command, raised), raised.attempt, raised.reached) from None
        results = [one.played for one in done.resolutions]
        kept = drop_kept_own_dice(board.game, dice.command) if done.resolutions else ()
        more = [*command.after(done.board, results), *dice.changes(board.game), *kept]
        more = settle_board(done.board, more)
        after = done.board.after(more)
        plays = done.plays(command, request.side)
        notes = (
            *done.notes,
            *dice.notes(),
            *own_dice_notes(board.game, dice.command, plays),
            *command.notes(after, results),
            *scenario_notes(board, after),
            *reminders(board, after),
            *involvement_warnings(live, request, given.waiting),
        )
        entry = next_entry(
            board,
            call,
            self.clock(),
            request.command,
            side=acting_side(board.game, request),
            request=request.to_stored(),
            plays=plays,
            events=(*done.events, *more),
            notes=notes,
            warnings=command.warnings,
            title=command.title,
            fresh=(*attempt.fresh, *dice.new_rolls),
            waited={},
            because=attempt.reasons.because,
            weighed=attempt.reasons.weighed,
        )
        return CommandResult(live.info.id, entry, board, after)

    def roll(self, roll: Roll[Any], count: int) -> tuple[int, ...]:
        """Roll loose dice of the bot, outside any game."""
        return self.roller(roll, count).faces

    async def write(
        self,
        live: ActiveGame,
        result: CommandResult,
        state: State | None = None,
        pending: tuple[str, int] | None = None,
    ) -> CommandResult:
        """Append the entry and update memory; an interaction that was carried out before changes nothing.

        `state` is the new state of the game: "running", "paused" or "ended"; `pending` the question that it answers,
        with its step. Raises Conflict after updating memory if another entry came first, so that the caller may plan
        again.
        """
        question, step = pending or (None, None)
        if state == "running":
            live.news = (*live.news, *await self.seeds.continue_game(live))
        for add in self.adding:
            result = await add(live, result)
        entry = await self.clocks.stamp_entry(live, live.with_news(result.entry))
        result = result._replace(entry=entry, news=bool(live.news))
        before, after = result.before.game, self.games.game_after(live, result.entry, result.after.game)
        link = await self.seeds.link(live, result.entry)
        found = result._replace(head=format_head(result.entry.number, link, state == "ended"))
        tell = partial(draft_listener.get(), found)
        try:
            await self.record.entries.append(
                live.info.id, found.entry, before, after, question, state, step, link, tell
            )
        except EntryRepeated as repeated:
            entry = await self.record.entries.get(live.info.id, repeated.number) or result.entry
            return result._replace(entry=entry, again=True, after=result.before)
        except Conflict:
            await self.games.refresh(live)
            raise
        except ChannelTaken:  # by another player, while this game was ended
            raise Refusal(TAKEN) from None
        self.games.advance(live, after, state)
        if question is not None:
            live.waiting.drop(question)
        live.link = result.entry.number, link
        await self.games.note_news_shown(live)
        if state == "ended":
            self.games.forget(live.info.channel_id)
        await self.notify_listeners(live)
        return found

    async def notify_listeners(self, live: ActiveGame) -> None:
        """Notify listeners of a game's new entry or waiting question, and run the clocks of the sides that must act."""
        await self.clocks.press(live)
        self.notify(live.info.id)

    async def note(self, live: ActiveGame, call: Call, new: NewEntry) -> CommandResult:
        """Record a manual change, which no rule resolves. The caller holds the game's lock."""
        return await self.write(live, self.manual_entry(live, call, new), new.state)

    def manual_entry(self, live: ActiveGame, call: Call, new: NewEntry) -> CommandResult:
        """Return the entry of a manual change."""
        before = live.board
        events = settle_board(before, new.events)
        after = before.after(events)
        entry = next_entry(
            before,
            call,
            self.clock(),
            new.command,
            side=new.side,
            request={},
            events=tuple(events),
            title=new.title,
            notes=(*new.notes, *scenario_notes(before, after), *reminders(before, after)),
            reason=new.reason[:500],
            fresh=tuple(new.fresh),
            plays=tuple(new.plays),
            waited={},
            because=new.reasons.because,
            weighed=new.reasons.weighed,
        )
        return CommandResult(live.info.id, entry, before, after)

    async def roll_recorded_die(
        self, call: Call, live: ActiveGame, roll: Roll[Any], new: Callable[[tuple[int, ...]], NewEntry]
    ) -> CommandResult:
        """Roll one recorded die outside the rules; `new` makes the entry for its face.

        The die comes fresh from the seed, like all rolls; waiting dice are not used.
        """
        async with live.lock:
            dice = await self._new_dice(live, call)

            async def once() -> CommandResult:
                await self.seeds.restart_rolls(live, dice.roller)
                entry = new(dice.roller(roll, 1).faces)
                return await self.note(live, call, replace(entry, fresh=dice.new_rolls))

            found = await retry_until_written(once)
            self.seeds.note_use(live, dice.roller)
            return found


async def _run_in_thread(past: Past, work: Callable[[], T]) -> T:
    """Run `work` in a thread if it concerns many entries, so that other games continue."""
    return work() if len(past) < MANY else await asyncio.to_thread(work)


def _require_here(live: ActiveGame, call: Call) -> None:
    """Raise GameNotHere if the game was ended or moved while this command was in progress."""
    if live.info.state == "ended" or live.info.channel_id != call.where.channel:
        raise GameNotHere
