"""Placing units on the table: their models and weapons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rules.game.unit import Unit
from rules.kernel.text import Joined, Listed, Text, counted, several_of, table_note


def placing_instructions(units: Sequence[Unit]) -> Iterator[Text]:
    """Yield instructions to place the models and weapons of each unit that is not a card, one for all equal units."""
    seen = [unit for unit in units if not unit.has("hidden")]
    for _, alike in groupby(seen, lambda unit: (unit.models, unit.starting, unit.weapons)):
        same = list(alike)
        yield table_note(
            Text("Place {units}: {what}.", units=Listed([unit.ref for unit in same]), what=equipment(same[0]))
        )


def equipment(unit: Unit) -> Text:
    """Return the models and weapons of a unit; with losses, of how many, since the weapons are those of all."""
    models = counted(unit.models, "model", "models")
    if unit.models < unit.starting:
        models = Text("{models} of {starting}", models=unit.models, starting=counted(unit.starting, "model", "models"))
    return Joined([models, arms(unit)], ", ") if unit.weapons else models


def arms(unit: Unit) -> Text:
    """Return a unit's weapons with their counts."""
    return Joined([several_of(weapon.count, weapon.name) for weapon in unit.weapons], ", ")
