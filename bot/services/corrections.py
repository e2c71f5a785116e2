"""Putting right what has been recorded: undo, amend, and the consent of the others where they need it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.errors import Refusal
from bot.game.consent import voices
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution.amend import amendment, to_amend
from bot.resolution.attempt import Attempt
from bot.resolution.cancel import Cancellation
from bot.resolution.questions import OpenQuestion, Questions
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.store.tables import Pending
from rules.commands import Request
from rules.text import say


class Corrections:
    """Takes entries back or plays them again, at once or when everybody concerned has agreed."""

    def __init__(self, referee: Referee, waiting: Questions, dropping: Cancellation) -> None:
        self._referee, self._waiting, self._dropping, self._record = referee, waiting, dropping, referee.record

    async def undo(
        self, call: Call, number: int | None = None, game: str | None = None
    ) -> CommandResult | OpenQuestion:
        """Take back the last standing entry, or that one; its bot dice come out first at the next throw of such dice.

        `game` is the one that a button belongs to. Raises Refusal for an entry that others stand on, or that is
        not there to be undone.
        """
        live = await self._referee.games.latest(call.where)
        if game is not None and live.info.id != game:
            raise Refusal(say("That belongs to a game that is not played here now."))
        return await self._begin(live, call, Attempt(Request("undo", count=number), asks=True))

    async def amend(self, call: Call, number: int | None, facts: Mapping[str, Any]) -> CommandResult | OpenQuestion:
        """Play the last standing entry with dice again with `facts` (fields of its request) and the same faces."""
        live = await self._referee.games.at(call.where)
        entry = to_amend(await self._record.entries(live.info.id), number)
        return await self._begin(live, call, amendment(entry, facts))

    async def _begin(self, live: ActiveGame, call: Call, attempt: Attempt) -> CommandResult | OpenQuestion:
        return await self._settled(live, await self._waiting.attempt(live, call, attempt))

    async def _settled(self, live: ActiveGame, result: CommandResult | OpenQuestion) -> CommandResult | OpenQuestion:
        """Of several questions about one entry the newest counts; none is left once it is undone."""
        mine = result.row if isinstance(result, OpenQuestion) else None
        for row in await self._record.open_pending(live.info.id):
            if row.kind != "consent" or (mine is not None and row.id == mine.id):
                continue
            by_me = mine is not None and row.asked_by == mine.asked_by and about(row) == about(mine)
            if by_me or (
                isinstance(result, CommandResult) and about(row) is not None and about(row) == result.entry.undoes
            ):
                await self._record.settle(row.id)
        return result

    async def agree(self, call: Call, id: str, step: int) -> CommandResult | OpenQuestion:
        """One more voice for it; once all have spoken it is done. Raises Refusal for those who have no say."""
        live, row = await self._opened(call, id, step)
        groups = voices(live.game, call.who, row.question["groups"], row.asked_by)
        attempt = Attempt.of(row.command, row.answers, asks=True)
        attempt = replace(
            attempt,
            agreed=[*attempt.agreed, *groups],
            notes=[*attempt.notes, say("{who} agreed.", who=call.who.name)],
            anyway=True,
        )
        return await self._settled(live, await self._waiting.go_on(live, row, attempt, call))

    async def refuse(self, call: Call, id: str, step: int) -> OpenQuestion:
        """It is not done; dice that had been thrown on the way come out first at the next throw."""
        live, row = await self._opened(call, id, step)
        voices(live.game, call.who, row.question["groups"], row.asked_by)
        if not await self._record.settle(id, step=step):
            raise Refusal(say("That has been answered already, or is over."))
        title = say("Not agreed: the dice thrown so far come out again first")
        await self._dropping.give_back(live, call, row, title)
        self._referee.tell(live)
        return OpenQuestion(live, row)

    async def _opened(self, call: Call, id: str, step: int) -> tuple[ActiveGame, Pending]:
        live, row = await self._waiting.opened(call, id, step)
        if row.kind != "consent":
            raise Refusal(say("Nobody is asked to agree to that."))
        return live, row


def about(row: Pending) -> int | None:
    """The entry that a question would take back or amend; None for a question about dice."""
    undoing = row.command["command"] == "undo"
    return row.command.get("count") if undoing else row.answers.get("amends")
