"""The start of a campaign: rising levels, a ladder with a middle, a connected map."""

from __future__ import annotations

from typing import Any

import pytest

from data.files import sample_map
from rules.campaign.arbitrator_events import FiguresGranted, HonourAwarded, PointsAwarded, UnitPriced, UnitStatusSet
from rules.campaign.campaign import Campaign, CampaignEvent
from rules.campaign.fold import BadCampaignEntry, play_back
from rules.campaign.people_events import (
    ArbitratorNamed,
    CampaignBegun,
    CampaignEnded,
    CampaignTold,
    MemberLeft,
    PlayerJoined,
    RosterHandedOver,
)
from rules.campaign.roster import Deed, Honour
from rules.campaign.roster_events import UnitDismissed, UnitTransferred
from rules.kernel.errors import BadFacts, RuleError
from tests.rows import for_each
from tests.rules.campaign.played import ANN, BOB, EVE, expect_refusal, fight, new_campaign

LANDS = dict(sample_map().territories)


def begins(**more: Any) -> CampaignBegun:
    given = {"id": "c", "name": "Long war", "system": "fubar", "arbitrator": ANN, "player": "Ann"}
    return CampaignBegun.model_validate(given | more)


@for_each(
    "more",
    [
        {},
        {"levels": (1, 4)},
        {"levels": ()},
        {"steps": 4},
        {"territories": LANDS},
        {"shape": "ladder", "steps": 3},
        {"shape": "ladder", "steps": 7},
        {"shape": "ladder", "steps": 99},
        {"shape": "map", "territories": LANDS},
    ],
)
def test_a_campaign_begins_with_the_parts_of_its_shape(more: dict[str, Any]) -> None:
    event = begins(**more)
    event.check(Campaign(), ANN)
    found = event.apply(Campaign(), ANN)
    assert found.levels == event.levels
    assert found.steps == (event.steps if event.shape == "ladder" else 0)
    assert found.territories == (LANDS if event.shape == "map" else {})
    assert found.members[ANN].reader, "whoever begins a campaign plays in it only with a roster"


@for_each("levels", [(4, 4), (8, 4), (0, 4), (-1,)])
def test_each_level_takes_more_experience_than_the_one_before(levels: tuple[int, ...]) -> None:
    with pytest.raises(RuleError, match="more experience than the one before it"):
        begins(levels=levels).check(Campaign(), ANN)


@for_each("steps", [-1, 1, 2, 4, 98, 100, 101])
def test_a_ladder_has_a_middle_and_two_ends(steps: int) -> None:
    with pytest.raises(RuleError, match="an odd number of steps, 3 to 99"):
        begins(shape="ladder", steps=steps).check(Campaign(), ANN)


def test_a_map_has_territories_that_lie_beside_each_other() -> None:
    with pytest.raises(RuleError, match="A campaign on a map needs one"):
        begins(shape="map").check(Campaign(), ANN)
    alone = {key: one.model_copy(update={"neighbours": ("nowhere",)}) for key, one in LANDS.items()}
    with pytest.raises(BadFacts):
        begins(shape="map", territories=alone).check(Campaign(), ANN)
    begins(territories=alone).check(Campaign(), ANN)


def test_a_record_in_which_a_unit_goes_to_no_roster_is_none() -> None:
    record = new_campaign()
    last = record.entries[-1]
    gone = last.model_copy(update={"number": last.number + 1, "events": (UnitTransferred(unit="a1", roster="zz"),)})
    with pytest.raises(BadCampaignEntry, match="no such roster"):
        play_back([*record.entries, gone])


def test_members_tell_of_a_campaign_in_few_words() -> None:
    record = new_campaign()
    for text in ("x", "", "x" * 500):  # those of an erased author are empty
        record.add(BOB, CampaignTold(text=text))
    assert [(words.by, len(words.text)) for words in record.campaign.story] == [(BOB, 1), (BOB, 500)]
    with pytest.raises(RuleError):
        record.add(BOB, CampaignTold(text="x" * 501))
    with pytest.raises(RuleError):
        record.add(EVE, CampaignTold(text="x"))


def test_a_campaign_has_a_winner_while_it_is_over() -> None:
    record = new_campaign()
    record.add(ANN, CampaignEnded(winner="ra"))
    assert record.campaign.winner == "ra"
    record.add(ANN, CampaignEnded(over=False, winner="ra"))
    assert record.campaign.winner is None
    record.add(ANN, FiguresGranted(roster="ra", figures=100))
    assert record.campaign.rosters["ra"].figures == 100


# Who plays, and on which side


