"""The scheme `adjutant1`: vectors that every implementation must reproduce, and even dice."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dice.provable import commitment, faces
from tests.rows import for_each

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "fair_vectors.json").read_text(encoding="utf-8"))
SEED = bytes.fromhex(VECTORS["seed"])


def test_the_commitment_is_the_vectors_own() -> None:
    assert commitment(SEED) == VECTORS["commitment"]


@for_each("vector", VECTORS["vectors"])
def test_every_vector(vector: dict[str, Any]) -> None:
    made = faces(SEED, vector["game"], vector["entropy"], vector["throw"], vector["sides"], vector["dice"])
    assert list(made) == vector["faces"]


@given(st.binary(min_size=32, max_size=32), st.integers(2, 100), st.integers(0, 60), st.integers(1, 60))
def test_fewer_dice_of_a_roll_are_its_first(seed: bytes, sides: int, few: int, many: int) -> None:
    made = faces(seed, "game", "1", 1, sides, few + many)
    assert faces(seed, "game", "1", 1, sides, few) == made[:few]
    assert len(made) == few + many
    assert all(1 <= face <= sides for face in made)


@pytest.mark.parametrize(("sides", "limit"), [(6, 20.5), (10, 27.9), (12, 31.3)])
def test_a_million_dice_are_even(sides: int, limit: float) -> None:
    """A chi-square test, with limits that one in a thousand sets of fair dice exceeds."""
    count = 1_000_000 // 3
    seen = Counter(faces(SEED, "even", "1", 1, sides, count))
    each = count / sides
    assert sum((seen[face] - each) ** 2 / each for face in range(1, sides + 1)) < limit
