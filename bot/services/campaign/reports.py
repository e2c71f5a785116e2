"""The report of a battle: making it from the record of its game, editing, signing, deciding and reopening it."""

from __future__ import annotations

import asyncio

from bot.errors import Refusal
from bot.game.campaigns import battle_named
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, CampaignResult, NewCampaignEntry, changes_campaign
from bot.services.campaign.battle_games import NOT_HERE, battle_number, game_of
from bot.services.campaign.command import BATTLE, WHY, campaign_command
from bot.store.tables import StoredGame as GameInfo
from data import CAMPAIGN, system_of
from data.files import honours
from rules.campaign.after_game import AfterGame
from rules.campaign.battle_events import BattleEnded, settlement_effects
from rules.campaign.battle_record import battle_record
from rules.campaign.campaign import Battle, Campaign, CampaignEvent
from rules.campaign.proposals import proposal
from rules.campaign.report_events import ReportDecided, ReportMade, ReportReopened, ReportSigned, open_report, signer
from rules.command.system import Board
from rules.command.victory import judge_victory
from rules.kernel.errors import RuleError
from rules.kernel.text import N_, Text


class CampaignReports:
    """Reports of battles.

    The campaign changes only with the last signature; every change to a report makes a new, unsigned version.
    """

    def __init__(self, referee: CampaignReferee) -> None:
        self.referee = referee

    async def after_game(self, campaign: Campaign, battle: Battle) -> AfterGame:
        """Return the data for a report, read and computed in threads; raise Unreadable.

        The data are empty for a game that is not stored here.
        """
        here = await self._game_of(campaign, battle)
        entries = await self.referee.record.entries.all(here.id) if here else []

        def computed() -> AfterGame:
            system = system_of(campaign.system)
            record = battle_record(entries, system)
            verdict = judge_victory(Board.of(record.game, system))
            return AfterGame(campaign, battle, record, system, CAMPAIGN, honours(), verdict, tuple(entries))

        return await asyncio.to_thread(computed)

    @changes_campaign
    async def report(self, campaign: Campaign, call: Call, battle: str = "") -> NewCampaignEntry:
        """Make the report of a finished battle, or make it again; dice already rolled for it are kept.

        Raises RuleError while the game runs, and for a game that is not a battle.
        """
        found = battle_named(campaign, battle)
        game = await self._game_of(campaign, found)
        if game is None:
            raise RuleError(NOT_HERE)
        if game.state != "ended":
            raise RuleError(Text("That battle is still being played. End its game first."))
        return await self.report_entry(campaign, found, ended=found.stage == "fighting")

    async def report_entry(self, campaign: Campaign, battle: Battle, ended: bool = False) -> NewCampaignEntry:
        """Return the entry that reports a battle; with `ended`, it first marks the battle as over."""
        after = await self.after_game(campaign, battle)
        report = await asyncio.to_thread(proposal, after)
        events: list[CampaignEvent] = [BattleEnded(battle=battle.id)] if ended else []
        events.append(ReportMade(battle=battle.id, game=battle.game, report=report))
        title = Text("Report of battle {number}", number=battle_number(campaign, battle.id))
        return NewCampaignEntry("campaign report", events, title)

    # Signatures

    @campaign_command("sign", N_("Sign the report of a battle for your roster."), shows="report", battle=BATTLE)
    async def sign(self, call: Call, id: str, battle: str = "", version: int | None = None) -> CampaignResult:
        """Sign the displayed version for the caller's roster; the last signature settles the battle.

        `version` comes from the button; without it, the version that is current when the command arrives is signed.
        """
        read = await self._current_version(call, id, battle) if version is None else version
        return await self._sign(call, id, battle, read)

    @changes_campaign
    def _sign(self, campaign: Campaign, call: Call, battle: str, version: int) -> NewCampaignEntry:
        found, _ = open_report(campaign, battle_named(campaign, battle).id)
        roster = next((id for id in found.rosters if signer(campaign, found, id) == call.who.id), None)
        if roster is None:
            raise Refusal(Text("Only the players of this battle sign, or the arbitrator decides."))
        signed = ReportSigned(battle=found.id, roster=roster, player=call.who.id, version=version)
        notes = _result_changes(campaign, signed, call.who.id)
        values = {"roster": campaign.roster(roster).name, "number": battle_number(campaign, found.id)}
        title = Text("{roster} signs the report of battle {number}", **values)
        if {*found.signed, roster} >= set(found.rosters):
            title = Text("{roster} signs: battle {number} counts", **values)
        return NewCampaignEntry("campaign sign", [signed], title, notes)

    async def _current_version(self, call: Call, id: str, battle: str) -> int:
        """Return the current version of a report; 0 if there is none, which is reported later."""
        campaign = (await self.referee.campaigns.open(id, call.where.guild or "")).campaign
        report = battle_named(campaign, battle).report
        return report.version if report else 0

    @campaign_command("arbiter decide", N_("Decide a report that others do not sign."), shows="report", battle=BATTLE)
    async def decide(self, call: Call, id: str, battle: str = "", version: int | None = None) -> CampaignResult:
        """Settle a battle that lacks signatures, as the arbitrator; `version` as in `sign`."""
        read = await self._current_version(call, id, battle) if version is None else version
        return await self._decide(call, id, battle, read)

    @changes_campaign
    def _decide(self, campaign: Campaign, call: Call, battle: str, version: int) -> NewCampaignEntry:
        found, _ = open_report(campaign, battle_named(campaign, battle).id)
        decided = ReportDecided(battle=found.id, version=version)
        title = Text("Battle {number} is decided by the arbitrator", number=battle_number(campaign, found.id))
        return NewCampaignEntry("campaign decide", [decided], title, _result_changes(campaign, decided, call.who.id))

    @campaign_command("arbiter reopen", N_("Open a signed report again."), shows="report", battle=BATTLE, why=WHY)
    @changes_campaign
    async def reopen(self, campaign: Campaign, call: Call, battle: str = "", why: str = "") -> NewCampaignEntry:
        """Reopen a signed report, as the arbitrator; remake it if its game has changed meanwhile.

        Its effects last until the next version is signed.
        """
        found = battle_named(campaign, battle)
        opened = ReportReopened(battle=found.id)
        opened.check(campaign, call.who.id)
        title = Text("The report of battle {number} is open again", number=battle_number(campaign, found.id))
        events: list[CampaignEvent] = [opened]
        if await self.is_outdated(campaign, found):
            again = opened.apply(campaign, call.who.id)
            events += (await self.report_entry(again, again.battles[found.id])).events
        return NewCampaignEntry("campaign reopen", events, title, reason=why)

    async def is_outdated(self, campaign: Campaign, battle: Battle) -> bool:
        """True if the finished game of a battle has entries that its report does not include."""
        game = await self._game_of(campaign, battle)
        report = battle.report or battle.settled
        return bool(game and report and game.state == "ended" and game.number != report.upto)

    async def _game_of(self, campaign: Campaign, battle: Battle) -> GameInfo | None:
        """Return the game of a battle; None if it is not here, or belongs to another campaign."""
        return await game_of(self.referee.record, campaign, battle)


def _result_changes(campaign: Campaign, event: ReportSigned | ReportDecided, by: str) -> list[Text]:
    """Return the changes to the ladder or map that an event's result causes; empty if the event is not allowed."""
    event.check(campaign, by)
    return settlement_effects(campaign, event.apply(campaign, by), event.battle)
