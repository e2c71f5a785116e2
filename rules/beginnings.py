"""What somebody means by the beginning of a word: enough of it to fit one only will do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")
_BETWEEN = re.compile(r"[\s_-]+")


def begins(said: str, known: Iterable[str]) -> list[str]:
    """Those that are meant: the one that is just that, else all that begin so; case and what stands between words
    do not matter.
    """
    bare, known = _bare(said), list(known)
    exact = [one for one in known if one == said] or [one for one in known if _bare(one) == bare]
    return exact or [one for one in known if bare and _bare(one).startswith(bare)]


def only(said: str, known: Iterable[str]) -> str | None:
    """The one that is meant, if it is one only."""
    found = begins(said, known)
    return found[0] if len(found) == 1 else None


def of_names(said: str, names: Mapping[str, T]) -> T | None:
    """What is meant, if it is one only: several names may lead to the same."""
    found = [names[one] for one in begins(said, names)]
    return found[0] if found and all(one == found[0] for one in found) else None


def _bare(words: str) -> str:
    return _BETWEEN.sub(" ", words).strip(" ").casefold()
