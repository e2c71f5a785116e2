"""A rule system small enough to read at a glance: every model throws a d8, 6 or better takes an enemy off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import BaseModel, Field

from rules.commands import Board, Command, Planned, Request, ResolvedCommand, able, enemies
from rules.dice import Line, Successes, Throw
from rules.facts import Facts, Models, checked
from rules.force import UnitSpec
from rules.system import About, Action, Book, Effect, Played, State, System, Topic
from rules.table import Table
from rules.text import counted


class Volley(Facts):
    attackers: Models
    targets: Models


class Outcome(NamedTuple):
    lost: int


@dataclass(frozen=True, eq=False, slots=True)
class Plan:
    throw: Throw[int]
    dice: int
    targets: int
    leaned: tuple[str, ...] = ()


def plan(facts: Volley, book: Book) -> Plan:
    ledger = (Line("skill", 6, "Shooting"), Line("models", facts.attackers, "Shooting", "dice"))
    return Plan(Throw("shots", "attacker", 8, Successes(6), "6+", ledger, "Shooting"), facts.attackers, facts.targets)


def shoot(table: Table, plan: Plan) -> Outcome:
    return Outcome(min(plan.targets, table.roll(plan.throw, plan.dice)))


def effects(plan: Plan, played: Played) -> Sequence[Effect]:
    return (Effect("target", "models", -played.outcome.lost),) if played.outcome.lost else ()


def tell(plan: Plan, played: Played) -> str:
    return f"{counted(played.outcome.lost, 'model')} lost."


def order(board: Board, request: Request) -> ResolvedCommand:
    attacker, target = (board.unit(one[0]) for one in (request.unit, request.target))
    enemies(able(attacker, "shoot"), able(target, "be shot at"))
    facts = checked(Volley, {"attackers": attacker.models, "targets": target.models})
    roles = {"attacker": attacker.id, "target": target.id}
    return ResolvedCommand((Planned("shoot", facts, roles),), title=f"{attacker.name} shoots at {target.name}")


class Rulings(BaseModel):
    model_config = {"extra": "forbid"}
    range_bands: int = Field(default=1, ge=1, le=3, description="How many range bands there are.")


SIXTH = System(
    key="sixth",
    about=About(name="Sixth", version="1", credit="ours", licence="MIT"),
    tables=None,
    rulings=Rulings,
    profile=Facts,
    actions={"shoot": Action("shoot", "Shoot", "shooting", Volley, Outcome, plan, shoot, tell, effects)},
    commands={"fire": Command("fire", "Shoot", order, needs=("unit", "target"))},
    acts={},
    states={"tired": State("tired", "nothing", ("turn_end",), "nothing", marker=True)},
    topics={"shooting": Topic("Shooting", "Shooting", "Every model throws a d8; 6 or better takes an enemy off.")},
    units={"band": UnitSpec(name="Band", models=6)},
    absent={"morale": "Sixth has no morale."},
    die=8,
)
