"""Breaking off close combat, and the enemy's follow-up (Close Combat)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.dice import Throw, Total
from rules.facts import Facts
from rules.fubar.activation import activation_throw
from rules.fubar.close_combat import CLOSE_COMBAT
from rules.fubar.facts import Unit, must_have_figures
from rules.system import Action, Book, Played
from rules.table import Decision, Offer, Table
from rules.text import say


class Withdraw(Facts):
    """The facts of breaking off: who leaves, and who may follow."""

    unit: Unit = Field(title="Unit")
    pursuer: Unit = Field(title="Pursuer")


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
    leaned: tuple[str, ...] = ()


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(text)
    return text == "yes"


def _pursue_offers(inches: int) -> tuple[Offer, ...]:
    return (
        Offer("yes", say("try to follow; {inches}″ or more catches them", inches=inches)),
        Offer("no", say("let them go")),
    )


PURSUE = Decision[bool](
    name="pursue",
    by="defender",
    question="Does the enemy try to follow?",
    options=("yes", "no"),
    default="yes",
    read=_yes,
    rule=CLOSE_COMBAT,
    offers=_pursue_offers,
)


def plan(facts: Withdraw, book: Book) -> WithdrawPlan:
    """Raises RuleError when either unit has nobody left."""
    must_have_figures(facts.unit, say("unit"))
    must_have_figures(facts.pursuer, say("pursuer"))
    return WithdrawPlan(
        leave=activation_throw(facts.unit, book.tables, say("activation to break off"), "attacker"),
        run=Throw(say("withdrawal"), "attacker", 6, Total(), None, (), CLOSE_COMBAT),
        follow=activation_throw(facts.pursuer, book.tables, say("activation to follow"), "defender"),
        chase=Throw(say("follow-up"), "defender", 6, Total(), None, (), CLOSE_COMBAT),
    )


def withdraw(table: Table, plan: WithdrawPlan) -> WithdrawOutcome:
    """No further dice after a failed activation of the unit; a follow-up of as many inches catches it."""
    if not table.roll(plan.leave):
        return WithdrawOutcome(False, 0, False, False)
    inches = table.roll(plan.run)
    if not table.decide(PURSUE, inches) or not table.roll(plan.follow):
        return WithdrawOutcome(True, inches, False, False)
    return WithdrawOutcome(True, inches, True, table.roll(plan.chase) >= inches)


def tell(plan: WithdrawPlan, played: Played) -> str:
    outcome: WithdrawOutcome = played.outcome
    if not outcome.passed:
        return say("It cannot break off; the fight goes on.")
    head = say("It breaks off {inches}″ away from the enemy", inches=outcome.inches)
    if not outcome.pursued:
        return say("{head}; nobody follows.", head=head)
    return say(
        "{head}; the enemy follows and {say}.",
        head=head,
        say=say("catches it: the fight goes on") if outcome.caught else say("does not catch it"),
    )


ACTION = Action(
    key="withdraw",
    title="Withdraw from close combat",
    topic="close_combat",
    facts=Withdraw,
    outcome=WithdrawOutcome,
    plan=plan,
    rule=withdraw,
    tell=tell,
    decisions=(PURSUE,),
)
