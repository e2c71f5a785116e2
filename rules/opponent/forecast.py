"""Forecasts of commands: every resulting board with its chance, by the exact odds of the rules.

If there are too many ways for an order, some games are sampled instead, and the result is marked as estimated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.command.effects import changes, settle_board
from rules.command.legality import answered, command_of
from rules.command.planned import CommandPlan, Planned, Reaction
from rules.command.system import Board
from rules.game.entry import Entry
from rules.kernel.action import Action, Plan, Played
from rules.kernel.dice import Roll
from rules.kernel.errors import BadFacts, RuleError, RulesError
from rules.kernel.facts import MissingFacts
from rules.kernel.odds import Dist, Odds, TooMuchWork, work_limit
from rules.kernel.plays import Effect, Play
from rules.kernel.request import Request
from rules.kernel.sampling import Chance
from rules.kernel.table import Faces, Given, Live
from rules.opponent.memory import Likely, keep, memory_of, play_key

MOST_WAYS = 6000
"""Most results added up for one command: about ten milliseconds."""
MOST_BOARDS = 24
"""Most boards distinguished after a command: the likeliest, which represent all."""
GAMES = 24
"""Games sampled if there are too many ways."""
MOST_ASKED = 4
"""Most questions in a row that are answered by assumption."""


class PossibleBoard(NamedTuple):
    """A possible board after a command, its chance, and the outcomes of its plays, if known."""

    chance: float
    board: Board
    outcomes: tuple[Any, ...] = ()


_PLAY = Play.model_construct(action="", facts={})
_ENTRY = Entry.model_construct(number=0, command="", by="", at=0.0)
"""A play and an entry without contents: a copy takes a thirtieth of the time of finding all defaults again."""


class Forecast(NamedTuple):
    """The possible results of a command.

    `request` includes the assumptions made; `exact` is True if every way was followed.
    """

    request: Request
    ways: tuple[PossibleBoard, ...]
    exact: bool = True
    plays: Sequence[Planned] = ()

    def answers(self, way: PossibleBoard) -> Sequence[Reaction]:
        """Return the possible immediate reactions of other units after that result."""
        board = way.board
        plays = [
            _PLAY.model_copy(update={"action": play.action, "roles": play.roles, "outcome": outcome._asdict()})
            for play, outcome in zip(self.plays, way.outcomes, strict=False)
        ]
        played = {"command": self.request.command, "request": self.request.to_stored(), "plays": tuple(plays)}
        return board.system.reactions(board, _ENTRY.model_copy(update=played))

    def has_effect(self, board: Board) -> bool:
        """True if the command has any effect; one without could be repeated for ever."""
        was = _state_key(board)
        return any(_state_key(way.board) != was for way in self.ways)


def _state_key(board: Board) -> tuple[object, ...]:
    game = board.game
    return game.units, game.holder, game.phase, game.turn, game.tallies


class PlannedOrder(NamedTuple):
    """A legal request, and its plan."""

    request: Request
    command: CommandPlan


def make_order(board: Board, request: Request, bent: bool = False) -> PlannedOrder | None:
    """Return the order for a request, with its questions answered by assumption.

    None if the rules refuse it or, unless it may be `bent`, warn of it.
    """
    command = command_of(board, request)
    if command is None:
        return None
    for _ in range(MOST_ASKED + 1):
        try:
            found = command.plan(board, request)
        except MissingFacts as missing:
            if any(not ask.choices or ask.option == "target" for ask in missing.asks):
                return None
            for ask in missing.asks:
                request = answered(request, ask, ask.choices[0].code)
        except (RuleError, BadFacts):
            return None
        else:
            return PlannedOrder(request, found) if bent or _is_allowed(board, found) else None
    return None


def _is_allowed(board: Board, command: CommandPlan) -> bool:
    """True if the rules neither warn of a command nor refuse its plays."""
    if command.warnings:
        return False
    try:
        for play in command.plays:
            board.system.actions[play.action].plan(play.facts, board.book)
    except RuleError:
        return False
    return True


def foresee(
    board: Board, request: Request, chance: Chance, bent: bool = False, most: int = MOST_BOARDS
) -> Forecast | None:
    """Return the resulting boards of a command, at most `most`, the likeliest first; None if it is not allowed."""
    order = make_order(board, request, bent)
    if order is None:
        return None
    try:
        ways, exact = _list_ways(board, order.command, chance, most)
    except RulesError:
        return None
    return Forecast(order.request, ways, exact, order.command.plays)


def _list_ways(board: Board, command: CommandPlan, chance: Chance, most: int) -> tuple[tuple[PossibleBoard, ...], bool]:
    if not command.plays:
        return (PossibleBoard(1, _board_after(board, command, ())),), True
    if len(command.plays) == 1:
        try:
            ways: list[PossibleBoard] = []
            for chance_of, effects, outcome in _likeliest_results(board, command.plays[0])[:most]:
                now = board.after(changes(board, effects, command.plays[0].roles))
                now = _board_after(now, command, (Played(outcome, (), ()),))
                ways.append(PossibleBoard(chance_of, now, (outcome,)))
            return tuple(ways), True
        except (TooMuchWork, StopIteration, LookupError, AttributeError):
            pass  # too many ways, or effects that depend on the dice beyond the outcome
    return tuple(
        PossibleBoard(1 / GAMES, board_after(board, command, chance_roller(chance))) for _ in range(GAMES)
    ), False


def _board_after(board: Board, command: CommandPlan, played: Sequence[Played]) -> Board:
    return board.after(settle_board(board, command.after(board, played)))


def _likeliest_results(board: Board, play: Planned) -> Sequence[Likely]:
    """Return the likeliest results of a play, computed once for equal facts; raise TooMuchWork."""
    memory, key = memory_of(board.system), play_key(board, play)
    found = memory.likely.get(key)
    if found is None:
        if key in memory.too_big:
            raise TooMuchWork
        action = board.system.actions[play.action]
        plan = action.plan(play.facts, board.book)
        try:
            each = _group_by_effects(action, plan, distribution(action, plan))
        except _TOO_BIG:
            keep(memory.too_big, key, True)
            raise
        each = sorted(each, key=lambda one: -one[0])[:MOST_BOARDS]
        whole = sum(weight for weight, _, _ in each)
        found = [(weight / whole, effects, outcome) for weight, effects, outcome in each]
        keep(memory.likely, key, found)
    return found


def distribution(action: Action, plan: Plan) -> Dist:
    """Return the exact odds of an action with default decisions; raise TooMuchWork."""
    if action.too_big(plan) is not None:
        raise TooMuchWork
    return Odds(None, work_limit(MOST_WAYS)).of(action.rule, plan)


def _group_by_effects(action: Action, plan: Plan, dist: Dist) -> list[tuple[int, Sequence[Effect], Any]]:
    """Return the outcomes with their effects; if there are many, those with equal effects are merged.

    The likeliest outcome represents them.
    """
    each = [(weight, tuple(action.effects(plan, Played(out, (), ()))), out) for out, weight in dist.weights.items()]
    if len(each) <= MOST_BOARDS:
        return list(each)
    found: dict[Sequence[Effect], list[Any]] = {}
    for weight, effects, outcome in each:
        one = found.setdefault(effects, [0, 0, outcome])
        one[0] += weight
        if weight > one[1]:
            one[1:] = weight, outcome
    return [(one[0], effects, one[2]) for effects, one in found.items()]


def board_after(board: Board, command: CommandPlan, roller: Callable[[Roll, int], Faces]) -> Board:
    """Return the board after a command was carried out with these dice and default decisions."""
    played: list[Played] = []
    for play in command.plays:
        action = board.system.actions[play.action]
        plan = action.plan(play.facts, board.book)
        played.append(action.play(Live(roller), plan))
        board = board.after(changes(board, action.effects(plan, played[-1]), play.roles))
    return _board_after(board, command, played)


def chance_roller(chance: Chance) -> Callable[[Roll, int], Faces]:
    """Return a roller of dice that uses one number from 0 to 1 for each."""

    def roller(roll: Roll, count: int) -> Faces:
        return Faces(tuple(min(roll.sides, 1 + int(chance() * roll.sides)) for _ in range(count)), "bot")

    return roller


def sample_rest(
    action: Action, plan: Plan, faces: Sequence[int], choices: Mapping[str, Sequence[str]]
) -> list[tuple[Played, float]]:
    """Sample the results of a play that continues after these faces; each is equally likely.

    All choices get the same dice, so that only the choice makes a difference, not luck.
    """
    found, chance = list[tuple[Played, float]](), _fixed_numbers()
    for _ in range(4 * GAMES):
        live = Live(Given(faces, chance_roller(chance)), choices)
        found.append((action.play(live, plan), 1 / (4 * GAMES)))
    return found


def _fixed_numbers() -> Chance:
    """Return a fixed sequence of numbers from 0 to 1 (a linear congruential generator by Knuth).

    No die at the table uses them.
    """
    at = 1

    def number() -> float:
        nonlocal at
        at = (6364136223846793005 * at + 1442695040888963407) % 2**64
        return (at >> 11) / 2**53

    return number


_TOO_BIG = (TooMuchWork, StopIteration, LookupError, AttributeError)
