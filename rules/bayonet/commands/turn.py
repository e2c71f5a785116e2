"""`/initiative`, `/activate` and `/turn`: whose bound it is, its steps, and what ends with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.bayonet.bound import (
    FIGHTING,
    SHOOTING,
    has_go,
    is_moving,
    is_of_before,
    is_shooting,
    let_go,
    mover,
    moves_done,
    others,
    shots_done,
)
from rules.bayonet.figures import may_do, may_shoot
from rules.bayonet.initiative import BOUNDS, Activate, Initiative
from rules.bayonet.states import SUFFERED, begun, over
from rules.bayonet.tables import Board
from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import NAMED, burned_down, by_side, contending, next_side, throw_for_it
from rules.game.events import Event, StateCounted, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, checked
from rules.kernel.request import Request, changed
from rules.kernel.text import Listed, Note, Sentence, Text, asks, counted


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
    begins = TurnAdvanced(turn=board.game.turn, order=order, holder=first)
    return [*let_go(board), begins, *begun(board, first)]


def bound_note(board: Board) -> list[Text]:
    """Whose bound it is, in a sentence; nothing before anybody began one."""
    game = board.game
    if not game.holder:
        return []
    return [asks(Text("{holder}'s bound: moves, enemy shots, then fights.", holder=game.holder))]


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
    """A figure acts in the bound of its own side, or shoots in that of another."""
    unit = able(board.unit(request.unit[0]), Text("act"))
    if has_go(board, unit.side):
        return ()
    values = {"holder": mover(board) or "", "side": unit.side, "section": BOUNDS}
    return (Text("It is the bound of {holder}, not of {side} ({section}).", **values),)


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
        warnings=before_next(board, request),
        title=_ended_title(mover(board), board.game.turn),
    )


def before_next(board: Board, request: Request) -> tuple[Text, ...]:
    """The warning for a bound that ends before those have shot who may."""
    waiting = [unit for side in others(board) for unit in _ready(board, side)]
    if not waiting:
        return ()
    return (Text("May still shoot in this bound: {units} ({section}).", units=by_side(waiting), section=BOUNDS),)


def _ended_title(holder: str | None, turn: int) -> Text:
    if holder is None:
        return Text("Bound {turn} is over", turn=turn)
    return Text("Bound {turn} of {holder} is over", holder=holder, turn=turn)


def _ready(board: Board, side: str) -> list[Unit]:
    """The figures of a side that may shoot."""
    return [unit for unit in board.game.of_side(side) if unit.alive and may_shoot(unit)]


def _shooters(board: Board, but: str | None = None) -> list[str]:
    """The sides that have figures that may shoot and have not said that they are done."""
    return [side for side in others(board) if side != but and _ready(board, side)]


# The steps of a bound: its moves are done, the shots of the other sides are done, it is over.


def phase(board: Board, request: Request) -> ResolvedCommand:
    """The moves are done, or a side has shot everything."""
    before_phase(board, request)
    game = board.game
    if request.action == SHOOTING:
        return ResolvedCommand(
            after=lambda after, _: moves_done(after, _shooters(after)),
            notes=lambda now, _: _shots_due(now),
            title=Text("{side}: moves are done", side=game.holder or ""),
        )
    left = [] if is_of_before(board) else _shooters(board, game.holder)
    # A side that has nobody left has nobody to fight with either.
    over = not left and mover(board) not in game.standing()
    return ResolvedCommand(
        after=_over if over else lambda after, _: shots_done(after, left),
        notes=_told if over else lambda now, _: _shots_due(now),
        title=Text("{side}: has shot everything", side=request.side or game.holder or ""),
    )


def before_phase(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a step that does not come next, or is another side's to end."""
    game, side = board.game, request.side
    if game.holder is None:
        raise RuleError(Text("Nobody has begun a bound: throw, or let a figure act."), BOUNDS)
    if request.action == SHOOTING and not is_moving(board):
        raise RuleError(Text("The moves of this bound are done."), BOUNDS)
    if request.action == FIGHTING and not is_shooting(board):
        early, late = Text("The moves of this bound are not done yet."), Text("The shots of this bound are done.")
        raise RuleError(early if is_moving(board) else late, BOUNDS)
    if side and not has_go(board, side):
        raise RuleError(_anothers(board, side), BOUNDS)
    return ()


