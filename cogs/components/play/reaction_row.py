"""The controls of reactions under a result: a button for the only one, one menu where several units have some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cogs.components.controls import At, Choose, Control, InId, InMenu, Items, OfEntry
from cogs.components.play.unit_menu import menu, unit_option
from cogs.rendering.text import Reader
from rules.command.system import Board, Reaction
from rules.kernel.text import Listed, Text

# What they are about; what their clicks do stands in `reaction_clicks.py`.


@dataclass(frozen=True)
class React(OfEntry, what="react"):
    """The reaction of a unit to an entry."""

    unit: str


class ReactMenu(InMenu, OfEntry, what="react"):
    """The units that may react to an entry."""


class ReactAny(OfEntry, what="reacts"):
    """Leads to the units that may react to an entry, where there is no room for their menu."""


class ReactLate(OfEntry, what="late"):
    """Leads to the units that may react to all that was done in a bound."""


class LateMenu(InMenu, OfEntry, what="late"):
    """The units that may react to what was done in a bound, or the targets of one of them."""


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
