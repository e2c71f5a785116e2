"""The bot as a player of a campaign: its roster, given by the arbitrator, the reports that it signs, and its recruits.

It rolls the dice that a report requires from it, and signs a report only if it matches the record of the battle. Once
the report is signed by all, it places its recruits by a fixed rule, one figure at a time: 1. in the unit with the
smallest share of its figures left, if that costs no level; 2. then in place of a lost single figure, the most valuable
first; 3. then in the unit with the smallest share left, even if that costs a level; and it takes the first gain that a
level offers. All of these are ordinary campaign entries in its name. It does not repeat an undone action before the
next report.
"""

from __future__ import annotations

import asyncio
import logging

from bot.errors import AppError
from bot.game.people import OPPONENT, Call, Place
from bot.resolution import campaign_referee
from bot.services.campaign import growth
from bot.services.campaign.aftermath_dice import AftermathDice
from bot.services.campaign.battle_games import battle_number
from bot.services.campaign.command import TextOption, campaign_command
from bot.services.campaign.people import free_name, next_roster
from bot.services.campaign.reports import CampaignReports
from bot.store.campaign_tables import BattleLink, CampaignInfo
from rules.campaign import roster_events
from rules.campaign.campaign import Battle, Campaign, CampaignEvent, check_arbitrator
from rules.campaign.people_events import PlayerJoined, RosterHandedOver
from rules.campaign.proposals import proposal
from rules.campaign.report import Report
from rules.campaign.report_events import roller_of_need, signer
from rules.campaign.roster import Roster
from rules.command.force import Titled
from rules.kernel.errors import RulesError
from rules.kernel.facts import validate
from rules.kernel.text import N_, Listed, Text, counted

LOG = logging.getLogger(__name__)
MOST_ROLLS = 200
"""Maximum dice of one report, rolled one after the other."""
_REPORTING = ("campaign report", "campaign throw", "campaign reopen", "campaign sign", "campaign decide")
"""Entries after which the bot may have to act."""
_UNDONE = "campaign undo"
"""After this entry it signs matching reports again, but does not repeat undone actions."""


class CampaignOpponent:
    """Gives the bot a roster, and reacts to reports of its battles."""

    def __init__(
        self, referee: campaign_referee.CampaignReferee, reports: CampaignReports, dice: AftermathDice
    ) -> None:
        self.referee, self._reports, self._dice = referee, reports, dice
        self._tasks: set[asyncio.Task[None]] = set()
        referee.listeners.append(self._on_result)

    @campaign_command(
        "arbiter opponent",
        N_("Let the bot play a roster: an existing one, or a new one."),
        roster=TextOption(N_("Its roster, or a name for a new one; empty: a colour."), "rosters", most=60),
    )
    @campaign_referee.changes_campaign
    def seat(self, campaign: Campaign, call: Call, roster: str = "") -> campaign_referee.NewCampaignEntry:
        """Let the bot join with a new roster, or take one over; only for the arbitrator."""
        check_arbitrator(campaign, call.who.id)
        name = validate(Titled, {"name": roster}).name if roster.strip() else free_name(campaign)
        known = next((one for one in campaign.rosters.values() if one.name.casefold() == name.casefold()), None)
        joined = PlayerJoined(player=OPPONENT.id, name=OPPONENT.name)
        title = Text("{player} plays {roster}", player=OPPONENT.name, roster=known.name if known else name)
        if known is None:
            new = {"roster": next_roster(campaign), "called": name}
            return campaign_referee.NewCampaignEntry("campaign opponent", [joined.model_copy(update=new)], title)
        there = [] if OPPONENT.id in campaign.members else [joined]
        taken = RosterHandedOver(roster=known.id, player=OPPONENT.id)
        return campaign_referee.NewCampaignEntry("campaign opponent", [*there, taken], title)

    # Its own actions

    def _on_result(self, result: campaign_referee.CampaignResult) -> None:
        own = result.after.roster_of_player(OPPONENT.id)
        if own is None or result.entry.command not in (*_REPORTING, _UNDONE):
            return
        counts = any(
            one.stage == "settled" and result.before.battles[id].stage != "settled" and own.id in one.rosters
            for id, one in result.after.battles.items()
        )
        task = asyncio.get_running_loop().create_task(self._react_to(result, counts))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait_for_reaction(self, result: campaign_referee.CampaignResult, link: BattleLink) -> None:
        """Wait for the bot's reaction to a new or void report before the report is shown."""
        await self.wait_until_settled()

    async def wait_until_settled(self) -> None:
        """Wait until the bot has finished its actions."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _react_to(self, result: campaign_referee.CampaignResult, recruits: bool) -> None:
        try:
            await self._settle_reports(result.info, rolls=result.entry.command != _UNDONE)
            campaign = (await self.referee.campaigns.open(result.info.id)).campaign
            if recruits and _next_event(campaign):
                call = _bot_call(result.info, f"recruits:{result.entry.number}")
                await self.referee.write(call, result.info.id, _recruit_all)
        except (AppError, RulesError):
            LOG.info("the bot could not act in a campaign", exc_info=True, extra={"campaign": result.info.id})
        except RuntimeError:  # the record was closed in between: the other player signs, or the arbitrator decides
            return

    async def _settle_reports(self, info: CampaignInfo, rolls: bool) -> None:
        """Make the rolls that reports need, and sign the reports that match the record."""
        campaign = (await self.referee.campaigns.open(info.id)).campaign
        own = campaign.roster_of_player(OPPONENT.id)
        if own is None:
            return
        for battle in campaign.battles.values():
            if battle.stage == "reported" and own.id in battle.rosters and own.id not in battle.signed:
                if rolls:
                    await self._roll_needs(info, battle.id, own)
                await self._sign_report(info, battle.id, own)

    async def _roll_needs(self, info: CampaignInfo, battle: str, own: Roster) -> None:
        for _ in range(MOST_ROLLS):
            campaign = (await self.referee.campaigns.open(info.id)).campaign
            report = campaign.battles[battle].report
            needs = [one for one in report.open if roller_of_need(campaign, one) == own.id] if report else []
            if not needs:
                return
            call = _bot_call(info, f"throw:{campaign.number}")
            await self._dice.roll(call, info.id, _battle_number(campaign, battle), needs[0].key)

    async def _sign_report(self, info: CampaignInfo, battle: str, own: Roster) -> None:
        campaign = (await self.referee.campaigns.open(info.id)).campaign
        found = campaign.battles[battle]
        if found.report is None or found.report.open or signer(campaign, found, own.id) != OPPONENT.id:
            return
        if await self.is_record(campaign, found, found.report):
            call = _bot_call(info, f"sign:{campaign.number}")
            await self._reports.sign(call, info.id, _battle_number(campaign, battle), found.report.version)

    async def is_record(self, campaign: Campaign, battle: Battle, report: Report) -> bool:
        """True if a report matches the record of its battle, with the dice rolled for it."""
        after = await self._reports.after_game(campaign, battle)
        if not after.entries:
            return False
        return _content_of(await asyncio.to_thread(proposal, after)) == _content_of(report)


def _bot_call(info: CampaignInfo, what: str) -> Call:
    return Call(OPPONENT, Place(info.guild_id or None, ""), f"opponent:{info.id}:{what}")


def _battle_number(campaign: Campaign, battle: str) -> str:
    return str(battle_number(campaign, battle))


def _content_of(report: Report) -> object:
    """Return a report's content for comparison, without its history of edits."""
    changes = sorted(report.changes, key=lambda one: one.unit)
    return report.result, changes, report.needs, report.figures, report.held_field, report.upto


