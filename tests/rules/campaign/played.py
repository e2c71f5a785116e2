"""A small campaign for tests: two players with a squad or two each, and entries accepted one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from data import CAMPAIGN, system_of
from data.files import honours
from rules.campaign.after_game import AfterGame
from rules.campaign.battle_events import BattleBegun, BattleEnded, UnitFielded
from rules.campaign.battle_record import BattleRecord, UnitRecord
from rules.campaign.campaign import BattleSide, Campaign, CampaignEvent
from rules.campaign.fold import CampaignEntry, accept_entry
from rules.campaign.people_events import CampaignBegun, PlayerJoined
from rules.campaign.report import Report, Result, UnitChange
from rules.campaign.report_events import ReportMade, ReportSigned
from rules.campaign.roster import CampaignUnit
from rules.campaign.roster_events import UnitEnlisted
from rules.command.verdict import Verdict
from rules.game.game import Game
from rules.kernel.errors import RuleError
from rules.kernel.text import NOTHING

ANN, BOB, EVE = "1", "2", "3"
"""Ann begins the campaign and arbitrates; Ann and Bob play, Eve reads."""


class Record:
    """A campaign that grows entry by entry."""

    def __init__(self) -> None:
        self.entries: list[CampaignEntry] = []
        self.campaign = Campaign()

    def add(self, by: str, *events: CampaignEvent, **more: Any) -> CampaignEntry:
        """Add an entry; raise its refusal, without a change."""
        number = self.campaign.number + 1
        written = [event.model_dump(mode="json") for event in events]
        given: dict[str, Any] = {"campaign": "c", "number": number, "command": "campaign", "by": by, "at": 0.0}
        entry = CampaignEntry.model_validate({**given, "events": written, **more})
        self.campaign = accept_entry(self.campaign, entry)
        self.entries.append(entry)
        return entry


def squad(id: str, roster: str, models: int = 8, **more: Any) -> CampaignUnit:
    more = {"full": models, "profile": {"level": "green"}, **more}
    return CampaignUnit(id=id, roster=roster, name=f"Squad {id}", type="squad", models=models, **more)


def new_campaign(**more: Any) -> Record:
    """Return a campaign of Ann and Bob with two squads each: a1 and a2, b1 and b2."""
    record = Record()
    record.add(ANN, CampaignBegun(id="c", name="Long war", system="fubar", arbitrator=ANN, player="Ann", **more))
    record.add(ANN, PlayerJoined(player=ANN, name="Ann", roster="ra", side="red"))
    record.add(BOB, PlayerJoined(player=BOB, name="Bob", roster="rb", side="blue"))
    for id in ("a1", "a2"):
        record.add(ANN, UnitEnlisted(unit=squad(id, "ra"), system="fubar"))
    for id in ("b1", "b2"):
        record.add(BOB, UnitEnlisted(unit=squad(id, "rb"), system="fubar"))
    return record


SIDES = (BattleSide(roster="ra", side="Red"), BattleSide(roster="rb", side="Blue"))


def fight(record: Record, battle: str = "b", units: tuple[str, ...] = ("a1", "b1"), **more: Any) -> None:
    """Begin and end a battle between them with those units."""
    record.add(ANN, BattleBegun(battle=battle, game=f"game-{battle}", sides=SIDES, **more))
    for unit in units:
        by = record.campaign.rosters[record.campaign.units[unit].roster].player or ANN
        record.add(by, UnitFielded(battle=battle, unit=unit, game_unit=f"u-{unit}"))
    record.add(ANN, BattleEnded(battle=battle))


def change(unit: str, **more: Any) -> UnitChange:
    return UnitChange(unit=unit, **more)


def report_battle(record: Record, *changes: UnitChange, battle: str = "b", **more: Any) -> None:
    result = more.pop("result", Result(winner="ra", margin="minor"))
    report = Report(result=result, changes=changes, **more)
    record.add(BOB, ReportMade(battle=battle, game=f"game-{battle}", report=report))


def sign(record: Record, battle: str = "b", **more: Any) -> None:
    """Sign the current report as both players."""
    for roster, player in (("rb", BOB), ("ra", ANN)):
        report = record.campaign.battles[battle].report
        assert report is not None
        record.add(player, ReportSigned(battle=battle, roster=roster, player=player, version=report.version), **more)


def expect_refusal(words: str, act: Callable[[], object]) -> None:
    with pytest.raises(RuleError, match=words):
        act()


def campaign_in_battle() -> Record:
    """Return a campaign whose first battle has ended without a report yet."""
    record = new_campaign()
    fight(record)
    return record


QUIET: dict[str, Any] = {
    "unit": "u-a1",
    "side": "Red",
    "vehicle": False,
    "start": 8,
    "left": 8,
    "survived": True,
    "given": 0,
    "taken": 0,
    "destroyed": (),
    "vehicles_destroyed": 0,
    "passed": 0,
    "failed": 0,
    "objectives": (),
    "routed": False,
    "wreck": None,
    "downed": 0,
    "fates": {},
    "shows": {},
}
"""The record of a game about a1, if it had no part in it."""


def after_game(
    record: Record, battle: str, one: UnitRecord | None, system: str = "fubar", game: Game | None = None
) -> AfterGame:
    """Return the state after a battle with this record about a1, or none; its entries 1 to 20 are two per turn."""
    turns = {number: (number + 1) // 2 for number in range(1, 21)}
    read = BattleRecord({one.unit: one} if one else {}, game or Game(number=40), turns, None)
    verdict = Verdict(None, NOTHING, False)
    campaign = record.campaign
    return AfterGame(campaign, campaign.battles[battle], read, system_of(system), CAMPAIGN, honours(), verdict)
