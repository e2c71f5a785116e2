"""Bounds of the numbers in the tables of a system, which a variant may change."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Bonus = Annotated[int, Field(ge=-20, le=20)]
"""A modifier of a roll or a score."""
Steps = Annotated[int, Field(ge=-100, le=100)]
"""Inches of a move, or inches added to one."""
DiceCount = Annotated[int, Field(ge=0, le=100)]
"""Dice of a weapon or a modifier."""
