"""Assault: a move into an enemy's assault range, or no assault at all (Actions › Assault)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from pydantic import Field

from rules.command.movement import reasons_in_brackets, why_of
from rules.command.planned import Planned
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.dice import total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, Inches, Numbered
from rules.kernel.plays import Shift
from rules.kernel.table import Table
from rules.kernel.text import N_, Joined, Listed, Role, Term, Text, ask_note, counted
from rules.openfire_d12 import board_facts, inches, leaving
from rules.openfire_d12.actions import go_note, unplaced_warnings
from rules.openfire_d12.facts import D12UnitFacts, must_live
from rules.openfire_d12.moving_action import MovingAction
from rules.openfire_d12.shooting import ASSAULT_RANGE
from rules.openfire_d12.tables import Board, D12Rule

ASSAULT = "Actions › Assault"


class D12AssaultFacts(inches.MovePath):
    """Facts of an assault move."""

    unit: D12UnitFacts = Field(title=N_("Unit"))
    target: D12UnitFacts = Field(title=N_("Target"))
    distance: Inches = Field(
        title=N_("Distance"), description=N_("Inches that the leader moves to touch the nearest enemy.")
    )


class D12AssaultOutcome(NamedTuple):
    """Distance that the unit may go, in inches, and True if it reaches the target."""

    inches: int
    reached: bool


class D12Assault(D12Rule[D12AssaultFacts, D12AssaultOutcome]):
    """A move without dice that reaches the enemy."""

    key, title, topic, details = "assault", Text("Assault"), "assault", ("why",)

    def plan(self) -> None:
        facts, unit = self.facts, self.facts.unit
        must_live(unit, "unit")
        must_live(facts.target, "target")
        inches.check_may_move(unit, "assault")
        self.why = inches.inches_of(unit, "assault", facts, self.book)
        self.inches = total(self.why, "inches")
        self.needed = max(Decimal(0), facts.distance - ASSAULT_RANGE)
        if self.needed > self.inches:
            beyond = Text(
                "The enemy is out of reach: {distance}″ to its assault range, the Assault moves {inches}″. "
                "Choose another action.",
                distance=self.needed,
                inches=self.inches,
            )
            raise RuleError(beyond, ASSAULT)
        self.advice, self.rulings_used = inches.advice(unit, facts), inches.rulings_used(unit, facts, self.book)

    def play(self, table: Table) -> D12AssaultOutcome:
        return D12AssaultOutcome(self.inches, self.needed <= self.inches)

    def moves(self, played: Played[D12AssaultOutcome]) -> Iterable[Shift]:
        """Yield the move into the enemy's assault range."""
        way = Text("into the assault range of {enemy}, {distance}″ away", enemy=Role("target"), distance=self.needed)
        yield Shift("unit", played.outcome.inches, way, True)

    def describe(self, played: Played[D12AssaultOutcome]) -> Text:
        moves = Text(
            "Up to {inches}″{reasons}, into assault range: {distance}″ away.",
            inches=played.outcome.inches,
            reasons=reasons_in_brackets(self.why),
            distance=self.needed,
        )
        return Joined((moves, self.advice))

    def short_text(self, played: Played[D12AssaultOutcome]) -> Text | None:
        """Return the advice alone, because the instruction gives the distance."""
        return self.advice

    def detail(self, played: Played[D12AssaultOutcome]) -> Mapping[str, object]:
        return {"why": why_of(self.why)}


_GROUND = ("slow", "dangerous")


