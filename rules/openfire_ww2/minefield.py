"""Into a minefield: a throw to hit for each man, and no chance for a vehicle (Minefields)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Played
from rules.kernel.dice import Line
from rules.kernel.facts import Facts, Flag, Models
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, Sentence, Text, counted
from rules.openfire_ww2.aiming import Shown, ToHit, to_hit
from rules.openfire_ww2.facts import Attribute
from rules.openfire_ww2.fighters import MINEFIELDS
from rules.openfire_ww2.movement import Called
from rules.openfire_ww2.tables import VEHICLES, Book, Kind


class Minefield(Facts):
    """The facts of a unit that moves into a minefield."""

    kind: Kind = Field(title=N_("Kind"))
    models: Models = Field(title=N_("Models"), description=N_("How many move into it."))
    trn: Attribute = Field(title=N_("TRN"), description=N_("Training, 1 to 10."))
    minesweeper: Flag = Field(
        default=False, title=N_("Minesweeper"), description=N_("The unit has one: no mine goes off.")
    )


class MinefieldOutcome(NamedTuple):
    """Men killed; for a vehicle, hit points lost."""

    killed: int
    immobilised: bool
    hp_lost: int


@dataclass(frozen=True, eq=False, slots=True)
class MinefieldPlan:
    """A minefield in numbers."""

    mines: ToHit | None
    men: int
    vehicles: int
    hp: int
    swept: bool
    leaned: tuple[str, ...]


def plan(facts: Minefield, book: Book) -> MinefieldPlan:
    """Minesweepers find the mines before they go off."""
    if facts.minesweeper:
        return MinefieldPlan(None, 0, 0, 0, True, ())
    if facts.kind in VEHICLES:
        return MinefieldPlan(None, 0, facts.models, book.rulings.mine_hp, False, ("mine_hp",) if facts.models else ())
    dice = Line(Text("one die a man"), facts.models, MINEFIELDS, "dice")
    target = Shown(facts.trn, "trained", part=None)
    mines = to_hit(book.tables, Called("mines", Text("mines"), "unit"), book.rulings.mine_wpn, (), 0, target, dice)
    return MinefieldPlan(mines, facts.models, 0, 0, False, ("mine_wpn",) if facts.models else ())


def minefield(table: Table, plan: MinefieldPlan) -> MinefieldOutcome:
    killed = plan.mines.hits(table, plan.men) if plan.mines else 0
    return MinefieldOutcome(killed, plan.vehicles > 0, plan.hp * plan.vehicles)


def effects(plan: MinefieldPlan, played: Played[MinefieldOutcome]) -> Sequence[Effect]:
    outcome = played.outcome
    found = (
        Effect("unit", "models", -outcome.killed),
        Effect("unit", "immobilised", int(outcome.immobilised)),
        Effect("hull", "hp", -outcome.hp_lost),
    )
    return [effect for effect in found if effect.change]


def tell(plan: MinefieldPlan, played: Played[MinefieldOutcome]) -> Text:
    outcome = played.outcome
    if plan.swept:
        return Text("The minesweeper finds the mines: none goes off.")
    if outcome.immobilised:
        return Text("A mine: immobilised, {lost} HP lost.", lost=outcome.hp_lost)
    return Sentence(Text("{men} killed by mines.", men=counted(outcome.killed, "man", "men")))


ACTION = Action(
    key="minefield",
    title=Text("Minefield"),
    topic="minefields",
    facts=Minefield,
    outcome=MinefieldOutcome,
    plan=plan,
    rule=minefield,
    tell=tell,
    effects=effects,
)
