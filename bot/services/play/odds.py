"""Odds of commands on the live board, and loose dice; nothing is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution.action_in_play import attribute_errors
from bot.resolution.checks import require_present_units
from bot.resolution.execution import command_of
from bot.resolution.referee import Referee
from bot.services.play.comparison import MOST_SHOTS, Comparison, ComparisonWork, shots
from bot.services.play.odds_work import DROPPED, OddsWork
from bot.services.play.target_odds import TargetChance, TargetWork
from rules.command.planned import Planned
from rules.command.system import Board
from rules.kernel.action import Action, ActionSet, MainOutcome, Plan
from rules.kernel.dice import Roll, Total
from rules.kernel.distribution import EffectOdds, Summary
from rules.kernel.facts import validate
from rules.kernel.request import Request
from rules.kernel.resolve import action_of, stored_ruleset
from rules.kernel.text import Text

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

AT_ONCE = 2
"""Number of questions worked on at the same time, so that a long one does not block a short one."""
MOST_WAITING = 50
PATIENCE = 30.0
"""Maximum seconds that a question waits before its work starts."""
BUSY = Text("Too many people are asking for odds just now. Ask again in a minute.")
ALL_HIDDEN = Text("There is nothing to shoot at: all enemies are hidden. Ask again when one is revealed.")
NO_ENEMY = Text(
    "There is nothing to shoot at: no living enemy is on the table. Add one, `/unit add`, or end the game, `/game end`."
)


class Chances(NamedTuple):
    """The chances of one action of a command on the current board."""

    title: Text
    planned: Planned
    action: Action
    summary: Summary
    games: int = 0
    """Number of simulated games; 0 for exact odds."""
    assumed: tuple[Text, ...] = ()
    """Assumptions about the players' decisions."""
    main: MainOutcome | None = None
    """Chances of each value of the main outcome, if there is one."""
    effects: EffectOdds | None = None
    """Chances of the effects on the table, if outcomes determine them."""


class _AnswerWork(Protocol[T_co]):
    """Work for a thread; it ends when it is done, out of time or dropped."""

    dropped: bool

    def answers(self) -> T_co: ...


class OddsService:
    """Computes odds for the running game."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._games = referee, referee.games
        self._asked: dict[str, _AnswerWork[Any]] = {}
        self._places = asyncio.Semaphore(AT_ONCE)

    async def odds(self, call: Call, request: Request, board: Board | None = None) -> list[Chances]:
        """Return the chances of every action of the command, on the current board or the given one.

        They are exact if the action's size and the time allow it, else from many simulated games. Raises the errors of
        the command itself, but ignores bent rules. Raises Refusal if the same person asks for other odds meanwhile, or
        if too many people ask.
        """
        live = await self._games.require_game(call.where)
        board = board or live.board
        require_present_units(board, request)
        command = command_of(live.system, request).plan(board, request)
        if not command.plays:
            raise Refusal(Text("That takes no dice, so there are no odds."))
        actions: list[tuple[Action, Plan]] = []
        for planned in command.plays:
            action = live.system.actions[planned.action]
            with attribute_errors(planned.roles):
                actions.append((action, action.plan(planned.facts, board.book)))
        answers = await self._run_work(call.who.id, OddsWork(actions))
        every = zip(command.plays, actions, answers, strict=True)
        return [Chances(command.title, planned, action, *answer) for planned, (action, _), answer in every]

    async def of_action(
        self, call: Call, of: ActionSet, key: str, facts: Mapping[str, Any], rulings: Mapping[str, Any]
    ) -> list[Chances]:
        """Return the chances of an action without a board; raise BadFacts, and Refusal as `odds` does."""
        action = action_of(of, key)
        given = validate(action.facts, facts)
        work = OddsWork([(action, action.plan(given, stored_ruleset(of, rulings)))])
        [answer] = await self._run_work(call.who.id, work)
        return [Chances(action.title, Planned(key, given, {}), action, *answer)]

    async def compare(
        self, call: Call, request: Request, targets: tuple[str, ...], cards: tuple[str, ...]
    ) -> Comparison:
        """Compare the shots of each of the request's units at each target, the best first; raise the errors of `odds`.

        `cards` are enemies that the caller does not know: they are named, but not compared.
        """
        live = await self._games.require_game(call.where)
        if not targets:
            raise Refusal(ALL_HIDDEN if cards else NO_ENEMY)
        pairs = len(request.unit) * len(targets)
        if pairs > MOST_SHOTS:
            raise Refusal(
                Text(
                    "{n} shots are too many to compare: name the targets, so that there are {most} at most.",
                    n=pairs,
                    most=MOST_SHOTS,
                )
            )
        find = partial(shots, live.board, command_of(live.system, request), request, targets)
        return await self._run_work(call.who.id, ComparisonWork(find, cards))

    async def chances_at_targets(
        self, live: ActiveGame, request: Request, targets: tuple[str, ...]
    ) -> dict[str, TargetChance]:
        """Return the chances of a shot at each target, as far as they can be computed in a moment.

        It is empty while others wait for odds, so that choosing a target never waits. The caller must know the targets'
        identities.
        """
        command = live.system.commands.get(request.command)
        if command is None or not request.unit or self._places.locked():
            return {}
        async with self._places:
            return await asyncio.to_thread(TargetWork(live.board, command, request, targets).answers)

    async def _run_work(self, person: str, work: _AnswerWork[T]) -> T:
        """Run the work in a thread; a person's newer question drops the older one."""
        older = self._asked.get(person)
        if older:
            older.dropped = True
        elif len(self._asked) >= MOST_WAITING:
            raise Refusal(BUSY)
        self._asked[person] = work
        try:
            return await self._run_in_turn(work)
        finally:
            # The caller may have been cancelled; then the answer is no longer needed.
            work.dropped = True
            if self._asked.get(person) is work:
                del self._asked[person]

    async def _run_in_turn(self, work: _AnswerWork[T]) -> T:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._places.acquire()
        except TimeoutError:
            raise Refusal(BUSY) from None
        try:
            found = await asyncio.to_thread(work.answers)
        finally:
            self._places.release()
        if work.dropped:
            raise Refusal(DROPPED)
        return found

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Roll loose dice, outside any game."""
        roll = Roll("roll", Text("roll"), "unit", sides, Total())
        return self._referee.roll(roll, count)
