"""Files that the local table's pages load and send: shown or saved, and under which names."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import web

from bot.simulation.answers import attached_file, read_upload
from tests.rows import for_each


@for_each(
    ("kind", "save", "sent", "how"),
    [
        ("image/png", False, "image/png", "inline"),
        ("image/jpeg", False, "image/jpeg", "inline"),
        ("image/gif", False, "image/gif", "inline"),
        ("image/webp", False, "image/webp", "inline"),
        ("image/png", True, "application/octet-stream", "attachment"),
        ("image/svg+xml", False, "application/octet-stream", "attachment"),
        ("text/html", False, "application/octet-stream", "attachment"),
    ],
)
def test_only_a_picture_without_scripts_is_shown_by_a_browser(kind: str, save: bool, sent: str, how: str) -> None:
    found = attached_file({"content_type": kind, "filename": 'Hügel "7"/a-b.c'}, b"bytes", save)
    assert (found.body, found.content_type) == (b"bytes", sent)
    assert found.headers["Content-Disposition"] == f'{how}; filename="Hügel _7__a-b.c"'


@pytest.mark.parametrize(
    ("given", "name"),
    [({}, "file"), ({"name": ""}, "file"), ({"name": "a/b\\c\x1f d"}, "a_b_c_ d"), ({"name": "a" * 101}, "a" * 100)],
)
async def test_an_uploaded_file_has_a_short_name_without_folders(given: dict[str, str], name: str) -> None:
    async def read() -> bytes:
        return b"bytes"

    request: Any = SimpleNamespace(query=given, read=read)
    assert await read_upload(request) == (name, b"bytes")


async def test_an_upload_that_takes_too_long_is_given_up() -> None:
    async def read() -> bytes:
        raise TimeoutError

    request: Any = SimpleNamespace(query={}, read=read)
    with pytest.raises(web.HTTPRequestTimeout):
        await read_upload(request)
