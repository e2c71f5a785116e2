"""The aftermath of a battle in a campaign: recovery, salvage and the other rolls, as one set of actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.campaign import reinforcements
from rules.campaign.levels import EXPERIENCE, LEARN
from rules.campaign.reinforcements import REINFORCEMENTS
from rules.campaign.tables import Book, CampaignRulings, CampaignTables, Fate, RecoveryRow, Wreck
from rules.kernel.action import About, Action, ActionSet, Aim, Played, Topic
from rules.kernel.dice import Line, Need, Roll, Successes, Tally, total
from rules.kernel.facts import Facts, Flag, Models, validate
from rules.kernel.roll_kinds import RollKind, RollKinds
from rules.kernel.table import Table
from rules.kernel.text import N_, Listed, Plural, Sentence, Text

# The fate of the figures that a unit lost in a battle, a die each (Aftermath › Recovery).

RECOVERY = "Aftermath › Recovery"


class Recovery(Facts):
    """Facts about a unit's losses."""

    lost: Models = Field(title=N_("Figures lost"))
    held_field: Flag = Field(
        default=False, title=N_("Held the field"), description=N_("Its side, at the end of the battle.")
    )
    medic: Flag = Field(default=False, title=N_("Medic"), description=N_("A living medic was on its side."))


class RecoveryOutcome(NamedTuple):
    """Numbers of figures that are back at once, miss the next battle, and are lost for good."""

    back: int
    recovering: int
    lost: int


@dataclass(frozen=True, eq=False, slots=True)
class RecoveryPlan:
    """A die per figure; the roll counts those back at once, and those back or recovering."""

    throw: Roll[tuple[int, ...]]
    lost: int
    rulings_used: tuple[str, ...] = ()


def plan_recovery(facts: Recovery, book: Book) -> RecoveryPlan:
    row = book.tables.recovery
    back = _fate_ledger(facts, row, Text("back at once"), row.back, "needed")
    recovering = _fate_ledger(facts, row, Text("misses the next battle"), row.recovering, "recovering_from")
    faces = total(back), total(recovering, "recovering_from")
    label = Text("recovery of the figures lost")
    roll = Roll("recovery", label, "unit", 6, Tally(faces), Need(faces[0]), (*back, *recovering), RECOVERY)
    return RecoveryPlan(roll, facts.lost)


def _fate_ledger(facts: Recovery, row: RecoveryRow, why: Text, face: int, of: str) -> list[Line]:
    """Return the ledger of the face that a fate needs; modifiers of the die are subtracted from it."""
    more = (
        Line(Text("its side held the field"), -row.held_field * facts.held_field, RECOVERY, of),
        Line(Text("a medic"), -row.medic * facts.medic, RECOVERY, of),
    )
    return [Line(why, face, RECOVERY, of), *(line for line in more if line.value)]


def recover(table: Table, plan: RecoveryPlan) -> RecoveryOutcome:
    back, not_lost = table.roll(plan.throw, plan.lost)
    return RecoveryOutcome(back, not_lost - back, plan.lost - not_lost)


def describe_recovery(plan: RecoveryPlan, played: Played[RecoveryOutcome]) -> Text:
    outcome = played.outcome
    if not plan.lost:
        return Text("No figures were lost.")
    fates = (
        (outcome.back, Text("{n} back at once", n=outcome.back)),
        (outcome.recovering, Plural("{n} misses the next battle", "{n} miss the next battle", outcome.recovering)),
        (outcome.lost, Text("{n} lost for good", n=outcome.lost)),
    )
    figures = Plural("{n} figure", "{n} figures", plan.lost)
    return Sentence(Text("Of {figures}: {fates}", figures=figures, fates=Listed([text for n, text in fates if n])))


def aim_recovery(plan: RecoveryPlan) -> Aim | None:
    """Return the aim: figures back at once; with equal numbers, fewer lost figures are better."""
    return Aim("back", lambda outcome: outcome.back, lambda outcome: -outcome.lost)


RECOVER = Action(
    key="recovery",
    title=Text("Recovery"),
    topic="recovery",
    facts=Recovery,
    outcome=RecoveryOutcome,
    plan=plan_recovery,
    rule=recover,
    describe=describe_recovery,
    aim=aim_recovery,
)


# The fate of a vehicle that was destroyed or disabled in a battle (Aftermath › Salvage).

SALVAGE = "Aftermath › Salvage"


class Salvage(Facts):
    """Facts about a vehicle after the battle."""

    state: Wreck = Field(title=N_("State"), description=N_("Its state after the battle."))
    held_field: Flag = Field(
        default=False, title=N_("Held the field"), description=N_("Its side, at the end of the battle.")
    )


class SalvageOutcome(NamedTuple):
    """The vehicle's fate: repaired for the next battle, absent from it, or lost."""

    fate: Fate


@dataclass(frozen=True, eq=False, slots=True)
class SalvagePlan:
    """A die for the vehicle, and its fate if the die fails."""

    throw: Roll[int]
    otherwise: Fate
    rulings_used: tuple[str, ...] = ()


