"""Moves: factors first, rounded down, then inches added; `/move`, and the effects of a move.

(Movement; Terrain; Manoeuvres)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from pydantic import Field, field_validator

from rules.command.effects import mark
from rules.command.movement import MovementOutcome, reasons_in_brackets
from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import Line
from rules.kernel.facts import Choice, Facts, validate
from rules.kernel.request import changed
from rules.kernel.text import N_, NOTHING, Listed, Term, Text, ask_note, table_note
from rules.kit.moving import MoveRule
from rules.openfire_ww2 import facts, own_turn, tables
from rules.openfire_ww2.objectives import ask_objectives
from rules.openfire_ww2.towing import stuck_guns, towed_guns

Ground = Literal["road", "path", "trench", "river", "ruins", "forest", "swamp"]
Stopped = Literal["pinned", "set_up_position", "hull_down", "immobilised", "buttoned", "barraged"]
Extra = (
    Literal["charge", "sprint", "overdrive", "hit_the_dirt", "engine_damaged", "towed", "tows", "leave_position"]
    | Stopped
)
FAST = ("road", "path", "trench")
SLOW = ("river", "ruins", "forest", "swamp")
LEFT = ("set_up_position", "hull_down")
"""States that keep a unit in place until it leaves its position."""
_ADDS: tuple[tuple[Literal["charge", "sprint", "overdrive"], Text, str], ...] = (
    ("charge", Text("charging"), facts.MELEE),
    ("sprint", facts.order_name("sprint"), facts.section_of("sprint")),
    ("overdrive", facts.order_name("overdrive"), facts.section_of("overdrive")),
)


class WW2MovementFacts(Facts):
    """Facts of a move; states that forbid one may also be given as extras, and make it 0 inches."""

    kind: tables.Kind = Field(title=N_("Kind"))
    terrain: tuple[Ground, ...] = Field(default=(), max_length=10, title=N_("Ground on its way"))
    extra: tuple[Extra, ...] = Field(default=(), max_length=20, title=N_("Other modifiers"))

    _once = field_validator("terrain", "extra")(facts.each_once)


class Factor(NamedTuple):
    """A factor of a move."""

    why: Text
    by: Fraction
    rule: str


class WW2Movement(MoveRule[WW2MovementFacts, tables.WW2Tables, tables.WW2Rulings]):
    """The inches of a kind of move; each factor is a line in whole inches, which add up to the rounded product."""

    key = "movement"

    @classmethod
    def of(cls, board: tables.Board, facts: Mapping[str, object]) -> WW2Movement:
        """Build a move before it is made."""
        return cls(validate(WW2MovementFacts, facts), board.book)

    def plan(self) -> None:
        kind, tables, extra = self.facts.kind, self.book.tables, self.facts.extra
        base = Line(Term(kind), tables.moves[kind], facts.MOVEMENT, "inches")
        # A vehicle that tows a gun moves no further than the gun may.
        if (kind == "gun" and "towed" in extra) or ("tows" in extra and tables.towed["gun"] < base.value):
            base = Line(Text("gun, towed"), tables.towed["gun"], facts.MOVEMENT, "inches")
        leaves = "leave_position" in extra
        stops = [state for state in own_turn.STOPS if state in extra and not (leaves and state in LEFT)]
        if stops:
            self.why = (base, Line(Term(stops[0]), -base.value, own_turn.STOPS[stops[0]], "inches"))
            return
        gets_up = leaves and "hit_the_dirt" in extra
        self.rulings_used = ("leave_position_rate",) if gets_up else ()
        lies = "hit_the_dirt" in extra and not (gets_up and self.book.rulings.leave_position_rate == "full")
        lines, exact = [base], Fraction(base.value)
        for factor in self._factors(lies):
            before, exact = exact, exact * factor.by
            lines.append(Line(factor.why, int(exact) - int(before), factor.rule, "inches"))
        lines += (Line(why, tables.added[name], rule, "inches") for name, why, rule in _ADDS if name in extra)
        self.why = tuple(lines)

    def _factors(self, lies: bool) -> Iterator[Factor]:
        """Yield the factors: fast and slow ground count once each; trenches help infantry only."""
        kind, terrain = self.facts.kind, self.facts.terrain
        fast = [Term(ground) for ground in FAST if ground in terrain and (ground != "trench" or kind == "infantry")]
        slow = [Term(ground) for ground in SLOW if ground in terrain]
        half = Fraction(1, 2)
        if fast:
            yield Factor(Text("{ground}: half again", ground=Listed(fast)), Fraction(3, 2), facts.MOVEMENT)
        if slow:
            yield Factor(Text("{ground}: half", ground=Listed(slow)), half, facts.TERRAIN)
        if lies:
            yield Factor(Text("Hit the Dirt: half"), half, facts.section_of("hit_the_dirt"))
        if "engine_damaged" in self.facts.extra:
            yield Factor(Text("engine damaged: half"), half, facts.AT_VEHICLES)

    def describe(self, played: Played[MovementOutcome]) -> Text:
        inches = played.outcome.inches
        if not inches:
            return Text("No move: {reason}.", reason=self.why[-1].why)
        return Text("Up to {inches}″{reasons}.", inches=inches, reasons=reasons_in_brackets(self.why))


# `/move`.


class WW2MoveUnit(tables.Order):
    """`/move`: a unit in a position may leave it with `leave_position`; a unit that falls back always does."""

    key, title, doing = "move", Text("Move"), Text("move")
    terrain = (
        Choice("road", Text("On a road: half as far again")),
        Choice("path", Text("On a path: half as far again")),
        Choice("trench", Text("In a trench: infantry half as far again")),
        Choice("river", Text("Through river: half")),
        Choice("ruins", Text("Through ruins: half")),
        Choice("forest", Text("Through forest: half")),
        Choice("swamp", Text("Through swamp: half")),
    )
    extra = (
        Choice("charge", Text("A charge: +2″")),
        Choice("leave_position", Text("Gives up Hit the Dirt, Set Up Position or Hull Down")),
    )

    @property
    def is_forced(self) -> bool:
        return self.unit.has("retreating") or self.unit.has("ordered_back")

    @property
    def leaves(self) -> bool:
        return self.is_forced or "leave_position" in self.request.extra

    def checks(self) -> None:
        """Warn of the move, unless the unit cannot move anyway."""
        if not own_turn.stopping_states(self.board, self.unit, self.leaves):
            self.warn(*own_turn.move_warnings(self.board, self.unit))
            self.warn(*stuck_guns(self.board, self.unit))

    def facts(self) -> Mapping[str, object]:
        """Return the facts of the move by the unit's states and manoeuvre.

        A unit that is driven back moves at the full rate, like one that went down in an earlier turn.
        """
        unit, request = self.unit, self.request
        gets_up = self.is_forced or (unit.has("lay_before") and "leave_position" in request.extra)
        states = [state for state in ("hit_the_dirt", "overdrive", "engine_damaged") if unit.has(state)]
        extra = [*request.extra, *(state for state in states if not (gets_up and state in own_turn.LYING))]
        extra += ["sprint"] if unit.word("manoeuvre") == "sprint" else []
        extra += ["tows"] if towed_guns(self.board, unit) else []
        stops = own_turn.stopping_states(self.board, unit, self.leaves)
        return {"kind": facts.profile(unit).kind, "terrain": request.terrain, "extra": (*extra, *stops)}

    def rolls(self) -> Iterable[Planned]:
        yield WW2Movement.plan_roll(self.facts(), unit=self.unit)

    def inches(self) -> int:
        return WW2Movement.of(self.board, self.facts()).inches

    def after(self, now: tables.Board, played: Sequence[Played]) -> Iterator[Event]:
        if not played[0].outcome.inches:
            return
        unit = now.unit(self.unit.id)
        yield from own_turn.fall_back(now, unit) if own_turn.must_move(unit) else own_turn.moves(now, unit)
        if self.leaves:
            yield from mark(unit, **{state: None for state in own_turn.LYING if unit.has(state)})
        if unit.has("towed_by"):
            yield from mark(unit, towed_by=None)
        yield from _carry_out(now, unit)
        for gun in towed_guns(now, unit):
            yield from own_turn.moves(now, gun)

    def notes(self, now: tables.Board, played: Sequence[Played]) -> Iterator[Text]:
        unit = now.unit(self.unit.id)
        if not played[0].outcome.inches:
            yield from self._offer_to_leave(now, unit)
            return
        if guns := Listed([gun.ref for gun in towed_guns(now, unit)]):
            yield table_note(Text("Moves with it: {guns}.", guns=guns))
        if unit.has("retreating"):
            back = N_("{unit} is falling back: move it away from the nearest enemy.")
            back = N_("{unit} is rallying: move it toward the officer.") if unit.has("rallying") else back
            yield table_note(Text(back, unit=unit.ref))
        yield from ask_objectives(now, unit)
        if self.unit.has("towed_by"):
            yield table_note(Text("{unit} is unhitched: its crew pushes it.", unit=unit.ref))

    def _offer_to_leave(self, now: tables.Board, unit: Unit) -> Iterator[Text]:
        """Yield the offer of the same move after giving up the position."""
        position = next(
            (Term(state) for state in own_turn.stopping_states(now, unit, self.leaves) if state in own_turn.LYING),
            NOTHING,
        )
        if position:
            out = changed(self.request, extra=(*self.request.extra, "leave_position"))
            label = Text("Give up {position} and move", position=position)
            yield ask_note(Text("It may give up {position}.", position=position), label, out)

    def headline(self) -> Text:
        return Text("{unit}: move", unit=self.unit.ref)


def _carry_out(board: tables.Board, unit: Unit) -> list[Event]:
    """Return events that make the move of a Sprint or an Overdrive part of it.

    They apply to a unit that had not moved. After a Sprint in the combat phase, the movement phase is still to come.
    """
    name = unit.word("manoeuvre")
    if name not in ("sprint", "overdrive"):
        return mark(unit, carried_out=None) if unit.word("carried_out") == "sprint" else []
    if unit.has("moved_this_turn"):
        return mark(unit, manoeuvre=None)
    early = name == "sprint" and board.game.phase == "combat"
    return mark(unit, manoeuvre=None, carried_out="sprint" if early else "move")
