"""Questions that nobody is going to answer any more: dropped by those who may, without a second chance at the dice."""

from __future__ import annotations

from typing import NamedTuple

from bot.errors import Refusal
from bot.game.consent import other_sides, people, same_command
from bot.game.people import Call, Person
from bot.game.permissions import seated
from bot.game.registry import ActiveGame
from bot.resolution.questions import Questions
from bot.resolution.referee import Referee, replanned
from bot.store.tables import Pending
from rules.commands import Request
from rules.events import DiceReturned
from rules.game import Game
from rules.text import listed, say


class Cancelled(NamedTuple):
    """The command that is not played on, and the bot's dice of it that go back, as text."""

    about: str
    faces: str


class Cancellation:
    """Closes questions for good."""

    def __init__(self, referee: Referee, waiting: Questions) -> None:
        self._referee, self._waiting, self._record = referee, waiting, referee.record

    async def drop(self, call: Call, id: str, step: int) -> Cancelled:
        """Close a throw or a decision before it is answered; raises Refusal for those who may not.

        Whoever gave the command may, and the umpire. Once dice were seen it is for the other side, or for an
        umpire who plays none: dropping must be no way to throw again.
        """
        live, row = await self._waiting.opened(call, id, step)
        _may_drop(live.game, call.who, row)
        if not await self._record.settle(id, step=step):
            raise Refusal(say("That has been answered already, or is over."))
        faces = await self.give_back(live, call, row, say("Dropped: the dice thrown so far come out again first"))
        self._referee.tell(live)
        about = next(filter(None, map(row.question.get, ("about", "label", "question"))), "")
        return Cancelled(str(about), faces)

    @replanned
    async def give_back(self, live: ActiveGame, call: Call, row: Pending, title: str) -> str:
        """The bot's dice of a command that is not played on come out first at the next throw; as text."""
        fresh = _fresh(row)
        if not fresh:
            return ""
        async with live.lock:
            command = same_command(Request.of(row.command))
            events = [_behind(live.game, sides, faces, command) for sides, faces in fresh.items()]
            await self._referee.note(live, call, "dice back", events, title=title)
        return " ".join(str(face) for faces in fresh.values() for face in faces)


def _may_drop(game: Game, who: Person, row: Pending) -> None:
    asker = Person(row.asked_by, "")
    me, groups = seated(game, who), other_sides(game, asker)
    given_by = game.players.get(row.asked_by)
    mine = who.id == row.asked_by or (me.side is not None and given_by is not None and me.side == given_by.side)
    if not row.answers["thrown"] or not groups:
        if mine or me.umpire:
            return
        name = given_by.name if given_by else say("somebody who left")
        raise Refusal(say("Only {player} or the umpire may drop this.", player=name))
    if who.id in people(game, groups, row.asked_by) and not mine:
        return
    names = [game.players[id].name for id in people(game, groups, row.asked_by)]
    raise Refusal(say("Dice have been seen: ask {players} to drop it.", players=listed(names, "or")))


def _fresh(row: Pending) -> dict[int, list[int]]:
    """The bot's dice of a command so far, by die; those out of the queue are there still."""
    found: dict[int, list[int]] = {}
    for throw in row.answers["thrown"]:
        faces = throw["faces"][throw["queued"] :] if throw["source"] == "bot" else []
        if faces:
            found.setdefault(throw["sides"], []).extend(faces)
    return found


def _behind(game: Game, sides: int, faces: list[int], command: str) -> DiceReturned:
    """The queue of a die with these faces behind it."""
    old, of = game.queues.get(sides, ()), game.seen.get(sides, ())
    return DiceReturned(sides=sides, faces=(*old, *faces), of=(*of, *[command] * len(faces)))
