"""The controls under a result or the board: whoever is likely to act, next steps, targets, reactions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import discord

from bot.game.people import standing_of_cards
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.services.play.opponent import OPPONENT
from cogs.components.controls import At, Choose, Control, InId, InMenu, Items, OfEntry, OfGame, OfOrder, Option, packed
from cogs.components.play.unit_menu import acting_options, foe_options, menu, unit_option
from cogs.interactions import limits
from cogs.rendering.text import Reader, knows
from rules.command.next_steps import Standing, Step, free_units, ready, steps, turn_steps
from rules.command.system import Board, Reaction
from rules.command.turns import is_done
from rules.game.unit import Unit
from rules.kernel.request import Request, changed
from rules.kernel.text import Heading, Listed, Term, Text

# What the controls are about; what their clicks do stands in `control_clicks.py` and `reaction_clicks.py`.


@dataclass(frozen=True)
class React(OfEntry, what="react"):
    """The reaction of a unit to an entry."""

    unit: str


class ReactMenu(InMenu, OfEntry, what="react"):
    """The units that may react to an entry."""


class ReactLate(OfEntry, what="late"):
    """Leads to the units that may react to all that was done in a bound."""


class LateMenu(InMenu, OfEntry, what="late"):
    """Those units, or the targets of one of them."""


@dataclass(frozen=True)
class CommandMenu(OfEntry, what="choose"):
    """The units for a command; of this version every menu but this has a word for what is picked from it."""

    command: str


@dataclass(frozen=True)
class FoeMenu(InMenu, OfEntry, what="at"):
    """What a unit may do to each enemy."""

    unit: str


class UnitMenu(InMenu, OfOrder, what="unit"):
    """The units for a command that has everything else."""


class TargetMenu(InMenu, OfOrder, what="target"):
    """The targets for a command that has everything else."""


class ActMenu(InMenu, OfEntry, what="act"):
    """All else that a unit can be told."""


class Do(OfOrder, what="do"):
    """A command as it is."""


class More(OfEntry, what="more"):
    """Leads to all else that a unit can be told."""


class Back(OfEntry, what="back"):
    """Takes the last entry back that stands."""


class ShowControls(OfGame, what="controls"):
    """The controls as they are now."""


class EndGame(OfGame, what="end"):
    """Asks who has won."""


@dataclass(frozen=True)
class HasWon(OfGame, what="won"):
    """The side with that mark has won; without one, nobody has."""

    side: str


# The controls of reactions: a button for the only one, one menu where several units have some.


def reaction_controls(words: Reader, board: Board, found: Sequence[Reaction], at: At) -> Items:
    """What is offered under the result of an entry."""
    if len({one.unit for one in found}) > 1:
        return (reaction_menu(words, board, found, ReactMenu(*at)),)
    plain = words.plain.at(board)
    return tuple(React(*at, one.unit).button(plain(one.label), "main") for one in found[:1])


def reaction_menu(words: Reader, board: Board, found: Sequence[Reaction], about: InId, page: int = 0) -> Choose:
    """The units that may react, each once."""
    plain, units = words.plain.at(board), board.game.units
    options = [
        unit_option(words, board, units[one.unit])._replace(label=plain(one.label))
        for one in {one.unit: one for one in found}.values()
    ]
    return menu(words, about, _called(words, board, found), options, page)


def target_menu(words: Reader, board: Board, found: Sequence[Reaction], at: At) -> Choose:
    """A menu of the units that a unit may react to."""
    units = board.game.units
    options = [
        unit_option(words, board, units[one.request.target[0]], f"{one.unit}/{one.request.target[0]}") for one in found
    ]
    return menu(words, LateMenu(*at), words.plain.say("Which target?"), options)


def late_button(words: Reader, board: Board, at: At) -> Control | None:
    """Leads whoever may to the menu of their units; None where nobody has anything to answer."""
    found = board.system.late_reactions(board)
    return ReactLate(*at).button(_called(words, board, found), "main") if found else None


def _called(words: Reader, board: Board, found: Sequence[Reaction]) -> str:
    sides = dict.fromkeys(board.unit(one.unit).side for one in found)
    return words.plain.at(board)(Text("{sides}: react …", sides=Listed(sides)))


# The row under the board, and the menus of a unit.

MENUS = ("activate", "fire", "move", "assault")
"""The commands that a unit is chosen for, in the order of their menus."""
FURTHER = ("morale",)
"""Commands of their own that few need."""


def is_played(live: ActiveGame) -> bool:
    """Whether there is anything to control: a game that goes on, with units on the table."""
    return not live.game.over and live.info.state != "paused" and bool(live.game.units)


def control_row(words: Reader, live: ActiveGame, taken: int = 0) -> Items:
    """Menus of units for the commands of the system, then what else there is, what was done last, and the turn: as
    many as there is room for beside the buttons that have `taken` theirs.
    """
    if not is_played(live):
        return ()
    board, at = live.board, (live.info.id, live.game.number)
    menus = [one for key in MENUS if (one := unit_menu(words, board, key, at)) is not None]
    room = limits.ROW * (limits.ROWS - len(menus)) - taken
    return (*menus, *islice(_buttons(words, board, room, at), max(room, 0)))


def unit_menu(words: Reader, board: Board, key: str, at: At) -> Choose | None:
    """The menu of units for a command; None where the system has no such command, or nobody for it."""
    command = board.system.commands.get(key)
    options = acting_options(words, board, key) if command else []
    if command is None or not options:
        return None
    return menu(words, CommandMenu(*at, key), words.plain.say("{command} …", command=command.title), options)


class Go(OfGame, what="oppgo"):
    """The bot plays on."""


def go_buttons(words: Reader, board: Board, game: str) -> tuple[Control, ...]:
    """Lets the bot play on, where it plays a side."""
    if board.game.over or OPPONENT.id not in board.game.players:
        return ()
    return (Go(game).button(words.plain.say("{who} plays on", who=OPPONENT.name), "main"),)


def _buttons(words: Reader, board: Board, room: int, at: At) -> Iterator[Control]:
    for go in go_buttons(words, board, at[0]):
        room -= 1
        yield go
    late = late_button(words, board, at)
    if late is not None:
        room -= 1
        yield late
    if board.system.acts or set(FURTHER) & set(board.system.commands):
        yield More(*at).button(words.plain.say("More …"))
    yield Back(*at).button(words.plain.say("Undo"))
    for step in turn_steps(board, board.game.holder)[-max(room - 2, 1) :]:
        yield step_button(words, step, at, "main" if step.standing is Standing.FREE else "plain")


def step_button(words: Reader, step: Step, at: At, style: str = "main") -> Control:
    """A button that does a step as it is."""
    return Do.at(at, step.request).button(words.plain(Heading(step.label)), style)


def act_menu(words: Reader, board: Board, at: At) -> Choose:
    """Everything else that a unit can be told, by its title."""
    more = {f"/{key}": board.system.commands[key] for key in FURTHER if key in board.system.commands}
    options = [Option(words.plain(Heading(act.title)), key) for key, act in {**board.system.acts, **more}.items()]
    return ActMenu(*at).menu(options, words.plain.say("What else?"))


# What comes next, under a result: the steps of the unit that has just acted, its targets, and whoever may go then.

STEP, ALL = "=", "+"
"""What the value of an option begins with that is a step of the turn; the one that leads to everything."""
_ROOM = limits.CHOICE - len(STEP)
"""Characters that a step may have in the value of an option."""
MOST_STEPS = 8
"""Buttons for the steps of a unit."""


def next_controls(words: Reader, result: CommandResult, rows: int) -> Items:
    """At most so many rows of controls; none where nothing can come next, or for a result told once more."""
    board = result.after
    if board.game.over or result.again or not board.game.units or rows < 1:
        return ()
    at, unit = (result.game_id, result.entry.number), _acted(result)
    side = unit.side if unit else None
    items: list[discord.ui.Item[Any]] = list(_next(words, board, result.entry.command, side, at))
    if unit is None or not knows(board, words.reader, unit):
        return tuple(items)
    if rows > 1 and not is_done(board, unit):
        items = [*_targets(words, board, unit, at), *items]
    if rows > len(items):
        room = limits.ROW * (rows - len(items))
        items = [*_steps(words, board, unit, at)[: min(MOST_STEPS, room)], *items]
    return tuple(items)


def unit_controls(words: Reader, live: ActiveGame, unit: Unit) -> Items:
    """What a unit may do now: that it goes, where it has yet to, its steps and its targets."""
    board, at = live.board, (live.info.id, live.game.number)
    if not is_played(live) or not unit.alive or not knows(board, words.reader, unit):
        return ()
    activate = board.system.commands.get("activate")
    if activate is not None and ready(board, "activate", unit) is Standing.FREE:
        request = Request("activate", unit=(unit.id,), side=unit.side)
        return (step_button(words.at(board), Step(activate.title, request, Standing.FREE), at),)
    targets = () if is_done(board, unit) else _targets(words, board, unit, at)
    return (*_steps(words, board, unit, at)[:MOST_STEPS], *targets)


def _acted(result: CommandResult) -> Unit | None:
    """The unit whose go it is in the entry, if it can still do anything."""
    units = result.entry.request.get("unit") or ()
    found = result.after.game.units.get(units[0]) if units else None
    return found if found is not None and found.alive else None


def _steps(words: Reader, board: Board, unit: Unit, at: At) -> Items:
    if board.game.holder not in (None, unit.side) and not unit.count("actions_left"):
        return ()
    return tuple(step_button(words.at(board), step, at) for step in steps(board, unit))


def _targets(words: Reader, board: Board, unit: Unit, at: At) -> Iterator[Choose]:
    options = foe_options(words, board, unit)
    if options:
        title = words.plain.at(board)(Text("{unit} at …", unit=unit.ref))
        yield menu(words, FoeMenu(*at, unit.id), title, options)


def _next(words: Reader, board: Board, command: str, side: str | None, at: At) -> Iterator[Choose]:
    """A menu of the units that nothing keeps from going next, then the turn, then all that there is."""
    key, options = _who(words, board, command, side, limits.CHOICES - 5)
    turn = [
        Option(words.plain(Heading(step.label)), f"{STEP}{packed(changed(step.request, side=None), _ROOM) or ''}")
        for step in turn_steps(board, board.game.holder)
    ]
    everything = Option(words.plain.say("All controls …"), ALL)
    found = [*options, *turn[-3:], everything]
    what = board.system.commands[key].title if options else Term(board.system.turn)
    title = Text("Next: {command} …", command=what)
    yield CommandMenu(*at, key).menu(found, words.plain(title))


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
