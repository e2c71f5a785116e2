"""Moves of a figure by its own profile, because the rules give none; 2 inches when suppressed (Results)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import Field

from rules.bayonet.figures import kind_of_combat, may_shoot, profile
from rules.bayonet.tables import BayonetRulings, BayonetTables, Board, Order
from rules.bayonet.turn import TURNS, wrong_step_warnings
from rules.command.effects import clear_states, mark
from rules.command.planned import Planned, Reaction
from rules.game.entry import Entry
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, Facts, Flag, validate
from rules.kernel.request import Request, changed
from rules.kernel.text import N_, Text, ask_note
from rules.kit.moving import MoveRule

MOVEMENT = "Movement"
RESULTS = "Results"


class BayonetMovementFacts(Facts):
    """Facts of a move."""

    move: int | None = Field(
        default=None, strict=True, ge=0, le=1000, title=N_("Move"), description=N_("The figure's own move, in inches.")
    )
    suppressed: Flag = Field(default=False, title=N_("Suppressed"))
    fleeing: Flag = Field(default=False, title=N_("Fleeing"))


class BayonetMovement(MoveRule[BayonetMovementFacts, BayonetTables, BayonetRulings]):
    """A figure's own move; a suppressed figure goes into cover, a fleeing figure goes away."""

    key = "movement"

    def plan(self) -> None:
        facts, most = self.facts, self.book.tables.suppressed_move
        inches = must_move(facts.move)
        self.why = (Line(Text("its own move"), inches, MOVEMENT, "inches"),)
        if facts.fleeing:
            self.advice = Text("It is fleeing: move it away from the enemy.")
        elif facts.suppressed:
            self.advice = Text("It is suppressed: move it into cover.")
            if inches > most:
                self.why += (Line(Text("suppressed"), most - inches, RESULTS, "inches"),)


def must_move(inches: int | None) -> int:
    """Return the inches of a figure's move; raise RuleError for a figure without a move of its own."""
    if inches is None:
        raise RuleError(Text("Bayonet's page gives no distances: give the figure a move of its own."), MOVEMENT)
    return inches


class MoveFigure(Order):
    """`/move`: the distance, and the attack of gas on a figure that enters it."""

    key, title, doing = "move", Text("Move"), Text("move")
    terrain = (Choice("gas", Text("Into gas")),)

    def checks(self) -> None:
        unit = self.unit
        must_move(profile(unit).move)
        self.warn(*wrong_step_warnings(self.board, unit))
        if unit.has("moved"):
            self.warn(Text("{unit} has already moved in this bound ({section}).", unit=unit.ref, section=MOVEMENT))

    @property
    def facts(self) -> dict[str, object]:
        unit = self.unit
        return {"move": profile(unit).move, "suppressed": unit.has("suppressed"), "fleeing": unit.has("fleeing")}

    def rolls(self) -> Iterable[Planned]:
        yield BayonetMovement.plan_roll(self.facts, unit=self.unit)

    def inches(self) -> int | None:
        """Return the distance; None for 0, which still counts as a move."""
        return BayonetMovement(validate(BayonetMovementFacts, self.facts), self.board.book).inches or None

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        unit = now.unit(self.unit.id)
        moved = {"moved": 1} if played[0].outcome.inches else {}
        return [*clear_states(now, unit, "move"), *mark(unit, **moved, acted=1)]

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        """Return the attack of the gas that it entered, or of each cloud if that is unknown."""
        unit, entered = self.unit, "gas" in self.request.terrain
        labels = [thing.label for thing in now.game.things.values() if thing.kind == "gas"]
        attack = Request("act", target=(unit.id,), action="gas")
        if profile(unit).abc_cf is None:
            return [Text("Gas cannot attack {unit}.", unit=unit.ref)] if entered else []
        if entered and len(labels) < 2:
            return [ask_note(Text("It enters gas: the gas attacks {mover}.", mover=unit.ref), Text("Gas"), attack)]
        return [
            ask_note(
                Text("If it enters gas {label}, the gas attacks {mover}.", label=label, mover=unit.ref),
                Text("Gas {label}", label=label),
                changed(attack, weapon=label),
            )
            for label in labels
        ]

    def headline(self) -> Text:
        if kind_of_combat(self.unit):
            return Text("{unit}: move out of combat", unit=self.unit.ref)
        return Text("{unit}: move", unit=self.unit.ref)


# Opportunity fire at a moved figure, offered to every enemy that may shoot, once the moves of the bound are
# done (Shooting › Opportunity fire).


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Return opportunity fire at the figure that an entry moved, or at all moved ones once the shooting starts.

    An area effect is aimed at a point, so it cannot react to a single figure.
    """
    if entry.command in ("turn phase", "turn end"):
        return late_reactions(board)
    part = {"move": "unit", "assault": "attacker"}.get(entry.command, "")
    roles = entry.plays[0].roles if entry.plays else {}
    moved = board.game.units.get(roles.get(part, ""))
    return _opportunity_shots(board, moved) if moved else []


def further_reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Return the opportunity fire that is left after an entry that was such a shot."""
    return late_reactions(board) if entry.request.get("action") == "opportunity" else []


def late_reactions(board: Board) -> list[Reaction]:
    """Return opportunity fire at all figures that moved in this bound, offered after all moves."""
    return [shot for unit in board.game.units.values() for shot in _opportunity_shots(board, unit)]


def _opportunity_shots(board: Board, moved: Unit) -> list[Reaction]:
    if not moved.alive or not moved.has("moved"):
        return []
    return [
        Reaction(
            unit.id,
            Text("{unit}: opportunity fire", unit=unit.ref),
            Request("fire", (unit.id,), (moved.id,), action="opportunity"),
        )
        for unit in board.game.living
        if TURNS.may_react(board, unit.side, moved.side) and may_shoot(unit) and profile(unit).area is None
    ]
