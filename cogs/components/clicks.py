"""Every click on a control of ours and every form that is sent in, and what each does.

The library forgets buttons and forms at a restart; their ids carry all that is needed, and who may do what is asked of
the record.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.errors import Refusal
from cogs.components.campaign import campaign_clicks, forms, next_battle, report_clicks
from cogs.components.controls import CLICKED, OTHER_VERSION, SUBMITTED, Choose, Click, Control, Handler, Menu, click_of
from cogs.components.modals import or_correct
from cogs.components.play.control_clicks import CONTROLS, PRIVATE_CONTROLS, SPLIT, order_sent, shared
from cogs.components.play.entry_buttons import ASK
from cogs.components.play.entry_clicks import again, asked, go, undo, why
from cogs.components.play.log_pages import turned
from cogs.components.play.odds_clicks import odds_before, odds_before_in_full, odds_in_full
from cogs.components.play.outcome import to_answer, units
from cogs.components.play.reaction_clicks import react
from cogs.components.questions.question_clicks import (
    agree,
    anyway,
    dice_wanted,
    drop,
    face,
    faces_sent,
    facts_sent,
    facts_wanted,
    pick,
    pick_from_menu,
    refuse,
    roll,
    show,
)
from cogs.components.setup.forces import load_again, save_force
from cogs.components.setup.setup_wizard import tried
from cogs.interactions.context import Context, Interaction
from cogs.interactions.limits import writable
from cogs.interactions.respond import answer, is_private
from cogs.rendering.reply import Reply
from rules.kernel.text import counted

# The button that deletes what is kept about whoever clicks it.


async def forget_me(ctx: Context) -> Reply:
    """Everything of the caller goes; a second click finds nothing and says so."""
    found, words = await ctx.services.privacy.forget(ctx.caller), ctx.me
    if not found.games and not found.forces:
        return Reply(words.say("What is kept about you"), words.say("Nothing is kept about you."), private=True)
    games, entries = counted(len(found.games), "game", "games"), counted(found.entries, "entry", "entries")
    forces = counted(found.forces, "force", "forces")
    text = words.say(
        "{entries} in {games} no longer name you; gone: {forces}.", entries=entries, games=games, forces=forces
    )
    return Reply(words.say("You are forgotten"), text, private=True)


# Which handler each control has, and how a click finds it.

TYPED = (campaign_clicks, forms, next_battle, report_clicks)
"""Where controls are that say themselves what they are about; a click finds them once these are read."""


async def keep_force(ctx: Context, click: Click) -> Reply:
    """A force of one's own saved in place of the one of that name."""
    return await save_force(ctx, ":".join(click.about), replace=True)


PRIVATE: dict[str, Handler] = {
    "why": why,
    "odds": odds_before,
    "chances": odds_in_full,
    "chancesof": odds_before_in_full,
    "dice": dice_wanted,
    "facts": facts_wanted,
    "keep": keep_force,
    "forget": lambda ctx, _: forget_me(ctx),
    "units": units,
    "answer": to_answer,
    **PRIVATE_CONTROLS,
    **SPLIT,
}
"""Answered to whoever clicked alone."""
PUBLIC: dict[str, Handler] = {
    "undo": undo,
    "again": again,
    "react": react,
    ASK: asked,
    "go": go,
    "show": show,
    "log": turned,
    "try": tried,
    **CONTROLS,
    "choose": report_clicks.chosen,
    **CLICKED,
}
"""Answered to everybody."""
ANSWERS: dict[str, Handler] = {
    "pick": pick,
    "menu": pick_from_menu,
    "roll": roll,
    "face": face,
    "anyway": anyway,
    "drop": drop,
    "load": load_again,
    "agree": agree,
    "refuse": refuse,
}
"""Answers to a question, whose message loses its buttons then."""
FORMS: dict[str, tuple[Handler, str, bool]] = {
    "faces": (faces_sent, "dice", True),
    "facts": (facts_sent, "facts", False),
    "order": (order_sent, "", False),
    "share": (shared, "", False),
    **{what: (form, "", False) for what, form in SUBMITTED.items()},
}
"""What a form does, the button that opens it where that is a question's, and whether a message for all that did loses
its buttons.
"""


class Clicks(commands.Cog):
    """The listener at which every click and every form arrives."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        # Whatever is clicked is a message of ours: what is not known is from another version, or made up.
        id = str((interaction.data or {}).get("custom_id", ""))
        click = (click_of(id) if writable(id) else None) or Click("", ("",))
        if interaction.type is discord.InteractionType.modal_submit:
            await _sent(Context(interaction), click)
        elif interaction.type is discord.InteractionType.component:
            await _clicked(Context(interaction), click)


async def _sent(ctx: Context, click: Click) -> None:
    sent, opens, retire = FORMS.get(click.what, (unknown, "", False))
    work = or_correct(ctx, click, opens, sent) if opens else sent(ctx, click)
    await answer(ctx, work, retire=retire or is_private(ctx))


async def _clicked(ctx: Context, click: Click) -> None:
    if click.what in PRIVATE:
        await answer(ctx, PRIVATE[click.what](ctx, click), private=True)
    elif click.what in PUBLIC:
        await answer(ctx, PUBLIC[click.what](ctx, click))
    else:
        handler = ANSWERS.get(click.what, unknown)
        await answer(ctx, handler(ctx, click), retire=click.what in ANSWERS)


async def unknown(ctx: Context, click: Click) -> Reply:
    """Refuses a control that this version does not have."""
    raise Refusal(OTHER_VERSION)


async def setup(bot: Any) -> None:
    bot.add_dynamic_items(Control, Menu, Choose)
    await bot.add_cog(Clicks())
