"""Reads the steps of a play again: which faces a throw showed, for what no outcome needs to say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.dice import Throw
from rules.system import Played


def faces_of(played: Played, throws: Iterable[Throw[Any] | None]) -> list[int]:
    """The faces of those throws, and of no others that are called alike."""
    wanted = [throw for throw in throws if throw]
    return [face for step in played.steps if any(step.throw is throw for throw in wanted) for face in step.faces]


def got_of(played: Played, throw: Throw[Any], none: int) -> Any:
    """What that throw was read as; `none` when it was not made."""
    return next((step.got for step in played.steps if step.throw is throw), none)
