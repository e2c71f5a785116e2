"""Odds behind buttons, short or in full, with the request they are about in the button's id."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from bot.errors import Refusal
from bot.services.play.odds import Chances
from cogs.components.controls import OTHER_VERSION, Click, Control, button, id_of
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.odds import has_short_odds, odds_reply, short_odds_reply
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.command.system import Board
from rules.kernel.request import Request
from rules.kernel.text import Text

# A request inside the id of a button, so that a look at the odds writes nothing; not every one fits.

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


# The odds, told with a button for more, and what the buttons do.


async def told_odds(
    ctx: Context, board: Board, found: Sequence[Chances], more: Control | None, chart: bool | None = None
) -> Reply:
    """The odds for the caller alone: in three lines where they say it and `more` of it can be asked for, else all of
    it, which has a picture unless there is to be none.
    """
    words = ctx.me.at(board)
    if more is None or ctx.detail == "full" or not has_short_odds(found):
        return await asyncio.to_thread(odds_reply, words, found, True, chart is not False)
    reply = await asyncio.to_thread(short_odds_reply, words, found, bool(chart))
    return replace(reply, buttons=(more,))


def more_button(words: Reader, request: Request) -> Control | None:
    """All there is to say of the chances of a request; none for one that says more than an id can hold."""
    found = packed(request, limits.CUSTOM_ID - len(id_of("chances", "")))
    return button("chances", found, label=words.plain.say("Details")) if found else None


async def odds_before(ctx: Context, click: Click) -> Reply:
    """What the chances of an entry were, on the board before it."""
    board, found = await _before(ctx, click)
    more = button("chancesof", *click.entry, label=ctx.me.plain.say("Details"))
    return await told_odds(ctx, board, found, more)


async def odds_before_in_full(ctx: Context, click: Click) -> Reply:
    return await told_odds(ctx, *await _before(ctx, click), None)


async def odds_in_full(ctx: Context, click: Click) -> Reply:
    """All there is to say of chances that were told shortly, on the board as it is now."""
    request = request_in(click.about[0])
    live = await ctx.game()
    ctx.must_know(live.board, request)
    return await told_odds(ctx, live.board, await ctx.services.odds.odds(ctx.call, request), None)


async def _before(ctx: Context, click: Click) -> tuple[Board, list[Chances]]:
    """The board before an entry with throws, and the chances then; raises Refusal."""
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    if not entry.plays:
        raise Refusal(Text("Nothing was thrown in entry {number}.", number=entry.number))
    board = await ctx.services.history.board_before(ctx.call, entry.number)
    request = Request.of(entry.request)
    # What somebody may know is what they may know now: they may have sat elsewhere then.
    ctx.must_know((await ctx.game()).board, request)
    return board, await ctx.services.odds.odds(ctx.call, request, board)
