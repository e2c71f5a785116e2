"""Plays of Open Rebellion in tests: faces in, resolutions out; and all possible plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from data import system_of
from rules.command.system import System
from rules.kernel.facts import validate
from rules.kernel.odds import Dist
from rules.kernel.resolve import Resolution, odds, parse_choices, resolve, ruleset_of
from rules.kernel.table import Faces, Given, Roller
from tests.rules.table import Sitting

Dice = Sequence[int]


@cache
def the_system() -> System:
    return system_of("opreb")


def play(
    action: str, facts: Mapping[str, Any], dice: Dice = (), choose: Sequence[str] = (), **rulings: Any
) -> Resolution:
    """Play with these faces, all of which must be used."""
    given = Given(dice)
    resolution = _play_all(action, facts, given, choose, rulings)
    given.finish()
    return resolution


def all_show(
    action: str, facts: Mapping[str, Any], face: int, choose: Sequence[str] = (), **rulings: Any
) -> Resolution:
    """Play with every die showing the same face."""
    return _play_all(action, facts, lambda throw, count: Faces((face,) * count, "physical"), choose, rulings)


def _play_all(
    action: str, facts: Mapping[str, Any], given: Roller, choose: Sequence[str], rulings: Mapping[str, Any]
) -> Resolution:
    one = the_system().actions[action]
    book = ruleset_of(the_system(), rulings)
    return resolve(the_system(), one, validate(one.facts, facts), book, given, parse_choices(one, choose))


def outcome(
    action: str, facts: Mapping[str, Any], dice: Dice = (), choose: Sequence[str] = (), **rulings: Any
) -> dict[str, Any]:
    return play(action, facts, dice, choose, **rulings).played.outcome._asdict()


def chances(action: str, facts: Mapping[str, Any], choose: Sequence[str] = (), **rulings: Any) -> dict[Any, Fraction]:
    """Return every outcome with its chance."""
    return exact_chances(action, facts, choose, **rulings).fractions()


def exact_chances(action: str, facts: Mapping[str, Any], choose: Sequence[str] = (), **rulings: Any) -> Dist:
    """Return every outcome with its weight."""
    one = the_system().actions[action]
    book = ruleset_of(the_system(), rulings)
    return odds(one, validate(one.facts, facts), book, parse_choices(one, choose))


def every_face(action: str, facts: Mapping[str, Any], **rulings: Any) -> dict[Any, Fraction]:
    """Return every outcome with its chance, by playing every set of faces."""
    return Sitting(the_system(), rulings).every_outcome(action, facts, 100_000, each_face=True)
