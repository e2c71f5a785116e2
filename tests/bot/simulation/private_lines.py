"""The lines of a message that a player reads, to look for them where that player alone may read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

SHORTEST = 13
"""Letters of a line that is looked for: shorter ones are said by chance elsewhere."""
NO_WORDS = {"custom_id", "value", "id", "url", "content_type", "emoji", "colour", "path"}


def words(value: Any) -> Iterator[str]:
    """Yield the lines of a body that a player reads."""
    match value:
        case str():
            yield from (line for line in value.splitlines() if len(line) >= SHORTEST)
        case Mapping():
            for key, one in value.items():  # pyright: ignore[reportUnknownVariableType]
                if key not in NO_WORDS:
                    yield from words(one)
        case list() | tuple():
            for one in value:  # pyright: ignore[reportUnknownVariableType]
                yield from words(one)
        case _:
            pass
