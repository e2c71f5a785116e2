"""`/game clock`: it runs for the side that the rules wait for, through questions, pauses, undos and restarts."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.cogs.beginnings import beginning
from tests.cogs.languages import german_server, speaks
from tests.cogs.settling import sleep_through
from tests.cogs.table import Table, Told, same_as_record

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "dice": "6 6 6 6 6 6 6 6 6"}


def _wind(table: Table) -> None:
    clock = lambda: table.env.now().timestamp()  # noqa: E731
    table.services.clock = table.services.referee.clock = clock
    table.keeps_time = True


async def _activate(table: Table) -> None:
    await table.done(table.ann, "/rulings set", name="allocation", value="ask")
    await table.done(table.ann, "/game umpire", player=table.cyd)
    await table.done(table.ann, "/initiative", dice="6 1")
    await table.done(table.ann, "/activate", unit="Regular section", dice="6")


@beginning
async def activated(demo: Table) -> None:
    """The demo in the turn of Red, for Ann; Bob plays Blue."""
    await _activate(demo)


@pytest.fixture
async def clocked(activated: Table) -> Table:
    """The demo by clocks of twenty minutes."""
    _wind(activated)
    await activated.done(activated.cyd, "/game clock", minutes=20)
    return activated


async def _passes(table: Table, seconds: float) -> None:
    """In leaps of a minute, and tick by tick at the end."""
    while seconds > 3:
        leap = min(60, seconds - 3)
        await sleep_through(table.env, leap)
        seconds -= leap
    await table.env.advance_time(seconds)


async def _minutes_left(table: Table) -> dict[str, float]:
    """Return the minutes left of each side, as shown to all players."""
    live = await table.live()
    await table.services.questions.of_game(live)
    assert live.hands is not None
    return {side: round(seconds / 60, 1) for side, seconds in live.hands.left.items()}


def _own_posts(table: Table, *, since: Any = None) -> list[str]:
    """Return the bot's own posts."""
    last = since.messages[-1].id if since else 0
    return [one.embeds[0].description or one.embeds[0].title or "" for one in table.channel.history() if one.id > last]


def about(**left: float) -> Any:
    """Assert that this number of minutes is left, or up to half a minute more, because unsaved time is lost."""
    return pytest.approx(left, abs=0.5)


async def test_the_clock_runs_for_the_side_whose_go_it_is_and_an_undo_gives_no_time_back(clocked: Table) -> None:
    await _passes(clocked, 300)
    assert await _minutes_left(clocked) == {"Red": 15.0, "Blue": 20.0}
    await clocked.done(clocked.ann, "/marker set", unit="Marines", marker="stunned", count=1)
    await _passes(clocked, 60)
    assert await _minutes_left(clocked) == {"Red": 14.0, "Blue": 20.0}
    board = await clocked.done(clocked.bob, "/game status")
    assert re.search(r"⏱ Red 14:00, running \(<t:\d+:R>\) · Blue 20:00$", board.text, re.M), "beside whose it is"
    assert "⏱ Red 5:00" in (await clocked.done(clocked.bob, "/log show")).text
    asked = await clocked.done(clocked.ann, "/undo")
    if "Agree" in asked.buttons:
        await clocked.click(clocked.bob, asked, "Agree")
    assert await _minutes_left(clocked) == {"Red": 14.0, "Blue": 20.0}
    await same_as_record(clocked.services, await clocked.live())
    await clocked.done(clocked.ann, "/turn end")
    await _passes(clocked, 60)
    ends = int(clocked.services.clock()) + 19 * 60
    for who, command in ((clocked.bob, "/game status"), (clocked.ann, "/game clock")):
        text = (await clocked.done(who, command)).text
        found = re.search(r"⏱ Red 14:00 · Blue (19:00|18:59), running \(<t:(\d+):R>\)$", text, re.M)
        assert found, text
        assert abs(int(found[2]) - ends) <= 2


