"""Seats and dice once the game has begun: the options of the setup are still a tap away."""

from __future__ import annotations

from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from cogs.components.controls import Control
from cogs.components.setup.seats import empty_seat_buttons, seat_buttons
from cogs.components.setup.setup_wizard import checklist, wizard_controls
from cogs.rendering.text import Reader
from data.texts import language
from rules.game.tabletop import Player
from tests.cogs.components.play.samples import sample
from tests.cogs.forging import forged
from tests.cogs.shown import Told
from tests.cogs.table import Table

WORDS = Reader(language("en"))


async def begin_alone(table: Table) -> Told:
    """Ann plays Red, Blue has no player, and the first bound is Red's."""
    told = await table.done(table.ann, "/game new", system="bayonet")
    await table.pick(table.ann, told, "Patrol", "Force of Red")
    await table.pick(table.ann, table.now(told.messages[0]), "Band", "Force of Blue")
    table.dice.next(6, 1)
    return await table.click(table.ann, table.now(told.messages[0]), "Initiative")


async def at_the_table(table: Table) -> Told:
    told = await table.click(table.ann, await table.say(table.ann, "/game status"), "More …")
    return await table.click(table.ann, told, "Table …")


async def test_the_bot_takes_an_empty_side_after_the_first_roll(table: Table) -> None:
    """Once the setup card is gone, a side without a player is offered under "Table …"."""
    await begin_alone(table)
    told = await at_the_table(table)
    assert {"I play Blue", "The bot plays Blue"} <= {*told.buttons}
    assert "The bot plays Red" not in told.buttons, "Ann plays it"
    told = await table.click(table.ann, told, "The bot plays Blue")
    assert told.title == "Adjutant plays Blue"
    assert (await table.live()).game.players[OPPONENT.id].side == "Blue"
    assert not [one for one in (await at_the_table(table)).buttons if "plays" in one]
    assert (await forged(table, table.ann, f"adj1:botseat:{(await table.live()).info.id}:nowhere")).refused


async def all_controls(table: Table) -> Told:
    return await table.pick(table.ann, await table.say(table.ann, "/game status"), "All controls …", "Next")


async def test_own_dice_are_two_taps_away_after_the_setup(table: Table) -> None:
    """SOLO 21; issue 45: they were five taps away, under "Table …"."""
    await begin_alone(table)
    told = await table.click(table.ann, await all_controls(table), "I roll my own dice")
    assert told.title == "Red rolls real dice"
    assert (await table.live()).game.dice == {"Red": "physical"}
    await table.click(table.ann, await all_controls(table), "The bot rolls my dice")
    assert (await table.live()).game.dice["Red"] == "bot"


async def test_the_first_roll_is_a_button_again_once_it_is_undone(table: Table) -> None:
    """The header says "Next: Initiative", and so does the first button."""
    table.services.details.usual = "short"
    told = await table.click(table.ann, await begin_alone(table), "Undo")
    assert told.title.startswith("Undone: Initiative")
    assert told.buttons[0] == "Initiative"
    table.dice.next(6, 1)
    assert "Initiative" in str(await table.click(table.ann, told, "Initiative"))
    assert (await table.live()).game.holder == "Red"


def before_the_first_roll(system: str, *sides: str) -> ActiveGame:
    """Return the sample game of a system without a turn, and with the bot at further sides."""
    live = sample(system)
    live.game.order, live.game.holder = (), None
    live.game.players = {side: Player(id=OPPONENT.id, name=side, side=side) for side in sides}
    return live


def test_at_most_four_seats_are_offered() -> None:
    live = before_the_first_roll("fubar", "Green", "Grey", "Gold")
    labels = [one.item.label for one in seat_buttons(WORDS.plain, live)]
    assert labels == ["I play Red", "I play Blue", "I play Green", "I play Grey"]
    live.game.players = {}
    sides = zip(live.game.units.items(), ("A", "B", "C", "D", "E"), strict=False)
    live.game.units = {id: one.model_copy(update={"side": side}) for (id, one), side in sides}
    shown = [one.item.label for one in empty_seat_buttons(WORDS.plain, live)]
    assert shown == [f"{who} {side}" for side in "ABCD" for who in ("I play", "The bot plays")]
    live.game.players = {OPPONENT.id: Player(id=OPPONENT.id, name="Adjutant", side="A")}
    assert [one.item.label for one in empty_seat_buttons(WORDS.plain, live)] == [f"I play {side}" for side in "BCDE"]


def test_seats_have_the_room_that_forces_dice_and_other_choices_leave() -> None:
    """Three menus of forces, the choices, and a row with four seats or three beside both buttons for dice."""
    live = before_the_first_roll("fubar", "Green", "Grey", "Gold", "Pink")
    live.game.units = {}
    seats = [f"I play {side}" for side in ("Green", "Grey", "Gold", "Pink")]
    for dice, room in (({}, 4), ({"Grey": "physical"}, 3)):
        live.game.dice = dice
        buttons = [one.item.label for one in wizard_controls(WORDS, live) if isinstance(one, Control)]
        own = ["I roll my own dice", *(["The bot rolls my dice"] if dice else [])]
        assert buttons == [*seats[:room], *own]


def test_the_checklist_places_the_units_that_are_not_hidden() -> None:
    live = before_the_first_roll("opreb")
    assert live.game.units["u3"].has("hidden")
    assert [line for line in checklist(WORDS.at(live.board), live) if line.startswith("-# ")] == [
        "-# Place Line rifle squad: 6 models, 5 assault rifles, 1 SAW · Marine assault team: 4 models, 4 SMGs",
        "-# Place Colonial militia section: 8 models, 8 rifles · Colonial militia section 2: 8 models, 8 rifles · "
        "Heavy weapons squad: 6 models, 4 long rifles, 1 HMG",
    ]
