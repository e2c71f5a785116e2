"""The next steps under a result: those of the unit that has just acted, and the units that may act next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.game.people import knows
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from cogs.components.controls import At, ChoiceMenu, Control, Items, MenuOption
from cogs.components.play.control_row import CommandMenu, ShowNextSteps, end_buttons, is_played, step_button
from cogs.components.play.unit_menu import (
    fire_options,
    is_activated,
    is_for,
    next_unit_options,
    step_option,
    steps_of_turn,
)
from cogs.interactions import limits
from cogs.rendering import phone
from cogs.rendering.text import Reader
from rules.command.legality import Legality
from rules.command.next_steps import Step, unit_steps
from rules.command.system import Board
from rules.command.turn_steps import is_setup_act, setup_steps, step_due
from rules.command.turns import has_acted, is_done
from rules.game.entry import Entry, requests_in
from rules.game.unit import Unit
from rules.kernel.text import Term, Text, UnitRef

ALL = "+"
"""The value of the option for all controls."""
MOST_SHOWN = 9
"""Controls under a result."""
ROOMY = phone.MENU + phone.rows_height(2)
"""Pixels of two rows of buttons and a menu: the room where height does not matter."""


class NextSteps(NamedTuple):
    """Next steps: named steps in order, the units that may act next and their command, and steps of the turn."""

    steps: Sequence[Step]
    units: Sequence[MenuOption]
    command: str
    turn: Sequence[Step]
    has_fought: bool = False
    """True if the unit has fired and has only rare acts left: other units come first, and no step of it is named."""


def arrange_controls(
    words: Reader, result: CommandResult, first: Items, own: Items, room: int, spare: Items = (), signs: Items = ()
) -> Items:
    """Return the controls of a result: `first`, the named next steps, its `own` buttons, and a menu of the rest.

    Only as many steps are named as fit into `room` pixels. `spare` goes before `own` if one next step fits beside it,
    because Why? leads to it too. `signs` are the `own` buttons with short labels, used if a second step or the menu
    fits only beside them.
    """
    board = result.after
    if board.game.over or result.again or not board.game.units:
        return (*first, *spare, *own)
    ending = end_buttons(words, board, result.game_id)
    first = (*ending, *first)
    at, steps_ahead = (result.game_id, result.entry.number), _next_steps(words, result)
    buttons = [one for one in first if isinstance(one, Control)]
    menus = [one for one in first if not isinstance(one, Control)]
    begins = bool(steps_ahead.steps) and steps_ahead.steps[0] == step_due(board)
    most = int(begins) if steps_ahead.has_fought else max(0, MOST_SHOWN - 1 - len(first) - len(spare) - len(own))
    steps = [step_button(words.at(board), step, at) for step in steps_ahead.steps[:most]]
    n, roomy, short = len(steps), (*spare, *own), signs or own
    # The number of named steps and the buttons beside them, best layout first.
    rows = [(many, roomy) for many in range(n, 1, -1)] + ([(2, short)] if n > 1 else [])
    rows += [(many, kept) for many in range(min(n, 1), -1, -1) for kept in (roomy, own, short)]
    for many, kept in rows:
        if begins and not many:
            break  # the step that is due, such as the initiative, is not hidden in a menu
        shown = (*buttons, *steps[:many], *kept)
        if _buttons_height(shown, len(menus) + 1) <= room:
            menu = next_menu(words, board, steps_ahead, many, at)
            led = bool(buttons or many) and not (steps_ahead.units and board.system.late_reactions(board))
            return (*shown, *menus, menu) if led else (*menus, menu, *shown)
    upcoming = ShowNextSteps(result.game_id)
    called = upcoming.button(words.plain.say("Next …"), "main")
    narrow = [upcoming.button(words.plain.say("Next")), upcoming.button("…")]
    for many, kept in rows:
        # A named step is worth more than the button for all the others.
        for end in (called, *(narrow if many else [])):
            layouts = (*buttons, *steps[:many], end, *kept)
            if _buttons_height(layouts, len(menus)) <= room:
                return (*layouts, *menus)
    # Undo and Why? stay even without room. Requested steps lead to the next ones, and the end of the game is among the
    # next steps too.
    ends = ((called,), *((one,) for one in narrow), *([()] if buttons else []))
    layouts = [(*buttons, *end, *own) for end in ends]
    layouts += [(*buttons[len(ending) :], end, *own) for end in (called, *narrow) if ending]
    return (*min(layouts, key=lambda one: _buttons_height(one, len(menus))), *menus)


def next_controls(words: Reader, live: ActiveGame) -> Items:
    """Return the next steps if no unit has just acted: a menu of free units, and steps of the turn."""
    if not is_played(live):
        return ()
    board, at = live.board, live.at
    command, units = next_unit_options(words, board, "", board.game.holder, limits.CHOICES - 10)
    turn = steps_of_turn(words, board)
    free = _named_turn_steps(board, turn, units)
    further = next_menu(words, board, NextSteps(free, units, command, turn), len(free), at)
    return (*end_buttons(words, board, at[0]), *(step_button(words, step, at) for step in free), further)


def controls_below(words: Reader, live: ActiveGame, entry: Entry, own: Items, spare: Items = ()) -> Items:
    """Return the controls of a private message about an entry.

    The newest entry has the controls of its result, any other its own buttons and the way to the current controls.
    """
    if not is_played(live):
        return (*spare, *own)
    if live.game.last_effect <= entry.number <= live.game.number:
        result = CommandResult(live.info.id, entry, live.board, live.board)
        return arrange_controls(words, result, (), own, ROOMY, spare)
    return (*spare, *own, ShowNextSteps(live.info.id).button(words.plain.say("Next …")))


def _buttons_height(buttons: Items, menus: int) -> int:
    return phone.buttons_height(labels_of(buttons), limits.ROW) + phone.MENU * menus


def controls_height(items: Items) -> int:
    """Return the height of controls on a phone in pixels; controls already in rows stay in them."""
    menus = sum(not isinstance(one, Control) for one in items)
    rows = {one.row for one in items if isinstance(one, Control)}
    return _buttons_height(items, menus) if None in rows else phone.rows_height(len(rows)) + phone.MENU * menus


def labels_of(items: Items) -> list[str]:
    return [one.item.label or "" for one in items if isinstance(one, Control)]


def _next_steps(words: Reader, result: CommandResult) -> NextSteps:
    board = result.after
    unit = None if is_setup_act(board, result.entry.request.get("action")) else _unit_to_go_on(result)
    side = unit.side if unit else None
    # A side that has just received the turn starts with its first steps.
    own_unit = unit is not None and is_for(words, board, unit) and knows(board, words.reader, unit)
    steps = unit_steps(board, unit) if unit and own_unit else []
    named = {unit.id: {step.request.command for step in steps}} if unit is not None else {}
    # Further units do not repeat a reaction that took place in the turn of another side.
    own = all(of.game.holder in (None, side) for of in (result.before, board))
    first = result.entry.command if result.entry.side == side and own else ""
    command, units = next_unit_options(words, board, first, side, limits.CHOICES - 10, named)
    turn = steps_of_turn(words, board)
    fired = result.entry.command in ("fire", "assault") and unit is unit_that_acted(result)
    if fired or (unit is not None and not knows(board, None, unit)):
        # After firing, a unit moves first if moving needs no input. So does a hidden unit, which a shot would reveal.
        steps = sorted(steps, key=lambda step: (step.request.command, step.legality) != ("move", Legality.OK))
    has_begun = result.entry.command == "activate" and unit is not None and is_activated(board, unit)
    due = step_due(board)
    free = [] if has_begun and due is None else _named_turn_steps(board, turn, units or steps, unit)
    requested = {(request.command, request.action) for _, request in requests_in(result.entry).values()}
    # The next round of a fight is requested by a note; a fight that is over leaves no enemy in reach.
    requested |= {("assault", None)} if result.entry.command == "assault" else set()
    steps = [*free, *steps] if due else [*steps, *free]
    steps = [step for step in steps if (step.request.command, step.request.action) not in requested]
    has_fought = fired and bool(units) and all(step == due or step.request.command == "act" for step in steps)
    return NextSteps(steps, units, command, turn, has_fought)


def _named_turn_steps(
    board: Board, turn: Sequence[Step], going: Sequence[object], unit: Unit | None = None
) -> list[Step]:
    """Return the named steps of the turn.

    Setup steps come before the first unit acts, then the step that is due before any side has the turn. All steps are
    named if no unit is `going` on.
    """
    free = [step for step in turn if step.legality is Legality.OK]
    if unit and (due := step_due(board)):
        return [due]
    first = [] if unit else setup_steps(board)
    over = not going or (board.game.order and not board.game.holder)
    begins = ("initiative", "turn phase") if not board.game.order or is_phase_due(board) else ("initiative",)
    return [*first, *(step for step in free if over or (unit is None and step.request.command in begins))]


def is_phase_due(board: Board) -> bool:
    """True if a side has the turn and no phase of it has begun."""
    return bool(board.system.phases) and board.game.holder is not None and not board.game.phase


def unit_that_acted(result: CommandResult) -> Unit | None:
    """Return the unit that acted in the entry, if it can still act."""
    units = result.entry.request.get("unit") or ()
    unit = result.after.game.units.get(units[0]) if units else None
    return unit if unit is not None and unit.alive else None


def _unit_to_go_on(result: CommandResult) -> Unit | None:
    """Return the active unit: the one that acted, or the unit it reacted to if that one can still act."""
    board, unit = result.after, unit_that_acted(result)
    if unit is None or board.game.holder in (None, unit.side) or board.system.late_reactions(board):
        return unit
    shot_at = [board.game.units.get(id) for id in result.entry.request.get("target") or ()]
    active = [one for one in shot_at if one is not None and one.alive and one.side == board.game.holder]
    begun = [one for one in active if has_acted(board, one) or one.count("actions_left")]
    return next((one for one in begun if not is_done(board, one)), unit)


def next_menu(words: Reader, board: Board, upcoming: NextSteps, shown: int, at: At) -> ChoiceMenu:
    """Return the menu of unnamed steps, units that are free to act, steps of the turn, and all controls.

    The steps of the unit and of the turn are complete; units have the places that are left.
    """
    rest = [step_option(words, board, one) for one in upcoming.steps[shown:]]
    rest += fire_options(words, board, upcoming.steps)
    turn = [step_option(words, board, step) for step in upcoming.turn[-3:] if step not in upcoming.steps[:shown]]
    everything = MenuOption(words.plain.say("All controls …"), ALL)
    first, last = rest[: limits.CHOICES - 4], [*turn, everything]
    units = upcoming.units[: limits.CHOICES - len(first) - len(last)]
    inner = (*units, *first) if upcoming.has_fought else (*first, *units)
    options = list({one.value: one for one in (*inner, *last)}.values())
    return CommandMenu(*at, upcoming.command).menu(options, words.plain.at(board)(_placeholder(board, upcoming, shown)))


def _placeholder(board: Board, upcoming: NextSteps, shown: int) -> Text:
    """Return the placeholder of the menu of next steps: the command of other units, or the unit that continues.

    An activated unit with further steps in the menu comes before other units. Neither is next while a step is due.
    """
    further = next((step.request.unit[0] for step in upcoming.steps[shown:] if step.request.unit), None)
    goes_on = not upcoming.has_fought and further is not None and is_activated(board, board.unit(further))
    unit = next((step.request.unit[0] for step in upcoming.steps if step.request.unit), None)
    if upcoming.units and not goes_on:
        what = board.system.commands[upcoming.command].title
    elif unit is not None:
        what = UnitRef(unit)
    else:
        return Text("Next: {command} …", command=Term(board.system.turn))
    return Text("{command} …", command=what) if step_due(board) else Text("Next: {command} …", command=what)
