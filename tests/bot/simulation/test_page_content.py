"""The content of pages over a few actions: messages, controls, the view and forms, in `page_content.txt`.

With ADJUTANT_TEST_WRITE=1 the file is written again; read the diff.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.simulation.addresses import SHARED
from tests.bot.simulation.visiting import Visitor, table

FILE = Path(__file__).with_name("page_content.txt")
_MOMENT = re.compile(r'(?<="at": )\d+|(?<=<t:)\d+|(?<=adj1\.)\d+')
_ID = re.compile(r"\b[0-9a-f]{16,64}\b|\b\d{15,20}\b")
SAID = (
    "Ann say /initiative dice:5 2",
    "Ann choose Activate … Marines",
    "Ann say /fire attacker:Marines target:Militia",
    "Ann submit distance:0=far",
    "Ann suggest fire target mil",
    "Ann suggest fire attacker x",
    "Ann suggest activate action r unit=IFV",
    "Ann suggest fire situation fro target=Technical",
    "Ann say /game delegate unit:Marines player:Bob",
    "Ann say /game delegate unit:Marines player:Dan",
    "Ann say /game clock minutes:many",
    "Ann say /game detail mode:loud",
    "Ann say /fire attacker:Marines speed:5",
    "Ann say /unit show unit:Marines",
    "Bob click Undo",
    "Bob say /activate",
    "Bob say /dance",
    "Ann say /place add kind:smoke label:A radius:many",
    "Ann say /game dice mode:physical",
    "Ann say hello",
    "Bob click Nothing",
)


async def test_pages_show_the_same_over_the_same_actions(tmp_path: Path) -> None:
    lines: list[str] = []
    async with table(tmp_path) as here:
        pages = {"Ann": await here.at("Ann"), "Bob": await here.at("Bob"), "all": await here.at(SHARED)}
        known = {name: State() for name in pages}
        commands = here.server.desk.catalogue.to_json()
        lines += [
            f"{len(commands)} commands",
            *(_line(one) for one in commands if one["name"] in ("fire", "game clock")),
        ]
        lines += [f"{name}: {_line(pages[name].hello[key])}" for name in pages for key in ("door", "viewers", "menu")]
        for step in ("", *SAID):
            lines += ["", step]
            if step:
                lines += [f"    {line}" for line in _words(await act(pages, step))]
            for name, page in pages.items():
                await page.look()
                lines += [f"    {name}: {line}" for line in known[name].changes(page)]
    names: dict[str, str] = {}
    text = _MOMENT.sub("…", "\n".join(lines)) + "\n"
    said = _ID.sub(lambda found: names.setdefault(found[0], f"#{len(names) + 1}"), text)
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        FILE.write_text(said, encoding="utf-8")
    assert said == FILE.read_text(encoding="utf-8")


async def act(pages: dict[str, Visitor], step: str) -> dict[str, Any]:
    """Carry out a step and return its outcome."""
    name, what, said = step.split(" ", 2)
    page = pages[name]
    if what == "say":
        return await page.say(said)
    if what == "choose":
        menu, _, option = said.rpartition(" ")
        return await page.choose(menu, option)
    if what == "submit":
        field, _, value = said.partition("=")
        return await page.submit(**{field: value})
    if what == "suggest":
        command, option, typed, *given = said.split(" ")
        others = dict(one.split("=") for one in given)
        return await page.act("suggest", command=command, option=option, typed=typed, given=others)
    try:
        return await page.click(said)
    except AssertionError as error:
        return {"error": str(error)}


class State:
    """The messages and the view that a page has shown so far."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._view: dict[str, str] = {}

    def changes(self, page: Visitor) -> Iterator[str]:
        """Yield new messages and changed parts of the view.

        Only the newest message has its controls: older ones lose theirs after a while.
        """
        newest = max(page.messages, key=int)
        for id, one in page.messages.items():
            if id not in self._seen:
                yield _line({key: value for key, value in one.items() if id == newest or key != "controls"})
        self._seen |= {*page.messages}
        view = {key: f"{key} {_line(one)}" for key, one in page.view.items() if key != "words"}
        yield from (line for key, line in view.items() if self._view.get(key) != line)
        self._view = view


def _words(outcome: dict[str, Any]) -> Iterator[str]:
    yield from (f"{key} {_line(one)}" for key, one in outcome.items() if key not in ("t", "id"))


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
