"""The bot's dice are reproducible by any reader, even after undo and amendment."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from pathlib import Path

import pytest

from bot.errors import Busy, Refusal
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.services.record.fairness import parse_heads
from bot.store.errors import Conflict
from tests.bot.playing import (
    BOB,
    PLACE,
    asking,
    call,
    decided,
    faces,
    fire,
    request,
    start_demo,
    undecided,
    undo_last,
    waiting,
)
from tests.bot.store.statements import statements
from tests.cogs.table import Loaded, services_on
from tests.proving import fair_rolls, game_of, proven, report, seeds


async def test_a_shot_is_made_of_its_interaction_and_can_be_made_again(fair: Services) -> None:
    await start_demo(fair)
    wanted = await request(fair, "fire", "Marines", "Militia", distance=10)
    done = await fair.referee.order(call()._replace(entropy="4711"), wanted, anyway=True)
    throws = await fair_rolls(fair)
    assert [(one.entropy, one.throw, one.entry) for one in throws] == [
        ("4711", nth, done.entry.number) for nth in range(1, len(throws) + 1)
    ]
    assert [face for one in throws for face in one.faces] == faces(done)
    with statements(fair.record) as made:
        await fire(fair)
    assert not [one for one in made if one.startswith("SELECT") and "link" in one], "the last link is known"
    await proven(fair, await game_of(fair))


async def test_an_interaction_that_comes_twice_has_one_roll(fair: Services) -> None:
    await start_demo(fair)
    twice, wanted = call(), await request(fair, "fire", "Marines", "Militia", distance=10)
    done = await fair.referee.order(twice, wanted, anyway=True)
    before = await fair_rolls(fair)
    again = await fair.referee.order(twice, wanted, anyway=True)
    assert again.again
    assert faces(again) == faces(done)
    assert await fair_rolls(fair) == before
    await fire(fair)
    await proven(fair, await game_of(fair))


async def test_two_racing_processes_roll_the_same_dice_as_each_alone(fair: Services, tmp_path: Path) -> None:
    await start_demo(fair)
    other = await services_on(tmp_path / "fair.sqlite", Loaded(), "run2", seeds("other"))
    shots = [await request(fair, "fire", unit, "Militia", distance=10) for unit in ("Marines", "Commandos") * 3]
    calls = [call() for _ in shots]
    await asyncio.gather(
        *((fair, other)[n % 2].referee.order(calls[n], shot, anyway=True) for n, shot in enumerate(shots)),
        return_exceptions=True,
    )
    throws = await fair_rolls(fair)
    assert 1 < len({one.entropy for one in throws}) <= len({one.source for one in calls})
    assert len({(one.entropy, one.throw) for one in throws}) == len(throws)
    await proven(fair, await game_of(fair))
    await other.record.close()


async def test_the_second_writer_has_the_same_faces(fair: Services, tmp_path: Path) -> None:
    """The first attempt was planned on a game that has just changed; the second one uses the same dice."""
    await start_demo(fair)
    other = await services_on(tmp_path / "fair.sqlite", Loaded(), "run2", seeds("other"))
    mine, wanted = call(), await request(other, "fire", "Marines", "Militia", distance=10)
    live = await other.games.require_game(PLACE)
    tries: list[tuple[int, ...]] = []
    write = other.referee.write

    async def watched(*args: object, **more: object) -> CommandResult:
        result = args[1]
        assert isinstance(result, CommandResult)
        tries.append(tuple(faces(result)))
        if len(tries) == 1:
            await fair.table_objects.score(call(), "Red", 1, "in between")
        return await write(*args, **more)  # pyright: ignore[reportArgumentType]

    other.referee.write = watched  # pyright: ignore[reportAttributeAccessIssue]
    done = await other.referee.order(mine, wanted, anyway=True)
    assert len(tries) == 2
    assert tries[0] == tries[1] == tuple(faces(done))
    assert live.game.number == done.entry.number
    await proven(fair, await game_of(fair))
    await other.record.close()


async def test_undone_dice_are_listed_where_they_were_rolled_and_not_again(fair: Services) -> None:
    await start_demo(fair)
    done = await fire(fair)
    before = await fair_rolls(fair)
    await undo_last(fair)
    again = await fire(fair)
    assert faces(again) == faces(done)
    assert await fair_rolls(fair) == before
    found = await proven(fair, await game_of(fair))
    assert found["entries"][again.entry.number - 1]["fresh"] == []


async def test_a_roll_that_draws_a_part_lists_the_rest(fair: Services) -> None:
    await start_demo(fair)
    one = await fair.referee.order(
        call(), await request(fair, "fire", "Marines", "Militia", distance=20, firers=("1 assault_rifle",)), anyway=True
    )
    await undo_last(fair)
    more = await request(fair, "fire", "Marines", "Militia", distance=20, firers=("4 assault_rifle",))
    asked = await fair.questions.begin(call(), more)
    if isinstance(asked, OpenQuestion):
        asked = await fair.corrections.agree(call(BOB), asked.row.id, asked.row.step)
    assert isinstance(asked, CommandResult)
    assert faces(asked)[:1] == faces(one)[:1]
    await proven(fair, await game_of(fair))


async def test_dice_in_a_question_outlive_a_restart(fair: Services, tmp_path: Path) -> None:
    await asking(fair)
    waits = await undecided(fair)
    (first, *_) = held = await fair_rolls(fair)
    assert {one.entry for one in held} == {0}
    other = await services_on(tmp_path / "fair.sqlite", Loaded(), "run2", seeds("other"))
    done = await decided(other, waits)
    assert (await fair_rolls(other))[: len(held)] == tuple(
        one.model_copy(update={"entry": done.entry.number}) for one in held
    )
    assert faces(done)[: len(first.faces)] == list(first.faces)
    await proven(other, await game_of(other))
    await other.record.close()


async def test_a_cancelled_command_loses_none(fair: Services) -> None:
    await asking(fair)
    waits = await undecided(fair)
    await fair.cancellation.drop(call(BOB), waits.row.id, waits.row.step)
    assert await waiting(fair)
    found = await proven(fair, await game_of(fair))
    assert found["entries"][-1]["fresh"]


async def test_the_end_of_a_game_keeps_the_dice_of_open_questions(fair: Services) -> None:
    await asking(fair)
    await undecided(fair)
    await fair.endings.end(call())
    found = await proven(fair, await game_of(fair))
    assert found["entries"][-1]["fresh"]


async def test_dice_at_a_deadline_are_nothing_that_the_bot_could_choose(fair: Services) -> None:
    await asking(fair)
    await fair.preferences.dice(call(BOB), "physical", "Blue")
    await fair.preferences.timeout(call(), 10, "default")
    asked = await fair.questions.begin(call(BOB), await request(fair, "activate", "Militia"))
    assert isinstance(asked, OpenQuestion)
    (row,) = await fair.record.questions.due_questions(4e9)
    fair.referee.clock = lambda: 4e9
    done = await fair.overdue.settle(row, "due:1")
    assert isinstance(done, CommandResult)
    assert [one.entropy for one in await fair_rolls(fair)] == [f"{row.id}+{row.step}"]
    await proven(fair, await game_of(fair))


async def test_an_amendment_keeps_its_dice(fair: Services) -> None:
    await start_demo(fair)
    done = await fire(fair, distance=20)
    before = await fair_rolls(fair)
    amended = await fair.corrections.amend(call(), None, {"distance": (Decimal(10),)})
    while isinstance(amended, OpenQuestion):
        amended = await fair.corrections.agree(call(BOB), amended.row.id, amended.row.step)
    assert amended.entry.undoes == done.entry.number
    assert (await fair_rolls(fair))[: len(before)] == before
    assert amended.entry.fresh, "two dice a rifle instead of one"
    await undo_last(fair)
    await proven(fair, await game_of(fair))


async def test_a_refusal_after_the_dice_is_no_second_roll(fair: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal reveals something about the dice, so the next command uses the same ones."""
    await start_demo(fair)
    first, wanted = call(), await request(fair, "fire", "Marines", "HMG team", distance=20)

    async def others_write(*args: object) -> CommandResult:
        raise Conflict

    with monkeypatch.context() as patched:
        patched.setattr(fair.referee, "write", others_write)
        with pytest.raises(Busy):
            await fair.referee.order(first, wanted, anyway=True)
    assert await fair_rolls(fair) == ()
    await fair.referee.order(call(), wanted, anyway=True)
    assert {one.entropy for one in await fair_rolls(fair)} == {first.source}
    later = await fire(fair, distance=20)
    assert {one.entropy for one in await fair_rolls(fair) if one.entry == later.entry.number} == {later.entry.source}
    await proven(fair, await game_of(fair))


