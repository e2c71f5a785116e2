"""Close combat: both sides strike at once, the suppressed of either side last; and its odds (Close Combat)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from math import lcm
from typing import NamedTuple

from pydantic import Field

from rules.fubar.facts import UnitFacts, expertise, must_have_figures
from rules.fubar.fire import armour_saves
from rules.fubar.tables import Book, Tables
from rules.kernel.action import Action, Played
from rules.kernel.dice import Line, Need, Successes, Throw
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Models
from rules.kernel.odds import Dist, Odds, Spend, lowest, weighed_by
from rules.kernel.plays import Effect
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Role, Sentence, Text, counted

# The odds of a close combat in which some lie and strike late, without following every way that it can go.


class Losses(NamedTuple):
    """What one side loses at once; how many of it strike late for that; what so many late strikes of the enemy cost it.

    `figures` is how many it has.
    """

    at_once: Dist
    late_dice: Callable[[int], int]
    to_late_strikes: Callable[[int], Dist]
    figures: int


Row = tuple[int, list[int]]
"""Weights of so many losses and more: the first number, and the weights from there on."""


def joint(one: Losses, other: Losses, spend: Spend) -> Dist:
    """The losses of both sides, as pairs; where all of a side have fallen, nobody strikes late."""
    ours, theirs = _standing(one), _standing(other)
    scales = _scale(one, theirs), _scale(other, ours)
    weights = _fallen(one, other, scales[0] * scales[1])
    table = [[0] * (other.figures + 1) for _ in range(one.figures + 1)]
    for dice, our_losses in ours.items():
        for answer, their_losses in theirs.items():
            first = _after(our_losses, one, one.to_late_strikes(answer), scales[0])
            second = _after(their_losses, other, other.to_late_strikes(dice), scales[1])
            spend(len(first[1]) * len(second[1]))
            _add(table, first, second)
    for lost, row in enumerate(table):
        for down, weight in enumerate(row):
            if weight:
                weights[lost, down] = weights.get((lost, down), 0) + weight
    return Dist(weights, one.at_once.total * other.at_once.total * scales[0] * scales[1])


def _standing(side: Losses) -> dict[int, dict[int, int]]:
    """Losses that leave somebody, with their weights, by how many strike late then."""
    left = sorted((lost, weight) for lost, weight in side.at_once.weights.items() if lost < side.figures)
    groups = groupby(left, lambda loss: side.late_dice(loss[0]))
    found: dict[int, dict[int, int]] = {}
    for dice, losses in groups:
        found.setdefault(dice, {}).update(losses)
    return found


def _scale(side: Losses, enemies: Mapping[int, object]) -> int:
    """A total that all late strikes at this side can be brought to."""
    return lcm(*(side.to_late_strikes(dice).total for dice in enemies))


def _fallen(one: Losses, other: Losses, scale: int) -> dict[tuple[int, int], int]:
    """What is over after the first strikes."""
    return {
        (lost, down): weight * ways * scale
        for lost, weight in one.at_once.weights.items()
        for down, ways in other.at_once.weights.items()
        if lost == one.figures or down == other.figures
    }


def _after(at_once: Mapping[int, int], side: Losses, late: Dist, scale: int) -> Row:
    """Losses at once and late, added up; nobody falls twice."""
    first, by = min(at_once), scale // late.total
    last = min(side.figures, max(at_once) + max(late.weights))
    found = [0] * (last - first + 1)
    for lost, weight in at_once.items():
        for more, ways in late.weights.items():
            found[min(last, lost + more) - first] += weight * ways * by
    return first, found


def _add(table: list[list[int]], one: Row, other: Row) -> None:
    (lost, weights), (down, ways) = one, other
    until = down + len(ways)
    for row, weight in zip(table[lost:], weights, strict=False):
        row[down:until] = [had + weight * way for had, way in zip(row[down:until], ways, strict=True)]


def smallest(dist: Dist) -> Dist:
    """The same chances in the smallest whole numbers, the fewest losses first."""
    return lowest(Dist(dict(sorted(dist.weights.items())), dist.total))


# The facts of a close combat, its plan and its rule.

CLOSE_COMBAT = "Close Combat"
MOVE_UP = 3
"""Inches that unengaged defenders may move up to an assaulting figure."""


class CloseCombat(Facts):
    """The facts of one round of close combat; null fighters mean all of them."""

    attacker: UnitFacts = Field(title=N_("Attacker"))
    defender: UnitFacts = Field(title=N_("Defender"))
    attacker_fighting: Models | None = Field(default=None, title=N_("Attackers in contact"))
    defender_fighting: Models | None = Field(default=None, title=N_("Defenders in contact"))


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


class Side(NamedTuple):
    """One side of a fight: its blows at once and late, and how many of it stand and lie when they fall."""

    at_once: Blow
    late: Blow
    standing: int
    suppressed: int

    @property
    def figures(self) -> int:
        return self.standing + self.suppressed

    def lying_after(self, lost: int) -> int:
        """Suppressed figures still alive; casualties fall on standing figures first."""
        return self.suppressed - max(0, lost - self.standing)


@dataclass(frozen=True, eq=False, slots=True)
class CloseCombatPlan:
    """A round of close combat in numbers."""

    attacker: Side
    defender: Side
    leaned: tuple[str, ...] = ()


def plan(facts: CloseCombat, book: Book) -> CloseCombatPlan:
    """Raises RuleError when a side has nobody to fight, or more fighters than figures."""
    attacker, defender = facts.attacker, facts.defender
    must_have_figures(attacker, "attacker")
    must_have_figures(defender, "defender")
    attacking = _fighters(attacker, facts.attacker_fighting, "attacker")
    defending = _fighters(defender, facts.defender_fighting, "defender")
    return CloseCombatPlan(
        _side("attacker", attacker, defender, attacking, book.tables),
        _side("defender", defender, attacker, defending, book.tables),
    )


def _side(by: str, unit: UnitFacts, enemy: UnitFacts, fighting: int, tables: Tables) -> Side:
    """Standing figures fight before those that lie."""
    upright = min(fighting, unit.standing)
    at_once = _blow(by, unit, enemy, upright, tables)
    late = _blow(by, unit, enemy, fighting - upright, tables, late=True)
    return Side(at_once, late, unit.standing, unit.suppressed)


def _fighters(unit: UnitFacts, fighting: int | None, who: str) -> int:
    if fighting is None:
        return unit.figures
    if fighting > unit.figures:
        raise RuleError(
            Sentence(
                Text(
                    "{unit} has {figures}; {fighting} cannot fight.",
                    unit=Role(who, article=True),
                    figures=counted(unit.figures, "figure", "figures"),
                    fighting=fighting,
                )
            ),
            CLOSE_COMBAT,
        )
    return fighting


def _blow(by: str, unit: UnitFacts, enemy: UnitFacts, dice: int, tables: Tables, late: bool = False) -> Blow:
    need = tables.levels[unit.level].expertise
    ledger = (
        expertise(unit.level, tables),
        Line(Text("one die per figure"), dice, CLOSE_COMBAT, "dice"),
    )
    struck = "defender" if by == "attacker" else "attacker"
    strike, saves = _LATE if late else _AT_ONCE
    return Blow(
        Throw(*_named(strike, by), by, 6, Successes(need), Need(need), ledger, CLOSE_COMBAT),
        dice,
        armour_saves(enemy.armour, tables, struck, *_named(saves, struck)),
        enemy.figures,
    )


_AT_ONCE = (("strikes", N_("strikes of {side}")), ("saves", N_("saves of {side}")))
_LATE = (("late_strikes", N_("late strikes of {side}")), ("late_saves", N_("late saves of {side}")))


@cache
def _named(what: tuple[str, str], side: str) -> tuple[str, Text]:
    """The key and the label of a throw of one side."""
    key, label = what
    return f"{side}_{key}", Text(label, side=Role(side))


def _weighed(odds: Odds, plan: CloseCombatPlan) -> Dist:
    """The odds of `close_combat`, side by side."""
    one, other = plan.attacker, plan.defender
    if not one.late.dice and not other.late.dice:
        found = odds.of(_at_once, plan)
    else:
        found = joint(_losses(odds, one, other), _losses(odds, other, one), odds.spend)
    return Dist({CloseCombatOutcome(*losses): weight for losses, weight in found.weights.items()}, found.total)


def _losses(odds: Odds, side: Side, enemy: Side) -> Losses:
    def late_dice(lost: int) -> int:
        return _late_dice(side, lost, enemy_left=True)

    @cache
    def late(dice: int) -> Dist:
        return smallest(odds.of(_strike, enemy.late, dice))

    at_once = smallest(odds.of(_strike, enemy.at_once, enemy.at_once.dice))
    return Losses(at_once, late_dice, late, side.figures)


def _at_once(table: Table, plan: CloseCombatPlan) -> tuple[int, int]:
    """The strikes of those who stand: what attacker and defender lose."""
    one, other = plan.attacker.at_once, plan.defender.at_once
    down, lost = table.together(_pair, then(_strike, one, one.dice), then(_strike, other, other.dice))
    return lost, down


@weighed_by(_weighed)
def close_combat(table: Table, plan: CloseCombatPlan) -> CloseCombatOutcome | Then[CloseCombatOutcome]:
    """Dice: attackers, defenders, the defender's saves, the attacker's saves; then all who lay, in the same order.

    Late strikes of both sides fall together, after all others, and only where there is an enemy left.
    """
    one, other = plan.attacker, plan.defender
    lost, down = _at_once(table, plan)
    dice = _late_dice(one, lost, other.figures > down)
    answer = _late_dice(other, down, one.figures > lost)
    if not dice and not answer:
        return CloseCombatOutcome(lost, down)
    return then(_late, plan, dice, answer).into(partial(_all_losses, one.figures, other.figures, lost, down))


def _late_dice(side: Side, lost: int, enemy_left: bool) -> int:
    return min(side.late.dice, side.lying_after(lost)) if enemy_left else 0


def _late(table: Table, plan: CloseCombatPlan, dice: int, answer: int) -> tuple[int, int]:
    return table.together(_pair, then(_strike, plan.attacker.late, dice), then(_strike, plan.defender.late, answer))


def _all_losses(attackers: int, defenders: int, lost: int, down: int, late: tuple[int, int]) -> CloseCombatOutcome:
    """The losses of both strikes; nobody falls twice, so a late strike finds no more than are left."""
    more_down, more_lost = late
    return CloseCombatOutcome(min(attackers, lost + more_lost), min(defenders, down + more_down))


def _pair(down: int, lost: int) -> tuple[int, int]:
    return down, lost


def _strike(table: Table, blow: Blow, dice: int) -> Then[int]:
    return then(_saved, blow, table.roll(_struck_by(blow, dice), dice))


def _struck_by(blow: Blow, dice: int) -> Throw[int]:
    """The throw of those who are still there to strike."""
    if dice == blow.dice:
        return blow.strike
    fallen = Line(Text("fallen before they could strike"), dice - blow.dice, CLOSE_COMBAT, "dice")
    return blow.strike._replace(ledger=(*blow.strike.ledger, fallen))


def _saved(table: Table, blow: Blow, hits: int) -> int:
    saved = table.roll(blow.saves, hits) if blow.saves else 0
    return min(hits - saved, blow.victims)


def effects(plan: CloseCombatPlan, played: Played[CloseCombatOutcome]) -> Sequence[Effect]:
    """Casualties fall on standing figures first; a suppressed figure that falls takes its marker with it."""
    outcome = played.outcome
    changes: list[Effect] = []
    sides = (
        ("attacker", plan.attacker, outcome.attacker_casualties),
        ("defender", plan.defender, outcome.defender_casualties),
    )
    for part, side, lost in sides:
        fallen = side.suppressed - side.lying_after(lost)
        changes += [Effect(part, "models", -lost), Effect(part, "suppressed", -fallen)]
    return [change for change in changes if change.change]


def tell(plan: CloseCombatPlan, played: Played[CloseCombatOutcome]) -> Text:
    outcome = played.outcome
    if not (outcome.attacker_casualties or outcome.defender_casualties):
        return Text("No losses.")
    lost, down = (
        counted(outcome.attacker_casualties, "figure", "figures"),
        counted(outcome.defender_casualties, "figure", "figures"),
    )
    return Text(
        "Losses: {attacker} {lost}, {defender} {down}.",
        attacker=Role("attacker", article=True),
        lost=lost,
        defender=Role("defender", article=True),
        down=down,
    )


def brief(plan: CloseCombatPlan, played: Played[CloseCombatOutcome]) -> Text | None:
    """Losses are seen on the table; that there were none is not."""
    outcome = played.outcome
    return NOTHING if outcome.attacker_casualties or outcome.defender_casualties else None


ACTION = Action(
    key="close_combat",
    title=Text("Close combat"),
    topic="close_combat",
    facts=CloseCombat,
    outcome=CloseCombatOutcome,
    plan=plan,
    rule=close_combat,
    tell=tell,
    brief=brief,
    effects=effects,
)
