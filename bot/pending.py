"""Commands that wait for a word, for dice or for a decision. Nothing is suspended in memory: the command is kept as a
row, and played again from its top with one more answer.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from bot.answer import Answer
from bot.dice import faces_typed
from bot.errors import Refusal, Warned
from bot.live import Live
from bot.people import Call
from bot.referee import Attempt, Referee
from bot.store.errors import Settled
from bot.store.tables import Pending
from rules.board import Request
from rules.errors import DecisionNeeded, DiceNeeded


class Waits(NamedTuple):
    """A command that has stopped at a question; `id` is how its answer finds it."""

    id: str
    kind: str
    question: Mapping[str, Any]


class Waiting:
    """Keeps commands that wait, and goes on with them."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games, self._record = referee, referee.games, referee.record

    async def begin(self, call: Call, request: Request) -> Answer | Waits:
        """Carry out a command that asks for every die and decision as it needs them."""
        live = await self._games.at(call.where)
        return await self._try(live, call, Attempt(request, [], asks=True), None)

    async def hold(self, call: Call, request: Request, dice: str, warned: Warned) -> Waits:
        """Keep a command that bends a rule until whoever gave it says "anyway"."""
        live = await self._games.at(call.where)
        answers = {"dice": dice}
        return await self._keep(live, call, request, "anyway", {"warnings": list(warned.warnings)}, answers)

    async def anyway(self, call: Call, id: str) -> Answer:
        """Go on with a command that was warned of; raises Refusal for anybody else's, or one that is over."""
        live, row = await self._open(call, id)
        faces = faces_typed(row.answers["dice"], live.system.die)
        attempt = Attempt(Request.of(row.command), faces, anyway=True, pending=id)
        try:
            return await self._referee.carry_out(live, call, attempt)
        except Settled:
            raise Refusal("That has been gone on with already.") from None

    async def answer(
        self, call: Call, id: str, faces: list[int] | None = None, choice: str | None = None
    ) -> Answer | Waits:
        """One more answer to a waiting command: faces for its throw, or a value for its decision."""
        live, row = await self._open(call, id)
        answers = _with(row, faces, choice)
        attempt = Attempt(
            Request.of(row.command), answers["faces"], answers["choices"], anyway=True, asks=True, pending=id
        )
        return await self._try(live, call, attempt, row)

    async def _try(self, live: Live, call: Call, attempt: Attempt, row: Pending | None) -> Answer | Waits:
        try:
            return await self._referee.carry_out(live, call, attempt)
        except (DiceNeeded, DecisionNeeded) as needed:
            kind, question = _question(needed)
            answers = {"faces": attempt.faces, "choices": {name: list(v) for name, v in attempt.choices.items()}}
            if row is not None:
                await self._record.settle(row.id)
            return await self._keep(live, call, attempt.request, kind, question, answers)
        except Settled:
            raise Refusal("That has been answered already.") from None

    async def _keep(
        self,
        live: Live,
        call: Call,
        request: Request,
        kind: str,
        question: Mapping[str, Any],
        answers: Mapping[str, Any],
    ) -> Waits:
        row = Pending(
            id=secrets.token_hex(8),
            game_id=live.info.id,
            user_id=call.who.id,
            asked_by=call.who.id,
            kind=kind,
            command=request.kept(),
            question=dict(question),
            answers=dict(answers),
            created_at=self._referee.clock(),
        )
        await self._record.ask(row)
        return Waits(row.id, kind, question)

    async def _open(self, call: Call, id: str) -> tuple[Live, Pending]:
        row = await self._record.pending(id)
        if row is None or row.settled is not None:
            raise Refusal("That has been answered already, or is over.")
        live = await self._games.at(call.where)
        if live.info.id != row.game_id:
            raise Refusal("The game that this was asked in is not the one played here now.")
        if row.user_id != call.who.id:
            raise Refusal("Somebody else is asked here, not you.")
        return live, row


def _question(needed: DiceNeeded | DecisionNeeded) -> tuple[str, dict[str, Any]]:
    if isinstance(needed, DiceNeeded):
        throw = needed.throw
        asked = {"label": needed.label, "by": throw.by, "count": needed.count, "sides": throw.sides}
        return "dice", asked | {"needed": throw.needed}
    decision = needed.decision
    offers = [list(offer) for offer in decision.offers(*needed.situation)]
    asked = {"name": decision.name, "by": decision.by, "question": decision.question}
    return "decision", asked | {"offers": offers or [[option, option] for option in decision.options]}


def _with(row: Pending, faces: list[int] | None, choice: str | None) -> dict[str, Any]:
    choices = {name: list(values) for name, values in row.answers.get("choices", {}).items()}
    if choice is not None:
        choices.setdefault(row.question["name"], []).append(choice)
    return {"faces": [*row.answers.get("faces", []), *(faces or [])], "choices": choices}
