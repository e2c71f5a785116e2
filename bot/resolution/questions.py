"""Commands that wait for a word, for dice or for a decision. Nothing is suspended in memory: the command is kept as a
row, and played again from its top with one more answer.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from bot.dice.parsing import throws_typed
from bot.dice.sources import faces_typed
from bot.errors import Refusal, Warned
from bot.game.people import Call, Person
from bot.game.permissions import asked_of, may_answer, may_command
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, QuestionRaised
from bot.resolution.execution import known_ahead, planned
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.store.errors import Settled
from bot.store.questions import Question
from bot.store.tables import Kind, Pending
from rules.commands import Request
from rules.errors import MissingFacts
from rules.text import say, spoken


class OpenQuestion(NamedTuple):
    """A command that has stopped at a question: whom it is for, and how its answer finds it."""

    live: ActiveGame
    row: Pending

    @property
    def side(self) -> str | None:
        return self.row.question.get("side")

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of those who may answer, the first of whom is meant."""
        return asked_of(self.live.game, self.row.question, self.row.asked_by)


class Questions:
    """Keeps commands that wait, and goes on with them."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def begin(
        self, call: Call, request: Request, dice: str = "", live: ActiveGame | None = None
    ) -> CommandResult | OpenQuestion:
        """Carry out a command; whatever another player must throw or decide is asked for.

        `dice` is empty (everybody's own way), "roll", "ask", or faces read off the table. Raises what
        `Referee.order` raises; a rule that is bent becomes a question to whoever gave the command.
        """
        live = live or await self._games.at(call.where)
        return await self.attempt(live, call, _first(live, request, dice))

    async def attempt(self, live: ActiveGame, call: Call, attempt: Attempt) -> CommandResult | OpenQuestion:
        """Carry out a command as far as it goes."""
        try:
            return await self._referee.carry_out(live, call, attempt)
        except MissingFacts as missing:
            asks = [[ask.option, ask.question, [list(choice) for choice in ask.choices]] for ask in missing.asks]
            return await self._keep(live, call, attempt, "facts", {"asks": asks, "side": None})
        except Warned as warned:
            return await self._keep(live, call, attempt, "anyway", _warning(warned))
        except QuestionRaised as stopped:
            return await self._keep(live, call, stopped.attempt, _kind(stopped), _question(live, call, stopped))

    async def ready(self, call: Call, request: Request) -> OpenQuestion:
        """Keep a command that somebody is looking at, until they say go."""
        live = await self._games.at(call.where)
        return await self._keep(live, call, _first(live, request, ""), "ready", {"side": None})

    async def go(self, call: Call, id: str, step: int) -> CommandResult | OpenQuestion:
        """Carry out a command that was looked at, for whoever may command its unit."""
        live, row = await self.opened(call, id, step)
        request = Request.of(row.command)
        for unit in request.unit:
            may_command(live.game, call.who, live.game.units[unit].side, unit)
        await self._close(id)
        return await self.begin(call, request)

    async def fill_in(self, call: Call, id: str, step: int, facts: Mapping[str, Any]) -> CommandResult | OpenQuestion:
        """Begin a command again with the facts that were missing; `facts` are fields of the request."""
        live, row = await self.opened(call, id, step)
        if row.asked_by != call.who.id:
            raise Refusal(say("Somebody else is asked here, not you."))
        await self._close(id)
        kept = Attempt.of(row.command, row.answers, asks=True)
        attempt = replace(kept, request=replace(kept.request, **facts))
        return await self.attempt(live, call, attempt)

    async def answer(
        self, call: Call, id: str, step: int, faces: str | None = None, choice: str | None = None
    ) -> CommandResult | OpenQuestion:
        """One more answer to a waiting command: faces off the table, a decision, or "anyway" (neither of them).

        `faces` "roll" lets the bot throw them. Raises Refusal for the wrong person or a question that is over,
        BadDice for faces that cannot be.
        """
        live, row = await self.opened(call, id, step)
        if row.kind == "consent":
            raise Refusal(say("Agree to it, or do not."))
        may_answer(live.game, call.who, row.question, row.asked_by)
        return await self.go_on(live, row, _answered(live, row, call.who, faces, choice), call)

    async def open(self, call: Call) -> list[OpenQuestion]:
        """Every question to a player of the channel's game, the oldest first."""
        live = await self._games.at(call.where)
        rows = await self._record.open_pending(live.info.id)
        return [OpenQuestion(live, row) for row in rows if row.kind in ("dice", "decision", "consent")]

    async def may(self, call: Call, id: str, step: int) -> Pending:
        """The question, for somebody who may answer it; raises Refusal."""
        live, row = await self.opened(call, id, step)
        may_answer(live.game, call.who, row.question, row.asked_by)
        return row

    async def overdue(self, row: Pending, source: str) -> CommandResult | OpenQuestion | None:
        """A question past its deadline: answered by its default, or handed to the umpire. None where it is over."""
        info = await self._record.game(row.game_id)
        if info is None or info.state != "running":
            return None
        live = await self._games.running(info)
        if not await self._still_due(live, row):
            return None
        if live.game.timeout[1] == "wait":
            await self._record.postpone(row.id, None)
            return None
        nobody = Person(row.asked_by, say("the clock"))
        call = Call(nobody, self._games.place(info), source)
        if live.game.timeout[1] == "umpire":
            return await self._handed(live, row)
        faces, choice = ("roll", None) if row.kind == "dice" else (None, row.question.get("default"))
        attempt = _answered(live, row, nobody, faces, choice)
        question = spoken(row.question["name"]) if row.kind == "decision" else row.question["label"]
        late = say("No answer in time: {question} by default.", question=question)
        return await self.go_on(live, row, replace(attempt, notes=(*attempt.notes, late)), call)

    async def _still_due(self, live: ActiveGame, row: Pending) -> bool:
        """Whether nobody has answered it or given it more time since it was found; both may be going on just now."""
        async with live.lock:
            now = await self._record.pending(row.id)
        if now is None or now.settled is not None or now.step != row.step or now.deadline is None:
            return False
        return now.deadline <= self._referee.clock()

    async def _handed(self, live: ActiveGame, row: Pending) -> OpenQuestion | None:
        """The question to the umpire instead, without a deadline; None where the umpire has it already."""
        if row.question.get("umpire"):
            await self._record.postpone(row.id, None)
            return None
        question = {**row.question, "umpire": True}
        then = Question(self._addressee(live, question, row), _typed(row.kind), question, None)
        handed = await self._record.answer(row.id, row.step, row.answers, then)
        self._referee.tell(live)
        return OpenQuestion(live, handed)

    async def _close(self, id: str) -> None:
        """Settle a question that only sets its command going; of two clicks at once the first counts."""
        if not await self._record.settle(id):
            raise Refusal(say("That has been answered already, or is over."))

    async def go_on(self, live: ActiveGame, row: Pending, attempt: Attempt, call: Call) -> CommandResult | OpenQuestion:
        """Carry out a command that waited, for whoever gave it, with one more answer."""
        game = live.game
        name = game.players[row.asked_by].name if row.asked_by in game.players else call.who.name
        asked = call._replace(who=Person(row.asked_by, name))
        try:
            return await self._referee.carry_out(live, asked, replace(attempt, pending=row.id))
        except QuestionRaised as stopped:
            return await self._next(live, row, stopped, asked)
        except Settled:
            raise Refusal(say("That has been answered already.")) from None

    async def _next(self, live: ActiveGame, row: Pending, stopped: QuestionRaised, call: Call) -> OpenQuestion:
        question = _question(live, call, stopped)
        deadline = None if stopped.kind == "consent" else self._deadline(live)
        then = Question(self._addressee(live, question, row), _kind(stopped), question, deadline)
        try:
            asked = await self._record.answer(row.id, row.step, stopped.attempt.kept(), then)
        except Settled:
            raise Refusal(say("That has been answered already.")) from None
        self._referee.tell(live)
        return OpenQuestion(live, asked)

    async def _keep(
        self, live: ActiveGame, call: Call, attempt: Attempt, kind: Kind, question: Mapping[str, Any]
    ) -> OpenQuestion:
        row = Pending(
            id=secrets.token_hex(8),
            game_id=live.info.id,
            user_id=call.who.id,
            asked_by=call.who.id,
            kind=kind,
            command=attempt.request.kept(),
            question=dict(question),
            answers=attempt.kept(),
            created_at=self._referee.clock(),
            deadline=self._deadline(live) if kind in ("dice", "decision") else None,
        )
        row.user_id = self._addressee(live, question, row)
        await self._record.ask(row)
        self._referee.tell(live)
        return OpenQuestion(live, row)

    @staticmethod
    def _addressee(live: ActiveGame, question: Mapping[str, Any], row: Pending) -> str:
        return asked_of(live.game, question, row.asked_by)[0]

    def _deadline(self, live: ActiveGame) -> float | None:
        minutes, policy = live.game.timeout
        return None if policy == "wait" else self._referee.clock() + 60 * minutes

    async def opened(self, call: Call, id: str, step: int) -> tuple[ActiveGame, Pending]:
        """A question that is open and stands at that step, and its game; raises Refusal."""
        row = await self._record.pending(id)
        if row is None or row.settled is not None:
            raise Refusal(say("That has been answered already, or is over."))
        if row.step != step:
            raise Refusal(say("That has been answered already; a newer question stands further down."))
        info = await self._record.game(row.game_id)
        if info is not None and info.state != "ended" and info.channel_id != call.where.channel:
            raise Refusal(
                say(
                    "This game has moved to <#{channel_id}>; the question stands there again.",
                    channel_id=info.channel_id,
                )
            )
        undoing = row.command["command"] == "undo"
        live = await (self._games.latest(call.where) if undoing else self._games.at(call.where))
        if live.info.id != row.game_id:
            raise Refusal(say("The game that this was asked in is not the one played here now."))
        return live, row


def _first(live: ActiveGame, request: Request, dice: str) -> Attempt:
    said = dice.strip().lower()
    side = live.game.units[request.unit[0]].side if request.unit else request.side
    if said == "ask":
        return Attempt(request, otherwise="physical", own=(side, "physical") if side else None, asks=True)
    own = (side, "bot") if said == "roll" and side else None
    return Attempt(request, typed=faces_typed(dice, live.system.die), own=own, asks=True)


def _answered(live: ActiveGame, row: Pending, who: Person, faces: str | None, choice: str | None) -> Attempt:
    attempt = Attempt.of(row.command, row.answers, asks=True)
    if row.kind == "anyway":
        return replace(attempt, anyway=True)
    if row.kind == "decision":
        name = row.question["name"]
        choices = {**attempt.choices, name: [*attempt.choices.get(name, ()), choice or row.question["default"]]}
        return replace(attempt, anyway=True, choices=choices)
    side = row.question.get("side")
    attempt = replace(attempt, anyway=True, notes=(*attempt.notes, *_for_others(live, row, who, side)))
    if faces in (None, "roll"):
        return replace(attempt, own=(side, "bot") if side else None, otherwise="bot")
    return replace(attempt, thrown=[*attempt.thrown, *throws_typed(row.question, faces or "")])


def _warning(warned: Warned) -> dict[str, Any]:
    return {"warnings": list(warned.warnings), "side": None}


def _for_others(live: ActiveGame, row: Pending, who: Person, side: str | None) -> tuple[str, ...]:
    """Who threw for whom, when it was not that side's own player."""
    player = live.game.players.get(who.id)
    if side is None or player is None or player.side == side:
        return ()
    return (say("{label}: thrown by {who} for {side}.", label=row.question["label"], who=who.name, side=side),)


def _kind(stopped: QuestionRaised) -> Kind:
    return _typed(stopped.kind)


def _typed(kind: str) -> Kind:
    return "dice" if kind == "dice" else "consent" if kind == "consent" else "decision"


def _question(live: ActiveGame, call: Call, stopped: QuestionRaised) -> dict[str, Any]:
    """The question with its side, what has been thrown on the way to it, and which throws are known to follow."""
    told = ("label", "faces", "source", "needed", "result")
    so_far = [{name: one.get(name) for name in told} for one in stopped.attempt.thrown]
    attempt = replace(stopped.attempt, anyway=True)
    ahead: list[Mapping[str, Any]] = []
    about = ""
    if stopped.kind in ("dice", "decision") and attempt.amends is None:
        order = planned(live, call, attempt)
        ahead = known_ahead(live.board, order, stopped) if stopped.kind == "dice" else []
        about = f"{order.title}{attempt.request.told()}"
    return {**stopped.question, "side": stopped.side, "so_far": so_far, "ahead": ahead, "about": about}
