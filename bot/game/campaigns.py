"""Campaigns in memory, updated at every use; and search for rosters, units and battles by name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.errors import Refusal
from bot.game.copies import Copies, Copy
from bot.store.campaign_tables import CampaignInfo
from bot.store.campaigns import OpenedCampaign
from bot.store.record import Record
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.roster import CampaignUnit, Roster
from rules.kernel.text import Listed, Text, Value

MOST = 32
"""Maximum campaigns in memory, the last used ones."""


@dataclass
class ActiveCampaign(Copy):
    """A campaign as last read from the record."""

    info: CampaignInfo
    campaign: Campaign


class CampaignRegistry(Copies[ActiveCampaign]):
    """The campaigns by id, each updated from the record at every use."""

    def __init__(self, record: Record, ensure_systems: Callable[[str], Awaitable[None]]) -> None:
        """Set up the registry; `ensure_systems` loads the rule systems of a server."""
        super().__init__(MOST)
        self._record, self._ensure_systems = record, ensure_systems

    async def from_memory(self, id: str, guild: str | None = None) -> ActiveCampaign:
        """Return a campaign from memory, for a caller that then locks and opens it; raise Refusal if it is missing."""
        return self._copy_in_memory(id) or await self.require_campaign(id, guild)

    async def require_campaign(self, id: str, guild: str | None = None) -> ActiveCampaign:
        """Return a campaign's current state; raise Refusal if it is missing, or of another server than `guild`."""
        before = self._copy_in_memory(id)
        found = await self._record.campaigns.open(id, before and before.campaign)
        if found is None:
            self.forget(id)
        if found is None or (guild is not None and found.info.guild_id != guild):
            raise Refusal(Text("That campaign is gone. Choose a suggested one."))
        await self._ensure_systems(found.info.guild_id)
        # Looked up after reading the record: simultaneous callers must get the same copy, with the same lock.
        live = self._copy_in_memory(id) or self._keep(id, ActiveCampaign(*found))
        if found.campaign.number >= live.campaign.number:
            live.info, live.campaign = found
        return live

    async def open(self, id: str, guild: str | None = None) -> OpenedCampaign:
        """Return the result of `require_campaign` as values."""
        live = await self.require_campaign(id, guild)
        return OpenedCampaign(live.info, live.campaign)

    async def all(self, guild: str) -> list[CampaignInfo]:
        """Return the campaigns of a server; unfinished ones first, then the latest start first."""
        return await self._record.campaigns.all(guild)


# Search in a campaign by id or name: rosters, units, battles, territories.


def find_key(typed: str, names: Mapping[str, str]) -> str | None:
    """Return the key that a text gives: the key itself, its name, or a unique prefix of either."""
    bare = " ".join(typed.split()).casefold()
    if typed.strip() in names:
        return typed.strip()
    exact = [key for key, name in names.items() if name.casefold() == bare]
    near = exact or [key for key, name in names.items() if bare and name.casefold().startswith(bare)]
    return near[0] if len(near) == 1 else None


def next_number(ids: Iterable[str]) -> int:
    """Return the number after the highest of ids like "c12"; 1 if there are none."""
    return 1 + max((int(id[1:]) for id in ids if id[1:].isdecimal() and len(id) < 10), default=0)


def roster_named(campaign: Campaign, text: str) -> Roster:
    """Return the roster of that name; raise Refusal that lists the rosters."""
    id = find_key(text, {one.id: one.name for one in campaign.rosters.values()})
    if id is None:
        raise unknown_roster_refusal(campaign, text)
    return campaign.rosters[id]


def unknown_roster_refusal(campaign: Campaign, text: str) -> Refusal:
    """Return the refusal for an unknown roster."""
    names = [one.name for one in campaign.rosters.values()]
    values: dict[str, Value] = {"name": text[:60], "campaign": campaign.name, "names": _name_list(names)}
    if not names:
        return Refusal(Text("There is no roster in *{campaign}* yet. Get one with `/campaign join`.", **values))
    return Refusal(Text("There is no roster '{name}' in *{campaign}*; choose {names}.", **values))


def roster_of(campaign: Campaign, player: str, named: str = "") -> Roster:
    """Return the named roster, else the person's own; raise Refusal if they have none."""
    if named:
        return roster_named(campaign, named)
    own = campaign.roster_of_player(player)
    if own is None:
        raise Refusal(
            Text("You have no roster in *{campaign}*. Get one with `/campaign join`.", **_campaign_name(campaign))
        )
    return own


def unit_in(campaign: Campaign, text: str, player: str = "", roster: str = "", gone: bool = False) -> CampaignUnit:
    """Return a unit by id or name: of that roster, else first of the player's own, then of all. Raises Refusal."""
    mine = campaign.roster_of_player(player)
    own = roster or (mine.id if mine else "")
    looked: list[str] = [own] if roster else [own, *campaign.rosters]
    for id in looked:
        names = {unit.id: unit.name for unit in campaign.units_of_roster(id, gone)}
        key = find_key(text, names)
        if key is not None:
            return campaign.units[key]
    names = _name_list(unit.name for unit in campaign.units_of_roster(own, gone)) if own else Text("none yet")
    values: dict[str, Value] = {"name": text[:60], "campaign": campaign.name, "names": names}
    raise Refusal(Text("There is no unit '{name}' in *{campaign}*; yours are {names}.", **values))


def battle_named(campaign: Campaign, text: str = "") -> Battle:
    """Return a battle by id or number; without one the last. Raises Refusal if there is none."""
    battles = list(campaign.battles.values())
    if not battles:
        none = Text("*{campaign}* has no battle yet. Start one: `/campaign battle start`.", **_campaign_name(campaign))
        raise Refusal(none)
    typed = text.strip().lstrip("#")
    if not typed:
        return battles[-1]
    if typed.isdecimal() and len(typed) < 5 and 1 <= int(typed) <= len(battles):
        return battles[int(typed) - 1]
    if typed not in campaign.battles:
        values: dict[str, Value] = {"name": typed[:20], "n": len(battles), **_campaign_name(campaign)}
        raise Refusal(Text("There is no battle '{name}' in *{campaign}*; give a number from 1 to {n}.", **values))
    return campaign.battles[typed]


def _campaign_name(campaign: Campaign) -> dict[str, str]:
    return {"campaign": campaign.name}


def territory_named(campaign: Campaign, text: str) -> str:
    """Return the key of a territory; raise Refusal that lists the territories."""
    key = find_key(text, {key: one.name for key, one in campaign.territories.items()})
    if key is None:
        names = _name_list(one.name for one in campaign.territories.values())
        values: dict[str, Value] = {"name": text[:60], "names": names, **_campaign_name(campaign)}
        raise Refusal(Text("There is no territory '{name}' in *{campaign}*; choose {names}.", **values))
    return key


def _name_list(names: Iterable[str]) -> Text:
    known = list(names)
    return Listed(known[:25]) if known else Text("none yet")
