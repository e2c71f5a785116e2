"""Dice that wait through undos, dropped questions and amendments: each side's own, and never a second chance."""

from __future__ import annotations

from typing import Any

import pytest

from bot.game.questions import DiceQuestion
from bot.resolution.questions import OpenQuestion
from bot.services import Services
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.bot.playing import ANN, BOB, CYD, PLACE, answer, asking, call, decided, faces, start_demo, undecided
from tests.bot.resolution.orders import FOUR, consent, fire, give_command, require_result, undo_last, waiting, wish
from tests.cogs.table import Loaded

# Dice of a side


async def test_a_defenders_dice_wait_for_the_defender(services: Services, dice: Loaded) -> None:
    """Bob's saves against Ann's shot are his: he uses them without asking Ann, who undid the shot; she never does."""
    await start_demo(services)
    dice.next(4, 4, 1, 1, 3, 6)
    require_result(await fire(services, target="HMG team"))
    await undo_last(services)
    assert (await waiting(services, "Red"), await waiting(services, "Blue")) == ((4, 4, 1, 1), (3, 6))
    activation = require_result(await give_command(services, "activate", "Militia", who=BOB))
    assert faces(activation) == [3]
    assert [ENGLISH(note) for note in activation.entry.notes] == ["Blue uses the undone 3."]
    assert (await waiting(services, "Red"), await waiting(services, "Blue")) == ((4, 4, 1, 1), (6,))


