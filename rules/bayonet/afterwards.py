"""The fate of the downed, a die each when the fight is over (Afterwards); levels and injuries in campaigns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, get_args

from pydantic import Field

from rules.bayonet.facts import LEAST_FACTOR, Profile
from rules.bayonet.tables import Board, Book, Quality
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.after_battle import AfterBattle, Fate, Gives, Injuries, OwnFates, along
from rules.game.unit import Unit
from rules.kernel.action import Action, Played, up_to
from rules.kernel.dice import Throw
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts, checked
from rules.kernel.plays import Effect
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, Listed, Sentence, Term, Text, counted

AFTERWARDS = "Afterwards"
MOST = 16


class Afterwards(Facts):
    """The facts of the reckoning."""

    downed: Count = Field(title=N_("Downed figures"))


class AfterwardsOutcome(NamedTuple):
    """How many of the downed came to each fate."""

    dead: int
    severe: int
    major: int
    minor: int
    trivial: int
    unhurt: int


@dataclass(frozen=True, slots=True)
class _EachFace:
    """How many dice show each face, 1 first."""

    @property
    def start(self) -> tuple[int, ...]:
        return (0,) * 6

    def kind(self, face: int) -> int:
        return face - 1

    def add(self, got: tuple[int, ...], kind: int, n: int) -> tuple[int, ...]:
        return (*got[:kind], got[kind] + n, *got[kind + 1 :])


@dataclass(frozen=True, eq=False, slots=True)
class AfterwardsPlan:
    """A die per downed figure."""

    throw: Throw[tuple[int, ...]]
    downed: int
    fates: tuple[str, ...]
    leaned: tuple[str, ...] = ()


def plan(facts: Afterwards, book: Book) -> AfterwardsPlan:
    throw = Throw("fates", Text("fates of the downed"), "unit", 6, _EachFace(), None, (), AFTERWARDS)
    return AfterwardsPlan(throw, facts.downed, book.tables.fates)


def afterwards(table: Table, plan: AfterwardsPlan) -> AfterwardsOutcome:
    faces = dict(zip(plan.fates, table.roll(plan.throw, plan.downed), strict=True))
    return AfterwardsOutcome(**faces)


def effects(plan: AfterwardsPlan, played: Played[AfterwardsOutcome]) -> Sequence[Effect]:
    """The question is settled for every downed figure; who is unhurt stands again."""
    outcome = played.outcome
    changes = (Effect("unit", "downed", -plan.downed), Effect("unit", "models", outcome.unhurt))
    return [change for change in changes if change.change]


def detail(plan: AfterwardsPlan, played: Played) -> Mapping[str, object]:
    return {"fates": [plan.fates[face - 1] for step in played.steps for face in step.faces]}


_MEANING = {
    "dead": N_("dead"),
    "severe": N_("severely hurt (−3, may be captured)"),
    "major": N_("badly hurt (−2, captured unless friends hold the field)"),
    "minor": N_("lightly hurt (−1, captured if the enemy holds the field)"),
    "trivial": N_("scratched (escaped unless the enemy holds all of the field)"),
    "unhurt": N_("unhurt"),
}


def tell(plan: AfterwardsPlan, played: Played[AfterwardsOutcome]) -> Text:
    outcome = played.outcome
    found = [(number, Text(_MEANING[fate])) for fate, number in outcome._asdict().items() if number]
    if not found:
        return Text("Nobody is downed.")
    if plan.downed == 1:
        return Sentence(found[0][1])
    return _told(plan.downed, found)


def _told(downed: int, found: Sequence[tuple[int, Text]]) -> Text:
    fates = [Text("{n} {things}", n=number, things=fate) for number, fate in found]
    return Text("Of {downed} downed: {fates}.", downed=downed, fates=Listed(fates))


_IN_BRIEF = {
    "dead": Text("dead"),
    "severe": Text("severely hurt (−3)"),
    "major": Text("badly hurt (−2)"),
    "minor": Text("lightly hurt (−1)"),
    "trivial": Text("scratched"),
    "unhurt": Text("unhurt"),
}


def brief(plan: AfterwardsPlan, played: Played[AfterwardsOutcome]) -> Text | None:
    """The fates of several without who may be captured."""
    found = [(number, _IN_BRIEF[fate]) for fate, number in played.outcome._asdict().items() if number]
    return _told(plan.downed, found) if plan.downed > 1 and found else None


def too_big(plan: AfterwardsPlan) -> Text | None:
    """Every mix of six fates is an outcome of its own: their number grows with the fifth power of the dice."""
    return up_to(MOST, plan.downed, N_("Exact odds go up to {most} downed figures; there are {n} here."))


ACTION = Action(
    key="afterwards",
    title=Text("Afterwards"),
    topic="afterwards",
    facts=Afterwards,
    outcome=AfterwardsOutcome,
    plan=plan,
    rule=afterwards,
    tell=tell,
    brief=brief,
    effects=effects,
    detail=detail,
    too_big=too_big,
    details=("fates",),
)


# Bayonet over many battles: what a level of experience gives a figure, and what injuries take off it.

LEVELS: Gives = ((along(Profile, "quality", get_args(Quality), Term),),)
"""Quality one better."""

INJURIES = Injuries(
    traits=("physical_cf", "range_cf"),
    least=LEAST_FACTOR,
    says={
        "severe": Text("severely hurt"),
        "major": Text("badly hurt"),
        "minor": Text("lightly hurt"),
        "trivial": Text("scratched"),
    },
)
"""What the page's afterwards leaves of those who live, until they are over it."""


# What a battle leaves of a figure: the page's fates in place of our recovery; modifiers are ours (Afterwards).

AFTER_BATTLE = AfterBattle(
    routs=("fleeing",),
    own_fates=OwnFates(
        action="afterwards",
        downed="downed",
        fates={
            "dead": Fate(lives=False),
            "severe": Fate(injury=-3, taken=True),
            "major": Fate(injury=-2, taken=True),
            "minor": Fate(injury=-1, taken=True),
            "trivial": Fate(),
            "unhurt": Fate(stands=True),
        },
    ),
)


# `/act afterwards`.


def order_afterwards(board: Board, request: Request) -> ResolvedCommand:
    """A die for each downed figure: of the units named, of all, or of as many as `count` says."""
    if request.count is not None and not request.unit:
        facts = checked(Afterwards, {"downed": request.count})
        return ResolvedCommand(
            (Planned("afterwards", facts, {}),),
            title=Text("Afterwards: {figures}", figures=counted(request.count, "downed figure", "downed figures")),
        )
    named = request.unit or tuple(board.game.units)
    fallen = [unit for id in named if (unit := board.unit(id)).has("downed")]
    if not fallen:
        raise RuleError(Text("None of them is downed.") if request.unit else Text("Nobody is downed."), AFTERWARDS)
    return ResolvedCommand(
        tuple(_fates(unit) for unit in fallen),
        title=Text("Afterwards: {units}", units=Listed([unit.ref for unit in fallen])),
    )


def _fates(unit: Unit) -> Planned:
    return Planned("afterwards", checked(Afterwards, {"downed": unit.count("downed")}), {"unit": unit.id})


COMMAND = Command(
    key="afterwards", title=Text("Afterwards: fates of the downed"), order=order_afterwards, needs=(), several=("unit",)
)
