"""Impossible commands are refused with a sentence, and change nothing."""

from __future__ import annotations

from itertools import product

import pytest

from rules.campaign.arbitrator_events import FiguresGranted, HonourAwarded, PointsAwarded, UnitPriced, UnitStatusSet
from rules.campaign.battle_events import BattleBegun, BattleCalledOff, BattleEnded, UnitFielded, UnitWithdrawn
from rules.campaign.campaign import BattleSide, CampaignEvent
from rules.campaign.people_events import (
    ArbitratorNamed,
    BattleRulingSet,
    CampaignBegun,
    CampaignEnded,
    CampaignRulingSet,
    MemberLeft,
    PlayerJoined,
    RosterHandedOver,
)
from rules.campaign.report import Report, ReportNeed, Result, UnitChange
from rules.campaign.report_events import (
    AftermathRolled,
    ReportDecided,
    ReportEdited,
    ReportMade,
    ReportReopened,
    ReportSigned,
)
from rules.campaign.roster import Honour
from rules.campaign.roster_events import (
    LevelChosen,
    Reinforced,
    RosterRenamed,
    UnitDismissed,
    UnitEnlisted,
    UnitRenamed,
    UnitRested,
    UnitTransferred,
)
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.campaign.played import (
    ANN,
    BOB,
    EVE,
    SIDES,
    Record,
    change,
    expect_refusal,
    fight,
    new_campaign,
    report_battle,
    sign,
    squad,
)

MINOR = Result(winner="ra", margin="minor")


def fresh() -> Record:
    """Return a league with a reader, one battle that is settled (a1 and b1), one report that waits (x: a2 and b2)."""
    record = new_campaign()
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    record.add(ANN, HonourAwarded(unit="a1", honour=Honour(key="old_guard")))
    fight(record)
    report_battle(record, change("a1", models=-2, experience=4), change("b1", models=-8), figures={"ra": 3})
    sign(record)
    fight(record, "x", ("a2", "b2"))
    needs = (ReportNeed(key="x:b2:recovery", unit="b2", action="recovery"),)
    report_battle(record, change("a2"), change("b2", models=-1), battle="x", needs=needs)
    return record


def battle(*rosters: str, **more: object) -> BattleBegun:
    sides = tuple(BattleSide(roster=one, side=one) for one in rosters)
    return BattleBegun.model_validate({"battle": "y", "game": "game-y", "sides": sides, **more})


def report(*changes: UnitChange, result: Result = MINOR) -> Report:
    return Report(result=result, changes=changes)


