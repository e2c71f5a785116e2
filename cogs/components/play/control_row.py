"""The controls under a result or the board: units likely to act, next steps, targets, reactions."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from bot.game.people import OPPONENT, standing_of_cards
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from cogs.components.controls import At, Choose, Control, InMenu, Items, OfEntry, OfGame, OfOrder, Option, packed
from cogs.components.play.unit_menu import (
    acting_options,
    late_button,
    may_split,
    menu,
    narrow_names,
    shot_options,
    turn_of,
    unit_option,
)
from cogs.interactions import limits
from cogs.rendering import phone
from cogs.rendering.text import Reader, knows
from rules.command.next_steps import Standing, Step, free_units, ready, sets_up, setup_steps, unit_steps
from rules.command.system import Board, Reaction
from rules.command.turns import had_go, is_done
from rules.game.entry import Entry
from rules.game.unit import Unit
from rules.kernel.request import Request, changed
from rules.kernel.text import Heading, Note, Term, Text, UnitRef

# Ids of the controls. The clicks are in `control_clicks.py` and `reaction_clicks.py`.


@dataclass(frozen=True)
class CommandMenu(OfEntry, what="choose"):
    """The menu of units for a command; it alone of the current menus has no word of its own in its id."""

    command: str


@dataclass(frozen=True)
class FoeMenu(InMenu, OfEntry, what="at"):
    """The menu of actions of a unit against each enemy."""

    unit: str


class UnitMenu(InMenu, OfOrder, what="unit"):
    """The menu of units for a command that lacks only the unit."""


class TargetMenu(InMenu, OfOrder, what="target"):
    """The menu of targets for a command that lacks only the target."""


class ActMenu(InMenu, OfEntry, what="act"):
    """The menu of all other actions of a unit."""


class Do(OfOrder, what="do"):
    """A button that carries out a command without changes."""


class More(OfEntry, what="more"):
    """A button that opens all other actions of a unit."""


class Back(OfEntry, what="back"):
    """A button that undoes the last valid entry."""


class ShowControls(OfGame, what="controls"):
    """A button that shows the current controls."""


class ShowNext(OfGame, what="upnext"):
    """A button that shows the current next steps, for results without room for them."""


class EndGame(OfGame, what="end"):
    """A button that ends the game and asks for the winner."""


@dataclass(frozen=True)
class HasWon(OfGame, what="won"):
    """A button that names the winning side by its mark; without a mark, there is no winner."""

    side: str


# The row under the board, and the menus of a unit.

MENUS = ("activate", "fire", "move", "assault")
"""Commands with a menu of units, in the order of the menus."""
FURTHER = ("morale",)
"""Rare commands, shown behind a button."""


def is_played(live: ActiveGame) -> bool:
    """True if the game is running and has units on the table."""
    return not live.game.over and live.info.state != "paused" and bool(live.game.units)


def control_row(words: Reader, live: ActiveGame, taken: int = 0) -> Items:
    """Return menus of units for the system's commands, then as many buttons as fit beside the `taken` ones."""
    if not is_played(live):
        return ()
    board, at = live.board, (live.info.id, live.game.number)
    menus = [one for key in MENUS if (one := unit_menu(words, board, key, at)) is not None]
    room = limits.ROW * (limits.ROWS - len(menus)) - taken
    return (*menus, *islice(_buttons(words, board, room, at), max(room, 0)))


def unit_menu(words: Reader, board: Board, key: str, at: At) -> Choose | None:
    """Return the menu of units for a command, or None if the system or the units have no such command."""
    command = board.system.commands.get(key)
    options = acting_options(words, board, key) if command and command.offered else []
    if command is None or not options:
        return None
    return menu(words, CommandMenu(*at, key), words.plain.say("{command} …", command=command.title), options)


def end_buttons(words: Reader, board: Board, game: str) -> tuple[Control, ...]:
    """Return the button that ends the game, once its rules say so or only one side has units left."""
    if board.game.over or not (board.system.victory(board).over or _one_is_left(board)):
        return ()
    return (EndGame(game).button(words.plain.say("End the game …"), "main"),)


def _one_is_left(board: Board) -> bool:
    units = board.game.units.values()
    return len({one.side for one in units}) > 1 >= len({one.side for one in units if one.alive})


class Go(OfGame, what="oppgo"):
    """A button that lets the bot play on."""


def go_buttons(
    words: Reader, board: Board, game: str, reactions: Sequence[Reaction] = (), leads_on: bool = False
) -> tuple[Control, ...]:
    """Return the button that lets the bot play on, if it has the turn or one of its units may react."""
    side = side_of_bot(board)
    if board.game.over or side is None:
        return ()
    reacting = {board.unit(one.unit).side for one in (*reactions, *board.system.late_reactions(board))}
    if not leads_on and side not in reacting and not _goes(board, side):
        return ()
    return (Go(game).button(words.plain.say("{who} plays on", who=OPPONENT.name), "main"),)


