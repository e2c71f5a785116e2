"""Parts of a resolved command: the actions it plans, what it ends, its lawful way, and the reactions to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.kernel.facts import Facts
from rules.kernel.request import Request
from rules.kernel.text import Text


class Planned(NamedTuple):
    """An action to resolve, which unit takes which part in its facts, and the rulings that decided these facts."""

    action: str
    facts: Facts
    roles: Mapping[str, str]
    leaned: tuple[str, ...] = ()


class Ends(NamedTuple):
    """Actions of another side that a command ends: whose they are, and what is left of them, as a sentence."""

    side: str
    left: Text


class Instead(NamedTuple):
    """A way by the rules to what a command is warned of: what a button that takes it is called, and what it does."""

    label: Text
    request: Request


class Reaction(NamedTuple):
    """What a unit may do in answer to an enemy's command, and the request that does it."""

    unit: str
    label: Text
    request: Request
