"""Warnings about a shot out of turn (Activation; Firing)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from rules.command.legality import Legality, best_legality
from rules.command.system import Board
from rules.command.turns import ROLLED
from rules.game.game import Game
from rules.game.unit import Value
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.fubar.table import SYSTEM
from tests.rules.fubar.test_weapons_used import armed

GOING: dict[str, Value] = {"tried": 1, "activated": 1}
PLAIN = "fires without the +1 of Aimed Fire"


RUNNING: dict[str, Value] = GOING | {"action": "run", "moved": 1}


def warnings_of(states: dict[str, Value], *situation: str, at: dict[str, Value] = RUNNING) -> str:
    """Return the warnings of a shot of four rifles, 20″ away, at a unit with the states `at`."""
    shooter = armed({"infantry_rifle": 4}, states=states)
    target = shooter.model_copy(update={"id": "u2", "name": "Militia", "side": "Blue", "states": at})
    board = Board(Game(units={"u1": shooter, "u2": target}), SYSTEM, ruleset_of(SYSTEM, {}))
    shot = Request("fire", ("u1",), ("u2",), distance=(Decimal(20),), cover=("none",), situation=situation)
    return " ".join(map(ENGLISH, SYSTEM.commands["fire"].plan(board, shot).warnings))


@for_each(
    ("states", "situation", "plain"),
    [
        (GOING, ("aimed_fire",), False),
        (GOING | {"acted": 1}, ("aimed_fire",), True),
        (GOING | {"acted": 1}, (), False),
        ({"tried": 1}, ("aimed_fire",), True),
        ({"tried": 1}, (), False),
    ],
)
def test_a_shot_loses_the_bonus_of_aimed_fire_only_where_it_asked_for_it_out_of_turn(
    states: dict[str, Value], situation: tuple[str, ...], plain: bool
) -> None:
    assert (PLAIN in warnings_of(states, *situation)) == plain


def test_a_reaction_needs_no_activation_but_hands_that_are_free() -> None:
    waiting: dict[str, Value] = {"tried": 1, "on_guard": 1}
    assert warnings_of(waiting, "reaction") == ""
    assert "is in close combat" in warnings_of(waiting | {"engaged_with": "u2"}, "reaction")


@for_each(
    ("target", "moves"),
    [
        ({}, False),
        ({"moved": 1}, True),
        (GOING | {"action": "walk"}, True),
        (GOING | {"action": "aimed_fire"}, False),
        ({"tried": 1, "on_guard": 1, "action": "on_guard"}, False),
        ({"boarded": 1, "aboard": "u3"}, True),
    ],
)
def test_a_reaction_is_fire_at_movement(target: dict[str, Value], moves: bool) -> None:
    """A unit On Guard reacted to an enemy that had not moved, without a warning (Activation › On Guard)."""
    told = warnings_of({"tried": 1, "on_guard": 1}, "reaction", at=target)
    assert told == (
        "" if moves else "u2 has not moved this turn: a reaction is fire at movement (Activation › On Guard)."
    )


def test_no_unit_charges_at_a_lost_unit() -> None:
    """The move would ask for a fight that is refused then."""
    charging = armed({"infantry_rifle": 4}, states=GOING | {"action": "assault"})
    gone = charging.model_copy(update={"id": "u2", "side": "Blue", "models": 0, "states": {}})
    board = Board(Game(units={"u1": charging, "u2": gone}), SYSTEM, ruleset_of(SYSTEM, {}))
    with pytest.raises(RuleError, match="cannot be assaulted"):
        SYSTEM.commands["move"].plan(board, Request("move", ("u1",), ("u2",)))


@for_each(("rams", "words"), [(False, "fire at it instead"), (True, "jump out of the way")])
def test_no_unit_charges_at_a_vehicle(rams: bool, words: str) -> None:
    """Neither a fight nor a ram could follow the move."""
    squad = armed({"infantry_rifle": 4}, states=GOING | {"action": "assault"})
    profile = {**squad.profile, "kind": "vehicle", "hull": "light"}
    tank = squad.model_copy(update={"profile": profile, "weapons": (), "states": GOING})
    enemy = tank.model_copy(update={"id": "u2", "side": "Blue", "states": {}})
    board = Board(Game(units={"u1": tank if rams else squad, "u2": enemy}), SYSTEM, ruleset_of(SYSTEM, {}))
    with pytest.raises(RuleError, match=words):
        SYSTEM.commands["move"].plan(board, Request("move", ("u1",), ("u2",), action="assault"))


@for_each(("ruling", "aims"), [("refused", False), ("warned", False), ("free", True)])
def test_aimed_fire_is_not_offered_at_enemies_in_close_combat_alone(ruling: str, aims: bool) -> None:
    """Passengers of a vehicle are no targets either."""
    free = armed({"infantry_rifle": 4}, states={"activated": 1})
    fights = free.model_copy(update={"id": "u2", "states": {"engaged_with": "u3"}})
    enemy = fights.model_copy(update={"id": "u3", "side": "Blue", "states": {"engaged_with": "u2"}})
    inside = enemy.model_copy(update={"id": "u4", "states": {"aboard": "u5"}})
    units = {one.id: one for one in (free, fights, enemy, inside)}
    board = Board(Game(units=units), SYSTEM, ruleset_of(SYSTEM, {"fire_into_close_combat": ruling}))
    said = " ".join(map(ENGLISH, SYSTEM.may(board, free)))
    assert ("Aimed Fire" in said) is aims


@for_each("begun", [{"order": ("Red", "Blue")}, {"tallies": {ROLLED: {"Red": 1}}}])
def test_menus_warn_of_a_shot_without_activation_once_the_turn_has_begun(begun: dict[str, Any]) -> None:
    """The units are the same before and after the roll for the initiative; what they may do is not."""
    shooter = armed({"infantry_rifle": 4})
    target = shooter.model_copy(update={"id": "u2", "name": "Militia", "side": "Blue"})
    before = Board(Game(units={"u1": shooter, "u2": target}), SYSTEM, ruleset_of(SYSTEM, {}))
    after, shot = before._replace(game=replace(before.game, **begun)), Request("fire", ("u1",), ("u2",))
    found = [best_legality(board, shot) for board in (before, after, before)]
    assert found == [Legality.OK, Legality.WARNED, Legality.OK]
