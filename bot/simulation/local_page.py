# pyright: reportPrivateUsage=false
"""The browser page of the local table: its files, its clock, and commands typed or pasted as messages."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import simcord.preview
from simcord.enums import ComponentType
from simcord.preview import _action_plans as plans
from simcord.preview import _commands as catalogue
from simcord.preview import _component_projection as projection
from simcord.preview import _markdown as markdown

from bot.simulation.addresses import VISIT, Door
from bot.simulation.environment import SetupError, SimulatedTable
from bot.simulation.script import ScriptError, parted
from rules.kernel.text import Joined, Text, Typed

LOG = logging.getLogger(__name__)

if TYPE_CHECKING:
    from simcord.preview import Preview


# A command line that was typed or pasted into the local table as a message, as Discord would take it.

Known = Mapping[str, Mapping[str, str]]
"""The ids of users and channels by name, under `user` and `channel`."""
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def is_command(text: str) -> bool:
    return any(line.startswith("/") for line in _lines(text)[:1])


def _lines(text: str) -> list[str]:
    """The lines that say something: a script's remarks are often pasted with its commands."""
    return [bare for line in text.splitlines() if (bare := line.strip()) and not bare.startswith("#")]


def command_of(text: str, entries: Sequence[Mapping[str, Any]], known: Known) -> dict[str, Any]:
    """What the page would send if the command had been picked from its list.

    `entries` are the commands of its catalogue. Raises ScriptError with what is wrong.
    """
    lines = _lines(text)
    if sum(map(is_command, lines)) > 1:
        raise ScriptError(Text("One command at a time, please: each line that begins with / is one."))
    line = " ".join(lines).removeprefix("/").strip()
    entry = _entry(line, entries)
    options = {one["name"]: one for one in entry["options"]}
    _, given = parted(_with_first(line, entry), {entry["invocation"]: options})
    values = {name: _value(options[name], value, known) for name, value in given.items() if value}
    missing = [name for name, one in options.items() if one["required"] and name not in values]
    if missing:
        needed = " ".join(f"{name}:…" for name in missing)
        raise ScriptError(Text("/{command} needs {needed} too.", command=entry["invocation"], needed=needed))
    return {
        "command_id": entry["commandId"],
        "path": entry["path"],
        "schema_fingerprint": entry["schemaFingerprint"],
        "options": values,
    }


