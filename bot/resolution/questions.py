"""Commands that wait for an answer. Each is stored as a row and replayed with one more answer."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot import errors
from bot.dice.parsing import MISSED, parse_words
from bot.game.people import Call, Person
from bot.game.permissions import acting_side, people_asked, require_answerer
from bot.game.questions import (
    ASKED_OF_SIDES,
    PRIVATE,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    Question,
    WarningQuestion,
    minutes_for,
)
from bot.game.registry import ActiveGame
from bot.resolution import pending_command
from bot.resolution.answers import apply_answer, require_issuer
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult, OpenQuestion
from bot.resolution.warning_questions import objection_question, warning_question
from bot.store.errors import QuestionSettled
from bot.store.questions import NextQuestion
from bot.store.tables import Pending
from rules.game.game import Game
from rules.kernel.errors import RulesError
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Text

# The issuer of a waiting command: the original one, or another person of that side once they have left.


def find_issuer(game: Game, attempt: pending_command.PendingCommand, asked_by: str, answering: Person) -> Person:
    """Return the issuer of a command; if they have left, a player of their side, else an umpire, else the answerer.

    An undo or an amendment continues for the answerer; a manual change for its proposer, who need not be at the table.
    """
    if asked_by in game.players:
        return Person(asked_by, game.players[asked_by].name)
    if isinstance(attempt.command, pending_command.ManualChange):
        return Person(asked_by, attempt.command.name)
    if not isinstance(attempt.command, pending_command.Resolve):
        return answering
    if any(game.lent.get(id) == asked_by for id in attempt.request.unit):
        return Person(asked_by, answering.name)
    side = acting_side(game, attempt.request)
    mine = [one for one in game.players.values() if side is not None and one.side == side]
    umpires = [one for one in game.players.values() if one.umpire]
    return next((Person(one.id, one.name) for one in (*mine, *umpires)), answering)


# The questions: asked, answered, resumed.


def _new_command(live: ActiveGame, request: Request, dice: str, missed: str = MISSED) -> pending_command.PendingCommand:
    """Return a command as issued; `dice` and `missed` as in `QuestionStore.begin`."""
    command, said = pending_command.Resolve(request=request), dice.strip().lower()
    side = acting_side(live.game, request)
    if said == "ask":
        own = (side, "physical") if side else None
        return pending_command.PendingCommand(command=command, otherwise="physical", own=own, asks=True)
    typed = parse_words(dice, live.system.die, missed)
    own = (side, "bot") if said == "roll" and side else None
    if typed and side and side not in live.game.dice:
        own = (side, "physical")  # typed faces mean real dice in hand: further rolls are asked for
    return pending_command.PendingCommand(command=command, typed=typed, own=own, asks=True)


class Questions:
    """Stores waiting commands, and continues them."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def begin(
        self,
        call: Call,
        request: Request,
        dice: str = "",
        live: ActiveGame | None = None,
        missed: str = MISSED,
        reasons: pending_command.Reasons = pending_command.NO_REASONS,
    ) -> CommandResult | OpenQuestion:
        """Carry out a command, asking for the rolls and decisions of other players.

        `dice` is empty (each side rolls in its usual way), "roll", "ask", or faces read off the table, or numbers of
        successes (`missed` are words for misses in the caller's language). `reasons` are an automated player's. Raises
        the errors of `Referee.order`; a bent rule becomes a question to the issuer.
        """
        live = live or await self._games.require_game(call.where)
        attempt = _new_command(live, request, dice, missed)
        return await self.attempt(live, call, attempt.with_changes(as_of=call.as_of, reasons=reasons))

    async def attempt(
        self, live: ActiveGame, call: Call, attempt: pending_command.PendingCommand
    ) -> CommandResult | OpenQuestion:
        """Carry out a command as far as possible; raise StillWaiting for a unit that has one waiting."""
        async with live.asking:
            try:
                return await self._referee.carry_out(live, call, attempt)
            except MissingFacts as missing:
                return await self._keep(live, call, attempt, FactsQuestion(asks=missing.asks))
            except errors.ConfirmationNeeded as warned:
                return await self._keep(live, call, attempt, warning_question(live, attempt, warned))
            except pending_command.QuestionRaised as raised:
                row = await self._find_open_proposal(live, raised)
                if row is not None:
                    return OpenQuestion.of(live, row)
                return await self._keep(live, call, raised.attempt, raised.question, raised.reached)

    async def _find_open_proposal(self, live: ActiveGame, raised: pending_command.QuestionRaised) -> Pending | None:
        """Return the open question about the same proposal, by any proposer; with other dice, it is a different one."""
        if not isinstance(raised.question, ConsentQuestion) or raised.attempt.fresh or raised.attempt.thrown:
            return None
        wanted = _effect_of(raised.attempt.to_stored()["command"])
        rows = await self._record.questions.open(live.info.id, ("consent",))
        return next((row for row in rows if _effect_of(row.command) == wanted), None)

    async def fill_in(self, call: Call, id: str, step: int, facts: Mapping[str, Any]) -> CommandResult | OpenQuestion:
        """Restart a command with the missing facts; `facts` are fields of the request.

        If the rules refuse them, the question stays open for corrections.
        """
        asked = await self.require_open(call, id, step)
        require_issuer(asked, call.who)
        if not await self.close(asked, answered=True):  # of two simultaneous clicks, only the first counts
            raise errors.QuestionOver
        attempt = asked.pending_command()
        assert isinstance(attempt.command, pending_command.Resolve | pending_command.Amend)
        command = attempt.command.model_copy(update={"request": replace(attempt.request, **facts)})
        try:
            return await self.attempt(asked.live, call, attempt.with_changes(command=command))
        except (errors.Refusal, RulesError):
            asked.live.waiting.note()
            await self._record.questions.reopen(id)
            raise

    async def answer(
        self,
        call: Call,
        id: str,
        step: int,
        faces: str | None = None,
        choice: str | None = None,
        missed: str = MISSED,
        reasons: pending_command.Reasons = pending_command.NO_REASONS,
    ) -> CommandResult | OpenQuestion:
        """Answer a waiting command with faces off the table, a decision, or a confirmation (neither).

        `faces` "roll" lets the bot roll; `missed` are words for misses in the caller's language. Raises Refusal for the
        wrong person or a closed question, BadDice for impossible faces.
        """
        return await self.answer_to(await self.require_open(call, id, step), call, faces, choice, missed, reasons)

    async def answer_to(
        self,
        asked: OpenQuestion,
        call: Call,
        faces: str | None = None,
        choice: str | None = None,
        missed: str = MISSED,
        reasons: pending_command.Reasons = pending_command.NO_REASONS,
    ) -> CommandResult | OpenQuestion:
        """Answer a question that was just looked up; an earlier answer is noticed when this one is written."""
        if isinstance(asked.question, ConsentQuestion):
            raise errors.Refusal(Text("Choose Agree or No."))
        require_issuer(asked, call.who)
        require_answerer(asked.live.game, call.who, asked.question, asked.row.asked_by)
        attempt = apply_answer(asked, call.who, faces, choice, missed)
        return await self.continue_command(asked, attempt.with_changes(reasons=attempt.reasons.merge(reasons)), call)

    async def open_questions(self, call: Call) -> list[OpenQuestion]:
        """Return every open question to players of the channel's game, the oldest first."""
        return await self.of_game(await self._games.require_game(call.where))

    async def of_game(self, live: ActiveGame) -> list[OpenQuestion]:
        """Return every open question to players of a game, the oldest first."""
        rows = await self._record.questions.open(live.info.id, ASKED_OF_SIDES)
        await self._referee.clocks.update_clocks(live)
        return [OpenQuestion.of(live, row) for row in rows]

    async def require_answerable(self, call: Call, id: str, step: int) -> OpenQuestion:
        """Return the question if the caller may answer it; raise Refusal."""
        asked = await self.require_open(call, id, step)
        require_answerer(asked.live.game, call.who, asked.question, asked.row.asked_by)
        return asked

    async def close(self, asked: OpenQuestion, answered: bool = False) -> bool:
        """Close a question without an entry, also if it was `answered` since; return False if that was too late."""
        done = await self._record.questions.settle(asked.row.id, step=None if answered else asked.row.step)
        asked.live.waiting.drop(asked.row.id, closed=done)
        return done

    async def continue_command(
        self, asked: OpenQuestion, attempt: pending_command.PendingCommand, call: Call
    ) -> CommandResult | OpenQuestion:
        """Continue a waiting command with one more answer, in its issuer's name.

        New warnings of the rules are first shown to the issuer. A private question continues only for its issuer, even
        after they have left. A refusal counts only if the game in memory is up to date.
        """
        try:
            return await self._continue_command(asked, attempt, call)
        except errors.GameNotHere:
            self._games.forget(call.where.channel)
            await self._require_channel(asked.row, call)
            raise
        except (errors.Refusal, RulesError):
            if not await self._games.refresh_channel(call.where):
                raise
        return await self._continue_command(asked, attempt, call)

    async def _continue_command(
        self, asked: OpenQuestion, attempt: pending_command.PendingCommand, call: Call
    ) -> CommandResult | OpenQuestion:
        live, row = asked.live, asked.row
        asker = (
            call if row.kind in PRIVATE else call._replace(who=find_issuer(live.game, attempt, row.asked_by, call.who))
        )
        async with live.asking:
            attempt = attempt.with_changes(pending=(row.id, row.step), accepted=row.kind not in PRIVATE)
            try:
                return await self._referee.carry_out(live, asker, attempt)
            except errors.ConfirmationNeeded as warned:
                # Privately for a caller who has just seen some of the warnings, else as a lasting question.
                about = getattr(asked.question, "about", NOTHING)
                objection = (
                    warning_question(live, attempt, warned)
                    if isinstance(asked.question, WarningQuestion)
                    else objection_question(live, attempt, warned, about)
                )
                return await self._ask_next(live, row, attempt, objection)
            except pending_command.QuestionRaised as raised:
                return await self._ask_next(live, row, raised.attempt, raised.question, raised.reached)
            except QuestionSettled:
                raise errors.Refusal(Text("That is already answered.")) from None

    async def _ask_next(
        self,
        live: ActiveGame,
        row: Pending,
        attempt: pending_command.PendingCommand,
        question: Question,
        reached: pending_command.Checkpoint | None = None,
    ) -> OpenQuestion:
        await self._games.require_here(live)
        kept = attempt.to_stored()
        del kept["command"]
        then = next_question(live, row, question, self._deadline(live, question))
        live.waiting.note(row.id, then.kind)
        try:
            asked = await self._record.questions.answer(row.id, row.step, kept, then)
        except QuestionSettled:
            live.waiting.drop(row.id)
            raise errors.Refusal(Text("That is already answered.")) from None
        found = OpenQuestion.keep(live, asked, question, attempt, reached)
        await self._referee.notify_listeners(live)
        return found

    async def _keep(
        self,
        live: ActiveGame,
        call: Call,
        attempt: pending_command.PendingCommand,
        question: Question,
        reached: pending_command.Checkpoint | None = None,
    ) -> OpenQuestion:
        await self._games.require_here(live)
        kept = attempt.to_stored()
        row = Pending(
            id=secrets.token_hex(8),
            game_id=live.info.id,
            user_id=people_asked(live.game, question, call.who.id)[0],
            asked_by=call.who.id,
            kind=question.kind,
            command=kept.pop("command"),
            question=question.model_dump(mode="json"),
            answers=kept,
            created_at=self._referee.clock(),
            deadline=self._deadline(live, question),
        )
        if question.kind in PRIVATE:
            await self._record.questions.close(live.info.id, asked_by=call.who.id, kinds=PRIVATE)
        live.waiting.note(row.id, row.kind)
        await self._record.questions.ask(row)
        found = OpenQuestion.keep(live, row, question, attempt, reached)
        await self._referee.notify_listeners(live)
        return found

    async def reschedule(self, live: ActiveGame) -> None:
        """Apply the agreed timeout to every open question."""
        policy = live.game.timeout[1]
        async with live.lock:
            for asked in await self.of_game(live):
                if not isinstance(asked.question, DiceQuestion | DecisionQuestion | ConsentQuestion):
                    continue
                to_umpire = policy == "umpire" and getattr(asked.question, "umpire", False)
                deadline = None if to_umpire else self._deadline(live, asked.question)
                live.waiting.drop(asked.row.id, closed=False)
                await self._record.questions.postpone(asked.row.id, deadline)

    def _deadline(self, live: ActiveGame, question: Question) -> float | None:
        minutes = minutes_for(question, live.game.timeout)
        return None if minutes is None else self._referee.clock() + 60 * minutes

    async def require_open(self, call: Call, id: str, step: int) -> OpenQuestion:
        """Return an open question at that step; raise Refusal."""
        live = self._games.glance(call.where.channel)
        kept = live.waiting.find(id) if live is not None else None
        row = kept.row if kept else await self._record.questions.get(id)
        if row is None or row.settled is not None:
            raise errors.QuestionOver
        if row.step != step:
            raise errors.Refusal(Text("That is already answered; the next question is further down."))
        if live is not None and kept is not None:
            return OpenQuestion(live, row, kept.question, attempt=kept.attempt)
        return OpenQuestion.of(await self._game_of(row, call), row)

    async def _game_of(self, row: Pending, call: Call) -> ActiveGame:
        """Return the game of a question in the channel where it is answered; raise Refusal."""
        may_reopen = row.command["kind"] == "undo" or row.command.get("change", {}).get("kind") == "resume"
        find = self._games.latest_game if may_reopen else self._games.require_game
        try:
            live = await find(call.where)
        except errors.AppError:
            await self._require_channel(row, call)
            raise
        if live.info.id != row.game_id:
            await self._require_channel(row, call)
            raise errors.Refusal(Text("That question is from an earlier game."))
        return live

    async def _require_channel(self, row: Pending, call: Call) -> None:
        """Raise Refusal with the right channel if the question's game has moved."""
        info = await self._record.games.get(row.game_id)
        if info is not None and info.state != "ended" and info.channel_id != call.where.channel:
            raise errors.Refusal(Text("This game has moved to <#{channel}>. Answer there.", channel=info.channel_id))


def _effect_of(command: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored command without its proposer, for comparison."""
    return {name: value for name, value in command.items() if name != "name"}


def next_question(live: ActiveGame, row: Pending, question: Question, deadline: float | None) -> NextQuestion:
    """Return the next question of a waiting command, and the person to ask."""
    user = people_asked(live.game, question, row.asked_by)[0]
    return NextQuestion(user, question.kind, question.model_dump(mode="json"), deadline)
