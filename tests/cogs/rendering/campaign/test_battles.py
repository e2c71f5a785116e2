"""Battles of a campaign in words: their list, the next step, and a report with its edits."""

from __future__ import annotations

from typing import Any

from bot.game.people import OPPONENT
from cogs.rendering.campaign.battles import (
    SHOWN,
    action_title,
    battle_lines,
    battle_start_lines,
    can_fight,
    next_step_text,
    report_lines,
)
from cogs.rendering.text import Reader
from data.texts import language
from rules.campaign.battle_events import BattleBegun, BattleCalledOff, BattleEnded
from rules.campaign.campaign import Campaign
from rules.campaign.people_events import MemberLeft, PlayerJoined, RosterHandedOver
from rules.campaign.report import Report, ReportEdit, ReportNeed, Result, UnitChange
from rules.campaign.report_events import ReportDecided, ReportEdited, ReportMade, ReportSigned
from rules.campaign.roster import Injury
from rules.campaign.roster_events import UnitEnlisted
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.campaign.played import (
    ANN,
    BOB,
    EVE,
    SIDES,
    Record,
    campaign_in_battle,
    change,
    fight,
    new_campaign,
    report_battle,
    sign,
    squad,
)
from tests.rules.campaign.test_fielding import campaign_after_one_battle

WORDS = Reader(language("en"))


def test_each_battle_has_a_line_with_its_sides_its_prize_its_scenario_and_its_stage() -> None:
    record = new_campaign()
    assert battle_lines(WORDS, record.campaign) == ["No battle yet. Start one: `/campaign battle start`."]
    for id, result in (
        ("b1", Result(winner="ra", margin="major")),
        ("b2", Result(winner="rb", margin="minor")),
        ("b3", Result()),
    ):
        fight(record, id, scenario="The *ford*" if id == "b1" else "")
        report_battle(record, battle=id, result=result)
        sign(record, id)
    fight(record, "b4", ("a1", "b1"))
    report_battle(record, battle="b4")
    fight(record, "b5", ("a2", "b2"))
    record.add(ANN, BattleBegun(battle="b6", game="six", sides=SIDES))
    record.add(ANN, BattleBegun(battle="b7", game="seven", sides=SIDES))
    record.add(ANN, BattleCalledOff(battle="b7"))
    assert battle_lines(WORDS, record.campaign) == [
        "Battle 1: Ann against Bob · The \\*ford\\* · Major victory: Ann",
        "Battle 2: Ann against Bob · Minor victory: Bob",
        "Battle 3: Ann against Bob · Draw",
        "Battle 4: Ann against Bob · reported, not signed yet",
        "Battle 5: Ann against Bob · over, no report yet",
        "Battle 6: Ann against Bob · being played",
        "Battle 7: Ann against Bob · called off",
    ]


def test_of_many_battles_the_last_thirty_are_listed() -> None:
    record = new_campaign()
    for nth in range(1, SHOWN + 2):
        record.add(ANN, BattleBegun(battle=f"b{nth}", game=f"g{nth}", sides=SIDES))
        if nth == SHOWN:
            lines = battle_lines(WORDS, record.campaign)
            assert len(lines) == 30
            assert lines[0] == "Battle 1: Ann against Bob · being played"
    first, second, *_, last = battle_lines(WORDS, record.campaign)
    assert (first, second) == ("The last 30 of 31:", "Battle 2: Ann against Bob · being played")
    assert last == "Battle 31: Ann against Bob · being played"


def test_the_beginning_of_a_battle_names_the_attacker_and_the_player_and_units_of_each_roster() -> None:
    record = new_campaign()
    fight(record, "b", ("a1", "b1", "b2"), attacker="rb", scenario="The ford")
    campaign = record.campaign
    assert battle_start_lines(WORDS, campaign, campaign.battles["b"]) == [
        "Bob attacks · The ford",
        "Ann (Ann): 1 unit · Bob (Bob): 2 units",
    ]
    record.add(BOB, MemberLeft(player=BOB))
    assert battle_start_lines(WORDS, record.campaign, campaign.battles["b"])[1] == "Ann (Ann): 1 unit · Bob: 2 units"


