"""The tac-move: a move and the bangs of a skill test on top, or a short one without any (Infantry movement)."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Aim, Played
from rules.kernel.facts import Facts
from rules.kernel.table import Table
from rules.kernel.text import N_, Text, counted
from rules.opreb.facts import Skilled
from rules.opreb.pools import Pool, bangs, must_be_free, pins_leaned, skill_test
from rules.opreb.tables import Book, Tables

MOVEMENT = "Infantry movement"


class TacMove(Facts):
    """The facts of a tac-move."""

    unit: Skilled = Field(title=N_("Unit"))


class TacMoveOutcome(NamedTuple):
    """Bangs of the skill test, and how far the unit may move, in inches."""

    bangs: int
    inches: int


@dataclass(frozen=True, eq=False, slots=True)
class TacMovePlan:
    """A tac-move in numbers."""

    test: Pool
    tables: Tables
    leaned: tuple[str, ...]


def tac_move_test(unit: Skilled, book: Book, by: str) -> Pool:
    return skill_test("tac_move", Text("tac-move"), by, unit, book, MOVEMENT)


def inches_of(bangs: int, tables: Tables) -> int:
    """How far so many bangs carry a unit; none is a whiff."""
    return tables.moves.tac_move + bangs if bangs else tables.moves.whiff


def plan(facts: TacMove, book: Book) -> TacMovePlan:
    """Raises RuleError for a unit that its pinned markers hold, by ruling."""
    must_be_free(facts.unit.pinned, book)
    return TacMovePlan(tac_move_test(facts.unit, book, "unit"), book.tables, pins_leaned((facts.unit,), book))


def tac_move(table: Table, plan: TacMovePlan) -> TacMoveOutcome:
    thrown = bangs(table, plan.test)
    return TacMoveOutcome(thrown, inches_of(thrown, plan.tables))


def tell(plan: TacMovePlan, played: Played[TacMoveOutcome]) -> Text:
    outcome = played.outcome
    if not outcome.bangs:
        return Text("Up to {inches}″: a whiff.", inches=outcome.inches)
    bangs, least = counted(outcome.bangs, "bang", "bangs"), plan.tables.moves.tac_move
    return Text("Up to {inches}″: {least}″ and {bangs}.", inches=outcome.inches, least=least, bangs=bangs)


def aim(plan: TacMovePlan) -> Aim:
    return Aim("bangs", attrgetter("bangs"))


ACTION = Action(
    key="tac_move",
    title=Text("Tac-move"),
    topic="movement",
    facts=TacMove,
    outcome=TacMoveOutcome,
    plan=plan,
    rule=tac_move,
    tell=tell,
    aim=aim,
)