class AssaultUnit(MovingAction):
    """`/assault`: refused if the enemy is out of reach or already in assault range."""

    key, title, doing, done_to = D12Assault.key, D12Assault.title, Text("assault"), Text("be assaulted")
    needs, asked_in = ("unit", "target", "distance"), "situation"
    situations = (
        Choice("slow", Text("Over slow ground: −2″")),
        Choice("dangerous", Text("Over dangerous ground: one die per model")),
        *(Choice(f"levels_up={n}", Text("{levels} up", levels=counted(n, "level", "levels"))) for n in range(1, 5)),
        *(Choice(f"levels_down={n}", Text("{levels} down", levels=counted(n, "level", "levels"))) for n in range(1, 5)),
        *leaving.CHOICES,
    )
    counts = (
        Numbered("levels_up", Text("Levels up"), Text("Empty: none.")),
        Numbered("levels_down", Text("Levels down"), Text("Empty: none.")),
    )

    @property
    def said(self) -> Sequence[str]:
        return self.request.situation

    @property
    def is_dangerous(self) -> bool:
        return self.request.has_situation("dangerous")

    def checks(self) -> None:
        unit, near = self.unit, board_facts.enemies_close_to(self.board, self.unit)
        inches.check_may_move(board_facts.unit_facts(unit), "assault")
        targets = self.targets
        for target in targets:
            if target in near:
                values = {"unit": unit.ref, "target": target.ref}
                there = Text("{unit} is in the assault range of {target}: attack it with `/fire`.", **values)
                raise RuleError(there, ASSAULT)
        super().checks()
        waiting = [why for target in targets for why in unplaced_warnings(target)]
        is_said = any(code.partition("=")[0] in (leaving.LEAVES, leaving.STAYS) for code in self.said)
        if (is_said or not (self.is_warned or waiting)) and self.units_left_behind:
            names = Listed([enemy.ref for enemy in self.units_left_behind])
            self.warn(Text("An Assault may not leave the assault range of {names} (Assault).", names=names))
        self.warn(*waiting)

    def rolls(self) -> Iterable[Planned]:
        request = self.request
        facts: dict[str, object] = {
            "unit": board_facts.unit_facts(self.unit),
            "target": board_facts.unit_facts(self.target),
            "distance": request.distance[0],
            "terrain": tuple(ground for ground in _GROUND if request.has_situation(ground)),
            "levels_up": request.number("levels_up"),
            "levels_down": request.number("levels_down"),
        }
        yield D12Assault.plan_roll(facts, unit=self.unit, target=self.target)
        yield from self.ground_test()

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Return events of the assault; enemies left behind have free attacks, a unit that falls gets nowhere."""
        unit = now.unit(self.unit.id)
        events = board_facts.leave_ranges(
            now, unit, [enemy.id for enemy in self.units_left_behind] if unit.alive else None
        )
        if unit.alive:
            then = now.after(events)
            events += board_facts.close_in(then, unit, then.unit(self.target.id))
        events += self.moved_events()
        events += super().after(now.after(events), played)
        return [*events, *leaving.grant_free_attacks(now.after(events), self.unit, self.strikers)]

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        unit = now.unit(self.unit.id)
        yield from board_facts.passengers_note(self.board, now, [unit.id])
        yield from leaving.strike_note(self.strikers)
        yield from self.due_note()
        if unit.alive:
            blades = [Term(one.name) for one in self.unit.weapons if now.tables.weapons[one.name].impact]
            if blades:  # the reactions offer it (Special Rules › Impact)
                free = N_("Impact: a free attack at {enemy} with the {weapons}.")
                yield ask_note(Text(free, weapons=Listed(blades, "or"), enemy=self.target.ref))
        yield from board_facts.staying_notes(now, unit, self.target.id)
        yield from go_note(now)

    def headline(self) -> Text:
        return Text("Assault: {attacker} → {defender}", attacker=self.unit.ref, defender=self.target.ref)

    def distance_asked(self) -> Ask:
        """Return the question for the distance, with the unit's reach over clear ground."""
        how_far = Text("how far is the target?")
        if not self.request.unit:
            return Ask("distance", how_far)
        path = inches.inches_of(board_facts.unit_facts(self.unit), "assault", inches.MovePath(), self.board.book)
        values = {"far": total(path, "inches") + 1, "inches": total(path, "inches")}
        reaches = Text("It can reach an enemy {far}″ away: {inches}″ and the last 1″.", **values)
        return Ask("distance", how_far, hint=reaches)

    def suits(self, code: str) -> bool:
        """True unless the situation names more assault ranges than the unit is in."""
        name, _, n = code.partition("=")
        if name not in (leaving.LEAVES, leaving.STAYS) or not self.request.unit:
            return True
        return len(board_facts.enemies_close_to(self.board, self.unit)) >= max(1, int(n or 1))
