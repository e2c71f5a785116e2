"""What comes next, under a result: the steps of the unit that has just acted, its targets, and whoever may go then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from bot.game.visibility import standing_of_cards
from bot.resolution.result import CommandResult
from cogs.components.control_row import MENUS, in_id, step_button
from cogs.components.controls import Choose, Items, Option, id_of
from cogs.components.unit_menu import foe_options, menu, unit_option
from cogs.interactions import limits
from cogs.rendering.text import Reader
from cogs.rendering.visibility import knows
from rules.command.next_steps import free_units, steps
from rules.command.system import Board
from rules.command.turn_steps import turn_steps
from rules.command.turns import is_done
from rules.game.unit import Unit
from rules.kernel.text import Heading, Term, Text

STEP, ALL = "=", "+"
"""What the value of an option begins with that is a step of the turn; the one that leads to everything."""
MOST_STEPS = 8
"""Buttons for the steps of a unit."""


def next_controls(words: Reader, result: CommandResult, rows: int) -> Items:
    """At most so many rows of controls; none where nothing can come next, or for a result told once more."""
    board = result.after
    if board.game.over or result.again or not board.game.units or rows < 1:
        return ()
    at, unit = (result.game_id, result.entry.number), _acted(result)
    side = unit.side if unit else None
    items: list[discord.ui.Item[Any]] = list(_next(words, board, result.entry.command, side, *at))
    if unit is None or not knows(board, words.reader, unit):
        return tuple(items)
    if rows > 1 and not is_done(board, unit):
        items = [*_targets(words, board, unit, *at), *items]
    if rows > len(items):
        room = limits.ROW * (rows - len(items))
        items = [*_steps(words, board, unit, *at)[: min(MOST_STEPS, room)], *items]
    return tuple(items)


def _acted(result: CommandResult) -> Unit | None:
    """The unit whose go it is in the entry, if it can still do anything."""
    units = result.entry.request.get("unit") or ()
    found = result.after.game.units.get(units[0]) if units else None
    return found if found is not None and found.alive else None


def _steps(words: Reader, board: Board, unit: Unit, *at: object) -> Items:
    if board.game.holder not in (None, unit.side) and not unit.count("actions_left"):
        return ()
    return tuple(step_button(words.at(board), step, *at) for step in steps(board, unit))


def _targets(words: Reader, board: Board, unit: Unit, *at: object) -> Iterator[Choose]:
    options = foe_options(words, board, unit)
    if options:
        title = words.plain.at(board)(Text("{unit} at …", unit=unit.ref))
        yield menu(words, title, options, *at, "at", unit.id)


def _next(words: Reader, board: Board, command: str, side: str | None, *at: object) -> Iterator[Choose]:
    """One menu: the units that nothing keeps from going next, then the turn, then all that there is."""
    key, options = _who(words, board, command, side, limits.CHOICES - 5)
    turn = [
        Option(words.plain(Heading(step.label)), f"{STEP}{in_id(step.request, *at)}")
        for step in turn_steps(board, board.game.holder)
    ]
    everything = Option(words.plain.say("All controls …"), ALL)
    found = [*options, *turn[-3:], everything]
    what = board.system.commands[key].title if options else Term(board.system.turn)
    title = Text("Next: {command} …", command=what)
    yield Choose(id_of("choose", *at, key), found, words.plain(title))


def _who(words: Reader, board: Board, command: str, side: str | None, room: int) -> tuple[str, list[Option]]:
    """The command that units can go on with, the one just given first, and those units as far as there is room: of two
    sides that may go, first the one that has just gone.
    """
    keys = dict.fromkeys(key for key in (command, *MENUS) if key in MENUS and key in board.system.commands)
    for key in keys:
        found = free_units(board, key, side, room, standing_of_cards(board, words.reader, key))
        if found:
            return key, [unit_option(words, board, unit) for unit in found]
    return "", []
