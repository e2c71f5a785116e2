"""A new game lists what it still needs, with controls for it."""

from __future__ import annotations

from typing import Any

from bot.game.people import OPPONENT
from cogs.components.setup.setup_wizard import begin_controls
from cogs.rendering.text import Reader
from cogs.tasks.live_board import EVERY
from data.texts import language
from tests.cogs.faulty import COMPONENT, raw
from tests.cogs.forging import forged
from tests.cogs.table import Table, Told

BUTTON, MENU = 2, 3
MAIN = 1


def _stale_tap(told: Told, label: str, value: str = "") -> dict[str, Any]:
    """Return the data that a tap sends from a screen that is not up to date."""
    shown = [one for message in told.messages for row in message.components for one in row["components"]]
    one = next(one for one in shown if label in (one.get("label"), one.get("placeholder")))
    data = {"custom_id": one["custom_id"], "component_type": BUTTON}
    return {**data, "component_type": MENU, "values": [value]} if value else data


def _controls(told: Told) -> list[str]:
    shown = [one for row in told.messages[0].components for one in row["components"]]
    return [one.get("label") or one["placeholder"] for one in shown]


async def test_a_control_is_for_the_side_that_it_names(table: Table) -> None:
    """Its own side comes before sides that are merely offered it, even if another was first."""
    told = await table.done(table.ann, "/game new", system="fubar")
    sit, force = _stale_tap(told, "I play Blue"), _stale_tap(told, "Force of Red …", "raiders")
    await table.done(table.cyd, "/game join", side="Green")
    await raw(table, table.ann, COMPONENT, force, told.messages[0])
    await raw(table, table.bob, COMPONENT, sit, told.messages[0])
    live = await table.live()
    assert live.game.players[str(table.bob.id)].side == "Blue"
    assert len(live.game.units_of_side("Red")) == 4
    asked = await raw(table, table.ann, COMPONENT, force, told.messages[0])
    await table.click(table.ann, asked, "Both")
    assert len((await table.live()).game.units_of_side("Red")) == 8


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


