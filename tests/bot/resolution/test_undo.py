"""The laws of an undo, each by its name in `LAWS` and `CONSENT` of `bot/resolution/undo.py`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from bot.errors import Refusal
from bot.game.people import Person
from bot.game.questions import WarningQuestion
from bot.resolution.dependencies import require_states_kept
from bot.resolution.pending_command import PendingCommand, Undo
from bot.resolution.result import OpenQuestion
from bot.resolution.undo import CONSENT, LAWS, Consent, Law
from bot.resolution.without_entry import Undoing
from bot.services import Services
from rules.game.entry import Entry
from rules.game.events import StateSet
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, faces, start_demo
from tests.bot.resolution.orders import Came, agree, consent, fire, give_command, require_result, undo_last
from tests.cogs.table import Loaded


async def refused(services: Services, number: int, who: Person = ANN) -> str:
    with pytest.raises(Refusal) as error:
        await services.corrections.undo(call(who), number)
    return ENGLISH(error.value.text)


async def asked(services: Services, law: str, number: int, who: Person = ANN, revealed: bool = False) -> Sequence[str]:
    """Return the groups that one law asks for the undo of an entry."""
    live = await services.games.require_game(PLACE)
    entries = await services.record.entries.all(live.info.id)
    attempt = PendingCommand(command=Undo(entry=number, laid_open=revealed))
    about = Undoing(live, call(who), attempt, entries, entries[number - 1], 0, {})
    return next(one for one in CONSENT if one.name == law).groups(about)


async def ended(services: Services) -> int:
    """Let Ann win with Bob's consent, and return the number of the last entry."""
    found: Came = await services.endings.end(call(), "Red")
    if isinstance(found, OpenQuestion) and isinstance(found.question, WarningQuestion):
        found = await services.questions.answer(call(), found.row.id, found.row.step)
    return require_result(await agree(services, found)).entry.number


# What may be undone.


async def test_a_game_that_is_over_is_resumed_first(services: Services) -> None:
    await start_demo(services)
    number = require_result(await give_command(services, "activate", "Marines", dice="6")).entry.number
    await ended(services)
    assert "This game is over" in await refused(services, number)


async def test_an_entry_on_which_another_record_depends_stays(services: Services) -> None:
    await start_demo(services)
    services.referee.lasting["activate"] = Text("A campaign counts it.")
    number = require_result(await give_command(services, "activate", "Marines", dice="6")).entry.number
    assert await refused(services, number) == "A campaign counts it."


async def test_a_pause_is_undone_only_as_the_last_entry(services: Services) -> None:
    await start_demo(services)
    first, last = [(await services.preferences.pause(call())).entry.number for _ in range(2)]
    assert "The game has moved on since" in await refused(services, first)
    await undo_last(services)
    assert (await services.games.require_game(PLACE)).game.undone == {last}


async def test_an_entry_on_which_later_ones_depend_stays(services: Services) -> None:
    await start_demo(services)
    added = (await services.roster.add(call(), "Others", "marines", "Red")).entry.number
    later = require_result(await give_command(services, "activate", "Others", dice="6")).entry.number
    assert await refused(services, added) == f"Entry {later} depends on it: undo entry {later} first."


async def test_a_change_of_turn_stays_once_its_turn_is_played(services: Services) -> None:
    await start_demo(services)
    turn = require_result(await give_command(services, "initiative", "", dice="6 1")).entry.number
    later = require_result(await give_command(services, "activate", "Marines", dice="6")).entry.number
    assert f"Entry {later} is later than this change of turn" in await refused(services, turn)


async def test_a_forgotten_player_does_not_return(services: Services) -> None:
    await start_demo(services)
    await services.seats.join(call(CYD), "Red")
    left = (await services.seats.leave(call(CYD))).entry.number
    await services.privacy.forget(CYD)
    assert f"Entry {left} stays" in await refused(services, left)


def test_a_state_that_a_later_entry_set_stays() -> None:
    """Without the first entry, the rules would remove the state."""

    def entry(number: int, state: str) -> Entry:
        return Entry(number=number, command="marker", by="1", at=0, events=(StateSet(unit="u1", state=state, value=1),))

    record = [entry(1, "on_guard"), entry(2, "stunned")]
    require_states_kept(record, record[0], [StateSet(unit="u1", state="on_guard", value=None)])
    with pytest.raises(Refusal, match="2"):
        require_states_kept(record, record[0], [StateSet(unit="u1", state="stunned", value=None)])


# Whose consent it takes.


