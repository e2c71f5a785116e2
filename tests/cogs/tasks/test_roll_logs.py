"""The log in a further channel: every entry once and in order, whatever happens to Discord, the bot or the channel."""

from __future__ import annotations

import logging
from itertools import pairwise
from typing import Any

import pytest
from simcord.http.client import FakeHTTPClient

from bot.services.roll_log_queue import PACE
from bot.services.roll_logs import HOUR
from cogs.interactions.limits import DESCRIPTION
from cogs.tasks.log_places import GONE
from rules.game import play_back
from tests.cogs.followed import entry
from tests.cogs.logged import allow, expected, lines, notices, numbers, posts
from tests.cogs.nonces import KNOWN, Nonces
from tests.cogs.table import Table
from tests.cogs.test_log_channel import thread
from tests.cogs.undoing import shot, undone


@pytest.fixture
async def nonces(table: Table, monkeypatch: pytest.MonkeyPatch) -> Nonces:
    """A Discord that knows nonces."""
    found = Nonces(lambda: table.env.now().timestamp())
    monkeypatch.setattr(FakeHTTPClient, "request", lambda client, route, **given: found.request(client, route, **given))
    return found


@pytest.fixture
async def log(demo: Table, nonces: Nonces) -> Table:
    """The demo with its log in the other channel, and the five entries of its beginning there."""
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    await demo.env.advance_time(PACE)
    assert numbers(demo.other) == [1, 2, 3, 4, 5]
    return demo


def post_path(table: Table, where: Any = None) -> str:
    return f"/channels/{(where or table.other).id}/messages"


async def whole(table: Table, where: Any = None) -> None:
    """Every entry of the game stands there once, in order, as it is to be read now."""
    assert lines(where or table.other) == await expected(table)


def sent(table: Table, method: str = "POST", where: Any = None) -> int:
    """How many messages the bot has posted (or edited) there, or tried to."""
    paths = (post_path(table, where), f"{post_path(table, where)}/")
    return sum(
        one.method == method and (one.path == paths[0] or one.path.startswith(paths[1]))
        for one in table.env.http_requests
    )


def stop(table: Table) -> None:
    """The bot is at no log any more."""
    bot: Any = table.env.bot
    bot.get_cog("LogKeeper").clock.cancel()


# Together, in order, and no faster than every two seconds


async def test_entries_of_two_seconds_are_one_post(log: Table) -> None:
    await entry(log)
    await log.env.advance_time(PACE)
    before = len(posts(log.other))
    await entry(log, 4)
    await log.env.advance_time(PACE)
    assert len(posts(log.other)) == before + 1
    await whole(log)
    assert posts(log.other)[-1].embeds[0].footer.text == "FUBAR demo · entries 7 to 10"


async def test_posts_are_two_seconds_apart(log: Table) -> None:
    for _ in range(8):
        await entry(log)
        await log.env.advance_time(0.5)
    await log.env.advance_time(4)
    times = [message.created_at.timestamp() for message in posts(log.other)]
    assert all(later - earlier >= PACE for earlier, later in pairwise(times)), times
    await whole(log)


async def test_several_games_in_one_channel_take_turns(log: Table) -> None:
    third = log.guild.create_text_channel("third")
    await log.done(log.cyd, "/game demo", third, system="bayonet")
    await log.done(log.cyd, "/log channel", third, channel=log.other)
    await entry(log)
    await log.env.advance_time(PACE * 3)
    footers = [message.embeds[0].footer.text or "" for message in posts(log.other)]
    assert sorted(footers) == ["Bayonet demo · entries 1 to 3", "FUBAR demo · entries 1 to 5", "FUBAR demo · entry 6"]
    times = [message.created_at.timestamp() for message in posts(log.other)]
    assert all(later - earlier >= PACE for earlier, later in pairwise(times)), times


async def test_a_long_game_is_caught_up_within_discords_limits(demo: Table, nonces: Nonces) -> None:
    for count in range(30):
        await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value=f"{count % 5}", reason="*" * 400)
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    await demo.env.advance_time(PACE * 20)
    await whole(demo)
    for number in range(6, 36):
        await undone(demo, entry=41 - number)
    await demo.env.advance_time(PACE * 40)
    await whole(demo)
    assert all(len(message.embeds[0].description or "") <= DESCRIPTION for message in posts(demo.other))


