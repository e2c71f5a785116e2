"""What moving is in every system: so many inches, for reasons that add up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.dice import Line, total
from rules.facts import Facts
from rules.system import Action, Book, Played
from rules.table import Table
from rules.text import say


class MovementOutcome(NamedTuple):
    """How far, in inches."""

    inches: int


@dataclass(frozen=True, eq=False, slots=True)
class MovementPlan:
    """A move: lines of inches that add up, and a sentence to go with it."""

    why: tuple[Line, ...]
    advice: str = ""
    leaned: tuple[str, ...] = ()


def inches(why: str, value: int, rule: str) -> Line:
    """A line of a move's ledger."""
    return Line(why, value, rule, "inches")


def movement(table: Table, plan: MovementPlan) -> MovementOutcome:
    return MovementOutcome(total(plan.why, "inches"))


def tell(plan: MovementPlan, played: Played) -> str:
    return say("Up to {inches}″. {advice}", inches=played.outcome.inches, advice=plan.advice).rstrip()


def because(lines: Iterable[Line]) -> str:
    """Why it is so far: " (MOV 6, slow ground −2)"; nothing where one number says it all."""
    first, *rest = lines
    changed = "".join(f", {line.why} {line.value:+d}".replace("-", "−") for line in rest)
    return f" ({first.why} {first.value}{changed})" if rest else ""


def detail(plan: Any, played: Played) -> Mapping[str, Any]:
    return {"why": why_of(plan.why)}


def why_of(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """The ledger of a move as it is shown."""
    return [{"why": line.why, "value": line.value, "rule": line.rule} for line in lines]


def movement_action(facts: type[Facts], plan: Callable[[Any, Book], MovementPlan], **more: Any) -> Action:
    """The action `movement` of a system; `more` replaces a part of it."""
    parts: dict[str, Any] = {"rule": movement, "tell": tell, "detail": detail, "details": ("why",)}
    return Action("movement", "Movement", "movement", facts, MovementOutcome, plan, **parts | more)
