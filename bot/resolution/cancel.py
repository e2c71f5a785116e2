"""Questions that end without an answer, cancelled or overdue, but never with a second chance at the dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot import errors
from bot.dice.bot_dice import next_dice_lines
from bot.dice.returned import NOBODY, Lot, ReturnedDice, by_side, side_of_command_key
from bot.game import permissions
from bot.game.people import Call, Person, speaks_for
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
from bot.resolution.answers import apply_answer
from bot.resolution.checks import add_agreement
from bot.resolution.journal_referee import retry_on_conflict
from bot.resolution.manual_changes import NewEntry
from bot.resolution.pending_command import Amend, PendingCommand, Resolve
from bot.resolution.questions import OpenQuestion, Questions, next_question
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.store.tables import Pending
from rules.game.dice_events import Agreed
from rules.game.game import Game
from rules.kernel.text import Listed, Term, Text

_DROPPED = Text("Cancelled: the next rolls use these dice first")


class CancelledCommand(NamedTuple):
    """A dropped command and its returned bot dice; `private` is True if only its issuer knew of it."""

    about: Text
    faces: tuple[int, ...]
    private: bool = False


class Cancellation:
    """Closes questions for good."""

    def __init__(self, referee: Referee, questions: Questions) -> None:
        self._referee, self._questions, self._record = referee, questions, referee.record

    async def drop(self, call: Call, id: str, step: int) -> CancelledCommand:
        """Close a question about a roll or decision before its answer; raise Refusal if not permitted.

        The issuer and the umpire may drop it. Once dice have been seen, only the other side or a neutral umpire may,
        because cancelling must not be a way to roll again. If a unit has left the game, any of them may.
        """
        asked = await self._questions.require_open(call, id, step)
        require_right_to_drop(asked, call.who)
        if not await self._questions.close(asked):
            raise errors.QuestionOver
        line = line_of(asked.live.game, asked.pending_command(), asked.row.asked_by, call.who)
        faces = await self.give_back(asked.live, call, asked.pending_command(), _DROPPED, line)
        await self._referee.notify_listeners(asked.live)
        return CancelledCommand(_subject(asked), faces, asked.row.kind in PRIVATE)

    @retry_on_conflict
    async def give_back(
        self,
        live: ActiveGame,
        call: Call,
        attempt: PendingCommand,
        title: Text = _DROPPED,
        line: Agreed = "",
        refused: DiceConsent | None = None,
    ) -> tuple[int, ...]:
        """Return the bot's dice of a dropped command to the queue for the next roll, in the order drawn.

        `line` is the agreement of the other sides about them. A `refused` consent about dice is settled.
        """
        fresh = fresh_faces(live.game, attempt)
        async with live.lock:
            returned = waiting_dice_with(live.game, [attempt], line)
            changes = (returned.with_refusal(refused) if refused else returned).changes(live.game)
            if not changes:
                return ()
            notes = (
                next_dice_lines({(refused.side, refused.sides): returned.faces(refused.side, refused.sides)})
                if refused
                else ()
            )
            await self._referee.note(
                live, call, NewEntry("dice back", changes, title, notes=notes, fresh=attempt.fresh)
            )
        return tuple(face for faces in fresh.values() for face in faces)


def _subject(asked: OpenQuestion) -> Text:
    """Return the subject of a question: its command, or the roll or decision itself."""
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


def require_right_to_drop(asked: OpenQuestion, who: Person) -> None:
    """Raise Refusal unless the person may cancel the waiting command."""
    game, asker = asked.live.game, asked.row.asked_by
    attempt = asked.pending_command()
    me, (acting, groups) = permissions.require_seated(game, who), _sides_concerned(game, attempt, asker)
    given_by = game.players.get(asker)
    # Once the issuer has left, the side that the command acts for takes their place.
    mine = who.id == asker or (me.side is not None and me.side == (given_by.side if given_by else acting))
    if not attempt.thrown or not groups or _is_unit_gone(asked):
        if mine or me.umpire or (_is_unit_gone(asked) and who.id in asked.people):
            return
        name = given_by.name if given_by else Text("a former player")
        raise errors.Refusal(Text("Only {player} or the umpire may cancel this.", player=name))
    if who.id in permissions.people(game, groups, asker) and not mine:
        return
    names = Listed([game.players[id].name for id in permissions.people(game, groups, asker)], "or")
    raise errors.Refusal(Text("Dice have already been rolled: ask {players} to cancel.", players=names))


def _sides_concerned(game: Game, attempt: PendingCommand, asked_by: str) -> tuple[str | None, tuple[str, ...]]:
    """Return the side that a command is for, and the groups of all others, also once its issuer has left."""
    acting = permissions.acting_side(game, attempt.request) if isinstance(attempt.command, Resolve | Amend) else None
    groups = permissions.other_sides(game, Person(asked_by, ""), acting)
    own = None if asked_by in game.players else f"side:{acting}"
    return acting, tuple(one for one in groups if one != own)


def _is_unit_gone(asked: OpenQuestion) -> bool:
    """True if a unit of the command has left the game, so that it can never continue."""
    command = asked.pending_command().command
    units = (*command.request.unit, *command.request.target) if isinstance(command, Resolve | Amend) else ()
    return any(id not in asked.live.game.units for id in units)


def line_of(game: Game, attempt: PendingCommand, asked_by: str, who: Person) -> Agreed:
    """Return the agreement about the dice of a command that `who` ends.

    The dice are next in line if that person speaks for all other sides, or if there are none.
    """
    _, groups = _sides_concerned(game, attempt, asked_by)
    sides = [group.removeprefix("side:") for group in groups]
    return "next" if all(speaks_for(game, who.id, side) for side in sides) else ""


def waiting_dice_with(game: Game, attempts: Iterable[PendingCommand], line: Agreed = "") -> ReturnedDice:
    """Return the waiting dice of a game, including the bot's dice of dropped commands."""
    returned = ReturnedDice.in_game(game)
    for attempt in attempts:
        if fresh := fresh_faces(game, attempt):
            number = attempt.thrown_at or game.number + 1
            returned = returned.put(fresh, permissions.same_command(attempt.request), number, line)
    return returned


