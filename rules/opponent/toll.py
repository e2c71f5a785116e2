"""Average losses by a play, in models or hit points, and the states that it causes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.command.planned import Planned
from rules.command.system import Board
from rules.kernel.action import Action, Plan, Played
from rules.kernel.odds import TooMuchWork
from rules.kernel.plays import Effect
from rules.kernel.sampling import Chance, sample
from rules.kernel.table import Live
from rules.opponent.forecast import GAMES, chance_roller, distribution
from rules.opponent.memory import Key, PartToll, TooBig, keep, memory_of, play_key


class Toll(NamedTuple):
    """Expected losses of each unit in a play, and expected numbers of each state set."""

    lost: dict[str, float]
    states: dict[tuple[str, str], float]
    exact: bool


Ways = Sequence[tuple[float, Sequence[Effect]]]
"""Possible effects, each with its chance."""


def toll(board: Board, play: Planned, chance: Chance) -> Toll:
    """Return the average over all ways of a play; raise RuleError if it is refused."""
    units = board.game.units
    # The remainder is deducted from the hit points.
    left = (sum(units[id].hp) if id in units else 0 for id in play.roles.values())
    memory, key = memory_of(board.system), (*play_key(board, play), *left)
    found = memory.tolls.get(key)
    if found is None:
        action = board.system.actions[play.action]
        ways, exact = _effects_of(action, action.plan(play.facts, board.book), chance, 4 * GAMES, memory.big, key)
        found = PartToll({}, {})
        for weight, effects in ways:
            _add_effects(board, play, effects, weight, found)
        if not exact:
            return _toll_by_unit(play, found, exact)
        keep(memory.tolls, key, found)
    return _toll_by_unit(play, found, True)


def _toll_by_unit(play: Planned, found: PartToll, exact: bool) -> Toll:
    """Convert the toll by part into the toll by unit."""
    lost, states = dict[str, float](), dict[tuple[str, str], float]()
    for role, much in found.lost.items():
        lost[play.roles[role]] = lost.get(play.roles[role], 0) + much
    for (role, state), many in found.states.items():
        states[play.roles[role], state] = states.get((play.roles[role], state), 0) + many
    return Toll(lost, states, exact)


def effects_of(action: Action, plan: Plan, chance: Chance, games: int = 4 * GAMES) -> tuple[Ways, bool]:
    """Return the possible effects of an action with their chances, and True if by exact odds.

    Games are sampled if there are too many ways, or if the effects depend on the dice beyond the outcome.
    """
    return _effects_of(action, plan, chance, games, {}, ())


def _effects_of(
    action: Action, plan: Plan, chance: Chance, games: int, big: dict[Key, TooBig], key: Key
) -> tuple[Ways, bool]:
    """Return the effects and their exactness; exact odds that failed for equal facts are not tried again."""
    try:
        if big.get(key) is TooBig.BY_DICE:
            raise LookupError
        try:
            if key in big:
                raise TooMuchWork
            dist, exact = distribution(action, plan), True
        except TooMuchWork:
            keep(big, key, TooBig.WORK)
            dist, exact = sample(action, plan, chance, games=games), False
        each = dist.weights.items()
        return [(n / dist.total, action.effects(plan, Played(out, (), ()))) for out, n in each], exact
    except (StopIteration, RuntimeError, LookupError, AttributeError):
        if key not in big:
            keep(big, key, TooBig.BY_DICE)
        played = (action.play(Live(chance_roller(chance)), plan) for _ in range(games))
        return [(1 / games, action.effects(plan, one)) for one in played], False


def _add_effects(board: Board, play: Planned, effects: Sequence[Effect], chance: float, found: PartToll) -> None:
    """Add the effects of one outcome; for hit points, the last effect holds the remainder."""
    hp: dict[str, int] = {}
    for effect in effects:
        role = effect.unit
        if role not in play.roles:
            continue
        if effect.effect == "models":
            found.lost[role] = found.lost.get(role, 0) - chance * effect.change
        elif effect.effect == "hp":
            hp[role] = sum(effect.hit_points)
        else:
            more = effect.change or (1 if effect.to else 0)
            found.states[role, effect.effect] = found.states.get((role, effect.effect), 0) + chance * more
    for role, left in hp.items():
        found.lost[role] = found.lost.get(role, 0) + chance * (sum(board.unit(play.roles[role]).hp) - left)
