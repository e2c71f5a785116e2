"""Execution of a command's actions in order, each on the board that the last one left, with the side of each roll."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from bot.dice.bot_dice import BotDice, ConsentNeeded
from bot.dice.returned import NOBODY
from bot.dice.table_dice import AnsweredRolls, Hands, Lying, TableDice, Whose
from bot.errors import Refusal
from bot.game.questions import (
    AnsweredRoll,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    OfferedOption,
    RequestedRoll,
)
from bot.resolution.pending_command import Checkpoint, PendingCommand, QuestionRaised
from bot.resolution.prospects import offers, prospects
from rules.command.effects import changes
from rules.command.order import Command
from rules.command.planned import CommandPlan, Planned
from rules.command.system import Board, System
from rules.game.events import Event
from rules.kernel.action import Action, Plan
from rules.kernel.dice import Roll, Successes
from rules.kernel.errors import RuleError
from rules.kernel.plays import Play
from rules.kernel.request import Request
from rules.kernel.resolve import Resolution, declare_decisions, resolve_plan
from rules.kernel.serialise import ledger_in_play, play_of
from rules.kernel.table import DecisionNeeded, DiceNeeded, Made
from rules.kernel.text import NOTHING, Listed, Text, name_units
from rules.kit.reserves import ARRIVAL_COMMANDS, action_of

# The side of a roll or a decision, found by the part that the rules assign it to, and the unit in that part.


def rolling_side(board: Board, plan: Planned, roll: Roll[Any], caller: str | None) -> str | None:
    """Return the side that makes a roll; a roll without a unit belongs to the caller's side."""
    if roll.side is not None:
        sides = board.game.sides
        return sides[roll.side] if roll.side < len(sides) else None
    return _side_of(board, plan, roll.by, roll.part) if plan.roles else caller


def issuing_side(board: Board, request: Request) -> str:
    """Return the side that issues a command: the acting unit's, or the caller's own."""
    unit = board.game.all_units.get(request.unit[0]) if request.unit else None
    return (unit.side if unit else request.side) or NOBODY


def play_for_record(board: Board, plan: Planned, resolution: Resolution, caller: str | None) -> Play:
    """Return an action for the record, with the side of each roll."""
    play = play_of(
        resolution,
        plan.roles,
        board.origins(plan.roles),
        lambda roll: rolling_side(board, plan, roll, caller) or NOBODY,
    )
    leaned = tuple(dict.fromkeys((*plan.rulings_used, *play.leaned)))
    return play if leaned == play.leaned else play.model_copy(update={"leaned": leaned})


def deciding_side(board: Board, plan: Planned, needed: DecisionNeeded) -> str | None:
    """Return the side that makes a decision."""
    return _side_of(board, plan, needed.decision.by, needed.decision.part(*needed.situation))


def _side_of(board: Board, plan: Planned, by: str, part: str) -> str | None:
    """Return the side of the unit with that part; by default the first unit attacks and the second defends.

    If the plan has no opponent, because a unit acts alone or targets have no attacking unit, the opponent is the other
    side.
    """
    unit = unit_of(plan, by, part)
    if unit is None and (_is_unmanned(plan) or len(plan.roles) == 1):
        return _other_side(board, plan)
    return board.unit(unit).side if unit else None


def _is_unmanned(plan: Planned) -> bool:
    """True if the plan has target units but no attacker, like a cloud of gas."""
    return bool(plan.roles) and all(part.startswith("target") for part in plan.roles)


def _other_side(board: Board, plan: Planned) -> str | None:
    """Return the side opposing the units involved; None if there are several, or none."""
    here = {board.unit(id).side for id in plan.roles.values()}
    others = [side for side in board.game.sides if side not in here]
    return others[0] if len(others) == 1 else None


def unit_of(plan: Planned, by: str, part: str = "") -> str | None:
    """Return the id of the unit that rolls or decides: the one with that part, else the first or second unit.

    None if there is none.
    """
    if part in plan.roles:
        return plan.roles[part]
    ids = [None, *plan.roles.values()] if _is_unmanned(plan) else list(plan.roles.values())
    at = 1 if by == "defender" else 0
    return ids[at] if at < len(ids) else None


# A command planned and played to its end, or to its next question.


class PlayedCommand(NamedTuple):
    """A command played to its end: its results, and the board after it."""

    resolutions: list[Resolution]
    events: list[Event]
    board: Board
    notes: tuple[Text, ...]
    thrown: tuple[AnsweredRoll, ...]
    """New rolls of the command, without earlier ones, to be stored with a question about it."""

    def plays(self, command: CommandPlan, caller: str | None) -> tuple[Play, ...]:
        """Return the actions of the command for the record."""
        pairs = zip(self.resolutions, command.plays, strict=True)
        return tuple(play_for_record(self.board, plan, one, caller) for one, plan in pairs)


