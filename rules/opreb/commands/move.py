"""`/move`, `/act tac_move` and `/act position`: moves, and what they end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.commands import Board, Choice, Command, Planned, Request, ResolvedCommand, able, clearing, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.opreb.commands.actions import acted, go_note, inactive_note, out_of_go
from rules.opreb.commands.board_facts import skilled, support_weapons, tables
from rules.opreb.movement import Movement
from rules.opreb.tac_move import TacMove
from rules.system import Played
from rules.text import listed, say, spoken
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """A standard move unless a tac-move is named, which throws its skill test (Infantry movement)."""
    unit = able(board.unit(request.unit[0]), say("move"))
    if request.action == "tac_move":
        return tac_move(board, request)
    facts = checked(Movement, {"action": "standard", "pinned": unit.count("pinned")})
    return _moving(board, unit, Planned("movement", facts, {"unit": unit.id}), say("{unit} moves", unit=unit.name))


def tac_move(board: Board, request: Request) -> ResolvedCommand:
    unit = able(board.unit(request.unit[0]), say("move"))
    facts = checked(TacMove, {"unit": skilled(unit)})
    return _moving(
        board, unit, Planned("tac_move", facts, {"unit": unit.id}), say("{unit} makes a tac-move", unit=unit.name)
    )


def _moving(board: Board, unit: Unit, planned: Planned, title: str) -> ResolvedCommand:
    return ResolvedCommand(
        (planned,),
        after=partial(_moved, unit.id),
        notes=partial(_notes, unit),
        warnings=out_of_go(board, unit),
        title=title,
    )


def _moved(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    unit = board.unit(id)
    return [*clearing(board, unit, "move"), *acted(board, unit)]


def _notes(before: Unit, board: Board, played: Sequence[Played]) -> list[str]:
    left = [say("{unit} is no longer in position.", unit=before.name)] if before.has("in_position") else []
    return [*left, *inactive_note(board, before), *go_note(board)]


def position(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that is in position already."""
    unit = able(board.unit(request.unit[0]), say("get into position"))
    if unit.has("in_position"):
        raise RuleError(say("{unit} is in position already.", unit=unit.name), "Small arms fire › Damage conversion")
    return ResolvedCommand(
        after=lambda after, _: [*mark(after.unit(unit.id), in_position=1), *acted(after, after.unit(unit.id))],
        notes=lambda after, _: [_settled(after, unit), *inactive_note(after, unit), *go_note(after)],
        warnings=out_of_go(board, unit),
        title=say("{unit} gets into position", unit=unit.name),
    )


def _settled(board: Board, unit: Unit) -> str:
    rows = tables(board).weapons
    guns = [
        say("{weapon} +{dice} dice", weapon=spoken(one.name), dice=one.count * rows[one.name].dice)
        for one in support_weapons(board, unit)
    ]
    if not guns:
        return say("Until it moves it counts one tier better.")
    return say(
        "Until it moves it counts one tier better, and fires with {support_weapons}.", support_weapons=listed(guns)
    )


MOVES = (Choice("standard", "Standard move: 5″"), Choice("tac_move", "Tac-move: 5″ + bangs, 3″ on a whiff"))
COMMAND = Command(
    key="move",
    title="Move",
    order=order,
    actions=MOVES,
    terrain=(Choice("open", "Open ground"), Choice("rough", "Rough ground: no slower")),
)
TAC_MOVE = Command(key="tac_move", title="Tac-move", order=tac_move)
POSITION = Command(key="position", title="Get into position", order=position)
