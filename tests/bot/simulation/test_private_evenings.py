"""Random evenings at the local table: private messages go out on no other connection.

ADJUTANT_TEST_EVENINGS is the number of evenings of each system, ADJUTANT_TEST_EVENING_STEPS the number of steps of
each.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.game.registry import ActiveGame
from bot.simulation.addresses import SHARED, TABLE
from tests.bot.simulation.private_lines import words
from tests.bot.simulation.visiting import Table, Visitor, table
from tests.digests.evenings import LOOKED_AT, any_answers, any_tap, as_options
from tests.soak import orders

EVENINGS = int(os.environ.get("ADJUTANT_TEST_EVENINGS", "1"))
STEPS = int(os.environ.get("ADJUTANT_TEST_EVENING_STEPS", "25"))
SIDES = {"Red": "Ann", "Blue": "Bob"}
HIDDEN = "Zebulon Ghosts"


class Evening:
    """Pages of both players, the shared screen and the table screen, and who presses what by chance."""

    def __init__(self, here: Table, pages: dict[str, Visitor], system: str, seed: int) -> None:
        self.here, self.pages = here, pages
        self.chance = Random(f"private {system} {seed}")
        self.readers = defaultdict[str, set[str]](set)
        """The players who have read each line in private."""
        self.public = set[str]()
        self.forms = 0
        self._heard = dict.fromkeys(pages, 0)

    async def live(self) -> ActiveGame | None:
        services = self.here.place.services
        info = await services.record.games.in_channel(str(self.here.place.channel.id))
        return info and await services.games.unfinished_game(info)

    async def step(self) -> None:
        """Let one page do something, fill in what opens, and hold what all others have been sent meanwhile."""
        name = self.chance.choice(("Ann", "Bob", SHARED))
        page = self.pages[name]
        if name == SHARED and self.chance.random() < 0.3:
            wanted = self.chance.choice(page.hello["viewers"])
            await page.act("viewer", viewer=wanted["id"])
        await (self._shoot(page) if self.chance.random() < 0.1 else self._act(page))
        for _ in range(3):
            form, page.form = page.form, None
            if form is None:
                break
            self.forms += 1
            page.form = form
            answers = any_answers(form, self.chance)
            page.form = None
            await page.act("submit", form=form["form"], values=answers)
        await self.hold(page)

    async def _shoot(self, page: Visitor) -> None:
        """A shot without its distance, which a form asks for."""
        live = await self.live()
        side = next(side for side, name in SIDES.items() if name == page.viewer)
        units = [one for one in live.game.units.values() if one.models] if live else []
        own, others = [one.id for one in units if one.side == side], [one.id for one in units if one.side != side]
        if own and others:
            picked = {"attacker": self.chance.choice(own), "target": self.chance.choice(others)}
            await page.act("say", text="/fire", picked=picked)

    async def _act(self, page: Visitor) -> None:
        newest = [(one, one.get("controls", ())) for one in [*page.messages.values()][-3:]]
        if self.chance.random() < 0.5 and (tap := any_tap(newest, self.chance)):
            asked = {"message": tap.message["id"], "control": tap.control["custom_id"]}
            if tap.chosen is None:
                await page.act("click", **asked)
            else:
                await page.act("choose", values=tap.chosen, **asked)
            return
        command, options = self.chance.choice(LOOKED_AT), None
        if (live := await self.live()) and self.chance.random() < 0.8:
            drawn = [orders.request(live.board, self.chance) for _ in range(4)]
            own = [one for one in drawn if SIDES.get(one.side or "") == page.viewer]
            request = [*own, *drawn][0]
            options = as_options(request)
            command = command if options is None else f"/{request.command}"
        picked = {name: one if isinstance(one, int) else str(one) for name, one in (options or {}).items()}
        await page.act("say", text=command, picked=picked)

    # Invariants

    async def hold(self, asking: Visitor) -> None:
        for page in (one for name, one in self.pages.items() if name != TABLE):
            await page.look()
        with suppress(TimeoutError):
            await self.pages[TABLE].until(lambda: False, 0.02)
        await self._note()
        hidden = await self._is_hidden()
        for name, page in self.pages.items():
            new, self._heard[name] = page.frames[self._heard[name] :], len(page.frames)
            for frame in new:
                self._hold_frame(name, json.loads(frame), asks=page is asking)
            if name == "Ann" or (page is asking and page.viewer == "Ann"):
                continue  # her own page, or a form that she opened on the shared screen
            assert not (hidden and HIDDEN in "".join(new)), f"{name} was sent the name of a hidden unit"

    def _hold_frame(self, name: str, body: dict[str, Any], asks: bool) -> None:
        found = {**body, **(body.get("known") or {})}
        assert asks or "form" not in found, f"{name} was sent a form that another page has asked for"
        for one in found.get("messages", ()):
            assert not one.get("private") or one.get("by") == name, f"{name} was sent {one}"
        if name == TABLE:
            assert body.keys() <= {"t", "view"}
        if asks:
            return
        for line in words(found):
            readers = self.readers.get(line, {name})
            assert line in self.public or name in readers, f"{name} was sent {line!r} of {readers}"

    async def _note(self) -> None:
        """Record the readers of each line, by what the bot has sent rather than by the data of the pages."""
        cog: Any = self.here.place.bot.get_cog("TableScreen")
        self.public |= {*words(await cog.public_view(str(self.here.place.channel.id)))}
        people = {one.id: name for name, one in self.here.place.people.items()}
        for message in self.here.place.messages():
            said = [message.content, message.embeds, message.components]
            if not message.is_ephemeral:
                self.public |= {*words(said)}
                continue
            (reader,) = (name for id, name in people.items() if message.visible_to(id))
            for line in words(said):
                self.readers[line].add(reader)

    async def _is_hidden(self) -> bool:
        live = await self.live()
        named = [one for one in live.game.units.values() if one.name == HIDDEN] if live else []
        return any(unit.has("hidden") for unit in named)


async def begin(here: Table, system: str) -> None:
    """A game with both players; where the system knows hidden units, one of Red's has a name like no other."""
    await here.slash("Ann", "game end", note="over")
    await here.click("Ann", "End the game")
    await here.slash("Ann", "game demo", system=system)
    info = await here.place.services.record.games.in_channel(str(here.place.channel.id))
    assert info is not None
    units = (await here.place.services.games.unfinished_game(info)).game.units.values()
    for unit in [one for one in units if one.has("hidden")][:1]:
        await here.slash("Ann", "unit edit", unit=unit.id, field="name", value=HIDDEN)
    for side, name in SIDES.items():
        await here.slash(name, "game join", side=side)


@pytest.mark.parametrize("seed", range(1, EVENINGS + 1))
@pytest.mark.parametrize("system", ["opreb", "fubar"])
async def test_a_private_answer_reaches_no_other_page_all_evening(tmp_path: Path, system: str, seed: int) -> None:
    async with table(tmp_path, "0.0.0.0") as here:
        await begin(here, system)
        pages = {name: await here.at(name) for name in ("Ann", "Bob", SHARED, TABLE)}
        evening = Evening(here, pages, system, seed)
        for _ in range(STEPS):
            await evening.step()
        assert evening.forms, "no form has opened"
        assert len(evening.readers) > STEPS
