"""`/initiative`, `/activate` and `/turn`: whose bound it is, and what ends with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.bayonet.activation import Activate
from rules.bayonet.commands.board_facts import may_do, rulings
from rules.bayonet.initiative import BOUNDS, Initiative
from rules.commands import Board, Command, Planned, Request, ResolvedCommand, able, mark
from rules.errors import RuleError
from rules.events import Event, StateCounted, TurnAdvanced
from rules.facts import checked
from rules.system import Played
from rules.text import listed, say, sentence
from rules.turns import burned_down, next_side, to_collect
from rules.unit import Unit


def initiative(board: Board, request: Request) -> ResolvedCommand:
    """A die for every side, in the order in which they sat down."""
    sides = board.game.sides
    if len(sides) < 2:
        raise RuleError(say("Initiative needs two sides: use `/game join` or `/force load` for the other."), BOUNDS)
    facts = checked(Initiative, {"sides": len(sides), "names": tuple(side[:60] for side in sides)})
    return ResolvedCommand(
        (Planned("initiative", facts, {}),),
        after=partial(_ranked, sides),
        notes=lambda now, _: bound_note(now),
        warnings=(say("The order of the bounds has been thrown."),) if board.game.order else (),
        title=say("Initiative: {sides}", sides=listed(list(sides))),
    )


def _ranked(sides: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Event]:
    places: tuple[int, ...] = played[0].outcome.order
    order = tuple(sides[place] for place in places)
    return [TurnAdvanced(turn=board.game.turn, order=order, holder=order[0])]


def bound_note(board: Board) -> list[str]:
    """Whose bound it is, in a sentence; nothing before anybody began one."""
    game = board.game
    return (
        [say("Bound {turn}: {holder} moves, then its enemies shoot.", turn=game.turn, holder=game.holder)]
        if game.holder
        else []
    )


def activate(board: Board, request: Request) -> ResolvedCommand:
    """No throw; where nobody has begun a bound, the figure's side does."""
    unit = able(board.unit(request.unit[0]), say("act"))
    return ResolvedCommand(
        (Planned("activate", checked(Activate, {}), {"unit": unit.id}),),
        after=partial(_begun, unit.id),
        notes=partial(_may, unit.id),
        warnings=out_of_bound(board, unit),
        title=say("{unit} acts", unit=unit.name),
    )


def out_of_bound(board: Board, unit: Unit) -> tuple[str, ...]:
    """A warning for a figure that acts in another side's bound."""
    holder = board.game.holder
    if holder in (None, unit.side):
        return ()
    return (say("It is {holder}'s bound, not {side}'s ({section}).", holder=holder, side=unit.side, section=BOUNDS),)


def _begun(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    game, side, acted = board.game, board.unit(id).side, mark(board.unit(id), acted=1)
    if game.holder:
        return acted
    others = tuple(other for other in game.sides if other != side)
    return [*acted, TurnAdvanced(turn=game.turn, order=game.order or (side, *others), holder=side)]


def _may(id: str, board: Board, played: Sequence[Played]) -> list[str]:
    unit = board.unit(id)
    may = may_do(board, unit)
    return [
        sentence(say("{unit} may: {actions}", unit=unit.name, actions=listed(may, "or")))
        if may
        else say("{unit} can do nothing now.", unit=unit.name),
        *bound_note(board),
    ]


def next(board: Board, request: Request) -> ResolvedCommand:
    """The bound is over. Before anybody began one, what ends with any bound ends."""
    return ResolvedCommand(
        after=_over,
        notes=partial(_told, board),
        title=_ended_title(board.game.holder, board.game.turn),
    )


def _ended_title(holder: str | None, turn: int) -> str:
    if holder is None:
        return say("Bound {turn} is over", turn=turn)
    return say("{holder}'s bound {turn} is over", holder=holder, turn=turn)


def end(board: Board, request: Request) -> ResolvedCommand:
    """The holder's own way to end the bound; raises RuleError for another side."""
    holder = board.game.holder
    if request.side and holder and request.side != holder:
        raise RuleError(say("It is {holder}'s bound, not {side}'s.", holder=holder, side=request.side), BOUNDS)
    return next(board, request)


def _over(board: Board, played: Sequence[Played]) -> list[Event]:
    game = board.game
    events = [event for unit in game.units.values() for event in _ended(board, unit)]
    events += burned_down(board)
    order = game.order or game.sides
    standing = {unit.side for unit in game.units.values() if unit.alive}
    holder = next_side(order, game.holder, standing) if game.holder else None
    return [*events, TurnAdvanced(turn=game.turn + 1, order=game.order, holder=holder)]


_OF_A_BOUND = ("targeted", "moved", "acted")


def _ended(board: Board, unit: Unit) -> list[Event]:
    """Its own bound ends what it suffered, an enemy's what it spent (States)."""
    holder = board.game.holder
    events = [event for state in _OF_A_BOUND if unit.has(state) for event in mark(unit, **{state: None})]
    if holder in (None, unit.side) and rulings(board).suppressed_lasts == "own_bound":
        events += [
            event for state in ("suppressed", "fleeing") if unit.has(state) for event in mark(unit, **{state: None})
        ]
    if holder is None or holder != unit.side:
        events += mark(unit, fired=None) if unit.has("fired") else []
        events += [StateCounted(unit=unit.id, state="reloading", change=-1)] if unit.has("reloading") else []
    return events


def _told(before: Board, board: Board, played: Sequence[Played]) -> list[str]:
    lines = to_collect(before, board)
    lasting = [unit.name for unit in board.game.units.values() if unit.alive and _down(unit)]
    if lasting and rulings(board).suppressed_lasts == "manual":
        lines.append(say("Still suppressed or fleeing, by ruling: {units}.", units=listed(lasting)))
    return [*lines, *(bound_note(board) or [say("Whose bound is it? `/initiative`, or `/activate` a figure.")])]


def _down(unit: Unit) -> bool:
    return unit.has("suppressed") or unit.has("fleeing")


INITIATIVE = Command(key="initiative", title="Initiative", order=initiative, needs=())
ACTIVATE = Command(key="activate", title="Act", order=activate)
NEXT = Command(key="turn next", title="Next bound", order=next, needs=())
END = Command(key="turn end", title="End of the bound", order=end, needs=())
