"""The battle record of each unit: of the battles of all systems, counted by hand, and of small ones."""

from __future__ import annotations

from typing import Any

import pytest

from data import system_of
from rules.campaign.battle_record import BattleRecord, UnitRecord, battle_record
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.entry import Entry
from rules.game.events import (
    Event,
    LossesTaken,
    ObjectPlaced,
    StateCounted,
    StateSet,
    TurnAdvanced,
    UnitPlaced,
    UnitRemoved,
)
from rules.game.figure_events import FigureSet
from rules.game.reserves import ReserveArrived, ReserveSet
from rules.game.table_events import GameEnded
from rules.game.tabletop import TableObject
from rules.game.unit import Figure, Unit
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.text import Text
from tests.bot.fought import entries_of
from tests.rows import for_each

# Losses inflicted and taken, enemy units destroyed, tests passed and failed, objectives held, routed, figures left.
BY_HAND: dict[str, dict[str, tuple[int, int, int, int, int, int, bool, int]]] = {
    "fubar": {
        "Marines": (5, 0, 0, 2, 0, 0, False, 5),
        "Militia": (0, 6, 0, 1, 1, 0, False, 2),
        "Commandos": (0, 0, 0, 0, 2, 0, False, 5),
    },
    "opreb": {
        "Line rifle squad": (2, 0, 0, 0, 0, 0, False, 6),
        "Colonial militia section": (0, 2, 0, 0, 0, 0, False, 6),
    },
    "bayonet": {
        "Light mortar": (1, 0, 1, 0, 0, 0, False, 1),
        "GI 3": (0, 1, 0, 0, 0, 0, False, 0),
        "Gunner": (1, 0, 1, 0, 0, 0, False, 1),
    },
    "openfire_d12": {
        "Howling band": (4, 8, 1, 1, 0, 0, False, 2),
        "Second squad": (0, 10, 0, 0, 0, 0, False, 0),
        "Raiders": (6, 0, 0, 0, 0, 0, False, 6),
    },
    "openfire_ww2": {
        "Engineers": (2, 1, 0, 1, 1, 1, False, 3),
        "Conscript team": (0, 3, 0, 0, 3, 0, True, 2),
        "Rifle team (Blue)": (0, 2, 0, 1, 1, 0, False, 1),
    },
}


def record_of(record: BattleRecord, name: str) -> UnitRecord:
    there = record.game.departed | record.game.units
    return next(one for id, one in record.units.items() if there[id].name == name)


@pytest.mark.parametrize("system", BY_HAND)
async def test_the_battles_counted_by_hand(system: str) -> None:
    record = battle_record(await entries_of(system), system_of(system))
    for name, counted in BY_HAND[system].items():
        one = record_of(record, name)
        tests = (one.passed, one.failed, len(one.objectives), one.routed, one.left)
        assert (name, one.given, one.taken, len(one.destroyed), *tests) == (name, *counted)
    assert record.winner == ("Blue" if system == "openfire_d12" else "Red")


async def test_every_claim_names_the_entries_that_show_it() -> None:
    entries = await entries_of("openfire_ww2")
    engineers = record_of(battle_record(entries, system_of("openfire_ww2")), "Engineers")
    assert engineers.shows == {
        "fired_on": (24,),
        "failed": (24,),
        "taken": (24,),
        "passed": (29,),
        "given": (33,),
        "objective": (39,),
    }


async def test_fates_that_the_table_has_rolled_are_known() -> None:
    record = battle_record(await entries_of("bayonet"), system_of("bayonet"))
    fallen = record_of(record, "Irregular 3")
    assert (fallen.fates["severe"], fallen.downed, fallen.shows["fates"]) == (1, 0, (41,))


# Small ones


def unit(id: str, side: str, models: int = 4, **profile: Any) -> UnitPlaced:
    return UnitPlaced(unit=Unit(id=id, name=id, side=side, models=models, starting=models, profile=profile))


def shot(attacker: str, target: str, *others: str) -> Play:
    others_by_role = {f"other {n}": id for n, id in enumerate(others)}
    return Play(action="fire", facts={}, roles={"attacker": attacker, "target": target, **others_by_role})


