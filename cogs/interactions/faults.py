"""Errors of Discord while a message is sent or edited."""

from __future__ import annotations

import aiohttp
import discord

FAULTS = (discord.HTTPException, discord.RateLimited, discord.InteractionResponded, aiohttp.ClientError, OSError)
"""Errors of sending; a lost connection or a timeout is an OSError."""
ARCHIVED, LOCKED = 50083, 160005
"""Codes for an archived thread, which takes no edit, and a locked one, which takes no message either."""


def is_transient(error: BaseException | None) -> bool:
    """True if a failed attempt may succeed soon: a network error, a rate limit, or an error of Discord's."""
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500


def is_locked(error: BaseException | None) -> bool:
    """True if a thread takes no messages either; one that is only archived refuses edits."""
    code, status = getattr(error, "code", 0), getattr(error, "status", 0)
    return code == LOCKED or (code == ARCHIVED and status == 403)
