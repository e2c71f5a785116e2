"""A roll-off: every side rolls, the highest total wins, and sides tied for it roll again (Roll-offs)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pydantic import Field

from rules.command.order import refuse_if
from rules.command.planned import Planned
from rules.kernel.action import Played
from rules.kernel.dice import Line, Roll, Total
from rules.kernel.odds import Dist, Odds, compute_odds_by
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Sentence, Text
from rules.kit.contest import SidesFacts
from rules.openfire_d12.attributes import DIE
from rules.openfire_d12.tables import D12Rule, Order

ROLL_OFFS = "Dice and Measuring › Roll-offs"


class RollOffFacts(SidesFacts):
    """Facts of a roll-off."""

    dice: int = Field(default=1, strict=True, ge=1, le=100, title=N_("Dice"), description=N_("Dice per side."))


class RollOffOutcome(NamedTuple):
    """Index of the winning side."""

    winner: int


class RollOff(D12Rule[RollOffFacts, RollOffOutcome]):
    """One roll per side."""

    key, title, topic, indices = "roll_off", Text("Roll-off"), "tests", ("winner",)

    def plan(self) -> None:
        self.names = self.facts.contenders
        ledger = (Line(Text("per side"), self.facts.dice, ROLL_OFFS, "dice"),)
        labels = [Text("roll-off of {side}", side=name) for name in self.names]
        self.throws = tuple(
            Roll(f"roll_off {at + 1}", label, "unit", DIE, Total(), None, ledger, ROLL_OFFS, at)
            for at, label in enumerate(labels)
        )

    def play(self, table: Table) -> Then[RollOffOutcome]:
        return then(_play_contest, self, tuple(range(len(self.throws))))

    def describe(self, played: Played[RollOffOutcome]) -> Text:
        return Sentence(Text("{side} wins the roll-off.", side=self.names[played.outcome.winner]))


def _equal_odds(odds: Odds, plan: RollOff, sides: tuple[int, ...]) -> Dist:
    """Return equal odds for all sides, because they roll the same dice."""
    return Dist({RollOffOutcome(side): 1 for side in sides}, len(sides))


@compute_odds_by(_equal_odds)
def _play_contest(table: Table, plan: RollOff, sides: tuple[int, ...]) -> RollOffOutcome | Then[RollOffOutcome]:
    """Roll for all sides in index order; those tied for the highest total roll again."""
    best = table.play(_roll_next, plan, sides, 0, ())
    return RollOffOutcome(best[0]) if len(best) == 1 else then(_play_contest, plan, best)


def _roll_next(
    table: Table, plan: RollOff, left: tuple[int, ...], high: int, best: tuple[int, ...]
) -> tuple[int, ...] | Then[tuple[int, ...]]:
    """Roll for the next side against the highest total so far; `best` are the sides that have it."""
    if not left:
        return best
    side, *others = left
    got = table.roll(plan.throws[side], plan.facts.dice)
    if got > high:
        high, best = got, (side,)
    elif got == high:
        best = (*best, side)
    return then(_roll_next, plan, tuple(others), high, best)


class RollOffBetweenSides(Order):
    """`/act roll_off`: all sides of the game; `count` is the number of dice per side."""

    key, title, needs, counted = RollOff.key, RollOff.title, (), True

    def checks(self) -> None:
        few = Text("A roll-off needs two sides. Add the other with `/game join` or `/force load`.")
        refuse_if(len(self.board.game.sides) < 2, few, ROLL_OFFS)

    def rolls(self) -> Iterable[Planned]:
        sides, count = self.board.game.sides, self.request.count
        yield RollOff.plan_roll({"sides": len(sides), "dice": 1 if count is None else count, "names": sides})

    def headline(self) -> Text:
        return self.title