def test_a_campaign_is_called_as_it_was_begun_and_belongs_to_its_server() -> None:
    record = new_campaign(server="9")
    assert (record.campaign.name, record.campaign.server) == ("Long war", "9")


def test_a_player_who_leaves_is_no_member_any_more_and_the_roster_is_free() -> None:
    record = new_campaign()
    record.add(BOB, MemberLeft(player=BOB))
    assert set(record.campaign.members) == {ANN}
    assert {id: one.player for id, one in record.campaign.rosters.items()} == {"ra": ANN, "rb": None}


def test_a_ladder_has_two_sides_and_later_rosters_join_one_of_them() -> None:
    record = new_campaign(shape="ladder", steps=5)
    for side in ("green", ""):
        event = PlayerJoined(player=EVE, name="Eve", roster="re", side=side)
        expect_refusal("Both sides of the ladder are taken", lambda event=event: record.add(EVE, event))
    record.add(EVE, PlayerJoined(player=EVE, name="Eve", roster="re", side="blue"))
    assert {id: one.side for id, one in record.campaign.rosters.items()} == {"ra": "red", "rb": "blue", "re": "blue"}


def test_a_reader_to_whom_a_roster_is_handed_over_plays() -> None:
    record = new_campaign()
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    assert record.campaign.members[EVE].reader
    record.add(BOB, RosterHandedOver(roster="rb", player=EVE))
    assert not record.campaign.members[EVE].reader
    assert record.campaign.roster_of_player(EVE) == record.campaign.rosters["rb"]


def test_a_manager_of_the_server_names_an_arbitrator_without_being_one() -> None:
    record = new_campaign()
    record.add("9", ArbitratorNamed(player=BOB, by_server=True))
    assert record.campaign.arbitrator == BOB


def test_the_history_of_a_unit_contains_the_status_set_by_the_arbitrator() -> None:
    record = new_campaign()
    record.add(ANN, UnitStatusSet(unit="a1", status="recovering", misses=2))
    told, now = record.campaign.units["a1"], record.campaign.number
    assert (told.status, told.misses, told.away_since) == ("recovering", 2, now)
    assert told.history[-1] == Deed(key="status", number=now, values={"status": "recovering"})


def test_a_unit_keeps_the_honours_it_had_and_remembers_each() -> None:
    record = new_campaign()
    fight(record)
    for honour in (Honour(key="alone"), Honour(key="old_guard", battle="b")):
        record.add(ANN, HonourAwarded(unit="a1", honour=honour))
    told = record.campaign.units["a1"]
    assert [one.key for one in told.honours] == ["alone", "old_guard"]
    assert [(one.key, one.battle, one.values) for one in told.history[-2:]] == [
        ("honoured", "", {"honour": "alone"}),
        ("honoured", "b", {"honour": "old_guard"}),
    ]


def test_no_status_brings_back_a_unit_that_was_dismissed() -> None:
    record = new_campaign()
    record.add(ANN, UnitDismissed(unit="a1"))
    expect_refusal("has left its roster", lambda: record.add(ANN, UnitStatusSet(unit="a1", status="fit")))


@for_each(
    ("event", "words"),
    [
        (UnitPriced(unit="zz", points=5), "no such unit"),
        (UnitStatusSet(unit="zz", status="fit"), "no such unit"),
        (PointsAwarded(roster="zz", points=5), "no such roster"),
        (FiguresGranted(roster="zz", figures=5), "no such roster"),
        (UnitTransferred(unit="zz", roster="ra"), "no such unit"),
    ],
)
def test_a_text_without_a_unit_is_refused_before_it_happens(event: CampaignEvent, words: str) -> None:
    """An entry that is undone may take with it whom a later one speaks of."""
    expect_refusal(words, lambda: event.check(new_campaign().campaign, ANN))


def test_a_roster_is_called_as_the_player_says_or_after_them() -> None:
    record = new_campaign(shape="ladder", steps=5)
    joins = PlayerJoined(player=EVE, name="Ann", called="Iron Guard", roster="re", side="red")
    record.add(ANN, joins)
    roster = record.campaign.rosters["re"]
    assert (roster.name, roster.side, record.campaign.members[EVE].name) == ("Iron Guard", "red", "Ann")
    for name in ("iron guard", "Bob"):
        again = PlayerJoined(player="7", roster="r7", side="red", name=name)
        expect_refusal("There is already a roster named", lambda again=again: record.add(ANN, again))
    third = joins.model_copy(update={"player": "7", "roster": "r7", "called": "Third", "side": ""})
    expect_refusal("Both sides of the ladder are taken", lambda: record.add(ANN, third))
    record.add(ANN, third.model_copy(update={"side": "blue"}))
