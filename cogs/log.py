"""`/log`: the entries of a game in pages, even of an unreadable game; and `/log channel`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import discord
from discord import ChannelType, app_commands
from discord.ext import commands

from bot.errors import Refusal, Unreadable
from bot.game.registry import ActiveGame
from bot.services.record.roll_logs import OpenedLog
from bot.store.entries import ReadEntry
from bot.store.pasts import Wanted
from bot.store.tables import StoredGame
from cogs.components.play.log_pages import page_reply
from cogs.interactions import past_games as looking_back
from cogs.interactions.built_command import slash_command
from cogs.interactions.context import Context
from cogs.interactions.message import WRITES, missing_permissions, permission_names
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from cogs.tasks.roll_logs import ARCHIVED, UNSEEN, channel_obstacle, obstacle_text, stopped_text
from rules.game.tabletop import Player
from rules.kernel.text import N_, Plural, Text

# Messages about an unreadable game: when it is closed, and when its log is shown.


async def close_unreadable(ctx: Context) -> StoredGame | None:
    """Close the channel's game if it is unreadable and return it, else None; raise Refusal."""
    return await ctx.services.unreadable.close(ctx.call, ctx.interaction.permissions.manage_channels)


def closed_reply(words: Reader, game: StoredGame) -> Reply:
    text = words.say("{game} cannot be read and is closed. Its record is kept.", game=game.name)
    again = words.say("Once it can be read again, `/game reopen` resumes it where it was.")
    return Reply(words.say("The game is closed"), f"{text}\n{again}")


def closed_lines(words: Reader, game: StoredGame | None) -> list[str]:
    """Return the lines about a closed game, for the answer about the game that replaces it."""
    if game is None:
        return []
    return [words.say("{game} cannot be read and is closed. Its record is kept.", game=game.name)]


async def damaged_log(ctx: Context, game: StoredGame, last: int, why: Text) -> Reply:
    """Return the last entries of an unreadable game, as far as they can be read."""
    lines, players = await ctx.services.unreadable.log(game, last)
    words = ctx.all_readers
    text = "\n".join([words(why), "", *_readable_lines(words, lines, players)])
    return Reply(words.say("Log of {game}", game=game.name), text)


def _readable_lines(words: Reader, lines: Sequence[ReadEntry], players: Mapping[str, Player]) -> Iterator[str]:
    expected = lines[0].number if lines else 0
    for line in lines:
        if line.number > expected:
            yield words.say("**{number}** is missing", number=expected)
        name = players[line.by].name if line.by in players else Text("a former player")
        said = line.entry.shown_title if line.entry else Text("{command} (cannot be read)", command=line.command)
        yield f"**{line.number}** <t:{int(line.at)}:t> {words(name)}: {words(said)}."
        expected = line.number + 1


# `/log channel`: every entry of a game in another channel, thread or forum post as well.

Chosen = app_commands.AppCommandChannel | app_commands.AppCommandThread


class LogChannelCommand(commands.Cog):
    """The command `/log channel`, a base of the cog of `/log`."""

    @slash_command(
        N_("Post every entry of this game in another channel or thread as well."),
        channel=N_("Where; empty: shows how far it is, and tries again if it has stopped."),
        off=N_("Stop posting there."),
    )
    async def channel(self, ctx: Context, channel: Chosen | None = None, off: bool = False) -> Reply:
        logs = ctx.services.roll_logs
        live = await logs.game(ctx.call)
        words = ctx.all_readers.at(live.board)
        title = words.say("Log of {game}", game=live.info.name)
        if channel is not None and off:
            raise Refusal(Text("Either a channel to log in, or `off:True` to stop: not both."))
        if off:
            log = await logs.close(live)
            said = words.say(
                "Nothing more is posted in <#{channel}>; the last entry there is {sent}. `/log channel` goes on from "
                "there.",
                channel=log.channel_id,
                sent=log.sent,
            )
            return Reply(title, said)
        if channel is None:
            return Reply(title, await _log_state_text(ctx, words, live))
        await _require_log_right(ctx, live, channel)
        return Reply(title, _log_opened_text(words, await logs.open(live, str(channel.id))))


def _log_opened_text(words: Reader, opened: OpenedLog) -> str:
    """Return the text about the new log channel, and about earlier entries."""
    lines = [words.say("Every entry of this game is posted in <#{channel}> too.", channel=opened.log.channel_id)]
    if opened.owed_count > 0:
        n = opened.owed_count
        lines += [words(Plural("{n} entry follows at once.", "The last {n} entries follow at once.", n))]
    moved = opened.before is not None and opened.before.channel_id != opened.log.channel_id
    if opened.before is not None and moved:
        was = opened.before
        lines += [
            words.say("In <#{channel}> it ends with entry {sent}.", channel=was.channel_id, sent=was.sent)
            if was.sent
            else words.say("In <#{channel}> nothing was posted.", channel=was.channel_id)
        ]
    return "\n".join(lines)


