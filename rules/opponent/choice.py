"""Options compared, and the order chosen among them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.kernel.request import Request
from rules.opponent.options import Option
from rules.opponent.view import Worth

LEAST = 0.0005
"""Worth below which an option counts as worthless."""


class RankedOption(NamedTuple):
    """An option and its gain over doing nothing; `then` are the unit's likely next options."""

    option: Option
    gain: Worth
    then: tuple[Option, ...] = ()
    exact: bool = True

    @property
    def has_gain(self) -> bool:
        return self.gain.total >= LEAST


class Tie(NamedTuple):
    """A legal option, and its request with the assumptions made."""

    weighed: RankedOption
    request: Request


class ChosenOrder(NamedTuple):
    """An order, and the options considered, the best first; the request includes the assumptions made.

    `ties` are options of equal worth, if there are several: a die with a face for each chooses, which the caller
    rolls. `face` is its result, 0 until it is rolled.
    """

    chosen: RankedOption
    weighed: tuple[RankedOption, ...]
    request: Request
    ties: tuple[Tie, ...] = ()
    face: int = 0
    hurried: bool = False
    """True if there was no time to evaluate all options."""

    @property
    def undecided(self) -> int:
        """Sides of the die that is still to be rolled; 0 if the order is final."""
        return 0 if self.face else len(self.ties)

    def remaining_order(self, units: Container[str]) -> ChosenOrder:
        """Return the order restricted to units whose surroundings are known, if any of them is as good."""
        ties = tuple(one for one in self.ties if one.weighed.option.unit in units)
        if not ties:
            return self._replace(ties=())
        chosen, request = ties[0]
        return self._replace(chosen=chosen, request=request, ties=ties if len(ties) > 1 else ())

    def order_for_face(self, face: int) -> ChosenOrder:
        """Return the order chosen by the die with this face, from 1."""
        tie = self.ties[face - 1]
        return self._replace(chosen=tie.weighed, request=tie.request, face=face)


class Decided(NamedTuple):
    """A decision within a play, and each choice's gain in shares of strength; empty if none was evaluated."""

    value: str
    worth: Mapping[str, float] = MappingProxyType({})