async def test_a_post_calls_nobody_and_makes_no_noise(log: Table) -> None:
    await log.done(
        log.ann, "/score", side="Red", points=1, why=f"@everyone <@{log.bob.id}> <@&1> [a](https://b.example)"
    )
    await log.env.advance_time(PACE)
    request: Any = [one for one in log.env.http_requests if one.path == post_path(log)][-1].json
    assert request["allowed_mentions"] == {"parse": []}
    assert request["flags"] == 1 << 12
    assert request["enforce_nonce"] is True
    assert "@everyone" not in lines(log.other)[-1].replace("@\u200beveryone", "")
    assert "https://" not in lines(log.other)[-1]


# Undone entries


async def test_an_undone_entry_is_struck_through_in_its_post(log: Table) -> None:
    number = await shot(log)
    await log.env.advance_time(PACE)
    before = len(posts(log.other))
    await undone(log)
    await log.env.advance_time(PACE * 3)
    line = lines(log.other)[number - 1]
    assert line.startswith(f"~~**{number}**")
    assert line.endswith("~~ (undone)")
    assert len(posts(log.other)) == before + 1
    await whole(log)


async def test_what_is_undone_before_it_is_posted_is_posted_so(log: Table) -> None:
    await shot(log)
    await undone(log)
    await log.env.advance_time(PACE)
    assert not sent(log, "PATCH")
    await whole(log)


async def test_one_edit_strikes_all_of_a_message(log: Table) -> None:
    await entry(log, 4)
    await log.env.advance_time(PACE * 2)
    for _ in range(3):
        await undone(log)
    before = sent(log, "PATCH")
    await log.env.advance_time(PACE * 5)
    assert sent(log, "PATCH") == before + 1
    await whole(log)


async def test_an_amended_entry_is_struck_through(log: Table) -> None:
    await shot(log)
    await log.env.advance_time(PACE)
    told = await log.done(log.ann, "/amend", cover="soft")
    if log.has(told, "Agree"):
        await log.click(log.bob, told, "Agree")
    await log.env.advance_time(PACE * 3)
    assert any(line.startswith("~~") for line in lines(log.other))
    await whole(log)


async def test_too_many_edits_are_made_an_hour_later(log: Table) -> None:
    await shot(log)
    await log.env.advance_time(PACE)
    log.env.inject_error("PATCH", f"{post_path(log)}/*", status=429, code=30046)
    await undone(log)
    before = sent(log, "PATCH")
    await log.env.advance_time(600)
    assert sent(log, "PATCH") == before + 1
    assert not any(line.startswith("~~") for line in lines(log.other))
    await entry(log)
    await log.env.advance_time(PACE)
    assert numbers(log.other)[-1] == await log.last()
    await log.env.advance_time(HOUR + 60)
    await whole(log)


async def test_a_post_that_was_deleted_is_not_posted_again(log: Table) -> None:
    await shot(log)
    await log.env.advance_time(PACE)
    log.env.backend.delete_message(log.other.id, posts(log.other)[-1].id)
    await undone(log)
    await log.env.advance_time(60)
    assert numbers(log.other) == [1, 2, 3, 4, 5, 7]
    before = sent(log, "PATCH")
    await log.env.advance_time(600)
    assert sent(log, "PATCH") == before


async def test_what_was_undone_while_the_bot_was_down_is_struck(log: Table) -> None:
    await shot(log)
    await log.env.advance_time(PACE)
    log.env.inject_error("PATCH", f"{post_path(log)}/*", status=503, code=0, times=1)
    await undone(log)
    await log.env.advance_time(PACE * 2)
    assert not any(line.startswith("~~") for line in lines(log.other))
    await log.restart()
    await log.env.advance_time(PACE * 2)
    await whole(log)


# Crashes


async def test_a_restart_neither_doubles_nor_drops_a_line(log: Table) -> None:
    for _ in range(4):
        await entry(log, 2)
        await log.restart()
        await log.env.advance_time(PACE * 2)
    await whole(log)


async def test_a_crash_between_sending_and_remembering_doubles_nothing(log: Table, nonces: Nonces) -> None:
    """Discord has the post, the bot does not know: the same nonce brings the same message."""
    await entry(log, 3)
    nonces.cut = 1
    await log.env.advance_time(1)
    assert numbers(log.other) == [*range(1, 9)]
    await entry(log, 2)
    await log.restart()
    await log.env.advance_time(PACE * 3)
    assert nonces.repeated == 1
    await whole(log)


async def test_a_cut_connection_doubles_nothing_without_a_restart(log: Table, nonces: Nonces) -> None:
    nonces.cut = 3
    for _ in range(3):
        await entry(log, 2)
        await log.env.advance_time(60)
    await log.env.advance_time(120)
    assert nonces.repeated == 3
    await whole(log)


