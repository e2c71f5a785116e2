"""What becomes of a vehicle that was destroyed or disabled in a battle (Aftermath › Salvage)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.campaign.tables import Book, Fate, Wreck
from rules.kernel.action import Action, Aim, Played
from rules.kernel.dice import Line, Need, Successes, Throw, total
from rules.kernel.facts import Facts, Flag
from rules.kernel.table import Table
from rules.kernel.text import N_, Text

SALVAGE = "Aftermath › Salvage"


class Salvage(Facts):
    """The facts of a vehicle after the battle."""

    state: Wreck = Field(title=N_("State"), description=N_("What the battle made of it."))
    held_field: Flag = Field(
        default=False, title=N_("Held the field"), description=N_("Its side, at the end of the battle.")
    )


class SalvageOutcome(NamedTuple):
    """Whether it is repaired for the next battle, misses one, or is lost."""

    fate: Fate


@dataclass(frozen=True, eq=False, slots=True)
class SalvagePlan:
    """A die for the vehicle, and its fate where that is not enough."""

    throw: Throw[int]
    otherwise: Fate
    leaned: tuple[str, ...] = ()


_STATES: dict[Wreck, str] = {"destroyed": N_("destroyed vehicle"), "disabled": N_("disabled vehicle")}


def plan(facts: Salvage, book: Book) -> SalvagePlan:
    row = book.tables.salvage
    lines = [Line(Text(_STATES[facts.state]), row.repaired[facts.state], SALVAGE)]
    if facts.held_field and row.held_field:
        lines.append(Line(Text("its side held the field"), -row.held_field, SALVAGE))
    face = total(lines)
    throw = Throw("salvage", Text("salvage"), "unit", 6, Successes(face), Need(face), tuple(lines), SALVAGE)
    return SalvagePlan(throw, row.otherwise[facts.state])


def salvage(table: Table, plan: SalvagePlan) -> SalvageOutcome:
    return SalvageOutcome("repaired" if table.roll(plan.throw) else plan.otherwise)


_FATES: dict[Fate, str] = {
    "repaired": N_("Repaired for the next battle."),
    "misses_one": N_("It misses the next battle."),
    "lost": N_("Lost for good."),
}


def tell(plan: SalvagePlan, played: Played[SalvageOutcome]) -> Text:
    outcome = played.outcome
    return Text(_FATES[outcome.fate])


def aim(plan: SalvagePlan) -> Aim | None:
    """Whether it is repaired."""
    return Aim("fate", lambda outcome: int(outcome.fate == "repaired"), steps=(Text("not repaired"), Text("repaired")))


ACTION = Action(
    key="salvage",
    title=Text("Salvage"),
    topic="salvage",
    facts=Salvage,
    outcome=SalvageOutcome,
    plan=plan,
    rule=salvage,
    tell=tell,
    aim=aim,
)