def side_of_bot(board: Board) -> str | None:
    player = board.game.players.get(OPPONENT.id)
    return player.side if player else None


def _goes(board: Board, side: str) -> bool:
    """True if a side may act: it has the turn, or no side has it and one of its units is free."""
    if board.game.holder is not None or ("initiative" in board.system.commands and not board.game.order):
        return board.game.holder == side
    return any(unit.side == side for key in MENUS for unit in free_units(board, key, side, 1))


def _buttons(words: Reader, board: Board, room: int, at: At) -> Iterator[Control]:
    late = late_button(words, board, at)
    first = (*end_buttons(words, board, at[0]), *go_buttons(words, board, at[0]), *([late] if late else []))
    yield from first
    if board.system.acts or set(FURTHER) & set(board.system.commands):
        yield More(*at).button(words.plain.say("More …"))
    yield Back(*at).button(words.plain.say("Undo"))
    for step in turn_of(words, board)[-max(room - len(first) - 2, 1) :]:
        yield step_button(words, step, at, "main" if step.standing is Standing.FREE else "plain")


def step_button(words: Reader, step: Step, at: At, style: str = "main") -> Control:
    """Return a button that takes a step without changes."""
    return Do.at(at, step.request).button(words.plain(Heading(step.label)), style)


def act_menu(words: Reader, board: Board, at: At) -> Choose:
    """Return the menu of all other actions of a unit, by title."""
    more = {f"/{key}": board.system.commands[key] for key in FURTHER if key in board.system.commands}
    # A command that is an action too is listed once.
    titles = dict[Text, str]()
    for key, act in {**board.system.acts, **more}.items():
        titles.setdefault(act.title, key)
    options = [Option(words.plain(Heading(title)), key) for title, key in titles.items()]
    return ActMenu(*at).menu(options, words.plain.say("More"))


# The next steps under a result: of the unit that has just acted, its targets, and the units that may act then.

STEP, ALL, SPLIT = "=", "+", "%"
"""Prefixes of option values: a step; the option for all controls; a unit that splits fire."""
_ROOM = limits.CHOICE - len(STEP)
"""Longest encoded step in the value of an option, in characters."""
MOST_SHOWN = 9
"""Controls under a result."""
ROOMY = phone.MENU + phone.of_rows(2)
"""Pixels of two rows of buttons and a menu: the room where height does not matter."""


def requests_of(entry: Entry) -> dict[int, Note]:
    """Return the notes of an entry that carry a request, by index."""
    return {nth: note for nth, note in enumerate(entry.notes) if isinstance(note, Note) and note.request is not None}


Told = Mapping[str, Container[str]]
"""Commands that have a named button already, by unit."""


class Coming(NamedTuple):
    """Next steps: named steps in order, the units that may act then with their command, and steps of the turn."""

    steps: Sequence[Step]
    units: Sequence[Option]
    command: str
    turn: Sequence[Step]


def laid_out(words: Reader, result: CommandResult, first: Items, own: Items, room: int, spare: Items = ()) -> Items:
    """Return the controls of a result: `first`, the named next steps, its `own` buttons, and a menu of the rest.

    Only as many steps are named as fit into `room` pixels. `spare` goes before `own` if one next step fits beside it,
    because Why? leads to it too.
    """
    board = result.after
    if board.game.over or result.again or not board.game.units:
        return (*first, *spare, *own)
    ending = end_buttons(words, board, result.game_id)
    first = (*ending, *first)
    at, coming = (result.game_id, result.entry.number), _coming(words, result)
    steps = [step_button(words.at(board), step, at) for step in coming.steps]
    buttons = [one for one in first if isinstance(one, Control)]
    menus = [one for one in first if not isinstance(one, Control)]
    most = max(0, min(len(steps), MOST_SHOWN - 1 - len(first) - len(spare) - len(own)))
    rows = list(_rows_of(tuple(steps[:most]), (*spare, *own), own))
    for many, kept in rows:
        shown = (*buttons, *steps[:many], *kept)
        if _tall(shown, len(menus) + 1) <= room:
            menu = next_menu(words, board, coming, many, at)
            led = bool(buttons or many) and not (coming.units and board.system.late_reactions(board))
            return (*shown, *menus, menu) if led else (*menus, menu, *shown)
    upcoming = ShowNext(result.game_id)
    called, *narrow = upcoming.button(words.plain.say("Next …"), "main"), *map(upcoming.button, narrow_names(words))
    for many, kept in rows:
        # A named step is worth more than the button for all the others.
        for end in (called, *(narrow if many else [])):
            found = (*buttons, *steps[:many], end, *kept)
            if _tall(found, len(menus)) <= room:
                return (*found, *menus)
    # Undo and Why? stay even without room. Requested steps lead on by themselves, and the end of the game can also be
    # reached through the next steps.
    ends = ((called,), *((one,) for one in narrow), *([()] if buttons else []))
    found = [(*buttons, *end, *own) for end in ends]
    found += [(*buttons[len(ending) :], end, *own) for end in (called, *narrow) if ending]
    return (*min(found, key=lambda one: _tall(one, len(menus))), *menus)


