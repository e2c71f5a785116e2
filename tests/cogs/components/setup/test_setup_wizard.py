"""A new game says what it still needs, and does it by its own controls."""

from __future__ import annotations

from typing import Any

import pytest

from bot.game.people import OPPONENT
from tests.cogs.faulty import COMPONENT, raw
from tests.cogs.forging import forged
from tests.cogs.table import Table, Told

BUTTON, MENU = 2, 3


def _sent(told: Told, label: str, value: str = "") -> dict[str, Any]:
    """What a tap sends from a screen that does not show yet what others have done."""
    shown = [one for message in told.messages for row in message.components for one in row["components"]]
    one = next(one for one in shown if label in (one.get("label"), one.get("placeholder")))
    data = {"custom_id": one["custom_id"], "component_type": BUTTON}
    return {**data, "component_type": MENU, "values": [value]} if value else data


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


@pytest.mark.parametrize("first", ["Force of Blue …", "Green"])
async def test_a_control_is_for_the_side_that_it_names(table: Table, first: str) -> None:
    """Whoever else was first: their side comes before those that are only offered."""
    told = await table.done(table.ann, "/game new", system="fubar")
    sit, force = _sent(told, "I play Blue"), _sent(told, "Force of Red …", "raiders")
    if first == "Green":
        await table.done(table.cyd, "/game join", side="Green")
    else:
        await raw(table, table.ann, COMPONENT, _sent(told, first, "garrison"), told.messages[0])
    await raw(table, table.ann, COMPONENT, force, told.messages[0])
    await raw(table, table.bob, COMPONENT, sit, told.messages[0])
    live = await table.live()
    assert live.game.players[str(table.bob.id)].side == "Blue"
    assert len(live.game.of_side("Red")) == 4
    asked = await raw(table, table.ann, COMPONENT, force, told.messages[0])
    await table.click(table.ann, asked, "As well")
    assert len((await table.live()).game.of_side("Red")) == 8


