"""Activation: wound markers become kills, or not, and the unit takes two actions (Initiative; Apply damage)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import Field

from rules.command.system import Planned
from rules.command.turns import active, not_their_go
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import Line
from rules.kernel.facts import Count, Facts, Models
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Listed, Term, Text, counted, inch
from rules.kit import alternate
from rules.opreb.facts import must_have_models
from rules.opreb.pools import bangs, held, pool
from rules.opreb.tables import Board, Rule, Rulings, Tables
from rules.opreb.turn import TURNS
from rules.opreb.weapons import skill_dice, support_weapons

APPLY_DAMAGE = "Small arms fire › Apply damage"


class Marked(Facts):
    """A unit with the markers on it."""

    models: Models = Field(title=N_("Models"))
    wounds: Count = Field(title=N_("Wound markers"))
    pinned: Count = Field(title=N_("Pinned markers"), description=N_("They stay on the unit."))


class ActivateFacts(Facts):
    """The facts of an activation."""

    unit: Marked = Field(title=N_("Unit"))


class ActivateOutcome(NamedTuple):
    """Models killed, and wound markers that come off."""

    kills: int
    wounds_cleared: int


class Activate(Rule[ActivateFacts, ActivateOutcome]):
    """One die for each wound marker where the ruling asks for them, rolled by the opponent."""

    key, title, topic = "activate", Text("Activate"), "activation"

    def plan(self) -> None:
        unit = self.facts.unit
        must_have_models(unit.models, "unit")
        self.models, self.kill = unit.models, self.book.rulings.wound_kill
        self.markers = counted(unit.wounds, "wound marker", "wound markers")
        thrown = Text("{markers}, thrown by the opponent", markers=self.markers)
        each = (Line(thrown, unit.wounds, APPLY_DAMAGE, "dice"),)
        self.wounds = pool("wound_markers", Text("wound markers"), "defender", each, self.book, APPLY_DAMAGE)
        self.rulings_used = ("wound_kill",) if unit.wounds else ()

    def play(self, table: Table) -> ActivateOutcome:
        if self.kill == "none":
            return ActivateOutcome(0, 0)
        kills = self.wounds.dice if self.kill == "wound" else bangs(table, self.wounds)
        return ActivateOutcome(min(kills, self.models), self.wounds.dice)

    def effects(self, played: Played[ActivateOutcome]) -> Iterable[Effect]:
        yield Effect("unit", "models", -played.outcome.kills)
        yield Effect("unit", "wounds", -played.outcome.wounds_cleared)

    def describe(self, played: Played[ActivateOutcome]) -> Text:
        outcome, markers = played.outcome, self.markers
        if not self.wounds.dice:
            return Text("No wound markers to settle.")
        if not outcome.wounds_cleared:
            return Text("{markers} to settle at the table.", markers=markers)
        kills = counted(outcome.kills, "kill", "kills")
        if outcome.kills == self.models:
            return Text("{markers} settled: {kills}. Nobody is left.", markers=markers, kills=kills)
        return Text("{markers} settled: {kills}.", markers=markers, kills=kills)

    def short_text(self, played: Played[ActivateOutcome]) -> Text | None:
        """What was settled, and that there was nothing to settle, is seen on the table."""
        return None if self.wounds.dice and not played.outcome.wounds_cleared else NOTHING


class ActivateUnit(alternate.Activation[Tables, Rulings]):
    """`/activate`: wound and pinned markers are read off the board."""

    turns = TURNS

    def rolls(self) -> Iterable[Planned]:
        unit = self.unit
        markers = {"models": unit.models, "wounds": unit.count("wounds"), "pinned": unit.count("pinned")}
        yield Activate.planned({"unit": markers}, unit=unit)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        unit = now.unit(self.unit.id)
        return self.turns.begun(now, unit, **({} if unit.count("wounds") else {"disorganised": None}))


# What a unit may do with its actions, and how far it moves.


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """What a unit may do with an action, with inches and dice; once there is an order of play, activate first."""
    if TURNS.spent(unit):
        return ()
    if TURNS.out_of_go(board, unit):
        return () if active(board) or not_their_go(board, unit, "") else (Text("activate"),)
    found = [] if held(unit.count("pinned"), board.book) else [*numbers(board, unit)]
    found.append(Text("fire ({reach})", reach=_reach(board, unit)))
    if not unit.has("in_position"):
        found.append(Text("get into position"))
    if unit.count("pinned"):
        found.append(Text("rally ({pinned} pinned)", pinned=unit.count("pinned")))
    return tuple(found)


def numbers(board: Board, unit: Unit) -> tuple[Text, ...]:
    """How far a unit moves, whoever's go it is."""
    moves = board.tables.moves
    dice = counted(skill_dice(board, unit), "die", "dice")
    least, whiff = moves.tac_move, moves.whiff
    tac_move = Text("tac-move {least}″ + 1″ a bang of {dice}, {whiff}″ on a whiff", least=least, dice=dice, whiff=whiff)
    return Text("move {inches}″", inches=moves.standard), tac_move


def _reach(board: Board, unit: Unit) -> Text:
    rows = board.tables.weapons
    bands = sorted({row.band for weapon in unit.weapons if (row := rows[weapon.name]).band})
    reach = Text("bands of {bands}", bands=Listed(map(inch, bands))) if bands else Text("support")
    guns = [Term(weapon.name) for weapon in support_weapons(board, unit)]
    if not guns or unit.has("in_position"):
        return reach
    return Text("{reach}; {support_weapons} only in position", reach=reach, support_weapons=Joined(guns, ", "))
