"""Rolls to hit and to kill: their cell of the grid, their modifiers and the face needed (Shooting)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.kernel.dice import Cause, Line, Need, Roll, Successes, Trait, total
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Term, Text
from rules.openfire_ww2.facts import (
    AT_VEHICLES,
    RANKS,
    SHOOTING,
    TERRAIN,
    WEAPON_TYPES,
    Squad,
    WeaponType,
    WW2Profile,
    WW2Vehicle,
    order_name,
    section_of,
)
from rules.openfire_ww2.roll_kinds import Called
from rules.openfire_ww2.tables import AUTOMATIC, COVERS, IMPOSSIBLE, Cover, Facing, Rank, WW2Tables, WW2WeaponRow


class Shown(NamedTuple):
    """A target as shooters see it: its TRN and rank, its states and its best cover.

    `part` is its part in the action; None if no unit is meant, or none shoots.
    """

    trn: int
    rank: Rank
    states: tuple[str, ...] = ()
    cover: Cover = "none"
    cover_why: Text = NOTHING
    part: str | None = "target"

    def traits(self, name: str) -> tuple[Trait, ...]:
        return () if self.part is None else (Trait(name, self.part),)


@dataclass(frozen=True, eq=False, slots=True)
class ToHit:
    """A kind of weapon aimed at a target: its cell of the grid, and the roll if dice decide."""

    cell: int
    throw: Roll[int] | None

    @property
    def is_possible(self) -> bool:
        return self.cell != IMPOSSIBLE

    def hits(self, table: Table, shots: int) -> int:
        """Return the hits of so many shots; no dice are rolled if all hit or none can."""
        if self.throw:
            return table.roll(self.throw, shots)
        return shots if self.is_possible else 0


ROW, COLUMN = N_("row"), N_("column")
"""The subjects of ledger lines other than the face needed: the row and the column of the grid."""

_ADDED = {"concentrate_fire": 1, "set_up_position": 1, "hull_down": 1, "overdrive": -1}


def to_hit(
    tables: WW2Tables, called: Called, wpn: int, states: Sequence[str], acc: int, target: Shown, *dice: Line
) -> ToHit:
    """Look up WPN, with changes of its row, against TRN; then ACC, rank and cover modify the die.

    `dice` are lines about the number of dice.
    """
    changes = _row_changes(states, target)
    row = wpn + total(changes, ROW)
    cell = tables.cell(row, target.trn)
    if cell in (AUTOMATIC, IMPOSSIBLE):
        return ToHit(cell, None)
    traits = (*((Trait("wpn"),) if target.part is not None else ()), *target.traits("trn"))
    lines = (
        *((Line(Text("WPN"), wpn, "Characteristics", ROW), *changes) if changes else ()),
        Line(Text("grid (WPN {row}, TRN {trn})", row=row, trn=target.trn), cell, SHOOTING, traits=traits),
        *_die_changes(tables, acc, target),
    )
    need = total(lines)
    return ToHit(cell, Roll(*called, 6, Successes(need), Need(need), (*lines, *dice), SHOOTING))


def _row_changes(states: Sequence[str], target: Shown) -> tuple[Line, ...]:
    """Return the changes of the shooters' row by orders and manoeuvres."""
    lines = [
        Line(order_name(state), _ADDED[state], section_of(state), ROW, Cause(state)) for state in dict.fromkeys(states)
    ]
    if "hit_the_dirt" in target.states:
        lying = Cause("hit_the_dirt", "target")
        lines.append(Line(Text("target has Hit the Dirt"), -1, section_of("hit_the_dirt"), ROW, lying))
    return tuple(lines)


def _die_changes(tables: WW2Tables, acc: int, target: Shown) -> Iterator[Line]:
    """Yield the changes of the face needed: a plus on the die is a minus there."""
    if acc:
        yield Line(Text("accurate weapon (ACC)") if acc > 0 else Text("inaccurate weapon (ACC)"), -acc, SHOOTING)
    rank, traits = tables.shot_at[target.rank], target.traits("rank")
    if rank or traits:
        yield Line(Text("{rank} target", rank=Term(target.rank)), -rank, RANKS, traits=traits)
    if cover := tables.cover[target.cover]:
        yield Line(target.cover_why, cover, TERRAIN)


_COVER_OF: dict[str, tuple[Cover, Text]] = {
    "hit_the_dirt": ("partial", Text("Hit the Dirt, partial cover")),
    "set_up_position": ("full", Text("Set Up Position, full cover")),
    "hull_down": ("partial", Text("Hull Down, partial cover")),
}
_IN_TERRAIN: dict[Cover, Text] = {"none": NOTHING, "partial": Text("partial cover"), "full": Text("full cover")}


