"""The effects of a signed report: losses, experience, healing; after reopening, only the differences."""

from __future__ import annotations

from rules.campaign.arbitrator_events import FiguresGranted, UnitStatusSet
from rules.campaign.battle_events import BattleBegun, BattleCalledOff, BattleEnded, UnitFielded
from rules.campaign.people_events import CampaignRulingSet
from rules.campaign.report import Report, ReportNeed, Result, UnitChange
from rules.campaign.report_events import (
    AftermathRolled,
    ReportEdited,
    ReportMade,
    ReportReopened,
    ReportSigned,
)
from rules.campaign.roster import CampaignUnit, Honour, Injury
from rules.campaign.roster_events import LevelChosen, Reinforced, UnitEnlisted
from rules.game.unit import Figure
from tests.rows import for_each
from tests.rules.campaign.played import (
    ANN,
    BOB,
    SIDES,
    Record,
    change,
    fight,
    new_campaign,
    report_battle,
    sign,
    squad,
)


def unit(record: Record, id: str) -> CampaignUnit:
    return record.campaign.units[id]


def next_battle(record: Record, battle: str, *units: str) -> None:
    """Fight another battle without losses."""
    fight(record, battle, units)
    report_battle(record, battle=battle, result=Result())
    sign(record, battle)


def test_figures_that_recover_miss_the_next_battle() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-3, recovering=2))
    sign(record)
    assert (unit(record, "a1").models, unit(record, "a1").recovering) == (5, 2)
    next_battle(record, "c", "a2", "b2")
    assert (unit(record, "a1").models, unit(record, "a1").recovering) == (7, 0)


def test_a_unit_that_is_all_recovering_misses_one_battle_and_is_fit_again() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-8, recovering=1))
    sign(record)
    assert (unit(record, "a1").status, unit(record, "a1").misses) == ("recovering", 1)
    next_battle(record, "c", "a2", "b2")
    assert (unit(record, "a1").status, unit(record, "a1").models) == ("fit", 1)


def test_a_destroyed_unit_is_lost_and_a_captured_one_stays_captured() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-8, experience=2), change("b1", status="captured"))
    sign(record)
    next_battle(record, "c", "a2", "b2")
    assert [unit(record, id).status for id in ("a1", "b1")] == ["lost", "captured"]
    assert unit(record, "a1") not in record.campaign.units_of_roster("ra")
    record.add(ANN, UnitStatusSet(unit="b1", status="fit"))
    assert unit(record, "b1").models == 8


def test_recruits_dilute_the_experience_of_a_unit() -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("v", "ra", 6, full=8, experience=9), system="fubar"))
    record.add(ANN, FiguresGranted(roster="ra", figures=2))
    record.add(ANN, Reinforced(unit="v", figures=2))
    assert (unit(record, "v").worth, unit(record, "v").level, record.campaign.rosters["ra"].figures) == (6, 1, 0)
    fight(record, units=("v", "b1"))
    report_battle(record, change("v", experience=4))
    sign(record)
    veteran = unit(record, "v")
    assert (veteran.experience, veteran.recruits, veteran.level, veteran.since) == (10, 0, 2, {1: 1, 2: 1})
    record.add(ANN, LevelChosen(unit="v", level=2, trait="wpn", options=("wpn", "trn")))
    assert unit(record, "v").choices == {2: "wpn"}


def test_so_many_recruits_that_a_level_is_lost() -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("v", "ra", 4, full=8, experience=5), system="fubar"))
    record.add(ANN, FiguresGranted(roster="ra", figures=4))
    assert unit(record, "v").level == 1
    record.add(ANN, Reinforced(unit="v", figures=4))
    assert unit(record, "v").level == 0


def test_figures_that_are_not_placed_before_the_next_battle_are_gone() -> None:
    record = new_campaign()
    record.add(ANN, FiguresGranted(roster="ra", figures=3))
    fight(record)
    assert record.campaign.rosters["ra"].figures == 0


def test_injuries_heal_by_the_ruling() -> None:
    for ruling, left in (("any", ()), ("missed", (1,))):
        record = new_campaign()
        record.add(ANN, CampaignRulingSet(name="injury_heals", value=ruling))
        fight(record)
        report_battle(record, change("a1", injuries=(Injury(key="minor", modifier=-1, battles=1),)))
        sign(record)
        assert [one.battle for one in unit(record, "a1").injuries] == ["b"]
        next_battle(record, "c", "a1", "b2")
        assert tuple(one.battles for one in unit(record, "a1").injuries) == left
        next_battle(record, "d", "a2", "b2")
        assert unit(record, "a1").injuries == ()


