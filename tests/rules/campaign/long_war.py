"""A very long campaign: thirty battles of twenty units. `tests/bench/campaigns.py` measures it."""

from __future__ import annotations

from rules.campaign.battle_events import BattleBegun, BattleEnded, UnitFielded
from rules.campaign.report import Report, ReportLine, Result
from rules.campaign.report_events import ReportMade
from rules.campaign.roster_events import UnitEnlisted
from tests.rules.campaign.played import ANN, BOB, SIDES, Record, change, new_campaign, sign, squad

LINES = tuple(ReportLine(key=key, entries=(1, 2, 3)) for key in ("given", "taken", "passed", "experience"))


def long_war() -> Record:
    record = new_campaign()
    units = [(ANN, f"a{n}", "ra") for n in range(3, 11)] + [(BOB, f"b{n}", "rb") for n in range(3, 11)]
    for by, id, roster in units:
        record.add(by, UnitEnlisted(unit=squad(id, roster, 100), system="fubar"))
    everybody = list(record.campaign.units.values())
    for n in range(30):
        battle = f"battle-{n}"
        record.add(ANN, BattleBegun(battle=battle, game=f"game-{n}", sides=SIDES))
        record.add(ANN, *(UnitFielded(battle=battle, unit=one.id, game_unit=one.id) for one in everybody))
        record.add(ANN, BattleEnded(battle=battle))
        changes = tuple(change(one.id, experience=2, taken=1, lines=LINES) for one in everybody)
        report = Report(result=Result(winner="ra", margin="minor"), changes=changes)
        record.add(BOB, ReportMade(battle=battle, game=f"game-{n}", report=report))
        sign(record, battle)
    return record
