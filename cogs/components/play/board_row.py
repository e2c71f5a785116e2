"""The controls under the board and under a status: next steps, units likely to act, and a way to all controls."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import chain, groupby, islice
from operator import itemgetter

from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from bot.services import Services
from bot.store.pasts import Wanted
from cogs.components.controls import At, Control, EntryId, Items, handles_click, require_value
from cogs.components.play import control_row, next_controls
from cogs.components.play.reaction_menu import late_button
from cogs.components.play.stale_controls import require_current_state
from cogs.components.play.unit_menu import MENUS, next_unit_options, side_of_bot
from cogs.components.questions.question_view import answer_buttons
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering import phone
from cogs.rendering.reply import Reply, choice_reply
from cogs.rendering.text import Reader
from rules.command import next_steps
from rules.command.system import Board
from rules.command.turn_steps import setup_steps, turn_steps
from rules.command.turns import active_units
from rules.kernel.request import Request

ROWS = 2
"""Most rows of buttons under a board on a phone."""
MOST_STEPS = 3
"""Most named steps of the active unit."""


class OpenCommandMenu(EntryId, what="orders"):
    """A button that opens the menu of units for a command."""

    command: str


@handles_click(OpenCommandMenu, private=True)
@require_current_state
async def open_command_menu(ctx: Context, click: OpenCommandMenu, live: ActiveGame) -> Reply:
    """Show the menu of units for a command, the likeliest first."""
    menu = await asyncio.to_thread(control_row.unit_menu, ctx.me, live.board, click.command, (click.game, click.number))
    return choice_reply(ctx.me, require_value(menu))


def board_row(
    words: Reader, live: ActiveGame, taken: tuple[Control, ...] = (), rows: int = ROWS, fired: bool = False
) -> Items:
    """Return the controls under the board, next steps first.

    They fill `rows` rows: the buttons in `taken`, the steps of the active unit, the steps of the turn, the other
    commands and Undo. A menu lists the units likely to act, and its last line leads to all controls. If the last
    command was a shot (`fired`), a move is offered first.
    """
    if not control_row.is_played(live):
        return taken
    board, at = live.board, live.at
    upcoming = _next_steps(words, board, fired)
    leads = (*control_row.end_buttons(words, board, at[0]), *control_row.bot_turn_buttons(words, board, at[0]))
    first = (*taken, *leads)
    if upcoming.units and not rows:
        if next_controls.is_phase_due(board):
            first = (*first, *_turn_steps(words, board, upcoming, at)[: len(board.system.phases)])
        return _set_rows([row for row in (first, (next_controls.next_menu(words, board, upcoming, 0, at),)) if row])
    steps = tuple(control_row.step_button(words.at(board), step, at) for step in upcoming.steps[:MOST_STEPS])
    later = (*filter(None, [late_button(words, board, at)]), *_turn_steps(words, board, upcoming, at))
    last = (*control_row.more_button(words, board, at), control_row.UndoLast(*at).button(words.plain.say("Undo")))
    if not upcoming.units:
        last = (*last, control_row.ShowControls(at[0]).button(words.plain.say("All controls …")))
        if not steps:
            # The next step is worth a row of its own.
            first, later = (*first, *later[:1]), later[1:]
        return _set_rows(_arrange_rows(first, (*steps, *later), last, rows))
    buttons, menu = (
        _arrange_rows(first, (*steps, *later), last, rows),
        (next_controls.next_menu(words, board, upcoming, 0, at),),
    )
    return _set_rows([*buttons, menu] if first or steps or _is_turn_first(board, upcoming) else [menu, *buttons])


async def board_rows(
    services: Services, words: Reader, live: ActiveGame, questions: Sequence[OpenQuestion], *rows: int
) -> list[Items]:
    """Return the controls of a board with its open questions, once for each number of `rows`."""
    last = await services.record.entries.last(live.info.id, 1, Wanted(), live.game.undone)
    answers, fired = answer_buttons(words, questions), any(entry.command == "fire" for entry in last)
    return await asyncio.to_thread(lambda: [board_row(words, live, answers, many, fired) for many in rows])


def _arrange_rows(first: Items, steps: Items, last: Items, rows: int) -> list[Items]:
    """Return the controls in rows, with as many of the steps as fit between the others."""
    controls, places = (*first, *last), list[int]()
    for many in range(len(steps), -1, -1):
        controls = (*first, *steps[:many], *last)
        places = phone.button_places(next_controls.labels_of(controls), limits.ROW)
        if places[-1] < rows:
            break
    return [tuple(one for one, _ in row) for _, row in groupby(zip(controls, places, strict=True), key=itemgetter(1))]


def _set_rows(rows: Sequence[Items]) -> Items:
    """Set the row of each control and return them all."""
    for nth, row in enumerate(rows):
        for one in row:
            one.row = nth
    return tuple(chain.from_iterable(rows))


def _is_turn_first(board: Board, upcoming: next_controls.NextSteps) -> bool:
    """True if a step of the turn comes before any unit.

    That is so if no side has the turn, no phase has begun, or units may only assault and none is known to be in
    contact.
    """
    free = [one.request.command for one in upcoming.turn if one.legality is next_steps.Legality.OK]
    if "turn end" in free and upcoming.command == "assault":
        return not any(map(board.system.fights, board.game.living))
    return bool(free) and (board.game.holder is None or ("turn phase" in free and next_controls.is_phase_due(board)))


def _turn_steps(words: Reader, board: Board, upcoming: next_controls.NextSteps, at: At) -> tuple[Control, ...]:
    """Return the allowed steps of the turn, then commands outside the menu, then the remaining steps."""
    commands = board.system.commands
    further = [key for key in MENUS if key != upcoming.command and key in commands and commands[key].offered]
    orders = [
        OpenCommandMenu(*at, key).button(words.plain.say("{command} …", command=commands[key].title)) for key in further
    ]
    free = [control_row.step_button(words, one, at) for one in upcoming.turn if one.legality is next_steps.Legality.OK]
    asking = sorted(
        (one for one in upcoming.turn if one.legality is not next_steps.Legality.OK), key=lambda one: one.legality
    )
    return (*free, *orders, *(control_row.step_button(words, one, at, "plain") for one in asking))


def _next_steps(words: Reader, board: Board, fired: bool) -> next_controls.NextSteps:
    """Return the next steps on a board.

    If units fire without being activated first, firing is offered. Otherwise moving comes before firing if no unit is
    activated and no phase prescribes the command, or if the active unit is hidden, because a shot would reveal it.
    """
    side, active = board.game.holder, active_units(board)
    hidden = bool(active) and not any(words.knows(unit.id) for unit in active)
    likely = "move" if hidden or not (_has_activation(board) or board.game.phase) else ""
    first = "fire" if not hidden and _can_fire_first(board) else likely
    command, units = next_unit_options(words, board, first, side, limits.CHOICES - 10)
    first = [] if board.game.order else setup_steps(board)
    # The bot ends its own steps when it plays on.
    turn = [] if side is not None and side == side_of_bot(board) else turn_steps(board, side)
    own = next_steps.unit_steps(board, active[0]) if len(active) == 1 and not hidden else []
    # A unit that has fired moves first.
    own = sorted(own, key=lambda step: fired and step.request.command != "move")
    return next_controls.NextSteps([*first, *own], units, command, turn)


def _has_activation(board: Board) -> bool:
    return "activate" in board.system.commands and board.system.commands["activate"].offered


def _can_fire_first(board: Board) -> bool:
    """True if the first unit that may fire needs no activation for it."""
    needs_activation = board.game.holder is not None and _has_activation(board)
    for unit in next_steps.free_units(board, "fire", board.game.holder, 1) if needs_activation else ():
        shots = (Request("fire", (unit.id,), (foe.id,)) for foe in next_steps.targets(board, unit))
        return any(next_steps.best_legality(board, one) is next_steps.Legality.OK for one in islice(shots, 3))
    return False
