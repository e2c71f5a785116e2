"""What Open Fire looks up: the grid of its throws, its other tables, the weapons, and the rulings of a game."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict

from rules.command import system
from rules.kernel import action
from rules.kernel.action import up_to
from rules.kernel.facts import LENGTH
from rules.kernel.text import N_, Text

Kind = Literal["infantry", "gun", "light_vehicle", "tank", "heavy_tank"]
Rank = Literal["conscript", "trained", "veteran"]
Cover = Literal["none", "partial", "full"]
Facing = Literal["front", "side", "rear", "top"]
Mobility = Literal["light", "mobile", "heavy", "artillery"]
Domain = Literal["infantry_weapon", "vehicle_weapon"]
VEHICLES: tuple[Kind, ...] = ("light_vehicle", "tank", "heavy_tank")
COVERS: tuple[Cover, ...] = ("none", "partial", "full")

AUTOMATIC = 0
IMPOSSIBLE = 7
_CELLS = {"A": AUTOMATIC, "-": IMPOSSIBLE, **{f"{face}+": face for face in range(2, 7)}}


def _cells(value: object) -> object:
    """A row of the grid as people write it: "A 2+ 6+ -"."""
    if not isinstance(value, str):
        return value
    unknown = [cell for cell in value.split() if cell not in _CELLS]
    if unknown:
        raise ValueError(Text("no such cell: {cells}", cells=", ".join(unknown)))
    return tuple(_CELLS[cell] for cell in value.split())


GridRow = Annotated[tuple[int, ...], BeforeValidator(_cells), Field(min_length=10, max_length=10)]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class WeaponRow(_Row):
    """A weapon: range in inches, dice a team throws, PEN, ACC, and what sort it is (Weapon types)."""

    rng: Annotated[Decimal, Field(ge=0, le=1000), LENGTH] = Field(title=N_("RNG"))
    rof: int = Field(ge=1, le=100, title=N_("ROF"))
    pen: int = Field(ge=1, le=10, title=N_("PEN"))
    acc: int = Field(default=0, ge=-2, le=2, title=N_("ACC"))
    mobility: Mobility = Field(title=N_("Mobility"))
    domain: Domain = Field(title=N_("Domain"))
    explosive: bool = Field(default=False, title=N_("Explosive"))
    grenade: bool = Field(default=False, title=N_("Grenade"))
    smoke: bool = Field(default=False, title=N_("Smoke"))
    machine_gun: bool = Field(default=False, title=N_("Machine gun"))


class Tables(_Row):
    """Every table of the page, and the weapons."""

    grid: tuple[GridRow, ...] = Field(min_length=10, max_length=10)
    moves: dict[Kind, int]
    towed: dict[Literal["gun"], int]
    added: dict[Literal["charge", "sprint", "overdrive"], int]
    cover: dict[Cover, int]
    shot_at: dict[Rank, int]
    terror: dict[Rank, int]
    initiative: dict[Rank, int]
    facing: dict[Facing, int]
    weapons: dict[str, WeaponRow]

    def cell(self, row: int, column: int) -> int:
        """The face needed, AUTOMATIC or IMPOSSIBLE: no row below 1; rows above 10 and columns outside 1–10 clamp."""
        if row < 1:
            return IMPOSSIBLE
        return self.grid[min(row, 10) - 1][max(1, min(column, 10)) - 1]


OURS: JsonDict = {"house": True}
"""Marks a house ruling: in no source, and ours."""


class Rulings(_Row):
    """What the page leaves open, as settings of a game."""

    heavy_after_move: Literal["this_or_last", "last"] = Field(
        default="this_or_last",
        description=N_("When a move silences a heavy weapon: this turn's or the last one's, or only the last one's."),
        json_schema_extra=OURS,
    )
    mobile_after_move: Literal["free", "next_turn"] = Field(
        default="free",
        description=N_("Whether a mobile weapon may fire in the turn it moved, or only in the next."),
        json_schema_extra=OURS,
    )
    states_last: Literal["next_turn", "until_moved", "until_ended"] = Field(
        default="until_moved",
        description=N_("How long Hit the Dirt, Set Up Position and Hull Down last."),
        json_schema_extra=OURS,
    )
    vehicle_hp: Literal["kill", "hit"] = Field(
        default="kill",
        description=N_("Whether a vehicle loses a hit point for each successful kill throw, or for each hit."),
        json_schema_extra=OURS,
    )
    front_six: Literal["one_by_one", "all_others"] = Field(
        default="one_by_one",
        description=N_("What a second 6 on the front takes: the next weapon, or all that are left."),
        json_schema_extra=OURS,
    )
    grenade_kill: Literal["throw", "sure"] = Field(
        default="throw",
        description=N_("Whether those under a grenade take a kill throw, or die for sure."),
        json_schema_extra=OURS,
    )
    melee_rof: Literal["weapon", "one"] = Field(
        default="weapon",
        description=N_("Dice in melee: the weapon's ROF a team, or one a man."),
        json_schema_extra=OURS,
    )
    charge_stopped: Literal["pinned_stops", "goes_in"] = Field(
        default="pinned_stops",
        description=N_("A charger pinned or driven back by the defender's shots: stopped, or goes in."),
        json_schema_extra=OURS,
    )
    manoeuvre_costs: Literal["either", "both"] = Field(
        default="either",
        description=N_("What an order or a manoeuvre takes the place of: the move or the fire, or both."),
        json_schema_extra=OURS,
    )
    heavy_fire_pins: Literal["off", "terror", "always"] = Field(
        default="off",
        description=N_("Heavy fire that hits without killing: nothing, a Terror test, or pinned outright."),
        json_schema_extra=OURS,
    )
    mine_wpn: int = Field(
        default=5, description=N_("WPN of a mine's throw to hit."), json_schema_extra=OURS, ge=1, le=10, strict=True
    )
    mine_hp: int = Field(
        default=1,
        description=N_("Hit points a vehicle loses on a mine."),
        json_schema_extra=OURS,
        ge=0,
        le=3,
        strict=True,
    )
    scatter_directions: Literal[8, 12, "arrow"] = Field(
        default=8,
        description=N_(
            "Faces of the scatter die, 1 straight on from the gun, then clockwise; arrow: players read their own."
        ),
        json_schema_extra=OURS,
    )
    vehicle_mor: int = Field(
        default=8,
        description=N_("MOR of a vehicle in an Initiative test."),
        json_schema_extra=OURS,
        ge=5,
        le=12,
        strict=True,
    )
    supporting_pen: int = Field(
        default=8, description=N_("PEN of Supporting Fire."), json_schema_extra=OURS, ge=1, le=10, strict=True
    )
    smoke_radius: Annotated[int, LENGTH] = Field(
        default=2, description=N_("Radius of a smoke round."), json_schema_extra=OURS, ge=1, le=6, strict=True
    )
    smoke_turns: int = Field(
        default=1, description=N_("Turns that smoke lies."), json_schema_extra=OURS, ge=1, le=6, strict=True
    )
    order_test: Literal["by_order", "officer", "unit"] = Field(
        default="by_order",
        description=N_(
            "Who takes the test of an order: the officer, for Concentrate Fire each unit; the officer; each unit."
        ),
        json_schema_extra=OURS,
    )
    leave_position_rate: Literal["half", "full"] = Field(
        default="half",
        description=N_("The move of a unit that has just hit the dirt and leaves its position."),
        json_schema_extra=OURS | {"before": "full"},
    )
    fall_back_when_pinned: Literal["stays", "moves"] = Field(
        default="stays",
        description=N_("What a pinned unit does under the order Fall Back."),
        json_schema_extra=OURS,
    )
    blast_facing: Literal["front", "top"] = Field(
        default="front",
        description=N_("The side of a vehicle that a blast near it strikes."),
        json_schema_extra=OURS,
    )


# Where exact odds stop: outcomes that list many units multiply by each of them.

MOST = 200_000


def results_of(hits: int, size: int) -> int:
    """How many ways so many hits can end for one unit: men lost, and a nerve that holds or not."""
    return 2 * min(hits, size) + 1


def too_many(outcomes: int) -> Text | None:
    """The refusal, or None where the odds can be worked out."""
    return up_to(MOST, outcomes, N_("Exact odds go up to {most:,} outcomes; there are up to {n:,} here."))


# What is looked up in a game of this system: a book, and a board with one, that know these types.
Book = action.Book[Tables, Rulings]
Board = system.Board[Tables, Rulings]
