"""Questions that wait for a player's dice or decision. Each step of one is answered once, and each is settled once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, delete, insert, select, update

from bot.store import rows
from bot.store.database import Store
from bot.store.errors import QuestionSettled
from bot.store.tables import GAME, PENDING, Kind, Pending

_ASK = insert(PENDING)
_ONE = select(PENDING).where(PENDING.c.id == bindparam("pending_id"))
# Built once, as every command queries them.
_OPEN = select(PENDING).where(PENDING.c.settled.is_(None)).order_by(PENDING.c.created_at, PENDING.c.id)
_OF_GAME = _OPEN.where(PENDING.c.game_id == bindparam("game"))
_OF_KINDS = _OF_GAME.where(PENDING.c.kind.in_(bindparam("kinds", expanding=True)))
_DUE = _OPEN.where(
    PENDING.c.deadline <= bindparam("at"), PENDING.c.game_id.in_(select(GAME.c.id).where(GAME.c.state != "paused"))
)
_ASKED_OF = _OPEN.where(
    PENDING.c.user_id == bindparam("asked"), PENDING.c.game_id.in_(select(GAME.c.id).where(GAME.c.state == "running"))
)


class NextQuestion(NamedTuple):
    """The next question, the person asked, and the deadline (seconds since 1970; None waits forever)."""

    user_id: str
    kind: Kind
    body: Mapping[str, Any]
    deadline: float | None = None


class QuestionStore(Store):
    """Commands that wait for an answer."""

    async def ask(self, pending: Pending) -> None:
        """Store a command until it is answered. The caller chooses its id, which must be short, random and new."""
        await self._database.write(lambda write: write.execute(_ASK, pending.model_dump()), joins=True)

    async def get(self, pending_id: str) -> Pending | None:
        """Return a question, open or settled."""

        def found(read: Connection) -> Pending | None:
            row = read.execute(_ONE, {"pending_id": pending_id}).mappings().first()
            return None if row is None else rows.pending(row)

        return await self._database.read(found)

    async def open(self, game_id: str | None = None, kinds: Sequence[Kind] = ()) -> list[Pending]:
        """Return the open questions, of one game and of some kinds if given; the oldest first."""
        if game_id is not None:
            query = _OF_KINDS if kinds else _OF_GAME
            return await self._open(query, {"game": game_id, **({"kinds": list(kinds)} if kinds else {})})
        return await self._open(_OPEN.where(PENDING.c.kind.in_(kinds)) if kinds else _OPEN)

    async def due_questions(self, at: float) -> list[Pending]:
        """Return the open questions with a deadline of `at` or earlier, of all games that are not paused.

        For a finished game, these are the questions about its continuation.
        """
        return await self._open(_DUE, {"at": at})

    async def questions_to(self, user_id: str) -> list[Pending]:
        """Return the open questions to a person, of all running games."""
        return await self._open(_ASKED_OF, {"asked": user_id})

    async def postpone(self, pending_id: str, deadline: float | None) -> None:
        """Set another deadline for an open question; None waits forever."""
        await self._update(PENDING.c.id == pending_id, PENDING.c.settled.is_(None), deadline=deadline)

    async def record_post(self, pending_id: str, channel_id: str, message_id: str) -> None:
        """Record the message that shows the question."""
        where = PENDING.c.id == pending_id
        await self._update(where, channel_id=channel_id, message_id=message_id)

    async def answer(
        self, pending_id: str, step: int, answers: Mapping[str, Any], then: NextQuestion | None = None
    ) -> Pending:
        """Replace the answers so far by `answers`, and ask the next question, if any.

        `step` is the step of the answered Pending: of two answers to one step, the first counts, and the other raises
        QuestionSettled, as does an answer to a settled question.
        """
        values: dict[str, Any] = {"answers": dict(answers), "step": step + 1}
        if then is not None:
            values |= {"user_id": then.user_id, "kind": then.kind, "question": dict(then.body)}
            values |= {"deadline": then.deadline, "channel_id": None, "message_id": None}
        where = PENDING.c.id == pending_id, PENDING.c.step == step, PENDING.c.settled.is_(None)
        change = update(PENDING).where(*where).values(values).returning(PENDING)

        def answered(write: Connection) -> Pending:
            row = write.execute(change).mappings().first()
            if row is None:
                raise QuestionSettled(f"question {pending_id} was answered before")
            return rows.pending(row)

        return await self._database.write(answered, joins=True)

    async def settle(self, pending_id: str, number: int = 0, step: int | None = None) -> bool:
        """Close a question without an entry (0) or with one; return False if it was already closed.

        With a `step`, also return False if it has been answered since that step.
        """
        stands = () if step is None else (PENDING.c.step == step,)
        return await self._update(PENDING.c.id == pending_id, PENDING.c.settled.is_(None), *stands, settled=number)

    async def reopen(self, pending_id: str) -> None:
        """Reopen a question that was closed without an entry."""
        await self._update(PENDING.c.id == pending_id, PENDING.c.settled == 0, settled=None)

    async def close(
        self,
        game_id: str | None = None,
        asked_by: str | None = None,
        kinds: Sequence[Kind] = (),
        before: float | None = None,
    ) -> None:
        """Close the open questions that meet all given conditions, without an entry; `before` is the time of asking."""
        where = [] if game_id is None else [PENDING.c.game_id == game_id]
        where += [] if asked_by is None else [PENDING.c.asked_by == asked_by]
        where += [] if before is None else [PENDING.c.created_at < before]
        where += [PENDING.c.kind.in_(kinds)] if kinds else []
        await self._update(PENDING.c.settled.is_(None), *where, settled=0)

    async def forget_dropped(self, kinds: Sequence[Kind], before: float) -> None:
        """Delete questions of some kinds that were closed without an entry, and asked before a time."""
        gone = PENDING.c.settled == 0, PENDING.c.kind.in_(kinds), PENDING.c.created_at < before
        await self._database.write(lambda write: write.execute(delete(PENDING).where(*gone)))

    async def _open(self, query: Select[Any], values: Mapping[str, Any] | None = None) -> list[Pending]:
        return await self._database.read(lambda read: rows.readable_questions(read.execute(query, values).mappings()))

    async def _update(self, *where: Any, **values: Any) -> bool:
        change = update(PENDING).where(*where).values(values)
        return await self._database.write(lambda write: bool(write.execute(change).rowcount), joins=True)
