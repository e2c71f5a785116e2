"""`/force`: sample forces, force files, and saved forces."""

from __future__ import annotations

import asyncio
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from cogs.components.setup.army_lists import list_form, list_reply
from cogs.components.setup.cards import cards_reply, force_on_table, game_cards
from cogs.components.setup.forces import load_force, own_force_line, save_force
from cogs.interactions import autocomplete, force_options
from cogs.interactions.built_command import private_command, slash_command
from cogs.interactions.context import Context
from cogs.interactions.options import ARRIVAL, parse_arrival, upload_of
from cogs.rendering.army_list import word_text
from cogs.rendering.reply import Reply, file_stem
from cogs.rendering.report.cards import Paper, Sheet
from data import SYSTEMS
from data.files import force_text, sample_forces
from data.systems import vocabulary
from rules.command.list_writing import list_text
from rules.kernel.text import N_, Text, counted

Name = app_commands.Range[str, 1, 60]
Named = app_commands.Range[str, 1, 100]
MOST_WORDS = 40
"""Most words of lists shown; the suggestions of the command contain all of them."""


class ForceCog(commands.GroupCog, group_name="force", group_description=N_("Bring whole forces to the table.")):
    """`/force`: whole forces loaded, saved and exported."""

    @slash_command(
        N_("Load a force: a sample, one you saved, or a file: list, TOML, JSON."),
        force=(N_("A sample force, or one of yours."), force_options.forces),
        side=(N_("Its side."), autocomplete.sides),
        file=N_("Your own force file."),
        reserve=ARRIVAL,
    )
    async def load(
        self,
        ctx: Context,
        force: Named | None = None,
        side: Name | None = None,
        file: discord.Attachment | None = None,
        reserve: app_commands.Range[str, 1, 30] | None = None,
    ) -> Reply:
        system, arrival = (await ctx.game()).system, parse_arrival(reserve)
        if file:
            contents = await ctx.services.files.force(upload_of(file), ctx.caller.id)
            if isinstance(contents, str):
                if arrival:
                    raise Refusal(Text("A list goes to the table first; then use `/unit reserve`."))
                name = file.filename.rpartition(".")[0]
                return list_reply(ctx, await ctx.services.army_lists.write(ctx.call, system, contents, name))
            await ctx.services.army_lists.learn(ctx.caller.id, contents)
            return await load_force(ctx, contents, side, reserve=arrival)
        named = force or ""
        saved = await ctx.services.saved_forces.find(ctx.caller.id, system, named)
        return await load_force(ctx, saved, side, named, arrival)

    @private_command(
        N_("Write or paste your own list of units; the bot reads it as a force."),
        system=(N_("The rule system; empty: this game's."), autocomplete.systems),
    )
    async def write(self, ctx: Context, system: Named | None = None) -> Reply:
        if system:
            return list_form(ctx, ctx.services.systems.choose_system(ctx.call.where.guild, system))
        live = await ctx.game_for_suggestions()
        if live is None:
            raise Refusal(Text("No game here: choose the rules with `system:`."))
        return list_form(ctx, live.system)

    @private_command(
        N_("The words of lists that this server has learned; forget one of them."),
        forget=(N_("The word to forget; only for members who manage the server."), force_options.known_list_words),
    )
    async def words(self, ctx: Context, forget: Named | None = None) -> Reply:
        words, lists = ctx.me, ctx.services.army_lists
        if forget:
            gone = await lists.unteach(ctx.call, forget, ctx.interaction.permissions.manage_guild)
            return Reply(
                words.say("{word} is forgotten", word=gone.words),
                words.say("Lists will ask for it again."),
                private=True,
            )
        known = await lists.taught_words(ctx.call.where.guild or "", SYSTEMS)
        lines = [
            words(Text("• {word} ({system})", word=word_text(one.system, one.words, one.code), system=one.system.name))
            for one in known
        ]
        more = [words.say("… and {n} more", n=len(lines) - MOST_WORDS)] if len(lines) > MOST_WORDS else []
        none = words.say("None. Explain a word of a list and tap **Always on this server** to keep it.")
        text = "\n".join([*lines[:MOST_WORDS], *more]) or none
        return Reply(words.say("Words from lists that this server knows"), text, private=True)

    @private_command(N_("The forces you can load: samples, and those you saved."))
    async def list(self, ctx: Context) -> Reply:
        live, words = await ctx.game_for_suggestions(), ctx.me
        mine = await ctx.services.saved_forces.forces_of(ctx.caller.id)
        lines: list[str] = []
        for system in [live.system] if live else ctx.services.systems.playable_systems(ctx.call.where.guild):
            lines.append(f"**{words(system.name)}**")
            for key, force in sample_forces(system.key).items():
                units = counted(len(force.units), "unit", "units")
                about = Text(force.about)
                lines.append(
                    f"`{key}` " + words.say("{force}, {units}: {about}", force=force.name, units=units, about=about)
                )
            lines += [own_force_line(words, one) for one in mine if one.system == system.key]
        return Reply(words.say("Forces"), "\n".join(lines), private=True)

    @private_command(N_("Save your side's units, as they started, as a force of yours."), name=N_("Its name."))
    async def save(self, ctx: Context, name: Name) -> Reply:
        return await save_force(ctx, name)

    @private_command(
        N_("Save a force as a file for /force load; empty: your side in this game."),
        force=(N_("A sample force, or one of yours; empty: your side as it started."), force_options.forces),
        format=N_("The file."),
    )
    async def export(
        self, ctx: Context, force: Named | None = None, format: Literal["toml", "json", "text"] = "toml"
    ) -> Reply:
        live, saved, words = await ctx.game(), ctx.services.saved_forces, ctx.me
        chosen = await (saved.find(ctx.caller.id, live.system, force) if force else saved.side(ctx.call, live))
        ending = "txt" if format == "text" else format
        file = f"{file_stem(chosen.name, 'force', '_')}.{ending}"
        about = words.plain.say("The force {force} for {system}, as text.", force=chosen.name, system=live.system.name)
        units = counted(len(chosen.units), "unit", "units")
        text = words.say("{units}. Load this file again with `/force load`.", units=units)
        # A list is read again unit by unit, and the first one needs the words of all languages.
        content = await asyncio.to_thread(
            lambda: (
                list_text(live.system, vocabulary(live.system.key), chosen)
                if format == "text"
                else force_text(chosen, format)
            )
        )
        return Reply(words(chosen.name), text, private=True, file=(file, content.encode("utf-8"), about))

    @private_command(
        N_("Cards to print: one for each unit, and the rules in short."),
        force=(
            N_("A sample force, or one of yours; empty: your side in this game; umpires: every side."),
            force_options.forces,
        ),
        paper=N_("Your paper size."),
        a_sheet=N_("Cards per sheet: 9 of 63 × 88 mm, or 6 in larger print."),
    )
    async def cards(
        self, ctx: Context, force: Named | None = None, paper: Paper = "A4", a_sheet: Literal[9, 6] = 9
    ) -> Reply:
        live = await ctx.game()
        if force is None:
            return await game_cards(ctx, live, Sheet(a_sheet, paper))
        saved = await ctx.services.saved_forces.find(ctx.caller.id, live.system, force)
        return await cards_reply(ctx, *force_on_table(live.board, saved), Sheet(a_sheet, paper), saved.name)

    @private_command(N_("Delete one of your forces."), force=(N_("The force."), force_options.own_forces))
    async def remove(self, ctx: Context, force: Named) -> Reply:
        system, words = (await ctx.game()).system, ctx.me
        name = await ctx.services.saved_forces.remove(ctx.caller.id, system, force)
        note = words.say("Games that use it keep their units.")
        return Reply(words.say("{force} deleted", force=name), note, private=True)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(ForceCog())
