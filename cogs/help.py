"""Help, the rules in our own words, and loose dice."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.dice.loose import fallen, loose_throws
from bot.errors import Refusal
from cogs.interactions import autocomplete
from cogs.interactions.context import Context
from cogs.interactions.respond import answered
from cogs.rendering.loose_dice import loose_line, written
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.about import Topic
from rules.beginnings import of_names
from rules.system import System
from rules.text import N_, Listed, Term, Text

Named = app_commands.Range[str, 1, 100]

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

    @app_commands.command(description=N_("Loose dice, outside any game: 3d6, d20+3."))
    @app_commands.describe(dice=N_("Such as 3d6, d20+3, 2d20kh1 (keep the highest); several after commas."))
    @answered()
    async def roll(self, ctx: Context, dice: app_commands.Range[str, 1, 100]) -> Reply:
        throws, throw = loose_throws(dice), ctx.services.odds.throw
        lines = [loose_line(one, [fallen(part, throw) for part in one.dice]) for one in throws]
        title = ", ".join(map(written, throws))
        if len(throws) > 1:
            lines = [f"{written(one)}: {line}" for one, line in zip(throws, lines, strict=True)]
        return Reply(title, "\n".join(f"🎲 {line}" for line in lines), ctx.caller.name)


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
    names = {key: key for key in topics} | {words.plain(one.title): key for key, one in topics.items()}
    found = of_names(name, names)
    if found is None:
        known = Listed([one.title for one in topics.values()])
        raise Refusal(Text("There is no topic '{name}'. The topics are {topics}.", name=name[:40], topics=known))
    return topics[found]


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(HelpCog())
    await bot.add_cog(RulesCog())
