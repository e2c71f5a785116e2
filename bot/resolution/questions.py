"""Commands that wait for an answer. Each is kept as a row and played again with one more answer; none is suspended."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.dice.parsing import MISSED, words_typed
from bot.errors import AppError, Refusal, Warned
from bot.game.people import Call, Person
from bot.game.permissions import acting_side, asked_of, may_answer
from bot.game.questions import (
    ASKED_OF_SIDES,
    PRIVATE,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    Question,
    WarningQuestion,
    minutes_for,
)
from bot.game.registry import ActiveGame
from bot.resolution.answers import answered, of_one
from bot.resolution.attempt import (
    NO_REASONS,
    Amend,
    Attempt,
    ByHand,
    EndGame,
    QuestionRaised,
    Reached,
    Reasons,
    Resolve,
)
from bot.resolution.execution import command_of
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult, OpenQuestion
from bot.store.errors import Settled
from bot.store.questions import NextQuestion
from bot.store.tables import Pending
from rules.game.game import Game
from rules.kernel.errors import RulesError
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Text

# In whose name a command that waits goes on: whoever gave it, or somebody of that side once they have left.


def giver(game: Game, attempt: Attempt, asked_by: str, answering: Person) -> Person:
    """Whoever gave the command. Where they have left the game: a player of their side, an umpire, or whoever answers.

    What nobody of the rules' sides gave, an undo or an amendment, goes on for whoever answers; what the table arranges
    by hand for whoever wants it, who need not sit at it.
    """
    if asked_by in game.players:
        return Person(asked_by, game.players[asked_by].name)
    if isinstance(attempt.command, ByHand):
        return Person(asked_by, attempt.command.name)
    if not isinstance(attempt.command, Resolve):
        return answering
    if any(game.lent.get(id) == asked_by for id in attempt.request.unit):
        return Person(asked_by, answering.name)
    side = acting_side(game, attempt.request)
    mine = [one for one in game.players.values() if side is not None and one.side == side]
    umpires = [one for one in game.players.values() if one.umpire]
    return next((Person(one.id, one.name) for one in (*mine, *umpires)), answering)


# What is asked of whoever gives a command that the rules object to, and what they would do anyway.


def warning(live: ActiveGame, attempt: Attempt, warned: Warned) -> WarningQuestion:
    """What is asked, for now, of whoever gives a command."""
    return WarningQuestion(
        warnings=warned.warnings,
        others=warned.others,
        act=_act(live, attempt),
        at=warned.at,
        moved=warned.moved,
        about=_about(attempt, warned),
    )


def objection(live: ActiveGame, attempt: Attempt, warned: Warned, about: Text) -> ObjectionQuestion:
    """What is asked of whoever gave a command that others have answered to: it stays until it is answered."""
    request = attempt.request
    return ObjectionQuestion(
        side=acting_side(live.game, request),
        unit=next(iter(request.unit), None),
        warnings=warned.warnings,
        others=warned.others,
        act=_act(live, attempt),
        at=warned.at,
        about=about,
        so_far=attempt.thrown,
    )


def _about(attempt: Attempt, warned: Warned) -> Text:
    """What is asked beside what speaks against it: whether a game really ends here."""
    if not isinstance(attempt.command, ByHand):
        return NOTHING
    change = attempt.command.change
    won = change.winner if isinstance(change, EndGame) else None
    if won and not warned.warnings:
        text = Text("End the game here, as a draw? Its record stays, and `/game reopen` resumes it.")
        win = Text("End the game here: {side} wins? Its record stays, and `/game reopen` resumes it.", side=won)
        return text if won == "draw" else win
    if won:
        text = Text("End the game here, as a draw? These questions would stay without an answer:")
        win = Text("End the game here: {side} wins? These questions would stay without an answer:", side=won)
        return text if won == "draw" else win
    if warned.warnings:
        return Text("End the game here? These questions would stay without an answer:")
    return Text("End the game here? Its record stays, and `/game reopen` resumes it.")


def _act(live: ActiveGame, attempt: Attempt) -> Text:
    """What a command does, in the words of a button."""
    match attempt.command:
        case Resolve(request=request):
            return command_of(live.system, request).title
        case Amend():
            return Text("Amend")
        case ByHand():
            return Text("End the game")
        case _:
            return NOTHING


# The questions themselves: begun, answered, resumed.

_OVER = Text("That has been answered already, or is over.")


def _first_try(live: ActiveGame, request: Request, dice: str, missed: str = MISSED) -> Attempt:
    """A command as it is given; `dice` and `missed` as `Questions.begin` has them."""
    command, said = Resolve(request=request), dice.strip().lower()
    side = acting_side(live.game, request)
    if said == "ask":
        own = (side, "physical") if side else None
        return Attempt(command=command, otherwise="physical", own=own, asks=True)
    typed = words_typed(dice, live.system.die, missed)
    own = (side, "bot") if said == "roll" and side else None
    if typed and side and side not in live.game.dice:
        own = (side, "physical")  # whoever types faces has real dice in hand: further throws are asked for
    return Attempt(command=command, typed=typed, own=own, asks=True)


class Questions:
    """Keeps commands that wait, and goes on with them."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def begin(
        self,
        call: Call,
        request: Request,
        dice: str = "",
        live: ActiveGame | None = None,
        as_of: int | None = None,
        missed: str = MISSED,
        reasons: Reasons = NO_REASONS,
    ) -> CommandResult | OpenQuestion:
        """Carry out a command; whatever another player must throw or decide is asked for.

        `dice` is empty (everybody's own way), "roll", "ask", or faces read off the table, also only counted (`missed`
        are words for misses in the language of whoever typed); `as_of` is the entry after which it was offered, if it
        counts only as long as nothing follows (MovedOn); `reasons` are those of whoever plays itself. Raises what
        `Referee.order` raises; a rule that is bent becomes a question to whoever gave the command.
        """
        live = live or await self._games.at(call.where)
        return await self.attempt(live, call, _first_try(live, request, dice, missed).but(as_of=as_of, reasons=reasons))

    async def attempt(self, live: ActiveGame, call: Call, attempt: Attempt) -> CommandResult | OpenQuestion:
        """Carry out a command as far as it goes; raises StillWaiting for a unit that has one waiting."""
        async with live.asking:
            try:
                return await self._referee.carry_out(live, call, attempt)
            except MissingFacts as missing:
                return await self._keep(live, call, attempt, FactsQuestion(asks=missing.asks))
            except Warned as warned:
                return await self._keep(live, call, attempt, warning(live, attempt, warned))
            except QuestionRaised as raised:
                row = await self._asked_already(live, raised)
                if row is not None:
                    return OpenQuestion.of(live, row)
                return await self._keep(live, call, raised.attempt, raised.question, raised.reached)

    async def _asked_already(self, live: ActiveGame, raised: QuestionRaised) -> Pending | None:
        """The question by which others are asked to agree to the same, whoever asked it; dice make it another one."""
        if not isinstance(raised.question, ConsentQuestion) or raised.attempt.fresh or raised.attempt.thrown:
            return None
        wanted = _wanted(raised.attempt.kept()["command"])
        rows = await self._record.questions.open(live.info.id, ("consent",))
        return next((row for row in rows if _wanted(row.command) == wanted), None)

    async def fill_in(self, call: Call, id: str, step: int, facts: Mapping[str, Any]) -> CommandResult | OpenQuestion:
        """Begin a command again with the facts that were missing; `facts` are fields of the request.

        With facts that the rules refuse, the question stays open, so that they can be corrected.
        """
        asked = await self.opened(call, id, step)
        of_one(asked, call.who)
        await self._close(id)
        attempt = asked.attempt()
        assert isinstance(attempt.command, Resolve | Amend)
        command = attempt.command.model_copy(update={"request": replace(attempt.request, **facts)})
        try:
            return await self.attempt(asked.live, call, attempt.but(command=command))
        except (Refusal, RulesError):
            asked.live.asks()
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
        reasons: Reasons = NO_REASONS,
    ) -> CommandResult | OpenQuestion:
        """Give a waiting command one more answer: faces off the table, a decision, or "anyway" (neither of them).

        `faces` "roll" lets the bot throw them; `missed` are words for misses in the language of whoever typed.
        Raises Refusal for the wrong person or a question that is over, BadDice for faces that cannot be.
        """
        return await self.answer_to(await self.opened(call, id, step), call, faces, choice, missed, reasons)

    async def answer_to(
        self,
        asked: OpenQuestion,
        call: Call,
        faces: str | None = None,
        choice: str | None = None,
        missed: str = MISSED,
        reasons: Reasons = NO_REASONS,
    ) -> CommandResult | OpenQuestion:
        """Answer a question that was just looked up; where somebody was faster, that shows as it is written."""
        if isinstance(asked.question, ConsentQuestion):
            raise Refusal(Text("Choose Agree or No."))
        of_one(asked, call.who)
        may_answer(asked.live.game, call.who, asked.question, asked.row.asked_by)
        attempt = answered(asked, call.who, faces, choice, missed)
        return await self.go_on(asked, attempt.but(reasons=attempt.reasons.plus(reasons)), call)

    async def open(self, call: Call) -> list[OpenQuestion]:
        """Every question to a player of the channel's game, the oldest first."""
        return await self.of_game(await self._games.at(call.where))

    async def of_game(self, live: ActiveGame) -> list[OpenQuestion]:
        """Every question to a player of a game, the oldest first."""
        rows = await self._record.questions.open(live.info.id, ASKED_OF_SIDES)
        await self._referee.clocks.looked(live)
        return [OpenQuestion.of(live, row) for row in rows]

    async def may(self, call: Call, id: str, step: int) -> OpenQuestion:
        """The question, for somebody who may answer it; raises Refusal."""
        asked = await self.opened(call, id, step)
        may_answer(asked.live.game, call.who, asked.question, asked.row.asked_by)
        return asked

    async def _close(self, id: str) -> None:
        """Settle a question that only sets its command going; of two clicks at once the first counts."""
        if not await self._record.questions.settle(id):
            raise Refusal(_OVER)

    async def go_on(self, asked: OpenQuestion, attempt: Attempt, call: Call) -> CommandResult | OpenQuestion:
        """Carry out a command that waited, for whoever gave it, with one more answer.

        What the rules object to by now is asked of whoever gave it before it stands. A private question goes on for
        nobody else: who has left goes on with nothing in the name of those who stay.
        """
        live, row = asked.live, asked.row
        asker = call if row.kind in PRIVATE else call._replace(who=giver(live.game, attempt, row.asked_by, call.who))
        async with live.asking:
            attempt = attempt.but(pending=(row.id, row.step), accepted=row.kind not in PRIVATE)
            try:
                return await self._referee.carry_out(live, asker, attempt)
            except Warned as warned:
                return await self._ask_next(live, row, attempt, _objection(asked, attempt, warned))
            except QuestionRaised as raised:
                return await self._ask_next(live, row, raised.attempt, raised.question, raised.reached)
            except Settled:
                raise Refusal(Text("That has been answered already.")) from None

    async def _ask_next(
        self, live: ActiveGame, row: Pending, attempt: Attempt, question: Question, reached: Reached | None = None
    ) -> OpenQuestion:
        kept = attempt.kept()
        del kept["command"]
        then = next_question(live, row, question, self._deadline(live, question))
        live.asks()
        try:
            asked = await self._record.questions.answer(row.id, row.step, kept, then)
        except Settled:
            raise Refusal(Text("That has been answered already.")) from None
        await self._referee.tell(live)
        return OpenQuestion.of(live, asked, reached)

    async def _keep(
        self, live: ActiveGame, call: Call, attempt: Attempt, question: Question, reached: Reached | None = None
    ) -> OpenQuestion:
        await self._games.still_played(live)
        kept = attempt.kept()
        row = Pending(
            id=secrets.token_hex(8),
            game_id=live.info.id,
            user_id=asked_of(live.game, question, call.who.id)[0],
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
        live.asks()
        await self._record.questions.ask(row)
        await self._referee.tell(live)
        return OpenQuestion(live, row, question, reached)

    async def reschedule(self, live: ActiveGame) -> None:
        """Give every open question the time that the table has agreed on now."""
        policy = live.game.timeout[1]
        async with live.lock:
            for asked in await self.may_run_out(live):
                to_umpire = policy == "umpire" and getattr(asked.question, "umpire", False)
                deadline = None if to_umpire else self._deadline(live, asked.question)
                await self._record.questions.postpone(asked.row.id, deadline)

    async def may_run_out(self, live: ActiveGame) -> list[OpenQuestion]:
        """The open questions that have deadlines: those for consent, and others where a table has agreed on any."""
        asked = await self.of_game(live)
        return [one for one in asked if isinstance(one.question, DiceQuestion | DecisionQuestion | ConsentQuestion)]

    def _deadline(self, live: ActiveGame, question: Question) -> float | None:
        minutes = minutes_for(question, live.game.timeout)
        return None if minutes is None else self._referee.clock() + 60 * minutes

    async def opened(self, call: Call, id: str, step: int) -> OpenQuestion:
        """A question that is open and stands at that step; raises Refusal."""
        row = await self._record.questions.get(id)
        if row is None or row.settled is not None:
            raise Refusal(_OVER)
        if row.step != step:
            raise Refusal(Text("That has been answered already; the next question is further down."))
        return OpenQuestion.of(await self._game_of(row, call), row)

    async def _game_of(self, row: Pending, call: Call) -> ActiveGame:
        """The game of a question, where it is answered; raises Refusal."""
        try:
            live = await (self._games.latest(call.where) if _resumes(row.command) else self._games.at(call.where))
        except AppError:
            await self._not_moved(row, call)
            raise
        if live.info.id != row.game_id:
            await self._not_moved(row, call)
            raise Refusal(Text("That question belongs to an earlier game."))
        return live

    async def _not_moved(self, row: Pending, call: Call) -> None:
        """Raises Refusal, with where to answer it, for a question whose game is in another channel by now."""
        info = await self._record.games.get(row.game_id)
        if info is not None and info.state != "ended" and info.channel_id != call.where.channel:
            raise Refusal(
                Text("This game has moved to <#{channel}>; answer the question there.", channel=info.channel_id)
            )


def _objection(asked: OpenQuestion, attempt: Attempt, warned: Warned) -> Question:
    """What the rules object to by now: shown once more to whoever has just seen it, else a question that stays."""
    if isinstance(asked.question, WarningQuestion):
        return warning(asked.live, attempt, warned)
    return objection(asked.live, attempt, warned, getattr(asked.question, "about", NOTHING))


def _resumes(command: Mapping[str, Any]) -> bool:
    """Whether a game that has ended may go on by a kept command."""
    return command["kind"] == "undo" or command.get("change", {}).get("kind") == "resume"


def _wanted(command: Mapping[str, Any]) -> dict[str, Any]:
    """What a kept command would do, whoever gave it."""
    return {name: value for name, value in command.items() if name != "name"}


def next_question(live: ActiveGame, row: Pending, question: Question, deadline: float | None) -> NextQuestion:
    """What the row of a command that waits asks next, and whom."""
    user = asked_of(live.game, question, row.asked_by)[0]
    return NextQuestion(user, question.kind, question.model_dump(mode="json"), deadline)
