"""The record of a campaign: its kinds of events, its entries, and their playback, acceptance and undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field, TypeAdapter

from rules.campaign import arbitrator_events, people_events, roster_events
from rules.campaign.battle_events import BattleBegun, BattleCalledOff, BattleEnded, UnitFielded, UnitWithdrawn
from rules.campaign.campaign import Campaign, check_begun
from rules.campaign.reinforcements import Replaced
from rules.campaign.report_events import (
    AftermathRolled,
    ReportDecided,
    ReportEdited,
    ReportMade,
    ReportReopened,
    ReportSigned,
)
from rules.campaign.roster import CampaignUnit
from rules.game.entry import FreshRoll, dependency_text
from rules.kernel.errors import RuleError, RulesError
from rules.kernel.plays import Fields, Play, RecordedRoll
from rules.kernel.text import NOTHING, Text
from rules.kernel.text_json import KeptText

# All events of a campaign, by their stored kind.

AnyCampaignEvent = Annotated[
    people_events.CampaignBegun
    | people_events.PlayerJoined
    | people_events.MemberLeft
    | people_events.RosterHandedOver
    | people_events.ArbitratorNamed
    | people_events.CampaignRulingSet
    | people_events.BattleRulingSet
    | people_events.CampaignEnded
    | people_events.CampaignTold
    | roster_events.UnitEnlisted
    | roster_events.UnitRenamed
    | roster_events.RosterRenamed
    | roster_events.UnitRested
    | roster_events.UnitDismissed
    | roster_events.UnitTransferred
    | arbitrator_events.UnitStatusSet
    | arbitrator_events.UnitPriced
    | roster_events.LevelChosen
    | roster_events.Reinforced
    | Replaced
    | arbitrator_events.FiguresGranted
    | arbitrator_events.HonourAwarded
    | arbitrator_events.PointsAwarded
    | BattleBegun
    | UnitFielded
    | UnitWithdrawn
    | BattleEnded
    | BattleCalledOff
    | ReportMade
    | AftermathRolled
    | ReportEdited
    | ReportSigned
    | ReportDecided
    | ReportReopened,
    Field(discriminator="kind"),
]

CAMPAIGN_EVENTS: TypeAdapter[tuple[AnyCampaignEvent, ...]] = TypeAdapter(tuple[AnyCampaignEvent, ...])


# One line of a campaign's record: its issuer, request and events. Keyed by (campaign, number).

FORMAT = 2
"""The current format of campaign entries; entries of format 1 are read by the rules of their time."""


class CampaignEntry(BaseModel, frozen=True):
    """A line of the record. An undo is another line that names the one undone.

    `at` is seconds since 1970, `by` the issuer, `source` the interaction that it came from, so that the same one
    applied twice has one effect. `plays` are the dice of an aftermath as in the record of a game, and `fresh` the
    rolls of the bot among them.
    """

    format: int = FORMAT
    campaign: str
    number: int
    command: str
    by: str
    at: float
    request: Fields = Field(default_factory=Fields)
    events: tuple[AnyCampaignEvent, ...] = ()
    plays: tuple[Play, ...] = ()
    fresh: tuple[FreshRoll, ...] = ()
    version: str = ""
    title: KeptText = NOTHING
    notes: tuple[KeptText, ...] = ()
    reason: str = ""
    undoes: int | None = None
    source: str | None = None

    @property
    def rolls(self) -> list[RecordedRoll]:
        return [roll for play in self.plays for roll in play.throws]


class BadCampaignEntry(RulesError):
    """Raised for an entry that cannot follow those before it."""

    def __init__(self, number: int, why: Text) -> None:
        super().__init__(Text("entry {number} does not fit those before it: {why}", number=number, why=why))


# The campaign that results from the entries.


def play_back(entries: Iterable[CampaignEntry], onto: Campaign | None = None) -> Campaign:
    """Fold a whole record, or the entries after `onto`; raise BadCampaignEntry. Rights are not checked again.

    Undone entries leave no trace except their number and the faces that the bot rolled. If an entry undoes one that
    `onto` already includes, everything must be played back from the start.
    """
    whole = Whole.from_entries(entries)
    campaign = onto or Campaign()
    for entry in whole.entries.values():
        campaign = whole.play_entry(campaign, entry)
    return campaign


@dataclass(frozen=True)
class Whole:
    """Entries in order, by number, and the numbers of those that others undo."""

    entries: Mapping[int, CampaignEntry]
    undone: AbstractSet[int]

    @classmethod
    def from_entries(cls, entries: Iterable[CampaignEntry]) -> Whole:
        found = {entry.number: entry for entry in entries}
        return cls(found, frozenset(one.undoes for one in found.values() if one.undoes is not None))

    def play_entry(self, campaign: Campaign, entry: CampaignEntry) -> Campaign:
        """Return the campaign after one more of the entries; raise BadCampaignEntry."""
        if entry.undoes is not None:
            return apply_undo(campaign, entry, self.entries.get(entry.undoes))
        return undo_entry(campaign, entry) if entry.number in self.undone else with_entry(campaign, entry)


def with_entry(campaign: Campaign, entry: CampaignEntry) -> Campaign:
    """Return the campaign with one more entry, which was accepted and is not an undo; raise BadCampaignEntry."""
    campaign = campaign.at_entry(entry.number, entry.format)
    try:
        for event in entry.events:
            campaign = event.apply(campaign, entry.by)
    except RuleError as error:
        raise BadCampaignEntry(entry.number, error.text) from None
    return campaign


def undo_entry(campaign: Campaign, entry: CampaignEntry) -> Campaign:
    """Return the campaign after an undone entry.

    Faces of the bot wait to be drawn again for the same need, and a player's own are kept. Versions of a report that
    it made are not reused.
    """
    rolled = [one for one in entry.events if isinstance(one, AftermathRolled)]
    returned = campaign.returned | {one.need: one.faces for one in rolled if one.faces}
    kept = campaign.kept | {one.need: one.own for one in rolled if one.own}
    campaign = campaign.with_changes(number=entry.number, returned=returned, kept=kept)
    for id in _reports_in(campaign, entry):
        battle = campaign.battles[id]
        campaign = campaign.with_battle(battle.with_changes(last_version=battle.last_version + 1))
    return campaign


def apply_undo(campaign: Campaign, undo: CampaignEntry, gone: CampaignEntry | None) -> Campaign:
    """Return the campaign after the undo itself; a report that it changes becomes a new, unread version."""
    assert undo.undoes is not None
    campaign = campaign.with_changes(number=undo.number, undone=(*campaign.undone, undo.undoes))
    for id in _reports_in(campaign, gone) if gone else ():
        campaign = campaign.with_battle(campaign.battles[id].with_new_version())
    return campaign


def _reports_in(campaign: Campaign, entry: CampaignEntry) -> list[str]:
    """Return the battles whose report an entry made or changed, once for each time."""
    found = [one.battle for one in entry.events if isinstance(one, ReportMade | ReportEdited | AftermathRolled)]
    return [id for id in found if id in campaign.battles]


def accept_entry(campaign: Campaign, entry: CampaignEntry) -> Campaign:
    """Return the campaign after one more entry, with each event checked first; raise RuleError or BadFacts.

    If one event is refused, none of them happens. For an undo, use `without_entry`.
    """
    if entry.number != campaign.number + 1 or (campaign.id and entry.campaign != campaign.id):
        raise RuleError(Text("The campaign has changed meanwhile. Try again."))
    campaign = campaign.at_entry(entry.number, entry.format)
    for event in entry.events:
        event.check(campaign, entry.by)
        campaign = event.apply(campaign, entry.by)
    return campaign


# Undo of an entry, and validation of a whole record from elsewhere.


def without_entry(entries: Sequence[CampaignEntry], number: int, by: str) -> Campaign:
    """Return the campaign without that entry; raise RuleError if it cannot be undone."""
    whole = Whole.from_entries(entries)
    campaign = play_back(entries)
    check_begun(campaign)
    return _campaign_without(whole, _find_undoable(whole, number, by, campaign))


def _find_undoable(whole: Whole, number: int, by: str, now: Campaign) -> CampaignEntry:
    """Return the entry with that number, if `by` may undo it in the campaign as it is `now`."""
    entry = whole.entries.get(number)
    if entry is None:
        raise RuleError(Text("There is no entry {number} in this campaign. See `/campaign log`.", number=number))
    if entry.undoes is not None or number in whole.undone:
        raise RuleError(Text("Entry {number} is already undone, or is an undo.", number=number))
    if any(event.undone_by == "nobody" for event in entry.events):
        raise RuleError(Text("Entry {number} cannot be undone. The arbitrator can correct what it did.", number=number))
    # The author may no longer be the arbitrator, or lead the roster.
    others = {id for id, roster in now.rosters.items() if roster.player != by}
    lost = (one.undone_by == "arbitrator" or _roster_of(one, now) in others for one in entry.events)
    if by != now.arbitrator and (by != entry.by or any(lost)):
        raise RuleError(Text("Only the author of entry {number} or the arbitrator can undo it.", number=number))
    return entry


def _roster_of(event: AnyCampaignEvent, now: Campaign) -> str:
    """Return the roster that an event concerns; empty if there is none."""
    if isinstance(event, AftermathRolled):
        return event.roster or now.unit(event.change.unit).roster
    unit: CampaignUnit | str = getattr(event, "unit", "")
    if isinstance(unit, CampaignUnit):
        return unit.roster
    return now.units[unit].roster if unit in now.units else getattr(event, "roster", "")


def _campaign_without(whole: Whole, gone: CampaignEntry) -> Campaign:
    """Return the campaign without an entry, if all later ones could have happened as well."""
    was = Campaign()
    for entry in (one for one in whole.entries.values() if one.number < gone.number):
        was = whole.play_entry(was, entry)
    less, was = undo_entry(was, gone), with_entry(was, gone)
    for entry in (one for one in whole.entries.values() if one.number > gone.number):
        if entry.undoes is not None or entry.number in whole.undone:
            less, was = whole.play_entry(less, entry), whole.play_entry(was, entry)
            continue
        less, was = less.at_entry(entry.number, entry.format), was.at_entry(entry.number, entry.format)
        for event in entry.events:
            if not event.applies_to(less, was, entry.by):
                raise RuleError(dependency_text(entry.number))
            less, was = event.apply(less, entry.by), event.apply(was, entry.by)
    return less


def verify_entries(entries: Iterable[CampaignEntry]) -> Campaign:
    """Play back a record from elsewhere with everything checked; raise BadCampaignEntry."""
    campaign, entries = Campaign(), tuple(entries)
    whole, known, taken = Whole.from_entries(entries), dict[int, CampaignEntry](), set[int]()
    for at, entry in enumerate(entries, 1):
        if entry.number != at or entry.campaign != entries[0].campaign:
            raise BadCampaignEntry(entry.number, Text("the entry before it is missing or from another campaign"))
        try:
            if entry.undoes is not None:
                _find_undoable(Whole(known, taken), entry.undoes, entry.by, campaign)
                taken.add(entry.undoes)
            stands = entry.undoes is None and at not in whole.undone
            campaign = accept_entry(campaign, entry) if stands else whole.play_entry(campaign, entry)
        except RulesError as error:
            raise BadCampaignEntry(entry.number, error.text) from None
        known[at] = entry
    return campaign
