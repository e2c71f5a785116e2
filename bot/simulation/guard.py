"""The first checks of the local table's web server: foreign hosts, foreign pages, incomplete requests."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from bot.settings import SettingsError, listening_fault

HEAD = 10.0
"""Seconds for a new connection to send its first request."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


async def must_be_free(host: str, port: int) -> None:
    """Raise SettingsError if the host or port is unavailable; call it before waiting for the database."""
    try:
        found = await asyncio.get_running_loop().create_server(asyncio.Protocol, host, port)
    except OSError as error:
        raise SettingsError(listening_fault(error, host, port, "ADJUTANT_LOCAL")) from None
    found.close()
    await found.wait_closed()


_SILENT: set[Any] = set()
"""New connections that have not sent a complete request head yet."""


class HeadTimeouts:
    """Creates the protocol of each connection, and closes connections without a complete head in time."""

    def __init__(self, served: web.Server) -> None:
        self._served = served

    def __call__(self) -> asyncio.Protocol:
        protocol = self._served()
        _SILENT.add(protocol)
        asyncio.get_running_loop().call_later(HEAD, self._close_silent, protocol)
        return protocol

    @staticmethod
    def _close_silent(protocol: Any) -> None:
        if protocol in _SILENT:
            _SILENT.discard(protocol)
            if protocol.transport is not None:
                protocol.transport.abort()


def refuse_foreign(own: str) -> Any:
    """Return the middleware that refuses requests for a foreign host, or from a foreign page.

    A stranger's page could make its own host name resolve to this machine.
    """

    @web.middleware
    async def guarded(request: web.Request, handler: Any) -> web.StreamResponse:
        _SILENT.discard(request.protocol)
        host = request.headers.get("Host", "")
        if not is_ours(host, own) or request.headers.get("Origin", f"http://{host}") != f"http://{host}":
            return web.Response(status=403, text="403: Forbidden", headers=HEADERS)
        try:
            answer = await handler(request)
        except web.HTTPException as error:
            error.headers.update(HEADERS)
            raise
        if not answer.prepared:
            answer.headers.update(HEADERS)
        return answer

    return guarded


def page(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, content_type="text/html", status=status, headers={"Cache-Control": "no-store"})


def is_ours(asked: str, own: str) -> bool:
    """True if a request names this machine: by a numeric address, which cannot be redirected, or by its name."""
    try:
        name = urlsplit(f"//{asked}").hostname or ""
    except ValueError:
        return False
    called = socket.gethostname().casefold()
    return is_number(name) or name in ("localhost", own.casefold(), called, f"{called}.local")


def is_number(host: str) -> bool:
    """True if a host is a numeric address rather than a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
