"""Transcripts of everything that the bot sends: words, colours, controls with their ids, forms with their fields.

A `*.txt` in a folder of tests is a script in the language of battles (`bot/simulation/script.py`), with what each line
made the bot send below it, indented. Beyond that language:

    Ann types /fire attacker:reg         the suggestions for the last option
    Ann selects 1 2                      several options of the newest menu, by their values
    Ann taps undo:#1:5                   a button by its id, though it may be gone
    Ann taps choose:#1:5:fire = u1       an option of such a menu
    Bob speaks de                        the language of his Discord from now on
    wait 60                              seconds pass
    open .html                           the newest file with that ending: its text, and its pictures as tags
    the table screen                     what it shows in a browser, and whose the controls are
    Discord fails callback 503 0 × 2     so many requests, with a status and a code; "message", "edit", "follow-up" and
                                         "again" are others; without a number until "Discord works"
    the bot is slow                      each answer comes after an acknowledgement, until "the bot is quick"
    the bot starts again                 with the same record

The first line names the beginning: "# after demo" or "# after nothing", and "# after demo, short" for short results. A
new case is a line, a new file starts with its script only. With ADJUTANT_TEST_WRITE=1 the files are written again; read
the diff before you commit it. A line that a player cannot carry out is answered with "!".
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from simcord.results import ResponseMessage

from bot.simulation.environment import OptionError, SetupError
from bot.simulation.script import ScriptError, split_command
from bot.store.database import Database
from cogs.components.controls import mark_of
from cogs.interactions import respond
from cogs.tasks.table_screen import TableScreen
from tests.cogs import beginnings
from tests.cogs.faulty import slow_down
from tests.cogs.languages import speaks
from tests.cogs.settling import sleep_through
from tests.cogs.shown import Told
from tests.cogs.table import Loaded, Table

PATIENT = 60.0
_DRAWN = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{16}|\d{15,20})\b")
_CHANGING = re.compile(r"(?<=<t:)\d+|(?<=adj1\.)\d+|\d{4}-\d\d-\d\d|(?<=\()[0-9a-f]{8}(?=\))")
"""Moments, numbers of menus since the start of the program, dates, and the fingerprint of all commands."""
_MARK = re.compile(r"\b[0-9a-f]{8}\b")
_REQUESTS = {
    "callback": ("POST", "/interactions/*/callback"),
    "follow-up": ("POST", "/webhooks/*"),
    "again": ("PATCH", "/webhooks/*"),
    "message": ("POST", "/channels/*/messages"),
    "edit": ("PATCH", "/channels/*/messages/*"),
}
"""The requests that a script can make fail."""
_STYLES = {1: "main", 2: "plain", 3: "yes", 4: "risky", 5: "link"}
_ANSWERS = {4: "answer", 5: "wait", 6: "nothing", 7: "edit of the message", 8: "suggestions", 9: "form"}


def screens_beside(file: str) -> Any:
    """Return the test of the scripts beside a file of tests: `*.txt` that begin with "# after"."""
    found = sorted(Path(file).parent.glob("*.txt"))
    scripts = [one for one in found if one.read_text(encoding="utf-8").startswith("# after ")]

    @pytest.mark.parametrize("script", scripts, ids=[one.stem for one in scripts])
    async def test(script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        await check_screens(script, tmp_path, monkeypatch)

    return test


async def check_screens(file: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a script; fail if anything that the bot sends differs from the file."""
    # On a busy machine the bot would defer its answers, which would be another transcript.
    monkeypatch.setattr(respond, "PATIENCE", PATIENT)
    script = _script_of(file)
    named, _, detail = script[0].removeprefix("# after ").partition(", ")
    play = None if named == "nothing" else beginnings.play_of(getattr(beginnings, named))
    async with beginnings.start_table(play, folder / "screens.sqlite", Loaded()) as table:
        _follow_clock(table, count())
        # The dice of a seed depend on the game.
        games = table.services.record.games
        monkeypatch.setattr(games, "begin", partial(games.begin, id="0" * 31 + "1"))
        table.services.details.usual = "short" if detail == "short" else "full"
        said = "\n".join([line async for line in Screens(table, monkeypatch).play(script)]) + "\n"
    _compare(file, said)


