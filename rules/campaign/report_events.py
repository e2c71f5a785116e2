"""Events of a battle's report (made, rolled for, edited, signed, decided, reopened) and its validation."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from rules.campaign.battle_events import check_fights_in
from rules.campaign.campaign import Battle, Campaign, CampaignEvent, UndoneBy, check_leads
from rules.campaign.report import Report, ReportEdit, ReportNeed, Result, UnitChange
from rules.campaign.report_checks import (
    check_change,
    check_figures,
    check_needs,
    check_report,
    check_result,
    is_past_limits,
)
from rules.campaign.settlement import settle_report
from rules.kernel.errors import RuleError
from rules.kernel.plays import Fields
from rules.kernel.text import Text

# The events.


def open_report(campaign: Campaign, id: str) -> tuple[Battle, Report]:
    """Return a battle and its report that waits for signatures; raise RuleError if there is none."""
    battle = campaign.battle(id)
    if battle.stage == "settled":
        raise RuleError(Text("That report is signed and counts. Only the arbitrator can open it again."))
    if battle.stage != "reported" or battle.report is None:
        raise RuleError(Text("There is no report of that battle yet. End its game first."))
    return battle, battle.report


def roller_of_need(campaign: Campaign, need: ReportNeed) -> str:
    """Return the roster whose player rolls."""
    return need.roster or campaign.unit(need.unit).roster


class ReportMade(CampaignEvent):
    """A report is made from the record of the game; it replaces an unsigned one."""

    kind: Literal["reported"] = "reported"
    battle: str
    game: str
    report: Report

    def check_details(self, campaign: Campaign, by: str) -> None:
        battle = campaign.battle(self.battle)
        check_fights_in(campaign, battle, by)
        if self.game != battle.game:
            raise RuleError(Text("That game is not a battle of this campaign."))
        if battle.stage not in ("ended", "reported"):
            closed = {
                "settled": Text("That report is signed and counts. Only the arbitrator can open it again."),
                "off": Text("That battle was called off."),
            }
            raise RuleError(closed.get(battle.stage, Text("That battle is still being played. End its game first.")))
        check_report(campaign, battle, self.report)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        battle = campaign.battle(self.battle)
        used = {need.key for need in self.report.needs if need.outcome is not None}
        rolled = battle.report.rolled_faces if battle.report else {}
        unused = {key: faces for key, faces in rolled.items() if key not in used}  # used again if possible
        kept = campaign.with_changes(returned=campaign.returned | unused)
        players = _players(campaign, battle)
        led_by, signers = players | battle.led_by, players | battle.signers
        return _with_report(kept, battle.with_changes(led_by=led_by, signers=signers), self.report)


def _players(campaign: Campaign, battle: Battle) -> dict[str, str]:
    """Return the present players of the rosters of a battle, where they have one."""
    found = {id: campaign.roster(id).player for id in battle.rosters}
    return {id: player for id, player in found.items() if player}


def signer(campaign: Campaign, battle: Battle, roster: str) -> str | None:
    """Return the player who signs for a roster, even if they have left it since the report."""
    return battle.signers.get(roster) or campaign.roster(roster).player


def _with_report(campaign: Campaign, battle: Battle, report: Report) -> Campaign:
    """Return the campaign with a new, unsigned version of a report."""
    return campaign.with_battle(battle.with_changes(stage="reported", report=report, signed={}).with_new_version())


class AftermathRolled(CampaignEvent):
    """Dice of a report are rolled, with their outcome and the resulting change of the unit.

    `faces` are the bot's dice, `own` a player's: after an undo they are used again. `roster` is the one that rolled,
    if not the unit's own.
    """

    kind: Literal["thrown"] = "thrown"
    battle: str
    need: str
    outcome: Fields
    change: UnitChange
    faces: tuple[int, ...] = ()
    own: tuple[int, ...] = ()
    roster: str = ""

    def check_details(self, campaign: Campaign, by: str) -> None:
        battle, report = open_report(campaign, self.battle)
        need = next((one for one in report.open if one.key == self.need), None)
        if need is None:
            raise RuleError(Text("This report does not need these dice. Look at it again."))
        check_leads(campaign, roller_of_need(campaign, need), by)
        if self.change.unit != need.unit:
            raise RuleError(Text("These dice are for another unit. Look at the report again."))
        check_change(campaign, battle, self.change)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        battle, report = open_report(campaign, self.battle)
        needs = tuple(
            one.model_copy(update={"outcome": self.outcome, "faces": self.faces, "own": self.own})
            if one.key == self.need
            else one
            for one in report.needs
        )
        returned = {key: faces for key, faces in campaign.returned.items() if key != self.need}
        kept = {key: faces for key, faces in campaign.kept.items() if key != self.need}
        rolled = report.put(self.change).model_copy(update={"needs": needs})
        return _with_report(campaign.with_changes(returned=returned, kept=kept), battle, rolled)


class ReportEdited(CampaignEvent):
    """A report is edited; its signatures become void."""

    kind: Literal["edited"] = "edited"
    battle: str
    changes: tuple[UnitChange, ...] = ()
    result: Result | None = None
    held_field: str | None = None
    """The side that held the field; set also if it followed another result."""
    needs: tuple[ReportNeed, ...] | None = None
    """The dice, read again for that side."""
    figures: dict[str, int] | None = None
    why: str = Field(default="", max_length=500)

    def check_details(self, campaign: Campaign, by: str) -> None:
        battle, report = open_report(campaign, self.battle)
        check_fights_in(campaign, battle, by)
        for change in self.changes:
            check_change(campaign, battle, change)
        if self.result is not None:
            check_result(battle, self.result)
        check_figures(battle, self.figures or {})
        check_needs(battle, report, self.held_field, self.needs)
        by_hand = self.result is None and self.held_field is None
        if by_hand and any(need.settles for need in report.open):
            raise RuleError(Text("Roll for wounds first: tap **Roll the dice**, then edit what is left."))
        if by_hand and campaign.format > 1:
            self._check_limits(campaign, report, by)
        same = all(report.change(one.unit) == one for one in self.changes)
        named = self.result in (None, report.result) and self.held_field in (None, report.held_field)
        if same and named and self.figures in (None, report.figures):
            raise RuleError(Text("The report already says that."))

    def _check_limits(self, campaign: Campaign, report: Report, by: str) -> None:
        """Raise RuleError for changes beyond a battle's limits, except by the arbitrator with a reason."""
        past = [one.unit for one in self.changes if is_past_limits(report, one)]
        if not past:
            return
        values = {"unit": campaign.unit(past[0]).name, "most": report.most}
        if by != campaign.arbitrator:
            raise RuleError(
                Text(
                    "A battle gives {unit} at most {most} experience, and back at most the figures it lost. "
                    "Only the arbitrator can give more.",
                    **values,
                )
            )
        if not self.why.strip():
            text = Text(
                "That is more than a battle gives {unit}: give a reason with `/campaign edit unit why:`.", **values
            )
            raise RuleError(text)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        battle, report = open_report(campaign, self.battle)
        edits = [
            ReportEdit(number=campaign.number, by=by, was=report.change(one.unit), now=one, why=self.why)
            for one in self.changes
            if report.change(one.unit) != one
        ]
        result = self.result or report.result
        if result != report.result:
            edits.append(ReportEdit(number=campaign.number, by=by, result=(report.result, result)))
        held = report.held_field if self.held_field is None else self.held_field
        if held != report.held_field and self.result is None:
            edits.append(ReportEdit(number=campaign.number, by=by, held=(report.held_field, held)))
        figures = report.figures if self.figures is None else self.figures
        if figures != report.figures and self.result is None:
            edits.append(ReportEdit(number=campaign.number, by=by, figures=(report.figures, figures)))
        needs = report.needs if self.needs is None else self.needs
        now = {"result": result, "held_field": held, "needs": needs, "figures": figures}
        report = report.model_copy(update={"edits": (*report.edits, *edits)})
        edited = report.model_copy(update=now)
        for change in self.changes:
            edited = edited.put(change)
        return _with_report(campaign, battle, edited)


