"""The laws of a campaign hold for any commands in any order; a refused command changes nothing."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import settings as within
from hypothesis import strategies as st

from rules.campaign.arbitrator_events import FiguresGranted, HonourAwarded, PointsAwarded, UnitStatusSet
from rules.campaign.battle_events import BattleBegun, BattleCalledOff, BattleEnded, UnitFielded, UnitWithdrawn
from rules.campaign.campaign import Campaign, CampaignEvent
from rules.campaign.fold import play_back, verify_entries, without_entry
from rules.campaign.people_events import CampaignRulingSet, MemberLeft, PlayerJoined, RosterHandedOver
from rules.campaign.reinforcements import Replaced
from rules.campaign.report import Report, Result, UnitChange
from rules.campaign.report_events import ReportDecided, ReportEdited, ReportMade, ReportReopened, ReportSigned
from rules.campaign.roster import Honour
from rules.campaign.roster_events import (
    Reinforced,
    UnitDismissed,
    UnitEnlisted,
    UnitRenamed,
    UnitRested,
    UnitTransferred,
)
from rules.campaign.standings import standings
from rules.kernel.errors import RulesError
from tests.rules.campaign.played import ANN, BOB, EVE, SIDES, Record, new_campaign, squad

WHO = st.sampled_from([ANN, BOB, EVE])
UNIT = st.sampled_from(["a1", "a2", "b1", "b2", "n1"])
ROSTER = st.sampled_from(["ra", "rb"])
BATTLE = st.sampled_from(["x", "y"])
FEW = st.integers(-2, 9)

CHANGE = st.builds(
    UnitChange,
    unit=UNIT,
    models=st.integers(-9, 2),
    recovering=st.integers(-1, 3),
    experience=st.integers(-3, 4),
    status=st.sampled_from([None, None, None, "captured", "lost", "recovering"]),
    misses=st.integers(0, 2),
    honours=st.sampled_from([(), (Honour(key="first_blood", battle="x"),)]),
)
RESULT = st.sampled_from([Result(), Result(winner="ra", margin="minor"), Result(winner="rb", margin="major")])
REPORT = st.builds(
    Report,
    result=RESULT,
    changes=st.lists(CHANGE, max_size=3).map(tuple),
    figures=st.dictionaries(ROSTER, FEW, max_size=2),
)


def _of(event: type[CampaignEvent], **fields: Any) -> st.SearchStrategy[CampaignEvent]:
    return st.builds(event, **fields)


EVENT: st.SearchStrategy[CampaignEvent] = st.one_of(
    _of(PlayerJoined, player=WHO, name=WHO, roster=st.sampled_from(["", "re"])),
    _of(MemberLeft, player=WHO),
    _of(RosterHandedOver, roster=ROSTER, player=WHO),
    _of(CampaignRulingSet, name=st.sampled_from(["unit_cap", "points_draw"]), value=FEW),
    _of(UnitEnlisted, unit=st.builds(squad, UNIT, ROSTER, FEW, experience=FEW), system=st.just("fubar")),
    _of(UnitRenamed, unit=UNIT, name=st.sampled_from(["Old", "New"])),
    _of(UnitRested, unit=UNIT, on=st.booleans()),
    _of(UnitDismissed, unit=UNIT),
    _of(UnitTransferred, unit=UNIT, roster=ROSTER),
    _of(UnitStatusSet, unit=UNIT, status=st.sampled_from(["fit", "lost", "captured"])),
    _of(Reinforced, unit=UNIT, figures=FEW),
    _of(Replaced, unit=UNIT, recruit=UNIT.map("n".__add__), name=st.sampled_from(["New", "Newer"])),
    _of(FiguresGranted, roster=ROSTER, figures=FEW),
    _of(HonourAwarded, unit=UNIT, honour=st.just(Honour(key="first_blood"))),
    _of(PointsAwarded, roster=ROSTER, points=FEW),
    _of(BattleBegun, battle=BATTLE, game=BATTLE.map("game-".__add__), sides=st.just(SIDES)),
    _of(UnitFielded, battle=BATTLE, unit=UNIT, game_unit=UNIT.map("u-".__add__)),
    _of(UnitFielded, battle=BATTLE, unit=UNIT, game_unit=UNIT.map("u-".__add__)),
    _of(UnitWithdrawn, battle=BATTLE, unit=UNIT),
    _of(BattleEnded, battle=BATTLE, over=st.sampled_from([True, True, False])),
    _of(BattleCalledOff, battle=BATTLE),
    _of(ReportMade, battle=BATTLE, game=BATTLE.map("game-".__add__), report=REPORT),
    _of(ReportMade, battle=BATTLE, game=BATTLE.map("game-".__add__), report=REPORT),
    _of(ReportEdited, battle=BATTLE, changes=st.lists(CHANGE, max_size=2).map(tuple), result=RESULT),
    _of(ReportDecided, battle=BATTLE, version=st.integers(1, 4)),
    _of(ReportReopened, battle=BATTLE),
)
SIGN = st.tuples(st.sampled_from([ANN, BOB]), BATTLE)
STEP = st.one_of(st.tuples(WHO, EVENT), st.tuples(st.just(ANN), EVENT), SIGN)
BEGIN = (
    (ANN, BattleBegun(battle="x", game="game-x", sides=SIDES)),
    (ANN, UnitFielded(battle="x", unit="a1", game_unit="u-a1")),
    (BOB, UnitFielded(battle="x", unit="b1", game_unit="u-b1")),
)


def is_accepted(record: Record, by: str, what: CampaignEvent | str) -> bool:
    """True if it was accepted; assert that a refused command has changed nothing."""
    before, event = record.campaign, what if isinstance(what, CampaignEvent) else _signature(record, by, what)
    if event is None:
        return False
    try:
        record.add(by, event)
    except RulesError:
        assert record.campaign is before
        return False
    hold(before, record.campaign, event)
    return True


def _signature(record: Record, by: str, battle: str) -> ReportSigned | None:
    """Return the signature of the present report."""
    report = record.campaign.battles[battle].report if battle in record.campaign.battles else None
    roster = record.campaign.roster_of_player(by)
    return (
        ReportSigned(battle=battle, roster=roster.id, player=by, version=report.version) if report and roster else None
    )


def hold(before: Campaign, after: Campaign, event: CampaignEvent) -> None:
    """The laws, after each step."""
    for unit in after.units.values():
        assert unit.experience >= 0
        assert unit.worth <= unit.experience
        assert 0 <= unit.models <= unit.full
        assert unit.recovering >= 0
        assert unit.models + unit.recovering <= unit.full
        assert unit.level == len(unit.since) or not unit.since or unit.level < len(unit.since)
        keys = [one.key for one in unit.honours]
        assert len(keys) == len(set(keys)), "at most one of a kind"
        fights = [one.id for one in after.battles.values() if one.open and one.has(unit.id)]
        assert len(fights) <= 1, "a unit is in one battle at most"
    assert all(roster.figures >= 0 for roster in after.rosters.values())
    players = [roster.player for roster in after.rosters.values() if roster.player]
    assert len(players) == len(set(players)), "one roster each"
    assert after.arbitrator in after.members
    settling = {one.id for one in after.battles.values() if one.settled_at == after.number}
    if isinstance(event, ReportMade | ReportEdited | ReportReopened | BattleEnded) or (
        isinstance(event, ReportSigned) and not settling
    ):
        assert after.units == before.units, "nothing changes unsigned"
        assert standings(after) == standings(before)


@within(max_examples=150, deadline=None)
@given(st.lists(STEP, max_size=40), st.data())
def test_any_sequence_and_any_accepted_undo_keep_the_laws(
    steps: list[tuple[str, CampaignEvent | str]], data: st.DataObject
) -> None:
    record = new_campaign()
    for by, what in (*BEGIN, *steps):
        is_accepted(record, by, what)
    assert play_back(record.entries) == record.campaign == verify_entries(record.entries)
    assert Campaign.model_validate_json(record.campaign.model_dump_json()) == record.campaign
    number = data.draw(st.integers(1, record.campaign.number))
    try:
        without = without_entry(record.entries, number, ANN)
    except RulesError:
        return
    last = record.entries[-1]
    undo = last.model_copy(update={"number": last.number + 1, "events": (), "undoes": number, "by": ANN})
    again = play_back([*record.entries, undo])
    assert (again.units, again.rosters, again.battles) == (without.units, without.rosters, without.battles)
    assert verify_entries([*record.entries, undo]) == again
