"""Topics and states of a system as rows of files: `topics.toml` and `states.toml`, which `make texts` reads as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from rules.kernel.action import Clearing, State, Topic
from rules.kernel.facts import checked
from rules.kernel.text import NOTHING, Text

Words = Annotated[str, Field(min_length=1)]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _TopicRow(_Row):
    title: Words
    section: Words
    text: Words
    rulings: tuple[str, ...] = ()


class _StateRow(_Row):
    set_by: Words
    cleared_by: tuple[Clearing, ...]
    effect: Words
    holds: Literal["flag", "count", "word", "unit", "words"] = "flag"
    marker: bool = False
    quiet: bool = False
    harm: bool = False
    spent: bool = False
    living: bool = False
    goes_with: str = ""
    ends: str = ""


class _Files(_Row):
    topics: dict[str, _TopicRow]
    states: dict[str, _StateRow]


SPOKEN = ("title", "text", "set_by", "effect", "ends")
"""The fields of a row that are read by players."""


class FileWords(NamedTuple):
    """The topics and the states of a system, by name."""

    topics: Mapping[str, Topic]
    states: Mapping[str, State]


def file_words(topics: object, states: object) -> FileWords:
    """Return topics and states read from files; raise BadFacts for a faulty row."""
    found = checked(_Files, {"topics": topics, "states": states})
    return FileWords(
        {key: Topic(Text(row.title), row.section, Text(row.text), row.rulings) for key, row in found.topics.items()},
        {key: _state(key, row) for key, row in found.states.items()},
    )


def _state(name: str, row: _StateRow) -> State:
    flags = {"marker": row.marker, "quiet": row.quiet, "harm": row.harm, "spent": row.spent, "living": row.living}
    state = State(name, Text(row.set_by), row.cleared_by, Text(row.effect), row.holds)
    return state._replace(**flags, goes_with=row.goes_with, ends=Text(row.ends) if row.ends else NOTHING)
