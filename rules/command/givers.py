"""Who did it: the unit that took something off another, or those that had put the markers on it which count now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.command.system import System
from rules.game.entry import Entry
from rules.game.events import StateCounted, StateSet
from rules.game.game import Game


class Put(NamedTuple):
    """How many of a marker somebody put on a unit; `by` is None for what was put there by hand."""

    by: str | None
    markers: int


def shared(total: int, weights: Sequence[int]) -> list[int]:
    """A number in whole parts after `weights`: what is left over goes to the largest remainders, then to the earlier.

    Weights are 0 or more, and not all 0.
    """
    whole = sum(weights)
    parts = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda at: -(total * weights[at] % whole))
    for at in by_remainder[: total - sum(parts)]:
        parts[at] += 1
    return parts


@dataclass
class Givers:
    """Remembers, entry by entry, who put a state on a unit that harms it, by the unit and the state."""

    system: System
    put: dict[tuple[str, str], list[Put]] = field(default_factory=dict[tuple[str, str], list[Put]])

    def marked(self, game: Game, entry: Entry, event: StateSet | StateCounted) -> None:
        """A state is about to be set, or to count up: by whoever acts on the unit in this entry, else by hand."""
        state = self.system.states.get(event.state)
        unit = game.units.get(event.unit)
        if state is None or not state.harm or unit is None:
            return
        there = unit.count(event.state)
        more = event.change if isinstance(event, StateCounted) else _more(event, there)
        if more > 0:
            by = self.acted_on(game, entry, event.unit) if entry.plays else None
            self.put[event.unit, event.state] = [*self._left(event, there), Put(by, more)]

    def _left(self, event: StateSet | StateCounted, there: int) -> list[Put]:
        """Whose markers lie there still: of those that came off, as many of everybody's as they had put."""
        before = self.put.get((event.unit, event.state), [])
        if not (there and before):
            return []
        left = shared(there, [one.markers for one in before])
        return [Put(one.by, markers) for one, markers in zip(before, left, strict=True) if markers]

    def of(self, game: Game, entry: Entry, victim: str, points: int) -> list[tuple[str | None, int]]:
        """Who took how much of `points` off the victim in this entry; None for what was nobody's doing."""
        whole = self.acted_on(game, entry, victim)
        put = None if whole else next(self._settled(entry, victim), None)
        if not put:
            return [(whole, points)]
        parts = shared(points, [one.markers for one in put])
        return [(one.by, part) for one, part in zip(put, parts, strict=True) if part]

    def acted_on(self, game: Game, entry: Entry, victim: str) -> str | None:
        """Whoever attacked a unit in an entry; where it attacked itself, the first enemy that took part."""
        plays = [play for play in entry.plays if victim in play.roles.values()] or entry.plays
        for play in plays:
            attacker = play.roles.get("attacker")
            if attacker is not None and attacker != victim:
                return attacker
            side = game.units[victim].side
            here = (id for id in play.roles.values() if id in game.units)
            if enemy := next((id for id in here if game.units[id].side != side), None):
                return enemy
        return None

    def _settled(self, entry: Entry, victim: str) -> Iterator[list[Put]]:
        """Who had put the markers on a unit of which the entry settles what they come to."""
        counted = [event for event in entry.events if isinstance(event, StateCounted) and event.unit == victim]
        gone = [event.state for event in counted if event.change < 0] if entry.plays else []
        return (self.put[victim, state] for state in gone if (victim, state) in self.put)


def _more(event: StateSet, there: int) -> int:
    """How many markers more there are once a state is set; what is set anew and is no number counts as one."""
    if isinstance(event.value, int):
        return max(0, event.value - there)
    return int(bool(event.value))
