"""Exports and reports: of a damaged game, with its people and without, and the promises of its dice."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.dice.provable import commitment
from bot.errors import AppError, Unreadable
from bot.game.people import Place
from bot.services import Services
from bot.services.record.exports import PlayedGame
from bot.store.forgetting import Aliases
from rules.game.entry import Entry
from tests.bot.fought import open_battle, services_over
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, start_demo
from tests.proving import seeds

THERE = Place("1", "21")


class Read:
    """A report that keeps the numbers it received."""

    def __init__(self, played: PlayedGame) -> None:
        self.numbers = list[Any]()

    def add(self, entry: Any) -> None:
        self.numbers.append(entry.number)

    def to_bytes(self) -> bytes:
        return repr(self.numbers).encode()


@pytest.mark.parametrize("anonymous", [False, True])
@pytest.mark.parametrize("cut", [True, False])
async def test_a_report_of_a_damaged_game_says_so_whether_or_not_it_names_people(
    tmp_path: Path, cut: bool, anonymous: bool
) -> None:
    record, info = await open_battle("fubar", file := tmp_path / "fought.sqlite")
    if cut:
        with sqlite3.connect(file) as there:
            assert there.execute("UPDATE entry SET body = substr(body, 1, 40) WHERE number = 3").rowcount
    asked = services_over(record).exports.report(info, Read, anonymous)
    if cut:
        with pytest.raises(Unreadable, match="entry 3 is damaged"):
            await asked
    else:
        assert await asked == repr([*range(1, info.number + 1)]).encode()
    await record.close()


class Head:
    """A report of what it was given before the entries."""

    def __init__(self, played: PlayedGame) -> None:
        self.told = [sorted(played.called.items()), *played.promises]

    def add(self, entry: Entry) -> None:
        self.told.append(entry.number)

    def to_bytes(self) -> bytes:
        return json.dumps(self.told).encode()


async def test_a_report_has_the_promises_of_the_dice_and_their_seeds_once_known(fair: Services) -> None:
    await start_demo(fair)
    info = (await fair.games.require_game(PLACE)).info
    numbers = [1, 2, 3, 4, 5]
    first = commitment(seeds()())
    assert json.loads(await fair.exports.report(info, Head)) == [[], [first, None], *numbers]
    await fair.endings.end(call())
    await fair.fairness.reveal(call())
    await fair.endings.reopen(call())
    info = (await fair.games.require_game(PLACE)).info
    found = json.loads(await fair.exports.report(info, Head))
    again = await fair.fairness.commitment(info.id)
    assert found == [[], [first, seeds()().hex()], [again, None], *numbers, 6, 7]
    # A seed that was secret in the file of an imported game.
    await fair.record.database.write(lambda write: write.exec_driver_sql("UPDATE seed SET seed = NULL") and None)
    assert json.loads(await fair.exports.report(info, Head))[1:3] == [[first, None], [again, None]]


async def test_people_of_several_reports_have_the_same_aliases_in_all(services: Services) -> None:
    await start_demo(services)
    info = (await services.games.require_game(PLACE)).info
    known = Aliases({CYD.id: "Player 1", BOB.id: "Player 2"}, {})
    alone, among = [
        json.loads(await services.exports.report(info, Head, anonymous=True, known=one))[0] for one in (None, known)
    ]
    assert alone == [[ANN.id, "Player 1"], [BOB.id, "Player 2"]]
    assert among == [[ANN.id, "Player 3"], [BOB.id, "Player 2"], [CYD.id, "Player 1"]]


async def test_a_game_is_found_by_four_letters_of_its_id_if_no_other_has_them(services: Services) -> None:
    await start_demo(services)
    await services.lifecycle.new(call(where=THERE), "fubar", "FUBAR demo")
    here, there = [(await services.games.require_game(where)).info for where in (PLACE, THERE)]
    with pytest.raises(AppError) as refused:
        await services.exports.find("FUBAR demo")
    which = f"FUBAR demo ({here.id}), FUBAR demo ({there.id})"
    assert str(refused.value) == f"There are 2 games called 'FUBAR demo'; name one by its id: {which}."
    with pytest.raises(AppError) as refused:
        await services.exports.find(here.id[:3])
    assert str(refused.value) == f"There is no game {here.id[:3]!r}; there is {which}."


async def test_the_progress_of_an_export_is_reported_at_its_end(services: Services) -> None:
    await start_demo(services)
    told = list[tuple[int, int]]()

    async def progress(read: int, of: int) -> None:
        told.append((read, of))

    await services.exports.game_file((await services.games.require_game(PLACE)).info, progress=progress)
    assert told == [(5, 5)]


async def test_an_entry_of_the_bot_itself_has_no_alias(services: Services) -> None:
    """The bot pauses a game whose channel is deleted."""
    await start_demo(services)
    await services.channels.pause_channel(PLACE.channel)
    [info] = await services.record.games.all()
    assert (await services.exports.aliases(info)).ids == {ANN.id: "Player 1", BOB.id: "Player 2"}
