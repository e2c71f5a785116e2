"""Absent players block no game: consent has a deadline, and members who manage the server seat another player."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.game.people import knows
from bot.game.permissions import people
from tests.cogs import warring
from tests.cogs.settling import sleep_through
from tests.cogs.table import Table, Told
from tests.cogs.tasks.test_deadlines import SHOT

DAY = 86_400
WEEK = 7 * DAY


@pytest.fixture
async def begun(demo: Table) -> Table:
    """The demo by a clock that goes with the simulated one, after a shot: Ann plays Red and is the umpire, Bob Blue."""
    _later[0] = 0.0
    wind(demo)
    await demo.done(demo.ann, "/fire", **SHOT)
    await demo.done(demo.bob, "/game mentions", mode="on")
    return demo


_later: list[float] = [0.0]
"""Seconds that the bot's clock is ahead of the simulated one, which takes long for a day."""


def wind(table: Table) -> None:
    def clock() -> float:
        return table.env.now().timestamp() + _later[0]

    table.services.clock = table.services.referee.clock = clock
    table.keeps_time = True


async def wait(table: Table, seconds: float) -> None:
    """So much time goes by, and the bot looks at its clock."""
    _later[0] += seconds - 70
    await sleep_through(table.env, 70)


async def open_rows(table: Table) -> list[Any]:
    live = await table.live()
    return await table.services.record.questions.open(live.info.id, ("consent",))


def messages_since(table: Table, since: Told) -> list[Any]:
    return [one for one in table.channel.history() if one.id > since.messages[-1].id]


async def test_a_seat_of_a_silent_player_is_taken_after_a_day(begun: Table) -> None:
    asked = await begun.say(begun.ann, "/game join", side="Blue", player=begun.cyd)
    assert "Without an answer it is done" in asked.text
    await wait(begun, DAY - 60)
    assert (await begun.live()).game.players.get(str(begun.cyd.id)) is None
    await wait(begun, 120)
    assert (await begun.live()).game.players[str(begun.cyd.id)].side == "Blue"
    (said,) = messages_since(begun, asked)
    assert "No answer in time" in said.embeds[0].description


async def test_an_end_with_a_winner_and_an_umpire_go_through_by_silence(begun: Table) -> None:
    begun.services.details.usual = "short"
    await begun.say(begun.ann, "/game umpire", player=begun.cyd)
    await begun.env.advance_time(1)
    asked = await begun.anyway(begun.ann, "/game end", winner="Red")
    assert [row.deadline - row.created_at for row in await open_rows(begun)] == [DAY, DAY]
    await wait(begun, DAY + 10)
    live = await begun.services.games.latest_game(begun.place())
    assert live.game.over
    assert live.game.winner == "Red"
    titles = [one.embeds[0].title for one in messages_since(begun, asked)]
    assert titles == ["Cyd is now the umpire", "The game is over: Red wins"]


async def test_nothing_that_costs_dice_or_figures_goes_through_by_silence(begun: Table) -> None:
    before = (await begun.live()).game.number
    commands: tuple[tuple[str, dict[str, Any]], ...] = (
        ("/undo", {}),
        ("/rulings set", {"name": "allocation", "value": "casualties_first"}),
        ("/unit edit", {"unit": "Militia", "field": "models", "value": "3"}),
    )
    asked = [await begun.say(begun.ann, command, **options) for command, options in commands]
    assert all("Without an answer it lapses" in one.text for one in asked)
    await wait(begun, DAY + 10)
    assert (await begun.live()).game.number == before
    assert await open_rows(begun) == []
    said = messages_since(begun, asked[-1])
    assert len(said) == len(commands)
    assert all("No agreement in time" in one.embeds[0].description for one in said)


async def test_each_question_open_while_the_bot_was_off_is_settled_once(begun: Table) -> None:
    await begun.say(begun.ann, "/game join", side="Blue", player=begun.cyd)
    asked = await begun.say(begun.ann, "/unit edit", unit="Militia", field="models", value="3")
    before = (await begun.live()).game.number
    await wait(begun, DAY - 60)
    await begun.restart()
    wind(begun)
    await wait(begun, 120)
    await wait(begun, 600)
    assert await open_rows(begun) == []
    assert (await begun.live()).game.number == before + 1
    assert len(messages_since(begun, asked)) == 2


