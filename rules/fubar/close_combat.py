"""Close combat: both sides strike at once, the suppressed of either side last (Close Combat)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from pydantic import Field

from rules.fubar.facts import UnitFacts, expertise, must_have_figures
from rules.fubar.fire import armour_saves
from rules.fubar.late_strikes import Losses, joint_losses, smallest_weights
from rules.fubar.tables import FubarRule, FubarTables
from rules.kernel.action import Played
from rules.kernel.dice import Line, Need, Roll, Successes
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Models
from rules.kernel.odds import Dist, Odds, compute_odds_by
from rules.kernel.plays import Effect
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Role, Sentence, Text, counted

CLOSE_COMBAT = "Close Combat"
MOVE_UP = 3
"""Inches that unengaged defenders may move up to an assaulting figure."""


class CloseCombatFacts(Facts):
    """Facts of one round of close combat; None as a number of fighters means all."""

    attacker: UnitFacts = Field(title=N_("Attacker"))
    defender: UnitFacts = Field(title=N_("Defender"))
    attacker_fighting: Models | None = Field(default=None, title=N_("Attackers in contact"))
    defender_fighting: Models | None = Field(default=None, title=N_("Defenders in contact"))


class CloseCombatOutcome(NamedTuple):
    """Figures lost on each side."""

    attacker_casualties: int
    defender_casualties: int


class Blow(NamedTuple):
    """One side's attack: its dice, and the armour of its victims."""

    strike: Roll[int]
    dice: int
    saves: Roll[int] | None
    victims: int


class Side(NamedTuple):
    """One side of a fight: its simultaneous and late blows, and its upright and suppressed figures."""

    at_once: Blow
    late: Blow
    standing: int
    suppressed: int

    @property
    def figures(self) -> int:
        return self.standing + self.suppressed

    def suppressed_after(self, lost: int) -> int:
        """Return the suppressed figures still alive; upright figures are lost first."""
        return self.suppressed - max(0, lost - self.standing)


class CloseCombat(FubarRule[CloseCombatFacts, CloseCombatOutcome]):
    """A fight in which both sides strike at once, the suppressed figures of either side after all others."""

    key, title, topic = "close_combat", Text("Close combat"), "close_combat"

    def plan(self) -> None:
        attacker, defender, tables = self.facts.attacker, self.facts.defender, self.book.tables
        must_have_figures(attacker, "attacker")
        must_have_figures(defender, "defender")
        attacking = _count_fighters(attacker, self.facts.attacker_fighting, "attacker")
        defending = _count_fighters(defender, self.facts.defender_fighting, "defender")
        self.attacker = _make_side("attacker", attacker, defender, attacking, tables)
        self.defender = _make_side("defender", defender, attacker, defending, tables)

    def play(self, table: Table) -> Then[CloseCombatOutcome]:
        return then(_play_round, self)

    def effects(self, played: Played[CloseCombatOutcome]) -> Iterable[Effect]:
        """Yield the losses, upright figures first; a suppressed figure that falls loses its marker."""
        lost, down = played.outcome
        for part, side, fell in (("attacker", self.attacker, lost), ("defender", self.defender, down)):
            yield Effect(part, "models", -fell)
            yield Effect(part, "suppressed", side.suppressed_after(fell) - side.suppressed)

    def describe(self, played: Played[CloseCombatOutcome]) -> Text:
        if not any(played.outcome):
            return Text("No losses.")
        lost, down = (counted(figures, "figure", "figures") for figures in played.outcome)
        one, other = Role("attacker", article=True), Role("defender", article=True)
        losses = N_("Losses: {attacker} {lost}, {defender} {down}.")
        return Text(losses, attacker=one, lost=lost, defender=other, down=down)

    def short_text(self, played: Played[CloseCombatOutcome]) -> Text | None:
        """Return no text if there are losses, which the table shows; None if there are none."""
        return NOTHING if any(played.outcome) else None


def _make_side(by: str, unit: UnitFacts, enemy: UnitFacts, fighting: int, tables: FubarTables) -> Side:
    """Return a side of the fight; upright figures strike before suppressed ones."""
    upright = min(fighting, unit.standing)
    at_once = _make_blow(by, unit, enemy, upright, tables)
    late = _make_blow(by, unit, enemy, fighting - upright, tables, late=True)
    return Side(at_once, late, unit.standing, unit.suppressed)


