"""The stakes and opponents of a battle, and its effects: on the ladder, or on a territory."""

from __future__ import annotations

from typing import Any

import pytest

from data.files import sample_map
from rules.campaign.battle_events import (
    BattleBegun,
    BattleCalledOff,
    BattleEnded,
    check_attack,
    foes_of,
    ladder_end_text,
    lands_between,
    settlement_effects,
)
from rules.campaign.campaign import Battle, BattleSide, Campaign, CampaignEvent
from rules.campaign.people_events import CampaignBegun, CampaignRulingSet, MemberLeft, PlayerJoined
from rules.campaign.report import Margin, ReportNeed, Result, UnitChange
from rules.campaign.report_events import AftermathRolled, ReportEdited, ReportReopened, ReportSigned
from rules.campaign.roster_events import UnitEnlisted
from rules.campaign.standings import ladder
from rules.kernel.errors import RuleError
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.campaign.played import ANN, BOB, EVE, SIDES, Record, fight, new_campaign, report_battle, sign, squad


def campaign(shape: str, **more: object) -> Record:
    """Ann leads ra of the North, Bob rb of the South, Eve rc of the North."""
    record = Record()
    lands = {"territories": dict(sample_map().territories)} if shape == "map" else {}
    given = {"id": "c", "name": "W", "system": "fubar", "shape": shape, "arbitrator": ANN, "player": "Ann", **lands}
    record.add(ANN, CampaignBegun.model_validate(given | more))
    for by, roster, side in ((ANN, "ra", "North"), (BOB, "rb", "South"), (EVE, "rc", "North")):
        record.add(by, PlayerJoined(player=by, name=roster, roster=roster, side=side))
    record.add(ANN, UnitEnlisted(unit=squad("a1", "ra"), system="fubar"))
    record.add(BOB, UnitEnlisted(unit=squad("b1", "rb"), system="fubar"))
    return record


def foes(record: Record, own: str) -> list[str]:
    found = record.campaign
    return [one.id for one in foes_of(found, found.roster(own))]


def lands(found: Campaign, own: str, foe: str) -> list[str]:
    return lands_between(found, found.roster(own), found.roster(foe))


def fight_battle(
    record: Record, winner: str | None, margin: Margin = "minor", battle: str = "b", **more: Any
) -> list[str]:
    """Return the changes made by the last signature under that battle's report."""
    fight(record, battle, **more)
    report_battle(record, battle=battle, result=Result(winner=winner, margin=margin))
    return sign_report(record, battle)


def sign_report(record: Record, battle: str = "b") -> list[str]:
    before = record.campaign
    sign(record, battle)
    return [ENGLISH(one) for one in settlement_effects(before, record.campaign, battle)]


@for_each(("shape", "found"), [("league", ["rb", "rc"]), ("map", ["rb", "rc"]), ("ladder", ["rb"])])
def test_on_a_ladder_only_the_other_side_is_an_enemy(shape: str, found: list[str]) -> None:
    more = {"steps": 5} if shape == "ladder" else {}
    assert foes(campaign(shape, **more), "ra") == found


def test_no_player_fights_their_own_roster_or_one_without_a_leader() -> None:
    record = campaign("league")
    assert foes(record, "rb") == ["ra", "rc"]
    record.add(EVE, MemberLeft(player=EVE))
    assert foes(record, "rb") == ["ra"]


def test_two_rosters_fight_for_a_neighbour_of_the_attackers_territory() -> None:
    found = campaign("map").campaign
    held = {key: land.holder for key, land in found.territories.items()}
    north, south = lands(found, "ra", "rb"), lands(found, "rb", "ra")
    assert "station" not in north
    assert north
    assert not {key for key in north if held[key] == "North" and "South" not in held.values()}
    for key in set(north) & set(south):
        assert held[key] in ("North", "South", "")


def test_the_side_that_does_not_hold_a_territory_attacks_it() -> None:
    """The side that does not hold a territory is the attacker, whichever asks."""
    record = campaign("map")
    record.add(ANN, CampaignRulingSet(name="neighbours", value="anywhere"))
    found = record.campaign
    assert lands(found, "ra", "rb") == lands(found, "rb", "ra") == list(found.territories)


def test_a_territory_is_fought_for_once_at_a_time() -> None:
    record = campaign("map")
    record.add(ANN, CampaignRulingSet(name="neighbours", value="anywhere"))
    record.add(ANN, BattleBegun(battle="x", game="x", sides=SIDES, territory="hill", attacker="ra"))
    assert set(record.campaign.territories) - set(lands(record.campaign, "ra", "rb")) == {"hill"}


