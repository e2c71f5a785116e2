"""A request inside the id of a control, so that showing the odds writes nothing to the database."""

from __future__ import annotations

from decimal import Decimal

from cogs.interactions import limits
from rules.kernel.request import Request

_FIELDS = ("unit", "target", "distance", "cover", "firers", "situation", "terrain", "extra")
"""Fields with several values. Fields are separated by semicolons, values by slashes."""
_RESERVED = ";/:"
_FAR = 100_000
"""Inches; larger than any table."""


def pack_request(request: Request, room: int = limits.CUSTOM_ID) -> str | None:
    """Return the request in at most `room` characters, or None if it does not fit or uses reserved characters."""
    values = [list(map(str, getattr(request, name))) for name in _FIELDS]
    ones = [request.command, request.action or "", request.weapon or "", request.side or ""]
    count, modifier = ("" if one is None else str(one) for one in (request.count, request.modifier))
    said = [*ones, *(value for field in values for value in field)]
    if request.modifiers or any(sign in value for value in said for sign in _RESERVED):
        return None
    text = ";".join((*ones, count, modifier, *map("/".join, values))).rstrip(";")
    return text if len(text) <= room else None


def unpack_request(text: str) -> Request:
    """Return the request that `pack_request` encoded; raise ValueError for any other text."""
    parts = [*text.split(";"), *[""] * (6 + len(_FIELDS))][: 6 + len(_FIELDS)]
    command, action, weapon, side, count, modifier = parts[:6]
    values = {name: tuple(part.split("/")) if part else () for name, part in zip(_FIELDS, parts[6:], strict=True)}
    distance = tuple(map(Decimal, values.pop("distance")))
    return Request(
        command,
        action=action or None,
        weapon=weapon or None,
        side=side or None,
        count=int(count) if count else None,
        modifier=int(modifier) if modifier else None,
        distance=distance,
        **values,
    )


def is_typeable(request: Request) -> bool:
    """True if the numbers of a request are in the ranges of a command's options; clients may send any id."""
    far = all(
        one.is_finite() and 0 <= one <= _FAR and one.as_tuple().exponent in range(-6, 6) for one in request.distance
    )
    return far and (request.count or 0) in range(101) and (request.modifier or 0) in range(-10, 11)
