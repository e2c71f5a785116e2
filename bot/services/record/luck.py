"""Luck in a game: dice by player, side and kind, compared with the expectation; and the rank of each play."""

from __future__ import annotations

import asyncio
from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction
from time import thread_time

from bot.services.play.odds_work import Clock
from rules.command.rank import rank, rank_at_once
from rules.command.system import System
from rules.game.entry import Entry
from rules.game.table_events import PlayerLeft, PlayerSeated
from rules.game.tabletop import Player
from rules.kernel.luck import Hands, Luck, LuckTrial, chance_of, judge_luck, sum_trials, trials
from rules.kernel.resolve import stored_ruleset
from rules.kernel.roll_kinds import KINDS, Kind


@dataclass(frozen=True)
class KindOfRoll:
    """The luck of one kind of roll; for `added` dice, the points count, not the successes."""

    kind: Kind
    added: bool
    luck: Luck


@dataclass(frozen=True)
class HandLuck:
    """The luck of the bot's dice or of own dice: by kind, with the totals of successes and of points, if any."""

    hands: Hands
    kinds: tuple[KindOfRoll, ...]
    successes: Luck | None = None
    points: Luck | None = None


@dataclass(frozen=True)
class SideLuck:
    """The luck of a side, or of one player (then `side` is "")."""

    side: str
    hands: tuple[HandLuck, ...]
    chance: Fraction | None = None
    """Chance of this many successes or more, over all its dice that count successes; None if it rolled none."""


@dataclass(frozen=True)
class LuckReport:
    """A game's luck, without the dice of `undone` entries."""

    sides: tuple[SideLuck, ...]
    undone: int = 0
    """Number of dice rolled in entries that were undone or amended."""

    @property
    def dice(self) -> int:
        """The number of dice in the report."""
        lots = [one for side in self.sides for hand in side.hands for one in hand.kinds]
        return sum(one.luck.dice for one in lots)


class LuckFold:
    """Adds up the luck of a game entry by entry; `undone` are the numbers of all entries undone later on."""

    def __init__(
        self, system: System, undone: Container[int], player: str | None = None, kind: str | None = None
    ) -> None:
        self._system, self._undone, self._player, self._kind = system, undone, player, kind
        self._seats = dict[str, Player]()
        self._found, self._dice_undone = dict[str, list[LuckTrial]](), 0

    def add(self, entry: Entry) -> None:
        """Count the rolls of the next entry; seats from undone entries are ignored."""
        for event in () if entry.number in self._undone else entry.events:
            if isinstance(event, PlayerSeated):
                self._seats[event.player.id] = event.player
            elif isinstance(event, PlayerLeft):
                self._seats.pop(event.player, None)
        for play in entry.plays:
            for roll in play.throws:
                side = entry.side or "" if roll.side is None else roll.side
                # The issuer's, if on that side or if it has no players; else of all its players.
                there = [one.id for one in self._seats.values() if one.side == side]
                players = [entry.by] if entry.by in there or not there else there
                kind = self._system.throws.of(roll)
                if self._player not in (None, *players) or self._kind not in (None, kind.kind):
                    continue
                if entry.number in self._undone:
                    self._dice_undone += len(roll.faces)
                else:
                    lots = self._found.setdefault(side if self._player is None else "", [])
                    lots.extend(trials(play, roll, kind))

    def report(self) -> LuckReport:
        """Return the luck of all rolls so far; run it in a thread, because computing exact chances is slow."""
        both: tuple[Hands, ...] = ("bot", "own")
        sides: list[SideLuck] = []
        for side, lots in self._found.items():
            hands = tuple(_hand_luck(one, mine) for one in both if (mine := [lot for lot in lots if lot.hands == one]))
            tried = [one for one in lots if not one.added]
            if lots:
                sides.append(SideLuck(side, hands, chance_of(tried) if tried else None))
        return LuckReport(tuple(sides), self._dice_undone)


def _hand_luck(hands: Hands, lots: list[LuckTrial]) -> HandLuck:
    kinds = [
        KindOfRoll(kind, added, sum_trials(found))
        for kind, added in _ORDER
        if (found := [one for one in lots if (one.kind, one.added) == (kind, added)])
    ]
    parts = [[one for one in lots if one.added == added] for added in (False, True)]
    successes, points = (judge_luck(part) if part else None for part in parts)
    return HandLuck(hands, tuple(kinds), successes, points)


_ORDER: list[tuple[Kind, bool]] = [(kind, added) for added in (False, True) for kind in KINDS]


# The rank of an entry's plays, computed from the entry: for answers, logs, exports and explanations.

LONGEST = 0.5
"""Seconds of work allowed for the ranks of one entry."""

Ranks = tuple[Fraction | None, ...]
"""The chance, for each play, of a result this good or better; None if it has none, or if time ran out."""


def ranks_at_once(system: System, entry: Entry) -> Ranks:
    """Return the ranks of small plays, in less than a millisecond each; None for larger ones."""
    if not entry.plays:
        return ()
    book = stored_ruleset(system, entry.rulings)
    return tuple(rank_at_once(system, book, play) for play in entry.plays)


def ranks_in_time(system: System, entry: Entry, clock: Clock = thread_time) -> Ranks:
    """Return the ranks of larger plays too, as far as time allows; call it in a thread."""
    book, end = stored_ruleset(system, entry.rulings), clock() + LONGEST

    def spend(work: int) -> None:
        if clock() > end:
            raise TimeoutError

    found: list[Fraction | None] = []
    for play in entry.plays:
        try:
            found.append(rank(system, book, play, spend))
        except TimeoutError:
            found.append(None)
    return tuple(found)


async def ranks_of(system: System, entry: Entry) -> Ranks:
    """Return the ranks of all plays, as far as time allows, computed off the event loop."""
    if not entry.rolls_dice:
        return (None,) * len(entry.plays)
    return await asyncio.to_thread(ranks_in_time, system, entry)
