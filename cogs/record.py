"""`/undo`, `/amend` and `/why`: corrections and explanations; and `/fairness`, the proof of the dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.services.play.story_notes import LONGEST_NOTE
from cogs.components.campaign.forms import add_campaign_note, has_only_campaign
from cogs.components.play import entry_clicks
from cogs.components.play.amend_clicks import open_amend_form as amend_clicked
from cogs.components.play.entry_buttons import AmendEntry, ExplainEntry, UndoEntry, WriteStory
from cogs.components.play.outcome import outcome_reply
from cogs.interactions import autocomplete, campaign_options
from cogs.interactions.built_command import private_command, slash_command
from cogs.interactions.context import Context, Interaction
from cogs.interactions.message import PREFIX
from cogs.interactions.options import parse_lengths, parse_situations, split_per_target
from cogs.interactions.respond import answer
from cogs.rendering.fairness import check_texts, fairness_texts, revealed_texts
from cogs.rendering.reply import Reply
from rules.kernel.text import N_, Text

Number = app_commands.Range[int, 1, 999_999]
Typed = app_commands.Range[str, 1, 200]
_ABOUT = re.compile(rf"{PREFIX}:(?:undo|why):([0-9a-f]{{32}}):([0-9]{{1,9}})")
"""Ids of buttons that only results have; the status and the board have other controls."""


class RecordCog(commands.Cog):
    """The commands that explain and correct the record."""

    @slash_command(
        N_("Undo the last entry; its dice are used again."), entry=N_("The entry's number; empty: the last one.")
    )
    async def undo(self, ctx: Context, entry: Number | None = None) -> Reply:
        return await outcome_reply(ctx, ctx.services.corrections.undo(ctx.call, entry, says_first=True))

    @slash_command(
        N_("Add what was forgotten to the last roll; the dice stay the same."),
        entry=N_("The entry's number; empty: the last one with dice."),
        situation=(N_("What was forgotten; several with commas."), autocomplete.suggest_any("situations")),
        cover=(N_("The right cover; one per target, separated by /."), autocomplete.suggest_any("covers")),
        distance=N_("The right distance; one per target, separated by /."),
        firers=N_("The weapons that fired: 4 infantry_rifle, 1 lmg."),
        count=N_("The right number."),
        dice=N_("All its real dice in order, rolls separated by /."),
    )
    async def amend(
        self,
        ctx: Context,
        entry: Number | None = None,
        situation: Typed | None = None,
        cover: Typed | None = None,
        distance: Typed | None = None,
        firers: Typed | None = None,
        count: app_commands.Range[int, 0, 100] | None = None,
        dice: Typed | None = None,
    ) -> Reply:
        live = await ctx.game()
        facts: dict[str, Any] = {
            "situation": parse_situations(live, situation),
            "cover": split_per_target((cover or "").lower()),
            "distance": parse_lengths(distance, live.board.ruler),
            "firers": split_per_target(firers),
            "count": count,
        }
        return await outcome_reply(ctx, ctx.services.corrections.amend(ctx.call, entry, facts, own=dice or ""))

    @private_command(
        N_("Why a result came out as it did: every number with its rule."),
        entry=N_("The entry's number; empty: the last one with dice."),
    )
    async def why(self, ctx: Context, entry: Number | None = None) -> Reply:
        live, found = await ctx.services.history.entry(ctx.call, entry)
        return await entry_clicks.explanation_reply(ctx, live, found)

    @slash_command(
        N_("Add your own words to the story of the game."),
        text=N_("A line or a short paragraph; empty: opens a form."),
        entry=N_("The number of its entry."),
        turn=N_("The turn it is about; empty: now."),
        campaign=(N_("A campaign, instead of the game."), campaign_options.campaigns),
    )
    async def note(
        self,
        ctx: Context,
        text: app_commands.Range[str, 1, LONGEST_NOTE] | None = None,
        entry: Number | None = None,
        turn: app_commands.Range[int, 1, 999] | None = None,
        campaign: app_commands.Range[str, 1, 100] | None = None,
    ) -> Reply:
        if campaign is not None or await has_only_campaign(ctx):
            return await add_campaign_note(ctx, campaign or "", text)
        if entry is not None and turn is not None:
            raise Refusal(Text("Give an entry or a turn, not both."))
        if text is None and turn is None:
            live = await ctx.services.story_notes.game_for_notes(ctx.call)
            return await entry_clicks.note_form(ctx, WriteStory(live.info.id, entry or 0))
        return await entry_clicks.note_reply(ctx, text or "", entry, turn)


def entry_of(interaction: Interaction, message: discord.Message) -> tuple[str, int]:
    """Return the game and number of the entry that a message shows; raise Refusal for any other message."""
    if interaction.client.user is not None and message.author.id == interaction.client.user.id:
        for id in _custom_ids(message.components):
            match = _ABOUT.fullmatch(id)
            if match:
                return match[1], int(match[2])
    raise Refusal(Text("That message is not a result. Choose one with the buttons Undo and Why?."))


def _custom_ids(components: Any) -> Iterator[str]:
    for component in components:
        yield from _custom_ids(getattr(component, "children", ()))
        yield getattr(component, "custom_id", None) or ""


async def undo_message(ctx: Context, message: discord.Message) -> Reply:
    return await entry_clicks.undo_entry(ctx, UndoEntry(*entry_of(ctx.interaction, message)))


async def explain_message(ctx: Context, message: discord.Message) -> Reply:
    return await entry_clicks.explain_entry(ctx, ExplainEntry(*entry_of(ctx.interaction, message)))


async def amend_message(ctx: Context, message: discord.Message) -> Reply:
    return await amend_clicked(ctx, AmendEntry(*entry_of(ctx.interaction, message)))


async def write_story_about(ctx: Context, message: discord.Message) -> Reply:
    """Open the story form about a result, or with the text of the caller's message; raise Refusal."""
    if message.author.id == ctx.interaction.user.id:
        live = await ctx.services.story_notes.game_for_notes(ctx.call)
        return await entry_clicks.note_form(ctx, WriteStory(live.info.id, 0), message.clean_content)
    return await entry_clicks.note_form(ctx, WriteStory(*entry_of(ctx.interaction, message)))