def test_a_unit_in_another_battle_at_the_time_has_missed_none() -> None:
    record = new_campaign()
    fight(record)
    hurt = {"injuries": (Injury(key="minor", modifier=-1, battles=1),), "models": -2, "recovering": 2}
    report_battle(record, change("a1", **hurt))
    sign(record)
    record.add(ANN, BattleBegun(battle="c", game="game-c", sides=SIDES))
    record.add(ANN, UnitFielded(battle="c", unit="a1", game_unit="u-a1"))
    before = unit(record, "a1")
    next_battle(record, "d", "a2", "b2")
    assert unit(record, "a1") == before


def test_edits_are_kept_and_void_signatures() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-2))
    record.add(BOB, ReportSigned(battle="b", roster="rb", player=BOB, version=1))
    record.add(ANN, ReportEdited(battle="b", changes=(change("a1", models=-1),)))
    battle = record.campaign.battles["b"]
    assert battle.report is not None
    assert (battle.signed, battle.report.version) == ({}, 2)
    [edit] = battle.report.edits
    assert (edit.by, edit.was, edit.now) == (ANN, change("a1", models=-2), change("a1", models=-1))
    sign(record)
    assert unit(record, "a1").models == 7


def test_dice_have_to_be_rolled_before_the_first_signature() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-2), needs=(ReportNeed(key="n", unit="a1", action="recovery"),))
    outcome = {"back": 1, "recovering": 0, "lost": 1}
    record.add(ANN, AftermathRolled(battle="b", need="n", outcome=outcome, change=change("a1", models=-1)))
    assert unit(record, "a1").models == 8
    sign(record)
    assert unit(record, "a1").models == 7


def test_a_reopened_report_changes_only_the_differences() -> None:
    record = new_campaign()
    won = (Honour(key="first_blood", battle="b"),)
    fight(record)
    report_battle(
        record, change("a1", models=-2, experience=3, honours=won), change("b1", models=-8), figures={"rb": 5}
    )
    sign(record)
    next_battle(record, "c", "a1", "b2")
    record.add(ANN, ReportReopened(battle="b"))
    before = record.campaign.units
    corrected = (change("a1", models=-1, experience=1), change("b1", models=-6))
    record.add(BOB, ReportEdited(battle="b", changes=corrected, figures={"rb": 4}))
    assert record.campaign.units == before, "nothing changes unsigned"
    sign(record)
    a1, b1 = unit(record, "a1"), unit(record, "b1")
    assert (a1.models, a1.experience, a1.honours) == (7, 1, ())
    assert (b1.models, b1.status) == (2, "fit")
    assert [deed.key for deed in a1.history] == ["enlisted", "fought", "amended"]
    assert record.campaign.battles["b"].settled_at == record.campaign.number


def test_reopened_and_signed_as_it_was_changes_nothing() -> None:
    record = new_campaign()
    fight(record)
    report_battle(
        record, change("a1", models=-3, recovering=2, experience=3), change("b1", status="recovering", misses=1)
    )
    sign(record)
    before = record.campaign.units
    record.add(ANN, ReportReopened(battle="b"))
    sign(record)
    assert record.campaign.units == before


def test_a_game_that_goes_on_makes_a_new_report() -> None:
    record = new_campaign()
    fight(record)
    record.add(ANN, BattleEnded(battle="b", over=False))
    assert record.campaign.battles["b"].stage == "fighting"
    record.add(ANN, BattleEnded(battle="b"))
    report_battle(record, change("a1", models=-2))
    record.add(BOB, ReportSigned(battle="b", roster="rb", player=BOB, version=1))
    record.add(ANN, BattleEnded(battle="b", over=False))
    record.add(ANN, BattleEnded(battle="b"))
    record.add(ANN, ReportMade(battle="b", game="game-b", report=Report(result=Result())))
    battle = record.campaign.battles["b"]
    assert battle.report is not None
    assert (battle.signed, battle.report.version) == ({}, 2)


def test_a_battle_called_off_lets_its_units_go() -> None:
    record = new_campaign()
    fight(record)
    record.add(ANN, BattleCalledOff(battle="b"))
    assert {one.id for one in record.campaign.fit("ra")} == {"a1", "a2"}
    assert record.campaign.settled_battles() == ()


