"""Whom a shot into combat may attack instead (Shooting › Into combat)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.bayonet.commands.board_facts import figure, in_combat, profile
from rules.bayonet.commands.pairs import partners
from rules.bayonet.tables import Kind
from rules.system import Board
from rules.unit import Unit


def bystanders(board: Board, shooter: Unit, targets: Sequence[Unit], kind: Kind) -> tuple[Unit, ...]:
    """Everybody else who has a factor against such a shot, those of the same combat first, then other combats.

    Of those in no combat the target's enemies come first: hand to hand with whom nobody has marked, one of them is.
    """
    taken = {shooter.id, *(unit.id for unit in targets)}
    there = [unit for unit in board.game.units.values() if unit.alive and unit.id not in taken]
    exposed = [unit for unit in there if getattr(profile(unit), f"{kind}_cf") is not None]
    foes = {id for unit in targets for id in partners(unit)}
    sides = {unit.side for unit in targets}

    def farther(unit: Unit) -> tuple[bool, bool, bool]:
        return unit.id not in foes, not in_combat(unit), unit.side in sides

    return tuple(sorted(exposed, key=farther))


def behind(cover: int, unit: Unit) -> dict[str, Any]:
    """A bystander as the rules are told of it, with its cover."""
    return figure(unit).model_dump() | {"cover": cover}
