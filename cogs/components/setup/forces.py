"""Forces loaded and saved, by commands and by their buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.game.people import side_played_by
from bot.game.registry import ActiveGame
from bot.services.play.lifecycle import DEMO_SIDES
from bot.services.play.roster import ReserveTerms, has_units
from bot.services.play.saved_forces import YOURS, ForceNameTaken, force_of
from bot.store.tables import SavedForce
from cogs.components.controls import Control, ControlId, MenuOption, find_by_mark, handles_click, mark_of, require_value
from cogs.components.play.outcome import show_result
from cogs.components.play.stale_controls import require_game
from cogs.components.setup.seats import seat_caller, sides_of
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from data.files import sample_forces
from rules.command.force import Force, specs
from rules.kernel.text import Text, counted

MOST_MENUS = 3
"""Most sides with a menu of forces at once: each takes a row, and one is for buttons and one for other choices."""


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
    whose = side or side_played_by(live.game, ctx.caller.id)
    if whose and has_units(live, ctx.call, whose):
        specs(live.system, force)
        if not typed:
            await ctx.services.saved_forces.hold(ctx.caller.id, force)
        return typed_force_question(ctx, live, force, whose, typed)
    return show_result(ctx, await ctx.services.roster.load(ctx.call, force, side))


def typed_force_question(ctx: Context, live: ActiveGame, force: Force, side: str, typed: str) -> Reply:
    """Ask about a typed force; nothing needs to be cancelled."""
    at = (mark_of(live.info.id), mark_of(side), (typed,))
    asked = further_force_question(ctx, live, force.name, side, LoadAgain(*at), LoadInPlace(*at))
    return replace(asked, text=f"{asked.text} {ctx.me.say('Nothing is recorded yet.')}")


def further_force_question(
    ctx: Context, live: ActiveGame, force: str, side: str, both: ControlId, instead: ControlId
) -> Reply:
    """Return the question for a side that already has units; before the first roll, they may be replaced."""
    words = ctx.me
    text = words.say("{side} already has units. Add {force} too?", side=side, force=force)
    buttons = [both.button(words.plain.say("Both"))]
    if live.game.seats_are_free:
        text = words.say("{side} already has units. Replace them with {force}, or keep both?", side=side, force=force)
        buttons.insert(0, instead.button(words.plain.say("Replace it"), "main"))
    title = words.say("Please confirm")
    return Reply(title, text, private=True, buttons=tuple(buttons), colour=REFUSED, unrecorded=True)


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


# Forces as the options of a menu.


def sample_options(plain: Reader, system: str) -> list[MenuOption]:
    """Return the sample forces of a rule system."""
    return [MenuOption(plain(one.name), key, plain(Text(one.about))) for key, one in sample_forces(system).items()]


async def force_options(ctx: Context, system: str) -> list[MenuOption]:
    """Return the caller's own forces of a rule system, then the samples, up to the size of a menu."""
    plain, samples = ctx.me.plain, sample_options(ctx.me.plain, system)
    mine = await ctx.services.saved_forces.forces_of(ctx.caller.id, system)
    own = [MenuOption(one.name, f"{YOURS}{one.name}", plain.say("one of yours")) for one in mine]
    return [*own[: max(0, limits.CHOICES - len(samples))], *samples]


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


async def load_buttons(ctx: Context, system: str, force: str) -> Sequence[Control]:
    """Return the buttons that load a saved force: for the caller's side, or one per side."""
    live, plain = await ctx.game_for_suggestions(), ctx.me.plain
    if live is None or live.system.key != system:
        return ()
    player = live.game.players.get(ctx.caller.id)
    loads = {side: LoadAgain(mark_of(live.info.id), mark_of(side), (f"{YOURS}{force}",)) for side in sides_of(live)}

    def label(side: str) -> Text:
        return Text("Load it: {side}", side=side) if player else Text("Join {side} with it", side=side)

    return [one.button(plain(label(side)), "main") for side, one in loads.items() if one.fits]