def entries(*events: tuple[Event, ...] | Entry, plays: dict[int, tuple[Play, ...]] | None = None) -> list[Entry]:
    return [
        one
        if isinstance(one, Entry)
        else Entry(number=at, command="x", by="1", at=0.0, events=one, plays=(plays or {}).get(at, ()))
        for at, one in enumerate(events, 1)
    ]


def sample_record(*events: tuple[Event, ...] | Entry, plays: dict[int, tuple[Play, ...]] | None = None) -> BattleRecord:
    return battle_record(entries(*events, plays=plays), system_of("fubar"))


FOUR = (unit("a", "Red"), unit("b", "Red"), unit("c", "Blue"), unit("tank", "Blue", 1, kind="vehicle"))


def test_an_undone_hit_leaves_no_trace() -> None:
    hit = (LossesTaken(unit="c", models=2),)
    undo = Entry(number=3, command="undo", by="1", at=0.0, undoes=2)
    record = sample_record(FOUR, hit, undo, plays={2: (shot("a", "c"),)})
    assert (record.units["a"].given, record.units["c"].left, record.first) == (0, 4, None)


def test_a_vehicle_destroyed_and_one_disabled() -> None:
    tank = (LossesTaken(unit="tank", models=1),)
    record = sample_record(FOUR, tank, plays={2: (shot("a", "tank"),)})
    assert (record.units["a"].vehicles_destroyed, record.units["a"].destroyed) == (1, ("tank",))
    assert record.units["tank"].wreck == "destroyed"
    harmed = sample_record(
        FOUR, (StateSet(unit="tank", state="immobilised", value=1),), plays={2: (shot("a", "tank"),)}
    )
    assert harmed.units["tank"].wreck == "disabled"
    assert sample_record(FOUR, (StateSet(unit="tank", state="stunned", value=1),)).units["tank"].wreck is None


def test_a_scout_that_was_never_placed_has_not_fought() -> None:
    scouts = unit("s1", "Red", scout=True), unit("s2", "Red", scout=True)
    waits = tuple(StateSet(unit=id, state="scout_waiting", value=1) for id in ("s1", "s2"))
    placed = (StateSet(unit="s2", state="scout_waiting", value=None),)
    record = battle_record(entries(scouts, waits, placed), system_of("openfire_d12"))
    assert list(record.units) == ["s2"]


def test_a_scout_with_losses_was_there_whatever_its_marker_says() -> None:
    scouts = unit("s1", "Red", scout=True), unit("s2", "Red", scout=True)
    waits = tuple(StateSet(unit=id, state="scout_waiting", value=1) for id in ("s1", "s2"))
    record = battle_record(entries(scouts, waits, (LossesTaken(unit="s1", models=1),)), system_of("openfire_d12"))
    assert {id: one.lost for id, one in record.units.items()} == {"s1": 1}


def figure(id: str, side: str, models: int, part_of: str = "") -> Unit:
    return Unit(id=id, name=id, side=side, models=models, starting=models, part_of=part_of)


SPLIT = (UnitSplit(unit=figure("c", "Blue", 1), part=figure("d", "Blue", 3, "c")),)
JOINED = (UnitsJoined(unit=figure("a", "Red", 8), other="b"),)


def test_a_unit_that_was_split_has_one_record() -> None:
    """The losses, deeds and attacks of both halves count for the original unit."""
    lost, given = (LossesTaken(unit="d", models=3),), (LossesTaken(unit="a", models=1),)
    record = sample_record(FOUR, SPLIT, lost, given, plays={3: (shot("a", "d"),), 4: (shot("c", "a"),)})
    whole = record.units["c"]
    assert "d" not in record.units
    assert (whole.start, whole.left, whole.taken, whole.given, whole.survived) == (4, 1, 3, 1, True)
    assert (record.units["a"].given, record.units["a"].destroyed, record.origin("d")) == (3, (), "c")
    assert "alone" not in whole.shows


def test_a_split_unit_is_destroyed_with_its_last_half() -> None:
    first, last = (LossesTaken(unit="d", models=3),), (LossesTaken(unit="c", models=1),)
    record = sample_record(FOUR, SPLIT, first, last, plays={3: (shot("a", "d"),), 4: (shot("a", "c"),)})
    assert (record.units["a"].destroyed, record.units["c"].survived) == (("c",), False)


