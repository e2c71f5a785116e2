"""Buttons and menus of campaigns.

Their ids carry the campaign and everything else a click needs, so they survive a restart. Permissions are checked
against the record on every click.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.game.people import OPPONENT
from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign import UNIT_BUTTONS
from bot.services.campaign.aftermath_dice import may_type
from bot.services.campaign.growth import units_of_page
from cogs.components.controls import ChoiceMenu, Control, ControlId, Items, MenuId, MenuOption
from cogs.components.setup.army_lists import WriteList
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.campaign.battles import can_fight, reported_battles, result_text
from cogs.rendering.campaign.entry import state_parts
from cogs.rendering.campaign.roster import UNITS
from cogs.rendering.text import Reader
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.report import Margin, Report, Result
from rules.campaign.report_events import roller_of_need
from rules.campaign.roster import CampaignUnit, Roster
from rules.campaign.visibility import visible_campaign
from rules.kernel.text import Joined, Text

RESULT, FIELD, FIGURES, MORE = "result", "field", "figures", "more"
"""Options of the edit menu that are not units: parts of a report, and the next page of a long menu."""


# Ids of the controls. The clicks are in the files beside this one.


class CampaignId(ControlId):
    """The id of a control of a campaign."""

    campaign: str


class BattleId(CampaignId):
    """The id of a control of a battle."""

    battle: str


class ReportId(BattleId):
    """The id of a control of a version of a report; the first version is 1."""

    version: int = 0


class JoinCampaign(CampaignId, what="campjoin"):
    """A button that opens the form for joining."""


class AddBotRoster(CampaignId, what="campbot"):
    """A button that lets the bot play a new roster."""


class ShowRoster(CampaignId, what="camproster"):
    """A button that shows a roster; without an id, the caller's own."""

    roster: str = ""
    page: int = 0


class PrintRoster(CampaignId, what="campcards"):
    """A button for the printable cards of a roster, as a file."""

    roster: str


class NextBattle(CampaignId, what="campnext"):
    """A button that opens the form of the next battle."""


class ShowStandings(CampaignId, what="camptable"):
    """A button that shows the standings."""


class ShowCampaignLog(CampaignId, what="camplog"):
    """A page of `size` entries: those before a number ("b12"; "b0" for the last), or after it ("a12")."""

    at: str
    size: int


class CommandUnit(CampaignId, what="campdo"):
    """A command about a unit, by the verb of its button, with the values of the options after the unit."""

    unit: str
    verb: str
    values: tuple[str, ...] = ()


class RenameUnit(CampaignId, what="campname"):
    unit: str


class WriteCampaignStory(CampaignId, what="camptell"):
    """A button that opens the form for a text in the story of a campaign."""


class UndoCampaignEntry(CampaignId, what="campundo"):
    entry: int


class ExplainCampaignEntry(CampaignId, what="campwhy"):
    entry: int


class ChooseUnits(BattleId, what="campunits"):
    """A button that opens the form of the units that take part."""


class RollAftermathDice(ReportId, what="campthrow"):
    """A button that rolls the caller's next dice of the aftermath."""


class EnterAftermathDice(ReportId, what="campown"):
    """A button that opens the form for the caller's next dice of the aftermath."""


class ShowDiceOdds(BattleId, what="campodds"):
    """A button that shows the odds of the caller's next dice of the aftermath."""


class SignReport(ReportId, what="campsign"):
    """A button that signs a report."""


class DecideReport(ReportId, what="campdecide"):
    """A button with which the arbitrator decides a report."""


class NameBattleWinner(BattleId, what="campwon"):
    version: int
    roster: str


class ShowBattleReport(BattleId, what="campreport"):
    """A button that shows the report of a battle."""


class ReopenReport(BattleId, what="campreopen"):
    """A button that reopens a signed report."""


class _RosterMenu(MenuId, CampaignId):
    roster: str


class PickUnit(_RosterMenu, what="campunit"):
    """The menu of a roster's units."""


class PickForce(_RosterMenu, what="campenlist"):
    """The menu of forces to enlist into a roster."""


class PickRoster(_RosterMenu, what="camproster"):
    """The menu of the other rosters."""


class EditMenu(MenuId, CampaignId, what="campedit"):
    """The menu that edits a report; `at` is the battle and the version of the report, as in "b2.1"."""

    at: str


async def campaign_of(ctx: Context, id: str) -> Campaign:
    """Return the campaign whose id a control carries; raise Refusal if it belongs to another server."""
    return (await ctx.services.campaigns.open(ctx.call, id)).campaign


