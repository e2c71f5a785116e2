"""What follows from a unit alone, worked out once for each of its values: plans ask for it again and again.

It is kept in the unit itself and goes when the unit goes. A unit that has changed is another value, made by
`model_copy`, and begins without any.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from rules.unit import Unit

Found = TypeVar("Found")


def once_a_unit(work: Callable[[Unit], Found]) -> Callable[[Unit], Found]:
    """`work`, a pure function of a unit whose result nobody changes; what it raises, it raises again."""

    @wraps(work)
    def found(unit: Unit) -> Found:
        known: dict[Any, Found] | None = getattr(unit, "worked_out", None)
        if known is None:
            known = {}
            object.__setattr__(unit, "worked_out", known)  # no field: the unit is as it was
        if found not in known:
            known[found] = work(unit)
        return known[found]

    return found
