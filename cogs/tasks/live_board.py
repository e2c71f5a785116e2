"""`/game board`: one message per game that shows the current table."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands, tasks

from bot.client import Adjutant
from bot.errors import Unreadable
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.services.play.live_board import PostedBoard, Unwelcome
from bot.services.play.messages import ShownResult
from bot.store.pasts import Wanted
from cogs.components.control_owners import control_owners, requesting_entries
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
from cogs.rendering.table_screen import page_texts, table_screen
from cogs.rendering.text import Reader
from cogs.tasks import PeriodicCog
from rules.kernel.request import group_of
from rules.kernel.text import N_, Text

LOG = logging.getLogger(__name__)
ARRANGED = ("game", "campaign", "force", "unit", "rulings", "dice")
"""Groups of commands without an effect on the table, such as seats and settings."""
LATELY = 12
"""Number of recent entries searched for the last result."""
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


class TableScreen(commands.Cog):
    """The content of the local table's screen, which polls it (`bot/simulation/table_server.py`)."""

    def __init__(self, bot: Adjutant) -> None:
        self._bot = bot
        self._kept: tuple[Any, dict[str, Any]] = None, {}
        """The last content, with the moment it shows."""

    async def public_view(self, channel: str) -> dict[str, Any]:
        """Return the public state of the current or last game in a channel, as JSON."""
        services = self._bot.services
        info = await services.record.games.in_channel(channel) or await services.record.games.last_in_channel(channel)
        if info is None:
            return {"words": page_texts(Reader(self._bot.language(None)))}
        over, code = info.state == "ended", self._bot.language(info.guild_id).code
        if over and self._kept[0] == (info.id, over, code):
            return self._kept[1]
        live = await services.games.game_of(info)
        asked = [] if over else await services.questions.of_game(live)
        steps = [(one.row.id, one.row.step) for one in asked]
        moment = (info.id, over, code) if over else (info.id, info.state, live.game.number, steps, code)
        if self._kept[0] != moment:
            words, last = all_readers_of(self._bot, live), await self._last_result(live)
            count = await services.numbers.of(live) if live.info.state == "ended" else None
            self._kept = moment, {"words": page_texts(words), **table_screen(words, live, asked, last, count)}
        return self._kept[1]

    async def control_owners(self, channel: str, controls: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """Return the players who may use each of these controls, where only some may; see `control_owners`."""
        services = self._bot.services
        info = await services.record.games.in_channel(channel)
        if info is None:
            return {}
        live = await services.games.unfinished_game(info)
        asked = await services.questions.of_game(live)
        found = [await services.record.entries.get(info.id, number) for number in requesting_entries(controls)]
        return control_owners(live, asked, {one.number: one for one in found if one}, controls)

    async def worded(self, channel: str, text: Text) -> str:
        """Return a text in the language of the channel's game, or of the table if there is none."""
        info = await self._bot.services.record.games.in_channel(channel)
        return Reader(self._bot.language(info.guild_id if info else None)).plain(text)

    async def _last_result(self, live: ActiveGame) -> CommandResult | None:
        """Return the newest valid result, or the newest undo."""
        record, id = self._bot.services.record, live.info.id
        found = await record.entries.last(id, LATELY, Wanted(), live.game.undone)
        entry = next((one for one in reversed(found) if group_of(one.command) not in ARRANGED), None)
        if entry is None:
            return None
        before = live.board_with(await record.states.before_entry(id, entry.number))
        last = entry.number == live.game.number
        after = live.board if last else live.board_with(await record.states.before_entry(id, entry.number + 1))
        return CommandResult(id, entry, before, after)


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(BoardKeeper(bot))
    await bot.add_cog(TableScreen(bot))
