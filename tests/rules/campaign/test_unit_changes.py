"""The changes of a battle for one unit: lines, losses and experience, and the results of aftermath dice."""

from __future__ import annotations

from typing import Any

from rules.campaign.after_game import side_name
from rules.campaign.arbitrator_events import FiguresGranted
from rules.campaign.battle_record import UnitRecord
from rules.campaign.levels import MOST_EXPERIENCE
from rules.campaign.report import Report, ReportLine, ReportNeed, Result, UnitChange
from rules.campaign.report_events import ReportMade, ReportReopened
from rules.campaign.roster import Injury
from rules.campaign.roster_events import Reinforced, UnitEnlisted, UnitTransferred
from rules.campaign.unit_changes import Proposed, apply_outcome, note_if_gone, propose
from rules.game.game import Game
from rules.game.unit import Figure, Unit
from tests.rows import for_each
from tests.rules.campaign.played import (
    ANN,
    BOB,
    QUIET,
    Record,
    after_game,
    campaign_in_battle,
    change,
    expect_refusal,
    fight,
    new_campaign,
    report_battle,
    sign,
    squad,
)


def test_a_unit_that_never_came_has_not_fought() -> None:
    """It gets no experience, even from a victory, no honour, and no roll."""
    record, report = campaign_in_battle(), Report(result=Result(winner="ra", margin="major"), held_field="Red")
    here = after_game(record, "b", None)
    found = propose(here, report, here.unit("a1"), None)
    assert found.need is None
    assert found.change == change("a1", lines=(ReportLine(key="stayed_away"),))
    came = after_game(record, "b", UnitRecord(**QUIET))
    assert propose(came, report, came.unit("a1"), UnitRecord(**QUIET)).change.experience > 0


# Proposals for a unit

RED_WON = Report(result=Result(winner="ra", margin="minor"), held_field="Red")
BLUE_WON = Report(result=Result(winner="rb", margin="minor"), held_field="Blue")
DRAW = Report(result=Result())


def proposes(
    record: Record, report: Report = DRAW, system: str = "fubar", game: Game | None = None, **told: Any
) -> Proposed:
    """Return the proposal of battle b's report for a1, if the game records this of it."""
    one = UnitRecord(**{**QUIET, **told})
    here = after_game(record, "b", one, system, game)
    return propose(here, report, here.unit("a1"), one)


def signed_campaign(**more: Any) -> Record:
    """Return a campaign whose battle b was signed with this report of a1, and reopened."""
    record = campaign_in_battle()
    report_battle(record, change("a1", **more))
    sign(record)
    record.add(ANN, ReportReopened(battle="b"))
    return record


def lines_without_zero(found: UnitChange, *keys: str) -> list[ReportLine]:
    return [line for line in found.lines if not keys or line.key in keys]


def test_each_deed_is_a_line_with_its_number_its_entries_and_the_turn_of_the_first() -> None:
    told = {"given": 3, "destroyed": ("x",), "taken": 2, "by_hand": 1, "passed": 4, "failed": 1, "left": 6}
    shows = {"given": (3, 5), "destroyed": (5,), "taken": (30, 31), "passed": (7,), "objective": (40,), "alone": (9,)}
    found = proposes(campaign_in_battle(), RED_WON, **told, objectives=("Hill",), shows=shows)
    assert lines_without_zero(found.change) == [
        ReportLine(key="given", entries=(3, 5), values={"n": 3, "turn": 2}),
        ReportLine(key="destroyed", entries=(5,), values={"n": 1, "turn": 3}),
        ReportLine(key="taken", entries=(30, 31), values={"n": 2}),
        ReportLine(key="by_hand", values={"n": 1}),
        ReportLine(key="passed", entries=(7,), values={"n": 4, "turn": 4}),
        ReportLine(key="failed", values={"n": 1}),
        ReportLine(key="objective", entries=(40,), values={"n": 1}),
        ReportLine(key="experience", entries=(3, 5, 40), values={"gained": 4, "after": 4, "level": 1, "turn": 2}),
        ReportLine(key="level_up", values={"level": 1}),
        ReportLine(key="honour", entries=(9,), values={"honour": "stood_alone", "turn": 5, "turn_called": "turn"}),
    ]
    assert (found.change.given, found.change.taken, found.change.models) == (3, 2, -2)


