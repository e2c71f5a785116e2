"""Consent to undos and amendments: dice that were seen give no second chance to either side."""

from __future__ import annotations

from bot.services import Services
from rules.kernel.wording import ENGLISH
from tests.bot.playing import BOB, call, faces, start_demo
from tests.bot.resolution.orders import (
    FOUR,
    agree,
    consent,
    fire,
    give_command,
    require_result,
    undo_last,
    waiting,
    wish,
)
from tests.cogs.table import Loaded

# Who must agree to an undo


async def test_an_undo_that_touches_the_other_side_asks_it(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    dice.next(4, 5, 1, 1)
    require_result(await fire(services))
    assert wish(await services.corrections.undo(call())).startswith("undo the shot at")


async def test_an_undo_of_own_dice_asks_the_other_side(services: Services) -> None:
    """A physical die may land differently when it is rolled again."""
    await start_demo(services)
    require_result(await give_command(services, "activate", "Marines", dice="1"))
    assert consent(await services.corrections.undo(call())).groups == ("side:Blue",)


async def test_undoing_ones_own_loss_asks_the_other_side(services: Services) -> None:
    await start_demo(services)
    require_result(await give_command(services, "activate", "Commandos"))
    await services.unit_corrections.mark(call(), "Marines", "suppressed", 2, "")
    assert consent(await services.corrections.undo(call())).groups == ("side:Blue",)


async def test_an_undo_of_the_bots_dice_asks_once_and_names_them(services: Services, dice: Loaded) -> None:
    """Red's next roll uses them; Bob is not asked again, and no command is blocked."""
    await start_demo(services)
    dice.next(1, 1, 1, 6)
    require_result(await fire(services))
    asked = await services.corrections.undo(call())
    assert consent(asked).groups == ("side:Blue",)
    assert "Red rolls these dice next: d6 1 1 1 6." in [ENGLISH(note) for note in consent(asked).notes]
    require_result(await agree(services, asked))
    for unit, face in (("Commandos", 1), ("Regular section", 1)):
        came = require_result(await give_command(services, "activate", unit))
        assert faces(came) == [face]
        assert f"Red uses the undone {face}." in [ENGLISH(note) for note in came.entry.notes]
    dice.next(5, 5)
    assert faces(require_result(await fire(services))) == [1, 6, 5, 5]
    assert await waiting(services, "Red") == ()


async def test_two_that_were_undone_come_out_in_the_order_of_drawing(services: Services, dice: Loaded) -> None:
    """The order of the undos does not matter; each command reuses its own dice before those of the other."""
    await start_demo(services)
    dice.next(2, 3)
    first = require_result(await give_command(services, "activate", "Commandos"))
    require_result(await give_command(services, "activate", "Regular section"))
    await agree(services, await services.corrections.undo(call(), first.entry.number))
    await undo_last(services)
    assert await waiting(services, "Red") == (2, 3)
    assert faces(require_result(await give_command(services, "activate", "Regular section"))) == [3]
    assert faces(require_result(await give_command(services, "activate", "Marines"))) == [2]


async def test_dice_drawn_and_undone_again_return_to_their_place(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    dice.next(1, 2, 3, 4)
    require_result(await fire(services))
    await undo_last(services)
    require_result(await give_command(services, "activate", "Commandos"))
    assert await waiting(services, "Red") == (2, 3, 4)
    await undo_last(services)
    assert await waiting(services, "Red") == (1, 2, 3, 4)


async def test_a_player_alone_is_asked_nothing(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    await services.seats.leave(call(BOB))
    dice.next(1, 1, 1, 6)
    require_result(await fire(services))
    require_result(await services.corrections.undo(call()))
    assert faces(require_result(await give_command(services, "activate", "Commandos", dice="6"))) == [6]


async def test_own_dice_of_before_an_undo_come_again_whatever_is_preferred(services: Services) -> None:
    await start_demo(services)
    require_result(await fire(services, dice="1 1 1 1"))
    await undo_last(services)
    await services.preferences.dice(call(), "bot", "Red")
    assert faces(require_result(await fire(services))) == [1, 1, 1, 1]


# Who must agree to an amendment


async def test_an_amendment_that_rolls_new_dice_asks_the_other_side(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    dice.next(1, 1)
    require_result(await fire(services, firers=("2 assault_rifle",)))
    came = await services.corrections.amend(call(), None, {"firers": FOUR})
    assert wish(came) == "roll 2 more d6 for an amendment: u2 → u5"
    assert dice.thrown == [1, 1]
    dice.next(2, 3)
    assert faces(require_result(await agree(services, came))) == [1, 1, 2, 3]


async def test_fewer_dice_ask_once_and_more_dice_use_the_surplus(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    dice.next(1, 1, 1, 2)
    require_result(await fire(services))
    fewer = await services.corrections.amend(call(), None, {"firers": ("3 assault_rifle",)})
    assert any("uses them first" in ENGLISH(note) for note in consent(fewer).notes)
    require_result(await agree(services, fewer))
    assert await waiting(services, "Red") == (2,)
    assert faces(require_result(await services.corrections.amend(call(), None, {"firers": FOUR}))) == [1, 1, 1, 2]
    assert dice.thrown == [1, 1, 1, 2]


async def test_an_older_entry_gets_no_dice_of_an_undone_one(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    dice.next(1, 1, 1, 6)
    require_result(await fire(services, firers=("3 assault_rifle",)))
    require_result(await give_command(services, "activate", "Commandos"))
    await undo_last(services)
    assert await waiting(services, "Red") == (6,)
    assert wish(await services.corrections.amend(call(), None, {"firers": FOUR})).startswith("roll 1")


async def test_an_amendment_that_hurts_the_enemy_asks_and_shows_it(services: Services, dice: Loaded) -> None:
    """Out of cover two more dice hit: Bob sees the effect before he agrees."""
    await start_demo(services)
    dice.next(4, 4, 4, 1)
    require_result(await fire(services, cover=("hard",)))
    came = await services.corrections.amend(call(), None, {"cover": ("none",)})
    assert [(change.unit, bool(change.place)) for change in consent(came).changes] == [("u5", True)]
    assert dice.thrown == [4, 4, 4, 1]
    assert faces(require_result(await agree(services, came))) == [4, 4, 4, 1]


async def test_an_amendment_that_spares_the_enemy_needs_no_consent(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    dice.next(4, 4, 4, 1)
    require_result(await fire(services))
    require_result(await services.corrections.amend(call(), None, {"cover": ("hard",)}))
