"""`/initiative`, `/activate` and `/turn`: whose bound it is, and what ends with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.bayonet.commands.board_facts import may_do, may_shoot, profile
from rules.bayonet.initiative import BOUNDS, Activate, Initiative
from rules.bayonet.states import SUFFERED, begun, over
from rules.bayonet.tables import Board
from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import burned_down, by_side, contending, next_side, throw_for_it
from rules.game.events import Event, StateCounted, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Request
from rules.kernel.text import Listed, Sentence, Text, asks


def initiative(board: Board, request: Request) -> ResolvedCommand:
    """A die for every side, in the order in which they sat down."""
    warnings, sides = before_initiative(board, request), board.game.sides
    facts = checked(Initiative, {"sides": len(sides), "names": tuple(side[:60] for side in sides)})
    return ResolvedCommand(
        (Planned("initiative", facts, {}),),
        after=partial(_ranked, sides),
        notes=lambda now, _: bound_note(now),
        warnings=warnings,
        rethrows=_thrown(board),
        title=Text("Initiative: {sides}", sides=Listed(list(sides))),
    )


def before_initiative(board: Board, request: Request) -> tuple[Text, ...]:
    contending(board, BOUNDS)
    if request.modifier or request.modifiers:
        raise RuleError(Text("The order of the bounds has no modifiers."), BOUNDS)
    return _thrown(board)


def _thrown(board: Board) -> tuple[Text, ...]:
    """The warning for a second throw for the order."""
    return (Text("The order of the bounds has been thrown."),) if board.game.order else ()


def _ranked(sides: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Event]:
    """The sides in the order thrown; the first of them with anybody left begins."""
    places: tuple[int, ...] = played[0].outcome.order
    order = tuple(sides[place] for place in places)
    first = next_side(order, None, board.game.standing()) or order[0]
    return [TurnAdvanced(turn=board.game.turn, order=order, holder=first), *begun(board, first)]


def bound_note(board: Board) -> list[Text]:
    """Whose bound it is, in a sentence; nothing before anybody began one."""
    game = board.game
    if not game.holder:
        return []
    return [asks(Text("{holder}'s bound: it moves, then its enemies shoot.", holder=game.holder))]


def activate(board: Board, request: Request) -> ResolvedCommand:
    """No throw; where nobody has begun a bound, the figure's side does."""
    unit, warnings = board.unit(request.unit[0]), before(board, request)
    return ResolvedCommand(
        (Planned("activate", checked(Activate, {}), {"unit": unit.id}),),
        after=partial(_begun, unit.id),
        notes=partial(_may, unit.id),
        warnings=warnings,
        title=Text("{unit}: its go", unit=unit.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """A figure acts in the bound of its own side."""
    return out_of_bound(board, able(board.unit(request.unit[0]), Text("act")))


def out_of_bound(board: Board, unit: Unit) -> tuple[Text, ...]:
    """A warning for a figure that acts in another side's bound."""
    holder = board.game.holder
    if holder in (None, unit.side):
        return ()
    return (
        Text("It is the bound of {holder}, not of {side} ({section}).", holder=holder, side=unit.side, section=BOUNDS),
    )


def _begun(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    game, side, acted = board.game, board.unit(id).side, mark(board.unit(id), acted=1)
    if game.holder:
        return acted
    others = tuple(other for other in game.sides if other != side)
    began = TurnAdvanced(turn=game.turn, order=game.order or (side, *others), holder=side)
    return [*acted, began, *begun(board, side)]


def _may(id: str, board: Board, played: Sequence[Played]) -> list[Text]:
    unit = board.unit(id)
    may = may_do(board, unit)
    return [
        Sentence(Text("{unit} may: {actions}", unit=unit.ref, actions=Listed(may, "or")))
        if may
        else Text("{unit} can do nothing now.", unit=unit.ref),
        *bound_note(board),
    ]


def next(board: Board, request: Request) -> ResolvedCommand:
    """The bound is over. Before anybody began one, what ends with any bound ends."""
    return ResolvedCommand(
        after=_over,
        notes=_told,
        title=_ended_title(board.game.holder, board.game.turn),
    )


def _ended_title(holder: str | None, turn: int) -> Text:
    if holder is None:
        return Text("Bound {turn} is over", turn=turn)
    return Text("Bound {turn} of {holder} is over", holder=holder, turn=turn)


def end(board: Board, request: Request) -> ResolvedCommand:
    """The holder's own way to end the bound; first its enemies shoot, where they may and none of them has."""
    before_end(board, request)
    waiting = _yet_to_shoot(board)
    if not waiting:
        return next(board, request)
    holder, said = board.game.holder, Text("Now its enemies shoot: {units}.", units=by_side(waiting))
    return ResolvedCommand(
        after=lambda after, _: [after_moving(after)],
        notes=lambda now, _: [asks(said, end_called(now), Request("turn end"))],
        title=Text("{side} has moved", side=holder or ""),
    )


def end_called(board: Board) -> Text:
    """What ends the bound, with whose it is: the enemies shoot before that, and may not end it."""
    return Text("End of {side}'s bound", side=board.game.holder) if board.game.holder else END.title


SHOOTING = "shooting"
"""The part of a bound in which the holder's enemies shoot, where its end was wanted before any of them had."""


def after_moving(board: Board) -> TurnAdvanced:
    game = board.game
    return TurnAdvanced(turn=game.turn, order=game.order, holder=game.holder, phase=SHOOTING)


def _yet_to_shoot(board: Board) -> list[Unit]:
    """The enemies that may shoot at what has moved, once before the bound ends, where none of them has."""
    game = board.game
    enemies = [unit for unit in game.units.values() if unit.side != game.holder]
    moved = any(unit.alive and unit.has("moved") for unit in game.units.values() if unit.side == game.holder)
    if not moved or game.phase == SHOOTING or any(unit.has("fired") for unit in enemies):
        return []
    return [unit for unit in enemies if unit.alive and may_shoot(unit) and profile(unit).area is None]


def before_end(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for another side than the holder."""
    holder = board.game.holder
    if request.side and holder and request.side != holder:
        raise RuleError(Text("It is the bound of {holder}, not of {side}.", holder=holder, side=request.side), BOUNDS)
    return ()


def _over(board: Board, played: Sequence[Played]) -> list[Event]:
    game = board.game
    events = [event for unit in game.units.values() for event in _ended(board, unit)]
    events += burned_down(board)
    order = game.order or game.sides
    holder = next_side(order, game.holder, game.standing()) if game.holder else None
    events.append(TurnAdvanced(turn=game.turn + 1, order=game.order, holder=holder))
    return [*events, *begun(board.after(events), holder)]


_OF_A_BOUND = ("targeted", "moved", "acted", "aids_against")


def _ended(board: Board, unit: Unit) -> list[Event]:
    """Events at a bound's end: a figure's own bound ends what it suffered before, an enemy's what it spent (States)."""
    holder = board.game.holder
    events = [event for state in _OF_A_BOUND if unit.has(state) for event in mark(unit, **{state: None})]
    events += over(board, unit) if holder in (None, unit.side) else []
    if holder is None or holder != unit.side:
        events += mark(unit, fired=None) if unit.has("fired") else []
        events += [StateCounted(unit=unit.id, state="reloading", change=-1)] if unit.has("reloading") else []
    return events


def _told(board: Board, played: Sequence[Played]) -> list[Text]:
    whose = Text("Whose bound is it? Throw, or let a figure act.")
    lines = bound_note(board) or [throw_for_it(board, whose)]
    lasting = [unit.ref for unit in board.game.units.values() if unit.alive and any(map(unit.has, SUFFERED))]
    if lasting and board.rulings.suppressed_lasts == "manual":
        return [Text("Still suppressed or fleeing, by ruling: {units}.", units=Listed(lasting)), *lines]
    return lines


INITIATIVE = Command(key="initiative", title=Text("Initiative"), order=initiative, before=before_initiative, needs=())
ACTIVATE = Command(key="activate", title=Text("Act"), order=activate, before=before, offered=False)
NEXT = Command(key="turn next", title=Text("Next bound"), order=next, needs=(), same_as="turn end")
END = Command(key="turn end", title=Text("End of the bound"), order=end, before=before_end, needs=(), called=end_called)