async def test_a_question_of_the_rules_stops_it_and_runs_the_other_and_a_request_stops_both(clocked: Table) -> None:
    await _passes(clocked, 60)
    asked = await clocked.done(clocked.ann, "/fire", **SHOT)
    assert asked.title.startswith("Bob")
    await _passes(clocked, 180)
    assert await _minutes_left(clocked) == {"Red": 19.0, "Blue": 17.0}
    await clocked.click(clocked.bob, asked, asked.buttons[0])
    await _passes(clocked, 60)
    assert await _minutes_left(clocked) == {"Red": 18.0, "Blue": 17.0}
    assert (await clocked.entry()).waited == {"Red": 60.0, "Blue": 180.0}
    await same_as_record(clocked.services, await clocked.live())
    asked = await clocked.done(clocked.bob, "/undo")
    assert asked.buttons == ("Agree", "No")
    await _passes(clocked, 300)
    assert await _minutes_left(clocked) == {"Red": 18.0, "Blue": 17.0}
    await clocked.click(clocked.ann, asked, "No")
    await _passes(clocked, 60)
    assert await _minutes_left(clocked) == {"Red": 17.0, "Blue": 17.0}


async def test_clocks_do_not_run_in_a_paused_or_finished_game(clocked: Table) -> None:
    await clocked.done(clocked.bob, "/game pause")
    await _passes(clocked, 300)
    await clocked.done(clocked.bob, "/game pause")
    assert await _minutes_left(clocked) == {"Red": 20.0, "Blue": 20.0}
    await _passes(clocked, 60)
    ended = await clocked.done(clocked.ann, "/game end")
    assert "⏱ Red: 1:00 of 20:00: game end 1:00" in ended.text
    assert "⏱ Blue: 0:00 of 20:00" in ended.text
    await _passes(clocked, 300)
    await clocked.done(clocked.ann, "/game reopen")
    assert await _minutes_left(clocked) == {"Red": 19.0, "Blue": 20.0}


async def test_the_clock_survives_restarts_also_in_the_middle_of_a_question(clocked: Table) -> None:
    await _passes(clocked, 60)
    asked = await clocked.done(clocked.ann, "/fire", **SHOT)
    await _passes(clocked, 60)
    await clocked.restart()
    _wind(clocked)
    await _passes(clocked, 60)
    assert await _minutes_left(clocked) == about(Red=19.0, Blue=18.0)
    await clocked.click(clocked.bob, asked, asked.buttons[0])
    await clocked.restart()
    _wind(clocked)
    await _passes(clocked, 120)
    assert await _minutes_left(clocked) == about(Red=17.0, Blue=18.0)


async def test_a_wall_clock_that_is_set_changes_nothing_in_one_run(clocked: Table) -> None:
    steady = clocked.services.referee.clock
    clocked.services.referee.clocks.steady = steady
    await clocked.done(clocked.cyd, "/game clock", minutes=20)
    for jump in (3600, -7200):
        clocked.services.referee.clock = clocked.services.clock = lambda jump=jump: steady() + jump
        await _passes(clocked, 60)
        await clocked.done(clocked.ann, "/marker set", unit="Marines", marker="stunned", count=int(jump > 0))
    assert await _minutes_left(clocked) == {"Red": 18.0, "Blue": 20.0}


async def test_players_are_warned_once_at_ten_five_and_one_minutes_even_after_a_restart(clocked: Table) -> None:
    told = await clocked.done(clocked.cyd, "/game clock", minutes=12)
    await _passes(clocked, 115)
    assert _own_posts(clocked, since=told) == []
    await _passes(clocked, 15)
    await clocked.restart()
    _wind(clocked)
    await _passes(clocked, 100)
    assert _own_posts(clocked, since=told) == ["⏱ 🔴 Red has less than 10 minutes left."]
    await _passes(clocked, 12 * 60)
    assert _own_posts(clocked, since=told)[1:] == [
        "⏱ 🔴 Red has less than 5 minutes left.",
        "⏱ 🔴 Red has less than 1 minute left.",
        "⏱ 🔴 Red: time is up.",
    ]
    await clocked.done(clocked.ann, "/marker set", unit="Marines", marker="stunned", count=1)
    assert "Red: time is up" in (await clocked.done(clocked.ann, "/game status")).text


