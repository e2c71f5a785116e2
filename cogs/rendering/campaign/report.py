"""The report of a battle: its result, and for each unit what changes and why, line by line; who has signed it."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.rendering.campaign.battles import result_text
from cogs.rendering.campaign.names import person, to_place
from cogs.rendering.text import Reader
from data import CAMPAIGN, system_of
from data.campaign_files import honour_names
from rules.campaign.battle import Battle, BattleSide
from rules.campaign.campaign import Campaign
from rules.campaign.report import Edit, Need, Report, UnitChange
from rules.campaign.telling import line_text
from rules.text import NOTHING, Joined, Listed, Plural, Term, Text

_WHY = {
    "named": Text("named at the end of the game"),
    "ahead": Text("ahead by the winning rule"),
    "nobody": Text("nobody was ahead"),
    "edited": Text("edited"),
}


def report_lines(words: Reader, campaign: Campaign, battle: Battle) -> list[str]:
    """All of it; nothing of it counts before it is signed."""
    report = battle.report or battle.settled
    if report is None:
        return [words.say("There is no report of this battle yet: it is made when its game ends.")]
    lines = [words(_result(campaign, report))]
    for side in battle.sides:
        lines += _side(words, campaign, report, side)
    # What was chosen comes before what followed from it.
    edits = sorted(report.edits, key=lambda one: (one.number, one.result is None))
    lines += [words(_edited(campaign, one)) for one in edits]
    return [*lines, *map(words, _ends(campaign, battle, report))]


def _result(campaign: Campaign, report: Report) -> Text:
    why = _WHY.get(report.result.why)
    result = result_text(campaign, report.result)
    return Text("**{result}** ({why})", result=result, why=why) if why else Text("**{result}**", result=result)


def _side(words: Reader, campaign: Campaign, report: Report, side: BattleSide) -> Iterator[str]:
    figures = to_place(report.figures.get(side.roster, 0))
    yield words.say("**{roster}** · {figures}", roster=campaign.rosters[side.roster].name, figures=figures)
    for unit in side.units:
        yield f"• {words(_change(campaign, report, report.change(unit)))}"


def _change(campaign: Campaign, report: Report, change: UnitChange) -> Text:
    """A unit: what changes in bold, then why."""
    changes, why = list(_changes(change)), [line_text(one, honour_names()) for one in change.lines]
    waits = [action_title(campaign, need) for need in report.open if need.unit == change.unit]
    name = campaign.units[change.unit].name
    said = Text("{unit}: **{changes}**", unit=name, changes=Joined(changes, ", ") if changes else Text("no change"))
    because = Text("({why})", why=Joined(why, "; ")) if any(why) else NOTHING
    return Joined([said, because, Text("🎲 {actions} to throw", actions=Listed(waits)) if waits else NOTHING])


def _changes(change: UnitChange) -> Iterator[Text]:
    if change.models:
        yield Text("figures {n:+}", n=change.models)
    if change.recovering:
        yield Text("recovering {n:+}", n=change.recovering)
    if change.experience:
        yield Text("experience {n:+}", n=change.experience)
    if change.status:
        yield Term(change.status)
    if change.misses:
        yield Plural("misses {n} battle", "misses {n} battles", change.misses)


def action_title(campaign: Campaign, need: Need) -> Text:
    """What is thrown, by its name."""
    of = CAMPAIGN if need.of == CAMPAIGN.key else system_of(campaign.system)
    action = of.actions.get(need.action)
    return action.title if action else Term(need.action)


def _edited(campaign: Campaign, edit: Edit) -> Text:
    """An edit, shown as one: what stood there and what stands there now."""
    who = person(campaign, edit.by)
    if edit.result:
        was, now = (result_text(campaign, one) for one in edit.result)
        return Text("✎ {who}: {was} → {now}", who=who, was=was, now=now)
    if edit.now is None:
        return Text("✎ {who} edited the figures to place", who=who)
    was = Joined(list(_changes(edit.was)), ", ") if edit.was and any(_changes(edit.was)) else Text("no change")
    now = Joined(list(_changes(edit.now)), ", ") if any(_changes(edit.now)) else Text("no change")
    unit = campaign.units[edit.now.unit].name
    return Text("✎ {who}, {unit}: {was} → {now}", who=who, unit=unit, was=was, now=now)


def _ends(campaign: Campaign, battle: Battle, report: Report) -> Iterator[Text]:
    """What it still waits for, or that it counts."""
    if battle.stage == "settled":
        yield Text("☑ Decided by the arbitrator: it counts.") if battle.decided else Text("☑ Signed: it counts.")
        return
    if report.open:
        names = list(dict.fromkeys(campaign.units[one.unit].name for one in report.open))
        yield Text("Throw first for {units}.", units=Listed(names))
    for roster in battle.rosters:
        name = campaign.rosters[roster].name
        signed = roster in battle.signed
        yield Text("☑ {roster} has signed", roster=name) if signed else Text("☐ {roster} has not signed", roster=name)
