"""The record of a campaign played back, one entry more accepted, and an entry undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.campaign.campaign import Campaign
from rules.campaign.entry import CampaignEntry
from rules.campaign.report_events import AftermathThrown
from rules.errors import RuleError, RulesError
from rules.text import Text


class BadCampaignEntry(RulesError):
    """An entry that cannot have happened after those before it."""

    def __init__(self, number: int, why: Text) -> None:
        super().__init__(Text("entry {number} cannot follow those before it: {why}", number=number, why=why))


def play_back(entries: Iterable[CampaignEntry], onto: Campaign | None = None) -> Campaign:
    """Fold a whole record, or what follows `onto`; raises BadCampaignEntry. Who might do it is not asked again.

    What a later entry undoes leaves no trace but its number, and the faces that the bot threw. Where an entry undoes
    one that `onto` has already, all has to be played back from the start.
    """
    entries = tuple(entries)
    campaign = onto or Campaign()
    undone = {entry.undoes for entry in entries if entry.undoes is not None}
    for entry in entries:
        campaign = _without(campaign, entry) if entry.number in undone else with_entry(campaign, entry)
    return campaign


def with_entry(campaign: Campaign, entry: CampaignEntry) -> Campaign:
    """One entry more that was accepted; raises BadCampaignEntry."""
    campaign = campaign.after(number=entry.number)
    if entry.undoes is not None:
        return campaign.after(undone=(*campaign.undone, entry.undoes))
    try:
        for event in entry.events:
            campaign = event.applied(campaign, entry.by)
    except RuleError as error:
        raise BadCampaignEntry(entry.number, error.text) from None
    return campaign


def _without(campaign: Campaign, entry: CampaignEntry) -> Campaign:
    """An entry that is undone: faces of the bot wait to be drawn again for the same."""
    thrown = {one.need: one.faces for one in entry.events if isinstance(one, AftermathThrown) and one.faces}
    return campaign.after(number=entry.number, returned=campaign.returned | thrown)


def accepted(campaign: Campaign, entry: CampaignEntry) -> Campaign:
    """The campaign after one entry more, each event of it checked first; raises RuleError or BadFacts.

    Nothing is half done: where one event is refused, none of them has happened. Undoing is `without_entry`.
    """
    if entry.number != campaign.number + 1 or (campaign.id and entry.campaign != campaign.id):
        raise RuleError(Text("Others have written to this campaign meanwhile; try again."))
    campaign = campaign.after(number=entry.number)
    for event in entry.events:
        event.check(campaign, entry.by)
        campaign = event.applied(campaign, entry.by)
    return campaign


LASTING = (
    *("begun", "arbitrator", "handed_over", "battle_begun", "fielded", "withdrawn", "battle_ended", "called_off"),
    *("signed", "decided", "reopened", "ended"),
)
"""Kinds that are never undone: there is an event of its own for the way back."""


def without_entry(entries: Sequence[CampaignEntry], number: int, by: str) -> Campaign:
    """The campaign as it would be without that entry; raises RuleError where it cannot be undone."""
    entry = _undoable(entries, number, by, play_back(entries).arbitrator)
    undone = {one.undoes for one in entries if one.undoes is not None}
    return _still_applied([one for one in entries if one.number not in undone and one.undoes is None], entry)


def _undoable(entries: Sequence[CampaignEntry], number: int, by: str, arbitrator: str | None) -> CampaignEntry:
    """The entry with that number, which `by` may undo, whatever follows it."""
    entry = next((one for one in entries if one.number == number), None)
    if entry is None:
        raise RuleError(Text("There is no entry {number} in this campaign; `/campaign log` lists them.", number=number))
    if entry.undoes is not None or any(one.undoes == number for one in entries):
        raise RuleError(Text("Entry {number} is undone already, or an undo itself.", number=number))
    if any(event.kind in LASTING for event in entry.events):
        raise RuleError(Text("Entry {number} is not undone: the arbitrator can put right what it did.", number=number))
    if by not in (entry.by, arbitrator):
        raise RuleError(Text("Only whoever made entry {number}, or the arbitrator, can undo it.", number=number))
    return entry


def _still_applied(standing: Sequence[CampaignEntry], gone: CampaignEntry) -> Campaign:
    """What comes to stand without an entry, if all that followed could have happened as well."""
    was = play_back(one for one in standing if one.number < gone.number)
    without, was = _without(was, gone), with_entry(was, gone)
    for entry in (one for one in standing if one.number > gone.number):
        without, was = without.after(number=entry.number), was.after(number=entry.number)
        for event in entry.events:
            if not event.applies_to(without, was, entry.by):
                raise RuleError(Text("Entry {number} builds on it; undo that one first.", number=entry.number))
            without, was = event.applied(without, entry.by), event.applied(was, entry.by)
    return without


def verified(entries: Iterable[CampaignEntry]) -> Campaign:
    """A record that comes from elsewhere, played back with everything checked; raises BadCampaignEntry."""
    campaign, entries = Campaign(), tuple(entries)
    undone = {entry.undoes for entry in entries if entry.undoes is not None}
    for at, entry in enumerate(entries, 1):
        if entry.number != at or entry.campaign != entries[0].campaign:
            raise BadCampaignEntry(entry.number, Text("an entry is missing before it, or is of another campaign"))
        try:
            campaign = _checked(campaign, entries[: at - 1], entry, entry.number in undone)
        except RulesError as error:
            raise BadCampaignEntry(entry.number, error.text) from None
    return campaign


def _checked(campaign: Campaign, before: Sequence[CampaignEntry], entry: CampaignEntry, undone: bool) -> Campaign:
    if entry.undoes is not None:
        _undoable(before, entry.undoes, entry.by, campaign.arbitrator)
        return with_entry(campaign, entry)
    return _without(campaign, entry) if undone else accepted(campaign, entry)
