"""Breaking off close combat, the enemy's follow-up, and `/act withdraw` (Close Combat)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import Field

from rules.command.effects import clear_states, mark
from rules.command.planned import Planned
from rules.fubar import activation_state
from rules.fubar.board_facts import unit_facts
from rules.fubar.close_combat import CLOSE_COMBAT
from rules.fubar.facts import UnitFacts, activation_roll, must_have_figures
from rules.fubar.reactions import Exposed
from rules.fubar.tables import Board, FubarRule
from rules.fubar.turn import TURNS
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import Roll, Total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, Facts, MissingFacts
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Decision, Offer, Table, read_either
from rules.kernel.text import N_, Listed, Role, Text, UnitRef


class WithdrawFacts(Facts):
    """Facts of breaking off: the unit that leaves, and the possible pursuer."""

    unit: UnitFacts = Field(title=N_("Unit"))
    pursuer: UnitFacts = Field(title=N_("Pursuer"))
    is_held: bool = Field(default=False, title=N_("The pursuer is in close combat with others too"))


class WithdrawOutcome(NamedTuple):
    """Result of breaking off, and the distance in inches."""

    passed: bool
    inches: int
    pursued: bool
    caught: bool


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
    read=read_either(),
    rule=CLOSE_COMBAT,
    offers=_pursue_offers,
)


class Withdraw(FubarRule[WithdrawFacts, WithdrawOutcome]):
    """A roll to activate and a die of inches; a follow-up of as many inches catches the unit."""

    key, title, topic, decisions = "withdraw", Text("Withdraw from close combat"), "close_combat", (PURSUE,)

    def plan(self) -> None:
        unit, pursuer, tables = self.facts.unit, self.facts.pursuer, self.book.tables
        must_have_figures(unit, "unit")
        must_have_figures(pursuer, "pursuer")
        leave, follow = Text("activation to break off"), Text("activation to follow")
        self.leave = activation_roll(unit, tables, "activation_to_break_off", leave, "attacker")
        self.run = Roll("withdrawal", Text("withdrawal"), "attacker", 6, Total(), None, (), CLOSE_COMBAT)
        self.follow = activation_roll(pursuer, tables, "activation_to_follow", follow, "defender")
        self.chase = Roll("follow_up", Text("follow-up"), "defender", 6, Total(), None, (), CLOSE_COMBAT)

    def play(self, table: Table) -> WithdrawOutcome:
        """Roll; after a failed activation of the unit there are no further dice."""
        if not table.roll(self.leave):
            return WithdrawOutcome(False, 0, False, False)
        inches = table.roll(self.run)
        # To follow would be to leave another close combat without breaking off.
        if self.facts.is_held:
            return WithdrawOutcome(True, inches, False, False)
        if not table.decide(PURSUE, inches) or not table.roll(self.follow):
            return WithdrawOutcome(True, inches, False, False)
        return WithdrawOutcome(True, inches, True, table.roll(self.chase) >= inches)

    def effects(self, played: Played[WithdrawOutcome]) -> Iterable[Effect]:
        """Yield the recovery of each unit that rolled, the pursuer too, whether it passed or failed (Suppression)."""
        yield Effect("unit", "suppressed", -self.facts.unit.suppressed)
        if any(step.throw.key == self.follow.key for step in played.steps):
            yield Effect("pursuer", "suppressed", -self.facts.pursuer.suppressed)

    def moves(self, played: Played[WithdrawOutcome]) -> Iterable[Shift]:
        """Yield the moves of the unit and its pursuer, into contact if it is caught (Close Combat)."""
        passed, inches, _, caught = played.outcome
        if not passed:
            return
        yield Shift("unit", inches, Text("away from {enemy}", enemy=Role("pursuer", article=True)))
        chased = next((step.got for step in played.steps if step.throw.key == self.chase.key), 0)
        if chased:
            unit = Role("unit", article=True)
            way = Text("after {unit}, into contact", unit=unit) if caught else Text("after {unit}", unit=unit)
            yield Shift("pursuer", chased, way)

    def describe(self, played: Played[WithdrawOutcome]) -> Text:
        outcome = played.outcome
        if not outcome.passed:
            return Text("It cannot break off; the fight goes on.")
        head = Text("It breaks off {inches}″ away from the enemy", inches=outcome.inches)
        if not outcome.pursued:
            return Text("{head}; nobody follows.", head=head)
        if outcome.caught:
            return Text("{head}; the enemy follows and catches it: the fight goes on.", head=head)
        return Text("{head}; the enemy follows and does not catch it.", head=head)

    def short_text(self, played: Played[WithdrawOutcome]) -> Text | None:
        """Return the result of the pursuit; the instructions give the distances."""
        outcome = played.outcome
        if not outcome.passed:
            return None
        if not outcome.pursued:
            return Text("Nobody follows.")
        return Text("Caught: the fight goes on.") if outcome.caught else Text("Not caught.")


class BreakOff(Exposed):
    """`/act withdraw`: the roll is the unit's activation; it also spends its opponents' action."""

    key, title, doing = Withdraw.key, Withdraw.title, Text("withdraw")

    enemies: Sequence[Unit] = ()
    """The opponents that it leaves, set by `checks`."""

    def checks(self) -> None:
        unit = self.unit
        self.enemies = activation_state.opponents(self.board, unit)
        if not self.enemies:
            none = Text("{unit} is not in close combat: there is nothing to withdraw from.", unit=unit.ref)
            raise RuleError(none, CLOSE_COMBAT)
        self.warn(*activation_state.breaking_off_objections(unit), repeat=True)
        self.warn(*activation_state.leaving_late_objections(self.board, unit))
        if not self.is_warned:
            self._pursuer()

    def _pursuer(self) -> Unit:
        """Return the opponent that may pursue: of several, the named one; the others let the unit go.

        Those who fight others too cannot follow.
        """
        named = [enemy for enemy in self.enemies if enemy.id in self.request.target]
        if self.request.target and not named:
            other = N_("{unit} is not in close combat with {enemy}.")
            text = Text(other, unit=self.unit.ref, enemy=UnitRef(self.request.target[0]))
            raise RuleError(text, CLOSE_COMBAT)
        free = [enemy for enemy in self.enemies if not self._holders(enemy)]
        if len(free) > 1 and not named:
            choices = tuple(Choice(enemy.id, enemy.ref) for enemy in free)
            raise MissingFacts([Ask("target", Text("which enemy may follow?"), choices)])
        return (named or free or self.enemies)[0]

    def _holders(self, enemy: Unit) -> list[Unit]:
        """Return the other units that an enemy is in close combat with."""
        return [one for one in activation_state.opponents(self.board, enemy) if one.id != self.unit.id]

    def rolls(self) -> Iterable[Planned]:
        unit, pursuer = self.unit, self._pursuer()
        facts = {"unit": unit_facts(unit), "pursuer": unit_facts(pursuer)}
        facts |= {"is_held": True} if self._holders(pursuer) else {}
        rulings_used = ("withdraw_after_round",) if activation_state.has_fought(self.board, unit) else ()
        yield Withdraw.plan_roll(facts, unit=unit, pursuer=pursuer)._replace(rulings_used=rulings_used)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        outcome, unit, pursuer = played[0].outcome, now.unit(self.unit.id), now.unit(self._pursuer().id)
        events = [*clear_states(now, unit, "activation"), *mark(unit, tried=1, acted=1, withdrew=1)]
        if not outcome.passed:
            return events
        events += (*clear_states(now, unit, "move"), *mark(unit, activated=1, moved=1))
        for other in activation_state.opponents(now, unit):
            events += mark(other, tried=1, acted=1)
        if outcome.pursued:
            events += mark(pursuer, moved=1)
        return events + activation_state.leave_fights(now, unit, but=[pursuer.id] if outcome.caught else [])

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        pursuer = self._pursuer()
        if played[0].outcome.passed and (holders := self._holders(pursuer)):
            fights = Listed([one.ref for one in holders])
            yield Text(
                "{unit} is in close combat with {fights} too: it cannot follow.", unit=pursuer.ref, fights=fights
            )
        yield from TURNS.initiative_notes(self.board, now)

    def headline(self) -> Text:
        return Text("{unit}: breaking off from {pursuer}", unit=self.unit.ref, pursuer=self._pursuer().ref)
