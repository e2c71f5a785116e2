"""The bot after its start: no game is in memory before its first command, all games continue, and it can stop."""

from __future__ import annotations

import asyncio
from typing import Any

from discord.ext import tasks

from bot.game.people import OPPONENT
from bot.resolution.result import OpenQuestion
from cogs.tasks.live_board import EVERY
from tests.cogs.followed import boards, entry, text
from tests.cogs.table import Table


async def test_suggestions_are_there_from_the_first_letter(demo: Table) -> None:
    await demo.restart()
    assert demo.services.games.glance(str(demo.channel.id)) is None
    found = await demo.type(demo.ann, "/fire", "attacker", "mar")
    assert [label.split(" · ")[0] for label, _ in found] == ["Marines"]
    await demo.restart()
    assert await demo.type(demo.bob, "/game end", "winner", "bl") == [("Blue", "Blue")]


async def test_a_board_follows_a_game_that_is_not_in_memory(demo: Table) -> None:
    await demo.done(demo.ann, "/game board")
    await demo.restart()
    await entry(demo)
    demo.services.games.forget(str(demo.channel.id))
    await demo.env.advance_time(EVERY)
    (message,) = boards(demo)
    assert "Red 1" in text(message)


async def test_a_question_to_the_bot_is_answered_after_a_restart(table: Table) -> None:
    """It was stopped between the question and its answer, which is given or refused in the channel."""
    clock = lambda: table.env.now().timestamp()  # noqa: E731
    table.services.clock = table.services.referee.clock = clock
    table.keeps_time = True
    await table.done(table.ann, "/game demo", system="fubar")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game opponent", side="Blue")
    await table.done(table.ann, "/initiative", dice="6 1")
    failed = await table.done(table.ann, "/activate", unit="Marines", dice="1")
    asked = await table.services.corrections.undo(table.call(table.ann))
    assert isinstance(asked, OpenQuestion)
    assert asked.people == (OPPONENT.id,), "nobody else is asked"
    await table.restart()
    table.services.share(lambda guild: False)  # the server is on a shard of another process
    await table.env.advance_time(70)
    table.services.share(lambda guild: True)
    assert len(await table.services.record.questions.open((await table.live()).info.id)) == 1
    await table.env.advance_time(70)
    assert not await table.services.record.questions.open((await table.live()).info.id)
    said = [one for one in table.channel.history() if one.id > failed.messages[-1].id]
    assert ["does not agree" in (one.embeds[0].description or "") for one in said] == [True]


async def test_none_of_its_clocks_runs_on_after_it_stops(demo: Table) -> None:
    bot: Any = demo.env.bot
    clocks = {
        (name, clock): getattr(cog, clock)
        for name, cog in bot.cogs.items()
        for clock, loop in vars(type(cog)).items()
        if isinstance(loop, tasks.Loop)
    }
    running = [key for key, clock in clocks.items() if clock.is_running()]
    assert len(running) >= 6
    watch, poster = demo.services.campaign_watch, bot.get_cog("CampaignReportPoster")
    for name, _ in clocks:
        await bot.remove_cog(name)
    await asyncio.sleep(0)
    assert [key for key in running if clocks[key].is_running()] == []
    assert poster.post_report not in watch.listeners
    assert poster.post_late_change not in watch.late
