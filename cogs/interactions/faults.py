"""What is said of faults: of ours, and of the database. First of all, whether anything was recorded."""

from __future__ import annotations

import logging
import secrets

from bot.store import Trouble, Unavailable
from cogs.interactions.context import Context
from cogs.interactions.delivery import UNKNOWN, counts_or_not, name_of
from cogs.rendering.reply import REFUSED, Reply, headed
from rules.kernel.text import Joined, Text

LOG = logging.getLogger(__name__)
_COUNTS = Text("What you did counts all the same: see `/log show`, and `/waiting` for what is open.")
_TROUBLES: dict[Trouble, tuple[Text, Text]] = {
    "locked": (
        Text("Another program holds the bot's record just now."),
        Text("Try again in a moment."),
    ),
    "full": (
        Text("The disk of the bot is full."),
        Text("Whoever runs the bot has to make room on it; then try again."),
    ),
    "read_only": (
        Text("The bot's record cannot be written to."),
        Text("Whoever runs the bot has to make its file and folder writable; then try again."),
    ),
    "gone": (
        Text("The bot's record cannot be reached: its file or its server is gone."),
        Text("Whoever runs the bot finds the reason in its log."),
    ),
}
"""What is wrong with the database, and what to do."""


async def unavailable(ctx: Context, error: Unavailable) -> Reply:
    """The database is in the way: what is wrong, whether anything was recorded, and what to do."""
    LOG.warning("%s: %s", name_of(ctx.interaction), error)
    counts = True if ctx.changes else error.written
    if counts is None:
        counts = await counts_or_not(ctx)
    recorded = {True: _COUNTS, False: Text("Nothing was recorded."), None: UNKNOWN}[counts]
    wrong, remedy = _TROUBLES[error.kind]
    title, text = headed(ctx.me, Joined((wrong, recorded, remedy), " "))
    return Reply(title, text, private=True, colour=REFUSED, unrecorded=counts is False)


async def fault(ctx: Context, error: Exception) -> Reply:
    """Something of ours went wrong: the log has it whole under the reference that the player sees."""
    reference = secrets.token_hex(2).upper()
    LOG.error("fault %s of %s", reference, name_of(ctx.interaction), exc_info=error)
    counts = await counts_or_not(ctx)
    text = {
        True: Text(
            "Something went wrong here (reference {reference}), but what you did counts: see `/log show`, and "
            "`/waiting` for what is open.",
            reference=reference,
        ),
        False: Text(
            "Something went wrong here (reference {reference}). Nothing was recorded; please try again.",
            reference=reference,
        ),
        None: Joined((Text("Something went wrong here (reference {reference}).", reference=reference), UNKNOWN), " "),
    }[counts]
    return Reply(ctx.me.say("Sorry"), ctx.me(text), private=True, colour=REFUSED, unrecorded=counts is False)
