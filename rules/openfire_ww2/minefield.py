"""A move into a minefield: a roll to hit for each man; a vehicle is hit without a roll (Minefields)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pydantic import Field

from rules.command.effects import mark
from rules.command.planned import Planned
from rules.game.events import Event, LossesTaken
from rules.kernel.action import Played
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Models
from rules.kernel.plays import Effect
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, Sentence, Text, ask_note, counted
from rules.openfire_ww2.aiming import Shown, to_hit
from rules.openfire_ww2.facts import MINEFIELDS, Attribute, profile
from rules.openfire_ww2.roll_kinds import Called
from rules.openfire_ww2.tables import VEHICLES, Board, Kind, Order, WW2Rule


class MinefieldFacts(Facts):
    """Facts of a unit that moves into a minefield."""

    kind: Kind = Field(title=N_("Kind"))
    models: Models = Field(title=N_("Models"), description=N_("Men who move into it."))
    trn: Attribute = Field(title=N_("TRN"), description=N_("Training, 1 to 10."))
    minesweeper: Flag = Field(
        default=False, title=N_("Minesweeper"), description=N_("The unit has a minesweeper: no mine goes off.")
    )


class MinefieldOutcome(NamedTuple):
    """Men killed; for a vehicle, hit points lost."""

    killed: int
    immobilised: bool
    hp_lost: int


class Minefield(WW2Rule[MinefieldFacts, MinefieldOutcome]):
    """Mines under a unit; minesweepers find them before they go off."""

    key, title, topic = "minefield", Text("Minefield"), "minefields"

    def plan(self) -> None:
        facts, rulings = self.facts, self.book.rulings
        models = 0 if facts.minesweeper else facts.models
        self.vehicles, self.mines = models if facts.kind in VEHICLES else 0, None
        if models:
            self.rulings_used = ("mine_hp",) if self.vehicles else ("mine_wpn",)
        if not (facts.minesweeper or facts.kind in VEHICLES):
            dice = Line(Text("one die per man"), models, MINEFIELDS, "dice")
            target, called = Shown(facts.trn, "trained", part=None), Called("mines", Text("mines"), "unit")
            self.mines = to_hit(self.book.tables, called, rulings.mine_wpn, (), 0, target, dice)

    def play(self, table: Table) -> MinefieldOutcome:
        killed = self.mines.hits(table, self.facts.models) if self.mines else 0
        return MinefieldOutcome(killed, self.vehicles > 0, self.book.rulings.mine_hp * self.vehicles)

    def effects(self, played: Played[MinefieldOutcome]) -> Iterable[Effect]:
        outcome = played.outcome
        yield Effect("unit", "models", -outcome.killed)
        yield Effect("unit", "immobilised", int(outcome.immobilised))
        yield Effect("hull", "hp", -outcome.hp_lost)

    def describe(self, played: Played[MinefieldOutcome]) -> Text:
        outcome = played.outcome
        if self.facts.minesweeper:
            return Text("The minesweeper finds the mines: none goes off.")
        if outcome.immobilised:
            return Text("A mine: immobilised, {lost} HP lost.", lost=outcome.hp_lost)
        return Sentence(Text("{men} killed by mines.", men=counted(outcome.killed, "man", "men")))


class EnterMinefield(Order):
    """`/act minefield`: `count` is the number of men who walk in, all by default; mines affect every side."""

    key, title, doing, involuntary = Minefield.key, Minefield.title, Text("walk into a minefield"), True
    counted = True

    def rolls(self) -> Iterable[Planned]:
        unit, known, asked = self.unit, profile(self.unit), self.request.count
        models = unit.models if asked is None else asked
        if models > unit.models:
            men = counted(unit.models, "man", "men")
            raise RuleError(Text("{unit} has {men}, not {asked}.", unit=unit.ref, men=men, asked=models), MINEFIELDS)
        facts = {"kind": known.kind, "models": models, "trn": known.trn, "minesweeper": known.minesweeper}
        yield Minefield.plan_roll(facts, unit=unit)

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        """Yield the loss of a vehicle's hit points, or a due Terror test for men lost (Terror)."""
        unit, outcome = now.unit(self.unit.id), played[0].outcome
        if outcome.killed and unit.alive:
            yield from mark(unit, terror_due=1)
        elif outcome.hp_lost:
            left = max(0, sum(unit.hp) - outcome.hp_lost)
            yield LossesTaken(unit=unit.id, hp=(left,))
            yield from mark(unit, knocked_out=1) if not left else ()

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        unit = now.unit(self.unit.id)
        if played[0].outcome.killed and unit.alive:
            test = Request("morale", (unit.id,))
            yield ask_note(Text("{unit} has lost men: Terror.", unit=unit.ref), Text("Terror"), test)

    def headline(self) -> Text:
        return Text("{unit}: into a minefield", unit=self.unit.ref)
