"""`/move`: Advance or Rush, the ground on the way, and enemies that are left behind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.action import Played
from rules.commands import clearing, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.openfire_d12.commands.actions import acted, bent, go_note
from rules.openfire_d12.commands.board_facts import (
    close_to,
    gone_note,
    may_strike,
    on_table,
    parted,
    staying,
    unit_facts,
)
from rules.openfire_d12.dangerous import Dangerous
from rules.openfire_d12.movement import ACTIONS, RUSH, Movement, free_attack
from rules.request import Choice, Request
from rules.system import Board, Command, Planned, ResolvedCommand
from rules.text import Listed, Text, counted
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """An Advance unless a Rush is named; raises RuleError for a move that is not allowed."""
    unit = on_table(board.unit(request.unit[0]), Text("move"))
    action = request.action or "advance"
    near = close_to(board, unit)
    if action == "rush" and near:
        why = Text("{unit} is in the assault range of {enemy} and may not rush.", unit=unit.ref, enemy=near[0].ref)
        raise RuleError(why, RUSH)
    leaves = "leaves_assault_range" in request.extra
    strikers = [enemy for enemy in near if may_strike(board, enemy)]
    facts = checked(Movement, _facts(request, unit, action, leaves and (bool(strikers) or not near)))
    return ResolvedCommand(
        _plays(request, unit, facts, strikers),
        after=partial(_after, unit, action, leaves),
        notes=partial(_notes, unit, near, request),
        warnings=(*bent(board, unit, action), *_ends(request, unit)),
        title=Text("{unit} moves: {action}", unit=unit.ref, action=ACTIONS[facts.action]),
    )


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


def _plays(request: Request, unit: Unit, facts: Movement, near: list[Unit]) -> tuple[Planned, ...]:
    """The move; dangerous ground is thrown for at once, unless a free attack may come before it."""
    roles = {"unit": unit.id} | ({"defender": near[0].id} if near else {})
    move = Planned("movement", facts, roles)
    if "dangerous" not in request.terrain or facts.leaves_assault_range:
        return (move,)
    return move, Planned("dangerous", checked(Dangerous, {"unit": facts.unit}), {"unit": unit.id})


def _ends(request: Request, unit: Unit) -> tuple[Text, ...]:
    found: list[Text] = []
    if "ends_rough" in request.extra:
        found.append(Text("{unit} may not end its move on rough ground (Terrain › Rough).", unit=unit.ref))
    if "ends_climbing" in request.extra:
        found.append(
            Text("{unit} ends on a climb: only with a second move that goes on (Terrain › Climbable).", unit=unit.ref)
        )
    return tuple(found)


def _after(unit: Unit, action: str, leaves: bool, board: Board, played: Sequence[Played]) -> list[Event]:
    gone = not board.unit(unit.id).alive
    events = [*clearing(board, board.unit(unit.id), "move"), *mark(unit, moved=1)]
    events += parted(board, board.unit(unit.id)) if leaves or gone else []
    return [*events, *acted(board.after(events), unit, action)]


def _notes(unit: Unit, near: list[Unit], request: Request, board: Board, played: Sequence[Played]) -> list[Text]:
    lines = [*gone_note(board, [unit.id]), *staying(board, board.unit(unit.id))]
    if "leaves_assault_range" in request.extra:
        lines += _left(board, unit, near, free_attack(played[0].made))
        if "dangerous" in request.terrain and len(played) == 1:
            lines.append(Text("Then throw for the dangerous ground: `/act dangerous`."))
    return [*lines, *go_note(board)]


def _left(board: Board, unit: Unit, near: list[Unit], attacked: bool) -> list[Text]:
    """Which of the enemies that are left may attack first, and who of them cannot."""
    able = [enemy for enemy in near if may_strike(board, enemy)]
    lines = [
        Text("{enemy} makes no free attack: 2 suppression tokens, or no weapon of range 1.", enemy=enemy.ref)
        for enemy in near
        if enemy not in able
    ]
    if attacked:
        enemies = Listed([enemy.ref for enemy in able]) or Text("the enemy")
        free = Text(
            "Before the models move: free attack by {enemies}, `/fire` at {unit}, situation `free`.",
            enemies=enemies,
            unit=unit.ref,
        )
        lines.append(free)
    return lines


COMMAND = Command(
    key="move",
    title=Text("Move"),
    order=order,
    actions=(Choice("advance", Text("Advance: MOV")), Choice("rush", Text("Rush: MOV − 2"))),
    terrain=(
        Choice("slow", Text("Slow: MOV − 2")),
        Choice("climb", Text("A climb: say how many levels")),
        Choice("rough", Text("Rough: nobody stops on it")),
        Choice("dangerous", Text("Dangerous: a die for each model")),
    ),
    extra=(
        Choice("leaves_assault_range", Text("Leaves an enemy's assault range")),
        *(
            Choice(f"levels_up={n}", Text("{levels} up: {inches}″", levels=counted(n, "level", "levels"), inches=n))
            for n in range(1, 7)
        ),
        *(
            Choice(
                f"levels_down={n}",
                Text("{levels} down: {inches}″", levels=counted(n, "level", "levels"), inches=n // 2),
            )
            for n in range(1, 7)
        ),
        Choice("ends_rough", Text("Ends on rough ground")),
        Choice("ends_climbing", Text("Ends on a climb")),
    ),
)
