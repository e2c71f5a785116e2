"""Why a unit has nobody that fires: who lies, who fires elsewhere, what is destroyed, what a weapon takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from rules.fubar.commands.board_facts import is_vehicle, tables, unit_facts
from rules.fubar.facts import Shooters
from rules.fubar.shooting import fire_points, reach_of
from rules.system import Board
from rules.text import NOTHING, Joined, Term, Text, counted
from rules.unit import Unit


def hands_for(board: Board, unit: Unit, groups: Iterable[Shooters]) -> int:
    """Figures that it takes to serve those weapons: one each on the mount of a bunker; a vehicle has its crew."""
    rows = tables(board).weapons
    if is_vehicle(unit):
        return 0
    return sum((1 if group.mounted else rows[group.weapon].crew) * group.count for group in groups)


def nobody(
    board: Board, unit: Unit, left: Mapping[str, int], used: Sequence[Shooters], distance: Decimal, action: str
) -> Text:
    """The reason in a sentence; `left` are the weapons that work and have not fired in this volley."""
    standing = unit_facts(unit).standing
    if not standing:
        return Text(
            "All {figures} of {unit} are suppressed: nobody can fire.",
            figures=counted(unit.models, "figure", "figures"),
            unit=unit.ref,
        )
    names = [name for name, count in left.items() if count > 0]
    hands = standing - hands_for(board, unit, used)
    if used and (not names or hands <= 0):
        return Text("Nobody of {unit} is left for this target: all who can fire do so at the others.", unit=unit.ref)
    if unit.weapons and not names:
        return Text("{unit} has nothing that fires: its weapons are destroyed.", unit=unit.ref)
    return _too_few(board, unit, names, distance, hands) or _out_of_reach(board, unit, names, distance, action)


def _too_few(board: Board, unit: Unit, names: Iterable[str], distance: Decimal, hands: int) -> Text | None:
    """The weapon that would reach, had it its crew; those of a vehicle need none (Weapons)."""
    if is_vehicle(unit):
        return None
    rows = tables(board).weapons
    mounted = {weapon.name for weapon in unit.weapons if weapon.mounted}
    for name in names:
        row = rows[name]
        if name not in mounted and row.crew > hands and fire_points(row, distance):
            return Text(
                "{unit} has nothing that fires {distance}″: the {weapon} on foot needs {crew}, it has {left}.",
                unit=unit.ref,
                distance=distance,
                weapon=Term(name),
                crew=counted(row.crew, "standing figure", "standing figures"),
                left=hands,
            )
    return None


def _out_of_reach(board: Board, unit: Unit, names: Iterable[str], distance: Decimal, action: str) -> Text:
    rows = tables(board).weapons
    reach = Joined([reach_of(name, rows[name]) for name in names], ", ")
    walking = Text("; on a walk only small arms and thrown grenades fire") if action == "walk" else NOTHING
    return Text(
        "{unit} has nothing that fires {distance}″ ({reach}{walking}).",
        unit=unit.ref,
        distance=distance,
        reach=reach or Text("no weapons"),
        walking=walking,
    )