async def test_what_was_undone_between_the_crash_and_the_start_is_struck(log: Table, nonces: Nonces) -> None:
    await shot(log)
    nonces.cut = 1
    await log.env.advance_time(1)
    await undone(log)
    await log.restart()
    await log.env.advance_time(PACE * 4)
    assert nonces.repeated == 1
    await whole(log)


async def test_long_after_a_crash_the_post_is_found_in_the_channel(log: Table, nonces: Nonces) -> None:
    """Discord forgets nonces within minutes."""
    await entry(log, 3)
    nonces.cut = 1
    await log.env.advance_time(1)
    stop(log)
    await log.env.advance_time(KNOWN + 60)
    await log.restart()
    await log.env.advance_time(PACE * 3)
    assert nonces.repeated == 0
    await whole(log)


async def test_long_after_a_crash_before_sending_it_is_posted(log: Table, nonces: Nonces) -> None:
    game = (await log.live()).info.id
    await entry(log, 3)
    row = await log.services.record.roll_log(game)
    assert row is not None
    now = log.env.now().timestamp()
    assert await log.services.record.begin_roll_post(row, 7, now)
    assert not await log.services.record.begin_roll_post(row, 8, now), "another process has begun"
    stop(log)
    await log.env.advance_time(KNOWN + 60)
    await log.restart()
    await log.env.advance_time(PACE * 4)
    await whole(log)


# Discord's bad days


@pytest.mark.parametrize(("status", "times"), [(500, 1), (503, 3), (429, 2)])
async def test_faults_of_discords_are_only_a_delay(log: Table, status: int, times: int) -> None:
    log.env.inject_error("POST", post_path(log), status=status, code=0, times=times)
    await entry(log, 3)
    await log.env.advance_time(1)
    assert numbers(log.other) == [1, 2, 3, 4, 5]
    await entry(log)
    await log.env.advance_time(300)
    await whole(log)
    assert not notices(log.channel)