@for_each(
    ("report", "told", "gained"),
    [
        (RED_WON, {}, 2),
        (BLUE_WON, {}, 1),
        (DRAW, {}, 1),
        (DRAW, {"given": 1}, 2),
        (DRAW, {"destroyed": ("x",)}, 2),
        (DRAW, {"objectives": ("Hill",)}, 2),
        (RED_WON, {"given": 1, "routed": True}, 0),
    ],
)
def test_experience_is_earned_by_deeds_and_by_victory(report: Report, told: dict[str, Any], gained: int) -> None:
    found = proposes(campaign_in_battle(), report, **told).change
    assert found.experience == gained
    assert [line.values["gained"] for line in lines_without_zero(found, "experience")] == [gained]
    assert lines_without_zero(found, "level_up", "diluted") == []
    assert [line.values for line in lines_without_zero(found, "routed")] == ([{"n": 1}] if told.get("routed") else [])


@for_each(("models", "left", "gone"), [(7, 0, False), (6, 1, False), (8, 0, True), (9, 0, True), (8, 1, False)])
def test_a_unit_without_figures_is_reported_as_wiped_out(models: int, left: int, gone: bool) -> None:
    """A recovering figure counts as left; what a signed report has changed already is not counted twice."""
    for record in (campaign_in_battle(), signed_campaign(models=-5, recovering=2)):
        here = after_game(record, "b", None)
        told = (ReportLine(key="taken"),)
        found = note_if_gone(here, here.unit("a1"), change("a1", models=-models, recovering=left, lines=told))
        assert [line.key for line in found.lines] == ["taken", *["wiped_out"] * gone]
        captured = change("a1", models=-8, status="captured")
        assert note_if_gone(here, here.unit("a1"), captured) == captured


def test_figures_lost_wait_for_the_dice_of_recovery() -> None:
    found = proposes(campaign_in_battle(), RED_WON, left=5, taken=3)
    assert found.need == ReportNeed(
        key="b:a1:recovery", unit="a1", action="recovery", facts={"lost": 3, "held_field": True, "medic": False}
    )
    assert (found.change.models, lines_without_zero(found.change, "casualties")) == (-3, [])
    other = proposes(campaign_in_battle(), BLUE_WON, left=5, taken=7, shows={"taken": (5, 6)})
    assert other.need is not None
    assert other.need.facts["held_field"] is False
    assert lines_without_zero(other.change, "casualties") == [
        ReportLine(key="casualties", entries=(5, 6), values={"n": 3, "turn": 3})
    ]
    assert proposes(campaign_in_battle(), taken=2).need is None


def test_no_more_figures_are_lost_than_the_unit_had() -> None:
    few = new_campaign()
    few.add(ANN, UnitEnlisted(unit=squad("few", "ra", 3, full=8), system="fubar"))
    fight(few, units=("few", "b1"))
    one = UnitRecord(**{**QUIET, "left": 0})
    here = after_game(few, "b", one)
    assert propose(here, DRAW, here.unit("few"), one).change.models == -3
    again = proposes(signed_campaign(models=-5), left=2)
    assert again.need is not None
    assert again.need.facts["lost"] == 6


def test_a_living_medic_of_its_own_side_helps() -> None:
    there = {"id": "m", "name": "M", "models": 1, "starting": 1, "profile": {}}
    for side, models, medic, helps in (
        ("Red", 1, True, True),
        ("Red", 1, False, False),
        ("Blue", 1, True, False),
        ("Red", 0, True, False),
    ):
        unit = Unit.model_validate({**there, "side": side, "models": models, "medic": medic})
        need = proposes(campaign_in_battle(), game=Game(number=40, units={"m": unit}), left=5).need
        assert need is not None
        assert need.facts["medic"] is helps


@for_each(
    ("wreck", "status", "misses", "line"),
    [("destroyed", "lost", 0, "wrecked"), ("disabled", "recovering", 1, "disabled")],
)
def test_a_vehicle_out_of_action_waits_for_the_dice_of_salvage(wreck: str, status: str, misses: int, line: str) -> None:
    for report, held in ((RED_WON, True), (BLUE_WON, False), (DRAW, False)):
        found = proposes(
            campaign_in_battle(), report, vehicle=True, wreck=wreck, left=0, taken=1, shows={"taken": (3,)}
        )
        assert "taken" in [one.key for one in found.change.lines]
        assert (found.change.models, found.change.status, found.change.misses) == (0, status, misses)
        assert lines_without_zero(found.change)[-1] == ReportLine(key=line, entries=(3,), values={"turn": 2})
        assert found.need is not None
        assert (found.need.key, found.need.facts) == ("b:a1:salvage", {"state": wreck, "held_field": held})
    whole = proposes(campaign_in_battle(), vehicle=True, left=0)
    assert (whole.change.status, whole.need) == (None, None)


