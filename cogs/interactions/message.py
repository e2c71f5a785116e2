"""Replies as Discord messages, within its limits; and messages posted in a channel without an interaction."""

from __future__ import annotations

import asyncio
import io
import logging
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import discord

from bot.client import Adjutant
from bot.game.registry import ActiveGame
from bot.metrics import REFUSED_BODIES
from cogs.interactions import limits, refusals
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Listed, Text
from rules.kernel.wording import make_sentence

LOG = logging.getLogger(__name__)

# Commands in a message as mentions; a click on one starts typing the command.

_FENCE = "```"
_NAMED = re.compile(r"(?<![\\`])`/[^`\n]+`(?!`)")
"""A command as code, with its options; in text typed by players the backticks are escaped."""
_MOST_WORDS = 3


def with_mentions(text: str, commands: Mapping[str, int]) -> str:
    """Replace every command whose id is known by a mention; its options stay code.

    Code blocks are left unchanged, because nothing in them can be clicked.
    """
    parts = text.split(_FENCE)
    return _FENCE.join(
        part if at % 2 else _NAMED.sub(lambda found: _command_mention(found, commands), part)
        for at, part in enumerate(parts)
    )


def _command_mention(found: re.Match[str], commands: Mapping[str, int]) -> str:
    words = found[0][2:-1].split(" ")
    for length in range(min(_MOST_WORDS, len(words)), 0, -1):
        name, rest = " ".join(words[:length]), " ".join(words[length:])
        if name in commands:
            mention = f"</{name}:{commands[name]}>"
            return f"{mention} `{rest}`" if rest else mention
    return found[0]


# Replies as messages.

_LINKED = re.compile(r"(?<!\\)<[#@]")
"""A channel or a user; Discord turns it into a link in a text, but not in a heading."""


# Clients remember the choice in a menu and send nothing if the same option is chosen again. So a menu that is sent
# again gets new ids, and is empty.

PREFIX = "adj1"
"""Prefix of the bot's custom ids."""
MARK = r"(?:\.[0-9]{5})?"
"""Pattern of the drawing number that may follow the prefix in the id of a menu."""
MARK_ROOM = 6
"""Characters of a drawing number."""
_PREFIX = re.compile(f"{PREFIX}{MARK}:")
_DRAWINGS = range(10_000, 100_000)
"""Drawing numbers, outside the range of the ids that Discord assigns to components by position."""
_drawn = count(int(time.time()))
"""The next drawing number; after a restart it starts from another value."""


def emptied_menus(view: discord.ui.View) -> discord.ui.View:
    """Return the same controls, with no choice made in the menus."""
    items = [one.item if isinstance(one, discord.ui.DynamicItem) else one for one in view.children]
    menus = [one for one in items if isinstance(one, discord.ui.Select)]
    for menu, nth in zip(menus, _drawn, strict=False):
        drawing = _DRAWINGS[nth % len(_DRAWINGS)]
        menu.id, menu.custom_id = drawing, _PREFIX.sub(f"{PREFIX}.{drawing}:", menu.custom_id, count=1)
    # Clicks are found by id alone, so discord.py need not keep a private message in memory for a quarter of an hour.
    view.stop()
    return view


def messages(reply: Reply, words: Reader) -> list[dict[str, Any]]:
    """Return the messages of a reply within Discord's limits; a very long text becomes a file, and none is empty."""
    if not (reply.title or reply.text or reply.footer or reply.file):
        reply = replace(reply, text=words.say("Nothing to show."))
    if _LINKED.search(reply.title):
        reply = replace(reply, title="", text=f"{make_sentence(reply.title)} {reply.text}".strip())
    as_code, clickable = limits.split_text(reply.text), limits.split_text(with_mentions(reply.text, words.commands))
    pieces = clickable if len(clickable) == len(as_code) else as_code
    attached = [_build_file(*reply.file)] if reply.file else []
    if len(pieces) > limits.MOST_PARTS:
        attached.append(_build_file("answer.txt", reply.text.encode(), words.say("The full text of this answer.")))
        rest = words.say("(The full text is attached.)")
        pieces = [f"{limits.shorten(limits.split_text(reply.text)[0], limits.DESCRIPTION - len(rest) - 1)}\n{rest}"]
    sent: list[dict[str, Any]] = [
        {"embed": _build_embed(reply, piece, first=at == 0, last=at == len(pieces) - 1)}
        for at, piece in enumerate(pieces)
    ]
    if attached:
        sent[-1]["files"] = attached
    if reply.ping and reply.ping.isdecimal():  # players whose data was deleted have no such id
        sent[0]["content"] = f"<@{reply.ping}>"
        sent[0]["allowed_mentions"] = discord.AllowedMentions(users=[discord.Object(int(reply.ping))])
    if reply.buttons and (view := view_of(reply.buttons)) is not None:
        sent[-1]["view"] = view
    for one in sent:
        is_accepted(
            "a message", refusals.message_errors({"embeds": [one["embed"].to_dict()], "content": one.get("content")})
        )
    return sent


