"""How far a unit's leader may move, and whether an enemy it leaves attacks first (Moving Units; Actions)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import Field

from rules.command.movement import MovementOutcome, MovementPlan, because, inches, movement_action
from rules.command.movement import movement as movement_rule
from rules.kernel.action import Played
from rules.kernel.dice import Line, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts, Flag
from rules.kernel.table import Decision, Made, Offer, Table
from rules.kernel.text import N_, NOTHING, Joined, Text, counted
from rules.openfire_d12.attributes import ATTRIBUTES, yes_or_no
from rules.openfire_d12.facts import UnitFacts, must_live
from rules.openfire_d12.tables import Book, ClimbRow, MoveAction, MovesRow, Terrain

ADVANCE = "Actions › Advance"
CLIMBABLE = "Terrain › Climbable"
RUSH = "Actions › Rush"
SECTIONS: dict[MoveAction, str] = {"advance": ADVANCE, "rush": RUSH, "assault": "Actions › Assault"}
ACTIONS: dict[MoveAction, Text] = {"advance": Text("Advance"), "rush": Text("Rush"), "assault": Text("Assault")}
_ADVICE: dict[Terrain, Text] = {
    "rough": Text("It may not end its move on rough ground."),
    "climb": Text("It must end on clear ground, or climb on with a second move."),
    "dangerous": Text("The ground is dangerous: a die for each model."),
}


class Way(Facts):
    """What a move goes over."""

    terrain: tuple[Terrain, ...] = Field(default=(), max_length=4, title=N_("Terrain crossed"))
    levels_up: Count = Field(default=0, title=N_("Levels climbed up"))
    levels_down: Count = Field(default=0, title=N_("Levels climbed down"))


class Movement(Way):
    """The facts of a move."""

    unit: UnitFacts = Field(title=N_("Unit"))
    action: MoveAction = Field(title=N_("Action"))
    leaves_assault_range: Flag = Field(
        default=False, title=N_("Leaves an enemy's assault range"), description=N_("1″ from the enemy's bases.")
    )


@dataclass(frozen=True, eq=False, slots=True)
class Move(MovementPlan):
    """A move in inches; `leaves` says that an enemy left behind may attack first."""

    leaves: bool = False


def _free_attack_offers() -> tuple[Offer, ...]:
    return Offer("no", Text("let it go")), Offer("yes", Text("a free attack before it moves"))


FREE_ATTACK = Decision[bool](
    name="free_attack",
    by="defender",
    question=Text("It leaves your assault range: a free attack first?"),
    options=("no", "yes"),
    default="no",
    read=yes_or_no,
    rule=ADVANCE,
    offers=_free_attack_offers,
)


def plan(facts: Movement, book: Book) -> Move:
    """Raises RuleError for an action that the unit's suppression, kind or enemies forbid."""
    must_live(facts.unit, "unit")
    may_move(facts.unit, facts.action)
    if facts.action == "rush" and facts.leaves_assault_range:
        raise RuleError(Text("A unit in an enemy's assault range may not rush."), RUSH)
    why = inches_of(facts.unit, facts.action, facts, book)
    leaned = leaning(facts.unit, facts, book)
    return Move(why, advice(facts.unit, facts), leaned, leaves=facts.leaves_assault_range)


def may_move(unit: UnitFacts, action: MoveAction) -> None:
    """Raises RuleError when the unit may not take that action (Actions)."""
    if action == "rush" and unit.vehicle:
        raise RuleError(Text("A vehicle may not rush."), "Vehicles")
    most = 1 if action == "advance" else 0
    if unit.suppression > most:
        tokens = counted(unit.suppression, "suppression token", "suppression tokens")
        why = Text("A unit with {tokens} may not take the {action} action.", tokens=tokens, action=ACTIONS[action])
        raise RuleError(why, SECTIONS[action])


def inches_of(unit: UnitFacts, action: MoveAction, way: Way, book: Book) -> tuple[Line, ...]:
    """The ledger of a move; terrain does not affect a unit that flies (Special Rules › Flying)."""
    row: MovesRow = book.tables.moves
    added: dict[MoveAction, int] = {"advance": row.advance, "rush": row.rush, "assault": row.assault}
    changes = [
        inches(ACTIONS[action], added[action], SECTIONS[action]),
        inches(Text("suppressed"), row.suppressed if unit.suppression else 0, ADVANCE),
    ]
    if not unit.flying:
        changes += _ground(way, book)
    lines = [inches(Text("MOV"), unit.mov, ATTRIBUTES), *(line for line in changes if line.value)]
    short = total(lines, "inches")
    if short < 0:
        lines.append(inches(Text("a move is never below 0″"), -short, "Moving Units"))
    return tuple(lines)


def _ground(way: Way, book: Book) -> tuple[Line, ...]:
    tables = book.tables
    return (
        inches(Text("slow ground"), tables.moves.slow if "slow" in way.terrain else 0, "Terrain › Slow"),
        inches(
            Text("{levels} up", levels=counted(way.levels_up, "level", "levels")),
            -(way.levels_up // tables.climb.up),
            CLIMBABLE,
        ),
        inches(
            Text("{levels} down", levels=counted(way.levels_down, "level", "levels")),
            -_down(way, tables.climb, book.rulings.climb_down == "one_free"),
            CLIMBABLE,
        ),
    )


def _down(way: Way, climb: ClimbRow, one_free: bool) -> int:
    """An inch for every two levels; what a single one left over costs is a ruling."""
    pairs, left = divmod(way.levels_down, climb.down)
    return pairs if one_free or not left else pairs + 1


def leaning(unit: UnitFacts, way: Way, book: Book) -> tuple[str, ...]:
    """The ruling about a single level down, where there is one."""
    return ("climb_down",) if way.levels_down % book.tables.climb.down and not unit.flying else ()


def advice(unit: UnitFacts, way: Way) -> Text:
    """What the ground on the way asks for at its end; nothing of a unit that flies."""
    if unit.flying:
        return NOTHING
    return Joined(said for terrain, said in _ADVICE.items() if terrain in way.terrain)


def movement(table: Table, plan: Move) -> MovementOutcome:
    """An enemy whose assault range is left decides on its free attack before the unit is moved."""
    if plan.leaves:
        table.decide(FREE_ATTACK)
    return movement_rule(table, plan)


def free_attack(made: Iterable[Made]) -> bool:
    """Whether the enemy takes its free attack."""
    return any(one.name == FREE_ATTACK.name and FREE_ATTACK.read(one.value) for one in made)


def tell(plan: Move, played: Played) -> Text:
    first = Text("The enemy it leaves makes its free attack first.") if free_attack(played.made) else NOTHING
    far = Text("Up to {inches}″{reasons}.", inches=played.outcome.inches, reasons=because(plan.why))
    return Joined((first, far, plan.advice))


ACTION = movement_action(Movement, plan, rule=movement, tell=tell, decisions=(FREE_ATTACK,))