class ReportSigned(CampaignEvent):
    """A player signs the version of a report that they have read; the last signature settles the battle."""

    undone_by: ClassVar[UndoneBy] = "nobody"
    kind: Literal["signed"] = "signed"
    battle: str
    roster: str
    player: str
    version: int = Field(ge=1)

    def check_details(self, campaign: Campaign, by: str) -> None:
        battle, report = open_report(campaign, self.battle)
        roster = campaign.roster(self.roster)
        signs = signer(campaign, battle, roster.id) if campaign.format > 1 else roster.player
        if by != self.player or signs != self.player:
            raise RuleError(Text("Only the player of {roster} signs for it.", roster=roster.name))
        if self.roster not in battle.rosters:
            raise RuleError(Text("{roster} was not in this battle and signs nothing.", roster=roster.name))
        if self.roster in battle.signed:
            raise RuleError(Text("You have already signed this report. It waits for the others."))
        _check_may_settle(report, self.version)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        battle, _ = open_report(campaign, self.battle)
        signed = {**battle.signed, self.roster: self.player}
        campaign = campaign.with_battle(battle.with_changes(signed=signed))
        return settle_report(campaign, battle.id, decided=False) if len(signed) == len(battle.sides) else campaign

    def applies_to(self, campaign: Campaign, was: Campaign, by: str) -> bool:
        return super().applies_to(campaign, was, by) and _is_same_report(campaign, was, self.battle)


