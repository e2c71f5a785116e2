"""Saving a force of one's own, from the command and from the button that replaces one of the same name."""

from __future__ import annotations

from bot.services.play.saved_forces import Known, force_of
from bot.store.tables import SavedForce
from cogs.components.controls import button
from cogs.interactions.context import Context
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from rules.kernel.text import counted


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