# Experience, with recruits and of a battle that counts already


def recruited_campaign(experience: int, recruits: int, full: int = 8) -> Record:
    """a1 has learned so much before battle b; then so many recruits came."""
    record = new_campaign()
    record.add(
        ANN, UnitEnlisted(unit=squad("v", "ra", full - recruits, full=full, experience=experience), system="fubar")
    )
    record.add(ANN, FiguresGranted(roster="ra", figures=recruits))
    if recruits:
        record.add(ANN, Reinforced(unit="v", figures=recruits))
    fight(record, units=("v", "b1"))
    return record


def learns(record: Record, **told: Any) -> UnitChange:
    one = UnitRecord(**{**QUIET, **told})
    here = after_game(record, "b", one)
    return propose(here, DRAW, here.unit("v"), one).change


def test_recruits_dilute_earlier_experience_and_a_line_shows_it() -> None:
    found = learns(recruited_campaign(10, 2))
    assert lines_without_zero(found) == [
        ReportLine(key="diluted", values={"before": 10, "after": 7}),
        ReportLine(key="experience", values={"gained": 1, "after": 8, "level": 1}),
    ]
    assert found.experience == 1
    assert [line.key for line in learns(recruited_campaign(10, 0)).lines] == ["experience"]


@for_each(
    ("there", "recruits", "before", "now"),
    [
        ({"models": 1, "full": 1}, 1, 10, 0),
        ({"models": 4, "full": 8, "recovering": 2}, 2, 9, 6),
        ({"models": 100, "full": 100}, 10, 999, 899),
        ({"models": 2, "full": 8}, 5, 9, 0),
    ],
)
def test_a_recovering_figure_knows_as_much_as_the_others(
    there: dict[str, int], recruits: int, before: int, now: int
) -> None:
    record = new_campaign()
    unit = squad("v", "ra", **there, experience=before, recruits=recruits)
    record.add(ANN, UnitEnlisted(unit=unit, system="fubar"))
    fight(record, units=("v", "b1"))
    assert lines_without_zero(learns(record), "diluted") == [
        ReportLine(key="diluted", values={"before": before, "after": now})
    ]


def test_a_battle_is_read_again_though_a_later_one_has_no_survivors() -> None:
    record = signed_campaign()
    sign(record)
    fight(record, "c")
    report_battle(record, change("a1", models=-8), battle="c")
    sign(record, "c")
    assert proposes(record, RED_WON).change.experience == 2


def test_an_honour_is_of_the_turn_of_its_last_entry_where_it_was_won_at_one_moment() -> None:
    at_once = proposes(campaign_in_battle(), destroyed=("x", "y"), shows={"destroyed": (5, 7)}).change
    assert [line.values.get("turn") for line in lines_without_zero(at_once, "honour")] == [4]
    after_the_last_turn = proposes(campaign_in_battle(), destroyed=("x", "y"), shows={"destroyed": (5, 30)}).change
    assert [line.values for line in lines_without_zero(after_the_last_turn, "honour")] == [{"honour": "unit_breaker"}]
    shown_by_nothing = proposes(campaign_in_battle(), destroyed=("x", "y")).change
    assert [line.values for line in lines_without_zero(shown_by_nothing, "honour")] == [{"honour": "unit_breaker"}]
    over_time = proposes(campaign_in_battle(), shows={"fired_on": (2, 4, 6)}).change
    assert lines_without_zero(over_time, "honour") == [
        ReportLine(key="honour", entries=(2, 4, 6), values={"honour": "charmed"})
    ]


def test_a_level_is_shown_with_the_battle_that_brings_it() -> None:
    assert lines_without_zero(learns(recruited_campaign(9, 0)))[1:] == [ReportLine(key="level_up", values={"level": 2})]


def test_no_unit_learns_past_the_most() -> None:
    record = recruited_campaign(MOST_EXPERIENCE - 1, 0)
    assert learns(record, given=1).experience == 1
    nothing = learns(recruited_campaign(MOST_EXPERIENCE, 0), given=1)
    assert nothing.experience == 0
    assert [line.values["after"] for line in lines_without_zero(nothing, "experience")] == [MOST_EXPERIENCE]
    assert learns(recruited_campaign(MOST_EXPERIENCE, 2), given=1).experience == 2


