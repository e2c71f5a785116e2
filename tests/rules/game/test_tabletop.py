"""The colour of a further side."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.game.entry import Entry, play_back
from rules.game.events import ClockSet, TurnAdvanced
from rules.game.tabletop import COLOURS, Clock, Running, next_colour, running_sides, usual_side
from tests.rows import for_each


@for_each(
    ("name", "taken", "expected"),
    [
        ("Red", (), "red"),
        ("rot", (), "red"),
        ("Blue", ("orange",), "blue"),
        ("green", (), "green"),
        ("Grün", (), "green"),
        ("Orange", (), "orange"),
        ("Yellow", (), "orange"),
        ("gelb", (), "orange"),
        ("Pink", (), "pink"),
        (" BLAU ", (), "blue"),
        ("Axis", (), "blue"),
        ("Allies", ("blue",), "orange"),
        ("Blue", ("blue",), "orange"),
        ("Axis", ("blue", "orange", "red"), "pink"),
    ],
)
def test_the_one_it_is_called_by_if_that_is_free_else_the_next(
    name: str, taken: tuple[str, ...], expected: str
) -> None:
    assert next_colour(name, taken) == expected


@for_each(
    ("name", "side"),
    [("rot", "Red"), ("BLAU", "Blue"), ("blue", "Blue"), ("grün", "grün"), ("pink", "pink"), ("Axis", "Axis")],
)
def test_the_usual_sides_are_meant_by_their_colours_in_either_language(name: str, side: str) -> None:
    assert usual_side(name) == side


def test_with_all_taken_the_rarest_comes_again() -> None:
    assert next_colour("Seventh", COLOURS) == "blue"
    assert next_colour("Eighth", (*COLOURS, "blue")) == "orange"


# The clocks of the sides as a fold over entries: waiting time counts, whatever is undone.


def entry(number: int, *events: Any, **more: Any) -> Entry:
    return Entry(number=number, command=more.pop("command", "fire"), by="1", at=10.0 * number, events=events, **more)


def go(side: str | None) -> TurnAdvanced:
    return TurnAdvanced(turn=1, order=("Red", "Blue"), holder=side)


def seconds_left(entries: list[Entry]) -> dict[str, float]:
    clock = play_back(entries).clock
    assert clock is not None
    return {side: clock.remaining_seconds(side) for side in ("Red", "Blue")}


SET = entry(1, ClockSet(seconds=600, increment=5), go("Red"))


def test_the_clock_records_the_time_spent_by_side_and_command() -> None:
    entries = [SET, entry(2, waited={"Red": 30.0}), entry(3, waited={"Red": 20.0, "Blue": 10.0}, command="move")]
    assert seconds_left(entries) == {"Red": 550.0, "Blue": 590.0}
    clock = play_back(entries).clock
    assert clock is not None
    assert clock.spent == {"Red": {"fire": 30.0, "move": 20.0}, "Blue": {"move": 10.0}}
    assert clock.at == 30.0


def test_a_side_gets_its_increment_for_each_go_that_it_has_ended() -> None:
    entries = [SET, entry(2, go("Blue")), entry(3, go("Blue")), entry(4, go(None))]
    assert seconds_left(entries) == {"Red": 605.0, "Blue": 605.0}


def test_an_undo_gives_no_time_back_but_takes_the_increment() -> None:
    entries = [SET, entry(2, go("Blue"), waited={"Red": 100.0}), entry(3, undoes=2, waited={"Blue": 7.0})]
    assert seconds_left(entries) == {"Red": 500.0, "Blue": 593.0}


def test_the_undo_of_the_clocks_takes_them_away() -> None:
    assert play_back([SET, entry(2, waited={"Red": 5.0}), entry(3, undoes=1)]).clock is None


def test_one_clock_is_put_right_and_the_other_runs_on() -> None:
    entries = [
        SET,
        entry(2, waited={"Red": 100.0}),
        entry(3, ClockSet(seconds=300, side="Red")),
        entry(4, waited={"Red": 1.0}),
    ]
    assert seconds_left(entries) == {"Red": 299.0, "Blue": 600.0}
    clock = play_back(entries).clock
    assert clock is not None
    assert clock.set_by == 3


def test_a_clock_that_is_not_there_is_not_put_right() -> None:
    assert play_back([entry(1, ClockSet(seconds=300, side="Red"))]).clock is None
    assert play_back([SET, entry(2, ClockSet(seconds=0))]).clock is None


@for_each(
    ("holder", "asked", "runs"),
    [
        ("Red", [], ("Red",)),
        (None, [], ()),
        ("Red", ["Blue"], ("Blue",)),
        ("Red", ["Blue", "Red", "Blue"], ("Blue", "Red")),
        ("Red", [None], ()),
        ("Red", [None, "Blue"], ("Blue",)),
        ("Bot", [], ()),
        ("Red", ["Bot"], ()),
    ],
)
def test_whose_clock_runs(holder: str | None, asked: list[str | None], runs: tuple[str, ...]) -> None:
    assert running_sides(holder, asked, ["Bot"]) == runs


def test_a_clock_on_the_wall_that_is_put_back_gives_no_side_time() -> None:
    now = Running(number=1, at=100.0, sides=("Red",), waited={"Red": 3.0, "Blue": 4.0})
    assert now.seconds_waited(2.5) == {"Red": 5.5, "Blue": 4.0}
    assert now.seconds_waited(-3600.0) == {"Red": 3.0, "Blue": 4.0}


@for_each(
    ("told", "left", "mark"),
    [
        (3600.0, 601.0, None),
        (3600.0, 599.0, 600.0),
        (600.0, 599.0, None),
        (600.0, 200.0, 300.0),
        (3600.0, 30.0, 60.0),
        (60.0, 0.0, 0.0),
        (0.0, -50.0, None),
        (480.0, 479.0, None),
        (480.0, 290.0, 300.0),
    ],
)
def test_players_are_warned_once_at_ten_five_one_and_no_minutes(told: float, left: float, mark: float | None) -> None:
    assert Running(number=1, at=0.0, told={"Red": told}).due_notice("Red", left) == mark


@given(st.lists(st.tuples(st.sampled_from(["Red", "Blue"]), st.floats(0, 1e5)), max_size=20), st.integers(0, 20))
def test_whatever_is_undone_the_time_is_gone(waits: list[tuple[str, float]], undone: int) -> None:
    entries = [SET, *(entry(n, waited={side: time}) for n, (side, time) in enumerate(waits, 2))]
    before = seconds_left(entries)
    if waits:
        entries.append(entry(len(entries) + 1, undoes=2 + undone % len(waits)))
    assert seconds_left(entries) == before


def test_a_clock_counts_below_zero() -> None:
    assert Clock(seconds=60).after_waiting({"Red": 70.0}, "fire").remaining_seconds("Red") == -10.0
