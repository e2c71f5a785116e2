"""How far a figure may move: its own move, since the page gives none; 2 inches when suppressed (Results)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pydantic import Field

from rules.bayonet.bound import is_shooting, mover, not_its_step, others
from rules.bayonet.commands.board_facts import in_combat, may_shoot, profile
from rules.bayonet.tables import Board, Book
from rules.command.effects import able, clearing, mark
from rules.command.movement import MovementPlan, movement_action
from rules.command.system import Command, Planned, Reaction, ResolvedCommand
from rules.game.entry import Entry
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import Line, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, Facts, Flag, checked
from rules.kernel.request import Request
from rules.kernel.text import N_, Note, Text, asks

MOVEMENT = "Movement"
RESULTS = "Results"


class Movement(Facts):
    """The facts of a move."""

    move: int | None = Field(
        default=None, strict=True, ge=0, le=1000, title=N_("Move"), description=N_("Inches, the figure's own.")
    )
    suppressed: Flag = Field(default=False, title=N_("Suppressed"))
    fleeing: Flag = Field(default=False, title=N_("Fleeing"))


def must_move(inches: int | None) -> int:
    """The inches that a figure moves; raises RuleError for one without."""
    if inches is None:
        raise RuleError(Text("Bayonet's page gives no distances: the figure needs a move of its own."), MOVEMENT)
    return inches


def plan(facts: Movement, book: Book) -> MovementPlan:
    """Raises RuleError for a figure without a move of its own: the page gives no distances."""
    inches = must_move(facts.move)
    own = Line(Text("its own move"), inches, MOVEMENT, "inches")
    if facts.fleeing:
        return MovementPlan((own,), Text("It flees: away from the enemy."))
    less = min(0, book.tables.suppressed_move - inches)
    if facts.suppressed:
        why = Text("suppressed: {inches}″ at most", inches=book.tables.suppressed_move)
        slowed = (Line(why, less, RESULTS, "inches"),) if less else ()
        return MovementPlan((own, *slowed), Text("It is suppressed: into cover."))
    return MovementPlan((own,))


ACTION = movement_action(Movement, plan)


# `/move`: how far, what a move ends, and opportunity fire at whoever has moved.


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a figure that has no move of its own."""
    unit, warnings = board.unit(request.unit[0]), before(board, request)
    return ResolvedCommand(
        (Planned("movement", _facts(unit), {"unit": unit.id}),),
        after=partial(_after, unit.id),
        notes=lambda now, _: _gassed(now, unit, "gas" in request.terrain),
        warnings=warnings,
        title=Text("{unit}: move out of combat", unit=unit.ref)
        if in_combat(unit)
        else Text("{unit}: move", unit=unit.ref),
    )


def inches(board: Board, request: Request) -> int | None:
    """A move on the spot is one that the figure has made all the same."""
    return total(plan(_facts(board.unit(request.unit[0])), board.book).why, "inches") or None


def _facts(unit: Unit) -> Movement:
    given = {"move": profile(unit).move, "suppressed": unit.has("suppressed"), "fleeing": unit.has("fleeing")}
    return checked(Movement, given)


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a figure that has no move of its own."""
    unit = able(board.unit(request.unit[0]), Text("move"))
    must_move(profile(unit).move)
    return (*not_its_step(board, unit), *_moved_before(unit))


def _moved_before(unit: Unit) -> tuple[Text, ...]:
    """The warning for a second move in a bound, also out of a combat that it came to."""
    said = Text("{unit} has moved in this bound ({section}).", unit=unit.ref, section=MOVEMENT)
    return (said,) if unit.has("moved") else ()


def _after(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    unit = board.unit(id)
    moved = mark(unit, moved=1) if played[0].outcome.inches else []
    return [*clearing(board, unit, "move"), *moved, *mark(unit, acted=1)]


def _gassed(board: Board, unit: Unit, entered: bool) -> list[Text]:
    """The attack of gas that a figure has entered; of each cloud on the table, where which one is not known."""
    if profile(unit).abc_cf is None:
        return [Text("Gas cannot attack {unit}.", unit=unit.ref)] if entered else []
    labels = [thing.label for thing in board.game.things.values() if thing.kind == "gas"]
    if entered and len(labels) < 2:
        said = Text("It enters gas, which attacks {mover}.", mover=unit.ref)
        return [asks(said, Text("Gas"), Request("act", target=(unit.id,), action="gas"))]
    return [_gas_offered(unit, label) for label in labels]


def _gas_offered(unit: Unit, label: str) -> Note:
    said = Text("If it enters gas {label}, that attacks {mover}.", label=label, mover=unit.ref)
    request = Request("act", target=(unit.id,), action="gas", weapon=label)
    return asks(said, Text("Gas {label}", label=label), request)


COMMAND = Command(
    key="move",
    title=Text("Move"),
    order=order,
    before=before,
    inches=inches,
    terrain=(Choice("gas", Text("Into gas")),),
)


# Opportunity fire at a figure that has moved, offered to every enemy that may shoot, once the moves of the bound are
# done (Shooting › Opportunity fire).

_MOVERS = {"move": "unit", "assault": "attacker"}
"""Commands that move a figure, and the part that it takes in them."""


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Opportunity fire at the figure that an entry has moved, or at all that have moved where it begins the shooting;
    an area effect is aimed at a point, and so is no answer to one figure.
    """
    if entry.command in ("turn phase", "turn end"):
        return late_reactions(board)
    roles = entry.plays[0].roles if entry.command in _MOVERS and entry.plays else {}
    moved = board.game.units.get(roles.get(_MOVERS.get(entry.command, ""), ""))
    return _shots_at(board, moved) if moved else []


def late_reactions(board: Board) -> list[Reaction]:
    """Opportunity fire at all who have moved in this bound, offered to their enemies once all have moved."""
    return [shot for unit in board.game.units.values() for shot in _shots_at(board, unit)]


def _shots_at(board: Board, moved: Unit) -> list[Reaction]:
    if not moved.alive or not moved.has("moved"):
        return []
    return [
        Reaction(
            unit.id,
            Text("{unit}: opportunity fire", unit=unit.ref),
            Request("fire", (unit.id,), (moved.id,), action="opportunity"),
        )
        for unit in board.game.units.values()
        if _may_answer(board, unit, moved) and profile(unit).area is None
    ]


def _may_answer(board: Board, unit: Unit, moved: Unit) -> bool:
    """True if a figure may shoot at one that has moved: in the shots of that one's bound, or while it is nobody's."""
    if unit.side == moved.side or not unit.alive or not may_shoot(unit):
        return False
    side = mover(board)
    return side is None or (is_shooting(board) and side == moved.side and unit.side in others(board))