def test_the_losses_of_joined_units_are_divided_among_those_that_came() -> None:
    """B joins a; of their eight figures two fall, one of each."""
    record = sample_record(FOUR, JOINED, (LossesTaken(unit="a", models=2),), plays={3: (shot("c", "a"),)})
    assert [(record.units[id].start, record.units[id].left) for id in "ab"] == [(4, 3), (4, 3)]
    again = sample_record(FOUR, SPLIT, (UnitsJoined(unit=figure("c", "Blue", 4), other="d"),))
    assert (again.units["c"].start, again.units["c"].left, again.units["c"].taken, again.acted) == (4, 4, 0, False)


def test_who_stood_alone() -> None:
    record = sample_record(FOUR, (LossesTaken(unit="b", models=4),), plays={2: (shot("c", "b"),)})
    assert record.units["a"].shows["alone"] == (2,)
    assert "alone" not in record.units["c"].shows


def test_losses_by_ones_own_side_are_not_credited() -> None:
    record = sample_record(FOUR, (LossesTaken(unit="b", models=4),), plays={2: (shot("a", "b"),)})
    assert (record.units["a"].given, record.units["a"].destroyed, record.units["b"].taken) == (0, (), 4)


def test_a_unit_that_was_taken_off_the_table_was_there_all_the_same() -> None:
    record = sample_record(
        FOUR, (LossesTaken(unit="c", models=1),), (UnitRemoved(unit="c"),), plays={2: (shot("a", "c"),)}
    )
    assert (record.units["c"].taken, record.units["c"].left, record.units["a"].given) == (1, 3, 1)


def test_no_unit_is_fired_on_by_its_own_side() -> None:
    record = sample_record(FOUR, (), plays={2: (shot("a", "c", "b"),)})
    assert {id: one.shows.get("fired_on") for id, one in record.units.items()} == {
        "a": None,
        "b": None,
        "c": (2,),
        "tank": None,
    }


def test_objectives_count_as_they_are_held_in_the_end() -> None:
    there = TableObject(kind="objective", label="Hill", holder="Red", unit="a")
    record = sample_record(FOUR, (ObjectPlaced(thing=there),), (GameEnded(winner="Red"),))
    assert (record.units["a"].objectives, record.units["a"].shows["objective"]) == (("Hill",), (3,))
    freed = sample_record(FOUR, (ObjectPlaced(thing=there),), (ObjectPlaced(thing=there.released),), (GameEnded(),))
    assert freed.units["a"].objectives == ()


def test_dice_rolled_again_count_as_they_lie_in_the_end() -> None:
    label = Text("CMD test")
    throws = (
        RecordedRoll(key="cmd_test", label=label, by="unit", sides=12, faces=(2,), source="bot"),
        RecordedRoll(key="cmd_test_again", label=label, by="unit", sides=12, faces=(7,), source="bot", rerolled=(2,)),
    )
    play = Play(action="recover", facts={}, roles={"unit": "a"}, throws=throws, outcome={"passed": True})
    record = battle_record(entries(FOUR, (), plays={2: (play,)}), system_of("openfire_d12"))
    assert (record.units["a"].passed, record.units["a"].failed) == (1, 0)
    assert record.units["a"].shows == {"passed": (2,)}


def test_a_rally_of_open_rebellion_is_no_test_and_falling_back_fails_one() -> None:
    system, label = system_of("opreb"), Text("morale check")
    check = RecordedRoll(key="morale_check", label=label, by="defender", sides=6, faces=(5,), source="bot")
    fallen = Play(action="fire", facts={}, roles={"attacker": "a", "target": "c"}, throws=(check,))
    fallen = fallen.model_copy(update={"outcome": {"fell_back": True}})
    rally = check.model_copy(update={"key": "rally", "by": "unit"})
    calm = Play(action="rally", facts={}, roles={"unit": "c"}, throws=(rally,), outcome={"bangs": 1})
    record = battle_record(entries(FOUR, (), (), plays={2: (fallen,), 3: (calm,)}), system)
    assert (record.units["c"].passed, record.units["c"].failed) == (0, 1)
    assert record.units["c"].shows == {"fired_on": (2,), "failed": (2,)}


# Losses by hand


