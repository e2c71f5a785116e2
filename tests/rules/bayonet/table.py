"""Bayonet for its tests: one play, every play, and a board with two small sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from data import system_of
from rules.command.effects import changes, settle_board
from rules.command.force import muster_units, spec
from rules.command.planned import CommandPlan
from rules.command.system import Board
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.kernel.errors import RulesError
from rules.kernel.request import Request
from rules.kernel.resolve import Resolution, resolve, ruleset_of
from rules.kernel.serialise import play_of
from rules.kernel.table import Given
from rules.kernel.text import Role, Text
from rules.kernel.wording import ENGLISH, Wording
from tests.rules.table import Sitting

SYSTEM = system_of("bayonet")
FIGURE: dict[str, Any] = {"range_cf": 3, "physical_cf": 3}
NOTHING: Mapping[str, list[str]] = {}


def figure(**more: Any) -> dict[str, Any]:
    """Return a plain figure, 3 and 3, with changes."""
    return FIGURE | more


def shot(**more: Any) -> dict[str, Any]:
    """Return the facts of a plain figure's shot at another, with changes."""
    return {"shooter": FIGURE, "targets": [{"figure": FIGURE}]} | more


def play(
    action: str, facts: Mapping[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> Resolution:
    """Play with these dice, all of which must be used."""
    return Sitting(SYSTEM, rulings, tuple(choose)).play(action, facts, dice)


def outcome(
    action: str, facts: Mapping[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> dict[str, Any]:
    return Sitting(SYSTEM, rulings, tuple(choose)).outcome(action, facts, dice)


def chances(action: str, facts: Mapping[str, Any], choose: Sequence[str] = (), **rulings: Any) -> dict[Any, Fraction]:
    """Return the exact chance of every outcome."""
    return Sitting(SYSTEM, rulings, tuple(choose)).chances(action, facts)


def every_play(action: str, facts: Mapping[str, Any], choose: Sequence[str] = ()) -> dict[Any, Fraction]:
    """Return the same chances by playing every possible roll, one by one."""
    return Sitting(SYSTEM, {}, tuple(choose)).every_outcome(action, facts, 100_000)


def board(*units: tuple[str, str], **rulings: Any) -> Board:
    """Return a board with ready-made figures by side, with ids u1, u2 … in order.

    Ranges are left to the table unless a ruling differs.
    """
    game, rulings = Game(), {"shot_range": "left_out"} | rulings
    for side, kind in units:
        [unit] = muster_units(SYSTEM, game, side, [spec(SYSTEM, {"type": kind})], None)
        game.apply(UnitPlaced(unit=unit))
    return Board(game, SYSTEM, ruleset_of(SYSTEM, rulings))


def marked(on: Board, id: str, **states: int | str) -> Board:
    """Return the board with states set manually."""
    unit = on.unit(id)
    game = on.game.copy()
    game.units[id] = unit.model_copy(update={"states": unit.states | states})
    after = on._replace(game=game)
    return after.after(SYSTEM.settle(after))


class Named(Wording):
    """Plain English with unit names, which rejects roles without a unit."""

    def __init__(self, on: Board) -> None:
        self.on = on

    def unit(self, id: str) -> str:
        return self.on.unit(id).name

    def role(self, role: Role) -> str:
        raise AssertionError(f"no unit is the {role.role}")


def text_on_board(on: Board, text: Text) -> str:
    """Return a text as the players at that board read it."""
    return Named(on)(text)


@contextmanager
def expect_refusal(on: Board, words: str, kind: type[RulesError]) -> Iterator[pytest.ExceptionInfo[Any]]:
    """Expect a refusal with these words, with units by name."""
    with pytest.raises(kind) as error:
        yield error
    assert words in text_on_board(on, error.value.text)


def labels(resolution: Resolution) -> list[str]:
    """Return the labels of the rolls, in order."""
    return [ENGLISH(step.throw.label) for step in resolution.played.steps]


def keys(resolution: Resolution) -> list[str]:
    return [step.throw.key for step in resolution.played.steps]


def plan_command(on: Board, command: str, **given: Any) -> CommandPlan:
    """Return the plan of a command; a single unit or target may be given by its id alone."""
    for name in ("unit", "target"):
        if isinstance(given.get(name), str):
            given[name] = (given[name],)
    commands = SYSTEM.commands if command in SYSTEM.commands else SYSTEM.acts
    return commands[command].plan(on, Request(command, **given))


def warnings_of(on: Board, command: str, **given: Any) -> tuple[str, ...]:
    """Return the warnings of a plan as texts."""
    return tuple(map(Named(on), plan_command(on, command, **given).warnings))


class Done(NamedTuple):
    """The effects of a command: the board after it, its texts, and its plays.

    `told` are the texts of the plays, and `throws` the labels of their rolls, both with unit names.
    """

    board: Board
    title: str
    notes: tuple[str, ...]
    plays: tuple[Resolution, ...]
    told: tuple[str, ...]
    throws: tuple[str, ...]


def carry_out(
    on: Board, command: str, dice: Sequence[int] = (), choose: Mapping[str, list[str]] = NOTHING, **given: Any
) -> Done:
    """Carry out a command with these dice, all of which must be used."""
    order = plan_command(on, command, **given)
    faces, plays, after = Given(dice), [], on
    for planned in order.plays:
        plays.append(resolve(SYSTEM, SYSTEM.actions[planned.action], planned.facts, on.book, faces, choose))
        after = after.after(changes(after, plays[-1].effects, planned.roles))
    faces.finish()
    outcomes = [play.played for play in plays]
    after = after.after(settle_board(after, order.after(after, outcomes)))
    words, notes = Named(after), order.notes(after, outcomes)
    kept = [play_of(play, planned.roles) for play, planned in zip(plays, order.plays, strict=True)]
    return Done(
        after,
        words(order.title),
        tuple(map(words, notes)),
        tuple(plays),
        tuple(words(play.text) for play in kept),
        tuple(words(throw.label) for play in kept for throw in play.throws),
    )


TWO = board(("Blue", "gi"), ("Red", "irregular"))
MANY = board(
    ("Blue", "gi"),
    ("Blue", "gi"),
    ("Blue", "heavy"),
    ("Red", "irregular"),
    ("Red", "irregular"),
    ("Red", "irregular"),
    ("Blue", "light_mortar"),
    ("Blue", "engineer"),
    ("Red", "truck"),
)
