"""A whole game as a file: JSON that this bot, or another one, takes back. Its schema is made from what stands here.

The file has one entry a line. `checksum` is the SHA-256 of the lines of the game and of its entries: a file that was
cut, or in which a face was changed, does not match it. What proves the dice is `fairness`, not this.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.services.record.fairness import FairnessReport
from bot.store.tables import Battle, State
from rules.game.entry import Entry
from rules.kernel.lengths import Units

FORMAT: Literal["adjutant-game"] = "adjutant-game"
VERSION: Literal[1] = 1
SCHEMA = "data/exports/game.schema.json"
"""Where the schema is kept; a test writes it anew."""


class GameInfo(BaseModel):
    """What was agreed of a game: all but its entries. Times are seconds since 1970, ids those of Discord.

    `number` is that of the last entry, `version` that of the rule system. Where players are left out, so are the ids
    of server and channel, and `started_by` is "Player 1" or the like.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

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
    def of(cls, battle: Battle) -> GameInfo:
        return cls.model_validate(battle.model_dump())


class GameFile(BaseModel):
    """A game of Adjutant, complete: importing it gives an equal game. Questions that are open are not part of it."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="A game of Adjutant")

    format: Literal["adjutant-game"]
    version: Literal[1]
    game: GameInfo
    entries: tuple[Entry, ...]
    fairness: FairnessReport | None = None
    checksum: str = Field(pattern="^[0-9a-f]{64}$")


def schema() -> str:
    """The schema as it is kept in `SCHEMA`."""
    found = GameFile.model_json_schema(mode="validation")
    return json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **found}, indent=1) + "\n"


def line(part: Any) -> str:
    """A part of a file as it is written, always in the same way; every letter beyond ASCII by its number, so that
    none does anything in a terminal or an editor.
    """
    return json.dumps(part, sort_keys=True, separators=(",", ":"))


def checksum(lines: Iterable[str]) -> str:
    """Of the line of the game and the lines of its entries."""
    found = sha256()
    for one in lines:
        found.update(one.encode("ascii") + b"\n")
    return found.hexdigest()


def changed_since(found: Mapping[str, Any]) -> bool | None:
    """Whether the game or its entries are others than those that were exported; None where there is no checksum."""
    there = found.get("checksum")
    return None if there is None else checksum(map(line, [found["game"], *found["entries"]])) != there


def written(game: Mapping[str, Any], entries: Sequence[str], fairness: FairnessReport | None = None) -> bytes:
    """The file, with the entries as they came out of `line`."""
    head, out = line(game), io.BytesIO()
    out.write(f'{{"format":"{FORMAT}","version":{VERSION},\n"game":{head},\n"entries":['.encode("ascii"))
    for nth, entry in enumerate(entries):  # one by one: to put millions of letters together at once holds everybody up
        out.write((",\n" if nth else "\n").encode("ascii") + entry.encode("ascii"))
    proof = f'"fairness":{line(fairness.model_dump(mode="json"))},\n' if fairness is not None else ""
    out.write(f'],\n{proof}"checksum":"{checksum([head, *entries])}"}}\n'.encode("ascii"))
    return out.getvalue()
