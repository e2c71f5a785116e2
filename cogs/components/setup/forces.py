"""Forces loaded and saved: from a command, and from the buttons that load one again or replace a saved one."""

from __future__ import annotations

from dataclasses import replace

from bot.services.play.roster import stands_already
from bot.services.play.saved_forces import Known, force_of
from bot.store.tables import SavedForce
from cogs.components.controls import Click, button, id_of
from cogs.components.play.outcome import show_result
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from rules.command.force import Force
from rules.kernel.text import counted


async def load_force(ctx: Context, force: Force, side: str | None, typed: str = "") -> Reply:
    """The force on the table; one that its side has already is asked about, where `typed` says how to find it again."""
    live = await ctx.game()
    player = live.game.players.get(ctx.caller.id)
    whose = side or (player.side if player else None)
    again = id_of("load", len(side or ""), side or "", typed)
    if typed and whose and len(again) <= limits.CUSTOM_ID and stands_already(live, ctx.call, whose, force):
        words = ctx.me
        title = words.say("{side} has {force} already", side=whose, force=force.name)
        buttons = (button("load", len(side or ""), side or "", typed, label=words.say("Load it once more")),)
        text = words.say("Once more? Nothing is recorded yet.")
        return Reply(title, text, private=True, buttons=buttons, colour=REFUSED, unrecorded=True)
    return show_result(ctx, await ctx.services.roster.load(ctx.call, force, side))


async def load_again(ctx: Context, click: Click) -> Reply:
    """The force once more, as was asked for; names may hold colons of their own."""
    length, rest = click.part(0), ":".join(click.about[1:])
    at = int(length) if length.isdecimal() and len(length) < 4 else 0
    side, typed = rest[:at], rest[at + 1 :]
    system = (await ctx.game()).system
    force = await ctx.services.saved_forces.find(ctx.caller.id, system, typed)
    settled = Reply(ctx.me.say("Confirmed"), private=True)
    return replace(show_result(ctx, await ctx.services.roster.load(ctx.call, force, side or None)), settled=settled)


# Saving a force of one's own, from the command and from the button that replaces one of the same name.


async def save_force(ctx: Context, name: str, replace: bool = False) -> Reply:
    """Keep the caller's side as a force; one of that name is replaced only when that was agreed to."""
    words = ctx.me
    try:
        force = await ctx.services.saved_forces.save(ctx.call, name, replace)
    except Known as known:
        line = own_force_line(words, known.old)
        ask = (words.say("You already have a force of that name:"), line, words.say("Replace it?"))
        buttons = (button("keep", known.old.name, label=words.say("Replace"), style="risky"),)
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
