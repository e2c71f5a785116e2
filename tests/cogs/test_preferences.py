"""Agreements of a table: `/game dice`, `umpire`, `delegate`, `pause`, `move`, and `/waiting`."""

from __future__ import annotations

from typing import Any

import discord

from tests.cogs.table import Table, Told

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "dice": "6 6 6 6 6 6 6 6 6"}


async def _ask_about_hits(demo: Table) -> Told:
    """Bob is asked whether hits suppress or kill."""
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    told = await demo.done(demo.ann, "/fire", **SHOT)
    assert told.title.startswith("Bob:"), told
    return told


async def _bob_chooses(demo: Table, told: Told) -> Told:
    return await demo.click(demo.bob, told, told.buttons[0])


async def test_a_side_rolls_its_own_dice(demo: Table) -> None:
    await demo.done(demo.bob, "/game dice", mode="physical")
    assert (await demo.live()).game.dice == {"Blue": "physical"}
    assert "You play Blue" in await demo.refused(demo.bob, "/game dice", mode="bot", side="Red")
    assert "not in this game" in await demo.refused(demo.cyd, "/game dice", mode="bot")
    assert "Ask Bob" in await demo.refused(demo.ann, "/game dice", mode="bot", side="blue")
    await demo.done(demo.bob, "/game dice", mode="bot", side="blue")
    assert (await demo.live()).game.dice == {"Blue": "bot"}


async def test_the_whistle_is_handed_on_and_the_side_kept(demo: Table) -> None:
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    players = (await demo.live()).game.players
    assert [(one.name, one.side, one.umpire) for one in players.values()] == [
        ("Ann", "Red", False),
        ("Bob", "Blue", False),
        ("Cyd", None, True),
    ]
    assert "Only the umpire" in await demo.refused(demo.ann, "/game umpire", player=demo.ann)
    assert "Only the umpire" in await demo.refused(demo.ann, "/game timeout", minutes=5, policy="wait")
    await demo.done(demo.cyd, "/marker set", unit="Marines", marker="stunned", count=1)


async def test_a_delegate_commands_one_unit_and_no_other_and_may_play_the_other_side(demo: Table) -> None:
    assert "not in this game" in await demo.refused(demo.cyd, "/activate", unit="Marines")
    assert "Only Red can do that" in await demo.refused(demo.bob, "/game delegate", unit="Marines", player=demo.bob)
    await demo.done(demo.ann, "/game delegate", unit="Marines", player=demo.cyd)
    await demo.done(demo.cyd, "/activate", unit="Marines", dice="6")
    assert "not in this game" in await demo.refused(demo.cyd, "/activate", unit="Commandos")
    assert "not in this game" in await demo.refused(demo.cyd, "/activate", unit="Militia")
    assert "Only Red can do that" in await demo.refused(demo.bob, "/activate", unit="Marines")
    await demo.done(demo.ann, "/game delegate", unit="Marines", player=demo.cyd)
    assert (await demo.live()).game.lent == {}
    await demo.refused(demo.cyd, "/activate", unit="Marines")
    await demo.done(demo.ann, "/game delegate", unit="Regular section", player=demo.bob)
    await demo.anyway(demo.bob, "/activate", unit="Regular section", dice="6")
    assert "Only Red can do that" in await demo.refused(demo.bob, "/activate", unit="Commandos")


async def test_a_delegate_answers_for_the_unit_too(demo: Table) -> None:
    await demo.done(demo.bob, "/game delegate", unit="Militia", player=demo.cyd)
    asked = await _ask_about_hits(demo)
    done = await demo.click(demo.cyd, asked, asked.buttons[0])
    assert not done.refused, done.text


async def test_a_question_is_for_its_side_and_the_umpire_only(demo: Table) -> None:
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    asked = await _ask_about_hits(demo)
    refused = await demo.click(demo.ann, asked, asked.buttons[0])
    assert refused.refused
    assert "This question is for Bob" in refused.whole
    assert not (await demo.click(demo.cyd, asked, asked.buttons[0])).refused
    assert not demo.has(asked, asked.buttons[0])


