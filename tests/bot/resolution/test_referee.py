"""The single path of every command: once for each interaction, no duplicate entry numbers, the same dice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.errors import ConfirmationNeeded, GameNotHere, Refusal
from bot.resolution.game_recorder import TAKEN
from bot.resolution.manual_changes import NewEntry
from bot.resolution.result import CommandResult
from bot.services import Services
from rules.game.entry import FORMAT
from rules.kernel.dice import Need
from rules.kernel.errors import BadDice, BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.text import Text
from tests.bot.dice.rolls import die, play, recorded_roll
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, faces, fire, request, start_demo
from tests.cogs.table import Loaded, same_as_record, services_on
from tests.proving import proven, seeds


async def test_the_same_interaction_twice_has_one_effect(services: Services) -> None:
    await start_demo(services)
    wanted = await request(services, "activate", "Marines")
    first = await services.referee.order(call(source="run:1"), wanted, anyway=True)
    again = await services.referee.order(call(source="run:1"), wanted, anyway=True)
    assert not first.again
    assert again.again
    assert (again.entry.number, faces(again)) == (first.entry.number, faces(first))
    live = await services.games.require_game(PLACE)
    assert live.game.number == first.entry.number
    await same_as_record(services, live)


async def test_a_correction_from_the_same_interaction_has_one_effect(services: Services) -> None:
    await start_demo(services)
    first, again = [
        await services.unit_corrections.mark(call(source="run:2"), "Marines", "suppressed", 2) for _ in range(2)
    ]
    assert isinstance(first, CommandResult)
    assert isinstance(again, CommandResult)
    assert (first.again, again.again) == (False, True)
    assert await services.record.games.last_number(first.game_id) == again.entry.number == first.entry.number


async def test_the_second_writer_plays_on_with_the_same_faces(tmp_path: Path) -> None:
    """Two processes on one file: the dice rolled before the conflict are recorded after it."""
    dice = Loaded()
    one, other = (
        await services_on(tmp_path / "a.sqlite", dice, "one"),
        await services_on(tmp_path / "a.sqlite", Loaded(), "two"),
    )
    try:
        await start_demo(one)
        await other.games.require_game(PLACE)
        live = await one.games.require_game(PLACE)
        append, thrown = one.record.entries.append, list[list[int]]()

        async def late(*args: object, **more: object) -> None:
            thrown.append(list(dice.thrown))
            if len(thrown) == 1:
                await fire(other, "Commandos", "HMG team")
            await append(*args, **more)  # pyright: ignore

        one.record.entries.append = late  # pyright: ignore
        answer = await fire(one)
        assert len(thrown) == 2, "it was written at the second try"
        assert thrown[0] == thrown[1] == dice.thrown == faces(answer)
        entries = await one.record.entries.all(live.info.id)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        await same_as_record(one, await one.games.require_game(PLACE))
        await same_as_record(other, await other.games.require_game(PLACE))
    finally:
        await one.record.close()
        await other.record.close()


async def test_one_process_sees_the_entries_of_the_other(tmp_path: Path) -> None:
    one = await services_on(tmp_path / "a.sqlite", Loaded(), "one")
    other = await services_on(tmp_path / "a.sqlite", Loaded(), "two")
    try:
        await start_demo(one)
        await other.games.require_game(PLACE)
        await fire(one)
        assert (await other.games.require_game(PLACE)).game == (await one.games.require_game(PLACE)).game
    finally:
        await one.record.close()
        await other.record.close()


async def test_many_at_once_are_all_recorded_once(services: Services) -> None:
    await start_demo(services)
    names = ["Marines", "Commandos", "Regular section", "IFV"] * 5
    shots = [fire(services, name, "Militia") for name in names]
    marks = [services.unit_corrections.mark(call(BOB), "Technical", "moved", n % 2) for n in range(20)]
    looks = [services.games.require_game(PLACE) for _ in range(40)]
    before = (await services.games.require_game(PLACE)).game.number
    done = await asyncio.gather(*shots, *marks, *looks, return_exceptions=True)
    assert {type(one) for one in done if isinstance(one, BaseException)} <= {RuleError}
    wrote = sum(not isinstance(one, BaseException) for one in done[:40])
    live = await services.games.require_game(PLACE)
    assert live.game.number == before + wrote
    await same_as_record(services, live)


async def test_many_who_come_first_after_a_restart_share_one_game(tmp_path: Path) -> None:
    services = await services_on(tmp_path / "a.sqlite", Loaded(), "one")
    await start_demo(services)
    await services.record.close()
    services = await services_on(tmp_path / "a.sqlite", Loaded(), "two")
    try:
        lives = await asyncio.gather(*(services.games.require_game(PLACE) for _ in range(20)))
        assert len({id(live) for live in lives}) == 1
        await asyncio.gather(*(services.unit_corrections.mark(call(), "IFV", "moved", n % 2) for n in range(20)))
        await same_as_record(services, lives[0])
    finally:
        await services.record.close()


async def test_a_refused_command_records_nothing(services: Services) -> None:
    await start_demo(services)
    before = (await services.games.require_game(PLACE)).game.number
    good = await request(services, "fire", "Marines", "Militia", distance=10)
    far = await request(services, "fire", "Marines", "Militia", distance=90)
    odd = await request(services, "fire", "Marines", "Militia", distance=10, cover=("sand",))
    for wanted, dice, error in ((good, "7", BadDice), (far, "", RuleError), (odd, "", BadFacts), (good, "x", Refusal)):
        with pytest.raises(error):
            await services.referee.order(call(), wanted, dice)
    with pytest.raises(ConfirmationNeeded):
        await services.referee.order(call(), Request(command="turn next"))
    assert (await services.games.require_game(PLACE)).game.number == before


@pytest.mark.parametrize(("who", "said"), [(CYD, "not in this game"), (BOB, "Only Red can do that")])
async def test_who_may_not_command(services: Services, who: object, said: str) -> None:
    await start_demo(services)
    wanted = await request(services, "activate", "Marines")
    with pytest.raises(Refusal, match=said):
        await services.referee.order(call(who), wanted)  # pyright: ignore[reportArgumentType]


async def test_the_entry_says_everything(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    answer = await fire(services, firers=("4 assault_rifle",), dice="4 4 1 1 1 1 1 1")
    entry = (await services.record.entries.all(answer.game_id))[-1]
    assert entry.model_dump(mode="json") == answer.entry.model_dump(mode="json")
    assert (entry.by, entry.side, entry.command, entry.version) == (ANN.id, "Red", "fire", "4th edition")
    assert (entry.format, entry.undoes, entry.reason) == (FORMAT, None, "")
    (play,) = entry.plays
    (hit,) = play.throws
    assert (hit.key, hit.faces, hit.source, hit.needed) == ("to_hit", (4, 4, 1, 1, 1, 1, 1, 1), "physical", Need(3))
    assert (hit.queued, hit.added, hit.rerolled, hit.result) == (0, 0, (), 2)
    assert play.roles == {"attacker": "u2", "target": "u5"}
    assert play.outcome["hits"] == 2
    assert Request.of(entry.request) == await request(
        services, "fire", "Marines", "Militia", distance=10, firers=("4 assault_rifle",)
    )
    assert dice.thrown == []


async def test_a_game_is_not_resumed_in_a_channel_that_was_taken_meanwhile(services: Services) -> None:
    await start_demo(services)
    await services.endings.end(call())
    ended = await services.games.latest_game(PLACE)
    await services.lifecycle.new(call(), "fubar", "Next")
    with pytest.raises(Refusal) as refused:
        await services.referee.note(ended, call(), NewEntry("game reopen", [], Text("on"), state="running"))
    assert refused.value.text == TAKEN
    assert (await services.games.latest_game(PLACE)).info.name == "Next"


async def test_a_command_in_progress_when_another_process_ended_the_game_says_so(tmp_path: Path) -> None:
    one = await services_on(tmp_path / "a.sqlite", Loaded(), "one")
    other = await services_on(tmp_path / "a.sqlite", Loaded(), "two")
    try:
        await start_demo(one)
        append = one.record.entries.append

        async def late(*args: object, **more: object) -> None:
            await other.endings.end(call())
            await append(*args, **more)  # pyright: ignore

        one.record.entries.append = late  # pyright: ignore
        with pytest.raises(GameNotHere):
            await fire(one)
    finally:
        await one.record.close()
        await other.record.close()


async def test_a_die_outside_the_rules_comes_from_the_seed_and_is_listed(tmp_path: Path) -> None:
    """The bot chooses among equally good orders with one."""
    fair = await services_on(tmp_path / "fair.sqlite", Loaded(), "one", seeds())
    await start_demo(fair)
    live = await fair.games.require_game(PLACE)
    one = recorded_roll("order", 6, ())

    def entry(faces: tuple[int, ...]) -> NewEntry:
        rolled = play(one.model_copy(update={"faces": faces}))
        return NewEntry("order", [], Text("an order"), side="Blue", plays=[rolled])

    done = await fair.referee.roll_recorded_die(call(source="4711"), live, die(6), entry)
    [fresh] = done.entry.fresh
    assert fresh == ("4711", 1, 6, tuple(faces(done)))
    await proven(fair, live.info.id)
    again = await fair.referee.roll_recorded_die(call(source="4712"), live, die(6), entry)
    assert [one.entropy for one in again.entry.fresh] == ["4712"]
    await fair.record.close()
