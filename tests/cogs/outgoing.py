"""The guard of every test: whatever the bot sent must be something that Discord would have taken.

Neither discord.py nor the simulator checks most of these limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simcord.env import Env

FORM_SUBMITTED = 5
REPLY, SUGGESTIONS, FORM = 4, 8, 9
EMBED = {"title": 256, "description": 4096}
ALL_OF_AN_EMBED = 6000


def faults(env: Env) -> list[str]:
    """What Discord would have refused of everything that was sent, a line each."""
    return [fault for request in env.http_requests for fault in _of_request(env, request)]


def _of_request(env: Env, request: Any) -> Iterator[str]:
    body = request.json
    if not isinstance(body, Mapping):
        return
    if request.path.endswith("/callback"):
        yield from _of_callback(env, request.path, body)
    elif "/messages" in request.path or "/webhooks" in request.path:
        yield from of_message(body)


def _of_callback(env: Env, path: str, body: Mapping[str, Any]) -> Iterator[str]:
    data = body.get("data") or {}
    if body["type"] == FORM:
        answered = env.backend.interactions[int(path.strip("/").split("/")[1])]
        if answered.type == FORM_SUBMITTED:
            yield "a form cannot answer a form"
        yield from of_form(data)
    elif body["type"] == SUGGESTIONS:
        yield from of_suggestions(data.get("choices", []))
    else:
        yield from of_message(data)
        if body["type"] == REPLY and not any(data.get(part) for part in ("content", "embeds", "components")):
            yield "an empty message"


def of_message(data: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a message: its text, its embeds, its buttons and menus."""
    yield from _longer(data.get("content"), 2000, "content")
    embeds = data.get("embeds") or []
    if len(embeds) > 10:
        yield f"{len(embeds)} embeds"
    if sum(map(_size, embeds)) > ALL_OF_AN_EMBED:
        yield f"{sum(map(_size, embeds))} characters in all embeds"
    for embed in embeds:
        yield from _of_embed(embed)
    for component in _components(data.get("components") or []):
        yield from _of_component(component)
    for file in data.get("attachments") or []:
        yield from _longer(file.get("description"), 1024, "words for a file")


def _size(embed: Mapping[str, Any]) -> int:
    fields = embed.get("fields") or []
    texts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    texts += [(embed.get("author") or {}).get("name"), *(f["name"] for f in fields), *(f["value"] for f in fields)]
    return sum(len(text or "") for text in texts)


def _of_embed(embed: Mapping[str, Any]) -> Iterator[str]:
    for name, most in EMBED.items():
        yield from _longer(embed.get(name), most, f"embed {name}")
    yield from _longer((embed.get("footer") or {}).get("text"), 2048, "embed footer")
    fields = embed.get("fields") or []
    if len(fields) > 25:
        yield f"{len(fields)} fields"
    for field in fields:
        yield from _longer(field["name"], 256, "field name")
        yield from _longer(field["value"], 1024, "field value")
    if not any(embed.get(part) for part in ("title", "description", "fields", "image", "footer", "author")):
        yield "an empty embed"


def of_suggestions(choices: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What is wrong with suggestions."""
    if len(choices) > 25:
        yield f"{len(choices)} suggestions"
    for choice in choices:
        yield from _longer(choice["name"], 100, "suggestion")
        if not choice["name"]:
            yield "a suggestion without a label"
        if isinstance(choice["value"], str):
            yield from _longer(choice["value"], 100, "value of a suggestion")


def of_form(data: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a form."""
    yield from _longer(data.get("title"), 45, "form title")
    yield from _longer(data.get("custom_id"), 100, "custom id")
    if len(data.get("components") or []) > 5:
        yield f"{len(data['components'])} fields in a form"
    for component in _components(data.get("components") or []):
        yield from _of_component(component)


def _components(found: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for component in found:
        yield component
        yield from _components(component.get("components") or [])
        if isinstance(component.get("component"), Mapping):
            yield from _components([component["component"]])


def _of_component(component: Mapping[str, Any]) -> Iterator[str]:
    limit = 45 if component["type"] in (4, 18) else 80
    yield from _longer(component.get("label"), limit, "label")
    yield from _longer(component.get("custom_id"), 100, "custom id")
    yield from _longer(component.get("placeholder"), 100 if component["type"] == 4 else 150, "placeholder")
    if component["type"] == 1 and len(component.get("components") or []) > 5:
        yield "more than five buttons in a row"
    options = component.get("options") or []
    if len(options) > 25:
        yield f"{len(options)} options in a menu"
    for option in options:
        for part in ("label", "value", "description"):
            yield from _longer(option.get(part), 100, f"{part} of an option")


def _longer(text: Any, most: int, what: str) -> Iterator[str]:
    if isinstance(text, str) and len(text) > most:
        yield f"{what} of {len(text)} characters, {most} at most"
