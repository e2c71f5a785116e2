"""Copied databases equal those that the bot makes: today's schema, and the commands as now defined."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

from discord import app_commands

from bot.store.record import Record
from tests.cogs.made_once import create_database
from tests.cogs.table import Table


def _schema(file: Path) -> list[Any]:
    with closing(sqlite3.connect(file)) as connection:
        made = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        return [*made, *connection.execute("SELECT version_num FROM alembic_version")]


async def test_a_database_is_laid_as_the_bot_makes_it(tmp_path: Path) -> None:
    ours, laid_there = tmp_path / "ours.sqlite", tmp_path / "laid.sqlite"
    await (await Record.open(f"sqlite:///{ours}")).close()
    create_database(laid_there)
    assert _schema(laid_there) == _schema(ours)
    assert stat.S_IMODE(laid_there.stat().st_mode) == stat.S_IMODE(ours.stat().st_mode)


async def test_a_database_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite"
    file.write_bytes(b"something else")
    create_database(file)
    assert file.read_bytes() == b"something else"


async def test_discord_receives_the_commands_as_defined_and_translated_now(table: Table) -> None:
    tree: Any = table.env.bot.tree  # pyright: ignore[reportAttributeAccessIssue] — the bot is an Adjutant
    told = {one.name: one for one in await tree.fetch_commands()}
    defined = {one.name: await one.get_translated_payload(tree, tree.translator) for one in tree.get_commands()}
    assert set(told) == set(defined)
    fire = told["fire"].to_dict()
    assert fire["description_localizations"] == defined["fire"]["description_localizations"]
    assert [one["name"] for one in fire["options"]] == [one["name"] for one in defined["fire"]["options"]]


async def test_a_new_command_is_registered_too(table: Table) -> None:
    bot: Any = table.env.bot

    @app_commands.command(name="brandnew", description="Nothing yet.")
    async def brandnew(interaction: Any) -> None: ...

    bot.tree.add_command(brandnew)
    assert await bot.sync_if_changed()
    assert "brandnew" in {one.name for one in await bot.tree.fetch_commands()}
