"""The dice of an entry: each face with its source."""

from __future__ import annotations

from typing import Any

import pytest

from rules.game.clocks_and_seals import ClockSet
from rules.game.division_events import UnitSplit
from rules.game.entry import Entry, Past, initial_game, play_back, play_entries
from rules.game.events import StateSet, TurnAdvanced, UnitPlaced
from rules.game.game import Game
from rules.game.table_events import PlayerSeated
from rules.game.tabletop import Player
from rules.kernel.errors import BadEntry
from rules.kernel.plays import Laid, Play, RecordedRoll
from rules.kernel.text import NOTHING, Term, Text
from tests.rows import for_each
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


SHOT = (Play(action="fire", facts={}, throws=(recorded_roll(),)),)


def _entry(number: int, *events: Any, **more: Any) -> Entry:
    return Entry(**{"number": number, "command": "fire", "by": "1", "at": 10.0 * number, "events": events} | more)


def test_an_entry_is_shown_by_its_title_or_else_its_command() -> None:
    assert [_entry(1, title=title).shown_title for title in (Text("Shot"), NOTHING)] == [Text("Shot"), Term("fire")]


def test_an_entry_about_an_absent_unit_names_it_and_its_number() -> None:
    with pytest.raises(BadEntry, match=r"entry 4 names a unit that does not exist \(u7\)"):
        _entry(4, StateSet(unit="u7", state="hit", value=1)).apply(Game())


def test_the_clock_gives_its_increment_to_a_side_that_ends_its_go() -> None:
    """Not for an undo that goes back, but for one with dice; the time waited for is spent in any case."""

    def holder(side: str | None) -> TurnAdvanced:
        return TurnAdvanced(turn=1, order=("red", "blue"), holder=side)

    begun = [_entry(1, ClockSet(seconds=60, increment=5), holder("red"))]
    red, blue = holder("red"), holder("blue")
    for more, extra in (
        ((blue,), {"red": 5.0}),
        ((red,), {}),
        ((blue, holder(None)), {"red": 5.0}),
    ):
        clock = play_back([*begun, _entry(2, *more, waited={"red": 2.5})]).clock
        assert clock
        assert (clock.extra, clock.spent, clock.at, clock.seconds) == (extra, {"red": {"fire": 2.5}}, 20.0, 60)
    for plays, extra in (((), {}), (SHOT, {"red": 5.0})):
        undo = _entry(3, blue, undoes=2, plays=plays)
        clock = play_back([*begun, _entry(2, waited={"blue": 1.0}), undo]).clock
        assert clock
        assert (clock.extra, clock.spent, clock.at) == (extra, {"blue": {"fire": 1.0}}, 30.0)
    none = play_back([_entry(1, ClockSet(seconds=60, increment=5)), _entry(2, blue)]).clock
    assert none
    assert none.extra == {}


@for_each(
    ("umpire", "more", "left"),
    [
        ({"umpire": True}, {"plays": SHOT}, ("blue",)),
        ({"umpire": True}, {}, None),
        ({"umpire": True}, {"plays": SHOT, "side": "red"}, None),
        ({"umpire": True}, {"plays": SHOT, "side": None}, None),
        ({"umpire": True}, {"plays": SHOT, "by": "3"}, None),
        ({"umpire": True, "side": "green"}, {"plays": SHOT}, None),
        ({}, {"plays": SHOT}, None),
    ],
)
def test_an_umpire_who_plays_a_side_without_a_player_knows_that_side(
    umpire: dict[str, Any], more: dict[str, Any], left: tuple[str, ...] | None
) -> None:
    seats = [Player(id="1", name="Ann", side="red"), Player(id="2", name="Bob", **umpire)]
    game = play_back(
        [
            _entry(1, *(PlayerSeated(player=player) for player in seats)),
            _entry(2, **{"by": "2", "side": "blue"} | more),
        ]
    )
    assert game.left_sides.get("2") == left


def test_a_seat_that_an_undo_takes_back_was_left_if_dice_were_rolled() -> None:
    """It was so too if the undo is not among the entries, and if the only dice were undone."""
    seated = _entry(2, PlayerSeated(player=Player(id="9", name="Cid", side="red")))
    rolled, undo, other = _entry(1, plays=SHOT), _entry(3, undoes=2), _entry(3, undoes=1)
    assert play_back([rolled, seated, undo]).left_sides == {"9": ("red",)}
    assert play_back([rolled, seated], undone={2}).left_sides == {"9": ("red",)}
    assert play_back([rolled, seated], undone={1, 2}).left_sides == {"9": ("red",)}
    assert play_back([_entry(1), seated, undo]).left_sides == {}
    assert play_back([rolled, seated, other]).left_sides == {}


def test_entries_are_played_on_the_game_before_them() -> None:
    first, second = _entry(1, UnitPlaced(unit=squad("u1"))), _entry(2, UnitPlaced(unit=squad("u2")))
    base = play_back([first])
    past = Past.from_base(base, [second])
    assert list(play_entries(past).units) == list(play_entries([first, second]).units) == ["u1", "u2"]
    assert list(play_entries([first], second).units) == ["u1", "u2"]
    assert initial_game(past) == base
    assert initial_game(past) is not base
    assert initial_game([first]) == Game()
