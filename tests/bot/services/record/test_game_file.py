"""The JSON of a whole game: its schema, omitted parts, and rejected files."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from bot.services import Services
from bot.services.record.game_file import SCHEMA, GameFile, checksum, line, schema
from bot.services.record.game_import import BadGameFile, import_game, parse_game
from data.files import new_system
from rules.files.system import digest_of
from rules.kernel.text import Text
from tests.bot.fought import open_battle, services_over
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, fire, start_demo

ROOT = Path(__file__).parents[4]


async def _file(services: Services, anonymous: bool = False) -> bytes:
    live = await services.games.require_game(PLACE)
    return await services.exports.game_file(live.info, anonymous)


@pytest.fixture
async def played(services: Services) -> bytes:
    """Return a game with shots, manual changes, and texts of players."""
    await start_demo(services)
    await services.seats.join(call(CYD), "Red")
    await fire(services, dice="6 5 4 3 2 1 6 5 4 3 2")
    return await _file(services)


_CONTENT: list[bytes] = []


@pytest.fixture
def content(request: pytest.FixtureRequest) -> bytes:
    """Return such a game, which is played once in a process."""
    if not _CONTENT:
        _CONTENT.append(request.getfixturevalue("played"))
    return _CONTENT[0]


def test_the_schema_is_the_one_of_the_code() -> None:
    """ADJUTANT_TEST_WRITE=1 writes it again."""
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        (ROOT / SCHEMA).write_text(schema(), encoding="utf-8")
    same = (ROOT / SCHEMA).read_text(encoding="utf-8") == schema()
    assert same, f"{SCHEMA} is not of these models: write it anew as tests/README.md says"


def test_the_schema_contains_every_kind_of_event_and_text() -> None:
    found = json.loads(schema())
    kinds = found["$defs"]["Entry"]["properties"]["events"]["items"]["discriminator"]["mapping"]
    assert {"joined", "lost", "marked", "turned", "ended"} <= kinds.keys()
    text = found["$defs"]["RecordedRoll"]["properties"]["label"]
    assert {"required": ["msgid"]} in text["anyOf"]
    assert found["required"] == ["format", "version", "game", "entries", "checksum"]


@pytest.mark.parametrize("system", ["fubar", "openfire_ww2"])
async def test_a_file_fits_its_schema(system: str, tmp_path: Path) -> None:
    record, info = await open_battle(system, tmp_path / "fought.sqlite")
    found = json.loads(await services_over(record).exports.game_file(info))
    await record.close()
    GameFile.model_validate(found)
    assert _misfits(found, json.loads(schema())) == []


def _misfits(value: Any, schema: dict[str, Any], place: str = "") -> list[str]:
    """Yield the parts of a file that its schema does not allow, by names and types."""
    return list(_follow_schema(value, schema, schema["$defs"], place))


TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


def _follow_schema(value: Any, schema: dict[str, Any], known: dict[str, Any], place: str) -> Any:
    schema = known[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    options = schema.get("oneOf") or schema.get("anyOf") or ()
    if options and not any(not list(_follow_schema(value, one, known, place)) for one in options):
        yield f"{place}: {str(value)[:80]}"
    types = schema.get("type", [])
    if types and not any(isinstance(value, TYPES[one]) for one in ([types] if isinstance(types, str) else types)):
        yield f"{place}: {str(value)[:80]} is no {types}"
    elif "const" in schema and value != schema["const"]:
        yield f"{place}: {value}"
    elif isinstance(value, dict):
        yield from (f"{place}: no {name}" for name in schema.get("required", ()) if name not in value)
        for name, part in value.items():
            if name in schema.get("properties", {}):
                yield from _follow_schema(part, schema["properties"][name], known, f"{place}.{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{place}.{name} is unknown"
    elif isinstance(value, list):
        first = schema.get("prefixItems", [])
        for at, part in enumerate(value):
            of = first[at] if at < len(first) else schema.get("items", {})
            yield from _follow_schema(part, of, known, f"{place}[{at}]")


def test_every_model_of_the_file_is_made_of_models() -> None:
    """The schema is therefore complete: only facts, requests and outcomes belong to the systems."""
    found = json.loads(schema())["$defs"]
    assert {"Entry", "Play", "RecordedRoll", "Unit", "Player", "GameInfo", "Line", "Effect"} <= found.keys()
    assert issubclass(GameFile, BaseModel)


# People


@pytest.mark.usefixtures("played")
async def test_people_are_left_out_where_that_is_asked(services: Services) -> None:
    await services.seats.delegate(call(), "u1", CYD)
    bare = await _file(services, anonymous=True)
    text = bare.decode()
    for person in (ANN, BOB, CYD):
        assert f'"{person.id}"' not in text
        assert person.name not in text
    assert PLACE.channel not in json.loads(bare)["game"].values()
    read = parse_game(bare)
    assert [one.name for one in read.game.players.values()] == ["Player 1", "Player 2", "Player 3"]
    whole = parse_game(await _file(services))
    assert [entry.plays for entry in read.entries] == [entry.plays for entry in whole.entries]
    assert read.game.units == whole.game.units
    assert read.game.lent == {"u1": "Player 3"}
    assert read.info.started_by == "Player 1"


async def test_a_player_named_like_a_unit_takes_nothing_from_it(services: Services) -> None:
    await start_demo(services)
    await services.seats.join(call(CYD._replace(name="Marines")), "Red")
    bare = await _file(services, anonymous=True)
    read = parse_game(bare)
    assert "Marines" in [unit.name for unit in read.game.units.values()]
    assert read.game.players["Player 3"].name == "Player 3"
    assert Text("{who} plays {side}", who="Player 3", side="Red") in [entry.title for entry in read.entries]


# Files that are not taken

Change = Callable[[dict[str, Any]], Any]


def _change_file(content: bytes, change: Change, honest: bool = True) -> bytes:
    """Return the file with a change, and, where it is `honest`, a checksum that fits it."""
    found = json.loads(content)
    change(found)
    if honest:
        found["checksum"] = checksum(map(line, [found["game"], *found["entries"]]))
    return json.dumps(found).encode()


def _face(found: dict[str, Any]) -> None:
    throws = [throw for entry in found["entries"] for play in entry["plays"] for throw in play["throws"]]
    throws[0]["faces"][0] = 1


def _refusal_of(content: bytes) -> str:
    with pytest.raises(BadGameFile) as refused:
        parse_game(content)
    said = str(refused.value)
    assert said.endswith(".")
    assert "\n" not in said
    return said


def test_a_foreign_file_is_refused_in_a_sentence() -> None:
    for content in (b"", b"hello", b"\xff\xfe\x00", b"[" * 100_000, b"PK\x03\x04rubbish", b"nonsense}"):
        assert "export" in _refusal_of(content) or "zip" in _refusal_of(content)
    for content in (b"{}", b"[]", b"null", b'{"format": "adjutant-person", "version": 1}', b'{"format": []}'):
        assert "not contain a game of Adjutant" in _refusal_of(content)


def test_a_truncated_file_is_distinguished_from_a_foreign_one(content: bytes) -> None:
    for at in (60, len(content) // 3, len(content) // 2, len(content) - 3):
        assert "cut off" in _refusal_of(content[:at])


def _faulty_rules(found: dict[str, Any]) -> None:
    """Give the digest of a rule file with a fault as the version of the game."""
    found.update(rules="[system")
    found["game"].update(version=f"1 ({digest_of((b'[system',))})")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda found: found.update(version=2), "newer Adjutant"),
        (lambda found: found.update(version="1"), "has no version"),
        (lambda found: found["game"].update(system="chess"), "'chess' is not part"),
        (lambda found: found["game"].update(system="c" * 41), f"system '{'c' * 40}' is not part"),
        (lambda found: found.update(game=[]), "lacks the game or its entries"),
        (lambda found: found.update(rules=new_system("club")), "not the one that the game was played by"),
        (lambda found: found.update(rules="", bases=[new_system("club")]), "not the one that the game was played by"),
        (lambda found: found.update(rules=3), "not the one that the game was played by"),
        (lambda found: found.update(rules=new_system("club"), bases=3), "not the one that the game was played by"),
        (lambda found: found.update(rules=new_system("club"), bases=[3]), "not the one that the game was played by"),
        (_faulty_rules, "The rule system in this file has a fault: "),
        (lambda found: found.pop("entries"), "lacks the game or its entries"),
        (_face, "was changed after it was exported"),
        (lambda found: found["entries"].pop(), "was changed after it was exported"),
        (lambda found: found["entries"].reverse(), "was changed after it was exported"),
        (lambda found: found["game"].update(number=3), "was changed after it was exported"),
        (lambda found: found.pop("checksum"), "was changed after it was exported"),
    ],
)
def test_a_changed_file_is_refused(change: Change, words: str, content: bytes) -> None:
    assert words in _refusal_of(_change_file(content, change, honest=False))


def _set_face(found: dict[str, Any]) -> None:
    throws = [throw for entry in found["entries"] for play in entry["plays"] for throw in play["throws"]]
    throws[0]["faces"][0] = 7


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda found: found["entries"].pop(), "was cut off"),
        (lambda found: found["entries"].pop(0), "entry 1 is missing"),
        (lambda found: found["entries"].insert(1, None), "entry 2 is missing"),
        (lambda found: found["entries"][0].update(plays=5), "entry 1 has a form"),
        (lambda found: found["entries"][0]["events"].append({"kind": "flown"}), "does not know (flown)"),
        (lambda found: found["entries"][3]["events"].append({"kind": "lost", "unit": "u99"}), "u99"),
        (lambda found: found["game"].pop("name"), "game.name"),
        (lambda found: found["game"].update(more=1), "game.more"),
        (lambda found: [one.update(source="same") for one in found["entries"]], "twice"),
        (_set_face, "a d6 with an impossible face"),
    ],
)
def test_a_forged_file_is_refused_even_with_a_valid_checksum(change: Change, words: str, content: bytes) -> None:
    assert words in _refusal_of(_change_file(content, change))


@pytest.mark.parametrize(
    "title",
    [
        {"msgid": "{n:999999999}", "values": {"n": 1}},
        {"msgid": "{shooter.__class__}", "values": {"shooter": "Ann"}},
        {"msgid": "{shooter} fires at {target}", "values": {"shooter": "Ann"}},
        {"msgid": "See [the rules](https://example.org)"},
        {"msgid": "@everyone fires"},
        {"msgid": "fires " * 400},
        {"msgid": ["fires"]},
        {"role": {"msgid": "{n:999999999}", "values": {"n": 1}}, "short": True},
    ],
    ids=["width", "attribute", "lacking", "link", "mention", "long", "list", "inside"],
)
def test_a_title_is_checked_as_every_text_is(title: dict[str, Any], content: bytes) -> None:
    def changed(found: dict[str, Any]) -> None:
        found["entries"][-1].update(title=title)

    assert "cannot be read" in _refusal_of(_change_file(content, changed))


def test_a_zip_file_is_read_like_its_content(content: bytes) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("game.json", content)
    assert parse_game(packed.getvalue()) == parse_game(content)
    assert "zip" in _refusal_of(packed.getvalue()[:-40])
    with zipfile.ZipFile(packed, "a") as file:
        file.writestr("more.json", content)
    assert "zip" in _refusal_of(packed.getvalue())


@pytest.mark.parametrize("more", [0, 1])
def test_a_zip_file_that_claims_more_than_a_gigabyte_is_not_unpacked(more: int, content: bytes) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("game.json", content)
    size, claimed = len(content).to_bytes(4, "little"), ((1 << 30) + more).to_bytes(4, "little")
    forged = packed.getvalue().replace(size, claimed)
    if more:
        assert _refusal_of(forged) == "This zip file is too large for a game."
    else:
        assert parse_game(forged) == parse_game(content)


async def test_a_file_is_plain_ascii_whatever_people_typed(services: Services) -> None:
    await start_demo(services)
    name = "\u202egnp.exe \u05d0\u05d1 <script>alert(1)</script> @everyone"
    live = await services.games.require_game(PLACE)
    await services.record.games.rename(live.info.id, name)
    info = await services.record.games.get(live.info.id)
    assert info
    content = await services.exports.game_file(info)
    assert content.isascii()
    assert parse_game(content).info.name == name


@pytest.mark.parametrize("channel", ["", "hall", "1" * 21])
async def test_a_game_from_no_channel_of_discord_is_paused_without_one(
    channel: str, services: Services, played: bytes
) -> None:
    def changed(found: dict[str, Any]) -> None:
        found["game"].update(channel_id=channel)

    done = await import_game(services.record, parse_game(_change_file(played, changed)))
    assert (done.placed, done.battle.state) == (False, "paused")
    assert done.battle.channel_id.isdecimal()
