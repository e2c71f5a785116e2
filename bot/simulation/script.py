"""Scripted battles: the language they are written in.

    # A remark, which the reader sees too.
    bot throws 5 2 6 4
    Ann: /fire attacker:Marines target:Militia distance:10 dice:5 2 6 4
    Ann clicks Fire anyway
    Bob picks suppress first
    Ann fills in 5 2 6 4 | | side

The bot's next dice show the faces given for it; when they run out, it throws its own. A button, a choice or a form is
the last one of that name that the player sees. Indented lines are not script: they are what the bot said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.errors import AppError


class ScriptError(AppError):
    """A script that cannot be played: the line, and what is wrong with it."""


class Remark(NamedTuple):
    text: str


class Throws(NamedTuple):
    """Faces for the bot's next dice."""

    faces: tuple[int, ...]


class Typed(NamedTuple):
    """A slash command, as typed after the stroke."""

    who: str
    text: str


class Did(NamedTuple):
    """A button clicked, a choice picked or a form filled in."""

    who: str
    verb: str
    text: str


Step = Remark | Throws | Typed | Did
VERBS = ("clicks", "picks", "fills in")
_TYPED = re.compile(r"(\w+): /(.+)")
_DID = re.compile(rf"(\w+) ({'|'.join(VERBS)}) (.+)")
_THROWS = re.compile(r"bot throws ([0-9 ]+)")


def script(text: str) -> list[tuple[str, Step]]:
    """Each line with what it means; raises ScriptError. What the bot said in a transcript is passed over."""
    lines = [line.rstrip() for line in text.splitlines()]
    return [(line, _step(line)) for line in lines if line and not line.startswith(" ")]


def _step(line: str) -> Step:
    if line.startswith("#"):
        return Remark(line.lstrip("# "))
    if found := _THROWS.fullmatch(line):
        return Throws(tuple(map(int, found[1].split())))
    if found := _TYPED.fullmatch(line):
        return Typed(found[1], found[2])
    if found := _DID.fullmatch(line):
        return Did(found[1], found[2], found[3])
    raise ScriptError(f"{line!r} is none of: # remark, bot throws 5 2, Name: /command option:value, Name clicks Button")


def players(steps: Iterable[tuple[str, Step]]) -> list[str]:
    """Who plays, in the order of their first words."""
    return list(dict.fromkeys(step.who for _, step in steps if isinstance(step, Typed | Did)))


def parted(text: str, commands: Mapping[str, Iterable[str]]) -> tuple[str, dict[str, str]]:
    """A typed command as its name and its options; `commands` has the options of each. Raises ScriptError."""
    name = max((name for name in commands if f"{text} ".startswith(f"{name} ")), key=len, default=None)
    if name is None:
        raise ScriptError(f"there is no command /{text}")
    options = "|".join(map(re.escape, commands[name])) or "(?!)"
    pieces = re.split(rf"(?:^|\s)({options}):", text[len(name) :])
    if pieces[0].strip():
        raise ScriptError(f"/{name} has no option {pieces[0].strip()!r}")
    return name, {option: value.strip() for option, value in zip(pieces[1::2], pieces[2::2], strict=True)}
