"""One question per acting unit, objections of the rules when a command continues, and consent to a second roll."""

from __future__ import annotations

from asyncio import gather
from typing import Any

import pytest

from bot.errors import Refusal
from bot.game.questions import ConsentQuestion, DecisionQuestion, ObjectionQuestion, WarningQuestion
from bot.resolution.checks import StillWaiting
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services import Services
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.bot.playing import ANN, BOB, CYD, PLACE, answer, asking, call, faces, request, start_demo, undecided
from tests.cogs.table import Loaded, same_as_record


async def _number(services: Services) -> int:
    return (await services.games.require_game(PLACE)).game.number


async def _begin_command(services: Services, wanted: Request, who: Any = ANN, dice: str = "") -> OpenQuestion:
    """Give a command that waits for an answer; nothing is recorded."""
    before = await _number(services)
    waits = await services.questions.begin(call(who), wanted, dice)
    assert isinstance(waits, OpenQuestion)
    assert await _number(services) == before
    return waits


async def _agree(services: Services, waits: OpenQuestion, who: Any = BOB) -> CommandResult | OpenQuestion:
    return await services.corrections.agree(call(who), waits.row.id, waits.row.step)


def _warnings(waits: OpenQuestion) -> list[str]:
    assert isinstance(waits.question, WarningQuestion | ObjectionQuestion)
    return [ENGLISH(one) for one in waits.question.warnings]


# One question at a time


async def test_a_unit_with_an_open_question_gives_no_second_command(services: Services, dice: Loaded) -> None:
    await asking(services)
    dice.next(4, 4, 1, 1)
    first = await undecided(services)
    for command in ("fire", "activate", "move"):
        wanted = await request(services, command, "Marines", "Militia" if command == "fire" else "", distance=20)
        with pytest.raises(StillWaiting, match="u2 has a command waiting for Bob") as refused:
            await services.questions.begin(call(), wanted)
        assert refused.value.row.id == first.row.id
    assert dice.thrown == [4, 4, 1, 1]
    assert [one.row.id for one in await services.questions.open_questions(call())] == [first.row.id]


