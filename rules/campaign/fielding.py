"""A unit of a roster as it goes into a battle: its profile with levels and injuries, and the reasons for ledgers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from rules.campaign.injuries import Hurt, Injuries, hindered, together
from rules.campaign.levels import Gives, promoted
from rules.campaign.origins import by_level
from rules.text import Text


class Campaigning(Protocol):
    """What a rule system says of units that go from battle to battle."""

    @property
    def levels(self) -> Gives: ...
    @property
    def injuries(self) -> Injuries: ...


class Fielded(NamedTuple):
    """The profile a unit fights by, and by trait what made it so: `Unit.profile` and `Unit.origins`."""

    profile: dict[str, Any]
    origins: dict[str, Text]


def fielded(
    system: Campaigning,
    profile: Mapping[str, Any],
    level: int = 0,
    choices: Mapping[int, str] | None = None,
    since: Mapping[int, int] | None = None,
    hurts: Iterable[Hurt] = (),
) -> Fielded:
    """A unit that was enlisted with that profile. `choices` has the trait chosen for a level, `since` its battle."""
    better = promoted(system.levels, profile, level, choices)
    worse = hindered(system.injuries, better.profile, hurts)
    return Fielded(worse.profile, together(by_level(better.gains, since or {}), worse.origins))
