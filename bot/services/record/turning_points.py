"""The entries that moved the expected result of a game most, by their results compared with the exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

from bot.services.record.statistics import TurningPoint
from rules.command.effects import changes, settle_board
from rules.command.system import Board, System
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.action import Action, Plan, Played
from rules.kernel.errors import RulesError
from rules.kernel.facts import validate
from rules.kernel.odds import Odds, TooMuchWork, work_limit
from rules.kernel.plays import Effect, Play
from rules.kernel.resolve import Choices, stored_ruleset
from rules.kernel.table import Given, Live

TURNING_POINTS = 3


LEAST = Fraction(1, 100)
"""Minimum change of the lead that counts as a turning point."""


MOST_ASKED = 25
"""Number of entries whose odds are computed: this many of the costliest, and as many of those with the most dice."""


MOST_WAYS = 10_000
"""Maximum results added up for one play; they take about 20 ms."""


MOST_PLAYED = 1296
"""Maximum combinations of faces tried for one play: as many as four six-sided dice have."""


Losses = Mapping[str, Fraction]
"""Losses of each side, in strength."""


class Moment(NamedTuple):
    """An entry that could cause losses.

    `lost` are its losses, `brought` is each side's total strength so far, and `before` the game before it.
    """

    entry: Entry
    before: Game
    lost: Mapping[str, int]
    brought: Mapping[str, int]
    dice: int


def turning_points(system: System, moments: Sequence[Moment], hidden: Collection[str] = ()) -> tuple[TurningPoint, ...]:
    """Return the three moments with the greatest swing, in the order of the game."""
    found: list[TurningPoint] = []
    for moment in candidate_moments(moments):
        board = Board(moment.before, system, stored_ruleset(system, moment.entry.rulings))
        found += _turning_points(moment, _expected(board, moment.entry, hidden))
    best = sorted(found, key=lambda point: (-point.swing, point.entry))[:TURNING_POINTS]
    return tuple(sorted(best, key=lambda point: point.entry))


def candidate_moments(moments: Sequence[Moment]) -> list[Moment]:
    """Return the moments that may be turning points, in order.

    The result can be filtered again together with later moments without losing a candidate.
    """
    costly = sorted(moments, key=lambda one: -_largest_gain(one))
    dicey = sorted(moments, key=lambda one: -one.dice)
    asked = {one.entry.number: one for one in (*costly[:MOST_ASKED], *dicey[:MOST_ASKED])}
    return [asked[number] for number in sorted(asked)]


def _largest_gain(moment: Moment) -> Fraction:
    """Return the largest lead that any side gained by a moment's losses; 0 for most shots."""
    if not any(moment.lost.values()):
        return Fraction(0)
    return max(_lead_changes(moment.lost, moment.brought).values(), default=Fraction(0))


def _turning_points(moment: Moment, expected: Losses) -> list[TurningPoint]:
    """Return the entry as a turning point of the side that gained most.

    The list is empty if the losses were as expected.
    """
    came, foreseen = _lead_changes(moment.lost, moment.brought), _lead_changes(expected, moment.brought)
    swings = {side: came[side] - foreseen[side] for side in came}
    side = max(swings, key=lambda one: swings[one], default="")
    if not side or swings[side] < LEAST or not any(moment.lost.values()):
        return []
    entry = moment.entry
    told = tuple(play.text for play in entry.plays if play.text)
    point = TurningPoint(entry.number, moment.before.turn, side, swings[side], moment.lost, expected, entry.title, told)
    return [point]


def _lead_changes(lost: Mapping[str, int] | Losses, brought: Mapping[str, int]) -> dict[str, Fraction]:
    """Return the effect of losses on the lead of each side; empty if there are not two sides."""
    shares = {side: Fraction(-lost.get(side, 0)) / whole for side, whole in brought.items() if whole}
    if len(shares) < 2:
        return {}
    total, others = sum(shares.values()), len(shares) - 1
    return {side: share - (total - share) / others for side, share in shares.items()}


def _expected(board: Board, entry: Entry, hidden: Collection[str]) -> Losses:
    """Return each side's expected losses from an entry, before its dice.

    Each play starts from the board that the one before it left.
    """
    expected = Counter[str]()
    for play in entry.plays:
        came = tuple(Effect(*effect) for effect in play.effects)
        ways = _possible_effects(board, play) or {came: Fraction(1)}
        for effects, chance in ways.items():
            after = _board_after(board, play, effects)
            for id, unit in board.game.units.items():
                now = after.game.units.get(id)
                if now is None or now is unit or id in hidden:
                    continue
                points = chance * (unit.strength - now.strength)
                expected[unit.side] += points  # pyright: ignore[reportArgumentType] — a count may be a fraction
        board = _board_after(board, play, came)
    return expected  # pyright: ignore[reportReturnType]


Effects = tuple[Effect, ...]


def _possible_effects(board: Board, play: Play) -> Mapping[Effects, Fraction]:
    """Return every effect that a play could have with its chance, given its decisions; {} if unknown."""
    action = board.system.actions.get(play.action)
    if action is None or not play.throws:
        return {}
    try:
        plan = action.plan(validate(action.facts, play.facts), board.book)
        if action.too_big(plan):
            return {}
        found = _weights_by_odds(action, plan, play)
    except (RulesError, TooMuchWork, LookupError, ValueError, TypeError):
        return {}  # the rules have changed since
    total = sum(found.values())
    return {effects: Fraction(weight, total) for effects, weight in found.items()}


def _weights_by_odds(action: Action, plan: Plan, play: Play) -> Mapping[Effects, int]:
    """Return the weights of effects by exact odds.

    If an outcome does not determine its effects, play every roll, if there are only a few dice.
    """
    made = {one.name: [one.value] for one in play.decisions}
    dist = Odds(made, work_limit(MOST_WAYS)).of(action.rule, plan)
    found = Counter[Effects]()
    try:
        for outcome, weight in dist.weights.items():
            found[tuple(action.effects(plan, Played(outcome, (), play.decisions)))] += weight
    except (StopIteration, LookupError):
        return _weights_by_rolls(action, plan, play, made)
    return found


def _weights_by_rolls(action: Action, plan: Plan, play: Play, made: Choices) -> Mapping[Effects, int]:
    sizes = [roll.sides for roll in play.throws for _ in roll.faces]
    if prod(sizes) > MOST_PLAYED:
        raise TooMuchWork
    found = Counter[Effects]()
    for faces in product(*(range(1, sides + 1) for sides in sizes)):
        found[tuple(action.effects(plan, action.play(Live(Given(faces), made), plan)))] += 1
    return found


def _board_after(board: Board, play: Play, effects: Effects) -> Board:
    """Return the board after the effects; units that have left since are skipped."""
    with suppress(RulesError, LookupError, ValueError):
        return board.after(settle_board(board, changes(board, effects, play.roles)))
    return board