async def test_the_side_of_an_entry_agrees_to_its_undo_and_all_sides_once_others_followed(services: Services) -> None:
    law = "the side of an entry agrees to its undo, and all sides once others followed"
    await start_demo(services)
    first = require_result(await services.unit_corrections.mark(call(), "Marines", "on_guard", 1)).entry.number
    assert await asked(services, law, first) == ()
    assert await asked(services, law, first, BOB) == ("side:Red",)
    require_result(await services.unit_corrections.mark(call(), "Commandos", "on_guard", 1))
    assert await asked(services, law, first) == ("side:Blue",)


async def test_a_person_agrees_to_a_seat_that_changes(services: Services) -> None:
    law = "a person agrees to a seat that changes"
    await start_demo(services)
    await services.seats.join(call(CYD), "Red")
    require_result(await give_command(services, "activate", "Marines", dice="6"))
    moved = await services.seats.join(call(CYD), "Blue")
    while isinstance(moved, OpenQuestion):
        moved = await agree(services, moved, ANN if "side:Red" in consent(moved).groups else BOB)
    number = moved.entry.number
    assert "who:500" in await asked(services, law, number)
    assert "who:500" not in await asked(services, law, number, CYD)


async def test_all_sides_agree_once_hidden_units_were_revealed(services: Services) -> None:
    law = "all sides agree once hidden units were revealed"
    await start_demo(services)
    number = require_result(await give_command(services, "activate", "Marines", dice="6")).entry.number
    assert await asked(services, law, number) == ()
    assert await asked(services, law, number, revealed=True) == ("side:Blue",)


async def test_those_who_agreed_to_the_end_agree_to_go_on(services: Services) -> None:
    law = "those who agreed to the end agree to go on"
    await start_demo(services)
    require_result(await give_command(services, "activate", "Marines", dice="6"))
    number = await ended(services)
    info = (await services.record.games.all(over=True))[0]
    live = await services.games.read_game(info)
    entries = await services.record.entries.all(info.id)
    about = Undoing(live, call(), PendingCommand(command=Undo()), entries, entries[number - 1], 0, {})
    assert next(one for one in CONSENT if one.name == law).groups(about) == ("side:Blue",)


async def test_all_sides_agree_to_a_second_chance_of_the_caller(services: Services, dice: Loaded) -> None:
    law = "all sides agree to a second chance of the caller"
    await start_demo(services)
    marked = require_result(await services.unit_corrections.mark(call(), "Marines", "on_guard", 1)).entry.number
    assert await asked(services, law, marked) == ()
    failed = require_result(await give_command(services, "activate", "Marines", dice="1")).entry.number
    assert await asked(services, law, failed) == ("side:Blue",)
    require_result(await services.unit_corrections.remove(call(), "Marines"))
    assert await asked(services, law, failed) == ("side:Blue",), "the unit that failed has left"
    dice.next(6)
    by_bot = require_result(await give_command(services, "activate", "Commandos")).entry.number
    assert await asked(services, law, by_bot) == ("side:Blue",)


async def test_a_side_agrees_whose_units_change_or_who_rolled(services: Services, dice: Loaded) -> None:
    law = "a side agrees whose units change or who rolled"
    await start_demo(services)
    dice.next(6)
    own = require_result(await give_command(services, "activate", "Marines")).entry.number
    assert await asked(services, law, own) == []
    dice.next(6, 6, 6, 6)
    hit = require_result(await fire(services)).entry.number
    assert await asked(services, law, hit) == ["side:Blue"]


@pytest.mark.parametrize("law", [*LAWS, *CONSENT], ids=lambda law: law.name)
def test_every_law_has_its_test(law: Law | Consent) -> None:
    assert "test_" + re.sub(r"\W+", "_", law.name) in globals()


# Which dice return.


async def test_the_bots_dice_are_next_for_their_side_and_own_dice_stay_with_their_command(
    services: Services, dice: Loaded
) -> None:
    await start_demo(services)
    dice.next(6)
    require_result(await give_command(services, "activate", "Marines"))
    require_result(await give_command(services, "activate", "Commandos", dice="5"))
    for _ in range(2):
        await undo_last(services)
    assert faces(require_result(await give_command(services, "activate", "Regular section"))) == [6]
    assert faces(require_result(await give_command(services, "activate", "Commandos"))) == [5]


# What a caller is shown first.


async def test_an_undo_of_several_changes_lists_them_and_is_confirmed_by_name(services: Services) -> None:
    await services.lifecycle.demo(call(), "fubar")
    added = (await services.roster.add(call(), "Others", "marines", "Red", count=2)).entry.number
    found = await services.corrections.undo(call(), says_first=True)
    assert isinstance(found, OpenQuestion)
    assert isinstance(found.question, WarningQuestion)
    assert (ENGLISH(found.question.act), len(found.question.changes)) == ("Undo", 2)
    assert ENGLISH(found.question.about).startswith("Undo “Red: ")
    undo = require_result(await services.questions.answer(call(), found.row.id, found.row.step))
    assert undo.entry.undoes == added