async def _log_state_text(ctx: Context, words: Reader, live: ActiveGame) -> str:
    """Return the state of the log; a stopped one is retried at once."""
    log = await ctx.services.roll_logs.of(live)
    ctx.services.roll_logs.queue.add(live.info.id, log.channel_id)
    if log.stopped:
        return words(stopped_text(log))
    return words.say(
        "Every entry of this game is posted in <#{channel}> too: {sent} of {number} so far.",
        channel=log.channel_id,
        sent=log.sent,
        number=live.info.number,
    )


async def _require_log_right(ctx: Context, live: ActiveGame, chosen: Chosen) -> None:
    """Raise Refusal unless it is another channel of this server where the caller and the bot may write."""
    if str(chosen.id) == live.info.channel_id:
        raise Refusal(Text("The game is played in this very channel: choose another one for its log."))
    channel = await _visible_channel(ctx, chosen)
    if channel.guild.id != ctx.interaction.guild_id:
        raise Refusal(Text("That channel is in another server: choose one of this server."))
    if (unfit := _unsuitable_channel_text(chosen.type, str(chosen.id))) is not None:
        raise Refusal(unfit)
    lacks = missing_permissions(chosen.permissions, WRITES, isinstance(channel, discord.Thread))
    if lacks:
        text = Text(
            "You may not write in <#{channel}>: there you lack {names}. Choose a channel in which you may.",
            channel=str(chosen.id),
            names=permission_names(lacks),
        )
        raise Refusal(text)
    why = channel_obstacle(channel)
    if why:
        raise Refusal(_bot_rights_text(str(chosen.id), why))


def _unsuitable_channel_text(kind: ChannelType, channel: str) -> Text | None:
    """Return why a channel of that kind cannot have a log, and the alternatives."""
    match kind:
        case ChannelType.category:
            return Text("<#{channel}> is a category: choose a text channel, a thread or a forum post.", channel=channel)
        case ChannelType.voice:
            return Text(
                "<#{channel}> is a voice channel: choose a text channel, a thread or a forum post.", channel=channel
            )
        case ChannelType.stage_voice:
            return Text("<#{channel}> is a stage: choose a text channel, a thread or a forum post.", channel=channel)
        case ChannelType.forum | ChannelType.media:
            return Text(
                "<#{channel}> is a forum: choose one of its posts, a text channel or a thread.", channel=channel
            )
        case _:
            return None


async def _visible_channel(ctx: Context, chosen: Chosen) -> discord.abc.GuildChannel | discord.Thread:
    """Return the channel itself; raise Refusal if the bot cannot see it."""
    found = ctx.interaction.client.get_channel(chosen.id)
    try:
        found = found or await ctx.interaction.client.fetch_channel(chosen.id)
    except (discord.NotFound, discord.Forbidden):
        found = None
    if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
        raise Refusal(_bot_rights_text(str(chosen.id), UNSEEN))
    return found


def _bot_rights_text(channel: str, why: str) -> Text:
    if why == ARCHIVED:
        return Text("<#{channel}> is archived or locked: open the thread again, then repeat this.", channel=channel)
    return Text(
        "I cannot post in <#{channel}>: {why}. Let me in the settings of that channel, under Permissions, then repeat "
        "this; `/setup check` there shows what is missing.",
        channel=channel,
        why=obstacle_text(why),
    )


# `/log` itself.

Named = app_commands.Range[str, 1, 100]


class LogCog(LogChannelCommand, commands.GroupCog, group_name="log", group_description=N_("The record of this game.")):
    """`/log`: the record of a game."""

    @slash_command(
        N_("The last entries of this game, or of one that is over."),
        last=N_("Cards per page."),
        unit=(N_("About one unit."), looking_back.units),
        player=(N_("Of one player (name)."), looking_back.players),
        kind=(N_("Of one command, such as fire."), looking_back.kinds),
        game=(N_("A game of this channel that is over; empty: the current one."), looking_back.games),
    )
    async def show(
        self,
        ctx: Context,
        last: app_commands.Range[int, 1, 50] = 10,
        unit: Named | None = None,
        player: Named | None = None,
        kind: app_commands.Range[str, 1, 40] | None = None,
        game: Named | None = None,
    ) -> Reply:
        battle = await ctx.services.log_pages.choose_game(ctx.call, game)
        try:
            live = await ctx.services.log_pages.read(ctx.call, battle)
        except Unreadable as fault:
            assert battle is not None
            return await damaged_log(ctx, battle, last, fault.text)
        about = ctx.unit(live.game, unit, live.board).id if unit else ""
        by = next((one.id for one in live.game.players.values() if player == one.name), player or "")
        wanted = Wanted((kind or "").strip().lower(), about, by)
        page = await ctx.services.log_pages.page(live, wanted, last)
        return await page_reply(ctx.all_readers, page, wanted, last)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(LogCog())
