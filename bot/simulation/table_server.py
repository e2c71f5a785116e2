"""The web server of the local table: pages behind the addresses of `doors`, and a connection for each open page."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol, cast

from aiohttp import WSMsgType, web

from bot.settings import SettingsError, listening_fault
from bot.simulation import addresses, answers, page_files
from bot.simulation.acts import Desk, Malformed, id_of
from bot.simulation.addresses import Door, door_of
from bot.simulation.authored_file import AuthoredFile
from bot.simulation.catalogue import CommandCatalogue
from bot.simulation.conversation import Conversation
from bot.simulation.environment import MemberActor, SetupError, SimulatedTable
from bot.simulation.guard import HeadTimeouts, page, refuse_foreign
from bot.simulation.lines import PageConnection, RememberedOutcomes
from bot.simulation.table_language import TableLanguage, codes

LOG = logging.getLogger(__name__)
Json = dict[str, Any]
TICK, GLANCE = 0.5, 0.015
"""Seconds between two checks of the conversation: while idle, and during a request."""
BEAT = 25.0
"""Seconds between two heartbeats of a page."""
MOST_PAGES = 6
"""Maximum pages of one address: if more are opened, the oldest is closed."""
MOST_BUSY = 4
"""Maximum unanswered requests of one page."""
MOST_BYTES, MOST_UPLOAD = 64 * 1024, 8 * 1024 * 1024


class PublicView(Protocol):
    """The cog that creates the public view of a channel's game."""

    async def public_view(self, channel: str) -> Json: ...

    async def control_owners(self, channel: str, controls: Mapping[str, Sequence[str]]) -> dict[str, list[str]]: ...


