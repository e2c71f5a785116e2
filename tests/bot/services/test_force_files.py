"""Files of strangers: read in a process of its own, within limits."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.services.force_files import LARGEST, force_from_file, map_from_file
from rules.errors import BadFacts

FORCE = b'name = "Watch"\nsystem = "fubar"\nunits = [{ type = "militia" }]\n'


async def test_a_file_of_the_largest_size_is_read() -> None:
    padded = FORCE + b"#" * (LARGEST - len(FORCE))
    assert (await force_from_file(padded, "watch.toml")).name == "Watch"
    with pytest.raises(Refusal, match="too large for a force: 64 kB at most"):
        await force_from_file(padded + b"#", "watch.toml")


async def test_a_file_made_to_keep_the_parser_busy_is_given_up() -> None:
    """A key of thousands of parts takes the parser the square of their number."""
    with pytest.raises(Refusal, match="takes too long to read"):
        await force_from_file(b"a" + b".a" * 31_000 + b" = 1", "bomb.toml")


@pytest.mark.parametrize("content", [b"[" * 60_000, b'{"name": ' + b"9" * 5_000 + b"}", b'{"name": "x"', b""])
async def test_what_breaks_a_parser_is_a_sentence(content: bytes) -> None:
    with pytest.raises(BadFacts, match=r"^The file bad\.json cannot be read"):
        await force_from_file(content, "bad.json")


ISLAND = """
name = "Two shores"
[territories.north]
name = "North"
neighbours = []
[territories.south]
name = "South"
neighbours = []
"""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (ISLAND, "cannot be reached from north"),
        (ISLAND.replace("[]", '["west"]', 1), "there is no west"),
        ("name = 3", "name"),
        ("[", "cannot be read"),
    ],
)
async def test_a_map_that_cannot_be_is_refused_in_a_sentence(content: str, said: str) -> None:
    with pytest.raises(BadFacts, match=said):
        await map_from_file(content.encode(), "map.toml")


async def test_a_map_is_taken_as_toml_or_json() -> None:
    found = await map_from_file(ISLAND.replace("[]", '["south"]', 1).replace("[]", '["north"]').encode(), "map.toml")
    assert await map_from_file(found.model_dump_json().encode(), "MAP.JSON") == found
    with pytest.raises(Refusal, match="too large for a map"):
        await map_from_file(b" " * 64_001, "map.toml")
