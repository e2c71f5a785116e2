"""A system whose rules are in a file, on its board: what its units may do, their ranges, who is in contact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.command.effects import mark
from rules.command.movement import FARTHEST, Band, bands_of_width, up_to
from rules.command.order import Order
from rules.command.turns import active_units, out_of_go_warnings
from rules.files.file_system import FileSystem
from rules.files.orders import FileOrder
from rules.files.seen import FileBoard, arms_of
from rules.files.specs import CONTACT
from rules.files.turn_orders import owed_activations
from rules.game.after_battle import Unsettled
from rules.game.events import Event
from rules.game.unit import Unit, Weapon
from rules.kernel.errors import RulesError
from rules.kernel.request import bare_request, changed
from rules.kernel.text import Text
from rules.kit import alternate


@dataclass(frozen=True, kw_only=True)
class FileRuleset(FileSystem):
    """A system whose rules are in its file too, the whole of them unless it says otherwise."""

    is_whole: ClassVar[bool] = True
    turns: alternate.Alternate
    orders: Mapping[str, type[FileOrder]] = field(default_factory=dict[str, type[FileOrder]])

    def may(self, board: FileBoard, unit: Unit) -> Sequence[Text]:  # pyright: ignore[reportIncompatibleMethodOverride]
        if self.turns.spent_warnings(unit):
            return ()
        if self.turns.out_of_go(board, unit):
            return () if active_units(board) or out_of_go_warnings(board, unit, "") else (Text("activate"),)
        return tuple(self.open_actions(board, unit))

    def open_actions(self, board: FileBoard, unit: Unit) -> Sequence[Text]:
        """Return the actions that are not refused or warned about, moves with their inches."""
        found: list[Text] = []
        for order in self.orders.values():
            if order.spec.row.free:
                continue
            one = order(board, changed(bare_request("act"), unit=(unit.id,)))
            if is_open(one) and (not order.spec.row.is_attack or has_target(board, unit, order)):
                found.append(one.menu_text())
        return found

    def numbers(self, board: FileBoard, unit: Unit) -> Sequence[Text]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return the moves whose inches have a sentence of their own."""
        request = changed(bare_request("act"), unit=(unit.id,))
        moves = [one for one in self.orders.values() if one.is_move and one.spec.menu]
        return [one(board, request).menu_text() for one in moves]

    def bands(self, board: FileBoard, unit: Unit) -> Sequence[Band]:  # pyright: ignore[reportIncompatibleMethodOverride]
        fire = self.tables.compiled.action_of("fire")
        arms = arms_of(board, unit, fire).values() if fire else ()
        if not (fire and fire.every):
            return up_to(limit for one in arms for limit in one.bands)
        widths = {one.every for one in arms} - {0}  # of several, those who fire decide
        return bands_of_width(widths.pop(), FARTHEST) if len(widths) == 1 else ()

    def ready_to_fire(self, board: FileBoard, unit: Unit) -> Sequence[Weapon]:
        if (fire := self.tables.compiled.action_of("fire")) is None:
            return unit.weapons
        arms = arms_of(board, unit, fire)
        return [one for one in unit.weapons if one.name in arms and arms[one.name].worth > 0]

    def open_matters(self, board: FileBoard) -> Sequence[Unsettled]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return tuple(owed_activations(board))

    @staticmethod
    def fights(unit: Unit) -> Sequence[str]:
        return unit.words(CONTACT)

    def settle(self, board: FileBoard) -> Sequence[Event]:  # pyright: ignore[reportIncompatibleMethodOverride]
        events = self.turns.settle(board)
        units = board.game.units
        for unit in units.values():
            foes = unit.words(CONTACT)
            left = [one for one in foes if unit.alive and one in units and units[one].alive]
            left = [one for one in left if unit.id in units[one].words(CONTACT)]
            if len(left) < len(foes):
                events += mark(unit, **{CONTACT: ",".join(left) or None})
        return events


def is_open(order: Order[Any, Any]) -> bool:
    """True if nothing refuses an action or warns about it."""
    try:
        return not order.judge()
    except RulesError:
        return False


def has_target(board: FileBoard, unit: Unit, order: type[FileOrder]) -> bool:
    """True if an attack is open at one enemy, or there is none on the table yet."""
    foes = board.game.enemies_of(unit.side)
    at_each = (changed(bare_request("act"), unit=(unit.id,), target=(foe.id,)) for foe in foes)
    return not foes or any(is_open(order(board, request)) for request in at_each)
