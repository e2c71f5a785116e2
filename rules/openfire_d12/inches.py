"""Inches of a unit's leader by action and ground, and forbidden moves (Moving Units; Terrain)."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from rules.command.movement import inches
from rules.kernel.dice import Line, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts
from rules.kernel.text import N_, NOTHING, Joined, Text, counted
from rules.openfire_d12.attributes import ATTRIBUTES
from rules.openfire_d12.facts import D12UnitFacts
from rules.openfire_d12.tables import Book, MoveAction, Terrain

ADVANCE = "Actions › Advance"
CLIMBABLE = "Terrain › Climbable"
RUSH = "Actions › Rush"
SECTIONS: dict[MoveAction, str] = {"advance": ADVANCE, "rush": RUSH, "assault": "Actions › Assault"}
ACTIONS: dict[MoveAction, Text] = {"advance": Text("Advance"), "rush": Text("Rush"), "assault": Text("Assault")}
_ADVICE: dict[Terrain, Text] = {
    "rough": Text("It may not end on rough ground."),
    "climb": Text("It must end on clear ground, or climb on with a second move."),
    "dangerous": Text("Dangerous ground: one die per model."),
}


class MovePath(Facts):
    """The ground that a move crosses."""

    terrain: tuple[Terrain, ...] = Field(default=(), max_length=4, title=N_("Terrain crossed"))
    levels_up: Count = Field(default=0, title=N_("Levels climbed up"))
    levels_down: Count = Field(default=0, title=N_("Levels climbed down"))


def check_may_move(unit: D12UnitFacts, action: MoveAction) -> None:
    """Raise RuleError for a unit that may not take a move action (Actions)."""
    if action == "rush" and unit.vehicle:
        raise RuleError(Text("A vehicle may not rush."), "Vehicles")
    most = 1 if action == "advance" else 0
    if unit.suppression > most:
        tokens = counted(unit.suppression, "suppression token", "suppression tokens")
        why = Text("A unit with {tokens} may not take the {action} action.", tokens=tokens, action=ACTIONS[action])
        raise RuleError(why, SECTIONS[action])


def inches_of(unit: D12UnitFacts, action: MoveAction, way: MovePath, book: Book) -> tuple[Line, ...]:
    """Return the ledger of a move; terrain does not affect a flying unit (Special Rules › Flying)."""
    row = book.tables.moves
    added: dict[MoveAction, int] = {"advance": row.advance, "rush": row.rush, "assault": row.assault}
    changes = [
        inches(ACTIONS[action], added[action], SECTIONS[action]),
        inches(Text("suppressed"), row.suppressed if unit.suppression else 0, ADVANCE),
    ]
    if not unit.flying:
        changes += _ground_lines(way, book)
    lines = [inches(Text("MOV"), unit.mov, ATTRIBUTES), *(line for line in changes if line.value)]
    short = total(lines, "inches")
    if short < 0:
        lines.append(inches(Text("never below 0″"), -short, "Moving Units"))
    return tuple(lines)


def _ground_lines(way: MovePath, book: Book) -> Iterator[Line]:
    """Yield the lines of slow ground and of levels; a ruling decides on the cost of a single level left over."""
    climb, (pairs, left) = book.tables.climb, divmod(way.levels_down, book.tables.climb.down)
    up, down = (counted(levels, "level", "levels") for levels in (way.levels_up, way.levels_down))
    left_over = 1 if left and book.rulings.climb_down != "one_free" else 0
    yield inches(Text("slow ground"), book.tables.moves.slow if "slow" in way.terrain else 0, "Terrain › Slow")
    yield inches(Text("{levels} up", levels=up), -(way.levels_up // climb.up), CLIMBABLE)
    yield inches(Text("{levels} down", levels=down), -(pairs + left_over), CLIMBABLE)


def rulings_used(unit: D12UnitFacts, way: MovePath, book: Book) -> tuple[str, ...]:
    """Return the ruling about a single level down, if there is one."""
    return ("climb_down",) if way.levels_down % book.tables.climb.down and not unit.flying else ()


def advice(unit: D12UnitFacts, way: MovePath) -> Text:
    """Return the conditions of the ground for the end of the move; none for a flying unit."""
    if unit.flying:
        return NOTHING
    return Joined(said for terrain, said in _ADVICE.items() if terrain in way.terrain)
