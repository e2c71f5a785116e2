"""Recover: a Command test that removes suppression tokens and may give an action (Actions › Recover)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import Field

from rules.command.planned import Planned
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, Facts, Flag, MissingFacts
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Role, Sentence, Text, counted
from rules.openfire_d12.actions import TURNS, RoundAction
from rules.openfire_d12.attributes import REROLL, die_modifier, roll_trial, trial_of
from rules.openfire_d12.board_facts import enemies_close_to, unit_facts
from rules.openfire_d12.facts import D12UnitFacts, must_live
from rules.openfire_d12.tables import Board, D12Rule

SECTION = "Actions › Recover"


class RecoverFacts(Facts):
    """Facts of a Recover action."""

    unit: D12UnitFacts = Field(title=N_("Unit"))
    in_assault_range: Flag = Field(default=False, title=N_("In an enemy's assault range"), description=N_("1″: +2."))
    enemy_within_6: Flag = Field(default=False, title=N_("Enemy within 6″"), description=N_("None: +1."))
    enemy_within_12: Flag = Field(default=False, title=N_("Enemy within 12″"), description=N_("None: +1 more."))
    friend_within_6: Flag = Field(default=False, title=N_("Friend within 6″"), description=N_("At least one unit: +2."))


class RecoverOutcome(NamedTuple):
    """Result of the test, `critical` for a natural 12; the tokens left; True if the unit gets one more action."""

    passed: bool
    critical: bool
    suppression: int
    extra_action: bool


def _no_token_text(unit: Text) -> Text:
    return Sentence(Text("{unit} has no suppression token to remove.", unit=unit))


class Recover(D12Rule[RecoverFacts, RecoverOutcome]):
    """One token is removed in any case, all of them by a natural 12."""

    key, title, topic, decisions = "recover", Text("Recover"), "recover", (REROLL,)

    def plan(self) -> None:
        unit = self.facts.unit
        must_live(unit, "unit")
        if not unit.suppression:
            raise RuleError(_no_token_text(Role("unit", article=True)), SECTION)
        self.trial, self.suppression = trial_of(unit, "cmd", self._modifiers(), SECTION), unit.suppression

    def _modifiers(self) -> tuple[Line, ...]:
        facts, row = self.facts, self.book.tables.recover
        given = (
            (facts.in_assault_range, Text("in an enemy's assault range"), row.in_assault_range),
            (not facts.enemy_within_6, Text("no enemy within 6″"), row.none_within_6),
            (not facts.enemy_within_12, Text("no enemy within 12″"), row.none_within_12),
            (facts.friend_within_6, Text("a friend within 6″"), row.friend_within_6),
        )
        return tuple(line for counts, why, value in given if counts for line in die_modifier(why, value, SECTION))

    def play(self, table: Table) -> RecoverOutcome:
        test = table.play(roll_trial, self.trial)
        critical = test.criticals > 0
        left = 0 if critical else self.suppression - 1
        return RecoverOutcome(test.successes > 0, critical, left, test.successes > 0)

    def effects(self, played: Played[RecoverOutcome]) -> Iterable[Effect]:
        yield Effect("unit", "suppression", played.outcome.suppression - self.suppression)
        yield Effect("unit", "actions_left", int(played.outcome.extra_action))

    def describe(self, played: Played[RecoverOutcome]) -> Text:
        outcome = played.outcome
        off = counted(self.suppression - outcome.suppression, "token", "tokens")
        result = Text("Critical") if outcome.critical else Text("Passed") if outcome.passed else Text("Failed")
        told = Text("{result}: {tokens} removed, {left} left.", result=result, tokens=off, left=outcome.suppression)
        return Joined((told, self.short_text(played)))

    def short_text(self, played: Played[RecoverOutcome]) -> Text:
        """Return the extra action; the tokens show the rest."""
        return Text("It may take one more action.") if played.outcome.extra_action else NOTHING


# `/morale` and `/act recover`.

_NONE = Choice("no_enemy_within_12", Text("No enemy within 12″: +2"), length=True)
_NEAREST = (
    Choice("enemy_within_6", Text("An enemy within 6″"), length=True),
    Choice("enemy_within_12", Text("An enemy within 12″, none within 6″: +1"), length=True),
    _NONE,
)


class RecoverUnit(RoundAction):
    """`/act recover`: a Command test. The situation describes units nearby.

    An enemy in assault range is also within 6″ and 12″.
    """

    key, title, doing = Recover.key, Recover.title, Text("recover")
    is_test = True
    situations = (
        *_NEAREST,
        Choice("friend_within_6", Text("A friend within 6″: +2"), length=True),
        Choice("in_assault_range", Text("In an enemy's assault range: +2")),
    )

    @property
    def action_key(self) -> str:
        return Recover.key

    def checks(self) -> None:
        if not self.unit.count("suppression"):
            raise RuleError(_no_token_text(self.unit.ref), SECTION)
        super().checks()
        if not self.is_warned:
            self._is_in_assault_range()

    def rolls(self) -> Iterable[Planned]:
        request, near = self.request, self._is_in_assault_range()
        within_6 = near or request.has_situation("enemy_within_6")
        facts = {
            "unit": unit_facts(self.unit),
            "in_assault_range": near,
            "enemy_within_6": within_6,
            "enemy_within_12": within_6 or request.has_situation("enemy_within_12"),
            "friend_within_6": request.has_situation("friend_within_6"),
        }
        yield Recover.plan_roll(facts, unit=self.unit)

    def _is_in_assault_range(self) -> bool:
        """True in an assault range; raise MissingFacts if the distance of the nearest enemy is unknown but matters."""
        unit, request = self.unit, self.request
        near = bool(enemies_close_to(self.board, unit)) or request.has_situation("in_assault_range")
        for within in ("in_assault_range", "enemy_within_6", "enemy_within_12"):
            request.single_situation((within, _NONE.code))
        if not near and not any(request.has_situation(choice.code) for choice in _NEAREST):
            raise MissingFacts([Ask("situation", Text("How near is the nearest enemy?"), _NEAREST)])
        return near

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return TURNS.spend_action(now, self.unit, self.action_key, int(played[0].outcome.extra_action))

    def headline(self) -> Text:
        return Text("{unit}: recover", unit=self.unit.ref)


class D12CheckMorale(RecoverUnit):
    """`/morale`, an alias."""

    key = "morale"