def _build_embed(reply: Reply, piece: str, first: bool, last: bool) -> discord.Embed:
    embed = discord.Embed(description=piece or None, colour=reply.colour)
    if first and reply.title:
        embed.title = limits.shorten(reply.title, limits.TITLE)
    if last and reply.footer:
        room = min(limits.FOOTER, limits.ALL_EMBEDS - len(piece) - limits.TITLE)
        embed.set_footer(text=limits.shorten(reply.footer, max(1, room)))
    return embed


def _build_file(name: str, content: bytes, words: str) -> discord.File:
    return discord.File(io.BytesIO(content), name, description=limits.shorten(words, limits.ALT_TEXT))


def view_of(buttons: Sequence[discord.ui.Item[Any]]) -> discord.ui.View | None:
    """Return the controls under a message.

    None if there are none, or if Discord would refuse them: the text reaches its readers without them.
    """
    if not buttons:
        return None
    view = discord.ui.View(timeout=None)
    for button in buttons:
        view.add_item(button)
    drawn = emptied_menus(view)
    return drawn if is_accepted("controls", refusals.message_errors({"components": drawn.to_components()})) else None


def is_accepted(what: str, faults: Iterable[str]) -> bool:
    """True if Discord accepts the body; otherwise the errors are logged."""
    found = list(faults)
    if found:
        REFUSED_BODIES.inc()
        LOG.error("Discord would refuse %s: %s", what, "; ".join(found))
    return not found


# Messages posted in a channel without an interaction, and the permissions that the bot needs there.


def all_readers_of(bot: Adjutant, live: ActiveGame) -> Reader:
    """Return the reader for all who read a game's channel."""
    return Reader(bot.language(live.info.guild_id), live.board, commands=bot.command_ids)


async def post(bot: Adjutant, live: ActiveGame, reply: Reply) -> str:
    """Post a reply in a game's channel and return the id of its last message."""
    return str(await post_messages(bot, live.info.channel_id, messages(reply, all_readers_of(bot, live))))


async def post_messages(bot: Adjutant, channel: str, said: Sequence[dict[str, Any]], **options: Any) -> int:
    """Post messages in a channel and return the id of the last one."""
    last = 0
    for message in said:
        for part in permitted_form(bot, channel, message):
            last = (await bot.get_partial_messageable(int(channel)).send(**part, **options)).id
            bot.services.live_boards.note_message(channel)
    return last


async def record_message(reply: Reply, stands: int | None) -> None:
    """Record the message that shows a reply; errors are only logged."""
    if reply.sent is None or stands is None:
        return
    try:
        await reply.sent(stands)
    except Exception as error:  # the answer has been sent, so no error here may fail it
        LOG.warning("a message could not be noted: %s", type(error).__name__)


EDIT_PATIENCE = 10.0
"""Timeout of an edit in seconds. Discord strictly limits edits of messages older than an hour, and discord.py would
retry five times, while all other edits of the message wait.
"""