def _entry(line: str, entries: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The command that a line begins with."""
    fitting = [one for one in entries if f"{line} ".startswith(f"{one['invocation']} ")]
    if fitting:
        return max(fitting, key=lambda one: len(one["invocation"]))
    names = [one["invocation"] for one in entries]
    typed = " ".join(word for word in line.split()[:2] if ":" not in word)
    near = get_close_matches(typed, names, n=1) or get_close_matches(typed.split(" ")[0], names, n=1)
    if near:
        raise ScriptError(Text("There is no command /{typed}. Did you mean /{near}?", typed=typed, near=near[0]))
    raise ScriptError(Text("There is no command /{typed}. Type / for the list.", typed=typed))


def _with_first(line: str, entry: Mapping[str, Any]) -> str:
    """A line whose first words are named, where they can only be the first thing that the command needs."""
    name, options = entry["invocation"], entry["options"]
    rest = line.removeprefix(name).strip()
    named = re.match(rf"(?:{'|'.join(re.escape(one['name']) for one in options) or '(?!)'}):", rest)
    first = options[0]["name"] if options and options[0]["required"] else None
    return line if not rest or named or first is None else f"{name} {first}:{rest}"


def _value(option: Mapping[str, Any], text: str, known: Known) -> Any:
    kind, name = option["type"], option["name"]
    if kind == "boolean":
        return _one_of(name, text, {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}, ("True", "False"))
    if kind in known:
        people = known[kind]
        return _one_of(name, text.lstrip("@#"), people, people)
    if kind == "attachment":
        raise ScriptError(
            Text("A file cannot be typed: choose the command from the list, and its {option} there.", option=name)
        )
    choices = option["choices"]
    if choices and not option["autocomplete"]:
        values = {str(one[part]): one["value"] for part in ("name", "value") for one in choices}
        return str(_one_of(name, text, values, [str(one["name"]) for one in choices]))
    return text


def _one_of(name: str, text: str, values: Mapping[str, Any], shown: Iterable[str]) -> Any:
    """What a text names, in whatever letters, or by a beginning that only one has."""
    bare = text.casefold()
    exact = [value for key, value in values.items() if key.casefold() == bare]
    begun = {value for key, value in values.items() if key.casefold().startswith(bare)}
    if exact or len(begun) == 1:
        return exact[0] if exact else begun.pop()
    raise ScriptError(
        Text(
            "{typed} is not known; there is {names}.", typed=f"{name}:{text}", names=Joined([*map(Typed, shown)], ", ")
        )
    )


# The page, in step with the real clock.

TICK = 0.5
"""Seconds between two looks at the real clock."""
_NOT_HERE = ("close",)
"""What the simulator's page could do and a player's may not: the table is closed where it was opened."""


class Page:
    """The page of the simulated Discord. It does one thing at a time: a click in a tick of the clock waits for it."""

    def __init__(self, place: SimulatedTable, preview: Preview) -> None:
        self.preview, self._env, self._place = preview, place.env, place
        self._lock = asyncio.Lock()
        self._newest: dict[str, int | None] = {}
        self._act, self._draw = preview._action, preview._publish
        preview._action, preview._publish = self._action, self._publish

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._lock:
            page = self.preview._pages.get(context_id or "")
            if page is not None and (visit := VISIT.get()) and page.viewer not in visit.door.viewers:
                # It may have changed hands while this request waited for the lock, or sent its body.
                return self._not_done(page, body)
            if page is not None and body and "published_revision" in body:
                # A click on a page that a tick has just redrawn would be dropped without a word.
                body = {**body, "published_revision": page.revision}
            if page is not None and (refused := self._refused(page, body)):
                return refused
            self.preview._advance_presentation_time()
            happened = len(self._env.backend.transcript)
            try:
                return await self._done(context_id, page, body)
            finally:
                if len(self._env.backend.transcript) != happened:
                    self._show(but=context_id)

    def _refused(self, page: Any, body: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the refusal of what the door does not allow; None if it may be done."""
        visit, kind = VISIT.get(), body.get("kind")
        if kind in _NOT_HERE or (kind == "viewer" and not (visit and _may_become(visit.door, body.get("viewer_id")))):
            return self._not_done(page, body)
        return None

    async def _done(self, context_id: str | None, page: Any, body: Mapping[str, Any]) -> dict[str, Any]:
        """What was asked for; a message that is a command line is that command."""
        typed = body.get("kind") == "send_message" and is_command(str(body.get("content")))
        if page is None or not typed:
            return await self._act(context_id, body)
        try:
            command = command_of(str(body["content"]), page.command_catalog.get("entries", ()), self._known())
        except ScriptError as error:
            _tell(await self._worded(error.text))
            return self._not_done(page, body)
        found = await self._act(context_id, {**body, **command, "kind": "run_command"})
        if found["rejected"]:
            _tell(" ".join(one["message"] for one in found["diagnostics"]))
        return found

    async def _worded(self, text: Text) -> str:
        """A text in the language of the table."""
        bot: Any = self._env.bot
        return await bot.get_cog("TableScreen").worded(str(self._place.channel.id), text)

    def _not_done(self, page: Any, body: Mapping[str, Any]) -> dict[str, Any]:
        request, sequence = body.get("request_id"), body.get("sequence")
        return self.preview._reject(page, "validation-failed", request_id=request, sequence=sequence)

    def _known(self) -> dict[str, dict[str, str]]:
        """People and channels that a command line can name."""
        users = {name: str(one.id) for name, one in self._place.people.items()}
        return {"user": users, "channel": {str(self._place.channel.name): str(self._place.channel.id)}}

    def _publish(self, page: Any, *, reason: Any = "action") -> None:
        """Draw a page; one that has something new scrolls to it, as in Discord."""
        newest = self.preview._initial_target(page.viewer, page.channel_id)
        if newest != self._newest.get(page.id):
            self._newest[page.id] = page.target_id = page.window_end_id = newest
        self._draw(page, reason=reason)

    def _show(self, but: str | None) -> None:
        """Redraw the pages of the others; nobody else does after every kind of action."""
        for page in tuple(self.preview._pages.values()):
            if page.id != but:
                self.preview._publish(page, reason="action")

    async def keep_time(self) -> None:
        """Drive the simulated clock from the real one, for deadlines and timers; runs until it is cancelled."""
        while True:
            await asyncio.sleep(TICK)
            async with self._lock:
                try:
                    await self._tick()
                except (SetupError, TimeoutError) as error:
                    LOG.warning("the clock of the local table stumbled: %s", error)

    async def _tick(self) -> None:
        backend = self._env.backend
        behind = (datetime.now(UTC) - self._env.now()).total_seconds()
        happened = len(backend.transcript)
        if behind > 0:
            await self._env.advance_time(behind)
        if len(backend.transcript) != happened:
            await self.preview.refresh()
        # All of these grow for ever otherwise.
        self._newest = {id: newest for id, newest in self._newest.items() if id in self.preview._pages}
        backend.transcript.clear()
        backend.http_requests.clear()


def _may_become(door: Door, viewer: object) -> bool:
    """True if a door that speaks for several may speak for this one; ids are compared as numbers, not as texts."""
    try:
        return len(door.viewers) > 1 and int(str(viewer)) in {one.id for one in door.viewers}
    except ValueError:
        return False


def _tell(text: str) -> None:
    """Say something to whoever sent the request that is being carried out, beside its answer."""
    if visit := VISIT.get():
        visit.told.append(text)


# A menu that is drawn anew under another id is another menu, with nothing chosen in it, as in Discord: the page knows
# it by that id, where the simulator knows it by its place.

_named, _found = projection._control_key, plans._component_key


def _place(component: Mapping[str, Any], path: str) -> str:
    return str(component.get("custom_id") or path) if component.get("type") == ComponentType.STRING_SELECT else path


projection._control_key = lambda scope, component, path: _named(
    scope, component, _place(component, path) if scope.startswith("message:") else path
)
plans._component_key = lambda component, path, message_id: _found(component, _place(component, path), message_id)


# Each time that a page is drawn the simulator builds a parser for each line of each message, and writes out every
# command again: a third of the work of a table. Both are made once.

_built, _entered, _written = markdown._markdown_parser, catalogue.entry_for_leaf, catalogue._canonical
_PARSERS: dict[int, tuple[Any, dict[str, Any]]] = {}
"""The parser of each kind of text, by its policy, with what that text may refer to."""
_ENTRIES: dict[int, tuple[Any, dict[str, Any]]] = {}
"""Commands as the bot has told them, by the identity of each, and what the page is told of them."""
_WRITTEN: dict[int, bytes] = {}
"""What the page is told of them, written out."""
_MOST_ENTRIES = 1000


def _parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
    """A parser is asked at once, for one text: what that may refer to is put where the parser looks for it."""
    if id(policy) not in _PARSERS:
        known = dict[str, Any]()
        _PARSERS[id(policy)] = _built(policy, known), known
    parser, known = _PARSERS[id(policy)]
    known.clear()
    known.update(context)
    return parser


def _listed(command: Mapping[str, Any], path: list[str], leaf: Mapping[str, Any]) -> dict[str, Any]:
    if id(leaf) not in _ENTRIES:
        if len(_ENTRIES) >= _MOST_ENTRIES:
            _ENTRIES.clear()
            _WRITTEN.clear()
        entry = _entered(command, path, leaf)
        # The command is kept with it: no other one comes to have its identity.
        _ENTRIES[id(leaf)], _WRITTEN[id(entry)] = (leaf, entry), _written(entry)
    return _ENTRIES[id(leaf)][1]


markdown._markdown_parser, catalogue.entry_for_leaf = _parser, _listed
catalogue._canonical = lambda value: _WRITTEN.get(id(value)) or _written(value)


# The files of the browser page: the simulator's own, adapted for players as they are served.

OURS: Mapping[str, str] = {
    "/table.js": "application/javascript",
    "/table.css": "text/css",
    "/screen.html": "text/html",
    "/screen.js": "application/javascript",
    "/screen.css": "text/css",
}
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
_PRIVATE = 'root.append(node("div", "message-ephemeral-note", "Only you can see this"));'
_PUT_AWAY = """const note = node("div", "message-ephemeral-note", `${window.tableWords.private} · `);
    const away = node("button", "put-away", window.tableWords.away);
    const known = `away ${message.id} ${message.edited_timestamp ?? ""}`;
    away.type = "button";
    away.addEventListener("click", () => { sessionStorage.setItem(known, "1"); root.hidden = true; });
    root.hidden = sessionStorage.getItem(known) !== null;
    note.append(away);
    root.append(note);"""
_IN_FORM = 'scope.startsWith("modal:")'
_DRAFT = """actions.append(node("span", "", "SimCord selection draft"));
    const apply = node("button", "select-apply", "Apply");"""
_FEWEST = 'window.tableWords.fewest.replace("#", String(minimum))'
_MOST = 'window.tableWords.most.replace("#", String(maximum))'
_LEFT = """wrap.contains(document.activeElement)) return;
      onCancel?.(key);"""
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
            '"Loading options failed" : autocomplete.state === "loading" ? window.tableWords.looking'
            ' : "No options match"',
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
    "messages.js": (
        # What only one reads is put away by whoever has read it, until it is said anew.
        (_PRIVATE, _PUT_AWAY),
        # The report is a page to be opened: its first lines are nothing to be read.
        (
            'if (typeof attachment.preview === "string" && attachment.preview.length) {',
            'if (typeof attachment.preview === "string" && attachment.preview.length && !filename.endsWith(".html")) {',
        ),
    ),
    "components.js": (('"Cancel")', "window.tableWords.cancel)"), ('"Submit")', "window.tableWords.submit)")),
    "composer.js": (("`Message ${channel.glyph}${channel.name}`", "window.tableWords.message"),),
    "modal.js": (
        ('"This field is required."', "window.tableWords.needed"),
        ('"Choose at least one value."', "window.tableWords.needed"),
        ('"Choose one option."', "window.tableWords.needed"),
        ("`Choose at least ${minimum} value(s).`", _FEWEST),
        ("`Choose no more than ${maximum} value(s).`", _MOST),
    ),
    "select-drafts.js": (
        ('`Choose at least ${minimum} option${minimum === 1 ? "" : "s"}.`', _FEWEST),
        ("`Choose no more than ${maximum} options.`", _MOST),
    ),
    "selects.js": (
        ('(placeholder || "Select an option")', "(placeholder || window.tableWords.choose)"),
        (
            '(multi ? "Select one or more options" : "Select an option")',
            "(multi ? window.tableWords.several : window.tableWords.choose)",
        ),
        ('"select-cancel", "Cancel"', '"select-cancel", window.tableWords.cancel'),
        # What was chosen in a form stands as it was chosen, as in Discord: it is no draft, and needs no applying.
        (_DRAFT, 'const apply = node("button", "select-apply", window.tableWords.done);'),
        ("actions.append(apply, cancel)", f"actions.append(apply, ...({_IN_FORM} ? [] : [cancel]))"),
        ('"SimCord selection draft actions"', "window.tableWords.choice"),
        (_LEFT, _LEFT.replace("onCancel", f"({_IN_FORM} && multi ? onCommit : onCancel)")),
        # How many may be chosen is said where it is wrong, not under every field.
        ('scope.startsWith("message") && !identityPending && !sel', "!identityPending && !sel"),
    ),
}


def index(title: str, words: Mapping[str, str]) -> str:
    """The page itself, for whoever comes by the address of that title, with the words that are ours in their
    language.
    """
    said = f'<meta name="table-words" content="{escape(json.dumps(words))}">'
    page = _replaced(text("index.html"), "<title>SimCord Preview</title>", f"<title>Adjutant · {escape(title)}</title>")
    return _replaced(page, "</head>", f"{said}\n    {_HEAD}")


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
    """The path of a file of the simulator."""
    folder = _SIMULATOR if name == "protocol.schema.json" else _SIMULATOR / "static"
    return folder / name
