"""The dice of a battle's aftermath: the bot's provable dice or a player's own, one roll of the report at a time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import NamedTuple

from bot.dice.parsing import parse_faces
from bot.dice.provable import ProvableDice
from bot.dice.returned import ReturnedFaces
from bot.errors import Refusal
from bot.game.campaigns import battle_named
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, CampaignResult, NewCampaignEntry
from bot.services.campaign.battle_games import battle_number
from bot.services.campaign.reports import CampaignReports
from data import CAMPAIGN, system_of
from rules.campaign.after_game import AfterGame
from rules.campaign.campaign import Battle, Campaign, check_leads
from rules.campaign.proposals import AftermathAction, action_of_need, proposal, resolve_need
from rules.campaign.report import Report, ReportNeed
from rules.campaign.report_events import AftermathRolled, ReportMade, open_report, roller_of_need
from rules.campaign.unit_changes import apply_outcome
from rules.game.entry import FreshRoll
from rules.kernel.resolve import Resolution
from rules.kernel.serialise import outcome_of, play_of
from rules.kernel.table import Given, Roller
from rules.kernel.text import Term, Text

_THEIRS = Text("These are your enemy's dice: their player or the bot rolls them.")


def may_type(campaign: Campaign, battle: Battle, need: ReportNeed, by: str) -> bool:
    """True if the person may report real dice for a unit.

    The unit's player may. The arbitrator may, too, unless they fought this battle against another player.
    """
    theirs = campaign.roster(roller_of_need(campaign, need)).player
    return theirs in (by, None) or by not in [campaign.roster(one).player for one in battle.rosters]


class Cast(NamedTuple):
    """Rolled dice and their resolution; `own` is True for a player's dice, `again` for dice that were rolled before."""

    need: ReportNeed
    one: Resolution
    faces: tuple[int, ...]
    own: bool
    again: bool


class AftermathDice:
    """Makes the rolls that a report needs; each roll is an entry, and can be undone until the report is signed."""

    def __init__(self, referee: CampaignReferee, reports: CampaignReports, roller: Roller) -> None:
        """Set up the dice; `roller` serves campaigns that have no seed."""
        self._referee, self._reports, self._roller = referee, reports, roller

    async def roll(self, call: Call, id: str, battle: str = "", need: str = "", dice: str = "") -> CampaignResult:
        """Roll for a unit of the report: for the given `need`, else for the caller's next one.

        `dice` are faces read off the table; without them the bot rolls. Raises BadDice for impossible faces, RuleError
        for dice that are not needed or belong to another player.
        """
        shown: dict[str, tuple[int, ...]] = {}
        """Dice of an earlier attempt that conflicted with another entry."""

        async def plan(campaign: Campaign) -> NewCampaignEntry:
            found, report = open_report(campaign, battle_named(campaign, battle).id)
            waits = _require_need(campaign, call, report.open, need)
            if dice.strip() and not may_type(campaign, found, waits, call.who.id):
                raise Refusal(_THEIRS)
            after, bot = await self._reports.after_game(campaign, found), self._roller
            seed = await self._referee.record.campaigns.seed(campaign.id)
            if seed is not None and seed.seed is not None and seed.revealed_at is None:
                # The dice stay the same when the roll is planned again.
                bot = ProvableDice(bytes.fromhex(seed.seed), seed.name, call.chance)
            cast = _roll_for(after, waits, dice, shown.get(waits.key, ()), bot)
            if not cast.own:
                shown[waits.key] = cast.faces
            return await asyncio.to_thread(_entry, after, report, cast, bot, call.who.id)

        return await self._referee.write(call, id, plan)

    async def next_action(self, call: Call, id: str, battle: str = "") -> AftermathAction:
        """Return a report's next roll for the caller, else for any player; raise RuleError or Refusal."""
        campaign = (await self._referee.campaigns.open(id, call.where.guild or "")).campaign
        found, report = open_report(campaign, battle_named(campaign, battle).id)
        if not report.open:
            raise Refusal(Text("This report needs no dice."))
        own = campaign.roster_of_player(call.who.id)
        mine = [one for one in report.open if own and roller_of_need(campaign, one) == own.id]
        need = (mine or report.open)[0]
        return action_of_need(await self._reports.after_game(campaign, found), need)