def test_the_experience_of_a_counted_battle_is_shown_as_it_was_then() -> None:
    record = recruited_campaign(10, 2)
    report = Report(result=Result(), changes=(learns(record),))
    record.add(BOB, ReportMade(battle="b", game="game-b", report=report))
    sign(record)
    fight(record, "c", ("v", "b1"))
    report_battle(record, change("v", experience=3, models=-1), battle="c")
    sign(record, "c")
    record.add(ANN, FiguresGranted(roster="ra", figures=1))
    record.add(ANN, Reinforced(unit="v", figures=1))
    record.add(ANN, ReportReopened(battle="b"))
    assert (record.campaign.units["v"].experience, record.campaign.units["v"].recruits) == (11, 1)
    again = learns(record, given=1)
    assert again.experience == 2
    assert lines_without_zero(again, "diluted", "experience") == [
        ReportLine(key="diluted", values={"before": 10, "after": 7}),
        ReportLine(key="experience", values={"gained": 2, "after": 9, "level": 1}),
    ]


def test_a_signed_report_without_a_line_counts_from_the_present_experience() -> None:
    [line] = lines_without_zero(proposes(signed_campaign(experience=3), given=1).change, "experience")
    assert line.values == {"gained": 2, "after": 2, "level": 0}


# Results of aftermath dice


def falls(
    record: Record, outcome: dict[str, Any], report: Report = DRAW, system: str = "fubar", **more: Any
) -> UnitChange:
    """Return the change of a1 after such dice, of the campaign or with fates of the system."""
    of = system if "fate" not in outcome and "back" not in outcome else "campaign"
    report = report.put(change("a1", **more))
    return apply_outcome(
        after_game(record, "b", None, system), report, ReportNeed(key="n", unit="a1", action="x", of=of), outcome
    )


def test_figures_that_recover_are_away_and_those_lost_are_gone() -> None:
    fates: dict[str, Any] = {"back": 2, "recovering": 1, "lost": 3}
    found = falls(campaign_in_battle(), fates, models=-6, lines=(ReportLine(key="taken"),))
    lines = (ReportLine(key="taken"), ReportLine(key="recovery", values=fates))
    assert found == change("a1", models=-4, recovering=1, lines=lines)


@for_each(("fate", "status", "misses"), [("repaired", None, 0), ("misses_one", "recovering", 1), ("lost", "lost", 0)])
def test_a_vehicle_is_repaired_misses_a_battle_or_is_lost(fate: str, status: str | None, misses: int) -> None:
    found = falls(
        campaign_in_battle(), {"fate": fate}, status="recovering", misses=1, lines=(ReportLine(key="disabled"),)
    )
    lines = (ReportLine(key="disabled"), ReportLine(key="salvage", values={"fate": fate}))
    assert found == change("a1", status=status, misses=misses, lines=lines)


@for_each(
    ("report", "outcome", "expected"),
    [
        (DRAW, {"dead": 2, "unhurt": 1, "severe": 0}, {"models": -3, "lines": ["fates"]}),
        (DRAW, {"severe": 1}, {"models": -1, "hurt": ["severe"], "lines": ["fates", "not_captured"]}),
        (RED_WON, {"severe": 1}, {"models": -1, "hurt": ["severe"], "lines": ["fates"]}),
        (
            BLUE_WON,
            {"severe": 1, "minor": 1},
            {"models": -3, "hurt": ["severe", "minor"], "lines": ["fates", "captured"]},
        ),
        (BLUE_WON, {"dead": 1, "trivial": 1}, {"models": -2, "lines": ["fates"]}),
        (
            BLUE_WON,
            {"dead": 4, "major": 3},
            {"models": -5, "hurt": ["major"], "lines": ["fates", "captured"], "status": "captured"},
        ),
        (
            BLUE_WON,
            {"dead": 6, "major": 1},
            {"models": -7, "hurt": ["major"], "lines": ["fates", "captured"], "status": "captured"},
        ),
        (BLUE_WON, {"dead": 4, "major": 2}, {"models": -7, "hurt": ["major"], "lines": ["fates", "captured"]}),
        (BLUE_WON, {"passed": 3}, {"models": -1, "lines": []}),
    ],
)
def test_fates_of_the_systems_own(report: Report, outcome: dict[str, int], expected: dict[str, Any]) -> None:
    """One of the eight was lost before: the dead are lost, and the enemy who holds the field captures the wounded."""
    found = falls(campaign_in_battle(), outcome, report, "bayonet", models=-1)
    hurt = [injury.key for injury in found.injuries]
    told = {"models": found.models, "hurt": hurt, "lines": [line.key for line in found.lines], "status": found.status}
    assert told == {"hurt": [], "status": None, **expected}


