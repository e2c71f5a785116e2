"""A player who taps what a page offers: the buttons of now, their menus and forms, the dice pad."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cogs.components.packed_request import unpack_request
from tests.bot.simulation.chromium import Screen

SETTLED = "!document.querySelector('[aria-busy=true], .thinking')"
_OFFERED = """(() => {
    const there = (one) => one.checkVisibility() && !one.disabled;
    return {
        waits: document.querySelector('#bar').classList.contains('waits'),
        sheet: [...document.querySelectorAll('dialog[open]')].at(-1)?.className ?? '',
        notice: document.querySelector('#notice').hidden ? '' : document.querySelector('#notice').innerText,
        answer: Boolean(document.querySelector('.answer')),
        controls: [...document.querySelectorAll('#bar button')].filter(there).map((one) => ({
            id: one.dataset.control ?? '', label: one.innerText.trim(),
            leads: one.classList.contains('primary') || one.classList.contains('success'),
            menu: one.classList.contains('menu')})),
    };
})()"""
_TAP = """(() => {
    const one = %s;
    if (!one) return 'gone';
    one.scrollIntoView({ block: 'center' });
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!one.contains(top)) return `covered in ${document.body.dataset.view} by ${top?.outerHTML.slice(0, 60)}`;
    one.click();
    return '';
})()"""
_SHEET = "[...document.querySelectorAll('dialog[open]')].at(-1)"
_LINES = f"[...{_SHEET}.querySelectorAll('.option')].filter((one) => !one.hidden)"
_FIELDS = f"""[...{_SHEET}.querySelectorAll('.field')].map((one) => {{
    const input = one.querySelector('input, textarea');
    return {{
        faces: one.querySelectorAll('.face').length,
        options: one.querySelectorAll('.option').length,
        chosen: one.querySelectorAll('.option[aria-checked=true]').length,
        ticks: Boolean(one.querySelector('.option[role=checkbox]')),
        opener: one.querySelector('button.menu')?.innerText ?? '',
        value: input?.value ?? '', placeholder: input?.placeholder ?? '', kind: input?.type ?? '',
        needed: input?.getAttribute('aria-required') === 'true', mode: input?.inputMode ?? '',
    }};
}})"""
_OWN = re.compile(r"[0-9a-f]{8,}|\d+|u\d+|=?u\d+.*")
"""Parts of an id that name a game, an entry, a side or a unit."""
RARE = {"undo": 0.3, "back": 0.3, "drop": 0.5, "fix": 0.5, "why": 1.0}
"""How often players use controls that lead nowhere, beside `LEADS` of those that do, and `ELSE` of all others."""
LEADS, ELSE = 8.0, 0.5
NEVER = re.compile(
    r"(?:choose )?"
    r"(?:end|won|reopen|camp\w*|forget|reset|reload\w*|load|playedby|seat|botseat|hand|cards|tell|newasked)\b"
)
"""Controls that end the game, or lead away from the battle; a script presses them where it wants them."""


def kind_of(id: str) -> str:
    """Return what a control does, without the ids of its game: "do fire", "why", "choose activate"."""
    _, _, rest = id.partition(":")
    what, _, about = rest.partition(":")
    if what == "do":
        request = unpack_request(about.split(":", 2)[-1])
        return " ".join(filter(None, (what, request.command, request.action)))
    parts = [one.split(";")[0] for one in about.split(":")]
    return " ".join([what, *(one for one in parts if one and not _OWN.fullmatch(one))])[:40]


@dataclass
class Player:
    """A page, and the person who taps it; the rarer a kind of control was used, the likelier it is the next."""

    name: str
    page: Screen
    chance: Random
    used: Counter[str] = field(default_factory=Counter[str])
    taps: int = 0
    faults: list[str] = field(default_factory=list[str])
    last: str = ""
    """The kind of the last control."""

    async def offered(self) -> dict[str, Any]:
        return await self.page.js(_OFFERED)

    async def tap(self, element: str) -> bool:
        """Tap an element where its middle is; return False, with a fault, where something covers it."""
        fault = await self.page.js(_TAP % element)
        self.taps += 1
        if fault:
            self.faults.append(f"{self.last}: {element[-60:]} is {fault}")
        return not fault

    async def press(self, control: dict[str, Any]) -> None:
        """Press a control of the bar, and wait until its answer is there."""
        self.last = kind_of(control["id"])
        self.used[self.last] += 1
        await self.tap(f"document.querySelector('#bar [data-control=\"{control['id']}\"]')")
        await self.page.until(SETTLED)

    async def press_kind(self, kind: str) -> bool:
        """Press the first control of a kind; return False where there is none."""
        found = [one for one in (await self.offered())["controls"] if kind_of(one["id"]).startswith(kind)]
        if found:
            await self.press(found[0])
        return bool(found)

    async def choose(self) -> bool:
        """Press one of the controls of now; return False where there is none.

        An answer without a way on is closed first.
        """
        await self.page.show("now")
        now = await self.offered()
        if now["sheet"]:
            return True
        if now["answer"] and not any(one["leads"] or one["menu"] for one in now["controls"]):
            await self.tap("document.querySelector('.answer > header button')")
            now = await self.offered()
        controls = [one for one in now["controls"] if one["id"]]
        weights = [self._weight(one) for one in controls]
        if not any(weights):
            return False
        await self.press(self.chance.choices(controls, weights)[0])
        return True

    def _weight(self, control: dict[str, Any]) -> float:
        kind = kind_of(control["id"])
        if NEVER.match(kind):
            return 0
        if kind == "do turn next":
            return 0.2
        likes = RARE.get(kind.split(" ")[0], LEADS if control["leads"] or control["menu"] else ELSE)
        return likes / (1 + self.used[kind])

    async def pick_line(self, at: int | None = None) -> str:
        """Tap a line of the open menu, and Done where several may be chosen; return its value."""
        values: list[str] = await self.page.js(f"{_LINES}.map((one) => one.dataset.value)")
        if not values:
            await self.close_sheet()
            return ""
        weights = [1 / (1 + self.used[f"{self.last} {self.line_kind(one)}"]) ** 1.2 for one in values]
        at = self.chance.choices(range(len(values)), weights)[0] if at is None else at
        self.used[f"{self.last} {self.line_kind(values[at])}"] += 1
        self.last = f"{self.last} {self.line_kind(values[at])}".strip()
        await self.tap(f"{_LINES}[{at}]")
        done = f"{_SHEET}?.querySelector('footer .primary')"
        if await self.page.js(f"Boolean({done}) && !{done}.disabled && !{done}.form"):
            await self.tap(done)
        await self.page.until(SETTLED)
        return values[at]

    @staticmethod
    def line_kind(value: str) -> str:
        return " ".join(one for one in re.split(r"[|:;]", value) if one and not _OWN.fullmatch(one))[:30]

    async def close_sheet(self) -> None:
        await self.tap(f"{_SHEET}.querySelector('.close')")

    async def fill(self) -> str:
        """Fill in what the open form needs, and send it; return the fault that it shows, and close it then."""
        for nth, one in enumerate(await self.page.js(_FIELDS)):
            await self._fill_field(f"{_SHEET}.querySelectorAll('.field')[{nth}]", one)
        await self.tap(f"{_SHEET}.querySelector('footer .primary')")
        await self.page.until(SETTLED)
        said = await self.page.js(f"{_SHEET}?.querySelector('.fault:not([hidden])')?.innerText ?? ''")
        if said:
            await self.close_sheet()
        return said

    async def _fill_field(self, at: str, one: dict[str, Any]) -> None:
        if one["faces"]:
            await self._roll(at, one["faces"])
        elif one["options"] and (not one["chosen"] or (not one["ticks"] and self.chance.random() < 0.2)):
            await self.tap(f"{at}.querySelectorAll('.option')[{self.chance.randrange(one['options'])}]")
        elif one["opener"]:
            await self.tap(f"{at}.querySelector('button.menu')")
            await self.pick_line()
        elif not one["value"] and one["needed"]:
            inches = one["mode"] in ("decimal", "numeric")
            text = str(self.chance.choice((3, 6, 9, 12, 18))) if inches else one["placeholder"] or "4"
            if one["kind"] == "file":
                return
            await self.page.js(f"{at}.querySelector('input, textarea').focus()")
            await self.page.add(text)

    async def _roll(self, at: str, sides: int) -> None:
        """Tap a face for each die: sometimes all the lowest, or all the highest."""
        mood = self.chance.choice(("low", "high", "any", "any", "any"))
        for _ in range(60):
            if await self.page.js(f"{at}.querySelector('.pad').classList.contains('full')"):
                return
            face = {"low": 0, "high": sides - 1}.get(mood, self.chance.randrange(sides))
            await self.tap(f"{at}.querySelectorAll('.face')[{face}]")
