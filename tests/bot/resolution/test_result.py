"""Changes to make on the table, from the board before and after a command."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from bot.game.questions import Marker, TableChange
from bot.resolution.result import CommandResult, next_entry, objects_sync, table_sync
from data import system_of
from rules.command.system import Board, System
from rules.game.events import TableObject
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Term, Text, UnitRef
from tests.bot.playing import call

SYSTEM = system_of("fubar")


def _board(*units: Unit) -> Board:
    return Board(Game(units={unit.id: unit for unit in units}), SYSTEM, ruleset_of(SYSTEM))


def _unit(id: str = "u1", **given: Any) -> Unit:
    return Unit(**{"id": id, "name": id, "side": "Red", "models": 5, "starting": 5} | given)


def test_a_recorded_command_is_new_and_has_no_more_to_tell_unless_it_says_so() -> None:
    board = _board(_unit())
    result = CommandResult("g", next_entry(board, call(), 0.0, "turn"), board, board)
    assert (result.again, result.news, result.leads_on, result.head) == (False, False, False, "")


def test_models_to_take_off_and_put_back() -> None:
    before, after = _board(_unit(), _unit("u2")), _board(_unit(models=3), _unit("u2", models=6))
    assert table_sync(before, after) == [TableChange(unit="u1", models=-2), TableChange(unit="u2", models=1)]


def test_markers_to_place_and_remove() -> None:
    before = _board(_unit(states={"suppressed": 3, "stunned": 1}))
    after = _board(_unit(states={"suppressed": 1, "on_guard": 1}))
    (change,) = table_sync(before, after)
    assert change.place == (Marker(state="on_guard"),)
    assert change.remove == (Marker(state="suppressed", number=2), Marker(state="stunned"))


def test_a_counted_marker_shows_only_the_difference() -> None:
    (change,) = table_sync(_board(_unit(states={"suppressed": 1})), _board(_unit(states={"suppressed": 4})))
    assert (change.place, change.remove) == ((Marker(state="suppressed", number=3),), ())


def test_turns_that_are_left_are_one_marker() -> None:
    """In "Lay 2 barraged markers" the number is the bot's own count."""
    system = system_of("openfire_ww2")
    for state in ("barraged", "buttoned"):
        boards = [
            Board(Game(units={"u1": _unit(states={state: left} if left else {})}), system, ruleset_of(system))
            for left in (0, 2, 1, 0)
        ]
        changes = [table_sync(*two) for two in pairwise(boards)]
        assert changes == [
            [TableChange(unit="u1", place=(Marker(state=state),))],
            [],
            [TableChange(unit="u1", remove=(Marker(state=state),))],
        ]


def test_markers_that_point_at_a_unit_name_it() -> None:
    lost = _unit(states={"weapons_lost": "lmg"})
    (change,) = table_sync(_board(lost), _board(_unit(states={"weapons_lost": "lmg,rpg"})))
    assert (change.place, change.remove) == ((Marker(state="weapons_lost", of=Term("rpg")),), ())
    other = _unit("u2")
    (change,) = table_sync(_board(_unit(), other), _board(_unit(states={"engaged_with": "u2"}), other))
    assert change.place == (Marker(state="engaged_with", of=UnitRef("u2"), alone=Text("engaged")),)


def test_a_marker_of_another_unit_or_with_an_end_of_its_own() -> None:
    ww2, opreb = system_of("openfire_ww2"), system_of("opreb")

    def placed(system: System, states: dict[str, Any], *others: Unit) -> tuple[Marker, ...]:
        before, after = (
            Board(Game(units={one.id: one for one in (_unit(states=some), *others)}), system, ruleset_of(system))
            for some in ({}, states)
        )
        return table_sync(before, after)[0].place

    assert placed(ww2, {"towed_by": "u2"}, _unit("u2")) == (Marker(state="towed_by", of=UnitRef("u2")),)
    assert placed(ww2, {"towed_by": "u2"}) == (Marker(state="towed_by"),), "it has left the game"
    assert placed(opreb, {"hidden": 1}) == (Marker(state="hidden", ends=opreb.states["hidden"].ends),)
    assert opreb.states["hidden"].ends


def test_models_of_a_unit_set_apart_and_of_one_that_joined_again() -> None:
    """A unit that has lost models since is not a part of the other one."""
    whole, rest, part = _unit(), _unit(models=3), _unit("u2", models=2, part_of="u1")
    assert table_sync(_board(whole), _board(rest, part)) == [TableChange(unit="u2", models=2, apart="u1")]
    assert table_sync(_board(rest, part), _board(whole)) == [TableChange(unit="u2", into="u1")]
    assert table_sync(_board(_unit(models=4)), _board(rest, part)) == [TableChange(unit="u1", models=-1)]
    assert table_sync(_board(), _board(part)) == []
    assert table_sync(_board(whole), _board(part)) == [TableChange(unit="u1", gone=True)]
    marked = _unit("u2", models=2, part_of="u1", states={"suppressed": 1})
    assert table_sync(_board(rest, marked), _board(_unit(states={"suppressed": 1}))) == [
        TableChange(unit="u2", into="u1", remove=(Marker(state="suppressed", number=1),)),
        TableChange(unit="u1", place=(Marker(state="suppressed", number=1),)),
    ]


def test_a_state_without_a_marker_is_not_shown() -> None:
    assert table_sync(_board(_unit()), _board(_unit(states={"tried": 1, "moved": 1, "fired": 1}))) == []


def test_a_change_of_hit_points_shows_those_of_now() -> None:
    (change,) = table_sync(_board(_unit(hp=(3, 3))), _board(_unit(hp=(3, 1))))
    assert change == TableChange(unit="u1", hp=(3, 1))


def test_units_that_come_and_go() -> None:
    """A new unit arrives with its models, so only its markers are placed."""
    same = _unit("u3")
    assert table_sync(_board(_unit(), same), _board(_unit("u2", hp=(3,)), same)) == [TableChange(unit="u1", gone=True)]
    (change,) = table_sync(_board(same), _board(same, _unit(states={"on_guard": 1})))
    assert change == TableChange(unit="u1", place=(Marker(state="on_guard"),))


def test_objects_to_lay_down_and_take_off() -> None:
    smoke, hill = (TableObject(kind="smoke", label=label) for label in ("A", "B"))
    before, after = _board(), _board()
    before.game.things["A"], after.game.things["B"] = smoke, hill
    assert objects_sync(before, after) == ([hill], [smoke])
    assert objects_sync(before, before) == ([], [])
