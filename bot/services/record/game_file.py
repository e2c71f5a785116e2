"""A whole game as a JSON file that any Adjutant can import. Its schema is generated from the models here.

The file has one entry per line. `checksum` is the SHA-256 of the lines of the game and its entries: it does not match
in a truncated file, or in one with a changed face. The dice are proven by `fairness`, not by the checksum.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema

from bot.services.record.fairness import FairnessReport
from bot.store.tables import State, StoredGame
from rules.game.entry import Entry
from rules.kernel.text import Text
from rules.kernel.text_json import as_json
from rules.kernel.wording import Units

FORMAT: Literal["adjutant-game"] = "adjutant-game"
VERSION: Literal[1] = 1
SCHEMA = "data/exports/game.schema.json"
"""Path of the schema; a test rewrites it."""


class GameInfo(BaseModel, frozen=True, extra="forbid"):
    """The settings of a game: everything except its entries. Times are seconds since 1970, ids are Discord's.

    `number` is the number of the last entry, `version` the version of the rule system. Where players are left out, so
    are the ids of server and channel, and `started_by` is "Player 1" or the like.
    """

    id: str
    name: str
    system: str
    version: str
    units: Units
    state: State
    started_by: str
    started_at: float
    number: int = Field(ge=0)
    guild_id: str = ""
    channel_id: str = ""

    @classmethod
    def of(cls, battle: StoredGame) -> GameInfo:
        return cls.model_validate(battle.model_dump())


class GameFile(BaseModel):
    """A complete game of Adjutant: importing it gives an equal game. Open questions are not included."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="A game of Adjutant")

    format: Literal["adjutant-game"]
    version: Literal[1]
    game: GameInfo
    entries: tuple[Entry, ...]
    fairness: FairnessReport | None = None
    rules: str | None = None
    """The file of its rule system, if it has one: the version of the game contains its digest."""
    bases: tuple[str, ...] = ()
    """The files that this one is based on, if it is a variant: each is based on the one before."""
    checksum: str = Field(pattern="^[0-9a-f]{64}$")


class _Schema(GenerateJsonSchema):
    """A schema generator that writes a default `Text` in its stored form."""

    def encode_default(self, dft: Any) -> Any:
        return as_json(dft) if isinstance(dft, Text) else super().encode_default(dft)


def schema() -> str:
    """Return the schema as it is stored in `SCHEMA`."""
    found = GameFile.model_json_schema(schema_generator=_Schema)
    return json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **found}, indent=1) + "\n"


def line(part: Any) -> str:
    """Return a part of a file in canonical form.

    All non-ASCII characters are escaped, so that none affects a terminal or an editor.
    """
    return json.dumps(part, sort_keys=True, separators=(",", ":"))


def checksum(lines: Iterable[str]) -> str:
    """Return the SHA-256 of the line of the game and the lines of its entries."""
    found = sha256()
    for one in lines:
        found.update(one.encode("ascii") + b"\n")
    return found.hexdigest()


def is_changed(found: Mapping[str, Any], of: str = "game") -> bool | None:
    """True if the game or campaign or its entries differ from the exported ones; None if there is no checksum."""
    there = found.get("checksum")
    return None if there is None else checksum(map(line, [found[of], *found["entries"]])) != there


def rule_files(found: Mapping[str, Any]) -> tuple[bytes, ...]:
    """Return the files of the rule system in a file, bases first; none without one, an empty one if it is no text."""
    if found.get("rules") is None:
        return ()
    bases = found.get("bases", [])
    given = [*(cast("list[Any]", bases) if isinstance(bases, list) else [None]), found["rules"]]
    return tuple(one.encode() if isinstance(one, str) else b"" for one in given)


def file_content(
    game: Mapping[str, Any],
    entries: Sequence[str],
    fairness: FairnessReport | None = None,
    rules: Sequence[bytes] = (),
    of: str = "game",
) -> bytes:
    """Return the file of a game or campaign, from entries written by `line` and the files of its rule system."""
    head, out = line(game), io.BytesIO()
    out.write(f'{{"format":"adjutant-{of}","version":{VERSION},\n"{of}":{head},\n"entries":['.encode("ascii"))
    for nth, entry in enumerate(entries):  # one by one: joining millions of characters at once would block the bot
        out.write((",\n" if nth else "\n").encode("ascii") + entry.encode("ascii"))
    proof = f'"fairness":{line(fairness.model_dump(mode="json"))},\n' if fairness is not None else ""
    *bases, own = [one.decode() for one in rules] or [None]
    proof += f'"rules":{line(own)},\n' if own is not None else ""
    proof += f'"bases":{line(bases)},\n' if bases else ""
    out.write(f'],\n{proof}"checksum":"{checksum([head, *entries])}"}}\n'.encode("ascii"))
    return out.getvalue()
