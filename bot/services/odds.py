"""Answers questions without changing anything: the odds of a command from the live board, loose dice."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from bot.dice.rng import system_dice
from bot.errors import Refusal
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution.execution import command_of, in_units
from bot.resolution.referee import Referee
from rules.action import Action
from rules.dice import Throw, Total
from rules.odds import Dist, Odds
from rules.request import Request
from rules.sampling import sampled
from rules.system import Board, Planned
from rules.text import Text


class Chances(NamedTuple):
    """The chances of one action of a command, from the board as it stands."""

    title: Text
    planned: Planned
    action: Action
    dist: Dist
    exact: bool = True
    """Whether every way was followed, or only a great many games were played."""
    assumed: tuple[Text, ...] = ()
    """How the players' decisions on the way were taken to be made."""


class OddsService:
    """Looks ahead on the running game."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games = referee, referee.games

    async def odds(self, call: Call, request: Request, board: Board | None = None) -> list[Chances]:
        """Chances for every action the command comes to, now or on another board of the game: exact up to the
        size that the action states, else from a great many games.

        Raises what the command itself would raise; a rule that is bent is no obstacle to asking.
        """
        live = await self._games.at(call.where)
        board = board or live.board
        command = command_of(live, request).ordered(board, request)
        if not command.plays:
            raise Refusal(Text("That takes no dice, so there are no odds."))
        return [await self._chances(live, command.title, planned, board) for planned in command.plays]

    async def _chances(self, live: ActiveGame, title: Text, planned: Planned, board: Board) -> Chances:
        """Work in a thread, so that the bot answers others meanwhile."""
        action = live.system.actions[planned.action]
        with in_units(planned.roles):
            plan = action.plan(planned.facts, board.book)
        if action.too_big(plan) is None:
            every = Odds()
            dist = await asyncio.to_thread(every.of, action.rule, plan)
            return Chances(title, planned, action, dist, assumed=every.assumed())
        # Dice of its own: the game's are not to be shared between threads.
        dist = await asyncio.to_thread(sampled, action, planned.facts, board.book, system_dice())
        return Chances(title, planned, action, dist, exact=False)

    def throw(self, count: int, sides: int) -> tuple[int, ...]:
        """Loose dice, outside any game."""
        throw = Throw("roll", Text("roll"), "unit", sides, Total())
        return self._referee.throw(throw, count)
