"""Into a minefield: a throw to hit for each man, and no chance for a vehicle (Minefields)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from pydantic import Field

from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event, LossesTaken
from rules.kernel.action import Action, Played
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Models, checked
from rules.kernel.plays import Effect
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, Note, Sentence, Text, asks, at_table, counted
from rules.openfire_ww2.aiming import Shown, ToHit, to_hit
from rules.openfire_ww2.facts import MINEFIELDS, Attribute, profile
from rules.openfire_ww2.movement import Called
from rules.openfire_ww2.objectives import Objectives
from rules.openfire_ww2.tables import VEHICLES, Board, Book, Kind


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


# `/act minefield` and `objectives`.


def order_minefield(board: Board, request: Request) -> ResolvedCommand:
    """`count` is how many men walk in, all of them without it."""
    unit = able(board.unit(request.unit[0]), Text("walk into a minefield"))
    models = unit.models if request.count is None else request.count
    if models > unit.models:
        men = counted(unit.models, "man", "men")
        raise RuleError(Text("{unit} has {men}, not {asked}.", unit=unit.ref, men=men, asked=models), MINEFIELDS)
    known = profile(unit)
    facts = checked(
        Minefield, {"kind": known.kind, "models": models, "trn": known.trn, "minesweeper": known.minesweeper}
    )
    return ResolvedCommand(
        (Planned("minefield", facts, {"unit": unit.id}),),
        after=partial(_after, unit.id),
        notes=partial(_notes, unit.id),
        title=Text("{unit}: into a minefield", unit=unit.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Nothing but that the unit is there: mines lie for anybody."""
    able(board.unit(request.unit[0]), Text("walk into a minefield"))
    return ()


def _after(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """What a mine takes off a vehicle's hit points; men lost make a Terror test due (Terror)."""
    unit, lost = board.unit(id), played[0].outcome.hp_lost
    if played[0].outcome.killed and unit.alive and unit.models:
        return mark(unit, terror_due=1)
    if not lost:
        return []
    left = max(0, sum(unit.hp) - lost)
    return [LossesTaken(unit=id, hp=(left,)), *(mark(unit, knocked_out=1) if not left else [])]


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[Note]:
    unit = board.unit(id)
    if played[0].outcome.killed and unit.alive and unit.models:
        test = Request("morale", (unit.id,))
        return [asks(Text("{unit} has lost men: Terror.", unit=unit.ref), Text("Terror"), test)]
    return []


def order_objectives(board: Board, request: Request) -> ResolvedCommand:
    return ResolvedCommand(
        (Planned("objectives", checked(Objectives, {}), {}),),
        notes=lambda _, __: [at_table(Text("Record each: `/place add`; whoever takes one: `/objective hold`."))],
        title=Text("Number of objectives"),
    )


COMMANDS = (
    Command(key="minefield", title=Text("Minefield"), order=order_minefield, before=before, befalls=True),
    Command(key="objectives", title=Text("Number of objectives"), order=order_objectives, needs=()),
)
