"""Forces loaded and saved: from a command, and from the buttons that load one again or replace a saved one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.play.lifecycle import DEMO_SIDES
from bot.services.play.roster import stands_already
from bot.services.play.saved_forces import Known, force_of
from bot.store.tables import SavedForce
from cogs.components.controls import OTHER_VERSION, InId, clicked, mark_of
from cogs.components.play.outcome import show_result
from cogs.components.play.stale_controls import of_game
from cogs.interactions.context import Context
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from rules.command.force import Force
from rules.kernel.text import counted

MOST_SIDES = 3


def sides_of(live: ActiveGame) -> tuple[str, ...]:
    """The sides of the game, and those that are offered where there are not two yet."""
    sides = tuple(live.game.sides)
    more = [side for side in DEMO_SIDES if side.casefold() not in {one.casefold() for one in sides}]
    found, places = (*sides, *more[: max(0, 2 - len(sides))]), live.game.offered
    return tuple(sorted(found, key=lambda side: places.index(side) if side in places else len(places)))[:MOST_SIDES]


@dataclass(frozen=True)
class LoadAgain(InId, what="reload"):
    """A force by what was typed, for the side with that mark, or that of whoever clicks, of the game with that mark."""

    game: str
    side: str
    typed: tuple[str, ...]


@dataclass(frozen=True)
class LoadOnceMore(InId, what="load"):
    """The button of before: the length of the side's name, that name and what was typed, for whatever game there is."""

    length: str
    names: tuple[str, ...]


async def load_force(ctx: Context, force: Force, side: str | None, typed: str = "") -> Reply:
    """The force on the table; one that its side has already is asked about, where `typed` says how to find it again."""
    live = await ctx.game()
    player = live.game.players.get(ctx.caller.id)
    whose = side or (player.side if player else None)
    again = LoadAgain(mark_of(live.info.id), mark_of(side) if side else "", (typed,))
    if typed and whose and again.fits and stands_already(live, ctx.call, whose, force):
        words = ctx.me
        title = words.say("{side} has {force} already", side=whose, force=force.name)
        buttons = (again.button(words.say("Load it once more")),)
        text = words.say("Once more? Nothing is recorded yet.")
        return Reply(title, text, private=True, buttons=buttons, colour=REFUSED, unrecorded=True)
    return show_result(ctx, await ctx.services.roster.load(ctx.call, force, side))


@clicked(LoadAgain, retires=True)
async def load_again(ctx: Context, click: LoadAgain) -> Reply:
    """The force once more, as was asked for."""
    live = await of_game(ctx, click.game)
    side = next((one for one in (*live.game.sides, *DEMO_SIDES) if mark_of(one) == click.side), None)
    if click.side and side is None:
        raise Refusal(OTHER_VERSION)
    return await _loaded_again(ctx, ":".join(click.typed), side)


@clicked(LoadOnceMore, retires=True)
async def load_once_more(ctx: Context, click: LoadOnceMore) -> Reply:
    """The same by a button of before; names may hold colons of their own."""
    length, rest = click.length, ":".join(click.names)
    at = int(length) if length.isdecimal() and len(length) < 4 else 0
    return await _loaded_again(ctx, rest[at + 1 :], rest[:at] or None)


async def _loaded_again(ctx: Context, typed: str, side: str | None) -> Reply:
    force = await ctx.services.saved_forces.find(ctx.caller.id, (await ctx.game()).system, typed)
    settled = Reply(ctx.me.say("Confirmed"), private=True)
    return replace(show_result(ctx, await ctx.services.roster.load(ctx.call, force, side)), settled=settled)


# Saving a force of one's own, from the command and from the button that replaces one of the same name.


@dataclass(frozen=True)
class ReplaceForce(InId, what="replace"):
    """The force of that name, by the side of whoever clicks in the game with that mark."""

    game: str
    name: tuple[str, ...]


@dataclass(frozen=True)
class ReplaceSaved(InId, what="keep"):
    """The button of before: the same in whatever game there is."""

    name: tuple[str, ...]


@clicked(ReplaceForce, private=True)
async def replace_force(ctx: Context, click: ReplaceForce) -> Reply:
    """A force of one's own saved in place of the one of that name."""
    await of_game(ctx, click.game)
    return await save_force(ctx, ":".join(click.name), replace=True)


@clicked(ReplaceSaved, private=True)
async def replace_saved(ctx: Context, click: ReplaceSaved) -> Reply:
    return await save_force(ctx, ":".join(click.name), replace=True)


async def save_force(ctx: Context, name: str, replace: bool = False) -> Reply:
    """Keep the caller's side as a force; one of that name is replaced only when that was agreed to."""
    words = ctx.me
    try:
        force = await ctx.services.saved_forces.save(ctx.call, name, replace)
    except Known as known:
        line = own_force_line(words, known.old)
        ask = (words.say("You already have a force of that name:"), line, words.say("Replace it?"))
        game = mark_of((await ctx.game()).info.id)
        buttons = (ReplaceForce(game, (known.old.name,)).button(words.say("Replace"), "risky"),)
        return Reply(words.say("Please confirm"), "\n".join(ask), private=True, buttons=buttons, colour=REFUSED)
    units = counted(len(force.units), "unit", "units")
    saved = words.say("{force} is saved: {units}", force=force.name, units=units)
    title = words.say("{force} is replaced: {units}", force=force.name, units=units) if replace else saved
    lines = [f"• {words(str(unit['name']))}, {unit.get('models', 1)}" for unit in force.units]
    footer = words.say("Only yours, for every game of these rules: /force load, /force export.")
    return Reply(title, "\n".join(lines), footer, private=True)


def own_force_line(words: Reader, saved: SavedForce) -> str:
    """A force that somebody keeps, on one line."""
    count = counted(len(force_of(saved).units), "unit", "units")
    when = f"<t:{int(saved.saved_at)}:d>"
    return words.say("{saved}, {count}, saved {when} · yours", saved=saved.name, count=count, when=when)
