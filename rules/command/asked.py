"""Rows of facts that only players see: each row describes a situation, a number in a form, and a fact.

An order lists its rows in `situation_rows`. A row gives the choices of the option `situation`, the offer of a form
for known units and targets, and with `Order.asked_facts` the field of the facts that it sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.kernel.facts import Choice, Facts, Numbered
from rules.kernel.request import Request
from rules.kernel.text import Text


def is_always_asked(order: Any, n: int) -> bool:
    return True


@dataclass(frozen=True)
class SituationRow:
    """A situation by its `code`, and the `field` of the facts that it sets to this `value`.

    With `numbers` it is typed as `code=n`: `label` is then called with each number, the field gets the typed number,
    and `form` is the title and the hint of its field in a form. With `lengths` the numbers are inches. `applies` gets
    the order, once units are named, and the number, 0 if there is none.
    """

    code: str
    label: Text | Callable[[int], Text]
    field: str = ""
    value: object = True
    applies: Callable[[Any, int], bool] = is_always_asked
    numbers: Sequence[int] = ()
    lengths: Sequence[int] = ()
    form: tuple[Text, Text] | None = None

    def choices(self) -> Iterable[Choice]:
        if isinstance(self.label, Text):
            yield Choice(self.code, self.label)
        else:
            for n in (*self.numbers, *self.lengths):
                yield Choice(f"{self.code}={n}", self.label(n), length=bool(self.lengths))

    def value_in(self, request: Request) -> object:
        """Return the value that a request gives the field; None if it does not mention it."""
        if self.lengths:
            return request.length(self.code)
        if self.numbers:
            n = request.number(self.code, -1)
            return None if n < 0 else n
        return self.value if request.has_situation(self.code) else None


def situation_choices(rows: Iterable[SituationRow]) -> tuple[Choice, ...]:
    return tuple(choice for row in rows for choice in row.choices())


def counts_of(rows: Iterable[SituationRow]) -> tuple[Numbered, ...]:
    return tuple(Numbered(row.code, *row.form) for row in rows if row.form)


def facts_of(rows: Iterable[SituationRow], request: Request, model: type[Facts]) -> dict[str, object]:
    """Return the fields of the facts that a request sets; raise RuleError for two situations that set the same one."""
    found: dict[str, object] = {}
    if not request.situation:
        return found
    of_model = [row for row in rows if row.field in model.model_fields]
    for field in dict.fromkeys(row.field for row in of_model):
        of_field = [row for row in of_model if row.field == field]
        request.single_situation([row.code for row in of_field])
        for row in of_field:
            if (value := row.value_in(request)) is not None:
                found[field] = value
    return found
