"""Actions that may leave assault ranges, whose enemies have their free attacks first, and dangerous ground."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import ClassVar

from rules.command.effects import mark
from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.text import Text
from rules.openfire_d12.actions import RoundAction
from rules.openfire_d12.board_facts import (
    may_strike,
    unit_facts,
)
from rules.openfire_d12.dangerous import Dangerous
from rules.openfire_d12.leaving import dangerous_note, enemies_left


class MovingAction(RoundAction):
    """An action that may leave assault ranges; the enemies left have their free attacks first."""

    asked_in: ClassVar[str]
    """The option that names the assault ranges it leaves."""

    @property
    def said(self) -> Sequence[str]:
        """Codes of that option."""
        return self.request.extra

    @property
    def is_dangerous(self) -> bool:
        """True if it crosses dangerous ground."""
        return "dangerous" in self.request.terrain

    @cached_property
    def units_left_behind(self) -> list[Unit]:
        """The enemies whose assault range it leaves; raises MissingFacts if the player has to name them."""
        return enemies_left(self.board, self.unit, self.asked_in, self.said)

    @cached_property
    def strikers(self) -> list[Unit]:
        """The enemies left behind that can attack."""
        return [enemy for enemy in self.units_left_behind if may_strike(self.board, enemy)]

    def ground_test(self) -> Iterable[Planned]:
        """Yield the roll for dangerous ground, unless a free attack may come before it.

        Raises MissingFacts if the player has to name the assault ranges left, also over other ground: `checks` does
        not ask for an order with a warning.
        """
        if not self.strikers and self.is_dangerous:
            yield Dangerous.plan_roll({"unit": unit_facts(self.unit)}, unit=self.unit)

    def moved_events(self) -> list[Event]:
        """Return events that mark the unit as moved, and a roll for dangerous ground as due after free attacks."""
        due = {"ground_due": 1} if self.strikers and self.is_dangerous else {}
        return mark(self.unit, moved=1, **due)

    def due_note(self) -> Iterable[Text]:
        if self.strikers and self.is_dangerous:
            yield dangerous_note(self.unit)
