"""The buttons of an entry: what its result asks for, Undo, Why?, reactions, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.resolution.dependencies import NEVER
from bot.resolution.result import CommandResult
from cogs.components.controls import CLICKED, At, Control, InMenu, Items, OfEntry, Option, click_of, found
from cogs.components.play.control_row import (
    ROOMY,
    acted,
    go_buttons,
    laid_out,
    requests_of,
    side_of_bot,
    tall,
)
from cogs.components.play.unit_menu import React, ReactAny, ReactLate, ReactMenu, reaction_controls
from cogs.interactions import limits
from cogs.rendering import phone
from cogs.rendering.reply import Reply
from cogs.rendering.short_result import MOST_OF_MUST, short_reply
from cogs.rendering.text import Reader
from rules.command.next_steps import unit_steps
from rules.command.system import Board, Reaction
from rules.game.entry import NOTE, Entry
from rules.kernel.text import Text

# What its controls are about; what their clicks do stands in `entry_clicks.py` and `odds_clicks.py`.


class Undo(OfEntry, what="undo"):
    """Takes the entry back."""


class Why(OfEntry, what="why"):
    """Explains the entry."""


class Amend(OfEntry, what="amend"):
    """Opens the form of the shot again, to put right what was said of it."""


class Tell(OfEntry, what="tell"):
    """Opens the form for words for the story: of the entry, or of the moment (0)."""


class Odds(OfEntry, what="odds"):
    """Shows the odds that the entry's throws had."""


class Again(OfEntry, what="again"):
    """Gives the entry's command once more."""


@dataclass(frozen=True)
class DoAsked(OfEntry, what="ask"):
    """Does what the entry's line at that place asks for."""

    nth: int


class AskedMenu(InMenu, OfEntry, what="ask"):
    """A menu of all that the entry asks for, by the places of the lines."""


# What does what a result asks for: a button a line, named for what it does, or a menu where there are many.


def asked_controls(words: Reader, result: CommandResult) -> Items:
    """Buttons, or a menu where they would fill more than a row; none for a result told once more."""
    entry, plain = result.entry, words.plain.at(result.after)
    if result.again or result.after.game.over:
        return ()
    at = (result.game_id, entry.number)
    labels = {nth: plain(note.note if note.label is None else note.label) for nth, note in requests_of(entry).items()}
    if len(labels) <= limits.ROW:
        return tuple(DoAsked(*at, nth).button(label, "main") for nth, label in labels.items())
    options = [Option(label, str(nth)) for nth, label in labels.items()]
    return (AskedMenu(*at).menu(options, plain(Text("To do …"))),)


# The buttons of an entry.

_WITHOUT = (*NEVER, NOTE)
"""Commands whose results have no button for Undo."""


def entry_buttons(words: Reader, result: CommandResult, room: int = ROOMY, most: int | None = None) -> Items:
    """What is asked for, the reactions, what comes next by name, Amend, Undo and Why?, as far as they make sense, and
    the menu of all else; by name only as much as `room` pixels hold. Reactions are one short button where it all takes
    more than `most`, or where they may come as late as the end of the bound.
    """
    board, at = result.after, (result.game_id, result.entry.number)
    amend = Amend(*at).button(words.say("Amend"))
    spare = (amend,) if may_be_amended(result.entry, board) else ()
    answers = found = board.system.reactions(board, result.entry)
    may_go = bool(answers) or result.leads_on or not _after_all(result)
    go = go_buttons(words, board, result.game_id, answers, result.leads_on) if may_go else ()
    # What the bot does in answer it does by playing on.
    found = found if not go else [one for one in found if board.unit(one.unit).side != side_of_bot(board)]
    first, own = asked_controls(words, result), of_entry(words, result)
    unit = acted(result) if (go or _after_all(result)) and not answers else None
    # Who is in the middle of a go finishes it before the bot goes on and before the next turn, unless what was done is
    # to be answered.
    going = unit is not None and bool(unit_steps(board, unit))
    first, own = _in_order(result, first, go, own, going)
    ends = result.entry.command in ("turn end", "turn phase")
    if found and (ends or most is not None) and board.system.late_reactions(board):
        # They can wait until the bound ends, so that whoever moves next goes before them, where there is room for that.
        shown = laid_out(words, result, first, (*_any_reaction(words, found, at), *own), room, spare)
        if ends or not all(isinstance(one, Control) for one in shown):
            return shown
    for brief in (False, True):
        reactions = _any_reaction(words, found, at) if brief else reaction_controls(words, board, found, at)
        these = (*first, *reactions)
        shown = laid_out(words, result, these, own, room, spare)
        if not found or most is None or tall(shown) <= most:
            break
    return shown


