"""The standings, the rulings, and the ladder or map of a campaign in words."""

from __future__ import annotations

import pytest

from cogs.rendering.campaign.standings import rulings_lines, shape_picture, shape_texts, standings_lines
from cogs.rendering.text import Reader
from data.texts import language
from rules.campaign.arbitrator_events import PointsAwarded
from rules.campaign.campaign import Campaign, Shape
from rules.campaign.people_events import BattleRulingSet, CampaignRulingSet, PlayerJoined
from rules.campaign.standings import standings
from rules.campaign.territories import Territory
from rules.kernel.wording import ENGLISH
from tests.rules.campaign.played import ANN, EVE, new_campaign
from tests.rules.campaign.test_standings import fight_and_sign

WORDS = Reader(language("en"))


def test_the_last_ten_battles_of_a_ladder_are_its_moves() -> None:
    record = new_campaign(shape="ladder", steps=5)
    for nth in range(12):
        fight_and_sign(record, f"x{nth}", "rb" if nth % 2 else "ra", "minor")
    *_, moves = map(ENGLISH, shape_texts(record.campaign))
    first = list(record.campaign.battles).index("x2") + 1
    assert moves.startswith(f"Moves: battle {first}: +1, battle {first + 1}: −1, ")
    assert moves.count("battle") == 10


def test_the_standings_name_the_points_of_each_roster_and_what_settles_a_tie() -> None:
    record = new_campaign()
    assert standings_lines(WORDS, Campaign(), ()) == ["No rosters yet: get one with `/campaign join`."]
    fight_and_sign(record, "b", "ra", "minor", b1=3)
    record.add(ANN, PointsAwarded(roster="rb", points=2, why="painted"))
    record.add(ANN, PlayerJoined(player=EVE, name="Eve", roster="rc", side="green"))
    assert standings_lines(WORDS, record.campaign, standings(record.campaign)) == [
        "**1.** Ann: **2 points** · 1 battle · 1 won, 0 drawn, 0 lost · loss difference +3 · 16 figures left",
        "**2.** Bob: **2 points** · 1 battle · 0 won, 0 drawn, 1 lost · loss difference −3 · 16 figures left "
        "· awarded +2 · ranked lower: loss difference",
        "**3.** Eve: **0 points** · 0 battles · 0 figures left",
    ]


def test_a_page_of_standings_has_twenty_five_rosters() -> None:
    record = new_campaign()
    for nth in range(24):
        record.add(ANN, PlayerJoined(player=f"p{nth}", name=f"P{nth}", roster=f"r{nth}", side="green"))
        if nth == 22:
            assert len(standings_lines(WORDS, record.campaign, standings(record.campaign))) == 25
    lines = standings_lines(WORDS, record.campaign, standings(record.campaign))
    assert (len(lines), lines[-1]) == (26, "1 more: `/campaign export`.")


def test_battles_keep_the_points_that_they_were_signed_for() -> None:
    record = new_campaign()
    fight_and_sign(record, "b", "ra", "minor")
    changed = "A battle counts what it was worth when it was signed (ruling points from)."
    assert changed not in standings_lines(WORDS, record.campaign, standings(record.campaign))
    record.add(ANN, CampaignRulingSet(name="points_minor", value=5))
    assert standings_lines(WORDS, record.campaign, standings(record.campaign))[-1] == changed
    [battle] = record.campaign.settled_battles()
    older = record.campaign.with_battle(battle.with_changes(points={}))
    assert changed not in standings_lines(WORDS, older, standings(older))
    record.add(ANN, CampaignRulingSet(name="points_from", value="all"))
    assert changed not in standings_lines(WORDS, record.campaign, standings(record.campaign))


def test_more_battles_are_better_under_that_ruling() -> None:
    record = new_campaign()
    record.add(ANN, PlayerJoined(player=EVE, name="Eve", roster="rc", side="green"))
    for ruling, said in (("fewer_battles", "more"), ("more_battles", "fewer")):
        record.add(ANN, CampaignRulingSet(name="ties", value=ruling))
        rows = [row._replace(by="battles") for row in standings(record.campaign)]
        lines = standings_lines(WORDS, record.campaign, rows)
        assert lines[0].endswith(f"ranked lower: {said} battles fought (ruling ties)")


@pytest.mark.parametrize(
    ("shape", "lines"),
    [
        ("league", []),
        ("ladder", ["The ladder is at step 2 of 3.", "red climbs to 3, blue to 1."]),
    ],
)
def test_the_state_of_the_ladder_is_told_before_the_first_battle(shape: Shape, lines: list[str]) -> None:
    campaign = new_campaign(shape=shape, steps=3 if shape == "ladder" else 0).campaign
    assert [*map(ENGLISH, shape_texts(campaign))] == lines


def test_a_ladder_with_one_side_yet_names_its_step_alone() -> None:
    campaign = new_campaign(shape="ladder", steps=3).campaign
    alone = campaign.with_changes(rosters={"ra": campaign.rosters["ra"]})
    assert [*map(ENGLISH, shape_texts(alone))] == ["The ladder is at step 2 of 3."]


def test_a_draw_is_no_move_of_the_ladder_and_the_winner_is_named() -> None:
    record = new_campaign(shape="ladder", steps=3)
    fight_and_sign(record, "b1", None, "draw")
    fight_and_sign(record, "b2", "rb", "minor")
    assert [*map(ENGLISH, shape_texts(record.campaign))] == [
        "The ladder is at step 1 of 3.",
        "blue reaches the end of the ladder and wins.",
        "Moves: battle 2: −1.",
    ]


def test_a_map_names_the_holders_of_its_territories_and_then_what_is_free() -> None:
    record = new_campaign()
    lands = {
        name: Territory(name=name.title(), holder=side)
        for name, side in (("ford", ""), ("hill", "blue"), ("town", "blue"))
    }
    campaign = record.campaign.with_changes(shape="map", territories=lands)
    assert [*map(ENGLISH, shape_texts(campaign))] == ["**blue** holds Hill and Town.", "**No side** holds Ford."]
    assert (shape_picture(WORDS, campaign) or ())[2:] == ("blue holds Hill and Town. No side holds Ford.",)


def test_the_rulings_of_the_battles_stand_below_those_of_the_campaign() -> None:
    record = new_campaign()
    record.add(ANN, CampaignRulingSet(name="points_minor", value=5))
    record.add(ANN, BattleRulingSet(name="allocation", value="kill_first"))
    lines = rulings_lines(WORDS, record.campaign)
    assert lines[0] == "○ **injury heals**: any. Battles that heal an injury: all, or only those that the unit misses."
    assert lines[2] == "● **points minor**: 5. Points in the standings for a minor victory."
    assert lines[-2:] == [
        "● In battles **allocation**: kill first",
        "The arbitrator changes them: `/campaign rulings name: value:`.",
    ]
