"""What does what a result asks for: a button a line, called by what it does, or a menu of many.

The request stands in the entry; an id only says where, so that it fits however much it has to say.
"""

from __future__ import annotations

from bot.resolution.result import CommandResult
from cogs.components.controls import Choose, Items, Option, button, id_of
from cogs.interactions import limits
from cogs.rendering.text import Reader
from rules.game.entry import Entry
from rules.kernel.text import Note, Text

ASK = "ask"


def asked_controls(words: Reader, result: CommandResult) -> Items:
    """Buttons, or a menu where they would fill more than a row; none for a result told once more."""
    entry, plain = result.entry, words.plain.at(result.after)
    if result.again or result.after.game.over:
        return ()
    at = (result.game_id, entry.number)
    found = {nth: plain(note.note if note.label is None else note.label) for nth, note in requests_of(entry).items()}
    if len(found) <= limits.ROW:
        return tuple(button(ASK, *at, nth, label=label, style="main") for nth, label in found.items())
    options = [Option(label, str(nth)) for nth, label in found.items()]
    return (Choose(id_of("choose", *at, ASK), options, plain(Text("What is asked for …"))),)


def requests_of(entry: Entry) -> dict[int, Note]:
    """The lines of an entry behind which there is a request, by their places."""
    return {nth: note for nth, note in enumerate(entry.notes) if isinstance(note, Note) and note.request is not None}
