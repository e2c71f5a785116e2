"""What throws are called; and the steps of a play read again, for what no outcome needs to say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.action import Played
from rules.dice import Throw
from rules.text import Text


class Called(NamedTuple):
    """Which throw it is, what it is called, and who throws: what every throw begins with."""

    key: str
    label: Text
    by: str


def faces_of(played: Played, throws: Iterable[Throw[Any] | None]) -> list[int]:
    """The faces that those throws showed."""
    keys = {throw.key for throw in throws if throw}
    return [face for step in played.steps if step.throw.key in keys for face in step.faces]


def got_of(played: Played, throw: Throw[Any] | None, sure: Any = 0) -> Any:
    """What a throw was read as; `sure` where there is no such throw, 0 where it was not made."""
    if throw is None:
        return sure
    return next((step.got for step in played.steps if step.throw.key == throw.key), 0)
