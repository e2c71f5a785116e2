"""The guard of every test: everything that the bot sent must be acceptable to Discord.

Neither discord.py nor the simulator checks most of these limits. Bodies are checked by `cogs/interactions/refusals.py`,
commands by `tests/cogs/registering.py` once per process, and the state of a channel by `tests/cogs/strict.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from simcord.env import Env

from cogs.interactions import refusals

FORM_SUBMITTED = 5
REPLY, UPDATE, SUGGESTIONS, FORM = 4, 7, 8, 9
CHECKED: WeakKeyDictionary[Env, int] = WeakKeyDictionary()
"""Number of requests that were checked in an earlier test: those of its beginning."""


def faults(env: Env) -> list[str]:
    """Return the errors that Discord would have reported for everything sent, a line each."""
    new = env.http_requests[CHECKED.get(env, 0) :]
    return [fault for request in new for fault in _of_request(env, request)]


def _of_request(env: Env, request: Any) -> Iterator[str]:
    body = request.json
    if not isinstance(body, Mapping):
        return
    if request.path.endswith("/callback"):
        yield from _of_callback(env, request.path, body)
    elif "/messages" in request.path or "/webhooks" in request.path:
        yield from refusals.message_errors(body, _files(body), is_new=request.method == "POST")


def _of_callback(env: Env, path: str, body: Mapping[str, Any]) -> Iterator[str]:
    data = body.get("data") or {}
    if body["type"] == FORM:
        answered = env.backend.interactions[int(path.strip("/").split("/")[1])]
        if answered.type == FORM_SUBMITTED:
            yield "a form cannot answer a form"
        yield from refusals.form_errors(data)
    elif body["type"] == SUGGESTIONS:
        yield from refusals.suggestion_errors(data.get("choices", []))
    elif body["type"] in (REPLY, UPDATE):
        yield from refusals.message_errors(data, _files(data), is_new=body["type"] == REPLY)


def _files(body: Mapping[str, Any]) -> list[str]:
    return [str(one["filename"]) for one in body.get("attachments") or [] if "filename" in one]
