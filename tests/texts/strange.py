"""An artificial language: every letter is replaced by its fullwidth form, so that untranslated text is visible."""

from __future__ import annotations

import re

from data import SYSTEMS
from data.files import sample_forces
from data.texts import Language
from rules.kernel.wording import CHOICE

_LETTERS = {ord(letter): chr(ord(letter) + 0xFEE0) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}
_KEPT = re.compile(r"(`[^`]*`|\{[^{}]*\}|<[^<>]*>)")
"""Commands, placeholders, and Discord's own marks."""


def _keep_placeholder(piece: str) -> str:
    """Return a placeholder as it is, but a choice of words in this language: "{n:wound|wounds}"."""
    name, _, words = piece.partition(":")
    return f"{name}:{words.translate(_LETTERS)}" if CHOICE.fullmatch(words.removesuffix("}")) else piece


class Strange:
    """Its catalogue; `asked` are all texts that were looked up."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def gettext(self, message: str, /) -> str:
        self.asked.add(message)
        pieces = _KEPT.split(message)
        return "".join(
            _keep_placeholder(piece) if at % 2 else piece.translate(_LETTERS) for at, piece in enumerate(pieces)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        self.asked |= {msgid1, msgid2}
        return self.gettext(msgid1 if n == 1 else msgid2)


ASKED = Strange()
STRANGE = Language("ja", ASKED)
"""Lists are formatted as in Japanese, without Latin letters."""

_WORD = re.compile(r"[A-Za-z]{2,}")
_QUOTED = re.compile(
    r"`[^`]*`|<[^<>]*>|\(https:[^()]*\)|\([0-9a-f]{8}\)"
    r"|^(?:Ｒｕｌｅ|Ｒｅａｓｏｎ): .*| \([A-Z][^()]*\)\.?$| edition$| › .*$",
    re.MULTILINE,
)
"""Commands, addresses, fingerprints, players' texts, and section names of rule books."""


def _names() -> set[str]:
    """Return the players' names for games, sides, units and themselves, which are not translated."""
    forces = [force for system in SYSTEMS for force in sample_forces(system.key).values()]
    found = {str(unit["name"]) for force in forces for unit in force.units if "name" in unit}
    found |= {unit.name for system in SYSTEMS for unit in system.units.values()} | {force.name for force in forces}
    return found | {system.name for system in SYSTEMS} | {"Red", "Blue", "Ann", "Bob", "Cyd", "FUBAR"}


_NAMES = re.compile("|".join(rf"\b{re.escape(name)}s?\b" for name in sorted(_names(), key=len, reverse=True)))
_SHORTENED = re.compile(r"\b([A-Z][\w ]*)… ([\w ]*\w)")
"""A name without its middle, as the reports shorten it for a phone."""


def _name_to_nothing(found: re.Match[str]) -> str:
    """Return nothing for a shortened name of a unit, else the words themselves."""
    start, end = found.groups()
    return "" if any(name.startswith(start) and name.endswith(f" {end}") for name in _names()) else found[0]


def english(said: str) -> set[str]:
    """Return our own words that are still English, without commands, names and sections of rule books."""
    own = _SHORTENED.sub(_name_to_nothing, _QUOTED.sub("", said.replace("__", "")))
    return set(_WORD.findall(_NAMES.sub("", own)))
