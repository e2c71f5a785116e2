"""The activation roll and `/activate` (Activation)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from pydantic import Field

from rules.command.asked import SituationRow
from rules.command.effects import clear_states, mark
from rules.command.planned import Planned
from rules.command.turns import unmark_passed
from rules.fubar import board_facts, movement, unit_options
from rules.fubar.activation_state import STANDS
from rules.fubar.facts import ACTIVATION, UnitFacts, activation_roll, must_have_figures
from rules.fubar.reactions import Exposed
from rules.fubar.tables import Board, FubarRule
from rules.fubar.turn import TURNS
from rules.game.events import Event
from rules.kernel import dice
from rules.kernel.action import Played
from rules.kernel.facts import Count, Facts, Flag, Models
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Plural, Text, counted

WITHDRAWS = 6
"""Inches that a unit withdraws if it fails with more than half of its figures lost."""


class FubarActivateFacts(Facts):
    """Facts of an activation roll; a vehicle counts as one figure without armour."""

    unit: UnitFacts = Field(title=N_("Unit"))
    out_of_touch: Count = Field(default=0, title=N_("Out of touch"), description=N_("Figures more than 3″ away."))
    no_visible_enemy: Flag = Field(default=False, title=N_("No enemy in sight"))
    stunned: Flag = Field(default=False, title=N_("Crew stunned"))
    full: Models | None = Field(
        default=None, title=N_("Full strength"), description=N_("Figures of the full unit, if it came with fewer.")
    )


class FubarActivateOutcome(NamedTuple):
    """Result of an activation roll; `needed` is the face after all modifiers, 2 to 6."""

    passed: bool
    needed: int
    result: Literal["activated", "on_guard", "withdraw"]
    withdraw_to: Literal["away", "deployment_point"] | None
    stood_up: int


class FubarActivate(FubarRule[FubarActivateFacts, FubarActivateOutcome]):
    """The roll to activate; after it, passed or failed, all suppressed figures stand up (Suppression)."""

    key, title, topic = "activate", Text("Activate"), "activation"

    def plan(self) -> None:
        facts, book = self.facts, self.book
        must_have_figures(facts.unit, "unit")
        away = counted(facts.out_of_touch, "figure", "figures")
        more = (
            dice.Line(Text("{figures} out of touch", figures=away), facts.out_of_touch, "Units"),
            dice.Line(Text("no visible enemy"), -int(facts.no_visible_enemy), ACTIVATION),
            dice.Line(Text("crew stunned"), 2 * facts.stunned, "Vehicles", cause=dice.Cause("stunned")),
        )
        self.throw = activation_roll(facts.unit, book.tables, "activation", Text("activation"), "unit", more)
        unit = self.facts.unit
        whole = {"battle": unit.starting, "full": max(unit.starting, self.facts.full or 0)}
        self.half_lost = {of: unit.figures * 2 < figures for of, figures in whole.items()}

    def play(self, table: Table) -> FubarActivateOutcome:
        needed, lying = dice.total(self.throw.ledger), self.facts.unit.suppressed
        if table.roll(self.throw):
            return FubarActivateOutcome(True, needed, "activated", None, lying)
        if not self.half_lost[self.book.rulings.half_strength_of]:
            return FubarActivateOutcome(False, needed, "on_guard", None, lying)
        to = "deployment_point" if self.facts.no_visible_enemy else "away"
        return FubarActivateOutcome(False, needed, "withdraw", to, lying)

    def effects(self, played: Played[FubarActivateOutcome]) -> Iterable[Effect]:
        yield Effect("unit", "suppressed", -played.outcome.stood_up)

    def rulings_used_in(self, played: Played[FubarActivateOutcome]) -> Iterable[str]:
        if len(set(self.half_lost.values())) > 1 and not played.outcome.passed:
            yield "half_strength_of"

    def moves(self, played: Played[FubarActivateOutcome]) -> Iterable[Shift]:
        """Yield the withdrawal of a unit that has lost more than half (Activation)."""
        if to := played.outcome.withdraw_to:
            yield Shift("unit", WITHDRAWS, Text(_WITHDRAWS_TO[to]))

    def describe(self, played: Played[FubarActivateOutcome]) -> Text:
        outcome = played.outcome
        gone = Text("It withdraws {inches}″.", inches=WITHDRAWS) if outcome.withdraw_to else Text("On Guard now.")
        said = [Text("Activated.")] if outcome.passed else [Text("Failed."), gone]
        if up := outcome.stood_up:
            said.append(Plural("{n} suppressed figure stands up.", "{n} suppressed figures stand up.", up))
        return Joined(said)

    def short_text(self, played: Played[FubarActivateOutcome]) -> Text | None:
        """Return no text, because the heading, the markers and the instruction show it."""
        return NOTHING


_WITHDRAWS_TO = {
    "away": N_("away from the nearest visible enemy"),
    "deployment_point": N_("toward its deployment point"),
}


class ActivateUnit(Exposed):
    """`/activate`: a unit tries to activate, once per turn (Initiative)."""

    key, title, doing, actions, own_actions = (
        FubarActivate.key,
        FubarActivate.title,
        Text("activate"),
        movement.ACTIONS,
        movement.own_actions,
    )
    situation_rows = (
        SituationRow("no_visible_enemy", Text("No enemy in sight: +1"), "no_visible_enemy"),
        SituationRow(
            "out_of_touch",
            lambda n: Text("{figures} more than 3″ away: −{n}", figures=counted(n, "figure", "figures"), n=n),
            "out_of_touch",
            numbers=range(1, 7),
        ),
    )

    def checks(self) -> None:
        unit, action = self.unit, self.request.action
        board_facts.check_vehicle_action(unit, action)
        if action and action not in STANDS:
            board_facts.require_mobile(unit)
        if unit.has("engaged_with"):
            fights = N_("{unit} is in close combat and counts as activated; use /assault or /act withdraw.")
            self.warn(Text(fights, unit=unit.ref), repeat=True)
        elif unit.has("tried"):
            self.warn(Text("{unit} has already tried to activate this turn (Initiative).", unit=unit.ref), repeat=True)
        self.warn(*TURNS.out_of_go(self.board, unit), *board_facts.crewless_texts(unit))
        if self.request.number("out_of_touch") > unit.models:
            more = N_("{unit} has {models}: give at most that many figures out of touch (Units).")
            self.warn(Text(more, models=unit.models, unit=unit.ref))

    def rolls(self) -> Iterable[Planned]:
        unit = self.unit
        facts: dict[str, object] = self.asked_facts(FubarActivateFacts) | {
            "unit": board_facts.unit_facts(unit),
            "stunned": unit.has("stunned"),
            "full": unit.full if unit.full > unit.starting else None,
        }
        yield FubarActivate.plan_roll(facts, unit=unit)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        unit, outcome, action = now.unit(self.unit.id), played[0].outcome, self.request.action
        if action == "run" and board_facts.is_vehicle(self.unit) and "run" not in movement.driven_actions(self.unit):
            action = "walk"  # a vehicle that cannot go through moderate cover just drives (Vehicles)
        events = [*unmark_passed(now, unit.side), *clear_states(now, unit, "activation"), *mark(unit, tried=1)]
        if outcome.passed:
            events += mark(unit, activated=1) + (mark(unit, action=action) if action else [])
        if (action == "on_guard" and outcome.passed) or outcome.result == "on_guard":
            events += mark(unit, on_guard=1, action="on_guard")
        if outcome.result == "withdraw":
            events += mark(unit, moved=1, **({"aboard": None} if unit.has("aboard") else {}))
        return [*events, *TURNS.pass_initiative(now.after(events), unit.side, outcome.passed)]

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        unit = now.unit(self.unit.id)
        vehicle = self.unit.word("aboard")
        if vehicle and not unit.has("aboard"):
            yield unit_options.gets_out_note(unit, vehicle)
        may = unit_options.may_do(now, unit) if played[0].outcome.passed else ()
        if may:
            yield Text("{unit} may now: {may_do}.", unit=unit.ref, may_do=Joined(may, "; "))
        yield from TURNS.go_note(now, unit if may else None)

    def headline(self) -> Text:
        return Text("{unit}: activation", unit=self.unit.ref)