def test_without_a_map_there_is_nothing_to_fight_for() -> None:
    assert lands(campaign("league").campaign, "ra", "rb") == []


# Its effects


def test_a_territory_is_taken_held_and_lost() -> None:
    record = campaign("map")
    hill = record.campaign.territories["hill"].name
    record.add(ANN, CampaignRulingSet(name="neighbours", value="anywhere"))
    assert record.campaign.territories["hill"].holder == ""
    held = {key: land.holder for key, land in record.campaign.territories.items()}
    assert fight_battle(record, "ra", territory="hill", attacker="ra") == [f"North takes {hill}."]
    assert record.campaign.battles["b"].holders == held, "who held what before it"
    assert fight_battle(record, "rb", battle="c", territory="hill", attacker="rb") == [
        f"South takes {hill} from North."
    ]
    assert fight_battle(record, "rb", battle="d", territory="hill", attacker="ra") == []


def test_a_corrected_result_gives_a_territory_back_to_no_side() -> None:
    record = campaign("map")
    hill = record.campaign.territories["hill"].name
    fight_battle(record, "ra", territory="hill", attacker="ra")
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", result=Result(winner=None, margin="draw"), why="a draw"))
    assert sign_report(record) == [f"{hill} is free again."]


def test_the_ladder_moves_is_won_and_is_open_again() -> None:
    record = campaign("ladder", steps=5)
    assert ladder_end_text(record.campaign) is None
    assert fight_battle(record, "ra") == ["The ladder moves from step 3 to 4 of 5."]
    assert ladder_end_text(record.campaign) is None
    assert fight_battle(record, None, "draw", "c") == []
    assert fight_battle(record, "ra", battle="d") == ["North reaches the end of the ladder and wins."]
    nothing = ladder_end_text(record.campaign)
    assert nothing is not None
    assert ENGLISH(nothing) == "North has already won the ladder: this battle does not move it."
    record.add(ANN, ReportReopened(battle="d"))
    record.add(ANN, ReportEdited(battle="d", result=Result(winner="rb", margin="minor"), why="the other way"))
    assert sign_report(record, "d") == ["The ladder is open again: North has not won it yet."]


def test_a_correction_by_which_the_other_side_wins_the_ladder_says_so() -> None:
    record = campaign("ladder", steps=3)
    assert fight_battle(record, "ra") == ["North reaches the end of the ladder and wins."]
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", result=Result(winner="rb", margin="minor"), why="the other way"))
    assert sign_report(record) == ["South reaches the end of the ladder and wins."]
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", result=Result(winner="rb", margin="major"), why="by far"))
    assert sign_report(record) == []


def test_a_battle_begins_once() -> None:
    record = new_campaign()
    record.add(ANN, BattleBegun(battle="b", game="g", sides=SIDES))
    for battle, game in (("b", "h"), ("c", "g")):
        with pytest.raises(RuleError) as error:
            record.add(ANN, BattleBegun(battle=battle, game=game, sides=SIDES))
        assert ENGLISH(error.value.text) == (
            "That game is already a battle of this campaign. Start another game for a new battle."
        )


def test_a_league_moves_nothing_and_is_never_over() -> None:
    record = new_campaign()
    assert fight_battle(record, "ra") == []
    assert ladder_end_text(record.campaign) is None


def test_a_correction_moves_a_territory_for_which_a_later_battle_was_drawn() -> None:
    """Only a later winner keeps it."""
    record = campaign("map")
    hill = record.campaign.territories["hill"].name
    record.add(ANN, CampaignRulingSet(name="neighbours", value="anywhere"))
    fight_battle(record, "ra", territory="hill", attacker="ra")
    fight_battle(record, None, "draw", "c", territory="hill", attacker="rb")
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", result=Result(winner=None, margin="draw"), why="a draw"))
    assert sign_report(record) == [f"{hill} is free again."]


def test_the_second_side_wins_the_ladder_at_its_first_step() -> None:
    record = campaign("ladder", steps=3)
    assert (ladder(record.campaign).step, ladder(record.campaign).winner) == (2, None)
    assert fight_battle(record, "rb") == ["South reaches the end of the ladder and wins."]
    assert (ladder(record.campaign).step, ladder(record.campaign).winner) == (1, "South")


# Why a battle may not be: whole sentences