def next_controls(words: Reader, live: ActiveGame) -> Items:
    """Return the next steps if no unit has just acted: a menu of free units, or steps of the turn."""
    if not is_played(live):
        return ()
    board, at = live.board, (live.info.id, live.game.number)
    command, units = who_goes(words, board, "", board.game.holder, limits.CHOICES - 10)
    turn = turn_of(words, board)
    free = _of_the_turn(board, turn, units)
    further = next_menu(words, board, Coming(free, units, command, turn), len(free), at)
    return (*end_buttons(words, board, at[0]), *(step_button(words, step, at) for step in free), further)


def below(words: Reader, live: ActiveGame, entry: Entry, own: Items, spare: Items = ()) -> Items:
    """Return the controls of a private message about an entry.

    Those of its result if the entry is the newest, else its own buttons and the way to the current controls.
    """
    if not is_played(live):
        return (*spare, *own)
    if live.game.happened <= entry.number <= live.game.number:
        result = CommandResult(live.info.id, entry, live.board, live.board)
        return laid_out(words, result, (), own, ROOMY, spare)
    return (*spare, *own, ShowNext(live.info.id).button(words.plain.say("Next …")))


def _rows_of(steps: Items, roomy: Items, lean: Items) -> Iterator[tuple[int, Items]]:
    """Yield the number of named steps and the buttons beside them, best layout first."""
    for many in range(len(steps), 0, -1):
        yield many, roomy
    yield from ((1, lean), (0, roomy)) if steps else ((0, roomy),)
    yield 0, lean


def _tall(buttons: Items, menus: int) -> int:
    return phone.of_buttons(labels_of(buttons), limits.ROW) + phone.MENU * menus


def tall(items: Items) -> int:
    """Return the height of controls on a phone in pixels; controls already in rows stay in them."""
    menus = sum(not isinstance(one, Control) for one in items)
    rows = {one.row for one in items if isinstance(one, Control)}
    return _tall(items, menus) if None in rows else phone.of_rows(len(rows)) + phone.MENU * menus


def labels_of(items: Items) -> list[str]:
    return [one.item.label or "" for one in items if isinstance(one, Control)]


def _coming(words: Reader, result: CommandResult) -> Coming:
    board = result.after
    unit = None if sets_up(board, result.entry.request.get("action")) else _whose_go_it_is(result)
    side = unit.side if unit else None
    # A side that has just received the turn starts with its first steps.
    steps = unit_steps(board, unit) if unit is not None and knows(board, words.reader, unit) else []
    told = {unit.id: {step.request.command for step in steps}} if unit is not None else {}
    # Further units do not repeat a reaction that took place in the turn of another side.
    own = all(of.game.holder in (None, side) for of in (result.before, board))
    first = result.entry.command if result.entry.side == side and own else ""
    command, units = who_goes(words, board, first, side, limits.CHOICES - 10, told)
    turn = turn_of(words, board)
    fired = result.entry.command == "fire" and unit is acted(result)
    if fired or (unit is not None and not knows(board, None, unit)):
        # After firing, a unit moves first if moving needs no input. So does a hidden unit, which a shot would reveal.
        steps = sorted(steps, key=lambda step: (step.request.command, step.standing) != ("move", Standing.FREE))
    free = _of_the_turn(board, turn, units or steps, unit)
    asked = {(note.request.command, note.request.action) for note in requests_of(result.entry).values() if note.request}
    # The next round of a fight is requested by a note; a fight that is over leaves no enemy in reach.
    asked |= {("assault", None)} if result.entry.command == "assault" else set()
    steps = [step for step in (*steps, *free) if (step.request.command, step.request.action) not in asked]
    return Coming(steps, units, command, turn)


def _of_the_turn(board: Board, turn: Sequence[Step], going: Sequence[object], unit: Unit | None = None) -> list[Step]:
    """Return the named steps of the turn.

    Setup steps come before the first unit acts, then the initiative while it must be rolled. All steps are named if no
    unit is `going` on.
    """
    free = [step for step in turn if step.standing is Standing.FREE]
    first = [] if unit or board.game.turn > 1 else setup_steps(board)
    over = not going or (board.game.order and not board.game.holder)
    begins = ("initiative",) if board.game.order else ("initiative", "turn phase")
    return [*first, *(step for step in free if over or (unit is None and step.request.command in begins))]


