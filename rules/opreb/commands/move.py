"""`/move`, `/act tac_move` and `/act position`: moves, and what they end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, clearing, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import go_note
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Choice, Request
from rules.kernel.text import Listed, Term, Text
from rules.opreb.commands.activate import acted, inactive_note, out_of_go
from rules.opreb.commands.weapons_used import skilled, support_weapons
from rules.opreb.movement import Movement, TacMove
from rules.opreb.pools import must_be_free
from rules.opreb.tables import Board


def order(board: Board, request: Request) -> ResolvedCommand:
    """A standard move unless a tac-move is named, which throws its skill test (Infantry movement)."""
    unit = able(board.unit(request.unit[0]), Text("move"))
    if request.action == "tac_move":
        return tac_move(board, request)
    facts = checked(Movement, {"action": "standard", "pinned": unit.count("pinned")})
    return _moving(board, unit, Planned("movement", facts, {"unit": unit.id}), Text("{unit}: move", unit=unit.ref))


def tac_move(board: Board, request: Request) -> ResolvedCommand:
    unit = able(board.unit(request.unit[0]), Text("move"))
    facts = checked(TacMove, {"unit": skilled(unit)})
    return _moving(board, unit, Planned("tac_move", facts, {"unit": unit.id}), Text("{unit}: tac-move", unit=unit.ref))


def _moving(board: Board, unit: Unit, planned: Planned, title: Text) -> ResolvedCommand:
    return ResolvedCommand(
        (planned,),
        after=partial(_moved, unit.id),
        notes=partial(_notes, unit),
        warnings=_before(board, unit),
        title=title,
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Alike for a standard move and a tac-move. Raises RuleError for a unit that its pinned markers hold, by ruling."""
    return _before(board, able(board.unit(request.unit[0]), Text("move")))


def _before(board: Board, unit: Unit) -> tuple[Text, ...]:
    must_be_free(unit.count("pinned"), board.book)
    return out_of_go(board, unit)


def _moved(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    unit = board.unit(id)
    return [*clearing(board, unit, "move"), *acted(board, unit)]


def _notes(before: Unit, board: Board, played: Sequence[Played]) -> list[Text]:
    left = [Text("{unit} is no longer in position.", unit=before.ref)] if before.has("in_position") else []
    return [*left, *inactive_note(board, before), *go_note(board)]


def position(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that is in position already."""
    unit, warnings = board.unit(request.unit[0]), before_position(board, request)
    return ResolvedCommand(
        after=lambda after, _: [*mark(after.unit(unit.id), in_position=1), *acted(after, after.unit(unit.id))],
        notes=lambda after, _: [_settled(after, unit), *inactive_note(after, unit), *go_note(after)],
        warnings=warnings,
        title=Text("{unit}: into position", unit=unit.ref),
    )


def before_position(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit that is in position already."""
    unit = able(board.unit(request.unit[0]), Text("get into position"))
    if unit.has("in_position"):
        raise RuleError(Text("{unit} is in position already.", unit=unit.ref), "Small arms fire › Damage conversion")
    return out_of_go(board, unit)


def _settled(board: Board, unit: Unit) -> Text:
    rows = board.tables.weapons
    guns = [
        Text("{weapon} +{dice} dice", weapon=Term(one.name), dice=one.count * rows[one.name].dice)
        for one in support_weapons(board, unit)
    ]
    if not guns or unit.has("hidden"):
        return Text("Until it moves it counts one tier better.")
    return Text(
        "Until it moves it counts one tier better, and fires with {support_weapons}.", support_weapons=Listed(guns)
    )


MOVES = (
    Choice("standard", Text("Standard move: 5″")),
    Choice("tac_move", Text("Tac-move: 5″ + 1″ a bang, 3″ on a whiff")),
)
COMMAND = Command(
    key="move",
    title=Text("Move"),
    order=order,
    before=before,
    actions=MOVES,
    terrain=(Choice("open", Text("Open ground")), Choice("rough", Text("Rough ground: no slower"))),
)
TAC_MOVE = Command(key="tac_move", title=Text("Tac-move"), order=tac_move, before=before)
POSITION = Command(key="position", title=Text("Get into position"), order=position, before=before_position)
