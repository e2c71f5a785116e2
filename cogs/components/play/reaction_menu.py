"""Reactions under a result: a button for a single unit, one menu for several."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.components.controls import (
    At,
    ChoiceMenu,
    Control,
    ControlId,
    EntryId,
    Items,
    MenuId,
)
from cogs.components.play.unit_menu import menu_of_units, unit_option
from cogs.rendering.text import Reader
from rules.command.planned import Reaction
from rules.command.system import Board
from rules.game.entry import Entry
from rules.kernel.text import Listed, Text


class React(EntryId, what="react"):
    """A button for the reaction of a unit to an entry."""

    unit: str


class ReactMenu(MenuId, EntryId, what="react"):
    """The menu of units that may react to an entry."""


class ReactAny(EntryId, what="reacts"):
    """A button that opens the menu of units that may react to an entry, if there is no room for the menu."""


class ReactLate(EntryId, what="late"):
    """A button that opens the menu of units that may react to a bound."""


class LateMenu(MenuId, EntryId, what="late"):
    """The menu of units that may react to a bound, or of the targets of one of them."""


def open_reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Return the reactions to an entry, or those that are left if it was a reaction itself."""
    return [*board.system.reactions(board, entry), *board.system.further_reactions(board, entry)]


def reaction_controls(words: Reader, board: Board, reactions: Sequence[Reaction], at: At) -> Items:
    """Return the reactions offered under the result of an entry."""
    if len({one.unit for one in reactions}) > 1:
        return (reaction_menu(words, board, reactions, ReactMenu(*at)),)
    plain = words.plain.at(board)
    return tuple(React(*at, one.unit).button(plain(one.label), "main") for one in reactions[:1])


def reaction_menu(
    words: Reader, board: Board, reactions: Sequence[Reaction], about: ControlId, page: int = 0
) -> ChoiceMenu:
    """Return the menu of units that may react, each once."""
    plain, units = words.plain.at(board), board.game.units
    options = [
        unit_option(words, board, units[one.unit])._replace(label=plain(one.label))
        for one in {one.unit: one for one in reactions}.values()
    ]
    return menu_of_units(words, about, _reaction_label(words, board, reactions), options, page)


def target_menu(words: Reader, board: Board, reactions: Sequence[Reaction], at: At) -> ChoiceMenu:
    """Return the menu of units that a unit may react to."""
    units = board.game.units
    options = [
        unit_option(words, board, units[one.request.target[0]], f"{one.unit}/{one.request.target[0]}")
        for one in reactions
    ]
    return menu_of_units(words, LateMenu(*at), words.plain.say("Which target?"), options)


def late_button(words: Reader, board: Board, at: At) -> Control | None:
    """Return the button for late reactions; None if no unit may react."""
    reactions = board.system.late_reactions(board)
    return ReactLate(*at).button(_reaction_label(words, board, reactions), "main") if reactions else None


def _reaction_label(words: Reader, board: Board, reactions: Sequence[Reaction]) -> str:
    sides = dict.fromkeys(board.unit(one.unit).side for one in reactions)
    return words.plain.at(board)(Text("{sides}: react …", sides=Listed(sides)))
