"""Help, the rules in our own words, and loose dice."""

from __future__ import annotations

import re

from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from cogs.components.entry_buttons import Interaction
from cogs.components.outcome import calling
from cogs.interactions import autocomplete
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.respond import reply
from cogs.rendering.result import safe
from rules.system import System
from rules.text import say, spoken, unsaid

_DICE = re.compile(r"\s*(\d{0,3})\s*d\s*(\d{1,4})\s*", re.IGNORECASE)

BASICS = (
    unsaid("**Try it**: `/game demo`. **Start**: `/game new`, `/force load` for each side, `/game join`."),
    unsaid("**Play**: `/initiative`, `/activate`, `/move`, `/fire`, `/assault`, `/act`, `/turn next`."),
    unsaid("**Your own dice**: add dice, such as 5 2 6 4, to any command; several throws are separated by /."),
    unsaid(
        "**Know**: `/odds` before the shot, `/why` after it, `/game status`, `/unit show`, `/log show`, `/rules topic`."
    ),
    unsaid(
        "**Put right**: `/undo` takes an entry back, `/amend` adds what was forgotten, "
        "`/marker set` and `/unit edit` follow the table."
    ),
)


class Help(commands.Cog):
    """Where to begin, and what each rule says."""

    @app_commands.command(description="How to begin, and a cheat sheet of this game's rules.")
    @app_commands.describe(topic="A rule of this game's system.")
    @app_commands.autocomplete(topic=autocomplete.topics)
    async def help(self, interaction: Interaction, topic: app_commands.Range[str, 1, 100] | None = None) -> None:
        await reply(interaction, self._help(interaction, topic), private=True)

    async def _help(self, interaction: Interaction, topic: str | None) -> Reply:
        if topic:
            return await explained(interaction, topic)
        live = await _live(interaction)
        lines = [*map(say, BASICS), *(_sheet(live) if live else [])]
        return Reply(say("Adjutant"), "\n".join(lines), private=True)

    @app_commands.command(description="Loose dice, outside any game: 3d6.")
    @app_commands.describe(dice="Such as d6, 3d6 or 10d12.")
    async def roll(self, interaction: Interaction, dice: app_commands.Range[str, 1, 20]) -> None:
        await reply(interaction, self._roll(interaction, dice))

    async def _roll(self, interaction: Interaction, dice: str) -> Reply:
        match = _DICE.fullmatch(dice)
        count, sides = (int(match[1] or 1), int(match[2])) if match else (0, 0)
        if not 1 <= count <= 100 or not 2 <= sides <= 100:
            raise Refusal(say("Write the dice like 3d6: up to 100 dice of 2 to 100 sides."))
        faces = services_of(interaction).odds.throw(count, sides)
        total = f" = **{sum(faces)}**" if count > 1 else ""
        return Reply(f"{count}d{sides}", f"🎲 {' '.join(map(str, faces))}{total}", interaction.user.display_name)


class Rules(commands.GroupCog, group_name="rules", group_description="What the rules say."):
    """Topics, in our own words."""

    @app_commands.command(description="A rule of this game's system, in our own words.")
    @app_commands.describe(topic="The rule.")
    @app_commands.autocomplete(topic=autocomplete.topics)
    async def topic(self, interaction: Interaction, topic: app_commands.Range[str, 1, 100]) -> None:
        await reply(interaction, explained(interaction, topic), private=True)


async def _live(interaction: Interaction) -> System | None:
    try:
        return (await services_of(interaction).games.at(calling(interaction).where)).system
    except Refusal:
        return None


def _sheet(system: System) -> list[str]:
    """The system's rules on one page."""
    lines = ["", f"**{system.name}** · {say(system.about.credit)}"]
    lines += [f"**{say(topic.title)}**: {say(topic.text)}" for topic in system.topics.values()]
    lines += [say("Refused: {line}.", line=say(line)) for line in system.refused] + [
        say("Warned of: {line}.", line=say(line)) for line in system.warned
    ]
    return lines


async def explained(interaction: Interaction, name: str) -> Reply:
    """One topic: the rule, its section, the rulings it leans on."""
    live = await services_of(interaction).games.at(calling(interaction).where)
    topics = live.system.topics
    key = "_".join(name.lower().split())
    found = topics.get(key) or next(
        (one for one in topics.values() if name.lower() in (one.title.lower(), say(one.title).lower())), None
    )
    if found is None:
        raise Refusal(say("There is no topic {name!r}; there is {topics}.", name=name[:40], topics=", ".join(topics)))
    rulings = live.board.book.rulings
    leans = [
        say("Ruling {name}: {value}", name=spoken(name), value=spoken(str(getattr(rulings, name))))
        for name in found.rulings
    ]
    return Reply(
        say(found.title),
        "\n".join([safe(say(found.text)), *leans]),
        f"{live.system.name} › {found.section}",
        private=True,
    )


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Help())
    await bot.add_cog(Rules())