async def test_the_head_of_a_report_is_that_of_the_last_result_if_the_entries_are_chained(fair: Services) -> None:
    await start_demo(fair)
    await fire(fair)
    ended = await fair.endings.end(call())
    assert isinstance(ended, CommandResult)
    found = await report(fair)
    assert str(found.head) == ended.head
    assert found.model_copy(update={"chain": None}).head is None


async def test_a_check_counts_own_dice_and_undone_ones_and_misses_a_last_entry_that_is_gone(fair: Services) -> None:
    await start_demo(fair)
    for _ in range(2):
        await fire(fair, dice="1 1 1 1 1 1 1 1 1 1 1")
    await fire(fair, unit="Commandos")
    await undo_last(fair)
    await fair.endings.end(call())
    await undo_last(fair)
    await fair.endings.end(call())
    await fair.fairness.reveal(call())
    found = await fair.fairness.check(call())
    assert (found.wrong, found.own, found.undone) == ((), 2, 1)
    sql = "DELETE FROM entry WHERE number = (SELECT max(number) FROM entry)"
    await fair.record.database.write(lambda write: write.exec_driver_sql(sql) and None)
    found = await fair.fairness.check(call())
    assert ([one.sentence for one in found.wrong][:1], found.own, found.undone) == (
        ["Entries are missing, or not in order."],
        2,
        1,
    )


async def test_a_check_survives_a_damaged_entry_and_those_of_older_versions(fair: Services) -> None:
    await start_demo(fair)
    shot = (await fire(fair)).entry.number
    await fair.endings.end(call())
    await fair.fairness.reveal(call())
    sqls = {
        "UPDATE entry SET body = json_remove(body, '$.source', '$.fresh') WHERE number = 1": [],
        f"UPDATE entry SET body = '{{' WHERE number = {shot}": ["Entries are missing, or not in order."],
    }
    for sql, said in sqls.items():
        await fair.record.database.write(lambda write, sql=sql: write.exec_driver_sql(sql) and None)
        assert [one.sentence for one in (await fair.fairness.check(call())).wrong][:1] == said


@pytest.mark.parametrize(
    ("heads", "found"),
    [("", ()), ("7:0123456789abcdef,8:fedcba9876543210", ("7:0123456789abcdef", "8:fedcba9876543210"))],
)
def test_heads_are_separated_by_spaces_or_commas(heads: str, found: tuple[str, ...]) -> None:
    assert parse_heads(heads) == parse_heads(heads.replace(",", "  ")) == found


@pytest.mark.parametrize("length", [40, 41])
def test_a_word_that_is_no_head_is_quoted_with_forty_letters(length: int) -> None:
    with pytest.raises(Refusal) as refused:
        parse_heads("x" * length)
    assert refused.value.text.values["word"] == "x" * 40