# Rows of controls


def hub_controls(words: Reader, campaign: Campaign, joins: bool = True) -> Items:
    """Return the controls of a campaign's main panel; with `joins`, also those for joining it."""
    campaign = visible_campaign(campaign, words.reader)
    at, plain = campaign.id, words.plain
    waiting = reported_battles(campaign)
    found: list[Control] = []
    if joins and not campaign.over:
        alone = len([one for one in campaign.rosters.values() if one.player]) < 2
        found.append(JoinCampaign(at).button(plain.say("Join"), "yes" if alone else "plain"))
        if alone and campaign.rosters and OPPONENT.id not in campaign.members:
            found.append(AddBotRoster(at).button(plain.say("{who} joins", who=OPPONENT.name)))
    found.append(ShowRoster(at).button(plain.say("My roster")))
    if can_fight(campaign) and not campaign.over:
        found.append(NextBattle(at).button(plain.say("Next battle"), "main"))
    if waiting:
        found += report_button(words, campaign, waiting[-1], style="main")
    found.append(ShowStandings(at).button(plain.say("Standings")))
    found.append(ShowCampaignLog(at, "b0", 10).button(plain.say("Log")))
    return tuple(found)


def entry_controls(words: Reader, result: CampaignResult) -> Items:
    """Return the Undo button of an entry, if the entry can be undone."""
    lasts = any(event.undone_by == "nobody" for event in result.entry.events)
    if result.entry.undoes is not None or lasts or result.again:
        return ()
    return (UndoCampaignEntry(result.info.id, result.entry.number).button(words.plain.say("Undo")),)


def explain_button(words: Reader, result: CampaignResult) -> Control:
    """Return the button that explains the dice of an entry."""
    return ExplainCampaignEntry(result.info.id, result.entry.number).button(words.plain.say("Why?"))


# Rosters


def roster_controls(
    words: Reader, campaign: Campaign, roster: Roster, player: str, forces: Sequence[MenuOption], page: int = 0
) -> Items:
    """Return the controls of a roster's page.

    They are a menu of the units on the page, a menu of forces to enlist (for its player, or for the arbitrator if the
    bot plays it), and a menu of the other rosters.
    """
    campaign, at = visible_campaign(campaign, player), (campaign.id, roster.id)
    found: list[discord.ui.Item[Any]] = []
    units = units_of_page(campaign, roster.id)[page * UNITS : (page + 1) * UNITS]
    if units:
        found.append(PickUnit(*at).menu(unit_options(words.plain, campaign, units), words.plain.say("A unit …")))
    bots = roster.player == OPPONENT.id and player == campaign.arbitrator
    if (bots or roster.player == player) and not campaign.over and forces:
        found.append(PickForce(*at).menu(forces, words.plain.say("Enlist a force …")))
    others = [MenuOption(one.name, one.id) for one in campaign.rosters.values() if one.id != roster.id]
    if others:
        found.append(PickRoster(*at).menu(others, words.plain.say("Another roster …")))
    if roster.player == player and not campaign.over:
        found.append(WriteList(campaign.system).button(words.plain.say("My own list")))
    if units:
        found.append(PrintRoster(*at).button(words.plain.say("Cards to print")))
    return tuple(found)


def unit_options(plain: Reader, campaign: Campaign, units: Sequence[CampaignUnit]) -> list[MenuOption]:
    """Return units with their state."""
    return [MenuOption(one.name, one.id, plain(Joined(list(state_parts(campaign, one)), " · "))) for one in units]


def unit_controls(words: Reader, campaign: Campaign, unit: CampaignUnit, player: str) -> Items:
    """Return the actions on a unit between battles that its player or the arbitrator may take."""
    campaign = visible_campaign(campaign, player)
    roster, plain = campaign.rosters[unit.roster], words.plain
    back = ShowRoster(campaign.id, roster.id).button(plain.say("Back to {roster}", roster=roster.name))
    if player not in (roster.player, campaign.arbitrator) or campaign.over or campaign.battle_of_unit(unit.id):
        return (back,)
    return (*_command_buttons(words, campaign, unit), back)


def _command_buttons(words: Reader, campaign: Campaign, unit: CampaignUnit) -> Iterator[Control]:
    """Yield the buttons for commands about the unit, as each command offers them now."""
    for _, one in UNIT_BUTTONS.values():
        for offer in one.offers(campaign, unit) if one.of_lost or not unit.is_gone else ():
            label = words.plain(offer.label)
            if one.form:
                yield RenameUnit(campaign.id, unit.id).button(label, offer.style)
            else:
                values = tuple(map(str, offer.values))
                yield CommandUnit(campaign.id, unit.id, one.verb, values).button(label, offer.style)


