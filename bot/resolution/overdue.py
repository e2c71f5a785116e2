"""Questions that nobody answers: taken by their default at the deadline, handed to the umpire, or closed."""

from __future__ import annotations

from bot.game.people import Call, Person
from bot.game.permissions import judges
from bot.game.questions import PRIVATE, DecisionQuestion, DiceQuestion
from bot.game.registry import ActiveGame
from bot.resolution.answers import answered
from bot.resolution.attempt import Attempt
from bot.resolution.questions import OpenQuestion, Questions, next_question
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.store.tables import Pending
from rules.kernel.text import Term, Text

PRIVATE_LASTS = 15 * 60
"""Seconds after which Discord takes no click on a private message any more."""


class Overdue:
    """Does what a game's answer to silence is: the default, the umpire, or waiting on."""

    def __init__(self, questions: Questions, referee: Referee) -> None:
        self._questions, self._referee = questions, referee
        self._games, self._record = referee.games, referee.record

    async def settle(self, row: Pending, source: str) -> CommandResult | OpenQuestion | None:
        """What comes of a question past its deadline; None where it is over, or waits on."""
        info = await self._record.game(row.game_id)
        if info is None or info.state != "running":
            return None
        live = await self._games.running(info)
        if not await self._still_due(live, row):
            return None
        policy = live.game.timeout[1]
        if policy == "wait":
            return await self._record.postpone(row.id, None)
        asked = OpenQuestion.of(live, row)
        if policy == "umpire":
            return await self._handed(asked)
        nobody = Person(row.asked_by, "")
        call = Call(nobody, self._games.place(info), source, _chance(asked))
        return await self._questions.go_on(asked, _by_default(asked, nobody), call)

    async def close_private(self, now: float) -> None:
        """Close questions that only whoever gave the command saw, once their buttons have died in Discord."""
        await self._record.close_pending(kinds=PRIVATE, before=now - PRIVATE_LASTS)

    async def _still_due(self, live: ActiveGame, row: Pending) -> bool:
        """Whether nobody has answered it or given it more time since it was found; both may be going on just now."""
        async with live.lock:
            now = await self._record.pending(row.id)
        if now is None or now.settled is not None or now.step != row.step or now.deadline is None:
            return False
        return now.deadline <= self._referee.clock()

    async def _handed(self, asked: OpenQuestion) -> OpenQuestion | None:
        """The question to the umpire instead, without a deadline; None where the umpire has it already, or where the
        only umpire plays against the side that is asked: then it waits on.
        """
        live, row, question = asked
        if not isinstance(question, DiceQuestion | DecisionQuestion) or question.umpire:
            return await self._record.postpone(row.id, None)
        if not judges(live.game, question.side):
            return await self._record.postpone(row.id, None)
        handed = question.model_copy(update={"umpire": True})
        found = await self._record.answer(row.id, row.step, row.answers, next_question(live, row, handed, None))
        self._referee.tell(live)
        return OpenQuestion.of(live, found)


def _chance(asked: OpenQuestion) -> str:
    """What the dice of a question that nobody answers are made of: nothing that the bot could choose."""
    return f"{asked.attempt().entropy or asked.row.id}+{asked.row.step}"


def _by_default(asked: OpenQuestion, who: Person) -> Attempt:
    """What a question past its deadline comes to: the bot throws, or the default is chosen."""
    match asked.question:
        case DecisionQuestion() as question:
            attempt, what = answered(asked, who, choice=question.default), Term(question.name)
        case DiceQuestion() as question:
            attempt, what = answered(asked, who), question.throw.label
        case _:
            return asked.attempt()
    late = Text("No answer in time: the default was taken for {question}.", question=what)
    return attempt.but(notes=(*attempt.notes, late))