def test_captured_figures_are_listed_after_the_earlier_lines() -> None:
    taken = ReportLine(key="taken")
    found = falls(campaign_in_battle(), {"severe": 1, "minor": 1}, BLUE_WON, "bayonet", lines=(taken,))
    fates = ReportLine(key="fates", values={"severe": 1, "minor": 1})
    assert found.lines == (taken, fates, ReportLine(key="captured", values={"n": 2}))


def test_an_injury_lasts_as_many_battles_as_its_modifier() -> None:
    before = Injury(key="old", modifier=-1)
    found = falls(campaign_in_battle(), {"major": 1, "unhurt": 2}, RED_WON, "bayonet", injuries=(before,))
    assert found.injuries == (before, Injury(key="major", modifier=-2, battles=2))
    assert lines_without_zero(found) == [ReportLine(key="fates", values={"major": 1, "unhurt": 2})]


def test_a_whole_unit_is_captured_only_with_all_that_stood_in_it_before_the_battle() -> None:
    assert falls(signed_campaign(models=-3), {"dead": 5, "severe": 3}, BLUE_WON, "bayonet").status == "captured"
    assert falls(signed_campaign(models=-3), {"dead": 5, "severe": 2}, BLUE_WON, "bayonet").status is None


def test_dice_of_a_system_without_fates_change_nothing() -> None:
    assert falls(campaign_in_battle(), {"dead": 3}, BLUE_WON) == change("a1")


def test_fates_that_the_table_has_rolled_are_read_and_the_rest_is_rolled_for() -> None:
    known = proposes(campaign_in_battle(), BLUE_WON, "bayonet", left=5, fates={"dead": 2, "minor": 1}).change
    assert (known.models, [one.key for one in known.injuries]) == (-3, ["minor"])
    for fates, open_fates in (({}, 3), ({"dead": 2}, 1), ({"dead": 2, "unhurt": 1}, 1), ({"dead": 3}, 0)):
        need = proposes(campaign_in_battle(), BLUE_WON, "bayonet", left=5, fates=fates).need
        if open_fates == 0:
            assert need is None
        else:
            assert need == ReportNeed(
                key="b:a1:afterwards", unit="a1", action="afterwards", facts={"downed": open_fates}, of="bayonet"
            )
    open_still = proposes(campaign_in_battle(), DRAW, "bayonet", start=9, left=0, fates={"dead": 8})
    assert open_still.need is not None
    assert lines_without_zero(open_still.change, "wiped_out") == []
    gone = proposes(campaign_in_battle(), DRAW, "bayonet", left=0, fates={"dead": 8}).change
    assert [line.key for line in gone.lines][-1] == "wiped_out"


# Who it was


def test_a_unit_is_of_the_roster_that_it_fought_for() -> None:
    record = signed_campaign()
    sign(record)
    record.add(ANN, UnitTransferred(unit="a1", roster="rb"))
    here = after_game(record, "b", None)
    assert (here.unit("a1").roster, here.unit("a2").roster, here.unit("b1").roster) == ("ra", "ra", "rb")
    assert [(side.roster, unit.id, told) for side, unit, told in here.units()] == [
        ("ra", "a1", None),
        ("rb", "b1", None),
    ]


def test_a_roster_that_stayed_at_home_has_played_no_side() -> None:
    battle = campaign_in_battle().campaign.battles["b"]
    assert (side_name(battle, "ra"), side_name(battle, "rb")) == ("Red", "Blue")
    expect_refusal("was not in this battle", lambda: side_name(battle, "zz"))


@for_each(("survived", "others"), [(True, "figure_stands"), (False, "figure_down")])
def test_named_figures_fall_or_share_the_fate_of_their_unit(survived: bool, others: str) -> None:
    figures = (Figure(name="Cid", fell=2), Figure(name="Dot"))
    left = 8 if survived else 0
    found = proposes(campaign_in_battle(), figures=figures, survived=survived, left=left).change
    told = [(line.key, line.values) for line in found.lines if line.key.startswith("figure")]
    assert told == [("figure_fell", {"figure": "Cid"}), (others, {"figure": "Dot"})]
    assert found.figures == figures
