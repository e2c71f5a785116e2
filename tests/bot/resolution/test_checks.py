"""A unit with a waiting command gives no other one; a command that touches an open question says so (Questions)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.errors import GameOver, OutdatedControl, Refusal
from bot.game.questions import ASKED_OF_SIDES
from bot.game.registry import ActiveGame
from bot.resolution.checks import IssuedCommand, StillWaiting, must_be_free
from bot.resolution.open_questions import involvement_warnings, must_be_settled, objections
from bot.resolution.pending_command import PendingCommand, Resolve
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.store.tables import Pending
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.bot.playing import PLACE, asking, call, id_of, request, start_demo, undecided


async def _open_question(services: Services) -> tuple[ActiveGame, Sequence[Pending]]:
    live = await services.games.require_game(PLACE)
    return live, await services.record.questions.open(live.info.id)


def _free(live: ActiveGame, wanted: Request, rows: Sequence[Pending]) -> None:
    must_be_free(IssuedCommand(live, call(), PendingCommand(command=Resolve(request=wanted)), rows))


async def test_a_command_of_a_unit_does_not_block_the_same_one_of_no_unit(services: Services) -> None:
    """While a shot by the Marines is open, the same command without a unit asks for one, and does not offer the
    Marines.
    """
    await asking(services)
    await undecided(services, "4 4 1 1")
    live, rows = await _open_question(services)
    _free(live, Request("fire"), rows)
    _free(live, await request(services, "fire", "Regular section", "Militia", distance=20), rows)
    with pytest.raises(StillWaiting):
        _free(live, await request(services, "fire", "Marines", "Militia", distance=20), rows)


async def test_a_command_of_no_unit_blocks_itself_alone(services: Services) -> None:
    await start_demo(services)
    waits = await services.questions.begin(call(), Request("initiative"), "ask")
    assert isinstance(waits, OpenQuestion)
    live, rows = await _open_question(services)
    _free(live, Request("turn next"), rows)
    _free(live, Request("initiative", action="another"), rows)
    _free(live, await request(services, "activate", "Marines"), rows)
    with pytest.raises(StillWaiting, match="already waiting for Ann") as refused:
        _free(live, Request("initiative"), rows)
    assert refused.value.row.id == waits.row.id
    _free(live, Request("initiative"), [row for row in rows if row.id != waits.row.id])


async def test_the_target_of_an_open_question_can_act_after_a_warning(services: Services) -> None:
    await asking(services)
    await undecided(services, "4 4 1 1")
    live, rows = await _open_question(services)
    militia = await id_of(services, "Militia")
    _free(live, Request("activate", (militia,)), rows)
    [line] = involvement_warnings(live, Request("activate", (militia,)), rows)
    assert ENGLISH(line).endswith("is still part of an open question to Bob.")
    assert involvement_warnings(live, await request(services, "activate", "HMG team"), rows) == []
    asked = await services.questions.open_questions(call())
    with pytest.raises(Refusal, match="Answer it or cancel it first"):
        must_be_settled(live, militia, asked)
    must_be_settled(live, await id_of(services, "HMG team"), asked)


async def test_only_the_turn_waits_for_every_question(services: Services) -> None:
    await asking(services)
    await undecided(services, "4 4 1 1")
    live, _ = await _open_question(services)
    rows = await services.record.questions.open(live.info.id, ASKED_OF_SIDES)
    [line] = objections(live, Request("turn next"), rows)
    assert ENGLISH(line).startswith("Waiting for Bob: ")
    assert objections(live, Request("initiative"), rows) == ()


async def test_an_open_question_about_the_target_is_mentioned_too(services: Services) -> None:
    await asking(services)
    await undecided(services, "4 4 1 1")
    live, rows = await _open_question(services)
    [line] = involvement_warnings(live, await request(services, "fire", "HMG team", "Militia", distance=20), rows)
    assert "is still part of an open question" in ENGLISH(line)


@pytest.mark.parametrize(("as_of", "is_current"), [(None, True), (5, False), (6, True), (7, True), (8, False)])
async def test_a_control_is_current_from_the_last_entry_that_changed_something(
    services: Services, as_of: int | None, is_current: bool
) -> None:
    """A note is an entry that changes nothing."""
    await start_demo(services)
    await services.table_objects.score(call(), "Red", 1, "the bridge")
    await services.story_notes.note(call(), "Rain.")
    wanted = await request(services, "activate", "Marines")
    ordered = services.questions.begin(call()._replace(as_of=as_of), wanted, "6")
    if is_current:
        assert isinstance(await ordered, CommandResult)
    else:
        with pytest.raises(OutdatedControl):
            await ordered


async def test_a_command_that_waited_for_the_end_of_the_game_is_refused(services: Services) -> None:
    await start_demo(services)
    live, wanted = await services.games.require_game(PLACE), await request(services, "activate", "Marines")
    await services.endings.end(call())
    with pytest.raises(GameOver):
        await services.questions.begin(call(), wanted, live=live)


async def test_two_questions_about_a_unit_are_one_warning(services: Services) -> None:
    await asking(services)
    await undecided(services, "4 4 1 1")
    live, rows = await _open_question(services)
    [line] = involvement_warnings(live, Request("activate", (await id_of(services, "Militia"),)), [*rows, *rows])
    assert ENGLISH(line) == "u5 is still part of an open question to Bob."
    del live.game.players["400"], live.game.players["300"]
    [line] = involvement_warnings(live, Request("activate", (await id_of(services, "Militia"),)), rows)
    assert ENGLISH(line) == "u5 is still part of an open question to a player."
