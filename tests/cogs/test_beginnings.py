"""A copied table equals one that was just played, and tests do not affect each other's copies."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.cogs.beginnings import start_table
from tests.cogs.table import Loaded, Table, same_as_record
from tests.proving import Seeds

SHOT = {"attacker": "Marines", "target": "Militia", "distance": "10"}


async def _demo(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")


async def _roll_initiative(table: Table) -> None:
    await _demo(table)
    await table.done(table.ann, "/fire", **SHOT)


async def _promise_dice(fair: Table) -> None:
    await fair.done(fair.ann, "/game demo")


async def _visible_results(table: Table) -> Any:
    """Return all visible results except times: the record, the channel, and a shot that follows."""
    live = await table.live()
    await same_as_record(table.services, live)
    shot = await table.done(table.bob, "/fire", **SHOT | {"attacker": "Militia", "target": "Marines"})
    channel = [(one.author_id, one.components) for one in table.env.backend.messages[table.channel.id].values()]
    entries = [entry.model_dump(exclude={"at"}) for entry in await table.entries()]
    return live.game, shot.text, _without(live.info.id, channel), _without(live.info.id, entries), table.dice.thrown


def _without(id: str, found: Any) -> str:
    """Games have ids that no two share, and so has each drawing of a menu."""
    return re.sub(r"(adj1\.|'id': )[0-9]{5}\b", r"\1drawing", str(found)).replace(id, "the game")


async def test_a_copied_beginning_shows_the_same_as_one_just_played(tmp_path: Path) -> None:
    async with start_table(None, tmp_path / "played.sqlite", Loaded()) as table:
        await _roll_initiative(table)
        played = await _visible_results(table)
    for again in ("once", "twice"):
        async with start_table(_roll_initiative, tmp_path / f"{again}.sqlite", Loaded()) as table:
            assert await _visible_results(table) == played


async def test_the_players_of_a_beginning_sit_down_at_it(demo: Table) -> None:
    assert await demo.last() == 5
    assert (await demo.live()).game.players[str(demo.bob.id)].side == "Blue"


@pytest.mark.parametrize("moved", ["a parameter with the name of a beginning"])
async def test_a_parameter_is_no_beginning(demo: Table, moved: str) -> None:
    assert moved
    assert (await demo.live()).system.key == "fubar"


async def test_the_changes_of_a_test_are_gone_in_the_next(tmp_path: Path) -> None:
    for file in ("first", "second"):
        async with start_table(_demo, tmp_path / f"{file}.sqlite", Loaded()) as table:
            assert await table.last() == 5
            assert len(table.channel.history()) == 3
            await table.done(table.ann, "/fire", **SHOT)
            assert await table.last() == 6


async def test_no_seed_is_drawn_again_behind_a_beginning(tmp_path: Path) -> None:
    async with start_table(_promise_dice, tmp_path / "promised.sqlite", Loaded()) as table:
        await table.done(table.ann, "/game demo", where=table.other)
        games = [(await table.live(where)).info.id for where in (table.channel, table.other)]
        drawn = [seed.seed for game in games for seed in await table.services.record.seeds.of(game)]
        assert drawn == [Seeds(drawn=0)(), Seeds(drawn=1)()]


async def test_discord_knows_the_commands_without_being_sent_them_again(tmp_path: Path) -> None:
    async with start_table(None, tmp_path / "known.sqlite", Loaded()) as table:
        bot: Any = table.env.bot
        assert {one.name for one in await bot.tree.fetch_commands()} == {one.name for one in bot.tree.get_commands()}
        assert not await bot.sync_if_changed()
