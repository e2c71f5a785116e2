"""A roll-off: every side throws, the highest sum wins, those tied for it throw again (Roll-offs)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field, model_validator

from rules.kernel.action import Action, Played
from rules.kernel.dice import Line, Throw, Total
from rules.kernel.facts import Facts
from rules.kernel.odds import Dist, Odds, weighed_by
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Sentence, Text, Value
from rules.openfire_d12.attributes import DIE
from rules.openfire_d12.facts import Name
from rules.openfire_d12.tables import Book

ROLL_OFFS = "Dice and Measuring › Roll-offs"
_MOST_SIDES = 20


class RollOff(Facts):
    """The facts of a roll-off."""

    sides: int = Field(strict=True, ge=2, le=_MOST_SIDES, title=N_("Sides"))
    dice: int = Field(
        default=1, strict=True, ge=1, le=100, title=N_("Dice"), description=N_("How many every side throws.")
    )
    names: tuple[Name, ...] = Field(default=(), max_length=_MOST_SIDES, title=N_("Their names"))

    @model_validator(mode="after")
    def _adds_up(self) -> RollOff:
        if self.names and len(self.names) != self.sides:
            raise ValueError(Text("names: {count} for {sides} sides", count=len(self.names), sides=self.sides))
        return self


class RollOffOutcome(NamedTuple):
    """Place of the side that wins."""

    winner: int


@dataclass(frozen=True, eq=False, slots=True)
class RollOffPlan:
    """The plan: one throw per side."""

    names: tuple[Value, ...]
    throws: tuple[Throw[int], ...]
    dice: int
    leaned: tuple[str, ...] = ()


def plan(facts: RollOff, book: Book) -> RollOffPlan:
    names = facts.names or tuple(Text("side {number}", number=at) for at in range(1, facts.sides + 1))
    return RollOffPlan(names, tuple(_throw(at, name, facts.dice) for at, name in enumerate(names)), facts.dice)


def _throw(side: int, name: Value, dice: int) -> Throw[int]:
    ledger = (Line(Text("for each side"), dice, ROLL_OFFS, "dice"),)
    label = Text("roll-off of {side}", side=name)
    return Throw(f"roll_off {side + 1}", label, "unit", DIE, Total(), None, ledger, ROLL_OFFS, side)


def roll_off(table: Table, plan: RollOffPlan) -> Then[RollOffOutcome]:
    return then(_contest, plan, tuple(range(len(plan.throws))))


def _alike(odds: Odds, plan: RollOffPlan, sides: tuple[int, ...]) -> Dist:
    """All throw the same dice, so that nobody is likelier to win than another."""
    return Dist({RollOffOutcome(side): 1 for side in sides}, len(sides))


@weighed_by(_alike)
def _contest(table: Table, plan: RollOffPlan, sides: tuple[int, ...]) -> RollOffOutcome | Then[RollOffOutcome]:
    """All throw in index order; those tied for the highest throw again."""
    best = table.play(_thrown, plan, sides, 0, ())
    return RollOffOutcome(best[0]) if len(best) == 1 else then(_contest, plan, best)


def _thrown(
    table: Table, plan: RollOffPlan, left: tuple[int, ...], high: int, best: tuple[int, ...]
) -> tuple[int, ...] | Then[tuple[int, ...]]:
    """The next side throws against the highest sum so far; `best` are the sides that have it."""
    if not left:
        return best
    side, *others = left
    got = table.roll(plan.throws[side], plan.dice)
    if got > high:
        high, best = got, (side,)
    elif got == high:
        best = (*best, side)
    return then(_thrown, plan, tuple(others), high, best)


def tell(plan: RollOffPlan, played: Played[RollOffOutcome]) -> Text:
    outcome = played.outcome
    return Sentence(Text("{side} wins the roll-off.", side=plan.names[outcome.winner]))


ACTION = Action(
    key="roll_off",
    title=Text("Roll-off"),
    topic="tests",
    facts=RollOff,
    outcome=RollOffOutcome,
    plan=plan,
    rule=roll_off,
    tell=tell,
    indices=("winner",),
)
