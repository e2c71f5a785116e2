"""Every command is answered: options as declared, faults with a reference, refusals in private."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.services import Services
from bot.store.database import Database
from cogs.interactions import respond
from cogs.interactions.context import Context, Interaction
from cogs.interactions.delivery import Delivery
from cogs.interactions.respond import answers_command
from cogs.rendering.reply import Reply
from tests.cogs.languages import speaks
from tests.cogs.settling import wait_quietly
from tests.cogs.table import Loaded, Table, Told, services_on

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
Short = app_commands.Range[str, 1, 5]


# Options


class ByHand(commands.Cog):
    """A command as discord.py has it."""

    @app_commands.command(description="A command.")
    @app_commands.describe(name="A name.", units="A choice.")
    @app_commands.rename(file="attached")
    async def muster(
        self,
        interaction: Interaction,
        name: Short,
        count: app_commands.Range[int, 0, 30],
        units: Literal["inches", "cm"] = "inches",
        radius: app_commands.Range[float, 0.0, 9.5] | None = None,
        player: discord.User | None = None,
        channel: discord.TextChannel | discord.Thread | None = None,
        preview: bool = False,
        file: discord.Attachment | None = None,
    ) -> None: ...


class Ours(commands.Cog):
    """The same, which only says what is to be answered."""

    @app_commands.command(description="A command.")
    @app_commands.describe(name="A name.", units="A choice.")
    @app_commands.rename(file="attached")
    @answers_command()
    async def muster(
        self,
        ctx: Context,
        name: Short,
        count: app_commands.Range[int, 0, 30],
        units: Literal["inches", "cm"] = "inches",
        radius: app_commands.Range[float, 0.0, 9.5] | None = None,
        player: discord.User | None = None,
        channel: discord.TextChannel | discord.Thread | None = None,
        preview: bool = False,
        file: discord.Attachment | None = None,
    ) -> Reply:
        who = player.display_name if player else None
        return Reply("Act", f"{name} {count} {units} {radius} {who} {preview}")


async def test_options_keep_their_names_types_and_limits(table: Table) -> None:
    bot: Any = table.env.bot
    by_hand, ours = (cog().get_app_commands()[0].to_dict(bot.tree) for cog in (ByHand, Ours))
    assert ours == by_hand
    assert [option["name"] for option in ours["options"]][-1] == "attached"


async def test_each_option_arrives_under_its_name(table: Table) -> None:
    bot: Any = table.env.bot
    with table.env._bot_scope():
        await bot.add_cog(Ours())
        await bot.sync_if_changed()
    told = await table.say(table.ann, "/muster", name="abc", count=30, player=table.cyd, preview=True)
    assert told.text == "abc 30 inches None Cyd True"
    told = await table.say(table.ann, "/muster", name="abc", count=0, units="cm", radius=9.5)
    assert told.text == "abc 0 cm 9.5 None False"


# Faults


async def test_a_fault_of_ours_has_a_reference_that_is_in_the_log(
    demo: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(self: Database, work: Any) -> Any:
        raise OSError("the disk is gone")

    with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
        patched.setattr(Database, "read", broken)
        told = await demo.say(demo.ann, "/undo")
    assert told.title == "Sorry"
    assert told.private
    assert not told.buttons
    found = re.search(r"\(reference ([0-9A-F]{4})\)", told.text)
    assert found
    assert "disk" not in told.text
    (record,) = [one for one in caplog.records if found[1] in one.getMessage()]
    assert record.exc_info is not None
    assert "the disk is gone" in str(record.exc_info[1])


async def test_a_fault_is_reported_in_the_language_of_its_reader(
    strange: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: Database, work: Any) -> Any:
        raise OSError("the disk is gone")

    speaks(strange, strange.bob, "de")
    monkeypatch.setattr(Database, "read", broken)
    assert (await strange.say(strange.bob, "/game status")).title == "Ｓｏｒｒｙ"
    assert (await strange.say(strange.ann, "/game status")).title == "Sorry"
    monkeypatch.undo()


async def test_an_answered_command_is_freed_without_garbage_collection(demo: Table) -> None:
    """Each shot left a hundred objects in cycles: collecting them took a thirtieth of its time."""
    gc.collect(1)
    gc.freeze()  # what other tests keep is not searched again
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        await demo.done(demo.ann, "/fire", **SHOT)
        gc.collect()
        left = [one for one in gc.garbage if isinstance(one, Delivery | discord.ui.View)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert left == []


# In time, or late

AT_WORK, EDITS = 5, 6
PATIENCE = 0.2
"""Seconds after which an answer is late in these tests, and everybody waits for it no longer than that."""


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot says that it is at work after a fifth of a second already."""
    monkeypatch.setattr(respond, "PATIENCE", PATIENCE)