async def test_thumb_d2_a_force_for_an_empty_side_seats_who_chose_it(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    came = await table.pick(table.bob, told, "Garrison", "Force of Blue")
    assert not came.refused, came.text
    live = await table.live()
    assert live.game.players[str(table.bob.id)].side == "Blue"
    assert len(live.game.of_side("Blue")) == 4
    assert live.game.players[str(table.ann.id)].side is None, "an umpire may lay out forces for others"


async def test_thumb_d2_at_a_side_that_is_taken_the_refusal_has_the_seats(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.click(table.ann, told, "I play Red")
    refused = await table.pick(table.bob, told, "Raiders", "Force of Red")
    assert refused.private
    assert not (await table.live()).game.units
    assert refused.buttons == ("I play Red", "I play Blue")
    seated = await table.click(table.bob, refused, "I play Blue")
    assert (await table.live()).game.players[str(table.bob.id)].side == "Blue"
    assert "Bob plays Blue" in seated.text or "Blue" in seated.title
    assert "New game" not in seated.text + seated.title, "there is one checklist, and everybody sees it"


async def test_thumb_d3_sides_keep_their_places_whoever_sits_first(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.click(table.bob, told, "I play Blue")
    shown = [one for row in table.now(told.messages[0]).messages[0].components for one in row["components"]]
    assert [one.get("label") or one["placeholder"] for one in shown][:4] == [
        *("Force of Red …", "Force of Blue …"),
        *("I play Red", "I play Blue"),
    ]
    await table.pick(table.bob, told, "Garrison", "Force of Blue")
    await table.click(table.ann, told, "I play Red")
    await table.pick(table.ann, told, "Raiders", "Force of Red")
    assert (await table.live()).game.sides == ("Red", "Blue")
    await table.done(table.ann, "/initiative", dice="6 1")
    assert (await table.live()).game.holder == "Red"
    await table.restart()
    assert (await table.live()).game.sides == ("Red", "Blue")


async def test_thumb_d13_another_force_comes_instead_or_as_well_or_not_at_all(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.pick(table.ann, told, "Armour", "Force of Red")
    before = {unit.name for unit in (await table.live()).game.units.values()}
    asked = await table.pick(table.ann, told, "Raiders", "Force of Red")
    assert asked.buttons == ("Instead", "As well", "Cancel")
    await table.click(table.ann, asked, "Cancel")
    assert {unit.name for unit in (await table.live()).game.units.values()} == before
    asked = await table.pick(table.ann, told, "Raiders", "Force of Red")
    await table.click(table.ann, asked, "Instead")
    now = (await table.live()).game.of_side("Red")
    assert len(now) == 4
    assert not before & {unit.name for unit in now}
    await table.done(table.ann, "/undo")
    assert {unit.name for unit in (await table.live()).game.units.values()} == before


async def test_thumb_d13_nothing_is_replaced_once_dice_were_thrown(demo: Table) -> None:
    live = await demo.live()
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    id = f"adj1:choose:{live.info.id}:0:force:0"
    asked = await forged(demo, demo.ann, id, ("raiders",))
    assert asked.buttons == ("As well", "Cancel")


async def test_the_bot_plays_a_side_by_taps_alone(table: Table) -> None:
    """One person, nothing typed after the first line: forces, seats, a stance, the first turn, the bot's go."""
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.pick(table.ann, told, "Raiders", "Force of Red")
    await table.pick(table.ann, told, "Garrison", "Force of Blue")
    await table.click(table.ann, table.now(told.messages[0]), "I play Red")
    await table.pick(table.ann, table.now(told.messages[0]), "Blue: the bot, careful", "Blue: played by")
    now = table.now(told.messages[0])
    assert "☑ Who plays: Ann (Red) and Adjutant (Blue, careful)" in now.text
    live = await table.live()
    assert live.game.players[OPPONENT.id].side == "Blue"
    assert (await table.services.opponent.plays(live)).stance == "careful"
    table.dice.next(1, 6)
    first = await table.click(table.ann, now, "Initiative")
    assert "That is right" in (await table.click(table.ann, first, "Adjutant plays on")).buttons


async def test_a_player_takes_the_place_of_the_bot_again(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.pick(table.ann, told, "Red: the bot, balanced", "played by")
    await table.pick(table.ann, table.now(told.messages[0]), "Blue: the bot, reckless", "played by")
    assert (await table.live()).game.players[OPPONENT.id].side == "Blue", "it has one seat"
    refused = await table.pick(table.bob, table.now(told.messages[0]), "Blue: a player", "played by")
    assert refused.refused
    await table.pick(table.ann, table.now(told.messages[0]), "Blue: a player", "played by")
    now = table.now(told.messages[0])
    assert OPPONENT.id not in (await table.live()).game.players
    assert "nobody yet" in now.text
    gone = await table.say(table.ann, "/game opponent", side="Blue")
    assert gone.title == "Adjutant plays Blue"


async def test_the_bot_is_not_offered_a_side_that_somebody_plays_and_a_made_up_stance_is_refused(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.click(table.ann, told, "I play Red")
    shown = table.now(told.messages[0]).messages[0].components
    menu = next(one for row in shown for one in row["components"] if "played by" in (one.get("placeholder") or ""))
    assert [one["label"] for one in menu["options"]] == [
        f"Blue: the bot, {stance}" for stance in ("balanced", "careful", "reckless", "hold")
    ]
    mark = menu["options"][0]["value"].partition("|")[0]
    for made_up in (f"{mark}|mad", "|balanced", "x|hold", ""):
        assert (await forged(table, table.ann, menu["custom_id"], (made_up,))).refused
    assert OPPONENT.id not in (await table.live()).game.players


async def test_with_three_sides_there_is_no_room_to_ask_who_plays_them(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    for force, side in (("Raiders", "Red"), ("Garrison", "Blue")):
        await table.pick(table.ann, table.now(told.messages[0]), force, f"Force of {side}")
    await table.done(table.cyd, "/game join", side="Green")
    await table.done(table.cyd, "/force load", force="Raiders", side="Green")
    await table.click(table.ann, told, "I play Red")
    rows = table.now(told.messages[0]).messages[0].components
    assert len(rows) == 5
    assert not any("played by" in (one.get("placeholder") or "") for row in rows for one in row["components"])


async def test_the_bot_is_never_the_umpire(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.pick(table.ann, told, "Blue: the bot, hold", "played by")
    await table.done(table.ann, "/game leave")
    assert not (await table.live()).game.players[OPPONENT.id].umpire
    await table.done(table.bob, "/game join", side="Red")
    assert (await table.live()).game.players[str(table.bob.id)].umpire


async def test_thumb_both_players_may_throw_their_own_dice_and_sit_down_first(table: Table) -> None:
    """The checklist is one message for all: what one has chosen does not take it from the other."""
    told = await table.done(table.ann, "/game new", system="fubar")
    asked = await table.click(table.ann, told, "I throw my own dice")
    assert asked.text == "Whose dice? Sit down first."
    assert asked.buttons == ("I play Red", "I play Blue")
    for who, side in ((table.ann, "Red"), (table.bob, "Blue")):
        await table.click(who, told, f"I play {side}")
        await table.click(who, table.now(told.messages[0]), "I throw my own dice")
    assert (await table.live()).game.dice == {"Red": "physical", "Blue": "physical"}
    now = table.now(told.messages[0])
    assert "I throw my own dice" not in now.buttons
    await table.click(table.bob, now, "The bot throws my dice")
    assert (await table.live()).game.dice["Blue"] == "bot"
