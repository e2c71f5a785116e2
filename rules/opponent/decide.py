"""Orders of an opponent: the option of the highest worth, evaluated to the end of the unit's activation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.command.opponent_table import OpponentTable, Stance
from rules.command.planned import Planned, Reaction
from rules.command.system import Board
from rules.command.turns import has_acted, is_done
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RulesError
from rules.kernel.odds import Odds, TooMuchWork, work_limit
from rules.kernel.request import Request
from rules.kernel.sampling import Chance
from rules.kernel.table import DecisionNeeded
from rules.opponent import forecast, options
from rules.opponent.choice import ChosenOrder, Decided, RankedOption, Tie
from rules.opponent.sight import Sight, board_known_to
from rules.opponent.view import NO_WORTH, View, Worth
from rules.opponent.worth import Appraiser, Scale, attack_request, initial_strengths, phase_board

DEEP = 3
"""Depth of the search in commands of one unit: its activation, a move, a shot."""
LOOKED = 4
"""Number of boards after a command on which the search continues."""
FOLLOWED = 2
"""Number of a unit's best attacks after which the search continues."""
NEAR = 0.1
"""Share of the best worth within which options are a near tie."""
LEAST = 0.0005
"""Worth below which an option counts as worthless."""
MOST_TIED = 12
"""Most options among which a die chooses: the best of more near ties."""


def is_never_late() -> bool:
    return False


