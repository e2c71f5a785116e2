"""The proof of the dice in the JSON of a game: an inconsistent one is rejected, even with a correct checksum."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.errors import Refusal
from bot.services import Services
from bot.services.record.game_file import checksum, line
from bot.services.record.game_import import BadGameFile, import_game, parse_game
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.playing import PLACE, call, fire, request, start_demo
from tests.cogs.table import Loaded, services_on
from tests.proving import seeds


@pytest.fixture
async def fair(tmp_path: Path) -> AsyncIterator[Services]:
    """A services whose games have seeds; two shots have been fired."""
    found = await services_on(tmp_path / "fair.sqlite", Loaded(), "run1", seeds())
    await start_demo(found)
    await fire(found)
    await fire(found, "Regular section", "HMG team", distance=20)
    yield found
    await found.record.close()


async def _file(services: Services) -> dict[str, Any]:
    info = await services.record.games.last_in_channel(PLACE.channel)
    assert info
    return json.loads(await services.exports.game_file(info))


async def _export_revealed(services: Services) -> dict[str, Any]:
    await services.endings.end(call())
    await services.fairness.reveal(call())
    return await _file(services)


def _bytes(found: dict[str, Any]) -> bytes:
    return json.dumps(found | {"checksum": checksum(map(line, [found["game"], *found["entries"]]))}).encode()


async def test_the_seed_is_no_part_of_the_file_before_it_is_revealed(fair: Services) -> None:
    [seed] = await fair.record.seeds.of((await fair.games.require_game(PLACE)).info.id)
    assert seed.seed
    found = await _file(fair)
    assert found["fairness"]["seed"] is None
    assert seed.seed.hex() not in json.dumps(found)
    assert (await _export_revealed(fair))["fairness"]["seed"] == seed.seed.hex()


async def test_a_game_that_goes_on_is_taken_and_rolls_by_a_seed_of_its_own(fair: Services) -> None:
    found = await _file(fair)
    done = await import_game(fair.record, parse_game(_bytes(found)), channel="77")
    [kept] = await fair.record.seeds.of(done.battle.id)
    assert (kept.name, kept.commitment, kept.seed) == (found["game"]["id"], found["fairness"]["commitment"], None)
    there = call(where=PLACE._replace(channel="77"))
    shot = await fair.referee.order(
        there, await request(fair, "fire", "Commandos", "Militia", distance=20), anyway=True
    )
    again = await fair.fairness.report(done.battle.id)
    assert again is not None
    assert again.commitment != kept.commitment
    assert [note for note in shot.entry.notes if "commitment" in note.values] == [
        Text("The bot's dice have a new seed. Commitment: `{commitment}`.", commitment=again.commitment)
    ]
    assert [(one.game, one.commitment, one.seed) for one in again.earlier] == [(kept.name, kept.commitment, None)]


async def test_a_seed_that_was_secret_in_the_file_is_never_known_here(fair: Services) -> None:
    """The game is over, and its seed stays with the bot that exported it."""
    await fair.endings.end(call())
    done = await import_game(fair.record, parse_game(_bytes(await _file(fair))), channel="77")
    with pytest.raises(Refusal) as refused:
        await fair.fairness.reveal(call(where=PLACE._replace(channel="77")))
    said = "The seed of this game is not known here: it was still secret when the game was imported."
    assert ENGLISH(refused.value.text) == said
    [kept] = await fair.record.seeds.of(done.battle.id)
    assert kept.seed is None


async def test_a_game_of_before_its_entries_were_chained_is_taken_without_a_chain(fair: Services) -> None:
    found = await _export_revealed(fair)
    del found["fairness"]["chain"]
    done = await import_game(fair.record, parse_game(_bytes(found)), channel="77")
    assert await fair.record.seeds.links(done.battle.id) == []
    assert parse_game(await fair.exports.game_file(done.battle)).entries == parse_game(_bytes(found)).entries


async def test_an_imported_game_keeps_its_proof_of_fairness(fair: Services, tmp_path: Path) -> None:
    found = await _export_revealed(fair)
    other = await services_on(tmp_path / "other.sqlite", Loaded(), "run2", seeds())
    done = await import_game(other.record, parse_game(_bytes(found)))
    again = json.loads(await other.exports.game_file(done.battle))
    assert again["fairness"] == found["fairness"]
    assert parse_game(_bytes(again)).entries == parse_game(_bytes(found)).entries
    await other.record.close()


def _turn_face(found: dict[str, Any]) -> None:
    """Another face in an entry and in the list of rolls alike."""
    for entry in found["entries"]:
        for throw in (throw for play in entry["plays"] for throw in play["throws"]):
            throw["faces"][0] = throw["faces"][0] % 6 + 1
            entry["fresh"][0][3][0] = throw["faces"][0]
            [one] = [one for one in found["fairness"]["throws"] if one["entry"] == entry["number"]][:1]
            one["faces"][0] = throw["faces"][0]
            return


def _face(found: dict[str, Any]) -> None:
    for entry in found["entries"]:
        for throw in (throw for play in entry["plays"] for throw in play["throws"]):
            throw["faces"][0] = throw["faces"][0] % 6 + 1
            return


def _seed(found: dict[str, Any]) -> None:
    found["fairness"]["seed"] = "00" * 32


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_turn_face, "are not those that were rolled"),
        (_face, "are not those that were rolled"),
        (_seed, "are not those that were rolled"),
        (lambda found: found["fairness"]["throws"].pop(), "are not those that were rolled"),
        (lambda found: found["fairness"].update(seed="xyz"), "cannot be read"),
        (lambda found: found.update(fairness=[1]), "cannot be read"),
    ],
)
async def test_dice_that_were_changed_are_found_by_their_proof(change: Any, words: str, fair: Services) -> None:
    found = await _export_revealed(fair)
    parse_game(_bytes(found))
    change(found)
    with pytest.raises(BadGameFile, match=words):
        parse_game(_bytes(found))


async def test_a_face_is_found_out_before_the_seed_is_known(fair: Services) -> None:
    found = await _file(fair)
    _face(found)
    with pytest.raises(BadGameFile, match="are not those that were rolled"):
        parse_game(_bytes(found))
