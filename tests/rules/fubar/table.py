"""FUBAR for its tests: units and shots in few words, one play, and exact chances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from data import system_of
from rules.kernel.dice import Need
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import validate
from rules.kernel.resolve import Resolution, resolve, ruleset_of
from rules.kernel.table import Faces
from rules.kernel.text import Sentence
from rules.kernel.wording import ENGLISH
from tests.rules.table import Sitting

SYSTEM = system_of("fubar")


def make_sitting(choose: Sequence[str] = (), **rulings: Any) -> Sitting:
    return Sitting(SYSTEM, rulings, tuple(choose))


def unit(level: str = "seasoned", figures: int = 8, **more: Any) -> dict[str, Any]:
    """Return a unit at full strength without armour, with changes."""
    return {"level": level, "figures": figures, "starting": figures, "armour": "none"} | more


def shooters(*groups: tuple[int, str], mounted: bool = False) -> list[dict[str, Any]]:
    return [{"weapon": weapon, "count": count, "mounted": mounted} for count, weapon in groups]


def shot(*groups: tuple[int, str], **more: Any) -> dict[str, Any]:
    """Return fire of eight seasoned figures at eight others in the open, 10″ away; one rifle by default."""
    firing = shooters(*(groups or ((1, "infantry_rifle"),)))
    return {"attacker": unit(), "shooters": firing, "distance": 10, "target": unit()} | more


def at_vehicle(*groups: tuple[int, str], **more: Any) -> dict[str, Any]:
    """Return fire of eight veterans at the side of an armoured car, 10″ away; one rifle by default."""
    firing = shooters(*(groups or ((1, "infantry_rifle"),)))
    facts = {"attacker": unit("veteran"), "shooters": firing, "distance": 10}
    return facts | {"vehicle": {"armour": "light"}, "facing": "side"} | more


def play(
    action: str, facts: dict[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> Resolution:
    return make_sitting(choose, **rulings).play(action, facts, dice)


def outcome(
    action: str, facts: dict[str, Any], dice: Sequence[int] = (), choose: Sequence[str] = (), **rulings: Any
) -> dict[str, Any]:
    return make_sitting(choose, **rulings).outcome(action, facts, dice)


def chances(action: str, facts: dict[str, Any], choose: Sequence[str] = (), **rulings: Any) -> dict[Any, Fraction]:
    return make_sitting(choose, **rulings).chances(action, facts)


def needs_and_dice(
    action: str, facts: dict[str, Any], face: int = 6, **rulings: Any
) -> dict[str, tuple[Need | None, int]]:
    """Return score needed and number of dice of each roll, by key, if every die shows `face`."""
    of = SYSTEM.actions[action]
    book = ruleset_of(SYSTEM, rulings)
    resolution = resolve(SYSTEM, of, validate(of.facts, facts), book, lambda _, n: Faces((face,) * n, "bot"))
    return {step.throw.key: (step.throw.needed, len(step.faces)) for step in resolution.played.steps}


def keys(resolution: Resolution) -> list[tuple[str, int]]:
    """Return the keys of the rolls, with the number of dice."""
    return [(step.throw.key, len(step.faces)) for step in resolution.played.steps]


def labels(resolution: Resolution) -> list[str]:
    """Return the labels of the rolls."""
    return [ENGLISH(step.throw.label) for step in resolution.played.steps]


def expect_refusal(action: str, facts: dict[str, Any], word: str) -> None:
    """Expect a refusal by the rules with that word and this section."""
    with pytest.raises(RuleError, match=word) as caught:
        play(action, facts)
    assert caught.value.rule
    told = str(caught.value)
    assert told == ENGLISH(Sentence(told)), "no sentence"


def faulty(action: str, facts: dict[str, Any], field: str) -> None:
    """Expect invalid facts, with the name of the field."""
    with pytest.raises(BadFacts) as caught:
        play(action, facts)
    assert all(field in ENGLISH(fault) for fault in caught.value.faults)
