"""The review of a game: the choices judged, what counts as a better one, and the text."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from random import Random

import pytest

from data.files import opponent_of
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.opponent.review import (
    MOST_LOOKED,
    HarmChances,
    JudgedChoice,
    Kind,
    MissedChoice,
    Reviewer,
    ReviewFold,
    choices_to_evaluate,
    worst,
)
from rules.opponent.sight import Sight
from tests.rules.evenings import board_of, evening, first_entry

HERE = Path(__file__).parent
REVIEWED = (("fubar", "Blue"), ("bayonet", "Blue"), ("opreb", "Red"))


def fold(key: str, side: str, undone: Collection[int] = ()) -> ReviewFold:
    """Return the choices of a side in the evening of a system."""
    found, board = ReviewFold(evening(key).board.system, side, undone), board_of(key)
    for entry in (first_entry(board), *evening(key).entries):
        found.add(entry)
    return found


def test_the_review_names_the_same_better_choices_as_before() -> None:
    """The choices of a side in an evening, and by how much another one would have been better."""
    said = "\n".join(line for key, side in REVIEWED for line in review_lines(key, side)) + "\n"
    file = HERE / "reviews.txt"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


def review_lines(key: str, side: str) -> Iterator[str]:
    yield f"{key} {side}"
    judge, found = Reviewer(evening(key).board.system, side, opponent_of(key), Random(1).random), list[MissedChoice]()
    for one in fold(key, side).choices:
        led = f" led by {one.led.number}" if one.led else ""
        yield f"    {one.kind} {one.entry.number}{led}, {one.dice} dice"
        if better := judge.missed(one):
            found.append(better)
            yield from (f"        {line}" for line in lines_of(better))
    yield f"    worst: {[one.number for one in worst(found)]}"


def lines_of(one: MissedChoice) -> Iterator[str]:
    yield f"{one.kind} {one.number}, turn {one.turn}: {one.unit} {one.target} {one.did} → {one.better}"
    for harm in (one.was, one.best):
        yield f"{harm.some:.3f} {harm.takes:.3f} {harm.worth:.4f} {harm.exact}"
    yield f"{one.gain:.4f} {one.likelier}"
    yield from (f"{ENGLISH(line.why)} {line.value}" for line in one.lines)


def test_an_order_that_was_undone_is_no_choice() -> None:
    whole = fold("fubar", "Blue")
    number = whole.choices[-1].entry.number
    kept = fold("fubar", "Blue", {number}).choices
    assert [one.entry.number for one in kept] == [
        one.entry.number for one in whole.choices if one.entry.number != number
    ]
    assert len(kept) < len(whole.choices)


# Which of many choices are worked out, and which are shown.


def choice(number: int, dice: int) -> JudgedChoice:
    throw = RecordedRoll(key="to_hit", label=Text("to hit"), by="attacker", sides=6, faces=(1,) * dice, source="bot")
    play = Play(action="fire", facts={}, throws=(throw,))
    entry = Entry(number=number, command="fire", by="1", at=0.0, plays=(play,))
    return JudgedChoice(Kind.TARGET, entry, Game(), Sight())


def test_of_more_choices_than_are_worked_out_those_with_the_most_dice_are_in_the_order_of_the_game() -> None:
    choices = [choice(number, dice=1 if number == 7 else 2) for number in range(1, MOST_LOOKED + 2)]
    assert [one.entry.number for one in choices_to_evaluate(choices)] == [
        n for n in range(1, MOST_LOOKED + 2) if n != 7
    ]
    assert choices_to_evaluate(choices[:MOST_LOOKED]) == choices[:MOST_LOOKED]


def missed_choice(
    number: int = 1,
    kind: Kind = Kind.TARGET,
    some: float = 0.5,
    better: float = 0.5,
    gain: float = 0.1,
    exact: bool = True,
    takes: tuple[float, float] = (1.0, 1.0),
    best_exact: bool = True,
) -> MissedChoice:
    was, best = HarmChances(some, takes[0], 0.0, (), exact), HarmChances(better, takes[1], gain, (), best_exact)
    return MissedChoice(kind, number, 1, "u1", "u2", "u2", "u3", was, best, ())


def test_three_choices_are_shown_those_that_cost_most_each_order_once_in_the_order_of_the_game() -> None:
    found = [
        missed_choice(9, gain=0.3),
        missed_choice(4, gain=0.2),
        missed_choice(4, gain=0.5),
        missed_choice(2, gain=0.01),
        missed_choice(6, gain=0.4),
    ]
    shown = worst(found)
    assert [(one.number, one.gain) for one in shown] == [(4, 0.5), (6, 0.4), (9, 0.3)]


@pytest.mark.parametrize(
    ("one", "likelier"),
    [
        (missed_choice(some=0.5, better=0.5625), True),
        (missed_choice(some=0.5, better=0.53125), False),
        (missed_choice(some=0.5625, better=0.5), False),
        (missed_choice(kind=Kind.COVER, some=0.5625, better=0.5), True),
        (missed_choice(kind=Kind.COVER, some=0.5, better=0.5625), False),
        (missed_choice(some=0.5, better=0.5625, exact=False), False),
        (missed_choice(some=0.5, better=0.5625, best_exact=False), False),
        (missed_choice(some=0.5, better=0.625, exact=False), True),
    ],
)
def test_a_choice_is_likelier_to_harm_or_in_cover_to_be_spared_by_a_twentieth_twice_that_where_it_was_sampled(
    one: MissedChoice, likelier: bool
) -> None:
    assert one.likelier is likelier


@pytest.mark.parametrize(
    ("one", "is_clear"),
    [
        (missed_choice(better=0.5625), True),
        (missed_choice(takes=(1.0, 1.25)), True),
        (missed_choice(takes=(1.0, 1.125)), False),
        (missed_choice(takes=(1.25, 1.0)), False),
        (missed_choice(takes=(0.5, 0.625)), False),
        (missed_choice(takes=(2.0, 2.25)), False),
        (missed_choice(takes=(2.0, 2.4375)), True),
        (missed_choice(kind=Kind.COVER, takes=(1.25, 1.0)), True),
        (missed_choice(kind=Kind.COVER, takes=(1.0, 1.25)), False),
        (missed_choice(takes=(1.0, 1.25), exact=False), False),
        (missed_choice(takes=(1.0, 1.25), best_exact=False), False),
        (missed_choice(takes=(1.0, 1.5), exact=False, best_exact=False), True),
    ],
)
def test_an_equally_likely_choice_is_clear_by_a_quarter_or_a_fifth_of_the_losses_twice_that_where_it_was_sampled(
    one: MissedChoice, is_clear: bool
) -> None:
    assert one.is_clear is is_clear
