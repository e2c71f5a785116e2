"""An evening of a system on two phones and a table screen, played by taps on what the pages offer."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.game.registry import ActiveGame
from bot.simulation.addresses import TABLE
from data.files import sample_forces
from rules.game.entry import Entry
from tests.bot.simulation.chromium import READY, Chromium, Screen
from tests.bot.simulation.looks import RULES, looks
from tests.bot.simulation.private_lines import words
from tests.bot.simulation.visiting import Table
from tests.evenings.player import SETTLED, Player
from tests.evenings.sightings import READ, bare, english_words, raw_words, set_phrases

PHONE, DESK, SCREENS = (390, 844), (1280, 800), ((1280, 800), (1920, 1080))
OVER = """['now', 'board'].filter((id) => ((one) => one.scrollHeight > one.clientHeight + 1
    || one.scrollWidth > one.clientWidth + 1)(document.getElementById(id)))"""
"""Parts of the table screen that run over its edge."""
TOLD = "[...document.body.children].filter((one) => one.tagName !== 'DIALOG').map((one) => one.textContent).join('\\n')"
"""What a page has been sent, without the form that its own player has opened."""
MOST_SHEETS = 6
"""Most menus and forms that follow from one tap."""


@dataclass
class Findings:
    """The faults that an evening has found, and its counts."""

    faults: dict[str, str] = field(default_factory=dict[str, str])
    """Each fault, with the screen on which it was seen first."""
    screens: list[str] = field(default_factory=list[str])
    taps: dict[str, list[int]] = field(default_factory=lambda: defaultdict[str, list[int]](list))
    """Taps from the entry before to each entry, by its command."""
    steps: int = 0
    entries: int = 0
    trail: list[str] = field(default_factory=list[str])
    """What was tapped, and the entry that came of it."""

    def add(self, where: str, faults: list[str]) -> None:
        for one in faults:
            self.faults.setdefault(one, where)


class Evening:
    """Ann, who leaves her dice to the bot, Bob, who rolls his own, and the screen between them."""

    def __init__(self, here: Table, players: list[Player], screen: Screen, where: str, folder: Path | None) -> None:
        self.here, self.players, self.screen, self.where, self.folder = here, players, screen, where, folder
        self.chance = players[0].chance
        self.found = Findings()
        self.seen = Counter[str]()
        self.number = 0
        self._tapped = 0
        self._public, self._read = set[str](), defaultdict[str, set[str]](set)
        self._noted: dict[int, Any] = {}

    # The game

    async def live(self) -> ActiveGame | None:
        services = self.here.place.services
        info = await services.record.games.in_channel(str(self.here.place.channel.id))
        return info and await services.games.unfinished_game(info)

    async def last_entry(self) -> Entry | None:
        live = await self.live()
        return await self.here.place.services.record.entries.get(live.info.id, live.game.number) if live else None

    async def to_go(self) -> Player:
        """Return the player who is asked, or to go; either one where both are."""
        ready = [one for one in self.players if not (await one.offered())["waits"]]
        if len(ready) == 1 and self.chance.random() < 0.93:
            return ready[0]
        return self.chance.choice(ready or self.players)

    # The parts of an evening

    async def set_up(self) -> None:
        """Begin a game of their own: seats, a ready force for Ann, a list of Bob's own; then end it."""
        ann, bob = self.players
        await self.look(ann, "first-page")
        await ann.tap("document.querySelectorAll('#bar button')[1]")
        for one in self.players:
            await one.page.until("document.querySelectorAll('#bar [data-control]').length > 0")
        await self.look(ann, "wizard")
        for one in (ann, bob):
            await one.press_kind("seat")
            await self._sheets(one)
        await bob.press_kind("hand")
        await ann.press_kind("choose force")
        await self.look(ann, "wizard-forces")
        await self._sheets(ann, "wizard-force")
        await self._write_list(bob)
        for _ in range(3):
            live = await self.live()
            if live is None or len({one.side for one in live.game.units.values()}) > 1:
                break
            await bob.press_kind("choose force")
            await self._sheets(bob, "wizard-force")
        await self.look(bob, "wizard-ready")
        for nth in range(3):
            await self.step(f"own-game-{nth}")
        await self.end()

    async def _write_list(self, bob: Player) -> None:
        """Choose the line for a list of one's own, paste the sample of the form, and take what was read."""
        if not await bob.press_kind("choose playedby"):
            self.found.add("wizard", ["no way to a list of one's own"])
            return
        lines = await bob.page.js("[...document.querySelectorAll('dialog .option')].map((one) => one.dataset.value)")
        await bob.pick_line(lines.index("list"))
        await self.look(bob, "list-form")
        await self._sheets(bob, "list")
        await self.look(bob, "list-preview")
        await bob.press_kind("listtake")
        await self._sheets(bob, "list-taken")
        await self.look(bob, "list-taken")

    async def demo(self, system: str) -> None:
        """Begin the demo of a system; Bob rolls his own dice."""
        await self.here.slash("Ann", "game demo", system=system)
        for name, side in (("Ann", "Red"), ("Bob", "Blue")):
            await self.here.slash(name, "game join", side=side)
        await self.here.slash("Bob", "game dice", mode="physical")
        live = await self.live()
        assert live is not None
        for one in self.players:
            await one.page.until(f"Boolean(document.querySelector('#bar [data-control*=\":{live.info.id}:\"]'))")
            one.used.clear()

    async def play(self, steps: int) -> None:
        for _ in range(steps):
            await self.step()
        await self.views()

    async def step(self, named: str = "") -> None:
        """Let the player who is to go tap something, and look at what came of it."""
        self.found.steps += 1
        player = await self.to_go()
        try:
            await self._step(player, named)
        except (AssertionError, TimeoutError) as error:
            self.found.add(f"{player.name}: {player.last}", [f"the step stopped: {error!r}"[:400]])
            for one in self.players:
                await one.page.js("document.querySelectorAll('dialog').forEach((one) => one.close())")
                await one.page.show("now")

    async def _step(self, player: Player, named: str) -> None:
        if self.chance.random() < 0.06:
            await self._card(player)
        elif not await player.choose():
            other = next(one for one in self.players if one is not player)
            if not await other.choose():
                self.found.add(await self._stuck(player), ["a dead end: no page has a button that leads on"])
                await self._card(player)
            player = other
        await self._sheets(player)
        await self._look_at_result(player, named)

    async def _stuck(self, player: Player) -> str:
        offered = [one["label"] for one in (await player.offered())["controls"]]
        return f"{offered} below {await player.page.text('#panel')}".replace("\n", " / ")[:300]

    async def _sheets(self, player: Player, named: str = "") -> None:
        """Answer the menus and forms that are open."""
        for _ in range(MOST_SHEETS):
            sheet = (await player.offered())["sheet"]
            if not sheet:
                return
            kind = "form" if "form" in sheet.split() else "menu"
            pad = await player.page.js("Boolean(document.querySelector('dialog .pad'))")
            await self.look(player, named or ("form-own-dice" if pad else f"{kind}-{player.last}"))
            if kind == "menu":
                await player.pick_line()
            elif said := await player.fill():
                self.found.add(f"form-{player.last}", [f"a form filled in as it asks is refused: {said}"])
        self.found.add(player.last, ["menus and forms without end"])
        while (await player.offered())["sheet"]:
            await player.close_sheet()

    async def _card(self, player: Player) -> None:
        """Open the board, look at it, and tap a unit."""
        await player.page.show("board")
        await self.look(player, "board")
        units = await player.page.js("document.querySelectorAll('#board .unit').length")
        if not units:
            await player.page.show("now")
            return
        player.last = "unit-card"
        await player.tap(f"document.querySelectorAll('#board .unit')[{self.chance.randrange(units)}]")
        await player.page.until(SETTLED)
        await self.look(player, "unit-card")

    async def views(self) -> None:
        """Look at the board, the log and the line to type in."""
        player = self.players[0]
        for view in ("board", "log", "type"):
            await player.page.show(view)
            await self.look(player, f"view-{view}")
        await player.page.type("/fire ")
        await player.page.until("document.querySelectorAll('.suggestion').length > 0")
        await self.look(player, "suggestions")
        await player.page.js(
            "(one => { one.value = ''; one.dispatchEvent(new Event('input')); one.blur() })"
            "(document.querySelector('#composer textarea'))"
        )
        await player.page.show("now")

    async def end(self) -> None:
        """End the game, as a command asks and a tap confirms."""
        ann = self.players[0]
        while (await ann.offered())["sheet"]:
            await ann.close_sheet()
        await ann.page.type("/game end")
        line = "document.querySelector('#composer textarea').value"
        for _ in range(3):  # the first Enter may take a suggestion
            if await ann.page.js(line):
                await ann.page.press("Enter")
                await ann.page.settles(f"!{line}", 2)
        await ann.page.show("now")
        await ann.page.settles("Boolean(document.querySelector('#bar .danger'))", 20)
        await self.look(ann, "end-asked")
        await ann.tap("document.querySelector('#bar .danger')")
        await ann.page.settles(f"{SETTLED} && Boolean(document.querySelector('#bar [data-control*=\":stats:\"]'))", 20)
        await self._sheets(ann)
        for one in self.players:
            await self.look(one, f"end-{one.name}")

    # Searches

    async def _look_at_result(self, player: Player, named: str = "") -> None:
        entry = await self.last_entry()
        if notice := (await player.offered())["notice"]:
            self.found.add(f"{player.name}, {player.last}", [f"a notice after a tap on what was offered: {notice}"])
        self.found.trail.append(f"{player.name}: {player.last} {entry.number if entry else ''}")
        if entry is None or entry.number == self.number:
            if not (title := await self._question()):
                self._tapped = sum(one.taps for one in self.players)
            await self.look(player, named or title or f"answer-{player.last}")
            return
        self.number = entry.number
        self.found.entries += 1
        taps = sum(one.taps for one in self.players)
        self.found.taps[entry.command].append(taps - self._tapped)
        self._tapped = taps
        kind = f"{entry.command} {entry.shown_title.parts()[0]}"
        for one in self.players:
            await self.look(one, f"{named or kind}{'' if one is player else '-other'}")
        await self.look_at_screen(named or kind)

    async def _question(self) -> str:
        live = await self.live()
        asked = await self.here.place.services.questions.of_game(live) if live else []
        return f"question-{asked[0].row.kind}" if asked else ""

    async def look(self, player: Player, kind: str) -> None:
        """Read a phone; the first time on a kind of screen measure it too, and take its pictures."""
        name = re.sub(r"[^a-zA-Z0-9]+", "-", re.sub(r"\{\w+\}", "x", kind)).strip("-").lower()[:60]
        await self._hold_private()
        if kind != "suggestions":  # commands and their options are English everywhere
            await self._read_words(player.page, name)
        self.found.add(name, [f"tap: {one}" for one in player.faults])
        player.faults.clear()
        self.seen[name] += 1
        if self.seen[name] > 1:
            return
        self.found.screens.append(name)
        await player.page.js("document.querySelector('#panel').scrollTop = 0")
        self.found.add(name, await looks(player.page, "phone"))
        await self._picture(player.page, name, *PHONE)
        await self._sized(player.page, DESK)
        self.found.add(name, await looks(player.page, "desk"))
        await self._picture(player.page, name, *DESK)
        await self._sized(player.page, PHONE)

    async def look_at_screen(self, kind: str) -> None:
        """Read the table screen at both sizes."""
        name = "table-" + re.sub(r"[^a-zA-Z0-9]+", "-", re.sub(r"\{\w+\}", "x", kind)).strip("-").lower()[:54]
        await self._read_words(self.screen, name)
        self.seen[name] += 1
        if self.seen[name] > 1:
            return
        for size in SCREENS:
            await self._sized(self.screen, size)
            if over := await self.screen.js(OVER):
                self.found.add(name, [f"the table screen at {size[0]} runs over in {', '.join(over)}"])
            await self._picture(self.screen, name, *size)

    async def _sized(self, page: Screen, size: tuple[int, int]) -> None:
        await page.resize(*size)
        await page.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    async def _picture(self, page: Screen, name: str, width: int, height: int) -> None:
        if self.folder is None:
            return
        light = [{"name": "prefers-color-scheme", "value": "light"}]
        await page.send("Emulation.setEmulatedMedia", features=light)
        await page.picture(self.folder / f"{self.where}-{len(self.found.screens):02}-{name}-{width}.png")

    async def _read_words(self, page: Screen, name: str) -> None:
        lines: list[str] = await page.js(READ)
        self.found.add(name, [*raw_words(lines)])
        if "-de" in self.where:
            live = await self.live()
            names = [one.name for one in live.game.units.values()] if live else []
            names += [one.name for one in sample_forces(live.system.key).values()] if live else []
            self.found.add(name, [*english_words(lines, names)])

    async def _hold_private(self) -> None:
        """Search each page for private messages of other players."""
        people = {one.id: name for name, one in self.here.place.people.items()}
        for message in self.here.place.messages():
            said = [message.content, message.embeds, message.components]
            if self._noted.get(message.id) == said:
                continue
            self._noted[message.id] = said
            lines = {bare(one) for one in words(said)}
            if message.is_ephemeral:
                for line in lines:
                    self._read[line] |= {name for id, name in people.items() if message.visible_to(id)}
            else:
                self._public |= lines
        known = self._public | set_phrases() | {*await self._public_lines()}
        secret = {line: readers for line, readers in self._read.items() if line not in known}
        for name, page in [*((one.name, one.page) for one in self.players), ("", self.screen)]:
            text = bare(await page.js(TOLD))
            own = "\n".join((*known, *(line for line, readers in secret.items() if name in readers)))
            self.found.add(
                f"page of {name or 'the table screen'}",
                [
                    f"private to {sorted(readers)}: {line}"
                    for line, readers in secret.items()
                    if name not in readers and line in text and line not in own
                ],
            )

    async def _public_lines(self) -> list[str]:
        """Return the lines of the state of the game that every page shows."""
        cog: Any = self.here.place.bot.get_cog("TableScreen")
        view = await cog.public_view(str(self.here.place.channel.id))
        groups = [group for side in view.get("sides", ()) for group in side["groups"]]
        units = [f"{name}{rest}" for group in groups for _, rest, names in group["units"] for name in names]
        return [bare(line) for line in (*words(view), *units)]


@asynccontextmanager
async def open_evening(
    here: Table, chromium: Chromium, where: str, folder: Path | None, seed: int
) -> AsyncGenerator[Evening]:
    """Open the pages of an evening, with axe-core's rules allowed on the phones."""
    players = list[Player]()
    for name in ("Ann", "Bob"):
        page = await chromium.window(f"{here.base}/{here.browser(name).key}", *PHONE)
        if RULES:
            await page.send("Page.setBypassCSP", enabled=True)
            await page.send("Page.reload")
            await page.until(READY)
        players.append(Player(name, page, Random(f"{where} {name} {seed}")))
    screen = await chromium.window(f"{here.base}/{here.browser(TABLE).key}", *SCREENS[0])
    yield Evening(here, players, screen, where, folder)
