"""Breaking off close combat, and the enemy's follow-up (Close Combat)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.fubar.activation import activation_throw
from rules.fubar.close_combat import CLOSE_COMBAT
from rules.fubar.facts import UnitFacts, must_have_figures
from rules.fubar.tables import Book
from rules.kernel.action import Action, Played
from rules.kernel.dice import Throw, Total
from rules.kernel.facts import Facts
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Decision, Offer, Table, either
from rules.kernel.text import N_, Role, Text


class Withdraw(Facts):
    """The facts of breaking off: who leaves, and who may follow."""

    unit: UnitFacts = Field(title=N_("Unit"))
    pursuer: UnitFacts = Field(title=N_("Pursuer"))


class WithdrawOutcome(NamedTuple):
    """Whether the unit got away, and how far, in inches."""

    passed: bool
    inches: int
    pursued: bool
    caught: bool


@dataclass(frozen=True, eq=False, slots=True)
class WithdrawPlan:
    """Breaking off in numbers."""

    leave: Throw[int]
    run: Throw[int]
    follow: Throw[int]
    chase: Throw[int]
    lying: int
    pursuers_lying: int
    leaned: tuple[str, ...] = ()


def _pursue_offers(inches: int) -> tuple[Offer, ...]:
    return (
        Offer("yes", Text("try to follow; {inches}″ or more catches them", inches=inches)),
        Offer("no", Text("let them go")),
    )


PURSUE = Decision[bool](
    name="pursue",
    by="defender",
    question=Text("Do you follow them?"),
    options=("yes", "no"),
    default="yes",
    read=either(),
    rule=CLOSE_COMBAT,
    offers=_pursue_offers,
)


def plan(facts: Withdraw, book: Book) -> WithdrawPlan:
    """Raises RuleError when either unit has nobody left."""
    must_have_figures(facts.unit, "unit")
    must_have_figures(facts.pursuer, "pursuer")
    return WithdrawPlan(
        leave=activation_throw(
            facts.unit, book.tables, "activation_to_break_off", Text("activation to break off"), "attacker"
        ),
        run=Throw("withdrawal", Text("withdrawal"), "attacker", 6, Total(), None, (), CLOSE_COMBAT),
        follow=activation_throw(
            facts.pursuer, book.tables, "activation_to_follow", Text("activation to follow"), "defender"
        ),
        chase=Throw("follow_up", Text("follow-up"), "defender", 6, Total(), None, (), CLOSE_COMBAT),
        lying=facts.unit.suppressed,
        pursuers_lying=facts.pursuer.suppressed,
    )


def withdraw(table: Table, plan: WithdrawPlan) -> WithdrawOutcome:
    """No further dice after a failed activation of the unit; a follow-up of as many inches catches it."""
    if not table.roll(plan.leave):
        return WithdrawOutcome(False, 0, False, False)
    inches = table.roll(plan.run)
    if not table.decide(PURSUE, inches) or not table.roll(plan.follow):
        return WithdrawOutcome(True, inches, False, False)
    return WithdrawOutcome(True, inches, True, table.roll(plan.chase) >= inches)


def effects(plan: WithdrawPlan, played: Played) -> Sequence[Effect]:
    """After its throw, passed or failed, a unit stands up; the enemy does if it threw to follow (Suppression)."""
    followed = any(step.throw.key == plan.follow.key for step in played.steps)
    changes = (
        Effect("unit", "suppressed", -plan.lying),
        Effect("pursuer", "suppressed", -plan.pursuers_lying if followed else 0),
    )
    return [change for change in changes if change.change]


def tell(plan: WithdrawPlan, played: Played[WithdrawOutcome]) -> Text:
    outcome = played.outcome
    if not outcome.passed:
        return Text("It cannot break off; the fight goes on.")
    head = Text("It breaks off {inches}″ away from the enemy", inches=outcome.inches)
    if not outcome.pursued:
        return Text("{head}; nobody follows.", head=head)
    if outcome.caught:
        return Text("{head}; the enemy follows and catches it: the fight goes on.", head=head)
    return Text("{head}; the enemy follows and does not catch it.", head=head)


def moves(plan: WithdrawPlan, played: Played[WithdrawOutcome]) -> Sequence[Shift]:
    """Who breaks off, and who follows: into contact where they catch it (Close Combat)."""
    outcome = played.outcome
    if not outcome.passed:
        return ()
    away = Shift("unit", outcome.inches, Text("away from {enemy}", enemy=Role("pursuer", article=True)))
    chased = next((step.got for step in played.steps if step.throw.key == plan.chase.key), 0)
    if not chased:
        return (away,)
    after = Text("after {unit}, into contact", unit=Role("unit", article=True))
    behind = Text("after {unit}", unit=Role("unit", article=True))
    return away, Shift("pursuer", chased, after if outcome.caught else behind)


def brief(plan: WithdrawPlan, played: Played[WithdrawOutcome]) -> Text | None:
    """Whether the enemy follows: how far they go is said by what to do with the figures."""
    outcome = played.outcome
    if not outcome.passed:
        return None
    if not outcome.pursued:
        return Text("Nobody follows.")
    return Text("Caught: the fight goes on.") if outcome.caught else Text("Not caught.")


ACTION = Action(
    key="withdraw",
    title=Text("Withdraw from close combat"),
    topic="close_combat",
    facts=Withdraw,
    outcome=WithdrawOutcome,
    plan=plan,
    rule=withdraw,
    tell=tell,
    brief=brief,
    moves=moves,
    effects=effects,
    decisions=(PURSUE,),
)