def test_the_panel_of_a_campaign_names_the_next_step_at_each_stage() -> None:
    def next_step() -> str:
        return ENGLISH(next_step_text(record.campaign))

    choose = "Tap **Next battle** and choose the enemy."
    record = Record()
    record.campaign = Campaign(id="c", name="C", system="fubar", arbitrator=ANN)
    assert next_step() == "All players: tap **Join** and choose a force."
    record.add(ANN, PlayerJoined(player=ANN, name="Ann", roster="ra", side="red"))
    assert next_step() == "One more player: tap **Join** and choose a force."
    record.add(BOB, PlayerJoined(player=BOB, name="Bob", roster="rb", side="blue"))
    assert next_step() == "Ann and Bob: tap **My roster** and choose a force."
    assert not can_fight(record.campaign)
    record.add(ANN, UnitEnlisted(unit=squad("a1", "ra"), system="fubar"))
    assert next_step() == "Bob: tap **My roster** and choose a force."
    assert not can_fight(record.campaign)
    record.add(BOB, UnitEnlisted(unit=squad("b1", "rb"), system="fubar"))
    assert next_step() == choose
    assert can_fight(record.campaign)
    fight(record, "b1")
    assert next_step() == choose
    report_battle(record, change("a1", models=-2), battle="b1", figures={"ra": 1, "rb": 3})
    assert next_step() == "The report of battle 1 needs signatures: tap **Report**."
    sign(record, "b1")
    assert next_step() == f"Place recruits first under **My roster**: Ann 1. {choose}"
    for nth in (2, 3):
        record.add(ANN, BattleBegun(battle=f"b{nth}", game=f"game-b{nth}", sides=SIDES))
    assert next_step() == "Battle 3 is being played. Its report is made when the game ends."
    for nth in (2, 3):
        record.add(ANN, BattleEnded(battle=f"b{nth}"))
        report_battle(record, battle=f"b{nth}")
    assert next_step() == "The reports of battles 2 and 3 need signatures: tap **Report**."
    record.campaign = record.campaign.with_changes(over=True)
    assert next_step() == "The campaign is over."


def test_a_roster_without_a_player_does_not_count_for_the_next_step() -> None:
    record = new_campaign()
    record.add(BOB, MemberLeft(player=BOB))
    assert ENGLISH(next_step_text(record.campaign)) == "One more player: tap **Join** and choose a force."
    assert not can_fight(record.campaign)


def test_recruits_of_a_roster_without_a_player_hold_up_no_battle() -> None:
    record = new_campaign()
    record.add(EVE, PlayerJoined(player=EVE, name="Eve", roster="rc", side="green"))
    record.add(EVE, UnitEnlisted(unit=squad("c1", "rc"), system="fubar"))
    fight(record, "b")
    report_battle(record, change("b1", models=-2), figures={"rb": 1})
    sign(record)
    choose = "Tap **Next battle** and choose the enemy."
    assert ENGLISH(next_step_text(record.campaign)) == f"Place recruits first under **My roster**: Bob 1. {choose}"
    record.add(BOB, MemberLeft(player=BOB))
    assert ENGLISH(next_step_text(record.campaign)) == choose


def test_the_force_of_the_bot_is_chosen_by_the_players() -> None:
    record = new_campaign()
    record.add(ANN, PlayerJoined(player=OPPONENT.id, name=OPPONENT.name, roster="rc", side="green"))
    assert ENGLISH(next_step_text(record.campaign)) == "Choose a force for Adjutant, here or under **My roster**."
    record.add(ANN, UnitEnlisted(unit=squad("c1", "rc"), system="fubar"))
    assert ENGLISH(next_step_text(record.campaign)) == "Tap **Next battle** and choose the enemy."


def test_a_ladder_that_is_won_can_be_ended() -> None:
    record = new_campaign(shape="ladder", steps=3)
    fight(record)
    report_battle(record)
    sign(record)
    assert ENGLISH(next_step_text(record.campaign)) == (
        "red has already won the ladder: this battle does not move it. "
        "The arbitrator can end the campaign: `/campaign end`."
    )


def reported(*changes: UnitChange, **more: Any) -> Record:
    record = campaign_in_battle()
    report_battle(record, *changes, **more)
    return record


def lines_of(record: Record) -> list[str]:
    return report_lines(WORDS, record.campaign, record.campaign.battles["b"])


SIGN = "Ann and Bob: read the report and tap **Sign**. Nothing counts until then."
UNSIGNED = "Signed: ☐ Ann · ☐ Bob"
QUIET = [
    "No side held the field.",
    "**Ann** · 0 recruits",
    "• Squad a1: **no change**",
    "**Bob** · 0 recruits",
    "• Squad b1: **no change**",
]


