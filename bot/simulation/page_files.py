"""The files of the pages of the local table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

_HERE = Path(__file__).with_name("page")
_NAMES = frozenset(one.name for one in _HERE.iterdir() if one.suffix in (".js", ".css", ".svg"))


def path(name: str) -> Path | None:
    """Return the path of the file with that name; None if no page needs it."""
    return _HERE / name if name in _NAMES else None


def index(title: str, words: Mapping[str, str], code: str, others: Mapping[str, str]) -> str:
    """Return a player's page, with its texts in their language, and the names of the `others` by code."""
    page = _text("index.html").replace("{title}", escape(title)).replace("{code}", escape(code))
    return page.replace("{words}", escape(json.dumps({**words, "languages": others}, ensure_ascii=False)))


def screen(code: str) -> str:
    """Return the page of the table screen."""
    return _text("screen.html").replace("{code}", escape(code))


def missing_address_page() -> str:
    """Return the page for requests without an address."""
    return _text("lost.html")


@cache
def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
