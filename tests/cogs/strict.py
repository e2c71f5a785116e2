"""Refusals of Discord that the simulator lacks: messages in closed threads, and embeds without permission.

An archived thread is unarchived by a message, also by the bot's, and takes no edit. A locked one takes neither from the
bot, which does not manage threads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from simcord.backend.errors import BackendError, missing_permissions
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.http import router
from simcord.types import HttpLogEntry

ARCHIVED, LOCKED = 50083, 160005
REPLIES, UPDATE = (4, 5), 7
_PARTS = ("content", "components", "attachments")
_dispatch = router.dispatch


def dispatch(backend: Any, method: str, path: str, *, json: Any = None, **given: Any) -> Any:
    """Replace the simulator's own function: refuse what Discord refuses, and drop embeds as it does."""
    channel = _channel_of(backend, path)
    if channel is not None:
        refused = _refusal_of(backend, channel, method, path, json)
        if refused is not None:
            backend.http_requests.append(HttpLogEntry(method, path, {}, json, None))
            raise refused
        if path.startswith("/channels/"):
            json = _without_embeds(backend, channel, method, json)
    return _dispatch(backend, method, path, json=json, **given)


def _channel_of(backend: Any, path: str) -> Any:
    """Return the channel that a request posts to, or None."""
    match path.strip("/").split("/"):
        case ["interactions", id, _, "callback"]:
            return backend.channels.get(backend.interactions[int(id)].channel_id)
        case ["webhooks", _, token, *_] if token in backend.interaction_tokens:
            return backend.channels.get(backend.interaction_by_token(token).channel_id)
        case ["channels", id, "messages", *_]:
            return backend.channels.get(int(id))
        case _:
            return None


def _refusal_of(backend: Any, channel: Any, method: str, path: str, json: Any) -> BackendError | None:
    meta = channel.thread_metadata
    if meta is None or not (meta.archived or meta.locked) or method == "GET":
        return None
    locked = meta.locked and not _may(backend, channel, "manage_threads")
    kind = json.get("type") if isinstance(json, Mapping) and path.endswith("/callback") else None
    edits = method in ("PATCH", "DELETE") or kind == UPDATE
    posts = method == "POST" and (not path.endswith("/callback") or kind in REPLIES)
    if edits and meta.archived:
        return BackendError(400, ARCHIVED, "Thread is archived")
    if locked and (edits or posts):
        code, words = (ARCHIVED, "Thread is archived") if meta.archived else (LOCKED, "Thread is locked")
        return BackendError(403, code, words)
    if posts and meta.archived:
        backend.edit_channel(channel.id, {}, thread_metadata={"archived": False})
    return None


def _without_embeds(backend: Any, channel: Any, method: str, json: Any) -> Any:
    """Drop the embeds if the bot may not embed links; a message of embeds alone is refused."""
    if not isinstance(json, Mapping) or not json.get("embeds"):
        return json
    if _may(backend, channel, "embed_links"):
        return json
    if method == "POST" and not any(json.get(part) for part in _PARTS):
        raise missing_permissions()
    return {**json, "embeds": []}


def _may(backend: Any, channel: Any, permission: str) -> bool:
    try:
        backend.require_permissions(channel.guild_id, backend.bot_user.id, channel.id, permission)
    except BackendError:
        return False
    return True


async def thread_in(table: Any, parent: Any) -> Any:
    """Open a public thread in a channel as the bot."""
    channel = table.env.bot.get_channel(parent.id)
    with table.env._bot_scope():
        await channel.create_thread(name="evening", type=discord.ChannelType.public_thread)
    await table.env.settle()
    return parent.threads[-1]


async def archive(table: Any, thread: Any, *, locked: bool = False, archived: bool = True) -> None:
    """Archive, lock or reopen a thread in a channel where the bot has the permissions of the invitation."""
    deny = discord.Permissions(manage_threads=True).value
    bot = table.env.backend.bot_user.id
    overwrite = Overwrite(target_id=bot, type=OverwriteType.MEMBER, allow=0, deny=deny)
    table.env.backend.set_overwrite(table.env.backend.channels[thread.id].parent_id, overwrite)
    table.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": archived, "locked": locked})
    await table.env.settle()
