"""`/help`, `/rules` in our own words, and `/roll` for loose dice."""

from __future__ import annotations

from itertools import islice
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.dice.loose import fallen, loose_throws
from bot.errors import Refusal
from cogs.components.campaign.report_clicks import aftermath_odds
from cogs.components.play.seals import thrown_in_secret
from cogs.components.setup.help_topics import campaign_topic_reply, topic_menu, topic_reply
from cogs.interactions import autocomplete, campaign_options
from cogs.interactions.context import Context
from cogs.interactions.respond import answered
from cogs.rendering.board import course
from cogs.rendering.figures import loose_line, written
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.command.system import System
from rules.kernel.text import N_, Text

Named = app_commands.Range[str, 1, 100]

BASICS = (
    Text("**Begin**: `/game demo`, or `/game new`, `/force load`, `/game join`."),
    Text("**Play**: `/activate`, `/move`, `/fire`, `/assault`, `/act`, `/turn next`."),
    Text("**Your own dice**: `dice:5 2 6 4` with any command, or `/game dice`."),
    Text("**Look up**: `/odds`, `/why`, `/unit show`, `/log show`. `/note` adds to the story."),
    Text("**Correct**: `/undo`, `/amend`, `/marker set`, `/unit edit`."),
    Text("**Many battles**: `/campaign new`, then its buttons."),
    Text("**For you**: `/game detail` short or full, `/privacy show`."),
)


class HelpCog(commands.Cog):
    """`/help`, where to begin, and `/roll`."""

    @app_commands.command(description=N_("How to begin, and a cheat sheet of this game's rules."))
    @app_commands.describe(topic=N_("A rule of this game's system."))
    @app_commands.autocomplete(topic=autocomplete.topics)
    @answered(private=True)
    async def help(self, ctx: Context, topic: Named | None = None) -> Reply:
        if topic:
            return await topic_reply(ctx, topic)
        live, words = await ctx.suggested(), ctx.me
        if live is None:
            return Reply(words.say("Adjutant"), "\n".join(map(words, BASICS)), private=True)
        words = words.at(live.board)
        menu = (topic_menu(words, live.system),)
        if ctx.detail == "full":
            lines = [*map(words, BASICS), *_sheet(words, live.system)]
            return Reply(words.say("Adjutant"), "\n".join(lines), private=True, buttons=menu)
        lines = [*islice(course(words, live), 1), *map(words, BASICS)]
        return Reply(words(live.system.name), "\n".join(lines), private=True, buttons=menu)

    @app_commands.command(description=N_("Loose dice, outside any game: 3d6, d20+3."))
    @app_commands.describe(
        dice=N_("Such as 3d6, d20+3, 2d20kh1 (keep the highest); several after commas."),
        secret=N_("Only you see what falls, until you reveal it."),
        to=N_("Somebody else who sees it in your place, such as the umpire."),
    )
    @app_commands.rename(to="for")
    @answered()
    async def roll(
        self,
        ctx: Context,
        dice: app_commands.Range[str, 1, 100],
        secret: bool = False,
        to: discord.User | None = None,
    ) -> Reply:
        throws, throw = loose_throws(dice), ctx.services.odds.throw
        lines = [loose_line(one, [fallen(part, throw) for part in one.dice]) for one in throws]
        title = ", ".join(map(written, throws))
        if len(throws) > 1:
            lines = [f"{written(one)}: {line}" for one, line in zip(throws, lines, strict=True)]
        text = "\n".join(f"🎲 {line}" for line in lines)
        if secret or to is not None:
            return await thrown_in_secret(ctx, title, text, to)
        return Reply(title, text, ctx.caller.name)


class RulesCog(commands.GroupCog, group_name="rules", group_description=N_("What the rules say.")):
    """Topics, in our own words."""

    @app_commands.command(description=N_("A rule of this game's system, in our own words."))
    @app_commands.describe(topic=N_("The rule."))
    @app_commands.autocomplete(topic=autocomplete.topics)
    @answered(private=True)
    async def topic(self, ctx: Context, topic: Named) -> Reply:
        return await topic_reply(ctx, topic)

    @app_commands.command(description=N_("A rule of campaigns, in our own words: recovery, experience and so on."))
    @app_commands.describe(topic=N_("The rule."))
    @app_commands.autocomplete(topic=campaign_options.topics)
    @answered(private=True)
    async def campaign(self, ctx: Context, topic: Named) -> Reply:
        return await campaign_topic_reply(ctx, topic)

    @app_commands.command(description=N_("The odds of what is thrown after a battle of a campaign."))
    @app_commands.describe(
        lost=N_("Figures that a unit lost: their recovery."),
        vehicle=N_("Or what became of a vehicle: its salvage."),
        held_field=N_("Whether its side held the field at the end."),
        medic=N_("Whether a living medic was on its side."),
    )
    @answered(private=True)
    async def aftermath(
        self,
        ctx: Context,
        lost: app_commands.Range[int, 1, 100] | None = None,
        vehicle: Literal["destroyed", "disabled"] | None = None,
        held_field: bool = False,
        medic: bool = False,
    ) -> Reply:
        if (lost is None) == (vehicle is None):
            raise Refusal(Text("Give either `lost`, the figures of a unit, or `vehicle`, what became of it."))
        if vehicle:
            return await aftermath_odds(ctx, "salvage", {"state": vehicle, "held_field": held_field})
        return await aftermath_odds(ctx, "recovery", {"lost": lost, "held_field": held_field, "medic": medic})


def _sheet(words: Reader, system: System) -> list[str]:
    """The system's rules on one page."""
    lines = ["", f"**{words(system.name)}** · {words(Text(system.about.credit))}"]
    lines += [f"**{words(topic.title)}**: {words(topic.text)}" for topic in system.topics.values()]
    lines += [words.say("Refused: {line}.", line=line) for line in system.refused]
    return [*lines, *(words.say("Warned of: {line}.", line=line) for line in system.warned)]


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(HelpCog())
    await bot.add_cog(RulesCog())
