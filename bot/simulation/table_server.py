# pyright: reportPrivateUsage=false, reportUnknownMemberType=false
"""The web server of the local table: the simulator's own, behind the addresses of `doors`, on any host."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Protocol, cast
from urllib.parse import quote, urlsplit

from aiohttp import web
from simcord.preview import _server
from simcord.preview._server import PreviewServer

from bot.settings import SettingsError, no_listening
from bot.simulation import local_page as page_files
from bot.simulation.addresses import VISIT, Door, Visit, address, door_of, is_near, outline

if TYPE_CHECKING:
    from simcord.preview import Preview

# Its handlers look for aiohttp there; it puts it there only when it starts by itself.
_server.__dict__["web"] = web
_read = _server._read_json_body


async def _read_object(request: web.Request) -> dict[str, Any]:
    """Read a body; refuse one that is no JSON object, or nested too deep to be read."""
    try:
        body: Any = await _read(request)
    except RecursionError:
        raise web.HTTPBadRequest(text="invalid JSON") from None
    if not isinstance(body, dict):
        raise web.HTTPBadRequest(text="JSON object required")
    return cast("dict[str, Any]", body)


_server._read_json_body = _read_object

CAPABILITY, CONTEXT, NOTICE = "X-Simcord-Capability", "X-Simcord-Context", "X-Table-Notice"
_LOST = "Open the address that the table has printed, or scan its code."
_MARKED = re.compile(r"\\([^\w\s])|\[([^\]]*)\]\([^)]*\)|<t:\d+(?::\w)?>")
"""What markdown says with signs that a reader does not see: escapes, links, moments."""
_LATELY = 20
"""How many messages are looked through for the last words of the bot."""
_KEEP = {"Cache-Control": "private, max-age=604800", "Pragma": ""}
"""Headers for fonts, which are megabytes and never change under one name."""


async def must_be_free(host: str, port: int) -> None:
    """Raises SettingsError where that host or port cannot be had: said before anybody waits for the database."""
    try:
        found = await asyncio.get_running_loop().create_server(asyncio.Protocol, host, port)
    except OSError as error:
        raise SettingsError(no_listening(error, host, port, "ADJUTANT_LOCAL")) from None
    found.close()
    await found.wait_closed()


class PublicView(Protocol):
    """The cog that knows how the game of a channel is told to everybody."""

    async def public_view(self, channel: str) -> dict[str, Any]: ...


class TableServer(PreviewServer):
    """Serves the page to whoever knows an address."""

    def __init__(self, preview: Preview, host: str, port: int, doors: Sequence[Door], told: PublicView) -> None:
        super().__init__(preview, port)
        self._host, self._doors, self._told = host, doors, told
        self._joined: set[int] = set()
        """The players whose own address was opened since the table is."""
        self._phones: dict[str, int] = {}
        """The pages that were opened by the address of a single player, and whose they are."""

    async def start(self) -> None:
        """Listen; raises SettingsError where that host or port cannot be had."""
        self.runner = web.AppRunner(self._application(), access_log=None)
        await self.runner.setup()
        site = web.TCPSite(self.runner, self._host, self._requested_port)
        try:
            await site.start()
        except OSError as error:
            await self.close()
            raise SettingsError(no_listening(error, self._host, self._requested_port, "ADJUTANT_LOCAL")) from None
        self.port = int(self.runner.addresses[0][1])

    def _application(self) -> web.Application:
        app = web.Application(handler_args={"handler_cancellation": False})
        app.router.add_get("/", self._nobody)
        for route in (*self._STATIC_FILES, *page_files.OURS):
            if route != "/":
                app.router.add_get(route, self._static)
        app.router.add_post("/api/pages", self._pages)
        app.router.add_delete("/api/pages/{context_id}", self._delete_page)
        app.router.add_get("/api/state", self._state)
        app.router.add_get("/api/commands", self._commands)
        app.router.add_get("/api/action-result", self._action_result)
        app.router.add_post("/api/action", self._action)
        app.router.add_get("/api/assets/{asset_id}", self._asset)
        app.router.add_get("/api/table", self._table)
        app.router.add_get("/{secret}", self._index)
        app.router.add_get("/{secret}/{viewer}", self._index)
        return app

    # The page

    async def _nobody(self, request: web.Request) -> web.Response:
        """The answer where no address is given; a bookmark of earlier versions, which ended in #secret, is led to its
        own.
        """
        self._asked_here(request)
        return self._answer(page_files.lost(_LOST), "text/html")

    async def _index(self, request: web.Request) -> web.Response:
        self._asked_here(request)
        door = door_of(self._doors, request.match_info["secret"])
        if door is None:
            return self._answer(page_files.lost(_LOST), "text/html", status=404)
        if not door.viewers:
            return self._answer(page_files.text("screen.html"), "text/html")
        shown = await self._told.public_view(str(self.preview.channel.id))
        return self._answer(page_files.index(door.name, shown["words"]), "text/html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        self._asked_here(request)
        name = self._STATIC_FILES.get(request.path, request.path.removeprefix("/"))
        if name in self._FONT_FILES:
            return web.FileResponse(page_files.simulators(name), headers={**self._SECURITY_HEADERS, **_KEEP})
        kind = page_files.OURS.get(request.path) or self._STATIC_CONTENT_TYPES.get(name, "application/javascript")
        return self._answer(page_files.text(name), kind)

    def _answer(self, text: str, kind: str, status: int = 200) -> web.Response:
        return web.Response(text=text, content_type=kind, headers=self._SECURITY_HEADERS, status=status)

    def _asked_here(self, request: web.Request) -> None:
        """Refuse a request that asks for a host that is not ours: a stranger's page may lead its own name here."""
        if not self._is_ours(request.headers.get("Host", "")):
            raise web.HTTPForbidden

    def _is_ours(self, asked: str) -> bool:
        """Whether a request was meant for this machine: by number, which nobody can lead elsewhere, or by its name."""
        try:
            name = urlsplit(f"//{asked}").hostname or ""
        except ValueError:
            return False
        own = socket.gethostname().casefold()
        return is_number(name) or name in ("localhost", self._host.casefold(), own, f"{own}.local")

    # What the page asks for

    def _authorized(self, request: web.Request, *, context: str | None = None) -> bool:
        """Whether somebody came by a door that there is, to a page that is theirs."""
        secret, _, _ = request.headers.get(CAPABILITY, "").partition("/")
        door, host = door_of(self._doors, secret), request.headers.get("Host", "")
        if door is None or not self._is_ours(host):
            return False
        if request.headers.get("Origin", "null") not in ("null", f"http://{host}"):
            return False
        page = self.preview._pages.get(context or "")
        if context != (request.headers.get(CONTEXT) if context is not None else None):
            return False
        if page is not None and page.viewer not in door.viewers:
            return False
        VISIT.set(Visit(door))
        return True

    async def _pages(self, request: web.Request) -> web.Response:
        if not self._authorized(request):
            raise web.HTTPUnauthorized
        self._make_room()
        door = _visit().door
        if not door.viewers:
            raise web.HTTPUnauthorized
        _, _, called = request.headers[CAPABILITY].partition("/")
        page = self.preview._open_page(door.viewer(called).id)
        if len(door.viewers) == 1:
            self._phones[page.id] = door.viewers[0].id
            self._joined.add(door.viewers[0].id)
        return self._shown(self.preview._page_payload(page))

    def _make_room(self) -> None:
        """Drop the page that was silent longest, as phones leave pages behind without a word."""
        pages = [page for page in self.preview._pages.values() if page.id != "python"]
        if len(pages) >= self.preview._MAX_PAGES:
            self.preview._close_page(min(pages, key=lambda page: page.last_activity).id)

    async def _state(self, request: web.Request) -> web.Response:
        context = request.headers.get(CONTEXT)
        if context not in self.preview._pages:
            raise web.HTTPGone
        if not self._authorized(request, context=context):
            raise web.HTTPUnauthorized
        return self._shown(self.preview._page_payload(self.preview._get_page(context)))

    def _shown(self, payload: dict[str, Any]) -> web.Response:
        """A page's state, naming only those who may be seen through this door.

        A screen that several look at shows nothing private of whoever has a page of their own.
        """
        known = {str(one.id) for one in _visit().door.viewers}
        payload["viewers"] = [one for one in payload["viewers"] if str(one["id"]) in known]
        self._phones = {page: whose for page, whose in self._phones.items() if page in self.preview._pages}
        if len(known) > 1 and payload["viewerId"] in set(map(str, self._phones.values())):
            _take_out_private(payload)
        return web.json_response(payload, headers=self._SECURITY_HEADERS)

    async def _table(self, request: web.Request) -> web.Response:
        """What the table screen shows: the public view of the game, and codes for those who have not come yet."""
        if not self._authorized(request) or _visit().door.viewers:
            raise web.HTTPUnauthorized
        shown = await self._told.public_view(str(self.preview.channel.id))
        stands = any(side["groups"] for side in shown.get("sides", ()))
        # A board that stands says more than what was said last, which may be that board.
        last = shown.get("last") or (None if stands else self._said())
        shown = {**shown, "codes": self._codes(), "last": last}
        return web.json_response(shown, headers=self._SECURITY_HEADERS)

    def _said(self) -> dict[str, Any] | None:
        """What the bot said last to everybody, for as long as there is no result: what is to be set up, a campaign."""
        told = [embed for one in self.preview.channel.history()[-_LATELY:] for embed in one.embeds]
        if not told:
            return None
        lines = [
            _MARKED.sub(lambda found: found[1] or found[2] or "", line)
            for line in (told[-1].description or "").splitlines()
            if line.strip()
        ]
        return {"heading": told[-1].title or "", "colour": str(told[-1].colour or ""), "lines": lines, "dice": []}

    def _codes(self) -> list[dict[str, Any]]:
        """The codes of players without a phone, where phones can come at all: no longer than they are needed."""
        if is_near(self._host):
            return []
        waited = [one for one in self._doors if len(one.viewers) == 1 and one.viewers[0].id not in self._joined]
        drawn = {one.name: outline(address(self._host, self.port or 0, one)) for one in waited}
        return [{"name": name, "size": size, "path": path} for name, (size, path) in drawn.items()]

    async def _action(self, request: web.Request) -> web.Response:
        answer: web.Response = await super()._action(request)
        if (visit := VISIT.get()) is not None and visit.told:
            answer.headers[NOTICE] = quote(" ".join(visit.told))
        return answer


def _take_out_private(payload: dict[str, Any]) -> None:
    """Take everything out that not everybody may read."""
    payload["messages"] = {id: one for id, one in payload["messages"].items() if not one["ephemeral"]}
    payload["timeline"] = [id for id in payload["timeline"] if id in payload["messages"]]
    if payload["targetId"] not in payload["messages"]:
        payload["targetId"] = None


def _visit() -> Visit:
    visit = VISIT.get()
    assert visit is not None
    return visit


def is_number(host: str) -> bool:
    """Whether a host is an address in numbers rather than a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