async def test_the_same_command_draws_the_dice_of_both_sides(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    dice.next(4, 4, 1, 1, 3, 6)
    require_result(await fire(services, target="HMG team"))
    await undo_last(services)
    again = require_result(await fire(services, target="HMG team"))
    assert faces(again) == [4, 4, 1, 1, 3, 6]
    assert [throw.side for throw in again.entry.plays[0].throws] == ["Red", "Blue"]
    assert dice.thrown == [4, 4, 1, 1, 3, 6]


async def test_a_defender_whose_dice_wait_rolls_with_them(services: Services, dice: Loaded) -> None:
    """His choice of dice since then does not count, because her command cannot ask him."""
    await start_demo(services)
    dice.next(4, 4, 1, 1, 1, 1)
    require_result(await fire(services, target="HMG team"))
    await undo_last(services)
    await services.preferences.dice(call(BOB), "physical", "Blue")
    assert faces(require_result(await fire(services, target="HMG team"))) == [4, 4, 1, 1, 1, 1]


async def test_initiative_rolled_again_gives_each_side_its_own_dice(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    dice.next(2, 6)
    require_result(await give_command(services, "initiative", "", side="Red"))
    await undo_last(services)
    assert (await waiting(services, "Red"), await waiting(services, "Blue")) == ((2,), (6,))
    assert faces(require_result(await give_command(services, "initiative", "", side="Red"))) == [2, 6]
    assert dice.thrown == [2, 6]


async def test_an_umpire_without_a_side_needs_no_consent(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    await services.seats.umpire(call(), CYD)
    dice.next(1, 1, 1, 1)
    require_result(await give_command(services, "fire", "Marines", "Militia", CYD, distance=20, firers=FOUR))
    require_result(await services.corrections.undo(call(CYD)))
    again = require_result(
        await give_command(services, "fire", "Marines", "HMG team", CYD, dice="1 1 1 1", distance=20, firers=FOUR)
    )
    assert faces(again) == [1, 1, 1, 1]
    assert await waiting(services, "Red") == (1, 1, 1, 1)


async def test_a_lent_unit_uses_the_dice_of_its_side(services: Services, dice: Loaded) -> None:
    """It needs the consent of the other side, as its own players do; the borrower plays neither side."""
    await start_demo(services)
    live = await services.games.require_game(PLACE)
    marines = next(unit for unit in live.game.units.values() if unit.name == "Marines")
    dice.next(1, 1, 1, 1)
    require_result(await fire(services))
    await undo_last(services)
    await services.seats.delegate(call(), marines.name, CYD)
    came = await give_command(services, "fire", "Marines", "HMG team", CYD, dice="6 6 6 6", distance=20, firers=FOUR)
    assert consent(came).groups == ("side:Red", "side:Blue")
    assert wish(came) == "roll real dice, though undone dice (1 1 1 1) come first: u2 → u7"
    assert isinstance(came, OpenQuestion)
    await services.corrections.refuse(call(BOB), came.row.id, came.row.step)
    dice.next(6, 6)
    came = require_result(await give_command(services, "fire", "Marines", "HMG team", CYD, distance=20, firers=FOUR))
    assert faces(came) == [1, 1, 1, 1]


# Another number of dice


async def test_dice_between_an_undo_and_the_command_keep_their_order(services: Services, dice: Loaded) -> None:
    """With more rifles than before only the missing dice are rolled; with fewer the surplus waits."""
    await start_demo(services)
    dice.next(1, 2, 2)
    require_result(await fire(services, firers=("3 assault_rifle",)))
    await undo_last(services)
    dice.next(2)
    assert faces(require_result(await fire(services))) == [1, 2, 2, 2]
    await undo_last(services)
    assert faces(require_result(await fire(services, firers=("2 assault_rifle",)))) == [1, 2]
    assert await waiting(services, "Red") == (2, 2)


async def _edit_weapons(services: Services, weapons: str) -> None:
    await services.unit_corrections.edit(call(), "Marines", "weapons", weapons)


async def test_dice_of_an_open_question_stay_when_their_number_grows(services: Services, dice: Loaded) -> None:
    await asking(services)
    dice.next(4, 5, 1, 1)
    waits = await undecided_all(services, "4 assault_rifle", before="5 assault_rifle")
    require_result(await services.corrections.undo(call()))
    dice.next(1)
    came = await decided(services, waits)
    assert faces(came) == [4, 5, 1, 1, 1]
    assert dice.thrown == [4, 5, 1, 1, 1]
    assert "to hit: the dice rolled before stay; 1 d6 more were needed." in [ENGLISH(n) for n in came.entry.notes]


async def test_dice_of_an_open_question_that_are_over_wait_for_their_side(services: Services, dice: Loaded) -> None:
    await asking(services)
    dice.next(4, 5, 1, 1)
    waits = await undecided_all(services, "4 assault_rifle", before="3 assault_rifle")
    require_result(await services.corrections.undo(call()))
    came = await decided(services, waits)
    assert faces(came) == [4, 5, 1]
    assert await waiting(services, "Red") == (1,)
    assert "No longer needed: d6 1. Red uses them first on the next roll." in [ENGLISH(n) for n in came.entry.notes]
    assert dice.thrown == [4, 5, 1, 1]


async def undecided_all(services: Services, weapons: str, before: str) -> OpenQuestion:
    """Fire all weapons of the Marines after a change of weapons; Bob decides about the hits."""
    await _edit_weapons(services, before)
    await _edit_weapons(services, weapons)
    came = await fire(services, firers=())
    assert isinstance(came, OpenQuestion)
    return came


async def test_own_dice_of_an_open_question_stay_and_the_rest_is_asked_for(services: Services) -> None:
    await asking(services)
    await services.preferences.dice(call(), "physical", "Red")
    waits = await undecided_all(services, "4 assault_rifle", before="5 assault_rifle")
    then = await answer(services, waits, ANN, faces="4 5 1 1")
    assert isinstance(then, OpenQuestion)
    require_result(await services.corrections.undo(call()))
    more = await answer(services, then, BOB, choice="suppress=1")
    assert isinstance(more, OpenQuestion)
    assert isinstance(more.question, DiceQuestion)
    assert more.question.throw.count == 1
    assert faces(require_result(await answer(services, more, ANN, faces="2"))) == [4, 5, 1, 1, 2]


async def test_own_dice_of_an_open_question_that_are_over_are_named(services: Services) -> None:
    """They were left out of the result without a word, as those of a charger that was shot at meanwhile."""
    await asking(services)
    await services.preferences.dice(call(), "physical", "Red")
    waits = await undecided_all(services, "4 assault_rifle", before="3 assault_rifle")
    then = await answer(services, waits, ANN, faces="4 5 1 2")
    assert isinstance(then, OpenQuestion)
    require_result(await services.corrections.undo(call()))
    came = await decided(services, then)
    assert faces(came) == [4, 5, 1]
    assert await waiting(services, "Red") == (), "real dice are rolled again, and do not wait"
    assert "No longer needed of own dice: d6 2." in [ENGLISH(n) for n in came.entry.notes]


async def test_dice_that_an_open_question_has_drawn_are_no_others(services: Services, dice: Loaded) -> None:
    """Two commands never show the same dice: those of a waiting command are not used by the next one."""
    await asking(services)
    dice.next(4, 5, 1, 1)
    await decided(services, await undecided(services))
    await undo_last(services)
    waits = await undecided(services)
    dice.next(6)
    assert faces(require_result(await give_command(services, "activate", "Commandos"))) == [6]
    came = await decided(services, waits)
    assert faces(came) == [4, 5, 1, 1]
    assert await waiting(services, "Red") == ()


async def test_a_dropped_question_gives_its_dice_to_their_side(services: Services, dice: Loaded) -> None:
    await asking(services)
    dice.next(4, 5, 1, 1)
    waits = await undecided(services)
    await services.cancellation.drop(call(BOB), waits.row.id, waits.row.step)
    assert (await waiting(services, "Red"), await waiting(services, "Blue")) == ((4, 5, 1, 1), ())
    dice.next(6)
    assert faces(require_result(await give_command(services, "activate", "Militia", who=BOB))) == [6]
    assert wish(await fire(services, dice="6 6 6 6")).startswith("roll real dice, though undone dice (4 5")
    came = require_result(await give_command(services, "activate", "Commandos"))
    assert (faces(came), [ENGLISH(note) for note in came.entry.notes][:1]) == (
        [4],
        ["Red uses the undone 4."],
    )


# Refused after the dice


async def test_dice_of_a_command_that_was_refused_are_not_rolled_again(services: Services, dice: Loaded) -> None:
    """No player has seen them, so the next command that rolls uses them."""
    await start_demo(services)
    dice.next(4, 5, 6, 1)
    live = await services.games.require_game(PLACE)
    referee: Any = services.referee
    unseen = referee.unseen.setdefault(live.info.id, {})
    unseen["Red", 6] = [3]
    require_result(await give_command(services, "activate", "Militia", who=BOB))
    assert dice.thrown == [4]
    assert faces(require_result(await give_command(services, "activate", "Marines"))) == [3]


async def _objectives(services: Services, side: str | None) -> tuple[int, ...]:
    """Return the faces of the roll for the number of objectives, which no unit makes."""
    came = await services.questions.begin(call(), Request("act", action="objectives", side=side), "")
    return tuple(faces(require_result(came)))


@pytest.mark.parametrize("side", ["Red", "Blue", None])
async def test_a_die_that_no_unit_rolls_waits_for_the_side_that_gave_the_command(
    services: Services, dice: Loaded, side: str | None
) -> None:
    """That side uses it for its next roll of this kind, and no other side does; without a side it stays unused."""
    await start_demo(services, "openfire_ww2")
    others = [one for one in ("Red", "Blue", None) if one != side]
    dice.next(2, 3, 4)
    assert await _objectives(services, side) == (2,)
    await undo_last(services)
    assert [await _objectives(services, other) for other in others] == [(3,), (4,)]
    assert await _objectives(services, side) == (2,)
