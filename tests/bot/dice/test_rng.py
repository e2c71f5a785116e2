"""The bot's own dice: all faces equally likely, and the same dice for the same seed."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bot.dice.provable import fair_dice, seeded_dice, system_dice
from rules.kernel.table import Roller
from tests.bot.dice.rolls import die
from tests.rows import for_each


class _RunDry(Exception):
    """There are no more random bytes."""


def out_of(*blocks: bytes) -> Roller:
    """Dice out of these bytes and no others."""
    left = list(blocks)

    def source() -> bytes:
        if not left:
            raise _RunDry
        return left.pop(0)

    return fair_dice(source)


def every_face(roll: Roller, sides: int) -> list[int]:
    """Faces until there are no more bytes."""
    found: list[int] = []
    try:
        while True:
            found += roll(die(sides), 1).faces
    except _RunDry:
        return found


@for_each("sides", [2, 3, 4, 6, 7, 8, 10, 12, 20, 100, 255, 256])
def test_every_face_is_equally_likely_by_construction(sides: int) -> None:
    """Each of the 256 bytes gives every face equally often; the remaining bytes are discarded."""
    found = Counter(every_face(out_of(bytes(range(256))), sides))
    assert found == dict.fromkeys(range(1, sides + 1), 256 // sides)


@given(st.integers(2, 256), st.lists(st.binary(min_size=1, max_size=9), max_size=5))
def test_any_bytes_make_faces_one_by_one(sides: int, blocks: list[bytes]) -> None:
    kept = [byte for block in blocks for byte in reversed(block) if byte < 256 // sides * sides]
    assert every_face(out_of(*blocks), sides) == [byte % sides + 1 for byte in kept]


def test_bytes_that_are_left_over_are_used_by_the_next_roll() -> None:
    roll = out_of(bytes([3, 2, 1, 0]))
    assert roll(die(6), 3).faces == (1, 2, 3)
    assert roll(die(12), 1) == ((4,), "bot", 0, 0)


def test_the_same_seed_rolls_the_same() -> None:
    assert seeded_dice(b"a")(die(12), 50) == seeded_dice(b"a")(die(12), 50)
    assert seeded_dice(b"a")(die(12), 50) != seeded_dice(b"b")(die(12), 50)


def test_a_seed_goes_on_and_on() -> None:
    """One block of a seed is 32 bytes: the second is not the first again."""
    faces = seeded_dice(b"a")(die(256), 64).faces
    assert faces[:32] != faces[32:]


def test_the_operating_systems_dice_are_not_the_same_twice() -> None:
    one, other = (system_dice()(die(256), 64).faces for _ in range(2))
    assert one != other
