"""Sentences of a system file: their conditions, and the values in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from string import Formatter
from typing import Any

from rules.files.action_shape import ActionRow, PhraseRow, SayRow
from rules.files.expressions import Expression, Names, Phrase
from rules.files.faults import Faults, filled, values_in
from rules.files.source import Path
from rules.kernel.text import NOTHING, Joined, Term, Text, Value, counted


@dataclass(frozen=True, eq=False)
class SaySpec:
    """A sentence or phrase with its condition, if it has one, and its own values by name."""

    said: str
    when: Expression | None
    values: Mapping[str, Expression | tuple[SaySpec, ...]]
    go_on: bool = False
    quiet: bool = False

    @property
    def number(self) -> Expression | None:
        """Its value, if it has only one and no phrases."""
        own = [*self.values.values()]
        return own[0] if len(own) == 1 and isinstance(own[0], Expression) else None

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """All its texts, with those of its phrases."""
        return self.said, *(part.said for one in self.values.values() if isinstance(one, tuple) for part in one)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in its texts."""
        return frozenset(name for text in self.texts for name in values_in(text))

    def applies(self, scope: Mapping[str, Any]) -> bool:
        return self.when is None or bool(self.when(scope))

    def text(self, scope: Mapping[str, Any], values: Mapping[str, Value], words: Mapping[str, str]) -> Text:
        """Return the sentence with these values and its own; `words` are those of counted numbers."""
        own: dict[str, Value] = {}
        for name, one in self.values.items():
            if isinstance(one, Expression):
                own |= said_values({name: one}, scope, words)
            else:
                own[name] = Joined([part.text(scope, values, words) for part in one if part.applies(scope)], ", ")
        return filled(self.said, {**values, **own})


def said_values(
    values: Mapping[str, Expression], scope: Mapping[str, Any], words: Mapping[str, str]
) -> dict[str, Value]:
    """Return the values of expressions in a text: numbers with their words, codes as terms, phrases as they are."""
    found: dict[str, Value] = {}
    for name, one in values.items():
        value = one.value(scope)
        if one.is_word:
            found[name] = NOTHING if not value else Text(value) if isinstance(one.kind, Phrase) else Term(value)
        else:
            found[name] = _with_word(name, value, words)
    return found


def with_words(values: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any]:
    """Return values by name, counted numbers as "1 hit", "4 hits" or "no hits"."""
    return {name: _with_word(name, value, words) for name, value in values.items()}


def _with_word(name: str, value: Any, words: Mapping[str, str]) -> Any:
    if name not in words or not isinstance(value, int):
        return value
    one, _, many = words[name].partition("|")
    return counted(value, one, many)


def values_of(scope: Mapping[str, Any], names: Iterable[str], words: Mapping[str, str]) -> dict[str, Any]:
    """Return those of the names that are numbers or words in a scope, as values of a text."""
    found = {name: scope[name] for name in names if isinstance(scope.get(name), int | Decimal | str)}
    return with_words({name: Term(one) if isinstance(one, str) else one for name, one in found.items()}, words)


def first_that_apply(sentences: Sequence[SaySpec], scope: Mapping[str, Any]) -> Iterator[SaySpec]:
    """Yield the first sentence that applies, and the next ones while they go on."""
    for one in sentences:
        if one.applies(scope):
            yield one
            if not one.go_on:
                return


def compile_sentences(
    rows: Sequence[SayRow | PhraseRow],
    path: Path,
    names: Names,
    fills: Iterable[str],
    words: Mapping[str, str],
    faults: Faults,
) -> Iterator[SaySpec]:
    """Compile sentences that may use the `names` in their conditions and values, and these `fills` as values."""
    fills = tuple(fills)
    for at, row in enumerate(rows):
        # A list with one sentence is written without brackets.
        place = (*path, at) if (*path, at, "say") in faults.source.lines or len(rows) > 1 else path
        when = faults.compile_formula((*place, "when"), row.when or None, names, "flag")
        known: dict[str, Expression | tuple[SaySpec, ...]] = {}
        for name, one in row.values.items():
            if isinstance(one, tuple):
                known[name] = tuple(
                    compile_sentences(one, (*place, "with", name), names, (*fills, *row.values), words, faults)
                )
            elif (value := faults.compile_formula((*place, "with", name), one, names, "any")) is not None:
                known[name] = value
            fault = Text('the sentence does not have "{braces}": use it, or remove it', braces=f"{{{name}}}")
            faults.add_if(f"{{{name}" not in row.say, (*place, "with", name), fault)
        said = (*place, "say") if row.when or row.values else place
        faults.check_braces(said, row.say, (*fills, *row.values))
        with suppress(ValueError):  # an open brace, noted already
            for name in (name for _, name, spec, _ in Formatter().parse(row.say) if name and spec):
                fault = Text('"{name}" has its words under counted: write {braces}', name=name, braces=f"{{{name}}}")
                faults.add_if(name in words, place, fault)
        if (when is not None or not row.when) and len(known) == len(row.values):
            flags = (row.go_on, row.quiet) if isinstance(row, SayRow) else ()
            yield SaySpec(row.say, when, known, *flags)


def check_action_texts(
    path: Path, row: ActionRow, roles: Collection[str], results: Collection[str], faults: Faults
) -> None:
    """Note braces in the plain texts of an action without a value: of its units, or its results."""
    for part in ("title", "section", "rule"):
        faults.check_braces((*path, part), getattr(row, part))
    for part, values in (("headline", roles), ("doing", ())):
        faults.check_braces((*path, part), getattr(row, part) or "", values)
    for kind in ("refused", "warned"):
        for at, one in enumerate(getattr(row, kind)):
            faults.check_braces((*path, kind, at, "say"), one.say, roles)
    for at, step in enumerate(row.then):
        for part in ("passed", "failed", "question", "yes", "no"):
            if said := getattr(step, part):
                faults.check_braces((*path, "then", at, part), said, roles if step.choose else (*roles, *results))
        if step.further is not None and not row.inches:
            faults.add((*path, "then", at), Text("only a move goes further: give its length in inches"))
    for at, (why, _) in enumerate(row.inches):
        faults.check_braces((*path, "inches", at), why)