def _roll_for(after: AfterGame, need: ReportNeed, typed: str, shown: tuple[int, ...], bot: Roller) -> Cast:
    """Roll, or read the typed faces; raise BadDice for impossible ones.

    `shown` are the bot's dice that have already been shown.
    """
    roller = _roller_for(after.campaign, need, typed, shown, bot)
    one = resolve_need(after, need, roller)
    if isinstance(roller, Given):
        roller.finish()
        return Cast(need, one, tuple(roller.faces), own=True, again=False)
    return Cast(need, one, roller.faces, own=False, again=bool(_undone_faces(after.campaign, need)))


def _entry(after: AfterGame, report: Report, cast: Cast, bot: Roller, by: str) -> NewCampaignEntry:
    """Return the entry with the change in the report, and the dice that caused it."""
    outcome = outcome_of(cast.one)
    rolled = AftermathRolled(
        battle=after.battle.id,
        need=cast.need.key,
        outcome=outcome,
        change=report.change(cast.need.unit) if cast.need.settles else apply_outcome(after, report, cast.need, outcome),
        faces=() if cast.own else cast.faces,
        own=cast.faces if cast.own else (),
        roster=cast.need.roster,
    )
    events: list[AftermathRolled | ReportMade] = [rolled]
    notes = [cast.one.text, *([Text("Undone dice were used again.")] if cast.again else [])]
    if cast.need.settles:  # losses, credit and further dice change
        campaign = rolled.apply(after.campaign, by)
        battle = campaign.battle(after.battle.id)
        made = proposal(replace(after, campaign=campaign, battle=battle), report.result, report.held_field)
        made = made.model_copy(update={"edits": report.edits})
        events.append(ReportMade(battle=battle.id, game=battle.game, report=made))
        notes.append(Text("Rolled before the report (ruling {name}).", name=Term("open_wounds")))
    values = {
        "unit": after.campaign.unit(cast.need.unit).name,
        "number": battle_number(after.campaign, after.battle.id),
    }
    action = cast.need.called or cast.one.action.title
    title = Text("{unit}: {action} (battle {number})", action=action, **values)
    fresh: tuple[FreshRoll, ...] = tuple(bot.made) if isinstance(bot, ProvableDice) else ()
    return NewCampaignEntry("campaign throw", events, title, notes, plays=[play_of(cast.one, {})], fresh=fresh)


def _roller_for(
    campaign: Campaign, need: ReportNeed, typed: str, shown: tuple[int, ...], bot: Roller
) -> Given | ReturnedFaces:
    """Return the source of the dice: typed faces, else the bot's, beginning with faces already shown.

    A player's faces also count as shown. Raises Refusal for own dice in place of undone dice of the bot, which would be
    a second chance.
    """
    faces = parse_faces(typed, 6 if need.of == CAMPAIGN.key else system_of(campaign.system).die)
    if faces is None:
        return ReturnedFaces(shown or _undone_faces(campaign, need), bot)
    if need.key in campaign.returned:
        raise Refusal(Text("The bot has already rolled these dice. Let the bot roll them again."))
    return Given(faces)


def _undone_faces(campaign: Campaign, need: ReportNeed) -> tuple[int, ...]:
    """Return the faces of an undone roll, the bot's or a player's."""
    return campaign.returned.get(need.key) or campaign.kept.get(need.key, ())


def _require_need(campaign: Campaign, call: Call, waits: tuple[ReportNeed, ...], key: str) -> ReportNeed:
    """Return the need to roll for; raise RuleError if none waits, or if the dice belong to another player."""
    if key:
        found = next((one for one in waits if one.key == key), None)
        if found is None:
            raise Refusal(Text("This report does not need these dice. Look at it again."))
        check_leads(campaign, roller_of_need(campaign, found), call.who.id)
        return found
    own = campaign.roster_of_player(call.who.id)
    mine = [one for one in waits if own and roller_of_need(campaign, one) == own.id]
    others = list(waits) if call.who.id == campaign.arbitrator else []
    if not (mine or others):
        raise Refusal(Text("This report needs no dice from you."))
    return (mine or others)[0]
