"""Execution of a command's actions in order, each on the board that the last one left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bot.dice.bot_dice import BotDice
from bot.dice.returned import NOBODY
from bot.dice.table_dice import AnsweredRolls, Hands, Lying, TableDice, Whose
from bot.errors import Refusal
from bot.game.questions import AnsweredRoll
from bot.resolution.action_in_play import ActionInPlay
from bot.resolution.pending_command import PendingCommand
from bot.resolution.sides import issuing_side, play_for_record, rolling_side
from rules.command.effects import changes
from rules.command.order import Command
from rules.command.planned import CommandPlan, Planned
from rules.command.system import Board, System
from rules.game.events import Event
from rules.kernel.dice import Roll
from rules.kernel.plays import Play
from rules.kernel.request import Request
from rules.kernel.resolve import Resolution
from rules.kernel.table import Made
from rules.kernel.text import Listed, Text
from rules.kit.reserves import ARRIVAL_COMMANDS


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
        # Decisions precede the dice of all plays. Nothing is rolled here: the answers are read again, in the same
        # order, when the command is played.
        left = {name: list(values) for name, values in choices.items()}
        for nth in range(len(command.plays)):
            made = ActionInPlay(board, command, nth, attempt, dice, left).ask_declarations()
            _drop_used_answers(left, made, attempt)
    for nth, plan in enumerate(command.plays):
        dice.nth, dice.roles = nth, plan.roles
        dice.hands, dice.whose = _find_dice_and_sides(board, plan, attempt)
        one = ActionInPlay(board, command, nth, attempt, dice, choices).resolution()
        _drop_used_answers(choices, one.played.made, attempt)
        more = changes(board, one.effects, plan.roles)
        resolutions.append(one)
        events += more
        board = board.after(more)
    dice.finish()
    return PlayedCommand(resolutions, events, board, (*attempt.notes, *dice.notes()), tuple(answered.throws))


def _find_dice_and_sides(board: Board, plan: Planned, attempt: PendingCommand) -> tuple[Hands, Whose]:
    """Return the functions that find the dice for each roll of this action, as the sides agreed, and its side."""

    def hands(roll: Roll[Any]) -> Any:
        side = rolling_side(board, plan, roll, attempt.request.side)
        if side is not None and attempt.own and attempt.own[0] == side:
            return attempt.own[1]
        return board.game.dice.get(side or "")

    return hands, lambda roll: rolling_side(board, plan, roll, attempt.request.side) or NOBODY


def _drop_used_answers(choices: Mapping[str, list[str]], answered: Iterable[Made], attempt: PendingCommand) -> None:
    """Remove used answers before the next play; if no player is asked, the last answer serves all further plays."""
    for made in answered:
        if len(choices.get(made.name, ())) > (0 if attempt.asks else 1):
            choices[made.name].pop(0)
