"""Settings of a game: `/game dice`, `mentions`, `timeout`, `umpire`, `move` and others; `/rulings`, and `/waiting`."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.people import Person, Place
from bot.services.play.messages import ShownQuestion
from bot.store.tables import StoredGame
from cogs.components.play.clock import clock_reply
from cogs.components.play.control_row import is_played
from cogs.components.play.entry_buttons import lasting_controls
from cogs.components.play.outcome import outcome_reply, show_result
from cogs.components.questions.question_view import question_message
from cogs.components.setup.help_page import waiting_reply
from cogs.interactions import autocomplete, unit_options
from cogs.interactions.built_command import private_command, slash_command
from cogs.interactions.context import Context, Interaction, steward_of
from cogs.interactions.message import WRITES, missing_permissions, post
from cogs.interactions.options import parse_code
from cogs.interactions.suggestions import matching_suggestions
from cogs.rendering.reply import Reply
from cogs.rendering.status import rulings_reply
from rules.game.tabletop import AtEnd
from rules.kernel.text import N_, Text

# Moving games to another channel, with their questions, even after their own channel is gone.

Channel = discord.TextChannel | discord.Thread

_AT_END = {"nothing": N_("nothing"), "go lost": N_("turn lost"), "game lost": N_("game lost")}
"""Names of the values for a side whose time is up."""


async def suggest_lost_games(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the caller's games in this server whose channel is gone."""
    ctx = Context(interaction)
    lost = [game for game in await _own_lost_games(ctx) if _channel_of(ctx, game) is None]
    found = [(Text("{game} · {system}", game=one.name, system=one.system), one.id) for one in lost]
    return matching_suggestions(ctx, found, current)


async def move_lost_game(ctx: Context, game: str, channel: Channel) -> Reply:
    """Move a game of the caller, whose channel is gone, to this channel; raise Refusal."""
    require_write_access(ctx, channel)
    found = next((one for one in await _own_lost_games(ctx) if game in (one.id, one.name)), None)
    if found is None:
        raise Refusal(Text("Choose a suggestion: your games on this server."))
    if not await _is_channel_gone(ctx, found):
        raise Refusal(Text("{game} is in <#{channel}>: move it from there.", game=found.name, channel=found.channel_id))
    to = Place(ctx.call.where.guild, str(channel.id))
    result = await ctx.services.channels.move_here(ctx.call, found, to)
    await repost_questions(ctx, to)
    return show_result(ctx, result)


def require_channel(ctx: Context) -> Channel:
    """Return the channel of the command; raise Refusal if no game can be played there."""
    channel = ctx.interaction.channel
    if not isinstance(channel, discord.TextChannel | discord.Thread):
        raise Refusal(Text("Games are played in text channels and threads."))
    return channel


async def _own_lost_games(ctx: Context) -> list[StoredGame]:
    return await ctx.services.channels.games_of_person(ctx.caller, ctx.call.where.guild or "")


def _channel_of(ctx: Context, game: StoredGame) -> object | None:
    guild = ctx.interaction.guild
    return guild.get_channel_or_thread(int(game.channel_id)) if guild else None


async def _is_channel_gone(ctx: Context, game: StoredGame) -> bool:
    """True if Discord no longer has the channel of a game; an archived thread still exists but is not in the cache."""
    if _channel_of(ctx, game) is not None:
        return False
    try:
        await ctx.interaction.client.fetch_channel(int(game.channel_id))
    except discord.NotFound:
        return True
    except discord.Forbidden:
        return False
    return False


def require_write_access(ctx: Context, channel: Channel) -> None:
    """Raise Refusal unless both the caller and the bot may write in the channel."""
    refusals = {
        ctx.interaction.user: Text("You cannot write in {channel}.", channel=channel.name),
        channel.guild.me: Text("I cannot write in {channel}.", channel=channel.name),
    }
    for member, refusal in refusals.items():
        in_thread = isinstance(channel, discord.Thread)
        if isinstance(member, discord.Member) and missing_permissions(
            channel.permissions_for(member), WRITES, in_thread
        ):
            raise Refusal(refusal)


async def repost_questions(ctx: Context, to: Place) -> None:
    """Post every open question in the new channel too; the old buttons refer to it."""
    for question in await ctx.services.questions.open_questions(ctx.call._replace(where=to)):
        words = ctx.all_readers.at(question.live.board)
        message = await post(ctx.interaction.client, question.live, question_message(words, question))
        await ctx.services.record.questions.record_post(question.row.id, to.channel, message)
        ctx.services.question_messages.add(question.live.info.id, ShownQuestion(question.row.id, to.channel, message))


# The commands.

Named = app_commands.Range[str, 1, 100]


