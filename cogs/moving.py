"""Games that go to another channel, with their questions; also those whose channel is gone."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.errors import Refusal
from bot.game.people import Place
from bot.services.play.unposted_results import Shown
from bot.store.tables import Battle
from cogs.components.play.outcome import asked, shown
from cogs.interactions.autocomplete import offered
from cogs.interactions.channel import post
from cogs.interactions.context import Context, Interaction
from cogs.rendering.reply import Reply
from rules.kernel.text import Text

Channel = discord.TextChannel | discord.Thread


async def lost_games(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The caller's own games in this server whose channel cannot be seen any more."""
    ctx = Context(interaction)
    lost = [game for game in await _own(ctx) if _channel_of(ctx, game) is None]
    found = [(Text("{game} · {system}", game=one.name, system=one.system), one.id) for one in lost]
    return offered(ctx, found, current)


async def brought(ctx: Context, game: str, channel: Channel) -> Reply:
    """A game of the caller whose channel is gone comes to another one; raises Refusal."""
    may_write(ctx, channel)
    found = next((one for one in await _own(ctx) if game in (one.id, one.name)), None)
    if found is None:
        raise Refusal(Text("Choose one of the suggestions: games in this server that you sit at."))
    if not await _gone(ctx, found):
        raise Refusal(
            Text("{game} is played in <#{channel}>: move it from there.", game=found.name, channel=found.channel_id)
        )
    to = Place(ctx.call.where.guild, str(channel.id))
    result = await ctx.services.lost_places.bring(ctx.call, found, to)
    await take_questions_along(ctx, to)
    return shown(ctx, result)


def here(ctx: Context) -> Channel:
    """The channel of the command; raises Refusal for one that no game can be brought to."""
    channel = ctx.interaction.channel
    if not isinstance(channel, discord.TextChannel | discord.Thread):
        raise Refusal(Text("Games are played in text channels and threads."))
    return channel


async def _own(ctx: Context) -> list[Battle]:
    return await ctx.services.lost_places.of(ctx.caller, ctx.call.where.guild or "")


def _channel_of(ctx: Context, game: Battle) -> object | None:
    guild = ctx.interaction.guild
    return guild.get_channel_or_thread(int(game.channel_id)) if guild else None


async def _gone(ctx: Context, game: Battle) -> bool:
    """Whether Discord no longer has the channel of a game: an archived thread is there, but nobody speaks of it."""
    if _channel_of(ctx, game) is not None:
        return False
    try:
        await ctx.interaction.client.fetch_channel(int(game.channel_id))
    except discord.NotFound:
        return True
    except discord.Forbidden:
        return False
    return False


def may_write(ctx: Context, channel: Channel) -> None:
    """Raises Refusal unless the caller and the bot may both write there."""
    refusals = {
        ctx.interaction.user: Text("You may not write in {channel}.", channel=channel.name),
        channel.guild.me: Text("I may not write in {channel}.", channel=channel.name),
    }
    for member, refusal in refusals.items():
        if isinstance(member, discord.Member) and not _writes(channel.permissions_for(member), channel):
            raise Refusal(refusal)


def _writes(may: discord.Permissions, channel: Channel) -> bool:
    writes = may.send_messages_in_threads if isinstance(channel, discord.Thread) else may.send_messages
    return may.view_channel and writes


async def take_questions_along(ctx: Context, to: Place) -> None:
    """Every question that is open stands in the new channel too; the old buttons point there."""
    for question in await ctx.services.questions.open(ctx.call._replace(where=to)):
        words = ctx.everybody.at(question.live.board)
        message = await post(ctx.interaction.client, question.live, asked(words, question))
        await ctx.services.record.posted(question.row.id, to.channel, message)
        ctx.services.question_messages.add(question.live.info.id, Shown(question.row.id, to.channel, message))
