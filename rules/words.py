"""Small turns of phrase that every system's sentences share."""

from __future__ import annotations

_SHORT_FORMS = {"lmg", "hmg", "mg", "smg", "saw", "rpg", "at", "ifv", "apc", "hp"}


def spoken(code: str) -> str:
    """A code as people say it: `heavy_mg` becomes "heavy MG"."""
    words = code.replace("_", " ").split(" ")
    return " ".join(word.upper() if word in _SHORT_FORMS else word for word in words)


def several(n: int, thing: str) -> str:
    """ "1 LMG", "4 infantry rifles"; what already ends in s stays as it is."""
    return f"{n} {thing}" if n == 1 or thing.endswith("s") else f"{n} {thing}s"


def counted(n: int, one: str, many: str | None = None) -> str:
    """ "1 hit", "4 hits", "no hits"."""
    return f"{n or 'no'} {one if n == 1 else many or one + 's'}"


def listed(parts: list[str] | tuple[str, ...], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
