"""Starting, joining, ending, reopening, and the rulings: one game per channel or thread."""

from __future__ import annotations

from typing import Any

import discord

from data.systems import SYSTEMS
from tests.cogs.table import Table

SHOT = {"attacker": "Marines", "target": "Militia", "distance": "10"}


async def _thread(table: Table) -> Any:
    channel = table.env.bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    with table.env._bot_scope():
        await channel.create_thread(name="skirmish", type=discord.ChannelType.public_thread)
    await table.env.settle()
    return table.channel.threads[0]


async def test_the_player_who_starts_a_game_is_its_umpire(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar", name="Bridge")
    assert told.title == "New game: Bridge"
    assert "Craig Cartmell" in told.footer
    assert told.footer.startswith("Entry 1 · turn 1 · Ann, the umpire")
    player = (await table.live()).game.players[str(table.ann.id)]
    assert player.umpire
    assert player.side is None


async def test_without_a_game_every_command_says_how_to_begin(table: Table) -> None:
    for command in ("/game status", "/game join", "/turn next", "/undo", "/log show", "/rulings show"):
        options = {"side": "Red"} if command == "/game join" else {}
        assert "/game new" in await table.refused(table.ann, command, **options)
    assert "No game has been played" in await table.refused(table.ann, "/game reopen")


async def test_the_first_answer_after_a_restart_names_the_units(core: Table) -> None:
    await core.restart()
    assert "Missing: Scout pair." in (await core.done(core.ann, "/game setup")).text


async def test_a_second_game_in_the_channel_is_refused(demo: Table) -> None:
    said = await demo.refused(demo.cyd, "/game new", system="fubar")
    assert "already has a game: FUBAR demo" in said
    assert "already has a game" in await demo.refused(demo.cyd, "/game demo")


async def test_the_game_that_was_refused_is_offered_once_the_other_is_over(demo: Table) -> None:
    """It keeps its options, takes one tap, and is not offered while it runs."""
    told = await demo.say(demo.ann, "/game new", system="bayonet", name="Long Hill", units="cm")
    assert told.buttons == ("End the game …",)
    asked = await demo.click(demo.ann, told, "End the game …")
    over = await demo.click(demo.ann, asked, "End the game")
    begun = await demo.click(demo.ann, over, "New game: Long Hill")
    assert begun.title == "New game: Long Hill"
    live = await demo.live()
    assert (live.system.key, live.info.name, live.info.units) == ("bayonet", "Long Hill", "cm")
    assert "already has a game: Long Hill" in (await demo.click(demo.ann, over, "New game: Long Hill")).whole


async def test_an_unknown_system_is_refused_with_the_list_and_rounds_in_one_that_counts_none(table: Table) -> None:
    said = await table.refused(table.ann, "/game new", system="chess")
    assert said.startswith("There are no rules called 'chess'; choose Open Rebellion, ")
    assert all(system.name in said for system in SYSTEMS)
    assert f"{SYSTEMS[-2].name} or {SYSTEMS[-1].name}" in said
    assert "no fixed number of rounds" in await table.refused(table.ann, "/game new", system="fubar", rounds=6)


async def test_two_channels_and_a_thread_play_at_once(table: Table) -> None:
    places = [(table.ann, table.channel), (table.bob, table.other), (table.cyd, await _thread(table))]
    for who, where in places:
        await table.done(who, "/game demo", where)
    for who, where in places:
        await table.done(who, "/fire", where, **SHOT)
    games = [await table.live(where) for _, where in places]
    assert len({one.info.id for one in games}) == 3
    assert {one.game.number for one in games} == {games[0].game.number}
    assert "not in this game" in await table.refused(table.bob, "/fire", **SHOT)


async def test_only_the_umpire_seats_others_and_any_player_themselves(demo: Table) -> None:
    said = await demo.refused(demo.bob, "/game join", side="Red", player=demo.cyd)
    assert "Only the umpire may seat another player: ask Ann." in said
    await demo.done(demo.ann, "/game join", side="Red", player=demo.cyd)
    assert (await demo.live()).game.players[str(demo.cyd.id)].side == "Red"
    assert (await demo.done(demo.cyd, "/game join", side=" bLUE ")).title == "Cyd plays Blue", "whatever its letters"


async def test_no_player_changes_sides_on_the_quiet(demo: Table) -> None:
    """Before the first dice the change is announced; after them the others must agree."""
    told = await demo.done(demo.bob, "/game join", side="Red")
    assert (told.title, told.private) == ("Bob plays Red", False)
    await demo.done(demo.ann, "/fire", **SHOT)
    assert "do you agree?" in (await demo.say(demo.bob, "/game join", side="Blue")).title


async def test_an_umpire_who_leaves_hands_over_and_the_first_player_at_an_empty_table_is_umpire(demo: Table) -> None:
    told = await demo.done(demo.ann, "/game leave")
    assert "Bob is now the umpire." in told.text
    assert list((await demo.live()).game.players) == [str(demo.bob.id)]
    assert "not in this game" in await demo.refused(demo.ann, "/game leave")
    await demo.done(demo.bob, "/game leave")
    await demo.done(demo.cyd, "/game join", side="Red")
    assert "__Red__ · Cyd (umpire)" in (await demo.done(demo.cyd, "/game status")).text
    await demo.done(demo.ann, "/game join", side="Blue")
    assert "__Blue__ · Ann ·" in (await demo.done(demo.cyd, "/game status")).text


async def test_the_status_lists_those_who_have_not_acted_first(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Regular section", dice="6")
    told = (await demo.done(demo.cyd, "/game status")).text
    assert told.index("**Marines** 5/5") < told.index("Regular section")
    assert "🔴 __Red__ · Ann (umpire) · " in told
    assert "🔵 __Blue__ · Bob · " in told


async def test_the_demo_shows_three_commands_that_work(table: Table) -> None:
    """Every suggested command exists, and does what it promises."""
    told = await table.done(table.ann, "/game demo")
    tries = [line.strip("`") for line in told.lines if line.startswith("`/")]
    assert len(tries) == 3
    assert "**Try these three:**" in told.lines
    table.dice.next(6)
    for line in tries:
        command, *parts = line.split(" ")
        options = dict(part.split(":", 1) for part in " ".join(parts).replace(" ", "\n").split("\n") if ":" in part)
        for part in parts:
            if ":" not in part:
                name = list(options)[[p for p in parts if ":" in p].index(_before(parts, part))]
                options[name] += f" {part}"
        await table.done(table.ann, command, **options)


def _before(parts: list[str], word: str) -> str:
    """Return the last option before a word that belongs to its value."""
    return [part for part in parts[: parts.index(word)] if ":" in part][-1]


async def test_a_game_ends_goes_on_where_it_was_and_makes_room_for_another(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT)
    before, game = (await demo.live()).game, (await demo.live()).info.id
    assert "already has a game" in await demo.refused(demo.ann, "/game reopen")
    await demo.done(demo.ann, "/game end")
    assert "Only players of that game can reopen it" in await demo.refused(demo.cyd, "/game reopen")
    assert (await demo.done(demo.bob, "/game reopen")).title == "FUBAR demo goes on"
    after = (await demo.live()).game
    assert (after.units, after.players, after.over) == (before.units, before.players, False)
    assert "not in this game" in await demo.refused(demo.cyd, "/game end")
    assert "There is no side" in await demo.refused(demo.bob, "/game end", winner="Green")
    asked = await demo.done(demo.bob, "/game end", winner="red", note="a fair fight")
    assert (await demo.click(demo.ann, asked, "Agree")).title == "The game is over: Red wins"
    assert "no game" in await demo.refused(demo.ann, "/fire", **SHOT)
    assert len(await demo.services.record.entries.all(game)) == 9
    await demo.done(demo.bob, "/game demo")
    assert "not in this game" in await demo.refused(demo.ann, "/fire", **SHOT)


async def test_any_player_sets_rulings_before_the_first_dice_later_the_umpire(demo: Table) -> None:
    told = await demo.done(demo.cyd, "/rulings show")
    assert "**allocation** = suppress first (or casualties first, ask)" in told.text
    assert "house ruling" in told.text
    for name, value in (("allocation", "maybe"), ("weather", "ask"), ("allocation", "3")):
        assert name in (await demo.refused(demo.ann, "/rulings set", name=name, value=value)).lower()
    assert "not in this game" in await demo.refused(demo.cyd, "/rulings set", name="allocation", value="ask")
    await demo.done(demo.bob, "/rulings set", name="Allocation", value="Casualties first")
    assert (await demo.live()).game.rulings["allocation"] == "casualties_first"
    shot = {"attacker": "Regular section", "target": "Militia", "distance": "20", "dice": "5 5 1 1 1 1 1 1 1"}
    told = await demo.done(demo.ann, "/fire", **shot)
    assert "2 hits: 2 casualties." in told.text
    assert "You agreed: casualties first (allocation)" in told.text
    said = await demo.refused(demo.bob, "/rulings set", name="allocation", value="suppress_first")
    assert "Only the umpire may change a ruling after dice have been rolled: ask Ann." in said
    await demo.done(demo.ann, "/rulings set", name="allocation", value="suppress_first")


async def test_a_game_whose_bot_was_killed_before_its_first_entry_is_begun_again(table: Table) -> None:
    where, record = str(table.channel.id), table.services.record
    started = {"guild_id": "1", "channel_id": where, "name": "Cut off", "started_by": "7", "at": 1.0}
    await record.games.begin(system="fubar", version="1", **started)  # pyright: ignore[reportArgumentType]
    assert (await table.done(table.ann, "/game new", system="opreb")).title == "New game: Open Rebellion"
