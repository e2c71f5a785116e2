"""The dice of a battle's aftermath: the bot's, provable ones, or a player's own, one need of the report at a time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import NamedTuple

from bot.dice.parsing import faces_typed
from bot.dice.provable import ProvableDice
from bot.dice.returned import ReturnedFaces
from bot.errors import Refusal
from bot.game.campaigns import battle_named
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, CampaignResult, NewCampaignEntry
from bot.services.campaign.battle_setup import nth
from bot.services.campaign.reports import CampaignReports
from data import CAMPAIGN, system_of
from rules.campaign.campaign import Battle, Campaign, leads
from rules.campaign.proposals import AftermathAction, asked, proposal, resolved
from rules.campaign.report import Need, Report
from rules.campaign.report_events import AftermathThrown, ReportMade, open_report, thrower
from rules.campaign.unit_changes import AfterGame, with_outcome
from rules.game.entry import FreshThrow
from rules.kernel.resolve import Resolution
from rules.kernel.serialise import outcome_of, play_of
from rules.kernel.table import Given, Roller
from rules.kernel.text import Term, Text

_THEIRS = Text("These are dice of your enemy: their player reads them off the table, or the bot throws them.")


def may_type(campaign: Campaign, battle: Battle, need: Need, by: str) -> bool:
    """Whether somebody may read faces off the table for a unit: its player, and the arbitrator unless they have fought
    this battle against somebody.
    """
    theirs = campaign.roster(thrower(campaign, need)).player
    return theirs in (by, None, "") or by not in [campaign.roster(one).player for one in battle.rosters]


class Cast(NamedTuple):
    """Dice as they fell: what they came to, and whether they were a player's own, or lay there before."""

    need: Need
    one: Resolution
    faces: tuple[int, ...]
    own: bool
    again: bool


class AftermathDice:
    """Throws what a report waits for; each throw is an entry, undone like any other until the report is signed."""

    def __init__(self, referee: CampaignReferee, reports: CampaignReports, roller: Roller) -> None:
        """`roller` throws where a campaign was begun without a seed."""
        self._referee, self._reports, self._roller = referee, reports, roller

    async def throw(self, call: Call, id: str, battle: str = "", need: str = "", dice: str = "") -> CampaignResult:
        """Throw for a unit of the report: what was asked for with `need`, else the next of the caller's own.

        `dice` are faces that were read off the table; without them the bot throws. Raises BadDice for faces that
        cannot be, RuleError for dice that nothing waits for, or somebody else's.
        """
        shown: dict[str, tuple[int, ...]] = {}
        """What was thrown for a try that somebody else's entry came before."""

        async def plan(campaign: Campaign) -> NewCampaignEntry:
            found, report = open_report(campaign, battle_named(campaign, battle).id)
            waits = _waiting(campaign, call, report.open, need)
            if dice.strip() and not may_type(campaign, found, waits, call.who.id):
                raise Refusal(_THEIRS)
            after, bot = await self._reports.after_game(campaign, found), await self._dice(call, campaign)
            cast = _cast(after, waits, dice, shown.get(waits.key, ()), bot)
            if not cast.own:
                shown[waits.key] = cast.faces
            return await asyncio.to_thread(_entry, after, report, cast, bot, call.who.id)

        return await self._referee.write(call, id, plan)

    async def asked(self, call: Call, id: str, battle: str = "") -> AftermathAction:
        """What a report asks the caller to throw next, else whoever is next; raises RuleError and Refusal."""
        campaign = (await self._referee.campaigns.open(id, call.where.guild or "")).campaign
        found, report = open_report(campaign, battle_named(campaign, battle).id)
        if not report.open:
            raise Refusal(Text("This report waits for no dice."))
        own = campaign.of_player(call.who.id)
        mine = [one for one in report.open if own and thrower(campaign, one) == own.id]
        need = (mine or report.open)[0]
        return asked(await self._reports.after_game(campaign, found), need)

    async def _dice(self, call: Call, campaign: Campaign) -> Roller:
        """The bot's dice for one throw: the same ones however often it is planned again."""
        seed = await self._referee.record.campaigns.seed(campaign.id)
        if seed is None or seed.seed is None or seed.revealed_at is not None:
            return self._roller
        return ProvableDice(bytes.fromhex(seed.seed), seed.name, call.chance)


