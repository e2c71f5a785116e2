"""Questions that nobody is going to answer any more: dropped by those who may, without a second chance at the dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.dice.returned import NOBODY, Lot, ReturnedDice, by_side, side_giving
from bot.errors import Refusal
from bot.game.consent import acting_side, other_sides, people, same_command
from bot.game.people import Call, Person
from bot.game.permissions import seated
from bot.game.questions import PRIVATE, ConsentQuestion, DecisionQuestion, DiceQuestion, ObjectionQuestion
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Amend, Attempt, Resolve
from bot.resolution.questions import OpenQuestion, Questions
from bot.resolution.referee import NewEntry, Referee, replanned
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
        if not await self._record.settle(id, step=step):
            raise Refusal(Text("That has been answered already, or is over."))
        faces = await self.give_back(asked.live, call, asked.attempt(), _DROPPED)
        self._referee.tell(asked.live)
        return Cancelled(_about(asked), faces, asked.row.kind in PRIVATE)

    @replanned
    async def give_back(
        self, live: ActiveGame, call: Call, attempt: Attempt, title: Text = _DROPPED
    ) -> tuple[int, ...]:
        """The bot's dice of a command that is not played on wait for the next throw, behind those that wait already."""
        fresh = fresh_faces(live.game, attempt)
        if not fresh:
            return ()
        async with live.lock:
            changes = returned_with(live.game, [attempt]).changes(live.game)
            await self._referee.note(live, call, NewEntry("dice back", changes, title, fresh=attempt.fresh))
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


def returned_with(game: Game, attempts: Iterable[Attempt]) -> ReturnedDice:
    """The dice that wait in a game, and behind them the bot's dice of commands that are not played on."""
    returned = ReturnedDice.in_game(game)
    for attempt in attempts:
        if fresh := fresh_faces(game, attempt):
            returned = returned.put_last(fresh, same_command(attempt.request))
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
