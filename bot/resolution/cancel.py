"""How questions end without an answer: dropped by those who may, or overdue; never with a second chance at the dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.dice.bot_dice import in_line
from bot.dice.returned import NOBODY, Lot, ReturnedDice, by_side, side_giving
from bot.errors import Refusal
from bot.game.people import Call, Person, speaks_for
from bot.game.permissions import acting_side, judges, other_sides, people, same_command, seated
from bot.game.questions import (
    DAY,
    PRIVATE,
    ConsentQuestion,
    DecisionQuestion,
    DiceConsent,
    DiceQuestion,
    ObjectionQuestion,
)
from bot.game.registry import ActiveGame
from bot.resolution.answers import answered
from bot.resolution.attempt import Amend, Attempt, Resolve
from bot.resolution.checks import agreed_to
from bot.resolution.questions import OpenQuestion, Questions, next_question
from bot.resolution.referee import NewEntry, Referee, replanned
from bot.resolution.result import CommandResult
from bot.store.tables import Pending
from rules.game.events import Agreed
from rules.game.game import Game
from rules.kernel.text import Listed, Term, Text

_DROPPED = Text("Cancelled: the next throws use the dice thrown so far")


class Cancelled(NamedTuple):
    """The command that is not played on, and the bot's dice of it that go back; `private` where nobody else knew."""

    about: Text
    faces: tuple[int, ...]
    private: bool = False


class Cancellation:
    """Closes questions for good."""

    def __init__(self, referee: Referee, questions: Questions) -> None:
        self._referee, self._questions, self._record = referee, questions, referee.record

    async def drop(self, call: Call, id: str, step: int) -> Cancelled:
        """Close a throw or a decision before it is answered; raises Refusal for those who may not.

        Whoever gave the command may, and the umpire. Once dice were seen it is for the other side, or for an
        umpire who plays none: dropping must be no way to throw again. Where a unit has gone, it is for each of them.
        """
        asked = await self._questions.opened(call, id, step)
        _may_drop(asked, call.who)
        if not await self._record.questions.settle(id, step=step):
            raise Refusal(Text("That has been answered already, or is over."))
        line = line_of(asked.live.game, asked.attempt(), asked.row.asked_by, call.who)
        faces = await self.give_back(asked.live, call, asked.attempt(), _DROPPED, line)
        await self._referee.tell(asked.live)
        return Cancelled(_about(asked), faces, asked.row.kind in PRIVATE)

    @replanned
    async def give_back(
        self,
        live: ActiveGame,
        call: Call,
        attempt: Attempt,
        title: Text = _DROPPED,
        line: Agreed = "",
        refused: DiceConsent | None = None,
    ) -> tuple[int, ...]:
        """The bot's dice of a command that is not played on wait for the next throw, in the order of drawing; `line` is
        what the other sides have agreed to about them. What they were asked about and have `refused` is settled.
        """
        fresh = fresh_faces(live.game, attempt)
        async with live.lock:
            returned = returned_with(live.game, [attempt], line)
            changes = (returned.refused(refused) if refused else returned).changes(live.game)
            if not changes:
                return ()
            notes = (
                in_line({(refused.side, refused.sides): returned.faces(refused.side, refused.sides)}) if refused else ()
            )
            await self._referee.note(
                live, call, NewEntry("dice back", changes, title, notes=notes, fresh=attempt.fresh)
            )
        return tuple(face for faces in fresh.values() for face in faces)


def _about(asked: OpenQuestion) -> Text:
    """What a question is about: its command, or the throw or the choice itself."""
    match asked.question:
        case DiceQuestion() as question:
            return question.about or question.throw.label
        case DecisionQuestion() as question:
            return question.about or question.question
        case ObjectionQuestion() as question:
            return question.about or Term(asked.row.kind)
        case ConsentQuestion() as question:
            return question.wish
        case _:
            return Term(asked.row.kind)


def _may_drop(asked: OpenQuestion, who: Person) -> None:
    game, asker = asked.live.game, asked.row.asked_by
    attempt = asked.attempt()
    acting = acting_side(game, attempt.request) if isinstance(attempt.command, Resolve | Amend) else None
    me, groups = seated(game, who), other_sides(game, Person(asker, ""), acting)
    given_by = game.players.get(asker)
    mine = who.id == asker or (me.side is not None and me.side == _side(asked))
    if not attempt.thrown or not groups or _gone(asked):
        if mine or me.umpire or (_gone(asked) and who.id in asked.people):
            return
        name = given_by.name if given_by else Text("somebody who left")
        raise Refusal(Text("Only {player} or the umpire may cancel this.", player=name))
    if who.id in people(game, groups, asker) and not mine:
        return
    names = Listed([game.players[id].name for id in people(game, groups, asker)], "or")
    raise Refusal(Text("Dice have been thrown already: ask {players} to cancel it.", players=names))


def _side(asked: OpenQuestion) -> str | None:
    """The side of whoever gave the command; once they have left, the one that it is for."""
    game, command = asked.live.game, asked.attempt().command
    given_by = game.players.get(asked.row.asked_by)
    if given_by is not None:
        return given_by.side
    return acting_side(game, command.request) if isinstance(command, Resolve | Amend) else None


def _gone(asked: OpenQuestion) -> bool:
    """Whether a unit of the command has left the game: it can never be played on."""
    command = asked.attempt().command
    units = (*command.request.unit, *command.request.target) if isinstance(command, Resolve | Amend) else ()
    return any(id not in asked.live.game.units for id in units)


