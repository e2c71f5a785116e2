"""Dangerous ground: a die for every model, and a Defence test for every natural 12 (Terrain › Dangerous)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pydantic import Field

from rules.command.effects import mark
from rules.command.planned import Planned
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.dice import Line, Need, Roll, Successes
from rules.kernel.facts import Facts
from rules.kernel.plays import Effect
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Text, counted
from rules.openfire_d12.actions import OnTable, go_note
from rules.openfire_d12.attributes import DIE, base, dice_against
from rules.openfire_d12.board_facts import leave_ranges, passengers_note, unit_facts
from rules.openfire_d12.damage import CASUALTY_ORDER, apply_wounds, damage_effects, victims
from rules.openfire_d12.facts import D12UnitFacts, must_live
from rules.openfire_d12.tables import Board, D12Rule

DANGEROUS = "Terrain › Dangerous"


class DangerousFacts(Facts):
    """Facts of a unit whose leader crosses dangerous ground."""

    unit: D12UnitFacts = Field(title=N_("Unit"))


class DangerousOutcome(NamedTuple):
    """Natural twelves, failed Defence tests, damage before any excess, models lost, final hit points."""

    hits: int
    failed: int
    damage: int
    models_lost: int
    hp: tuple[int, ...]


class Dangerous(D12Rule[DangerousFacts, DangerousOutcome]):
    """Each natural 12 is a hit with DMG 1 and PRC 0; a flying unit rolls no dice."""

    key, title, topic = "dangerous", Text("Dangerous ground"), "terrain"
    decisions = (replace(CASUALTY_ORDER, by="unit"),)

    def plan(self) -> None:
        unit = self.facts.unit
        must_live(unit, "unit")
        ledger = (
            Line(Text("natural face"), DIE, DANGEROUS),
            Line(Text("one per model"), unit.models, DANGEROUS, "dice"),
        )
        label = Text("dangerous ground")
        self.ground = Roll("dangerous_ground", label, "unit", DIE, Successes(DIE), Need(DIE), ledger, DANGEROUS)
        self.dice = 0 if unit.flying else unit.models
        label, lines = Text("Defence tests"), (base(unit, "def"),)
        self.defence = dice_against("defence_tests", label, "unit", unit.defence, lines, DANGEROUS)
        self.victims = victims(unit, "unit")

    def play(self, table: Table) -> Then[DangerousOutcome]:
        return then(self._resolve_defence, table.roll(self.ground, self.dice))

    def _resolve_defence(self, table: Table, hits: int) -> DangerousOutcome:
        failed = hits - table.roll(self.defence, hits)
        return DangerousOutcome(hits, failed, failed, *apply_wounds(table, self.victims, failed))

    def effects(self, played: Played[DangerousOutcome]) -> Iterable[Effect]:
        return damage_effects("unit", self.victims.hp, played.outcome.hp, played.outcome.models_lost)

    def describe(self, played: Played[DangerousOutcome]) -> Text:
        outcome = played.outcome
        if not self.dice:
            return Text("It flies: dangerous ground does not affect it.")
        if not outcome.hits:
            return Text("No hits.")
        hits = counted(outcome.hits, "hit", "hits")
        if not outcome.damage:
            return Text("{hits}: no damage.", hits=hits)
        models = counted(outcome.models_lost, "model", "models")
        return Text("{hits}: {damage} damage, {models} lost.", hits=hits, damage=outcome.damage, models=models)


class CrossDangerousGround(OnTable):
    """`/act dangerous`: ground that the leader has crossed; `/move` rolls for it automatically."""

    key, title, doing, involuntary = Dangerous.key, Dangerous.title, Text("cross anything"), True

    def rolls(self) -> Iterable[Planned]:
        yield Dangerous.plan_roll({"unit": unit_facts(self.unit)}, unit=self.unit)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        if self.unit.has("ground_due"):
            yield from mark(self.unit, ground_due=None)
        if not now.unit(self.unit.id).alive:
            yield from leave_ranges(now, self.unit)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        yield from passengers_note(self.board, now, [self.unit.id])
        if not now.unit(self.unit.id).alive and self.unit.count("actions_left"):
            yield from go_note(now)

    def headline(self) -> Text:
        return Text("{unit}: dangerous ground", unit=self.unit.ref)
