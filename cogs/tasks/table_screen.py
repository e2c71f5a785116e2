"""The content of the local table's screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord.ext import commands

from bot.client import Adjutant
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.store.pasts import Wanted
from cogs.components.control_owners import control_owners, requesting_entries
from cogs.interactions.message import all_readers_of
from cogs.rendering.table_screen import page_texts, table_screen
from cogs.rendering.text import Reader
from rules.kernel.request import group_of
from rules.kernel.text import Text

ARRANGED = ("game", "campaign", "force", "unit", "rulings", "dice")
"""Groups of commands without an effect on the table, such as seats and settings."""
LATELY = 12
"""Number of recent entries searched for the last result."""


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
    await bot.add_cog(TableScreen(bot))
