"""Orders of an opponent: the option of the highest worth, evaluated to the end of the unit's activation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.command.planned import Planned, Reaction
from rules.command.system import Board
from rules.command.turns import has_acted, is_done
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RulesError
from rules.kernel.odds import Odds, TooMuchWork, work_limit
from rules.kernel.request import Request
from rules.kernel.table import DecisionNeeded
from rules.opponent import forecast, options
from rules.opponent.choice import LEAST, ChosenOrder, Decided, RankedOption, Tie
from rules.opponent.sight import Sight, board_known_to
from rules.opponent.view import NO_WORTH, View, Worth
from rules.opponent.weighing import Weighing, fill_known
from rules.opponent.worth import Scale, initial_strengths

DEEP = 3
"""Depth of the search in commands of one unit: its activation, a move, a shot."""
NEAR = 0.1
"""Share of the best worth within which options are a near tie."""
MOST_TIED = 12
"""Most options among which a die chooses: the best of more near ties."""


@dataclass
class Opponent(Weighing):
    """Plays a side with the table of its system and a stance; equal input gives equal orders.

    Once `late` returns True, it chooses among the options evaluated so far. The unit with the id `first`, if any, is
    evaluated before all others.
    """

    # Orders

    def order(self, board: Board, sight: Sight, but: Sequence[options.Option] = ()) -> ChosenOrder | None:
        """Return the side's next order, without the options `but` that the table could not carry out.

        None if it has nothing to do or is not active. If the order is `undecided`, a die must be rolled.
        """
        view = View(board_known_to(board, self.side), sight, self.side)
        phase = options.phase_to_name(view.board, self.side)
        if phase is not None:
            return _order_of(phase.request, ())
        found = self.ranked_options(view, but)
        # A unit that has to be activated is, even without a gain.
        gaining = [one for one in found if one.option.request.command == "activate" or one.has_gain]
        # A started activation is finished first: another unit's activation could end it.
        going = [one for one in gaining if is_begun(view.board, one.option.unit)]
        chosen = self._choose_best(view, going) or self._choose_best(view, gaining)
        if chosen is not None:
            return chosen._replace(weighed=tuple(found), hurried=self.late())
        steps = options.turn_options(view.board, self.side, self.table)
        if steps:
            return _order_of(steps[0].request, found)
        if view.board.game.holder != self.side:
            return None
        # If its activation cannot end yet, it must still do something, even without a gain: fall back, or
        # forfeit what is left.
        owed, last = (
            [one for one in found if not one.option.request.target],
            options.forfeit_request(view.board, self.side),
        )
        return self._choose_best(view, owed) or (_order_of(last, found) if last else None)

    def _choose_best(self, view: View, found: Sequence[RankedOption]) -> ChosenOrder | None:
        """Return the best legal option, with ties of equal worth."""
        ties: list[Tie] = []
        for one in found:
            if ties and (len(ties) == MOST_TIED or one.gain.total < _tie_threshold(ties[0].weighed, found)):
                break
            if (order := forecast.make_order(view.board, one.option.request)) is not None:
                ties.append(Tie(one, order.request))
        if not ties:
            return None
        return ChosenOrder(ties[0].weighed, tuple(found), ties[0].request, tuple(ties) if len(ties) > 1 else ())

    def ranked_options(self, view: View, but: Sequence[options.Option] = ()) -> list[RankedOption]:
        """Return every option of every unit with its worth, the best first."""
        scale = self.appraiser.scale(view, self.table.stance(self.stance))
        found: list[RankedOption] = []
        for unit in self._sort_units(view):
            if view.board.game.order and view.board.game.holder is None and not is_begun(view.board, unit.id):
                continue  # The turn is over for all but the unit that acted last and is not done yet.
            if self.late() and any(one.has_gain for one in found):
                break
            found += self._weigh_unit(view, scale, unit, DEEP)
        gone = [one.identity for one in but]
        return sorted((one for one in found if one.option.identity not in gone), key=lambda one: -one.gain.total)

    def _sort_units(self, view: View) -> list[Unit]:
        """Return the side's units: first those in the middle of their activation, then those that see enemies."""
        foes = view.foes

        def late(unit: Unit) -> tuple[bool, bool, bool]:
            sees = any(view.sight.sees(unit.id, foe.id) for foe in foes)
            return unit.id != self.first, not is_begun(view.board, unit.id), not sees

        return sorted(view.own, key=late)

    # Options of a unit

    # Reactions

    def reaction(self, board: Board, sight: Sight, found: Iterable[Reaction]) -> ChosenOrder | None:
        """Return its side's reaction with the highest gain, if any gains anything."""
        view = View(board_known_to(board, self.side), sight, self.side)
        scale, weighed = self.appraiser.scale(view, self.table.stance(self.stance)), list[RankedOption]()
        for one in found:
            request = fill_known(view, one.request)
            units = view.board.game.units
            known = all(id in units for id in (one.unit, *request.target))
            own = known and units[one.unit].side == view.side
            order = forecast.make_order(view.board, request) if own else None
            if order is not None:
                one = self.weigh_attack(view, scale, options.Option(order.request))
                weighed.append(one._replace(gain=one.gain.less(self._forgone_worth(view, scale, order.request))))
        weighed.sort(key=lambda one: -one.gain.total)
        if not weighed or not weighed[0].has_gain:
            return None
        return ChosenOrder(weighed[0], tuple(weighed), weighed[0].option.request)

    def _forgone_worth(self, view: View, scale: Scale, request: Request) -> Worth:
        """Return the worth of the attacks that a unit loses by reacting."""
        before = self._best_attack(view, scale, view.board.unit(request.unit[0]))
        came = forecast.foresee(view.board, request, self.chance, most=1) if before.total > 0 else None
        if came is None:
            return NO_WORTH
        board = came.ways[0].board
        after = View(board, view.sight, view.side)
        return before.less(self._best_attack(after, scale, board.unit(request.unit[0])))

    def _best_attack(self, view: View, scale: Scale, unit: Unit) -> Worth:
        """Return a unit's best attack now."""
        found = (self.weigh_attack(view, scale, option).gain for option in options.attacks(view, unit, self.table))
        return max(found, key=lambda gain: gain.total, default=NO_WORTH)

    def decision(
        self, board: Board, play: Planned, needed: DecisionNeeded, choices: Mapping[str, Sequence[str]]
    ) -> Decided:
        """Return its side's decision within a play: the choice with the lowest cost, else the default."""
        try:
            return self._decide(board, play, needed, choices)
        except (RulesError, TooMuchWork, LookupError, StopIteration, AttributeError, ValueError):
            return Decided(needed.decision.default)

    def _decide(
        self, board: Board, play: Planned, needed: DecisionNeeded, choices: Mapping[str, Sequence[str]]
    ) -> Decided:
        decision, default = needed.decision, needed.decision.default
        offers = [one.value for one in decision.offers(*needed.situation)] or list(decision.options)
        worth = {
            value: self._expected_lead(board, play, needed, {**choices, decision.name: [value]}) for value in offers
        }
        usual = default if default in worth else offers[0]
        best = max(worth, key=lambda value: worth[value])
        return Decided(best if worth[best] > worth[usual] else usual, worth)

    def _expected_lead(
        self, board: Board, play: Planned, needed: DecisionNeeded, choices: Mapping[str, Sequence[str]]
    ) -> float:
        """Return the expected lead after a choice."""
        action, brought, found = board.system.actions[play.action], initial_strengths(board), 0.0
        plan = action.plan(play.facts, board.book)
        if needed.frame is None:
            ways = forecast.sample_rest(action, plan, needed.faces, choices)
        else:
            dist = Odds(choices, work_limit(forecast.MOST_WAYS)).after(needed.frame)
            ways = [(Played(out, (), ()), weight / dist.total) for out, weight in dist.weights.items()]
        for played, chance in ways:
            for effect in action.effects(plan, played):
                unit = board.game.units.get(play.roles.get(effect.unit, ""))
                if unit is not None:
                    cost = self.appraiser.cost(board, unit, effect) * chance / brought[unit.side]
                    found -= cost if unit.side == self.side else -cost
        return found


def _order_of(request: Request, found: Sequence[RankedOption]) -> ChosenOrder:
    """Return an order without alternatives."""
    step = RankedOption(options.Option(request), NO_WORTH)
    return ChosenOrder(step, (step, *found), request)


def _tie_threshold(best: RankedOption, found: Sequence[RankedOption]) -> float:
    """Return the least worth that counts as a tie with the best.

    The margin is a share of the choice's own gain, without the gain of any activation of that unit.
    """
    unit, command = best.option.unit, best.option.request.command
    like = [one.gain.total for one in found if (one.option.unit, one.option.request.command) == (unit, command)]
    whole = best.gain.total - (max(0.0, min(like)) if len(like) > 1 else 0.0)
    return best.gain.total - max(LEAST, NEAR * abs(whole))


def is_begun(board: Board, id: str) -> bool:
    """True if a unit is in the middle of its activation: it has acted, and may still act."""
    unit = board.game.units.get(id)
    return unit is not None and has_acted(board, unit) and not is_done(board, unit)