async def test_everything_that_waits_is_listed_and_linked(demo: Table) -> None:
    assert "No open questions" in (await demo.say(demo.cyd, "/waiting")).text
    asked = await _ask_about_hits(demo)
    told = await demo.say(demo.cyd, "/waiting")
    assert told.private
    assert "Waiting for Bob" in told.text
    link = f"https://discord.com/channels/{demo.guild.id}/{demo.channel.id}/{asked.messages[0].id}"
    assert link in told.text
    await _bob_chooses(demo, asked)
    assert "No open questions" in (await demo.say(demo.cyd, "/waiting")).text


async def test_a_paused_game_waits_for_its_players(demo: Table) -> None:
    asked = await _ask_about_hits(demo)
    assert "not in this game" in await demo.refused(demo.cyd, "/game pause")
    await demo.done(demo.bob, "/game pause")
    assert "is paused" in await demo.refused(demo.ann, "/activate", unit="Marines")
    assert "is paused" in (await _bob_chooses(demo, asked)).whole
    assert "Paused" in (await demo.done(demo.cyd, "/game status")).text
    await demo.done(demo.ann, "/marker set", unit="Marines", marker="stunned", count=1)
    await demo.restart()
    told = await demo.done(demo.ann, "/game pause")
    assert told.title == "FUBAR demo goes on"
    assert not (await _bob_chooses(demo, asked)).refused


async def test_a_game_moves_with_its_questions(demo: Table) -> None:
    asked = await _ask_about_hits(demo)
    assert "Only the umpire may move" in await demo.refused(demo.bob, "/game move", channel=demo.other)
    assert "already played here" in await demo.refused(demo.ann, "/game move", channel=demo.channel)
    units = (await demo.live()).game.units
    told = await demo.done(demo.ann, "/game move", channel=demo.other)
    assert told.text == f"The game goes on in <#{demo.other.id}>."
    assert (await demo.live(demo.other)).game.units == units
    assert "no game in this channel" in (await demo.say(demo.ann, "/game status")).whole
    assert not demo.has(asked, asked.buttons[0]), "it is now answered there"
    moved: Any = demo.other.history()[-1]
    assert moved.embeds[0].title.startswith("Bob:")
    assert str(moved.id) in (await demo.say(demo.bob, "/waiting", where=demo.other)).text
    answer = Told.of(await demo.bob.click(moved, label=asked.buttons[0]))
    assert not answer.refused
    assert answer.title == "Regular section → Militia"
    await demo.done(demo.ann, "/game new", system="fubar")


async def test_a_game_moves_only_where_there_is_room_and_leave_to_write(demo: Table) -> None:
    await demo.done(demo.ann, "/game new", system="fubar", where=demo.other)
    assert "already has a game" in await demo.refused(demo.ann, "/game move", channel=demo.other)
    nobody: Any = {demo.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    closed = demo.guild.create_text_channel("closed", overwrites=nobody)
    assert "You cannot write in closed" in await demo.refused(demo.ann, "/game move", channel=closed)
    not_me: Any = {demo.guild.me: discord.PermissionOverwrite(send_messages=False)}
    mute = demo.guild.create_text_channel("mute", overwrites=not_me)
    assert "I cannot write in mute" in await demo.refused(demo.ann, "/game move", channel=mute)


async def test_a_player_who_wants_no_mentions_gets_none(demo: Table) -> None:
    await demo.done(demo.bob, "/game dice", mode="physical")
    await demo.done(demo.bob, "/game mentions", mode="off")
    shot = {"attacker": "Militia", "target": "Marines", "distance": "10"}
    told = await demo.say(demo.bob, "/fire", **shot)
    assert told.title.startswith("Bob, roll ")
    assert "<@" not in told.text
    assert "not in this game" in await demo.refused(demo.cyd, "/game mentions", mode="off")
    await demo.done(demo.bob, "/game mentions", mode="on")
    await demo.click(demo.bob, told, "Cancel")
    assert f"<@{demo.bob.id}>" in (await demo.say(demo.bob, "/fire", **shot)).text


async def test_the_options_of_a_ruling_are_named_as_players_call_them(demo: Table) -> None:
    told = await demo.refused(demo.ann, "/rulings set", name="allocation", value="fair")
    assert told == "Allocation: there is no 'fair'; choose suppress first, casualties first or ask."
    await demo.done(demo.ann, "/rulings set", name="allocation", value="casualties first")
    assert (await demo.live()).board.book.rulings.allocation == "casualties_first"  # pyright: ignore
