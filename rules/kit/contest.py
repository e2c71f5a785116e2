"""The rule of a contest in every system: all contenders roll, the highest goes first, and ties are rolled again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar, Generic, Self

from pydantic import Field, model_validator

from rules.kernel.action import Given, Played, Rulings, Tables
from rules.kernel.contests import Contest, RollOrder, contest_text, play_contest, too_many_sides_text
from rules.kernel.dice import Line, Roll, Total
from rules.kernel.facts import Facts
from rules.kernel.table import Table
from rules.kernel.text import N_, Text, Value
from rules.kit.rule import Rule

_TOTAL = Total()


class SidesFacts(Facts):
    """The sides of a contest, by number or by name."""

    sides: int = Field(strict=True, ge=2, le=20, title=N_("Sides"))
    names: tuple[Annotated[str, Field(strict=True, max_length=60)], ...] = Field(
        default=(), max_length=20, title=N_("Their names")
    )

    @model_validator(mode="after")
    def _check_one_each(self) -> Self:
        if self.names and len(self.names) != self.sides:
            said = N_("names: give one name for each of {sides} sides, not {count}")
            raise ValueError(Text(said, count=len(self.names), sides=self.sides))
        return self

    @property
    def contenders(self) -> Sequence[Value]:
        return self.names or [Text("side {number}", number=number) for number in range(1, self.sides + 1)]


class ContestRule(Rule[Given, RollOrder, Tables, Rulings], Generic[Given, Tables, Rulings]):
    """A roll of `die` for the initiative by each of the `contenders`, by the `section` of the rules."""

    title, topic = Text("Initiative"), "initiative"
    section: ClassVar[str]
    die: ClassVar[int] = 6

    @property
    def dice(self) -> int:
        return 1

    def contenders(self) -> Sequence[Value]:
        """Return the names of the contenders, in the order of the facts."""
        raise NotImplementedError

    def label(self, name: Value) -> Text:
        return Text("initiative of {side}", side=name)

    def modifier(self, at: int) -> int:
        """Return the modifier of a total."""
        return 0

    def side(self, at: int) -> int:
        """Return the index of the side that rolls."""
        return at

    def ledger(self, at: int) -> Iterable[Line]:
        """Return the reasons for dice and modifier."""
        return ()

    def plan(self) -> None:
        names = tuple(self.contenders())
        rolls: list[tuple[Roll[int], int, int]] = []
        for at, name in enumerate(names):
            key, ledger, side = f"initiative {at + 1}", tuple(self.ledger(at)), self.side(at)
            roll = Roll(key, self.label(name), "unit", self.die, _TOTAL, None, ledger, self.section, side)
            rolls.append((roll, self.dice, self.modifier(at)))
        self.contest = Contest(names, tuple(rolls))

    def play(self, table: Table) -> RollOrder:
        return play_contest(table, self.contest)

    def describe(self, played: Played[RollOrder]) -> Text:
        return contest_text(self.contest, played)

    def too_big(self) -> Text | None:
        return too_many_sides_text(len(self.contest.throws))
