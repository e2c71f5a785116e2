"""Effects of commands in all systems: their events, and the consequences of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

import pytest

from data import system_of
from rules.command.effects import (
    Loss,
    LossAttribution,
    MarkerCredit,
    changes,
    clear_fallen,
    clear_states,
    require_alive,
    require_enemies,
    settle_board,
)
from rules.command.system import Board, System
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.entry import Entry
from rules.game.events import Event, LossesTaken, StateCounted, StateSet
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.plays import Effect, Play
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH

FUBAR = system_of("fubar")


def board() -> Board:
    units = {id: Unit(id=id, name=id, side="Red", models=5, starting=5) for id in ("u1", "u2")}
    return Board(Game(units=units), FUBAR, ruleset_of(FUBAR, {}))


def test_two_effects_of_one_play_on_one_state_both_count() -> None:
    effects = [
        Effect("target", "effects_this_turn", 1, to="stunned"),
        Effect("target", "effects_this_turn", 1, to="gun"),
    ]
    before = board()
    after = before.after(changes(before, effects, {"target": "u1"}))
    assert after.unit("u1").words("effects_this_turn") == ("stunned", "gun")


def test_a_part_that_no_unit_took_changes_nothing() -> None:
    assert changes(board(), [Effect("other", "suppressed", 1)], {"target": "u1"}) == []


def test_automatic_effects_see_the_board_after_the_events() -> None:
    def fallen(board: Board) -> Sequence[Event]:
        return [StateSet(unit=unit.id, state="tried", value=1) for unit in board.game.units.values() if not unit.alive]

    class Falling(System):
        settle = staticmethod(fallen)

    system = Falling(**{one.name: getattr(FUBAR, one.name) for one in fields(FUBAR)})
    before = board()._replace(system=system)
    lost = LossesTaken(unit="u2", models=5)
    assert settle_board(before, [lost]) == [lost, StateSet(unit="u2", state="tried", value=1)]


# Attribution of losses


def entry(*events: Event, by: str = "") -> Entry:
    plays = (Play(action="fire", facts={}, roles={"attacker": by, "target": "u1"}),) if by else ()
    return Entry(number=1, command="x", by="", at=0.0, events=events, plays=plays)


def losses(*entries: Entry) -> list[tuple[str, int, list[tuple[str | None, int]]]]:
    """Return each loss of a game with u1 and u2 of Red, and e1 and e2 of Blue: the victim, the points, the shares."""
    system, found = system_of("opreb"), list[Loss | None]()
    sides = {"u1": "Red", "u2": "Red", "e1": "Blue", "e2": "Blue"}
    game = Game(
        units={id: Unit(id=id, name=id, side=side, models=9, starting=9) for id, side in sides.items()}, last_unit=9
    )
    attribution = LossAttribution(system)
    for one in entries:
        found += [attribution.apply(game, one, event) for event in one.events]
    return [(loss.victim.id, loss.points, list(loss.shares)) for loss in found if loss]


def marked(by: str, change: int, unit: str = "u1") -> Entry:
    return entry(StateCounted(unit=unit, state="wounds", change=change), by=by)


def bleeds(unit: str = "u1", models: int = 3) -> Entry:
    """A play of the unit alone removes its markers and some models."""
    gone = StateCounted(unit=unit, state="wounds", change=-9), LossesTaken(unit=unit, models=models)
    play = Play(action="treat", facts={}, roles={"unit": unit})
    return entry(*gone).model_copy(update={"plays": (play,)})


def test_models_lost_to_markers_are_shared_among_those_who_placed_them() -> None:
    both = marked("e1", 2), marked("e2", 1)
    assert losses(*both, bleeds()) == [("u1", 3, [("e1", 2), ("e2", 1)])]
    assert losses(*both, bleeds(models=1)) == [("u1", 1, [("e1", 1)])]
    assert losses(marked("e1", 2), marked("", 1), bleeds()) == [("u1", 3, [("e1", 2), (None, 1)])], "by hand"
    assert losses(marked("e1", 2), marked("", -1), marked("e2", 1), bleeds(models=2)) == [
        ("u1", 2, [("e1", 1), ("e2", 1)])
    ], "one was removed"
    assert losses(marked("e1", 2), entry(LossesTaken(unit="u1", models=1))) == [("u1", 1, [(None, 1)])], "no play"
    assert losses(marked("e1", 2), entry(LossesTaken(unit="u1", models=1), by="e2")) == [("u1", 1, [("e2", 1)])]


def test_the_markers_of_a_divided_unit_count_for_both_halves_and_those_of_joined_units_for_the_whole() -> None:
    units = {id: Unit(id=id, name=id, side="Red", models=9, starting=9) for id in ("u1", "u2", "u3")}
    split = entry(UnitSplit(unit=units["u1"], part=units["u3"]))
    assert losses(marked("e1", 1), split, bleeds("u3")) == [("u3", 3, [("e1", 3)])]
    join = entry(UnitsJoined(unit=units["u1"], other="u2"))
    assert losses(marked("e1", 1), marked("e2", 2, "u2"), join, bleeds()) == [("u1", 3, [("e1", 1), ("e2", 2)])]
    enemy = units["u1"].model_copy(update={"id": "e1", "side": "Blue"})
    join = entry(UnitsJoined(unit=enemy, other="e2"))
    assert losses(marked("e2", 1), join, bleeds()) == [("u1", 3, [("e1", 3)])], "the enemy has become part of another"


def test_only_harm_is_recorded_and_the_first_enemy_counts_for_a_unit_that_attacked_itself() -> None:
    strange = entry(StateCounted(unit="u1", state="strange", change=1), by="e1")
    assert losses(strange, bleeds()) == [("u1", 3, [(None, 3)])]
    roles = {"attacker": "u1", "friend": "u2", "gone": "u7", "second": "e2", "third": "e1"}
    lost = entry(LossesTaken(unit="u1", models=2), by="u1")
    play = lost.plays[0].model_copy(update={"roles": roles})
    assert losses(lost.model_copy(update={"plays": (play,)})) == [("u1", 2, [("e2", 2)])]


def test_the_last_credits_for_markers_are_those_that_are_there() -> None:
    """A state that is set again counts what is new; one that is no harm, or is not changed, counts nothing."""
    flag = entry(StateSet(unit="u1", state="wounds", value=2), by="e1"), marked("e2", 2)
    assert losses(*flag, bleeds(models=4)) == [("u1", 4, [("e1", 2), ("e2", 2)])]
    more = entry(StateSet(unit="u1", state="wounds", value=3), by="e2")
    assert losses(flag[0], more, bleeds()) == [("u1", 3, [("e1", 2), ("e2", 1)])]
    same = entry(StateSet(unit="u1", state="wounds", value=2), by="e2")
    assert losses(flag[0], same, bleeds()) == [("u1", 3, [("e1", 3)])]
    gone = entry(StateSet(unit="u1", state="wounds", value=None))
    assert losses(flag[0], gone, marked("e2", 1), bleeds()) == [("u1", 3, [("e2", 3)])]
    few = marked("e1", 9), marked("e2", 1), marked("", -9), marked("e2", 1)
    assert losses(*few, bleeds(models=2)) == [("u1", 2, [("e1", 1), ("e2", 1)])], "the one marker left is e1's"
    harmless = entry(StateCounted(unit="u1", state="actions_left", change=1), by="e1")
    ends = bleeds().model_copy(
        update={"events": (StateCounted(unit="u1", state="actions_left", change=-1), LossesTaken(unit="u1", models=3))}
    )
    assert losses(harmless, ends) == [("u1", 3, [(None, 3)])]
    other = bleeds().model_copy(
        update={"events": (StateCounted(unit="u2", state="wounds", change=-1), LossesTaken(unit="u1", models=3))}
    )
    assert losses(marked("e1", 1), marked("e2", 1, "u2"), other) == [("u1", 3, [(None, 3)])], "another's markers"
    grows = bleeds().model_copy(
        update={"events": (StateCounted(unit="u1", state="wounds", change=0), LossesTaken(unit="u1", models=3))}
    )
    assert losses(marked("e1", 1), grows) == [("u1", 3, [(None, 3)])], "no marker is removed"
    shot = entry(*bleeds().events, by="e2")
    assert losses(marked("e1", 1), shot) == [("u1", 3, [("e2", 3)])], "a shot of its own"


def test_words_count_as_one_marker_and_only_enemies_at_the_table_have_a_share() -> None:
    attribution = LossAttribution(FUBAR)
    game = Game(units={id: Unit(id=id, name=id, side=id[0], models=9, starting=9) for id in ("r1", "r2", "b1")})
    for value in ("gun", "gun,turret"):
        lost = entry(StateSet(unit="r1", state="weapons_lost", value=value), by="")
        play = Play(action="fire", facts={}, roles={"attacker": "b1", "target": "r1"})
        attribution.apply(game, lost.model_copy(update={"plays": (play,)}), lost.events[0])
    assert attribution.put == {("r1", "weapons_lost"): [MarkerCredit("b1", 1)]}
    loss = Loss(game.units["r1"], 9, [("b1", 4), ("r2", 3), ("gone", 1), (None, 1)])
    assert loss.enemy_shares(game) == [("b1", 4)]


def test_an_effect_is_an_event_of_its_kind() -> None:
    """A flag is set by a positive change and cleared otherwise; words are added, and replaced by nothing."""
    told = [
        Effect("u", "models", -2),
        Effect("u", "hp", to="1,2"),
        Effect("u", "suppressed", 3),
        Effect("u", "on_guard", 1),
        Effect("u", "on_guard", 0),
        Effect("u", "effects_this_turn", 1, to="gun"),
        Effect("u", "effects_this_turn", 0),
        Effect("u", "action", 1, to="walk"),
    ]
    assert changes(board(), told, {"u": "u1"}) == [
        LossesTaken(unit="u1", models=2),
        LossesTaken(unit="u1", hp=(1, 2)),
        StateCounted(unit="u1", state="suppressed", change=3),
        StateSet(unit="u1", state="on_guard", value=1),
        StateSet(unit="u1", state="on_guard", value=None),
        StateSet(unit="u1", state="effects_this_turn", value="gun"),
        StateSet(unit="u1", state="effects_this_turn", value=None),
        StateSet(unit="u1", state="action", value="walk"),
    ]


def test_states_are_cleared_by_the_table_of_the_system() -> None:
    """A state that the system does not know stays: an old record may have one."""
    unit = board().unit("u1").model_copy(update={"states": {"on_guard": 1, "tried": 1, "strange": 1}})
    assert clear_states(board(), unit, "turn_end") == [StateSet(unit="u1", state="tried", value=None)]
    assert clear_states(board(), unit, "turn_end", but=("tried",)) == []
    assert clear_fallen(board(), unit) == []
    gone = {
        one.state for one in clear_fallen(board(), unit.model_copy(update={"models": 0})) if isinstance(one, StateSet)
    }
    assert gone == {name for name in ("on_guard", "tried") if FUBAR.states[name].living}


def test_the_fallen_and_friends_are_refused_by_name() -> None:
    one, other = (board().unit(id) for id in ("u1", "u2"))
    fallen = one.model_copy(update={"models": 0})
    assert require_alive(one, Text("act")) is one
    require_enemies(one, other.model_copy(update={"side": "Blue"}))
    said = list[str]()
    for refuse in (lambda: require_alive(fallen, Text("act")), lambda: require_enemies(one, other)):
        with pytest.raises(RuleError) as refused:
            refuse()
        said.append(ENGLISH(refused.value.text))
    assert said == ["u1 is out of action and cannot act.", "u2 is on the same side as u1."]
