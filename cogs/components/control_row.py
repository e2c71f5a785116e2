"""The row of controls under the board: what this system has, for whoever's move it is, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from bot.game.registry import ActiveGame
from cogs.components.controls import Choose, Control, Items, Option, button, id_of
from cogs.components.packed_request import packed
from cogs.components.reaction_menu import late_button
from cogs.components.unit_menu import acting_options, menu
from cogs.interactions import limits
from cogs.rendering.text import Reader
from rules.command.next_steps import Standing, Step
from rules.command.system import Board
from rules.command.turn_steps import turn_steps
from rules.kernel.request import Request
from rules.kernel.text import Heading

MENUS = ("activate", "fire", "move", "assault")
"""The commands that a unit is chosen for, in the order of their menus."""
FURTHER = ("morale",)
"""Commands of their own that few need."""


def is_played(live: ActiveGame) -> bool:
    """Whether there is anything to control: a game that goes on, with units on the table."""
    return not live.game.over and live.info.state != "paused" and bool(live.game.units)


def control_row(words: Reader, live: ActiveGame, taken: int = 0) -> Items:
    """Menus of units for the commands of the system, then what else there is, what was done last, and the turn: as
    many as there is room for beside the buttons that have `taken` theirs.
    """
    if not is_played(live):
        return ()
    board, at = live.board, (live.info.id, live.game.number)
    menus = [one for key in MENUS if (one := unit_menu(words, board, key, *at)) is not None]
    room = limits.ROW * (limits.ROWS - len(menus)) - taken
    return (*menus, *islice(_buttons(words, board, room, *at), max(room, 0)))


def unit_menu(words: Reader, board: Board, key: str, *at: object) -> Choose | None:
    """The menu of units for a command; None where the system has no such command, or nobody for it."""
    command = board.system.commands.get(key)
    options = acting_options(words, board, key) if command else []
    if command is None or not options:
        return None
    return menu(words, words.plain.say("{command} …", command=command.title), options, *at, key)


def _buttons(words: Reader, board: Board, room: int, *at: object) -> Iterator[Control]:
    late = late_button(words, board, *at)
    if late is not None:
        room -= 1
        yield late
    if board.system.acts or set(FURTHER) & set(board.system.commands):
        yield button("more", *at, label=words.plain.say("More …"))
    yield button("back", *at, label=words.plain.say("Undo"))
    for step in turn_steps(board, board.game.holder)[-max(room - 2, 1) :]:
        yield step_button(words, step, *at, style="main" if step.standing is Standing.FREE else "plain")


def step_button(words: Reader, step: Step, *at: object, style: str = "main") -> Control:
    """A button that does a step as it is."""
    return button("do", *at, in_id(step.request, *at), label=words.plain(Heading(step.label)), style=style)


def in_id(request: Request, *at: object) -> str:
    """A request as it stands in an id beside what the control is about; what does not fit, no step of ours says.

    The side is that of whoever clicks.
    """
    return packed(replace(request, side=None), limits.CUSTOM_ID - len(id_of("order", *at, ""))) or ""


def act_menu(words: Reader, board: Board, *at: object) -> Choose:
    """Everything else that a unit can be told, by its title."""
    more = {f"/{key}": board.system.commands[key] for key in FURTHER if key in board.system.commands}
    options = [Option(words.plain(Heading(act.title)), key) for key, act in {**board.system.acts, **more}.items()]
    return Choose(id_of("choose", *at, "act"), options, words.plain.say("What else?"))
