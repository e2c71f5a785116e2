"""The conditions of an event for an undo: possible without an earlier entry, and the fields that it sets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.game.clocks_and_seals import ClockSet
from rules.game.events import (
    ALL,
    Event,
    LossesTaken,
    ObjectPlaced,
    ObjectRemoved,
    StateCounted,
    StateOver,
    StateSet,
    UnitPlaced,
    UnitRemoved,
    unit_words,
)
from rules.game.figure_events import FigureSet
from rules.game.game import Game
from rules.game.table_events import ConsentSet, PlayerSeated, SideColoured, TimeoutSet, UnitDelegated
from rules.game.tabletop import Player, TableObject
from rules.game.unit import Figure
from tests.rules.game.test_game import after, squad
from tests.rules.stored import schemas_of

HERE = UnitPlaced(unit=squad(models=4, hp=(3,)))
HURT = UnitPlaced(unit=squad(models=2, hp=(1,)))
SMOKE, LARGER = TableObject(kind="smoke", label="A"), TableObject(kind="smoke", label="A", radius=2)
ANN = Player(id="1", name="Ann", side="red")
LED = FigureSet(unit="u1", name="Cid", figure=Figure(name="Cid"))
FELL = FigureSet(unit="u1", name="Cid", figure=Figure(name="Cid", fell=2))


UP, DOWN = StateCounted(unit="u1", state="hit", change=1), StateCounted(unit="u1", state="hit", change=-1)


def two(*words: str) -> StateSet:
    return StateSet(unit="u1", state="engaged_with", value=",".join(words))


@pytest.mark.parametrize(
    ("event", "without", "was", "could"),
    [
        (HERE, [], [], True),
        (HURT, [HERE], [HERE], True),
        (HURT, [HURT], [HERE], False),
        (HURT, [], [HERE], False),
        (UnitRemoved(unit="u1"), [], [HERE], False),
        (UnitRemoved(unit="u1"), [], [], True),
        (UnitRemoved(unit="u1"), [HURT], [HERE], True),
        (LossesTaken(unit="u1", models=2), [HURT], [HERE], True),
        (LossesTaken(unit="u1", models=3), [HURT], [HERE], False),
        (LossesTaken(unit="u1", models=5), [HURT], [HERE], True),
        (LossesTaken(unit="u1", models=3), [], [HERE], False),
        (LossesTaken(unit="u1", models=1, hp=(2,)), [HERE], [HERE], True),
        (LossesTaken(unit="u1", models=1, hp=(2,)), [HURT], [HERE], False),
        (FELL, [HERE], [HERE], True),
        (FELL, [HURT], [HERE], True),
        (FELL, [HERE], [HURT], False),
        (LED, [HERE], [HURT], True),
        (FELL, [HERE], [HERE, LED], False),
        (FELL, [HERE, LED], [HERE, LED], True),
        (FELL, [], [HERE], False),
        (FELL, [HERE], [], True),
        (two("u2", "u3"), [HERE], [HERE, two("u2")], False),
        (two("u2", "u3"), [HERE, two("u2")], [HERE, two("u2")], True),
        (two("u2", "u3"), [HERE, two("u4")], [HERE], True),
        (two("u2"), [HERE], [HERE, two("u2")], True),
        (two("u3"), [HERE], [HERE, two("u2")], True),
        (DOWN, [HERE], [HERE, UP], False),
        (DOWN, [HERE, UP], [HERE, UP], True),
        (DOWN, [HERE], [HERE], True),
        (UP, [HERE], [HERE, UP], True),
        (ObjectPlaced(thing=LARGER), [], [ObjectPlaced(thing=SMOKE)], False),
        (ObjectPlaced(thing=LARGER), [ObjectPlaced(thing=SMOKE)], [ObjectPlaced(thing=SMOKE)], True),
        (ObjectPlaced(thing=SMOKE), [], [], True),
        (ObjectRemoved(label="A"), [], [ObjectPlaced(thing=SMOKE)], True),
        (PlayerSeated(player=ANN), [], [PlayerSeated(player=ANN)], False),
        (PlayerSeated(player=ANN), [PlayerSeated(player=ANN)], [PlayerSeated(player=ANN)], True),
        (PlayerSeated(player=ANN), [], [], True),
        (UnitDelegated(unit="u1", player="1"), [], [HERE], False),
        (UnitDelegated(unit="u1", player="1"), [HERE], [HERE], True),
        (UnitDelegated(unit="u1", player=None), [], [HERE], True),
        (ClockSet(seconds=60, side="red"), [], [ClockSet(seconds=90)], False),
        (ClockSet(seconds=60, side="red"), [ClockSet(seconds=90)], [ClockSet(seconds=90)], True),
        (ClockSet(seconds=60, side="red"), [], [], True),
        (ClockSet(seconds=60), [], [ClockSet(seconds=90)], True),
    ],
)
def test_an_event_could_have_happened_without_an_entry_that_it_does_not_build_on(
    event: Event, without: list[Event], was: list[Event], could: bool
) -> None:
    assert event.applies_to(after(*without), after(*was)) is could


@pytest.mark.parametrize(
    ("event", "sets"),
    [
        (HERE, ("u1", ALL)),
        (UnitRemoved(unit="u1"), None),
        (LossesTaken(unit="u1", models=1), None),
        (LossesTaken(unit="u1", models=1, hp=(2,)), ("u1", "hp")),
        (LED, ("u1", "figure Cid")),
        (two("u2"), ("u1", "engaged_with")),
        (StateOver(unit="u1", state="smoked", in_turn=2), ("u1", "smoked")),
        (UP, ("u1", "hit")),
        (PlayerSeated(player=ANN), None),
    ],
)
def test_two_events_that_set_the_same_of_a_unit_cannot_change_places(
    event: Event, sets: tuple[str, str] | None
) -> None:
    assert event.sets == sets


def test_a_state_that_holds_words_has_none_where_it_is_a_number_or_nothing() -> None:
    assert [unit_words(value) for value in ("u2,u3", "u2", "", 3, None)] == [("u2", "u3"), ("u2",), (), (), ()]


def test_consent_questions_and_colours_are_as_they_were_set_last() -> None:
    game = after(ConsentSet(on=True), TimeoutSet(minutes=90, policy="umpire"), SideColoured(side="red", colour="pink"))
    assert (game.consent, game.timeout, game.colours) == (True, (90, "umpire"), {"red": "pink"})
    assert not after(ConsentSet(on=True), ConsentSet(on=False)).consent


def test_a_game_that_is_read_again_shares_the_units_that_are_equal_and_no_others() -> None:
    known, anew = after(HERE, UnitPlaced(unit=squad("u2"))), after(HURT, UnitPlaced(unit=squad("u2")))
    shared: Game = anew.with_shared_units(known)
    assert shared is anew
    assert shared.units["u2"] is known.units["u2"]
    assert shared.units["u1"] == HURT.unit


def test_events_are_stored_under_the_names_of_the_published_schema() -> None:
    published = json.loads((Path(__file__).parents[3] / "data/exports/game.schema.json").read_text(encoding="utf-8"))[
        "$defs"
    ]
    found = schemas_of(Event)
    assert found == {name: published.get(name) for name in found}
