"""One table, one language: that of the server. Names of commands stay, what Discord shows of them does not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.env import Env

from bot.client import Adjutant
from bot.services import Services
from bot.store.record import Record
from cogs.preferences import Deadlines
from cogs.rendering.board import unit_line
from rules.text import Catalogue, speaking
from tests.cogs.table import Loaded, Table, clock
from tests.texts.strange import Strange


def _texts(locale: str) -> Catalogue | None:
    return Strange() if locale == "de" else None


@pytest.fixture
async def strange(tmp_path: Path, dice: Loaded) -> AsyncIterator[Table]:
    """A table at which German is the strange language."""
    file = tmp_path / "strange.sqlite"
    record = await Record.open(f"sqlite+aiosqlite:///{file}")
    env = Env(Adjutant(Services(record, clock(), dice, "run1", _texts)))
    try:
        await env.start()
        yield Table(env, env.bot.services, dice, file)  # type: ignore[attr-defined]
    finally:
        await env.shutdown()
        await record.close()


async def _german(table: Table) -> Any:
    """A channel of a German server, with Ann in it."""
    guild = table.env.create_guild("Verein", preferred_locale="de")
    channel = guild.create_text_channel("tisch")
    table.ann = guild.add_member(table.env.create_user("anna", global_name="Anna"))
    await asyncio.sleep(0)
    return channel


async def test_each_server_is_answered_in_its_language(strange: Table) -> None:
    said = await strange.say(strange.bob, "fire", attacker="a", target="b")
    assert said.title == "Not done"
    assert "There is no game in this channel" in said.text
    german = await _german(strange)
    said = await strange.say(strange.ann, "fire", where=german, attacker="a", target="b")
    assert said.title == "Ｎｏｔ ｄｏｎｅ"
    assert "Ｔｈｅｒｅ ｉｓ ｎｏ ｇａｍｅ" in said.text
    assert "`/game new`" in said.text


async def test_a_german_server_is_answered_in_german(table: Table) -> None:
    german = await _german(table)
    assert (await table.say(table.ann, "fire", where=german, attacker="a", target="b")).title == "Nicht ausgeführt"
    await table.say(table.ann, "game demo", where=german)
    told = await table.say(table.ann, "fire", where=german, attacker="Marines", target="Militia", distance="10")
    assert told.title == "Marines feuert auf Militia"
    assert "4 Sturmgewehre" in told.text
    assert told.buttons == ("Zurücknehmen", "Warum?", "Chancen", "Nochmal")


async def test_suggestions_and_buttons_are_in_it_too(strange: Table) -> None:
    german = await _german(strange)
    await strange.say(strange.ann, "game demo", where=german)
    found = await strange.type(strange.ann, "act", "action", where=german)
    assert ("Ｄｒｉｖｅ ｉｎｔｏ ｉｎｆａｎｔｒｙ", "ram") in found
    told = await strange.say(
        strange.ann, "act", where=german, action="Ｄｒｉｖｅ ｉｎｔｏ ｉｎｆａｎｔｒｙ", unit="IFV", target="Militia"
    )
    assert told.title != "Ｓｏｒｒｙ"
    told = await strange.say(strange.ann, "fire", where=german, attacker="Marines", target="HMG team", distance="10")
    assert told.buttons == ("Ｕｎｄｏ", "Ｗｈｙ?", "Ｏｄｄｓ", "Ａｇａｉｎ")
    told = await strange.click(strange.ann, told, "Ｗｈｙ?")
    assert "Ｆｉｒｉｎｇ" in told.text


async def test_a_game_goes_on_in_the_language_it_was_begun_in(strange: Table) -> None:
    german = await _german(strange)
    await strange.say(strange.ann, "game demo", where=german)
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10"}
    await strange.say(strange.ann, "fire", where=german, **shot, dice="6 1 1 1 1 1 1 1 1 1 1")
    bot: Any = strange.env.bot
    bot.get_guild(german.guild.id).preferred_locale = discord.Locale.american_english
    told = await strange.say(strange.ann, "amend", where=german, cover="soft")
    assert "ｆｉｒｅｓ ａｔ" in told.title
    assert "**6** 1 1 1" in told.text
    await strange.say(strange.ann, "game end", where=german)
    told = await strange.say(strange.ann, "fire", where=german, **shot)
    assert told.title == "Not done"


async def test_the_clock_answers_in_it(strange: Table) -> None:
    german = await _german(strange)
    await strange.say(strange.ann, "game demo", where=german)
    await strange.say(strange.ann, "game join", where=german, side="Red")
    await strange.say(strange.ann, "game dice", where=german, mode="physical", side="Red")
    await strange.say(strange.ann, "game timeout", where=german, minutes=1, policy="default")
    told = await strange.say(strange.ann, "fire", where=german, attacker="Marines", target="Militia", distance="10")
    assert "ｔｈｒｏｗ" in told.title
    for _ in range(100):
        strange.services.clock()
    waiting = strange.env.bot.get_cog("Deadlines")  # type: ignore[attr-defined]
    assert isinstance(waiting, Deadlines)
    await waiting.clock.coro(waiting)
    last = german.history()[-1]
    assert "ｆｉｒｅｓ ａｔ" in str(last.embeds[0].title)


async def test_names_of_units_are_nobodys_words(demo: Table) -> None:
    """Not even where one is the name of a state, or is spelled like a code."""
    await demo.done(demo.ann, "/unit edit", unit="Militia", field="name", value="pinned_lmg")
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    fight = {"attacker": "Marines", "target": "pinned_lmg", "distance": "6"}
    await demo.done(demo.ann, "/assault", **fight, dice="1 1 1 1 1 / 1 1 1 1 1 1 1 1")
    live = await demo.live()
    with speaking(Strange()):
        assert "ｅｎｇａｇｅｄ ｗｉｔｈ pinned\\_lmg" in unit_line(live.board, await demo.unit("Marines"))


async def test_discord_shows_descriptions_in_every_language_and_names_in_none(strange: Table) -> None:
    tree = strange.env.bot.tree  # type: ignore[attr-defined]
    for command in tree.get_commands():
        payload = await command.get_translated_payload(tree, tree.translator)
        for part in _parts(payload):
            said = part.get("description_localizations") or {}
            assert set(said) <= {"de"}
            assert part.get("type", 1) not in (1, 2, 3, 4) or "description" not in part or said["de"]
            assert all(len(text) <= 100 for text in said.values())
            menu = part is payload and isinstance(command, discord.app_commands.ContextMenu)
            assert menu or not part.get("name_localizations")


def _parts(command: dict[str, Any]) -> list[dict[str, Any]]:
    return [command, *(part for option in command.get("options", []) for part in _parts(option))]