class PreferenceCommands(commands.Cog):
    """Further commands of `/game` (see `cogs/game.py`)."""

    @slash_command(
        N_("Whose dice a side uses: the bot's, or its own at the table."),
        mode=N_("Who rolls: the bot or you."),
        side=(N_("The side; empty: yours."), autocomplete.sides),
    )
    async def dice(self, ctx: Context, mode: Literal["bot", "physical"], side: Named | None = None) -> Reply:
        return show_result(ctx, await ctx.services.preferences.dice(ctx.call, mode, side))

    @slash_command(
        N_("Whether questions mention you, so that Discord notifies you."), mode=N_("On or off, for you in this game.")
    )
    async def mentions(self, ctx: Context, mode: Literal["on", "off"]) -> Reply:
        return show_result(ctx, await ctx.services.preferences.mentions(ctx.call, mode == "on"))

    @slash_command(
        N_("Whether the opponent must confirm bent rules."),
        mode=N_("On: the opponent must agree. Off: the player's own confirmation is enough."),
    )
    async def consent(self, ctx: Context, mode: Literal["on", "off"]) -> Reply:
        return await outcome_reply(ctx, ctx.services.preferences.consent(ctx.call, mode == "on"))

    @private_command(
        N_("How detailed your results are."),
        mode=N_("Short: what to do and the dice. Full: every number with its reasons."),
    )
    async def detail(self, ctx: Context, mode: Literal["short", "full"]) -> Reply:
        await ctx.services.details.choose(ctx.caller.id, mode)
        short = ctx.me.say("Your results are short now. Tap Why? for the rest.")
        full = ctx.me.say("Your results show every number with its reasons now.")
        return Reply(text=short if mode == "short" else full, private=True)

    @slash_command(
        N_("How long to wait for an answer, and what happens then."),
        minutes=N_("Minutes."),
        policy=N_("Keep waiting, use the default, or ask the umpire."),
    )
    async def timeout(
        self, ctx: Context, minutes: app_commands.Range[int, 1, 10080], policy: Literal["wait", "default", "umpire"]
    ) -> Reply:
        return await outcome_reply(ctx, ctx.services.preferences.timeout(ctx.call, minutes, policy))

    @slash_command(
        N_("Clocks for the sides; without minutes: the time left."),
        minutes=N_("Minutes of each side; 0: no clocks."),
        increment=N_("Extra seconds each time a side ends its turn."),
        at_end=N_("If a side's time is up: nothing, it loses its turns, or it loses the game."),
        side=(N_("Correct this side's clock: minutes left (umpire)."), autocomplete.sides),
    )
    @app_commands.choices(at_end=[app_commands.Choice(name=name, value=value) for value, name in _AT_END.items()])
    async def clock(
        self,
        ctx: Context,
        minutes: app_commands.Range[int, 0, 6000] | None = None,
        increment: app_commands.Range[int, 0, 3600] = 0,
        at_end: str = "nothing",
        side: Named | None = None,
    ) -> Reply:
        if minutes is None:
            return await clock_reply(ctx, await ctx.game())
        ends = cast(AtEnd, at_end)
        return await outcome_reply(ctx, ctx.services.clocks.set(ctx.call, 60 * minutes, increment, ends, side))

    @slash_command(N_("Make another player the umpire."), player=N_("The new umpire."))
    async def umpire(self, ctx: Context, player: discord.User) -> Reply:
        return await outcome_reply(ctx, ctx.services.seats.umpire(ctx.call, person_of(player), steward_of(ctx)))

    @slash_command(
        N_("Let another player command one of your units; repeat to take it back."),
        unit=(N_("The unit."), unit_options.units),
        player=N_("The player who may command it."),
    )
    async def delegate(self, ctx: Context, unit: Named, player: discord.User) -> Reply:
        found = ctx.unit((await ctx.game()).game, unit).id
        return show_result(ctx, await ctx.services.seats.delegate(ctx.call, found, person_of(player)))

    @slash_command(N_("Pause the game, or resume it."))
    async def pause(self, ctx: Context) -> Reply:
        reply = show_result(ctx, await ctx.services.preferences.pause(ctx.call))
        # Nobody can give a command until the game goes on.
        return reply if is_played(await ctx.game()) else replace(reply, buttons=lasting_controls(reply.buttons))

    @slash_command(
        N_("Play on in another channel or thread."),
        channel=N_("The new place."),
        game=(N_("One of your games whose channel is gone, to bring here."), suggest_lost_games),
    )
    async def move(self, ctx: Context, channel: Channel | None = None, game: Named | None = None) -> Reply:
        if game:
            return await move_lost_game(ctx, game, channel or require_channel(ctx))
        if channel is None:
            raise Refusal(
                Text("Where do you play on? Give `channel`, or `game` to bring one here whose channel is gone.")
            )
        require_write_access(ctx, channel)
        name, to = (await ctx.game()).info.name, Place(ctx.call.where.guild, str(channel.id))
        moved = show_result(ctx, await ctx.services.channels.move(ctx.call, to))
        await repost_questions(ctx, to)
        text = ctx.all_readers.say("The game goes on in <#{channel}>.", channel=channel.id)
        return Reply(name, text, moved.footer)


def person_of(user: discord.User | discord.Member) -> Person:
    return Person(str(user.id), user.display_name)


class WaitingCog(commands.Cog):
    """`/waiting`: the open questions."""

    @private_command(N_("All open questions of this game."))
    async def waiting(self, ctx: Context) -> Reply:
        return await waiting_reply(ctx, await ctx.game())


class RulingsCog(commands.GroupCog, group_name="rulings", group_description=N_("The rulings of this game.")):
    """`/rulings`: questions that the rules leave open, settled before the first shot."""

    @slash_command(N_("All rulings of this game: what is set and what else is possible."))
    async def show(self, ctx: Context) -> Reply:
        live = await ctx.game()
        return rulings_reply(ctx.all_readers, live)

    @slash_command(
        N_("Set a ruling: any player before the first dice, later the umpire."),
        name=(N_("The ruling."), autocomplete.rulings),
        value=(N_("Its new value."), autocomplete.ruling_values),
    )
    async def set(self, ctx: Context, name: Named, value: Named) -> Reply:
        return await outcome_reply(ctx, ctx.services.preferences.rule(ctx.call, parse_code(name), parse_code(value)))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(RulingsCog())
    await bot.add_cog(WaitingCog())
