"""`/act scout`, `board` and `leave`."""

from __future__ import annotations

from rules.command.system import Board
from tests.rules.openfire_d12.table import board, carry_out, forbidden, marked

MANY = board(("Red", "scout_pair"), ("Red", "line_squad"), ("Blue", "scout_pair"))


def _carrier(room: int) -> Board:
    units = dict(MANY.game.units)
    units["u2"] = units["u2"].model_copy(update={"profile": units["u2"].profile | {"transport": room}})
    game = MANY.game.copy()
    game.units = units
    return MANY._replace(game=game)


def test_scouts_are_placed_one_after_the_other() -> None:
    waiting = marked(MANY, "u1", "u3", scout_waiting=1)
    came_to = carry_out(waiting, "scout", unit="u1")
    assert not came_to.board.unit("u1").has("scout_waiting")
    assert came_to.notes == ("Anywhere more than 12″ from every enemy.", "Still to be placed: Scout pair (Blue).")
    assert len(carry_out(came_to.board, "scout", unit="u3").notes) == 1
    forbidden(came_to.board, "scout", "already on the table", unit="u1")


def test_units_ride_where_there_is_room() -> None:
    came_to = carry_out(_carrier(2), "board", unit="u1", target="u2")
    assert came_to.board.unit("u1").word("aboard") == "u2"
    assert "agree on it" in came_to.notes[1]
    out = carry_out(came_to.board, "leave", unit="u1")
    assert not out.board.unit("u1").has("aboard")
    assert out.notes[0] == "Place its models beside Line squad."


def test_no_room_no_enemy_and_no_unit_in_a_fight() -> None:
    forbidden(_carrier(1), "board", "has room for 1 model", unit="u1", target="u2")
    forbidden(MANY, "board", "has room for no models", unit="u1", target="u2")
    forbidden(_carrier(9), "board", "cannot carry", unit="u3", target="u2")
    forbidden(marked(_carrier(2), "u1", in_assault_range_of="u3"), "board", "assault range", unit="u1", target="u2")
    forbidden(MANY, "leave", "not inside another unit", unit="u1")
