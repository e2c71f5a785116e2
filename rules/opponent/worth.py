"""The worth of a board for a side: its strength, the next attacks and losses of each unit, and its ground."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from rules.command.opponent_table import OpponentTable, StanceRow
from rules.command.system import Board
from rules.game.unit import Unit
from rules.kernel.errors import RulesError
from rules.kernel.plays import Effect
from rules.kernel.request import Request, changed
from rules.kernel.sampling import Chance
from rules.opponent.forecast import make_order
from rules.opponent.memory import keep
from rules.opponent.sight import Sight
from rules.opponent.toll import toll
from rules.opponent.view import NO_WORTH, View, Worth

ATTACKS = ("fire", "assault")
"""The commands by which a unit may harm another."""
_MOST_KNOWN = 50_000
"""Most cached attacks."""
_LATE = 2
"""Number of final turns, in which objectives count fully and later events do not."""
_AT_LAST = 3
"""Focus of enemies in those turns: mostly on the target that they hit hardest."""
_THIS_TURN, _NEXT_TURN = 0.7, 0.6
"""Chance that an enemy still to act shoots this turn, and that one shoots again in the next turn."""
_CLOSE = 14
"""Inches within which an assault may be possible, so that each inch counts."""
_FAR = 24
"""Inches over which gained ground counts."""


class AttackWorth(NamedTuple):
    """Expected losses of an attack's target and its own costs, in strength; `exact` if by exact odds."""

    takes: float
    costs: float
    exact: bool = True

    @property
    def net(self) -> float:
        return self.takes - self.costs


_NONE = AttackWorth(0, 0)


class Scale(NamedTuple):
    """The measure of worth: the initial strength of each side, and each unit's share of each enemy's fire."""

    stance: StanceRow
    brought: Mapping[str, float]
    drawn: Mapping[str, Mapping[str, float]]


