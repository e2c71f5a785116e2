"""What is to be done on the table, out of the board before and after."""

from __future__ import annotations

from typing import Any

from bot.resolution.result import Marker, changed_units, table_sync
from data import system_of
from rules.commands import Board
from rules.game import Game
from rules.resolve import book_of
from rules.unit import Unit

SYSTEM = system_of("fubar")


def _board(*units: Unit) -> Board:
    return Board(Game(units={unit.id: unit for unit in units}), SYSTEM, book_of(SYSTEM))


def _unit(id: str = "u1", **given: Any) -> Unit:
    return Unit(**{"id": id, "name": id, "side": "Red", "models": 5, "starting": 5} | given)


def test_models_to_take_off_and_put_back() -> None:
    before, after = _board(_unit(), _unit("u2")), _board(_unit(models=3), _unit("u2", models=6))
    assert [(change.unit.id, change.models) for change in table_sync(before, after)] == [("u1", -2), ("u2", 1)]


def test_markers_to_place_and_remove() -> None:
    before = _board(_unit(states={"suppressed": 3, "stunned": 1}))
    after = _board(_unit(states={"suppressed": 1, "on_guard": 1}))
    (change,) = table_sync(before, after)
    assert change.place == (Marker("on_guard"),)
    assert change.remove == (Marker("suppressed", 2), Marker("stunned"))


def test_what_is_no_marker_is_not_told() -> None:
    assert table_sync(_board(_unit()), _board(_unit(states={"tried": 1, "moved": 1, "fired": 1}))) == []


def test_units_that_come_and_go() -> None:
    same = _unit("u3")
    units, gone = changed_units(_board(_unit(), same), _board(_unit("u2"), same))
    assert [unit.id for unit in units] == ["u2"]
    assert gone == ["u1"]
    (change,) = table_sync(_board(_unit()), _board(_unit("u2")))
    assert (change.unit.id, change.gone) == ("u1", True)
