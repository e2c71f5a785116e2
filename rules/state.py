"""The states that a unit can be in, as a system describes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from rules.text import Text

Clearing = Literal["turn_start", "turn_end", "activation", "move", "test_passed", "manual"]


class State(NamedTuple):
    """What a unit can be in: set by, cleared by, effect. `holds` is what its value is."""

    name: str
    set_by: Text
    cleared_by: tuple[Clearing, ...]
    effect: Text
    holds: Literal["flag", "count", "word", "unit", "words"] = "flag"
    marker: bool = False
    """Whether it lies on the table as a physical marker."""
    quiet: bool = False
    """Whether lists of units leave it out: the rules need it, a reader does not."""
    harm: bool = False
    """Whether a unit is the worse for it: what takes it away again favours its side."""
    spent: bool = False
    """Whether it tells what a unit did with its go: it is over with the turn, though the rules may still ask for it."""
    lasting: tuple[str, ...] = ()
    """Words that stand until the next go all the same, such as how it takes cover."""
    goes_with: str = ""
    """The state that it stands as long as, if any."""


def by_name(states: Sequence[State]) -> Mapping[str, State]:
    """The states of a system by their names; raises ValueError for one that is listed twice."""
    twice = [name for name, n in Counter(state.name for state in states).items() if n > 1]
    if twice:
        raise ValueError(f"listed twice: {', '.join(twice)}")
    return {state.name: state for state in states}
