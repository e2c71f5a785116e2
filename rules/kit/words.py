"""A system's texts as rows of files, which `make texts` also reads.

The files are `topics.toml`, `states.toml`, and `summary.toml`, with the steps before the first turn, missing rules,
refusals and warnings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from rules.kernel.action import Clearing, SetupStep, State, Topic
from rules.kernel.facts import validate
from rules.kernel.rows import Row
from rules.kernel.text import NOTHING, Text

Words = Annotated[str, Field(min_length=1)]
FILES = ("topics", "states", "summary")


class _TopicRow(Row):
    title: Words
    section: Words
    text: Words
    rulings: tuple[str, ...] = ()

    def topic(self) -> Topic:
        return Topic(Text(self.title), self.section, Text(self.text), self.rulings)


class _StateRow(Row):
    set_by: Words
    cleared_by: tuple[Clearing, ...]
    effect: Words
    holds: Literal["flag", "count", "word", "unit", "words"] = "flag"
    marker: bool = False
    quiet: bool = False
    harm: bool = False
    spent: bool = False
    lasting: tuple[str, ...] = ()
    living: bool = False
    goes_with: str = ""
    says: dict[str, Words] = Field(default_factory=dict[str, Words])
    ends: str = ""
    alone: str = ""
    with_units: str = ""
    turns: bool = False
    figures: bool = False
    kinds: tuple[str, ...] = ()

    def state(self, name: str) -> State:
        texts = {name: getattr(self, name) for name in _OF_STATES}
        values: dict[str, Any] = dict(self) | {of: Text(text) if text else NOTHING for of, text in texts.items()}
        values["says"] = {word: Text(text) for word, text in self.says.items()}
        return State(name=name, **values)


class _StepRow(Row):
    key: str
    text: Words
    command: str = ""
    waits: str = ""

    def step(self) -> SetupStep:
        return SetupStep(self.key, Text(self.text), self.command, self.waits)


class _SummaryRow(Row):
    setup: tuple[_StepRow, ...] = ()
    absent: dict[str, Words] = Field(default_factory=dict[str, Words])
    refused: tuple[Words, ...] = ()
    warned: tuple[Words, ...] = ()


class _Files(Row):
    topics: dict[str, _TopicRow] = Field(default_factory=dict[str, _TopicRow])
    states: dict[str, _StateRow] = Field(default_factory=dict[str, _StateRow])
    summary: _SummaryRow = _SummaryRow()


class FileWords(NamedTuple):
    """The fields of a system that come from its text files."""

    topics: Mapping[str, Topic]
    states: Mapping[str, State]
    setup: tuple[SetupStep, ...]
    absent: Mapping[str, Text]
    refused: tuple[Text, ...]
    warned: tuple[Text, ...]


def file_words(tables: Mapping[str, object]) -> tuple[FileWords, dict[str, object]]:
    """Return the content of the text files among these, and the other tables; raise BadFacts for a faulty row."""
    files = validate(_Files, {name: tables[name] for name in FILES if name in tables})
    summary = files.summary
    words = FileWords(
        {key: row.topic() for key, row in files.topics.items()},
        {key: row.state(key) for key, row in files.states.items()},
        tuple(row.step() for row in summary.setup),
        {command: Text(text) for command, text in summary.absent.items()},
        tuple(map(Text, summary.refused)),
        tuple(map(Text, summary.warned)),
    )
    return words, {name: table for name, table in tables.items() if name not in FILES}


_OF_STATES = ("set_by", "effect", "ends", "alone", "with_units")
_SPOKEN = frozenset(("title", "text", "says", "absent", "refused", "warned", *_OF_STATES))


def spoken_rows(rows: Mapping[str, Any] | Sequence[Any] | bool, is_spoken: bool = False) -> Iterator[str]:
    """Yield the texts of rows that players read: those with such a name, and everything within them."""
    if isinstance(rows, str):
        yield from (rows,) if is_spoken else ()
    elif isinstance(rows, Mapping):
        for name, row in rows.items():
            yield from spoken_rows(row, is_spoken or name in _SPOKEN)
    elif isinstance(rows, Sequence):
        for row in rows:
            yield from spoken_rows(row, is_spoken)
