"""Files that pages load and send, and answers in JSON."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from bot.simulation import page_files
from bot.simulation.guard import page

UPLOAD = 60.0
"""Seconds for an upload."""
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")


async def answer_unaddressed(_: web.Request) -> web.Response:
    """Answer a request without an address; a bookmark of earlier versions, ending in #secret, is redirected."""
    return page(page_files.missing_address_page())


async def serve_icon(_: web.Request) -> web.Response:
    return web.Response(status=204)


async def serve_static(request: web.Request) -> web.StreamResponse:
    """Serve a file of the pages themselves."""
    path = page_files.path(request.match_info["name"])
    if path is None:
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})


def attached_file(found: Mapping[str, Any], content: bytes, save: bool) -> web.Response:
    """Return the file of a message: a picture to be shown, unless it is to be saved."""
    picture = found["content_type"] in _PICTURES and not save
    name = re.sub(r"[^\w.\- ]", "_", found["filename"])
    return web.Response(
        body=content,
        content_type=found["content_type"] if picture else "application/octet-stream",
        headers={
            "Content-Disposition": f'{"inline" if picture else "attachment"}; filename="{name}"',
            "Cache-Control": "private, max-age=3600",
        },
    )


async def read_upload(request: web.Request) -> tuple[str, bytes]:
    """Return the name and the content of an uploaded file."""
    name = re.sub(r"[\x00-\x1f/\\]", "_", request.query.get("name", ""))[:100] or "file"
    try:
        async with asyncio.timeout(UPLOAD):
            return name, await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None


def compressed_json(value: Any) -> web.Response:
    answer = web.json_response(value, dumps=lambda one: json.dumps(one, ensure_ascii=False, separators=(",", ":")))
    answer.enable_compression()
    return answer
