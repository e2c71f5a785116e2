"""The map of a campaign: its territories, their neighbours, and their worth."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, Field

from rules.game.unit import Name
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.text import Listed, Text

MOST = 40


class Territory(BaseModel, frozen=True, extra="forbid"):
    """A territory; `holder` is the side or roster that holds it, in a map file the name of a part."""

    name: Name
    neighbours: tuple[str, ...] = ()
    victory: int = Field(default=1, ge=0, le=20)
    """Victory points for the territory at the end."""
    reinforcements: int = Field(default=0, ge=0, le=20)
    """Additional figures that its holder may place before a battle."""
    holder: str = ""
    at: tuple[int, int] | None = None
    """The territory's position in a picture, in per cent from the left and from the top."""


class TerritoryMap(BaseModel, frozen=True, extra="forbid"):
    """A map in a file: territories by key."""

    name: Name
    about: str = Field(default="", max_length=500)
    territories: dict[str, Territory] = Field(min_length=2, max_length=MOST)


def map_of(found: Mapping[str, object]) -> TerritoryMap:
    """Return a map from the content of a file; raise BadFacts with a sentence per fault, each naming the territory."""
    read = validate(TerritoryMap, found)
    faults = [
        *_unknown_neighbours(read),
        *_one_sided_neighbours(read),
        *_duplicate_names(read),
    ] or _unreachable_territories(read)
    if faults:
        raise BadFacts(faults)
    return read


def _field_text(key: str) -> Text:
    return Text("territories.{key}.neighbours", key=key)


def _unknown_neighbours(read: TerritoryMap) -> list[Text]:
    known = Listed(sorted(read.territories))
    return [
        Text("{place}: there is no {other}; choose {known}", place=_field_text(key), other=other, known=known)
        for key, one in read.territories.items()
        for other in one.neighbours
        if other not in read.territories
    ]


def _one_sided_neighbours(read: TerritoryMap) -> list[Text]:
    lands = read.territories
    return [
        Text(
            "{place}: {other} is named here: name {key} under {other} too", place=_field_text(key), other=other, key=key
        )
        for key, one in lands.items()
        for other in one.neighbours
        if other in lands and (key not in lands[other].neighbours or other == key)
    ]


def _duplicate_names(read: TerritoryMap) -> list[Text]:
    """Return the faults of names that are used twice, because players name territories by them."""
    names = [one.name.casefold() for one in read.territories.values()]
    return [
        Text("territories.{key}.name: {name} occurs twice", key=key, name=one.name)
        for key, one in read.territories.items()
        if names.count(one.name.casefold()) > 1
    ]


def _unreachable_territories(read: TerritoryMap) -> list[Text]:
    first = next(iter(read.territories))
    reached = reachable(read.territories, first)
    away = [key for key in read.territories if key not in reached]
    if not away:
        return []
    return [
        Text(
            "{place}: {islands} cannot be reached from {first}; give neighbours that lead there",
            place=_field_text(away[0]),
            islands=Listed(away),
            first=first,
        )
    ]


def reachable(territories: Mapping[str, Territory], first: str) -> set[str]:
    """Return all territories that are connected to one, and that one."""
    found, edge = {first}, [first]
    while edge:
        beside = [key for key in territories[edge.pop()].neighbours if key not in found]
        found |= set(beside)
        edge += beside
    return found


def is_bordering(territories: Mapping[str, Territory], key: str, holder: str) -> bool:
    """True if a side holds a neighbour of the territory."""
    return any(territories[other].holder == holder for other in territories[key].neighbours)


def territories_of(territories: Mapping[str, Territory], holder: str) -> dict[str, Territory]:
    return {key: one for key, one in territories.items() if one.holder == holder}
