"""A side's turn has two phases in either order; `/turn phase`, `end` and `next`, and what they end and begin with.

(Turn sequence)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.command.effects import clearing, mark
from rules.command.system import Planned
from rules.command.turns import next_turn, not_yet
from rules.game.events import Event, PointsScored, StateCounted, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice
from rules.kernel.request import Request
from rules.kernel.text import N_, Note, Term, Text, asks
from rules.openfire_ww2.morale import DueTests
from rules.openfire_ww2.objectives import majority_events, majority_note
from rules.openfire_ww2.own_turn import LYING, comes_first
from rules.openfire_ww2.shots import elsewhere
from rules.openfire_ww2.tables import Board, Order

PHASES = ("movement", "combat")
TURN = "Turn sequence"
_COUNTED = ("buttoned", "barraged")
"""States that count turn ends of the unit's own side."""
_MEANS = {
    "movement": Text("Units only move; manoeuvres and orders are possible."),
    "combat": Text("Units only fight; manoeuvres and orders are possible."),
}


class _OfTurn(Order):
    needs = ()

    def must_be_own_turn(self, side: str | None) -> None:
        """Raise RuleError once every side has had its turn, and in the turn of another side."""
        game, asked = self.board.game, self.request.side
        if game.order and game.holder is None:
            raise RuleError(Text("Every side has had its turn: `/turn next`."), TURN)
        if side is not None and asked and side != asked:
            other = N_("It is the turn of {holder}, not of {side}; it ends with `/turn end`.")
            raise RuleError(Text(other, holder=side, side=asked), TURN)


class GoToPhase(_OfTurn):
    """`/turn phase`: where nobody's turn has begun, it is the caller's; each phase comes once a turn."""

    key, title, needs = "turn phase", Text("Go to a phase"), ("action",)
    actions = (Choice("movement", Text("Movement phase")), Choice("combat", Text("Combat phase")))

    @property
    def phase(self) -> str:
        return self.request.action or ""

    @property
    def side(self) -> str | None:
        game = self.board.game
        return game.holder or self.request.side or next(iter(game.sides), None)

    def checks(self) -> None:
        """Naming the first phase again changes nothing."""
        game, side = self.board.game, self.side
        self.must_be_own_turn(game.holder)
        had = [name for name in PHASES if side and game.tally(name, side)]
        if self.phase in had and not (game.phase == self.phase and len(had) == 1):
            again = N_("{side} has had its {phase} phase this turn (Turn sequence).")
            self.warn(Text(again, side=side or "", phase=Term(self.phase)))

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        """What a side has named is counted until its turn is over."""
        if self.side:
            yield PointsScored(side=self.side, points=1, tally=self.phase)
        yield _turned(now, self.side, self.phase)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        return (_MEANS[self.phase],)

    def headline(self) -> Text:
        whose = self.side or Text("nobody")
        if self.phase == "movement":
            return Text("{side}: movement phase", side=whose)
        return Text("{side}: combat phase", side=whose)


class EndTurn(_OfTurn):
    """`/turn end`: the next side begins with its Terror tests."""

    key, title = "turn end", Text("End your turn")

    @property
    def side(self) -> str | None:
        return self.board.game.holder or self.request.side

    def checks(self) -> None:
        self.must_be_own_turn(self.side)
        if self.side is None:
            raise RuleError(Text("Whose turn is over? `/turn phase` says whose it is."), TURN)
        self.warn(*_left_behind(self.board, (self.side,)))

    def rolls(self) -> Iterable[Planned]:
        """The next side is the first one left; none when all have had their turn."""
        assert self.side
        order = _turned(self.board, self.side).order
        self.following = next(iter(_left(self.board, order[order.index(self.side) + 1 :])), None)
        self.tests = DueTests(self.board, [self.following] if self.following else [])
        return self.tests.rolls()

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        assert self.side
        yield from _ended(now, (self.side,))
        yield _turned(now.after([_turned(now, self.side)]), self.following)
        yield from _started(now, [self.following] if self.following else [])
        yield from self.tests.after(now, played)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        yield from self.tests.notes(now, played)
        yield _whose_next(now)

    def headline(self) -> Text:
        return Text("{side}: turn over", side=self.side or "")


