"""In which order units are suggested: as the menus have them, by what stands against the command that is typed."""

from __future__ import annotations

from collections.abc import Mapping

from bot.game.visibility import standing_of_cards
from cogs.rendering.visibility import knows
from rules.command.next_steps import Standing, candidates, standing
from rules.command.system import Board
from rules.command.turns import had_go
from rules.game.unit import Unit
from rules.kernel.request import Request

_ASKS_ABOUT = {"odds": "fire"}
"""Commands that tell of another one, and which it is."""


def for_command(board: Board, command: str, action: str, side: str | None, reader: str) -> list[Unit]:
    """Units that may be given a command, those of a side first; `action` is the one that was named to `/act`, `reader`
    the id of whoever types it.

    Living ones first, then by what stands against it. Where that is not known, one with actions left comes first, and
    those that have had their go come last.
    """
    stands = _standings(board, _ASKS_ABOUT.get(command, command), action, reader)

    def rank(unit: Unit) -> tuple[bool, bool, Standing, bool, bool]:
        wrong = side is not None and unit.side != side
        stand = stands.get(unit.id, Standing.FREE)
        return not unit.alive, wrong, stand, not unit.count("actions_left"), had_go(board, unit)

    return sorted(board.game.units.values(), key=rank)


def as_targets(board: Board, side: str | None, friendly: bool) -> list[Unit]:
    """Units as targets of a side: its living enemies first, or its friends, whether they have acted or not."""

    def rank(unit: Unit) -> tuple[bool, bool]:
        return not unit.alive, side is not None and (unit.side == side) != friendly

    return sorted(board.game.units.values(), key=rank)


def _standings(board: Board, command: str, action: str, reader: str) -> Mapping[str, Standing]:
    """What stands against a command by each unit; nothing of what is no command of the system by a unit."""
    known = board.system.acts.get(action) if command == "act" else board.system.commands.get(command)
    if known is None or "unit" not in known.needs:
        return {}
    seen = standing_of_cards(board, reader, command)
    if command == "act":
        living = [unit.id for unit in board.game.units.values() if unit.alive and knows(board, reader, unit)]
        return {id: standing(board, Request("act", unit=(id,), action=action)) for id in living} | seen
    return {one.unit.id: one.standing for one in candidates(board, command, closely=False, seen=seen)}
