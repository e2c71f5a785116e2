"""The buttons of an entry: requested steps, Undo, Why?, reactions, and next steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.resolution.dependencies import NEVER
from bot.resolution.result import CommandResult
from cogs.components.controls import CLICKED, At, Control, EntryId, Items, MenuId, MenuOption, find_handler, parse_click
from cogs.components.play import control_row, next_controls
from cogs.components.play.reaction_menu import React, ReactAny, ReactLate, ReactMenu, open_reactions, reaction_controls
from cogs.interactions import limits
from cogs.rendering import phone
from cogs.rendering.reply import Reply
from cogs.rendering.short_result import MOST_OF_MUST, short_reply
from cogs.rendering.text import Reader
from rules.command.next_steps import unit_steps
from rules.command.planned import Reaction
from rules.command.system import Board
from rules.game.entry import NOTE, Entry, requests_in
from rules.kernel.request import Request
from rules.kernel.text import Text

# Ids of the controls. The clicks are in `entry_clicks.py`, `amend_clicks.py`, `step_clicks.py` and `odds_clicks.py`.


class UndoEntry(EntryId, what="undo"):
    """A button that undoes the entry."""


class ExplainEntry(EntryId, what="why"):
    """A button that explains the entry."""


class AmendEntry(EntryId, what="amend"):
    """A button that opens the form of the shot again, to correct its facts."""


class WriteStory(EntryId, what="tell"):
    """A button that opens the form for a text in the story: about the entry, or about the present (0)."""


class ShowEntryOdds(EntryId, what="odds"):
    """A button that shows the odds of the entry's rolls."""


class RepeatEntry(EntryId, what="again"):
    """A button that repeats the entry's command once.

    `after` is the entry after which the button was shown; 0 in buttons of earlier versions.
    """

    after: int = 0


class CarryOutRequest(EntryId, what="ask"):
    """A button that carries out the request in the entry's note `nth`."""

    nth: int


class RequestMenu(MenuId, EntryId, what="ask"):
    """A menu of all requests in the entry's notes, by index."""


# Requested steps of a result: a button for each note, or a menu if there are many.


def request_controls(words: Reader, result: CommandResult, terse: bool = False) -> Items:
    """Return buttons for the requests of a result, or a menu if they need more than one row.

    A `terse` button has the first word of its label only. There are none for a repeated result.
    """
    entry, plain = result.entry, words.plain.at(result.after)
    if result.again or result.after.game.over:
        return ()
    at = (result.game_id, entry.number)
    labels = {
        nth: plain(note.note if note.label is None else note.label)
        for nth, (note, request) in requests_in(entry).items()
        if not _is_bots_step(result.after, request)
    }
    if terse:
        firsts = {nth: label.split(" ")[0].rstrip(":") for nth, label in labels.items()}
        labels = firsts if len(set(firsts.values())) == len(firsts) else labels
    if len(labels) <= limits.ROW:
        return tuple(CarryOutRequest(*at, nth).button(label, "main") for nth, label in labels.items())
    options = [MenuOption(label, str(nth)) for nth, label in labels.items()]
    return (RequestMenu(*at).menu(options, plain(Text("To do …"))),)


def _is_bots_step(board: Board, request: Request) -> bool:
    """True if a request is a step of the turn that the bot takes itself when it plays on."""
    bots = control_row.side_of_bot(board)
    return request.command in ("turn phase", "turn end") and bots is not None and bots == board.game.holder


# The buttons of an entry.

_WITHOUT = (*NEVER, NOTE)
"""Commands whose results have no Undo button."""


def entry_buttons(
    words: Reader, result: CommandResult, room: int = next_controls.ROOMY, most: int | None = None, terse: int = 0
) -> Items:
    """Return the controls of a result: requests, reactions, named next steps, Amend, Undo, Why?, and a menu.

    Only as many steps are named as fit into `room` pixels. Reactions are one short button if the controls are taller
    than `most` pixels, or if the reactions may wait until the end of the bound. `terse` shortens Undo and Why? (1), and
    the requests too (2).
    """
    board, at = result.after, (result.game_id, result.entry.number)
    amend = AmendEntry(*at).button(words.say("Amend"))
    spare = (amend,) if is_amendable(result.entry, board) else ()
    answers = reactions = open_reactions(board, result.entry)
    may_go = bool(answers) or result.leads_on or not _is_only_unit_left(result)
    go = control_row.bot_turn_buttons(words, board, result.game_id, answers, result.leads_on) if may_go else ()
    # The bot's own reactions happen when it plays on.
    reactions = (
        reactions
        if not go
        else [one for one in reactions if board.unit(one.unit).side != control_row.side_of_bot(board)]
    )
    first, own = request_controls(words, result, terse > 1), undo_and_why_buttons(words, result, terse > 0)
    unit = next_controls.unit_that_acted(result) if (go or _is_only_unit_left(result)) and not answers else None
    # A unit that has begun to act finishes before the bot plays on and before the next turn, unless a reaction is
    # possible.
    goes_on = unit is not None and bool(unit_steps(board, unit))
    signs = _order_controls(result, first, go, undo_and_why_buttons(words, result, terse=True), goes_on)[1]
    first, own = _order_controls(result, first, go, own, goes_on)
    ends = result.entry.command in ("turn end", "turn phase")
    if reactions and (ends or most is not None) and board.system.late_reactions(board):
        # They can wait until the bound ends, so the next move comes before them if there is room.
        react = _reactions_button(words, reactions, at)
        shown = next_controls.arrange_controls(words, result, first, (*react, *own), room, spare, (*react, *signs))
        if ends or not all(isinstance(one, Control) for one in shown):
            return shown
    for short in (False, True):
        react_controls = (
            _reactions_button(words, reactions, at) if short else reaction_controls(words, board, reactions, at)
        )
        these = (*first, *react_controls)
        shown = next_controls.arrange_controls(words, result, these, own, room, spare, signs)
        if not reactions or most is None or next_controls.controls_height(shown) <= most:
            break
    return shown