REFUSED: list[tuple[str, str, CampaignEvent, str]] = [
    (
        "begun twice",
        ANN,
        CampaignBegun(id="d", name="D", system="fubar", arbitrator=ANN, player="A"),
        "This campaign has already started",
    ),
    ("joined twice", BOB, PlayerJoined(player=BOB, name="Bob", roster="rc"), "Bob already has a roster"),
    ("reader twice", EVE, PlayerJoined(player=EVE, name="Eve"), "Eve is already in this campaign"),
    ("somebody else joins", EVE, PlayerJoined(player="9", name="Zoe"), "People join themselves"),
    (
        "name of a roster twice",
        EVE,
        PlayerJoined(player=EVE, name="BOB", roster="rc"),
        "There is already a roster named BOB. Choose another name",
    ),
    ("id of a roster twice", EVE, PlayerJoined(player=EVE, name="Eve", roster="rb"), "campaign. Take it over instead"),
    ("left who was not there", ANN, MemberLeft(player="9"), "That person is not in this campaign"),
    ("somebody else leaves", EVE, MemberLeft(player=BOB), "Only Bob or the arbitrator"),
    ("the arbitrator leaves", ANN, MemberLeft(player=ANN), "Name another arbitrator first"),
    (
        "hands over what is not hers",
        EVE,
        RosterHandedOver(roster="rb", player=EVE),
        "Bob is not your roster. Ask its player or the arbitrator",
    ),
    (
        "hands over to one with a roster",
        BOB,
        RosterHandedOver(roster="rb", player=ANN),
        "already has a roster in this campaign",
    ),
    ("hands over to a stranger", BOB, RosterHandedOver(roster="rb", player="9"), "That person is not in this campaign"),
    ("makes himself arbitrator", BOB, ArbitratorNamed(player=BOB), "Only the arbitrator"),
    ("a stranger as arbitrator", ANN, ArbitratorNamed(player="9"), "That person is not in this campaign"),
    ("a ruling by a player", BOB, CampaignRulingSet(name="points_draw", value=2), "Only the arbitrator"),
    ("a ruling that is none", ANN, CampaignRulingSet(name="weather", value=2), "choose"),
    ("a value that is none", ANN, CampaignRulingSet(name="points_draw", value=-1), "points_draw"),
    ("a ruling of the rules by a player", BOB, BattleRulingSet(name="allocation", value="ask"), "Only the arbitrator"),
    ("ended by a player", BOB, CampaignEnded(), "Only the arbitrator"),
    ("ended too early", ANN, CampaignEnded(), "has no signed report"),
    ("opened while open", ANN, CampaignEnded(over=False), "not over"),
    (
        "another system",
        BOB,
        UnitEnlisted(unit=squad("b3", "rb"), system="opreb"),
        "is from a force for opreb; this campaign uses",
    ),
    ("a unit twice", BOB, UnitEnlisted(unit=squad("b2", "rb"), system="fubar"), "is already in this campaign"),
    (
        "a name twice",
        BOB,
        UnitEnlisted(unit=squad("b3", "rb").with_changes(name="squad B2"), system="fubar"),
        "a unit named squad B2",
    ),
    ("into another's roster", BOB, UnitEnlisted(unit=squad("b3", "ra"), system="fubar"), "is not your"),
    (
        "negative experience",
        ANN,
        UnitEnlisted(unit=squad("b3", "rb", experience=-1), system="fubar"),
        "give 0 experience",
    ),
    ("a past of one's own", BOB, UnitEnlisted(unit=squad("b3", "rb", experience=9), system="fubar"), "not a new unit"),
    ("no figures", BOB, UnitEnlisted(unit=squad("b3", "rb", 0), system="fubar"), "1 to 100 figures"),
    ("too many figures", BOB, UnitEnlisted(unit=squad("b3", "rb", 101), system="fubar"), "1 to 100 figures"),
    ("renamed by another", BOB, UnitRenamed(unit="a1", name="Mine"), "is not your"),
    ("renamed like another", ANN, UnitRenamed(unit="a1", name="SQUAD A2"), "a unit named SQUAD A2"),
    ("renamed in battle", ANN, UnitRenamed(unit="a2", name="Late"), "is in a battle"),
    ("renamed though lost", BOB, UnitRenamed(unit="b1", name="Ghosts"), "has left its roster"),
    ("a unit that is none", BOB, UnitRenamed(unit="zz", name="No side"), "no such unit"),
    (
        "a roster like another",
        BOB,
        RosterRenamed(roster="rb", name="ann"),
        "There is already a roster named ann. Choose another name",
    ),
    ("rests by another", BOB, UnitRested(unit="a1"), "is not your"),
    ("rises though awake", ANN, UnitRested(unit="a1", on=False), "is not resting"),
    ("dismissed by another", BOB, UnitDismissed(unit="a1"), "is not your"),
    ("transferred by a player", BOB, UnitTransferred(unit="a1", roster="rb"), "Only the arbitrator"),
    ("transferred to its own", ANN, UnitTransferred(unit="a1", roster="ra"), "is already in Ann"),
    ("transferred nowhere", ANN, UnitTransferred(unit="a1", roster="zz"), "no such roster"),
    ("status by a player", BOB, UnitStatusSet(unit="a1", status="lost"), "Only the arbitrator"),
    ("status in battle", ANN, UnitStatusSet(unit="a2", status="lost"), "is in a battle"),
    ("a price by a player", BOB, UnitPriced(unit="b2", points=9), "Only the arbitrator"),
    ("no figures placed", ANN, Reinforced(unit="a1", figures=0), "Place at least 1 figure"),
    ("reinforced by another", BOB, Reinforced(unit="a1", figures=1), "is not your"),
    ("a level not reached", ANN, LevelChosen(unit="a1", level=2, trait="x", options=("x",)), "has not reached level 2"),
    ("a choice that is none", ANN, LevelChosen(unit="a1", level=1, trait="y", options=("x",)), "choose x"),
    ("figures by a player", BOB, FiguresGranted(roster="rb", figures=9), "Only the arbitrator"),
    ("fewer figures than none", ANN, FiguresGranted(roster="rb", figures=-1), "figures now. Change that to 0 to 100"),
    ("an honour twice", ANN, HonourAwarded(unit="a1", honour=Honour(key="old_guard")), "already has that honour"),
    ("an honour by a player", BOB, HonourAwarded(unit="b2", honour=Honour(key="x")), "Only the arbitrator"),
    ("an honour of no battle", ANN, HonourAwarded(unit="a1", honour=Honour(key="x", battle="zz")), "no such battle"),
    ("no points", ANN, PointsAwarded(roster="rb", points=0), "Give points above 0"),
    ("points by a player", BOB, PointsAwarded(roster="rb", points=9), "Only the arbitrator"),
    ("against himself", BOB, battle("rb", "rb"), "Choose two different rosters of two players"),
    ("against nobody", BOB, battle("rb"), "two different rosters"),
    ("a roster that is none", BOB, battle("rb", "zz"), "no such roster"),
    ("a battle of others", EVE, battle("ra", "rb"), "is not your"),
    (
        "on the same side",
        BOB,
        battle("ra", "rb").model_copy(
            update={"sides": (BattleSide(roster="ra", side="Red"), BattleSide(roster="rb", side="red"))}
        ),
        "two different sides",
    ),
    (
        "with units from the start",
        BOB,
        battle("ra", "rb").model_copy(
            update={"sides": (SIDES[0], BattleSide(roster="rb", side="Blue", units={"b2": "u"}))}
        ),
        "Start the battle first, then choose its units",
    ),
    ("the same game twice", BOB, battle("ra", "rb", game="game-b"), "is already a battle of this campaign"),
    ("an attacker from outside", BOB, battle("ra", "rb", attacker="zz"), "must be one of the two"),
    ("a territory without a map", BOB, battle("ra", "rb", territory="hill"), "has no map"),
    (
        "fielded in a battle that is over",
        ANN,
        UnitFielded(battle="b", unit="a1", game_unit="u9"),
        "That battle is over",
    ),
    (
        "withdrawn when it is over",
        ANN,
        UnitWithdrawn(battle="x", unit="a2"),
        "is not in that battle, or the battle is over",
    ),
    ("withdrawn by another", BOB, UnitWithdrawn(battle="x", unit="a2"), "is not your"),
    ("ended twice", ANN, BattleEnded(battle="x"), "That battle is already over"),
    ("ended by a reader", EVE, BattleEnded(battle="x"), "is not your"),
    ("fought on once it counts", ANN, BattleEnded(battle="b", over=False), "counts or is being played"),
    ("called off by a player", BOB, BattleCalledOff(battle="x"), "Only the arbitrator"),
    ("called off when it counts", ANN, BattleCalledOff(battle="b"), "That battle already counts or"),
    (
        "another game",
        BOB,
        ReportMade(battle="x", game="game-b", report=report()),
        "That game is not a battle of this campaign",
    ),
    ("a battle that counts", BOB, ReportMade(battle="b", game="game-b", report=report()), "signed and counts"),
    ("by a reader", EVE, ReportMade(battle="x", game="game-x", report=report()), "is not your"),
    ("a unit that was away", BOB, ReportMade(battle="x", game="game-x", report=report(change("a1"))), "was not in"),
    (
        "a unit twice in it",
        BOB,
        ReportMade(battle="x", game="game-x", report=report(change("a2"), change("a2", models=-1))),
        "A unit is in the report twice: list it once",
    ),
    (
        "more losses than figures",
        BOB,
        ReportMade(battle="x", game="game-x", report=report(change("a2", models=-9))),
        "has 8 figures",
    ),
    (
        "experience below nothing",
        BOB,
        ReportMade(battle="x", game="game-x", report=report(change("a2", experience=-1))),
        "cannot fall below 0",
    ),
    (
        "a winner from outside",
        BOB,
        ReportMade(battle="x", game="game-x", report=report(result=Result(winner="zz", margin="minor"))),
        "Only a roster in the battle can win it",
    ),
    (
        "a victory of nobody",
        BOB,
        ReportMade(battle="x", game="game-x", report=report(result=Result(margin="major"))),
        "A victory needs a winner; a draw has none",
    ),
    ("edited to the same", ANN, ReportEdited(battle="x", changes=(change("a2"),)), "The report already says that"),
    ("edited by a reader", EVE, ReportEdited(battle="x", changes=(change("a2", models=-1),)), "is not your"),
    (
        "signed with dice open",
        BOB,
        ReportSigned(battle="x", roster="rb", player=BOB, version=1),
        "Roll the dice",
    ),
    ("signed for another", ANN, ReportSigned(battle="x", roster="rb", player=BOB, version=1), "signs for it"),
    ("signed as another", ANN, ReportSigned(battle="x", roster="rb", player=ANN, version=1), "signs for it"),
    ("an older version", BOB, ReportSigned(battle="x", roster="rb", player=BOB, version=9), "has changed since"),
    ("signed when it counts", BOB, ReportSigned(battle="b", roster="rb", player=BOB, version=1), "signed and counts"),
    ("decided by a player", BOB, ReportDecided(battle="x", version=1), "Only the arbitrator"),
    ("decided in one's own cause", ANN, ReportDecided(battle="x", version=1), "You played in this battle"),
    ("reopened by a player", BOB, ReportReopened(battle="b"), "Only the arbitrator"),
    ("reopened unsigned", ANN, ReportReopened(battle="x"), "Only a signed report can be opened again"),
    (
        "dice that nobody waits for",
        BOB,
        AftermathRolled(battle="x", need="zz", outcome={}, change=change("b2")),
        "does not need these dice",
    ),
    (
        "dice for another unit",
        BOB,
        AftermathRolled(battle="x", need="x:b2:recovery", outcome={}, change=change("a2")),
        "for another unit",
    ),
    (
        "dice of the other side",
        EVE,
        AftermathRolled(battle="x", need="x:b2:recovery", outcome={}, change=change("b2")),
        "is not your",
    ),
]