@dataclass
class Appraiser:
    """Evaluates units and attacks with the table of a system; each attack is computed once.

    It depends only on its arguments, so one instance serves a whole game.
    """

    table: OpponentTable
    chance: Chance
    _blows: dict[tuple[object, ...], AttackWorth] = field(default_factory=dict[tuple[object, ...], AttackWorth])
    _values: dict[int, tuple[Unit, int]] = field(default_factory=dict[int, tuple[Unit, int]])
    _numbers: dict[tuple[object, ...], int] = field(default_factory=dict[tuple[object, ...], int])
    _ready: dict[int, Unit] = field(default_factory=dict[int, Unit])
    _ends: dict[int, tuple[Decimal, ...]] = field(default_factory=dict[int, tuple[Decimal, ...]])

    def scale(self, view: View, stance: StanceRow) -> Scale:
        drawn = {foe.id: {unit.id: self._drawn_fire(view, foe, unit) for unit in view.own} for foe in view.foes}
        return Scale(stance, initial_strengths(view.board), drawn)

    def _drawn_fire(self, view: View, foe: Unit, unit: Unit) -> float:
        """Return how much a unit draws the fire of an enemy, by the effect of a shot."""
        focus = _AT_LAST if self._is_late(view.board) else self.table.focus
        return self._blow_at(view, foe, unit) ** focus if view.sight.sees(foe.id, unit.id) else 0.0

    def _blow_at(self, view: View, foe: Unit, unit: Unit) -> float:
        return max(0.0, self.threat(view, foe, unit).net)

    # Units

    def strength(self, board: Board, unit: Unit) -> float:
        """Return the strength of a unit: its possible losses, modified by its states."""
        if not unit.alive:
            return 0
        counts, whole = float(unit.strength), 1.0
        for name in unit.states:
            each = unit.count(name) or 1
            if name in self.table.points:
                counts += each * self.table.points[name]
            elif name in self.table.states:
                whole += each * self.table.states[name]
            elif name in board.system.states and board.system.states[name].harm:
                whole += each * self.table.harm
        return max(0.0, counts) * max(0.1, whole)

    def unit_worth(self, view: View, unit: Unit, scale: Scale) -> Worth:
        """Return the worth of a unit at its position for the side of the view."""
        key = unit.id, id(scale.stance)
        found = view.known.get(key)
        if found is None:
            found = view.known[key] = self._unit_worth(view, unit, scale)
        return found

    def _unit_worth(self, view: View, unit: Unit, scale: Scale) -> Worth:
        share = self.strength(view.board, unit) / scale.brought[unit.side]
        soon, stance = self.table.soon, scale.stance
        if not unit.alive:
            return NO_WORTH
        if unit.side != view.side:
            return Worth(
                -share, 0, -self._attack_weight(view, unit) * stance.danger * self.reach(view, unit, view.own, scale)
            )
        # Attacks by reaction are likely, at enemies still to act.
        ready = sum(share for state, share in self.table.reacts.items() if unit.has(state))
        answers = ready * len(view.enemies_to_go) / len(view.foes) if ready and view.foes else 0.0
        next_goes = soon + answers if self._is_continuing(view.board) else 0.0
        attack = next_goes * stance.attack * self.reach(view, unit, view.foes, scale)
        danger = -stance.danger * self._exposure(view, unit, scale)
        return Worth(share, attack, danger, self._ground_worth(view, unit, scale))

    def _attack_weight(self, view: View, foe: Unit) -> float:
        """Return the weight of an enemy's attack relative to one now.

        An enemy still to act this turn comes before the side may respond; one that has acted comes only in the next
        turn.
        """
        soon = self.table.soon
        if self._is_late(view.board):
            return _THIS_TURN * (foe.id in view.enemies_to_go) + _NEXT_TURN * self._is_continuing(view.board)
        return max(soon, (1 + soon) / 2) if foe.id in view.enemies_to_go else soon

    def _is_late(self, board: Board) -> bool:
        """True if the game may be over soon, so that little counts after this turn."""
        return self.table.turns is not None and board.game.turn > self.table.turns - _LATE

    def _is_continuing(self, board: Board) -> bool:
        """True if most games continue after this turn."""
        return self.table.turns is None or board.game.turn < self.table.turns

    def reach(self, view: View, unit: Unit, targets: Sequence[Unit], scale: Scale) -> float:
        """Return the worth of a unit's best attack in its next activation."""
        best = 0.0
        for target in targets:
            if view.sight.sees(unit.id, target.id):
                blow = self.threat(view, unit, target)
                best = max(best, blow.takes / scale.brought[target.side] - blow.costs / scale.brought[unit.side])
        return best

    def _exposure(self, view: View, unit: Unit, scale: Scale) -> float:
        """Return the expected loss of a unit before its next activation, given the targets its enemies see."""
        found = 0.0
        for foe in view.foes:
            if own := self._drawn_fire(view, foe, unit):
                others = sum(much for id, much in scale.drawn.get(foe.id, {}).items() if id != unit.id)
                found += self._attack_weight(view, foe) * self._blow_at(view, foe, unit) * own / (own + others)
        return min(found, self.strength(view.board, unit)) / scale.brought[unit.side]

    def _ground_worth(self, view: View, unit: Unit, scale: Scale) -> float:
        """Return the worth of an objective that the unit holds, and of the ground still to gain."""
        found = 0.0
        if view.sight.near(unit.id).holds:  # where an objective counts late, it is worth nothing during a fight
            early = 0.0 if self.table.turns is not None and view.is_in_fight else self.table.objective
            found = scale.stance.objective * (self.table.held if self._is_late(view.board) else early)
        far = [one for foe in view.foes if (one := view.sight.inches_between(unit.id, foe.id)) is not None]
        if not far:
            return found
        short = min(1.0, float(min(far)) / _FAR)
        return found - scale.stance.closing * self.table.closing * short * unit.strength / scale.brought[unit.side]

    # Attacks

    def threat(self, view: View, attacker: Unit, target: Unit) -> AttackWorth:
        """Return the expected result of the better attack in the next activation."""
        number = self._state_number(attacker)
        ready = self._ready.get(number) or self._ready.setdefault(number, ready_unit(view.board, attacker))
        where = self._attack_place(view, attacker, target)
        key = (self._state_number(ready), self._state_number(target), *where)
        found = self._blows.get(key)
        if found is None:
            game = view.board.game.copy()  # the unit is about to act, and no side is active
            game.units[ready.id] = ready
            game.holder, game.phase, game.order = None, None, ()
            board = view.board._replace(game=game)
            blows = [self._find_blow(board, one, ready, target, view.sight) for one in ATTACKS]
            found = self._keep_blow(key, max(blows, key=lambda one: one.net))
        return found

    def blow(self, view: View, request: Request) -> AttackWorth:
        """Return the expected result of an attack now."""
        attacker, target = view.board.unit(request.unit[0]), view.board.unit(request.target[0])
        where = self._attack_place(view, attacker, target)
        key = (request.command, request.action, self._state_number(attacker), self._state_number(target), *where)
        found = self._blows.get(key)
        return self._keep_blow(key, self._blow_of(view.board, request)) if found is None else found

    def _keep_blow(self, key: tuple[object, ...], blow: AttackWorth) -> AttackWorth:
        return keep(self._blows, key, blow, _MOST_KNOWN)

    def _attack_place(self, view: View, attacker: Unit, target: Unit) -> tuple[int, str]:
        """Return the distance in steps within which attacks are equal, and the cover of the target."""
        far = view.sight.inches_between(attacker.id, target.id)
        cover = view.sight.cover.get(target.id, "")
        if far is None:
            return -1, cover
        number = self._state_number(attacker)
        ends = self._ends.get(number)
        if ends is None:
            bands = view.board.system.bands(view.board, attacker)
            ends = self._ends[number] = tuple(band.high for band in bands)
        return (bisect_left(ends, far) if ends and far > _CLOSE else int(-(-far // 1)) - 99), cover

    def _state_number(self, unit: Unit) -> int:
        """Return a number for the unit's state, the same for all equal units, whose attacks are equal."""
        known = self._values.get(id(unit))
        if known is not None:
            return known[1]
        states = tuple(sorted(unit.states.items()))
        value = (unit.side, repr(unit.profile), unit.models, unit.hp, states, unit.weapons)
        number = self._numbers.setdefault(value, len(self._numbers))
        return keep(self._values, id(unit), (unit, number), _MOST_KNOWN)[1]

    def _find_blow(self, board: Board, key: str, attacker: Unit, target: Unit, sight: Sight) -> AttackWorth:
        if key not in board.system.commands or key in self.table.skip:
            return _NONE
        request = attack_request(board, key, attacker, target, sight)
        if key == "assault" and self.table.charge and request.distance[0] > self.table.charge:
            return _NONE
        return self._blow_of(board, request)

    def _blow_of(self, board: Board, request: Request) -> AttackWorth:
        order = make_order(board, request, bent=True)
        if order is None or not order.command.plays:
            return _NONE
        attacker, target = board.unit(request.unit[0]), board.unit(request.target[0])
        try:
            came = toll(board, order.command.plays[0], self.chance)
        except RulesError:
            return _NONE
        takes, costs = came.lost.get(target.id, 0.0), came.lost.get(attacker.id, 0.0)
        for (id, state), many in came.states.items():
            harm = many * self._state_cost(board, board.unit(id), state)
            takes += harm if id == target.id else 0
            costs += harm if id == attacker.id else 0
        return AttackWorth(max(0.0, min(takes, float(target.strength))), max(0.0, costs), came.exact)

    def cost(self, board: Board, unit: Unit, effect: Effect) -> float:
        """Return the cost of an effect for its unit, in strength."""
        if effect.effect == "models":
            return float(-effect.change)
        if effect.effect == "hp":
            return float(sum(unit.hp) - sum(effect.hit_points))
        return (effect.change or (1 if effect.to else 0)) * self._state_cost(board, unit, effect.effect)

    def _state_cost(self, board: Board, unit: Unit, state: str) -> float:
        """Return the cost of one state for a unit, in strength."""
        if state in self.table.points:
            return -self.table.points[state]
        if state in self.table.states:
            return -self.table.states[state] * unit.strength
        known = board.system.states.get(state)
        return -self.table.harm * unit.strength if known is not None and known.harm else 0


def attack_request(board: Board, key: str, attacker: Unit, target: Unit, sight: Sight) -> Request:
    """Return an attack as a request, with the distance, and the cover if the command takes it."""
    command, far = board.system.commands[key], sight.inches_between(attacker.id, target.id) or Decimal(1)
    request = Request(key, unit=(attacker.id,), target=(target.id,), distance=(far,), side=attacker.side)
    codes = [one.code for one in command.covers]
    if not codes:
        return request
    cover = sight.cover.get(target.id, "")
    return changed(request, cover=(cover if cover in codes else codes[0],))


def ready_unit(board: Board, unit: Unit) -> Unit:
    """Return a unit in its state at its next activation: temporary states have ended, harm remains."""
    states = board.system.states
    kept = {
        name: value
        for name, value in unit.states.items()
        if name in states and (states[name].harm or not _PASSING.intersection(states[name].cleared_by))
    }
    return unit if kept == unit.states else unit.model_copy(update={"states": kept})


_PASSING = frozenset({"turn_start", "turn_end", "activation"})


def phase_board(board: Board, phase: str) -> Board:
    """Return the board in a phase that is still to come, if there is one."""
    if not phase or board.game.holder is None:
        return board
    game = board.game.copy()
    game.phase = phase
    return board._replace(game=game)


def initial_strengths(board: Board) -> dict[str, float]:
    """Return the initial strength of each side in models and hit points, as far as its units show it."""
    found: dict[str, float] = {}
    for unit in board.game.units.values():
        found[unit.side] = found.get(unit.side, 0.0) + max(unit.starting, unit.strength)
    return found
