"""One activation, one action: the remaining actions, and the objections to more (Activation)."""

from __future__ import annotations

from rules.command.system import Board
from rules.fubar.activation_state import (
    actions_left,
    assault_objections,
    breaking_off_objections,
    figures_to_strike,
    move_objections,
    ramming_objections,
    round_objections,
    shot_objections,
)
from rules.game.game import Game
from rules.game.unit import Unit, Value
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.fubar.table import SYSTEM
from tests.rules.fubar.test_weapons_used import armed

ACTIONS = ("walk", "run", "aimed_fire")
GOING: dict[str, Value] = {"tried": 1, "activated": 1}


def unit(**states: Value) -> Unit:
    return armed({"infantry_rifle": 4}, states=states)


def text_of(found: tuple[Text, ...]) -> str:
    return " ".join(map(ENGLISH, found))


@for_each(
    ("states", "left"),
    [
        ({}, ()),
        ({"tried": 1}, ()),
        (GOING, ACTIONS),
        (GOING | {"acted": 1}, ()),
        (GOING | {"fired": 1}, ()),
        (GOING | {"moved": 1}, ("walk",)),
        (GOING | {"moved": 1, "fired": 1}, ()),
        (GOING | {"action": "walk"}, ("walk",)),
        (GOING | {"action": "walk", "moved": 1}, ("walk",)),
        (GOING | {"action": "walk", "fired": 1}, ("walk",)),
        (GOING | {"action": "walk", "moved": 1, "fired": 1}, ()),
        (GOING | {"action": "aimed_fire"}, ("aimed_fire",)),
        (GOING | {"action": "aimed_fire", "fired": 1}, ()),
        (GOING | {"action": "run", "moved": 1}, ()),
        (GOING | {"action": "assault", "moved": 1}, ("assault",)),
        ({"tried": 1, "on_guard": 1}, ("on_guard",)),
        ({"tried": 1, "on_guard": 1, "reacted": 1}, ()),
    ],
)
def test_the_actions_left_of_an_activation_are_counted(states: dict[str, Value], left: tuple[str, ...]) -> None:
    assert actions_left(unit(**states), ACTIONS) == left


@for_each(
    ("states", "action", "words"),
    [
        (GOING, "walk", ""),
        (GOING | {"action": "walk", "fired": 1}, "walk", ""),
        (GOING | {"fired": 1}, "walk", "has fired since its activation"),
        (GOING | {"action": "walk", "moved": 1}, "walk", "has moved since its activation"),
        (GOING | {"action": "walk"}, "run", "has already chosen Walk"),
        (GOING | {"action": "assault", "fired": 1}, "assault", "has fired since its activation"),
        (GOING | {"acted": 1}, "walk", "has been in close combat this turn"),
        (GOING | {"on_guard": 1}, "walk", "is On Guard"),
        ({}, "walk", "has not been activated this turn"),
        ({"tried": 1}, "walk", "has failed its activation this turn"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(states: dict[str, Value], action: str, words: str) -> None:
    found = text_of(move_objections(unit(**states), action))
    assert words in found if words else not found


@for_each(
    ("states", "words"),
    [
        (GOING, ""),
        (GOING | {"action": "assault", "moved": 1}, ""),
        (GOING | {"moved": 1}, "has moved since its activation"),
        (GOING | {"fired": 1}, "has fired since its activation"),
        (GOING | {"action": "run"}, "has already used its action"),
        (GOING | {"acted": 1}, "that was its action"),
        ({}, "an assault is an action"),
    ],
)
def test_an_illegal_assault_is_refused_with_its_reason(states: dict[str, Value], words: str) -> None:
    found = text_of(assault_objections(unit(**states)))
    assert words in found if words else not found


@for_each(
    ("states", "words"),
    [
        (GOING, ""),
        (GOING | {"action": "assault", "moved": 1}, ""),
        (GOING | {"on_guard": 1}, "is On Guard"),
        (GOING | {"on_guard": 1, "action": "assault", "moved": 1}, "is On Guard"),
        (GOING | {"moved": 1}, "has moved since its activation"),
        (GOING | {"fired": 1}, "has fired since its activation"),
        (GOING | {"action": "walk"}, "has already chosen Walk"),
        (GOING | {"acted": 1}, "has rammed this turn"),
        ({}, "has not been activated this turn"),
        ({"tried": 1}, "has failed its activation this turn"),
    ],
)
def test_an_illegal_ram_is_refused_with_its_reason(states: dict[str, Value], words: str) -> None:
    found = text_of(ramming_objections(unit(**states)))
    assert words in found if words else not found


@for_each(
    ("states", "words"),
    [
        ({}, ""),  # without a roll for the initiative, activations are not counted
        ({"tried": 1}, "has failed its activation"),
        (GOING, ""),
        (GOING | {"fired": 1}, "has fired since its activation"),
        (GOING | {"acted": 1}, "that was its action"),
        (GOING | {"engaged_with": "u2"}, "is in close combat"),
    ],
)
def test_an_illegal_shot_is_refused_with_its_reason(states: dict[str, Value], words: str) -> None:
    shooter = unit(**states)
    found = text_of(shot_objections(Board(Game(units={"u1": shooter}), SYSTEM, ruleset_of(SYSTEM, {})), shooter))
    assert words in found if words else not found


def test_there_is_one_round_and_one_try_to_break_off_a_turn() -> None:
    enemy = unit().model_copy(update={"id": "u2"})
    assert not round_objections(unit(fought="u3"), enemy)
    assert "have fought their round" in text_of(round_objections(unit(fought="u3,u2"), enemy))
    assert not breaking_off_objections(unit())
    assert "has tried to break off" in text_of(breaking_off_objections(unit(withdrew=1)))


def test_figures_that_struck_elsewhere_strike_no_more_but_in_a_round_that_is_repeated() -> None:
    fighter, enemy = unit(yet_to_strike="1", fought="u8"), unit()
    assert figures_to_strike(fighter, enemy.model_copy(update={"id": "u9"})) == 1
    assert figures_to_strike(fighter, enemy.model_copy(update={"id": "u8"})) == fighter.models == 4
