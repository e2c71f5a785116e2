"""The weapons of a unit that fire: those named, or the best that the free hands can serve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.command.choices import weapon_groups, weapons_served
from rules.kernel.errors import RuleError
from rules.kernel.text import Text


class Arms:
    """The weapons that a unit has `left` to fire, by name, and its free `hands`.

    A system defines the hands that a weapon `takes`, its `worth`, if it `can_fire` here, and why named ones are
    refused.
    """

    section: str

    def __init__(self, left: Mapping[str, int], hands: int) -> None:
        self.left, self.hands = dict(left), hands

    def takes(self, name: str) -> int:
        """Return the hands that serve one of these weapons; 0 if it needs none."""
        return 1

    def worth(self, name: str) -> float:
        """Return the effect of such a weapon for the hands that it takes: the best fires first."""
        raise NotImplementedError

    def can_fire(self, name: str) -> bool:
        """True if such a weapon may fire here, given enough hands."""
        return True

    def all_of(self, name: str) -> int:
        """Return the number that fires if the weapon is named without a number."""
        return self.left[name]

    def refusal_text(self, name: str, count: int) -> Text | None:
        """Return why so many of a named weapon cannot fire; None if they can."""
        return None

    def silence_text(self) -> Text | None:
        """Return why nothing fires; None if that is not refused."""
        return None

    def choose(self, text: str) -> list[tuple[str, int]]:
        """Return the weapons that fire, as named or the best first, and count them as used.

        Raise RuleError for weapons that cannot fire, or if none can.
        """
        found = self.named(text) if text.strip() else self.choose_best(self.able_kinds())
        if not found and (why := self.silence_text()):
            raise RuleError(why, self.section)
        return found

    def named(self, text: str) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        for given, name in weapon_groups(text, self.left):
            count = self.all_of(name) if given is None else given
            if why := self.refusal_text(name, count):
                raise RuleError(why, self.section)
            found.append(self.take(name, count))
        return found

    def able_kinds(self) -> list[str]:
        """Return the kinds of weapons that may fire, the best first."""
        able = [name for name, count in self.left.items() if count > 0 and self.can_fire(name)]
        return sorted(able, key=self.worth, reverse=True)

    def choose_best(self, able: Sequence[str]) -> list[tuple[str, int]]:
        """Return as many of those weapons as the hands can serve."""
        chosen = weapons_served([(name, self.left[name], self.takes(name)) for name in able], self.hands)
        return [self.take(name, count) for name, count in chosen.items()]

    def take(self, name: str, count: int) -> tuple[str, int]:
        self.left[name] -= count
        self.hands -= self.takes(name) * count
        return name, count
