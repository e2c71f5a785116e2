"""Writes to campaigns: plan on the current state, check, append; after a conflict, plan again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import isawaitable
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from bot.game.campaigns import ActiveCampaign, CampaignRegistry
from bot.game.people import Call
from bot.resolution.journal_referee import Clock, EntryDraft, JournalReferee
from bot.store.appending import AppendedEntry
from bot.store.campaign_tables import CampaignInfo
from bot.store.campaigns import AppendedCampaignEntry
from bot.store.errors import EntryRepeated
from bot.store.games import WholeGame
from bot.store.record import Record
from rules.campaign import fold
from rules.campaign.campaign import Campaign, CampaignEvent
from rules.campaign.roster import CampaignUnit
from rules.campaign.visibility import check_as_seen, may_be_card
from rules.kernel.errors import RuleError, RulesError
from rules.kernel.text import Text


@dataclass(frozen=True)
class NewCampaignEntry(EntryDraft[CampaignEvent]):
    """An entry to be recorded; `game` is a game started with it, or an entry of one."""

    request: dict[str, Any] = field(default_factory=dict[str, Any])
    game: WholeGame | AppendedEntry | None = None


class CampaignResult(NamedTuple):
    """A recorded entry, and the campaign before and after it; `again` is True if it was already recorded."""

    info: CampaignInfo
    entry: fold.CampaignEntry
    before: Campaign
    after: Campaign
    again: bool = False


Plan = Callable[[Campaign], NewCampaignEntry | Awaitable[NewCampaignEntry]]
"""Makes an entry for the current campaign; raises Refusal or RulesError. It is called again after a conflict."""


class CampaignReferee(JournalReferee[str, ActiveCampaign, CampaignResult]):
    """The single path of all commands that change a campaign."""

    def __init__(self, record: Record, campaigns: CampaignRegistry, clock: Clock) -> None:
        super().__init__(clock)
        self.record, self.campaigns = record, campaigns

    async def find(self, call: Call, key: str) -> ActiveCampaign:
        return await self.campaigns.from_memory(key, call.where.guild or "")

    async def write(self, call: Call, id: str, plan: Plan) -> CampaignResult:
        """Append the planned entry; an interaction that was carried out before changes nothing.

        Raises the errors of the plan and the events, Busy after repeated conflicts.
        """
        return await self.change(call, id, lambda live: self._plan_entry(call, live, plan))

    async def _plan_entry(self, call: Call, live: ActiveCampaign, plan: Plan) -> CampaignResult:
        info, campaign = await self.campaigns.open(live.info.id, call.where.guild or "")
        try:
            new = plan(campaign.at_entry(campaign.number, fold.FORMAT))
            new = await new if isawaitable(new) else new
            check_as_seen(campaign.at_entry(campaign.number + 1, fold.FORMAT), new.events, call.who.id)
            entry = self.entry(call, campaign, new)
            result = CampaignResult(info, entry, campaign, fold.accept_entry(campaign, entry))
        except RulesError:
            # A command delivered twice is refused because of its first effect.
            if before := await self.recorded_before(call, info.id):
                return before
            raise
        return await self._write_result(live, result, new.game)

    async def recorded_before(self, call: Call, id: str) -> CampaignResult | None:
        """Return the entry of an interaction that was carried out before; None for a new one."""
        entry = await self.record.campaigns.entry_from(id, call.source) if call.source else None
        if entry is None:
            return None
        info, campaign = await self.campaigns.open(id, call.where.guild or "")
        return CampaignResult(info, entry, campaign, campaign, again=True)

    def entry(
        self, call: Call, campaign: Campaign, new: NewCampaignEntry, undoes: int | None = None
    ) -> fold.CampaignEntry:
        """Return the next entry of a campaign."""
        return fold.CampaignEntry(
            campaign=campaign.id,
            number=campaign.number + 1,
            command=new.command,
            by=call.who.id,
            at=self.clock(),
            request=new.request,
            events=fold.CAMPAIGN_EVENTS.validate_python(tuple(new.events)),
            plays=tuple(new.plays),
            fresh=tuple(new.fresh),
            title=new.title,
            notes=tuple(new.notes),
            reason=new.reason[:500],
            undoes=undoes,
            source=call.source,
        )

    async def undo(self, call: Call, id: str, number: int) -> CampaignResult:
        """Undo an entry; raise RuleError if it cannot be undone, or if others depend on it."""
        return await self.change(call, id, lambda live: self._undo_entry(call, live, number))

    async def _undo_entry(self, call: Call, live: ActiveCampaign, number: int) -> CampaignResult:
        if before := await self.recorded_before(call, live.info.id):
            return before
        info, campaign = await self.campaigns.open(live.info.id, call.where.guild or "")
        entries = await self.record.campaigns.entries(info.id)
        _require_visible_units(campaign, entries, number, call.who.id)
        new = NewCampaignEntry("campaign undo", (), Text("Undone: entry {number}", number=number))
        entry = self.entry(call, campaign, new, undoes=number)

        def campaign_without() -> Campaign:
            fold.without_entry(entries, number, entry.by)
            return fold.play_back([*entries, entry])

        after = await asyncio.to_thread(campaign_without)
        return await self._write_result(live, CampaignResult(info, entry, campaign, after))

    async def _write_result(
        self, live: ActiveCampaign, result: CampaignResult, game: WholeGame | AppendedEntry | None = None
    ) -> CampaignResult:
        try:
            await self.record.campaigns.append(AppendedCampaignEntry(result.entry, result.after, game))
        except EntryRepeated as repeated:
            [entry, *_] = await self.record.campaigns.entries(result.info.id, repeated.number - 1)
            return result._replace(entry=entry, after=result.before, again=True)
        live.campaign = result.after
        self.notify(result)
        return result


class _CampaignService(Protocol):
    """A service that changes campaigns."""

    @property
    def referee(self) -> CampaignReferee: ...


S = TypeVar("S", bound=_CampaignService)
P = ParamSpec("P")


def changes_campaign(
    plan: Callable[Concatenate[S, Campaign, Call, P], NewCampaignEntry | Awaitable[NewCampaignEntry]],
) -> Callable[Concatenate[S, Call, str, P], Awaitable[CampaignResult]]:
    """Turn `plan` into a command that appends its entry to the campaign with the given id, like `changes_game`."""

    @wraps(plan)
    async def recorded(self: S, call: Call, id: str, *args: P.args, **options: P.kwargs) -> CampaignResult:
        return await self.referee.write(call, id, lambda campaign: plan(self, campaign, call, *args, **options))

    return recorded  # pyright: ignore[reportReturnType] — a coroutine function is such a callable


def _require_visible_units(campaign: Campaign, entries: Sequence[fold.CampaignEntry], number: int, by: str) -> None:
    """Raise RuleError for an entry about a unit that may be an enemy card. Whether it can be undone would reveal it."""
    for event in (event for entry in entries if entry.number == number for event in entry.events):
        unit = "" if event.undone_by == "nobody" else getattr(event, "unit", "")
        id = unit.id if isinstance(unit, CampaignUnit) else unit
        if id in campaign.units and may_be_card(campaign, id, by):
            name = campaign.units[id].name
            raise RuleError(Text("{unit} may be in a battle now. Wait for its end.", unit=name))
