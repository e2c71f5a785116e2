"""The buttons under a result: those of its entry, then the reactions of enemies to it."""

from __future__ import annotations

from bot.resolution.result import CommandResult
from cogs.components.controls import Choose, Control, button
from cogs.components.next_controls import Items, next_controls
from cogs.components.reaction_menu import reaction_controls
from cogs.interactions import limits
from cogs.rendering.text import Reader

_WITHOUT = ("undo", "game new", "game reopen")
"""Commands that are not taken back."""


def entry_buttons(words: Reader, result: CommandResult) -> Items:
    """Undo, Why, Odds and Again, as far as they make sense; then the reactions, and what comes next."""
    board, own = result.after, _of_entry(words, result)
    found = board.system.reactions(board, result.entry)
    reactions = reaction_controls(words, board, found, result.game_id, result.entry.number)
    rows = bool(own) + isinstance(next(iter(reactions), None), Choose)
    return (*own, *reactions, *next_controls(words, result, limits.ROWS - rows))


def quiet_buttons(words: Reader, result: CommandResult) -> Items:
    """Undo and what comes next, for whoever gave the command."""
    undo = button("undo", result.game_id, result.entry.number, label=words.say("Undo"))
    return (undo, *next_controls(words, result, limits.ROWS - 1))


def _of_entry(words: Reader, result: CommandResult) -> tuple[Control, ...]:
    if result.entry.command in _WITHOUT:
        return ()
    labels = {"undo": words.say("Undo")}
    if result.entry.plays:
        labels |= {"why": words.say("Why?"), "odds": words.say("Odds"), "again": words.say("Again")}
    return tuple(button(what, result.game_id, result.entry.number, label=label) for what, label in labels.items())