def sample_play(*roles: str) -> Play:
    throw = RecordedRoll(key="morale_check", label=Text("morale"), by="unit", sides=6, faces=(5,), source="bot")
    return shot(*roles).model_copy(update={"throws": (throw,)})


def test_losses_by_hand_after_the_first_roll_are_losses_without_credit() -> None:
    one = (unit("c", "Blue", 1),)
    record = sample_record(FOUR, (), one, one, plays={2: (sample_play("a", "c"),)})
    found = record.units["c"]
    assert (found.start, found.left, found.lost, found.taken, found.by_hand) == (4, 1, 3, 3, 3)
    assert (found.shows["by_hand"], {one.given for one in record.units.values()}) == ((3,), {0})
    gone = sample_record(FOUR, (), (unit("c", "Blue", 0),), plays={2: (sample_play("a", "c"),)}).units["c"]
    assert (gone.lost, gone.survived) == (4, False)


def test_before_the_first_roll_they_are_setup() -> None:
    found = sample_record(FOUR, (unit("c", "Blue", 1),), (), plays={3: (sample_play("a", "c"),)}).units["c"]
    assert (found.start, found.lost, found.by_hand) == (1, 0, 0)


def test_a_roll_that_was_undone_was_the_first_one() -> None:
    undo = Entry(number=3, command="undo", by="1", at=0.0, undoes=2)
    record = sample_record(FOUR, (), undo, (unit("c", "Blue", 1),), plays={2: (sample_play("a", "c"),)})
    assert record.units["c"].lost == 3


def test_a_reverted_change_is_no_loss() -> None:
    less, more = (unit("c", "Blue", 1),), (unit("c", "Blue", 4),)
    record = sample_record(FOUR, (), less, more, plays={2: (sample_play("a", "c"),)})
    assert (record.units["c"].lost, record.units["c"].taken, record.units["c"].by_hand) == (0, 0, 0)
    larger = sample_record(FOUR, (), (unit("c", "Blue", 6),), plays={2: (sample_play("a", "c"),)}).units["c"]
    assert (larger.start, larger.lost) == (6, 0)


# Wounds, and the units that inflicted them


def wounded_record(*by: tuple[str, int], kills: int, clear: int = 0) -> BattleRecord:
    """Return the record of a unit of ten, wounded by these in turn, with some deaths at the end."""
    placed = (*FOUR[:2], unit("c", "Blue", 10), unit("d", "Red"))
    marks = [(StateCounted(unit="c", state="wounds", change=n),) for _, n in by]
    dies = (LossesTaken(unit="c", models=kills), StateCounted(unit="c", state="wounds", change=-(clear or kills)))
    plays = {at: (shot(who, "c"),) if who else () for at, (who, _) in enumerate(by, 2)}
    plays[len(by) + 2] = (Play(action="activate", facts={}, roles={"unit": "c"}),)
    return battle_record(entries(placed, *marks, dies, plays=plays), system_of("opreb"))


def losses_inflicted(record: BattleRecord) -> dict[str, int]:
    return {id: one.given for id, one in record.units.items() if one.given}


@for_each(
    ("by", "kills", "expected"),
    [
        ([("a", 4), ("b", 2)], 3, {"a": 2, "b": 1}),
        ([("a", 1), ("b", 2)], 1, {"b": 1}),
        ([("a", 2), ("b", 2)], 1, {"a": 1}),  # as large a remainder: the earlier
        ([("a", 2), ("b", 2), ("a", 2)], 3, {"a": 2, "b": 1}),
        ([("a", 3), ("", 3)], 4, {"a": 2}),  # by hand: no side's
    ],
)
def test_kills_of_wounds_are_credited_in_proportion_to_who_put_them(
    by: list[tuple[str, int]], kills: int, expected: dict[str, int]
) -> None:
    record = wounded_record(*by, kills=kills)
    assert losses_inflicted(record) == expected
    assert record.units["c"].taken == kills


def test_wounds_removed_before_are_not_credited() -> None:
    placed = (*FOUR[:2], unit("c", "Blue", 10))
    steps = [(StateCounted(unit="c", state="wounds", change=n),) for n in (4, -4, 2)]
    dies = (LossesTaken(unit="c", models=2), StateCounted(unit="c", state="wounds", change=-2))
    plays = {2: (shot("a", "c"),), 4: (shot("b", "c"),), 5: (Play(action="activate", facts={}, roles={"unit": "c"}),)}
    record = battle_record(entries(placed, *steps, dies, plays=plays), system_of("opreb"))
    assert losses_inflicted(record) == {"b": 2}


