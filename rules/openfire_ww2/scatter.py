"""Where rounds land that scatter: a direction and d6 inches each, for shells and for smoke (Artillery; Smoke Round)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from rules.dice import Throw, Total
from rules.facts import Facts
from rules.openfire_ww2.sections import ARTILLERY, SMOKE
from rules.openfire_ww2.steps import got_of
from rules.openfire_ww2.tables import Rulings
from rules.system import Action, Book, Played
from rules.table import Table, Then, then
from rules.words import counted, listed, say


class Scatter(Facts):
    """The facts of rounds that scatter."""

    rounds: Annotated[int, Field(strict=True, ge=1, le=3)] = Field(title="Rounds", description="3 in a barrage.")


class ScatterOutcome(NamedTuple):
    """Nothing that odds could be about; where the rounds land is detail."""


@dataclass(frozen=True, eq=False, slots=True)
class ScatterPlan:
    """The throws of each round; players who read an arrow themselves throw inches only."""

    directions: int | None
    throws: tuple[tuple[Throw[int] | None, Throw[int]], ...]
    smoke: tuple[int, int] | None
    leaned: tuple[str, ...]


def plan(facts: Scatter, book: Book) -> ScatterPlan:
    return _plan(facts, book, ARTILLERY, None, ())


def plan_smoke(facts: Scatter, book: Book) -> ScatterPlan:
    rulings: Rulings = book.rulings
    size = rulings.smoke_radius, rulings.smoke_turns
    return _plan(facts, book, SMOKE, size, ("smoke_radius", "smoke_turns"))


def _plan(facts: Scatter, book: Book, rule: str, smoke: tuple[int, int] | None, leaned: tuple[str, ...]) -> ScatterPlan:
    rulings: Rulings = book.rulings
    given = rulings.scatter_directions
    directions = None if given == "arrow" else given
    throws = tuple(_round(n, facts.rounds, directions, rule) for n in range(1, facts.rounds + 1))
    return ScatterPlan(directions, throws, smoke, ("scatter_directions", *leaned))


def _round(n: int, of: int, directions: int | None, rule: str) -> tuple[Throw[int] | None, Throw[int]]:
    which = say(", round {n}", n=n) if of > 1 else ""
    inches = Throw(f"inches{which}", "attacker", 6, Total(), None, (), rule)
    if directions is None:
        return None, inches
    return Throw(say("scatter die{which}", which=which), "attacker", directions, Total(), None, (), rule), inches


def scatter(table: Table, plan: ScatterPlan) -> Then[ScatterOutcome]:
    """Both dice of the first round, then of the next."""
    return then(_landed, plan, 0)


def _landed(table: Table, plan: ScatterPlan, at: int) -> ScatterOutcome | Then[ScatterOutcome]:
    if at == len(plan.throws):
        return ScatterOutcome()
    direction, inches = plan.throws[at]
    if direction:
        table.roll(direction)
    table.roll(inches)
    return then(_landed, plan, at + 1)


def detail(plan: ScatterPlan, played: Played) -> Mapping[str, Any]:
    """Where each round lands: the face of the scatter die, null where players read an arrow, and inches."""
    return {
        "rounds": [
            {"direction": got_of(played, direction, 0) if direction else None, "inches": got_of(played, inches, 0)}
            for direction, inches in plan.throws
        ]
    }


def tell(plan: ScatterPlan, played: Played) -> str:
    where = [_where(plan, one["direction"], one["inches"]) for one in detail(plan, played)["rounds"]]
    gun = say(", as the gun sees it") if plan.directions else ""
    landed = say("{where} from the point aimed at{gun}", where=listed(where), gun=gun)
    if plan.smoke is None:
        return say(
            "The shell{say} {landed}. Whatever is within 2″ is hit.",
            say=say("s land") if len(where) > 1 else say(" lands"),
            landed=landed,
        )
    radius, turns = plan.smoke
    return say(
        "Smoke, radius {radius}″ for {turns}, {landed}.", radius=radius, turns=counted(turns, "turn"), landed=landed
    )


_EIGHTHS = "straight on", "forward right", "right", "back right", "straight back", "back left", "left", "forward left"


def _where(plan: ScatterPlan, direction: int | None, inches: int) -> str:
    if direction is None or not plan.directions:
        return say("{inches}″ along the arrow", inches=inches)
    if plan.directions == len(_EIGHTHS):
        return f"{inches}″ {_EIGHTHS[direction - 1]}"
    return say("{inches}″ at {direction} o'clock", inches=inches, direction=direction - 1 or plan.directions)


ACTION = Action(
    key="scatter",
    title="Scatter",
    topic="artillery",
    facts=Scatter,
    outcome=ScatterOutcome,
    plan=plan,
    rule=scatter,
    tell=tell,
    detail=detail,
    details=("rounds",),
)
SMOKE_ACTION = Action(
    key="smoke",
    title="Smoke",
    topic="smoke",
    facts=Scatter,
    outcome=ScatterOutcome,
    plan=plan_smoke,
    rule=scatter,
    tell=tell,
    detail=detail,
    details=("rounds",),
)
