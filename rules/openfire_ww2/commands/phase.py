"""`/turn phase`: whose turn it is, its two phases in either order; and who holds an objective (Objectives)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.command.system import Command, ResolvedCommand
from rules.game.events import Event, ObjectPlaced, PointsScored, TurnAdvanced
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice
from rules.kernel.request import Request
from rules.kernel.text import Note, Term, Text, asks
from rules.openfire_ww2.commands.board_facts import is_vehicle
from rules.openfire_ww2.commands.turn_state import freeing
from rules.openfire_ww2.facts import OBJECTIVES
from rules.openfire_ww2.tables import Board

PHASES = ("movement", "combat")
TURN = "Turn sequence"


def phase(board: Board, request: Request) -> ResolvedCommand:
    """The phases come in either order; where nobody's turn has begun, it is the caller's."""
    warnings, side, chosen = before(board, request), _whose(board, request), request.action or ""
    return ResolvedCommand(
        after=lambda after, _: [*_named(after, side, chosen), turned(after, side, chosen)],
        title=_title(side, chosen),
        notes=lambda _, __: [_PHASE[chosen]],
        warnings=warnings,
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError in another side's turn, and once every side has had its own."""
    holder = board.game.holder
    if request.side and holder and holder != request.side:
        raise RuleError(others_turn(holder, request.side), TURN)
    somebodys_turn(board)
    return _had(board, _whose(board, request), request.action or "")


def _whose(board: Board, request: Request) -> str | None:
    return board.game.holder or request.side or next(iter(board.game.sides), None)


def _had(board: Board, side: str | None, phase: str) -> tuple[Text, ...]:
    """The warning for a phase that the side has had; naming its first one again changes nothing."""
    had = [name for name in PHASES if side and board.game.tally(name, side)]
    if phase not in had or (board.game.phase == phase and len(had) == 1):
        return ()
    return (Text("{side} has had its {phase} phase this turn (Turn sequence).", side=side or "", phase=Term(phase)),)


def _named(board: Board, side: str | None, phase: str) -> list[Event]:
    """A side goes through each phase once a turn; what it has named is counted until its turn is over."""
    return [PointsScored(side=side, points=1, tally=phase)] if side else []


def unnamed(board: Board, sides: Sequence[str]) -> list[Event]:
    return [
        PointsScored(side=side, points=-board.game.tally(phase, side), tally=phase)
        for side in sides
        for phase in PHASES
        if board.game.tally(phase, side)
    ]


def _title(side: str | None, phase: str) -> Text:
    whose = side or Text("nobody")
    if phase == "movement":
        return Text("{side}: movement phase", side=whose)
    return Text("{side}: combat phase", side=whose)


_PHASE = {
    "movement": Text("Units only move; manoeuvres and orders are possible."),
    "combat": Text("Units only fight; manoeuvres and orders are possible."),
}


def somebodys_turn(board: Board) -> None:
    """Raises RuleError once every side has had its turn."""
    if board.game.order and board.game.holder is None:
        raise RuleError(Text("Every side has had its turn: `/turn next`."), TURN)


def others_turn(holder: str, side: str) -> Text:
    return Text("It is the turn of {holder}, not of {side}; it ends with `/turn end`.", holder=holder, side=side)


def turned(board: Board, holder: str | None, phase: str | None = None) -> TurnAdvanced:
    """The same game turn with another holder or phase; the first holder begins the order of the sides."""
    game = board.game
    order = game.order or ((holder, *(side for side in game.sides if side != holder)) if holder else ())
    return TurnAdvanced(turn=game.turn, order=order, holder=holder, phase=phase)


COMMAND = Command(
    key="turn phase",
    title=Text("Go to a phase"),
    order=phase,
    before=before,
    needs=("action",),
    actions=(Choice("movement", Text("Movement phase")), Choice("combat", Text("Combat phase"))),
)


# Who holds an objective, when it is free again, and when to ask (Objectives).


def holding(board: Board, side: str, unit: Unit | None) -> list[Text]:
    """Raises RuleError for a unit that can hold none, or a side that has no other; asks for a unit not named."""
    if unit:
        why = _unable(unit)
        if why:
            raise RuleError(why, OBJECTIVES)
        return []
    units = board.game.of_side(side)
    if units and all(map(_unable, units)):
        nobody = Text(
            "{side} has no unit that can hold an objective: vehicles, the pinned and the retreating cannot.", side=side
        )
        raise RuleError(nobody, OBJECTIVES)
    return [Text("Which unit holds it? Give `unit`; it lets go when it is pinned or falls back.")]


def _unable(unit: Unit) -> Text | None:
    """Why a unit can hold no objective, if it cannot."""
    if not unit.alive:
        return Text("{unit} is out of action and holds no objective.", unit=unit.ref)
    if is_vehicle(unit):
        return Text("{unit} is a vehicle: vehicles hold no objective.", unit=unit.ref)
    if unit.has("pinned") or unit.has("retreating"):
        return Text("{unit} is pinned or falling back and holds no objective.", unit=unit.ref)
    return None


def let_go(board: Board) -> list[Event]:
    """Objectives whose holder can hold them no more."""
    return [ObjectPlaced(thing=thing.freed) for thing in _held(board) if _lost(board, thing.unit)]


def _held(board: Board) -> list[TableObject]:
    return [thing for thing in board.game.things.values() if thing.kind == "objective" and thing.unit]


def _lost(board: Board, id: str | None) -> bool:
    return id not in board.game.units or _unable(board.unit(id)) is not None


def leaving(board: Board, unit: Unit) -> list[Note]:
    """The question, for each objective that it holds, when a unit has moved."""
    return [_leaving(unit, thing.label) for thing in _held(board) if thing.unit == unit.id]


def _leaving(unit: Unit, label: str) -> Note:
    said = Text("Is {unit} still within 3″ of {objective}?", unit=unit.ref, objective=label)
    return asks(said, *freeing(label))
