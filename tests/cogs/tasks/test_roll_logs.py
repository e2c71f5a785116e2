"""The log in another channel: every entry once, in order, in its current form."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bot.services.record.roll_logs import HOUR, PACE
from cogs.interactions.limits import DESCRIPTION
from rules.game.entry import play_back
from tests.cogs.faulty import faults, too_many_edits
from tests.cogs.followed import entry
from tests.cogs.logged import count_messages, lines, numbers, post_path, posts, whole
from tests.cogs.nonces import Nonces
from tests.cogs.settling import sleep_through, wait_quietly
from tests.cogs.table import Table
from tests.cogs.undoing import fire_shot, undo_entry

# Together, in order, and no faster than every two seconds


async def test_entries_of_two_seconds_are_one_post_without_mentions_or_noise(log: Table) -> None:
    for _ in range(3):
        await entry(log)
        await log.env.advance_time(0.5)
    await log.env.advance_time(PACE)
    before = len(posts(log.other))
    await entry(log, 2)
    await log.env.advance_time(PACE)
    assert len(posts(log.other)) == before + 1
    await whole(log)
    times = [message.created_at.timestamp() for message in posts(log.other)]
    assert all(later - earlier >= PACE for earlier, later in pairwise(times)), times
    assert posts(log.other)[-1].embeds[0].footer.text == "FUBAR demo · entries 9 to 10"
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
    for count in range(6):
        await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value=f"{count % 5}", reason="*" * 400)
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    await demo.env.advance_time(PACE * 6)
    await whole(demo)
    for number in (11, 10, 9):
        await undo_entry(demo, entry=number)
    await demo.env.advance_time(PACE * 12)
    await whole(demo)
    assert all(len(message.embeds[0].description or "") <= DESCRIPTION for message in posts(demo.other))


# Undone entries


async def test_what_was_undone_before_or_after_its_post_or_amended_is_struck_through(log: Table) -> None:
    await fire_shot(log)
    await undo_entry(log)
    await log.env.advance_time(PACE)
    assert not count_messages(log, "PATCH")
    await whole(log)
    number = await fire_shot(log)
    await log.env.advance_time(PACE)
    before = len(posts(log.other))
    await undo_entry(log)
    await log.env.advance_time(PACE * 3)
    line = lines(log.other)[number - 1]
    assert line.startswith(f"~~**{number}**")
    assert line.endswith("~~ (undone)")
    assert len(posts(log.other)) == before + 1
    await whole(log)
    number = await fire_shot(log)
    await log.env.advance_time(PACE)
    told = await log.done(log.ann, "/amend", cover="soft")
    if log.has(told, "Agree"):
        await log.click(log.bob, told, "Agree")
    await log.env.advance_time(PACE * 3)
    assert lines(log.other)[number - 1].startswith("~~")
    await whole(log)


async def test_one_edit_strikes_all_of_a_message(log: Table) -> None:
    await entry(log, 4)
    await log.env.advance_time(PACE * 2)
    for _ in range(3):
        await undo_entry(log)
    before = count_messages(log, "PATCH")
    await log.env.advance_time(PACE * 5)
    assert count_messages(log, "PATCH") == before + 1
    await whole(log)


async def test_too_many_edits_are_made_an_hour_later(log: Table, caplog: pytest.LogCaptureFixture) -> None:
    """30046 may come as 429 without `retry_after`."""
    await fire_shot(log)
    await log.env.advance_time(PACE)
    log.env.inject_error("PATCH", f"{post_path(log)}/*", status=429, code=30046)
    await undo_entry(log)
    before = count_messages(log, "PATCH")
    await wait_quietly(log.env, 600)
    assert count_messages(log, "PATCH") == before + 1
    assert not any(line.startswith("~~") for line in lines(log.other))
    await entry(log)
    await log.env.advance_time(PACE)
    assert numbers(log.other)[-1] == await log.last()
    await sleep_through(log.env, HOUR + 60)
    await whole(log)
    log.env.backend.faults.clear()
    caplog.clear()
    number = await fire_shot(log)
    await log.env.advance_time(PACE)
    with too_many_edits(log):
        await undo_entry(log)
        await wait_quietly(log.env, 600)
    assert not lines(log.other)[number - 1].startswith("~~")
    await sleep_through(log.env, HOUR + 60)
    await whole(log)
    assert not faults(caplog)


async def test_a_post_that_was_deleted_is_not_posted_again(log: Table) -> None:
    await fire_shot(log)
    await log.env.advance_time(PACE)
    log.env.backend.delete_message(log.other.id, posts(log.other)[-1].id)
    await undo_entry(log)
    await wait_quietly(log.env, 60)
    assert numbers(log.other) == [1, 2, 3, 4, 5, 7]
    before = count_messages(log, "PATCH")
    await wait_quietly(log.env, 600)
    assert count_messages(log, "PATCH") == before


async def test_an_entry_undone_while_the_bot_was_down_is_struck_through(log: Table) -> None:
    await fire_shot(log)
    await log.env.advance_time(PACE)
    log.env.inject_error("PATCH", f"{post_path(log)}/*", status=503, code=0, times=1)
    await undo_entry(log)
    await log.env.advance_time(PACE * 2)
    assert not any(line.startswith("~~") for line in lines(log.other))
    await log.restart()
    await log.env.advance_time(PACE * 2)
    await whole(log)


# Other events of a game


async def test_the_log_shows_the_end_and_later_entries_but_not_the_next_game(log: Table) -> None:
    await log.done(log.ann, "/game end")
    await log.env.advance_time(PACE)
    await whole(log)
    assert numbers(log.other)[-1] == 6
    await log.done(log.ann, "/game reopen")
    await entry(log)
    await log.env.advance_time(PACE * 2)
    await whole(log)
    assert numbers(log.other)[-1] == 8
    await log.done(log.ann, "/game end")
    await log.done(log.ann, "/game demo")
    await log.env.advance_time(PACE * 3)
    assert len(lines(log.other)) == 9


async def test_another_process_is_noticed_and_a_forgotten_server_leaves_no_log_behind(log: Table) -> None:
    """Entries of another process are posted within about a minute."""
    live = await log.live()
    entries = await log.entries()
    added = entries[-1].model_copy(update={"number": 6, "events": (), "source": None})
    await log.services.record.entries.append(live.info.id, added, live.game, play_back([*entries, added]))
    await wait_quietly(log.env, 90)
    assert numbers(log.other)[-1] == 6
    await log.services.privacy.forget_guild(str(log.guild.id))
    assert await log.services.record.logs.all() == []
    await log.env.advance_time(PACE * 3)
    assert numbers(log.other) == [1, 2, 3, 4, 5, 6]


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
    await undo_entry(table)
    await table.env.advance_time(PACE * 3)
    assert not [line for line in lines(table.other) if hidden.name in line]
    await whole(table)