def unit_controls(words: Reader, live: ActiveGame, unit: Unit) -> Items:
    """Return the current actions of a unit: its activation if it is due, else its steps."""
    board, at = live.board, (live.info.id, live.game.number)
    if not is_played(live) or not unit.alive or not knows(board, words.reader, unit):
        return ()
    activate = board.system.commands.get("activate")
    if activate is not None and activate.offered and ready(board, "activate", unit) is Standing.FREE:
        request = Request("activate", unit=(unit.id,), side=unit.side)
        return (step_button(words.at(board), Step(activate.title, request, Standing.FREE), at),)
    return tuple(step_button(words.at(board), step, at) for step in unit_steps(board, unit)[:MOST_SHOWN])


def acted(result: CommandResult) -> Unit | None:
    """Return the unit that acted in the entry, if it can still act."""
    units = result.entry.request.get("unit") or ()
    found = result.after.game.units.get(units[0]) if units else None
    return found if found is not None and found.alive else None


def _whose_go_it_is(result: CommandResult) -> Unit | None:
    """Return the active unit: the one that acted, or the unit it reacted to if that one can go on."""
    board, unit = result.after, acted(result)
    if unit is None or board.game.holder in (None, unit.side) or board.system.late_reactions(board):
        return unit
    shot_at = (board.game.units.get(id) for id in result.entry.request.get("target") or ())
    return next((one for one in shot_at if one is not None and _goes_on(board, one)), unit)


def _goes_on(board: Board, unit: Unit) -> bool:
    begun = had_go(board, unit) or unit.count("actions_left")
    return bool(unit.alive and begun and unit.side == board.game.holder and not is_done(board, unit))


def next_menu(words: Reader, board: Board, coming: Coming, shown: int, at: At) -> Choose:
    """Return the menu of unnamed steps, units that are free to act, steps of the turn, and all controls."""
    rest = [
        *(_step_option(words, board, one) for one in coming.steps[shown : shown + 6]),
        *_split(words, board, coming),
    ]
    turn = [_step_option(words, board, step) for step in coming.turn[-3:] if step not in coming.steps[:shown]]
    everything = Option(words.plain.say("All controls …"), ALL)
    found = list({one.value: one for one in (*rest, *coming.units, *turn, everything)}.values())
    return CommandMenu(*at, coming.command).menu(found, words.plain.at(board)(_called(board, coming, shown)))


def _called(board: Board, coming: Coming, shown: int) -> Text:
    """Return the placeholder of the menu of next steps: the command of other units, else the unit that goes on."""
    if coming.units:
        return Text("Next: {command} …", command=board.system.commands[coming.command].title)
    unit = next((step.request.unit[0] for step in coming.steps if step.request.unit), None)
    if unit is not None:
        return Text("{unit}: what else …", unit=UnitRef(unit))
    return Text("Next: {command} …", command=Term(board.system.turn))


def _split(words: Reader, board: Board, coming: Coming) -> Iterator[Option]:
    """Yield the option to split fire for the unit that has just acted, if it may."""
    for step in coming.steps:
        unit = board.game.units.get(step.request.unit[0]) if step.request.unit else None
        if (
            unit is not None
            and step.request.command == "fire"
            and may_split(board, board.system.commands["fire"], unit)
        ):
            label = Text("{unit}: {step}", unit=unit.ref, step=Text("Split fire …"))
            yield Option(words.plain.at(board)(label), f"{SPLIT}{unit.id}")


def _step_option(words: Reader, board: Board, step: Step) -> Option:
    """Return a step as an option of a menu, with the unit that takes it."""
    plain, label = words.plain.at(board), Heading(step.label)
    if step.request.unit:
        label = Text("{unit}: {step}", unit=UnitRef(step.request.unit[0]), step=label)
    return Option(plain(label), f"{STEP}{packed(changed(step.request, side=None), _ROOM) or ''}")


def who_goes(
    words: Reader, board: Board, command: str, side: str | None, room: int, told: Told = MappingProxyType({})
) -> tuple[str, list[Option]]:
    """Return the next command that units can take, trying `command` first, and options for those units.

    Units whose button for that command is already named in `told` are left out.
    """
    known = [key for key, one in board.system.commands.items() if key in MENUS and one.offered]
    # A unit that has fought is finished: other units come next, from the first command of an activation.
    first = ("activate", "move") if command == "assault" else (command,)
    keys = dict.fromkeys(key for key in (*first, *MENUS) if key in known)
    for key in keys:
        found = free_units(board, key, side, room, standing_of_cards(board, words.reader, key))
        if found := [unit for unit in found if key not in told.get(unit.id, ())]:
            shown = shot_options if key == "fire" else lambda *of: [unit_option(*of)]
            return key, [option for unit in found for option in shown(words, board, unit)][:room]
    return "", []
