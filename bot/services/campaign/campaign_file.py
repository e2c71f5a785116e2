"""A whole campaign as a file for export and import: JSON with one entry per line, and a checksum.

An import is checked as a whole first, entry by entry, then written in one transaction, or not at all. Games are not
included: each battle's game is exported separately.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, cast
from uuid import uuid4

from pydantic import BaseModel, Field, ValidationError

from bot import errors
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee
from bot.services.campaign.campaigns import Campaigns, info_of
from bot.services.record import game_file
from bot.store import campaign_tables
from bot.store import campaign_tables as campaign_rows
from bot.store.campaigns import OpenedCampaign
from bot.store.errors import NameTaken
from bot.store.forgetting import Aliases
from data import SYSTEMS, system_of, system_registry
from rules.campaign import fold
from rules.campaign.campaign import Campaign
from rules.campaign.visibility import without_cards
from rules.command.force import spec, unused_name
from rules.kernel.errors import BadFacts
from rules.kernel.text import Listed, Text
from rules.kernel.text_json import strange_texts

# Anonymous campaigns: people become "Player 1", "Player 2" in its entries and its battles' games.

_PLACES = {"begun": "server", "battle_begun": "channel"}
"""Fields with a campaign's place, by event; they are left out because they could identify its players."""


def campaign_aliases(entries: Iterable[fold.CampaignEntry]) -> Aliases:
    """Return "Player 1" and so on for every person in a campaign, in order of appearance."""
    named: dict[str, list[str]] = {}
    for entry in entries:
        body = entry.model_dump(mode="json")
        named.setdefault(entry.by, [])
        for event in body.get("events", ()):
            for id, field in _people_in_event(event):
                named.setdefault(id, []).append(str(event[field]))
    ids = {id: f"Player {n}" for n, id in enumerate(named, 1)}
    return Aliases(ids, {name: ids[id] for id, names in named.items() for name in names})


def extend_aliases(known: Aliases, game: Aliases) -> Aliases:
    """Return the aliases of a campaign for one of its games; people only in the game get further numbers."""
    more = [id for id in game.ids if id not in known.ids]
    ids = {**known.ids, **{id: f"Player {n}" for n, id in enumerate(more, len(known.ids) + 1)}}
    called = {alias: ids[id] for id, alias in game.ids.items()}
    return Aliases(ids, {**known.names, **{name: called[alias] for name, alias in game.names.items()}})


def replace_people(entries: Iterable[fold.CampaignEntry], aliases: Aliases) -> list[fold.CampaignEntry]:
    """Return the entries with people replaced; they fold to an equal campaign."""
    return [
        fold.CampaignEntry.model_validate(_replace_in_body(one.model_dump(mode="json"), aliases)) for one in entries
    ]


def _replace_in_body(body: Mapping[str, Any], aliases: Aliases) -> dict[str, Any]:
    found: dict[str, Any] = aliases.body(body)
    pairs: Sequence[tuple[Any, Any]] = list(zip(body.get("events", ()), found.get("events", ()), strict=True))
    for old, new in pairs:
        kind = old.get("kind", "")
        if kind in _PLACES:
            new[_PLACES[kind]] = ""
        if kind == "told":
            new["text"] = ""
        for id, field in _people_in_event(old):
            new[field] = aliases.id(id)
    return found


