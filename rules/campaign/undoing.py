"""An entry of a campaign undone, and a whole record that comes from elsewhere checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.campaign.campaign import Campaign
from rules.campaign.entry import CampaignEntry
from rules.campaign.event import going
from rules.campaign.events import AnyCampaignEvent
from rules.campaign.fold import BadCampaignEntry, Whole, accepted, play_back, with_entry, without
from rules.campaign.report_events import AftermathThrown
from rules.campaign.roster import CampaignUnit
from rules.errors import RuleError, RulesError
from rules.text import Text

LASTING = (
    *("begun", "arbitrator", "handed_over", "battle_begun", "fielded", "withdrawn", "battle_ended", "called_off"),
    *("signed", "decided", "reopened", "ended"),
)
"""Kinds that are never undone: there is an event of its own for the way back."""
OF_THE_ARBITRATOR = ("transferred", "status", "priced", "granted", "honoured", "awarded", "ruled", "battles_ruled")
"""Kinds that only the arbitrator undoes, whoever was it when they were made."""


def without_entry(entries: Sequence[CampaignEntry], number: int, by: str) -> Campaign:
    """The campaign as it would be without that entry; raises RuleError where it cannot be undone."""
    whole = Whole.of(entries)
    campaign = play_back(entries)
    going(campaign)
    return _still_applied(whole, _undoable(whole, number, by, campaign))


def _undoable(whole: Whole, number: int, by: str, now: Campaign) -> CampaignEntry:
    """The entry with that number, which `by` may undo in the campaign as it is `now`, whatever follows it."""
    entry = whole.entries.get(number)
    if entry is None:
        raise RuleError(Text("There is no entry {number} in this campaign; `/campaign log` lists them.", number=number))
    if entry.undoes is not None or number in whole.undone:
        raise RuleError(Text("Entry {number} is undone already, or an undo itself.", number=number))
    if any(event.kind in LASTING for event in entry.events):
        raise RuleError(Text("Entry {number} is not undone: the arbitrator can put right what it did.", number=number))
    if by != now.arbitrator and (by != entry.by or not all(_theirs(event, by, now) for event in entry.events)):
        raise RuleError(Text("Only whoever made entry {number}, or the arbitrator, can undo it.", number=number))
    return entry


def _theirs(event: AnyCampaignEvent, by: str, now: Campaign) -> bool:
    """Whether what somebody did is still theirs to undo: an arbitrator may be none by now, a roster another's."""
    if event.kind in OF_THE_ARBITRATOR:
        return False
    roster = _roster(event, now)
    return roster not in now.rosters or now.rosters[roster].player == by


def _roster(event: AnyCampaignEvent, now: Campaign) -> str:
    """The roster that an event is about; empty where it is about none."""
    if isinstance(event, AftermathThrown):
        return event.roster or now.unit(event.change.unit).roster
    unit: CampaignUnit | str = getattr(event, "unit", "")
    if isinstance(unit, CampaignUnit):
        return unit.roster
    return now.units[unit].roster if unit in now.units else getattr(event, "roster", "")


def _still_applied(whole: Whole, gone: CampaignEntry) -> Campaign:
    """What comes to stand without an entry, if all that followed could have happened as well."""
    was = Campaign()
    for entry in (one for one in whole.entries.values() if one.number < gone.number):
        was = whole.played(was, entry)
    less, was = without(was, gone), with_entry(was, gone)
    for entry in (one for one in whole.entries.values() if one.number > gone.number):
        if entry.undoes is not None or entry.number in whole.undone:
            less, was = whole.played(less, entry), whole.played(was, entry)
            continue
        less, was = less.at(entry.number, entry.format), was.at(entry.number, entry.format)
        for event in entry.events:
            if not event.applies_to(less, was, entry.by):
                raise RuleError(Text("Entry {number} builds on it; undo that one first.", number=entry.number))
            less, was = event.applied(less, entry.by), event.applied(was, entry.by)
    return less


def verified(entries: Iterable[CampaignEntry]) -> Campaign:
    """A record that comes from elsewhere, played back with everything checked; raises BadCampaignEntry."""
    campaign, entries = Campaign(), tuple(entries)
    whole, known, taken = Whole.of(entries), dict[int, CampaignEntry](), set[int]()
    for at, entry in enumerate(entries, 1):
        if entry.number != at or entry.campaign != entries[0].campaign:
            raise BadCampaignEntry(entry.number, Text("an entry is missing before it, or is of another campaign"))
        try:
            if entry.undoes is not None:
                _undoable(Whole(known, taken), entry.undoes, entry.by, campaign)
                taken.add(entry.undoes)
            stands = entry.undoes is None and at not in whole.undone
            campaign = accepted(campaign, entry) if stands else whole.played(campaign, entry)
        except RulesError as error:
            raise BadCampaignEntry(entry.number, error.text) from None
        known[at] = entry
    return campaign
