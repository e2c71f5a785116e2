"""The turn of Open Rebellion: the sides activate a unit each, and it takes two actions (Initiative)."""

from __future__ import annotations

from rules.kernel.text import Plural, Text
from rules.kit import alternate
from rules.opreb.tables import Rulings, Tables

TURNS = alternate.Alternate(actions=2, section="Initiative", of_actions="Initiative › Actions")


class UnitAction(alternate.UnitAction[Tables, Rulings]):
    """One of the two actions of an active unit."""

    turns = TURNS

    def reminder(self) -> Text:
        wounds = self.unit.count("wounds")
        if not wounds:
            return super().reminder()
        return Plural(
            "{unit} has not been activated yet; its {n} wound is settled then.",
            "{unit} has not been activated yet; its {n} wounds are settled then.",
            wounds,
            unit=self.unit.ref,
        )


class NextTurn(alternate.NextTurn[Tables, Rulings]):
    turns, asks = TURNS, Text("Each side nominates a unit.")


class EndOfGo(alternate.EndOfGo[Tables, Rulings]):
    turns = TURNS