def _order_controls(
    result: CommandResult, requests: Items, go: Items, own: Items, goes_on: bool
) -> tuple[Items, Items]:
    """Return the controls before and after the next steps."""
    if goes_on and _is_only_unit_left(result):
        return (), (*go, *requests, *own)
    return (requests, (*go, *own)) if goes_on else ((*go, *requests), own)


def _is_only_unit_left(result: CommandResult) -> bool:
    """True if only the unit that has just acted for a player may still act."""
    game = result.after.game
    return bool(game.order) and game.holder is None and result.entry.side != control_row.side_of_bot(result.after)


def _reactions_button(words: Reader, reactions: Sequence[Reaction], at: At) -> Items:
    """Return one short button for all reactions; `reactions` is not empty."""
    about = ReactAny(*at) if len({one.unit for one in reactions}) > 1 else React(*at, reactions[0].unit)
    return (about.button(words.plain.say("React …"), "main"),)


def quiet_buttons(words: Reader, result: CommandResult) -> Items:
    """Return the requests, next steps and Undo of a result, for the issuer."""
    undo = UndoEntry(result.game_id, result.entry.number).button(words.say("Undo"))
    first = (*control_row.bot_turn_buttons(words, result.after, result.game_id), *request_controls(words, result))
    return next_controls.arrange_controls(words, result, first, (undo,), next_controls.ROOMY)


def undo_and_why_buttons(words: Reader, result: CommandResult, terse: bool = False) -> tuple[Control, ...]:
    """Return Undo and Why? of an entry, if they apply, with a sign in place of a `terse` label.

    An undo during the setup has the button of the checklist instead.
    """
    if result.entry.command in _WITHOUT:
        shows = control_row.is_being_set_up(result.after) and result.entry.command == "undo"
        return (control_row.ShowSetup(result.game_id).button(words.plain.say("Setup …"), "main"),) if shows else ()
    at = (result.game_id, result.entry.number)
    why = (ExplainEntry(*at).button("?" if terse else words.say("Why?")),) if result.entry.plays else ()
    return (UndoEntry(*at).button("↩" if terse else words.say("Undo")), *why)


_LASTING = (UndoEntry, ExplainEntry, CarryOutRequest, RequestMenu, React, ReactMenu, ReactAny, ReactLate)
"""Controls that stay with an entry after later entries; next steps do not."""


def lasting_controls(buttons: Items) -> Items:
    """Return the controls of a result that stay when a newer result is shown."""
    clicks = [(one, parse_click(str(getattr(one, "custom_id", "")))) for one in buttons]
    known = [(one, find_handler(CLICKED, click)) for one, click in clicks if click is not None]
    return tuple(one for one, does in known if does is not None and does.about in _LASTING)


def is_amendable(entry: Entry, board: Board) -> bool:
    """True if the entry is a valid shot, whose measurements may need correction."""
    return entry.command == "fire" and bool(entry.plays) and not (board.game.over or entry.number in board.game.undone)


def short_result_reply(words: Reader, result: CommandResult, before: str = "", typed: bool = False) -> Reply:
    """Return the result in a few lines, with as many controls as fit on a phone.

    `before` is a line about the entry it continues. For a `typed` command, Discord shows the issuer above.
    """
    reply, room = _short_text_and_room(words, result, before, typed)
    if before and room < phone.ROW + phone.MENU:
        # The repeated line is dropped first: the menu of next steps is worth more.
        reply, room = _short_text_and_room(words, result, "", typed)
    # The line of a typed command is no reason to hide immediate actions.
    more = phone.TYPED * typed
    buttons = entry_buttons(words, result, room, room + more)
    over = next_controls.controls_height(buttons) - max(room + more, phone.ROW)
    if over > 0:
        # Controls that are always shown leave fewer lines to the text.
        most = int((phone.MOST - next_controls.controls_height(buttons) - phone.message_height([], 0)) / phone.LINE)
        reply, room = _short_text_and_room(words, result, "", typed, most)
        buttons = entry_buttons(words, result, room, room + more)
        for terse in (1, 2):
            if next_controls.controls_height(buttons) <= room + more:
                break
            # A single row of buttons leaves more lines to the text.
            reply, room = _short_text_and_room(words, result, "", typed)
            buttons = entry_buttons(words, result, room, room + more, terse)
    return replace(reply, buttons=buttons)


def _short_text_and_room(
    words: Reader, result: CommandResult, before: str, typed: bool, most: int = MOST_OF_MUST
) -> tuple[Reply, int]:
    """Return the result in a few lines, and the pixels left for its controls."""
    reply = short_reply(words, result, before=before, most=most)
    return reply, phone.MOST - phone.message_height(reply.text.split("\n"), 0, typed)
