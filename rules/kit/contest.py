"""The rule of a contest in every system: everybody rolls, the highest goes first, and those tied roll again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic

from rules.kernel.action import Given, Played, Rulings, Tables
from rules.kernel.contests import Contest, ThrowOrder, contest, contest_told, too_many_sides
from rules.kernel.dice import Line, Throw, Total
from rules.kernel.table import Table
from rules.kernel.text import Text, Value
from rules.kit.rule import Rule

_TOTAL = Total()


class ContestRule(Rule[Given, ThrowOrder, Tables, Rulings], Generic[Given, Tables, Rulings]):
    """A roll of `die` for the initiative by each of those that `contenders` names, as the `section` has it."""

    title, topic = Text("Initiative"), "initiative"
    section: ClassVar[str]
    die: ClassVar[int] = 6

    @property
    def dice(self) -> int:
        return 1

    def contenders(self) -> Sequence[Value]:
        """Return the names of those who roll, in the order of the facts."""
        raise NotImplementedError

    def label(self, name: Value) -> Text:
        return Text("initiative of {side}", side=name)

    def modifier(self, at: int) -> int:
        """Return what is added to a total."""
        return 0

    def side(self, at: int) -> int:
        """Return the place of the side that rolls among the sides."""
        return at

    def ledger(self, at: int) -> Iterable[Line]:
        """Return the reasons for dice and modifier."""
        return ()

    def plan(self) -> None:
        names = tuple(self.contenders())
        self.contest = Contest(names, tuple(self._roll(at, name) for at, name in enumerate(names)))

    def _roll(self, at: int, name: Value) -> tuple[Throw[int], int, int]:
        key, ledger, side = f"initiative {at + 1}", tuple(self.ledger(at)), self.side(at)
        throw = Throw(key, self.label(name), "unit", self.die, _TOTAL, None, ledger, self.section, side)
        return throw, self.dice, self.modifier(at)

    def play(self, table: Table) -> ThrowOrder:
        return contest(table, self.contest)

    def describe(self, played: Played[ThrowOrder]) -> Text:
        return contest_told(self.contest, played)

    def too_big(self) -> Text | None:
        return too_many_sides(len(self.contest.throws))
