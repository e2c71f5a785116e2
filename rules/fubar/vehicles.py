"""Acts of vehicles other than driving and firing: drive into infantry, take a unit aboard, let it out (Vehicles)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from pydantic import Field

from rules.command.asked import SituationRow
from rules.command.effects import clear_states, mark
from rules.command.planned import Planned
from rules.fubar import board_facts, fire
from rules.fubar.activation_state import ramming_objections
from rules.fubar.facts import UnitFacts, activation_roll, must_have_figures, profile
from rules.fubar.reactions import ContactOrder, Exposed, has_charged
from rules.fubar.tables import Board, FubarRule, Order
from rules.fubar.unit_options import gets_out_note
from rules.game.events import Event
from rules.kernel.action import Aim, Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Models
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, Role, Sentence, Text, UnitRef, counted, table_note

VEHICLES = "Vehicles"


class RamFacts(Facts):
    """Facts of a vehicle driving into infantry."""

    unit: UnitFacts = Field(title=N_("Unit in the way"))
    in_path: Models = Field(title=N_("Figures in its path"))


class RamOutcome(NamedTuple):
    """The outcome of a ram: success in dodging, and casualties."""

    dodged: bool
    casualties: int


class RamAsFireOutcome(NamedTuple):
    """The outcome if hits are resolved like fire, with newly suppressed figures (ruling `ram_damage`)."""

    dodged: bool
    casualties: int
    suppressed: int


class Ram(FubarRule[RamFacts, RamOutcome | RamAsFireOutcome]):
    """A ram: the figures jump aside, or those in the path are hit."""

    key, title, topic, decisions = "ram", Text("Ram infantry"), "vehicles", (fire.ALLOCATION,)
    goal = Aim("casualties", attrgetter("casualties"))

    def plan(self) -> None:
        unit, in_path, book = self.facts.unit, self.facts.in_path, self.book
        must_have_figures(unit, "unit")
        if in_path > unit.figures:
            figures = counted(unit.figures, "figure", "figures")
            cannot = N_("{unit} has {figures}; {in_path} cannot be hit.")
            said = Text(cannot, unit=Role("unit", article=True), figures=figures, in_path=in_path)
            raise RuleError(Sentence(said), VEHICLES)
        dodge = Text("activation to dodge")
        self.dodge = activation_roll(unit, book.tables, "activation_to_dodge", dodge, "unit")
        self.saves = fire.armour_saves(unit.armour, book.tables, "unit")
        # All figures have stood up when they are hit: there is room for the full limit of suppressed ones.
        self.room = min(book.tables.levels[unit.level].suppress, unit.figures)
        self.allocation = replace(fire.allocation_of(book.rulings), by="unit")

    def play(self, table: Table) -> RamOutcome | RamAsFireOutcome:
        dodged = bool(table.roll(self.dodge))
        hits = 0 if dodged else self.facts.in_path
        unsaved = hits - (table.roll(self.saves, hits) if self.saves and hits else 0)
        if self.book.rulings.ram_damage == "casualties":
            return RamOutcome(dodged, unsaved)
        suppressed = fire.count_suppressed(table, self.allocation, unsaved, self.room, self.facts.in_path)
        return RamAsFireOutcome(dodged, unsaved - suppressed, suppressed)

    def effects(self, played: Played[RamOutcome | RamAsFireOutcome]) -> Iterable[Effect]:
        """Yield the losses.

        After the roll, passed or failed, suppressed figures stand up; those hit fall (Suppression).
        """
        yield Effect("unit", "models", -played.outcome.casualties)
        yield Effect("unit", "suppressed", _suppressed_figures(played) - self.facts.unit.suppressed)

    def describe(self, played: Played[RamOutcome | RamAsFireOutcome]) -> Text:
        if played.outcome.dodged:
            return Text("They get out of the way.")
        casualties = counted(played.outcome.casualties, "casualty", "casualties")
        suppressed = _suppressed_figures(played)
        if not suppressed:
            return Text("They do not get out of the way: {casualties}.", casualties=casualties)
        both = N_("They do not get out of the way: {suppressed} suppressed, {casualties}.")
        return Text(both, suppressed=suppressed, casualties=casualties)

    def rulings_used_in(self, played: Played[RamOutcome | RamAsFireOutcome]) -> Iterable[str]:
        if played.outcome.casualties + _suppressed_figures(played):
            yield "ram_damage"
        if played.made:
            yield "allocation"


def _suppressed_figures(played: Played[RamOutcome | RamAsFireOutcome]) -> int:
    return played.outcome.suppressed if isinstance(played.outcome, RamAsFireOutcome) else 0


_RIDES, _CARRIES = Text("ride in another"), Text("carry passengers")


class RamInfantry(ContactOrder):
    """`/act ram`: the action of a vehicle's activation, like an assault by infantry."""

    key, title, doing, done_to = Ram.key, Text("Drive into infantry"), Text("ram"), Text("be rammed")
    needs, at_foes, counted = ("unit", "target"), True, True
    situation_rows = (
        SituationRow(
            "in_path",
            lambda n: Text("{figures} in its path", figures=counted(n, "figure", "figures")),
            numbers=range(1, 13),
            form=(Text("Figures in its path"), Text("Empty: all of them.")),
        ),
    )

    def checks(self) -> None:
        board_facts.require_vehicle(self.unit, self.doing)
        for target in self.targets:
            board_facts.require_figures(target, board_facts.JUMPS)
            if target.has("aboard"):
                inside = Text("{target} is inside a vehicle: fire at the vehicle.", target=target.ref)
                raise RuleError(inside, VEHICLES)
        board_facts.require_mobile(self.unit)
        self.warn(*ramming_objections(self.unit), *board_facts.crewless_texts(self.unit))
        if self.request.target:
            self.warn_of_answers()

    def rolls(self) -> Iterable[Planned]:
        """Yield the ram; all figures are in its path unless the request gives a number."""
        target, count = self.target, self.request.count
        in_path = self.request.number("in_path", target.models) if count is None else count
        yield Ram.plan_roll(
            {"unit": board_facts.unit_facts(target), "in_path": in_path}, unit=target, vehicle=self.unit
        )

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Return events of the ram; its move into contact may have been recorded before."""
        vehicle = now.unit(self.unit.id)
        charge = [] if has_charged(vehicle) else mark(vehicle, moved=1)
        return charge + mark(vehicle, action="assault", acted=1)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        if played[0].outcome.dodged:
            clear = N_("Move the figures of {unit} clear of the path of {vehicle}.")
            yield table_note(Text(clear, unit=self.target.ref, vehicle=self.unit.ref))

    def headline(self) -> Text:
        return Text("Ram: {vehicle} → {target}", vehicle=self.unit.ref, target=self.target.ref)


class BoardVehicle(Exposed):
    """`/act board`: a unit gets into a vehicle of its side."""

    key, title, doing, done_to = "board", Text("Board a vehicle"), Text("board"), Text("be boarded")
    needs, friendly = ("unit", "target"), True

    def checks(self) -> None:
        unit = self.unit
        board_facts.require_figures(unit, _RIDES)
        for vehicle in self.targets:
            board_facts.require_vehicle(vehicle, _CARRIES)
            if unit.side != vehicle.side:
                raise RuleError(Text("{vehicle} belongs to the enemy.", vehicle=vehicle.ref), VEHICLES)
        if unit.has("engaged_with"):
            raise RuleError(Text("{unit} is in close combat.", unit=unit.ref))
        if unit.has("aboard"):
            raise RuleError(Text("{unit} is already aboard.", unit=unit.ref))
        for vehicle in self.targets:
            room = profile(vehicle).carries - sum(
                inside.models for inside in board_facts.units_aboard(self.board, vehicle)
            )
            if unit.models > room:
                figures = counted(room, "figure", "figures")
                values = {"vehicle": vehicle.ref, "figures": figures, "unit": unit.ref, "models": unit.models}
                raise RuleError(Text("{vehicle} has room for {figures}, {unit} has {models}.", **values))

    @property
    def approaching_units(self) -> list[str]:
        return [self.unit.id]

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return (*clear_states(now, self.unit, "move"), *mark(self.unit, aboard=self.target.id, boarded=1))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        off = N_("{unit} is aboard {vehicle}: remove its figures from the table.")
        yield table_note(Text(off, unit=self.unit.ref, vehicle=self.target.ref))

    def headline(self) -> Text:
        return Text("{unit}: into {vehicle}", unit=self.unit.ref, vehicle=self.target.ref)


class LeaveVehicle(Order):
    """`/act leave`: a unit gets out of its vehicle."""

    key, title, doing = "leave", Text("Leave a vehicle"), Text("get out")

    def checks(self) -> None:
        if not self.unit.has("aboard"):
            raise RuleError(Text("{unit} is not in a vehicle.", unit=self.unit.ref))

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return mark(self.unit, aboard=None, boarded=None)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        yield gets_out_note(self.unit, self.unit.word("aboard") or "")

    def headline(self) -> Text:
        return Text("{unit}: out of {vehicle}", unit=self.unit.ref, vehicle=UnitRef(self.unit.word("aboard") or ""))
