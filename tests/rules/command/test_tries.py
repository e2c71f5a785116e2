"""Commands whose legality in menus is not what comes out when they are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal
from typing import NoReturn

import pytest

from data import system_of
from rules.command.order import Command, Order
from rules.command.planned import Planned
from rules.command.system import Board, System
from rules.command.tries import misdeclared_commands, requests, turn_requests
from rules.game.events import LossesTaken
from rules.game.game import Game
from rules.game.unit import Unit, Weapon
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Text
from tests.rows import for_each
from tests.rules.evenings import board_of

FUBAR = system_of("fubar")
UNITS = {
    id: Unit(id=id, name=name, side=side, models=5, starting=5, weapons=(Weapon(name="lmg"), Weapon(name="rpg")))
    for id, name, side in (("u1", "Ann", "Red"), ("u2", "Bob", "Blue"), ("u3", "Cy", "Blue"))
}
CHOICES = tuple(Choice(code, Text(code)) for code in "abcdefg")


def refuse(said: str = "No.") -> NoReturn:
    raise RuleError(Text(said), "Section")


def ask(option: str, *choices: Choice) -> NoReturn:
    raise MissingFacts([Ask(option, Text("which?"), choices)])


def order(rolls: Callable[[Order], object], **declared: object) -> Command:
    """Return a command whose rolls do this, with these attributes."""

    def made(self: Order) -> Iterable[Planned]:
        rolls(self)
        return ()

    return type("Made", (Order,), {"key": "try", "title": Text("Try"), "rolls": made, **declared})


def faults(command: Command, key: str = "try", acts: bool = False, units: str = "u1") -> list[str]:
    """Return the faults of the commands of some units, in a system with one command or act."""
    kinds = ({}, {key: command}) if acts else ({key: command}, {})
    system: System = replace(FUBAR, commands=kinds[0], acts=kinds[1])
    board = Board(Game(units=UNITS, begun=True), system, ruleset_of(FUBAR, {}))
    return list(misdeclared_commands(board, map(board.unit, units.split())))


ONE, TWO = ("unit",), ("unit", "target")


def test_what_is_refused_when_tried_is_named_with_its_reason() -> None:
    assert faults(order(lambda _: None)) == []
    assert faults(order(lambda _: refuse())) == ["/try Ann is allowed in menus, and refused when tried: No."]
    assert faults(order(lambda _: refuse(), actions=CHOICES[:2])) == [
        f"/try {name} is allowed in menus, and refused when tried: No." for name in ("Ann", "a Ann", "b Ann")
    ]
    assert faults(order(lambda _: refuse(), needs=TWO), units="u1 u3") == [
        f"/try {names} is allowed in menus, and refused when tried: No."
        for names in ("Ann Bob", "Ann Cy", "Cy Ann", "Cy Bob")
    ]
    assert faults(order(lambda _: refuse(), needs=TWO), acts=True) == [
        f"/act try {names} is allowed in menus, and refused when tried: No." for names in ("Ann Bob", "Ann Cy")
    ]
    assert faults(order(lambda _: refuse()), acts=True) == [
        "/act try Ann is allowed in menus, and refused when tried: No."
    ]
    assert faults(order(lambda _: refuse(), needs=())) == []
    assert faults(order(lambda _: refuse(), needs=()), acts=True) == []


def test_what_menus_refuse_and_a_player_can_do_is_named() -> None:
    def checks(self: Order) -> None:
        if not self.request.distance:
            refuse()

    assert faults(order(lambda _: None, needs=TWO, checks=checks)) == [
        f"/try Ann {name} is refused in menus, and allowed when tried" for name in ("Bob", "Cy")
    ]


@for_each(("command", "found"), [("turn end", 2), ("initiative", 2), ("fire", 0)])
def test_the_commands_of_the_turn_are_tried_for_each_side(command: str, found: int) -> None:
    told = faults(order(lambda _: refuse(), needs=()), command, units="")
    assert told == [f"/{command} is allowed in menus, and refused when tried: No."] * found


def test_requests_of_the_turn_have_each_side_and_way() -> None:
    system: System = replace(FUBAR, commands={"turn phase": order(lambda _: refuse(), needs=(), actions=CHOICES[:2])})
    board = Board(Game(units=UNITS), system, ruleset_of(FUBAR, {}))
    assert list(turn_requests(board)) == [
        Request("turn phase", side=side, action=code) for side in ("Red", "Blue") for code in "ab"
    ]
    assert list(requests(board._replace(system=replace(system, acts={})), board.unit("u1"))) == []


@for_each(
    ("reaches", "told"), [(0, ""), (4, ""), (48, ""), (49, " is allowed in menus, and refused when tried: Too near.")]
)
def test_a_command_is_tried_at_the_best_distance_and_in_cover(reaches: int, told: str) -> None:
    def rolls(self: Order) -> None:
        if self.request.cover != ("a",):
            refuse("No cover.")
        if self.request.distance < (Decimal(reaches),):
            refuse("Too near.")

    asked = {"distance_asked": lambda _: Ask("distance", Text("how far?"))}
    assert faults(order(rolls, needs=TWO, covers=CHOICES)) == (
        [f"/try Ann {name}{told}" for name in ("Bob", "Cy")] if told else []
    )
    found = faults(order(rolls, covers=CHOICES, **asked))
    assert [one.partition(" when")[0] for one in found] == (
        ["/try Ann is allowed in menus, and refused"] if told else []
    )


def test_an_answer_that_is_allowed_is_enough_and_all_refused_ones_are_a_refusal() -> None:
    def decide(good: str) -> Callable[[Order], None]:
        def rolls(self: Order) -> None:
            if not self.request.extra:
                ask("extra", *CHOICES)
            if self.request.extra != (good,):
                refuse()

        return rolls

    asks = "/try Ann is allowed in menus, and allowed after a question when tried"
    assert faults(order(decide("a"), extra=CHOICES)) == [asks]
    assert faults(order(decide("f"), extra=CHOICES)) == [asks]
    refused = "/try Ann is allowed in menus, and refused when tried"
    assert faults(order(decide("g"), extra=CHOICES)) == [refused], "the first six answers are tried"
    assert faults(order(decide("x"), extra=CHOICES)) == [refused], "the reason depends on the answer"


def test_a_distance_and_the_weapons_of_the_unit_are_answers_too() -> None:
    def rolls(self: Order) -> None:
        if not self.request.firers:
            ask("firers")
        if not self.request.distance:
            ask("distance")
        if self.request.firers != ("rpg",) or self.request.distance != (Decimal(32),):
            refuse()

    assert faults(order(rolls)) == ["/try Ann is allowed in menus, and allowed after a question when tried"]

    def of_choices(self: Order) -> None:
        if not self.request.firers:
            ask("firers", CHOICES[0])
        if self.request.firers != ("a",):
            refuse()

    assert faults(order(of_choices)) == ["/try Ann is allowed in menus, and allowed after a question when tried"]


@for_each(("questions", "told"), [(2, "refused"), (3, "allowed after a question")])
def test_after_the_second_answer_a_further_question_counts_as_allowed(questions: int, told: str) -> None:
    def rolls(self: Order) -> None:
        if len(self.request.extra) < questions:
            ask("extra", *CHOICES[:2])
        refuse()

    assert faults(order(rolls, extra=CHOICES)) == [f"/try Ann is allowed in menus, and {told} when tried"]


def test_a_question_without_known_answers_counts_as_allowed() -> None:
    assert faults(order(lambda _: ask("terrain"))) == [
        "/try Ann is allowed in menus, and allowed after a question when tried"
    ]


def test_one_of_two_targets_is_tried_with_each_other_one() -> None:
    def both(self: Order) -> None:
        if len(self.request.target) < 2:
            refuse("One more.")

    assert faults(order(both, needs=TWO, several=("target",))) == []
    assert faults(order(both, needs=TWO)) == [
        f"/try Ann {name} is allowed in menus, and refused when tried: One more." for name in ("Bob", "Cy")
    ]
    assert len(faults(order(lambda _: refuse(), several=("target",)))) == 1, "no target at all"


@pytest.mark.parametrize("system", ["fubar", "opreb", "bayonet"])
def test_no_command_of_a_system_is_declared_wrongly(system: str) -> None:
    """The soak does this in whole games."""
    board = board_of(system)
    first, *_, last = board.game.units
    board = board.after([LossesTaken(unit=last, models=99)])
    assert list(misdeclared_commands(board, [board.unit(first), board.unit(last)])) == []