def refusal_to_sign(record: Record, **more: object) -> str:
    battle = {"id": "x", "game": "x", "sides": SIDES, **more}
    with pytest.raises(RuleError) as error:
        check_attack(record.campaign, Battle.model_validate(battle))
    return ENGLISH(error.value.text)


def test_a_battle_that_ladder_or_map_do_not_allow_says_why() -> None:
    rungs, lands, league = campaign("ladder", steps=5), campaign("map"), campaign("league")
    friends = (BattleSide(roster="ra", side="Red"), BattleSide(roster="rc", side="Green"))
    assert refusal_to_sign(rungs, sides=friends) == ("On a ladder, choose a roster of the other side.")
    assert refusal_to_sign(league, territory="hill") == ("This campaign has no map: leave the territory out.")
    named = {key: land.name for key, land in lands.campaign.territories.items()}
    *others, last = named.values()
    assert refusal_to_sign(lands) == f"Choose the territory of this battle: {', '.join(others)} or {last}."
    assert (
        refusal_to_sign(lands, territory="hill") == "Choose who attacks: on a map that decides where the battle can be."
    )
    mine = next(key for key, land in lands.campaign.territories.items() if land.holder == "North")
    assert refusal_to_sign(lands, territory=mine, attacker="ra") == (
        f"{named[mine]} already belongs to the attacker. Choose another territory."
    )
    assert refusal_to_sign(lands, territory="station", attacker="ra") == (
        f"{named['station']} is not beside a territory of North. Choose one that is."
    )
    lands.add(ANN, CampaignRulingSet(name="neighbours", value="anywhere"))
    lands.add(ANN, BattleBegun(battle="y", game="y", sides=SIDES, territory="hill", attacker="ra"))
    assert refusal_to_sign(lands, territory="hill", attacker="ra") == (
        f"{named['hill']} is already being fought for. Choose another territory."
    )


def test_a_territory_held_by_a_third_roster_is_refused() -> None:
    record = campaign("map")
    taken = record.campaign.territories["hill"].model_copy(update={"holder": "West"})
    record.campaign = record.campaign.with_changes(territories={**record.campaign.territories, "hill": taken})
    assert refusal_to_sign(record, territory="hill", attacker="ra") == (
        f"{taken.name} is held by West. Fight them for it."
    )


def test_in_a_league_two_of_the_same_side_may_fight_each_other() -> None:
    record = campaign("league")
    sides = tuple(BattleSide(roster=one, side=one) for one in ("ra", "rc"))
    record.add(ANN, BattleBegun(battle="b", game="g", channel="17", scenario="The ford", sides=sides))
    battle = record.campaign.battles["b"]
    assert (battle.rosters, battle.channel, battle.scenario) == (("ra", "rc"), "17", "The ford")
    with pytest.raises(RuleError, match="choose a roster of the other side"):
        campaign("ladder", steps=5).add(ANN, BattleBegun(battle="b", game="g", sides=sides))


def test_a_report_that_is_void_leaves_nothing_but_the_faces_that_were_rolled() -> None:
    """The next report uses them first, with those of other waiting battles."""
    record = new_campaign()
    for battle, unit in (("b", "a1"), ("x", "a2")):
        fight(record, battle, (unit, unit.replace("a", "b")))
        needs = (ReportNeed(key=battle, unit=unit, action="recovery"),)
        report_battle(record, UnitChange(unit=unit, models=-1), battle=battle, needs=needs)
        thrown = {"battle": battle, "need": battle, "outcome": {}, "faces": (6, int(unit[1]))}
        record.add(ANN, AftermathRolled(change=UnitChange(unit=unit, models=-1), **thrown))
        record.add(ANN, BattleEnded(battle=battle, over=False))
    assert record.campaign.returned == {"b": (6, 1), "x": (6, 2)}
    assert [one.report for one in record.campaign.battles.values()] == [None, None]


@for_each("event", [BattleEnded(battle="b", over=False), BattleCalledOff(battle="b")])
def test_a_battle_that_is_fought_on_or_called_off_has_no_report_and_no_signature(event: CampaignEvent) -> None:
    record = new_campaign()
    fight(record)
    report_battle(record)
    record.add(BOB, ReportSigned(battle="b", roster="rb", player=BOB, version=1))
    record.add(ANN, event)
    battle = record.campaign.battles["b"]
    assert (battle.report, battle.signed) == (None, {})
    assert not battle.signers or battle.stage == "off", "whoever leads the rosters then signs the next report"