def _anothers(board: Board, side: str) -> Text:
    """The refusal for a side that ends a step of another one."""
    values = {"holder": board.game.holder or "", "side": side}
    if is_shooting(board):
        return Text("{holder} shoots now, not {side}.", **values)
    return Text("It is the bound of {holder}, not of {side}.", **values)


def _shots_due(board: Board) -> list[Note]:
    """Who shoots now, and how at what has moved; after the shots, who fights."""
    holder = board.game.holder or ""
    if not is_shooting(board):
        return [asks(Text("{side} fights, then its bound is over.", side=holder))]
    ready = _ready(board, holder)
    who = by_side(ready) if len(ready) <= NAMED else counted(len(ready), "unit", "units")
    said = Text("{side} shoots: {units}.", side=holder, units=who)
    found = [asks(said, step_called(board), Request("turn phase", action=FIGHTING))]
    if any(unit.has("moved") for unit in board.game.of_side(mover(board) or "")):
        hidden = Text("Opportunity fire (−1, −2): seen most of its way.")
        return [*found, asks(hidden)]
    return found


def step_called(board: Board) -> Text:
    """What ends the step that the bound has come to."""
    if is_moving(board) or is_of_before(board):
        return Text("Moves are done") if is_moving(board) else Text("Has shot everything")
    return Text("{side} has shot everything", side=board.game.holder or "")


def end(board: Board, request: Request) -> ResolvedCommand:
    """The side whose go it is has done what it can in this step: the next step begins, or the bound is over."""
    before_end(board, request)
    if is_moving(board) and _shooters(board):
        return phase(board, changed(request, action=SHOOTING))
    if is_shooting(board) and not is_of_before(board):
        return phase(board, changed(request, action=FIGHTING))
    return next(board, request)


def end_called(board: Board) -> Text:
    """What ends the bound, with whose it is."""
    side = mover(board)
    return Text("End of {side}'s bound", side=side) if side else END.title


def before_end(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a side whose go it is not."""
    if request.side and not has_go(board, request.side):
        raise RuleError(_anothers(board, request.side), BOUNDS)
    return ()


def _over(board: Board, played: Sequence[Played]) -> list[Event]:
    game, side = board.game, mover(board)
    events = [*let_go(board), *(event for unit in game.units.values() for event in _ended(board, unit))]
    events += burned_down(board)
    order = game.order or game.sides
    holder = next_side(order, side, game.standing()) if side else None
    events.append(TurnAdvanced(turn=game.turn + 1, order=game.order, holder=holder))
    return [*events, *begun(board.after(events), holder)]


_OF_A_BOUND = ("targeted", "moved", "acted", "aids_against")


def _ended(board: Board, unit: Unit) -> list[Event]:
    """Events at a bound's end: a figure's own bound ends what it suffered before, an enemy's what it spent (States)."""
    holder = mover(board)
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
PHASE = Command(
    key="turn phase",
    title=Text("Go on with the bound"),
    order=phase,
    before=before_phase,
    needs=("action",),
    actions=(Choice(SHOOTING, Text("Moves are done")), Choice(FIGHTING, Text("Has shot everything"))),
    called=step_called,
)
NEXT = Command(key="turn next", title=Text("Next bound"), order=next, before=before_next, needs=(), same_as="turn end")
END = Command(
    key="turn end",
    title=Text("End of the bound"),
    order=end,
    before=before_end,
    needs=(),
    same_as="turn phase",
    called=end_called,
)
