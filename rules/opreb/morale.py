"""The morale check, a skill test that needs enough bangs (Fall back), and the rally (Initiative › Actions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Literal, NamedTuple

from pydantic import Field

from rules.command.effects import able
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import go_note
from rules.game.unit import Unit
from rules.kernel.action import Action, Aim, Played
from rules.kernel.facts import Count, Facts, checked
from rules.kernel.plays import Effect
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Plural, Sentence, Text, counted
from rules.opreb.commands.activate import acted, inactive_note, out_of_go, third_action
from rules.opreb.commands.weapons_used import skilled
from rules.opreb.facts import Skilled
from rules.opreb.movement import FALL_BACK
from rules.opreb.pools import Pool, bangs, pins_leaned, skill_test
from rules.opreb.tables import Board, Book


class Morale(Facts):
    """The facts of a morale check."""

    unit: Skilled = Field(title=N_("Unit"))


class MoraleOutcome(NamedTuple):
    """Bangs thrown, and whether they are enough."""

    bangs: int
    passed: bool


@dataclass(frozen=True, eq=False, slots=True)
class MoralePlan:
    """A morale check in numbers."""

    test: Pool
    need: int
    leaned: tuple[str, ...]


def morale_test(unit: Skilled, book: Book, by: str) -> Pool:
    """A skill test; where the ruling asks for more than one bang, its ledger says so."""
    test = skill_test("morale_check", Text("morale check"), by, unit, book, FALL_BACK)
    if book.rulings.morale_bangs == 1:
        return test
    first, *others = test.throw.ledger
    needed = first._replace(why=Text("a bang, {bangs} to pass", bangs=book.rulings.morale_bangs))
    return replace(test, throw=test.throw._replace(ledger=(needed, *others)))


def plan(facts: Morale, book: Book) -> MoralePlan:
    test = morale_test(facts.unit, book, "unit")
    return MoralePlan(test, book.rulings.morale_bangs, ("morale_bangs", *pins_leaned((facts.unit,), book)))


def morale(table: Table, plan: MoralePlan) -> MoraleOutcome:
    thrown = bangs(table, plan.test)
    return MoraleOutcome(thrown, thrown >= plan.need)


def tell(plan: MoralePlan, played: Played[MoraleOutcome]) -> Text:
    outcome = played.outcome
    thrown = counted(outcome.bangs, "bang", "bangs")
    if outcome.passed:
        return Text("Morale holds: {bangs}, {need} needed.", bangs=thrown, need=plan.need)
    return Text("Morale breaks: {bangs}, {need} needed.", bangs=thrown, need=plan.need)


def aim(plan: MoralePlan) -> Aim:
    return Aim("bangs", attrgetter("bangs"))


ACTION = Action(
    key="morale",
    title=Text("Morale check"),
    topic="fall_back",
    facts=Morale,
    outcome=MoraleOutcome,
    plan=plan,
    rule=morale,
    tell=tell,
    aim=aim,
)


# The Initiative Action: heads down, and pinned markers come off (Initiative › Actions).

INITIATIVE_ACTION = "Initiative › Actions"


class Pinned(Skilled):
    """A unit with the pinned markers it wants to be rid of."""

    pinned: Count = Field(title=N_("Pinned markers"))


class Rally(Facts):
    """The facts of an Initiative Action."""

    unit: Pinned = Field(title=N_("Unit"))


class RallyOutcome(NamedTuple):
    """Bangs of the skill test, if one was thrown, and pinned markers that come off."""

    bangs: int
    pinned_removed: int


@dataclass(frozen=True, eq=False, slots=True)
class RallyPlan:
    """An Initiative Action in numbers."""

    test: Pool
    removal: Literal["bangs_plus_one", "all", "none"]
    pinned: int
    leaned: tuple[str, ...]


def plan_rally(facts: Rally, book: Book) -> RallyPlan:
    throws = book.rulings.pin_removal == "bangs_plus_one"
    return RallyPlan(
        test=skill_test("rally", Text("rally"), "unit", facts.unit, book, INITIATIVE_ACTION),
        removal=book.rulings.pin_removal,
        pinned=facts.unit.pinned,
        leaned=("pin_removal", *(pins_leaned((facts.unit,), book) if throws else ())),
    )


def rally(table: Table, plan: RallyPlan) -> RallyOutcome:
    """No dice where the ruling needs none."""
    if plan.removal != "bangs_plus_one":
        return RallyOutcome(0, plan.pinned if plan.removal == "all" else 0)
    thrown = bangs(table, plan.test)
    return RallyOutcome(thrown, min(plan.pinned, thrown + 1))


def effects_of_rally(plan: RallyPlan, played: Played) -> Sequence[Effect]:
    removed = played.outcome.pinned_removed
    return (Effect("unit", "pinned", -removed),) if removed else ()


def tell_rally(plan: RallyPlan, played: Played[RallyOutcome]) -> Text:
    outcome = played.outcome
    removed = outcome.pinned_removed
    markers, left = counted(removed, "pinned marker", "pinned markers"), plan.pinned - removed or Text("none")
    if plan.removal != "bangs_plus_one":
        told = Plural(
            "{markers} comes off; {left} left.", "{markers} come off; {left} left.", removed, markers=markers, left=left
        )
        return Sentence(told)
    told = Plural(
        "{markers} comes off ({bangs} + 1); {left} left.",
        "{markers} come off ({bangs} + 1); {left} left.",
        removed,
        markers=markers,
        bangs=Plural("{n} bang", "{n} bangs", outcome.bangs),
        left=left,
    )
    return Sentence(told)


def aim_rally(plan: RallyPlan) -> Aim:
    return Aim("bangs", attrgetter("bangs"))


def brief_rally(plan: RallyPlan, played: Played) -> Text | None:
    """The markers say it."""
    return NOTHING


RALLYING = Action(
    key="rally",
    title=Text("Initiative Action: rally"),
    topic="rally",
    facts=Rally,
    outcome=RallyOutcome,
    plan=plan_rally,
    rule=rally,
    tell=tell_rally,
    brief=brief_rally,
    effects=effects_of_rally,
    aim=aim_rally,
)


# `/morale` and `/act rally`.


def order_morale(board: Board, request: Request) -> ResolvedCommand:
    """A morale check outside of fire; it changes nothing on the board (Small arms fire › Fall back)."""
    before(board, request)
    unit = board.unit(request.unit[0])
    facts = checked(Morale, {"unit": skilled(unit)})
    return ResolvedCommand((Planned("morale", facts, {"unit": unit.id}),), title=Text("{unit}: morale", unit=unit.ref))


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Nothing but that somebody is left to hold on."""
    able(board.unit(request.unit[0]), Text("test its morale"))
    return ()