def test_figures_that_were_not_placed_are_gone_with_the_battle_unless_it_is_called_off() -> None:
    record = new_campaign()
    record.add(ANN, FiguresGranted(roster="ra", figures=3))
    fight(record)
    assert record.campaign.rosters["ra"].figures == 0
    record.add(ANN, BattleCalledOff(battle="b"))
    assert record.campaign.rosters["ra"].figures == 3


def test_calling_off_a_battle_does_not_return_figures_that_a_correction_removed() -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, figures={"ra": 5})
    sign(record)
    record.add(ANN, BattleBegun(battle="c", game="game-c", sides=SIDES))
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", figures={"ra": 3}))
    report = record.campaign.battles["b"].report
    assert report is not None
    assert [one.figures for one in report.edits] == [({"ra": 5}, {"ra": 3})]
    sign(record)
    assert record.campaign.rosters["ra"].figures == 0
    record.add(ANN, BattleCalledOff(battle="c"))
    assert record.campaign.rosters["ra"].figures == 3


# Back from lost


def corrected(record: Record, battle: str, *changes: UnitChange) -> None:
    """The report of a battle opened again, edited and signed."""
    record.add(ANN, ReportReopened(battle=battle))
    record.add(ANN, ReportEdited(battle=battle, changes=changes))
    sign(record, battle)


def strength(record: Record, id: str = "a1") -> tuple[int, int, str]:
    one = unit(record, id)
    return one.models, one.recovering, one.status


def lose_battle(record: Record, battle: str, *changes: UnitChange) -> None:
    fight(record, battle)
    report_battle(record, *changes, battle=battle)
    sign(record, battle)


@for_each(
    ("now", "expected"),
    [
        ({"models": -7}, (1, 0, "fit")),
        ({"models": -8, "recovering": 2}, (0, 2, "recovering")),
        ({"models": -7, "recovering": 1}, (1, 1, "fit")),
        ({"models": -8, "experience": 1}, (0, 0, "lost")),
    ],
)
def test_a_lost_unit_comes_back_with_those_who_stand_or_recover(
    now: dict[str, int], expected: tuple[int, int, str]
) -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-8))
    assert strength(record) == (0, 0, "lost")
    corrected(record, "b", change("a1", **now))
    assert strength(record) == expected


def test_a_unit_back_from_lost_without_standing_figures_misses_the_next_battle() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-8))
    corrected(record, "b", change("a1", models=-8, recovering=2))
    assert unit(record, "a1").misses == 1
    assert unit(record, "a1") not in record.campaign.fit("ra")
    next_battle(record, "c", "a2", "b2")
    assert (*strength(record), unit(record, "a1").misses) == (2, 0, "fit", 0)


def test_a_unit_without_recovering_figures_is_lost() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-8, recovering=2))
    assert strength(record) == (0, 2, "recovering")
    corrected(record, "b", change("a1", models=-8))
    assert strength(record) == (0, 0, "lost")


def test_a_unit_of_which_some_stand_after_all_misses_nothing() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-8, recovering=2))
    corrected(record, "b", change("a1", models=-7, recovering=1))
    assert (*strength(record), unit(record, "a1").misses) == (1, 1, "fit", 0)
    corrected(record, "b", change("a1", models=-7, recovering=1, status="recovering", misses=2))
    assert (*strength(record), unit(record, "a1").misses) == (1, 1, "recovering", 2)


def test_a_correction_to_none_left_brings_no_figure_back() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-8, recovering=1))
    next_battle(record, "c", "a2", "b2")
    lose_battle(record, "d", change("a1", models=-1))
    assert strength(record) == (0, 0, "lost")
    corrected(record, "b", change("a1", models=-7))
    assert strength(record) == (0, 0, "lost")


def test_correcting_an_earlier_battle_does_not_restore_the_losses_of_a_later_one() -> None:
    record = new_campaign()
    lose_battle(record, "b", change("a1", models=-2))
    lose_battle(record, "c", change("a1", status="lost"))
    corrected(record, "b", change("a1", models=-1))
    assert strength(record) == (7, 0, "lost")
    corrected(record, "c", change("a1"))
    assert strength(record) == (7, 0, "fit")


# Figures that a correction removes


@for_each(("now", "waiting", "home"), [(5, 0, 5), (4, 0, 4), (3, 0, 3), (0, 0, 0), (6, 1, 6)])
def test_a_correction_takes_back_exactly_the_figures_that_are_fewer(now: int, waiting: int, home: int) -> None:
    """All five wait, unplaced, in a battle that is being fought."""
    record = new_campaign()
    fight(record)
    report_battle(record, figures={"ra": 5})
    sign(record)
    record.add(ANN, BattleBegun(battle="c", game="game-c", sides=SIDES))
    record.add(ANN, ReportReopened(battle="b"))
    record.add(BOB, ReportEdited(battle="b", result=Result(), figures={"ra": now}))
    sign(record)
    assert record.campaign.rosters["ra"].figures == waiting
    record.add(ANN, BattleCalledOff(battle="c"))
    assert record.campaign.rosters["ra"].figures == home


