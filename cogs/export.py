"""`/export`: a game as a file, for the caller."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import UTC, datetime
from typing import Literal

from discord.ext import commands

from bot.errors import Refusal, Unreadable
from bot.game.registry import ActiveGame
from bot.services.record.exports import Progress
from bot.services.record.history import hides_units, is_open, may_have_all
from bot.store import StoredGame
from cogs.components.controls import handles_click
from cogs.components.play.game_pages import ShowGameReport
from cogs.interactions.built_command import private_command
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply, file_stem
from cogs.rendering.report import ENDINGS, report
from cogs.rendering.text import Reader
from rules.kernel.text import N_, NOTHING, Text, Typed, counted

MANY = 2000
"""Number of entries from which progress is shown, and games are exported one at a time."""
LARGE = 8_000_000
"""Size in bytes from which a file is compressed."""
LARGEST = 10_000_000
"""Discord's limit for a bot's file, in bytes."""
ABOUT = {
    "json": Text(
        "The complete game: import it into any database with `python -m bot import`. It has the ids and names "
        "of the players; `anonymous` leaves them out."
    ),
    "csv": Text("Every roll as a row, for a spreadsheet."),
    "markdown": Text("The log of the game, turn by turn."),
    "html": Text("The report of the game: open it in a browser, even offline, or print it."),
}
CARDS = Text("Hidden units are in it as cards, as you know them.")
_NOT_YET = Text(
    "The complete file shows hidden units. During the game only an umpire who sees all units gets it. Use "
    "`html`, `markdown` or `csv`, or wait for `/game end`."
)
_STILL_HIDDEN = Text(
    "The complete file shows units hidden from you. Your side, or one that hides nothing, ended this game "
    "alone, or you were not in it. End it with a winner that all sides agree on, or use `html`, `markdown` or "
    "`csv`."
)
_TOO_LARGE = Text(
    "This file is too large for Discord, even packed. The bot's operator can write it: `python -m bot export`."
)
Kind = Literal["html", "markdown", "csv", "json"]


class ExportCog(commands.Cog):
    """`/export`."""

    @private_command(
        N_("This game as a file: a report, a log, a table of all rolls, or everything."),
        format=N_("html: a report; markdown: the log; csv: every roll; json: everything, to import again."),
        anonymous=N_("Whether to call people Player 1, Player 2."),
    )
    async def export(self, ctx: Context, format: Kind, anonymous: bool = False) -> Reply:
        try:
            live = await ctx.services.games.latest_game(ctx.call.where)
            if format == "json" and not await may_have_all(ctx.services.record, live, ctx.caller.id):
                raise Refusal(_NOT_YET if live.info.state != "ended" else _STILL_HIDDEN)
        except Unreadable as fault:
            progress = _progress(ctx)
            about = Text(
                "This game cannot be read ({why}). Here are its entries as recorded, in JSON, with the ids and names "
                "of the players; `anonymous` leaves them out.",
                why=fault.why,
            )
            info = await ctx.services.unreadable.raw_game(ctx.call)
            async with _queue_if_long(ctx, info):
                made = await ctx.services.exports.game_file(info, anonymous, progress)
            return await asyncio.to_thread(_file_attached_reply, ctx.me, info, "json", made, (about,))
        return await _file_reply(ctx, live, format, anonymous)


@handles_click(ShowGameReport, private=True)
async def export_report(ctx: Context, click: ShowGameReport) -> Reply:
    """Send the report of a game played here to the caller."""
    pages = ctx.services.log_pages
    return await _file_reply(ctx, await pages.read(ctx.call, await pages.choose_game(ctx.call, click.game)), "html")


async def _file_reply(ctx: Context, where: ActiveGame, format: Kind, anonymous: bool = False) -> Reply:
    info, cards, progress = where.info, NOTHING, _progress(ctx)
    async with _queue_if_long(ctx, info):
        if format == "json":
            made = await ctx.services.exports.game_file(info, anonymous, progress)
        else:
            open_ = await is_open(ctx.services.record, where, ctx.caller.id)
            of = report(format, ctx.me.language, ctx.caller.id, open_)
            made = await ctx.services.exports.report(info, of, anonymous, progress)
            cards = CARDS if hides_units(where, ctx.caller.id) and not open_ else NOTHING
    return await asyncio.to_thread(_file_attached_reply, ctx.me, info, format, made, (ABOUT[format], cards))


def _queue_if_long(ctx: Context, info: StoredGame) -> AbstractAsyncContextManager[object]:
    return ctx.services.exports.one_by_one if info.number >= MANY else nullcontext()


def _progress(ctx: Context) -> Progress:
    """Return a callback that shows the progress of reading a long game."""

    async def show_progress(read: int, of: int) -> None:
        if of >= MANY:
            await ctx.progress(ctx.me.say("Reading entry {read} of {count} …", read=read, count=of))

    return show_progress


def _file_attached_reply(words: Reader, info: StoredGame, format: Kind, made: bytes, about: Sequence[Text]) -> Reply:
    """Return the answer with the file, compressed if large; raise Refusal if it is too large for Discord."""
    stem = file_stem(info.name, "game")
    name = f"{stem}-{datetime.fromtimestamp(info.started_at, UTC):%Y-%m-%d}.{ENDINGS[format]}"
    if len(made) > LARGE:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr(name, made)
        name, made = f"{name}.zip", packed.getvalue()
    if len(made) > LARGEST:
        raise Refusal(_TOO_LARGE)
    what = words.plain.say("The game {game} as {format}.", game=info.name, format=Typed(format))
    lines = [*about, Text("{entries}.", entries=counted(info.number, "entry", "entries"))]
    text = "\n".join(words(line) for line in lines if line)
    title = words.say("Export of {game}", game=info.name)
    return Reply(title, text, private=True, file=(name, made, what), unrecorded=True)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(ExportCog())