def _people_in_event(event: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the ids of the people in an event, each with the field that contains the name."""
    if event.get("kind") == "begun":
        yield str(event["arbitrator"]), "player"
    if event.get("kind") == "joined":
        yield str(event["player"]), "name"


FORMAT: Literal["adjutant-campaign"] = "adjutant-campaign"
VERSION = 1
MOST_ENTRIES = 20_000
"""Maximum entries of a file: hundreds of battles."""


class CampaignHead(BaseModel, frozen=True, extra="forbid"):
    """The head of a campaign file: everything except the entries. Times are seconds since 1970, ids are Discord's."""

    id: str = Field(min_length=1)
    name: str
    system: str
    started_by: str
    started_at: float
    number: int = Field(ge=1)
    commitment: str = ""
    """The bot's commitment to its dice, in hex; `seed` is filled once it is revealed."""
    seed: str = ""


class CampaignRead(NamedTuple):
    """A campaign read from a file: its head, its entries, and the state folded from them."""

    head: CampaignHead
    entries: tuple[fold.CampaignEntry, ...]
    campaign: Campaign
    rules: tuple[bytes, ...] = ()
    """The files of its rule system, bases first, if a server had added it."""


class OwnSystems(Protocol):
    """The rule systems of servers: the part of `bot.services.record.server_systems`, a higher layer, used here."""

    async def ensure(self, guild: str | None) -> None: ...
    async def adopt(self, guild: str, files: Sequence[bytes]) -> str: ...


class CampaignFiles:
    """Exports and imports campaigns."""

    def __init__(self, referee: CampaignReferee, campaigns: Campaigns, systems: OwnSystems) -> None:
        self._referee, self._campaigns, self._systems = referee, campaigns, systems
        self._record = referee.record

    async def anonymous(self, call: Call, id: str) -> tuple[Campaign, Aliases]:
        """Return the campaign with all people replaced, and their aliases."""
        await self._campaigns.open(call, id)
        entries = await self._entries(call, id)

        def replaced() -> tuple[Campaign, Aliases]:
            aliases = campaign_aliases(entries)
            return fold.play_back(replace_people(entries, aliases)), aliases

        return await asyncio.to_thread(replaced)

    async def _entries(self, call: Call, id: str) -> list[fold.CampaignEntry]:
        """Return the entries, without cards in running battles that the caller may not know."""
        campaign = (await self._campaigns.open(call, id)).campaign
        return without_cards(campaign, await self._record.campaigns.entries(id), call.who.id)

    async def export(self, call: Call, id: str, anonymous: bool = False) -> bytes:
        """Return a campaign as a file; its seed is included only once it is revealed.

        It contains the ids and names of people; `anonymous` leaves them out, and such a file cannot be imported. The
        cards that an enemy brought to a running battle are left out.
        """
        info, _ = await self._campaigns.open(call, id)
        return await self._file(info, await self._entries(call, id), anonymous)

    async def complete_file(self, info: campaign_tables.CampaignInfo, anonymous: bool = False) -> bytes:
        """Return a whole campaign as a file, for the operator of the bot; raise UnreadableCampaign."""
        return await self._file(info, await self._record.campaigns.entries(info.id), anonymous)

    async def find(self, named: str) -> campaign_tables.CampaignInfo | None:
        """Return the only campaign of all servers with that id or name; None for none. Raises AppError for several."""
        campaigns = await self._record.campaigns.all()
        found = [one for one in campaigns if one.id == named] or [one for one in campaigns if one.name == named]
        if len(found) > 1:
            ids = ", ".join(one.id for one in found)
            raise errors.AppError(f"There are {len(found)} campaigns called {named!r}; name one by its id: {ids}.")
        return found[0] if found else None

    async def _file(
        self, info: campaign_tables.CampaignInfo, entries: Sequence[fold.CampaignEntry], anonymous: bool
    ) -> bytes:
        seed = await self._record.campaigns.seed(info.id)
        known = {"commitment": seed.commitment, "seed": seed.seed if seed.revealed_at else ""} if seed else {}
        found = {name: getattr(info, name) for name in ("id", "name", "system", "started_by", "started_at")}
        if anonymous:
            aliases = campaign_aliases(entries)
            entries, found["started_by"] = replace_people(entries, aliases), aliases.id(info.started_by)
        head = CampaignHead.model_validate({**found, "number": len(entries), **known})
        await self._systems.ensure(info.guild_id)
        system = system_registry.find(info.system)
        return await asyncio.to_thread(file_content, head, entries, system.files if system else ())

    async def import_campaign(self, call: Call, read: CampaignRead) -> OpenedCampaign:
        """Import a campaign read by `FileReader.campaign`, under an unused name.

        Raises Refusal if the caller is not its arbitrator; then nothing is written.
        """
        if read.campaign.arbitrator != call.who.id:
            who = read.campaign.members.get(read.campaign.arbitrator or "")
            name = who.name if who else Text("no player")
            raise errors.Refusal(Text("Only its arbitrator can import a campaign: ask {name}.", name=name))
        return await self.put(read, call.where.guild or "")

    async def put(self, read: CampaignRead, guild: str) -> OpenedCampaign:
        """Import a campaign into a server under an unused name, with any arbitrator."""
        id = uuid4().hex
        taken = {one.key for one in await self._record.campaigns.all(guild)}
        name = unused_name(read.campaign.name, taken)
        system = await self._systems.adopt(guild, read.rules) if read.rules else read.campaign.system
        entries, campaign = await asyncio.to_thread(_moved_entries, read.entries, id, name, guild, system)
        info = info_of(campaign, read.head.started_by, read.head.started_at)
        seed = self._campaigns.new_seed(id)
        try:
            await self._record.campaigns.put(info, entries, campaign, seed)
        except NameTaken:
            raise errors.Refusal(
                Text("This server already has a campaign named {name}. Choose another name.", name=name)
            ) from None
        return OpenedCampaign(info, campaign)


def file_content(head: CampaignHead, entries: Sequence[fold.CampaignEntry], rules: Sequence[bytes] = ()) -> bytes:
    """Return the content of the file, with the files of its rule system, bases first."""
    lines = [game_file.line(one.model_dump(mode="json")) for one in entries]
    return game_file.file_content(head.model_dump(mode="json"), lines, rules=rules, of="campaign")


def is_campaign(content: bytes) -> bool:
    """True if a file claims to contain a campaign, complete or not."""
    return re.search(rb'"format"\s*:\s*"%b"' % FORMAT.encode(), content) is not None


def parse_campaign(content: bytes) -> CampaignRead:
    """Return the campaign of a file with every entry checked; raise Refusal.

    A hostile file can block the process or fill the memory: call it only through `FileReader.campaign` for files from
    strangers.
    """
    found = _parse_object(content)
    head = _read_head(found)
    if game_file.is_changed(found, "campaign") is not False:
        raise errors.Refusal(Text("This file was changed after the export. Use it as it was exported."))
    if strange_texts(found["entries"]):
        raise _unreadable_refusal(Text("it contains text that the bot does not use"))
    try:
        entries = tuple(campaign_rows.entry(nth, body) for nth, body in enumerate(found["entries"], 1))
        campaign = fold.verify_entries(entries)
    except errors.UnreadableCampaign as fault:
        raise _unreadable_refusal(fault.why) from None
    except fold.BadCampaignEntry as fault:
        raise _unreadable_refusal(fault.text) from None
    if not all(rules := game_file.rule_files(found)):
        raise errors.Refusal(Text("This file was put together from others. Use one as it was exported."))
    _require_consistent(head, entries, campaign, bool(rules))
    _require_playable(campaign, rules)
    return CampaignRead(head, entries, campaign, rules)


def _read_head(found: dict[str, Any]) -> CampaignHead:
    """Return the head of the file, whose number of entries must match; raise Refusal."""
    try:
        head = CampaignHead.model_validate(found["campaign"])
    except ValidationError:
        raise errors.Refusal(Text("This file names no campaign. Export it again.")) from None
    if head.number != len(found["entries"]) or head.number > MOST_ENTRIES:
        raise errors.Refusal(Text("This file was put together from others. Use one as it was exported."))
    return head


def _parse_object(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        raise errors.Refusal(
            Text("This is not a campaign file, or it was cut off. Use one that the bot exported.")
        ) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:  # pyright: ignore[reportUnknownMemberType]
        raise errors.Refusal(Text("This file has no campaign in it. Use one that the bot exported."))
    if found.get("version") != VERSION:  # pyright: ignore[reportUnknownMemberType]
        raise errors.Refusal(Text("This file is from another version. Export the campaign with a bot of this version."))
    if not isinstance(found.get("campaign"), dict) or not isinstance(found.get("entries"), list):  # pyright: ignore[reportUnknownMemberType]
        raise errors.Refusal(Text("The campaign or its entries are missing in this file. Export it again."))
    return found  # pyright: ignore[reportUnknownVariableType]


def _require_consistent(
    head: CampaignHead, entries: Sequence[fold.CampaignEntry], campaign: Campaign, has_rules: bool
) -> None:
    """Raise Refusal if the entries contradict the head of the file."""
    known = [one.key for one in SYSTEMS]
    if campaign.system not in known and not has_rules:
        systems = Listed(known)
        raise errors.Refusal(
            Text("This bot does not have {system}. It has {systems}.", system=campaign.system, systems=systems)
        )
    same = (head.id, head.system) == (campaign.id, campaign.system)
    sources = [one.source for one in entries if one.source]
    if not same or len(set(sources)) < len(sources):
        raise errors.Refusal(Text("This file was put together from others. Use one as it was exported."))


def _require_playable(campaign: Campaign, rules: Sequence[bytes]) -> None:
    """Raise Refusal for a faulty rule system, and for a unit that it does not allow."""
    try:
        system = system_registry.load(rules, campaign.system) if rules else system_of(campaign.system)
    except BadFacts as error:
        raise _unreadable_refusal(error.faults[0]) from None
    for unit in campaign.units.values():
        try:
            spec(system, unit.spec.model_dump())
        except BadFacts as error:
            raise _unreadable_refusal(Text("{unit}: {fault}", unit=unit.name, fault=error.faults[0])) from None


def _unreadable_refusal(why: Text) -> errors.Refusal:
    return errors.Refusal(Text("This file cannot be read ({why}). Use it as it was exported.", why=why))


def _moved_entries(
    entries: Sequence[fold.CampaignEntry], id: str, name: str, guild: str, system: str
) -> tuple[list[fold.CampaignEntry], Campaign]:
    """Return the entries moved to a campaign with that id, name, server and rule system."""
    found: list[fold.CampaignEntry] = []
    before = next(event.system for event in entries[0].events if event.kind == "begun")
    for one in entries:
        entry = one
        if system != before:
            entry = fold.CampaignEntry.model_validate(_with_system(one.model_dump(mode="json"), before, system))
        events = tuple(
            event.model_copy(update={"id": id, "name": name, "server": guild}) if event.kind == "begun" else event
            for event in entry.events
        )
        found.append(entry.model_copy(update={"campaign": id, "events": events}))
    return found, fold.verify_entries(found)


def _with_system(body: Any, before: str, system: str) -> Any:
    """Return JSON with another key of the rule system."""
    if isinstance(body, list):
        return [_with_system(one, before, system) for one in cast("list[Any]", body)]
    if not isinstance(body, dict):
        return body
    return {
        name: system if name == "system" and one == before else _with_system(one, before, system)
        for name, one in cast("dict[str, Any]", body).items()
    }