def _follow_clock(table: Table, ticks: Iterator[int]) -> None:
    """Set the clock of the bot to that of Discord; `ticks` part two questions of the same moment."""
    clock = lambda: table.env.now().timestamp() + next(ticks) / 1000  # noqa: E731
    table.services.clock = table.services.referee.clock = clock


def _script_of(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("    ")]


def _compare(file: Path, said: str) -> None:
    """Compare a transcript with its file, or write it again."""
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")
    assert "\n    ! " not in said, "a line that its player cannot carry out"


class Screens:
    """The script's players at a table, and what was sent to them."""

    def __init__(self, table: Table, patch: pytest.MonkeyPatch) -> None:
        self.table, self._patch = table, patch
        self._quick = {name: getattr(Database, name) for name in ("read", "write")}
        self.people = {"Ann": table.ann, "Bob": table.bob, "Cyd": table.cyd}
        self._forms: dict[str, Told] = {}
        self._names: dict[str, str] = {}
        self._kinds: dict[str, dict[str, Any]] = {}
        self._seen = len(table.env.http_requests)
        bot: Any = table.env.bot
        self._screen = TableScreen(bot)

    async def play(self, script: Sequence[str]) -> AsyncIterator[str]:
        """Yield each line of a script, and below it, indented, what was sent."""
        for line in script:
            yield line
            if line and not line.startswith("#"):
                try:
                    await self._do(line)
                except (LookupError, ScriptError, SetupError, OptionError) as error:
                    yield f"    ! {error}"
                await self.table.env.settle()
                sent = list(self._sent())
                # Boards, logs and clocks are separate tasks, which take turns as they can.
                if line == "the table screen":
                    sent = [self._plain("\n".join(await self._table_screen())).splitlines()]
                elif line.startswith("open "):
                    sent = [self._plain("\n".join(self._open_file(line.removeprefix("open ")))).splitlines()]
                for request in sorted(sent) if line.startswith("wait ") else sent:
                    for part in request:
                        yield f"    {part.rstrip() or '⏎'}"

    async def _do(self, line: str) -> None:
        table = self.table
        if found := re.fullmatch(r"bot rolls ([\d ]+)", line):
            table.dice.next(*map(int, found[1].split()))
        elif found := re.fullmatch(r"wait (\d+)", line):
            await sleep_through(table.env, int(found[1]))
        elif found := re.fullmatch(r"(\w+) speaks (\w+)", line):
            speaks(table, self.people[found[1]], found[2])
        elif line == "the table screen" or line.startswith("open "):
            pass
        elif found := re.fullmatch(r"Discord fails (\S+) (\d+) (\d+)(?: × (\d+))?", line):
            method, path = _REQUESTS[found[1]]
            times = int(found[4]) if found[4] else None
            table.env.inject_error(method, path, status=int(found[2]), code=int(found[3]), times=times)
        elif line == "Discord works":
            table.env.backend.faults.clear()
        elif line in ("the bot is slow", "the bot is quick"):
            self._patch.setattr(respond, "PATIENCE", PATIENT)
            for name, real in self._quick.items():
                self._patch.setattr(Database, name, real)
            if line.endswith("slow"):
                slow_down(self._patch)
        elif line == "the bot starts again":
            await table.restart()
            _follow_clock(table, count())
            self._kinds = {}
        elif found := re.fullmatch(r"(\w+): /(.+)", line):
            who = self.people[found[1]]
            name, options = split_command(found[2], self._commands())
            values = {key: self._value(name, key, text) for key, text in options.items()}
            self._keep(found[1], Told.of(await who.slash(table.channel, name, **values)))
        elif found := re.fullmatch(r"(\w+) types /(.+)", line):
            name, options = split_command(found[2], self._commands())
            *others, (last, typed) = options.items()
            given = {key: self._value(name, key, text) for key, text in others}
            await self.people[found[1]].autocomplete(table.channel, name, last, typed, **given)
        elif found := re.fullmatch(r"(\w+) (clicks|picks|selects|taps|fills in) ?(.*)", line):
            self._keep(found[1], await self._act(found[1], found[2], found[3]))
        else:
            raise AssertionError(f"no line of a script: {line}")

    async def _act(self, name: str, verb: str, text: str) -> Told:
        who = self.people[name]
        if verb == "fills in":
            form = self._forms.pop(name)
            values = _filled(form.form or {}, text)
            return Told.of(await who.submit_modal(form.result, values), form.clicked)
        if verb == "taps":
            newest = next(iter(self._controls_seen_by(who)))[0]
            id, _, value = self._with_ids(text).partition(" = ")
            menu: dict[str, Any] = {"component_type": 3, "values": [value]} if value else {}
            return await self.table.click_of_before(who, Told(messages=[newest]), f"adj1:{id}", **menu)
        for message, control in self._controls_seen_by(who):
            id, options = control["custom_id"], control.get("options", ())
            if verb == "clicks" and control.get("label") == text:
                return Told.of(await who.click(message, custom_id=id), message.id)
            if verb == "picks" and (found := [one["value"] for one in options if one["label"] == text]):
                return Told.of(await who.select(message, found, custom_id=id), message.id)
            if verb == "selects" and options and set(text.split()) <= {one["value"] for one in options}:
                return Told.of(await who.select(message, text.split(), custom_id=id), message.id)
        raise LookupError(f"{name} sees nothing named {text}")

    def _controls_seen_by(self, who: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yield each enabled control of the messages that a player sees, newest message first."""
        env = self.table.env
        stored = env.backend.messages.get(self.table.channel.id, {}).values()
        for message in sorted((one for one in stored if one.visible_to(who.id)), key=lambda one: -one.id):
            for row in message.components:
                for control in row.get("components", ()):
                    if not control.get("disabled"):
                        yield ResponseMessage(env, message), control

    def _keep(self, name: str, told: Told) -> None:
        if told.form:
            self._forms[name] = told

    def _commands(self) -> dict[str, dict[str, Any]]:
        """Return the options of each command, by their names."""
        if not self._kinds:
            bot: Any = self.table.env.bot
            for one in bot.tree.walk_commands():
                if parameters := getattr(one, "parameters", None):
                    self._kinds[one.qualified_name] = {each.display_name: each for each in parameters}
                else:
                    self._kinds.setdefault(one.qualified_name, {})
        return self._kinds

    def _value(self, command: str, option: str, text: str) -> Any:
        match self._kinds[command][option].type.name:
            case "integer":
                return int(text)
            case "number":
                return float(text)
            case "boolean":
                return text == "true"
            case "user":
                return self.people[text]
            case "channel":
                return self.table.channel if text == "here" else self.table.other
            case _:
                return text

    def _with_ids(self, text: str) -> str:
        """Return a text with real ids in place of those of the transcript."""
        known = {name: id for id, name in self._names.items()}
        return re.sub(r"#\d+", lambda found: known[found[0]], text)

    async def _table_screen(self) -> list[str]:
        """Return the state of the game in a browser, and the people who may use each control of the channel."""
        channel = str(self.table.channel.id)
        shown = await self._screen.public_view(channel)
        stored = self.table.env.backend.messages.get(self.table.channel.id, {}).values()
        found = [control for message in stored for row in message.components for control in row.get("components", ())]
        controls = {one["custom_id"]: [each["value"] for each in one.get("options", ())] for one in found}
        owners = await self._screen.control_owners(channel, controls)
        names = {str(one.id): name for name, one in self.people.items()}
        whose = [f"{', '.join(names.get(id, id) for id in ids)}: {_bare(one)}" for one, ids in sorted(owners.items())]
        return [*_json_lines({key: value for key, value in shown.items() if key != "words"}), *whose]

    def _open_file(self, ending: str) -> list[str]:
        """Return the newest file with that ending, as lines."""
        backend = self.table.env.backend
        stored = sorted(backend.messages.get(self.table.channel.id, {}).values(), key=lambda one: one.id)
        files = [file for message in stored for file in message.attachments if file["filename"].endswith(ending)]
        text = (backend.cdn.get(files[-1]["url"]) or b"").decode("utf-8")
        return _html_lines(text) if ending == ".html" else [line for line in text.splitlines() if line.strip()]

    # What was sent

    def _sent(self) -> Iterator[list[str]]:
        """Yield the lines of each request since the last time."""
        requests = self.table.env.http_requests
        new, self._seen = requests[self._seen :], len(requests)
        for one in new:
            if one.method != "GET":
                text = "\n".join(_request_lines(one.method, one.path, one.json or {}))
                yield self._plain(text).splitlines()

    def _plain(self, text: str) -> str:
        """Return a text with ids by order of first appearance."""
        text = _CHANGING.sub("…", text.replace("\u00a0", " "))
        for name, one in self.people.items():
            text = text.replace(str(one.id), name)
        text = _DRAWN.sub(lambda found: self._names.setdefault(found[0], f"#{len(self._names) + 1}"), text)
        marks = {mark_of(id): f"mark of {name}" for id, name in self._names.items() if not id.isdecimal()}
        return _MARK.sub(lambda found: marks.get(found[0], found[0]), text)


_BLOCK = re.compile(
    r"</?(p|div|tr|li|h\d|section|table|[uo]l|dl|dt|dd|details|summary|figure|figcaption|header|footer|main|br)\b"
)
_DRAWN_TAG = re.compile(r"<(svg|g|line|rect|circle|path|polyline|polygon|text|img)\b")


def _html_lines(text: str) -> list[str]:
    """Return a page without its style and program: a line for each paragraph or row, and for each tag of a picture."""
    body = re.sub(r"<(style|script).*?</\1>", "", text, flags=re.DOTALL)
    parts = re.sub(r"<[^>]*>", _html_tag, " ".join(body.split())).split("\n")
    return [line[:300] for part in parts if (line := " ".join(part.split()))]


def _html_tag(found: re.Match[str]) -> str:
    if _DRAWN_TAG.match(found[0]):
        return f"\n{found[0]} "
    return "\n" if _BLOCK.match(found[0]) else " "


def _json_lines(value: Any, name: str = "") -> Iterator[str]:
    """Yield a value of JSON as lines: what has no objects in it is one line."""
    if "{" not in json.dumps(list(value.values()) if isinstance(value, dict) else value):
        yield f"{name}: {json.dumps(value, ensure_ascii=False)}"
        return
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        yield from _json_lines(one, f"{name} {key}".strip())


def _filled(form: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return the values of a form: a part per field, separated by |, options by +; empty: unchanged, –: no option."""
    parts = [one.strip() for one in text.split("|")]
    values: dict[str, Any] = {}
    for row, part in zip(form["components"], parts, strict=False):
        field = row.get("component") or row["components"][0]
        options = {one["label"]: one["value"] for one in field.get("options", ())}
        if part:
            chosen = [options.get(one, one) for one in part.split(" + ") if one != "–"]
            values[field["custom_id"]] = chosen if options else part
        elif kept := field.get("value") or [one["value"] for one in field.get("options", ()) if one.get("default")]:
            values[field["custom_id"]] = kept
    return values


def _request_lines(method: str, path: str, body: Any) -> Iterator[str]:
    """Yield a request to Discord: what it does, then the message or form."""
    parts = path.strip("/").split("/")
    if parts[-1] == "callback":
        what, body = _ANSWERS[body["type"]], body.get("data") or {}
    elif parts[0] == "webhooks":
        what = "edit of the answer" if method == "PATCH" else "further answer" if method == "POST" else "deletion"
    else:
        what = {"POST": "message", "PATCH": "edit", "DELETE": "deletion", "PUT": "pin"}.get(method, method)
        what += f" in {parts[1]}" if parts[0] == "channels" and len(parts) > 1 else f" {path}"
    if what == "suggestions":
        yield "suggestions: " + " | ".join(f"{one['name']} = {one['value']}" for one in body["choices"])
    elif what == "form":
        yield f"form “{body['title']}” {_bare(body['custom_id'])}"
        yield from (f"  {field_line(one)}" for one in body["components"])
    else:
        yield from _message_lines(what, body)


def _message_lines(what: str, body: Mapping[str, Any]) -> Iterator[str]:
    embeds: Sequence[Mapping[str, Any]] = body.get("embeds") or ()
    marks = ["private"] if body.get("flags", 0) & 64 else []
    marks += [f"colour {one['color']:06x}" for one in embeds if one.get("color") is not None]
    mentions = (body.get("allowed_mentions") or {}).get("users")
    marks += [f"notifies {', '.join(map(str, mentions))}"] if mentions else []
    yield ", ".join([what, *marks])
    yield from (body.get("content") or "").splitlines()
    for embed in embeds:
        yield from [f"# {embed['title']}"] if embed.get("title") else []
        yield from (embed.get("description") or "").splitlines()
        yield from (f"{one['name']}: {one['value']}" for one in embed.get("fields") or ())
        yield from [f"— {embed['footer']['text']}"] if embed.get("footer") else []
        yield from [f"picture {embed['image']['url']}"] if embed.get("image") else []
    for file in body.get("attachments") or ():
        yield f"file {file.get('filename')}: {file.get('description')}"
    for row in body.get("components") or ():
        yield "; ".join(map(control_line, row.get("components", ())))


def control_line(one: Mapping[str, Any]) -> str:
    """Return a button with its style and id, or a menu with its options."""
    off = " off" if one.get("disabled") else ""
    if one["type"] == 2:
        return (
            f"[{one.get('label')}] {_STYLES[one['style']]} {_bare(one.get('custom_id') or one.get('url') or '')}{off}"
        )
    options = " | ".join(map(_option, one.get("options", ())))
    least, most = one.get("min_values", 1), one.get("max_values", 1)
    several = "" if (least, most) == (1, 1) else f" {least} to {most}"
    return f"[{one.get('placeholder') or ''}:{several} {options}] {_bare(one['custom_id'])}{off}"


def _option(one: Mapping[str, Any]) -> str:
    told = f" ({one['description']})" if one.get("description") else ""
    return f"{'✓' if one.get('default') else ''}{one['label']}{told} = {one['value']}"


def field_line(row: Mapping[str, Any]) -> str:
    """Return a field of a form, or its text."""
    if "content" in row:
        return " ⏎ ".join(row["content"].splitlines())
    field = row.get("component") or row["components"][0]
    label = row.get("label") or field.get("label")
    told = f" ({row['description']})" if row.get("description") else ""
    if field["type"] != 4:
        return f"{label}{told}: {'' if field.get('required', True) else 'optional '}{control_line(field)}"
    placeholder = " ⏎ ".join((field.get("placeholder") or "").splitlines())
    limits = [f"{field[key]}" for key in ("min_length", "max_length") if field.get(key) is not None]
    parts = ["" if field.get("required", True) else "optional", "long" if field.get("style") == 2 else ""]
    parts += [f"letters {' to '.join(limits)}" if limits else "", f"“{field['value']}”" if field.get("value") else ""]
    parts += [f"hint “{placeholder}”" if placeholder else "", _bare(field["custom_id"])]
    return f"{label}{told}: {' '.join(filter(None, parts))}"


def _bare(id: str) -> str:
    return re.sub(r"^adj1(?:\.\d+)?:", "", id)
