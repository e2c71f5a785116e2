"""What an action changes, in the parts that units take in it."""

from __future__ import annotations

from typing import NamedTuple


class Effect(NamedTuple):
    """A change on the table: `unit` names the unit's part in the facts, `effect` a state, "models" or "hp".

    `change` is added to it; a state that holds a word or several values takes `to` instead.
    """

    unit: str
    effect: str
    change: int = 0
    to: str | None = None
