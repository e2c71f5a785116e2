"""Bodies of entries in which people are called "Player 1", "Player 2": without their ids and names.

What people typed stays: the names of units and sides, and notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

_OF_PEOPLE = ("who", "player")
"""What texts of ours call the place where a player's name stands."""


_ALIAS = re.compile(r"Player \d+")


def is_alias(id: str) -> bool:
    """Whether an id of a player is that of somebody who was forgotten: nobody of Discord has it."""
    return bool(_ALIAS.fullmatch(id))


@dataclass(frozen=True)
class Aliases:
    """What stands in one game for people: by their `ids`, and by the `names` they had there."""

    ids: Mapping[str, str]
    names: Mapping[str, str]

    def id(self, text: str) -> str:
        """The id itself, and the id as one voice in a consent."""
        voice = self.ids.get(text.removeprefix("who:")) if text.startswith("who:") else None
        return f"who:{voice}" if voice else self.ids.get(text, text)

    def body(self, body: Any) -> Any:
        """JSON without these people."""
        match body:
            case str():
                return self.id(body)
            case list():
                return [self.body(one) for one in cast("list[Any]", body)]
            case dict():
                return self._object(cast("dict[str, Any]", body))
            case _:
                return body

    def entry(self, body: Mapping[str, Any]) -> Any:
        """The body of an entry; before texts were values (format 0) a name stands within finished sentences."""
        found = self.body(body)
        if not body.get("format"):
            for field in ("title", "notes"):
                found[field] = self._sentence(found.get(field) or ("" if field == "title" else []))
        return found

    def _object(self, body: dict[str, Any]) -> dict[str, Any]:
        found = {self.id(name): self.body(value) for name, value in body.items()}
        person = body.get("id")
        if isinstance(person, str) and person in self.ids and "name" in body:
            found["name"] = self.ids[person]
        values = found.get("values")
        if "msgid" in body and isinstance(values, dict):
            found["values"] = {name: self._value(name, value) for name, value in cast("dict[str, Any]", values).items()}
        return found

    def _value(self, name: str, value: Any) -> Any:
        return self.names.get(value, value) if name in _OF_PEOPLE and isinstance(value, str) else value

    def _sentence(self, text: Any) -> Any:
        if isinstance(text, list):
            return [self._sentence(one) for one in cast("list[Any]", text)]
        named = "|".join(map(re.escape, sorted(self.names, key=len, reverse=True)))
        if not named or not isinstance(text, str):
            return text
        return re.sub(rf"(?<!\w)(?:{named})(?!\w)", lambda found: self.names[found[0]], text)


def people_named(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The people whom an entry names, by their ids: those who sit down, and those who are lent a unit."""
    for event in body.get("events", ()):
        player = event.get("player")
        if isinstance(player, dict):
            person = cast("dict[str, Any]", player)
            yield str(person.get("id")), str(person.get("name"))
        elif event.get("kind") == "lent" and player:
            yield from ((str(player), name) for name in _named_in(body.get("title")))


def _named_in(title: Any) -> Iterator[str]:
    """Whom a text of ours names: of somebody who was lent a unit, and never sat down, the record has no more."""
    values = title.get("values") if isinstance(title, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return (str(values[name]) for name in _OF_PEOPLE if isinstance(values, dict) and name in values)  # pyright: ignore[reportUnknownArgumentType]
