"""Forces loaded and saved, by commands and by their buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from bot.resolution.result import OpenQuestion
from bot.services.play.lifecycle import DEMO_SIDES
from bot.services.play.roster import ReserveTerms, has_units
from bot.services.play.saved_forces import ForceNameTaken, force_of
from bot.store.tables import SavedForce
from cogs.components.controls import Control, ControlId, GameId, find_by_mark, handles_click, mark_of, require_value
from cogs.components.play.outcome import show_outcome, show_result
from cogs.components.play.stale_controls import require_game
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.reply import NOTICE, REFUSED, Reply
from cogs.rendering.text import Reader
from rules.command.force import Force, specs
from rules.kernel.text import Text, counted

MOST_MENUS = 3
"""Most sides with a menu of forces at once: each takes a row, and one is for buttons and one for other choices."""
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
    found = await ctx.services.lifecycle.join(ctx.call._replace(source=None), side)
    return show_outcome(ctx, found) if isinstance(found, OpenQuestion) else None


def available_seats_reply(ctx: Context, live: ActiveGame, why: Text) -> Reply:
    """Return the available seats, for a caller who plays no side."""
    words = ctx.me
    # A private message keeps its own buttons.
    seats = () if is_private(ctx) else tuple(seat_buttons(words.plain, live))
    title = words.say("Not possible")
    return Reply(title, words(why), private=True, colour=REFUSED, unrecorded=True, buttons=seats, helper=NOTICE)


class LoadAgain(ControlId, what="reload"):
    """A button that loads a force by its typed name, for a side of a game; both are given by mark.

    Without a mark, it is the caller's own side.
    """

    game: str
    side: str
    typed: tuple[str, ...]


class LoadOnceMore(ControlId, what="load"):
    """The button of earlier versions: the length of the side's name, then that name and the typed text."""

    length: str
    names: tuple[str, ...]


class LoadInPlace(LoadAgain, what="reloadin"):
    """A button that loads a force in place of all units of a side."""


async def load_force(
    ctx: Context, force: Force, side: str | None, typed: str = "", reserve: ReserveTerms | None = None
) -> Reply:
    """Load a force; if its side has units, ask whether it replaces or joins them.

    `typed` identifies the force for the buttons; a force from a file is held in memory for them. A force in `reserve`
    joins them without a question.
    """
    if reserve is not None:
        return show_result(ctx, await ctx.services.roster.load(ctx.call, force, side, reserve=reserve))
    live = await ctx.game()
    player = live.game.players.get(ctx.caller.id)
    whose = side or (player.side if player else None)
    if whose and has_units(live, ctx.call, whose):
        specs(live.system, force)
        if not typed:
            await ctx.services.saved_forces.hold(ctx.caller.id, force)
        return further_force_question(ctx, live, force, whose, typed)
    return show_result(ctx, await ctx.services.roster.load(ctx.call, force, side))


def further_force_question(ctx: Context, live: ActiveGame, force: Force, side: str, typed: str) -> Reply:
    """Return the question for a side that already has units; before the first roll, they may be replaced."""
    words, at = ctx.me, (mark_of(live.info.id), mark_of(side), (typed,))
    ask = Text("{side} already has units. Add {force} too?", side=side, force=force.name)
    buttons = [LoadAgain(*at).button(words.plain.say("Both"))]
    if live.game.seats_are_free:
        ask = Text("{side} already has units. Replace them with {force}, or keep both?", side=side, force=force.name)
        buttons.insert(0, LoadInPlace(*at).button(words.plain.say("Replace it"), "main"))
    text = f"{words(ask)} {words.say('Nothing is recorded yet.')}"
    return Reply(
        words.say("Please confirm"), text, private=True, buttons=tuple(buttons), colour=REFUSED, unrecorded=True
    )


@handles_click(LoadAgain, retires=True)
async def load_again(ctx: Context, click: LoadAgain) -> Reply:
    """Load the force in addition to the units of its side."""
    return await _load_again(ctx, ":".join(click.typed), await _require_side(ctx, click))