class TableServer:
    """Serves the pages to browsers with a valid address, and sends each its updates."""

    def __init__(
        self,
        place: SimulatedTable,
        host: str,
        port: int,
        doors: Sequence[Door],
        told: PublicView,
        language: str | None = None,
    ) -> None:
        self.desk, self.talk, self.language = Desk(place), Conversation(place), TableLanguage(place, language)
        self._place, self._host, self._port, self.doors, self._told = place, host, port, doors, told
        self.lines: list[PageConnection] = []
        self._joined: set[int] = set()
        """Players whose own address was opened in this run."""
        self._done = RememberedOutcomes()
        self._view: Json = {}
        self._viewed = 0
        self._running = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._began, self._checking = asyncio.Event(), asyncio.Lock()
        self.authored: AuthoredFile | None = None

    @asynccontextmanager
    async def open(self, clock: bool = True) -> AsyncGenerator[None]:
        """Listen, and follow the real clock if `clock`; raise SettingsError if the port is unavailable."""
        runner = web.AppRunner(self._application(), access_log=None, keepalive_timeout=30, shutdown_timeout=1)
        await runner.setup()
        served = cast("web.Server", runner.server)
        heads = HeadTimeouts(served)
        try:
            listening = await asyncio.get_running_loop().create_server(heads, self._host, self._port)
        except OSError as error:
            await runner.cleanup()
            raise SettingsError(listening_fault(error, self._host, self._port, "ADJUTANT_LOCAL")) from None
        await self._check_changes()
        keeping = asyncio.ensure_future(self._keep_time() if clock else asyncio.Event().wait())
        watching = asyncio.ensure_future(self._watch_file())
        try:
            yield
        finally:
            keeping.cancel()
            watching.cancel()
            await asyncio.gather(keeping, watching, return_exceptions=True)
            listening.close()
            await asyncio.gather(*(line.close() for line in self.lines))
            await runner.cleanup()

    def _application(self) -> web.Application:
        app = web.Application(middlewares=[refuse_foreign(self._host)], client_max_size=MOST_UPLOAD)
        app.router.add_get("/", answers.answer_unaddressed)
        app.router.add_get("/favicon.ico", answers.serve_icon)
        app.router.add_get("/page/{name}", answers.serve_static)
        app.router.add_get("/{secret}/line", self._serve_line)
        app.router.add_get("/{secret}/commands", self._serve_commands)
        app.router.add_get("/{secret}/file/{message}/{file}", self._serve_file)
        app.router.add_post("/{secret}/upload", self._accept_upload)
        app.router.add_post("/{secret}/language", self._accept_language)
        app.router.add_get("/{secret}", self._serve_index)
        app.router.add_get("/{secret}/{viewer}", self._serve_index)
        return app

    def _require_door(self, request: web.Request) -> Door:
        door = door_of(self.doors, request.match_info["secret"])
        if door is None:
            raise web.HTTPNotFound
        return door

    # The page and its files

    async def _serve_index(self, request: web.Request) -> web.Response:
        door = door_of(self.doors, request.match_info["secret"])
        if door is None:
            return page(page_files.missing_address_page(), status=404)
        await self.language.follow_browser(request.headers.get("Accept-Language", ""))
        words: dict[str, str] = (await self._public_view())["words"]
        code, others = self.language.code, self.language.others()
        return page(page_files.index(door.name, words, code, others) if door.viewers else page_files.screen(code))

    async def _accept_language(self, request: web.Request) -> web.Response:
        """Change the language of the table, and show the state of its game in it."""
        door, code = self._require_door(request), str((await request.post()).get("language", ""))
        if not door.viewers:
            raise web.HTTPForbidden
        if code not in codes():
            raise web.HTTPBadRequest
        async with self.desk.lock:
            await self.language.choose(code)
            self.desk.catalogue = CommandCatalogue(self._place)
            if await self._place.services.record.games.in_channel(str(self._place.channel.id)):
                await self.doors[0].viewers[0].slash(self._place.channel, "game status")
        await self._check_changes()
        await self._update_pages()
        return web.Response(status=204)

    async def _serve_commands(self, request: web.Request) -> web.Response:
        self._require_door(request)
        return answers.compressed_json(self.desk.catalogue.to_json())

    async def _serve_file(self, request: web.Request) -> web.Response:
        """Return a file of a message that a player of this address may read."""
        door, named = self._require_door(request), request.match_info
        found = self.talk.attachment(named["message"], named["file"], [one.id for one in door.viewers])
        content = self._place.file(found["url"]) if found else None
        if found is None or content is None:
            raise web.HTTPNotFound
        return answers.attached_file(found, content, save="save" in request.query)

    async def _accept_upload(self, request: web.Request) -> web.Response:
        """Accept a file, which a later request refers to."""
        door = self._require_door(request)
        if not door.viewers:
            raise web.HTTPForbidden
        name, content = await answers.read_upload(request)
        return web.json_response({"upload": self.desk.take(door, name, content)})

    # Open pages

    async def _serve_line(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the connection of a page, until it ends."""
        door = self._require_door(request)
        ws = web.WebSocketResponse(heartbeat=BEAT, max_msg_size=MOST_BYTES)
        await ws.prepare(request)
        viewer = door.viewer(request.query.get("as", "")) if door.viewers else None
        line = PageConnection(door, request.query.get("tab", "")[:40], ws, viewer)
        await self._welcome(line)
        try:
            async for message in ws:
                if message.type is not WSMsgType.TEXT or not self._receive(line, message.data):
                    break
        finally:
            if line in self.lines:
                self.lines.remove(line)
            await line.close()
        return ws

    async def _welcome(self, line: PageConnection) -> None:
        """Close surplus pages, and send the newest messages."""
        own = [one for one in self.lines if one.door is line.door]
        for one in own[: max(0, len(own) + 1 - MOST_PAGES)]:
            self.lines.remove(one)
            self._begin(one.close())
        if len(line.door.viewers) == 1 and line.door.viewers[0].id not in self._joined:
            self._joined.add(line.door.viewers[0].id)
            self._view = {}
        await self._check_changes()
        self.lines.append(line)
        line.view = self._viewed
        if line.viewer is None:
            await line.send({"t": "hello", "view": self._view})
        else:
            await line.send(self._hello(line, line.viewer))
        await self._update_pages()

    def _hello(self, line: PageConnection, viewer: MemberActor) -> Json:
        messages, more = line.begin(self.talk, self._shows_private(line))
        return {
            "t": "hello",
            "door": line.door.name,
            "viewer": str(viewer.id),
            "viewers": [{"id": str(one.id), "name": one.user.global_name} for one in line.door.viewers],
            "people": {str(one.id): name for name, one in self._place.people.items()},
            "menu": self.desk.catalogue.of_messages,
            "messages": messages,
            "more": more,
            "view": self._view,
        }

    def _shows_private(self, line: PageConnection) -> bool:
        """True if a page shows its viewer's private messages; a shared page does until that player opens their own."""
        viewer = line.viewer
        return viewer is not None and (len(line.door.viewers) == 1 or viewer.id not in self._joined)

    def _receive(self, line: PageConnection, text: str) -> bool:
        """Start a page's request; return False for a request that the bot's pages never send."""
        try:
            asked: Any = json.loads(text)
        except (ValueError, RecursionError):
            return False
        if not isinstance(asked, dict) or line.viewer is None:
            return False
        self._begin(self._answer(line, line.viewer, cast("Json", asked)))
        return True

    def _begin(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, line: PageConnection, viewer: MemberActor, asked: Json) -> None:
        id = asked.get("id")
        if not isinstance(id, str) or not 0 < len(id) <= 40:
            await line.close()
            return
        try:
            found = await self._outcome(line, viewer, id, asked)
        except Malformed as error:
            LOG.info("a page sent an unknown request: %s", error)
            await line.close()
            return
        if asked.get("do") != "suggest":
            await self._check_changes()
            await self._update_pages()
        # The page may have connected anew in the meantime.
        same = (one for one in self.lines if one.tab == line.tab and one.door is line.door)
        now = line if line in self.lines else next(same, line)
        await now.send({"t": "done", "id": id, **found})

    async def _outcome(self, line: PageConnection, viewer: MemberActor, id: str, asked: Json) -> Json:
        match asked.get("do"):
            case "older":
                messages, more = line.older_messages(self.talk, self._shows_private(line), id_of(asked, "before"))
                return {"messages": messages, "more": more}
            case "viewer":
                wanted = next((one for one in line.door.viewers if str(one.id) == asked.get("viewer")), None)
                if wanted is None or len(line.door.viewers) == 1:
                    raise Malformed("this address belongs to a single player")
                line.viewer = wanted
                return self._hello(line, wanted) | {"t": "done"}
            case "known":
                known = self._done.find(f"{line.door.name} {line.tab}", str(asked.get("of")))
                return {"known": await known} if known is not None else {"known": None}
            case _:
                return await self._carry_out_once(line, viewer, id, asked)

    async def _carry_out_once(self, line: PageConnection, viewer: MemberActor, id: str, asked: Json) -> Json:
        """Carry out a request, or return its outcome if it was already carried out."""
        tab = f"{line.door.name} {line.tab}"
        if known := self._done.find(tab, id):
            return await asyncio.shield(known)
        if line.busy >= MOST_BUSY:
            return {"error": (await self._public_view())["words"]["busy"]}
        outcome = self._done.begin(tab, id)
        line.busy, self._running = line.busy + 1, self._running + 1
        self._began.set()
        found: Json = {"error": (await self._public_view())["words"]["failed"]}
        try:
            found = await self.desk.do(viewer, asked, lambda: line.viewer is viewer and viewer in line.door.viewers)
        except Malformed:
            raise
        except Exception:  # for any error of the bot, the page reports the failure, and the terminal the cause
            LOG.exception("the bot raised")
        finally:
            line.busy, self._running = line.busy - 1, self._running - 1
            outcome.set_result(found)
        return found

    # Updates

    async def _keep_time(self) -> None:
        """Follow the clock, and send the resulting updates, until cancelled."""
        while True:
            self._began.clear()
            with suppress(TimeoutError):
                if self._running:
                    await asyncio.sleep(GLANCE)
                else:
                    await asyncio.wait_for(self._began.wait(), TICK)
                    continue  # a request has started: check more often
            if not self._running:
                async with self.desk.lock:
                    try:
                        await self.desk.catch_up()
                    except (SetupError, TimeoutError) as error:
                        LOG.warning("the clock of the local table failed: %s", error)
                self._place.forget()
            async with self._checking:
                if changed := self.talk.look(whole=not self._running):
                    await self._update_view(owners_only=self._running > 0)
            if changed:
                await self._update_pages()

    async def _check_changes(self) -> None:
        """Check the newest messages of the conversation, and the state of the game."""
        async with self._checking:
            self.talk.look(whole=not self.talk.version)
            await self._update_view()

    async def _update_view(self, owners_only: bool = False) -> None:
        """Update the state of the game, or only the owners of controls, without which no message may be sent."""
        channel, controls = str(self._place.channel.id), self.talk.public_controls()
        owners = await self._told.control_owners(channel, controls)
        found = {**(self._view if owners_only else await self._public_view()), "owners": owners}
        if found != self._view:
            self._view, self._viewed = found, self._viewed + 1

    async def _public_view(self) -> Json:
        """Return the public view of the game, with codes for players who have not joined yet."""
        shown = await self._told.public_view(str(self._place.channel.id))
        stands = any(side["groups"] for side in shown.get("sides", ()))
        # A posted board shows more than the last message, which may be that board.
        last = shown.get("last") or (None if stands else self.talk.last_public_message())
        waited = [one for one in self.doors if len(one.viewers) == 1 and one.viewers[0].id not in self._joined]
        codes = addresses.codes(self._host, self._port, waited)
        return {**shown, "language": self.language.code, "codes": codes, "last": last, "file": await self._file_news()}

    async def _file_news(self) -> Json | None:
        """Return the news of an author's file in the language of the table."""
        if self.authored is None:
            return None
        news, words = await self.authored.news(), self.desk.translate
        return {name: [await words(one) for one in news[name]] for name in ("lines", "faults")} | {
            "newer": news["newer"]
        }

    async def look_at_file(self, authored: AuthoredFile) -> bool:
        """Read an author's file if it was saved; new games then use its system."""
        async with self.desk.lock:
            changed = await authored.look()
        if changed:
            self.desk.system = authored.system.key if authored.system else None
        return changed

    async def _watch_file(self) -> None:
        """Show every change of an author's file; runs until it is cancelled."""
        while self.authored is not None:
            await asyncio.sleep(TICK)
            if await self.look_at_file(self.authored):
                await self._check_changes()
                await self._update_pages()

    async def _update_pages(self) -> None:
        """Update every page; a slow one does not delay others."""
        talk, shown = self.talk, (self._viewed, self._view)
        await asyncio.gather(*(line.catch_up(talk, self._shows_private(line), *shown) for line in [*self.lines]))
