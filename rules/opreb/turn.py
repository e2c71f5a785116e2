"""The actions of an active unit that are in Python, and what it may do (Initiative › Actions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.files.orders import FileOrder
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.text import Joined, Listed, Term, Text, inches_text
from rules.opreb.weapons import Board


class GetIntoPosition(FileOrder):
    """`/act position`: the unit counts one tier better and its support weapons fire, until it moves."""

    def notes(self, now: Any, played: Sequence[Played]) -> Iterable[Text]:
        rows = now.tables.weapons
        guns = [
            Text("{weapon} +{dice} dice", weapon=Term(one.name), dice=one.count * rows[one.name].dice)
            for one in self.unit.weapons
            if rows[one.name].dice
        ]
        found = [*super().notes(now, played)]
        if guns and not self.unit.has("hidden"):
            said = "Until it moves it counts one tier better, and fires with {support_weapons}."
            found[0] = Text(said, support_weapons=Listed(guns))
        return found


def fire_text(board: Board, unit: Unit) -> Text:
    """Return a shot in the list of what a unit may do, with its range bands."""
    rows = board.tables.weapons
    bands = sorted({row.band for weapon in unit.weapons if (row := rows[weapon.name]).band})
    reach = Text("bands of {bands}", bands=Listed(map(inches_text, bands))) if bands else Text("support")
    guns = [Term(weapon.name) for weapon in unit.weapons if rows[weapon.name].dice]
    if guns and not unit.has("in_position"):
        reach = Text("{reach}; {support_weapons} only in position", reach=reach, support_weapons=Joined(guns, ", "))
    return Text("fire ({reach})", reach=reach)