def units_button(words: Reader, campaign: Campaign, battle: str) -> Control:
    return ChooseUnits(campaign.id, battle).button(words.plain.say("Choose units"))


# The report


def report_controls(words: Reader, campaign: Campaign, battle: Battle) -> Items:
    """Return the controls of a report: dice, signatures and edits, or the next steps once it is settled."""
    report, plain = battle.report, words.plain
    if battle.stage != "reported" or report is None or campaign.over:
        return hub_controls(words, campaign, joins=False) if battle.stage == "settled" else ()
    at = (campaign.id, battle.id, report.version)
    edit = edit_menu(words, campaign, battle, report.version)
    won = _winner_buttons(words, campaign, battle, report)
    if report.open:
        dice = (
            RollAftermathDice(*at).button(plain.say("Roll the dice"), "main"),
            EnterAftermathDice(*at).button(plain.say("My own dice")),
            ShowDiceOdds(campaign.id, battle.id).button(plain.say("Odds")),
        )
        return (*dice, *won, edit)
    sign = SignReport(*at).button(plain.say("Sign"), "yes")
    return (sign, DecideReport(*at).button(plain.say("Decide (arbitrator)")), *won, edit)


def _winner_buttons(words: Reader, campaign: Campaign, battle: Battle, report: Report) -> Iterator[Control]:
    """Yield a button for each side that may have won, while no winner is named and no player has signed."""
    if report.result.why not in ("nobody", "ahead") or battle.signed:
        return
    for id in battle.rosters:
        if id != report.result.winner:
            label = words.plain.say("{roster} has won", roster=campaign.rosters[id].name)
            yield NameBattleWinner(campaign.id, battle.id, report.version, id).button(label)


def report_button(words: Reader, campaign: Campaign, battle: Battle, style: str = "plain") -> tuple[Control, ...]:
    """Return the button that shows the report of a battle."""
    return (ShowBattleReport(campaign.id, battle.id).button(words.plain.say("Report"), style),)


def reopen_button(words: Reader, campaign: Campaign, battle: Battle) -> Control:
    """Return the button with which the arbitrator reopens a signed report."""
    return ReopenReport(campaign.id, battle.id).button(words.plain.say("Open again (arbitrator)"))


def edit_menu(words: Reader, campaign: Campaign, battle: Battle, version: int, first: int = 0) -> ChoiceMenu:
    """Return the menu that edits a report; the last option of a full menu leads to the next page."""
    options = _edit_options(words, campaign, battle)
    shown = options[first : first + limits.CHOICES]
    if len(options) > first + limits.CHOICES:
        more = first + limits.CHOICES - 1
        shown = [*shown[:-1], MenuOption(words.plain.say("More …"), f"{MORE}:{more}")]
    return EditMenu(campaign.id, f"{battle.id}.{version}").menu(shown, words.plain.say("Edit …"))


def _edit_options(words: Reader, campaign: Campaign, battle: Battle) -> list[MenuOption]:
    plain = words.plain
    margins: tuple[Margin, ...] = ("major", "minor")
    results = [*(Result(winner=one, margin=margin) for one in battle.rosters for margin in margins), Result()]
    options = [
        MenuOption(plain(result_text(campaign, one)), f"{RESULT}:{one.winner or ''}:{one.margin}") for one in results
    ]
    for id in (*battle.rosters, ""):
        name = campaign.rosters[id].name if id else Text("No side")
        options.append(MenuOption(plain.say("{roster} held the field", roster=name), f"{FIELD}:{id}"))
    for id in battle.rosters:
        label = plain.say("Figures to place: {roster} …", roster=campaign.rosters[id].name)
        options.append(MenuOption(label, f"{FIGURES}:{id}"))
    units = [campaign.units[id] for side in battle.sides for id in side.units]
    return [*options, *(MenuOption(plain.say("{unit} …", unit=one.name), one.id) for one in units)]


def next_typed_dice(campaign: Campaign, battle: Battle, report: Report, player: str) -> str | None:
    """Return the key of the next dice that a player may type: their own, else any as arbitrator."""
    own = campaign.roster_of_player(player)
    mine = [one.key for one in report.open if own and roller_of_need(campaign, one) == own.id]
    others = [one.key for one in report.open if may_type(campaign, battle, one, player)]
    others = others if player == campaign.arbitrator else []
    return next(iter([*mine, *others]), None)
