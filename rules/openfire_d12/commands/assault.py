"""`/assault`: into an enemy's assault range, and a free attack for weapons with Impact."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.action import Played
from rules.commands import enemies, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.openfire_d12.assault import ASSAULT, Assault
from rules.openfire_d12.commands.actions import acted, bent, go_note, unplaced
from rules.openfire_d12.commands.board_facts import (
    close_to,
    closed_with,
    may_strike,
    on_table,
    parted,
    staying,
    tables,
    unit_facts,
)
from rules.openfire_d12.commands.leaving import CHOICES, left_by, strike_note, struck_by
from rules.request import Choice, Request
from rules.system import Board, Command, Planned, ResolvedCommand
from rules.text import Listed, Term, Text, counted
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError when the enemy is out of reach, or in assault range already (Actions › Assault)."""
    unit = on_table(board.unit(request.unit[0]), Text("assault"))
    target = on_table(board.unit(request.target[0]), Text("be assaulted"))
    enemies(unit, target)
    if target in close_to(board, unit):
        why = Text(
            "{unit} is in the assault range of {target}: attack it with `/fire`.", unit=unit.ref, target=target.ref
        )
        raise RuleError(why, ASSAULT)
    left = left_by(board, unit, "situation", request.situation)
    return ResolvedCommand(
        (Planned("assault", _facts(request, unit, target), {"unit": unit.id, "target": target.id}),),
        after=partial(_after, unit, target.id, left),
        notes=partial(_notes, unit.id, target.id, left),
        warnings=(*_warnings(board, unit, left), *unplaced(target)),
        title=Text("Assault: {unit} → {target}", unit=unit.ref, target=target.ref),
    )


def _facts(request: Request, unit: Unit, target: Unit) -> Assault:
    return checked(
        Assault,
        {
            "unit": unit_facts(unit),
            "target": unit_facts(target),
            "distance": request.distance[0],
            "terrain": ("slow",) if request.said("slow") else (),
            "levels_up": request.number("levels_up"),
            "levels_down": request.number("levels_down"),
        },
    )


def _warnings(board: Board, unit: Unit, left: list[Unit]) -> tuple[Text, ...]:
    found = bent(board, unit, "assault")
    if left:
        names = Listed([enemy.ref for enemy in left])
        return (*found, Text("An Assault may not leave the assault range of {names} (Assault).", names=names))
    return found


def _after(unit: Unit, target: str, left: list[Unit], board: Board, played: Sequence[Played]) -> list[Event]:
    """Enemies that are left all the same have their free attacks."""
    events = parted(board, unit, [enemy.id for enemy in left])
    board = board.after(events)
    more = [*closed_with(board, unit, board.unit(target)), *mark(unit, moved=1)]
    more += acted(board.after(more), unit, "assault")
    able = [enemy for enemy in left if may_strike(board, enemy)]
    return [*events, *more, *struck_by(board.after(more), unit, able)]


def _notes(id: str, target: str, left: list[Unit], board: Board, played: Sequence[Played]) -> list[Text]:
    unit = board.unit(id)
    able = [enemy for enemy in left if may_strike(board, enemy)]
    lines = [*strike_note(unit, able), *_impact(board, unit, board.unit(target))]
    return [*lines, *staying(board, unit, target), *go_note(board)]


def _impact(board: Board, unit: Unit, enemy: Unit) -> list[Text]:
    """That a weapon with Impact has a free attack now (Special Rules › Impact)."""
    blades = [Term(one.name) for one in unit.weapons if tables(board).weapons[one.name].impact]
    if not blades:
        return []
    return [
        Text(
            "Impact: a free attack with the {weapons}: `/fire` at {enemy}, situation `impact`.",
            weapons=Listed(blades, "or"),
            enemy=enemy.ref,
        )
    ]


COMMAND = Command(
    key="assault",
    title=Text("Assault"),
    order=order,
    needs=("unit", "target", "distance"),
    situations=(
        Choice("slow", Text("Over slow ground: −2″")),
        *(Choice(f"levels_up={n}", Text("{levels} up", levels=counted(n, "level", "levels"))) for n in range(1, 5)),
        *(Choice(f"levels_down={n}", Text("{levels} down", levels=counted(n, "level", "levels"))) for n in range(1, 5)),
        *CHOICES,
    ),
)
