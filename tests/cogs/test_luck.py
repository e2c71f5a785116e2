"""`/luck`: the dice of a game compared with their expectation, in public."""

from __future__ import annotations

from math import comb

from tests.cogs.table import Table

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


async def shots(table: Table, *faces: int) -> None:
    """The section, nine dice a shot at 4+."""
    for face in faces:
        table.dice.next(*[face] * 9)
        say = table.done if face == faces[0] else table.anyway
        await say(table.ann, "/fire", **SHOT)


async def test_luck_shows_successes_and_expected_successes(demo: Table) -> None:
    await shots(demo, 5, 1, 1)
    before = await demo.last()
    told = await demo.done(demo.cyd, "/luck")
    assert await demo.last() == before, "nothing is recorded"
    assert told.title == "Luck in FUBAR demo"
    well = sum(comb(27, n) for n in range(9, 28)) / 2**27
    assert told.lines[:2] == [
        "**Red** · The bot's dice",
        f"to hit: 27 dice, 9 successes, 13.5 expected. Chance of this or better: {100 * well:.1f} %.",
    ]
    assert not told.private


async def test_own_dice_stand_apart(demo: Table) -> None:
    await shots(demo, 5)
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    told = await demo.done(demo.ann, "/luck")
    assert told.lines == [
        "**Red** · The bot's dice",
        "to hit: 9 dice, 9 successes, 4.5 expected. Too few dice to tell.",
        "**Red** · Own dice",
        "activation: 1 die, 1 success, 0.7 expected. Too few dice to tell.",
    ]


async def test_of_one_player_and_one_kind_both_of_which_are_suggested(demo: Table) -> None:
    await shots(demo, 5)
    await demo.done(demo.ann, "/activate", unit="Marines")
    told = await demo.done(demo.bob, "/luck", player="Ann", kind="to_hit")
    assert told.title == "Luck of Ann in FUBAR demo"
    assert told.lines[0] == "**The bot's dice**"
    assert "activation" not in told.text
    assert ("to hit", "to_hit") in await demo.type(demo.ann, "/luck", "kind")
    assert await demo.type(demo.ann, "/luck", "player", "bo") == [("Bob", "Bob")]
    assert "Bob has rolled no dice in this game." in await demo.refused(demo.ann, "/luck", player="Bob")
    assert "Dan has not played in this game; Ann and Bob have." in await demo.refused(demo.ann, "/luck", player="Dan")


async def test_undone_dice_are_left_out_and_counted(demo: Table) -> None:
    await demo.done(demo.bob, "/game leave")
    await shots(demo, 5)
    await demo.done(demo.ann, "/activate", unit="Marines")
    await demo.done(demo.ann, "/undo")
    told = await demo.done(demo.ann, "/luck")
    assert "to hit: 9 dice" in told.text
    assert told.lines[-1] == "1 die of undone entries is left out."


async def test_an_older_game_beside_the_one_that_is_played(demo: Table) -> None:
    await shots(demo, 5)
    await demo.done(demo.ann, "/game end")
    await demo.done(demo.ann, "/game new", system="bayonet", name="Second")
    ((label, id),) = await demo.type(demo.bob, "/luck", "game")
    assert label.startswith("FUBAR demo · FUBAR · ")
    assert ("Bob", "Bob") in await demo.type(demo.cyd, "/luck", "player", game=id)
    told = await demo.done(demo.cyd, "/luck", game=id, player="Ann")
    assert told.title == "Luck of Ann in FUBAR demo"
    assert "to hit: 9 dice" in told.text
    assert "No dice have been rolled yet." in await demo.refused(demo.cyd, "/luck")
    assert "game was not played in this channel" in await demo.refused(demo.ann, "/luck", demo.other, game=id)


async def test_names_of_sides_and_players_are_only_words(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar", name="**x** @everyone")
    await table.done(table.ann, "/force load", force="raiders", side="*Red* @here")
    await table.done(table.ann, "/game join", side="*Red* @here")
    await table.done(table.ann, "/activate", unit="Marines")
    told = await table.done(table.ann, "/luck")
    assert r"**\*Red\* @" in told.text
    assert "@here" not in told.text
