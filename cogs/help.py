"""Help, the rules in our own words, and loose dice."""

from __future__ import annotations

import re

from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from cogs.interactions import autocomplete
from cogs.interactions.context import Context
from cogs.interactions.options import code_of
from cogs.interactions.respond import answered
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.about import Topic
from rules.system import System
from rules.text import N_, Joined, Term, Text

Named = app_commands.Range[str, 1, 100]
_DICE = re.compile(r"\s*(\d{0,3})\s*d\s*(\d{1,4})\s*", re.IGNORECASE)

BASICS = (
    Text("**Try it**: `/game demo`. **Start**: `/game new`, `/force load` for each side, `/game join`."),
    Text("**Play**: `/initiative`, `/activate`, `/move`, `/fire`, `/assault`, `/act`, `/turn next`."),
    Text("**Your own dice**: add dice, such as 5 2 6 4, to any command; several throws are separated by /."),
    Text(
        "**Look up**: `/odds` before the shot, `/why` after it, `/game status`, `/unit show`, `/log show`,"
        " `/rules topic`; `/stats` and `/luck` look back."
    ),
    Text(
        "**Correct**: `/undo` takes an entry back, `/amend` adds what was forgotten, `/marker set` and `/unit edit`"
        " follow the table."
    ),
    Text("**About you**: `/privacy show` says what is kept, `/privacy delete` deletes it."),
)


class HelpCog(commands.Cog):
    """Where to begin, and what each rule says."""

    @app_commands.command(description=N_("How to begin, and a cheat sheet of this game's rules."))
    @app_commands.describe(topic=N_("A rule of this game's system."))
    @app_commands.autocomplete(topic=autocomplete.topics)
    @answered(private=True)
    async def help(self, ctx: Context, topic: Named | None = None) -> Reply:
        if topic:
            return await topic_reply(ctx, topic)
        live, words = await ctx.suggested(), ctx.me
        lines = [*map(words, BASICS), *(_sheet(words, live.system) if live else [])]
        return Reply(words.say("Adjutant"), "\n".join(lines), private=True)

    @app_commands.command(description=N_("Loose dice, outside any game: 3d6."))
    @app_commands.describe(dice=N_("Such as d6, 3d6 or 10d12."))
    @answered()
    async def roll(self, ctx: Context, dice: app_commands.Range[str, 1, 20]) -> Reply:
        match = _DICE.fullmatch(dice)
        count, sides = (int(match[1] or 1), int(match[2])) if match else (0, 0)
        if not 1 <= count <= 100 or not 2 <= sides <= 100:
            raise Refusal(Text("Write the dice like 3d6: up to 100 dice of 2 to 100 sides."))
        faces = ctx.services.odds.throw(count, sides)
        total = f" = **{sum(faces)}**" if count > 1 else ""
        return Reply(f"{count}d{sides}", f"🎲 {' '.join(map(str, faces))}{total}", ctx.caller.name)


class RulesCog(commands.GroupCog, group_name="rules", group_description=N_("What the rules say.")):
    """Topics, in our own words."""

    @app_commands.command(description=N_("A rule of this game's system, in our own words."))
    @app_commands.describe(topic=N_("The rule."))
    @app_commands.autocomplete(topic=autocomplete.topics)
    @answered(private=True)
    async def topic(self, ctx: Context, topic: Named) -> Reply:
        return await topic_reply(ctx, topic)


def _sheet(words: Reader, system: System) -> list[str]:
    """The system's rules on one page."""
    lines = ["", f"**{words(system.name)}** · {words(Text(system.about.credit))}"]
    lines += [f"**{words(topic.title)}**: {words(topic.text)}" for topic in system.topics.values()]
    lines += [words.say("Refused: {line}.", line=line) for line in system.refused]
    return [*lines, *(words.say("Warned of: {line}.", line=line) for line in system.warned)]


async def topic_reply(ctx: Context, name: str) -> Reply:
    """One topic: the rule, its section, the rulings it leans on."""
    live, words = await ctx.game(), ctx.me
    found = _topic(words, live.system, name)
    rulings = live.board.book.rulings
    lines = [
        words.say("Ruling {name}: {value}", name=Term(ruling), value=Term(str(getattr(rulings, ruling))))
        for ruling in found.rulings
    ]
    text = "\n".join([words(found.text), *lines])
    return Reply(words(found.title), text, f"{live.system.name} › {found.section}", private=True)


def _topic(words: Reader, system: System, name: str) -> Topic:
    """The topic by its key, or by the title that suggestions show; raises Refusal."""
    topics = system.topics
    titled = (one for one in topics.values() if words.plain(one.title).lower() == name.strip().lower())
    found = topics.get(code_of(name)) or next(titled, None)
    if found is None:
        known = Joined(topics, ", ")
        raise Refusal(Text("There is no topic '{name}'; the topics are {topics}.", name=name[:40], topics=known))
    return found


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(HelpCog())
    await bot.add_cog(RulesCog())