async def edit_own_message(bot: Adjutant, channel: str, message: str, edited: dict[str, Any]) -> None:
    """Edit one of the bot's own messages; with a new embed, its old text is removed.

    Raises the errors of `edit_as_bot`.
    """
    found = bot.get_partial_messageable(int(channel)).get_partial_message(int(message))
    if "embed" in edited:
        *first, edited = permitted_form(bot, channel, {"content": None, **edited})
        if first:  # one message stays one, cut to its limit
            edited = {**edited, "content": limits.shorten(f"{first[0]['content']}…", limits.CONTENT)}
    await edit_as_bot(found, **edited)


async def edit_as_bot(message: discord.Message | discord.PartialMessage, **edited: Any) -> None:
    """Edit a message as the bot.

    Raises RateLimited if Discord accepts no more edits for now, TimeoutError if that is likely, and HTTPException.
    """
    try:
        async with asyncio.timeout(EDIT_PATIENCE):
            await message.edit(**edited)
    except KeyError as error:
        # Code 30046 may lack the waiting time, which discord.py reads unchecked.
        if error.args != ("retry_after",):
            raise
        raise discord.RateLimited(EDIT_PATIENCE) from None


def permitted_form(bot: Adjutant, channel: str, message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the message in a form permitted in the channel: as plain texts if the bot may not embed links.

    Discord silently drops the embeds of an edit then. Answers to interactions need no such permission.
    """
    embed = message["embed"]
    if may_embed(bot, channel):
        return [message]
    head = f"**{embed.title}**" if embed.title else ""
    foot = f"-# {embed.footer.text}" if embed.footer.text else ""
    text = "\n".join(filter(None, [message.get("content"), head, embed.description, foot]))
    *first, last = limits.split_text(text, limits.CONTENT)
    mentions = {name: message[name] for name in ("allowed_mentions",) if name in message}
    return [
        *({"content": one, "embed": None, **mentions} for one in first),
        {**message, "content": last, "embed": None},
    ]


def may_embed(bot: Adjutant, channel: str) -> bool:
    """True if the bot may embed links in a channel, or if that is unknown."""
    found = bot.get_channel(int(channel))
    if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
        return True
    try:
        may = found.permissions_for(found.guild.me)
    except discord.ClientException:  # the parent channel of a thread is unknown
        return True
    return not missing_permissions(may, ("embed_links",), isinstance(found, discord.Thread))


# Permissions that the bot needs in a channel, by their names in Discord's settings.

NEEDED = {
    "view_channel": ("View Channel", Text("without it the bot posts nothing here by itself")),
    "send_messages": ("Send Messages", Text("for the live board, and for expired questions")),
    "send_messages_in_threads": ("Send Messages in Threads and Posts", Text("the same, in threads and forum posts")),
    "embed_links": ("Embed Links", Text("without it the board and the log are plain text")),
    "attach_files": ("Attach Files", Text("for charts, exports and long answers")),
    "read_message_history": ("Read Message History", Text("to find its board and its questions again")),
}
"""Permissions of the invitation: the name in Discord's settings, and the purpose."""
WRITES = ("view_channel", "send_messages")
"""Permissions that a member or the bot needs to write in a channel."""


def missing_permissions(may: discord.Permissions, needed: Iterable[str], thread: bool) -> list[str]:
    """Return the permissions among `needed` that are missing; threads have their own permission to write."""
    if may.administrator:
        return []
    own = {"send_messages": "send_messages_in_threads"} if thread else {}
    return [name for name in (own.get(one, one) for one in needed) if not getattr(may, name)]


def missing_permissions_here(interaction: discord.Interaction[Any]) -> list[str]:
    """Return the permissions of the invitation that the bot lacks at the place of an interaction."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    unneeded = "send_messages" if in_thread else ""
    return [name for name in NEEDED if name != unneeded and not getattr(interaction.app_permissions, name)]


def permission_warning(words: Reader, interaction: discord.Interaction[Any]) -> list[str]:
    """Return a warning line about missing permissions and their remedy, if any are missing."""
    lacks = missing_permissions_here(interaction)
    if not lacks:
        return []
    return [words.say("⚠️ I lack {names} here: see `/setup check`.", names=permission_names(lacks))]


def permission_names(names: Iterable[str]) -> Text:
    """Return permissions by their names in Discord's settings."""
    return Listed([Text("**{name}**", name=NEEDED[name][0]) for name in names])
