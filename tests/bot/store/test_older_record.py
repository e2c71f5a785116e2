"""A record from before texts were values: it opens, folds to the same state, and its questions can be answered."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.dice.provable import seeded_dice
from bot.errors import Refusal
from bot.game.people import Call, Person
from bot.game.questions import ConsentQuestion, DecisionQuestion
from bot.game.registry import GameRegistry
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.services.record.check import CheckResult, check
from bot.store import Record
from rules.game.entry import play_back
from tests.bot.store.older import older_database, rows
from tests.bot.store.test_entries import found_as_read
from tests.cogs.made_once import create_database

_UPGRADED: list[bytes] = []
"""The SQLite file after its upgrade, once it has been made in this process."""


@pytest.fixture
async def services(url: str) -> AsyncIterator[Services]:
    """The bot of today over it."""
    file = Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite") else None
    if file is None or not _UPGRADED:
        older_database(url)
        await (await Record.open(url)).close()
        _UPGRADED[:] = [file.read_bytes()] if file else []
    else:
        create_database(file, _UPGRADED[0])
    record = await Record.open(url)
    yield Services(record, lambda: 1_700_000_100.0, seeded_dice(b"tests"), "run9")
    await record.close()


async def _question_to_side(services: Services, game: str) -> OpenQuestion:
    """Return the one question of a game to one of its sides."""
    (info,) = [info for info in await services.record.games.all() if info.name == game]
    (asked,) = await services.questions.of_game(await services.games.unfinished_game(info))
    return asked


def _by(asked: OpenQuestion, who: str) -> Call:
    return Call(Person(who, "X"), GameRegistry.place(asked.live.info), "test")


async def test_every_older_game_is_read_unchanged_and_written_in_the_form_of_today(services: Services) -> None:
    games = await services.record.games.all(over=True)
    assert len(games) == len(rows("game")) == 9
    for info in games:
        game = play_back(await services.record.entries.all(info.id))
        assert game.number == info.number
        was = {row["unit_id"]: _known_fields(row["state"]) for row in rows("unit") if row["game_id"] == info.id}
        assert {id: _plain(unit, was[id]) for id, unit in game.units.items()} == was
        assert (await services.games.read_game(info)).game == game
        async for portion in services.record.entries.bodies(info.id, info.number):
            assert {body["format"] for _, body in portion} == {0}
            assert not [event for _, body in portion for event in body["events"] if event["kind"] == "spoken"]
            assert all("key" in throw for _, body in portion for play in body["plays"] for throw in play["throws"])
    longest = max(games, key=lambda info: info.number)
    await found_as_read(services.record, longest.id)
    private = {row["id"] for row in rows("pending") if row["kind"] in ("anyway", "facts", "ready")}
    assert len(private) == 7
    found = [await services.record.questions.get(id) for id in private]
    assert [row.settled for row in found if row] == [0] * 7


def _known_fields(state: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a unit that are still known, without its owner."""
    return {name: value for name, value in state.items() if name != "owner"}


def _plain(unit: Any, of: dict[str, Any]) -> Any:
    """Return a unit in its old form; fields that were added later have their defaults."""
    return json.loads(json.dumps(unit.model_dump(include=set(of)), default=float))


async def test_its_states_are_rows_after_the_first_check(services: Services) -> None:
    assert len((await check(services.record)).rebuilt) == 9
    assert await check(services.record) == CheckResult(9, ())


TITLES = {
    "undo asked": "Undone: {title} (entry {number})",
    "seen dice": "{unit}: activation",
    "decision": "{unit}: breaking off from {pursuer}",
    "dice": "{attacker} → {unit}",
    "several throws": "{side}'s turn is over",
}
"""The games whose open question is answered, and the title of the entry that follows."""


async def test_questions_that_were_open_can_be_answered(services: Services) -> None:
    games = {info.name: info.id for info in await services.record.games.all()}
    for game, title in TITLES.items():
        found: CommandResult | OpenQuestion = await _question_to_side(services, game)
        while isinstance(found, OpenQuestion):
            found = await _answer_question(services, found)
        assert found.entry.title.msgid == title
        entries = await services.record.entries.all(games[game])
        assert await services.record.states.stored_state(games[game]) == play_back(entries)
        assert await services.record.questions.open(games[game]) == []


async def _answer_question(services: Services, asked: OpenQuestion) -> CommandResult | OpenQuestion:
    call, row = _by(asked, asked.people[0]), asked.row
    match asked.question:
        case ConsentQuestion():
            other = next(id for id in asked.live.game.players if id != row.asked_by)
            return await services.corrections.agree(_by(asked, other), row.id, row.step)
        case DecisionQuestion() as question:
            return await services.questions.answer(call, row.id, row.step, choice=question.offers[0].value)
        case _:
            return await services.questions.answer(call, row.id, row.step, faces="roll")


async def test_rolls_of_then_are_not_amended_but_can_be_undone(services: Services) -> None:
    asked = await _question_to_side(services, "amendment asked")
    other = next(id for id in asked.live.game.players if id != asked.row.asked_by)
    with pytest.raises(Refusal, match="older version"):
        await services.corrections.agree(_by(asked, other), asked.row.id, asked.row.step)
    assert (await services.record.questions.open(asked.live.info.id)) == [asked.row]
