"""A minimal rule system: every model rolls a d8, and 6 or better removes an enemy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import BaseModel, Field

from rules.command import system
from rules.command.order import Order, commands_of
from rules.command.planned import Planned
from rules.command.system import System
from rules.game.unit import Unit, UnitSpec
from rules.kernel import action
from rules.kernel.action import About, Action, Played, State, Topic
from rules.kernel.dice import Line, Need, Roll, Successes
from rules.kernel.facts import Facts, Models, validate
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import Role, Sentence, Text, counted

SHOOTING = "Shooting"


class Tables(BaseModel):
    sides: int = 8
    needed: int = 6


class Rulings(BaseModel):
    model_config = {"extra": "forbid"}
    range_bands: int = Field(default=1, ge=1, le=3, description="How many range bands there are.")


Book = action.Ruleset[Tables, Rulings]
Board = system.Board[Tables, Rulings]


class Volley(Facts):
    attackers: Models
    targets: Models


class Outcome(NamedTuple):
    lost: int


@dataclass(frozen=True, eq=False, slots=True)
class Plan:
    throw: Roll[int]
    dice: int
    targets: int
    rulings_used: tuple[str, ...] = ()


def plan(facts: Volley, book: Book) -> Plan:
    sides, needed = book.tables.sides, book.tables.needed
    skill = Line(Text("skill of {unit}", unit=Role("attacker", article=True)), needed, SHOOTING)
    ledger = (skill, Line(Text("models"), facts.attackers, SHOOTING, "dice"))
    throw = Roll("shots", Text("shots"), "attacker", sides, Successes(needed), Need(needed), ledger, SHOOTING)
    return Plan(throw, facts.attackers, facts.targets)


def shoot(table: Table, plan: Plan) -> Outcome:
    return Outcome(min(plan.targets, table.roll(plan.throw, plan.dice)))


def effects(plan: Plan, played: Played[Outcome]) -> Sequence[Effect]:
    return (Effect("target", "models", -played.outcome.lost),) if played.outcome.lost else ()


def tell(plan: Plan, played: Played[Outcome]) -> Text:
    lost = counted(played.outcome.lost, "model", "models")
    return Sentence(Text("{unit}: {lost} lost", unit=Role("target", article=True), lost=lost))


class Shoot(Order[Tables, Rulings]):
    key, title, needs = "fire", Text("Shoot"), ("unit", "target")
    doing, done_to = Text("shoot"), Text("be shot at")

    def rolls(self) -> list[Planned]:
        facts = validate(Volley, {"attackers": self.unit.models, "targets": self.target.models})
        return [Planned("shoot", facts, {"attacker": self.unit.id, "target": self.target.id})]

    def headline(self) -> Text:
        return Text("{attacker} shoots at {target}", attacker=self.unit.ref, target=self.target.ref)


class Sixth(System[Tables, Rulings, Facts]):
    """The system, with the defaults for everything that it does not declare."""

    @staticmethod
    def may(board: Board, unit: Unit) -> Sequence[Text]:
        return (Text("shoot"),) if unit.alive else ()


SIXTH = Sixth(
    key="sixth",
    about=About(name="Sixth", version="1", credit="ours", licence="MIT"),
    tables=Tables(),
    rulings=Rulings,
    profile=Facts,
    actions={"shoot": Action("shoot", Text("Shoot"), "shooting", Volley, Outcome, plan, shoot, tell, effects)},
    commands=commands_of(Shoot),
    acts={},
    states={"tired": State("tired", Text("nothing"), ("turn_end",), Text("nothing"), marker=True)},
    topics={
        "shooting": Topic(Text("Shooting"), SHOOTING, Text("Every model throws a d8; 6 or better takes an enemy off."))
    },
    units={"band": UnitSpec(name="Band", models=6)},
    absent={"morale": Text("Sixth has no morale.")},
    die=8,
)
