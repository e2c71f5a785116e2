"""What stands at a table, as far as events have to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rules.players import Player
from rules.table_objects import TableObject
from rules.unit import Unit


class Standing(Protocol):
    """A game, or part of one."""

    @property
    def units(self) -> Mapping[str, Unit]: ...
    @property
    def things(self) -> Mapping[str, TableObject]: ...
    @property
    def players(self) -> Mapping[str, Player]: ...
