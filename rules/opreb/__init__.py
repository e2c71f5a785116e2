"""Open Rebellion: 15 mm science fiction, its rules of small arms fire and related ones.

Its file, data/systems/opreb.toml, has everything but the lists of weapons that fire, and some sentences about them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from types import new_class
from typing import Any

from rules.files.ruleset import FileRuleset
from rules.game.unit import Unit
from rules.kernel.roll_kinds import RollKind, RollKinds
from rules.kernel.text import Text
from rules.opreb.fire import FireAtSquad
from rules.opreb.turn import GetIntoPosition, fire_text


@dataclass(frozen=True, kw_only=True)
class OpenRebellion(FileRuleset):
    """Open Rebellion as a rule system."""

    is_whole = False

    def open_actions(self, board: Any, unit: Unit) -> Sequence[Text]:
        """Return what a unit may do, with a shot after the moves."""
        found, moves = [*super().open_actions(board, unit)], [*self.numbers(board, unit)]
        at = len(moves) if found[: len(moves)] == moves else 0
        found[at:at] = [fire_text(board, unit)] if self.ready_to_fire(board, unit) else []
        return found


def complete(found: FileRuleset) -> OpenRebellion:
    """Return the system of a file with its part in Python."""
    fire: Any = new_class("Fire", (FireAtSquad, found.orders["fire"]))
    position: Any = new_class("Position", (GetIntoPosition, found.orders["position"]))
    orders: Any = {key: order for key, order in found.orders.items() if key != "fire"} | {"position": position}
    throws = RollKinds({**found.throws.by_key, "rally*": RollKind("morale", tests=False)})
    said: dict[str, Any] = {one.name: getattr(found, one.name) for one in fields(found)}
    said |= {"commands": {**found.commands, "fire": fire}, "acts": {**found.acts, "position": position}}
    said |= {"orders": orders, "throws": throws}
    return OpenRebellion(**said)