def _cast(after: AfterGame, need: Need, typed: str, shown: tuple[int, ...], bot: Roller) -> Cast:
    """Raises BadDice for faces that cannot be; `shown` are those of the bot that were seen already."""
    roller = _roller(after.campaign, need, typed, shown, bot)
    one = resolved(after, need, roller)
    if isinstance(roller, Given):
        roller.finish()
        return Cast(need, one, tuple(roller.faces), own=True, again=False)
    return Cast(need, one, roller.faces, own=False, again=bool(_undone(after.campaign, need)))


def _entry(after: AfterGame, report: Report, cast: Cast, bot: Roller, by: str) -> NewCampaignEntry:
    """What the dice change in the report, with how they were thrown."""
    outcome = outcome_of(cast.one)
    thrown = AftermathThrown(
        battle=after.battle.id,
        need=cast.need.key,
        outcome=outcome,
        change=report.change(cast.need.unit) if cast.need.settles else with_outcome(after, report, cast.need, outcome),
        faces=() if cast.own else cast.faces,
        own=cast.faces if cast.own else (),
        roster=cast.need.roster,
    )
    events = [thrown, *([_made_again(after, report, thrown, by)] if cast.need.settles else [])]
    notes = [cast.one.text, *([Text("The undone dice were used again.")] if cast.again else [])]
    notes += [Text("Thrown before the report (ruling {name}).", name=Term("open_wounds"))] if cast.need.settles else []
    title = _title(after.campaign, after.battle.id, cast.need, cast.one)
    fresh: tuple[FreshThrow, ...] = tuple(bot.made) if isinstance(bot, ProvableDice) else ()
    return NewCampaignEntry("campaign throw", events, title, notes, plays=[play_of(cast.one, {})], fresh=fresh)


def _made_again(after: AfterGame, report: Report, thrown: AftermathThrown, by: str) -> ReportMade:
    """The report once something that lay on the table is settled: losses, credit and further dice are others."""
    campaign = thrown.applied(after.campaign, by)
    battle = campaign.battle(after.battle.id)
    made = proposal(replace(after, campaign=campaign, battle=battle), report.result, report.held_field)
    made = made.model_copy(update={"edits": report.edits})
    return ReportMade(battle=battle.id, game=battle.game, report=made)


def _roller(campaign: Campaign, need: Need, typed: str, shown: tuple[int, ...], bot: Roller) -> Given | ReturnedFaces:
    """Whose dice: those that were typed, else the bot's, of which those come first that have been seen before, a
    player's own as well.

    Raises Refusal for own dice in the place of dice of the bot that were undone: they would be a second chance.
    """
    faces = faces_typed(typed, _die(campaign, need))
    if faces is None:
        return ReturnedFaces(shown or _undone(campaign, need), bot)
    if need.key in campaign.returned:
        raise Refusal(Text("The bot has thrown these dice before; throw them with the bot again."))
    return Given(faces)


def _undone(campaign: Campaign, need: Need) -> tuple[int, ...]:
    """The faces that lay there before they were undone, the bot's or a player's own."""
    return campaign.returned.get(need.key) or campaign.kept.get(need.key, ())


def _title(campaign: Campaign, battle: str, need: Need, one: Resolution) -> Text:
    values = {"unit": campaign.unit(need.unit).name, "number": nth(campaign, battle)}
    return Text("{unit}: {action} (battle {number})", action=need.called or one.action.title, **values)


def _die(campaign: Campaign, need: Need) -> int:
    return 6 if need.of == CAMPAIGN.key else system_of(campaign.system).die


def _waiting(campaign: Campaign, call: Call, waits: tuple[Need, ...], key: str) -> Need:
    """What is thrown for; raises RuleError where nothing waits, or the dice are somebody else's."""
    if key:
        found = next((one for one in waits if one.key == key), None)
        if found is None:
            raise Refusal(Text("This report waits for no such dice; look at it again."))
        leads(campaign, thrower(campaign, found), call.who.id)
        return found
    own = campaign.of_player(call.who.id)
    mine = [one for one in waits if own and thrower(campaign, one) == own.id]
    others = list(waits) if call.who.id == campaign.arbitrator else []
    if not (mine or others):
        raise Refusal(Text("This report waits for no dice of yours."))
    return (mine or others)[0]
