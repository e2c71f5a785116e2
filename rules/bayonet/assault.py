"""Hand to hand: Physical against Physical, and the lower score yields (Results)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field

from rules.bayonet.facts import Figure, factor, personal, protection
from rules.bayonet.tables import Book, aid, aid_leaned, graded, results_leaned
from rules.kernel.action import Action, Aim, Played
from rules.kernel.dice import Line, Throw, Total, total
from rules.kernel.facts import Count, Facts
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, Role, Text

HAND_TO_HAND = "Hand to hand"
HandResult = Literal["none", "recoil", "flee", "downed"]
_RESULTS: tuple[HandResult, ...] = ("none", "recoil", "flee", "downed")


class Assault(Facts):
    """The facts of a fight hand to hand."""

    attacker: Figure = Field(title=N_("Attacker"))
    defender: Figure = Field(title=N_("Defender"))
    aiding: Count = Field(default=0, title=N_("Friends aiding"), description=N_("Figures that help the attacker."))


class AssaultOutcome(NamedTuple):
    """Both scores, and what the lower one suffers."""

    score: int
    target_score: int
    result: HandResult
    loser: Literal["attacker", "defender"] | None


@dataclass(frozen=True, eq=False, slots=True)
class AssaultPlan:
    """A fight in numbers: both dice, and what is added to them."""

    attack: Throw[int]
    defence: Throw[int]
    double: bool
    recoil: int
    leaned: tuple[str, ...]


def plan(facts: Assault, book: Book) -> AssaultPlan:
    """Raises RuleError for a figure without a Physical Combat Factor."""
    rulings = book.rulings
    attacker = _lines(facts.attacker, "attacker", book) + aid(facts.aiding, rulings)
    return AssaultPlan(
        attack=_throw(N_("attacker"), attacker),
        defence=_throw(N_("defender"), _lines(facts.defender, "defender", book)),
        double=rulings.results == "double",
        recoil=book.tables.suppressed_move,
        leaned=aid_leaned(facts.aiding, rulings),
    )


def _lines(figure: Figure, who: str, book: Book) -> list[Line]:
    own = factor(figure, "physical", Role(who, article=True))
    return [own, *personal(figure, book.tables), *protection(figure, "physical")]


def _throw(who: str, lines: list[Line]) -> Throw[int]:
    return Throw(who, Role(who), who, 6, Total(), None, tuple(lines), HAND_TO_HAND)


def assault(table: Table, plan: AssaultPlan) -> AssaultOutcome:
    """The attacker throws first; the winner's score is compared with twice the loser's."""
    score = table.roll(plan.attack) + total(plan.attack.ledger, "total")
    against = table.roll(plan.defence) + total(plan.defence.ledger, "total")
    result = _RESULTS[graded(max(score, against), min(score, against), plan.double)]
    loser = None if score == against else "defender" if score > against else "attacker"
    return AssaultOutcome(score, against, result, loser)


def effects(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Sequence[Effect]:
    """A tie leaves both hand to hand; a recoil is made at once and leaves no state."""
    outcome = played.outcome
    if outcome.loser is None:
        return Effect("attacker", "in_hand_to_hand", 1), Effect("defender", "in_hand_to_hand", 1)
    if outcome.result == "downed":
        return Effect(outcome.loser, "downed", 1), Effect(outcome.loser, "models", -1)
    return (Effect(outcome.loser, "fleeing", 1),) if outcome.result == "flee" else ()


def leaning(plan: AssaultPlan, played: Played) -> Sequence[str]:
    return results_leaned(played.outcome.result)


_LOST: dict[HandResult, str] = {
    "recoil": N_("{score} against {other}: {loser} recoils {inches}″."),
    "flee": N_("{score} against {other}: {loser} flees."),
    "downed": N_("{score} against {other}: {loser} is downed."),
}


def tell(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Text:
    outcome = played.outcome
    score, other = outcome.score, outcome.target_score
    if outcome.loser is None:
        return Text("{score} against {other}: they stay hand to hand.", score=score, other=other)
    loser = Role(outcome.loser, article=True)
    return Text(_LOST[outcome.result], score=score, other=other, loser=loser, inches=plan.recoil)


_DEGREES = (
    Text("attacker downed"),
    Text("attacker flees"),
    Text("attacker recoils"),
    Text("hand to hand"),
    Text("enemy recoils"),
    Text("enemy flees"),
    Text("enemy downed"),
)


def aim(plan: AssaultPlan) -> Aim:
    """What becomes of either."""
    return Aim(N_("result"), _degree, whole=len(_DEGREES) - 1, steps=_DEGREES)


def _degree(outcome: AssaultOutcome) -> int:
    """The place in `_DEGREES`."""
    suffered = _RESULTS.index(outcome.result)
    return 3 + (suffered if outcome.loser == "defender" else -suffered if outcome.loser else 0)


ACTION = Action(
    key="assault",
    title=Text("Assault"),
    topic="hand_to_hand",
    facts=Assault,
    outcome=AssaultOutcome,
    plan=plan,
    rule=assault,
    tell=tell,
    effects=effects,
    leaning=leaning,
    asides=("score", "target_score"),
    aim=aim,
)
