"""What becomes of the figures that a unit lost in a battle, a die each (Aftermath › Recovery)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.campaign.tables import Book, RecoveryRow
from rules.kernel.action import Action, Aim, Played
from rules.kernel.dice import Line, Need, Tally, Throw, total
from rules.kernel.facts import Facts, Flag, Models
from rules.kernel.table import Table
from rules.kernel.text import N_, Listed, Plural, Sentence, Text

RECOVERY = "Aftermath › Recovery"


class Recovery(Facts):
    """The facts of a unit's losses."""

    lost: Models = Field(title=N_("Figures lost"))
    held_field: Flag = Field(
        default=False, title=N_("Held the field"), description=N_("Its side, at the end of the battle.")
    )
    medic: Flag = Field(default=False, title=N_("Medic"), description=N_("A living medic was on its side."))


class RecoveryOutcome(NamedTuple):
    """How many of the figures are back at once, miss the next battle, and are lost for good."""

    back: int
    recovering: int
    lost: int


@dataclass(frozen=True, eq=False, slots=True)
class RecoveryPlan:
    """A die for each figure; its throw counts those back at once, and those back or recovering."""

    throw: Throw[tuple[int, ...]]
    lost: int
    leaned: tuple[str, ...] = ()


def plan(facts: Recovery, book: Book) -> RecoveryPlan:
    row = book.tables.recovery
    back = _lines(facts, row, Text("back at once"), row.back, "needed")
    recovering = _lines(facts, row, Text("misses the next battle"), row.recovering, "recovering_from")
    faces = total(back), total(recovering, "recovering_from")
    label = Text("recovery of the figures lost")
    throw = Throw("recovery", label, "unit", 6, Tally(faces), Need(faces[0]), (*back, *recovering), RECOVERY)
    return RecoveryPlan(throw, facts.lost)


def _lines(facts: Recovery, row: RecoveryRow, why: Text, face: int, of: str) -> list[Line]:
    """The face that a fate takes: what is added to the die counts off it."""
    more = (
        Line(Text("its side held the field"), -row.held_field * facts.held_field, RECOVERY, of),
        Line(Text("a medic"), -row.medic * facts.medic, RECOVERY, of),
    )
    return [Line(why, face, RECOVERY, of), *(line for line in more if line.value)]


def recover(table: Table, plan: RecoveryPlan) -> RecoveryOutcome:
    back, not_lost = table.roll(plan.throw, plan.lost)
    return RecoveryOutcome(back, not_lost - back, plan.lost - not_lost)


def tell(plan: RecoveryPlan, played: Played[RecoveryOutcome]) -> Text:
    outcome = played.outcome
    if not plan.lost:
        return Text("Nobody was lost.")
    fates = (
        (outcome.back, Text("{n} back at once", n=outcome.back)),
        (outcome.recovering, Plural("{n} misses the next battle", "{n} miss the next battle", outcome.recovering)),
        (outcome.lost, Text("{n} lost for good", n=outcome.lost)),
    )
    figures = Plural("{n} figure", "{n} figures", plan.lost)
    return Sentence(Text("Of {figures}: {fates}", figures=figures, fates=Listed([text for n, text in fates if n])))


def aim(plan: RecoveryPlan) -> Aim | None:
    """Figures back at once; as many are the better, the fewer are lost."""
    return Aim("back", lambda outcome: outcome.back, lambda outcome: -outcome.lost)


ACTION = Action(
    key="recovery",
    title=Text("Recovery"),
    topic="recovery",
    facts=Recovery,
    outcome=RecoveryOutcome,
    plan=plan,
    rule=recover,
    tell=tell,
    aim=aim,
)
