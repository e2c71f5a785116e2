"""A game is the fold of its entries: events, undo, copies, and nothing below zero."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

from hypothesis import given
from hypothesis import settings as within
from hypothesis import strategies as st
from pydantic import TypeAdapter

from rules.game.dice_events import DiceReturned, OwnDiceKept
from rules.game.entry import Entry, play_back
from rules.game.events import (
    Event,
    LossesTaken,
    ObjectPlaced,
    ObjectRemoved,
    PointsScored,
    StateCounted,
    StateOver,
    StateSet,
    TurnAdvanced,
    UnitPlaced,
    UnitRemoved,
)
from rules.game.game import Game
from rules.game.table_events import (
    GameEnded,
    MentionsSet,
    PlayerLeft,
    PlayerSeated,
    RulingSet,
    SetupStepTicked,
    UnitDelegated,
)
from rules.game.tabletop import Player, TableObject
from rules.game.unit import Unit
from rules.kernel.plays import Laid, Play, RecordedRoll
from rules.kernel.text import Text


def squad(id: str = "u1", side: str = "red", models: int = 8, **more: Any) -> Unit:
    return Unit(**{"id": id, "name": f"Squad {id}", "side": side, "models": models, "starting": models} | more)


def after(*events: Event) -> Game:
    return Game().with_events(events)


def entry(number: int, *events: Event, **more: Any) -> Entry:
    return Entry(number=number, command="fire", by="1", at=0.0, events=events, **more)


def test_joined_units_are_counted_for_the_next_id() -> None:
    game = after(UnitPlaced(unit=squad("u7")), UnitPlaced(unit=squad("u3")), UnitPlaced(unit=squad("guest")))
    assert (set(game.units), game.last_unit) == ({"u7", "u3", "guest"}, 7)


def test_losses_never_go_below_nothing() -> None:
    game = after(
        UnitPlaced(unit=squad(hp=(3,))), LossesTaken(unit="u1", models=3), LossesTaken(unit="u1", models=9, hp=(0,))
    )
    assert (game.units["u1"].models, game.units["u1"].hp, game.units["u1"].alive) == (0, (0,), False)


def test_marks_are_set_and_taken_off() -> None:
    on = after(UnitPlaced(unit=squad()), StateSet(unit="u1", state="on_guard", value=1))
    assert on.units["u1"].has("on_guard")
    for nothing in (None, 0, ""):
        off = on.with_events([StateSet(unit="u1", state="on_guard", value=nothing)])
        assert off.units["u1"].states == {}


def test_counts_go_up_and_down_to_nothing() -> None:
    def count(*changes: int) -> int:
        counted = [StateCounted(unit="u1", state="suppressed", change=change) for change in changes]
        return after(UnitPlaced(unit=squad()), *counted).units["u1"].count("suppressed")

    assert (count(2), count(2, -1), count(2, -5), count(2, -5, 1)) == (2, 1, 0, 1)


def test_several_words_of_a_state() -> None:
    unit = squad(states={"weapons_lost": "lmg,rpg", "suppressed": 2})
    assert (unit.words("weapons_lost"), unit.word("suppressed"), unit.count("weapons_lost")) == (
        ("lmg", "rpg"),
        None,
        0,
    )


def test_a_state_that_ends_with_a_turn_stays_during_the_turn() -> None:
    moved, over = StateSet(unit="u1", state="moved", value=1), StateOver(unit="u1", state="moved", in_turn=2)
    here = UnitPlaced(unit=squad())
    assert after(here, TurnAdvanced(turn=2), moved, over).units["u1"].states == {"moved": 1}
    assert after(here, TurnAdvanced(turn=3), moved, over).units["u1"].states == {}


def test_things_players_scores_rulings_queues_turn_and_end() -> None:
    smoke = TableObject(kind="smoke", label="A", radius=3, turns=2)
    game = after(
        ObjectPlaced(thing=smoke),
        ObjectPlaced(thing=TableObject(kind="objective", label="B")),
        ObjectRemoved(label="B"),
        ObjectRemoved(label="never there"),
        PlayerSeated(player=Player(id="1", name="Ann", side="red")),
        PlayerSeated(player=Player(id="2", name="Ben", side="blue")),
        PlayerLeft(player="2"),
        PointsScored(side="red", points=3, why=Text("hill")),
        PointsScored(side="red", points=-1, why=Text("mistake")),
        RulingSet(name="allocation", value="ask"),
        DiceReturned(sides=6, faces=(5, 2)),
        TurnAdvanced(turn=2, order=("red", "blue"), holder="blue", phase="fire"),
        GameEnded(winner="red"),
    )
    assert (game.things, list(game.players), game.scores) == ({"A": smoke}, ["1"], {"red": 2})
    assert (game.rulings, game.queues) == ({"allocation": "ask"}, {6: (5, 2)})
    assert (game.turn, game.order, game.holder, game.phase) == (2, ("red", "blue"), "blue", "fire")
    assert (game.over, game.winner) == (True, "red")


def test_a_unit_is_lent_and_taken_back() -> None:
    lent = after(UnitDelegated(unit="u1", player="7"), UnitDelegated(unit="u2", player="8"))
    assert lent.lent == {"u1": "7", "u2": "8"}
    assert lent.with_events([UnitDelegated(unit="u1", player=None)]).lent == {"u2": "8"}


def test_mentions_are_off_for_those_who_want_none() -> None:
    off = after(MentionsSet(player="7", on=False), MentionsSet(player="8", on=False))
    assert off.uncalled == {"7": True, "8": True}
    assert off.with_events([MentionsSet(player="7", on=True)]).uncalled == {"8": True}


def test_steps_of_the_setup_are_ticked_once_and_unticked() -> None:
    done = after(*(SetupStepTicked(step=step) for step in ("forces", "terrain", "forces")))
    assert done.ticked == ("terrain", "forces")
    assert done.with_events([SetupStepTicked(step="terrain", done=False)]).ticked == ("forces",)


def test_units_of_several_undone_entries_may_be_spoken_of() -> None:
    came = [entry(n, UnitPlaced(unit=squad(f"u{n}"))) for n in (1, 2)]
    game = play_back([*came, entry(3, undoes=1), entry(4, undoes=2)])
    assert (game.units, set(game.departed)) == ({}, {"u1", "u2"})


def test_sides_in_the_order_in_which_they_came() -> None:
    game = after(
        UnitPlaced(unit=squad("u1", "green")),
        PlayerSeated(player=Player(id="1", name="Ann", side="red")),
        PlayerSeated(player=Player(id="2", name="Umpire", umpire=True)),
        UnitPlaced(unit=squad("u2", "red")),
    )
    assert game.sides == ("red", "green")
    assert [unit.id for unit in game.units_of_side("red")] == ["u2"]


def test_entries_number_the_game_and_count_plays_with_dice() -> None:
    played = Play(
        action="fire",
        facts={},
        throws=(RecordedRoll(key="x", label=Text("x"), by="unit", sides=6, faces=(1,), source="bot"),),
    )
    game = play_back(
        [entry(1, UnitPlaced(unit=squad()), plays=(played,)), entry(2, plays=(Play(action="x", facts={}),))]
    )
    assert (game.number, game.plays) == (2, 1)


def test_an_undone_entry_leaves_no_trace_but_its_number() -> None:
    record = [
        entry(1, UnitPlaced(unit=squad())),
        entry(2, LossesTaken(unit="u1", models=3)),
        entry(3, LossesTaken(unit="u1", models=1)),
        entry(4, DiceReturned(sides=6, faces=(6,)), undoes=2),
    ]
    game = play_back(record)
    assert (game.units["u1"].models, game.number, game.undone, game.queues) == (7, 4, {2}, {6: (6,)})


def test_entries_after_an_undone_one_still_count() -> None:
    record = [
        entry(1, UnitPlaced(unit=squad())),
        entry(2, PointsScored(side="red", points=1, why=Text("x"))),
        entry(3, undoes=1),
    ]
    game = play_back(record)
    assert (game.scores, game.units) == ({"red": 1}, {})


COUNTS = st.integers(-20, 20)
SIDES = st.sampled_from(["red", "blue"])
STATES = st.sampled_from(["suppressed", "stunned"])


LAID = st.builds(
    Laid,
    nth=st.integers(0, 2),
    key=SIDES,
    sides=st.just(6),
    faces=st.tuples(st.integers(1, 6)),
    source=st.just("physical"),
)


def _event(of: st.SearchStrategy[str]) -> st.SearchStrategy[Event]:
    """Return an event about the units that `of` draws, which are at the table."""
    models = st.integers(0, 20)
    return st.one_of(
        st.builds(LossesTaken, unit=of, models=models, hp=st.none() | st.tuples(models)),
        st.builds(StateCounted, unit=of, state=STATES, change=COUNTS),
        st.builds(StateSet, unit=of, state=STATES, value=st.none() | models | st.text(max_size=3)),
        st.builds(StateOver, unit=of, state=STATES, in_turn=models),
        st.builds(
            ObjectPlaced, thing=st.builds(TableObject, kind=st.just("smoke"), label=SIDES, turns=st.none() | models)
        ),
        st.builds(ObjectRemoved, label=SIDES),
        st.builds(TurnAdvanced, turn=models, order=st.just(("red", "blue")), holder=st.none() | SIDES),
        st.builds(PointsScored, side=SIDES, points=COUNTS, why=st.just("x")),
        st.builds(PlayerSeated, player=st.builds(Player, id=SIDES, name=SIDES, side=st.none() | SIDES)),
        st.builds(PlayerLeft, player=SIDES),
        st.builds(RulingSet, name=SIDES, value=models),
        st.builds(DiceReturned, sides=st.just(6), faces=st.tuples(st.integers(1, 6)), of=st.tuples(SIDES)),
        st.builds(OwnDiceKept, command=SIDES, throws=st.lists(LAID, max_size=2).map(tuple)),
        st.builds(GameEnded, over=st.booleans(), winner=st.none() | SIDES),
        st.builds(lambda id, models: UnitPlaced(unit=squad(id, models=models)), of, models),
    )


STREAMS = st.lists(_event(st.sampled_from(["u1", "u2"])), max_size=12)
START = (UnitPlaced(unit=squad("u1")), UnitPlaced(unit=squad("u2", "blue")))


@within(deadline=None)
@given(STREAMS)
def test_playing_on_a_copy_leaves_the_game_alone(stream: list[Event]) -> None:
    game = after(*START)
    untouched, copied = repr(game), repr(game.copy())
    game.with_events(stream)
    copy = game.copy()
    for event in stream:
        copy.apply(event)
    copy.undone.add(7)
    assert untouched == copied == repr(game)


@within(deadline=None)
@given(STREAMS)
def test_events_are_kept_as_json_without_loss(stream: list[Event]) -> None:
    events: TypeAdapter[tuple[Event, ...]] = TypeAdapter(tuple[Event, ...])
    assert events.validate_json(events.dump_json(tuple(stream))) == tuple(stream)


@within(deadline=None)
@given(STREAMS, STREAMS)
def test_doing_and_undoing_is_doing_nothing(first: list[Event], second: list[Event]) -> None:
    """Ids of added units stay reserved, and players who sat at a side have still been there."""
    kept = [entry(1, *START), entry(2, *first)]
    undone = [*kept, entry(3, *second), entry(4, undoes=3)]
    done, back = play_back(kept), play_back(undone)
    brought = {event.unit.id: event.unit for event in second if isinstance(event, UnitPlaced)}
    assert back.departed == done.departed | brought
    assert set(done.left_sides) <= set(back.left_sides)
    back.number, back.undone, back.departed = done.number, done.undone, done.departed
    back.left_sides, back.judged = done.left_sides, done.judged
    assert back == done


def test_the_former_sides_of_a_player_are_the_same_in_any_order() -> None:
    """An undo counts the undone command in its place, and the continued game counts it where it was played."""
    umpire = PlayerSeated(player=Player(id="300", name="Uma", umpire=True))
    shot = Play(action="fire", facts={})
    others = [
        PlayerSeated(player=Player(id=id, name=side, side=side)) for id, side in (("400", "Red"), ("500", "Blue"))
    ]
    for sides in (("Green", "Amber"), ("Amber", "Green")):
        game = after(*START, umpire, *others)
        for side in sides:
            Entry(number=9, command="fire", by="300", at=0.0, side=side, plays=(shot,)).assign_umpire(game)
        assert game.left_sides == {"300": ("Amber", "Green")}


@within(deadline=None)
@given(STREAMS, st.integers(0, 12))
def test_the_fold_may_stop_anywhere_and_go_on_and_brings_no_count_below_nothing(stream: list[Event], at: int) -> None:
    game = after(*START, *stream)
    assert after(*START, *stream[:at]).with_events(stream[at:]) == game
    for unit in game.units.values():
        assert unit.models >= 0
        assert all(value > 0 if isinstance(value, int) else value for value in unit.states.values())


def test_every_kind_of_event_has_a_name_of_its_own_and_applies_itself() -> None:
    kinds = {one.model_fields["kind"].default: one for one in get_args(get_args(Event)[0])}
    assert len(kinds) == len(get_args(get_args(Event)[0]))
    silent = {kind for kind, one in kinds.items() if "apply" not in vars(one)}
    assert silent == set()


def test_a_copy_has_everything_and_shares_nothing_that_changes() -> None:
    game = after(*START)
    copy = game.copy()
    assert copy == game
    for field in fields(Game):
        value = getattr(game, field.name)
        assert not isinstance(value, dict | set | list) or value is not getattr(copy, field.name), field.name


def test_a_copy_has_each_field_in_its_place() -> None:
    """`Game.copy` names no fields: one that it leaves out takes the place of the next."""
    game = Game()
    for at, field in enumerate(fields(Game)):
        kind = type(getattr(game, field.name))
        filled = {dict: {at: {}}, set: {at}, tuple: (at,)}.get(kind, f"{at}")
        setattr(game, field.name, filled)
    copy = game.copy()
    wrong = [field.name for field in fields(Game) if getattr(copy, field.name) != getattr(game, field.name)]
    assert wrong == [], "Game.copy leaves one out"


def test_a_unit_that_left_is_gone_but_may_be_spoken_of() -> None:
    game = after(*START, UnitRemoved(unit="u1"), UnitRemoved(unit="u1"))
    assert (game.units.keys(), game.departed) == ({"u2"}, {"u1": squad("u1")})
