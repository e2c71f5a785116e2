"""An entry of a campaign: as an answer, as a line of the log, and its aftermath dice explained."""

from __future__ import annotations

from collections.abc import Iterator

from bot.resolution.campaign_referee import CampaignResult
from cogs.interactions import limits
from cogs.rendering.campaign.names import person
from cogs.rendering.explanation import throw_lines, topic_lines
from cogs.rendering.reply import Reply
from cogs.rendering.result import rulings_line
from cogs.rendering.text import Reader
from cogs.rendering.throws import throw_line
from data import CAMPAIGN, system_of
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry
from rules.kernel.action import ActionSet
from rules.kernel.plays import Play
from rules.kernel.resolve import kept_book
from rules.kernel.text import NOTHING, Text

LONGEST = 300
"""Characters of a line of the log."""


def entry_lines(words: Reader, entry: CampaignEntry) -> list[str]:
    """An entry's dice with their ledgers, then what else there is to say."""
    lines = [throw_line(words, throw) for play in entry.plays for throw in play.throws]
    lines += map(words, entry.notes)
    return [*lines, *([words.say("Reason: {reason}", reason=entry.reason)] if entry.reason else [])]


def entry_footer(words: Reader, result: CampaignResult) -> str:
    return words.plain.say(
        "{campaign} · #{number}{again}",
        campaign=result.after.name,
        number=result.entry.number,
        again=Text(" · recorded before") if result.again else NOTHING,
    )


def log_line(words: Reader, campaign: Campaign, entry: CampaignEntry) -> str:
    """Number, when, who, what; struck through once it is undone."""
    said = " · ".join([words(entry.title), *(words(play.text) for play in entry.plays)])
    who = words(person(campaign, entry.by))
    line = limits.short(f"**{entry.number}** <t:{int(entry.at)}:d> {who}  {said}", LONGEST)
    undone = words.say("(undone)")
    return f"~~{line}~~ {undone}" if entry.number in campaign.undone else line


# Why the dice of an aftermath came out as they did: each throw with its ledger, and the rule in our own words.


def aftermath_explained(words: Reader, campaign: Campaign, entry: CampaignEntry) -> Reply:
    """The throws of an entry, for whoever asks alone."""
    lines = [line for play in entry.plays for line in _play(words, campaign, play)]
    said = [play.text for play in entry.plays]
    lines += [words(note) for note in entry.notes if note not in said]
    lines = lines or [words.say("No dice and no rule: a change made by hand.")]
    footer = words.plain.say("{campaign} · #{number}", campaign=campaign.name, number=entry.number)
    return Reply(words(entry.title), "\n".join(lines), footer, private=True, unrecorded=True)


def _play(words: Reader, campaign: Campaign, play: Play) -> Iterator[str]:
    of = _set_of(campaign, play)
    yield f"**{words(play.text)}**"
    for throw in play.throws:
        yield from throw_lines(words, throw, {})
    if play.leaned:
        settings = campaign.rulings if of is CAMPAIGN else campaign.battle_rulings
        yield rulings_line(words, kept_book(of, settings).rulings, play.leaned)
    yield ""
    yield from topic_lines(words, of, play)


def _set_of(campaign: Campaign, play: Play) -> ActionSet:
    """The aftermath, or the rule system where that has an action of its own for it."""
    return CAMPAIGN if play.action in CAMPAIGN.actions else system_of(campaign.system)
