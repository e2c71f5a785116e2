"""Extreme units are usable: no valid profile or edit makes a command of the unit fail."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, get_args

import pytest

from bot.game.registry import ActiveGame
from bot.services.play.unit_edits import edit_unit
from bot.store.tables import StoredGame
from data import SYSTEMS
from rules.command.force import muster_units, spec
from rules.command.system import Board, System
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from tests.bot.playing import call

NUMBERS = ("-1", "0", "1", "2", "5", "12", "20", "24", "100", "1000")
PLAYED = ("activate", "fire", "move", "assault", "morale")
"""Commands whose facts come from the board and from the options given here: bad facts are a fault too."""


def _words(annotation: Any) -> Iterator[str]:
    for part in get_args(annotation):
        yield from [part] if isinstance(part, str) else _words(part)


def _edits(system: System, nth: int) -> Iterator[tuple[str, str]]:
    """Yield every field of a unit with its lowest and highest value, and one too high.

    The first kind of a system has all numbers and fields; the others take turns with them and with its weapons, which
    are the same in all of them.
    """
    numbers = NUMBERS[nth % 3 :: 3] if nth else NUMBERS
    yield from [(field, value) for field in ("models", "starting", "hp") for value in numbers]
    yield from [("hp", ""), ("hp", "100 " * 100), ("hp", "1 " * 150)]
    for weapon in [*system.weapons][nth % 4 :: 4]:
        yield from [("weapons", f"100 {weapon}"), ("weapons", ", ".join([f"100 {weapon}"] * 20))]
    for field, info in [*system.profile.model_fields.items()][nth % 3 :: 3 if nth else 1]:
        yield from [(field, value) for value in (*numbers, "none", "true", "false", *_words(info.annotation))]


def _requests(system: System, unit: Unit, enemy: Unit) -> Iterator[Request]:
    for key, command in system.commands.items():
        cover = tuple(choice.code for choice in command.covers[:1])
        given: dict[str, Any] = {"distance": (Decimal(1),), "cover": cover}
        yield Request(key, (unit.id,), (enemy.id,), side=unit.side, **given)
        if "target" in command.needs:
            yield Request(key, (enemy.id,), (unit.id,), side=enemy.side, **given)
    for key in system.acts:
        yield Request("act", (unit.id,), (enemy.id,), (Decimal(1),), action=key, side=unit.side)
        yield Request("act", (unit.id,), action=key, side=unit.side)


def _plan(board: Board, request: Request) -> None:
    """As far as the first die; what the rules forbid, and what has still to be asked for, is no fault."""
    commands = board.system.acts if request.command == "act" else board.system.commands
    try:
        for play in commands[request.action or request.command].plan(board, request).plays:
            board.system.actions[play.action].plan(play.facts, board.book)
    except (RuleError, MissingFacts):
        return
    except BadFacts:
        if request.command in PLAYED:
            raise


def _use(board: Board, unit: Unit, enemy: Unit) -> None:
    board.system.may(board, unit)
    board.system.armed(unit)
    board.system.settle(board)
    for request in _requests(board.system, unit, enemy):
        _plan(board, request)


def _units(system: System, kind: str, **given: Any) -> list[Unit]:
    game, wanted = Game(), spec(system, {"type": kind, "name": "A", **given})
    unit = muster_units(system, game, "Red", [wanted], "1")[0]
    game.apply(UnitPlaced(unit=unit))
    return [unit, *muster_units(system, game, "Blue", [spec(system, {"type": next(iter(system.units))})], "2")]


def _board(system: System, *units: Unit) -> Board:
    return Board(Game(units={unit.id: unit for unit in units}), system, ruleset_of(system))


def _live(board: Board) -> ActiveGame:
    told: dict[str, Any] = {
        "id": "g",
        "guild_id": "1",
        "channel_id": "2",
        "name": "x",
        "version": "1",
        "started_by": "1",
    }
    info = StoredGame(system=board.system.key, units="inches", started_at=0.0, **told)
    return ActiveGame(info, board.system, board.game)


KINDS = [pytest.param(system, kind, id=f"{system.key} {kind}") for system in SYSTEMS for kind in system.units]
every_kind = pytest.mark.parametrize(("system", "kind"), KINDS)


@every_kind
def test_a_unit_of_any_number_that_is_taken_can_be_used(system: System, kind: str) -> None:
    for models in (1, 100):
        if system.unit_faults(_units(system, kind)[0].model_copy(update={"models": models})):
            with pytest.raises(BadFacts, match="every vehicle"):
                _units(system, kind, models=models)
        else:
            unit, enemy = _units(system, kind, models=models)
            _use(_board(system, unit, enemy), unit, enemy)


@every_kind
def test_a_unit_after_any_edit_that_is_taken_can_be_used(system: System, kind: str) -> None:
    unit, enemy = _units(system, kind)
    live, taken = _live(_board(system, unit, enemy)), 0
    for field, value in _edits(system, [*system.units].index(kind)):
        try:
            changed = edit_unit(live, call(), unit, field, value)
        except BadFacts:
            continue
        taken += 1
        _use(_board(system, changed, enemy), changed, enemy)
    assert taken > 10
