"""Seats: the sides of a game, and the buttons for those without a player."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from bot.resolution.result import OpenQuestion
from bot.services.play.lifecycle import DEMO_SIDES
from cogs.components.controls import Control, GameId, find_by_mark, handles_click, mark_of, require_value
from cogs.components.play.outcome import show_outcome
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.reply import NOTICE, REFUSED, Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Text

MOST_SEATS = 4
"""Most sides whose seats are offered by buttons."""


class TakeSeat(GameId, what="seat"):
    """A button that seats the caller at a side, which is identified as in the menu of forces."""

    nth: int
    mark: str = ""


def sides_of(live: ActiveGame) -> tuple[str, ...]:
    """Return the sides of the game, with default ones if it has fewer than two."""
    sides = tuple(live.game.sides)
    more = [side for side in DEMO_SIDES if side.casefold() not in {one.casefold() for one in sides}]
    found, places = (*sides, *more[: max(0, 2 - len(sides))]), live.game.offered
    return tuple(sorted(found, key=lambda side: places.index(side) if side in places else len(places)))


def is_free(live: ActiveGame, side: str) -> bool:
    """True if no person plays a side."""
    return all(one.side != side or one.id == OPPONENT.id for one in live.game.players.values())


# A seat for a caller who loads a force for a side without a player.


def seat_buttons(plain: Reader, live: ActiveGame, free: bool = False) -> Iterator[Control]:
    """Yield the button for a seat at each side, or only at each free side."""
    seats = [(nth, side) for nth, side in enumerate(sides_of(live)) if not free or is_free(live, side)]
    for nth, side in seats[:MOST_SEATS]:
        yield TakeSeat(live.info.id, nth, mark_of(side)).button(plain.say("I play {side}", side=side))


async def seat_caller(ctx: Context, live: ActiveGame, side: str, chooses: bool = False) -> Reply | None:
    """Seat a caller at a side without players before they load its force; return an obstacle as a reply.

    An umpire without a side is seated if they choose a force for such a side.
    """
    people = live.game.players
    caller = people.get(ctx.caller.id)
    if caller is not None and (caller.side or not chooses or not is_free(live, side)):
        return None
    if caller is None and any(one.side == side for one in people.values()):
        return available_seats_reply(ctx, live, Text("{side} already has a player. Join a side first.", side=side))
    # One click records two entries. Only the second keeps the click's source, so that a repeated delivery finds it.
    found = await ctx.services.seats.join(ctx.call._replace(source=None), side)
    return show_outcome(ctx, found) if isinstance(found, OpenQuestion) else None


def available_seats_reply(ctx: Context, live: ActiveGame, why: Text) -> Reply:
    """Return the available seats, for a caller who plays no side."""
    words = ctx.me
    # A private message keeps its own buttons.
    seats = () if is_private(ctx) else tuple(seat_buttons(words.plain, live))
    title = words.say("Not possible")
    return Reply(title, words(why), private=True, colour=REFUSED, unrecorded=True, buttons=seats, helper=NOTICE)


# The seats of a game that has begun.


class SeatBot(GameId, what="botseat"):
    """A button that lets the bot play a side, given by its mark."""

    side: str


def empty_seat_buttons(plain: Reader, live: ActiveGame) -> Iterator[Control]:
    """Yield the buttons for each side without a player: the caller plays it, or the bot does."""
    players = live.game.players
    taken = {one.side for one in players.values()}
    for nth, side in [(nth, side) for nth, side in enumerate(sides_of(live)) if side not in taken][:MOST_SEATS]:
        yield TakeSeat(live.info.id, nth, mark_of(side)).button(plain.say("I play {side}", side=side))
        if OPPONENT.id not in players:
            yield SeatBot(live.info.id, mark_of(side)).button(plain.say("The bot plays {side}", side=side))


@handles_click(SeatBot)
async def seat_bot(ctx: Context, click: SeatBot) -> Reply:
    """Seat the bot at a side without a player, with the usual stance."""
    live = await require_current_game(ctx, click)
    side = require_value(find_by_mark(click.side, sides_of(live)))
    return show_outcome(ctx, await ctx.services.opponent.take_seat(ctx.call, live, side, "balanced"))
