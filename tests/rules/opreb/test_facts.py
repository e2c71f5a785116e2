"""Wounds at the end of a game: the roll for them, by the ruling on wounds (Apply damage)."""

from __future__ import annotations

from typing import Any

import pytest

from data import CAMPAIGN, system_of
from data.files import honours
from rules.campaign.after_game import AfterGame
from rules.campaign.battle_events import BattleBegun, BattleEnded, UnitFielded
from rules.campaign.battle_record import battle_record
from rules.campaign.people_events import CampaignBegun, PlayerJoined
from rules.campaign.proposals import proposal
from rules.campaign.roster import enlist_unit
from rules.campaign.roster_events import UnitEnlisted
from rules.command.system import Board
from rules.game.entry import Entry
from rules.game.events import Event, StateCounted, UnitPlaced
from rules.game.game import Game
from rules.game.table_events import RulingSet
from rules.game.unit import Unit, UnitSpec
from rules.kernel.dice import Need
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import validate
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.resolve import stored_ruleset
from rules.kernel.text import Text
from tests.rows import for_each
from tests.rules.campaign.played import ANN, BOB, SIDES, Record
from tests.rules.campaign.test_proposals import NOBODY
from tests.rules.opreb.cases import fire, target
from tests.rules.opreb.playing import play as play_of

OPREB = system_of("opreb")
INITIATIVE: type[Any] = OPREB.actions["initiative"].facts
SHOT: type[Any] = OPREB.actions["fire"].facts
SPEC = UnitSpec(name="Militia", models=6, profile={"skill": 3})


def board(**wounds: int) -> Board:
    """Units by their ids with so many wounds; one without models has none left."""
    game = Game()
    for id, count in wounds.items():
        unit = Unit(id=id, name=id, side="Blue", models=6 if count >= 0 else 0, starting=6, profile={"skill": 3})
        game.apply(UnitPlaced(unit=unit))
        if count > 0:
            game.apply(StateCounted(unit=id, state="wounds", change=count))
    return Board(game, OPREB, stored_ruleset(OPREB, {}))


def test_every_living_unit_with_wounds_is_rolled_for_by_the_enemy() -> None:
    [found] = OPREB.open_matters(board(a=3, b=0, c=-1))
    assert (found.unit, found.action, found.markers, found.by_enemy) == ("a", "activate", 3, True)
    assert found.facts == {"unit": {"models": 6, "wounds": 3, "pinned": 0}}


def test_where_wounds_are_only_reported_nothing_is_left_open() -> None:
    found = board(a=3)._replace(book=stored_ruleset(OPREB, {"wound_kill": "none"}))
    assert list(OPREB.open_matters(found)) == []


@for_each(("ruling", "lost", "thrown"), [("wound", 4, False), ("bang", None, True), ("none", None, False)])
def test_the_ruling_says_whether_dice_are_rolled(ruling: str, lost: int | None, thrown: bool) -> None:
    """If every wound kills, the losses are in the report at once, and the fallen are rolled for like others."""
    report = proposal(_after(RulingSet(name="wound_kill", value=ruling)))
    assert [need.outcome is None for need in report.needs if need.settles] == ([thrown] if ruling != "none" else [])
    recovery: list[Any] = [need.facts["lost"] for need in report.needs if need.action == "recovery"]
    assert recovery == ([lost] if lost else [])


def _after(*events: Event) -> AfterGame:
    """Return a battle that ends with four wounds on Bob's militia."""
    record = Record()
    record.add(ANN, CampaignBegun(id="c", name="War", system="opreb", arbitrator=ANN, player="Ann"))
    record.add(ANN, PlayerJoined(player=ANN, name="Ann", roster="ra"))
    record.add(BOB, PlayerJoined(player=BOB, name="Bob", roster="rb"))
    record.add(BOB, UnitEnlisted(unit=enlist_unit("c1", "rb", SPEC), system="opreb"))
    record.add(ANN, BattleBegun(battle="b", game="g", sides=SIDES))
    record.add(BOB, UnitFielded(battle="b", unit="c1", game_unit="u1"))
    record.add(ANN, BattleEnded(battle="b"))
    there = Unit(id="u1", name="Militia", side="Blue", models=6, starting=6, profile={"skill": 3})
    placed = UnitPlaced(unit=there), StateCounted(unit="u1", state="wounds", change=4)
    entries = (Entry(number=1, command="x", by=ANN, at=0.0, events=(*events, *placed)),)
    told = battle_record(entries, OPREB)
    campaign = record.campaign
    return AfterGame(campaign, campaign.battles["b"], told, OPREB, CAMPAIGN, honours(), NOBODY, entries)


