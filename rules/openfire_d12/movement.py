"""How far a unit's leader may move, and whether an enemy it leaves attacks first (Moving Units; Actions)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import Field

from rules.dice import Line, total
from rules.errors import RuleError
from rules.facts import Count, Facts, Flag
from rules.openfire_d12.attributes import yes_or_no
from rules.openfire_d12.profiles import Unit, must_live
from rules.openfire_d12.tables import ClimbRow, Move, Tables, Terrain
from rules.system import Action, Book, Played
from rules.table import Decision, Offer, Table
from rules.words import counted

ADVANCE = "Actions › Advance"
CLIMBABLE = "Terrain › Climbable"
MOVES: dict[Move, str] = {"advance": "Advance", "rush": "Rush", "assault": "Assault"}


class Way(Facts):
    """What a move goes over."""

    terrain: tuple[Terrain, ...] = Field(default=(), max_length=4, title="Terrain crossed")
    levels_up: Count = Field(default=0, title="Levels climbed up")
    levels_down: Count = Field(default=0, title="Levels climbed down")


class Movement(Way):
    """The facts of a move."""

    unit: Unit = Field(title="Unit")
    action: Move = Field(title="Action")
    leaves_assault_range: Flag = Field(
        default=False, title="Leaves an enemy's assault range", description="1 inch from the enemy's bases."
    )


class MovementOutcome(NamedTuple):
    """How far, in inches, once what it climbs is paid for."""

    inches: int


@dataclass(frozen=True, eq=False, slots=True)
class MovementPlan:
    """A move in inches, with its reasons and what else it asks for."""

    why: tuple[Line, ...]
    leaves: bool
    advice: tuple[str, ...]
    leaned: tuple[str, ...] = ()


def _free_attack_offers() -> tuple[Offer, ...]:
    return Offer("no", "let it go"), Offer("yes", "a free attack before it moves")


FREE_ATTACK = Decision[bool](
    name="free_attack",
    by="defender",
    question="The unit leaves your assault range. A free attack first?",
    options=("no", "yes"),
    default="no",
    read=yes_or_no,
    rule=ADVANCE,
    offers=_free_attack_offers,
)


def plan(facts: Movement, book: Book) -> MovementPlan:
    """Raises RuleError for an action that the unit's suppression, kind or enemies forbid."""
    must_live(facts.unit, "unit")
    may_move(facts.unit, facts.action)
    if facts.action == "rush" and facts.leaves_assault_range:
        raise RuleError("A unit in an enemy's assault range may not rush.", "Actions › Rush")
    return MovementPlan(
        inches_of(facts.unit, facts.action, facts, book.tables), facts.leaves_assault_range, _advice(facts)
    )


def may_move(unit: Unit, action: Move) -> None:
    """Raises RuleError when the unit may not take that action (Actions)."""
    rule = f"Actions › {MOVES[action]}"
    if action == "rush" and unit.vehicle:
        raise RuleError("A vehicle may not rush.", "Vehicles")
    most = 1 if action == "advance" else 0
    if unit.suppression > most:
        tokens = counted(unit.suppression, "suppression token")
        raise RuleError(f"A unit with {tokens} may not take the {MOVES[action]} action.", rule)


def inches_of(unit: Unit, action: Move, way: Way, tables: Tables) -> tuple[Line, ...]:
    """The ledger of a move; terrain does not affect a unit that flies (Special Rules › Flying)."""
    row = tables.moves
    added: dict[Move, int] = {"advance": row.advance, "rush": row.rush, "assault": row.assault}
    lines = [
        Line("MOV", unit.mov, "Models and Units › Attributes", "inches"),
        Line(MOVES[action], added[action], f"Actions › {MOVES[action]}", "inches"),
        Line("suppressed", row.suppressed if unit.suppression else 0, ADVANCE, "inches"),
    ]
    if not unit.flying:
        lines += _ground(way, tables)
    lines = [line for line in lines if line.value or line.why == "MOV"]
    short = total(lines, "inches")
    if short < 0:
        lines.append(Line("a move is never below 0″", -short, "Moving Units", "inches"))
    return tuple(lines)


def _ground(way: Way, tables: Tables) -> tuple[Line, ...]:
    return (
        Line("slow ground", tables.moves.slow if "slow" in way.terrain else 0, "Terrain › Slow", "inches"),
        Line(f"{counted(way.levels_up, 'level')} up", -(way.levels_up // tables.climb.up), CLIMBABLE, "inches"),
        Line(f"{counted(way.levels_down, 'level')} down", -_down(way, tables.climb), CLIMBABLE, "inches"),
    )


def _down(way: Way, climb: ClimbRow) -> int:
    """An inch for every two levels; a single one left over is free."""
    return way.levels_down // climb.down


def _advice(facts: Movement) -> tuple[str, ...]:
    if facts.unit.flying:
        return ()
    said = {
        "rough": "It may not end its move on rough ground.",
        "climb": "It ends on clear ground, or climbs on with a second move.",
        "dangerous": "Throw for dangerous ground.",
    }
    return tuple(text for terrain, text in said.items() if terrain in facts.terrain)


def movement(table: Table, plan: MovementPlan) -> MovementOutcome:
    """An enemy whose assault range is left decides on its free attack before the unit is moved."""
    if plan.leaves:
        table.decide(FREE_ATTACK)
    return MovementOutcome(total(plan.why, "inches"))


def free_attack(played: Played) -> bool:
    """Whether the enemy takes its free attack."""
    return any(made.name == FREE_ATTACK.name and FREE_ATTACK.read(made.value) for made in played.made)


def tell(plan: MovementPlan, played: Played) -> str:
    first = ("The enemy it leaves makes its free attack first.",) if free_attack(played) else ()
    return " ".join((*first, f"Up to {played.outcome.inches}″.", *plan.advice))


def detail(plan: MovementPlan, played: Played) -> Mapping[str, Any]:
    return {"why": why_of(plan.why)}


def why_of(lines: tuple[Line, ...]) -> list[dict[str, Any]]:
    """The ledger of a move as it is shown."""
    return [{"why": line.why, "value": line.value, "rule": line.rule} for line in lines]


ACTION = Action(
    key="movement",
    title="Movement",
    topic="movement",
    facts=Movement,
    outcome=MovementOutcome,
    plan=plan,
    rule=movement,
    tell=tell,
    detail=detail,
    decisions=(FREE_ATTACK,),
    details=("why",),
)