async def test_time_while_the_bot_was_away_counts_for_no_side_and_it_says_how_long_that_was(clocked: Table) -> None:
    """Two hours off count for no side, and end no game."""
    await clocked.done(clocked.cyd, "/game clock", minutes=20, at_end="game lost")
    await _passes(clocked, 60)
    told = await clocked.done(clocked.bob, "/game victory")
    clocked.env.backend.advance_clock(2 * 3600)
    await clocked.restart()
    _wind(clocked)
    await _passes(clocked, 60)
    assert _own_posts(clocked, since=told) == ["⏱ I was away for 2 hours. The clocks did not run."]
    assert await _minutes_left(clocked) == about(Red=18.0, Blue=20.0)
    await clocked.done(clocked.ann, "/marker set", unit="Marines", marker="stunned", count=1)
    assert (await clocked.entry()).waited["Red"] <= 125
    assert not (await clocked.live()).game.over


async def test_all_sides_are_asked_whether_a_game_is_lost_by_the_clock(clocked: Table) -> None:
    """No game is lost without a question to all sides, which is asked once: a side that does not agree plays on."""
    told = await clocked.done(clocked.cyd, "/game clock", minutes=1, at_end="game lost")
    await _passes(clocked, 66)
    (asked,) = [
        clocked.now(one) for one in clocked.channel.history() if one.id > told.messages[-1].id and one.components
    ]
    await clocked.click(clocked.ann, asked, "No")
    await clocked.done(clocked.ann, "/marker set", unit="Marines", marker="stunned", count=1)
    last = await clocked.done(clocked.bob, "/game victory")
    await _passes(clocked, 60)
    assert not (await clocked.live()).game.over
    assert _own_posts(clocked, since=last) == []
    told = await clocked.done(clocked.cyd, "/game clock", minutes=1, at_end="game lost")
    assert "all sides are asked whether it has lost the game" in told.text
    await _passes(clocked, 66)
    (asked,) = [
        clocked.now(one) for one in clocked.channel.history() if one.id > told.messages[-1].id and one.components
    ]
    assert "Adjutant wants to end the game: Blue wins, as Red's time is up" in asked.text
    assert not (await clocked.live()).game.over
    still = await clocked.click(clocked.bob, asked, "Agree")
    assert not (await clocked.live()).game.over
    await clocked.click(clocked.ann, still, "Agree")
    (info,) = await clocked.services.record.games.all(over=True)
    live = await clocked.services.games.read_game(info)
    assert (live.game.over, live.game.winner) == (True, "Blue")
    last = (await clocked.services.record.entries.all(info.id))[-1]
    assert (last.command, last.side) == ("game end", "Red")


async def test_a_side_out_of_time_loses_its_activation_and_the_next_after_another_entry(clocked: Table) -> None:
    """None is lost while a command waits for an answer."""
    await clocked.done(clocked.cyd, "/game clock", minutes=1, at_end="go lost")
    await _passes(clocked, 30)
    asked = await clocked.done(clocked.ann, "/fire", **SHOT)
    await _passes(clocked, 90)
    number = await clocked.last()
    await _passes(clocked, 30)
    assert (await clocked.last(), (await clocked.live()).game.holder) == (number, "Red")
    assert not (await clocked.click(clocked.bob, asked, asked.buttons[0])).refused
    await _passes(clocked, 36)
    game = (await clocked.live()).game
    assert game.holder == "Blue"
    assert (await clocked.entry()).command == "game clock"
    assert (await clocked.entry()).by == ""
    number = await clocked.last()
    await _passes(clocked, 30)
    assert await clocked.last() == number
    await same_as_record(clocked.services, await clocked.live())


