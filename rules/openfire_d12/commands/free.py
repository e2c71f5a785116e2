"""Free attacks that a move or an assault gives: as buttons for whoever may make them, or let go (Advance; Impact)."""

from __future__ import annotations

from rules.command.effects import able, mark
from rules.command.system import Command, Reaction, ResolvedCommand
from rules.game.entry import Entry
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text
from rules.openfire_d12.commands.actions import go_note
from rules.openfire_d12.commands.board_facts import close_to, may_impact
from rules.openfire_d12.commands.leaving import strikers
from rules.openfire_d12.movement import ADVANCE
from rules.openfire_d12.tables import Board


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Enemies that were left and said so attack before anything else happens; Impact waits for its unit."""
    if entry.command not in ("move", "assault") or not entry.plays:
        return []
    mover = board.game.units.get(entry.plays[0].roles["unit"])
    found = [_free(unit, mover, "free") for unit in strikers(board, mover)] if mover and mover.alive else []
    return [*found, *_impact(board, entry)] if entry.command == "assault" else found


def _impact(board: Board, entry: Entry) -> list[Reaction]:
    unit, target = (board.game.units.get(entry.plays[0].roles[part]) for part in ("unit", "target"))
    if unit is None or target is None or target not in close_to(board, unit):
        return []
    return [_free(unit, target, "impact")] if may_impact(board, unit) else []


def _free(unit: Unit, target: Unit, why: str) -> Reaction:
    request = Request("fire", (unit.id,), (target.id,), situation=(why,))
    return Reaction(unit.id, Text("{unit}: free attack", unit=unit.ref), request)


def let_go(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that has no free attack (Advance)."""
    before_letting_go(board, request)
    unit = board.unit(request.unit[0])
    targets = _still_there(board, unit)
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), free_attack_at=None),
        notes=lambda after, _: go_note(after),
        title=Text("{unit}: no free attack at {targets}", unit=unit.ref, targets=targets),
    )


def before_letting_go(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit that has no free attack (Advance)."""
    unit = able(board.unit(request.unit[0]), Text("attack"))
    if not _still_there(board, unit):
        raise RuleError(Text("{unit} has no free attack to let go.", unit=unit.ref), ADVANCE)
    return ()


def _still_there(board: Board, unit: Unit) -> Text:
    return Listed([board.unit(id).ref for id in unit.words("free_attack_at") if id in board.game.units])


LET_GO = Command(key="let_go", title=Text("Let a free attack go"), order=let_go, before=before_letting_go)
