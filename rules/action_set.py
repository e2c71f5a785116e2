"""Actions with what they look up, as a value: what is played, weighed and explained. A rule system is one and more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from rules.about import About, Topic
from rules.action import Action
from rules.state import State
from rules.throw_kinds import UNNAMED, ThrowKinds


@dataclass(frozen=True, kw_only=True)
class ActionSet:
    """What can be resolved, with its tables, its rulings and its rules in our own words.

    `states` are those that its ledgers and effects speak of; `throws` says what its throws are for.
    """

    key: str
    about: About
    tables: Any
    rulings: type[BaseModel]
    actions: Mapping[str, Action]
    topics: Mapping[str, Topic]
    states: Mapping[str, State] = field(default_factory=dict[str, State])
    throws: ThrowKinds = UNNAMED

    @property
    def name(self) -> str:
        return self.about.name
