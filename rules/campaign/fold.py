"""The record of a campaign played back, and one entry more accepted; entries are undone in undoing.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from rules.campaign.campaign import Campaign
from rules.campaign.entry import CampaignEntry
from rules.campaign.report_events import AftermathThrown, ReportEdited, ReportMade
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
    whole = Whole.of(entries)
    campaign = onto or Campaign()
    for entry in whole.entries.values():
        campaign = whole.played(campaign, entry)
    return campaign


@dataclass(frozen=True)
class Whole:
    """Entries in order, by their numbers, and which of them are undone by others."""

    entries: Mapping[int, CampaignEntry]
    undone: AbstractSet[int]

    @classmethod
    def of(cls, entries: Iterable[CampaignEntry]) -> Whole:
        found = {entry.number: entry for entry in entries}
        return cls(found, frozenset(one.undoes for one in found.values() if one.undoes is not None))

    def played(self, campaign: Campaign, entry: CampaignEntry) -> Campaign:
        """The campaign after one of the entries more; raises BadCampaignEntry."""
        if entry.undoes is not None:
            return taken_back(campaign, entry, self.entries.get(entry.undoes))
        return without(campaign, entry) if entry.number in self.undone else with_entry(campaign, entry)


def with_entry(campaign: Campaign, entry: CampaignEntry) -> Campaign:
    """One entry more that was accepted, and is no undo; raises BadCampaignEntry."""
    campaign = campaign.at(entry.number, entry.format)
    try:
        for event in entry.events:
            campaign = event.applied(campaign, entry.by)
    except RuleError as error:
        raise BadCampaignEntry(entry.number, error.text) from None
    return campaign


def without(campaign: Campaign, entry: CampaignEntry) -> Campaign:
    """An entry that is undone: faces of the bot wait to be drawn again for the same, and a player's own lie there.

    Versions of a report that it made are not given to another one.
    """
    thrown = [one for one in entry.events if isinstance(one, AftermathThrown)]
    returned = campaign.returned | {one.need: one.faces for one in thrown if one.faces}
    kept = campaign.kept | {one.need: one.own for one in thrown if one.own}
    campaign = campaign.after(number=entry.number, returned=returned, kept=kept)
    for id in _reports_in(campaign, entry):
        battle = campaign.battles[id]
        campaign = campaign.with_battle(battle.after(last_version=battle.last_version + 1))
    return campaign


def taken_back(campaign: Campaign, undo: CampaignEntry, gone: CampaignEntry | None) -> Campaign:
    """The undo itself: a report that says something else by it is another version, which nobody has read."""
    assert undo.undoes is not None
    campaign = campaign.after(number=undo.number, undone=(*campaign.undone, undo.undoes))
    for id in _reports_in(campaign, gone) if gone else ():
        campaign = campaign.with_battle(campaign.battles[id].read_anew())
    return campaign


def _reports_in(campaign: Campaign, entry: CampaignEntry) -> list[str]:
    """The battles whose report an entry made or changed, once for each time."""
    found = [one.battle for one in entry.events if isinstance(one, ReportMade | ReportEdited | AftermathThrown)]
    return [id for id in found if id in campaign.battles]


def accepted(campaign: Campaign, entry: CampaignEntry) -> Campaign:
    """The campaign after one entry more, each event of it checked first; raises RuleError or BadFacts.

    Nothing is half done: where one event is refused, none of them has happened. Undoing is `undoing.without_entry`.
    """
    if entry.number != campaign.number + 1 or (campaign.id and entry.campaign != campaign.id):
        raise RuleError(Text("Others have written to this campaign meanwhile; try again."))
    campaign = campaign.at(entry.number, entry.format)
    for event in entry.events:
        event.check(campaign, entry.by)
        campaign = event.applied(campaign, entry.by)
    return campaign
