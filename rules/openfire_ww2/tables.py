"""Tables of Open Fire: the grid of its rolls, its other tables, the weapons, and the rulings of a game."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Generic, Literal

from pydantic import BeforeValidator, Field

from rules.command import order, system
from rules.kernel import action
from rules.kernel.action import Given, Outcome, up_to
from rules.kernel.facts import LENGTH
from rules.kernel.rows import Row
from rules.kernel.text import N_, Text
from rules.kit import rule
from rules.kit.rulings import earlier_code, house_ruling
from rules.kit.table_numbers import Bonus, Steps

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


def _parse_cells(value: object) -> object:
    """Parse a row of the grid as it is written: "A 2+ 6+ -"."""
    if not isinstance(value, str):
        return value
    unknown = [cell for cell in value.split() if cell not in _CELLS]
    if unknown:
        raise ValueError(Text("no such cell: {cells}", cells=", ".join(unknown)))
    return tuple(_CELLS[cell] for cell in value.split())


GridRow = Annotated[tuple[int, ...], BeforeValidator(_parse_cells), Field(min_length=10, max_length=10)]


class WW2WeaponRow(Row):
    """A weapon: range in inches, dice per team, PEN, ACC, and its type (Weapon types)."""

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


class WW2Tables(Row):
    """All tables of the rules, and the weapons."""

    grid: tuple[GridRow, ...] = Field(min_length=10, max_length=10)
    moves: dict[Kind, Steps]
    towed: dict[Literal["gun"], Steps]
    added: dict[Literal["charge", "sprint", "overdrive"], Steps]
    cover: dict[Cover, Bonus]
    shot_at: dict[Rank, Bonus]
    terror: dict[Rank, Bonus]
    initiative: dict[Rank, Bonus]
    facing: dict[Facing, Bonus]
    weapons: dict[str, WW2WeaponRow]

    def cell(self, row: int, column: int) -> int:
        """Return the face needed, AUTOMATIC or IMPOSSIBLE.

        A row below 1 is impossible; rows above 10 and columns outside 1–10 are clamped.
        """
        if row < 1:
            return IMPOSSIBLE
        return self.grid[min(row, 10) - 1][max(1, min(column, 10)) - 1]


class WW2Rulings(Row):
    """Questions that the rules leave open, as settings of a game."""

    heavy_after_move: Literal["this_or_last", "last"] = house_ruling(
        "this_or_last",
        N_("When a move stops a heavy weapon from firing: this turn or last turn, or only last turn."),
    )
    mobile_after_move: Literal["free", "next_turn"] = house_ruling(
        "free", N_("Whether a mobile weapon may fire in the turn it moved, or only in the next.")
    )
    states_last: Literal["next_turn", "until_moved", "until_ended"] = house_ruling(
        "until_moved", N_("How long Hit the Dirt, Set Up Position and Hull Down last.")
    )
    vehicle_hp: Literal["kill", "hit"] = house_ruling(
        "kill", N_("Whether a vehicle loses a hit point for each successful kill roll, or for each hit.")
    )
    front_six: Literal["one_by_one", "all_others"] = house_ruling(
        "one_by_one", N_("What a second 6 on the front destroys: the next weapon, or all that are left.")
    )
    grenade_kill: Annotated[Literal["roll", "sure"], earlier_code(N_("throw"), "roll")] = house_ruling(
        "roll", N_("Units hit by a grenade: roll to kill, or killed for sure.")
    )
    melee_rof: Literal["weapon", "one"] = house_ruling(
        "weapon", N_("Dice in melee: the weapon's ROF per team, or one per man.")
    )
    charge_stopped: Literal["pinned_stops", "goes_in"] = house_ruling(
        "pinned_stops", N_("A charger pinned or driven back by the defender's shots: stopped, or charges on.")
    )
    manoeuvre_costs: Literal["either", "both"] = house_ruling(
        "either", N_("What an order or a manoeuvre replaces: the move or the fire, or both.")
    )
    heavy_fire_pins: Literal["off", "terror", "always"] = house_ruling(
        "off", N_("Heavy fire that hits without killing: nothing, a Terror test, or pinned outright.")
    )
    mine_wpn: Annotated[int, Field(ge=1, le=10, strict=True)] = house_ruling(5, N_("WPN of a mine's roll to hit."))
    mine_hp: Annotated[int, Field(ge=0, le=3, strict=True)] = house_ruling(
        1, N_("Hit points a vehicle loses on a mine.")
    )
    scatter_directions: Literal[8, 12, "arrow"] = house_ruling(
        8,
        N_("Faces of the scatter die, 1 straight on from the gun, then clockwise; arrow: players read their own."),
    )
    vehicle_mor: Annotated[int, Field(ge=5, le=12, strict=True)] = house_ruling(
        8, N_("MOR of a vehicle in an Initiative test.")
    )
    supporting_pen: Annotated[int, Field(ge=1, le=10, strict=True)] = house_ruling(8, N_("PEN of Supporting Fire."))
    smoke_radius: Annotated[int, Field(ge=1, le=6, strict=True), LENGTH] = house_ruling(
        2, N_("Radius of a smoke round.")
    )
    smoke_turns: Annotated[int, Field(ge=1, le=6, strict=True)] = house_ruling(1, N_("Turns that smoke stays."))
    order_test: Literal["by_order", "officer", "unit"] = house_ruling(
        "by_order",
        N_("Who takes the test of an order: the officer, for Concentrate Fire each unit; the officer; each unit."),
    )
    leave_position_rate: Literal["half", "full"] = house_ruling(
        "half", N_("The move of a unit that has just used Hit the Dirt and leaves its position."), before="full"
    )
    fall_back_when_pinned: Literal["stays", "moves"] = house_ruling(
        "stays", N_("What a pinned unit does under the order Fall Back.")
    )
    blast_facing: Literal["front", "top"] = house_ruling(
        "front", N_("The side of a vehicle that a blast near it hits.")
    )


# Limit of exact odds: the results of an outcome multiply with each unit in it.

MOST = 200_000


def results_of(hits: int, size: int) -> int:
    """Return the number of each result of hits on one unit: men lost, and a Terror test passed or not."""
    return 2 * min(hits, size) + 1


def too_many_text(outcomes: int) -> Text | None:
    """Return the refusal of exact odds, or None if they can be computed."""
    return up_to(MOST, outcomes, N_("Exact odds go up to {most:,} outcomes; there are up to {n:,} here."))


# The book, the board, the rules and the orders of this system, with the types of its tables and rulings.
Book = action.Ruleset[WW2Tables, WW2Rulings]
Board = system.Board[WW2Tables, WW2Rulings]
Order = order.Order[WW2Tables, WW2Rulings]


class WW2Rule(rule.Rule[Given, Outcome, WW2Tables, WW2Rulings], Generic[Given, Outcome]):
    """A rule of Open Fire."""