@pytest.fixture
def slow(hurried: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Delay the record for an interaction from that call on."""
    waited = set[asyncio.Task[Any] | None]()

    def slowed(real: Any) -> Any:
        async def slowly(self: Database, work: Any, **how: Any) -> Any:
            if asyncio.current_task() not in waited:
                waited.add(asyncio.current_task())
                await asyncio.sleep(2 * PATIENCE)
            return await real(self, work, **how)

        return slowly

    def begin() -> None:
        for name in ("read", "write"):
            monkeypatch.setattr(Database, name, slowed(getattr(Database, name)))

    yield begin
    monkeypatch.undo()


async def _late(table: Table, given: Awaitable[Any], clicked: int | None = None, in_time: int = AT_WORK) -> Told:
    """Reply after Discord's time limit; only the acknowledgement is in time."""
    before = len(table.env.http_requests)
    result = await given
    await wait_quietly(table.env, 60)
    first = next(one for one in table.env.http_requests[before:] if one.path.endswith("/callback"))
    assert first.json
    assert first.json["type"] == in_time
    return Told.of(result, clicked)


async def test_a_fault_is_private_even_when_it_comes_late(
    demo: Table, hurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: Database, work: Any) -> Any:
        await asyncio.sleep(2 * PATIENCE)
        raise OSError("the disk is gone")

    before = [message.id for message in demo.channel.history()]
    with monkeypatch.context() as patched:
        patched.setattr(Database, "read", broken)
        told = await _late(demo, demo.bob.slash(demo.channel, "game status"))
    assert (told.title, told.private) == ("Sorry", True)
    assert [message.id for message in demo.channel.history()] == before


async def test_a_new_objection_replaces_the_prompt_even_if_late(demo: Table, slow: Callable[[], None]) -> None:
    mine = await demo.warned(demo.ann, "/turn next")
    await demo.done(demo.bob, "/activate", unit="Militia", dice="6")
    before = len(demo.channel.history())
    slow()
    told = await _late(demo, demo.ann.click(mine.messages[0], label="Next turn anyway"), mine.messages[0].id, EDITS)
    assert [one.id for one in told.messages] == [mine.messages[0].id], "the prompt says it"
    assert "7 units have not acted" in (mine.messages[0].embeds[0].description or "")
    assert demo.has(mine, "Anyway")
    assert len(demo.channel.history()) == before


async def test_a_private_answer_that_comes_late_stays_private(demo: Table, slow: Callable[[], None]) -> None:
    slow()
    assert (await _late(demo, demo.cyd.slash(demo.channel, "waiting"))).private


async def test_missing_facts_that_come_late_have_a_button_for_their_form(
    demo: Table, slow: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow()
    told = await _late(demo, demo.ann.slash(demo.channel, "fire", attacker="Marines", target="Militia"))
    assert (told.form, told.private, told.buttons) == (None, True, ("Fill in",))
    assert told.title == "Something is missing"
    monkeypatch.undo()
    form = await demo.click(demo.ann, told, "Fill in")
    assert (await demo.fill(demo.ann, form, distance="10")).title == "Marines → Militia"


async def test_a_form_that_comes_too_late_is_asked_for_again(
    demo: Table, slow: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes a form as the first answer only."""
    await demo.done(demo.ann, "/game dice", mode="physical")
    asked = await demo.say(demo.ann, "/fire", **SHOT)
    demo.services.games.forget(str(demo.channel.id))  # the question is read from the record
    slow()
    told = await _late(demo, demo.ann.click(asked.messages[0], label="Enter dice"), asked.messages[0].id)
    assert (told.form, told.private, told.buttons) == (None, True, ())
    assert "Try again" in told.whole
    assert demo.has(asked, "Enter dice")
    monkeypatch.undo()
    assert (await demo.click(demo.ann, asked, "Enter dice")).form


@asynccontextmanager
async def _elsewhere(table: Table) -> AsyncIterator[Services]:
    """Another process on the same record; here memory has the game as it was before."""
    await table.live()
    other = await services_on(table.file, Loaded(), "other")
    try:
        yield other
    finally:
        await other.record.close()


async def test_a_command_goes_on_with_the_game_that_another_process_has_begun_or_ended(demo: Table) -> None:
    """One that does not fit the game that is there now is refused by it."""
    before = (await demo.live()).info.id
    async with _elsewhere(demo) as other:
        await other.endings.end(demo.call(demo.ann))
        await other.lifecycle.demo(demo.call(demo.ann), "fubar")
        await other.seats.join(demo.call(demo.ann), "Red")
    told = await demo.done(demo.ann, "/fire", **SHOT)
    assert told.title == "Regular section → Militia"
    assert (await demo.entry()).command == "fire"
    assert (await demo.live()).info.id != before
    async with _elsewhere(demo) as other:
        await other.endings.end(demo.call(demo.ann))
        await other.lifecycle.demo(demo.call(demo.ann), "openfire_d12")
        await other.seats.join(demo.call(demo.ann), "Red")
    assert "Line squad" in await demo.refused(demo.ann, "/fire", **SHOT)
    async with _elsewhere(demo) as other:
        await other.endings.end(demo.call(demo.ann))
    assert "There is no game in this channel" in await demo.refused(demo.ann, "/fire", **SHOT)


async def test_a_command_is_checked_against_the_changes_of_another_process(demo: Table) -> None:
    async with _elsewhere(demo) as other:
        militia = next(
            one for one in (await other.games.require_game(demo.place())).game.units.values() if one.name == "Militia"
        )
        await other.unit_corrections.edit(demo.call(demo.ann), militia.id, "name", "Home guard", "")
    told = await demo.done(demo.ann, "/fire", **{**SHOT, "target": "Home guard"})
    assert told.title == "Regular section → Home guard"
