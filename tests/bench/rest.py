"""`python -m tests.bench.rest`: accept any answer of the bot over HTTP, in a separate process; print its port."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from itertools import count
from typing import Any

from aiohttp import web

_IDS = count(1 << 50)
_BOT = {"id": "2", "username": "adjutant", "global_name": "Adjutant", "discriminator": "0", "avatar": None}
_PLAIN = {
    "channel_id": "1000",
    "author": _BOT,
    "attachments": [],
    "mentions": [],
    "mention_roles": [],
    "timestamp": "2026-01-01T00:00:00+00:00",
    "edited_timestamp": None,
    "tts": False,
    "mention_everyone": False,
    "pinned": False,
    "type": 0,
}


def _message(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return the message as Discord would return it."""
    own = {"content": written.get("content") or "", "flags": written.get("flags", 0)}
    shown = {name: written.get(name, []) for name in ("embeds", "components")}
    return {"id": str(next(_IDS)), **_PLAIN, **own, **shown}


async def _message_json(request: web.Request) -> dict[str, Any]:
    if request.content_type == "application/json":
        return await request.json()
    form = await request.post()
    return json.loads(str(form["payload_json"]))


def _json(value: Any) -> web.Response:
    """Return a response with the only content type that discord.py parses."""
    return web.Response(body=json.dumps(value).encode(), headers={"Content-Type": "application/json"})


async def _callback(request: web.Request) -> web.Response:
    """Answer an interaction callback: a message, or a deferral."""
    written = await _message_json(request)
    interaction = {"id": request.match_info["id"], "type": 2}
    if written["type"] != 4:
        return _json({"interaction": interaction})
    message = _message(written["data"])
    interaction["response_message_id"] = message["id"]
    return _json({"interaction": interaction, "resource": {"type": 4, "message": message}})


async def _any(request: web.Request) -> web.Response:
    return _json(_message(await _message_json(request) if request.can_read_body else {}))


async def _serve() -> None:
    app = web.Application()
    app.router.add_post("/interactions/{id}/{token}/callback", _callback)
    app.router.add_route("*", "/{rest:.*}", _any)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())
