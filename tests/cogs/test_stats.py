"""`/stats` and the end of a game: the picture and its text, every unit, and the games of each player."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.services.record.game_numbers import GameNumbers
from cogs.rendering.charts.strength import SideLine, strength_picture
from cogs.rendering.statistics import strength_picture_of
from cogs.rendering.text import Reader
from data.texts import language
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
NEVER: Any = discord.PermissionOverwrite(view_channel=False)


def picture(told: Told) -> Any:
    """Return the one file of an answer."""
    [found] = [file for message in told.messages for file in message.attachments]
    return found


async def fire_shot(table: Table) -> None:
    """Eight at Long range: nine dice at 4+, three hits: one lies down, two are gone."""
    table.dice.next(5, 5, 6, 1, 1, 1, 1, 1, 1)
    await table.done(table.ann, "/fire", **SHOT)


@beginning
async def fired(demo: Table) -> None:
    """The demo after that shot."""
    await fire_shot(demo)


async def end_game(table: Table) -> Told:
    """Red wins, and Bob agrees."""
    asked = await table.done(table.ann, "/game end", winner="Red")
    return await table.click(table.bob, asked, "Agree")


@beginning
async def ended(fired: Table) -> None:
    """The demo is over after that shot."""
    await end_game(fired)


async def test_the_numbers_of_a_game_at_any_time_and_a_picture_that_agrees(fired: Table) -> None:
    """Two phones, 19: one side inflicted nine, the other had lost seven, of whom two were put back by hand."""
    told = await fired.done(fired.bob, "/stats")
    assert told.title == "Statistics of FUBAR demo"
    assert "**Red**: strength 19 of 19 · inflicted 2 · 9 dice to hit, 3 hits" in told.text
    assert "**Blue**: strength 19 of 21 · lost 2" in told.text
    assert "• Entry 6, turn 1: Regular section → Militia. Blue lost 2, 3.5 expected (+7 % for Blue)" in told.lines
    assert not told.private
    file = picture(told)
    said = "Strength at the start and after each turn: Red 19 → 19; Blue 21 → 19."
    assert (file.filename, file.description) == ("strength.png", said)
    assert said in told.text
    await fired.done(fired.bob, "/unit edit", unit="Militia", field="models", value="8")
    told = await fired.done(fired.bob, "/stats")
    assert "**Blue**: strength 21 of 21 · 2 put back by hand" in told.text


async def test_sides_in_the_picture_have_the_names_of_the_readers_language(fired: Table) -> None:
    """Issue 45: the German picture had "Red" and "Blue" beside its lines."""
    found = await strength_picture_of(Reader(language("de")), await fired.services.numbers.of(await fired.live()))
    lines = [SideLine("Red", [19, 19], shown="Rot"), SideLine("Blue", [21, 19], shown="Blau")]
    assert found is not None
    assert found[1] == strength_picture("Stärke je Runde", ["Beginn", "1"], lines)


async def test_the_end_of_a_game_shows_its_results_and_every_unit_to_who_clicks(fired: Table) -> None:
    """Now and after a restart; the game still has its numbers."""
    before = await fired.done(fired.ann, "/stats")
    told = await end_game(fired)
    assert told.title == "The game is over: Red wins"
    assert "Ann agreed" not in told.text
    assert "**Turning points**" in told.text
    assert told.buttons == ("New game: FUBAR", "Reopen", "Report", "Log", "Stats", "Every unit", "My review")
    assert picture(told).filename == "strength.png"
    assert (await fired.done(fired.cyd, "/stats")).text == before.text
    await fired.restart()
    units = await fired.click(fired.cyd, told, "Every unit")
    assert units.private
    assert "Regular section: 8 → 8 · inflicted 2 · 9 dice to hit, 3 hits" in units.lines
    assert "Militia: 8 → 6 · lost 2" in units.lines
    assert "Commandos: 5 → 5" in units.lines


async def test_a_game_without_units_ends_in_a_sentence(table: Table) -> None:
    assert "There is no game in this channel" in await table.refused(table.ann, "/stats")
    await table.done(table.ann, "/game new", system="fubar")
    assert "nothing to count" in (await table.done(table.ann, "/stats")).text
    told = await table.done(table.ann, "/game end")
    assert told.title == "The game is over"
    assert not told.text


async def test_an_older_game_beside_the_one_that_is_played(fired: Table) -> None:
    before = await fired.done(fired.ann, "/stats")
    await end_game(fired)
    await fired.done(fired.ann, "/game demo", system="bayonet")
    ((label, id),) = await fired.type(fired.bob, "/stats", "game")
    assert label.startswith("FUBAR demo · FUBAR · ")
    for chosen in (id, "fubar demo"):
        told = await fired.done(fired.bob, "/stats", game=chosen)
        assert (told.title, told.text) == (before.title, before.text)
        assert picture(told).description == picture(before).description
    assert "Militia: 8 → 6 · lost 2" in (await fired.click(fired.cyd, told, "Every unit")).lines
    assert (await fired.done(fired.bob, "/stats")).title == "Statistics of Bayonet demo"


async def test_games_of_nowhere_are_refused_and_an_end_without_a_winner_has_numbers(
    demo: Table,
) -> None:
    assert "game was not played in this channel" in await demo.refused(demo.bob, "/stats", game="Waterloo")
    id = (await demo.live()).info.id
    assert "game was not played in this channel" in await demo.refused(demo.bob, "/stats", demo.other, game=id)
    assert "Choose only one" in await demo.refused(demo.bob, "/stats", game=id, player=demo.ann)
    assert "Cyd has played no game on this server." in await demo.refused(demo.ann, "/stats", player=demo.cyd)
    told = await demo.done(demo.ann, "/game end")
    assert "**Red**: strength 19 of 19" in told.text
    assert "Turning points" not in told.text
    assert "Strength at the start" not in told.text, "there was nothing but a start"
    assert not [file for message in told.messages for file in message.attachments]


async def test_undone_entries_are_left_out_and_counted(demo: Table) -> None:
    await demo.done(demo.bob, "/game leave")
    await fire_shot(demo)
    await demo.done(demo.ann, "/undo")
    told = await demo.done(demo.ann, "/stats")
    assert "**Blue**: strength 21 of 21" in told.lines
    units = await demo.click(demo.ann, told, "Every unit")
    assert "1 undone entry is left out." in units.lines


async def test_names_are_only_words(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="Regular section", field="name", value="**@everyone** `x` | <b>")
    await demo.done(demo.ann, "/fire", **SHOT | {"attacker": "**@everyone** `x` | <b>"})
    told = await demo.done(demo.ann, "/stats")
    units = await demo.click(demo.ann, told, "Every unit")
    assert "@everyone" not in units.text.replace("@\u200beveryone", "")
    assert r"\*\*@" in units.text


async def test_a_fault_in_statistics_does_not_keep_a_game_from_ending(
    demo: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(GameNumbers, "of_game", broken)
    told = await demo.done(demo.ann, "/game end")
    assert told.title == "The game is over"
    assert "no statistics at the end of a game" in caplog.text
    caplog.clear()


# Hidden units


async def test_hidden_units_are_in_no_numbers(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    told = await table.done(table.ann, "/stats")
    assert "**Red**: strength 10 of 10" in told.lines  # the scouts are four more
    units = await table.click(table.ann, told, "Every unit")
    assert "Scout" not in units.text
    assert "1 hidden unit is left out." in units.lines


# A player


async def test_all_games_of_a_player_in_this_server(ended: Table) -> None:
    await ended.done(ended.ann, "/game demo", where=ended.other)
    await ended.done(ended.ann, "/game join", side="Red", where=ended.other)
    told = await ended.done(ended.cyd, "/stats", player=ended.ann)
    assert told.title == "Games of Ann on this server"
    assert told.lines == [
        "2 games: 1 won, 0 lost, 0 without a winner, 1 unfinished",
        "The units of their sides: inflicted 2 · 9 dice to hit, 3 hits",
    ]
    assert (await ended.done(ended.cyd, "/stats", player=ended.bob)).lines == [
        "1 game: 0 won, 1 lost, 0 without a winner, 0 unfinished",
        "The units of their sides: lost 2",
    ]


async def test_games_of_other_servers_are_not_mentioned(demo: Table) -> None:
    elsewhere = demo.env.create_guild("Elsewhere")
    member, channel = elsewhere.add_member(demo.ann.user), elsewhere.create_text_channel("there")
    told = Told.of(await member.slash(channel, "stats", player=demo.ann.user))
    assert told.refused
    assert "has played no game on this server" in told.whole


async def test_who_was_forgotten_is_gone(ended: Table) -> None:
    asked = await ended.say(ended.ann, "/privacy delete")
    await ended.click(ended.ann, asked, next(iter(asked.buttons)))
    assert "Ann has played no game on this server." in await ended.refused(ended.bob, "/stats", player=ended.ann)
    assert "Ann" not in (await ended.done(ended.bob, "/luck")).text
    assert "**Red**: strength 19 of 19" in (await ended.done(ended.bob, "/stats")).text


# Units over all games of a server


async def test_units_over_all_games_with_how_sure_that_is(table: Table) -> None:
    assert "No finished game of these rules" in await table.refused(table.ann, "/stats", units="fubar")
    early = Told()
    for nth in range(5):
        await table.done(table.ann, "/game demo")
        table.dice.next(5, 5, 6, 1, 1, 1, 1, 1, 1)
        await table.done(table.ann, "/fire", **SHOT)
        await table.done(table.ann, "/game end")
        if nth == 3:
            early = await table.done(table.bob, "/stats", units="fubar")
    assert "**Militia**: 4 times, too few games to tell" in early.text
    told = await table.done(table.bob, "/stats", units="fubar")
    assert told.title == "Units of FUBAR on this server"
    assert "**Militia**: 5 times · inflicted 0.0 (0.0 to 0.0) · lost 2.0 (2.0 to 2.0) · survived 100 %" in told.text
    assert "(57 to 100)" in told.text, "the bounds of Wilson for five of five"
    assert "Choose only one" in await table.refused(table.ann, "/stats", units="fubar", player=table.bob)
    tapped = await table.click(table.bob, await table.done(table.ann, "/stats"), "Units over all games")
    assert (tapped.private, tapped.text) == (True, told.text)


async def test_statistics_leave_out_channels_that_the_reader_may_not_see(table: Table) -> None:
    closed = table.guild.create_text_channel("closed", overwrites={table.cyd: NEVER})
    await table.done(table.ann, "/game demo", where=closed)
    await table.done(table.ann, "/game join", side="Red", where=closed)
    assert "has played no game" in await table.refused(table.cyd, "/stats", player=table.ann)
    assert "1 game:" in (await table.done(table.bob, "/stats", player=table.ann)).text
    await table.done(table.ann, "/fire", where=closed, **SHOT)
    await table.done(table.ann, "/game end", where=closed)
    assert "Militia" in (await table.done(table.bob, "/stats", units="fubar")).text
    assert "No finished game of these rules" in await table.refused(table.cyd, "/stats", units="fubar")
    table.env.backend.delete_channel(closed.id)
    await table.env.settle()
    assert "Militia" in (await table.done(table.cyd, "/stats", units="fubar")).text