@dataclass
class Opponent:
    """Plays a side with the table of its system and a stance; equal input gives equal orders.

    Once `late` returns True, it chooses among the options evaluated so far. The unit with the id `first`, if any, is
    evaluated before all others.
    """

    side: str
    stance: Stance
    table: OpponentTable
    appraiser: Appraiser
    late: Callable[[], bool] = is_never_late
    first: str = ""

    @property
    def chance(self) -> Chance:
        return self.appraiser.chance

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
        gaining = [
            one for one in found if one.gain.total >= (-1.0 if one.option.request.command == "activate" else LEAST)
        ]
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
            if self.late() and any(one.gain.total >= LEAST for one in found):
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

    def _weigh_unit(self, view: View, scale: Scale, unit: Unit, deep: int, acts: bool = True) -> list[RankedOption]:
        """Return the options of a unit, each with the best that may follow; `acts` includes acts of their own."""
        found = self._weigh_attacks(view, scale, unit, deep)
        if deep == 1:
            return [*found, *self.weigh_moves(view, scale, unit, deep)]
        for option in options.lone_options(view, unit, self.table) if acts else ():
            if self.late() and any(one.gain.total >= LEAST for one in found):
                return found
            one = self._weigh_act(view, scale, unit, option, deep)
            found += [one] if one is not None else []
        return [*found, *self.weigh_moves(view, scale, unit, deep)]

    def _weigh_attacks(self, view: View, scale: Scale, unit: Unit, deep: int) -> list[RankedOption]:
        """Return the attacks of a unit, the best ones with their continuations."""
        found = [self.weigh_attack(view, scale, option) for option in options.attacks(view, unit, self.table)]
        found = sorted((one for one in found if one.gain.total > 0), key=lambda one: -one.gain.total)
        if deep == 1:
            return found
        return [*(self._continue_attack(view, scale, one, deep) for one in found[:FOLLOWED]), *found[FOLLOWED:]]

    def _continue_attack(self, view: View, scale: Scale, one: RankedOption, deep: int) -> RankedOption:
        """Return an attack with the unit's best continuation on the likeliest resulting board."""
        came = forecast.foresee(view.board, one.option.request, self.chance, most=1)
        if came is None:
            return one._replace(gain=NO_WORTH)
        board = came.ways[0].board
        now = board.game.units.get(one.option.unit)
        if now is None or not now.alive:
            return one
        return self._add_continuation(one, View(board, view.sight, view.side), scale, now, deep, 1.0)

    def weigh_attack(self, view: View, scale: Scale, option: options.Option) -> RankedOption:
        """Return the gain of an attack: losses inflicted minus costs, and the reduced threat by its target."""
        unit, target = view.board.unit(option.unit), view.board.unit(option.target)
        blow = self.appraiser.blow(view, option.request)
        # A unit that is as good as destroyed loses no more by another shot.
        takes = min(blow.takes, self.appraiser.strength(view.board, target))
        lead = takes / scale.brought[target.side] - blow.costs / scale.brought[unit.side]
        danger = -self.appraiser.unit_worth(view, target, scale).danger * min(1.0, takes / max(1, target.strength))
        return RankedOption(option, Worth(lead, 0.0, danger), (), blow.exact)

    def weigh_moves(self, view: View, scale: Scale, unit: Unit, deep: int) -> list[RankedOption]:
        """Return the gain of each move: the unit's new position, and its options from there."""
        found: list[RankedOption] = []
        before = self.appraiser.unit_worth(view, unit, scale)
        boards, answers = dict[Request, Board](), dict[Request, Sequence[Reaction]]()
        for option in options.moves(view, unit, self.table):
            if option.request not in boards:
                came = forecast.foresee(view.board, option.request, self.chance, most=1)
                if came is None:
                    continue
                boards[option.request] = phase_board(came.ways[0].board, self.table.fights)
                answers[option.request] = came.answers(came.ways[0])
            assert option.move is not None
            board = boards[option.request]
            cover, finds = usual_cover(board, self.table), self.table.finds or not view.is_in_fight
            after = View(board, view.sight.after_move(option.unit, option.move, cover, finds), view.side)
            now = after.board.unit(unit.id)
            gain = self.appraiser.unit_worth(after, now, scale).less(before)
            gain = gain._replace(
                lead=gain.lead - self._expected_reaction_loss(after, scale, unit, answers[option.request])
            )
            one = self._add_continuation(RankedOption(option, gain), after, scale, now, deep, 1.0)
            found.append(one._replace(option=option.into_contact(one.then[0])) if one.then else one)
        return found

    def _expected_reaction_loss(self, after: View, scale: Scale, unit: Unit, answers: Iterable[Reaction]) -> float:
        """Return the expected loss by reactions to a move; only the worst counts, unless one allows the next."""
        units, blows = after.board.game.units, list[tuple[float, Request]]()
        for one in answers:
            if one.unit not in units or units[one.unit].side == unit.side or one.request.target[:1] != (unit.id,):
                continue
            request = _fill_known(after, one.request)
            if after.sight.sees(one.unit, unit.id) and forecast.make_order(after.board, request) is not None:
                blows.append((self.appraiser.blow(after, request).takes, request))
        blows.sort(key=lambda one: -one[0])
        if len(blows) > 1 and not self._allows_second(after, blows[0][1], blows[1][1]):
            blows = blows[:1]
        worst = min(float(unit.strength), sum(takes for takes, _ in blows))
        return scale.stance.danger * worst / scale.brought[unit.side]

    def _allows_second(self, view: View, first: Request, second: Request) -> bool:
        """True if one reaction may be followed by another."""
        came = forecast.foresee(view.board, first, self.chance, most=1)
        board = came.ways[0].board if came else view.board
        return all(id in board.game.units for id in second.unit) and forecast.make_order(board, second) is not None

    def _weigh_act(
        self, view: View, scale: Scale, unit: Unit, option: options.Option, deep: int
    ) -> RankedOption | None:
        """Return the gain of an activation or an act on its likely resulting boards."""
        came = forecast.foresee(view.board, option.request, self.chance, most=LOOKED)
        if came is None or not came.has_effect(view.board):
            return None
        ways = came.ways[:LOOKED]
        whole, found = sum(way.chance for way in ways), RankedOption(option, NO_WORTH, (), came.exact)
        for way in ways:
            after, chance = View(way.board, view.sight, view.side), way.chance / whole
            found = found._replace(gain=found.gain.plus(self._worth_difference(view, after, scale).times(chance)))
            now = after.board.game.units.get(unit.id)
            if now is not None and now.alive:
                found = self._add_continuation(found, after, scale, now, deep, chance)
        return found

    def _worth_difference(self, before: View, after: View, scale: Scale) -> Worth:
        """Return the difference in worth of two boards, by the units that differ."""
        found, units = NO_WORTH, before.board.game.units
        for id, now in after.board.game.units.items():
            if now is not units[id] and now != units[id]:
                was = self.appraiser.unit_worth(before, units[id], scale)
                found = found.plus(self.appraiser.unit_worth(after, now, scale).less(was))
        return found

    def _add_continuation(
        self, one: RankedOption, view: View, scale: Scale, unit: Unit, deep: int, chance: float
    ) -> RankedOption:
        """Return the option with the unit's best continuation, if it may still act."""
        if deep <= 1 or self.late() or not _may_continue(view.board, unit):
            return one
        # After an act a unit may move and shoot, after an activation also act.
        further = self._weigh_unit(view, scale, unit, deep - 1, one.option.request.command == "activate")
        again = one.option.identity if one.option.is_done(unit) else None
        further = [each for each in further if each.option.identity != again]
        for best in sorted(further, key=lambda each: -each.gain.total)[:LOOKED]:
            if best.gain.total <= 0:
                break
            if best.then or best.option.move or forecast.make_order(view.board, best.option.request) is not None:
                gain = one.gain.plus(best.gain.times(chance))
                return RankedOption(one.option, gain, one.then or (best.option, *best.then), one.exact and best.exact)
        return one

    # Reactions

    def reaction(self, board: Board, sight: Sight, found: Iterable[Reaction]) -> ChosenOrder | None:
        """Return its side's reaction with the highest gain, if any gains anything."""
        view = View(board_known_to(board, self.side), sight, self.side)
        scale, weighed = self.appraiser.scale(view, self.table.stance(self.stance)), list[RankedOption]()
        for one in found:
            request = _fill_known(view, one.request)
            units = view.board.game.units
            known = all(id in units for id in (one.unit, *request.target))
            own = known and units[one.unit].side == view.side
            order = forecast.make_order(view.board, request) if own else None
            if order is not None and order.request.target:
                one = self.weigh_attack(view, scale, options.Option(order.request))
                weighed.append(one._replace(gain=one.gain.less(self._forgone_worth(view, scale, order.request))))
        weighed.sort(key=lambda one: -one.gain.total)
        if not weighed or weighed[0].gain.total < LEAST:
            return None
        return ChosenOrder(weighed[0], tuple(weighed), weighed[0].option.request)

    def _forgone_worth(self, view: View, scale: Scale, request: Request) -> Worth:
        """Return the worth of the attacks that a unit loses by reacting."""
        before = self._best_attack(view, scale, view.board.unit(request.unit[0]))
        came = forecast.foresee(view.board, request, self.chance, most=1) if before.total > 0 else None
        if came is None:
            return NO_WORTH
        board = came.ways[0].board
        unit = board.unit(request.unit[0])
        return (
            before.less(self._best_attack(View(board, view.sight, view.side), scale, unit)) if unit.alive else NO_WORTH
        )

    def _best_attack(self, view: View, scale: Scale, unit: Unit) -> Worth:
        """Return a unit's best attack now, without those that the rules warn of."""
        found = (self.weigh_attack(view, scale, option) for option in options.attacks(view, unit, self.table))
        open = (one.gain for one in found if forecast.make_order(view.board, one.option.request) is not None)
        return max(open, key=lambda gain: gain.total, default=NO_WORTH)

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


def _may_continue(board: Board, unit: Unit) -> bool:
    """True if a unit may continue: its side is active, or its own activation is not over."""
    return board.game.holder in (None, unit.side) or bool(unit.count("actions_left") or board.system.may(board, unit))


def _fill_known(view: View, request: Request) -> Request:
    """Return a reaction with the known distance and cover."""
    if len(request.unit) != 1 or len(request.target) != 1 or request.command not in view.board.system.commands:
        return request
    units = view.board.game.units
    if request.target[0] not in units or not view.sight.sees(request.unit[0], request.target[0]):
        return request
    known = attack_request(view.board, request.command, units[request.unit[0]], units[request.target[0]], view.sight)
    return Request.of({**known.to_stored(), **request.to_stored()})


def usual_cover(board: Board, table: OpponentTable) -> str:
    """Return the code of the usual cover on the table: from the opponent table, else the first that is not open."""
    if table.cover:
        return table.cover
    fire = board.system.commands.get("fire")
    codes = [one.code for one in fire.covers] if fire else []
    return codes[1] if len(codes) > 1 else ""