@for_each(("by", "event", "words"), [one[1:] for one in REFUSED])
def test_an_impossible_event_is_refused_in_a_sentence(by: str, event: CampaignEvent, words: str) -> None:
    record = fresh()
    before = record.campaign
    with pytest.raises((RuleError, BadFacts)) as error:
        record.add(by, RosterRenamed(roster="rb", name="Blues"), event) if by == BOB else record.add(by, event)
    said = ENGLISH(error.value.text)
    assert words in said
    assert said.endswith(".") or isinstance(error.value, BadFacts)
    assert record.campaign == before, "nothing is half done"


def test_a_unit_in_two_games_at_once() -> None:
    record = fresh()
    record.add(ANN, BattleBegun(battle="y", game="game-y", sides=SIDES))
    expect_refusal("is in battle", lambda: record.add(ANN, UnitFielded(battle="y", unit="a2", game_unit="u")))
    record.add(ANN, UnitFielded(battle="y", unit="a1", game_unit="u"))
    expect_refusal("is in battle", lambda: record.add(ANN, UnitFielded(battle="y", unit="a1", game_unit="v")))
    expect_refusal("is lost", lambda: record.add(BOB, UnitFielded(battle="y", unit="b1", game_unit="v")))


def test_only_a_unit_that_fights_is_withdrawn() -> None:
    record = fresh()
    record.add(ANN, BattleBegun(battle="y", game="game-y", sides=SIDES))
    withdrawn, words = UnitWithdrawn(battle="y", unit="a1"), "is not in that battle, or the battle is over"
    expect_refusal(words, lambda: record.add(ANN, withdrawn))
    record.add(ANN, UnitFielded(battle="y", unit="a1", game_unit="u"))
    record.add(ANN, withdrawn)
    expect_refusal(words, lambda: record.add(ANN, withdrawn))