class NextTurn(_OfTurn):
    """`/turn next`: a side that has not had a turn forfeits it."""

    key, title = "turn next", Text("Next turn")

    def checks(self) -> None:
        """Warn of units that could have done something, of sides that have not ended their turn by themselves."""
        ending = _still_to_end(self.board)
        done = ("moved_this_turn", "fired", "acted", "retreating")
        kept = ("pinned", "buttoned", "barraged", "towed_by", "set_up_position", "hull_down")
        units = [unit for unit in _of(self.board, ending) if unit.alive]
        idle = [unit for unit in units if not any(unit.has(state) for state in (*done, *kept))]
        self.warn(*not_yet(self.board, idle), *_left_behind(self.board, ending))

    def rolls(self) -> Iterable[Planned]:
        begins = _first(self.board)
        self.first = (begins,) if begins else self.board.game.sides
        self.tests = DueTests(self.board, self.first)
        return self.tests.rolls()

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        game = now.game
        yield from majority_events(now)
        yield from _ended(now, _still_to_end(now))
        yield from (event for event in next_turn(now) if getattr(event, "state", None) not in _COUNTED)
        for unit in _of(now, game.sides):
            yield from _remembered(unit)
        yield TurnAdvanced(turn=game.turn + 1, order=game.order, holder=_first(now))
        yield from _started(now, self.first)
        yield from self.tests.after(now, played)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        yield from self.tests.notes(now, played)
        yield _whose_next(now)
        yield from majority_note(self.board)

    def headline(self) -> Text:
        return Text("Turn {turn}", turn=self.board.game.turn + 1)


def _left_behind(board: Board, sides: Sequence[str]) -> Iterator[Text]:
    """Yield the warnings of units of these sides that have still to fall back, or to fire as ordered."""
    for unit in _of(board, sides):
        yield from (*comes_first(unit), *elsewhere(board, unit, ()))


def _of(board: Board, sides: Sequence[str]) -> list[Unit]:
    return [unit for unit in board.game.units.values() if unit.side in sides]


def _left(board: Board, sides: Sequence[str]) -> list[str]:
    """Return the sides that have anybody left."""
    living = {unit.side for unit in board.game.units.values() if unit.alive}
    return [side for side in sides if side in living]


def _first(board: Board) -> str | None:
    """Return the side that begins a turn: the first of the order that has anybody left, if any has."""
    order = board.game.order
    return next(iter((*_left(board, order), *order)), None)


def _still_to_end(board: Board) -> tuple[str, ...]:
    """Return the sides whose turn was not ended by `/turn end`: all of them where nobody kept count of turns."""
    game = board.game
    if not game.order:
        return game.sides
    return game.order[game.order.index(game.holder) :] if game.holder in game.order else ()


def _turned(board: Board, holder: str | None, phase: str | None = None) -> TurnAdvanced:
    """Return the same game turn with another holder or phase; the first holder begins the order of the sides."""
    game = board.game
    order = game.order or ((holder, *(side for side in game.sides if side != holder)) if holder else ())
    return TurnAdvanced(turn=game.turn, order=order, holder=holder, phase=phase)


def _ended(board: Board, sides: Sequence[str]) -> Iterator[Event]:
    """Yield the end of sides' turns: phases begin anew, and what counts their turn ends is one less."""
    for side in sides:
        for phase in PHASES:
            if had := board.game.tally(phase, side):
                yield PointsScored(side=side, points=-had, tally=phase)
    for unit in _of(board, sides):
        for state in _COUNTED:
            if unit.has(state):
                yield StateCounted(unit=unit.id, state=state, change=-1)


def _started(board: Board, sides: Sequence[str]) -> Iterator[Event]:
    """Yield the start of sides' turns: Hold the Line ends; lying and standing in position too, by ruling."""
    brief = board.rulings.states_last == "next_turn"
    for unit in _of(board, sides):
        yield from (
            one for one in clearing(board, unit, "turn_start") if brief or getattr(one, "state", "") not in LYING
        )


def _remembered(unit: Unit) -> Iterator[Event]:
    """Yield what counts in the next turn of what it did in this one."""
    if unit.has("moved_this_turn"):
        yield from mark(unit, moved_last_turn=1)
    if unit.has("hit_the_dirt"):
        yield from mark(unit, lay_before=1)


def _whose_next(board: Board) -> Note:
    """Ask for the phase of the side that is to go, or for the next turn."""
    game, first = board.game, GoToPhase.actions[0]
    if game.order and not game.holder:
        return asks(Text("Every side has had its turn."), NextTurn.title, Request("turn next"))
    whose = Text("{holder}'s turn: which phase?", holder=game.holder) if game.holder else Text("Whose turn is it?")
    return asks(whose, first.label, Request("turn phase", action=first.code))
