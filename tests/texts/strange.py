"""A language that no one speaks: every letter is put in fullwidth, so that a text that was never said stands out."""

from __future__ import annotations

import re

_LETTERS = {ord(letter): chr(ord(letter) + 0xFEE0) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}
_KEPT = re.compile(r"(`[^`]*`|\{[^{}]*\}|<[^<>]*>)")
"""Commands, the places of values, and Discord's own marks."""


class Strange:
    """Its catalogue."""

    def gettext(self, message: str, /) -> str:
        pieces = _KEPT.split(message)
        return "".join(piece if at % 2 else piece.translate(_LETTERS) for at, piece in enumerate(pieces))

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)
