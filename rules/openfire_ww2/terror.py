"""Terror: a squad with losses keeps its nerve, is pinned, or falls back (Terror; Pinning)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from rules.kernel.dice import Cause, Line, Need, Roll, Total, Trait, total
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import NOTHING, Term, Text
from rules.openfire_ww2.facts import PINNING, RANKS, TERROR, Squad
from rules.openfire_ww2.roll_kinds import Called
from rules.openfire_ww2.tables import Book, Rank

Nerves = Literal["none", "passed", "pinned", "falls_back"]
"""The result of a Terror test; "none" without a test."""
_RESULTS: dict[Nerves, Text] = {"none": NOTHING, "passed": Text("its nerve holds"), "pinned": Text("it is pinned")}
DEGREES = (Text("failed"), Text("passed"))


class Test(NamedTuple):
    """A test of 2d6: passed at `needed` or less."""

    throw: Roll[int]
    needed: int


def low_key(outcome: Any) -> int:
    """Return the sort key of tests with equal results: the lower total is better."""
    return -outcome.total


@dataclass(frozen=True, eq=False, slots=True)
class Nerve:
    """A squad in a Terror test: `sure` squads pass without dice, and it falls back `inches`.

    `under_heavy_fire` is the ruling on such fire. `part` is its part in the action, if it is one of several: its
    player rolls.
    """

    called: Called
    mor: int
    rank_bonus: int
    rank: Rank
    men: int
    starting: int
    pinned: bool
    inches: int
    sure: bool = False
    rallying: bool = False
    under_heavy_fire: Literal["off", "terror", "always"] = "off"
    part: str = ""

    def test(self, lost_now: int, pinned: bool, again: bool = False) -> Test:
        """Return the test, `again` for the second one in an assault.

        With half or more lost, only the harder test is taken: −1 MOR for each man lost since the start.
        """
        lines, lost = nerve_lines(self.mor, self.rank, self.rank_bonus, pinned), self.lost(lost_now)
        if self.is_halved(lost_now):
            lines += (Line(Text("half or more lost, −1 for each of {lost}", lost=lost), -lost, TERROR),)
        needed, (key, label, by) = total(lines), self.called
        if again:
            key, label = f"{key}_after_contact", Text("{test}, after contact", test=label)
        need = Need(needed, at_most=True)
        return Test(Roll(key, label, by, 6, Total(), need, lines, TERROR, part=self.part), needed)

    def lost(self, lost_now: int) -> int:
        return self.starting - self.men + lost_now

    def is_halved(self, lost_now: int) -> bool:
        return self.lost(lost_now) * 2 >= self.starting

    def effects(self, unit: str, result: Nerves) -> Iterator[Effect]:
        """Yield the markers of a test: passing ends pinning; a squad that rallies does so once."""
        passed = result == "passed"
        yield Effect(unit, "pinned", int(result == "pinned") - int(passed and self.pinned))
        yield Effect(unit, "retreating", int(result == "falls_back"))
        yield Effect(unit, "rallying", -int(passed and self.rallying))

    def moves(self, unit: str, result: Nerves) -> Iterator[Shift]:
        """Yield the move of a squad that falls back."""
        if result == "falls_back":
            yield Shift(unit, self.inches, Text("away from the nearest enemy"))

    def sentence(self, result: Nerves) -> Text:
        """Return the result as the end of a sentence about the squad; empty without a test."""
        if result == "falls_back":
            return Text("it falls back {inches}″", inches=self.inches)
        return _RESULTS[result]


def nerve_text(result: Nerves) -> Text:
    """Return the result, empty if the instruction for the figures shows it."""
    return NOTHING if result == "falls_back" else _RESULTS[result]


def nerve_lines(mor: int, rank: Rank, bonus: int, pinned: bool) -> tuple[Line, ...]:
    """Return MOR with rank and pinning; the lines add up to the highest total that passes."""
    lines = [Line(Text("MOR"), mor, "Characteristics"), Line(Term(rank), bonus, RANKS, traits=(Trait("rank"),))]
    if pinned:
        lines.append(Line(Text("pinned"), -1, PINNING, cause=Cause("pinned")))
    return tuple(lines)


def nerve(squad: Squad, book: Book, called: Called, states: Sequence[str] = (), part: str = "") -> Nerve:
    """Return the nerve of a squad; its states, and the extra `states`, may let it pass without dice."""
    known, tables = (*squad.states, *states), book.tables
    return Nerve(
        called,
        squad.mor,
        tables.terror[squad.rank],
        squad.rank,
        squad.men,
        squad.starting,
        squad.pinned,
        tables.moves[squad.kind],
        "holds_the_line" in known or "rallying" in known,
        "rallying" in known,
        book.rulings.heavy_fire_pins,
        part,
    )


def terror(table: Table, nerve: Nerve, kills: int, heavy: bool = False) -> Nerves | Then[Nerves]:
    """Test a squad after `kills` men were lost; `heavy` fire without a kill counts by ruling."""
    if kills >= nerve.men or not (kills or (heavy and nerve.under_heavy_fire != "off")):
        return "none"
    if not kills and nerve.under_heavy_fire == "always":
        return "pinned"
    if nerve.sure:
        return "passed"
    return then(roll_test, nerve.test(kills, nerve.pinned), "falls_back" if nerve.is_halved(kills) else "pinned")


def test_again(table: Table, nerve: Nerve, before: int, kills: int, pinned: bool) -> Nerves | Then[Nerves]:
    """Test a squad that has lost men for the second time in one assault: `before` men were lost earlier in it."""
    lost = before + kills
    if lost >= nerve.men:
        return "none"
    if nerve.sure:
        return "passed"
    return then(roll_test, nerve.test(lost, pinned, again=True), "falls_back" if nerve.is_halved(lost) else "pinned")


def roll_test(table: Table, test: Test, failing: Nerves) -> Nerves:
    return "passed" if table.roll(test.throw, 2) <= test.needed else failing
