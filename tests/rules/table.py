"""A table for tests of any rule system: one play, its exact chances, and every possible play, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from rules.kernel.action import ActionSet
from rules.kernel.dice import Roll
from rules.kernel.facts import validate
from rules.kernel.odds import Odds
from rules.kernel.resolve import Resolution, odds, parse_choices, resolve, resolve_plan, ruleset_of
from rules.kernel.serialise import outcome_of
from rules.kernel.table import DiceNeeded, Faces, Given, Live, Roller, Rule

Facts = Mapping[str, Any]
T = TypeVar("T")


class Sitting(NamedTuple):
    """A system with rulings and choices made, for one test."""

    system: ActionSet
    rulings: Facts = MappingProxyType({})
    choose: tuple[str, ...] = ()
    asked: set[str] | None = None
    """If given, it collects the name of every ruling that is read."""

    def play(self, action: str, facts: Facts, dice: Sequence[int] = ()) -> Resolution:
        """Play with these faces, all of which must be used."""
        given = Given(dice)
        resolution = self._resolved(action, facts, given)
        given.finish()
        return resolution

    def outcome(self, action: str, facts: Facts, dice: Sequence[int] = ()) -> dict[str, Any]:
        return outcome_of(self.play(action, facts, dice))

    def chances(self, action: str, facts: Facts) -> dict[Any, Fraction]:
        """Return the exact chance of every outcome."""
        of = self.system.actions[action]
        return odds(of, validate(of.facts, facts), self._book, parse_choices(of, self.choose)).fractions()

    def every_play(self, action: str, facts: Facts, most: int) -> Iterator[tuple[Resolution, Fraction]]:
        """Yield play after play with its chance, at most `most`.

        Dice of one roll are distinguished by their reading; each set covers all its orders.
        """
        of = self.system.actions[action]
        given, choices = validate(of.facts, facts), parse_choices(of, self.choose)
        plan = of.plan(given, self._book)
        return _each_way(lambda roller: resolve_plan(self.system, of, given, plan, roller, choices), most)

    def every_outcome(self, action: str, facts: Facts, most: int, each_face: bool = False) -> dict[Any, Fraction]:
        """Return the outcomes of as many plays with their chances; only the first play of each is described.

        With `each_face`, dice are distinguished by their faces.
        """
        of = self.system.actions[action]
        given, choices = validate(of.facts, facts), parse_choices(of, self.choose)
        plan = of.plan(given, self._book)
        found: dict[Any, Fraction] = {}
        for played, chance in _each_way(lambda roller: of.play(Live(roller, choices), plan), most, each_face):
            if played.outcome not in found:
                faces = [face for step in played.steps for face in step.faces]
                resolve_plan(self.system, of, given, plan, Given(faces), choices)
            found[played.outcome] = found.get(played.outcome, Fraction(0)) + chance
        return found

    @property
    def _book(self) -> Any:
        book: Any = ruleset_of(self.system, self.rulings)
        return book if self.asked is None else book._replace(rulings=_observed_rulings(book.rulings, self.asked))

    def _resolved(self, action: str, facts: Facts, given: Given) -> Resolution:
        of = self.system.actions[action]
        return resolve(self.system, of, validate(of.facts, facts), self._book, given, parse_choices(of, self.choose))


def _observed_rulings(rulings: Any, asked: set[str]) -> Any:
    """Return the same rulings as a separate type, so that no cache applies, which note each access."""
    kind = type(rulings)

    class Noting(kind):
        def __getattribute__(self, name: str) -> Any:
            whole = name in ("__iter__", "model_copy", "model_dump", "model_dump_json")
            asked.update(kind.model_fields if whole else {name} & kind.model_fields.keys())
            return super().__getattribute__(name)

    return Noting.model_construct(**{name: getattr(rulings, name) for name in kind.model_fields})


def _each_way(play: Callable[[Roller], T], most: int, each_face: bool = False) -> Iterator[tuple[T, Fraction]]:
    """Yield what `play` makes of every possible roll, with its chance, at most `most` times."""
    going: list[_Way] = [((), Fraction(1), Fraction(1))]
    for faces, before, chance in going:
        if most <= 0:
            return
        ways = _Ways(faces, before * chance, each_face)
        try:
            yield play(Given(faces, ways)), ways.chance
            most -= 1
        except DiceNeeded:
            going.append((ways.faces, ways.chance, Fraction(1)))
        going += ways.others


_Way = tuple[tuple[int, ...], Fraction, Fraction]
"""Faces to play with, the chance of all rolls but the last, and of the last: most are never multiplied."""


class _Ways:
    """The rolls after `faces`: one way of each roll is played at once, the others later."""

    AT_ONCE = 12
    """Limit of rolls at once, because some are repeated until they differ."""

    def __init__(self, faces: tuple[int, ...], chance: Fraction, each_face: bool) -> None:
        self.faces, self.chance, self._each_face = faces, chance, each_face
        self.others: list[_Way] = []
        self._made = 0

    def __call__(self, throw: Roll[Any], count: int) -> Faces:
        if self._made == self.AT_ONCE:
            raise DiceNeeded(throw, count)
        ways = throws(count, throw.sides, int if self._each_face else throw.reading.kind)
        # Not the first of each: opposed rolls would be equal and repeated for ever.
        faces, chance = ways[self._made % len(ways)]
        self.others += [(self.faces + other, self.chance, p) for other, p in ways if other != faces]
        self.faces, self.chance, self._made = self.faces + faces, self.chance * chance, self._made + 1
        return Faces(faces, "physical")


def throws(count: int, sides: int, kind: Callable[[int], Any] = int) -> Sequence[tuple[tuple[int, ...], Fraction]]:
    """Return each set of faces that `count` dice can show, with its chance; equivalent faces appear as the lowest."""
    kinds = [kind(face) for face in range(1, sides + 1)]
    return _throws(count, tuple(kinds.index(one) + 1 for one in kinds))


@lru_cache(maxsize=4096)
def _throws(count: int, lowest: tuple[int, ...]) -> Sequence[tuple[tuple[int, ...], Fraction]]:
    """Return the same, by representative faces."""
    ways = Counter(lowest)
    found: list[tuple[tuple[int, ...], Fraction]] = []
    for faces in combinations_with_replacement(ways, count):
        orders = factorial(count) // prod(map(factorial, Counter(faces).values()))
        found.append((faces, Fraction(orders * prod(ways[face] for face in faces), len(lowest) ** count)))
    return found


def play_rule(rule: Rule, *numbers: Any, faces: Sequence[int] = (), **choices: str) -> Any:
    """Return the result of a test's own rule with these faces, all of which must be used."""
    given = Given(faces)
    came_to = Live(given, {name: [value] for name, value in choices.items()}).play(rule, *numbers)
    given.finish()
    return came_to


def exact_chances(rule: Rule, *numbers: Any, **choices: str) -> dict[Any, Fraction]:
    """Return the exact chances of a test's own rule."""
    return Odds({name: [value] for name, value in choices.items()}).of(rule, *numbers).fractions()


def by_hand(rule: Rule, *numbers: Any, longest: int = 12) -> dict[Any, Fraction]:
    """Return the same chances by playing every roll, up to `longest` dice; longer plays are left out."""
    found: dict[Any, Fraction] = {}
    going: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    for faces, chance in going:
        try:
            end = Live(Given(faces)).play(rule, *numbers)
            found[end] = found.get(end, Fraction(0)) + chance
        except DiceNeeded as needed:
            if len(faces) + needed.count <= longest:
                kind = needed.throw.reading.kind
                going += [(faces + more, chance * p) for more, p in throws(needed.count, needed.throw.sides, kind)]
    return found
