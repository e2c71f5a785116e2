"""Evenings with the real bot, the same for the same seed: random commands, buttons, menus and forms.

Everything sent and recorded in each step is kept as text, without varying ids, so that two versions of the code can be
compared sentence by sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from simcord.results import ResponseMessage

from rules.kernel.request import Request
from tests.cogs.languages import speaks
from tests.cogs.shown import Told, fields, prefilled_value
from tests.cogs.table import Loaded, Table, services_on, sitting
from tests.proving import seeds
from tests.soak import orders

STEPS = 40
BUTTON, MENU = 2, 3
_IDS = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{16}|\d{15,20})\b")
_COUNTED = re.compile(r'(?<=adj1\.)\d+|(?<="id": )\d{3,6}\b')
"""Drawing numbers of menus, which change at every start."""
_TOKEN = re.compile(r"(?<=/)[\w.-]{40,}(?=/)")
LOOKED_AT = ("/game status", "/game board", "/unit list", "/log show", "/why", "/undo", "/waiting", "/luck", "/help")


class Step(NamedTuple):
    """An action of a player, and its effects."""

    did: str
    sent: list[str]
    """Requests to Discord: method, path, and the body as a line of JSON. In a transcript: a line of text."""
    entries: list[str]
    """Recorded entries, as one line of JSON each."""


async def evening(folder: Path, system: str, seed: int, steps: int = STEPS) -> list[Step]:
    """Play one evening; an odd seed has a German opponent, and in every third one he rolls his own dice."""
    services = await services_on(folder / f"{system}-{seed}.sqlite", Loaded(), "digest", seeds(f"digest {seed}"))
    services.record.games.begin = partial(services.record.games.begin, id=f"{system}-{seed}")
    async with sitting(services, Loaded(), folder / f"{system}-{seed}.sqlite") as table:
        if seed % 2:
            speaks(table, table.bob, "de")
        return [step async for step in Evening(table, system, seed).played(steps)]


class Evening:
    def __init__(self, table: Table, system: str, seed: int) -> None:
        self.table, self.system, self.seed = table, system, seed
        self.chance = Random(f"digest {system} {seed}")
        self._requests = self._entries = 0
        self._names: dict[str, str] = {}

    async def played(self, steps: int) -> AsyncIterator[Step]:
        table = self.table
        yield await self._step("ann /game demo", table.say(table.ann, "/game demo", system=self.system))
        for who, side in ((table.ann, "Red"), (table.bob, "Blue")):
            yield await self._step(f"{who.name} /game join {side}", table.say(who, "/game join", side=side))
        if self.seed % 3 == 0:
            own = table.say(table.bob, "/game dice", mode="physical")
            yield await self._step("bob /game dice physical", own)
        for _ in range(steps):
            if not await table.last():
                return  # a click has ended the game
            who = self.chance.choice((table.ann, table.bob))
            if self.chance.random() < 0.55 and (control := self._any_control(who)):
                yield await self._step(*control)
            else:
                yield await self._step(*await self._typed())

    async def _step(self, did: str, doing: Any) -> Step:
        told = await doing
        for _ in range(3):
            if told.form is None:
                break
            answers = any_answers(told.form, self.chance)
            did += f" {answers}"
            told = Told.of(await self._by(did).submit_modal(told.result, answers), told.clicked)
        return Step(did, self._sent(), await self._recorded())

    def _by(self, did: str) -> Any:
        return {"ann": self.table.ann, "bob": self.table.bob}[did.partition(" ")[0]]

    # Actions

    async def _typed(self) -> tuple[str, Any]:
        """Return a slash command: a random one, mostly by the unit's own player, or one that only shows something."""
        live = await self.table.live()
        request = orders.request(live.board, self.chance)
        mine = request.side == "Red" if self.chance.random() < 0.9 else request.side != "Red"
        who = self.table.ann if mine else self.table.bob
        options = as_options(request)
        if options is None or self.chance.random() < 0.15:
            command = self.chance.choice(LOOKED_AT)
            return f"{who.name} {command}", self.table.say(who, command)
        command = "odds" if request.command == "fire" and self.chance.random() < 0.3 else request.command
        return f"{who.name} /{command} {options}", self.table.say(who, f"/{command}", **options)

    def _any_control(self, who: Any) -> tuple[str, Any] | None:
        """Return a click on a random control of the newest messages visible to the player."""
        env = self.table.env
        messages = env.backend.messages.get(self.table.channel.id, {}).values()
        seen = sorted((one for one in messages if one.visible_to(who.id)), key=lambda one: one.id)[-3:]
        tap = any_tap([(ResponseMessage(env, one), one.components) for one in seen], self.chance)
        if tap is None:
            return None
        control = tap.control["custom_id"]
        if tap.chosen is None:
            name = f"{who.name} clicks {tap.control.get('label')}"
            return name, self._click(who.click(tap.message, custom_id=control), tap.message.id)
        chosen = [one["label"] for one in tap.control["options"] if one["value"] in tap.chosen]
        return f"{who.name} picks {chosen}", self._click(
            who.select(tap.message, tap.chosen, custom_id=control), tap.message.id
        )

    async def _click(self, doing: Any, message: int) -> Told:
        return Told.of(await doing, message)

    # Effects

    def _sent(self) -> list[str]:
        requests = self.table.env.http_requests
        new, self._requests = requests[self._requests :], len(requests)
        return [self._plain(f"{one.method} {_TOKEN.sub('#', one.path)}", one.json) for one in new if one.json]

    async def _recorded(self) -> list[str]:
        entries = await self.table.services.record.entries.all(f"{self.system}-{self.seed}")
        new, self._entries = entries[self._entries :], len(entries)
        return [self._without_ids(one.model_dump_json()) for one in new]

    def _plain(self, where: str, body: Any) -> str:
        return self._without_ids(f"{where}\n{json.dumps(body, ensure_ascii=False, sort_keys=True, default=str)}")

    def _without_ids(self, text: str) -> str:
        """Replace each id of Discord or of a question by a number in order of first appearance."""
        text = _COUNTED.sub("0", text)
        return _IDS.sub(lambda found: self._names.setdefault(found[0], str(1000 + len(self._names))), text)


