"""Where rounds land that scatter: a direction and d6 inches each, for shells and for smoke (Artillery; Smoke Round)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Played
from rules.kernel.dice import Throw, Total
from rules.kernel.facts import Facts
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Listed, Plural, Text, counted
from rules.openfire_ww2.fighters import ARTILLERY, SMOKE
from rules.openfire_ww2.movement import got_of
from rules.openfire_ww2.tables import Book


class Scatter(Facts):
    """The facts of rounds that scatter."""

    rounds: Annotated[int, Field(strict=True, ge=1, le=3)] = Field(
        title=N_("Rounds"), description=N_("3 in a barrage.")
    )


class ScatterOutcome(NamedTuple):
    """An empty outcome, as odds could not be about it; where the rounds land is detail."""


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
    size = book.rulings.smoke_radius, book.rulings.smoke_turns
    return _plan(facts, book, SMOKE, size, ("smoke_radius", "smoke_turns"))


def _plan(facts: Scatter, book: Book, rule: str, smoke: tuple[int, int] | None, leaned: tuple[str, ...]) -> ScatterPlan:
    given = book.rulings.scatter_directions
    directions = None if given == "arrow" else given
    throws = tuple(_round(n, facts.rounds, directions, rule) for n in range(1, facts.rounds + 1))
    return ScatterPlan(directions, throws, smoke, ("scatter_directions", *leaned))


def _round(n: int, of: int, directions: int | None, rule: str) -> tuple[Throw[int] | None, Throw[int]]:
    label = Text("distance, round {round}", round=n) if of > 1 else Text("distance")
    inches = Throw(f"inches {n}", label, "attacker", 6, Total(), None, (), rule)
    if directions is None:
        return None, inches
    label = Text("scatter die, round {round}", round=n) if of > 1 else Text("scatter die")
    return Throw(f"scatter_die {n}", label, "attacker", directions, Total(), None, (), rule), inches


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


def detail(plan: ScatterPlan, played: Played) -> Mapping[str, object]:
    """Where each round lands: the face of the scatter die, null where players read an arrow, and inches."""
    return {"rounds": [{"direction": direction, "inches": inches} for direction, inches in _landed_at(plan, played)]}


def _landed_at(plan: ScatterPlan, played: Played) -> list[tuple[int | None, int]]:
    return [(got_of(played, direction, None), got_of(played, inches)) for direction, inches in plan.throws]


def tell(plan: ScatterPlan, played: Played) -> Text:
    where = [_where(plan, direction, inches) for direction, inches in _landed_at(plan, played)]
    landed = Text("{where} from the point aimed at", where=Listed(where))
    if plan.directions:
        landed = Text("{where} from the point aimed at, as the gun sees it", where=Listed(where))
    if plan.smoke is None:
        return Plural(
            "The shell lands {landed}. Whatever is within 2″ is hit.",
            "The shells land {landed}. Whatever is within 2″ is hit.",
            len(where),
            landed=landed,
        )
    radius, turns = plan.smoke
    lasting = counted(turns, "turn", "turns")
    return Text("Smoke, radius {radius}″ for {turns}, {landed}.", radius=radius, turns=lasting, landed=landed)


_EIGHTHS = (
    N_("{inches}″ straight on"),
    N_("{inches}″ forward right"),
    N_("{inches}″ right"),
    N_("{inches}″ back right"),
    N_("{inches}″ straight back"),
    N_("{inches}″ back left"),
    N_("{inches}″ left"),
    N_("{inches}″ forward left"),
)


def _where(plan: ScatterPlan, direction: int | None, inches: int) -> Text:
    if direction is None or not plan.directions:
        return Text("{inches}″ along the arrow", inches=inches)
    if plan.directions == len(_EIGHTHS):
        return Text(_EIGHTHS[direction - 1], inches=inches)
    return Text("{inches}″ at {hour} o'clock", inches=inches, hour=direction - 1 or plan.directions)


ACTION = Action(
    key="scatter",
    title=Text("Scatter"),
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
    title=Text("Smoke"),
    topic="smoke",
    facts=Scatter,
    outcome=ScatterOutcome,
    plan=plan_smoke,
    rule=scatter,
    tell=tell,
    detail=detail,
    details=("rounds",),
)
