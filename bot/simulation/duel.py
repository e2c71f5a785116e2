"""Opponent against opponent on an abstract table: a yardstick for the choice of orders, not a map.

A duel ends when a side has no units left, or after a number of turns. The winner is the side that leads by its
remaining share of strength, plus a tenth for each objective.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from bot.resolution.sides import deciding_side, play_for_record
from bot.simulation.duel_players import DuelPlayer
from bot.simulation.field import SIDES, SIZE, Battlefield
from rules.command.effects import changes, settle_board
from rules.command.opponent_table import OpponentTable
from rules.command.planned import Planned
from rules.command.system import Board
from rules.command.victory import judge_victory
from rules.game.entry import Entry
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.plays import Play
from rules.kernel.request import Request
from rules.kernel.resolve import Resolution, resolve
from rules.kernel.table import DecisionNeeded
from rules.opponent import options
from rules.opponent.forecast import chance_roller, make_order
from rules.opponent.sight import Intent, Moved, Sight
from rules.opponent.weighing import usual_cover
from rules.opponent.worth import initial_strengths

OBJECTIVE = 0.1


TURNS = 6
MOST_ORDERS = 600
"""Maximum orders of a duel; more would mean that it never ends."""


class Stalled(Exception):
    """Raised for a duel that never ends, or has no possible action: a bug in this program."""


class DuelResult(NamedTuple):
    """The result of a duel: the lead of Red, the number of turns and of orders, and each side's remaining strength."""

    lead: float
    turns: int
    orders: int
    left: Mapping[str, float]


@dataclass
class Duel:
    """One game between two players; `chance` rolls the dice.

    `listen` is called with every order before it is carried out.
    """

    board: Board
    players: Mapping[str, DuelPlayer]
    table: OpponentTable
    chance: Random
    turns: int = TURNS
    listen: Callable[[Board, options.Option], None] = lambda board, option: None
    ground: Battlefield = field(init=False)
    orders: int = 0
    number: int = 0
    last: str = ""

    def __post_init__(self) -> None:
        self.ground = Battlefield.of(self.board, self.table.reach)
        self._brought = initial_strengths(self.board)

    def play(self) -> DuelResult:
        """Play the duel to its end; raise Stalled."""
        while not self._is_over():
            # The last active side comes first: the turn may have passed while its unit still has to act.
            holder = self.board.game.holder
            sides = sorted(SIDES, key=lambda side: (side != self.last, side != holder))
            if not any(self._act(side) for side in sides) and not self._advance():
                break
        strength = {side: sum(u.strength for u in self.board.game.units_of_side(side)) for side in SIDES}
        left = {side: strength[side] / self._brought[side] for side in SIDES}
        held = self.ground.objectives_held(self.board)
        lead = left["Red"] - left["Blue"] + OBJECTIVE * (held["Red"] - held["Blue"])
        return DuelResult(lead, self.board.game.turn, self.orders, left)

    def _is_over(self) -> bool:
        return len(self.board.game.living_sides()) < 2 or self.board.game.turn > self.turns

    def _sight(self) -> Sight:
        return self.ground.sight(self.board, usual_cover(self.board, self.table))

    def _act(self, side: str) -> bool:
        if not self.board.game.order and "initiative" in self.board.system.commands:
            return False
        option = self.players[side].next_order(self.board, self._sight())
        if option is None:
            return False
        self.last = side
        self._carry_out(option)
        return True

    def _advance(self) -> bool:
        """Take the step that needs no order: initiative, end of a bound, or next turn.

        Return False at the end of the game.
        """
        steps, last = options.table_steps(self.board), options.forfeit_request(self.board, self.board.game.holder)
        if not steps and judge_victory(self.board).over:
            return False
        if not steps and last is None:
            raise Stalled(f"{self.board.system.key}: no action is possible in turn {self.board.game.turn}")
        request = steps[0].request if steps else last
        assert request is not None
        self._carry_out(options.Option(request))
        return True

    def _carry_out(self, option: options.Option) -> None:
        self.orders += 1
        if self.orders > MOST_ORDERS:
            raise Stalled(f"{self.board.system.key}: {option.request}")
        self.listen(self.board, option)
        before, plays, events, inches = self.board, list[Play](), list[Event](), None
        order = make_order(self.board, option.request, bent=True)
        if order is None:
            raise Stalled(f"{self.board.system.key}: {option.request} is refused")
        results: list[Played] = []
        for play in order.command.plays:
            found = self._resolve(play)
            results.append(found.played)
            inches = getattr(found.played.outcome, "inches", inches)
            plays.append(play_for_record(self.board, play, found, option.request.side))
            more = changes(self.board, found.effects, play.roles)
            events, self.board = events + more, self.board.after(more)
        more = settle_board(self.board, order.command.after(self.board, results))
        self.board = self.board.after(more)
        self._move(option, inches)
        self._react(before, option.request, plays, [*events, *more])

    def _resolve(self, play: Planned) -> Resolution:
        """Return the result of a play, with each decision made by its side."""
        board, choices = self.board, dict[str, list[str]]()
        action, state = board.system.actions[play.action], self.chance.getstate()
        while True:
            self.chance.setstate(state)
            try:
                roller = chance_roller(self.chance.random)
                return resolve(board.system, action, play.facts, board.book, roller, choices, ask=True)
            except DecisionNeeded as needed:
                side = deciding_side(board, play, needed) or SIDES[0]
                value = self.players[side].choose_option(board, play, needed, choices)
                choices.setdefault(needed.decision.name, []).append(value)

    def _move(self, option: options.Option, inches: Any) -> None:
        if option.move is not None:
            self.ground.move(self.board, option.unit, option.move, float(inches))
        elif option.request.command == "assault":
            move = Moved(Intent.TOWARD, int(SIZE), option.request.target[0])
            self.ground.move(self.board, option.unit, move, SIZE)

    def _react(self, before: Board, request: Request, plays: Sequence[Play], events: Sequence[Event]) -> None:
        """Carry out the other side's immediate reactions."""
        self.number += 1
        side = board_side(before, request)
        entry = Entry.model_construct(
            number=self.number,
            command=request.command,
            by="",
            at=0.0,
            side=side,
            request=request.to_stored(),
            plays=tuple(plays),
            events=tuple(events),
        )
        found = options.worthwhile_reactions(
            self.board, options.reactions_in_sight(self._sight(), self.board.system.reactions(self.board, entry))
        )
        for other in (one for one in SIDES if one != side and found):
            option = self.players[other].choose_reaction(self.board, self._sight(), found)
            if option is not None:
                self._carry_out(option)


def board_side(board: Board, request: Request) -> str | None:
    unit = board.game.units.get(request.unit[0]) if request.unit else None
    return unit.side if unit else request.side