class Tap(NamedTuple):
    """A button of a message, or a menu with the `chosen` values."""

    message: Any
    control: dict[str, Any]
    chosen: list[str] | None


def any_tap(messages: Sequence[tuple[Any, Sequence[Mapping[str, Any]]]], chance: Random) -> Tap | None:
    """Return a random control of messages with their rows, mostly of the last message; None if it is unusable."""
    found = [
        (message, control)
        for message, rows in messages
        for row in rows
        for control in row.get("components", [])
        if control.get("custom_id") and not control.get("disabled")
    ]
    if not found:
        return None
    newest = [one for one in found if one[0] is found[-1][0]]
    message, control = chance.choice(newest if chance.random() < 0.7 else found)
    if control["type"] == BUTTON:
        return Tap(message, control, None)
    options = [one["value"] for one in control.get("options", [])]
    if control["type"] != MENU or not options:
        return None
    return Tap(message, control, chance.sample(options, max(1, min(control.get("min_values", 1), len(options)))))


def any_answers(form: Mapping[str, Any], chance: Random) -> dict[str, Any]:
    """Return answers to the fields of a form; prefilled values are kept."""
    given: dict[str, Any] = {}
    for field in fields(form["components"]):
        name = field["custom_id"]
        if kept := prefilled_value(field):
            given[name] = kept
        elif options := field.get("options"):
            given[name] = [chance.choice(options)["value"]]
        else:
            given[name] = str(chance.choice(orders.INCHES))
    return given


ACCEPTED: Mapping[str, tuple[str, ...]] = {
    "fire": ("unit!", "target!", "distance", "cover", "firers", "situation"),
    "assault": ("unit!", "target!", "distance", "situation"),
    "activate": ("unit!", "action", "situation"),
    "move": ("unit!", "action", "terrain", "extra"),
    "morale": ("unit!", "situation"),
    "initiative": ("unit",),
    "act": ("action!", "unit", "target", "weapon", "distance", "count", "situation"),
    "turn phase": ("action!",),
    "turn end": (),
    "turn next": (),
}
"""Options of each command, by the field of the request; those with "!" are required."""
RENAMED = {("fire", "unit"): "attacker", ("assault", "unit"): "attacker", ("turn phase", "action"): "phase"}


def as_options(request: Request) -> dict[str, Any] | None:
    """Return the options of the slash command for a request; None if a required one is missing."""
    options: dict[str, Any] = {}
    kept = request.to_stored()
    for marked in ACCEPTED[request.command]:
        name = marked.rstrip("!")
        if value := kept.get(name):
            typed = ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
            options[RENAMED.get((request.command, name), name)] = typed
        elif marked.endswith("!"):
            return None
    return options


def sentences(step: Step) -> Iterator[str]:
    """Yield the texts that a player reads in a step, line by line."""
    for body in step.sent:
        request, _, sent = body.partition("\n")
        yield from _words(json.loads(sent)) if sent else (request,)


def _words(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield from value.splitlines()
        case list():
            for one in value:  # pyright: ignore[reportUnknownVariableType]
                yield from _words(one)
        case dict():
            for key, one in value.items():  # pyright: ignore[reportUnknownVariableType]
                if key in {"custom_id", "value", "id", "nonce", "type"}:
                    continue
                yield from _words(one)
        case _:
            pass
