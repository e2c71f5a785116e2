"""The Terror test: a squad that has lost men keeps its nerve, is pinned, or falls back (Terror; Pinning)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.kernel.dice import Cause, Line, Need, Throw, Total, Trait, total
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import NOTHING, Joined, Term, Text, counted
from rules.openfire_ww2.facts import PINNING, RANKS, TERROR, Squad
from rules.openfire_ww2.movement import Called
from rules.openfire_ww2.tables import Rank, Tables

Nerves = Literal["none", "passed", "pinned", "falls_back"]
"""What a Terror test came to; "none" when there was none."""


class Test(NamedTuple):
    """A test of 2d6: passed at `needed` or less."""

    throw: Throw[int]
    needed: int


@dataclass(frozen=True, eq=False, slots=True)
class Nerve:
    """A squad as Terror sees it. `sure` squads pass without dice; `under_heavy_fire` is the ruling on such fire.

    `part` is its own in the action, where it is one of several: its player throws.
    """

    called: Called
    mor: int
    rank_bonus: int
    rank: Rank
    men: int
    starting: int
    pinned: bool
    sure: bool = False
    under_heavy_fire: Literal["off", "terror", "always"] = "off"
    part: str = ""

    def test(self, lost_now: int, pinned: bool, again: bool = False) -> Test:
        """Having lost half or more only the harder test is taken: −1 MOR for each man lost since the start."""
        lost = self.lost(lost_now)
        lines = nerve_lines(self.mor, self.rank, self.rank_bonus, pinned)
        if self.halved(lost_now):
            lines += (Line(Text("half or more lost, −1 for each of {lost}", lost=lost), -lost, TERROR),)
        needed = total(lines)
        called = self._again() if again else self.called
        need = Need(needed, at_most=True)
        return Test(Throw(*called, 6, Total(), need, lines, TERROR, part=self.part), needed)

    def _again(self) -> Called:
        """The second test in one assault."""
        key, label, by = self.called
        return Called(f"{key}_after_contact", Text("{test}, after contact", test=label), by)

    def lost(self, lost_now: int) -> int:
        return self.starting - self.men + lost_now

    def halved(self, lost_now: int) -> bool:
        return self.lost(lost_now) * 2 >= self.starting


def nerve_lines(mor: int, rank: Rank, bonus: int, pinned: bool) -> tuple[Line, ...]:
    """MOR with rank and pinning; the lines add up to the highest total that passes."""
    lines = [Line(Text("MOR"), mor, "Characteristics"), Line(Term(rank), bonus, RANKS, traits=(Trait("rank"),))]
    if pinned:
        lines.append(Line(Text("pinned"), -1, PINNING, cause=Cause("pinned")))
    return tuple(lines)


def nerve(
    squad: Squad,
    tables: Tables,
    called: Called,
    under_heavy_fire: str = "off",
    states: Sequence[str] = (),
    part: str = "",
) -> Nerve:
    """A squad as Terror sees it; its states, and those told beside it, may let it pass without dice."""
    return Nerve(
        called,
        squad.mor,
        tables.terror[squad.rank],
        squad.rank,
        squad.men,
        squad.starting,
        squad.pinned,
        not {"holds_the_line", "rallying"}.isdisjoint((*squad.states, *states)),
        under_heavy_fire,  # pyright: ignore[reportArgumentType] — the ruling's own options
        part,
    )


def terror(table: Table, nerve: Nerve, kills: int, heavy: bool = False) -> Nerves | Then[Nerves]:
    """After `kills` men were lost; `heavy` fire that hit nobody fatally counts by ruling."""
    if kills >= nerve.men or not (kills or (heavy and nerve.under_heavy_fire != "off")):
        return "none"
    if not kills and nerve.under_heavy_fire == "always":
        return "pinned"
    if nerve.sure:
        return "passed"
    return then(tested, nerve.test(kills, nerve.pinned), "falls_back" if nerve.halved(kills) else "pinned")


def shaken_again(table: Table, nerve: Nerve, before: int, kills: int, pinned: bool) -> Nerves | Then[Nerves]:
    """A second test in one assault: `before` men were lost earlier in it, and it may be pinned by now."""
    lost = before + kills
    if not kills or lost >= nerve.men:
        return "none"
    if nerve.sure:
        return "passed"
    return then(tested, nerve.test(lost, pinned, again=True), "falls_back" if nerve.halved(lost) else "pinned")


def tested(table: Table, test: Test, failing: Nerves) -> Nerves:
    return "passed" if table.roll(test.throw, 2) <= test.needed else failing


def nerve_effects(unit: str, result: Nerves, pinned: bool, rallying: bool = False) -> list[Effect]:
    """The markers of a Terror test: passing ends pinning; a squad that rallies does so once."""
    found: list[Effect] = []
    if result == "pinned":
        found.append(Effect(unit, "pinned", 1))
    if result == "falls_back":
        found.append(Effect(unit, "retreating", 1))
    if result == "passed" and pinned:
        found.append(Effect(unit, "pinned", -1))
    if rallying and result == "passed":
        found.append(Effect(unit, "rallying", -1))
    return found


def driven_back(unit: str, result: Nerves, inches: int) -> list[Shift]:
    """What to do with a squad that falls back (Terror)."""
    return [Shift(unit, inches, Text("away from the nearest enemy"))] if result == "falls_back" else []


def nerve_text(result: Nerves, inches: int) -> Text:
    """What a Terror test came to, as the end of a sentence about the squad; nothing when there was none."""
    if result == "falls_back":
        return Text("it falls back {inches}″", inches=inches)
    return _CAME_TO[result]


def nerve_brief(result: Nerves) -> Text:
    """The same where what to do with the figures stands beside it."""
    return NOTHING if result == "falls_back" else _CAME_TO[result]


_CAME_TO: dict[Nerves, Text] = {"none": NOTHING, "passed": Text("its nerve holds"), "pinned": Text("it is pinned")}


def men_lost(n: int) -> Text:
    return counted(n, "casualty", "casualties")


def losses_told(lost: int, result: Nerves, inches: int) -> Text:
    """What became of a squad: men lost, and what its Terror test came to."""
    return Joined((men_lost(lost), nerve_text(result, inches)), "; ")