def test_a_unit_of_the_game_is_one_unit_of_the_campaign() -> None:
    record = new_campaign()
    record.add(ANN, BattleBegun(battle="y", game="game-y", sides=SIDES))
    record.add(ANN, UnitFielded(battle="y", unit="a1", game_unit="u"))
    expect_refusal("already", lambda: record.add(ANN, UnitFielded(battle="y", unit="a2", game_unit="u")))


def test_resting_recovering_and_empty_units_stay_away() -> None:
    record = new_campaign()
    record.add(ANN, UnitRested(unit="a1"))
    record.add(ANN, UnitStatusSet(unit="a2", status="recovering", misses=1))
    record.add(ANN, BattleBegun(battle="y", game="game-y", sides=SIDES))
    expect_refusal("is resting", lambda: record.add(ANN, UnitFielded(battle="y", unit="a1", game_unit="u")))
    expect_refusal("is recovering", lambda: record.add(ANN, UnitFielded(battle="y", unit="a2", game_unit="u")))
    record.add(ANN, CampaignRulingSet(name="recovering_fight", value="yes"))
    record.add(ANN, UnitFielded(battle="y", unit="a2", game_unit="u"))


def test_figures_are_placed_where_there_is_room_for_them() -> None:
    record = new_campaign()
    record.add(ANN, FiguresGranted(roster="ra", figures=3))
    record.add(ANN, UnitEnlisted(unit=squad("a3", "ra", 7, full=8), system="fubar"))
    record.add(ANN, UnitEnlisted(unit=squad("a4", "ra", 6, full=8), system="fubar"))
    full = "^Squad a1 is at full strength. Place figures in another unit.$"
    expect_refusal(full, lambda: record.add(ANN, Reinforced(unit="a1", figures=1)))
    two, three = (Reinforced(unit=unit, figures=n) for unit, n in (("a3", 2), ("a4", 3)))
    expect_refusal("^Squad a3 has room for 1 more figure, not 2.$", lambda: record.add(ANN, two))
    expect_refusal("^Squad a4 has room for 2 more figures, not 3.$", lambda: record.add(ANN, three))
    expect_refusal("may place 3 more figures, not 4", lambda: record.add(ANN, Reinforced(unit="a1", figures=4)))
    record.add(ANN, FiguresGranted(roster="ra", figures=-3))
    expect_refusal("no figures left to place", lambda: record.add(ANN, Reinforced(unit="a3", figures=1)))


