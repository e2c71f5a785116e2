"""Sides that activate a unit in turn, which then has some actions: who waits, who is active, who comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rules.command.effects import mark
from rules.command.system import Board, ResolvedCommand
from rules.command.turns import goes_on, next_side, passes
from rules.game.events import Event, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.text import Note, Text, asks, counted

Notes = Callable[[Board], Sequence[Text]]


def waiting(board: Board, side: str | None = None, done: str = "activated") -> list[Unit]:
    """Living units that have not had their go this turn, for which `done` is the state."""
    units = board.game.units.values()
    return [unit for unit in units if unit.alive and not unit.has(done) and side in (None, unit.side)]


def active(board: Board) -> list[Unit]:
    """Units with actions left; one of them, if nobody bends the rules."""
    return [unit for unit in board.game.units.values() if unit.alive and unit.count("actions_left")]


def first_waiting(board: Board, order: Iterable[str], done: str = "activated") -> str | None:
    """The first side in the order that has units waiting."""
    sides = {unit.side for unit in waiting(board, done=done)}
    return next((side for side in order if side in sides), None)


def held_by(board: Board, side: str) -> list[Event]:
    """The go is that side's, whoever had it, and it is not done; nothing before the initiative was thrown."""
    game, again = board.game, goes_on(board, side)
    if not game.order or game.holder == side:
        return again
    return [*again, TurnAdvanced(turn=game.turn, order=game.order, holder=side, phase=game.phase)]


def passed_on(board: Board, side: str) -> list[Event]:
    """The next side that still has units to activate; nothing before the initiative was thrown."""
    game = board.game
    if not game.order:
        return []
    holder = next_side(game.order, side, {unit.side for unit in waiting(board)})
    return [TurnAdvanced(turn=game.turn, order=game.order, holder=holder, phase=game.phase)]


def forfeited(units: Iterable[Unit]) -> list[Event]:
    """Actions that are left are lost."""
    return [event for unit in units for event in mark(unit, actions_left=None)]


def forfeits(board: Board) -> list[Text]:
    """What the units that are active would lose."""
    return [Text("{unit} forfeits {actions}.", unit=unit.ref, actions=_left(unit)) for unit in active(board)]


def _left(unit: Unit) -> Text:
    return counted(unit.count("actions_left"), "action", "actions")


def has_left(board: Board, unit: Unit) -> Text:
    """How many actions a unit has left."""
    return Text("{unit} has {actions} left.", unit=unit.ref, actions=_left(unit))


def go_note(board: Board, left: Callable[[Board, Unit], Text] = has_left) -> list[Text]:
    """Who goes on or activates next, in a sentence; before the initiative was thrown, only who goes on."""
    game, going = board.game, active(board)
    if going:
        return [left(board, unit) for unit in going]
    if not game.order:
        return []
    if game.holder is None:
        return [turn_over(board, Text("Every unit has been activated: `/turn next`."))]
    units = counted(len(waiting(board, game.holder)), "unit", "units")
    return [asks(Text("{side} is next, {units} left.", side=game.holder, units=units))]


def turn_over(board: Board, said: Text) -> Note:
    """That the turn is over, with the command for the next one."""
    return asks(said, board.system.commands["turn next"].title, Request("turn next"))


def end_of_go(
    board: Board, request: Request, section: str, notes: Callable[[Board], Sequence[Text]]
) -> ResolvedCommand:
    """The rest of a unit's actions is forfeited, and with no unit active the side is done; raises RuleError for a side
    whose go it is not.
    """
    side = _going(board, request.side, section)
    lost = forfeits(board)
    return ResolvedCommand(
        after=lambda after, _: _handed_on(after, side),
        notes=lambda after, _: [*lost, *notes(after)],
        title=Text("{side}: go over", side=side),
    )


def _going(board: Board, side: str | None, section: str) -> str:
    game = board.game
    if not game.order:
        raise RuleError(Text("The initiative has not been thrown yet: `/initiative`."), section)
    if game.holder is None:
        raise RuleError(Text("Every unit has been activated: `/turn next`."), section)
    if side and game.holder != side:
        raise RuleError(Text("{holder} is to go now, not {side}.", holder=game.holder, side=side), section)
    return game.holder


def _handed_on(board: Board, side: str) -> list[Event]:
    going = active(board)
    events = forfeited(going) if going else passes(board, side)
    return [*events, *passed_on(board.after(events), side)]


def not_their_go(board: Board, unit: Unit, section: str) -> list[Text]:
    """The warning for a unit of a side that is not to go."""
    holder = board.game.holder
    if not holder or holder == unit.side:
        return []
    values = {"holder": holder, "side": unit.side, "section": section}
    return [Text("{holder} activates a unit now, not {side} ({section}).", **values)]