def command_of(system: System, request: Request) -> Command:
    """Return the system's command; raise Refusal that lists the available ones if it has none."""
    act = request.command == "act"
    commands: Mapping[str, Command] = system.acts if act else {**ARRIVAL_COMMANDS, **system.commands}
    key = request.action or "" if act else request.command
    if key in commands:
        return commands[key]
    if key in system.absent:
        raise Refusal(system.absent[key])
    if not act:
        raise Refusal(Text("{system} has no `/{key}`.", system=system.name, key=key))
    if not system.acts:
        raise Refusal(Text("{system} has no actions of its own.", system=system.name))
    acts = Listed([act.title for act in system.acts.values()])
    raise Refusal(Text("{system} has no action '{key}'. Actions: {acts}.", system=system.name, key=key, acts=acts))


@contextmanager
def attribute_errors(roles: Mapping[str, str]) -> Generator[None]:
    """Attribute errors of the rules in this block to the units that have the parts."""
    try:
        yield
    except RuleError as error:
        raise error.with_units(roles) from None


def play_out(
    board: Board, command: CommandPlan, attempt: PendingCommand, bot: BotDice, again: Lying | None = None
) -> PlayedCommand:
    """Play a command; raise QuestionRaised at the first open question, BadDice for impossible faces.

    `again` are the rolls of an entry that is amended.
    """
    resolutions: list[Resolution] = []
    events: list[Event] = []
    kept = {(one.nth, one.key): one for one in board.game.kept.get(bot.command, ())}
    answered = AnsweredRolls(list(attempt.thrown))
    dice = TableDice(bot, answered, attempt.typed, attempt.otherwise, again=again, kept=kept)
    dice.mine = issuing_side(board, attempt.request)
    choices = {name: list(values) for name, values in attempt.choices.items()}
    if command.declared:
        _declare(board, command, attempt, dice, choices)
    for nth, plan in enumerate(command.plays):
        dice.nth, dice.roles = nth, plan.roles
        dice.hands, dice.whose = _dice_source_finder(board, plan, attempt), _side_finder(board, plan, attempt)
        one = _ActionInPlay(board, command, nth, attempt, dice, choices).resolution()
        _drop_used_answers(choices, one.played.made, attempt)
        more = changes(board, one.effects, plan.roles)
        resolutions.append(one)
        events += more
        board = board.after(more)
    dice.finish()
    return PlayedCommand(resolutions, events, board, (*attempt.notes, *dice.notes()), tuple(answered.throws))


def _declare(
    board: Board, command: CommandPlan, attempt: PendingCommand, dice: TableDice, choices: Mapping[str, list[str]]
) -> None:
    """Ask for the decisions that precede the dice of all plays; raise QuestionRaised at an open one.

    Nothing is rolled. The answers are read again, in the same order, when the command is played.
    """
    left = {name: list(values) for name, values in choices.items()}
    for nth in range(len(command.plays)):
        made = _ActionInPlay(board, command, nth, attempt, dice, left).ask_declarations()
        _drop_used_answers(left, made, attempt)


def _drop_used_answers(choices: Mapping[str, list[str]], answered: Iterable[Made], attempt: PendingCommand) -> None:
    """Remove used answers before the next play; if no player is asked, the last answer serves all further plays."""
    for made in answered:
        if len(choices.get(made.name, ())) > (0 if attempt.asks else 1):
            choices[made.name].pop(0)


class _ActionInPlay(NamedTuple):
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
        wish = needed.proposal(self.command.title)
        return ConsentQuestion(
            groups=needed.groups,
            wish=wish,
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


def _side_finder(board: Board, plan: Planned, attempt: PendingCommand) -> Whose:
    """Return the function that finds the side of each roll of this action."""
    return lambda roll: rolling_side(board, plan, roll, attempt.request.side) or NOBODY


def _dice_source_finder(board: Board, plan: Planned, attempt: PendingCommand) -> Hands:
    """Return the function that finds the dice for each roll of this action, as the sides agreed."""

    def hands(roll: Roll[Any]) -> Any:
        side = rolling_side(board, plan, roll, attempt.request.side)
        if side is not None and attempt.own and attempt.own[0] == side:
            return attempt.own[1]
        return board.game.dice.get(side or "")

    return hands
