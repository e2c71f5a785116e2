"""The bot's dice that wait: given back by an undo, by a question that was dropped, or because they were not needed.

The laws, each a test: they belong to the side that threw them, and come out first at its next throws of such dice, in
the order in which they were drawn, those of the same command before all others; the other sides agree to that once,
where they come to wait, and are not asked again; a player's own dice never get in here; what is drawn comes out once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from bot.game.questions import DiceConsent
from rules.game.entry import Entry
from rules.game.events import Agreed, DiceReturned
from rules.game.game import Game
from rules.kernel.dice import Throw
from rules.kernel.plays import Play, Throwing
from rules.kernel.table import Faces, Roller

Lot = tuple[str, int]
"""Dice of one side and one size: the side, "" for dice that are nobody's, and how many faces each die has."""
NOBODY = ""


PLACES = 1_000
"""Places in the order of drawing for each entry: the dice of one size and side that a command rolls are fewer."""


class Die(NamedTuple):
    """A die that waits: its face, the command it was thrown for, and the side whose throw it was.

    `drawn` is its place in the order of drawing: the entry in which it first lay, times PLACES, and which of its dice
    it was. `line` is what the other sides have agreed to about its use.
    """

    face: int
    command: str
    whose: str = NOBODY
    drawn: int = 0
    line: Agreed = ""


@dataclass(frozen=True)
class ReturnedDice:
    """The dice that wait, by size, in the order in which their sides draw them; a value."""

    queues: Mapping[int, tuple[Die, ...]] = field(default_factory=dict[int, tuple[Die, ...]])

    @classmethod
    def in_game(cls, game: Game) -> ReturnedDice:
        """The dice that wait in a game; what a record does not say the command of was thrown for none.

        Where a record of old does not say whose throw it was, the die is the side's that gave the command.
        """
        return cls({sides: _waiting(game, sides) for sides, faces in game.queues.items() if faces})

    def of(self, whose: str, sides: int) -> tuple[Die, ...]:
        """The dice of a side that wait, the next one first."""
        return tuple(die for die in self.queues.get(sides, ()) if die.whose == whose)

    def faces(self, whose: str, sides: int) -> tuple[int, ...]:
        return tuple(die.face for die in self.of(whose, sides))

    def places(self, whose: str, sides: int, but: Collection[int] = ()) -> list[int]:
        """The places of a side's dice among those of their size, without the places `but`."""
        dice = enumerate(self.queues.get(sides, ()))
        return [at for at, die in dice if die.whose == whose and at not in but]

    def next_for(self, command: str, whose: str, sides: int, but: Collection[int] = ()) -> list[int]:
        """The places of a side's dice in the order in which a command draws them: its own first."""
        dice = self.queues.get(sides, ())
        return sorted(self.places(whose, sides, but), key=lambda at: dice[at].command != command)

    def places_of(self, faces: Sequence[int], sides: int, places: Iterable[int]) -> list[int] | None:
        """The places, among these of one size, where these faces wait; None unless all of them do."""
        found: list[int] = []
        left = list(places)
        for face in faces:
            at = next((at for at in left if self.queues[sides][at].face == face), None)
            if at is None:
                return None
            left.remove(at)
            found.append(at)
        return found

    def put(
        self,
        faces: Mapping[Lot, Sequence[int]],
        command: str,
        drawn: int | Mapping[Lot, Sequence[int]] = 0,
        line: Agreed = "",
    ) -> ReturnedDice:
        """The waiting dice with these faces, thrown for `command`, each at its place in the order of drawing: that of
        an entry by its number, or one for each face.
        """
        queues = {sides: list(dice) for sides, dice in self.queues.items()}
        for (whose, sides), some in faces.items():
            stamps = places_in(drawn, len(some)) if isinstance(drawn, int) else drawn[whose, sides]
            for face, stamp in zip(some, stamps, strict=True):
                queue = queues.setdefault(sides, [])
                queue.insert(_place(queue, whose, stamp), Die(face, command, whose, stamp, line))
        return ReturnedDice(_some({sides: tuple(dice) for sides, dice in queues.items()}))

    def agreed(self, whose: str, sides: int, line: Agreed) -> ReturnedDice:
        """The waiting dice once the other sides have agreed to so much about those of a side, of one size."""
        dice = self.queues.get(sides, ())
        told = tuple(die._replace(line=line) if die.whose == whose and die.line != "behind" else die for die in dice)
        return ReturnedDice(_some({**self.queues, sides: told}))

    def refused(self, asked: DiceConsent) -> ReturnedDice:
        """The waiting dice after a "No": they stay next in line, and nobody is asked about them again; none that were
        refused to wait behind own dice do so.
        """
        dice = self.queues.get(asked.sides, ())
        if asked.why == "own":
            return self.agreed(asked.side, asked.sides, "first")
        told = [die._replace(line="next") if die.whose == asked.side and not die.line else die for die in dice]
        return ReturnedDice(_some({**self.queues, asked.sides: tuple(told)}))

    def settled(self) -> ReturnedDice:
        """The waiting dice once the other sides have agreed that all of them are next in line."""
        return ReturnedDice(
            {
                sides: tuple(die if die.line else die._replace(line="next") for die in dice)
                for sides, dice in self.queues.items()
            }
        )

    @property
    def unsettled(self) -> dict[Lot, list[int]]:
        """The faces about which the other sides have not agreed to anything yet."""
        return by_side(
            ((die.whose, sides), [die.face]) for sides, dice in self.queues.items() for die in dice if not die.line
        )

    def without(self, places: Mapping[int, Collection[int]]) -> ReturnedDice:
        """The waiting dice without those that lie at these places of their size."""
        return ReturnedDice(
            _some(
                {
                    sides: tuple(die for at, die in enumerate(dice) if at not in places.get(sides, ()))
                    for sides, dice in self.queues.items()
                }
            )
        )

    def changes(self, game: Game, came: Mapping[int, Sequence[Die]] | None = None) -> tuple[DiceReturned, ...]:
        """The events after which exactly these dice wait in a game; `came` are those that a command has drawn."""
        there, out = ReturnedDice.in_game(game).queues, came or {}
        wanted = {sides: self.queues.get(sides, ()) for sides in (*self.queues, *there)}
        return tuple(
            _returned(sides, dice, out.get(sides, ()))
            for sides, dice in wanted.items()
            if dice != there.get(sides, ()) or out.get(sides)
        )


