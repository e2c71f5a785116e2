"""The entries that moved the expected result of a game most: what came of them against what the exact odds expected.

The expected result is the lead: the share that a side has left of the strength it has brought, less the mean share of
its enemies. Before an entry with dice it is the lead that the exact odds of its plays expect, after it the lead there
is; the difference is its swing. Exact odds take time, so they are asked only of the entries that cost most and of those
with the most dice to hit and to damage; a play with more ways than there is time for is expected to end as it did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

from bot.services.record.statistics import TurningPoint, strength
from rules.command.effects import changes, with_aftermath
from rules.command.system import Board, System
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.action import Action, Plan, Played
from rules.kernel.errors import RulesError
from rules.kernel.facts import checked
from rules.kernel.odds import Odds, TooMuchWork, at_most
from rules.kernel.plays import Effect, Play
from rules.kernel.resolve import Choices, kept_book
from rules.kernel.table import Given, Live

TURNING_POINTS = 3
LEAST = Fraction(1, 100)
"""What moves the lead by less than a hundredth turns no game."""
MOST_ASKED = 25
"""How many of the entries that cost most, and of those with the most dice, have their odds worked out."""
MOST_WAYS = 10_000
"""Results added up for one play: some twenty milliseconds."""
MOST_PLAYED = 1296
"""Throws that one play is played with: four dice with six faces."""

Losses = Mapping[str, Fraction]
"""What each side loses, in strength."""


class Moment(NamedTuple):
    """An entry in which something could be lost: what was, what each side had brought by then, and how many dice.

    `before` is the game before it.
    """

    entry: Entry
    before: Game
    lost: Mapping[str, int]
    brought: Mapping[str, int]
    dice: int


def turning_points(system: System, moments: Sequence[Moment], hidden: Collection[str] = ()) -> tuple[TurningPoint, ...]:
    """The three of the moments with the greatest swing, in the order of the game."""
    found: list[TurningPoint] = []
    for moment in worth_asking(moments):
        board = Board(moment.before, system, kept_book(system, moment.entry.rulings))
        found += _points(moment, _expected(board, moment.entry, hidden))
    best = sorted(found, key=lambda point: (-point.swing, point.entry))[:TURNING_POINTS]
    return tuple(sorted(best, key=lambda point: point.entry))


def worth_asking(moments: Sequence[Moment]) -> list[Moment]:
    """The moments that may be turning points, in the order of the game; what is left of some of them is enough later
    on.
    """
    costly = sorted(moments, key=lambda one: -_gained(one))
    dicey = sorted(moments, key=lambda one: -one.dice)
    asked = {one.entry.number: one for one in (*costly[:MOST_ASKED], *dicey[:MOST_ASKED])}
    return [asked[number] for number in sorted(asked)]


def _gained(moment: Moment) -> Fraction:
    """What the losses of a moment added to the lead of the side that gained most by them; most shots cost nothing."""
    if not any(moment.lost.values()):
        return Fraction(0)
    return max(_leads(moment.lost, moment.brought).values(), default=Fraction(0))


def _points(moment: Moment, expected: Losses) -> list[TurningPoint]:
    """What an entry did to the lead of the side that gained most by it; nothing where it came as expected, or
    changed nothing.
    """
    came, foreseen = _leads(moment.lost, moment.brought), _leads(expected, moment.brought)
    swings = {side: came[side] - foreseen[side] for side in came}
    side = max(swings, key=lambda one: swings[one], default="")
    if not side or swings[side] < LEAST or not any(moment.lost.values()):
        return []
    entry = moment.entry
    told = tuple(play.text for play in entry.plays if play.text)
    point = TurningPoint(entry.number, moment.before.turn, side, swings[side], moment.lost, expected, entry.title, told)
    return [point]


def _leads(lost: Mapping[str, int] | Losses, brought: Mapping[str, int]) -> dict[str, Fraction]:
    """What losses add to the lead of each side; nothing where there is nobody to lead against."""
    shares = {side: Fraction(-lost.get(side, 0)) / whole for side, whole in brought.items() if whole}
    if len(shares) < 2:
        return {}
    total, others = sum(shares.values()), len(shares) - 1
    return {side: share - (total - share) / others for side, share in shares.items()}


# What an entry was expected to do, and what it did.


def _expected(board: Board, entry: Entry, hidden: Collection[str]) -> Losses:
    """What each side was to lose by an entry, before its dice; each play on the board that the last one left."""
    expected = Counter[str]()
    for play in entry.plays:
        came = _came(play)
        ways = _ways(board, play) or {came: Fraction(1)}
        for effects, chance in ways.items():
            for side, points in _lost(board, play, effects, hidden).items():
                expected[side] += chance * points  # pyright: ignore[reportArgumentType] — a count may be a fraction
        board = _after(board, play, came)
    return expected  # pyright: ignore[reportReturnType]


Effects = tuple[Effect, ...]


def _came(play: Play) -> Effects:
    return tuple(Effect(*effect) for effect in play.effects)


def _ways(board: Board, play: Play) -> Mapping[Effects, Fraction]:
    """Every change that a play could come to with its chance, under the choices that were made; {} if not known."""
    action = board.system.actions.get(play.action)
    if action is None or not play.throws:
        return {}
    try:
        plan = action.plan(checked(action.facts, play.facts), board.book)
        if action.too_big(plan):
            return {}
        found = _by_outcome(action, plan, play)
    except (RulesError, TooMuchWork, LookupError, ValueError, TypeError):
        return {}  # of rules that have changed since
    total = sum(found.values())
    return {effects: Fraction(weight, total) for effects, weight in found.items()}


def _by_outcome(action: Action, plan: Plan, play: Play) -> Mapping[Effects, int]:
    """The losses that exact odds expect; where an outcome does not tell its effects, by playing every throw of few
    dice.
    """
    made = {one.name: [one.value] for one in play.decisions}
    dist = Odds(made, at_most(MOST_WAYS)).of(action.rule, plan)
    found = Counter[Effects]()
    try:
        for outcome, weight in dist.weights.items():
            found[tuple(action.effects(plan, Played(outcome, (), play.decisions)))] += weight
    except (StopIteration, LookupError):
        return _by_throw(action, plan, play, made)
    return found


def _by_throw(action: Action, plan: Plan, play: Play, made: Choices) -> Mapping[Effects, int]:
    sizes = [throw.sides for throw in play.throws for _ in throw.faces]
    if prod(sizes) > MOST_PLAYED:
        raise TooMuchWork
    found = Counter[Effects]()
    for faces in product(*(range(1, sides + 1) for sides in sizes)):
        live = Live(Given(faces), made)
        outcome = live.play(action.rule, plan)
        found[tuple(action.effects(plan, Played(outcome, tuple(live.steps), tuple(live.made))))] += 1
    return found


def _lost(board: Board, play: Play, effects: Effects, hidden: Collection[str]) -> Mapping[str, int]:
    """What each side loses by these changes and by what follows of them."""
    after, lost = _after(board, play, effects), Counter[str]()
    for id, unit in board.game.units.items():
        if (now := after.game.units.get(id)) is not None and now is not unit and id not in hidden:
            lost[unit.side] += strength(unit) - strength(now)
    return lost


def _after(board: Board, play: Play, effects: Effects) -> Board:
    """The board with them; units that have left since are passed over."""
    with suppress(RulesError, LookupError, ValueError):
        return board.after(with_aftermath(board, changes(board, effects, play.roles)))
    return board