def best_cover(terrain: Cover, states: Sequence[str], pinned: bool) -> tuple[Cover, Text]:
    """Return the best cover, which alone counts: terrain, a manoeuvre, or being pinned (Terrain; Pinning)."""
    found: list[tuple[Cover, Text]] = [(terrain, _IN_TERRAIN[terrain])]
    found += (_COVER_OF[state] for state in states if state in _COVER_OF)
    if pinned:
        found.append(("partial", Text("pinned, partial cover")))
    return max(found, key=lambda cover: COVERS.index(cover[0]))


@dataclass(frozen=True, slots=True)
class KillsAndSixes:
    """Dice that reach `need`, and natural 6s among them, counted up to `most`."""

    need: int
    most: int

    @property
    def start(self) -> tuple[int, int]:
        return 0, 0

    def kind(self, face: int) -> int:
        return int(face >= self.need) + (face == 6)

    def add(self, got: tuple[int, int], kind: int, n: int) -> tuple[int, int]:
        return got[0] + n * (kind > 0), min(self.most, got[1] + n * (kind > 1))


@dataclass(frozen=True, eq=False, slots=True)
class ToKill:
    """The effect of a hit by one weapon on one target: a roll, a sure kill, or nothing."""

    throw: Roll[int] | None
    sixes: Roll[tuple[int, int]] | None
    sure: bool

    def kills(self, table: Table, hits: int) -> tuple[int, int]:
        """Return the kills and natural 6s of so many hits, one die per hit."""
        if self.sixes:
            return table.roll(self.sixes, hits)
        if self.throw:
            return table.roll(self.throw, hits), 0
        return (hits if self.sure else 0), 0


NO_KILL = ToKill(None, None, False)


def to_kill(
    tables: WW2Tables,
    called: Called,
    weapon: WeaponType,
    target: Squad | WW2Vehicle,
    facing: Facing = "front",
    sure: bool = False,
) -> ToKill:
    """Compare PEN with ARM; at vehicles a die is rolled even on an automatic cell, because a 6 has effects."""
    if harmless_reason(weapon, target):
        return NO_KILL
    row, column, changes = weapon.pen, target.arm, list[Line]()
    if weapon.domain == "infantry_weapon" and target.kind == "light_vehicle":
        row -= 1
        less = Line(Text("infantry weapon at a light vehicle"), -1, WEAPON_TYPES, ROW)
        changes += Line(Text("PEN"), weapon.pen, "Characteristics", ROW), less
    if isinstance(target, WW2Vehicle) and (weaker := tables.facing[facing]):
        column -= weaker
        side = Line(_STRUCK_ON[facing], -weaker, AT_VEHICLES, COLUMN)
        changes += Line(Text("ARM"), target.arm, "Characteristics", COLUMN), side
    cell = AUTOMATIC if sure else tables.cell(row, column)
    if cell == IMPOSSIBLE:
        return NO_KILL
    line = Line(Text("grid (PEN {pen}, ARM {arm})", pen=row, arm=max(1, column)), cell, SHOOTING)
    if isinstance(target, WW2Vehicle):
        if cell == AUTOMATIC:
            line = Line(Text("{grid}: A, rolled only for a 6", grid=line.why), 1, AT_VEHICLES)
        reading = KillsAndSixes(line.value, target.weapons if facing == "front" else 1)
        sixes = Roll(*called, 6, reading, Need(line.value), (*changes, line), AT_VEHICLES)
        return ToKill(None, sixes, False)
    if cell == AUTOMATIC:
        return ToKill(None, None, True)
    return ToKill(Roll(*called, 6, Successes(cell), Need(cell), (*changes, line), SHOOTING), None, False)


def harmless_reason(weapon: WeaponType | WW2WeaponRow, target: Squad | WW2Vehicle | WW2Profile) -> Text | None:
    """Return the reason why such a weapon cannot harm such a target, or None (Weapon types)."""
    if weapon.mobility == "light" and target.kind != "infantry":
        return Text("a light weapon harms only infantry")
    if weapon.mobility == "light" and target.arm > weapon.pen:
        return Text("a light weapon of PEN {pen} harms only infantry of ARM {pen} or less", pen=weapon.pen)
    if weapon.domain == "infantry_weapon" and target.kind in ("tank", "heavy_tank"):
        return Text("an infantry weapon harms no tank")
    return None


_STRUCK_ON: dict[Facing, Text] = {
    "front": Text("the front"),
    "side": Text("the side"),
    "rear": Text("the rear"),
    "top": Text("the top"),
}
