"""`/move`: Advance or Rush, the ground on the way, and enemies that are left behind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import clearing, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, checked
from rules.kernel.request import Request
from rules.kernel.text import Text, counted
from rules.openfire_d12.commands.actions import acted, bent, go_note, taken_over
from rules.openfire_d12.commands.board_facts import (
    close_to,
    gone_note,
    may_strike,
    on_table,
    parted,
    staying,
    unit_facts,
)
from rules.openfire_d12.commands.leaving import CHOICES, left_by, strike_note, struck_by, then_dangerous
from rules.openfire_d12.movement import ACTIONS, RUSH, Dangerous, Movement, free_attack, may_move, plan
from rules.openfire_d12.tables import Board, MoveAction


def order(board: Board, request: Request) -> ResolvedCommand:
    """An Advance unless a Rush is named; raises RuleError for a move that is not allowed."""
    unit, action = on_table(board.unit(request.unit[0]), Text("move")), _way(request)
    _may_rush(board, unit, action)
    left = left_by(board, unit, "extra", request.extra)
    able = [enemy for enemy in left if may_strike(board, enemy)]
    facts = checked(Movement, _facts(request, unit, action, bool(able)))
    return ResolvedCommand(
        _plays(request, unit, facts, able),
        after=partial(_after, unit, action, left, able, "dangerous" in request.terrain),
        notes=partial(_notes, board, unit, left, able, request),
        warnings=_warnings(board, unit, request),
        ends=taken_over(board, unit, action),
        title=Text("{unit}: {action}", unit=unit.ref, action=ACTIONS[facts.action]),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises MissingFacts for a unit in an assault range, of which nobody has said whether it leaves it."""
    unit, action = on_table(board.unit(request.unit[0]), Text("move")), _way(request)
    _may_rush(board, unit, action)
    may_move(unit_facts(unit), action)
    warnings = _warnings(board, unit, request)
    if not warnings:
        left_by(board, unit, "extra", request.extra)
    return warnings


def inches(board: Board, request: Request) -> int | None:
    """As far out of an enemy's assault range as within it; a move on the spot is an action all the same."""
    facts = checked(Movement, _facts(request, board.unit(request.unit[0]), _way(request), False))
    return total(plan(facts, board.book).why, "inches") or None


def _way(request: Request) -> MoveAction:
    return "rush" if request.action == "rush" else "advance"


def _may_rush(board: Board, unit: Unit, action: MoveAction) -> None:
    near = close_to(board, unit)
    if action == "rush" and near:
        why = Text("{unit} is in the assault range of {enemy} and may not rush.", unit=unit.ref, enemy=near[0].ref)
        raise RuleError(why, RUSH)


def _warnings(board: Board, unit: Unit, request: Request) -> tuple[Text, ...]:
    return (*bent(board, unit, _way(request)), *_ends(request, unit))


def _facts(request: Request, unit: Unit, action: str, leaves: bool) -> dict[str, object]:
    return {
        "unit": unit_facts(unit),
        "action": action,
        "terrain": request.terrain,
        "levels_up": _number(request, "levels_up"),
        "levels_down": _number(request, "levels_down"),
        "leaves_assault_range": leaves,
    }


def _number(request: Request, code: str) -> int:
    """The number given with an extra such as `levels_up=2`."""
    found = [said.partition("=")[2] for said in request.extra if said.partition("=")[0] == code]
    return int(found[0]) if found else 0


def _plays(request: Request, unit: Unit, facts: Movement, able: list[Unit]) -> tuple[Planned, ...]:
    """The move, once for each enemy that decides about a free attack; dangerous ground is thrown for at once,
    unless such an attack may come before it.
    """
    alone = {"unit": unit.id}
    if able:
        return tuple(Planned("movement", facts, alone | {"defender": enemy.id}) for enemy in able)
    move = Planned("movement", facts, alone)
    if "dangerous" not in request.terrain:
        return (move,)
    return move, Planned("dangerous", checked(Dangerous, {"unit": facts.unit}), alone)


def _taken(able: list[Unit], played: Sequence[Played]) -> list[Unit]:
    """The enemies among those left who take their free attacks."""
    return [enemy for enemy, one in zip(able, played, strict=False) if free_attack(one.made)]


def _ends(request: Request, unit: Unit) -> tuple[Text, ...]:
    found: list[Text] = []
    if "ends_rough" in request.extra:
        found.append(Text("{unit} may not end its move on rough ground (Terrain › Rough).", unit=unit.ref))
    if "ends_climbing" in request.extra:
        found.append(
            Text("{unit} ends on a climb: only with a second move that goes on (Terrain › Climbable).", unit=unit.ref)
        )
    return tuple(found)


def _after(
    unit: Unit,
    action: str,
    left: list[Unit],
    able: list[Unit],
    dangerous: bool,
    board: Board,
    played: Sequence[Played],
) -> list[Event]:
    """Free attacks come after the action is spent, which ends those that were open before; the roll for `dangerous`
    ground is due after them.
    """
    events = [*clearing(board, board.unit(unit.id), "move"), *mark(unit, moved=1)]
    events += mark(unit, ground_due=1) if able and dangerous else []
    gone = None if not board.unit(unit.id).alive else [enemy.id for enemy in left]
    events += parted(board, board.unit(unit.id), gone)
    events += acted(board.after(events), unit, action)
    return [*events, *struck_by(board.after(events), unit, _taken(able, played))]


def _notes(
    before: Board,
    unit: Unit,
    left: list[Unit],
    able: list[Unit],
    request: Request,
    board: Board,
    played: Sequence[Played],
) -> list[Text]:
    lines = [*gone_note(before, board, [unit.id]), *staying(board, board.unit(unit.id))]
    lines += [
        Text("{enemy} makes no free attack: 2 suppression tokens, or no weapon of range 1″.", enemy=enemy.ref)
        for enemy in left
        if enemy not in able
    ]
    lines += strike_note(_taken(able, played))
    if able and "dangerous" in request.terrain:
        lines.append(then_dangerous(unit))
    return [*lines, *go_note(board)]


COMMAND = Command(
    key="move",
    title=Text("Move"),
    order=order,
    before=before,
    inches=inches,
    actions=(
        Choice("advance", Text("Advance, MOV"), Text("Advance")),
        Choice("rush", Text("Rush, MOV − 2″"), Text("Rush")),
    ),
    terrain=(
        Choice("slow", Text("Slow: MOV − 2″")),
        Choice("climb", Text("A climb: say how many levels")),
        Choice("rough", Text("Rough: nobody stops on it")),
        Choice("dangerous", Text("Dangerous: a die for each model")),
    ),
    extra=(
        *CHOICES,
        *(
            Choice(f"levels_up={n}", Text("{levels} up: {inches}″", levels=counted(n, "level", "levels"), inches=n))
            for n in range(1, 7)
        ),
        *(
            Choice(
                f"levels_down={n}",
                Text("{levels} down", levels=counted(n, "level", "levels")),
            )
            for n in range(1, 7)
        ),
        Choice("ends_rough", Text("Ends on rough ground")),
        Choice("ends_climbing", Text("Ends on a climb")),
    ),
)