def test_the_last_of_a_unit_are_destroyed_by_the_unit_that_killed_most_of_them() -> None:
    record = wounded_record(("a", 3), ("b", 7), kills=10)
    assert (record.units["a"].destroyed, record.units["b"].destroyed) == ((), ("c",))
    other = wounded_record(("a", 7), ("b", 3), kills=10)
    assert (other.units["a"].destroyed, other.units["b"].destroyed) == (("c",), ())


# The entries of each deed


def test_each_deed_is_shown_by_its_entries_and_each_entry_has_its_turn() -> None:
    hits = [(LossesTaken(unit=unit, models=n),) for unit, n in (("c", 1), ("c", 3), ("tank", 1))]
    plays = {3: (shot("a", "c", "ghost"),), 4: (shot("a", "c"), shot("b", "a")), 5: (shot("a", "tank"),)}
    record = sample_record(FOUR, (TurnAdvanced(turn=2),), *hits, plays=plays)
    assert {id: one.shows for id, one in record.units.items()} == {
        "a": {"given": (3, 4, 5), "first": (3,), "destroyed": (4, 5), "vehicles": (5,)},
        "b": {},
        "c": {"fired_on": (3, 4), "taken": (3, 4)},
        "tank": {"fired_on": (5,), "taken": (5,), "alone": (4,)},
    }
    assert (record.first, record.turns, record.game.number) == (3, {1: 1, 2: 1, 3: 2, 4: 2, 5: 2}, 5)
    assert (record.units["c"].wreck, record.units["c"].downed, record.units["tank"].wreck) == (None, 0, "destroyed")
    assert record.units["a"].vehicles_destroyed == 1


def test_a_unit_that_is_put_right_and_falls_again_was_destroyed_once() -> None:
    falls, back = (LossesTaken(unit="c", models=4),), (unit("c", "Blue", 4),)
    plays = {2: (sample_play("a", "c"),), 4: (sample_play("a", "c"),)}
    record = sample_record(FOUR, falls, back, falls, plays=plays)
    assert (record.units["a"].destroyed, record.units["a"].shows["destroyed"]) == (("c",), (2,))


def test_who_has_run_from_the_field_and_who_came_back() -> None:
    run = [(StateSet(unit=id, state="retreating", value=1),) for id in ("a", "b")]
    back = (StateSet(unit="b", state="retreating", value=None), StateSet(unit="c", state="pinned", value=1))
    record = battle_record(entries(FOUR, *run, back), system_of("openfire_ww2"))
    assert {id: (one.routed, one.shows) for id, one in record.units.items()} == {
        "a": (True, {"routed": (2,)}),
        "b": (False, {"routed": (3,)}),
        "c": (False, {}),
        "tank": (False, {}),
    }


def test_fates_are_counted_over_all_rolls_for_them() -> None:
    fates = Play(action="afterwards", facts={}, roles={"unit": "a"}, outcome={"severe": 2, "dead": 1})
    other = fates.model_copy(update={"action": "fire"})
    down = (StateCounted(unit="c", state="downed", change=2),)
    plays = {2: (fates,), 3: (other,), 4: (fates,)}
    record = battle_record(entries(FOUR, down, (), (), plays=plays), system_of("bayonet"))
    assert {name: n for name, n in record.units["a"].fates.items() if n} == {"severe": 4, "dead": 2}
    assert record.units["a"].shows == {"fates": (2, 4)}
    assert (record.units["a"].downed, record.units["c"].downed) == (0, 2)
    assert record.units["c"].fates == {}


def test_a_line_is_held_by_its_holder_while_an_enemy_acts_on_it() -> None:
    """An objective taken after the last shot does not count."""
    hill = (ObjectPlaced(thing=TableObject(kind="objective", label="Hill", holder="Red", unit="a")),)
    fire = {2: (shot("c", "a"),), 4: (shot("c", "a"),)}
    held = sample_record(FOUR, (), hill, (), hill, (GameEnded(),), plays=fire).units["a"]
    assert (held.entries_showing("fired_on"), held.entries_showing("held_under_fire")) == ((2, 4), (4,))
    late = sample_record(FOUR, (), hill, (GameEnded(),), plays={2: fire[2]}).units["a"]
    assert (late.objectives, late.entries_showing("held_under_fire")) == (("Hill",), ())


