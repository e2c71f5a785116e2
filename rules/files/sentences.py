"""Sentences of a system file: their conditions, and the numbers in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any

from rules.files.action_shape import ActionRow, SayRow
from rules.files.expressions import Expression, Names
from rules.files.faults import Faults, filled
from rules.files.source import Path
from rules.kernel.text import Text, Value, counted


@dataclass(frozen=True, eq=False)
class SaySpec:
    """A sentence with its condition, if it has one, and its own numbers by name."""

    said: str
    when: Expression | None
    values: Mapping[str, Expression]

    @property
    def expressions(self) -> tuple[Expression, ...]:
        return (*((self.when,) if self.when else ()), *self.values.values())

    def applies(self, scope: Mapping[str, Any]) -> bool:
        return self.when is None or bool(self.when(scope))

    def text(self, scope: Mapping[str, Any], values: Mapping[str, Value], words: Mapping[str, str]) -> Text:
        """Return the sentence with these values and its own numbers; `words` are those of counted numbers."""
        own = {name: one.number(scope) for name, one in self.values.items()}
        return filled(self.said, {**values, **with_words(own, words)})


def with_words(numbers: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any]:
    """Return numbers by name, those with words of their own as "1 hit", "4 hits" or "no hits"."""
    found = dict(numbers)
    for name, n in numbers.items():
        if name in words and isinstance(n, int):
            one, _, many = words[name].partition("|")
            found[name] = counted(n, one, many)
    return found


def compile_sentences(
    rows: Sequence[SayRow], path: Path, names: Names, fills: Iterable[str], words: Mapping[str, str], faults: Faults
) -> Iterator[SaySpec]:
    """Compile sentences that may use the `names` in their conditions and numbers, and these `fills` as values."""
    fills = tuple(fills)
    for at, row in enumerate(rows):
        # A list with one sentence is written without brackets.
        place = (*path, at) if (*path, at, "say") in faults.source.lines or len(rows) > 1 else path
        when = faults.compile_formula((*place, "when"), row.when, names, "flag") if row.when else None
        values = {name: faults.compile_formula((*place, "with", name), one, names) for name, one in row.values.items()}
        faults.check_braces((*place, "say") if row.when or row.values else place, row.say, (*fills, *values))
        for name in values:
            fault = Text('the sentence does not have "{braces}": use it, or remove it', braces=f"{{{name}}}")
            faults.add_if(f"{{{name}" not in row.say, (*place, "with", name), fault)
        for name in _with_choice(row.say):
            fault = Text('"{name}" has its words under counted: write {braces}', name=name, braces=f"{{{name}}}")
            faults.add_if(name in words, place, fault)
        known = {name: one for name, one in values.items() if one is not None}
        if (when is not None or not row.when) and len(known) == len(values):
            yield SaySpec(row.say, when, known)


def _with_choice(said: str) -> Iterator[str]:
    """Yield the names in a text that choose between a word for one and a word for more."""
    try:
        yield from (name for _, name, spec, _ in Formatter().parse(said) if name and spec)
    except ValueError:  # noted already
        return


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
