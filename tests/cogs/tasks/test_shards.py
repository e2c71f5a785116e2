"""The background work of a server is done by the process that has its shard, and by no other."""

from __future__ import annotations

from typing import Any

import pytest

from bot.services.record.roll_logs import AGAIN, PACE
from cogs.tasks.campaign_reports import MINUTE
from cogs.tasks.live_board import EVERY
from tests.cogs import warring
from tests.cogs.followed import boards, entry, text
from tests.cogs.logged import posts
from tests.cogs.settling import wait_quietly
from tests.cogs.table import Table

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "dice": "6 6 6 6 6 6 6 6 6"}


def _elsewhere(table: Table) -> None:
    """From here on the table's server is on a shard of another process."""
    table.services.share(lambda guild: guild != str(table.guild.id))


def _serve_only_this_server(table: Table) -> None:
    table.services.share(lambda guild: guild == str(table.guild.id))


async def test_a_deadline_is_for_the_process_that_has_the_shard(demo: Table) -> None:
    demo.services.clock = demo.services.referee.clock = lambda: demo.env.now().timestamp()
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    await demo.done(demo.ann, "/game timeout", minutes=1, policy="default")
    await demo.done(demo.ann, "/fire", **SHOT)
    before = await demo.last()
    _elsewhere(demo)
    await wait_quietly(demo.env, 300)
    assert await demo.last() == before
    _serve_only_this_server(demo)
    await wait_quietly(demo.env, 60)
    assert await demo.last() == before + 1


async def test_a_board_is_brought_up_by_the_process_that_has_the_shard(demo: Table) -> None:
    await demo.done(demo.bob, "/game board")
    await demo.env.advance_time(EVERY)
    _elsewhere(demo)
    await demo.done(demo.ann, "/score", side="Blue", points=7, why="bridge")
    await wait_quietly(demo.env, 10 * EVERY)
    assert "Blue 7" not in text(boards(demo)[0])
    _serve_only_this_server(demo)
    await demo.done(demo.ann, "/score", side="Blue", points=1, why="hill")
    await demo.env.advance_time(EVERY)
    assert "Blue 8" in text(boards(demo)[0])


async def test_a_log_is_posted_by_the_process_that_has_the_shard(demo: Table) -> None:
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    await demo.env.advance_time(PACE)
    before = len(posts(demo.other))
    assert before == 1
    _elsewhere(demo)
    await entry(demo)
    await wait_quietly(demo.env, 2 * AGAIN)
    assert len(posts(demo.other)) == before
    _serve_only_this_server(demo)
    await wait_quietly(demo.env, 2 * AGAIN)
    assert len(posts(demo.other)) == before + 1


@pytest.mark.usefixtures("enlisted")
async def test_a_battle_is_reported_by_the_process_that_has_the_shard(table: Table) -> None:
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await warring.fire(table, "Able", "Xavier")
    watch = table.services.campaign_watch
    table.services.referee.listeners.remove(watch.on_game_changed)  # the process in which it ends is stopped at once
    await table.done(table.ann, "/game end")
    _elsewhere(table)
    await wait_quietly(table.env, 3 * MINUTE)
    assert (await warring.current_campaign(table)).battles["b1"].stage == "fighting"
    _serve_only_this_server(table)
    await wait_quietly(table.env, 3 * MINUTE)
    await watch.wait_until_settled()
    assert (await warring.current_campaign(table)).battles["b1"].stage == "reported"


async def test_servers_of_other_shards_are_not_taken_for_gone(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    privacy, here = table.services.privacy, str(table.guild.id)
    await privacy.look_after("7", {here}, 0)
    _elsewhere(table)
    for day in (1, 40, 80):
        await privacy.look_after("7", {"1"}, day * 86_400, part="1")
    assert (await table.services.record.servers.absent_since("7"))[here] is None
    assert len(await table.services.record.games.all(over=True)) == 1


def test_the_shard_of_a_server_is_the_one_that_discord_takes(table: Table) -> None:
    bot: Any = table.env.bot
    bot.shard_count, bot.shard_ids = 16, [0, 1, 2, 3]
    assert [nth for nth in range(32) if bot.serves(str((nth << 22) + 5))] == [0, 1, 2, 3, 16, 17, 18, 19]
    assert bot.serves("")
    bot.shard_ids = None
    assert bot.serves(str(9 << 22))
