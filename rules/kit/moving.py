"""The base class of the rule of a move: inches with reasons that add up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic

from rules.command.movement import MovementOutcome, reasons, why_of
from rules.kernel.action import Given, Played, Rulings, Tables
from rules.kernel.dice import Line, total
from rules.kernel.plays import Shift
from rules.kernel.table import Table, Then
from rules.kernel.text import NOTHING, Joined, Text
from rules.kit.rule import Rule


class MoveRule(Rule[Given, MovementOutcome, Tables, Rulings], Generic[Given, Tables, Rulings]):
    """A move: `plan` sets `why`, lines of inches that add up, and `advice`, a sentence that follows it."""

    title, topic, details = Text("Movement"), "movement", ("why",)
    why: tuple[Line, ...] = ()
    advice: Text = NOTHING

    @property
    def inches(self) -> int:
        """Distance in inches, before any dice."""
        return total(self.why, "inches")

    def play(self, table: Table) -> MovementOutcome | Then[MovementOutcome]:
        return MovementOutcome(self.inches)

    def moves(self, played: Played[MovementOutcome]) -> Iterable[Shift]:
        """Yield the move of the unit, in any direction unless a rule gives one."""
        if inches := played.outcome.inches:
            why = reasons(self.why)
            yield Shift("unit", inches, Text("({reasons})", reasons=why) if why else NOTHING, True)

    def describe(self, played: Played[MovementOutcome]) -> Text:
        inches = played.outcome.inches
        far = Text("Up to {inches}″.", inches=inches) if inches else Text("It stays where it is.")
        return Joined((far, self.advice))

    def short_text(self, played: Played[MovementOutcome]) -> Text | None:
        """Return the advice alone, because the instruction gives the distance."""
        return self.advice if played.outcome.inches else None

    def detail(self, played: Played[MovementOutcome]) -> Mapping[str, object]:
        return {"why": why_of(self.why)}
