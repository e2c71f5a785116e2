"""Units and entries of a campaign in words: injuries, log lines, and what explains their dice."""

from __future__ import annotations

import pytest

from bot.resolution.campaign_referee import CampaignResult
from bot.store.campaign_tables import CampaignInfo
from cogs.rendering.campaign.battles import report_lines
from cogs.rendering.campaign.entry import (
    LONGEST,
    aftermath_explanation,
    battle_text,
    entry_footer,
    entry_lines,
    log_line,
    state_parts,
)
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from data.texts import language
from rules.campaign.campaign import BattleSide
from rules.campaign.people_events import CampaignTold
from rules.campaign.report import UnitChange
from rules.campaign.roster import Honour, Injury
from rules.kernel.plays import Play
from rules.kernel.text import Listed, Text
from rules.kernel.wording import ENGLISH
from tests.rules.campaign.played import BOB, fight, new_campaign
from tests.rules.campaign.test_fielding import campaign_after_one_battle

WORDS = Reader(language("en"))


@pytest.mark.parametrize(
    ("battles", "lasts"), [(None, ", permanent"), (1, " for 1 more battle"), (3, " for 3 more battles")]
)
def test_an_injury_is_named_with_its_modifier_and_under_the_unit_with_its_duration(
    battles: int | None, lasts: str
) -> None:
    hurt = UnitChange(unit="v", injuries=(Injury(key="severe", modifier=-3, battles=battles),))
    campaign = campaign_after_one_battle("bayonet", "gi", hurt).campaign
    assert ENGLISH(Listed([*state_parts(campaign, campaign.units["v"])])).endswith(f"and severely hurt −3{lasts}")
    lines = report_lines(Reader(language("en")), campaign, campaign.battles["b"])
    assert any("**severely hurt −3**" in line for line in lines)


@pytest.mark.parametrize(
    ("battles", "lasts"),
    [(1, "severely hurt −3 until it misses 1 battle"), (2, "severely hurt −3 until it misses 2 battles")],
)
def test_an_injury_that_heals_at_home_says_how_many_battles_the_unit_misses(battles: int, lasts: str) -> None:
    hurt = UnitChange(unit="v", injuries=(Injury(key="severe", modifier=-3, battles=battles),))
    campaign = campaign_after_one_battle("bayonet", "gi", hurt).campaign
    healed = campaign.with_changes(rulings={"injury_heals": "missed"})
    assert [*map(ENGLISH, state_parts(healed, healed.units["v"]))][-1] == lasts


def test_a_battle_of_three_rosters_names_them_all() -> None:
    record = new_campaign()
    fight(record)
    campaign, battle = record.campaign, record.campaign.battles["b"]
    assert ENGLISH(battle_text(campaign, battle)) == "Battle 1: Ann against Bob"
    three = battle.with_changes(sides=(*battle.sides, BattleSide(roster="ra", side="Green")))
    assert ENGLISH(battle_text(campaign, three)) == "Battle 1: Ann, Bob and Ann"


def test_the_state_of_a_unit_is_told_in_one_line() -> None:
    record = new_campaign()
    fight(record)

    def state(**changes: object) -> str:
        return " · ".join(
            map(ENGLISH, state_parts(record.campaign, record.campaign.units["a1"].with_changes(**changes)))
        )

    assert state() == "8 of 8 · in battle 1"
    assert state(models=3, points=1, recovering=2, misses=1, resting=True, level=2, experience=5, recruits=1) == (
        "3 of 8 · 1 point · 2 recovering · misses 1 battle · rests · in battle 1 · level 2 · experience 4 · 1 recruit"
    )
    assert state(id="a2", points=2, misses=2, recruits=2, honours=(Honour(key="x"),)) == (
        "8 of 8 · 2 points · misses 2 battles · 2 recruits · 1 honour"
    )
    assert (
        state(id="a2", status="lost", dismissed=True, honours=(Honour(key="x"), Honour(key="y")))
        == "8 of 8 · dismissed · 2 honours"
    )
    assert state(id="a2", status="captured") == "8 of 8 · captured"


def test_the_log_shows_what_was_said_and_strikes_out_what_is_undone() -> None:
    record = new_campaign()
    entry = record.add(
        BOB, CampaignTold(text="We *held*."), title=Text("A note"), reason="because", notes=(Text("Noted."),)
    )
    assert entry_lines(WORDS, entry) == ["Noted.", "“We \\*held\\*.”", "Reason: because"]
    assert log_line(WORDS, record.campaign, entry) == "**8** <t:0:d> Bob  A note · “We \\*held\\*.”"
    undone = record.campaign.with_changes(undone=(8,))
    assert log_line(WORDS, undone, entry) == "~~**8** <t:0:d> Bob  A note · “We \\*held\\*.”~~ (undone)"
    erased = entry.model_copy(update={"events": (CampaignTold(),), "by": "of nobody known"})
    assert entry_lines(WORDS, erased) == ["Noted.", "Reason: because"]
    assert log_line(WORDS, record.campaign, erased) == "**8** <t:0:d> a former player  A note"
    long = entry.model_copy(update={"events": (CampaignTold(text="x" * 2 * LONGEST),)})
    assert len(log_line(WORDS, record.campaign, long)) == 300


def test_the_foot_of_an_answer_names_the_entry_and_whether_it_was_recorded_before() -> None:
    record, info = new_campaign(), CampaignInfo.model_construct(id="c")
    result = CampaignResult(info, record.entries[-1], record.campaign, record.campaign)
    assert entry_footer(WORDS, result) == "Long war · #7"
    assert entry_footer(WORDS, result._replace(again=True)) == "Long war · #7 · already recorded"


def test_an_entry_without_dice_and_notes_has_nothing_to_explain() -> None:
    record = new_campaign()
    entry = record.add(BOB, CampaignTold(text="We held."), title=Text("A note"))
    assert aftermath_explanation(WORDS, record.campaign, entry) == Reply(
        "A note", "No dice and no rule: changed by hand.", "Long war · #8", private=True, unrecorded=True
    )
    rolled = Play(action="recovery", facts={}, roles={}, text=Text("It heals."), leaned=("injury_heals",))
    for rulings, value in (({}, "As usual: any"), ({"injury_heals": "missed"}, "You agreed: missed")):
        campaign = record.campaign.with_changes(rulings=rulings)
        shown = aftermath_explanation(WORDS, campaign, entry.model_copy(update={"plays": (rolled,)})).text.split("\n")
        assert shown[:2] == ["**It heals.**", f"{value} (injury heals)"]
    noted = entry.model_copy(update={"notes": (Text("Noted."), Text("Also."))})
    assert aftermath_explanation(WORDS, record.campaign, noted).text == "Noted.\nAlso."
