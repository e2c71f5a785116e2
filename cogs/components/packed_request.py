"""A request inside the id of a button, so that a look at the odds writes nothing; not every one fits."""

from __future__ import annotations

from decimal import Decimal

from bot.errors import Refusal
from cogs.components.controls import OTHER_VERSION
from cogs.interactions import limits
from rules.kernel.request import Request

_FIELDS = ("unit", "target", "distance", "cover", "firers", "situation", "terrain", "extra")
"""What takes several values; each field is parted from the next by a semicolon, its values by strokes."""
_RESERVED = ";/:"
_FAR = 100_000
"""Inches; more than anybody's table."""


def packed(request: Request, room: int = limits.CUSTOM_ID) -> str | None:
    """The request in at most `room` characters; None where it has more to say, or signs that part it."""
    values = [list(map(str, getattr(request, name))) for name in _FIELDS]
    ones = [request.command, request.action or "", request.weapon or "", request.side or ""]
    count, modifier = ("" if one is None else str(one) for one in (request.count, request.modifier))
    said = [*ones, *(value for field in values for value in field)]
    if request.modifiers or any(sign in value for value in said for sign in _RESERVED):
        return None
    text = ";".join((*ones, count, modifier, *map("/".join, values))).rstrip(";")
    return text if len(text) <= room else None


def unpacked(text: str) -> Request:
    """What `packed` gave; raises ValueError for anything else."""
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


def as_typed(request: Request) -> bool:
    """Whether the numbers of a request are such as the options of a command take; anybody may send another id."""
    far = all(
        one.is_finite() and 0 <= one <= _FAR and one.as_tuple().exponent in range(-6, 6) for one in request.distance
    )
    return far and (request.count or 0) in range(101) and (request.modifier or 0) in range(-10, 11)


def request_in(text: str) -> Request:
    """A request out of an id; raises Refusal for what no control of ours says."""
    try:
        request = unpacked(text)
    except (ValueError, ArithmeticError):
        raise Refusal(OTHER_VERSION) from None
    if not as_typed(request):
        raise Refusal(OTHER_VERSION)
    return request
