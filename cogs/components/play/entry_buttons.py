"""The buttons of an entry: what its result asks for, Undo, Why?, reactions, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass

from bot.resolution.result import CommandResult
from cogs.components.controls import Choose, Control, InMenu, Items, OfEntry, Option
from cogs.components.play.control_row import go_buttons, next_controls, reaction_controls
from cogs.interactions import limits
from cogs.rendering.text import Reader
from rules.game.entry import Entry
from rules.kernel.text import Note, Text

# What its controls are about; what their clicks do stands in `entry_clicks.py` and `odds_clicks.py`.


class Undo(OfEntry, what="undo"):
    """Takes the entry back."""


class Why(OfEntry, what="why"):
    """Explains the entry."""


class Odds(OfEntry, what="odds"):
    """The odds that its throws had."""


class Again(OfEntry, what="again"):
    """Gives its command once more."""


@dataclass(frozen=True)
class DoAsked(OfEntry, what="ask"):
    """What its line at that place asks for."""

    nth: int


class AskedMenu(InMenu, OfEntry, what="ask"):
    """All that it asks for, by the places of the lines."""


# What does what a result asks for: a button a line, called by what it does, or a menu of many.


def asked_controls(words: Reader, result: CommandResult) -> Items:
    """Buttons, or a menu where they would fill more than a row; none for a result told once more."""
    entry, plain = result.entry, words.plain.at(result.after)
    if result.again or result.after.game.over:
        return ()
    at = (result.game_id, entry.number)
    found = {nth: plain(note.note if note.label is None else note.label) for nth, note in requests_of(entry).items()}
    if len(found) <= limits.ROW:
        return tuple(DoAsked(*at, nth).button(label, "main") for nth, label in found.items())
    options = [Option(label, str(nth)) for nth, label in found.items()]
    return (AskedMenu(*at).menu(options, plain(Text("What is asked for …"))),)


def requests_of(entry: Entry) -> dict[int, Note]:
    """The lines of an entry behind which there is a request, by their places."""
    return {nth: note for nth, note in enumerate(entry.notes) if isinstance(note, Note) and note.request is not None}


# The buttons of an entry.

_WITHOUT = ("undo", "game new", "game reopen")
"""Commands that are not taken back."""


def entry_buttons(words: Reader, result: CommandResult) -> Items:
    """What is asked for; Undo, Why, Odds and Again, as far as they make sense; the reactions, and what comes next."""
    board = result.after
    found = board.system.reactions(board, result.entry)
    reactions = reaction_controls(words, board, found, (result.game_id, result.entry.number))
    own = (*go_buttons(words, board, result.game_id), *_of_entry(words, result), *reactions)
    return _with_next(words, result, (*asked_controls(words, result), *own))


def quiet_buttons(words: Reader, result: CommandResult) -> Items:
    """What is asked for, Undo and what comes next, for whoever gave the command."""
    undo = Undo(result.game_id, result.entry.number).button(words.say("Undo"))
    own = (*go_buttons(words, result.after, result.game_id), undo)
    return _with_next(words, result, (*asked_controls(words, result), *own))


def _with_next(words: Reader, result: CommandResult, items: Items) -> Items:
    """The buttons given, and what comes next in the rows left free: a menu fills a row, as five buttons do."""
    menus = sum(isinstance(one, Choose) for one in items)
    buttons = -(-(len(items) - menus) // limits.ROW)
    return (*items, *next_controls(words, result, limits.ROWS - menus - buttons))


def _of_entry(words: Reader, result: CommandResult) -> tuple[Control, ...]:
    if result.entry.command in _WITHOUT:
        return ()
    at, undo = (result.game_id, result.entry.number), words.say("Undo")
    if not result.entry.plays:
        return (Undo(*at).button(undo),)
    return (
        Undo(*at).button(undo),
        Why(*at).button(words.say("Why?")),
        Odds(*at).button(words.say("Odds")),
        Again(*at).button(words.say("Again")),
    )