async def test_a_slow_record_is_only_a_delay(log: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    real, faults = log.services.record.roll_log, [OSError("disk full"), OSError("disk full")]

    async def failing(game: str) -> Any:
        if faults:
            raise faults.pop()
        return await real(game)

    monkeypatch.setattr(log.services.record, "roll_log", failing)
    await entry(log)
    await log.env.advance_time(120)
    assert not faults
    await whole(log)


# A channel that is closed, archived or gone


async def test_a_lost_permission_is_said_once_and_caught_up_when_it_returns(log: Table) -> None:
    await allow(log, log.other, send_messages=False)
    for _ in range(3):
        await entry(log)
        await log.env.advance_time(60)
    (said,) = notices(log.channel)
    assert said == (
        f"The log of this game in <#{log.other.id}> has stopped: there I lack **Send Messages** and **Embed Links**. "
        "Play goes on; what is missing follows once that is mended, or after `/log channel`."
    )
    assert numbers(log.other) == [1, 2, 3, 4, 5]
    assert "has stopped" in (await log.done(log.bob, "/log channel")).text
    await log.restart()
    await log.env.advance_time(60)
    assert len(notices(log.channel)) == 1
    await allow(log, log.other, send_messages=None)
    await log.env.advance_time(PACE)
    await whole(log)
    await allow(log, log.other, embed_links=False)
    await entry(log)
    await log.env.advance_time(PACE * 2)
    assert len(notices(log.channel)) == 2, "it had been well in between"


async def test_a_refusal_that_nobody_foresees_is_said_once_and_caught_up(
    log: Table, caplog: pytest.LogCaptureFixture
) -> None:
    log.env.inject_error("POST", post_path(log), status=403, code=50013, times=None)
    before = sent(log)
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            await entry(log)
            await log.env.advance_time(120)
    assert len(notices(log.channel)) == 1
    assert "Discord does not let me write there" in notices(log.channel)[0]
    assert 0 < sent(log) - before < 10
    assert not [one for one in caplog.records if one.levelno > logging.WARNING]
    log.env.backend.faults.clear()
    await log.done(log.ann, "/log channel", channel=log.other)
    await log.env.advance_time(PACE * 3)
    await whole(log)


async def test_a_deleted_channel_is_said_once_and_another_one_catches_up(log: Table) -> None:
    log.env.backend.delete_channel(log.other.id)
    for _ in range(3):
        await entry(log)
        await log.env.advance_time(60)
    (said,) = notices(log.channel)
    assert "its channel was deleted" in said
    fetched = sum(one.method == "GET" and one.path == f"/channels/{log.other.id}" for one in log.env.http_requests)
    assert fetched <= 2
    assert (await log.services.record.roll_logs())[0].stopped == GONE
    third = log.guild.create_text_channel("third")
    await log.done(log.ann, "/log channel", channel=third)
    await log.env.advance_time(PACE * 2)
    assert numbers(third) == [6, 7, 8]


async def test_an_archived_thread_rests_until_it_is_opened_again(demo: Table, nonces: Nonces) -> None:
    where = await thread(demo)
    await demo.done(demo.ann, "/log channel", channel=where)
    await demo.env.advance_time(PACE)
    demo.env.backend.edit_channel(where.id, {}, thread_metadata={"archived": True})
    await demo.env.settle()
    for _ in range(3):
        await entry(demo)
        await demo.env.advance_time(60)
    (said,) = notices(demo.channel)
    assert "archived or locked" in said
    assert numbers(where) == [1, 2, 3, 4, 5]
    demo.env.backend.edit_channel(where.id, {}, thread_metadata={"archived": False})
    await demo.env.settle()
    await demo.env.advance_time(PACE * 2)
    await whole(demo, where)


async def test_where_nothing_can_be_said_either_play_goes_on(log: Table) -> None:
    await allow(log, log.other, send_messages=False)
    await allow(log, log.channel, send_messages=False)
    await entry(log)
    await log.env.advance_time(60)
    assert not notices(log.channel)
    await allow(log, log.channel, send_messages=None)
    await log.env.advance_time(300)
    assert len(notices(log.channel)) == 1


async def test_a_game_that_moves_into_its_log_rests(log: Table) -> None:
    await log.done(log.ann, "/game move", channel=log.other)
    await log.env.advance_time(PACE * 3)
    assert "the game itself is played there now" in notices(log.other)[0]
    assert numbers(log.other) == [1, 2, 3, 4, 5]


async def test_nothing_is_said_of_a_channel_that_is_not_needed(log: Table) -> None:
    await allow(log, log.other, send_messages=False)
    await log.env.advance_time(120)
    assert not notices(log.channel)


# What else happens to a game


async def test_the_end_and_what_follows_it_stand_there(log: Table) -> None:
    await log.done(log.ann, "/game end")
    await log.env.advance_time(PACE)
    await whole(log)
    assert numbers(log.other)[-1] == 6
    await log.done(log.ann, "/game reopen")
    await entry(log)
    await log.env.advance_time(PACE * 2)
    await whole(log)
    assert numbers(log.other)[-1] == 8


async def test_the_next_game_of_the_channel_has_no_log_yet(log: Table) -> None:
    await log.done(log.ann, "/game end")
    await log.done(log.ann, "/game demo")
    await log.env.advance_time(PACE * 3)
    assert len(lines(log.other)) == 6


async def test_another_process_is_noticed(log: Table) -> None:
    """What it has recorded is posted within a minute or so."""
    live = await log.live()
    entries = await log.entries()
    added = entries[-1].model_copy(update={"number": 6, "events": (), "source": None})
    await log.services.record.append(live.info.id, added, live.game, play_back([*entries, added]))
    await log.env.advance_time(90)
    assert numbers(log.other)[-1] == 6


async def test_hidden_units_are_cards_there(table: Table, nonces: Nonces) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    hidden = next(unit for unit in (await table.live()).game.units.values() if unit.has("hidden"))
    await table.done(table.ann, "/log channel", channel=table.other)
    await table.done(table.ann, "/marker set", unit=hidden.id, marker="wounds", count=1)
    await table.env.advance_time(PACE * 2)
    assert hidden.name not in "\n".join(lines(table.other))
    await table.done(table.ann, "/marker set", unit=hidden.id, marker="hidden", count=0)
    await table.env.advance_time(PACE * 2)
    assert hidden.name in lines(table.other)[-1]
    await undone(table)
    await table.env.advance_time(PACE * 3)
    assert not [line for line in lines(table.other) if hidden.name in line]
    await whole(table)


async def test_a_forgotten_player_and_server_leave_no_log_behind(log: Table) -> None:
    await log.services.privacy.forget_guild(str(log.guild.id))
    assert await log.services.record.roll_logs() == []
    await log.env.advance_time(PACE * 3)
    assert numbers(log.other) == [1, 2, 3, 4, 5]
