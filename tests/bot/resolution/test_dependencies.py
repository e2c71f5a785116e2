"""Which entries may be taken back from under later ones: found by playing both records back."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Refusal
from bot.resolution.dependencies import no_later_one_stands_on, standing, to_undo
from data import system_of
from rules.entry import Entry, Play
from rules.events import (
    Event,
    LossesTaken,
    ObjectPlaced,
    Player,
    PlayerSeated,
    PointsScored,
    StateCounted,
    StateSet,
    TableObject,
    TurnAdvanced,
    UnitDelegated,
    UnitPlaced,
    UnitRemoved,
)
from rules.unit import Unit

FUBAR = system_of("fubar")


def squad(id: str = "u1", models: int = 8, **more: Any) -> Unit:
    return Unit(id=id, name=id, side="Red", models=models, starting=8, **more)


def entry(number: int, *events: Event, **more: Any) -> Entry:
    return Entry(number=number, command=more.pop("command", "fire"), by="1", at=0.0, events=events, **more)


START = entry(1, UnitPlaced(unit=squad()), UnitPlaced(unit=squad("u2", hp=(5,), states={"weapons_lost": "lmg"})))
SMOKE = TableObject(kind="smoke", label="A", turns=2)
BOB = Player(id="2", name="Bob", side="Blue")


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (UnitPlaced(unit=squad("u9")), LossesTaken(unit="u9", models=1)),
        (UnitPlaced(unit=squad("u9")), UnitRemoved(unit="u9")),
        (UnitPlaced(unit=squad("u9")), UnitDelegated(unit="u9", player="2")),
        (UnitPlaced(unit=squad(models=12)), LossesTaken(unit="u1", models=10)),
        (StateCounted(unit="u1", state="suppressed", change=2), StateCounted(unit="u1", state="suppressed", change=-1)),
        (LossesTaken(unit="u2", hp=(3,)), LossesTaken(unit="u2", hp=(1,))),
        (LossesTaken(unit="u1", models=2), UnitPlaced(unit=squad(models=5))),
        (
            StateSet(unit="u2", state="weapons_lost", value="lmg,rpg"),
            StateSet(unit="u2", state="weapons_lost", value="lmg,rpg,hmg"),
        ),
        (ObjectPlaced(thing=SMOKE), ObjectPlaced(thing=SMOKE.model_copy(update={"turns": 1}))),
        (PlayerSeated(player=BOB), PlayerSeated(player=BOB.model_copy(update={"umpire": True}))),
    ],
)
def test_an_entry_that_others_stand_on(first: Event, later: Event) -> None:
    with pytest.raises(Refusal, match="Entry 4 stands on it: undo entry 4 first"):
        no_later_one_stands_on([START, entry(2, first), entry(3), entry(4, later)], entry(2, first), FUBAR)


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (LossesTaken(unit="u1", models=2), LossesTaken(unit="u1", models=2)),
        (LossesTaken(unit="u1", models=2), UnitPlaced(unit=squad("u9"))),
        (StateCounted(unit="u1", state="suppressed", change=1), StateCounted(unit="u1", state="suppressed", change=1)),
        (StateCounted(unit="u1", state="suppressed", change=1), StateSet(unit="u1", state="suppressed", value=None)),
        (StateSet(unit="u1", state="activated", value=1), StateSet(unit="u1", state="activated", value=None)),
        (TurnAdvanced(turn=2), TurnAdvanced(turn=3)),
        (PointsScored(side="Red", points=2, why="x"), PointsScored(side="Red", points=-3, why="x")),
    ],
)
def test_an_entry_that_nobody_stands_on(first: Event, later: Event) -> None:
    no_later_one_stands_on([START, entry(2, first), entry(3, later)], entry(2, first), FUBAR)


def test_a_unit_that_took_part_in_later_dice_was_there() -> None:
    play = Play(action="fire", facts={}, roles={"target": "u9"})
    record = [START, entry(2, UnitPlaced(unit=squad("u9"))), entry(3, plays=(play,))]
    with pytest.raises(Refusal, match="Entry 3 stands on it"):
        no_later_one_stands_on(record, record[1], FUBAR)


def test_what_is_undone_stands_on_nothing() -> None:
    record = [START, entry(2, UnitPlaced(unit=squad("u9"))), entry(3, LossesTaken(unit="u9", models=1))]
    no_later_one_stands_on([*record, entry(4, command="undo", undoes=3)], record[1], FUBAR)


def test_an_amendment_stands_where_the_old_entry_stood() -> None:
    record = [START, entry(2), entry(3, undoes=2)]
    assert [one.number for one in standing(record)] == [1, 3]
    assert to_undo(record, None).number == 3
    undone = [*record, entry(4, command="undo", undoes=3)]
    assert [one.number for one in standing(undone)] == [1]


@pytest.mark.parametrize("command", ["undo", "game new", "game reopen", "game move", "dice back"])
def test_what_is_never_undone(command: str) -> None:
    record = [START, entry(2, command=command)]
    assert to_undo(record, None).number == 1
    with pytest.raises(Refusal):
        to_undo(record, 2)