def test_units_act_where_anything_is_done_to_any_of_them() -> None:
    """A battle that begins and ends without actions gives no experience."""
    assert not sample_record(FOUR, (TurnAdvanced(turn=2),), (GameEnded(winner="Red"),)).acted
    assert sample_record(FOUR, (), plays={2: (shot("a", "c"),)}).acted
    assert sample_record(FOUR, (LossesTaken(unit="c", models=1),)).acted
    assert sample_record(FOUR, (StateSet(unit="c", state="stunned", value=1),)).acted
    assert not sample_record((*FOUR, StateSet(unit="c", state="stunned", value=1))).acted, "it came like that"


def test_only_objectives_are_held() -> None:
    smoke = TableObject(kind="marker", label="Flag", holder="Red", unit="a")
    free = TableObject(kind="objective", label="Hill")
    record = sample_record(FOUR, (ObjectPlaced(thing=smoke), ObjectPlaced(thing=free)), (GameEnded(winner="Red"),))
    assert {id: (one.objectives, one.shows) for id, one in record.units.items()} == dict.fromkeys("abc", ((), {})) | {
        "tank": ((), {})
    }
    assert record.winner == "Red"
    assert sample_record(FOUR, (GameEnded(over=False, winner="Red"),)).winner is None


def test_hit_points_that_come_back_were_no_losses_and_a_hull_without_any_is_none() -> None:
    walker = UnitPlaced(unit=Unit(id="w", name="w", side="Blue", models=1, starting=1, hp=(3,), profile={}))
    points = [(LossesTaken(unit="w", hp=(n,)),) for n in (1, 2, 0)]
    plays = {at: (shot("a", "w"),) for at in (2, 3, 4)}
    record = sample_record((*FOUR, walker), *points[:2], plays=plays)
    found, by = record.units["w"], record.units["a"]
    assert (found.taken, found.left, found.shows["taken"], by.given) == (1, 1, (2,), 2)
    gone = sample_record((*FOUR, walker), *points, plays=plays).units["w"]
    assert (gone.taken, gone.left, gone.survived, gone.shows["taken"]) == (3, 0, False, (2, 4))
    same = sample_record((*FOUR, walker), (LossesTaken(unit="w", hp=(3,)),), plays=plays)
    assert (same.units["w"].shows, same.units["a"].given) == ({"fired_on": (2,)}, 0)


def test_a_reserve_that_never_arrived_has_not_fought_and_one_that_arrived_has() -> None:
    aside = (ReserveSet(unit="a", turn=2), ReserveSet(unit="b", turn=2))
    there = sample_record(FOUR, aside, (ReserveArrived(unit="b"),)).units
    assert ("a" in there, "b" in there and there["b"].survived) == (False, True)


def test_a_joined_unit_that_is_split_again_has_figures_of_both_in_each_part() -> None:
    split = (UnitSplit(unit=figure("a", "Red", 4), part=figure("e", "Red", 4, "a")),)
    record = sample_record(FOUR, JOINED, split, (LossesTaken(unit="e", models=4),), plays={4: (shot("c", "e"),)})
    assert [(record.units[id].start, record.units[id].left) for id in ("a", "b")] == [(4, 2), (4, 2)]


def test_a_named_figure_is_of_the_unit_in_which_it_came() -> None:
    """It may have joined another one since, and fallen there; the same name on the other side is another figure."""
    cid, fell = Figure(name="Cid"), Figure(name="cid", fell=2)
    named = tuple(FigureSet(unit=id, name="Cid", figure=cid) for id in ("b", "c"))
    whole = figure("a", "Red", 8).model_copy(update={"figures": (cid,)})
    joined = (UnitsJoined(unit=whole, other="b"), FigureSet(unit="a", name="Cid", figure=fell))
    named_in = {id: one.figures for id, one in sample_record(FOUR, named, joined).units.items() if one.figures}
    assert named_in == {"b": (fell,), "c": (cid,)}
