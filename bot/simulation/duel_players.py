"""The players of duels: the opponent, and two simple ones to compare it with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from bot.simulation.field import Assaults
from rules.command.opponent_table import OpponentTable
from rules.command.planned import Planned, Reaction
from rules.command.system import Board
from rules.kernel.request import Request
from rules.kernel.table import DecisionNeeded
from rules.opponent.decide import Opponent
from rules.opponent.forecast import foresee, make_order
from rules.opponent.options import Option, attacks, lone_options, moves, phase_to_name, turn_options
from rules.opponent.sight import CLOSER, Sight, board_known_to
from rules.opponent.view import View
from rules.opponent.worth import Appraiser


class DuelPlayer(Protocol):
    """A player who gives orders for a side; the methods return None to do nothing."""

    side: str

    def next_order(self, board: Board, sight: Sight) -> Option | None: ...

    def choose_reaction(self, board: Board, sight: Sight, found: Sequence[Reaction]) -> Option | None: ...

    def choose_option(
        self, board: Board, play: Planned, needed: DecisionNeeded, choices: Mapping[str, Sequence[str]]
    ) -> str: ...


@dataclass
class OpponentPlayer:
    """A player who decides as the bot's opponent does."""

    side: str
    opponent: Opponent
    chance: Random
    assaults: Assaults = field(default_factory=Assaults)

    def next_order(self, board: Board, sight: Sight) -> Option | None:
        found = self.opponent.order(board, sight, self.assaults.of(board))
        if found is not None and found.undecided:
            found = found.order_for_face(self.chance.randint(1, found.undecided))
        if found is not None:
            self.assaults.add(found.chosen.option)
        return None if found is None else Option(found.request, found.chosen.option.move)

    def choose_reaction(self, board: Board, sight: Sight, found: Sequence[Reaction]) -> Option | None:
        chosen = self.opponent.reaction(board, sight, found)
        return None if chosen is None else Option(chosen.request)

    def choose_option(
        self, board: Board, play: Planned, needed: DecisionNeeded, choices: Mapping[str, Sequence[str]]
    ) -> str:
        return self.opponent.decision(board, play, needed, choices).value


@dataclass
class RandomPlayer:
    """A player who chooses at random among all possible actions."""

    side: str
    table: OpponentTable
    chance: Random
    assaults: Assaults = field(default_factory=Assaults)

    def next_order(self, board: Board, sight: Sight) -> Option | None:
        known = board_known_to(board, self.side)
        phase = phase_to_name(known, self.side)
        if phase is not None:
            return Option(phase.request)
        view, kinds = View(known, sight, self.side), (lone_options, moves, attacks)
        found = [option for unit in view.own for kind in kinds for option in kind(view, unit, self.table)]
        found += [Option(step.request) for step in turn_options(known, self.side, self.table)]
        self.chance.shuffle(found)
        for option in found:
            came = (
                foresee(known, option.request, self.chance.random) if self.assaults.may_repeat(board, option) else None
            )
            if came is not None and came.has_effect(known):
                self.assaults.add(option)
                return Option(came.request, option.move)
        return None

    def choose_reaction(self, board: Board, sight: Sight, found: Sequence[Reaction]) -> Option | None:
        mine = [one for one in found if board.unit(one.unit).side == self.side]
        return (
            _legal_reaction(board, sight, self.chance.choice(mine).request)
            if mine and self.chance.random() < 0.5
            else None
        )

    def choose_option(
        self, board: Board, play: Planned, needed: DecisionNeeded, choices: Mapping[str, Sequence[str]]
    ) -> str:
        offers = needed.decision.offers(*needed.situation)
        return self.chance.choice([one.value for one in offers]) if offers else needed.decision.default


@dataclass
class GreedyPlayer:
    """A player who takes the best attack available now.

    Without one, the player activates the next unit, to shoot if possible, or moves toward the nearest enemy.
    """

    side: str
    table: OpponentTable
    appraiser: Appraiser
    given: Assaults = field(default_factory=Assaults)

    def next_order(self, board: Board, sight: Sight) -> Option | None:
        view = View(board_known_to(board, self.side), sight, self.side)
        phase, best = phase_to_name(view.board, self.side), self._best(view)
        if phase is not None:
            return Option(phase.request)
        if best is not None:
            return best
        found = [one for unit in view.own for one in lone_options(view, unit, self.table)]
        going = [one for one in found if one.request.command == "activate"]
        going.sort(key=lambda one: one.request.action not in (None, "aimed_fire"))
        advances = [one for unit in view.own for one in moves(view, unit, self.table)]
        advances.sort(key=lambda one: one.move is None or one.move.intent not in CLOSER)
        for option in (*going, *advances):
            came = foresee(view.board, option.request, self.appraiser.chance)
            if came is not None and came.has_effect(view.board):
                return Option(came.request, option.move)
        steps = turn_options(view.board, self.side, self.table)
        return Option(steps[0].request) if steps else None

    def _best(self, view: View) -> Option | None:
        shots = [one for unit in view.own for one in attacks(view, unit, self.table)]
        worth = [(self.appraiser.blow(view, one.request).takes, nth, one) for nth, one in enumerate(shots)]
        for takes, _, option in sorted(worth, key=lambda each: (-each[0], each[1])):
            order = (
                make_order(view.board, option.request)
                if takes > 0 and self.given.may_repeat(view.board, option)
                else None
            )
            if order is not None:
                self.given.add(option)
                return Option(order.request)
        return None

    def choose_reaction(self, board: Board, sight: Sight, found: Sequence[Reaction]) -> Option | None:
        mine = [one for one in found if board.unit(one.unit).side == self.side]
        return _legal_reaction(board, sight, mine[0].request) if mine else None

    def choose_option(
        self, board: Board, play: Planned, needed: DecisionNeeded, choices: Mapping[str, Sequence[str]]
    ) -> str:
        return needed.decision.default


def _legal_reaction(board: Board, sight: Sight, request: Request) -> Option | None:
    """Return a reaction with the distance of its target, which the unit sees, if it is legal."""
    far = sight.inches_between(request.unit[0], request.target[0])
    order = make_order(board, Request.of({**request.to_stored(), "distance": [str(far)]}))
    return None if order is None else Option(order.request)
