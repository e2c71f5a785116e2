"""The controls of reactions: a button for the only one, one menu where several units have some."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.components.controls import Choose, Control, Items, button
from cogs.components.play.unit_menu import menu, unit_option
from cogs.rendering.text import Reader
from rules.command.system import Board, Reaction
from rules.kernel.text import Listed, Text

NOW, LATE = "react", "late"
"""Reactions to an entry, and those to all that was done in a bound."""


def reaction_controls(words: Reader, board: Board, found: Sequence[Reaction], *at: object) -> Items:
    """What is offered under the result of an entry."""
    if len({one.unit for one in found}) > 1:
        return (reaction_menu(words, board, found, *at, NOW),)
    plain = words.plain.at(board)
    return tuple(button(NOW, *at, one.unit, label=plain(one.label), style="main") for one in found[:1])


def reaction_menu(words: Reader, board: Board, found: Sequence[Reaction], *about: object, page: int = 0) -> Choose:
    """The units that may react, each once."""
    plain, units = words.plain.at(board), board.game.units
    options = [
        unit_option(words, board, units[one.unit])._replace(label=plain(one.label))
        for one in {one.unit: one for one in found}.values()
    ]
    return menu(words, _called(words, board, found), options, *about, page=page)


def target_menu(words: Reader, board: Board, found: Sequence[Reaction], *at: object) -> Choose:
    """Whom a unit may react to."""
    units = board.game.units
    options = [
        unit_option(words, board, units[one.request.target[0]], f"{one.unit}/{one.request.target[0]}") for one in found
    ]
    return menu(words, words.plain.say("Which target?"), options, *at, LATE)


def late_button(words: Reader, board: Board, *at: object) -> Control | None:
    """Leads whoever may to the menu of their units; None where nobody has anything to answer."""
    found = board.system.late_reactions(board)
    return button(LATE, *at, label=_called(words, board, found), style="main") if found else None


def _called(words: Reader, board: Board, found: Sequence[Reaction]) -> str:
    sides = dict.fromkeys(board.unit(one.unit).side for one in found)
    return words.plain.at(board)(Text("{sides}: react …", sides=Listed(sides)))
