"""The controls under the board: a menu of units for each command, and buttons; and the ids of controls of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from cogs.components.controls import At, ChoiceMenu, Control, EntryId, GameId, Items, MenuId, MenuOption, OrderId
from cogs.components.play.reaction_menu import late_button
from cogs.components.play.unit_menu import MENUS, acting_options, menu_of_units, side_of_bot, steps_of_turn
from cogs.interactions import limits
from cogs.rendering.text import Reader
from rules.command.legality import Legality
from rules.command.next_steps import Step, free_units
from rules.command.planned import Reaction
from rules.command.system import Board
from rules.command.victory import judge_victory
from rules.kernel.text import Heading, Text

# Ids of the controls. The clicks are in `menu_clicks.py`, `control_clicks.py` and `reaction_clicks.py`.


class CommandMenu(EntryId, what="choose"):
    """The menu of units for a command; unlike the other menus it has no word of its own in its id."""

    command: str


class FoeMenu(MenuId, EntryId, what="at"):
    """The menu of actions of a unit against each enemy."""

    unit: str


class UnitMenu(MenuId, OrderId, what="unit"):
    """The menu of units for a command that lacks only the unit."""


class TargetMenu(MenuId, OrderId, what="target"):
    """The menu of targets for a command that lacks only the target."""


class ActMenu(MenuId, EntryId, what="act"):
    """The menu of all other actions of a unit."""


class TakeStep(OrderId, what="do"):
    """A button that carries out a command without changes."""


class ShowMoreActions(EntryId, what="more"):
    """A button that opens all other actions of a unit."""


class UndoLast(EntryId, what="back"):
    """A button that undoes the last valid entry."""


class ShowControls(GameId, what="controls"):
    """A button that shows the current controls."""


class ShowNextSteps(GameId, what="upnext"):
    """A button that shows the current next steps, for results without room for them."""


class EndGameButton(GameId, what="end"):
    """A button that ends the game and asks for the winner."""


class BeginNextGame(GameId, what="newasked"):
    """A button that begins the game that was refused while this one was running, or else another of its rules."""


class ReopenGame(GameId, what="reopen"):
    """A button that reopens the game."""


class ShowSetup(GameId, what="setup"):
    """A button that shows the checklist of the setup in place of the result of an undo."""


# The row under the board, and the menus of a unit.

FURTHER = ("morale",)
"""Rare commands, shown behind a button."""


def is_played(live: ActiveGame) -> bool:
    """True if the game is running and has units on the table."""
    return not live.game.over and live.info.state != "paused" and bool(live.game.units)


def control_row(words: Reader, live: ActiveGame, taken: int = 0) -> Items:
    """Return menus of units for the system's commands, then as many buttons as fit beside the `taken` ones."""
    if not is_played(live):
        return ()
    board, at = live.board, live.at
    menus = [one for key in MENUS if (one := unit_menu(words, board, key, at)) is not None]
    room = limits.ROW * (limits.ROWS - len(menus)) - taken
    return (*menus, *islice(_row_buttons(words, board, room, at), max(room, 0)))


def unit_menu(words: Reader, board: Board, key: str, at: At) -> ChoiceMenu | None:
    """Return the menu of units for a command, or None if the system or the units have no such command."""
    command = board.system.commands.get(key)
    options = acting_options(words, board, key) if command and command.offered else []
    if command is None or not options:
        return None
    return menu_of_units(words, CommandMenu(*at, key), words.plain.say("{command} …", command=command.title), options)


def end_buttons(words: Reader, board: Board, game: str) -> tuple[Control, ...]:
    """Return the button that ends the game, once its rules say so or only one side has units left."""
    units = board.game.all_units.values()
    one_side_left = len({one.side for one in units}) > 1 >= len({one.side for one in units if one.alive})
    if is_being_set_up(board) or not (judge_victory(board).over or one_side_left):
        return ()
    return (end_button(words, game, "main"),)


def end_button(words: Reader, game: str, style: str = "plain") -> Control:
    return EndGameButton(game).button(words.plain.say("End the game …"), style)


def is_being_set_up(board: Board) -> bool:
    """True if no dice have been rolled, and a side still has no units."""
    game = board.game
    return not (game.begun or game.order) and len({unit.side for unit in game.all_units.values()}) < 2


class LetBotPlay(GameId, what="oppgo"):
    """A button that lets the bot play on."""


def bot_turn_buttons(
    words: Reader, board: Board, game: str, reactions: Sequence[Reaction] = (), leads_on: bool = False
) -> tuple[Control, ...]:
    """Return the button that lets the bot play on, if it has the turn or one of its units may react."""
    side = side_of_bot(board)
    if board.game.over or side is None:
        return ()
    reacting = {board.unit(one.unit).side for one in (*reactions, *board.system.late_reactions(board))}
    # A side may act if it has the turn, or if no side has it and one of its units is free.
    given = board.game.holder is not None or ("initiative" in board.system.commands and not board.game.order)
    if leads_on or side in reacting or (board.game.holder == side if given else _may_act(board, side)):
        return (play_on_button(words, game),)
    return ()


def play_on_button(words: Reader, game: str) -> Control:
    return LetBotPlay(game).button(words.plain.say("{who} plays on", who=OPPONENT.name), "main")


def _may_act(board: Board, side: str) -> bool:
    """True if a unit of a side is free to act."""
    return any(unit.side == side for key in MENUS for unit in free_units(board, key, side, 1))


def _row_buttons(words: Reader, board: Board, room: int, at: At) -> Iterator[Control]:
    late = late_button(words, board, at)
    first = (*end_buttons(words, board, at[0]), *bot_turn_buttons(words, board, at[0]), *([late] if late else []))
    yield from first
    yield from more_button(words, board, at)
    yield UndoLast(*at).button(words.plain.say("Undo"))
    for step in steps_of_turn(words, board)[-max(room - len(first) - 2, 1) :]:
        ends_early = step.request.command == "turn end" and board.game.holder and _may_act(board, board.game.holder)
        yield step_button(words, step, at, "main" if step.legality is Legality.OK and not ends_early else "plain")


def more_button(words: Reader, board: Board, at: At) -> tuple[Control, ...]:
    """Return the button for all other actions, if the system has any."""
    some = board.system.acts or set(FURTHER) & set(board.system.commands)
    return (ShowMoreActions(*at).button(words.plain.say("More …")),) if some else ()


def step_button(words: Reader, step: Step, at: At, style: str = "main") -> Control:
    """Return a button that takes a step without changes."""
    return TakeStep.at(at, step.request).button(words.plain(Heading(step.label)), style)


def act_menu(words: Reader, board: Board, at: At) -> ChoiceMenu:
    """Return the menu of all other actions of a unit, by title."""
    more = {f"/{key}": board.system.commands[key] for key in FURTHER if key in board.system.commands}
    # A command that is an action too is listed once.
    titles = dict[Text, str]()
    for key, act in {**board.system.acts, **more}.items():
        titles.setdefault(act.title, key)
    options = [MenuOption(words.plain(Heading(title)), key) for title, key in titles.items()]
    return ActMenu(*at).menu(options, words.plain.say("More"))