def _in_order(result: CommandResult, asked: Items, go: Items, own: Items, going: bool) -> tuple[Items, Items]:
    """What stands before and behind what a unit may do next that is `going`."""
    if going and _after_all(result):
        return (), (*go, *asked, *own)
    return (asked, (*go, *own)) if going else ((*go, *asked), own)


def _after_all(result: CommandResult) -> bool:
    """Whether nobody has to go any more but the unit that has just acted for a player, if it has not finished."""
    game = result.after.game
    return bool(game.order) and game.holder is None and result.entry.side != side_of_bot(result.after)


def _any_reaction(words: Reader, found: Sequence[Reaction], at: At) -> Items:
    """One short button for whatever may be done in answer; there is some."""
    about = ReactAny(*at) if len({one.unit for one in found}) > 1 else React(*at, found[0].unit)
    return (about.button(words.plain.say("React …"), "main"),)


def quiet_buttons(words: Reader, result: CommandResult) -> Items:
    """What is asked for, what comes next, and Undo, for whoever gave the command."""
    undo = Undo(result.game_id, result.entry.number).button(words.say("Undo"))
    first = (*go_buttons(words, result.after, result.game_id), *asked_controls(words, result))
    return laid_out(words, result, first, (undo,), ROOMY)


def of_entry(words: Reader, result: CommandResult) -> tuple[Control, ...]:
    """Undo and Why? of an entry, as far as they make sense."""
    if result.entry.command in _WITHOUT:
        return ()
    at = (result.game_id, result.entry.number)
    why = (Why(*at).button(words.say("Why?")),) if result.entry.plays else ()
    return (Undo(*at).button(words.say("Undo")), *why)


_LASTING = (Undo, Why, DoAsked, AskedMenu, React, ReactMenu, ReactAny, ReactLate)
"""Controls that belong to an entry whatever comes after it; what comes next is nothing of it."""


def lasting(buttons: Items) -> Items:
    """What is left of the controls of a result once a newer one stands."""
    clicks = [(one, click_of(str(getattr(one, "custom_id", "")))) for one in buttons]
    known = [(one, found(CLICKED, click)) for one, click in clicks if click is not None]
    return tuple(one for one, does in known if does is not None and does.about in _LASTING)


def may_be_amended(entry: Entry, board: Board) -> bool:
    """Whether it is a shot that stands, of which something may have been measured wrong."""
    return entry.command == "fire" and bool(entry.plays) and not (board.game.over or entry.number in board.game.undone)


def shortly(words: Reader, result: CommandResult, before: str = "", typed: bool = False) -> Reply:
    """The result in few lines with as many of its controls as stand on a phone with it; `before` is a line about what
    it goes on from, and above a command that was `typed` stands who gave it.
    """
    reply, room = _told(words, result, before, typed)
    if before and room < phone.ROW + phone.MENU:
        # What was said already goes first: the menu of what comes next is worth more.
        reply, room = _told(words, result, "", typed)
    # The line of a typed command is no reason to hide what may be done at once.
    more = phone.TYPED * typed
    buttons = entry_buttons(words, result, room, room + more)
    over = tall(buttons) - max(room + more, phone.ROW)
    if over > 0:
        # Controls that stand whatever is said leave fewer lines to it.
        most = int((phone.MOST - tall(buttons) - phone.height([], 0)) / phone.LINE)
        reply, room = _told(words, result, "", typed, most)
        buttons = entry_buttons(words, result, room, room + more)
    return replace(reply, buttons=buttons)


def _told(
    words: Reader, result: CommandResult, before: str, typed: bool, most: int = MOST_OF_MUST
) -> tuple[Reply, int]:
    """The result in few lines, and the pixels that it leaves to its controls."""
    reply = short_reply(words, result, before=before, most=most)
    return reply, phone.MOST - phone.height(reply.text.split("\n"), 0, typed)
