"""A new game says what it still needs, and does it by its own controls."""

from __future__ import annotations

from tests.cogs.table import Table


async def test_it_ticks_itself(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    assert "☐ Red: choose a force below" in told.text
    await table.pick(table.ann, told, "Raiders", "Force of Red")
    await table.pick(table.ann, told, "Garrison", "Force of Blue")
    await table.click(table.ann, told, "I play Red")
    await table.click(table.bob, told, "I play Blue")
    live = await table.live()
    assert {side: len(live.game.of_side(side)) for side in live.game.sides} == {"Red": 4, "Blue": 4}
    assert {one.name: one.side for one in live.game.players.values()} == {"Ann": "Red", "Bob": "Blue"}
    now = table.now(told.messages[0])
    assert "☑ Red: 4 units" in now.text
    assert "☑ Who plays: Ann (Red) and Bob (Blue)" in now.text
    assert (await table.click(table.ann, now, "Initiative")).title == "Initiative of turn 1"


async def test_the_same_force_again_is_asked_about(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.pick(table.ann, told, "Raiders", "Force of Red")
    asked = await table.pick(table.ann, told, "Raiders", "Force of Red")
    assert asked.private
    assert len((await table.live()).game.units) == 4
    await table.click(table.ann, asked, "As well")
    assert len((await table.live()).game.units) == 8


async def test_own_dice_and_those_of_the_bot(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.click(table.ann, told, "I play Red")
    came = await table.click(table.ann, told, "I throw my own dice")
    assert not came.refused, came.text
    assert (await table.live()).game.dice == {"Red": "physical"}
    now = table.now(told.messages[0])
    assert "Dice: own dice: Red" in now.text
    await table.click(table.ann, now, "The bot throws my dice")
    assert (await table.live()).game.dice == {"Red": "bot"}
