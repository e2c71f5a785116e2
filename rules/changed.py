"""A frozen value with other values in some of its fields, made in one go: every result tries dozens of requests.

`dataclasses.replace` begins anew and sets field after field, each past the guard of the frozen value.
"""

from __future__ import annotations

from typing import Any, TypeVar

Of = TypeVar("Of")


def changed(value: Of, **fields: Any) -> Of:
    """A copy of a dataclass without slots, but for these fields; raises TypeError for one that it has not."""
    other = object.__new__(type(value))
    other.__dict__.update(value.__dict__, **fields)
    if len(other.__dict__) != len(value.__dict__):
        raise TypeError(f"{type(value).__name__} has no {', '.join(fields.keys() - value.__dict__.keys())}")
    return other
