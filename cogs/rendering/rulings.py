"""The rulings that decided a result, on one line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cogs.rendering.text import Reader
from rules.kernel.facts import value_text
from rules.kernel.text import Joined, Term, Text


def rulings_line(words: Reader, rulings: Any, names: Iterable[str]) -> str:
    """Return the rulings that decided a result, with their values."""
    values = {name: value_text(type(rulings), getattr(rulings, name), name) for name in names}
    found = {name: Text("{value} ({name})", name=Term(name), value=value) for name, value in values.items()}
    fields = type(rulings).model_fields
    agreed = [said for name, said in found.items() if getattr(rulings, name) != fields[name].default]
    usual = [said for name, said in found.items() if getattr(rulings, name) == fields[name].default]
    lines = [words.say("You agreed: {rulings}", rulings=Joined(agreed, ", "))] if agreed else []
    lines += [words.say("As usual: {rulings}", rulings=Joined(usual, ", "))] if usual else []
    return " · ".join(lines)