def test_there_is_no_report_while_a_battle_is_fought() -> None:
    assert lines_of(campaign_in_battle()) == ["No report yet. It is made when the game ends."]


@for_each(
    ("result", "said"),
    [
        (("ra", "minor", "named"), "**Minor victory: Ann** (named when the game ended)"),
        (("rb", "minor", "ahead"), "**Minor victory: Bob** (no winner named: ahead on victory points)"),
        (("rb", "major", "ahead"), "**Major victory: Bob** (no winner named: won by the victory conditions)"),
        (("rb", "major", "named"), "**Major victory: Bob** (named when the game ended)"),
        ((None, "draw", "nobody"), "**Draw** (no winner named, no side ahead)"),
        (("ra", "major", "edited"), "**Major victory: Ann** (edited)"),
        ((None, "draw", "of a later release"), "**Draw**"),
    ],
)
def test_a_report_begins_with_its_result_and_where_it_comes_from(result: Any, said: str) -> None:
    winner, margin, why = result
    record = reported(result=Result(winner=winner, margin=margin, why=why))
    assert lines_of(record) == [SIGN, said, *QUIET, UNSIGNED]


def test_a_report_shows_the_changes_of_each_unit_and_who_has_signed() -> None:
    hurt = Injury(key="severe", modifier=-1, battles=1)
    record = reported(
        change("a1", models=-2, recovering=1, experience=3, injuries=(hurt,), status="captured", misses=2),
        change("b1", misses=1),
        held_field="Blue",
        figures={"ra": 1, "rb": 2},
    )
    changes = [
        "**Minor victory: Ann**",
        "Bob held the field.",
        "**Ann** · 1 recruit",
        "• Squad a1: **figures −2, recovering +1, experience +3, severe −1, captured, misses 2 battles**",
        "**Bob** · 2 recruits",
        "• Squad b1: **misses 1 battle**",
    ]
    assert lines_of(record) == [SIGN, *changes, UNSIGNED]
    record.add(ANN, ReportSigned(battle="b", roster="ra", player=ANN, version=1))
    left = "Bob: read the report and tap **Sign**. Nothing counts until then."
    assert lines_of(record) == [left, *changes, "Signed: ☑ Ann · ☐ Bob"]
    record.add(BOB, ReportSigned(battle="b", roster="rb", player=BOB, version=1))
    assert lines_of(record) == ["☑ Signed. It counts.", *changes]


def test_units_with_equal_changes_and_equal_dice_share_a_line() -> None:
    record = new_campaign()
    fight(record, "b", ("a1", "a2", "b1", "b2"))
    facts: dict[str, Any] = {"key": "k", "action": "recovery", "of": "campaign"}
    report_battle(
        record,
        change("a1", models=-1),
        change("a2", models=-1),
        needs=(ReportNeed(unit="b1", **facts), ReportNeed(unit="b2", **{**facts, "key": "l"})),
    )
    assert lines_of(record) == [
        "🎲 Bob: tap **Roll the dice** (for Squad b1 and Squad b2).",
        "**Minor victory: Ann**",
        "No side held the field.",
        "**Ann** · 0 recruits",
        "• Squad a1 and Squad a2: **figures −1**",
        "**Bob** · 0 recruits",
        "• Squad b1 and Squad b2: **no change** 🎲 Recovery to roll",
        UNSIGNED,
    ]


def test_a_roll_is_called_by_its_name_its_action_or_by_its_key_if_this_release_does_not_know_it() -> None:
    record = new_campaign()
    titles = {
        ENGLISH(action_title(record.campaign, ReportNeed(key="k", unit="a1", action=action, of=of)))
        for action, of in (("recovery", "campaign"), ("activate", "fubar"), ("later_roll", "fubar"))
    }
    assert titles == {"Recovery", "Activate", "later roll"}


def test_a_former_player_signs_for_the_roster_that_they_led() -> None:
    record = reported()
    record.add(BOB, MemberLeft(player=BOB))
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    record.add(ANN, RosterHandedOver(roster="rb", player=EVE))
    who = "a former player led Bob in this battle and must sign, or an arbitrator who did not play in it decides."
    assert lines_of(record)[:3] == [SIGN, who, "**Minor victory: Ann**"]


def test_no_former_player_signs_for_a_roster_that_had_no_player_at_the_report() -> None:
    record = campaign_in_battle()
    record.add(BOB, MemberLeft(player=BOB))
    made = Report(result=Result(winner="ra", margin="minor"))
    record.add(ANN, ReportMade(battle="b", game="game-b", report=made))
    assert lines_of(record) == [SIGN, "**Minor victory: Ann**", *QUIET, UNSIGNED]


