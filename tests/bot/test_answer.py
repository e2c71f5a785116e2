"""What is to be done on the table after an entry: models, markers, hit points, objects."""

from __future__ import annotations

from typing import Any

import pytest

from bot.answer import Change, objects_sync, table_sync
from data import system_of
from rules.board import Board
from rules.events import Counted, Event, Joined, Left, Lost, Marked, Placed, Taken, Thing
from rules.game import Game
from rules.resolve import book_of
from rules.unit import Unit

UNIT = Unit(id="u1", name="Marines", side="Red", models=5, starting=5, hp=(3,))
SMOKE = Thing(kind="smoke", label="A", turns=2)


def board(*events: Event, **states: Any) -> Board:
    system = system_of("fubar")
    game = Game(units={"u1": UNIT.model_copy(update={"states": states})}).with_events(events)
    return Board(game, system, book_of(system, {}))


def changes(before: Board, *events: Event) -> list[dict[str, Any]]:
    """Each change by what it says, without the unit."""
    found = table_sync(before, before.after(events))
    said = [change._asdict() for change in found]
    nothing = Change(UNIT)._asdict()
    return [{name: value for name, value in one.items() if name != "unit" and value != nothing[name]} for one in said]


@pytest.mark.parametrize(
    ("states", "event", "change"),
    [
        ({}, Marked(unit="u1", state="on_guard", value=1), {"place": ("on_guard",)}),
        ({"on_guard": 1}, Marked(unit="u1", state="on_guard", value=None), {"remove": ("on_guard",)}),
        ({}, Counted(unit="u1", state="suppressed", change=2), {"place": ("2 suppressed",)}),
        ({"suppressed": 3}, Counted(unit="u1", state="suppressed", change=-2), {"remove": ("2 suppressed",)}),
        ({}, Marked(unit="u1", state="engaged_with", value="u2"), {"place": ("engaged_with",)}),
        ({}, Marked(unit="u1", state="weapons_lost", value="lmg"), {"place": ("weapons_lost: lmg",)}),
        (
            {"weapons_lost": "lmg"},
            Marked(unit="u1", state="weapons_lost", value="lmg,heavy_mg"),
            {"place": ("weapons_lost: heavy_mg",)},
        ),
        (
            {"weapons_lost": "lmg"},
            Marked(unit="u1", state="weapons_lost", value=None),
            {"remove": ("weapons_lost: lmg",)},
        ),
        ({}, Lost(unit="u1", models=2), {"models": -2}),
        ({}, Lost(unit="u1", hp=(1,)), {"hp": (1,)}),
        ({}, Left(unit="u1"), {"gone": True}),
    ],
)
def test_every_kind_of_marker_is_said(states: dict[str, Any], event: Event, change: dict[str, Any]) -> None:
    assert changes(board(**states), event) == [change]


def test_what_does_not_lie_on_the_table_is_not_said() -> None:
    assert (
        changes(board(), Marked(unit="u1", state="tried", value=1), Marked(unit="u1", state="action", value="run"))
        == []
    )


def test_a_unit_that_comes_with_markers_gets_them() -> None:
    new = UNIT.model_copy(update={"id": "u2", "states": {"on_guard": 1}})
    assert changes(board(), Joined(unit=new)) == [{"place": ("on_guard",)}]
    assert changes(board(), Joined(unit=new.model_copy(update={"states": {}}))) == []


def test_objects_come_and_go() -> None:
    before, after = board(), board(Placed(thing=SMOKE))
    assert objects_sync(before, after) == ([SMOKE], [])
    assert objects_sync(after, after.after([Taken(label="A")])) == ([], [SMOKE])
    assert objects_sync(after, after.after([Placed(thing=SMOKE.model_copy(update={"turns": 1}))])) == ([], [])