async def test_a_question_of_an_earlier_version_gets_a_deadline(begun: Table) -> None:
    await begun.say(begun.ann, "/game join", side="Blue", player=begun.cyd)
    (row,) = await open_rows(begun)
    await begun.services.record.questions.postpone(row.id, None)
    await begun.env.advance_time(70)
    (row,) = await open_rows(begun)
    assert row.deadline is not None
    assert row.deadline > begun.services.clock() + DAY - 600


# Seated by who manages the server


def steward(table: Table) -> Any:
    role = table.guild.create_role("Steward", permissions=discord.Permissions(manage_guild=True))
    return table.guild.add_member(table.env.create_user("steve", global_name="Steve"), roles=[role])


async def test_a_manager_of_the_server_replaces_a_player_who_was_silent_for_a_week(begun: Table) -> None:
    steve = steward(begun)
    assert "As a server manager you" in await begun.refused(steve, "/game join", side="Blue", player=begun.cyd)
    await wait(begun, WEEK + 60)
    assert "Join a side first" in await begun.refused(begun.cyd, "/game join", side="Blue", player=begun.ann)
    told = await begun.done(steve, "/game join", side="Blue", player=begun.cyd)
    assert "Steve manages this server." in told.text
    assert "Bob has done nothing for 7 days." in told.text
    game = (await begun.live()).game
    assert game.players[str(begun.cyd.id)].side == "Blue"
    assert str(begun.bob.id) not in game.players
    assert people(game, ["side:Blue"], str(begun.ann.id)) == (str(begun.cyd.id),)


async def test_a_player_who_has_left_the_server_is_replaced_once_discord_says_so(begun: Table) -> None:
    steve = steward(begun)
    begun.guild.remove_member(begun.bob)
    begun.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001, times=None)
    assert "As a server manager you" in await begun.refused(steve, "/game join", side="Blue", player=begun.cyd)
    begun.env.backend.faults.clear()
    told = await begun.done(steve, "/game join", side="Blue", player=begun.cyd)
    assert "Bob has left the server." in told.text


async def test_the_umpires_place_is_given_on_likewise(begun: Table) -> None:
    steve = steward(begun)
    await wait(begun, WEEK + 60)
    await begun.done(begun.bob, "/game mentions", mode="on")
    told = await begun.say(steve, "/game umpire", player=begun.bob)
    assert "Ann has done nothing for 7 days." in told.text
    assert (await begun.live()).game.players[str(begun.bob.id)].umpire


@pytest.mark.usefixtures("enlisted")
async def test_the_arbitrator_of_a_campaign_replaces_a_player_who_has_left(table: Table) -> None:
    """S3"""
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await warring.fire(table, "Able", "Xavier")
    table.guild.remove_member(table.bob)
    told = await table.done(table.ann, "/game join", side="Blue", player=table.cyd)
    assert "Ann is the arbitrator of this campaign." in told.text
    assert "Bob has left the server." in told.text
    game = (await table.live()).game
    assert game.players[str(table.cyd.id)].side == "Blue"
    assert str(table.bob.id) not in game.players


async def test_an_arbitrator_outside_the_table_replaces_a_player_who_has_left(table: Table) -> None:
    """The log gives the right and the reason, and the new player sees hidden units."""
    await warring.enlist_units(table, system="opreb")
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await table.done(table.ann, "/initiative", dice="5 5 5 / 1 1 1")
    await table.done(table.bob, "/marker set", unit="Yoke", marker="hidden", count=1)
    await table.done(table.ann, "/game leave")
    assert str(table.ann.id) not in (await table.live()).game.players
    assert "Yoke" not in (await table.say(table.cyd, "/unit show", unit="Blue")).text
    table.guild.remove_member(table.bob)
    told = await table.done(table.ann, "/game join", side="Blue", player=table.cyd)
    why = "Ann is the arbitrator of this campaign.", "Bob has left the server."
    assert all(line in told.text for line in why)
    logged = (await table.say(table.cyd, "/log show")).text
    assert all(line in logged for line in ("Cyd plays Blue.", *why))
    live = await table.live()
    hidden = next(unit for unit in live.game.units.values() if unit.name == "Yoke")
    seats = {player.id: player.side for player in live.game.players.values()}
    assert seats == {str(table.cyd.id): "Blue"}
    assert live.game.players[str(table.cyd.id)].umpire, "a table always has an umpire"
    assert knows(live.board, str(table.cyd.id), hidden)
    assert not knows(live.board, str(table.bob.id), hidden)
    assert not knows(live.board, str(table.ann.id), hidden)