@handles_click(LoadInPlace, retires=True)
async def load_in_place(ctx: Context, click: LoadInPlace) -> Reply:
    """Load the force in place of the units of its side."""
    return await _load_again(ctx, ":".join(click.typed), await _require_side(ctx, click), instead=True)


async def _require_side(ctx: Context, click: LoadAgain) -> str | None:
    live = await require_game(ctx, click.game)
    return require_value(find_by_mark(click.side, (*live.game.sides, *DEMO_SIDES))) if click.side else None


@handles_click(LoadOnceMore, retires=True)
async def load_once_more(ctx: Context, click: LoadOnceMore) -> Reply:
    """Load a force by a button of an earlier version; names may contain colons."""
    length, rest = click.length, ":".join(click.names)
    at = int(length) if length.isdecimal() and len(length) < 4 else 0
    return await _load_again(ctx, rest[at + 1 :], rest[:at] or None)


async def _load_again(ctx: Context, typed: str, side: str | None, instead: bool = False) -> Reply:
    live, forces = await ctx.game(), ctx.services.saved_forces
    held = None if typed else await forces.held_force(ctx.caller.id, live.system)
    force = held or await forces.find(ctx.caller.id, live.system, typed)
    if side and (refused := await seat_caller(ctx, live, side)) is not None:
        return refused
    settled = Reply(ctx.me.say("Done"), private=True)
    return replace(show_result(ctx, await ctx.services.roster.load(ctx.call, force, side, instead)), settled=settled)


# Saving a force, by the command and by the button that replaces one of the same name.


class ReplaceForce(ControlId, what="replace"):
    """A button that replaces the saved force of that name by the caller's side in the game with that mark."""

    game: str
    name: tuple[str, ...]


class ReplaceSaved(ControlId, what="keep"):
    """The same button of earlier versions, for the current game."""

    name: tuple[str, ...]


@handles_click(ReplaceForce, private=True)
async def replace_force(ctx: Context, click: ReplaceForce) -> Reply:
    """Save the caller's force in place of the one with that name."""
    await require_game(ctx, click.game)
    return await save_force(ctx, ":".join(click.name), replace=True)


@handles_click(ReplaceSaved, private=True)
async def replace_saved(ctx: Context, click: ReplaceSaved) -> Reply:
    return await save_force(ctx, ":".join(click.name), replace=True)


async def save_force(ctx: Context, name: str, replace: bool = False) -> Reply:
    """Save the caller's side as a force; one of the same name is replaced only after confirmation."""
    words = ctx.me
    try:
        force = await ctx.services.saved_forces.save(ctx.call, name, replace)
    except ForceNameTaken as known:
        line = own_force_line(words, known.old)
        ask = (words.say("You already have a force with this name:"), line, words.say("Replace it?"))
        game = mark_of((await ctx.game()).info.id)
        buttons = (ReplaceForce(game, (known.old.name,)).button(words.say("Replace"), "risky"),)
        return Reply(words.say("Please confirm"), "\n".join(ask), private=True, buttons=buttons, colour=REFUSED)
    units = counted(len(force.units), "unit", "units")
    saved = words.say("{force} saved: {units}", force=force.name, units=units)
    title = words.say("{force} replaced: {units}", force=force.name, units=units) if replace else saved
    lines = [f"• {words(str(unit['name']))}, {unit.get('models', 1)}" for unit in force.units]
    footer = words.say("Only you can use it, in every game of these rules: /force load, /force export.")
    return Reply(title, "\n".join(lines), footer, private=True)


def own_force_line(words: Reader, saved: SavedForce) -> str:
    """Return a saved force as one line."""
    count = counted(len(force_of(saved).units), "unit", "units")
    when = int(saved.saved_at)
    return words.say("{saved}, {count}, saved {when:date} · yours", saved=saved.name, count=count, when=when)
