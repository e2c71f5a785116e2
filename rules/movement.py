"""What moving is in every system: so many inches, for reasons that add up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.action import Action, Book, Played
from rules.dice import Line, total
from rules.facts import Facts
from rules.table import Table
from rules.text import NOTHING, Joined, Text


class MovementOutcome(NamedTuple):
    """How far, in inches."""

    inches: int


@dataclass(frozen=True, eq=False, slots=True)
class MovementPlan:
    """A move: lines of inches that add up, and a sentence to go with it."""

    why: tuple[Line, ...]
    advice: Text = NOTHING
    leaned: tuple[str, ...] = ()


def inches(why: Text, value: int, rule: str) -> Line:
    """A line of a move's ledger."""
    return Line(why, value, rule, "inches")


def movement(table: Table, plan: MovementPlan) -> MovementOutcome:
    return MovementOutcome(total(plan.why, "inches"))


def tell(plan: MovementPlan, played: Played) -> Text:
    inches = played.outcome.inches
    far = Text("Up to {inches}″.", inches=inches) if inches else Text("It stays where it is.")
    return Joined((far, plan.advice))


def because(lines: Iterable[Line]) -> Text:
    """Why it is so far: " (MOV 6, slow ground −2)"; nothing where one number says it all."""
    first, *rest = lines
    if not rest:
        return NOTHING
    start = Text("{why} {value:″}", why=first.why, value=first.value)
    changes = [Text("{why} {value:+″}", why=line.why, value=line.value) for line in rest]
    return Text(" ({reasons})", reasons=Joined([start, *changes], ", "))


def detail(plan: Any, played: Played) -> Mapping[str, Any]:
    return {"why": why_of(plan.why)}


def why_of(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """The ledger of a move as it is shown."""
    return [{"why": line.why, "value": line.value, "rule": line.rule} for line in lines]


def movement_action(facts: type[Facts], plan: Callable[[Any, Book], MovementPlan], **more: Any) -> Action:
    """The action `movement` of a system; `more` replaces a part of it."""
    parts: dict[str, Any] = {"rule": movement, "tell": tell, "detail": detail, "details": ("why",)}
    return Action("movement", Text("Movement"), "movement", facts, MovementOutcome, plan, **parts | more)