# Its recruits.


def _recruit_all(campaign: Campaign) -> campaign_referee.NewCampaignEntry:
    """Return one entry with all recruits and level gains of its roster; raise RuleError if there are none."""
    own, now, events = campaign.roster_of_player(OPPONENT.id), campaign, list[CampaignEvent]()
    assert own is not None
    while (event := _next_event(now)) is not None:
        events.append(event)
        now = event.apply(now, OPPONENT.id)
    placed = own.figures - now.roster(own.id).figures
    units = [now.unit(one.unit).name for one in events if isinstance(one, roster_events.Reinforced)]
    notes = [Text("{names}.", names=Listed(list(dict.fromkeys(units))))] if units else []
    title = Text("{roster} takes {figures}", roster=own.name, figures=counted(placed, "recruit", "recruits"))
    return campaign_referee.NewCampaignEntry("campaign reinforce", events, title, notes)


def _next_event(campaign: Campaign) -> CampaignEvent | None:
    own = campaign.roster_of_player(OPPONENT.id)
    if own is None:
        return None
    if recruit := next_recruit(campaign, own.id):
        return recruit
    for unit in campaign.units_of_roster(own.id):
        for level, several in growth.level_choices(campaign, unit).items():
            traits = tuple(one.trait for one in several)
            return roster_events.LevelChosen(unit=unit.id, level=level, trait=traits[0], options=traits)
    return None


def next_recruit(campaign: Campaign, roster: str) -> CampaignEvent | None:
    """Return the event that places the next figure; None if no figure or no room is left."""
    if not campaign.roster(roster).figures:
        return None
    units = [
        one for one in campaign.units_of_roster(roster) if growth.room_in(one) and not campaign.battle_of_unit(one.id)
    ]
    units.sort(key=lambda one: (one.models / one.full, -one.points, one.id))
    free = next((one for one in units if roster_events.add_recruits(campaign, one, 1).level == one.level), None)
    if free is not None:
        return roster_events.Reinforced(unit=free.id, figures=1)
    lost = sorted(growth.places(campaign, roster), key=lambda one: (-one.points, one.id))
    if lost:
        return growth.replacement_event(campaign, lost[0])
    return roster_events.Reinforced(unit=units[0].id, figures=1) if units else None
