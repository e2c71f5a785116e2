"""A campaign without the people who play it: they are "Player 1", "Player 2" in its entries and its battles' games.

What people typed stays: the names of units and rosters, and remarks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.store.aliases import Aliases
from rules.campaign.fold import CampaignEntry

_PLACES = {"begun": "server", "battle_begun": "channel"}
"""Where it is played, which would lead to its players: left out."""


def campaign_aliases(entries: Iterable[CampaignEntry]) -> Aliases:
    """ "Player 1" and so on for everybody in a campaign, in the order in which they came."""
    named: dict[str, list[str]] = {}
    for entry in entries:
        body = entry.model_dump(mode="json")
        if entry.by:
            named.setdefault(entry.by, [])
        for id, name in _people(body):
            named.setdefault(id, []).append(name)
    ids = {id: f"Player {n}" for n, id in enumerate(named, 1)}
    return Aliases(ids, {name: ids[id] for id, names in named.items() for name in names})


def with_those_of(known: Aliases, game: Aliases) -> Aliases:
    """The aliases of a campaign for one of its games; whoever is only in the game is numbered on."""
    more = [id for id in game.ids if id not in known.ids]
    ids = {**known.ids, **{id: f"Player {n}" for n, id in enumerate(more, len(known.ids) + 1)}}
    called = {alias: ids[id] for id, alias in game.ids.items()}
    return Aliases(ids, {**known.names, **{name: called[alias] for name, alias in game.names.items()}})


def without_people(entries: Iterable[CampaignEntry], aliases: Aliases) -> list[CampaignEntry]:
    """The entries as they fold to the same campaign of other people."""
    return [CampaignEntry.model_validate(_without(one.model_dump(mode="json"), aliases)) for one in entries]


def _without(body: Mapping[str, Any], aliases: Aliases) -> dict[str, Any]:
    found: dict[str, Any] = aliases.body(body)
    pairs: Sequence[tuple[Any, Any]] = list(zip(body.get("events", ()), found.get("events", ()), strict=True))
    for old, new in pairs:
        kind = old.get("kind", "")
        if kind in _PLACES:
            new[_PLACES[kind]] = ""
        for id, field in _named(old):
            new[field] = aliases.id(id)
    return found


def _people(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Everybody whom an entry names, with what they are called there."""
    for event in body.get("events", ()):
        for id, field in _named(event):
            yield id, str(event[field])


def _named(event: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Whom an event names, and in which of its fields the name stands."""
    if event.get("kind") == "begun":
        yield str(event["arbitrator"]), "player"
    if event.get("kind") == "joined":
        yield str(event["player"]), "name"