def _count_fighters(unit: UnitFacts, fighting: int | None, who: str) -> int:
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


def _make_blow(by: str, unit: UnitFacts, enemy: UnitFacts, dice: int, tables: FubarTables, late: bool = False) -> Blow:
    need = tables.levels[unit.level].expertise
    ledger = (
        expertise(unit.level, tables),
        Line(Text("one die per figure"), dice, CLOSE_COMBAT, "dice"),
    )
    struck = "defender" if by == "attacker" else "attacker"
    strike, saves = _LATE if late else _AT_ONCE
    return Blow(
        Roll(*_roll_name(strike, by), by, 6, Successes(need), Need(need), ledger, CLOSE_COMBAT),
        dice,
        armour_saves(enemy.armour, tables, struck, *_roll_name(saves, struck)),
        enemy.figures,
    )


_AT_ONCE = (("strikes", N_("strikes of {side}")), ("saves", N_("saves of {side}")))
_LATE = (("late_strikes", N_("late strikes of {side}")), ("late_saves", N_("late saves of {side}")))


@cache
def _roll_name(what: tuple[str, str], side: str) -> tuple[str, Text]:
    """Return the key and the label of a roll of one side."""
    key, label = what
    return f"{side}_{key}", Text(label, side=Role(side))


def _round_odds(odds: Odds, plan: CloseCombat) -> Dist:
    """Return the odds of a round, computed side by side."""
    one, other = plan.attacker, plan.defender
    if not one.late.dice and not other.late.dice:
        found = odds.of(_strike_both, one.at_once, other.at_once, one.at_once.dice, other.at_once.dice)
    else:
        found = joint_losses(_side_losses(odds, one, other), _side_losses(odds, other, one), odds.spend)
    return Dist({CloseCombatOutcome(*losses): weight for losses, weight in found.weights.items()}, found.total)


def _side_losses(odds: Odds, side: Side, enemy: Side) -> Losses:
    def late_dice(lost: int) -> int:
        return _late_dice(side, lost, enemy_left=True)

    @cache
    def late(dice: int) -> Dist:
        return smallest_weights(odds.of(_strike, enemy.late, dice))

    at_once = smallest_weights(odds.of(_strike, enemy.at_once, enemy.at_once.dice))
    return Losses(at_once, late_dice, late, side.figures)


def _strike_both(table: Table, one: Blow, other: Blow, dice: int, answer: int) -> tuple[int, int]:
    """Roll the simultaneous strikes of attacker and defender; return the losses of each."""
    parts = then(_strike, one, dice), then(_strike, other, answer)
    return table.together(lambda down, lost: (lost, down), *parts)


@compute_odds_by(_round_odds)
def _play_round(table: Table, plan: CloseCombat) -> CloseCombatOutcome | Then[CloseCombatOutcome]:
    """Play a round: attackers, defenders, the defender's saves, the attacker's saves.

    Then all suppressed figures strike, in the same order, if there is an enemy left. The late strikes of both sides
    are simultaneous.
    """
    one, other = plan.attacker, plan.defender
    lost, down = _strike_both(table, one.at_once, other.at_once, one.at_once.dice, other.at_once.dice)
    dice = _late_dice(one, lost, other.figures > down)
    answer = _late_dice(other, down, one.figures > lost)
    if not dice and not answer:
        return CloseCombatOutcome(lost, down)
    # A late strike kills no more figures than are left.
    return then(_strike_both, one.late, other.late, dice, answer).convert(
        lambda late: CloseCombatOutcome(min(one.figures, lost + late[0]), min(other.figures, down + late[1]))
    )


def _late_dice(side: Side, lost: int, enemy_left: bool) -> int:
    return min(side.late.dice, side.suppressed_after(lost)) if enemy_left else 0


def _strike(table: Table, blow: Blow, dice: int) -> Then[int]:
    roll = blow.strike
    if dice != blow.dice:
        fallen = Line(Text("fallen before they could strike"), dice - blow.dice, CLOSE_COMBAT, "dice")
        roll = roll._replace(ledger=(*roll.ledger, fallen))
    return then(_roll_saves, blow, table.roll(roll, dice))


def _roll_saves(table: Table, blow: Blow, hits: int) -> int:
    saved = table.roll(blow.saves, hits) if blow.saves else 0
    return min(hits - saved, blow.victims)
