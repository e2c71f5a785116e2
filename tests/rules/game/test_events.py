"""The conditions of an event for an undo: possible without an earlier entry, and the fields that it sets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.game.clocks_and_seals import ClockSet, SealLaid
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.events import (
    ALL,
    Event,
    LossesTaken,
    ObjectPlaced,
    ObjectRemoved,
    StateCounted,
    StateOver,
    StateSet,
    UnitPlaced,
    UnitRemoved,
    unit_words,
)
from rules.game.figure_events import FigureSet
from rules.game.game import Game
from rules.game.reserves import ReserveArrived, ReserveSet
from rules.game.scenario import ScenarioSet
from rules.game.table_events import (
    ConsentSet,
    PlayerLeft,
    PlayerSeated,
    SideColoured,
    StoryTold,
    TimeoutSet,
    UnitDelegated,
)
from rules.game.tabletop import Player, Scenario, Seal, TableObject
from rules.game.unit import Figure
from tests.rows import for_each
from tests.rules.game.test_game import after, squad
from tests.rules.stored import schemas_of

HERE = UnitPlaced(unit=squad(models=4, hp=(3,)))
HURT = UnitPlaced(unit=squad(models=2, hp=(1,)))
SMOKE, LARGER = TableObject(kind="smoke", label="A"), TableObject(kind="smoke", label="A", radius=2)
ANN = Player(id="1", name="Ann", side="red")
LED = FigureSet(unit="u1", name="Cid", figure=Figure(name="Cid"))
FELL = FigureSet(unit="u1", name="Cid", figure=Figure(name="Cid", fell=2))


OTHER = UnitPlaced(unit=squad("u2", models=1))
SPLIT = UnitSplit(unit=squad(models=3), part=squad("u9", models=1))
JOINED = UnitsJoined(unit=squad(models=5), other="u2")
WAITS, COMES = ReserveSet(unit="u1", turn=3), ReserveArrived(unit="u1")
UP, DOWN = StateCounted(unit="u1", state="hit", change=1), StateCounted(unit="u1", state="hit", change=-1)


def two(*words: str) -> StateSet:
    return StateSet(unit="u1", state="engaged_with", value=",".join(words))


@for_each(
    ("event", "without", "was", "could"),
    [
        (HERE, [], [], True),
        (HURT, [HERE], [HERE], True),
        (HURT, [HURT], [HERE], False),
        (HURT, [], [HERE], False),
        (UnitRemoved(unit="u1"), [], [HERE], False),
        (UnitRemoved(unit="u1"), [], [], True),
        (UnitRemoved(unit="u1"), [HURT], [HERE], True),
        (LossesTaken(unit="u1", models=2), [HURT], [HERE], True),
        (LossesTaken(unit="u1", models=3), [HURT], [HERE], False),
        (LossesTaken(unit="u1", models=5), [HURT], [HERE], True),
        (LossesTaken(unit="u1", models=3), [], [HERE], False),
        (LossesTaken(unit="u1", models=1, hp=(2,)), [HERE], [HERE], True),
        (LossesTaken(unit="u1", models=1, hp=(2,)), [HURT], [HERE], False),
        (LossesTaken(unit="u1", models=4), [HURT], [HERE], False),
        (FELL, [HERE], [HERE], True),
        (FigureSet(unit="u1", name="Cid", figure=None), [HERE], [HURT], True),
        (SPLIT, [HERE], [HERE], True),
        (SPLIT, [HURT], [HERE], False),
        (SPLIT, [], [], False),
        (JOINED, [HERE, OTHER], [HERE, OTHER], True),
        (JOINED, [HURT, OTHER], [HERE, OTHER], False),
        (JOINED, [HERE], [HERE], False),
        (WAITS, [HERE], [HERE], True),
        (WAITS, [], [HERE], False),
        (WAITS, [HERE], [HERE, WAITS], False),
        (WAITS, [HERE, WAITS], [HERE, WAITS], True),
        (WAITS, [], [], True),
        (COMES, [HERE, WAITS], [HERE, WAITS], True),
        (COMES, [HERE], [HERE, WAITS], False),
        (COMES, [], [], True),
        (FELL, [HURT], [HERE], True),
        (FELL, [HERE], [HURT], False),
        (LED, [HERE], [HURT], True),
        (FELL, [HERE], [HERE, LED], False),
        (FELL, [HERE, LED], [HERE, LED], True),
        (FELL, [], [HERE], False),
        (FELL, [HERE], [], True),
        (two("u2", "u3"), [HERE], [HERE, two("u2")], False),
        (two("u2", "u3"), [HERE, two("u2")], [HERE, two("u2")], True),
        (two("u2", "u3"), [HERE, two("u4")], [HERE], True),
        (two("u2"), [HERE], [HERE, two("u2")], True),
        (two("u3"), [HERE], [HERE, two("u2")], True),
        (DOWN, [HERE], [HERE, UP], False),
        (DOWN, [HERE, UP], [HERE, UP], True),
        (DOWN, [HERE], [HERE], True),
        (UP, [HERE], [HERE, UP], True),
        (ObjectPlaced(thing=LARGER), [], [ObjectPlaced(thing=SMOKE)], False),
        (ObjectPlaced(thing=LARGER), [ObjectPlaced(thing=SMOKE)], [ObjectPlaced(thing=SMOKE)], True),
        (ObjectPlaced(thing=SMOKE), [], [], True),
        (ObjectRemoved(label="A"), [], [ObjectPlaced(thing=SMOKE)], True),
        (PlayerSeated(player=ANN), [], [PlayerSeated(player=ANN)], False),
        (PlayerSeated(player=ANN), [PlayerSeated(player=ANN)], [PlayerSeated(player=ANN)], True),
        (PlayerSeated(player=ANN), [], [], True),
        (UnitDelegated(unit="u1", player="1"), [], [HERE], False),
        (UnitDelegated(unit="u1", player="1"), [HERE], [HERE], True),
        (UnitDelegated(unit="u1", player=None), [], [HERE], True),
        (ClockSet(seconds=60, side="red"), [], [ClockSet(seconds=90)], False),
        (ClockSet(seconds=60, side="red"), [ClockSet(seconds=90)], [ClockSet(seconds=90)], True),
        (ClockSet(seconds=60, side="red"), [], [], True),
        (ClockSet(seconds=60), [], [ClockSet(seconds=90)], True),
    ],
)
def test_an_event_could_have_happened_without_an_entry_that_it_does_not_build_on(
    event: Event, without: list[Event], was: list[Event], could: bool
) -> None:
    assert event.applies_to(after(*without), after(*was)) is could


@for_each(
    ("event", "sets"),
    [
        (HERE, ("u1", ALL)),
        (UnitRemoved(unit="u1"), None),
        (LossesTaken(unit="u1", models=1), None),
        (LossesTaken(unit="u1", models=1, hp=(2,)), ("u1", "hp")),
        (LED, ("u1", "figure Cid")),
        (SPLIT, ("u1", ALL)),
        (JOINED, ("u1", ALL)),
        (WAITS, ("u1", ALL)),
        (COMES, ("u1", ALL)),
        (two("u2"), ("u1", "engaged_with")),
        (StateOver(unit="u1", state="smoked", in_turn=2), ("u1", "smoked")),
        (UP, ("u1", "hit")),
        (PlayerSeated(player=ANN), None),
    ],
)
def test_two_events_that_set_the_same_of_a_unit_cannot_change_places(
    event: Event, sets: tuple[str, str] | None
) -> None:
    assert event.sets == sets


def sealed(unit: str) -> SealLaid:
    return SealLaid(seal=Seal(digest=f"of {unit}", by="1", unit=unit))


def test_both_halves_of_a_divided_unit_are_lent_and_the_rest_of_a_joined_one_is_gone() -> None:
    lent = [UnitDelegated(unit=id, player="7") for id in ("u1", "u2")]
    split = after(HERE, OTHER, *lent, sealed("u1"), sealed("u2"), SPLIT)
    assert ({id: unit.models for id, unit in split.units.items()}, split.last_unit) == ({"u1": 3, "u2": 1, "u9": 1}, 9)
    assert split.lent == {"u1": "7", "u2": "7", "u9": "7"}
    joined = split.with_events([JOINED])
    assert ({id: unit.models for id, unit in joined.units.items()}, joined.lent) == (
        {"u1": 5, "u9": 1},
        {"u1": "7", "u9": "7"},
    )
    assert joined.departed == {"u2": OTHER.unit.model_copy(update={"joined": "u1"})}
    assert list(joined.seals) == ["of u1"]
    assert (SPLIT.units, JOINED.units) == (("u9",), ("u2",))
    assert after(HERE, UnitSplit(unit=squad(models=3), part=squad("guest", models=1))).last_unit == 1
    assert list(after(HERE, sealed("u1"), sealed("u2"), UnitRemoved(unit="u1")).seals) == ["of u2"]


def test_a_unit_waits_in_reserve_is_corrected_there_and_arrives() -> None:
    game = after(HERE, OTHER, ReserveSet(unit="u1", turn=3, roll=4, rolled=2), UnitPlaced(unit=HURT.unit))
    assert (list(game.units), game.departed, game.living_sides()) == (["u2"], {"u1": HERE.unit}, ("red",))
    assert game.reserves["u1"].model_dump() == {"unit": HURT.unit.model_dump(), "turn": 3, "roll": 4, "rolled": 2}
    assert [game.reserves["u1"].is_due(turn) for turn in (2, 3)] == [False, True]
    assert not game.reserves["u1"].model_copy(update={"rolled": 3}).is_due(3)
    assert game.reserves["u1"].model_copy(update={"roll": None, "rolled": 3}).is_due(3)
    assert list(game.with_reserves().units) == ["u2", "u1"]
    arrived = game.with_events([COMES])
    assert (arrived.units["u1"], arrived.reserves) == (HURT.unit, {})


def test_a_figure_stays_in_its_place_when_it_changes_and_may_go() -> None:
    named = [FigureSet(unit="u1", name=name, figure=Figure(name=name)) for name in ("Cid", "Dot")]
    game = after(HERE, *named, FELL)
    assert game.units["u1"].figures == (Figure(name="Cid", fell=2), Figure(name="Dot"))
    assert game.units["u1"].standing_figures == (Figure(name="Dot"),)
    gone = game.with_events([FigureSet(unit="u1", name="cid", figure=None)])
    assert gone.units["u1"].figures == (Figure(name="Dot"),)


@for_each(
    ("was", "then", "sides", "judged"),
    [
        ({"side": "red"}, {"side": "blue"}, {"1": ("red",)}, {}),
        ({"side": "red"}, {"side": "red", "umpire": True}, {}, {}),
        ({"side": "red"}, None, {"1": ("red",)}, {}),
        ({"umpire": True}, {"side": "red"}, {}, {"1": True}),
        ({"umpire": True, "side": "red"}, {"side": "blue"}, {"1": ("red",)}, {}),
        ({"umpire": True, "side": "red"}, {"side": "red"}, {}, {}),
        ({"umpire": True}, {"umpire": True, "dice": "physical"}, {}, {}),
        ({}, {"side": "red"}, {}, {}),
    ],
)
def test_who_leaves_a_seat_after_the_first_dice_knows_what_its_side_knows(
    was: dict[str, Any], then: dict[str, Any] | None, sides: dict[str, Any], judged: dict[str, bool]
) -> None:
    """An umpire without a side knows all; one who has played a side knows the hidden units of that side only."""
    leaves = PlayerSeated(player=Player(id="1", name="Ann", **then)) if then is not None else PlayerLeft(player="1")
    free = after(PlayerSeated(player=Player(id="1", name="Ann", **was)))
    for played, known in ((False, ({}, {})), (True, (sides, judged))):
        free.begun = played
        game = free.with_events([leaves])
        assert (game.left_sides, game.judged) == known
    sat = PlayerSeated(player=Player(id="1", name="Ann", umpire=True))
    both = after(sat)
    both.begun, both.left_sides = True, {"1": ("red",)}
    assert not both.with_events([PlayerLeft(player="1")]).judged


def test_words_for_the_story_change_nothing_on_the_table() -> None:
    assert after(HERE, StoryTold(entry=1, turn=2, units=("u1",))) == after(HERE)


def test_the_clocks_keep_what_happens_at_their_end() -> None:
    clock = after(ClockSet(seconds=60, increment=5, at_end="go lost")).clock
    assert clock
    assert (clock.seconds, clock.increment, clock.at_end, clock.set_by) == (60, 5, "go lost", 1)
    more = after(ClockSet(seconds=60, at_end="go lost"), ClockSet(seconds=90, side="red")).clock
    assert more
    assert (more.at_end, more.extra, more.remaining_seconds("red")) == ("go lost", {"red": 30.0}, 90.0)
    assert after(ClockSet(seconds=60), ClockSet(seconds=0)).clock is None


def test_the_scenario_is_the_one_set_last() -> None:
    assert after(ScenarioSet(scenario=Scenario(turns=5)), ScenarioSet(scenario=Scenario(turns=6))).scenario == Scenario(
        turns=6
    )


def test_a_state_that_holds_words_has_none_where_it_is_a_number_or_nothing() -> None:
    assert [unit_words(value) for value in ("u2,u3", "u2", "", 3, None)] == [("u2", "u3"), ("u2",), (), (), ()]


def test_consent_questions_and_colours_are_as_they_were_set_last() -> None:
    game = after(ConsentSet(on=True), TimeoutSet(minutes=90, policy="umpire"), SideColoured(side="red", colour="pink"))
    assert (game.consent, game.timeout, game.colours) == (True, (90, "umpire"), {"red": "pink"})
    assert not after(ConsentSet(on=True), ConsentSet(on=False)).consent


def test_a_game_that_is_read_again_shares_the_units_that_are_equal_and_no_others() -> None:
    known, anew = after(HERE, UnitPlaced(unit=squad("u2"))), after(HURT, UnitPlaced(unit=squad("u2")))
    shared: Game = anew.with_shared_units(known)
    assert shared is anew
    assert shared.units["u2"] is known.units["u2"]
    assert shared.units["u1"] == HURT.unit


def test_events_are_stored_under_the_names_of_the_published_schema() -> None:
    published = json.loads((Path(__file__).parents[3] / "data/exports/game.schema.json").read_text(encoding="utf-8"))[
        "$defs"
    ]
    found = schemas_of(Event)
    assert found == {name: published.get(name) for name in found}
