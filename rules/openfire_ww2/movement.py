"""How far a unit moves: factors first, rounded down, then inches added (Movement; Terrain; Manoeuvres)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple, get_args

from pydantic import Field, field_validator

from rules.command.movement import MovementPlan, because, movement_action
from rules.kernel.action import Played
from rules.kernel.dice import Line, Throw
from rules.kernel.facts import Facts
from rules.kernel.text import N_, Listed, Term, Text
from rules.openfire_ww2.facts import AT_VEHICLES, MELEE, MOVEMENT, PINNING, TERRAIN, named, once, section_of
from rules.openfire_ww2.tables import Book, Kind, Tables

Ground = Literal["road", "path", "trench", "river", "ruins", "forest", "swamp"]
Stopped = Literal["pinned", "set_up_position", "hull_down", "immobilised", "buttoned", "barraged"]
Extra = Literal["charge", "sprint", "overdrive", "hit_the_dirt", "engine_damaged", "towed", "leave_position"] | Stopped
FAST = ("road", "path", "trench")
SLOW = ("river", "ruins", "forest", "swamp")
STOPPED: tuple[Stopped, ...] = get_args(Stopped)
LEFT = ("set_up_position", "hull_down")
"""What keeps a unit in place until it leaves its position."""


class Movement(Facts):
    """The facts of a move; states that forbid one may be given as extras too, and make it 0 inches."""

    kind: Kind = Field(title=N_("Kind"))
    terrain: tuple[Ground, ...] = Field(default=(), max_length=10, title=N_("Ground on its way"))
    extra: tuple[Extra, ...] = Field(default=(), max_length=20, title=N_("What else counts"))

    _once = field_validator("terrain", "extra")(once)


class Factor(NamedTuple):
    """What multiplies a move."""

    why: Text
    by: Fraction
    rule: str


STOPS: dict[str, str] = {
    "pinned": PINNING,
    "set_up_position": section_of("set_up_position"),
    "hull_down": section_of("hull_down"),
    "immobilised": AT_VEHICLES,
    "buttoned": section_of("button_vehicle"),
    "barraged": section_of("barrage"),
}
"""What keeps a unit in place, and the section that says so."""
_ADDS = {
    "charge": (Text("charging"), MELEE),
    "sprint": (named("sprint"), section_of("sprint")),
    "overdrive": (named("overdrive"), section_of("overdrive")),
}


def plan(facts: Movement, book: Book) -> MovementPlan:
    lines = [_base(facts, book.tables)]
    leaves = "leave_position" in facts.extra
    stops = [state for state in STOPPED if state in facts.extra and not (leaves and state in LEFT)]
    if stops:
        return MovementPlan((*lines, Line(Term(stops[0]), -lines[0].value, STOPS[stops[0]], "inches")))
    gets_up = leaves and "hit_the_dirt" in facts.extra
    lies = "hit_the_dirt" in facts.extra and not (gets_up and book.rulings.leave_position_rate == "full")
    lines += _factored(lines[0].value, _factors(facts, lies))
    for extra, (why, rule) in _ADDS.items():
        if extra in facts.extra:
            lines.append(Line(why, book.tables.added[extra], rule, "inches"))  # pyright: ignore[reportArgumentType]
    return MovementPlan(tuple(lines), leaned=("leave_position_rate",) if gets_up else ())


def _base(facts: Movement, tables: Tables) -> Line:
    if facts.kind == "gun" and "towed" in facts.extra:
        return Line(Text("gun, towed"), tables.towed["gun"], MOVEMENT, "inches")
    return Line(Term(facts.kind), tables.moves[facts.kind], MOVEMENT, "inches")


def _factors(facts: Movement, lies: bool) -> list[Factor]:
    """Fast and slow ground count once each, however much of it is crossed; trenches help infantry only."""
    fast = [ground for ground in FAST if ground in facts.terrain and (ground != "trench" or facts.kind == "infantry")]
    slow = [ground for ground in SLOW if ground in facts.terrain]
    found: list[Factor] = []
    if fast:
        found.append(Factor(Text("{ground}: half again", ground=_ground(fast)), Fraction(3, 2), MOVEMENT))
    if slow:
        found.append(Factor(Text("{ground}: half", ground=_ground(slow)), Fraction(1, 2), TERRAIN))
    if lies:
        found.append(Factor(Text("Hit the Dirt: half"), Fraction(1, 2), section_of("hit_the_dirt")))
    if "engine_damaged" in facts.extra:
        found.append(Factor(Text("engine damaged: half"), Fraction(1, 2), AT_VEHICLES))
    return found


def _ground(codes: Sequence[str]) -> Text:
    return Listed([Term(code) for code in codes])


def _factored(base: int, factors: Sequence[Factor]) -> list[Line]:
    """A line a factor, in whole inches, so that they add up to the exact product rounded down."""
    lines: list[Line] = []
    exact = Fraction(base)
    for factor in factors:
        before, exact = exact, exact * factor.by
        lines.append(Line(factor.why, int(exact) - int(before), factor.rule, "inches"))
    return lines


def tell(plan: MovementPlan, played: Played) -> Text:
    inches = played.outcome.inches
    if not inches:
        return Text("No move: {reason}.", reason=plan.why[-1].why)
    return Text("Up to {inches}″{reasons}.", inches=inches, reasons=because(plan.why))


ACTION = movement_action(Movement, plan, tell=tell)


# What throws are called; and the steps of a play read again, for what no outcome needs to say.


class Called(NamedTuple):
    """What every throw begins with: its key, its label, and who throws."""

    key: str
    label: Text
    by: str


def faces_of(played: Played, throws: Iterable[Throw | None]) -> list[int]:
    """The faces that those throws showed."""
    keys = {throw.key for throw in throws if throw}
    return [face for step in played.steps if step.throw.key in keys for face in step.faces]


def got_of(played: Played, throw: Throw | None, sure: Any = 0) -> Any:
    """What a throw was read as, whatever that is; `sure` where there is no such throw, 0 where it was not made."""
    if throw is None:
        return sure
    return next((step.got for step in played.steps if step.throw.key == throw.key), 0)
