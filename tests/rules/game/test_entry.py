"""The dice of an entry: each face with its source."""

from __future__ import annotations

from typing import Any

from rules.game.division_events import UnitSplit
from rules.game.entry import Entry, play_back
from rules.game.events import UnitPlaced
from rules.kernel.plays import Laid, Play, RecordedRoll
from rules.kernel.text import Text
from tests.rules.game.test_game import squad


def recorded_roll(**more: Any) -> RecordedRoll:
    return RecordedRoll(
        key="x", label=Text("x"), by="unit", sides=6, **{"faces": (1, 2, 3), "source": "physical"} | more
    )


def test_whose_faces_are_whose() -> None:
    assert recorded_roll(source="bot").bot_faces == (1, 2, 3)
    assert (recorded_roll().bot_faces, recorded_roll(added=2).bot_faces) == ((), (2, 3))
    laid = {"nth": 0, "key": "x", "sides": 6, "faces": (1, 2, 3), "source": "physical"}
    assert [Laid.model_validate(laid | more).own_faces for more in ({}, {"added": 2}, {"source": "bot"})] == [
        (1, 2, 3),
        (1,),
        (),
    ]


def test_dice_that_an_older_version_left_lying_are_known_by_their_label() -> None:
    laid = Laid.model_validate({"nth": 0, "label": "to hit", "sides": 6, "faces": [1], "source": "physical"})
    assert laid.key == "to hit"


def test_a_game_has_begun_from_its_first_dice_on() -> None:
    shot = Play(action="fire", facts={}, throws=(recorded_roll(),))
    entries = [
        Entry(number=at, command="fire", by="1", at=0, plays=plays) for at, plays in enumerate(((), (shot,), ()), 1)
    ]
    assert [play_back(entries[:at]).begun for at in (1, 2, 3)] == [False, True, True]


def test_units_of_an_undone_entry_are_known_as_departed() -> None:
    """Later entries may still name them: one that was placed, and one that was split off."""
    part = squad("u2", models=2)
    placed = Entry(number=1, command="unit add", by="1", at=0, events=(UnitPlaced(unit=squad("u1", models=4)),))
    split = Entry(
        number=2, command="unit split", by="1", at=0, events=(UnitSplit(unit=squad("u1", models=2), part=part),)
    )
    game = play_back([placed, split], undone={2})
    assert (game.units["u1"].models, list(game.units), game.departed) == (4, ["u1"], {"u2": part})
    assert play_back([placed], undone={1}).departed.keys() == {"u1"}