def order_rally(board: Board, request: Request) -> ResolvedCommand:
    """An Initiative Action; warned for a unit without pinned markers (Initiative › Actions)."""
    unit, warnings = board.unit(request.unit[0]), before_rally(board, request)
    facts = checked(Rally, {"unit": skilled(unit)})
    return ResolvedCommand(
        (Planned("rally", facts, {"unit": unit.id}),),
        after=lambda after, _: acted(after, after.unit(unit.id)),
        notes=partial(_notes, unit),
        warnings=warnings,
        rethrows=third_action(unit),
        title=Text("{unit}: rally", unit=unit.ref),
    )


def before_rally(board: Board, request: Request) -> tuple[Text, ...]:
    unit = able(board.unit(request.unit[0]), Text("rally"))
    idle = (
        () if unit.count("pinned") else (Text("{unit} has no pinned markers (Initiative › Actions).", unit=unit.ref),)
    )
    return (*out_of_go(board, unit), *idle)


def _notes(before: Unit, board: Board, played: Sequence[Played]) -> list[Text]:
    return [*inactive_note(board, before), *go_note(board)]


MORALE = Command(key="morale", title=Text("Morale check"), order=order_morale, before=before)
RALLY = Command(key="rally", title=Text("Initiative Action: rally"), order=order_rally, before=before_rally)
