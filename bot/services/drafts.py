"""What somebody typed into a form that had a fault, for when they correct it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

MOST = 1000
"""Forms that are kept; after a restart a form begins empty."""

Typed = Mapping[str, tuple[str, ...]]
"""The values of each field, by its id."""


class Drafts:
    """In memory only, by person and question."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Typed] = OrderedDict()

    def keep(self, person: str, question: str, typed: Typed) -> None:
        self._kept[person, question] = typed
        self._kept.move_to_end((person, question))
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def of(self, person: str, question: str) -> Typed:
        """What they typed last; nothing where there was no fault."""
        return self._kept.get((person, question), {})
