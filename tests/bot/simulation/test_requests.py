"""The requests of pages and of strangers, and the answers of the table's server, in `requests.txt`.

    Ann GET /commands                  of an address: the part of the path after its secret
    stranger GET /guess/commands       a whole path
    Ann GET / | Host: there.example    with a header
    Bob POST /upload?name=a < text     with a body; $upload is its name in later requests
    Bob opens ?as=bob                  a page, with the connection that the lines after it use
    Bob sends {"do": "say"}            a request over it, with an id of its own; answered, or the page is closed
    Bob sends raw [                    the very text
    Bob sends 41 × {"do": "say"}       so many times; only the last answer is shown
    restart de                         the table is opened again, in a language

$long has more letters than a message may have, $wide as many digits as an id, $me is a page's own player, $newest the
newest message of a page, $first its first one, $file the newest file with its message, $form the last form, $button the
newest control with its message, $confirm the first control of the newest message. With ADJUTANT_TEST_WRITE=1 the file
is written again; read the diff.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from string import Template
from typing import Any

import pytest

from bot.services.record.file_reader import FileReader
from bot.simulation.acts import MOST_LETTERS
from bot.simulation.addresses import SHARED, TABLE
from data import system_of
from tests.bot.simulation.visiting import Table, Visitor, table

FILE = Path(__file__).with_name("requests.txt")
NAMES = {"Ann": "Ann", "Bob": "Bob", "shared": SHARED, "screen": TABLE}
_IN_HTML = re.compile("<html|<title|table-words")
SHOWN = ("Content-Type", "Cache-Control", "Content-Disposition", "Content-Encoding", "Allow")
CHANGING = ("Date", "Server", "Content-Length", "Etag", "Last-Modified", "Accept-Ranges", "Vary")
MOST_LINES, LONGEST = 6, 600
_ID = re.compile(r"\b\d{15,20}\b|\b[0-9a-f]{16,64}\b")
_MOMENT = re.compile(r'(?<="at": )\d+|(?<=<t:)\d+|(?<=adj1\.)\d+|\d{4}-\d\d-\d\d(T[\d:]+Z)?')


async def test_the_server_answers_the_same_requests_in_the_same_way(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    script = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("    ")]
    # The first file waits for the process that reads it: on a busy machine the table would say that this takes long.
    await FileReader().army_list(system_of("fubar"), "Marines", {}, "300")
    async with AsyncExitStack() as stack:
        said = "\n".join([line async for line in Server(tmp_path, stack).play(script)])
    names: dict[str, str] = {}
    said = _ID.sub(lambda found: names.setdefault(found[0], f"#{len(names) + 1}"), _MOMENT.sub("…", said))
    said = "".join(f"{line[:LONGEST].rstrip()}\n" for line in said.splitlines())
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        FILE.write_text(said, encoding="utf-8")
    assert said == FILE.read_text(encoding="utf-8")
    assert not [one for one in caplog.records if one.exc_info], "a request left a traceback"


class Server:
    """A table, and the pages that a script has opened."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self._folder, self._stack = folder, stack
        self._pages: dict[str, Visitor] = {}
        self._known = {"long": "x" * (MOST_LETTERS + 1), "wide": "12345678901234567890"}
        self._hello: dict[str, Any] = {}
        self._numbers, self._guard = count(1), dict[str, str]()
        self._here: Table

    async def play(self, script: Sequence[str]) -> AsyncIterator[str]:
        """Yield each line of a script, and below it, indented, the answer."""
        await self._start("en")
        for line in script:
            yield line
            if line and not line.startswith("#"):
                async for part in self._do(line):
                    yield f"    {self._plain(part).rstrip() or '⏎'}"

    async def _start(self, language: str) -> None:
        await self._stack.aclose()
        self._here, self._pages = await self._stack.enter_async_context(table(self._folder, language=language)), {}
        self._pages = {short: self._here.browser(name) for short, name in NAMES.items()}
        self._pages["stranger"] = self._here.browser(SHARED, "")

    def _plain(self, text: str) -> str:
        for short, name in NAMES.items():
            text = text.replace(self._here.browser(name).key, f"SECRET-{short}")
        return text.replace(self._here.base.rpartition(":")[2], "PORT")

    async def _do(self, line: str) -> AsyncIterator[str]:
        who, what, rest = f"{line} ".split(" ", 2)
        rest = Template(rest.rstrip()).safe_substitute(self._known | self._seen(self._pages.get(who)))
        if who == "restart":
            await self._start(what)
        elif what == "opens":
            page = self._pages[who] = self._here.browser(NAMES[who])
            page.key += rest.replace("?as=", "/")
            yield str(await page.open())
            said = {key: value for key, value in page.hello.items() if key not in ("t", "view", "messages")}
            if said != self._hello.get(page.key):
                self._hello[page.key] = said
                yield json.dumps(said)
            yield f"{len(page.messages)} messages"
        elif what == "sends":
            async for part in self._send(self._pages[who], rest):
                yield part
        else:
            async for part in self._ask(self._pages[who], what, rest):
                yield part

    async def _ask(self, page: Visitor, method: str, rest: str) -> AsyncIterator[str]:
        rest, _, body = rest.partition(" < ")
        path, _, header = rest.partition(" | ")
        headers = dict([header.split(": ", 1)]) if header else {}
        if "=" in body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        address = f"{page.base}{f'/{page.key}' if page.key else ''}{path}"
        data = "x" * int(body.removeprefix("letters ")) if body.startswith("letters ") else body
        async with page.web.request(
            method, address, headers=headers, data=data or None, allow_redirects=False
        ) as answer:
            text = await answer.text(errors="replace")
            said = [f"{name}: {answer.headers[name]}" for name in SHOWN if name in answer.headers]
            yield "; ".join([str(answer.status), *said])
            guard = {name: value for name, value in answer.headers.items() if name not in (*SHOWN, *CHANGING)}
            if guard != self._guard:
                self._guard = guard
                for name, value in sorted(guard.items()):
                    yield f"{name}: {value}"
        if text.startswith('{"upload"'):
            self._known["upload"] = json.loads(text)["upload"]
        lines = [one for one in text.splitlines() if not text.startswith("<!doctype") or _IN_HTML.search(one)]
        for one in lines[:MOST_LINES]:
            yield one
        if len(lines) > MOST_LINES:
            yield f"({len(lines)} lines)"

    async def _send(self, page: Visitor, text: str) -> AsyncIterator[str]:
        assert page.socket is not None
        id, before = "", {*page.messages}
        try:
            if text.startswith("raw "):
                await page.socket.send_str(text.removeprefix("raw "))
                await page.until(lambda: False)
            else:
                often, _, body = text.rpartition(" × ")
                for _ in range(int(often or 1)):
                    id = f"b{next(self._numbers)}"
                    await page.socket.send_json({"id": id, **json.loads(body)})
                    await page.until(lambda id=id: id in page.done)
        except ConnectionResetError as error:
            yield f"{error}"
            return
        found = page.done[id]
        if "form" in found:
            self._known["form"] = found["form"]["form"]
        await page.look()
        for key, value in found.items():
            if key not in ("t", "id"):
                yield f"{key}: {len(value) if key == 'messages' else json.dumps(value, ensure_ascii=False)}"
        for id in [one for one in page.messages if one not in before]:
            yield json.dumps(page.messages[id], ensure_ascii=False)

    @staticmethod
    def _seen(page: Visitor | None) -> dict[str, str]:
        """Return the ids that a request may name."""
        if page is None or not page.messages:
            return {}
        shown: list[Any] = [*page.messages.values()]
        files = [f"{one['id']}/{file['id']}" for one in shown for file in one.get("files", ())]
        buttons = [
            f'"message": "{one["id"]}", "control": "{control["custom_id"]}"'
            for one in shown
            for row in one.get("controls", ())
            for control in row.get("components", ())
            if "custom_id" in control
        ]
        return {
            "me": page.hello["viewer"],
            "first": shown[0]["id"],
            "newest": shown[-1]["id"],
            "file": (files or [""])[-1],
            "button": (buttons or [""])[-1],
            "confirm": next((one for one in buttons if f'"{shown[-1]["id"]}"' in one), ""),
        }