@for_each(("placed", "now", "left"), [(0, 3, 3), (2, 3, 1), (2, 2, 0), (4, 3, 0)])
def test_figures_that_were_placed_already_are_not_owed(placed: int, now: int, left: int) -> None:
    record = new_campaign()
    fight(record)
    report_battle(record, change("a1", models=-6), figures={"ra": 5})
    sign(record)
    if placed:
        record.add(ANN, Reinforced(unit="a1", figures=placed))
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", figures={"ra": now}))
    sign(record)
    assert record.campaign.rosters["ra"].figures == left


# The battle that brought a level


def test_a_level_is_of_the_battle_that_brought_it_whatever_is_fought_later() -> None:
    record = new_campaign()
    told: list[dict[int, int]] = []
    for battle, experience in (("b", 4), ("c", 3), ("d", 3), ("e", 4), ("f", 4)):
        lose_battle(record, battle, change("a1", experience=experience))
        told.append(unit(record, "a1").since)
    assert told == [{1: 1}, {1: 1}, {1: 1, 2: 3}, {1: 1, 2: 3}, {1: 1, 2: 3, 3: 5}]


def test_a_level_of_before_the_campaign_is_of_the_first_battle() -> None:
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("v", "ra", experience=9), system="fubar"))
    told: list[dict[int, int]] = []
    for battle in ("b", "c"):
        fight(record, battle, ("v", "b1"))
        report_battle(record, change("v", experience=battle == "c"), battle=battle)
        sign(record, battle)
        told.append(unit(record, "v").since)
    assert told == [{1: 1}, {1: 1, 2: 2}]


def test_a_corrected_later_battle_takes_no_level_from_the_one_that_brought_it() -> None:
    record = new_campaign()
    for battle, experience in (("b", 4), ("c", 3)):
        lose_battle(record, battle, change("a1", experience=experience))
    corrected(record, "c", change("a1", experience=4))
    assert (unit(record, "a1").experience, unit(record, "a1").since) == (8, {1: 1})


def test_a_report_that_is_signed_again_heals_no_unit_a_second_time() -> None:
    """A unit misses battles, and not signatures."""
    record = new_campaign()
    record.add(ANN, UnitStatusSet(unit="a2", status="recovering", misses=2))
    fight(record)
    report_battle(record, change("a1", models=-2))
    sign(record)
    assert record.campaign.units["a2"].misses == 1
    record.add(ANN, ReportReopened(battle="b"))
    sign(record)
    assert (record.campaign.units["a2"].status, record.campaign.units["a2"].misses) == ("recovering", 1)


def test_an_injury_that_a_correction_leaves_as_it_was_goes_on_healing() -> None:
    record = new_campaign()
    fight(record)
    hurt = Injury(key="arm", modifier=-1, battles=3)
    report_battle(record, change("a1", injuries=(hurt,)))
    sign(record)
    fight(record, "c", ("a2", "b2"))
    report_battle(record, battle="c")
    sign(record, "c")
    assert [one.battles for one in unit(record, "a1").injuries] == [2]
    record.add(ANN, ReportReopened(battle="b"))
    record.add(BOB, ReportEdited(battle="b", changes=(change("a1", models=-1, injuries=(hurt,)),)))
    sign(record)
    assert (unit(record, "a1").models, [one.battles for one in unit(record, "a1").injuries]) == (7, [2])


def test_named_figures_of_a_report_replace_those_of_that_name() -> None:
    """Those that a corrected report no longer names are gone with it."""
    cid, dot, eli = Figure(name="Cid"), Figure(name="Dot"), Figure(name="Eli")
    record = new_campaign()
    record.add(ANN, UnitEnlisted(unit=squad("a9", "ra", figures=(cid, dot)), system="fubar"))
    fight(record, units=("a9", "b1"))
    fallen = Figure(name="cid", fell=3)
    report_battle(record, change("a9", figures=(fallen, eli)))
    sign(record)
    assert unit(record, "a9").figures == (dot, fallen, eli)
    corrected(record, "b", change("a9", figures=(fallen,)))
    assert unit(record, "a9").figures == (dot, fallen)
