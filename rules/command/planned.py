"""Parts of a resolved command: its actions, the actions that it ends, its legal alternative, and the reactions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.kernel.facts import Facts
from rules.kernel.request import Request
from rules.kernel.text import Text


class Planned(NamedTuple):
    """An action to resolve, its units by their parts in its facts, and the rulings that decided these facts."""

    action: str
    facts: Facts
    roles: Mapping[str, str]
    rulings_used: tuple[str, ...] = ()


class Ends(NamedTuple):
    """Actions of another side that a command ends: the side, a sentence about the actions left, and their unit."""

    side: str
    left: Text
    unit: str = ""


class Instead(NamedTuple):
    """A legal alternative to a command with a warning: the label of its button, and its request."""

    label: Text
    request: Request


class Reaction(NamedTuple):
    """A possible reaction of a unit to an enemy's command, with the request that performs it."""

    unit: str
    label: Text
    request: Request
