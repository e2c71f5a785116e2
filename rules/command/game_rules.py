"""The rules of a system about a game: methods with a usual answer, which a system overrides where it differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel

from rules.command.movement import Band
from rules.command.planned import Reaction
from rules.command.verdict import Verdict, most_points
from rules.game.after_battle import Unsettled
from rules.game.entry import Entry
from rules.game.events import Event
from rules.game.unit import Unit, Weapon
from rules.kernel.request import Request
from rules.kernel.text import Text

if TYPE_CHECKING:
    from rules.command.system import Board


class GameRules:
    """Rules about units and boards; the methods here are for a system without such a rule."""

    # A unit by itself.

    @staticmethod
    def muster(unit: Unit) -> Unit:
        """Complete a unit that enters the table."""
        return unit

    @staticmethod
    def unit_faults(unit: Unit) -> Sequence[Text]:
        """Return the faults of a unit whose single fields are all valid."""
        return ()

    @staticmethod
    def recount(unit: Unit, field: str) -> Unit:
        """Return the unit with its models and hit points made consistent after a manual change of `field`."""
        return unit

    def armed(self, unit: Unit) -> Sequence[Weapon]:
        """Return the weapons that a unit has left."""
        return unit.weapons

    @staticmethod
    def fires_by_itself(unit: Unit) -> bool:
        """True if a unit fires one thing at a time: an unlisted weapon of its own, or one that it carries."""
        return False

    def ready_to_fire(self, board: Any, unit: Unit) -> Sequence[Weapon]:
        """Return the weapons that a unit may fire in its present state."""
        return self.armed(unit)

    @staticmethod
    def weapon(tables: Any, name: str) -> BaseModel | None:
        """Return the row of a weapon in the tables; None if they have no such rows."""
        return cast("Mapping[str, BaseModel]", getattr(tables, "weapons", {})).get(name)

    # A unit on its board.

    @staticmethod
    def may(board: Board, unit: Unit) -> Sequence[Text]:
        """Return sentences about the actions that a unit still has."""
        return ()

    @staticmethod
    def numbers(board: Board, unit: Unit) -> Sequence[Text]:
        """Return sentences about the numbers that a unit needs, if its profile does not have them."""
        return ()

    @staticmethod
    def bands(board: Board, unit: Unit) -> Sequence[Band]:
        """Return the distances within each of which every shot of a unit is equal; none if it must be measured."""
        return ()

    @staticmethod
    def holding_notes(board: Board, side: str, unit: Unit | None) -> Sequence[Text]:
        """Return notes for a side that takes an objective, with the unit if it named one; may raise RuleError."""
        return ()

    # The board.

    @staticmethod
    def fights(unit: Unit) -> Sequence[str]:
        """Return the ids of the enemies with whom a unit is in close combat."""
        return ()

    @staticmethod
    def reactions(board: Board, entry: Entry) -> Sequence[Reaction]:
        """Return the possible reactions of enemies to an entry."""
        return ()

    @staticmethod
    def further_reactions(board: Board, entry: Entry) -> Sequence[Reaction]:
        """Return the reactions that are still possible after an entry that was one of them."""
        return ()

    @staticmethod
    def resumed(board: Board, entry: Entry) -> Request | None:
        """Return the command that an entry interrupted and that now continues automatically, or None."""
        return None

    @staticmethod
    def late_reactions(board: Board) -> Sequence[Reaction]:
        """Return the reactions that may wait until their cause is completely resolved."""
        return ()

    @staticmethod
    def settle(board: Board) -> Sequence[Event]:
        """Return events that follow automatically after every entry: no unit remains engaged with the dead."""
        return ()

    @staticmethod
    def open_matters(board: Board) -> Sequence[Unsettled]:
        """Return the effects still unresolved at the end of a game, which need a roll."""
        return ()

    @staticmethod
    def victory(board: Board) -> Verdict:
        """Return the verdict by the system's victory rule; without one, by the only side with units, else by points."""
        standing = board.game.living_sides()
        if len(standing) == 1 and len(board.game.sides) > 1:
            return Verdict(standing[0], Text("Only {standing} has units left.", standing=standing[0]), True)
        return most_points(board)

    @property
    def has_victory_rule(self) -> bool:
        """True if the system says more about victory than the last side with units."""
        return type(self).victory is not GameRules.victory
