"""Takes a person out of campaigns, as out of games: they become "Player 1", what people typed stays.

The state that was kept goes; it is made again of the entries, which are rewritten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, String, delete, or_, select, type_coerce, update
from sqlalchemy import cast as cast_to

from bot.store.aliases import Aliases
from bot.store.campaign_tables import CAMPAIGN, CAMPAIGN_ENTRY, CAMPAIGN_STATE

_NUMBERED = re.compile(r'"Player (\d+)"')
_BODY = type_coerce(cast_to(CAMPAIGN_ENTRY.c.body, String), String)


def campaigns_of(read: Connection, user_id: str) -> list[str]:
    """The campaigns in which a person appears anywhere, by their ids."""
    begun = select(CAMPAIGN.c.id).where(CAMPAIGN.c.started_by == user_id)
    named = or_(CAMPAIGN_ENTRY.c.by_user == user_id, _BODY.contains(f'"{user_id}"'))
    written = select(CAMPAIGN_ENTRY.c.campaign_id).where(named).distinct()
    return sorted({*read.execute(begun).scalars(), *read.execute(written).scalars()})


def forget_in_campaign(write: Connection, campaign: str, user_id: str) -> int:
    """How many entries of a campaign had to be rewritten."""
    query = select(CAMPAIGN_ENTRY.c.number, CAMPAIGN_ENTRY.c.body).where(CAMPAIGN_ENTRY.c.campaign_id == campaign)
    rows = write.execute(query).all()
    alias = _next(row.body for row in rows)
    names = {name for row in rows for name in _names(row.body, user_id)}
    gone = Aliases({user_id: alias}, dict.fromkeys(names, alias))
    changed = [(row.number, new) for row in rows if (new := _without(row.body, gone, user_id)) != row.body]
    for number, body in changed:
        mine = CAMPAIGN_ENTRY.c.campaign_id == campaign, CAMPAIGN_ENTRY.c.number == number
        write.execute(update(CAMPAIGN_ENTRY).where(*mine).values(body=body, by_user=body["by"]))
    write.execute(delete(CAMPAIGN_STATE).where(CAMPAIGN_STATE.c.campaign_id == campaign))
    begun = CAMPAIGN.c.id == campaign, CAMPAIGN.c.started_by == user_id
    write.execute(update(CAMPAIGN).where(*begun).values(started_by=alias))
    return len(changed)


def _without(body: Mapping[str, Any], gone: Aliases, user_id: str) -> Any:
    found = gone.body(body)
    for old, new in zip(body.get("events", ()), found.get("events", ()), strict=True):
        field = _name_field(old, user_id)
        if field:
            new[field] = gone.ids[user_id]
    return found


def _name_field(event: Mapping[str, Any], user_id: str) -> str:
    """Where an event has the name of that person, if it has."""
    if event.get("kind") == "begun" and event.get("arbitrator") == user_id:
        return "player"
    return "name" if event.get("kind") == "joined" and event.get("player") == user_id else ""


def _names(body: Mapping[str, Any], user_id: str) -> Iterator[str]:
    """Every name the person had in a campaign."""
    for event in body.get("events", ()):
        field = _name_field(event, user_id)
        if field:
            yield str(event[field])


def _next(bodies: Iterable[Any]) -> str:
    """The first "Player N" that nobody of the campaign is called yet."""
    taken = [int(number) for body in bodies for number in _NUMBERED.findall(json.dumps(body))]
    return f"Player {max(taken, default=0) + 1}"