def line_of(game: Game, attempt: Attempt, asked_by: str, who: Person) -> Agreed:
    """What the other sides have agreed to about the dice of a command that `who` ends: they are next in line where that
    person speaks for all other sides, or there are none.
    """
    acting = acting_side(game, attempt.request) if isinstance(attempt.command, Resolve | Amend) else None
    groups = other_sides(game, Person(asked_by, ""), acting)
    sides = [group.removeprefix("side:") for group in groups]
    return "next" if all(speaks_for(game, who.id, side) for side in sides) else ""


def returned_with(game: Game, attempts: Iterable[Attempt], line: Agreed = "") -> ReturnedDice:
    """The dice that wait in a game, among them the bot's dice of commands that are not played on."""
    returned = ReturnedDice.in_game(game)
    for attempt in attempts:
        if fresh := fresh_faces(game, attempt):
            number = attempt.thrown_at or game.number + 1
            returned = returned.put(fresh, same_command(attempt.request), number, line)
    return returned


def fresh_faces(game: Game, attempt: Attempt) -> dict[Lot, list[int]]:
    """The bot's dice of a command so far, by side and die, without those that wait still."""
    if not attempt.thrown:
        return {}
    giving = side_giving(game, same_command(attempt.request)) or attempt.request.side or NOBODY
    throws = [throw for throw in attempt.thrown if throw.source == "bot"]
    return by_side(
        ((giving if throw.side is None else throw.side, throw.sides), throw.faces[throw.queued :]) for throw in throws
    )


# Questions that nobody answers: taken by their default at the deadline, handed to the umpire, or closed.

PRIVATE_LASTS = 15 * 60
"""Seconds after which Discord takes no click on a private message any more."""
DROPPED_LASTS = 86_400
"""Seconds after which a private question that was dropped is taken out of the record."""


class NotAgreed(Refusal):
    """Raised for a wish that others would have had to agree to until its deadline."""


class Overdue:
    """Does what a game's answer to silence is: the default, the umpire, or waiting on."""

    def __init__(self, questions: Questions, referee: Referee) -> None:
        self._questions, self._referee = questions, referee
        self._games, self._record = referee.games, referee.record

    async def settle(self, row: Pending, source: str) -> CommandResult | OpenQuestion | None:
        """What comes of a question past its deadline; None where it is over, or waits on. Raises NotAgreed."""
        info = await self._record.games.get(row.game_id)
        if info is None or info.state == "paused" or not self._games.serves(info.guild_id):
            return None
        if info.state == "ended" and row.kind != "consent":
            return None
        live = await (self._games.of(info) if info.state == "ended" else self._games.running(info))
        if not await self._still_due(live, row):
            return None
        if row.kind == "consent":
            return await self._unanswered(OpenQuestion.of(live, row), source)
        policy = live.game.timeout[1]
        if policy == "wait":
            return await self._record.questions.postpone(row.id, None)
        asked = OpenQuestion.of(live, row)
        if policy == "umpire":
            return await self._handed(asked)
        nobody = Person(row.asked_by, "")
        call = Call(nobody, self._games.place(info), source, _chance(asked))
        return await self._questions.go_on(asked, _by_default(asked, nobody), call)

    async def _unanswered(self, asked: OpenQuestion, source: str) -> CommandResult | OpenQuestion:
        """What comes of a wish that somebody has not agreed to in time; raises NotAgreed where it needs their word."""
        question = asked.question
        assert isinstance(question, ConsentQuestion)
        if question.silence == "no":
            raise NotAgreed(Text("Nobody has agreed in time: everything stays as it is."))
        attempt = agreed_to(asked.attempt(), question, question.groups)
        note = Text("Nobody has answered in time: it is done without them.")
        asker = Person(asked.row.asked_by, question.asker)
        call = Call(asker, self._games.place(asked.live.info), source, _chance(asked))
        return await self._questions.go_on(asked, attempt.but(notes=(*attempt.notes, note)), call)

    async def limit_consent(self, now: float) -> None:
        """Give questions for consent a deadline that have none, as those asked by an earlier version."""
        for row in await self._record.questions.open(kinds=("consent",)):
            if row.deadline is None:
                await self._record.questions.postpone(row.id, now + 60 * DAY)

    async def close_private(self, now: float) -> None:
        """Close questions that only whoever gave the command saw, once their buttons have died in Discord."""
        await self._record.questions.close(kinds=PRIVATE, before=now - PRIVATE_LASTS)

    async def forget_private(self, now: float) -> None:
        """Take those away for good that were dropped a day ago; a click on one finds nothing."""
        await self._record.questions.forget_dropped(PRIVATE, before=now - DROPPED_LASTS)

    async def _still_due(self, live: ActiveGame, row: Pending) -> bool:
        """Whether nobody has answered it or given it more time since it was found; both may be going on just now."""
        async with live.lock:
            now = await self._record.questions.get(row.id)
        if now is None or now.settled is not None or now.step != row.step or now.deadline is None:
            return False
        return now.deadline <= self._referee.clock()

    async def _handed(self, asked: OpenQuestion) -> OpenQuestion | None:
        """The question to the umpire instead, without a deadline; None where the umpire has it already, or where the
        only umpire plays against the side that is asked: then it waits on.
        """
        live, row, question = asked.live, asked.row, asked.question
        if not isinstance(question, DiceQuestion | DecisionQuestion) or question.umpire:
            return await self._record.questions.postpone(row.id, None)
        if not judges(live.game, question.side):
            return await self._record.questions.postpone(row.id, None)
        handed = question.model_copy(update={"umpire": True})
        found = await self._record.questions.answer(
            row.id, row.step, row.answers, next_question(live, row, handed, None)
        )
        await self._referee.tell(live)
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