def places_in(number: int, count: int) -> Sequence[int]:
    """The places in the order of drawing of so many dice of an entry; of no entry, before all others."""
    return range(number * PLACES, number * PLACES + count) if number else [0] * count


def _place(queue: Sequence[Die], whose: str, stamp: int) -> int:
    """Where a die goes: before the first of its side that was drawn later."""
    return next((at for at, die in enumerate(queue) if die.whose == whose and die.drawn > stamp), len(queue))


def _some(queues: Mapping[int, tuple[Die, ...]]) -> dict[int, tuple[Die, ...]]:
    return {sides: dice for sides, dice in queues.items() if dice}


def _waiting(game: Game, sides: int) -> tuple[Die, ...]:
    faces = game.queues[sides]
    commands = [*game.seen.get(sides, ()), *[""] * len(faces)]
    whose = game.whose.get(sides) or [side_giving(game, command) for command in commands]
    drawn = game.drawn.get(sides) or [0] * len(faces)
    lines = game.line.get(sides) or [""] * len(faces)
    parts = zip(faces, commands, whose, drawn, lines, strict=False)
    return tuple(Die(face, command, side, at, cast(Agreed, line)) for face, command, side, at, line in parts)


def _returned(sides: int, dice: Sequence[Die], came: Sequence[Die]) -> DiceReturned:
    return DiceReturned(
        sides=sides,
        faces=tuple(die.face for die in dice),
        of=tuple(die.command for die in dice),
        whose=tuple(die.whose for die in dice),
        drawn=tuple(die.drawn for die in dice),
        line=tuple(die.line for die in dice),
        came=tuple((die.whose, die.drawn) for die in came),
    )


