"""The core rules for their tests: units and attacks in few words, one play, exact chances, and a board."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from data import system_of
from rules.command.effects import changes, mark
from rules.command.force import muster_units, spec
from rules.command.planned import CommandPlan
from rules.command.system import Board
from rules.game.events import LossesTaken, UnitPlaced
from rules.game.game import Game
from rules.kernel.dice import Need
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import validate
from rules.kernel.request import Request
from rules.kernel.resolve import Resolution, resolve, ruleset_of
from rules.kernel.table import Faces, Given
from rules.kernel.text import name_units
from rules.kernel.wording import ENGLISH, Wording
from tests.rules.table import Sitting

SYSTEM = system_of("openfire_d12")


def unit(models: int = 4, **more: Any) -> dict[str, Any]:
    """Return four models of 2 hit points with 7 in all attributes, with changes."""
    hp = more.get("max_hp", 2)
    return {"skl": 7, "def": 7, "cmd": 7, "mov": 6, "hp": [hp] * models, "max_hp": hp} | more


def weapon(**more: Any) -> dict[str, Any]:
    """Return a rifle with one die that does 1 damage, with changes."""
    return {"rng": 24, "att": 1, "dmg": 1} | more


def armed(models: int = 1, **more: Any) -> dict[str, Any]:
    return {"weapon": weapon(**more), "models": models}


def attack(*groups: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return an attack at a unit in the open, 6″ away so that it cannot evade; one rifle by default."""
    return {"attacker": unit(), "weapons": list(groups) or [armed()], "distance": 6, "target": unit()} | more


def sitting(choose: Sequence[str] = (), **rulings: Any) -> Sitting:
    return Sitting(SYSTEM, rulings, tuple(choose))


def play(
    action: str, facts: dict[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> Resolution:
    return sitting(choose, **rulings).play(action, facts, dice)


def outcome(
    action: str, facts: dict[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> dict[str, Any]:
    return sitting(choose, **rulings).outcome(action, facts, dice)


def chances(action: str, facts: dict[str, Any], choose: Sequence[str] = (), **rulings: Any) -> dict[Any, Fraction]:
    return sitting(choose, **rulings).chances(action, facts)


def needs_and_dice(
    action: str, facts: dict[str, Any], face: int = 12, choose: Sequence[str] = (), **rulings: Any
) -> dict[str, tuple[Need | None, int]]:
    """Return score needed and number of dice of each roll, by key, if every die shows `face`."""
    of = SYSTEM.actions[action]
    choices = {name: [value] for name, _, value in (text.partition("=") for text in choose)}
    book = ruleset_of(SYSTEM, rulings)
    facts_of = validate(of.facts, facts)
    resolution = resolve(SYSTEM, of, facts_of, book, lambda _, n: Faces((face,) * n, "bot"), choices)
    return {step.throw.key: (step.throw.needed, len(step.faces)) for step in resolution.played.steps}


def needs(action: str, facts: dict[str, Any], key: str, choose: Sequence[str] = (), **rulings: Any) -> int:
    """Return the score that a roll needs, if every die shows a 12."""
    needed = needs_and_dice(action, facts, 12, choose, **rulings)[key][0]
    assert needed
    assert not needed.at_most
    return needed.face


def text_of_play(
    action: str, facts: dict[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> str:
    """Return the English text of a play."""
    return ENGLISH(play(action, facts, dice, choose, **rulings).text)


def expect_refusal(action: str, facts: dict[str, Any], word: str) -> None:
    """Expect a refusal by the rules with that word and this section."""
    with pytest.raises(RuleError, match=word) as caught:
        play(action, facts)
    assert caught.value.rule


def faulty(action: str, facts: dict[str, Any], field: str) -> None:
    """Expect invalid facts, with the name of the field."""
    with pytest.raises(BadFacts) as caught:
        play(action, facts)
    assert all(field in ENGLISH(fault) for fault in caught.value.faults)


def board(*units: tuple[str, str], **rulings: Any) -> Board:
    """Return a board with ready-made units by side, with ids u1, u2 … in order, and scouts placed."""
    game = Game()
    for side, kind in units:
        [one] = muster_units(SYSTEM, game, side, [spec(SYSTEM, {"type": kind})], None)
        game.apply(UnitPlaced(unit=one))
    return marked(Board(game, SYSTEM, ruleset_of(SYSTEM, rulings)), *game.units, scout_waiting=None)


def marked(on: Board, *ids: str, **states: int | str | None) -> Board:
    """Return the board with states of some units set manually."""
    return on.after([event for id in ids for event in mark(on.unit(id), **states)])


def hurt(on: Board, id: str, *hp: int) -> Board:
    """Return the board with these hit points of a unit, and as many models as have any."""
    lost = on.unit(id).models - sum(map(bool, hp))
    return on.after([LossesTaken(unit=id, models=lost, hp=hp)])


def plan_command(on: Board, command: str, **given: Any) -> CommandPlan:
    """Return the plan of a command; one unit, target or distance may be given by itself."""
    for name in ("unit", "target", "situation", "extra", "terrain", "cover", "firers"):
        if isinstance(given.get(name), str):
            given[name] = (given[name],)
    if "distance" in given and not isinstance(given["distance"], tuple):
        given["distance"] = (Decimal(str(given["distance"])),)
    commands = SYSTEM.commands if command in SYSTEM.commands else SYSTEM.acts
    return commands[command].plan(on, Request(command, **given))


class Named(Wording):
    """English, with the units of a board by name."""

    def __init__(self, on: Board) -> None:
        self.units = on.game.units

    def unit(self, id: str) -> str:
        return self.units[id].name


def warnings_of(on: Board, command: str, **given: Any) -> tuple[str, ...]:
    """Return the warnings of a command in English."""
    return tuple(map(Named(on), plan_command(on, command, **given).warnings))


class Done(NamedTuple):
    """The effects of a command: the board after it, its plan, its plays, and its English texts."""

    board: Board
    order: CommandPlan
    plays: tuple[Resolution, ...]
    title: str
    texts: tuple[str, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]


def carry_out(on: Board, command: str, dice: Sequence[int] = (), choose: Sequence[str] = (), **given: Any) -> Done:
    """Carry out a command with these dice, all of which must be used."""
    order = plan_command(on, command, **given)
    faces, plays, after = Given(dice), [], on
    for planned in order.plays:
        action = SYSTEM.actions[planned.action]
        choices = {name: [value] for name, _, value in (text.partition("=") for text in choose)}
        plays.append(resolve(SYSTEM, action, planned.facts, on.book, faces, choices))
        after = after.after(changes(after, plays[-1].effects, planned.roles))
    faces.finish()
    outcomes = [one.played for one in plays]
    after = after.after(order.after(after, outcomes))
    said = Named(after)
    texts = [name_units(one.text, planned.roles) for one, planned in zip(plays, order.plays, strict=True)]
    notes = order.notes(after, outcomes)
    return Done(
        after, order, tuple(plays), said(order.title), *(tuple(map(said, of)) for of in (texts, notes, order.warnings))
    )


def forbidden(on: Board, command: str, word: str, **given: Any) -> None:
    """Expect a refusal of the command with that word."""
    with pytest.raises(RuleError, match=word):
        plan_command(on, command, **given)
