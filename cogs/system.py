"""`/system`: the rule systems that a server adds as files."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.record.server_systems import MOST, ServerSystem
from cogs.interactions import autocomplete
from cogs.interactions.built_command import private_command, slash_command
from cogs.interactions.context import Context
from cogs.interactions.options import upload_of
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.files.file_system import FileSystem
from rules.kernel.text import N_, Listed, Text, Typed

Named = app_commands.Range[str, 1, 100]


class SystemCog(commands.GroupCog, group_name="system", group_description=N_("This server's own rule systems.")):
    """`/system`: add, list, show and remove the rule systems of a server."""

    @slash_command(
        N_("Add a rule system of your own, or a newer version of it."),
        file=N_("Its TOML file. data/SYSTEMS.md explains how to write one."),
    )
    async def add(self, ctx: Context, file: discord.Attachment) -> Reply:
        manages = ctx.interaction.permissions.manage_guild
        added = await ctx.services.systems.add(ctx.call, upload_of(file), manages)
        system, words = added.system, ctx.all_readers
        lines = [*_about_lines(words, system)]
        if added.replaced:
            title = words.say("{system}: a new version", system=system.name)
            lines.append(words.say("Games in progress keep the version they started with."))
            if added.variants:
                stay = Listed(added.variants)
                lines.append(words.say("Still based on the version before: {systems}. Add them again.", systems=stay))
        else:
            title = words.say("{system} can be played here", system=system.name)
            lines.append(words.say("Start with `/game demo` or `/game new` and choose it there."))
        return Reply(title, "\n".join(lines))

    @private_command(N_("The rule systems that this server has added."))
    async def list(self, ctx: Context) -> Reply:
        rows, words = await ctx.services.systems.systems_of(ctx.call.where.guild or ""), ctx.me
        lines = [_system_line(words, one) for one in rows]
        none = words.say("None yet. Members who manage the server add one with `/system add`.")
        title = words.say("Rule systems of this server: {n} of {most}", n=len(rows), most=MOST)
        return Reply(title, "\n".join(lines) or none, private=True)

    @private_command(
        N_("Show one of this server's rule systems, with its file."),
        system=(N_("The rule system."), autocomplete.server_systems),
    )
    async def show(self, ctx: Context, system: Named) -> Reply:
        row, found = await ctx.services.systems.find_system(ctx.call.where.guild, system)
        words = ctx.me
        file = f"{row.key.partition('~')[0]}.toml", found.content, words.say("The file of {system}", system=found.name)
        text = "\n".join([*_about_lines(words, found), _system_line(words, row)])
        return Reply(words(Typed(found.name)), text, private=True, file=file)

    @slash_command(
        N_("Remove one of this server's rule systems. Games in progress go on."),
        system=(N_("The rule system."), autocomplete.server_systems),
    )
    async def remove(self, ctx: Context, system: Named) -> Reply:
        manages = ctx.interaction.permissions.manage_guild
        gone, words = await ctx.services.systems.remove(ctx.call, system, manages), ctx.all_readers
        lines = [words.say("New games cannot use it. Games in progress can be finished.")]
        if variants := ctx.services.systems.variants_of(ctx.call.where.guild, gone.digest):
            lines.append(words.say("Still based on it, and played as before: {systems}.", systems=Listed(variants)))
        return Reply(words.say("{system} is removed", system=gone.name), "\n".join(lines))


def _about_lines(words: Reader, system: FileSystem) -> Iterator[str]:
    """Yield a system's units, commands, author, licence and version, a line each."""
    yield words.say("**Units**: {units}", units=Listed([Text(one) for one in system.units][:20]))
    titles = [command.title for command in (*system.commands.values(), *system.acts.values())]
    yield words.say("**Commands**: {commands}", commands=Listed(titles))
    credit, licence = map(Typed, (system.about.credit, system.about.licence))
    yield words.say("**By**: {credit}", credit=credit)
    yield words.say("**Licence**: {licence}", licence=licence)
    yield words.say("**Edition**: {edition}", edition=Text(system.about.version))
    if system.base:
        about = system.base.about
        yield words.say("**Based on**: {system}, {edition}", system=Typed(about.name), edition=about.edition)


def _system_line(words: Reader, row: ServerSystem) -> str:
    said = words.say("{system}, added by", system=row.name)
    return f"• {said} <@{row.added_by}>, <t:{int(row.added_at)}:d>"


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(SystemCog())