_STATES: dict[Wreck, str] = {"destroyed": N_("destroyed vehicle"), "disabled": N_("disabled vehicle")}


def plan_salvage(facts: Salvage, book: Book) -> SalvagePlan:
    row = book.tables.salvage
    lines = [Line(Text(_STATES[facts.state]), row.repaired[facts.state], SALVAGE)]
    if facts.held_field and row.held_field:
        lines.append(Line(Text("its side held the field"), -row.held_field, SALVAGE))
    face = total(lines)
    roll = Roll("salvage", Text("salvage"), "unit", 6, Successes(face), Need(face), tuple(lines), SALVAGE)
    return SalvagePlan(roll, row.otherwise[facts.state])


def salvage(table: Table, plan: SalvagePlan) -> SalvageOutcome:
    return SalvageOutcome("repaired" if table.roll(plan.throw) else plan.otherwise)


_FATES: dict[Fate, str] = {
    "repaired": N_("Repaired for the next battle."),
    "misses_one": N_("It misses the next battle."),
    "lost": N_("Lost for good."),
}


def describe_salvage(plan: SalvagePlan, played: Played[SalvageOutcome]) -> Text:
    outcome = played.outcome
    return Text(_FATES[outcome.fate])


def aim_salvage(plan: SalvagePlan) -> Aim | None:
    """Return the aim: the vehicle is repaired."""
    return Aim("fate", lambda outcome: int(outcome.fate == "repaired"), steps=(Text("not repaired"), Text("repaired")))


TOW = Action(
    key="salvage",
    title=Text("Salvage"),
    topic="salvage",
    facts=Salvage,
    outcome=SalvageOutcome,
    plan=plan_salvage,
    rule=salvage,
    describe=describe_salvage,
    aim=aim_salvage,
)


# Purposes of the rolls after a battle.

ROLLS = RollKinds({"recovery*": RollKind("other"), "salvage*": RollKind("other")})


# The rules of the aftermath, by topic.

TOPICS: dict[str, Topic] = {
    "recovery": Topic(
        Text("Recovery"),
        RECOVERY,
        Text(
            "Roll a d6 for each figure that a unit lost. Add 1 if its side held the field at the end, and 1 if "
            "a living medic was on its side. On 5 or more the figure is back at once. On 3 or 4 it recovers "
            "and misses the next battle begun once the report is signed. On 2 or less it is lost. Bayonet uses "
            "its own table instead: Afterwards. Roll first for wound markers left when a game of Open "
            "Rebellion ends; the enemy rolls them. If it is corrected later who held the field, the same dice "
            "are read again."
        ),
        ("open_wounds",),
    ),
    "injuries": Topic(
        Text("Injuries"),
        "Aftermath › Injuries",
        Text(
            "In Bayonet the die of a downed figure may leave it severely (−3), badly (−2) or lightly (−1) "
            "hurt. Subtract that from its Physical and Range Combat Factors until as many battles have passed. "
            "A figure hurt like that while the enemy holds the field is captured."
        ),
        ("injury_heals",),
    ),
    "salvage": Topic(
        Text("Salvage"),
        SALVAGE,
        Text(
            "Roll a d6 for each vehicle destroyed or disabled, and add 2 if its side held the field at the "
            "end. A destroyed one is repaired for the next battle on 5 or more, else it is lost; a disabled "
            "one is repaired on 3 or more, else it misses the next battle."
        ),
    ),
    "experience": Topic(
        Text("Experience"),
        EXPERIENCE,
        Text(
            "A unit earns 1 for fighting, and 1 each for causing losses, destroying an enemy unit, holding an "
            "objective at the end and winning: at most 4 a battle, and nothing if it routed. Recruits lower "
            "what it had before: multiply it by the figures without them, divide by all figures, round down. "
            "It reaches a level at 4, 10 and 18."
        ),
    ),
    "reinforcements": Topic(
        Text("Reinforcements"),
        REINFORCEMENTS,
        Text(
            "Before the next battle a player may place 3 figures in units, 2 more after a defeat, and as many "
            "as the territories held are worth. A recruit may replace a lost unit of a single figure, without "
            "its experience."
        ),
    ),
    "standings": Topic(
        Text("Standings"),
        "Standings",
        Text(
            "A major victory, a minor victory and a draw earn points; the campaign sets how many. A changed "
            "number counts for battles that are signed from then on. Ties go to fewer battles fought, then to "
            "the better difference of losses, then to more figures left."
        ),
        ("points_major", "points_minor", "points_draw", "points_from", "ties"),
    ),
}


_ACTIONS = (RECOVER, TOW, LEARN, reinforcements.ACTION)


def aftermath(about: About, tables: Mapping[str, object]) -> ActionSet:
    """Build the actions with their tables; raise BadFacts for incomplete data."""
    return ActionSet(
        key="campaign",
        about=about,
        tables=validate(CampaignTables, tables),
        rulings=CampaignRulings,
        actions={action.key: action for action in _ACTIONS},
        topics=TOPICS,
        throws=ROLLS,
    )
