"""Commands that a message names as mentions, which a click puts into the box where commands are typed."""

from __future__ import annotations

import re
from collections.abc import Mapping

_FENCE = "```"
_NAMED = re.compile(r"(?<![\\`])`/[^`\n]+`(?!`)")
"""A command as code, with what is given with it; where people typed such a thing its signs are escaped."""
_MOST_WORDS = 3


def with_mentions(text: str, commands: Mapping[str, int]) -> str:
    """The text with every command whose id is known as a mention; what is given with it stays code.

    Blocks of code stay as they are, as nothing in them can be clicked.
    """
    if not commands or "`/" not in text:
        return text
    parts = text.split(_FENCE)
    return _FENCE.join(
        part if at % 2 else _NAMED.sub(lambda found: _mention(found, commands), part) for at, part in enumerate(parts)
    )


def _mention(found: re.Match[str], commands: Mapping[str, int]) -> str:
    words = found[0][2:-1].split(" ")
    for length in range(min(_MOST_WORDS, len(words)), 0, -1):
        name, rest = " ".join(words[:length]), " ".join(words[length:])
        if name in commands:
            mention = f"</{name}:{commands[name]}>"
            return f"{mention} `{rest}`" if rest else mention
    return found[0]