def test_a_signed_report_names_the_units_that_choose_a_gain_but_none_that_is_gone() -> None:
    campaign = campaign_after_one_battle("openfire_ww2", "rifle_squad", UnitChange(unit="v")).campaign
    risen = campaign.units["v"].with_changes(level=2)
    gains = f"⬆ {risen.name}: choose the new level's gain under **My roster**."
    won = "**Minor victory: Ann**"
    for status, lines in (("", [gains, won]), ("captured", [gains, won]), ("lost", [won])):
        now = campaign.with_unit(risen.with_changes(status=status))
        assert report_lines(WORDS, now, campaign.battles["b"])[1:3][: len(lines)] == lines


def test_an_edited_report_lists_the_old_and_the_new_values_with_the_reason() -> None:
    record = reported(change("a1", models=-1), held_field="Red", figures={"ra": 0, "rb": 3})
    changes = (change("a1", models=-2), change("b1", experience=1))
    record.add(ANN, ReportEdited(battle="b", changes=changes, why="a *miscount*"))
    record.add(BOB, ReportEdited(battle="b", held_field=""))
    record.add(BOB, ReportEdited(battle="b", figures={"ra": 1, "rb": 3}))
    record.add(ANN, ReportEdited(battle="b", held_field="Blue"))
    edits = [
        "✎ Ann, Squad a1: figures −1 → figures −2 (a \\*miscount\\*)",
        "✎ Ann, Squad b1: no change → experience +1 (a \\*miscount\\*)",
        "✎ Bob: who held the field: Red → no side",
        "✎ Bob: Ann: 0 recruits → 1 recruit",
        "✎ Ann: who held the field: no side → Blue",
    ]
    assert lines_of(record)[-6:] == [*edits, UNSIGNED]
    # What follows from another result is not listed beside it.
    won = Result(winner="rb", margin="major", why="edited")
    followers = (change("a1", models=-2, experience=1),)
    record.add(BOB, ReportEdited(battle="b", result=won, held_field="Red", changes=followers))
    assert lines_of(record)[-7:] == [*edits, "✎ Bob: Minor victory: Ann → Major victory: Bob", UNSIGNED]


def test_equal_edits_of_several_units_share_a_line() -> None:
    record = new_campaign()
    fight(record, "b", ("a1", "a2", "b1"))
    report_battle(record)
    alike = tuple(change(unit, models=-1) for unit in ("a1", "a2"))
    record.add(ANN, ReportEdited(battle="b", changes=(*alike, change("b1", models=-2))))
    edits = ["✎ Ann, Squad a1 and Squad a2: no change → figures −1", "✎ Ann, Squad b1: no change → figures −2"]
    assert lines_of(record)[-3:] == [*edits, UNSIGNED]


def test_an_edit_of_an_older_release_without_its_values_concerns_recruits() -> None:
    record = reported()
    battle = record.campaign.battles["b"]
    assert battle.report is not None
    edited = battle.report.model_copy(update={"edits": (ReportEdit(number=9, by=""),)})
    record.campaign = record.campaign.with_battle(battle.with_changes(report=edited))
    assert lines_of(record)[-2:] == ["✎ the bot: other recruits", UNSIGNED]


def test_the_bot_signs_no_edited_report() -> None:
    record = reported()
    record.add(BOB, MemberLeft(player=BOB))
    record.add(ANN, PlayerJoined(player=OPPONENT.id, name=OPPONENT.name))
    record.add(ANN, RosterHandedOver(roster="rb", player=OPPONENT.id))
    refusal = (
        "Adjutant will not sign for Bob: the report differs from the record of the battle. Take the edit back, or let "
        "an arbitrator who did not play decide."
    )
    assert refusal not in lines_of(record)
    record.add(ANN, ReportEdited(battle="b", result=Result(winner="ra", margin="major")))
    assert lines_of(record)[2] == refusal


def test_the_arbitrator_of_others_decides() -> None:
    record = reported()
    record.add(ANN, PlayerJoined(player=EVE, name="Eve"))
    record.campaign = record.campaign.with_changes(arbitrator=EVE)
    record.add(EVE, ReportDecided(battle="b", version=1))
    assert lines_of(record) == ["☑ Decided by the arbitrator. It counts.", "**Minor victory: Ann**", *QUIET]
