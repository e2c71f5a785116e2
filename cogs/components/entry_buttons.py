"""The buttons under a result: what it asks for, those of its entry, the reactions of enemies, and what comes next."""

from __future__ import annotations

from bot.resolution.result import CommandResult
from cogs.components.asked_controls import asked_controls
from cogs.components.controls import Choose, Control, Items, button
from cogs.components.next_controls import next_controls
from cogs.components.reaction_menu import reaction_controls
from cogs.interactions import limits
from cogs.rendering.text import Reader

_WITHOUT = ("undo", "game new", "game reopen")
"""Commands that are not taken back."""


def entry_buttons(words: Reader, result: CommandResult) -> Items:
    """What is asked for; Undo, Why, Odds and Again, as far as they make sense; the reactions, and what comes next."""
    board = result.after
    found = board.system.reactions(board, result.entry)
    reactions = reaction_controls(words, board, found, result.game_id, result.entry.number)
    return _with_next(words, result, (*asked_controls(words, result), *_of_entry(words, result), *reactions))


def quiet_buttons(words: Reader, result: CommandResult) -> Items:
    """What is asked for, Undo and what comes next, for whoever gave the command."""
    undo = button("undo", result.game_id, result.entry.number, label=words.say("Undo"))
    return _with_next(words, result, (*asked_controls(words, result), undo))


def _with_next(words: Reader, result: CommandResult, items: Items) -> Items:
    """These, and what comes next in the rows that they leave: a menu fills one, as five buttons do."""
    menus = sum(isinstance(one, Choose) for one in items)
    buttons = -(-(len(items) - menus) // limits.ROW)
    return (*items, *next_controls(words, result, limits.ROWS - menus - buttons))


def _of_entry(words: Reader, result: CommandResult) -> tuple[Control, ...]:
    if result.entry.command in _WITHOUT:
        return ()
    labels = {"undo": words.say("Undo")}
    if result.entry.plays:
        labels |= {"why": words.say("Why?"), "odds": words.say("Odds"), "again": words.say("Again")}
    return tuple(button(what, result.game_id, result.entry.number, label=label) for what, label in labels.items())