def test_nothing_happens_when_it_is_over() -> None:
    record = new_campaign()
    record.add(ANN, CampaignEnded(winner="ra"))
    expect_refusal("is over", lambda: record.add(BOB, UnitRenamed(unit="b1", name="Late")))
    record.add(ANN, CampaignEnded(over=False))
    record.add(BOB, UnitRenamed(unit="b1", name="Not too late"))


def test_a_lost_race_is_reported() -> None:
    record = new_campaign()
    expect_refusal(
        "The campaign has changed meanwhile. Try again",
        lambda: record.add(BOB, UnitRenamed(unit="b1", name="X"), number=3),
    )
    expect_refusal(
        "The campaign has changed meanwhile. Try again",
        lambda: record.add(BOB, UnitRenamed(unit="b1", name="X"), campaign="d"),
    )


def test_only_the_arbitrator_sets_a_ruling_of_the_rules_and_the_other_rulings_stay() -> None:
    record = new_campaign()
    record.add(ANN, BattleRulingSet(name="ram_damage", value="as_fire"))
    record.add(ANN, BattleRulingSet(name="allocation", value="ask"))
    expect_refusal("Only the arbitrator", lambda: record.add(BOB, BattleRulingSet(name="allocation", value="ask")))
    assert record.campaign.battle_rulings == {"ram_damage": "as_fire", "allocation": "ask"}
    assert record.campaign.rulings == {}


