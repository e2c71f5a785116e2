"""The rulings of a campaign: its own terms, and those by which its battles begin."""

from __future__ import annotations

from cogs.rendering.text import Reader
from rules.campaign.campaign import Campaign
from rules.campaign.tables import Terms
from rules.kernel.text import Term, Text


def rulings_lines(words: Reader, campaign: Campaign) -> list[str]:
    """A line a ruling: its name, what it is set to, what it is about; those that were changed are marked."""
    lines: list[str] = []
    for name, value in campaign.terms.model_dump().items():
        about = Terms.model_fields[name].description or ""
        mark = "●" if name in campaign.rulings else "○"
        said = Text("**{name}**: {value}. {about}", name=Term(name), value=Term(str(value)), about=Text(about))
        lines.append(f"{mark} {words(said)}")
    for name, value in campaign.battle_rulings.items():
        lines.append("● " + words.say("In battles **{name}**: {value}", name=Term(name), value=Term(str(value))))
    return [*lines, words.say("The arbitrator sets them: `/campaign rulings name: value:`.")]