async def test_thumb_d3_sides_keep_their_places_in_any_order_of_joining(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    came = await table.pick(table.bob, told, "Garrison", "Force of Blue")
    assert not came.refused, came.text
    live = await table.live()
    assert live.game.players[str(table.bob.id)].side == "Blue", "his force has seated him"
    assert len(live.game.units_of_side("Blue")) == 4
    assert live.game.players[str(table.ann.id)].side is None, "an umpire may lay out forces for others"
    now = table.now(told.messages[0])
    assert _controls(now)[:2] == ["Force of Red …", "I play Red"]
    assert "I play Blue" not in _controls(now), "Bob sits there"
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
    asked = await table.pick(table.ann, table.now(told.messages[0]), "Red: Raiders", "Bot for")
    assert asked.buttons == ("Replace it", "Both", "Cancel")
    await table.click(table.ann, asked, "Cancel")
    now = table.now(asked.messages[0])
    assert (now.text, now.buttons) == ("Nothing changed.", ())
    assert {unit.name for unit in (await table.live()).game.units.values()} == before
    asked = await table.pick(table.ann, table.now(told.messages[0]), "Red: Raiders", "Bot for")
    await table.click(table.ann, asked, "Replace it")
    now = (await table.live()).game.units_of_side("Red")
    assert len(now) == 4
    assert not before & {unit.name for unit in now}
    await table.done(table.ann, "/undo")
    assert {unit.name for unit in (await table.live()).game.units.values()} == before


async def test_an_undone_force_leads_back_to_the_choice_of_forces(table: Table) -> None:
    """A newcomer undid an army list and found nothing that led back to the forces."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game new", system="fubar")
    await table.done(table.ann, "/force load", force="raiders", side="Red")
    undone = await table.done(table.ann, "/undo")
    assert undone.buttons == ("Setup …",)
    await table.click(table.ann, undone, "Setup …")
    await table.pick(table.ann, table.now(undone.messages[0]), "Armour", "Force of Red")
    assert (await table.live()).game.units_of_side("Red")


async def test_thumb_d13_nothing_is_replaced_once_dice_were_rolled(demo: Table) -> None:
    live = await demo.live()
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    id = f"adj1:choose:{live.info.id}:0:force:0"
    asked = await forged(demo, demo.ann, id, ("raiders",))
    assert asked.buttons == ("Both", "Cancel")


async def test_a_game_against_the_bot_begins_with_both_seats_taken(table: Table) -> None:
    """One option of the first line, also if another game has to end before."""
    told = await table.done(table.ann, "/game new", system="bayonet", opponent="hold")
    for _ in range(2):
        assert "☐ Red: Ann; choose a force" in told.text
        assert "☐ Blue: Adjutant (hold); choose a force" in told.text
        await table.pick(table.ann, told, "Patrol", "Force of Red")
        live = await table.live()
        assert {one.name: one.side for one in live.game.players.values()} == {"Ann": "Red", "Adjutant": "Blue"}
        refused = await table.say(table.ann, "/game new", system="bayonet", opponent="hold")
        ended = await table.click(table.ann, refused, "End the game …")
        ended = await table.click(table.ann, ended, ended.buttons[0])
        told = await table.click(table.ann, ended, ended.buttons[0])


async def test_a_player_takes_the_place_of_the_bot_again(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.pick(table.ann, told, "Red: the bot, balanced", "Bot for")
    await table.pick(table.ann, table.now(told.messages[0]), "Blue: the bot, reckless", "Bot for")
    live = await table.live()
    assert live.game.players[OPPONENT.id].side == "Blue", "it has one seat"
    assert (await table.services.opponent.state(live)).stance == "reckless"
    refused = await table.pick(table.bob, table.now(told.messages[0]), "Blue: a player", "Bot for")
    assert refused.refused
    await table.pick(table.ann, table.now(told.messages[0]), "Blue: a player", "Bot for")
    now = table.now(told.messages[0])
    assert OPPONENT.id not in (await table.live()).game.players
    assert "☐ Blue: choose a force and a player" in now.text
    gone = await table.say(table.ann, "/game opponent", side="Blue")
    assert gone.title == "Adjutant plays Blue"


async def test_the_bot_is_not_offered_a_side_with_a_player_and_a_made_up_stance_is_refused(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.click(table.ann, told, "I play Red")
    shown = table.now(told.messages[0]).messages[0].components
    menu = next(one for row in shown for one in row["components"] if "Bot for" in (one.get("placeholder") or ""))
    assert [one["label"] for one in menu["options"]] == [
        *(f"Blue: the bot, {stance}" for stance in ("balanced", "careful", "reckless", "hold")),
        *("My own list", "Clock"),
    ]
    mark = menu["options"][0]["value"].partition("|")[0]
    other = ("list|hold", "clock|+raiders", f"{mark}|+nobody", "x|+raiders")
    for made_up in (f"{mark}|mad", "|balanced", "x|hold", "", *other):
        assert (await forged(table, table.ann, menu["custom_id"], (made_up,))).refused
    assert OPPONENT.id not in (await table.live()).game.players


async def test_of_many_sides_three_have_a_menu_of_forces_at_once(table: Table) -> None:
    """One row of buttons and one for the other choices remain; the next side has its menu once another is filled."""
    told, sides = await table.done(table.ann, "/game new", system="fubar"), ("Red", "Blue", "Green", "White")
    dot = table.guild.add_member(table.env.create_user("dot", global_name="Dot"))
    for person, side in zip((table.ann, table.bob, table.cyd, dot), sides, strict=True):
        await table.done(person, "/game join", side=side)

    def menus() -> list[str]:
        return [one for one in _controls(table.now(told.messages[0])) if one.startswith("Force")]

    await table.click(table.ann, table.now(told.messages[0]), "I roll my own dice")
    assert menus() == [f"Force of {side} …" for side in sides[:3]]
    await table.pick(table.ann, table.now(told.messages[0]), "Raiders", "Force of Red")
    assert menus() == [f"Force of {side} …" for side in sides[1:]]


async def test_the_next_step_of_setup_is_first_and_finished_steps_are_not_offered(table: Table) -> None:
    """With two forces the first turn can begin: its button is first and blue, except for waiting scouts."""
    told = await table.done(table.ann, "/game new", system="openfire_d12")
    await table.pick(table.ann, told, "Reavers", "Force of Red")
    now = table.now(told.messages[0])
    assert _controls(now) == [
        *("Force of Blue …", "I play Blue", "I roll my own dice"),
        "Bot for Blue, another force, own list …",
    ]
    await table.pick(table.ann, now, "Frontier guard", "Force of Blue")
    await table.click(table.bob, told, "I play Blue")
    now = table.now(told.messages[0])
    assert _controls(now) == ["Place scouts", "Initiative", "I roll my own dice", "Another force, own list, clock …"]
    assert [one["style"] for one in now.messages[0].components[0]["components"][:2]] == [MAIN, MAIN]
    assert now.text.count("\n") <= 6, "a line for each side says what to place"
    assert (await table.pick(table.bob, now, "Clock", "Another force")).title == "Clock"
    assert (await table.pick(table.bob, now, "My own list", "Another force")).form is not None
    await table.env.advance_time(2 * EVERY)
    assert _controls(table.now(told.messages[0])), "it is set up still"
    await table.done(table.ann, "/initiative")
    await table.env.advance_time(2 * EVERY)
    assert _controls(table.now(told.messages[0])) == []


async def test_scouts_that_wait_are_placed_by_a_tap_before_the_initiative_and_after_it(table: Table) -> None:
    """The side that has placed them is not asked to shoot before the initiative is known."""
    table.services.details.usual = "short"
    told = await table.done(table.ann, "/game new", system="openfire_d12")
    await table.done(table.ann, "/force load", force="Reavers", side="Red")
    await table.pick(table.bob, told, "Frontier guard", "Force of Blue")
    placed = await table.click(table.ann, table.now(told.messages[0]), "Place scouts")
    assert placed.title == "Scout pair: placed"
    assert placed.buttons == ("Initiative", "Undo")
    begun = await table.click(table.ann, placed, "Initiative")
    assert "Place scouts" not in begun.buttons
    for _ in range(2):
        await table.done(table.ann, "/undo")
    begun = await table.done(table.ann, "/initiative", dice="12 12 / 1 1")
    assert begun.buttons[0] == "Place scouts"


async def test_a_game_that_lacks_forces_shows_its_checklist_as_its_state(table: Table) -> None:
    """The local table asks for the state after a restart, when the earlier message is gone."""
    await table.done(table.ann, "/game new", system="fubar")
    told = await table.done(table.bob, "/game status")
    assert _controls(told)[:2] == ["Force of Red …", "Force of Blue …"]
    await table.pick(table.ann, told, "Raiders", "Force of Red")
    await table.pick(table.bob, table.now(told.messages[0]), "Garrison", "Force of Blue")
    assert "__Red__" in (await table.done(table.bob, "/game status")).text
    plain = Reader(language("en")).plain
    assert list(begin_controls(plain, await table.live()))
    await table.done(table.ann, "/initiative")
    assert list(begin_controls(plain, await table.live())) == [], "they are offered until the battle has begun"


async def test_the_bot_is_never_the_umpire(table: Table) -> None:
    told = await table.done(table.ann, "/game new", system="fubar")
    await table.pick(table.ann, told, "Blue: the bot, hold", "Bot for")
    await table.done(table.ann, "/game leave")
    assert not (await table.live()).game.players[OPPONENT.id].umpire
    await table.done(table.bob, "/game join", side="Red")
    assert (await table.live()).game.players[str(table.bob.id)].umpire


async def test_thumb_both_players_may_roll_their_own_dice_and_sit_down_first(table: Table) -> None:
    """The checklist is one message for all: a choice of one player takes nothing from the other."""
    told = await table.done(table.ann, "/game new", system="fubar")
    asked = await table.click(table.ann, told, "I roll my own dice")
    assert asked.text == "Whose dice? Join a side first."
    assert asked.buttons == ("I play Red", "I play Blue")
    for who, side in ((table.ann, "Red"), (table.bob, "Blue")):
        await table.click(who, told, f"I play {side}")
        await table.click(who, table.now(told.messages[0]), "I roll my own dice")
    assert (await table.live()).game.dice == {"Red": "physical", "Blue": "physical"}
    now = table.now(told.messages[0])
    assert "I roll my own dice" not in now.buttons
    await table.click(table.bob, now, "The bot rolls my dice")
    assert (await table.live()).game.dice["Blue"] == "bot"