async def test_clocks_that_cannot_be_read_are_looked_at_once_a_minute(
    clocked: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await _passes(clocked, 60)
    away = clocked.file.rename(clocked.file.with_name("away"))
    await _passes(clocked, 110)
    away.rename(clocked.file)
    late = [one for one in caplog.messages if one.startswith("the clocks of game")]
    assert len(late) in (1, 2), caplog.messages
    assert all(one.endswith("is not the file that was opened") for one in late)


async def test_the_umpire_puts_a_clock_right_and_is_agreed_with(clocked: Table) -> None:
    await _passes(clocked, 60)
    await clocked.done(clocked.cyd, "/game clock", minutes=25, side="red")
    assert await _minutes_left(clocked) == {"Red": 25.0, "Blue": 20.0}
    assert "Only the umpire" in await clocked.refused(clocked.bob, "/game clock", minutes=99, side="Blue")
    assert "no clock of" in await clocked.refused(clocked.cyd, "/game clock", minutes=9, side="@everyone **x**")
    await clocked.done(clocked.cyd, "/game umpire", player=clocked.ann)
    asked = await clocked.done(clocked.ann, "/game clock", minutes=40, side="Red")
    assert asked.buttons == ("Agree", "No")
    assert await _minutes_left(clocked) == {"Red": 25.0, "Blue": 20.0}
    await clocked.click(clocked.bob, asked, "Agree")
    assert await _minutes_left(clocked) == {"Red": 40.0, "Blue": 20.0}


async def test_clocks_are_set_and_put_right_by_taps(demo: Table) -> None:
    _wind(demo)
    shown = await demo.done(demo.bob, "/game clock")
    assert shown.private
    assert shown.buttons == ("30 minutes per side", "60 minutes per side", "90 minutes per side")
    told = await demo.click(demo.bob, shown, "60 minutes per side")
    assert told.title == "Each side has 60 minutes"
    assert "says so. Nothing else happens" in told.text
    shown = await demo.done(demo.ann, "/game clock")
    assert shown.buttons == ("5 minutes more for Red", "5 minutes more for Blue", "No clocks")
    await demo.click(demo.ann, shown, "5 minutes more for Blue")
    assert await _minutes_left(demo) == {"Red": 60.0, "Blue": 65.0}
    shown = await demo.click(demo.ann, await _more(demo), "Clock")
    assert "Clock" in shown.title
    await demo.click(demo.ann, shown, "No clocks")
    assert (await demo.live()).game.clock is None
    assert not (await demo.done(demo.cyd, "/game clock")).buttons


async def _more(table: Table) -> Told:
    status = await table.done(table.ann, "/game status")
    return await table.click(table.ann, status, "More …")


async def test_an_increment_is_given_for_each_go_and_the_bot_has_all_the_time_in_the_world(clocked: Table) -> None:
    told = await clocked.done(clocked.cyd, "/game clock", minutes=20, increment=30)
    assert "plus 30 seconds for each turn" in told.title
    await clocked.done(clocked.ann, "/turn end")
    assert await _minutes_left(clocked) == {"Red": 20.5, "Blue": 20.0}
    await clocked.done(clocked.bob, "/game leave")
    asked = await clocked.done(clocked.cyd, "/game opponent", side="Blue")
    if "Agree" in asked.buttons:
        await clocked.click(clocked.ann, asked, "Agree")
    before = await _minutes_left(clocked)
    await _passes(clocked, 600)
    assert await _minutes_left(clocked) == before


async def test_reports_tell_the_time_with_clocks_and_how_long_a_turn_took_without(demo: Table) -> None:
    _wind(demo)
    await _activate(demo)
    await demo.done(demo.cyd, "/game clock", minutes=20)
    await _passes(demo, 120)
    await demo.done(demo.ann, "/marker set", unit="Marines", marker="stunned", count=1)
    page = await _export(demo, "html")
    assert "⏱ Red 2:00" in page
    assert "⏱ Red: 2:00 of 20:00: marker set 2:00" in page
    log = await _export(demo, "markdown")
    assert "· 2 min 0 s" in log
    whole = json.loads(await _export(demo, "json"))
    assert [one["waited"] for one in whole["entries"]][-1] == {"Red": 120.0}
    await demo.done(demo.cyd, "/game clock", minutes=0)
    assert "⏱" not in (await demo.done(demo.ann, "/game status")).text
    assert "· 2 min 0 s" in await _export(demo, "markdown")


async def _export(table: Table, format: str) -> str:
    told = await table.done(table.cyd, "/export", format=format, anonymous=True)
    [file] = told.messages[-1].attachments
    return (await file.read()).decode("utf-8")


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The machine that the bot runs on keeps the time of Berlin, with its summer time."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


async def test_a_night_in_which_the_hour_changes_takes_as_long_as_any(clocked: Table, in_berlin: None) -> None:
    """At one o'clock UTC the clocks of Berlin are set back, even during a restart of the bot."""
    night = datetime(2026, 10, 25, 0, 58, tzinfo=UTC)

    def wind() -> None:
        clock = lambda: clocked.env.now().timestamp() + shift  # noqa: E731
        clocked.services.clock = clocked.services.referee.clock = clock
        clocked.keeps_time = True

    shift = night.timestamp() - clocked.env.now().timestamp()
    wind()
    await clocked.done(clocked.cyd, "/game clock", minutes=90)
    await _passes(clocked, 60)
    await clocked.restart()
    wind()
    await _passes(clocked, 180)
    await clocked.done(clocked.ann, "/marker set", unit="Marines", marker="stunned", count=1)
    assert await _minutes_left(clocked) == about(Red=86.0, Blue=90.0)
    status = (await clocked.done(clocked.bob, "/game status")).text
    found = re.search(r"<t:(\d+):R>", status)
    assert found
    assert abs(int(found[1]) - (night.timestamp() + 240 + 86 * 60)) <= 60, "Discord shows it in everybody's own time"


async def test_clocks_and_seals_in_a_battle_of_a_campaign(enlisted: Table) -> None:
    table = enlisted
    _wind(table)
    await table.done(table.ann, "/campaign battle start", against="Blue")
    set_ = await table.say(table.ann, "/game clock", minutes=30)
    if "Agree" in set_.buttons:
        await table.click(table.bob, set_, "Agree")
    await table.done(table.ann, "/initiative", dice="6 1")
    await _passes(table, 120)
    await table.done(table.ann, "/seal new", text="bid of five")
    await table.done(table.bob, "/seal new", text="bid of seven")
    await table.done(table.ann, "/seal open")
    both = await table.done(table.bob, "/seal open")
    assert "bid of five" in both.text
    await table.restart()
    _wind(table)
    assert await _minutes_left(table) == about(Red=28.0, Blue=30.0)
    ended = await table.done(table.ann, "/game end")
    assert re.search(r"⏱ Red: (1:[345]\d|2:00) of 30:00", ended.text)
    await table.services.campaign_watch.wait_until_settled()
    [info] = await table.services.campaigns.all(table.call(table.ann))
    told = await table.done(table.ann, "/campaign export", format="html")
    [file] = told.messages[-1].attachments
    assert info.name in (await file.read()).decode()


async def test_clocks_and_seals_in_german(table: Table) -> None:
    tisch = german_server(table)
    _wind(table)
    for who in (table.ann, table.bob):
        speaks(table, who, "de")
    await table.done(table.ann, "/game demo", where=tisch)
    await table.done(table.bob, "/game join", where=tisch, side="Blue")
    await table.done(table.ann, "/initiative", where=tisch, dice="6 1")
    told = await table.done(table.ann, "/game clock", where=tisch, minutes=12)
    assert told.title == "Jede Seite hat 12 Minuten"
    await _passes(table, 130)
    status = await table.done(table.bob, "/game status", where=tisch)
    assert re.search(r"⏱ Rot 9:5\d, läuft \(<t:\d+:R>\) · Blau 12:00$", status.text, re.M), status.text
    said = [one.embeds[0].description or one.embeds[0].title for one in tisch.history() if one.embeds]
    assert "⏱ 🔴 Rot: noch weniger als 10 Minuten." in said
    sealed = await table.done(table.bob, "/seal new", where=tisch, text="Gebot sieben")
    assert sealed.private
    assert sealed.title == "Versiegelt"
    alone = await table.done(table.bob, "/seal open", where=tisch, alone=True)
    assert alone.title == "1 Siegel ist geöffnet"
    assert "Gebot sieben" in alone.text
