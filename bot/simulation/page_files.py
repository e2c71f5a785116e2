"""The files of the browser page: the simulator's own, adapted for players as they are served.

What is hidden, added and told beside them stands in `page/`; what must differ inside a file of the simulator's is a
piece of its text here, with what stands in its place. A piece that is not there any more is said at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

import simcord.preview

OURS: Mapping[str, str] = {"/table.js": "application/javascript", "/table.css": "text/css"}
_HERE = Path(__file__).with_name("page")
_SIMULATOR = Path(simcord.preview.__file__).parent
_HEAD = '<link rel="stylesheet" href="/table.css">\n    <script src="/table.js"></script>\n  </head>'
_SUGGESTED = """          } else if (option.autocomplete) {
            const current = String(field.value || "");
"""
_PICKED = """    if (event.key === "Enter") {
      if (popup && !popupElement().hidden && currentPopupOwner === event.target) {"""
_TAB = (
    '(event.key === "Tab" && !event.shiftKey && currentPopupOwner === event.target && suggestionListbox?.activeItem())'
)
_FOUND = """const next = optionsFor().find((candidate) => candidate.required && !valueExists(candidate));
    drafts.focus(next?.name || null);
    renderCompose({ focus: Boolean(next) });"""
_LEAVE = """    if (!next && document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    renderCompose"""
PIECES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "commands.js": (
        # A field asks for suggestions when it is entered, not only after the first letter.
        ("`OPTIONS MATCHING ${current.toUpperCase()}`", 'current ? `OPTIONS MATCHING ${current}` : "OPTIONS"'),
        (
            "`OPTIONS MATCHING ${input.value.toUpperCase()}`",
            'input.value ? `OPTIONS MATCHING ${input.value}` : "OPTIONS"',
        ),
        (_SUGGESTED, f"{_SUGGESTED}            queryAutocomplete(option, current);\n"),
        (
            '"Loading options failed" : "No options match"',
            '"Loading options failed" : autocomplete.state === "loading" ? "Looking …" : "No options match"',
        ),
        # It shows the name of what was picked, not its value.
        (
            'String(value?.raw ?? "");\n        const resize',
            'String(value?.label ?? value?.raw ?? "");\n        const resize',
        ),
        # What was picked is done with: Enter sends, and opens no list again.
        (_FOUND, _FOUND.replace("Boolean(next)", "true").replace("    renderCompose", _LEAVE)),
        # Enter sends a command that needs nothing more; Tab takes a suggestion, as in Discord.
        ("if (listItems.length) suggestion", "if (listItems.length && !optional) suggestion"),
        (_PICKED, _PICKED.replace('event.key === "Enter"', f'event.key === "Enter" || {_TAB}')),
    ),
}


def index(title: str) -> str:
    """The page itself, for whoever comes by the address of that title."""
    return _replaced(
        _replaced(text("index.html"), "<title>SimCord Preview</title>", f"<title>Adjutant · {escape(title)}</title>"),
        "</head>",
        _HEAD,
    )


def lost(text: str) -> str:
    """A page for whoever comes without an address."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Adjutant</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/table.css">'
        f'<script src="/table.js"></script></head><body class="lost"><p>{escape(text)}</p></body></html>'
    )


@cache
def text(name: str) -> str:
    """A file as it is served; raises LookupError where the simulator's is not the one that is known here."""
    if f"/{name}" in OURS:
        return (_HERE / name).read_text(encoding="utf-8")
    found = simulators(name).read_text(encoding="utf-8")
    for old, new in PIECES.get(name, ()):
        found = _replaced(found, old, new)
    return found


def _replaced(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise LookupError(f"the simulator's page has changed: there is no single {old[:60]!r} in it")
    return text.replace(old, new)


def simulators(name: str) -> Path:
    """Where a file of the simulator's is."""
    folder = _SIMULATOR if name == "protocol.schema.json" else _SIMULATOR / "static"
    return folder / name
