"""The level that a unit's experience comes to."""

from __future__ import annotations

from collections.abc import Sequence


def level_at(experience: int, levels: Sequence[int]) -> int:
    """How many of the `levels` it reaches; each is the experience that one takes, the lowest first."""
    return sum(experience >= needed for needed in levels)
