"""What injuries of earlier battles take off a unit: a value of each rule system (Aftermath › Injuries)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.campaign.origins import nth_battle
from rules.text import Joined, Text


class Hurt(NamedTuple):
    """An injury that a unit has not got over: its kind, what it adds (less than 0), and the number of its battle."""

    kind: str
    modifier: int
    battle: int | None = None


@dataclass(frozen=True)
class Injuries:
    """Which numbers of a profile an injury counts off, never below `least`, and what each kind is called."""

    traits: tuple[str, ...] = ()
    least: int = 0
    says: Mapping[str, Text] = field(default_factory=dict[str, Text])


NO_INJURIES = Injuries()
"""Where nobody is hurt for longer than a battle."""


class Hindered(NamedTuple):
    """A profile with what its injuries take off, and the reason by trait."""

    profile: dict[str, Any]
    origins: dict[str, Text]


def hindered(injuries: Injuries, profile: Mapping[str, Any], hurts: Iterable[Hurt]) -> Hindered:
    """The profile of a unit that goes into battle hurt. Injuries do not add up: the worst of them counts.

    What the profile does not have stays away, and nothing gets better by it.
    """
    worst = min(hurts, key=lambda hurt: hurt.modifier, default=None)
    if worst is None or worst.modifier >= 0:
        return Hindered(dict(profile), {})
    has = {trait: profile[trait] for trait in injuries.traits if profile.get(trait) is not None}
    less = {trait: min(value, max(injuries.least, value + worst.modifier)) for trait, value in has.items()}
    reasons = {trait: _reason(injuries, worst, less[trait] - was) for trait, was in has.items() if less[trait] != was}
    return Hindered({**profile, **less}, reasons)


def _reason(injuries: Injuries, hurt: Hurt, change: int) -> Text:
    says = injuries.says.get(hurt.kind, Text("hurt"))
    if hurt.battle is None:
        return Text("{injury}: {change:+}", injury=says, change=change)
    return Text("{injury} in {battle}: {change:+}", injury=says, battle=nth_battle(hurt.battle), change=change)


def together(*origins: Mapping[str, Text]) -> dict[str, Text]:
    """The reasons of each trait side by side: what a level gave, and what an injury takes off again."""
    traits = dict.fromkeys(trait for one in origins for trait in one)
    return {trait: Joined([one[trait] for one in origins if trait in one], ", ") for trait in traits}
