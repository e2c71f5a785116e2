"""An entry of a campaign: as the answer to a command, and as a line of the log."""

from __future__ import annotations

from bot.resolution.campaign_referee import CampaignResult
from cogs.interactions import limits
from cogs.rendering.campaign.names import person
from cogs.rendering.text import Reader
from cogs.rendering.throws import throw_line
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry
from rules.kernel.text import NOTHING, Text

LONGEST = 300
"""Characters of a line of the log."""


def entry_lines(words: Reader, entry: CampaignEntry) -> list[str]:
    """Its dice with their ledgers, then what else there is to say."""
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
