"""The minimal correct bot, without any of our code.

It receives an interaction, commits one row and answers with a message as large as ours; or it only answers. No bot that
stores its answers can be faster, so the commands are compared with it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

_PRAGMAS = ("journal_mode = WAL", "busy_timeout = 5000", "foreign_keys = ON", "synchronous = FULL")
"""The settings of the record."""
_BODY = "x" * 2900
"""A body as long as a recorded shot."""
_TEXT = (
    "**Regular section → Militia**\n📌 Remove 4 models.\n🎲 to hit, 4+: **5** 3 **5** **4** 1 **6** → 4\n🔴 Red · #7"
)


class Limit(discord.Client):
    """The bot: `/nothing` answers with a word, `/limit` commits a row and answers with buttons and menus."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(do_nothing)
        self.tree.add_command(limit)
        self._thread = ThreadPoolExecutor(1, "limit", self._opened, (file,))

    def _opened(self, file: Path) -> None:
        self._rows = sqlite3.connect(file, isolation_level=None)
        for pragma in _PRAGMAS:
            self._rows.execute(f"PRAGMA {pragma}")
        self._rows.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, at REAL, by_user TEXT, body TEXT)")

    async def committed(self, by: str) -> None:
        """Commit one row to the disk."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._row, by)

    def _row(self, by: str) -> None:
        self._rows.execute("BEGIN IMMEDIATE")
        self._rows.execute("INSERT INTO entry (at, by_user, body) VALUES (?, ?, ?)", (1.7e9, by, _BODY))
        self._rows.execute("COMMIT")

    async def close(self) -> None:
        await super().close()
        self._thread.submit(lambda: self._rows.close()).result()
        self._thread.shutdown()


@app_commands.command(name="nothing", description="Does nothing.")
async def do_nothing(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("Nothing.")


@app_commands.command(description="Does what no command can do without.")
@app_commands.describe(attacker="Who.", target="At whom.", distance="How far.")
async def limit(interaction: discord.Interaction[Limit], attacker: str, target: str, distance: str) -> None:
    await interaction.client.committed(str(interaction.user.id))
    await interaction.response.send_message(embed=discord.Embed(description=_TEXT, colour=0xD55E00), view=_controls())


def _controls() -> discord.ui.View:
    """Return four buttons, and two menus of eight options."""
    view = discord.ui.View(timeout=None)
    for nth in range(4):
        view.add_item(discord.ui.Button(label="Button", custom_id=f"button:ebce2d6eca654dd1903964d1505a36db:{nth}"))
    for nth in range(2):
        lines = [discord.SelectOption(label=f"Unit {at}", value=f"u{at}", description="Red · 5/5") for at in range(8)]
        view.add_item(discord.ui.Select(custom_id=f"menu:{nth}", placeholder="Next …", options=lines))
    view.stop()
    return view