def fresh_faces(game: Game, attempt: PendingCommand) -> dict[Lot, list[int]]:
    """Return a command's bot dice by side and die, without dice that still wait."""
    if not attempt.thrown:
        return {}
    giving = side_of_command_key(game, permissions.same_command(attempt.request)) or attempt.request.side or NOBODY
    rolls = [roll for roll in attempt.thrown if roll.source == "bot"]
    return by_side(
        ((giving if roll.side is None else roll.side, roll.sides), roll.faces[roll.queued :]) for roll in rolls
    )


# Unanswered questions: decided by default at the deadline, passed to the umpire, or closed.

PRIVATE_LASTS = 15 * 60
"""Seconds after which Discord accepts no more clicks on a private message."""
DROPPED_LASTS = 86_400
"""Seconds after which a dropped private question is deleted from the record."""


class NotAgreed(errors.Refusal):
    """Raised if a proposed change was not agreed to before its deadline."""


class OverdueQuestions:
    """Applies a game's policy for overdue questions: the default, the umpire, or more waiting."""

    def __init__(self, questions: Questions, referee: Referee) -> None:
        self._questions, self._referee = questions, referee
        self._games, self._record = referee.games, referee.record

    async def settle(self, row: Pending, source: str) -> CommandResult | OpenQuestion | None:
        """Resolve an overdue question; return None if it is closed, or keeps waiting. Raises NotAgreed."""
        info = await self._record.games.get(row.game_id)
        if info is None or info.state == "paused" or not self._games.serves(info.guild_id):
            return None
        if info.state == "ended" and row.kind != "consent":
            return None
        live = await self._games.game_of(info)
        async with live.lock:
            now = await self._record.questions.get(row.id)
        if now is None or now.settled is not None or now.step != row.step:
            return None
        if now.deadline is None or now.deadline > self._referee.clock():
            return None
        if row.kind == "consent":
            return await self._resolve_unanswered(OpenQuestion.of(live, row), source)
        policy = live.game.timeout[1]
        live.waiting.drop(row.id, closed=False)
        if policy == "wait":
            return await self._record.questions.postpone(row.id, None)
        asked = OpenQuestion.of(live, row)
        if policy == "umpire":
            return await self._pass_to_umpire(asked)
        call = Call(Person(row.asked_by, ""), self._games.place(info), source, _entropy(asked))
        return await self._questions.continue_command(asked, _default_answer(asked), call)

    async def _resolve_unanswered(self, asked: OpenQuestion, source: str) -> CommandResult | OpenQuestion:
        """Resolve a proposed change after its deadline; raise NotAgreed if it needs explicit agreement."""
        question = asked.question
        assert isinstance(question, ConsentQuestion)
        if question.silence == "no":
            raise NotAgreed(Text("No agreement in time: nothing changes."))
        attempt = add_agreement(asked.pending_command(), question, question.groups)
        note = Text("No answer in time: it is done.")
        asker = Person(asked.row.asked_by, question.asker)
        call = Call(asker, self._games.place(asked.live.info), source, _entropy(asked))
        return await self._questions.continue_command(asked, attempt.with_changes(notes=(*attempt.notes, note)), call)

    async def limit_consent(self, now: float) -> None:
        """Set a deadline for consent questions that an earlier version asked without one."""
        for row in await self._record.questions.open(kinds=("consent",)):
            if row.deadline is None:
                await self._record.questions.postpone(row.id, now + 60 * DAY)

    async def close_private(self, now: float) -> None:
        """Close private questions once their buttons have expired in Discord."""
        await self._record.questions.close(kinds=PRIVATE, before=now - PRIVATE_LASTS)

    async def forget_private(self, now: float) -> None:
        """Delete private questions that were dropped a day ago; a click on one finds nothing."""
        await self._record.questions.forget_dropped(PRIVATE, before=now - DROPPED_LASTS)

    async def _pass_to_umpire(self, asked: OpenQuestion) -> OpenQuestion | None:
        """Pass the question to the umpire, without a deadline.

        Returns None if the umpire already has it, or the only umpire opposes the side asked: then it keeps waiting.
        """
        live, row, question = asked.live, asked.row, asked.question
        assert isinstance(question, DiceQuestion | DecisionQuestion)
        if question.umpire or not permissions.judges(live.game, question.side):
            return await self._record.questions.postpone(row.id, None)
        handed = question.model_copy(update={"umpire": True})
        found = await self._record.questions.answer(
            row.id, row.step, row.answers, next_question(live, row, handed, None)
        )
        await self._referee.notify_listeners(live)
        return OpenQuestion.of(live, found)


def _entropy(asked: OpenQuestion) -> str:
    """Return entropy that the bot cannot choose, for the dice of an unanswered question."""
    return f"{asked.pending_command().entropy or asked.row.id}+{asked.row.step}"


def _default_answer(asked: OpenQuestion) -> PendingCommand:
    """Return an overdue question's command with its default answer: the bot rolls, or the default is chosen."""
    question, nobody = asked.question, Person("", "")
    assert isinstance(question, DiceQuestion | DecisionQuestion), "no other question has a deadline"
    if isinstance(question, DecisionQuestion):
        attempt, what = apply_answer(asked, nobody, choice=question.default), Term(question.name)
    else:
        attempt, what = apply_answer(asked, nobody), question.throw.label
    late = Text("No answer in time: default used for {question}.", question=what)
    return attempt.with_changes(notes=(*attempt.notes, late))
