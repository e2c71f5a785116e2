"""Open Rebellion: 15 mm science fiction, its rules of small arms fire and related ones.

Its file, data/systems/opreb.toml, has everything but the fire, the initiative and the kinds of move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from types import new_class
from typing import Any

from pydantic import BaseModel

from rules.command.order import commands_of
from rules.command.system import System
from rules.files.system import FileRuleset, InPython
from rules.game.unit import Unit, Weapon
from rules.kit.rule import actions_of
from rules.opreb.facts import AFTER_BATTLE, levels_of, unsettled
from rules.opreb.fire import FireAtSquad, OprebFire
from rules.opreb.movement import GetIntoPosition, MakeTacMove, OprebMovement, OprebMoveUnit
from rules.opreb.pools import ROLLS
from rules.opreb.tables import Board, OprebNumbers, OprebTables, OprebWeaponRow
from rules.opreb.turn import (
    TURNS,
    OprebActivateUnit,
    OprebEndOfGo,
    OprebInitiative,
    OprebNextTurn,
    OprebRollForInitiative,
    OprebUnitAction,
    may_do,
    numbers,
)
from rules.opreb.weapons import bands, ready_to_fire


class OpenRebellion(System[OprebTables, BaseModel, BaseModel]):
    """Open Rebellion as a rule system."""

    may = staticmethod(may_do)
    numbers = staticmethod(numbers)
    bands = staticmethod(bands)
    settle = staticmethod(TURNS.settle)
    open_matters = staticmethod(unsettled)

    def ready_to_fire(self, board: Board, unit: Unit) -> Sequence[Weapon]:
        return ready_to_fire(board, unit)


def complete(found: FileRuleset) -> OpenRebellion:
    """Return the system of a file with its part in Python."""
    orders: dict[str, Any] = {
        key: new_class(f"Opreb{order.__name__}", (OprebUnitAction, order)) for key, order in found.orders.items()
    }
    in_python, in_file = actions_of(OprebFire, OprebInitiative, OprebMovement), found.actions
    actions = {key: in_python.get(key) or in_file[key] for key in _ACTIONS}
    commands = commands_of(
        OprebRollForInitiative,
        OprebActivateUnit,
        OprebMoveUnit,
        FireAtSquad,
        found.orders["morale"],
        OprebNextTurn,
        OprebEndOfGo,
    )
    acts = commands_of(MakeTacMove, GetIntoPosition, orders["rally"])
    said = {one.name: getattr(found, one.name) for one in fields(System)}
    said |= {"tables": OprebTables.of(found.tables), "actions": actions, "commands": commands, "acts": acts}
    said |= {"throws": ROLLS, "levels": levels_of(found.profile), "after_battle": AFTER_BATTLE}
    return OpenRebellion(**said)


_ACTIONS = ("fire", "morale", "tac_move", "initiative", "activate", "rally", "movement")
IN_PYTHON = InPython(OprebNumbers, OprebWeaponRow, complete)
