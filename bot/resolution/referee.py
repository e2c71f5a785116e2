"""The referee of games: it reads the record, plans, plays and writes a command, and answers after the commit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from bot.dice.bot_dice import BotDice
from bot.dice.parsing import parse_words
from bot.errors import AppError, GameNotHere
from bot.game.people import Call
from bot.game.questions import ASKED_OF_SIDES
from bot.game.registry import ActiveGame
from bot.resolution.amend import resolve_amendment
from bot.resolution.checks import IssuedCommand, check
from bot.resolution.dependencies import undo_horizon
from bot.resolution.game_recorder import GameRecorder
from bot.resolution.journal_referee import retry_until_written
from bot.resolution.manual_changes import require_agreement
from bot.resolution.open_questions import waiting_lines
from bot.resolution.pending_command import Amend, ManualChange, PendingCommand, QuestionRaised, Resolve, Undo
from bot.resolution.played_entry import dice_for_command, played_entry
from bot.resolution.result import CommandResult, OpenQuestion
from bot.resolution.undo import resolve_undo
from bot.store.errors import Conflict
from bot.store.tables import Pending, State
from rules.game.entry import Past
from rules.kernel.errors import RulesError
from rules.kernel.request import Request

T = TypeVar("T")
MANY = 200
"""Number of entries that take a few milliseconds to process."""


class Referee(GameRecorder):
    """The single path of all commands that change a game."""

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
            dice = await self.new_dice(live, call)
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
                if live.info.state == "ended" or live.info.channel_id != call.where.channel:
                    # It was ended or moved while this command was in progress.
                    raise GameNotHere from None
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
                return played_entry(given, dice, self.clock), None
            case ManualChange(change=change):
                waiting = [OpenQuestion.of(live, row) for row in rows]
                wish = self.planners[change.kind](live, call, change, waiting)
                new = require_agreement(live, wish, attempt, waiting_lines(live, rows))
                return self.manual_entry(live, call, new), new.state


async def _run_in_thread(past: Past, work: Callable[[], T]) -> T:
    """Run `work` in a thread if it concerns many entries, so that other games continue."""
    return work() if len(past) < MANY else await asyncio.to_thread(work)
