"""`/game board`: one message per game that shows the current table."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace

import discord
from discord.ext import commands, tasks

from bot.client import Adjutant
from bot.errors import Unreadable
from bot.game.registry import ActiveGame
from bot.services.play.live_board import PostedBoard, Unwelcome
from bot.services.play.messages import ShownResult
from cogs.components.play.board_row import ROWS, board_rows
from cogs.components.play.next_controls import controls_height
from cogs.interactions.built_command import slash_command
from cogs.interactions.context import Context
from cogs.interactions.faults import is_transient
from cogs.interactions.message import (
    all_readers_of,
    edit_own_message,
    messages,
    permission_warning,
    post_messages,
    view_of,
)
from cogs.interactions.retries import note
from cogs.rendering import phone
from cogs.rendering.reply import Reply
from cogs.rendering.status import board_reply
from cogs.rendering.text import Reader
from cogs.tasks import PeriodicCog
from rules.kernel.text import N_

LOG = logging.getLogger(__name__)
EVERY = 2.0
"""Interval in seconds between updates, so that a board is edited once for several changes."""
_GONE = {
    10008: "deleted",
    30046: "too many edits of a message older than an hour",
    50005: "posted by another bot",
    50083: "in an archived thread",
}
"""Errors after which a board is posted again instead of edited, by code."""


def _now() -> float:
    return discord.utils.utcnow().timestamp()


class BoardCommand(commands.Cog):
    """A further command of `/game` (see `cogs/game.py`)."""

    @slash_command(N_("Show the board in one message that updates itself."))
    async def board(self, ctx: Context) -> Reply:
        live = await ctx.game()
        screen = BoardMessage(ctx.interaction.client, live)
        board = await screen.look()

        async def record(message: int) -> None:
            posted = PostedBoard(channel=screen.channel, message=str(message), at=_now())
            await ctx.services.live_boards.record_board(live.info.id, posted, board, screen)

        lines = permission_warning(ctx.all_readers, ctx.interaction)
        return replace(board, text="\n".join([*lines, board.text]), sent=record)


class BoardMessage:
    """The board of one game as a message in its channel."""

    def __init__(self, bot: Adjutant, live: ActiveGame) -> None:
        self._bot, self._live = bot, live

    @property
    def channel(self) -> str:
        return self._live.info.channel_id

    @property
    def _words(self) -> Reader:
        return all_readers_of(self._bot, self._live)

    async def look(self) -> Reply:
        asked = [] if self._live.game.over else await self._bot.services.questions.of_game(self._live)
        (row,) = await board_rows(self._bot.services, self._words, self._live, asked, ROWS)
        return board_reply(self._words, self._live, asked, row, phone.BOARD - controls_height(row))

    async def edit(self, posted: PostedBoard, words: Reply) -> bool:
        (message,) = messages(words, self._words)
        try:
            await edit_own_message(self._bot, posted.channel, posted.message, {"view": None, **message})
        except discord.RateLimited:
            LOG.info("a board is posted anew: the old one takes no more edits for now")
            return False
        except discord.HTTPException as error:
            if error.code not in _GONE:
                raise _as_unwelcome(error) from error
            LOG.info("a board is posted anew: the old one was %s", _GONE[error.code])
            return False
        return True

    async def post(self, words: Reply) -> PostedBoard:
        (message,) = messages(words, self._words)
        try:
            sent = await post_messages(self._bot, self.channel, [message], silent=True)
        except discord.HTTPException as error:
            raise _as_unwelcome(error) from error
        return PostedBoard(channel=self.channel, message=str(sent), at=_now())

    async def disable(self, old: PostedBoard, new: PostedBoard) -> None:
        link = f"https://discord.com/channels/{self._live.info.guild_id}/{new.channel}/{new.message}"
        go = self._words.say("Go to the board")
        (message,) = messages(Reply(self._words.say("The board has moved"), f"[{go}]({link})"), self._words)
        with contextlib.suppress(discord.DiscordException, OSError):
            await edit_own_message(self._bot, old.channel, old.message, {"view": None, **message})


def _as_unwelcome(error: discord.HTTPException) -> Exception:
    """Return Discord's own errors unchanged, and any other as Unwelcome, because a new message would fail too."""
    return error if is_transient(error) else Unwelcome(str(error))


class BoardKeeper(PeriodicCog):
    """The task that updates the boards of all games, each separately, so that a slow channel delays no other."""

    def __init__(self, bot: Adjutant) -> None:
        super().__init__()
        self._bot = bot

    @tasks.loop(seconds=EVERY)
    async def clock(self) -> None:
        for shown in self._bot.services.result_messages.take():
            self.start_task(self._reduce_to_lasting(shown))
        for game in self._bot.services.live_boards.take_due(_now()):
            self.start_task(self._bring_up(game))

    async def _reduce_to_lasting(self, shown: ShownResult) -> None:
        """Reduce an outdated result to its own controls.

        If Discord rejects the edit, as after a quarter of an hour, the old controls are refused when clicked.
        """
        with contextlib.suppress(discord.DiscordException, OSError):
            await shown.edit(view=view_of(shown.kept), **(shown.crossed(shown.by) if shown.by else {}))

    async def _bring_up(self, game: str) -> None:
        try:
            await self._show_board(game)
        except Unreadable:  # the board stays unchanged; the error is logged already
            return
        except Exception as error:  # after any error the board is late but not lost
            failed = self._bot.services.live_boards.retry_later(game, _now())
            note(LOG, error, failed, "the board of game %s is late", game)

    async def _show_board(self, game: str) -> None:
        services = self._bot.services
        if await services.live_boards.message_of(game) is None:
            return
        info = await services.record.games.get(game)
        if info is None or not services.games.serves(info.guild_id):
            return
        live = await services.games.game_of(info)
        await services.live_boards.show(game, _now(), BoardMessage(self._bot, live))
        if info.state == "ended":
            services.live_boards.forget_game(game)


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(BoardKeeper(bot))
