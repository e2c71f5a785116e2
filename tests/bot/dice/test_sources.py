"""Faces as people type them; undone dice before new ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dice.rng import fair, seeded_dice
from bot.dice.sources import Dice, faces_typed
from bot.errors import Refusal
from rules.dice import Throw, Total
from rules.events import DiceReturned
from rules.game import Game
from tests.cogs.table import Loaded

D6: Throw[Any] = Throw("hit", "attacker", 6, Total())
D12: Throw[Any] = Throw("hit", "attacker", 12, Total())


@pytest.mark.parametrize(
    ("text", "sides", "faces"),
    [
        ("5 2 6", 6, [5, 2, 6]),
        ("526", 6, [5, 2, 6]),
        ("5,2;6 / 1", 6, [5, 2, 6, 1]),
        (" 5 / ", 6, [5]),
        ("12 3 10", 12, [12, 3, 10]),
        ("", 6, None),
        (" ROLL ", 6, None),
    ],
)
def test_faces_as_people_type_them(text: str, sides: int, faces: list[int] | None) -> None:
    assert faces_typed(text, sides) == faces


@pytest.mark.parametrize("text", ["x", "5 x", "-1", "1.5", "²", "٣", "1" * 201, "d6", "/", "5 5 five"])
def test_what_is_no_face(text: str) -> None:
    with pytest.raises(Refusal, match="is not a face"):
        faces_typed(text, 6)


def test_more_dice_than_any_throw_needs() -> None:
    with pytest.raises(Refusal, match="more than any throw needs"):
        faces_typed(" ".join(["6"] * 1001), 6)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=50), st.sampled_from([" ", ",", ", ", "/", " / ", ";"]))
def test_any_separator_reads_the_same(faces: list[int], between: str) -> None:
    assert faces_typed(between.join(map(str, faces)), 6) == faces


@given(st.text(max_size=50))
def test_any_text_is_faces_or_a_refusal(text: str) -> None:
    try:
        found = faces_typed(text, 6)
    except Refusal:
        return
    assert found is None or all(isinstance(face, int) for face in found)


def test_undone_dice_come_first_and_only_those_of_that_size() -> None:
    loaded = Loaded()
    loaded.next(6, 6)
    dice = Dice(loaded, {6: (1, 2, 3), 12: (11,)})
    first, second = dice(D6, 2, "hit"), dice(D6, 3, "kill")
    assert (first.faces, first.queued) == ((1, 2), 2)
    assert (second.faces, second.queued) == ((3, 6, 6), 1)
    assert dice(D12, 1, "hit").faces == (11,)
    assert dice.used_up() == [DiceReturned(sides=6, faces=()), DiceReturned(sides=12, faces=())]


def test_a_second_try_throws_the_same_dice() -> None:
    loaded = Loaded()
    dice = Dice(loaded, {6: (1,)})
    first = dice(D6, 3, "hit").faces + dice(D6, 2, "kill").faces
    again = dice.again(Game(queues={6: (1,)}), "fire", ())
    assert again(D6, 3, "hit").faces + again(D6, 2, "kill").faces == first
    shorter = dice.again(Game(), "fire", ())
    assert shorter(D6, 4, "hit").faces == first[1:]


def test_every_face_is_equally_likely_by_construction() -> None:
    """Bytes that would favour low faces are thrown away: of 256 bytes each face of a d6 gets 42."""
    bytes_ = bytes(range(256))
    roll = fair(lambda: bytes_)
    found = roll(D6, 252, "hit").faces
    assert {face: found.count(face) for face in range(1, 7)} == dict.fromkeys(range(1, 7), 42)


def test_the_same_seed_throws_the_same() -> None:
    assert seeded_dice(b"a")(D12, 50, "") == seeded_dice(b"a")(D12, 50, "")
    assert seeded_dice(b"a")(D12, 50, "") != seeded_dice(b"b")(D12, 50, "")
