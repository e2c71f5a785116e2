"""The commands of the Open Fire core rules through Discord: rounds, activations, moves, and other actions."""

from __future__ import annotations

from tests.cogs.table import Table


async def _red_first(core: Table) -> None:
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")


# Before the first round


async def test_a_roll_off_is_rolled_by_both_sides(core: Table) -> None:
    told = await core.done(core.ann, "/act", action="roll_off", dice="5 / 5 / 3 / 9")
    assert "**Blue wins the roll-off.**" in told.text
    assert [len(throw.faces) for throw in (await core.entry()).plays[0].throws] == [1] * 4


async def test_initiative_orders_the_sides_and_is_rolled_once(core: Table) -> None:
    told = await core.done(core.ann, "/initiative", dice="1 2 / 12 3")
    assert "Blue's turn, 4 units left." in told.text
    game = (await core.live()).game
    assert (game.order, game.holder) == (("Blue", "Red"), "Blue")
    assert "has already been rolled" in (await core.warned(core.ann, "/initiative")).text
    assert "no initiative modifiers" in await core.refused(core.ann, "/initiative", modifier=1)


# Activations


async def test_repeated_and_third_actions_and_those_out_of_turn_are_warned_of(core: Table) -> None:
    await _red_first(core)
    assert "Red activates a unit now" in (await core.warned(core.bob, "/move", unit="Raiders")).text
    await core.done(core.ann, "/move", unit="Line squad")
    assert "only Recover is repeated" in (await core.warned(core.ann, "/move", unit="Line squad")).text
    assert "Line squad has 1 action left" in await core.refused(core.ann, "/move", unit="Second squad")
    await core.done(core.ann, "/move", unit="Line squad", action="rush")
    told = await core.anyway(core.ann, "/assault", attacker="Line squad", target="Raiders", distance="3")
    assert "Done anyway: Line squad has no action left" in told.text


# Everything else


async def test_dangerous_ground_is_rolled_for_with_dice_off_the_table(core: Table) -> None:
    await core.done(core.ann, "/game dice", mode="physical")
    asked = await core.done(core.ann, "/move", unit="Line squad", terrain="dangerous")
    assert "roll 5d12: dangerous ground" in asked.messages[0].embeds[0].title
    asked = await core.fill(core.ann, await core.click(core.ann, asked, "Enter dice"), throw0="12 4 12 9 1")
    told = await core.fill(core.ann, await core.click(core.ann, asked, "Enter dice"), throw0="3 9")
    assert "2 hits: 1 damage, no models lost." in told.text
    assert (await core.unit("Line squad")).hp == (1, 2, 2, 2, 2)
    told = await core.done(core.ann, "/act", action="dangerous", unit="Line squad", dice="1 1 1 1 1")
    assert "**No hits.**" in told.text


async def test_rough_ground_and_climbs_are_warned_of(core: Table) -> None:
    climb = {"terrain": "climb", "extra": "levels_up=2, ends_climbing"}
    assert "ends on a climb" in (await core.warned(core.ann, "/move", unit="Line squad", **climb)).text
    told = await core.anyway(core.ann, "/move", unit="Line squad", terrain="rough", extra="ends_rough")
    assert "Done anyway: Line squad may not end its move on rough ground" in told.text


async def test_an_objective_is_secured_with_or_without_a_test(core: Table) -> None:
    second = {"action": "interact", "unit": "Second squad"}
    assert "name the object" in await core.refused(core.ann, "/act", **second)
    await core.done(core.bob, "/place add", kind="objective", label="Radio mast")
    told = await core.done(core.ann, "/act", action="interact", unit="Line squad", weapon="radio mast")
    assert "Red holds Radio mast." in told.text
    raiders = {"action": "interact", "unit": "Raiders", "weapon": "Radio mast", "situation": "cmd, minus=2"}
    told = await core.click(core.ann, await core.anyway(core.bob, "/act", **raiders), "Done")
    assert "CMD 7, −2 on the die +2" in told.text
    asked = await core.say(core.ann, "/act", **second)
    assert asked.form
    which = asked.form["components"][0]["component"]
    assert [one["value"] for one in which["options"]] == ["Radio mast"]
    warned = await core.fill(core.ann, asked, **{"weapon:": ["Radio mast"]})
    told = await core.click(core.bob, await core.click(core.ann, warned, "Anyway"), "Done")
    assert told.title == "Second squad: Radio mast"
    assert "Red holds Radio mast." in told.text


async def test_a_test_by_hand(core: Table) -> None:
    told = await core.done(core.ann, "/act", action="test", unit="Line squad", situation="skl", count=3, dice="7 6 12")
    assert "2 successes of 3, 1 critical." in told.text
    assert "skl, def or cmd" in await core.refused(core.ann, "/act", action="test", unit="Line squad")
