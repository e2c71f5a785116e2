"""The worth of the options of a unit, evaluated to the end of its activation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rules.command.opponent_table import OpponentTable, Stance
from rules.command.planned import Reaction
from rules.command.system import Board
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.sampling import Chance
from rules.opponent import forecast, options
from rules.opponent.choice import RankedOption
from rules.opponent.view import NO_WORTH, View, Worth
from rules.opponent.worth import Appraiser, Scale, attack_request, phase_board

LOOKED = 4
"""Number of boards after a command on which the search continues."""
FOLLOWED = 2
"""Number of a unit's best attacks after which the search continues."""


def is_never_late() -> bool:
    return False


@dataclass
class Weighing:
    """Weighs the options of a side by the table of its system and a stance, until `late` returns True."""

    side: str
    stance: Stance
    table: OpponentTable
    appraiser: Appraiser
    late: Callable[[], bool] = is_never_late
    first: str = ""

    @property
    def chance(self) -> Chance:
        return self.appraiser.chance

    def _weigh_unit(self, view: View, scale: Scale, unit: Unit, deep: int, acts: bool = True) -> list[RankedOption]:
        """Return the options of a unit, each with the best that may follow; `acts` includes acts of their own."""
        found = [self.weigh_attack(view, scale, option) for option in options.attacks(view, unit, self.table)]
        found = sorted((one for one in found if one.gain.total > 0), key=lambda one: -one.gain.total)
        if deep == 1:
            return [*found, *self.weigh_moves(view, scale, unit, deep)]
        found[:FOLLOWED] = [self._continue_attack(view, scale, one, deep) for one in found[:FOLLOWED]]
        for option in options.lone_options(view, unit, self.table) if acts else ():
            if self.late() and any(one.has_gain for one in found):
                return found
            one = self._weigh_act(view, scale, unit, option, deep)
            found += [one] if one is not None else []
        return [*found, *self.weigh_moves(view, scale, unit, deep)]

    def _continue_attack(self, view: View, scale: Scale, one: RankedOption, deep: int) -> RankedOption:
        """Return an attack with the unit's best continuation on the likeliest resulting board."""
        came = forecast.foresee(view.board, one.option.request, self.chance, most=1)
        if came is None:
            return one
        board = came.ways[0].board
        now = board.unit(one.option.unit)
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
        blows = list[tuple[float, Request]]()
        for one in answers:
            request = fill_known(after, one.request)
            if after.sight.sees(one.unit, unit.id) and forecast.make_order(after.board, request) is not None:
                blows.append((self.appraiser.blow(after, request).takes, request))
        blows.sort(key=lambda one: -one[0])
        if len(blows) > 1:
            first, second = blows[0][1], blows[1][1]
            came = forecast.foresee(after.board, first, self.chance, most=1)
            if came is None or forecast.make_order(came.ways[0].board, second) is None:
                blows = blows[:1]
        worst = min(float(unit.strength), sum(takes for takes, _ in blows))
        return scale.stance.danger * worst / scale.brought[unit.side]

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
            found = self._add_continuation(found, after, scale, after.board.unit(unit.id), deep, chance)
        return found

    def _worth_difference(self, before: View, after: View, scale: Scale) -> Worth:
        """Return the difference in worth of two boards, by the units that differ."""
        found, units = NO_WORTH, before.board.game.units
        for id, now in after.board.game.units.items():
            if now is not units[id]:
                was = self.appraiser.unit_worth(before, units[id], scale)
                found = found.plus(self.appraiser.unit_worth(after, now, scale).less(was))
        return found

    def _add_continuation(
        self, one: RankedOption, view: View, scale: Scale, unit: Unit, deep: int, chance: float
    ) -> RankedOption:
        """Return the option with the unit's best continuation, if it may still act."""
        if deep <= 1 or self.late():
            return one
        board, is_active = view.board, view.board.game.holder in (None, unit.side)
        if not (is_active or unit.count("actions_left") or board.system.may(board, unit)):
            return one  # neither its side is active, nor its own activation going on
        # After an act a unit may move and shoot, after an activation also act.
        further = self._weigh_unit(view, scale, unit, deep - 1, one.option.request.command == "activate")
        again = one.option.identity if one.option.is_done(unit) else None
        further = [each for each in further if each.option.identity != again]
        best = max(further, key=lambda each: each.gain.total, default=None)
        if best is None or best.gain.total <= 0:
            return one
        gain = one.gain.plus(best.gain.times(chance))
        return RankedOption(one.option, gain, one.then or (best.option, *best.then), one.exact and best.exact)


def fill_known(view: View, request: Request) -> Request:
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
