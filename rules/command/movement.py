"""Moving in every system: inches with reasons that add up; and bands of distance, for ranges that are not measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from typing_extensions import TypeVar

from rules.kernel.action import Action, Book, Given, Played
from rules.kernel.dice import Line, total
from rules.kernel.plays import Shift
from rules.kernel.table import Decision, Table, Then
from rules.kernel.text import NOTHING, Joined, Text, inch

# Bands of distance: where only the band counts that a target is in, nobody has to measure to the inch.

MOST = 24
"""Bands that are told apart; a shot with more of them is measured."""


class Band(NamedTuple):
    """From `low` to `high` inches; the one of the ends at which `inches` are belongs to it, the other does not."""

    low: Decimal
    high: Decimal
    inches: Decimal

    @property
    def at_least(self) -> bool:
        """Whether it begins with its lower end: "8″ to under 16″", not "over 8″ to 16″"."""
        return self.inches == self.low

    @property
    def told(self) -> Text:
        """What it is called: "over 6″, up to 24″"."""
        low, high = inch(self.low), inch(self.high)
        if not self.low:
            return Text("under {high}", high=high) if self.at_least else Text("up to {high}", high=high)
        if self.at_least:
            return Text("{low} to under {high}", low=low, high=high)
        return Text("over {low}, up to {high}", low=low, high=high)

    @property
    def said(self) -> str:
        """A distance in it, as it is typed."""
        return f"{self.inches:f}in"

    def holds(self, inches: Decimal) -> bool:
        if self.at_least:
            return self.low <= inches < self.high
        return self.low < inches <= self.high or inches == self.low == 0


def up_to(limits: Iterable[Decimal | int]) -> tuple[Band, ...]:
    """The bands between limits that belong to the band below them, such as ranges of weapons; none beyond the last."""
    ends = [Decimal(0), *sorted({Decimal(one) for one in limits if one > 0})]
    found = tuple(Band(low, high, high) for low, high in pairwise(ends))
    return found if len(found) <= MOST else ()


def every(inches: int, most: int) -> tuple[Band, ...]:
    """Bands of so many inches each, up to `most` inches; the edge of a band belongs to the next one."""
    found = tuple(Band(Decimal(low), Decimal(low + inches), Decimal(low)) for low in range(0, most, inches))
    return found if len(found) <= MOST else ()


# The action of moving.


class MovementOutcome(NamedTuple):
    """How far, in inches."""

    inches: int


@dataclass(frozen=True, eq=False, slots=True)
class MovementPlan:
    """A move: lines of inches that add up, and a sentence to go with it."""

    why: tuple[Line, ...]
    advice: Text = NOTHING
    leaned: tuple[str, ...] = ()


Going = TypeVar("Going", bound=MovementPlan, default=MovementPlan)


def inches(why: Text, value: int, rule: str) -> Line:
    """A line of a move's ledger."""
    return Line(why, value, rule, "inches")


def movement(table: Table, plan: MovementPlan) -> MovementOutcome:
    return MovementOutcome(total(plan.why, "inches"))


def tell(plan: MovementPlan, played: Played[MovementOutcome]) -> Text:
    inches = played.outcome.inches
    far = Text("Up to {inches}″.", inches=inches) if inches else Text("It stays where it is.")
    return Joined((far, plan.advice))


def because(lines: Iterable[Line]) -> Text:
    """Why it is so far: " (MOV 6, slow ground −2)"; nothing where one number says it all."""
    found = reasons(lines)
    return Text(" ({reasons})", reasons=found) if found else NOTHING


def reasons(lines: Iterable[Line]) -> Text:
    """The lines of a move: "MOV 6, slow ground −2"; nothing where one number says it all."""
    first, *rest = lines
    if not rest:
        return NOTHING
    start = Text("{why} {value:″}", why=first.why, value=first.value)
    changes = [Text("{why} {value:+″}", why=line.why, value=line.value) for line in rest]
    return Joined([start, *changes], ", ")


def moves(plan: MovementPlan, played: Played[MovementOutcome]) -> Sequence[Shift]:
    """The unit goes where its player likes, unless a rule says which way."""
    inches, why = played.outcome.inches, reasons(plan.why)
    return (Shift("unit", inches, Text("({reasons})", reasons=why) if why else NOTHING, True),) if inches else ()


def brief(plan: MovementPlan, played: Played[MovementOutcome]) -> Text | None:
    """How far is said by what to do with the figures."""
    return plan.advice if played.outcome.inches else None


def detail(plan: MovementPlan, played: Played) -> Mapping[str, object]:
    return {"why": why_of(plan.why)}


def why_of(lines: Iterable[Line]) -> list[dict[str, object]]:
    """The ledger of a move as it is shown."""
    return [{"why": line.why, "value": line.value, "rule": line.rule} for line in lines]


def movement_action(
    facts: type[Given],
    plan: Callable[[Given, Book], Going],
    rule: Callable[[Table, Going], MovementOutcome | Then[MovementOutcome]] = movement,
    tell: Callable[[Going, Played[MovementOutcome]], Text] = tell,
    decisions: tuple[Decision, ...] = (),
) -> Action[Given, Going, MovementOutcome]:
    """The action `movement` of a system."""
    return Action(
        "movement",
        Text("Movement"),
        "movement",
        facts,
        MovementOutcome,
        plan,
        rule,
        tell,
        brief=brief,
        moves=moves,
        detail=detail,
        decisions=decisions,
        details=("why",),
    )
