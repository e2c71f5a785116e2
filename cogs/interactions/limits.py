"""Discord's limits; `refusals.py` checks bodies against them, because discord.py checks few of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

CONTENT = 2000
FILES = 10
NONCE = 25
EMBEDS = 10
ALL_EMBEDS = 6000
"""Characters in all embeds of a message together."""
TITLE = 256
DESCRIPTION = 4096
FOOTER = 2048
AUTHOR = 256
EMBED_FIELDS = 25
EMBED_FIELD_NAME = 256
EMBED_FIELD_VALUE = 1024
CHOICES = 25
CHOICE = 100
COMMAND_DESCRIPTION = 100
MENU = 32
"""Characters of a command's name in the menu of a message."""
BUTTON_LABEL = 80
PLACEHOLDER = 150
BUTTONS = 25
"""Buttons under one message."""
ROW = 5
"""Buttons in a row; a menu takes a row for itself."""
ROWS = 5
CUSTOM_ID = 100
MODAL_TITLE = 45
MODAL_LABEL = 45
MODAL_FIELDS = 5
DESCRIPTION_OF_FIELD = 100
FIELD_PLACEHOLDER = 100
FIELD_TEXT = 4000
"""Characters that a field of a form accepts."""
TICKED = 10
"""Checkboxes or radio buttons of a form; files in a field."""
ALT_TEXT = 1024
MOST_PARTS = 3
"""A text that needs more messages than this becomes a file."""

_UNWRITABLE = re.compile("[\\x00\\ud800-\\udfff]")
"""Characters that no database accepts: NUL and lone surrogates."""

T = TypeVar("T")


def is_writable(text: str) -> bool:
    """True if a text from a client can be stored."""
    return not _UNWRITABLE.search(text)


def shorten(text: str, most: int) -> str:
    """Return the text, cut with an ellipsis if it is too long."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def control_label(text: str, most: int) -> str:
    """Return the text of a control, which may be neither blank nor too long."""
    return shorten(text, most) if text.strip() else "…"


def split_text(text: str, most: int = DESCRIPTION) -> list[str]:
    """Split the text into pieces of at most `most` characters, between lines if possible."""
    pieces: list[str] = []
    piece = ""
    for line in text.split("\n"):
        for bit in (line[at : at + most] for at in range(0, max(len(line), 1), most)):
            if piece and len(piece) + 1 + len(bit) > most:
                pieces.append(piece)
                piece = bit
            else:
                piece = f"{piece}\n{bit}" if piece else bit
    return [*pieces, piece] if piece or not pieces else pieces


def first_choices(found: Sequence[T]) -> list[T]:
    """Return the first suggestions, as many as Discord shows."""
    return list(found[:CHOICES])
