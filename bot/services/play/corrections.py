"""Corrections of the record: undos, amendments, and the consent that they need; and notes for the story of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from bot.dice.own_dice import parse_own_dice
from bot.errors import QuestionOver, Refusal
from bot.game.people import Call
from bot.game.permissions import voices
from bot.game.questions import ConsentQuestion
from bot.game.registry import ActiveGame
from bot.resolution.amend import foresee_plays
from bot.resolution.amend_command import amendment, facts_of, find_entry_to_amend, restored_version, reverse_amendment
from bot.resolution.cancel import Cancellation, line_of
from bot.resolution.checks import add_agreement
from bot.resolution.dependencies import active_entries, undo_horizon
from bot.resolution.pending_command import Amend, Change, ManualChange, PendingCommand, Undo
from bot.resolution.questions import OpenQuestion, Questions
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.services.play.agreed_changes import Outcome
from bot.services.record.history import is_revealed
from rules.game.entry import Entry
from rules.kernel.plays import Play
from rules.kernel.text import Text


class Corrections:
    """Undoes or amends entries, at once or after all players concerned have agreed."""

    def __init__(self, referee: Referee, questions: Questions, cancellation: Cancellation) -> None:
        self._referee, self._questions, self._cancellation = referee, questions, cancellation
        self._record = referee.record

    async def undo(
        self, call: Call, number: int | None = None, game: str | None = None, says_first: bool = False
    ) -> Outcome:
        """Undo the last active entry, or the given one; the next roll of the same kind of dice reuses the bot's dice.

        Undoing an amendment reverts only its changes, if the table can return to its earlier state. `game` is the game
        that a button belongs to. With `says_first`, ask for confirmation if the undo reverts several things.

        Raises Refusal for an entry that later entries depend on, or that cannot be undone.
        """
        live = await self._referee.games.latest_game(call.where)
        if game is not None and live.info.id != game:
            raise Refusal(Text("That belongs to an earlier game."))
        if (back := await self._find_reverse_amendment(live, number)) is not None:
            return await self._begin(live, call, back)
        command = Undo(entry=number, laid_open=await is_revealed(self._record, live), says_first=says_first)
        return await self._begin(live, call, PendingCommand(command=command, asks=True))

    async def _find_reverse_amendment(self, live: ActiveGame, number: int | None) -> PendingCommand | None:
        """Return the command that reverts an amendment and keeps the amended entry; None for other entries."""
        past = await self._record.entries.past(live.info.id, undo_horizon(number))
        entry = next((one for one in reversed(active_entries(past)) if number in (None, one.number)), None)
        if entry is None or entry.undoes is None or entry != _last_amendable(past) or live.game.over:
            return None
        versions = [entry]
        while (earlier := versions[0].undoes) is not None:
            found = await self._record.entries.get(live.info.id, earlier)
            assert found is not None, "entries are never removed from the record"
            versions.insert(0, found)
        before = restored_version(versions)
        return reverse_amendment(entry, before) if before else None

    async def amend(
        self, call: Call, number: int | None, facts: Mapping[str, Any], whole: bool = False, own: str = ""
    ) -> Outcome:
        """Replay the last active entry with dice, with `facts` (fields of its request) and the same faces.

        If `whole`, the facts replace the original ones; `own` replaces the faces that players typed.
        """
        live = await self._referee.games.require_game(call.where)
        entry = find_entry_to_amend(
            await self._record.entries.past(live.info.id, undo_horizon(number, dice=True)), number
        )
        given = facts_of(live, entry, facts)
        typed = parse_own_dice(entry, own, live.system.die) if own.strip() else None
        return await self._begin(live, call, amendment(entry, given, whole, live.game.dice, typed))

    async def foresee_plays(self, call: Call, number: int, facts: Mapping[str, Any]) -> tuple[Play, ...]:
        """Return the plays that an amendment would produce with the recorded faces; empty if these do not suffice."""
        live = await self._referee.games.require_game(call.where)
        past = await self._record.entries.past(live.info.id, undo_horizon(number, dice=True))
        entry = find_entry_to_amend(past, number)
        attempt = amendment(entry, facts_of(live, entry, facts), whole=True)
        return await asyncio.to_thread(foresee_plays, live, attempt, past)

    async def change_manually(
        self, call: Call, change: Change, asks: bool = False, live: ActiveGame | None = None
    ) -> Outcome:
        """Carry out a manual change, at once or after all required players have agreed.

        `live` is required if the game is over. With `asks`, ask for confirmation of a change that could be a mistake.
        """
        live = live or await self._referee.games.from_memory(call.where)
        command = ManualChange(name=call.who.name, change=change)
        return await self._begin(live, call, PendingCommand(command=command, asks=True, anyway=not asks))

    async def _begin(self, live: ActiveGame, call: Call, attempt: PendingCommand) -> Outcome:
        attempt = attempt.with_changes(as_of=call.as_of)
        return await self._settle_questions(live, call, await self._questions.attempt(live, call, attempt))

    async def _settle_questions(self, live: ActiveGame, call: Call, result: CommandResult | OpenQuestion) -> Outcome:
        """Keep only the newest of a person's questions about one entry, and none once the entry is undone.

        If an amendment is dropped, its new dice wait for the next roll.
        """
        if isinstance(result, CommandResult) and result.entry.command == "game timeout":
            await self._questions.reschedule(live)
        mine = result if isinstance(result, OpenQuestion) else None
        for asked in () if live.waiting.are_none(of_sides=True) else await self._questions.of_game(live):
            if correction_subject(asked) is None or (mine is not None and asked.row.id == mine.row.id):
                continue
            by_me = (
                mine is not None
                and asked.row.asked_by == mine.row.asked_by
                and correction_subject(asked) == correction_subject(mine)
            )
            undone = result.entry.undoes if isinstance(result, CommandResult) else None
            dropped = by_me or (undone is not None and correction_subject(asked) == undone)
            if dropped and await self._questions.close(asked, answered=True):
                await self._cancellation.give_back(live, call._replace(source=None), asked.pending_command())
                await self._referee.notify_listeners(live)
        return result

    async def agree(self, call: Call, id: str, step: int) -> Outcome:
        """Agree to a correction, and make it once all have agreed; raise Refusal for a person without a voice."""
        asked, question = await self._require_consent_question(call, id, step)
        groups = voices(asked.live.game, call.who, question.groups, asked.row.asked_by)
        attempt = add_agreement(asked.pending_command(), question, groups)
        agreed = Text("{who} agreed.", who=call.who.name)
        attempt = attempt.with_changes(notes=(*attempt.notes, agreed))
        return await self._settle_questions(
            asked.live, call, await self._questions.continue_command(asked, attempt, call)
        )

    async def refuse(self, call: Call, id: str, step: int) -> OpenQuestion:
        """Refuse a correction; dice already rolled for it are reused by the next roll."""
        asked, question = await self._require_consent_question(call, id, step)
        voices(asked.live.game, call.who, question.groups, asked.row.asked_by)
        return await self._turn_down(asked, call)

    async def reject_end(self, call: Call, id: str, step: int) -> OpenQuestion:
        """Reject a command of another side that would end the caller's remaining actions."""
        return await self._turn_down(await self._questions.require_answerable(call, id, step), call)

    async def _turn_down(self, asked: OpenQuestion, call: Call) -> OpenQuestion:
        """Close a question without carrying out its command; raise Refusal if it was already answered."""
        if not await self._questions.close(asked):
            raise QuestionOver
        title = Text("Not agreed: the next rolls use these dice first")
        line = line_of(asked.live.game, asked.pending_command(), asked.row.asked_by, call.who)
        dice = asked.question.dice if isinstance(asked.question, ConsentQuestion) else None
        await self._cancellation.give_back(asked.live, call, asked.pending_command(), title, line, dice)
        await self._referee.notify_listeners(asked.live)
        return asked

    async def _require_consent_question(self, call: Call, id: str, step: int) -> tuple[OpenQuestion, ConsentQuestion]:
        asked = await self._questions.require_open(call, id, step)
        if not isinstance(asked.question, ConsentQuestion):
            raise Refusal(Text("That needs no agreement."))
        return asked, asked.question


def _last_amendable(entries: Sequence[Entry]) -> Entry | None:
    """Return the last active entry with dice, if it can be amended."""
    try:
        return find_entry_to_amend(entries, None)
    except Refusal:
        return None


def correction_subject(asked: OpenQuestion) -> int | str | None:
    """Return the entry that a question would undo or amend, or its kind of manual change; None for others."""
    match asked.pending_command().command:
        case Undo(entry=entry) | Amend(entry=entry):
            return entry
        case ManualChange(change=change):
            return change.kind
        case _:
            return None
