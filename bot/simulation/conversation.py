"""The conversation at the local table, message by message, as its page shows it, with the readers of each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, cast

from bot.simulation.environment import SimulatedTable

NEWEST = 60
"""Number of newest messages checked while a request runs; the others are checked less often."""
KEPT = 200
"""Maximum messages kept for the next run."""
LED = 12
"""Number of newest public messages whose controls may be those of now."""
Json = dict[str, Any]
_THINKING = 1 << 7
"""The flag of an answer that is still being computed."""
_MARKED = re.compile(r"\\([^a-zA-Z0-9\s])|\[([^\]]*)\]\([^)]*\)|<t:\d+(?::\w)?>")
"""Markdown syntax that is not displayed: escapes, links, timestamps."""
_LATELY = 20
"""Messages searched for the bot's last public one."""
_EMBED = ("title", "description", "color", "url")
_FILE = ("id", "filename", "size", "description", "url", "content_type")


class ShownMessage(NamedTuple):
    """A message as sent to the page; `private` is the id of its only reader, if any."""

    id: int
    body: Json
    private: int | None
    version: int

    def is_for(self, viewer: int | None) -> bool:
        return self.private is None or self.private == viewer


@dataclass
class Conversation:
    """The messages of the channel, oldest first.

    `look` finds new, changed and deleted ones. Every message has the number of the check that found it, so that a page
    needs only messages with later numbers than its last one.
    """

    place: SimulatedTable
    shown: dict[int, ShownMessage] = field(default_factory=dict[int, ShownMessage])
    version: int = 0
    _parts: dict[int, tuple[Any, ...]] = field(default_factory=dict[int, tuple[Any, ...]])
    _old: set[int] = field(default_factory=set[int])
    """The messages of an earlier run, which no longer change."""

    def look(self, whole: bool = True) -> bool:
        """Check the messages, only the newest unless `whole`; return True if any are new, changed or deleted."""
        stored = self.place.messages()
        changed = self._changed_messages(stored if whole else stored[-NEWEST:])
        count = len(self._parts) == len(stored)
        gone = set[int]() if count else self.shown.keys() - {one.id for one in stored} - self._old
        if not changed and not gone:
            return False
        self.version += 1
        for id in gone:
            del self.shown[id], self._parts[id]
        for message in changed:
            private = _reader(message) if message.is_ephemeral else None
            self.shown[message.id] = ShownMessage(message.id, self._body(message), private, self.version)
        return True

    def _changed_messages(self, stored: Sequence[Any]) -> list[Any]:
        """Return the messages edited since the last check: an edit replaces the objects that they consist of."""
        changed: list[Any] = []
        for message in stored:
            parts = (message.content, message.embeds, message.components, message.attachments, message.flags)
            before = self._parts.get(message.id)
            if before is None or any(one is not other for one, other in zip(parts, before, strict=True)):
                self._parts[message.id] = parts
                changed.append(message)
        return changed

    def of(self, viewer: int | None, private: bool = True) -> Iterator[ShownMessage]:
        """Return the messages for a viewer, oldest first; without private ones if `private` is False."""
        return (one for one in self.shown.values() if one.is_for(viewer if private else None))

    def public_controls(self) -> dict[str, list[str]]:
        """Return the controls under the newest public messages: the values of their options, if any, by id."""
        newest = [one.body.get("controls", ()) for one in self.of(None)]
        return dict(found for controls in newest[-LED:] for row in controls for found in _controls_in(row))

    def attachment(self, message: str, file: str, viewers: Iterable[int]) -> Json | None:
        """Return a file of a message that one of the viewers may read; None if there is none."""
        shown = next((one for id, one in self.shown.items() if str(id) == message), None)
        if shown is None or not any(map(shown.is_for, viewers)):
            return None
        return next((one for one in shown.body.get("files", ()) if one["id"] == file), None)

    def last_public_message(self) -> Json | None:
        """Return the bot's last public message while there is no result: a setup, or a campaign."""
        said = [one for shown in [*self.of(None)][-_LATELY:] for one in shown.body.get("embeds", ())]
        if not said:
            return None
        lines = [
            _MARKED.sub(lambda found: found[1] or found[2] or "", line)
            for line in said[-1].get("description", "").splitlines()
            if line.strip()
        ]
        colour = f"#{said[-1].get('color', 0):06x}"
        return {"heading": said[-1].get("title", ""), "colour": colour, "lines": lines, "dice": []}

    def _body(self, message: Any) -> Json:
        bot = message.author_id == self.place.env.backend.bot_user.id
        body: Json = {
            "id": str(message.id),
            "at": int(datetime.fromisoformat(message.timestamp).timestamp()),
            "bot": bot,
            "who": self._name(message.author_id),
            "private": message.is_ephemeral,
            "thinking": bool(message.flags & _THINKING),
            "text": message.content,
            "embeds": [_embed(one) for one in message.embeds],
            "controls": [_without_defaults(one) for one in message.components],
            "files": [{key: one.get(key) for key in _FILE} for one in message.attachments],
            "by": self._name(_reader(message)) if bot else "",
        }
        return {key: value for key, value in body.items() if value not in ("", [], False)}

    def _name(self, id: int | None) -> str:
        return next((name for name, one in self.place.people.items() if one.id == id), "Adjutant" if id else "")

    # The part kept for the next run: texts, without controls.

    def to_stored(self) -> str:
        messages = [one for one in self.shown.values() if "thinking" not in one.body][-KEPT:]
        bare = ({key: value for key, value in one.body.items() if key not in ("controls", "files")} for one in messages)
        return json.dumps([[one.private, body] for one, body in zip(messages, bare, strict=True)], ensure_ascii=False)

    def bring_back(self, kept: str | None) -> None:
        """Insert the messages of an earlier run before all others; unreadable ones are dropped."""
        try:
            found = cast("list[tuple[int | None, Json]]", json.loads(kept or "[]"))
            old = {
                int(body["id"]): ShownMessage(int(body["id"]), {**body, "old": True}, private, 0)
                for private, body in found
            }
        except (ValueError, TypeError, KeyError):
            return
        self._old = set(old)
        self.shown = old | self.shown


def _controls_in(part: Json) -> Iterator[tuple[str, list[str]]]:
    """Yield the ids of a component and of those in it, with the values of their options."""
    if "custom_id" in part:
        yield part["custom_id"], [one["value"] for one in part.get("options", ())]
    for inner in part.get("components", ()):
        yield from _controls_in(inner)


def _reader(message: Any) -> int | None:
    """Return the id of the only player who may read a message; None for a public one."""
    metadata = cast("Json", message.interaction_metadata or {})
    user = cast("Json", metadata.get("user") or {})
    return int(user["id"]) if "id" in user else None


def _embed(embed: Mapping[str, Any]) -> Json:
    footer = cast("Json", embed.get("footer") or {}).get("text")
    found: Json = {key: embed.get(key) for key in _EMBED} | {"footer": footer}
    return {key: value for key, value in found.items() if value}


def _without_defaults(component: Mapping[str, Any]) -> Json:
    """Return a component without default values."""
    return {key: _bare_value(value) for key, value in component.items() if value is not False}


def _bare_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _without_defaults(cast("Mapping[str, Any]", value))
    return [_bare_value(one) for one in cast("list[Any]", value)] if isinstance(value, list) else value
