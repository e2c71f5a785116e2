"""The weapons of an attack of a file: those that suit it and reach, the best first for the models that serve them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from rules.files.rolls import FileTables
from rules.files.specs import CARRIED, ActionSpec
from rules.game.unit import Weapon
from rules.kernel.errors import RuleError
from rules.kernel.text import NOTHING, Text, Value, counted, several_of
from rules.kit.arms import Arms


class FileArm(NamedTuple):
    """Weapons of one kind: their number, the crew of one, its worth for each of its crew, its reach, and its bands."""

    number: int
    crew: int
    worth: float
    reach: int | None
    every: int
    bands: Sequence[int]


def arms_for(
    spec: ActionSpec, tables: FileTables, weapons: Sequence[Weapon], scope: Mapping[str, Any]
) -> Mapping[str, FileArm]:
    """Return the weapons that suit an action, by name; their expressions read the names in the scope."""
    found: dict[str, FileArm] = {}
    carried = tables.entries((one.name, one.count) for one in weapons)
    for entry in carried:
        here = {**scope, CARRIED: carried, "weapon": entry}
        if entry.weapon in found:
            found[entry.weapon] = found[entry.weapon]._replace(number=found[entry.weapon].number + entry.count)
        elif spec.which is None or spec.which(here):
            crew = max(0, spec.crew.number(here)) if spec.crew else 1
            worth = spec.worth.number(here) / max(1, crew) if spec.worth else 1
            reach, every = (one.number(here) if one else None for one in (spec.reach, spec.every))
            bands = tuple(one.number(here) for one in spec.bands)
            found[entry.weapon] = FileArm(entry.count, crew, worth, reach, every or 0, bands)
    return found


class FileArms(Arms):
    """The weapons of a unit for an action that reach a distance, if it is known."""

    def __init__(
        self,
        spec: ActionSpec,
        arms: Mapping[str, FileArm],
        hands: int,
        far: Decimal | int | None,
        unit: Value = NOTHING,
    ) -> None:
        self.arms, self.models, self.unit = arms, hands, unit
        self.section = (spec.row.weapons and spec.row.weapons.section) or spec.row.section
        reaching = {name: one for name, one in arms.items() if far is None or one.reach is None or far <= one.reach}
        super().__init__({name: one.number for name, one in reaching.items()}, hands)

    def takes(self, name: str) -> int:
        return self.arms[name].crew

    def worth(self, name: str) -> float:
        return self.arms[name].worth

    def refusal_text(self, name: str, count: int) -> Text | None:
        if count <= self.left[name]:
            return None
        there = self.arms[name].number
        values = {"unit": self.unit, "weapons": several_of(there, name), "wanted": there - self.left[name] + count}
        return Text("{unit} has {weapons}, not {wanted}.", **values)

    def choose(self, text: str) -> list[tuple[str, int]]:
        found = super().choose(text)
        if self.hands < 0:
            values = {"unit": self.unit, "models": counted(self.models, "model", "models")}
            said = Text("{unit} has {models}; these weapons need {needed}.", **values, needed=self.models - self.hands)
            raise RuleError(said, self.section)
        return found