def side_giving(game: Game, command: str) -> str:
    """The side of the unit that a command was given to, by the command's key; NOBODY for one without a unit."""
    unit = command.partition(" ")[2].partition(" ")[0].partition(",")[0]
    found = game.units.get(unit) or game.departed.get(unit)
    return found.side if found else NOBODY


def thrower(game: Game, entry: Entry, play: Play, throw: Throwing) -> str:
    """The side whose throw it was; what an older record does not say goes by the unit that took the part."""
    if throw.side is not None:
        return throw.side
    ids = list(play.roles.values())
    at = 1 if throw.by == "defender" else 0
    unit = game.units.get(ids[at]) or game.departed.get(ids[at]) if at < len(ids) else None
    return unit.side if unit else entry.side or NOBODY


def bot_faces(game: Game, entry: Entry) -> dict[Lot, list[int]]:
    """The faces that the bot's dice showed, by side and die, in the order in which they were thrown."""
    found: dict[Lot, list[int]] = {}
    for play in entry.plays:
        for throw in play.throws:
            if throw.bots:
                found.setdefault((thrower(game, entry, play, throw), throw.sides), []).extend(throw.bots)
    return found


def places_of_bot_faces(game: Game, entry: Entry, number: int) -> dict[Lot, list[int]]:
    """The places in the order of drawing of the faces that `bot_faces` finds: those that had waited keep theirs, all
    others have that of their entry, and none goes before one that was rolled before it; where the entry amends others,
    `number` is the first of them.
    """
    came = {
        event.sides: [*event.came]
        for event in entry.events
        if isinstance(event, DiceReturned) and number == entry.number
    }
    found: dict[Lot, list[int]] = {}
    for play in entry.plays:
        for throw in play.throws:
            whose = thrower(game, entry, play, throw)
            places = found.setdefault((whose, throw.sides), []) if throw.bots else []
            for nth in range(len(throw.bots)):
                old = nth < throw.queued
                waited = next((one for one in came.get(throw.sides, ()) if one[0] == whose), None) if old else None
                if waited is not None:
                    came[throw.sides].remove(waited)
                places.append(waited[1] if waited else (number if old else entry.number) * PLACES + len(places))
    return {lot: [min(places[at:]) for at in range(len(places))] for lot, places in found.items()}


def not_needed(game: Game, old: Entry, plays: Sequence[Play]) -> dict[Lot, list[int]]:
    """The bot's dice of an entry that a new play of it has no use for, in their order."""
    over: dict[Lot, list[int]] = {}
    for nth, play in enumerate(old.plays):
        new = {throw.key: throw for throw in plays[nth].throws} if nth < len(plays) else {}
        for throw in play.throws:
            now = new.get(throw.key)
            used = len(now.faces) if now is not None and now.sides == throw.sides else 0
            left = throw.faces[max(used, len(throw.faces) - len(throw.bots)) :]
            over.setdefault((thrower(game, old, play, throw), throw.sides), []).extend(left)
    return {lot: faces for lot, faces in over.items() if faces}


def by_side(faces: Iterable[tuple[Lot, Sequence[int]]]) -> dict[Lot, list[int]]:
    """Faces of several throws put together by side and die."""
    found: dict[Lot, list[int]] = {}
    for lot, some in faces:
        if some:
            found.setdefault(lot, []).extend(some)
    return found


# The bot's dice for a throw that was undone: the faces that lay there come out again, new ones behind them.


class ReturnedFaces:
    """A roller that gives dice that wait; `faces` are all that it has given so far, in order."""

    def __init__(self, waiting: Sequence[int], rest: Roller) -> None:
        self._waiting, self._rest = list(waiting), rest
        self.faces: tuple[int, ...] = ()

    def __call__(self, throw: Throw[Any], count: int) -> Faces:
        again = self._waiting[:count]
        del self._waiting[:count]
        new = self._rest(throw, count - len(again)).faces if len(again) < count else ()
        found = (*again, *new)
        self.faces += found
        return Faces(found, "bot", len(again))
