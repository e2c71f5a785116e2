"""The attacks of a file as commands: the weapons that reach the target, and contact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from rules.command.effects import add_words
from rules.command.order import refuse_if
from rules.files.arms import FileArms
from rules.files.faults import filled
from rules.files.orders import FileOrder
from rules.files.seen import FileBoard, arms_of
from rules.files.specs import CONTACT
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.text import Joined, Text, Value, several_of


class FileAttack(FileOrder):
    """`/fire` and `/assault`: at one enemy unit, with the weapons that reach it."""

    several = ("target",)

    def check_weapons(self) -> None:
        if (arms := self.row.weapons) is None:
            return
        kinds = arms_of(self.board, self.unit, self.spec).values()
        if not any(one.worth > 0 and one.crew <= self.unit.models for one in kinds):
            text = Text("{unit} has no weapon for it.", unit=self.unit.ref)
            raise RuleError(filled(arms.none, {"attacker": self.unit.ref}) if arms.none else text, self.row.section)

    def facts(self) -> dict[str, Any]:
        found = super().facts()
        if self.spec.weapons:
            found["weapons"] = [{"weapon": name, "count": count} for name, count in self.chosen_weapons().items()]
        if self.spec.reach is not None:
            found["distance"] = self.request.distance[0]
        return found

    def chosen_weapons(self) -> dict[str, int]:
        """Return the attacking weapons: those named, else all in reach, up to the number of models."""
        unit, far, found = self.unit, (self.request.distance or (Decimal(0),))[0], dict[str, int]()
        arms = FileArms(self.spec, arms_of(self.board, unit, self.spec), unit.models, far, unit.ref)
        values: dict[str, Value] = {"unit": unit.ref, "inches": far}
        refuse_if(not arms.left, Text("No weapon of {unit} reaches {inches}″.", **values), self.row.section)
        for name, count in arms.choose(self.request.firers[0] if self.request.firers else ""):
            found[name] = found.get(name, 0) + count
        return found

    def after(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Event]:
        if self.row.contact:
            one, other = now.unit(self.unit.id), now.unit(self.target.id)
            for unit, foe in ((one, other), (other, one)):
                if unit.alive and foe.alive and foe.id not in unit.words(CONTACT):
                    yield from add_words(unit, CONTACT, foe.id)
        yield from super().after(now, played)

    def notes(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Text]:
        if self.spec.weapons:
            used = [several_of(count, name) for name, count in self.chosen_weapons().items()]
            yield Text("Attacked with: {weapons}.", weapons=Joined(used, ", "))
        yield from super().notes(now, played)