async def test_two_commands_at_once_leave_one_question(services: Services, dice: Loaded) -> None:
    await asking(services)
    dice.next(4, 4, 1, 1)
    wanted = await request(services, "fire", "Marines", "Militia", distance=20, firers=("4 assault_rifle",))
    came = await gather(*(services.questions.begin(call(), wanted) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(one, OpenQuestion) for one in came) == 1, came
    assert sum(isinstance(one, StillWaiting) for one in came) == 4, came
    assert dice.thrown == [4, 4, 1, 1]


async def test_a_unit_that_is_only_a_target_and_all_others_continue(services: Services) -> None:
    await asking(services)
    await undecided(services, "4 4 1 1")
    for who, unit in ((BOB, "Militia"), (ANN, "Regular section")):
        done = await services.questions.begin(call(who), await request(services, "activate", unit), "6")
        assert isinstance(done, CommandResult)


async def test_the_same_roll_of_no_unit_waits_once(services: Services) -> None:
    await start_demo(services)
    await _begin_command(services, Request("initiative"), dice="ask")
    with pytest.raises(StillWaiting, match="is already waiting for Ann"):
        await services.questions.begin(call(BOB), Request("initiative"), "6 1")


async def test_a_unit_is_free_again_when_the_question_is_dropped(services: Services) -> None:
    await start_demo(services)
    wanted = await request(services, "activate", "Marines")
    waits = await _begin_command(services, wanted, dice="ask")
    await services.cancellation.drop(call(), waits.row.id, waits.row.step)
    assert isinstance(await services.questions.begin(call(), wanted, "6"), CommandResult)


async def test_an_old_warning_is_no_way_past_an_open_question(services: Services) -> None:
    await asking(services)
    again = await request(services, "activate", "Marines")
    await services.referee.order(call(), again, "6")
    warned = await _begin_command(services, again)
    first = await undecided(services, "4 4 1 1")
    assert isinstance(first.question, DecisionQuestion)
    with pytest.raises(StillWaiting):
        await answer(services, warned)


# Present objections of the rules


async def _roll_initiative_meanwhile(services: Services, dice: Loaded) -> OpenQuestion:
    """The Marines have fired and Bob is asked; meanwhile the initiative is rolled, so that they act unactivated."""
    await asking(services)
    dice.next(4, 4, 1, 1)
    waits = await undecided(services)
    await services.referee.order(call(), Request("initiative"), "6 1")
    return waits


async def test_a_new_objection_of_the_rules_is_confirmed_before_the_result_is_recorded(
    services: Services, dice: Loaded
) -> None:
    waits = await _roll_initiative_meanwhile(services, dice)
    before = await _number(services)
    asked = await answer(services, waits, BOB, choice="suppress=1")
    assert isinstance(asked, OpenQuestion)
    assert isinstance(asked.question, ObjectionQuestion)
    assert (asked.row.kind, asked.people) == ("objection", (ANN.id,))
    assert "u2 has not been activated this turn" in _warnings(asked)[0]
    assert [one.faces for one in asked.question.so_far] == [(4, 4, 1, 1)]
    assert await _number(services) == before
    for who in (BOB, CYD):
        with pytest.raises(Refusal, match="This question is for Ann"):
            await answer(services, asked, who)
    done = await answer(services, asked)
    assert isinstance(done, CommandResult)
    assert faces(done) == dice.thrown == [4, 4, 1, 1]
    assert [ENGLISH(one) for one in done.entry.warnings] == _warnings(asked)
    await same_as_record(services, await services.games.require_game(PLACE))


async def test_an_objection_is_listed_with_the_other_questions(services: Services, dice: Loaded) -> None:
    """It is not dropped like a private one, and the unit does nothing else meanwhile."""
    asked = await answer(services, await _roll_initiative_meanwhile(services, dice), BOB, choice="suppress=1")
    assert isinstance(asked, OpenQuestion)
    await services.overdue.close_private(services.clock() + 1e6)
    assert [one.row.kind for one in await services.questions.open_questions(call())] == ["objection"]
    with pytest.raises(StillWaiting):
        await services.questions.begin(call(), await request(services, "activate", "Marines"), "6")
    with pytest.raises(Refusal, match="ask Bob to cancel"):
        await services.cancellation.drop(call(), asked.row.id, asked.row.step)
    dropped = await services.cancellation.drop(call(BOB), asked.row.id, asked.row.step)
    assert dropped.faces == (4, 4, 1, 1)


async def test_a_confirmed_warning_is_not_asked_again(services: Services, dice: Loaded) -> None:
    await asking(services)
    await services.referee.order(call(), Request("initiative"), "6 1")
    dice.next(4, 4, 1, 1)
    warned = await undecided(services)
    assert isinstance(warned.question, WarningQuestion)
    waits = await answer(services, warned)
    assert isinstance(waits, OpenQuestion)
    assert isinstance(waits.question, DecisionQuestion)
    done = await answer(services, waits, BOB, choice="suppress=1")
    assert isinstance(done, CommandResult)
    assert [ENGLISH(one) for one in done.entry.warnings] == _warnings(warned)


async def test_anyway_confirms_only_the_shown_warnings(services: Services) -> None:
    await services.lifecycle.demo(call(), "fubar")
    wanted = await request(services, "activate", "Marines")
    await services.referee.order(call(), wanted, "1")
    warned = await _begin_command(services, wanted)
    await services.referee.order(call(), Request("initiative"), "1 6")
    again = await answer(services, warned)
    assert isinstance(again, OpenQuestion)
    assert isinstance(again.question, WarningQuestion)
    assert again.question.moved
    assert _warnings(again) == [
        "u2 has already tried to activate this turn (Initiative).",
        "Blue has the initiative, not Red (Initiative).",
    ], "shown anew, as it stands now"
    done = await answer(services, again)
    assert isinstance(done, CommandResult)
    assert len(done.entry.warnings) == 2


# Repeated actions


async def test_a_second_roll_needs_the_other_side(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    wanted = await request(services, "activate", "Marines")
    await services.referee.order(call(), wanted, "1")
    warned = await _begin_command(services, wanted)
    assert isinstance(warned.question, WarningQuestion)
    assert warned.question.others == ("Blue",)
    thrown, before = list(dice.thrown), await _number(services)
    asked = await answer(services, warned)
    assert isinstance(asked, OpenQuestion)
    assert isinstance(asked.question, ConsentQuestion)
    assert ENGLISH(asked.question.wish) == "do this again: u2: activation"
    assert asked.people == (BOB.id,)
    assert (dice.thrown, await _number(services)) == (thrown, before)
    with pytest.raises(Refusal, match="another player must agree"):
        await _agree(services, asked, ANN)
    done = await _agree(services, asked)
    assert isinstance(done, CommandResult)
    assert next(ENGLISH(one) for one in done.entry.notes) == "Bob agreed."
    await same_as_record(services, await services.games.require_game(PLACE))


async def test_refusing_a_re_roll_keeps_the_first_roll(services: Services) -> None:
    await start_demo(services)
    await services.referee.order(call(), Request("initiative"), "6 1")
    asked = await answer(services, await _begin_command(services, Request("initiative"), BOB), BOB)
    assert isinstance(asked, OpenQuestion)
    before = await _number(services)
    await services.corrections.refuse(call(), asked.row.id, asked.row.step)
    assert await _number(services) == before
    assert await services.questions.open_questions(call()) == []


async def test_a_solo_player_asks_for_no_consent(services: Services) -> None:
    await services.lifecycle.demo(call(), "fubar")
    await services.seats.join(call(), "Red")
    await services.referee.order(call(), Request("initiative"), "6 1")
    done = await answer(services, await _begin_command(services, Request("initiative")))
    assert isinstance(done, CommandResult)


# The caller has left


async def test_a_command_continues_for_the_side_of_a_player_who_left(services: Services, dice: Loaded) -> None:
    await asking(services)
    await services.seats.join(call(CYD), "Red")
    dice.next(4, 4, 1, 1)
    waits = await undecided(services)
    await services.seats.leave(call())
    done = await answer(services, waits, BOB, choice="suppress=1")
    assert isinstance(done, CommandResult)
    assert (done.entry.by, done.entry.side, faces(done)) == (CYD.id, "Red", [4, 4, 1, 1])


async def test_no_unit_of_the_side_is_left(services: Services, dice: Loaded) -> None:
    await asking(services)
    dice.next(4, 4, 1, 1)
    waits = await undecided(services)
    await services.seats.leave(call())
    done = await answer(services, waits, BOB, choice="suppress=1")
    assert isinstance(done, CommandResult)
    assert (done.entry.by, done.entry.side) == (BOB.id, "Red")


async def test_an_undo_continues_for_the_player_who_agrees(services: Services) -> None:
    await start_demo(services)
    await services.referee.order(call(BOB), await request(services, "activate", "Militia"), "6")
    asked = await services.corrections.undo(call())
    assert isinstance(asked, OpenQuestion)
    await services.seats.leave(call())
    done = await _agree(services, asked)
    assert isinstance(done, CommandResult)
    assert done.entry.command == "undo"


async def test_an_objection_is_asked_of_the_side_of_a_player_who_left(services: Services, dice: Loaded) -> None:
    waits = await _roll_initiative_meanwhile(services, dice)
    joins = await services.seats.join(call(CYD), "Red")
    assert isinstance(joins, OpenQuestion)
    await services.corrections.agree(call(), joins.row.id, joins.row.step)
    await services.seats.leave(call())
    asked = await answer(services, waits, BOB, choice="suppress=1")
    assert isinstance(asked, OpenQuestion)
    assert (asked.row.kind, asked.people) == ("objection", (CYD.id,))
    assert isinstance(await answer(services, asked, CYD), CommandResult)


# A unit that has been taken off


async def test_a_question_of_a_unit_that_has_gone_is_dropped_by_its_side(services: Services, dice: Loaded) -> None:
    await asking(services)
    dice.next(4, 4, 1, 1)
    waits = await undecided(services)
    await services.unit_corrections.remove(call(), "Marines")
    assert [one.row.id for one in await services.questions.open_questions(call())] == [waits.row.id]
    with pytest.raises(Refusal, match="no longer in the game"):
        await answer(services, waits, BOB, choice="suppress=1")
    dropped = await services.cancellation.drop(call(), waits.row.id, waits.row.step)
    assert dropped.faces == (4, 4, 1, 1)


async def test_anyway_goes_on_where_the_warnings_are_those_that_were_shown(services: Services) -> None:
    """An entry in between that does not change the warnings is no reason to ask again."""
    await services.lifecycle.demo(call(), "fubar")
    wanted = await request(services, "activate", "Marines")
    await services.referee.order(call(), wanted, "1")
    warned = await _begin_command(services, wanted)
    await services.unit_corrections.mark(call(), "Technical", "moved", 1)
    done = await answer(services, warned)
    assert isinstance(done, CommandResult)
    assert [ENGLISH(one) for one in done.entry.warnings] == _warnings(warned)