def _is_same_report(campaign: Campaign, was: Campaign, battle: str) -> bool:
    """True if a report is the very one that was signed."""
    here, there = campaign.battles.get(battle), was.battles.get(battle)
    return (here and here.report) == (there and there.report)


def _check_may_settle(report: Report, version: int) -> None:
    if version != report.version:
        raise RuleError(Text("The report has changed since you read it. Read it again, then sign."))
    if report.open:
        raise RuleError(Text("Roll the dice for this report first."))


class ReportDecided(CampaignEvent):
    """The arbitrator settles a battle without signatures; their own only if they had no opponent."""

    undone_by: ClassVar[UndoneBy] = "nobody"
    arbitrates: ClassVar[bool] = True
    kind: Literal["decided"] = "decided"
    battle: str
    version: int = Field(ge=1)

    def check_details(self, campaign: Campaign, by: str) -> None:
        battle, report = open_report(campaign, self.battle)
        if objection := _own_battle_objection(campaign, battle, by):
            raise RuleError(objection)
        _check_may_settle(report, self.version)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return settle_report(campaign, open_report(campaign, self.battle)[0].id, decided=True)

    def applies_to(self, campaign: Campaign, was: Campaign, by: str) -> bool:
        return super().applies_to(campaign, was, by) and _is_same_report(campaign, was, self.battle)


def _own_battle_objection(campaign: Campaign, battle: Battle, by: str) -> Text | None:
    """Return why an arbitrator may not decide a battle: they fought it against another, or got a roster of it since."""
    now = _players(campaign, battle)
    people = {*now.values(), *battle.led_by.values(), *battle.signers.values()}
    if campaign.format < 2:
        people = set(now.values()) if len(now) == len(battle.sides) else set[str]()
    if by not in people or (campaign.format >= 2 and len(people) < 2):
        return None
    given = next((id for id, player in now.items() if player == by), None)
    if given is None or by in battle.led_by.values() or campaign.format < 2:
        return Text("You played in this battle: the others must sign, or another arbitrator decides.")
    return Text(
        "You now lead {roster}, which was in this battle: the others must sign, or another arbitrator decides.",
        roster=campaign.roster(given).name,
    )


class ReportReopened(CampaignEvent):
    """The arbitrator reopens a signed report; its changes count until the next version is signed."""

    undone_by: ClassVar[UndoneBy] = "nobody"
    arbitrates: ClassVar[bool] = True
    kind: Literal["reopened"] = "reopened"
    battle: str

    def check_details(self, campaign: Campaign, by: str) -> None:
        if campaign.battle(self.battle).stage != "settled":
            raise RuleError(Text("Only a signed report can be opened again."))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        battle = campaign.battle(self.battle)
        report = battle.settled or Report(result=Result())
        signers = battle.led_by | _players(campaign, battle)
        return _with_report(campaign, battle.with_changes(signers=signers), report)