def message_menu(
    name: str, does: Callable[[Context, discord.Message], Coroutine[Any, Any, Reply]], private: bool = False
) -> app_commands.ContextMenu:
    """Return a command for the menu of a message; Discord allows five per bot (`discord.py` 2.7)."""

    @app_commands.context_menu(name=name)
    @app_commands.guild_only()
    async def give_command(interaction: Interaction, message: discord.Message) -> None:
        ctx = Context(interaction)
        await answer(ctx, does(ctx, message), private)

    return give_command


MENUS = (
    message_menu(N_("Undo this"), undo_message),
    message_menu(N_("Why?"), explain_message, private=True),
    message_menu(N_("Correct …"), amend_message, private=True),
    message_menu(N_("Add to the story"), write_story_about, private=True),
)


# `/fairness`: the origin of the bot's dice, and its verification.

Heads = app_commands.Range[str, 1, 1000]


class FairnessCog(
    commands.GroupCog, group_name="fairness", group_description=N_("Proof that the bot's dice are fair.")
):
    """`/fairness`: the commitment at the beginning of a game, the seed at the end, and the verification."""

    @slash_command(N_("The commitment to the bot's dice in this game."))
    async def show(self, ctx: Context) -> Reply:
        live, report = await ctx.services.fairness.show(ctx.call)
        return _fairness_reply(ctx, Text("Dice of {game}", game=live.info.name), fairness_texts(report))

    @slash_command(N_("After the game: the seed of its dice."))
    async def reveal(self, ctx: Context) -> Reply:
        live, report = await ctx.services.fairness.reveal(ctx.call)
        return _fairness_reply(ctx, Text("The seed of {game}", game=live.info.name), revealed_texts(report))

    @slash_command(
        N_("Check every roll of the bot, once the seed is known."),
        head=N_("A posted checksum, such as 140:9f2c41d08be7a653; several with spaces."),
    )
    async def verify(self, ctx: Context, head: Heads | None = None) -> Reply:
        found = await ctx.services.fairness.check(ctx.call, head or "")
        return _fairness_reply(ctx, Text("The dice of {game}, checked", game=found.live.info.name), check_texts(found))


def _fairness_reply(ctx: Context, title: Text, lines: Iterable[Text]) -> Reply:
    words = ctx.all_readers
    return Reply(words.plain(title), "\n".join(map(words, lines)))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(RecordCog())
    for menu in MENUS:
        bot.tree.add_command(menu)
    await bot.add_cog(FairnessCog())
