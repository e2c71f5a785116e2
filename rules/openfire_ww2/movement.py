"""How far a unit moves: factors first, rounded down, then inches added (Movement; Terrain; Manoeuvres)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from pydantic import Field, field_validator

from rules.dice import Line
from rules.facts import Facts
from rules.movement import MovementPlan, because, movement_action
from rules.openfire_ww2.facts import once
from rules.openfire_ww2.sections import AT_VEHICLES, HEADINGS, MELEE, MOVEMENT, PINNING, TERRAIN, section_of
from rules.openfire_ww2.tables import Kind, Tables
from rules.system import Book, Played
from rules.text import listed, say, spoken, unsaid

Ground = Literal["road", "path", "trench", "river", "ruins", "forest", "swamp"]
Stopped = Literal["pinned", "set_up_position", "hull_down", "immobilised", "buttoned", "barraged"]
Extra = Literal["charge", "sprint", "overdrive", "hit_the_dirt", "engine_damaged", "towed"] | Stopped
FAST = ("road", "path", "trench")
SLOW = ("river", "ruins", "forest", "swamp")
STOPPED: tuple[Stopped, ...] = get_args(Stopped)


class Movement(Facts):
    """The facts of a move; states that forbid one may be given as extras too, and make it 0 inches."""

    kind: Kind = Field(title="Kind")
    terrain: tuple[Ground, ...] = Field(default=(), max_length=10, title="Ground on its way")
    extra: tuple[Extra, ...] = Field(default=(), max_length=20, title="What else counts")

    _once = field_validator("terrain", "extra")(once)


class Factor(NamedTuple):
    """What multiplies a move."""

    why: str
    by: Fraction
    rule: str


_STOPS = {
    "pinned": PINNING,
    "set_up_position": section_of("set_up_position"),
    "hull_down": section_of("hull_down"),
    "immobilised": AT_VEHICLES,
    "buttoned": section_of("button_vehicle"),
    "barraged": section_of("barrage"),
}
_ADDS = {
    "charge": (unsaid("charging"), MELEE),
    "sprint": (HEADINGS["sprint"], section_of("sprint")),
    "overdrive": (HEADINGS["overdrive"], section_of("overdrive")),
}


def plan(facts: Movement, book: Book) -> MovementPlan:
    tables: Tables = book.tables
    lines = [_base(facts, tables)]
    stops = [state for state in STOPPED if state in facts.extra]
    if stops:
        return MovementPlan((*lines, Line(spoken(stops[0]), -lines[0].value, _STOPS[stops[0]], "inches")))
    lines += _factored(lines[0].value, _factors(facts))
    for extra, (why, rule) in _ADDS.items():
        if extra in facts.extra:
            lines.append(Line(say(why), tables.added[extra], rule, "inches"))  # pyright: ignore[reportArgumentType]
    return MovementPlan(tuple(lines))


def _base(facts: Movement, tables: Tables) -> Line:
    if facts.kind == "gun" and "towed" in facts.extra:
        return Line(say("gun, towed"), tables.towed["gun"], MOVEMENT, "inches")
    return Line(spoken(facts.kind), tables.moves[facts.kind], MOVEMENT, "inches")


def _factors(facts: Movement) -> list[Factor]:
    """Fast and slow ground count once each, however much of it is crossed; trenches help infantry only."""
    fast = [ground for ground in FAST if ground in facts.terrain and (ground != "trench" or facts.kind == "infantry")]
    slow = [ground for ground in SLOW if ground in facts.terrain]
    found: list[Factor] = []
    if fast:
        found.append(Factor(say("{ground}: half again", ground=_ground(fast)), Fraction(3, 2), MOVEMENT))
    if slow:
        found.append(Factor(say("{ground}: half", ground=_ground(slow)), Fraction(1, 2), TERRAIN))
    if "hit_the_dirt" in facts.extra:
        found.append(Factor(say("Hit the Dirt: half"), Fraction(1, 2), section_of("hit_the_dirt")))
    if "engine_damaged" in facts.extra:
        found.append(Factor(say("engine damaged: half"), Fraction(1, 2), AT_VEHICLES))
    return found


def _ground(codes: Sequence[str]) -> str:
    return listed([spoken(code) for code in codes])


def _factored(base: int, factors: Sequence[Factor]) -> list[Line]:
    """A line a factor, in whole inches, so that they add up to the exact product rounded down."""
    lines: list[Line] = []
    exact = Fraction(base)
    for factor in factors:
        before, exact = exact, exact * factor.by
        lines.append(Line(factor.why, int(exact) - int(before), factor.rule, "inches"))
    return lines


def tell(plan: MovementPlan, played: Played) -> str:
    inches = played.outcome.inches
    if not inches:
        return say("No move: {reason}.", reason=plan.why[-1].why)
    return say("Up to {inches}″{reasons}.", inches=inches, reasons=because(plan.why))


ACTION = movement_action(Movement, plan, tell=tell)
