"""The requests of a page of the local table: clicks, choices, forms, commands, chat. They are handled one at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any, cast

from bot.game.people import Call, Person, Place
from bot.services.record.server_systems import ServerSystem
from bot.simulation.addresses import Door
from bot.simulation.catalogue import CommandCatalogue
from bot.simulation.environment import (
    BackendError,
    InteractionResult,
    MemberActor,
    OptionError,
    SetupError,
    SimulatedTable,
)
from bot.simulation.script import ScriptError
from bot.simulation.typed_commands import CommandLine, is_command, parse_command
from rules.kernel.text import Text

LOG = logging.getLogger(__name__)
Json = dict[str, Any]
MOST_FORMS = 40
"""Maximum open forms; if there are more, the oldest is forgotten."""
MOST_UPLOADS = 16
SIDES = ("Red", "Blue")
MOST_LETTERS = 4000
_GONE = Text("That is no longer there. Look again.")
_LOST_FORM = Text("This form is from before the restart: open it again. Your text is kept.")
_SLOW = Text("This takes longer than usual. The result will be shown.")
_FAILED = Text("That did not work. Try it once more.")
_FAULTY = Text("The file has faults: fix them first.")
_NOT_YOURS = Text("This address may not do that.")
_LONG = Text("That is too long: {most} characters at most.", most=MOST_LETTERS)


class Malformed(Exception):
    """Raised for a request that the bot's own pages never send."""


