"""Maps: errors in a file, possible places of a battle, and the holders afterwards."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from data.files import parse_map, sample_map
from rules.campaign.battle_events import BattleBegun
from rules.campaign.people_events import CampaignBegun, CampaignRulingSet, PlayerJoined
from rules.campaign.report import Result
from rules.campaign.report_events import ReportEdited, ReportReopened
from rules.campaign.roster_events import UnitEnlisted
from rules.campaign.standings import standings
from rules.campaign.territories import Territory, reachable
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.campaign.played import ANN, BOB, SIDES, Record, fight, report_battle, sign, squad

GOOD = """
name = "Small"
[territories.a]
name = "A"
neighbours = ["b"]
[territories.b]
name = "B"
neighbours = ["a", "c"]
[territories.c]
name = "C"
neighbours = ["b"]
"""


def read_map(text: str) -> Any:
    return parse_map(tomllib.loads(text), "front.toml")


def faults(text: str) -> list[str]:
    with pytest.raises(BadFacts) as error:
        read_map(text)
    return [ENGLISH(fault) for fault in error.value.faults]


def test_a_whole_map_is_taken() -> None:
    assert list(read_map(GOOD).territories) == ["a", "b", "c"]


@for_each(
    ("old", "new", "words"),
    [
        ('["a", "c"]', '["a", "c", "zz"]', "front.toml: territories.b.neighbours: there is no zz; choose a, b and c"),
        (
            'neighbours = ["a", "c"]',
            'neighbours = ["c"]',
            "territories.a.neighbours: b is named here: name a under b too",
        ),
        ('["a", "c"]', '["a", "b", "c"]', "territories.b.neighbours: b is named here: name b under b too"),
        ('name = "C"', 'name = "b"', "territories.c.name: b occurs twice"),
    ],
)
def test_neighbours_are_known_and_mutual(old: str, new: str, words: str) -> None:
    assert any(words in fault for fault in faults(GOOD.replace(old, new)))


def test_no_territory_is_an_island() -> None:
    alone = GOOD.replace('["a", "c"]', '["a"]').replace('name = "C"\nneighbours = ["b"]', 'name = "C"\nneighbours = []')
    assert faults(alone) == [
        "front.toml: territories.c.neighbours: c cannot be reached from a; give neighbours that lead there"
    ]


def test_a_file_that_is_no_map() -> None:
    with pytest.raises(BadFacts, match=r"front\.toml: a map is a table"):
        parse_map([1], "front.toml")
    assert any("territories" in fault for fault in faults('name = "Nothing"\nterritories = {}'))


def test_all_that_branch_off_can_be_reached() -> None:
    """Branches are all reachable: e is behind b, and c is a dead end."""
    ways = {"a": ("b", "c"), "b": ("a", "e"), "c": ("a",), "e": ("b",), "z": ()}
    lands = {key: Territory(name=key.upper(), neighbours=beside) for key, beside in ways.items()}
    assert reachable(lands, "a") == {"a", "b", "c", "e"}
    assert reachable(lands, "z") == {"z"}


# Battles for them


def mapped() -> Record:
    """Ann is the North and Bob the South of the sample map."""
    record = Record()
    lands = sample_map().territories
    begun = CampaignBegun(
        id="c", name="W", system="fubar", shape="map", arbitrator=ANN, player="Ann", territories=dict(lands)
    )
    record.add(ANN, begun)
    record.add(ANN, PlayerJoined(player=ANN, name="Ann", roster="ra", side="North"))
    record.add(BOB, PlayerJoined(player=BOB, name="Bob", roster="rb", side="South"))
    record.add(ANN, UnitEnlisted(unit=squad("a1", "ra"), system="fubar"))
    record.add(BOB, UnitEnlisted(unit=squad("b1", "rb"), system="fubar"))
    return record


def assert_refused(record: Record, words: str, **more: str) -> None:
    with pytest.raises(RuleError, match=words):
        record.add(ANN, BattleBegun.model_validate({"battle": "x", "game": "x", "sides": SIDES, **more}))


def test_a_battle_is_for_one_that_lies_beside_ones_own() -> None:
    record = mapped()
    assert_refused(record, "Choose the territory of this battle")
    assert_refused(record, "Choose the territory of this battle", territory="moon", attacker="ra")
    assert_refused(record, "Choose who attacks: on a", territory="hill")
    assert_refused(record, "already belongs to the attacker", territory="north_village", attacker="ra")
    assert_refused(record, "is not beside a territory of North. Choose one that is", territory="station", attacker="ra")
    record.add(ANN, CampaignRulingSet(name="neighbours", value="anywhere"))
    record.add(ANN, BattleBegun(battle="x", game="x", sides=SIDES, territory="station", attacker="ra"))
    with pytest.raises(RuleError, match="is already being fought for"):
        record.add(BOB, BattleBegun(battle="y", game="y", sides=SIDES, territory="station", attacker="rb"))


def test_the_winner_holds_it_and_a_corrected_result_moves_it() -> None:
    record = mapped()
    fight(record, territory="hill", attacker="ra")
    report_battle(record, result=Result(winner="ra", margin="minor"))
    assert record.campaign.territories["hill"].holder == ""
    sign(record)
    assert record.campaign.territories["hill"].holder == "North"
    first = standings(record.campaign)[0]
    assert (first.roster, first.territories, first.points) == ("ra", 2, 2 + 1 + 2)
    record.add(ANN, ReportReopened(battle="b"))
    record.add(BOB, ReportEdited(battle="b", result=Result()))
    sign(record)
    assert record.campaign.territories["hill"].holder == ""


def test_a_territory_is_fought_for_with_its_holder() -> None:
    record = mapped()
    record.add(ANN, PlayerJoined(player="9", name="Zoe", roster="rz", side="East"))
    sides = [{"roster": "ra", "side": "Red"}, {"roster": "rz", "side": "Blue"}]
    begun = BattleBegun.model_validate(
        {"battle": "y", "game": "y", "sides": sides, "territory": "south_village", "attacker": "ra"}
    )
    with pytest.raises(RuleError, match="is held by South"):
        record.add(ANN, begun)
