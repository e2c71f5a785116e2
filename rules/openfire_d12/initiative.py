"""Who goes first: as many dice each as there are players, the highest sum first (Determine Initiative Order)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field, model_validator

from rules.kernel.action import Action, Played
from rules.kernel.contests import goes_first, ranked
from rules.kernel.dice import Line, Throw, Total
from rules.kernel.facts import Facts
from rules.kernel.table import Table
from rules.kernel.text import N_, Text, Value
from rules.openfire_d12.attributes import DIE
from rules.openfire_d12.facts import Name
from rules.openfire_d12.tables import Book

INITIATIVE = "Battle Stage › Determine Initiative Order"


class Initiative(Facts):
    """The facts of an initiative throw."""

    players: int = Field(strict=True, ge=2, le=6, title=N_("Players"))
    names: tuple[Name, ...] = Field(
        default=(), max_length=6, title=N_("Their names"), description=N_("In order, or none.")
    )

    @model_validator(mode="after")
    def _adds_up(self) -> Initiative:
        if self.names and len(self.names) != self.players:
            raise ValueError(Text("names: {count} for {players} players", count=len(self.names), players=self.players))
        return self


class InitiativeOutcome(NamedTuple):
    """Places of the players, first to go first."""

    order: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class InitiativePlan:
    """The plan: one throw per player."""

    names: tuple[Value, ...]
    throws: tuple[Throw[int], ...]
    leaned: tuple[str, ...] = ()

    def throw_of(self, player: int) -> tuple[Throw[int], int, int]:
        """The dice of one player; nothing is added to them."""
        return self.throws[player], len(self.throws), 0


def plan(facts: Initiative, book: Book) -> InitiativePlan:
    names = facts.names or tuple(Text("player {number}", number=at) for at in range(1, facts.players + 1))
    return InitiativePlan(names, tuple(_throw(at, name, facts.players) for at, name in enumerate(names)))


def _throw(player: int, name: Value, dice: int) -> Throw[int]:
    ledger = (Line(Text("one for each player"), dice, INITIATIVE, "dice"),)
    label = Text("initiative of {player}", player=name)
    return Throw(f"initiative {player + 1}", label, "unit", DIE, Total(), None, ledger, INITIATIVE, player)


def initiative(table: Table, plan: InitiativePlan) -> InitiativeOutcome:
    return InitiativeOutcome(table.play(ranked, plan.throw_of, tuple(range(len(plan.throws)))))


def detail(plan: InitiativePlan, played: Played) -> Mapping[str, object]:
    """Sums by player; of those who threw again, the last."""
    totals = {step.throw.side: step.got for step in played.steps}
    return {"totals": [totals[player] for player in range(len(plan.throws))]}


def tell(plan: InitiativePlan, played: Played) -> Text:
    order: tuple[int, ...] = played.outcome.order
    return goes_first([plan.names[player] for player in order])


ACTION = Action(
    key="initiative",
    title=Text("Initiative"),
    topic="initiative",
    facts=Initiative,
    outcome=InitiativeOutcome,
    plan=plan,
    rule=initiative,
    tell=tell,
    detail=detail,
    details=("totals",),
)
