"""One action of a command in progress, and the questions it may ask."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from bot.dice.bot_dice import ConsentNeeded
from bot.dice.table_dice import TableDice
from bot.game.questions import ConsentQuestion, DecisionQuestion, DiceQuestion, OfferedOption, RequestedRoll
from bot.resolution.pending_command import Checkpoint, PendingCommand, QuestionRaised
from bot.resolution.prospects import offers, prospects
from bot.resolution.sides import deciding_side, rolling_side, unit_of
from rules.command.planned import CommandPlan, Planned
from rules.command.system import Board
from rules.kernel.action import Action, Plan
from rules.kernel.dice import Successes
from rules.kernel.errors import RuleError
from rules.kernel.resolve import Resolution, declare_decisions, resolve_plan
from rules.kernel.serialise import ledger_in_play
from rules.kernel.table import DecisionNeeded, DiceNeeded, Made
from rules.kernel.text import NOTHING, name_units
from rules.kit.reserves import action_of


@contextmanager
def attribute_errors(roles: Mapping[str, str]) -> Generator[None]:
    """Attribute errors of the rules in this block to the units that have the parts."""
    try:
        yield
    except RuleError as error:
        raise error.with_units(roles) from None


class ActionInPlay(NamedTuple):
    """One action of a command in progress, and the questions it may ask."""

    board: Board
    command: CommandPlan
    nth: int
    attempt: PendingCommand
    dice: TableDice
    choices: Mapping[str, list[str]]

    @property
    def plan(self) -> Planned:
        return self.command.plays[self.nth]

    @property
    def action(self) -> Action:
        return action_of(self.board, self.plan)

    def _action_plan(self) -> Plan:
        return self.command.plan_of(self.nth, self.action, self.board.book)

    def ask_declarations(self) -> tuple[Made, ...]:
        """Return the decisions that precede the dice; raise QuestionRaised at an open one."""
        try:
            with attribute_errors(self.plan.roles):
                return declare_decisions(self.action, self._action_plan(), self.choices, self.attempt.asks)
        except DecisionNeeded as needed:
            raise self._question_raised(self._decision_question(needed), needed) from None

    def resolution(self) -> Resolution:
        """Return the result of the action; raise QuestionRaised at an open question."""
        try:
            with attribute_errors(self.plan.roles):
                return resolve_plan(
                    self.board.system,
                    self.action,
                    self.plan.facts,
                    self._action_plan(),
                    self.dice,
                    self.choices,
                    self.attempt.asks,
                )
        except ConsentNeeded as needed:
            raise self._question_raised(self._consent_question(needed)) from None
        except DiceNeeded as needed:
            raise self._question_raised(self._dice_question(needed)) from None
        except DecisionNeeded as needed:
            raise self._question_raised(self._decision_question(needed), needed) from None

    def _question_raised(self, question: Any, needed: DecisionNeeded | None = None) -> QuestionRaised:
        so_far = self.attempt.with_changes(
            thrown=tuple(self.dice.answered.throws), typed=self.dice.remaining_words() or None
        )
        reached = needed and Checkpoint(self.board, self.plan, needed, dict(self.choices))
        return QuestionRaised(question, so_far, reached)

    def _consent_question(self, needed: ConsentNeeded) -> ConsentQuestion:
        return ConsentQuestion(
            groups=needed.groups,
            wish=needed.proposal(self.command.title),
            notes=needed.refusal_effect,
            so_far=tuple(self.dice.so_far),
            dice=needed.dice,
        )

    def _dice_question(self, needed: DiceNeeded) -> DiceQuestion:
        roll, roles = needed.throw, self.plan.roles
        label = name_units(roll.label, roles)
        ledger = ledger_in_play(roll._replace(label=label), roles, self.board.origins(roles))
        return DiceQuestion(
            side=rolling_side(self.board, self.plan, roll, self.attempt.request.side),
            unit=None if roll.side is not None else unit_of(self.plan, roll.by, roll.part),
            so_far=tuple(self.dice.so_far),
            throw=RequestedRoll(
                key=roll.key,
                label=label,
                count=needed.count,
                sides=roll.sides,
                needed=roll.needed,
                ledger=ledger,
                counts=isinstance(roll.reading, Successes),
                nth=self.dice.nth,
            ),
        )

    def _decision_question(self, needed: DecisionNeeded) -> DecisionQuestion:
        decision, roles = needed.decision, self.plan.roles
        comes_to = prospects(self.action, needed, self.choices)
        return DecisionQuestion(
            side=deciding_side(self.board, self.plan, needed),
            unit=unit_of(self.plan, decision.by, decision.part(*needed.situation)),
            so_far=tuple(self.dice.so_far),
            name=decision.name,
            question=name_units(decision.question, roles),
            offers=tuple(
                OfferedOption(
                    value=offer.value,
                    label=name_units(offer.label, roles),
                    short=name_units(offer.short, roles),
                    prospects=name_units(comes_to.get(offer.value, NOTHING), roles),
                )
                for offer in offers(needed)
            ),
            default=decision.default,
            rule=decision.rule,
        )
