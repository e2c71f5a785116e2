"""What a battle may be fought for and against whom, and what it moves: the ladder, or who holds a territory."""

from __future__ import annotations

from typing import Any

import pytest

from data.files import sample_map
from rules.campaign.battle_events import BattleBegun, foes_of, lands_between, moved, moves_nothing
from rules.campaign.campaign import Campaign
from rules.campaign.people_events import CampaignBegun, CampaignRulingSet, PlayerJoined, PlayerLeft
from rules.campaign.report import Margin, Result
from rules.campaign.report_events import ReportEdited, ReportReopened
from rules.campaign.roster_events import UnitEnlisted
from rules.kernel.wording import ENGLISH
from tests.rules.campaign.played import ANN, BOB, EVE, SIDES, Record, begun, fight, reported, sign, squad


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


def fought(record: Record, winner: str | None, margin: Margin = "minor", battle: str = "b", **more: Any) -> list[str]:
    """What the last signature under that battle's report has moved."""
    fight(record, battle, **more)
    reported(record, battle=battle, result=Result(winner=winner, margin=margin))
    return signed(record, battle)


def signed(record: Record, battle: str = "b") -> list[str]:
    before = record.campaign
    sign(record, battle)
    return [ENGLISH(one) for one in moved(before, record.campaign, battle)]


@pytest.mark.parametrize(("shape", "found"), [("league", ["rb", "rc"]), ("map", ["rb", "rc"]), ("ladder", ["rb"])])
def test_on_a_ladder_only_the_other_side_is_an_enemy(shape: str, found: list[str]) -> None:
    more = {"steps": 5} if shape == "ladder" else {}
    assert foes(campaign(shape, **more), "ra") == found


def test_nobody_fights_a_roster_of_their_own_or_one_that_nobody_leads() -> None:
    record = campaign("league")
    assert foes(record, "rb") == ["ra", "rc"]
    record.add(EVE, PlayerLeft(player=EVE))
    assert foes(record, "rb") == ["ra"]


def test_two_fight_for_what_borders_on_what_the_attacker_holds() -> None:
    found = campaign("map").campaign
    held = {key: land.holder for key, land in found.territories.items()}
    north, south = lands(found, "ra", "rb"), lands(found, "rb", "ra")
    assert "station" not in north
    assert north
    assert not {key for key in north if held[key] == "North" and "South" not in held.values()}
    for key in set(north) & set(south):
        assert held[key] in ("North", "South", "")


def test_what_one_holds_the_other_attacks() -> None:
    """The one who does not hold a territory is the one to attack it, whoever asks."""
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


# What it moves


def test_a_territory_is_taken_held_and_lost() -> None:
    record = campaign("map")
    hill = record.campaign.territories["hill"].name
    record.add(ANN, CampaignRulingSet(name="neighbours", value="anywhere"))
    assert record.campaign.territories["hill"].holder == ""
    assert fought(record, "ra", territory="hill", attacker="ra") == [f"North takes {hill}."]
    assert fought(record, "rb", battle="c", territory="hill", attacker="rb") == [f"South takes {hill} from North."]
    assert fought(record, "rb", battle="d", territory="hill", attacker="ra") == []


def test_a_corrected_result_gives_a_territory_back_to_nobody() -> None:
    record = campaign("map")
    hill = record.campaign.territories["hill"].name
    fought(record, "ra", territory="hill", attacker="ra")
    record.add(ANN, ReportReopened(battle="b"))
    record.add(ANN, ReportEdited(battle="b", result=Result(winner=None, margin="draw"), why="a draw"))
    assert signed(record) == [f"{hill} is held by nobody again."]


def test_the_ladder_moves_is_won_and_is_open_again() -> None:
    record = campaign("ladder", steps=5)
    assert moves_nothing(record.campaign) is None
    assert fought(record, "ra") == ["The ladder moves from step 3 to 4 of 5."]
    assert moves_nothing(record.campaign) is None
    assert fought(record, None, "draw", "c") == []
    assert fought(record, "ra", battle="d") == ["North has reached the end of the ladder and wins it."]
    nothing = moves_nothing(record.campaign)
    assert nothing is not None
    assert ENGLISH(nothing) == "North has won the ladder already: this battle will not move it."
    record.add(ANN, ReportReopened(battle="d"))
    record.add(ANN, ReportEdited(battle="d", result=Result(winner="rb", margin="minor"), why="the other way"))
    assert signed(record, "d") == ["The ladder is open again: North has not won it yet."]


def test_a_league_moves_nothing_and_is_never_over() -> None:
    record = begun()
    assert fought(record, "ra") == []
    assert moves_nothing(record.campaign) is None
