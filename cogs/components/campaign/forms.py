"""The forms of a campaign: own dice for the aftermath, other numbers for a unit of a report, a new name."""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.errors import Refusal
from cogs.components.controls import Option, id_of
from cogs.components.play.order_form import labelled, menu_field
from cogs.interactions import limits
from cogs.rendering.campaign.report import action_title
from cogs.rendering.text import Reader
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.report import Need, Report, UnitChange
from rules.campaign.roster import CampaignUnit, Roster, Status
from rules.kernel.text import Term, Text

DICE, NAME, STATUS, FIGURES = "dice", "name", "status", "figures"
NUMBERS = ("models", "recovering", "experience", "misses")
STATUSES: tuple[Status, ...] = ("fit", "recovering", "captured", "lost")
_SAME = "-"
_NUMBER = re.compile(r"[+-]?[0-9]{1,3}")
_TITLES = {
    "models": Text("Figures, more or less"),
    "recovering": Text("Recovering, more or less"),
    "experience": Text("Experience, more or less"),
    "misses": Text("Battles it misses"),
}
Changes = dict[str, int | Status | None]


def own_dice_form(words: Reader, campaign: Campaign, battle: Battle, report: Report, need: Need) -> discord.ui.Modal:
    """The faces of one throw of the aftermath."""
    plain, unit = words.plain, campaign.units[need.unit]
    title = plain.say("{unit}: {action}", unit=unit.name, action=action_title(campaign, need))
    field = discord.ui.TextInput[Any](custom_id=DICE, max_length=200, required=True)
    at = (campaign.id, battle.id, report.version, need.key)
    form = campaign_form(title, id_of("campdice", *at))
    form.add_item(labelled(plain, Text("The faces on the table"), field, Text("Like 5 2 6 4, in the order thrown.")))
    return form


def edit_form(words: Reader, campaign: Campaign, battle: Battle, report: Report, unit: CampaignUnit) -> Any:
    """What a report does to a unit, to be changed; whoever signed the report signs once more."""
    plain, change = words.plain, report.change(unit.id)
    form = campaign_form(
        plain.say("{unit} after the battle", unit=unit.name),
        id_of("campchange", campaign.id, battle.id, report.version, unit.id),
    )
    for name in NUMBERS:
        now = str(getattr(change, name))
        field = discord.ui.TextInput[Any](custom_id=name, max_length=4, required=True, default=now)
        form.add_item(labelled(plain, _TITLES[name], field))
    form.add_item(_status(plain, change))
    return form


def _status(plain: Reader, change: UnitChange) -> Any:
    options = [Option(plain.say("as before"), _SAME), *(Option(plain(Term(one)), one) for one in STATUSES)]
    return menu_field(plain, STATUS, Text("Status"), options, [change.status or _SAME], 1)


def figures_form(words: Reader, campaign: Campaign, battle: Battle, report: Report, roster: Roster) -> Any:
    """How many figures a roster may place after the battle."""
    plain = words.plain
    form = campaign_form(
        plain.say("Figures to place: {roster}", roster=roster.name),
        id_of("campfigures", campaign.id, battle.id, report.version, roster.id),
    )
    now = str(report.figures.get(roster.id, 0))
    field = discord.ui.TextInput[Any](custom_id=FIGURES, max_length=3, required=True, default=now)
    form.add_item(labelled(plain, Text("Figures before the next battle"), field))
    return form


def figures_in(sent: dict[str, list[str]]) -> int:
    """How many figures were written; raises Refusal for what is no number, or below 0."""
    number = _number(" ".join(sent.get(FIGURES, ())))
    if number < 0:
        raise Refusal(Text("A roster places 0 figures or more; write such a number."))
    return number


def name_form(words: Reader, campaign: Campaign, unit: CampaignUnit) -> discord.ui.Modal:
    plain = words.plain
    form = campaign_form(plain.say("Rename {unit}", unit=unit.name), id_of("campcalled", campaign.id, unit.id))
    field = discord.ui.TextInput[Any](custom_id=NAME, max_length=60, required=True, default=unit.name[:60])
    form.add_item(labelled(plain, Text("Its new name"), field))
    return form


def campaign_form(title: str, id: str) -> discord.ui.Modal:
    """A form without fields yet; its title is cut where it is too long."""
    return discord.ui.Modal(title=limits.short(title, limits.MODAL_TITLE), custom_id=id, timeout=None)


def changes_sent(sent: dict[str, list[str]]) -> Changes:
    """What was written into the form of a unit; raises Refusal for what is no number."""
    found: Changes = {name: _number(" ".join(sent.get(name, ()))) for name in NUMBERS if name in sent}
    for status in STATUSES:
        if status in sent.get(STATUS, ()):
            found[STATUS] = status
    if _SAME in sent.get(STATUS, ()):
        found[STATUS] = None
    return found


def _number(typed: str) -> int:
    if not _NUMBER.fullmatch(typed.strip()):
        raise Refusal(Text("'{typed}' is no number; write one like -2 or 1.", typed=typed[:20]))
    return int(typed)