WHILE_IT_RUNS = [
    one for one in REFUSED if not isinstance(one[2], CampaignBegun) and one[2] != CampaignEnded(over=False)
]


def test_nothing_happens_in_a_campaign_that_is_over_but_that_it_is_opened_again() -> None:
    record = new_campaign()
    record.add(ANN, CampaignEnded())
    for (_, _, event, *_), by in product(WHILE_IT_RUNS, (ANN, BOB, EVE)):
        with pytest.raises(RuleError, match="This campaign is over"):
            event.check(record.campaign, by)


def test_a_battle_is_fought_on_until_its_report_was_signed_once() -> None:
    record = fresh()
    record.add(ANN, BattleBegun(battle="y", game="game-y", sides=SIDES))
    expect_refusal("battle counts or is being", lambda: record.add(ANN, BattleEnded(battle="y", over=False)))
    record.add(ANN, BattleEnded(battle="x", over=False))
    assert record.campaign.battles["x"].stage == "fighting"
    record.add(ANN, ReportReopened(battle="b"))
    expect_refusal("was signed once", lambda: record.add(ANN, BattleEnded(battle="b", over=False)))


def test_a_roster_without_a_leader_fights_but_never_itself() -> None:
    record = new_campaign()
    record.add(EVE, PlayerJoined(player=EVE, name="Eve"))
    record.add(ANN, ArbitratorNamed(player=EVE))
    for player in (ANN, BOB):
        record.add(player, MemberLeft(player=player))
    expect_refusal("Choose two different rosters of two players", lambda: record.add(EVE, battle("rb", "rb")))
    twice = battle("ra", "rb").model_copy(update={"sides": (*SIDES, BattleSide(roster="rb", side="Green"))})
    expect_refusal("Choose two different rosters of two players", lambda: record.add(EVE, twice))
    record.add(EVE, battle("ra", "rb"))
    assert record.campaign.battles["y"].rosters == ("ra", "rb")


def test_a_unit_of_two_rosters_does_not_fight_with_one_against_the_other() -> None:
    campaign = new_campaign().campaign
    both = campaign.with_roster(campaign.rosters["ra"].model_copy(update={"player": BOB}))
    expect_refusal("Choose two different rosters of two players", lambda: battle("ra", "rb").check(both, BOB))


def test_the_player_who_begins_a_battle_fields_for_both_sides_with_the_same_entry_only() -> None:
    record = new_campaign()
    both = tuple(UnitFielded(battle="y", unit=id, game_unit=f"u-{id}") for id in ("a1", "b1"))
    record.add(BOB, BattleBegun(battle="y", game="game-y", sides=SIDES), *both)
    expect_refusal("is not your", lambda: record.add(BOB, UnitFielded(battle="y", unit="a2", game_unit="u")))
    record.add(ANN, UnitFielded(battle="y", unit="a2", game_unit="u"))
    assert record.campaign.battles["y"].sides[0].units == {"a1": "u-a1", "a2": "u"}


def test_a_unit_of_a_roster_that_stays_at_home_enters_no_battle() -> None:
    record = new_campaign()
    record.add(EVE, PlayerJoined(player=EVE, name="Eve", roster="re", side="green"))
    record.add(EVE, UnitEnlisted(unit=squad("e1", "re"), system="fubar"))
    record.add(ANN, BattleBegun(battle="y", game="game-y", sides=SIDES))
    expect_refusal("is not in this battle", lambda: record.add(EVE, UnitFielded(battle="y", unit="e1", game_unit="u")))
