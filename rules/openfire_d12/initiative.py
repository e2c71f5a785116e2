"""Who goes first: as many dice each as there are players, the highest sum first (Determine Initiative Order)."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field, model_validator

from rules.kernel.action import Action, Played
from rules.kernel.contests import Contest, Order, contest, contest_told
from rules.kernel.dice import Line, Throw, Total
from rules.kernel.facts import Facts
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


def plan(facts: Initiative, book: Book) -> Contest:
    names = facts.names or tuple(Text("player {number}", number=at) for at in range(1, facts.players + 1))
    dice = facts.players
    return Contest(names, tuple((_throw(at, name, dice), dice, 0) for at, name in enumerate(names)))


def _throw(player: int, name: Value, dice: int) -> Throw[int]:
    ledger = (Line(Text("one for each player"), dice, INITIATIVE, "dice"),)
    label = Text("initiative of {player}", player=name)
    return Throw(f"initiative {player + 1}", label, "unit", DIE, Total(), None, ledger, INITIATIVE, player)


def detail(plan: Contest, played: Played) -> Mapping[str, object]:
    """Sums by player; of those who threw again, the last."""
    totals = {step.throw.side: step.got for step in played.steps}
    return {"totals": [totals[player] for player in range(len(plan.throws))]}


ACTION = Action(
    key="initiative",
    title=Text("Initiative"),
    topic="initiative",
    facts=Initiative,
    outcome=Order,
    plan=plan,
    rule=contest,
    tell=contest_told,
    detail=detail,
    details=("totals",),
)