# Tests in the record of a battle, and faults in the facts of support weapons.


@for_each(
    ("outcome", "faces", "stood"),
    [
        ({"fell_back": True}, (5, 5), False),
        ({"fell_back": False}, (1, 1), True),
        ({"passed": True}, (1, 1), True),
        ({"passed": False}, (5, 5), False),
        ({"bangs": 1}, (5, 1), True),
        ({"bangs": 0}, (4, 1), False),
    ],
)
def test_who_has_not_fallen_back_has_passed_a_check(
    outcome: dict[str, Any], faces: tuple[int, ...], stood: bool
) -> None:
    """Within a shot falling back counts, otherwise the check itself; without either, a bang does (Fall back)."""
    play = Play(action="fire", facts={}, outcome=outcome)
    thrown = RecordedRoll(
        key="morale_check", label=Text("morale"), by="unit", sides=6, faces=faces, source="bot", needed=Need(5)
    )
    assert OPREB.after_battle.passed(play, thrown) is stood


@for_each("support", [5, None, "hmg", {"weapon": ["hmg"], "count": 1}, {"weapon": None, "count": 1}])
def test_support_weapons_that_are_none_are_a_fault_like_any_other(support: object) -> None:
    with pytest.raises(BadFacts, match=r"support\.0"):
        play_of("fire", fire(support=[support]))


def test_the_schema_promises_no_default_that_depends_on_other_facts() -> None:
    """The dice that a support weapon adds depend on its type: 3 for an HMG, 2 for a SAW (Attacker dice pool)."""
    schema = SHOT.model_json_schema()
    assert "default" not in schema["$defs"]["Support"]["properties"]["dice"]
    assert "default" not in schema["properties"]["short_of_it"]
    assert schema["$defs"]["Support"]["properties"]["crew"]["default"] == 0


def test_facts_that_a_system_fills_in_are_optional() -> None:
    schema = SHOT.model_json_schema()
    assert not {"dice", "crew", "rof"} & set(schema["$defs"]["Support"]["required"])
    assert "short_of_it" not in schema["required"]


def test_a_support_weapon_that_no_table_knows_needs_its_dice() -> None:
    with pytest.raises(BadFacts, match="dice: give it; it is known only for hmg and saw, not for mortar"):
        play_of("fire", fire(support=[{"weapon": "mortar", "count": 1}]))


def test_a_unit_has_no_pinned_markers_unless_they_are_given() -> None:
    """Under rulings by which one marker would take a die off, or hold the unit."""
    assert len(play_of("morale", {"unit": {"skill": 4}}, (1,) * 4, pin_effect="minus_skill_die").played.steps) == 1
    assert play_of("movement", {"action": "standard"}, pin_effect="no_move").played.outcome.inches == 5


@for_each(
    ("facts", "name", "one", "most"),
    [
        (fire(), "shooters", {"count": 1, "rof": 1}, 20),
        (fire(), "support", {"weapon": "saw", "count": 1}, 20),
        ({}, "sides", {"skill": 3}, 20),
    ],
)
def test_a_roll_has_a_most_of_each(facts: dict[str, Any], name: str, one: dict[str, Any], most: int) -> None:
    model = SHOT if facts else INITIATIVE
    assert len(getattr(validate(model, facts | {name: [one] * most}), name)) == most
    with pytest.raises(BadFacts, match=rf"^{name}: .*at most {most}"):
        validate(model, facts | {name: [one] * (most + 1)})


@for_each(("length", "fits"), [(60, True), (61, False)])
def test_the_name_of_a_side_has_a_most_of_letters(length: int, fits: bool) -> None:
    sides = {"sides": [{"skill": 3, "name": "x" * length}, {"skill": 3}]}
    if fits:
        assert validate(INITIATIVE, sides).sides[0].name == "x" * length
    else:
        with pytest.raises(BadFacts, match=r"^sides\.0\.name"):
            validate(INITIATIVE, sides)


def test_who_has_no_models_left_is_called_by_its_part() -> None:
    with pytest.raises(RuleError, match=r"^The target has no models left\.$"):
        play_of("fire", fire(target=target(models=0)))
    with pytest.raises(RuleError, match=r"^The unit has no models left\.$"):
        play_of("activate", {"unit": {"models": 0, "wounds": 0, "pinned": 0}})
