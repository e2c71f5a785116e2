"""Close combat: both sides strike at once, those who lay suppressed strike last (Close Combat)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.dice import Line, Successes, Throw
from rules.errors import RuleError
from rules.facts import Facts, Models
from rules.fubar.facts import Unit, must_have_figures
from rules.fubar.fire import armour_saves
from rules.fubar.tables import Tables
from rules.system import Action, Book, Effect, Played
from rules.table import Table, Then, then
from rules.text import counted, say, spoken

CLOSE_COMBAT = "Close Combat"


class CloseCombat(Facts):
    """The facts of one round of close combat; null fighters mean all of them."""

    attacker: Unit = Field(title="Attacker")
    defender: Unit = Field(title="Defender")
    attacker_fighting: Models | None = Field(default=None, title="Attackers in contact")
    defender_fighting: Models | None = Field(default=None, title="Defenders in contact")


class CloseCombatOutcome(NamedTuple):
    """Figures lost on each side."""

    attacker_casualties: int
    defender_casualties: int


class Blow(NamedTuple):
    """One side's attack: its dice, and the armour of those it strikes."""

    strike: Throw[int]
    dice: int
    saves: Throw[int] | None
    victims: int


@dataclass(frozen=True, eq=False, slots=True)
class CloseCombatPlan:
    """A round of close combat in numbers; `late` is the attack of defenders suppressed beforehand."""

    attack: Blow
    defence: Blow
    late: Blow
    attackers: int
    standing: int
    suppressed: int
    leaned: tuple[str, ...] = ()


def plan(facts: CloseCombat, book: Book) -> CloseCombatPlan:
    """Raises RuleError when a side has nobody to fight, or more fighters than figures."""
    tables: Tables = book.tables
    attacker, defender = facts.attacker, facts.defender
    must_have_figures(attacker, say("attacker"))
    must_have_figures(defender, say("defender"))
    attacking = _fighters(attacker, facts.attacker_fighting, "attacker")
    defending = _fighters(defender, facts.defender_fighting, "defender")
    upright = min(defending, defender.standing)
    return CloseCombatPlan(
        attack=_blow(say("attackers strike"), "attacker", attacker, defender, attacking, tables),
        defence=_blow(say("defenders strike"), "defender", defender, attacker, upright, tables),
        late=_blow(
            say("suppressed defenders strike"),
            "defender",
            defender,
            attacker,
            defending - upright,
            tables,
            late=True,
        ),
        attackers=attacker.figures,
        standing=defender.standing,
        suppressed=defender.suppressed,
    )


def _fighters(unit: Unit, fighting: int | None, who: str) -> int:
    if fighting is None:
        return unit.figures
    if fighting > unit.figures:
        raise RuleError(
            say(
                "The {who} has {figures}; {fighting} cannot fight.",
                who=spoken(who),
                figures=counted(unit.figures, "figure"),
                fighting=fighting,
            ),
            CLOSE_COMBAT,
        )
    return fighting


def _saves(struck: str, late: bool) -> str:
    return say("{side}'s late saves" if late else "{side}'s saves", side=spoken(struck))


def _blow(label: str, by: str, unit: Unit, enemy: Unit, dice: int, tables: Tables, late: bool = False) -> Blow:
    need = tables.levels[unit.level].expertise
    ledger = (
        Line(say("{level} expertise", level=spoken(unit.level)), need, "Units › Training"),
        Line(say("one die per figure"), dice, CLOSE_COMBAT, "dice"),
    )
    struck = "defender" if by == "attacker" else "attacker"
    saves = armour_saves(enemy.armour, tables, struck, _saves(struck, late))
    return Blow(Throw(label, by, 6, Successes(need), f"{need}+", ledger, CLOSE_COMBAT), dice, saves, enemy.figures)


def close_combat(table: Table, plan: CloseCombatPlan) -> CloseCombatOutcome:
    """Dice: attackers, defenders, the defender's saves, the attacker's saves, then those who lay suppressed."""
    attack, defence = plan.attack, plan.defence
    down, lost = table.together(_pair, then(_strike, attack, attack.dice), then(_strike, defence, defence.dice))
    alive = plan.suppressed - max(0, down - plan.standing)
    dice = min(plan.late.dice, alive) if plan.attackers > lost else 0
    late = table.play(_strike, plan.late, dice) if dice else 0
    return CloseCombatOutcome(min(plan.attackers, lost + late), down)


def _pair(down: int, lost: int) -> tuple[int, int]:
    return down, lost


def _strike(table: Table, blow: Blow, dice: int) -> Then[int]:
    return then(_saved, blow, table.roll(_struck_by(blow, dice), dice))


def _struck_by(blow: Blow, dice: int) -> Throw[int]:
    """The throw of those who are still there to strike."""
    if dice == blow.dice:
        return blow.strike
    fallen = Line(say("fallen before they could strike"), dice - blow.dice, CLOSE_COMBAT, "dice")
    return blow.strike._replace(ledger=(*blow.strike.ledger, fallen))


def _saved(table: Table, blow: Blow, hits: int) -> int:
    saved = table.roll(blow.saves, hits) if blow.saves else 0
    return min(hits - saved, blow.victims)


def effects(plan: CloseCombatPlan, played: Played) -> Sequence[Effect]:
    """Casualties fall on standing figures first; a suppressed figure that falls takes its marker with it."""
    outcome: CloseCombatOutcome = played.outcome
    down = max(0, outcome.defender_casualties - plan.standing)
    changes = (
        Effect("attacker", "models", -outcome.attacker_casualties),
        Effect("defender", "models", -outcome.defender_casualties),
        Effect("defender", "suppressed", -down),
    )
    return [change for change in changes if change.change]


def tell(plan: CloseCombatPlan, played: Played) -> str:
    outcome: CloseCombatOutcome = played.outcome
    lost, down = counted(outcome.attacker_casualties, "figure"), counted(outcome.defender_casualties, "figure")
    return say("Losses: the attacker {lost}, the defender {down}.", lost=lost, down=down)


ACTION = Action(
    key="close_combat",
    title="Close combat",
    topic="close_combat",
    facts=CloseCombat,
    outcome=CloseCombatOutcome,
    plan=plan,
    rule=close_combat,
    tell=tell,
    effects=effects,
)