class Desk:
    """Carries out players' requests, and keeps the simulated clock up to date in between."""

    def __init__(self, place: SimulatedTable) -> None:
        self.place, self.catalogue = place, CommandCatalogue(place)
        self.lock = asyncio.Lock()
        self._systems: Sequence[ServerSystem] | None = None
        """The table's own systems before one was added on the page."""
        self.system: str | None = "fubar"
        """The system of a game started from the first page."""
        self._forms: OrderedDict[str, tuple[int, InteractionResult]] = OrderedDict()
        self._uploads: OrderedDict[str, tuple[Door, tuple[str, bytes]]] = OrderedDict()
        self._number = count(1)

    async def do(self, viewer: MemberActor, asked: Json, may: Callable[[], bool]) -> Json:
        """Carry out one request; return its outcome: a `form` to open, `choices` to suggest, or an `error` to show.

        Raises Malformed. `may`, the right to make the request, is checked when its turn comes.
        """
        kind = asked.get("do")
        act = self._acts().get(kind) if isinstance(kind, str) else None
        if act is None:
            raise Malformed(f"there is nothing named {kind!r}")
        async with self.lock:
            if not may():
                return {"error": await self.translate(_NOT_YOURS)}
            try:
                await self.catch_up()
                return await act(viewer, asked)
            except TimeoutError:
                LOG.warning("the bot is slow to answer %s", kind)
                return {"error": await self.translate(_SLOW)}
            except OptionError as error:
                return {"error": str(error)}
            except (SetupError, BackendError) as error:
                LOG.info("%s was not possible: %s", kind, error)
                return {"error": await self.translate(_GONE)}
            finally:
                self.place.forget()

    def _acts(self) -> Mapping[str, Callable[[MemberActor, Json], Any]]:
        return {
            "click": self._click,
            "choose": self._choose,
            "submit": self._submit,
            "say": self._say,
            "menu": self._menu,
            "suggest": self._suggest,
            "begin": self._begin,
            "again": self._begin_again,
            "system": self._add_system,
        }

    async def catch_up(self) -> None:
        """Set the simulated clock to the real one, so that deadlines and timers run."""
        behind = (datetime.now(UTC) - self.place.env.now()).total_seconds()
        if behind > 0:
            await self.place.env.advance_time(behind)

    async def translate(self, text: Text) -> str:
        """Return a text in the language of the table."""
        screen: Any = self.place.bot.get_cog("TableScreen")
        return await screen.worded(str(self.place.channel.id), text)

    # Clicks, choices and forms

    async def _click(self, viewer: MemberActor, asked: Json) -> Json:
        message = self._message(viewer, asked)
        return self._outcome(viewer, await viewer.click(message, custom_id=_require_text(asked, "control")))

    async def _choose(self, viewer: MemberActor, asked: Json) -> Json:
        values = _require_texts(asked.get("values"))
        message = self._message(viewer, asked)
        # The bot changes the part of a menu's id before the first colon whenever a player uses it.
        id = _require_text(asked, "control")
        ids: list[str] = [one.custom_id for row in message.components for one in row.children]
        id = next((one for one in ids if one.partition(":")[2] == id.partition(":")[2]), id)
        return self._outcome(viewer, await viewer.select(message, values, custom_id=id))

    def _message(self, viewer: MemberActor, asked: Json) -> Any:
        found = self.place.message(id_of(asked, "message"), viewer)
        if found is None:
            raise SetupError("no message of that id is seen by this player")
        return found

    async def _submit(self, viewer: MemberActor, asked: Json) -> Json:
        owner, form = self._forms.get(_require_text(asked, "form"), (None, None))
        if form is None or owner != viewer.id:
            return {"error": await self.translate(_LOST_FORM), "closed": True}
        values = {
            id: value[:MOST_LETTERS] if isinstance(value, str) else _require_texts(value)
            for id, value in _require_object(asked.get("values")).items()
        }
        result = await viewer.submit_modal(form, values)
        self._forms.pop(_require_text(asked, "form"), None)
        return self._outcome(viewer, result)

    def _outcome(self, viewer: MemberActor, result: InteractionResult) -> Json:
        if result.modal is not None:
            token = str(next(self._number))
            self._forms[token] = viewer.id, result
            if len(self._forms) > MOST_FORMS:
                self._forms.popitem(last=False)
            return {"form": {**result.modal, "form": token}}
        return {}

    # Chat and commands

    async def _say(self, viewer: MemberActor, asked: Json) -> Json:
        """Send a message, or carry out a typed command; `picked` are option values chosen from suggestions."""
        text = _require_text(asked, "text").strip()
        if len(text) > MOST_LETTERS:
            return {"error": await self.translate(_LONG), "unsent": True}
        if not is_command(text):
            if text:
                await viewer.send(self.place.channel, text[:2000])
            return {}
        try:
            line = self._parse_command(viewer, text, asked)
        except ScriptError as error:
            return {"error": await self.translate(error.text), "unsent": True}
        result = await viewer.slash(self.place.channel, line.name, **line.options)
        return self._outcome(viewer, result)

    def _parse_command(self, viewer: MemberActor, text: str, asked: Json) -> CommandLine:
        picked = {
            name: self._picked_value(viewer, value)
            for name, value in _require_object(asked.get("picked") or {}).items()
        }
        people = dict(self.place.people)
        known = {"user": people, "channel": {str(self.place.channel.name): self.place.channel}}
        return parse_command(text, self.catalogue.typed, known, picked)

    def _picked_value(self, viewer: MemberActor, value: Any) -> Any:
        match value:
            case {"upload": str() as token}:
                return self._upload(viewer, token)
            case str() | bool() | int() | float():
                return value
            case _:
                raise Malformed("an option has a value that no page sends")

    async def _menu(self, viewer: MemberActor, asked: Json) -> Json:
        """Carry out a command from the menu of a message."""
        message = self._message(viewer, asked)
        result = await viewer.context_menu(self.place.channel, _require_text(asked, "command"), message)
        return self._outcome(viewer, result)

    async def _suggest(self, viewer: MemberActor, asked: Json) -> Json:
        command, option = _require_text(asked, "command"), _require_text(asked, "option")
        given = {
            name: value
            for name, value in _require_object(asked.get("given") or {}).items()
            if isinstance(value, str) and name != option and self.catalogue.kind(command, name) == "string"
        }
        found: Sequence[Json] = await viewer.autocomplete(
            self.place.channel, command, option, _require_text(asked, "typed")[:100], **given
        )
        return {"choices": [{"name": one["name"], "value": one["value"]} for one in found]}

    async def _begin(self, viewer: MemberActor, asked: Json) -> Json:
        """Start an offer of the first page: the demo, a game, or a game against the bot."""
        channel = self.place.channel
        known = await self.place.services.systems.systems_of(str(viewer.guild.id))
        if self._systems is not None and known != self._systems:
            # The system added on the page exists now.
            self.system, self._systems = known[-1].key if known else self.system, None
        system = self.system
        if system is None:
            return {"error": await self.translate(_FAULTY)}
        match _require_text(asked, "what"):
            case "demo" if await self.place.services.record.games.in_channel(str(channel.id)):
                await viewer.slash(channel, "game demo", system=system)  # refused: another page was faster
            case "demo":
                others = (one for one in self.place.people.values() if one is not viewer)
                await begin_demo(self.place, (viewer, *others), system)
            case "own":
                await viewer.slash(channel, "game new", system=system)
            case "bot":
                await viewer.slash(channel, "game new", system=system, opponent="balanced")
            case other:
                raise Malformed(f"no page begins {other!r}")
        return {}

    async def _begin_again(self, viewer: MemberActor, _: Json) -> Json:
        """End the game of the channel, and start the demo of the system offered for new games."""
        services, channel = self.place.services, str(self.place.channel.id)
        info = await services.record.games.in_channel(channel)
        if info is not None:
            live = await services.games.unfinished_game(info)
            umpire = next(one for one in live.game.players.values() if one.umpire)
            where = Place(info.guild_id, channel)
            await services.endings.end(Call(Person(umpire.id, umpire.name), where))
        return await self._begin(viewer, {"what": "demo"})

    async def _add_system(self, viewer: MemberActor, asked: Json) -> Json:
        """Add the file of a rule system, as `/system add` does; new games from the first page use it."""
        file = self._upload(viewer, _require_text(asked, "upload"))
        self._systems = await self.place.services.systems.systems_of(str(viewer.guild.id))
        result = await viewer.slash(self.place.channel, "system add", file=file)
        return self._outcome(viewer, result)

    # Files for a command: a page uploads them first, and then refers to them.

    def take(self, door: Door, name: str, content: bytes) -> str:
        """Keep an uploaded file until a request refers to it; the oldest unused one is forgotten."""
        token = str(next(self._number))
        self._uploads[token] = door, (name, content)
        if len(self._uploads) > MOST_UPLOADS:
            self._uploads.popitem(last=False)
        return token

    def _upload(self, viewer: MemberActor, token: str) -> tuple[str, bytes]:
        found = self._uploads.pop(token, None)
        if found is None or viewer not in found[0].viewers:
            raise SetupError("the file is not here any more")
        return found[1]


async def begin_demo(place: SimulatedTable, players: Sequence[MemberActor], system: str | None) -> None:
    """Set up a demo, with one side for each player."""
    await players[0].slash(place.channel, "game demo", **({"system": system} if system else {}))
    for player, side in zip(players, SIDES, strict=False):
        await player.slash(place.channel, "game join", side=side)


def _require_text(asked: Json, key: str) -> str:
    found = asked.get(key, "")
    if not isinstance(found, str):
        raise Malformed(f"{key} is no text")
    return found


def id_of(asked: Json, key: str) -> int:
    """Return an id from a page; raise Malformed."""
    found = _require_text(asked, key)
    if not (found.isascii() and found.isdecimal() and len(found) <= 20):
        raise Malformed(f"{key} is no id")
    return int(found)


def _require_texts(value: Any) -> list[str]:
    if not isinstance(value, list):
        raise Malformed("not a list of texts")
    found = cast("list[Any]", value)
    if len(found) > 25 or not all(isinstance(one, str) for one in found):
        raise Malformed("not a list of texts")
    return found


def _require_object(value: Any) -> Json:
    if not isinstance(value, dict):
        raise Malformed("not an object")
    return cast("Json", value)
