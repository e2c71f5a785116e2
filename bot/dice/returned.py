"""The bot's waiting dice: returned by an undo, by a dropped question, or because they were not needed.

The rules, each with a test: they belong to the side that rolled them, and are used first in its next rolls of such
dice, in the order drawn, dice of the same command before all others; the other sides are asked to agree to that only
once, when the dice start to wait; a player's own dice never wait; each waiting die is used once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from bot.game.questions import DiceConsent
from rules.command.planned import Planned
from rules.game.dice_events import Agreed, DiceReturned
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.dice import Roll
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.table import Faces, Roller

Lot = tuple[str, int]
"""Dice of one side and one size: the side, "" for dice without one, and the number of faces."""
NOBODY = ""


PLACES = 1_000
"""Places per entry in the order of drawing: more than the dice of one size and side in a command."""


class WaitingDie(NamedTuple):
    """A waiting die: its face, the command it was rolled for, and the side of the roll.

    `drawn` is its place in the order of drawing: the entry that first contained it, times PLACES, plus its index among
    the dice. `line` is the agreement of the other sides about its use.
    """

    face: int
    command: str
    whose: str = NOBODY
    drawn: int = 0
    line: Agreed = ""


@dataclass(frozen=True)
class ReturnedDice:
    """The waiting dice, by size, in the order in which their sides draw them; a value."""

    queues: Mapping[int, tuple[WaitingDie, ...]] = field(default_factory=dict[int, tuple[WaitingDie, ...]])

    @classmethod
    def in_game(cls, game: Game) -> ReturnedDice:
        """Return the waiting dice of a game; dice without a recorded command have an empty one.

        If an old record has no side for a die, it belongs to the side that issued the command.
        """
        return cls({sides: _waiting_dice(game, sides) for sides, faces in game.queues.items() if faces})

    def of(self, whose: str, sides: int) -> tuple[WaitingDie, ...]:
        """Return the waiting dice of a side, the next one first."""
        return tuple(die for die in self.queues.get(sides, ()) if die.whose == whose)

    def faces(self, whose: str, sides: int) -> tuple[int, ...]:
        return tuple(die.face for die in self.of(whose, sides))

    def places(self, whose: str, sides: int, but: Collection[int] = ()) -> list[int]:
        """Return the places of a side's dice among all of their size, except the places `but`."""
        dice = enumerate(self.queues.get(sides, ()))
        return [at for at, die in dice if die.whose == whose and at not in but]

    def next_for(self, command: str, whose: str, sides: int, but: Collection[int] = ()) -> list[int]:
        """Return the places of a side's dice in the order in which a command draws them: its own first."""
        dice = self.queues.get(sides, ())
        return sorted(self.places(whose, sides, but), key=lambda at: dice[at].command != command)

    def places_of(self, faces: Sequence[int], sides: int, places: Iterable[int]) -> list[int] | None:
        """Return the places, among these of one size, of waiting dice with these faces; None unless all are found."""
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
        """Return the waiting dice with these faces added, rolled for `command`, in their order of drawing.

        The order is given by an entry's number, or by one place for each face.
        """
        queues = {sides: list(dice) for sides, dice in self.queues.items()}
        for (whose, sides), some in faces.items():
            stamps = places_in(drawn, len(some)) if isinstance(drawn, int) else drawn[whose, sides]
            for face, stamp in zip(some, stamps, strict=True):
                queue = queues.setdefault(sides, [])
                # Before the first of its side that was drawn later.
                later = (at for at, die in enumerate(queue) if die.whose == whose and die.drawn > stamp)
                queue.insert(next(later, len(queue)), WaitingDie(face, command, whose, stamp, line))
        return ReturnedDice(_nonempty({sides: tuple(dice) for sides, dice in queues.items()}))

    def with_agreement(self, whose: str, sides: int, line: Agreed) -> ReturnedDice:
        """Return the waiting dice with this agreement about a side's dice of one size."""
        dice = self.queues.get(sides, ())
        told = tuple(die._replace(line=line) if die.whose == whose and die.line != "behind" else die for die in dice)
        return ReturnedDice(_nonempty({**self.queues, sides: told}))

    def with_refusal(self, asked: DiceConsent) -> ReturnedDice:
        """Return the waiting dice after a "No": they stay next in line, and the question is not repeated.

        If the others refused own dice first, the waiting dice are rolled before those.
        """
        dice = self.queues.get(asked.sides, ())
        if asked.why == "own":
            return self.with_agreement(asked.side, asked.sides, "first")
        told = [die._replace(line="next") if die.whose == asked.side and not die.line else die for die in dice]
        return ReturnedDice(_nonempty({**self.queues, asked.sides: tuple(told)}))

    def with_agreement_on_all(self) -> ReturnedDice:
        """Return the waiting dice with the agreement that all of them are next in line."""
        return ReturnedDice(
            {
                sides: tuple(die if die.line else die._replace(line="next") for die in dice)
                for sides, dice in self.queues.items()
            }
        )

    @property
    def unsettled_faces(self) -> dict[Lot, list[int]]:
        """Faces without an agreement of the other sides yet."""
        return by_side(
            ((die.whose, sides), [die.face]) for sides, dice in self.queues.items() for die in dice if not die.line
        )

    def without_dice(self, places: Mapping[int, Collection[int]]) -> ReturnedDice:
        """Return the waiting dice without the dice at these places of their size."""
        return ReturnedDice(
            _nonempty(
                {
                    sides: tuple(die for at, die in enumerate(dice) if at not in places.get(sides, ()))
                    for sides, dice in self.queues.items()
                }
            )
        )

    def changes(self, game: Game, came: Mapping[int, Sequence[WaitingDie]] | None = None) -> tuple[DiceReturned, ...]:
        """Return the events that make exactly these dice wait in a game; `came` are the dice drawn meanwhile."""
        there, out = ReturnedDice.in_game(game).queues, came or {}
        wanted = {sides: self.queues.get(sides, ()) for sides in (*self.queues, *there)}
        return tuple(
            _return_event(sides, dice, out.get(sides, ()))
            for sides, dice in wanted.items()
            if dice != there.get(sides, ()) or out.get(sides)
        )


def places_in(number: int, count: int) -> Sequence[int]:
    """Return the places in the order of drawing for `count` dice of entry `number`; for entry 0, before all others."""
    return range(number * PLACES, number * PLACES + count) if number else [0] * count


def _nonempty(queues: Mapping[int, tuple[WaitingDie, ...]]) -> dict[int, tuple[WaitingDie, ...]]:
    return {sides: dice for sides, dice in queues.items() if dice}


def _waiting_dice(game: Game, sides: int) -> tuple[WaitingDie, ...]:
    faces = game.queues[sides]
    commands = [*game.seen.get(sides, ()), *[""] * len(faces)]
    whose = game.whose.get(sides) or [side_of_command_key(game, command) for command in commands]
    drawn = game.drawn.get(sides) or [0] * len(faces)
    lines = game.line.get(sides) or [""] * len(faces)
    parts = zip(faces, commands, whose, drawn, lines, strict=False)
    return tuple(WaitingDie(face, command, side, at, cast(Agreed, line)) for face, command, side, at, line in parts)


def _return_event(sides: int, dice: Sequence[WaitingDie], came: Sequence[WaitingDie]) -> DiceReturned:
    return DiceReturned(
        sides=sides,
        faces=tuple(die.face for die in dice),
        of=tuple(die.command for die in dice),
        whose=tuple(die.whose for die in dice),
        drawn=tuple(die.drawn for die in dice),
        line=tuple(die.line for die in dice),
        came=tuple((die.whose, die.drawn) for die in came),
    )


def side_of_command_key(game: Game, command: str) -> str:
    """Return the side of the unit that a command's key names, or `NOBODY`."""
    unit = command.partition(" ")[2].partition(" ")[0].partition(",")[0]
    found = game.units.get(unit) or game.departed.get(unit)
    return found.side if found else NOBODY


def recorded_roller(game: Game, entry: Entry, play: Play, roll: RecordedRoll) -> str:
    """Return the side that rolled. An older record has only the role of the rolling unit."""
    if roll.side is not None:
        return roll.side
    ids = list(play.roles.values())
    at = 1 if roll.by == "defender" else 0
    unit = game.units.get(ids[at]) or game.departed.get(ids[at]) if at < len(ids) else None
    return unit.side if unit else entry.side or NOBODY


def bot_faces(game: Game, entry: Entry) -> dict[Lot, list[int]]:
    """Return the faces of the bot's dice, by side and die, in the order rolled."""
    found: dict[Lot, list[int]] = {}
    for play in entry.plays:
        for roll in play.throws:
            if roll.bot_faces:
                found.setdefault((recorded_roller(game, entry, play, roll), roll.sides), []).extend(roll.bot_faces)
    return found


def places_of_bot_faces(game: Game, entry: Entry, number: int) -> dict[Lot, list[int]]:
    """Return the places in the order of drawing of the faces from `bot_faces`.

    Dice that had waited keep their places, all others have their entry's, and none precedes one rolled before it; if
    the entry amends others, `number` is the first of them.
    """
    came = {
        event.sides: [*event.came]
        for event in entry.events
        if isinstance(event, DiceReturned) and number == entry.number
    }
    found: dict[Lot, list[int]] = {}
    for play in entry.plays:
        for roll in play.throws:
            whose = recorded_roller(game, entry, play, roll)
            places = found.setdefault((whose, roll.sides), []) if roll.bot_faces else []
            for nth in range(len(roll.bot_faces)):
                old = nth < roll.queued
                waited = next((one for one in came.get(roll.sides, ()) if one[0] == whose), None) if old else None
                if waited is not None:
                    came[roll.sides].remove(waited)
                places.append(waited[1] if waited else (number if old else entry.number) * PLACES + len(places))
    return {lot: [min(places[at:]) for at in range(len(places))] for lot, places in found.items()}


def earlier_places(plays: Sequence[Play | Planned], earlier: Sequence[Play]) -> list[int | None]:
    """Return for each play of a command the place of the same play among its earlier ones; None if it is new.

    If the command has as many plays as before, their places are the same. It may have more or fewer when it is amended:
    figures that were downed meanwhile roll for their fates too. Each play is then known by its action and units.
    """
    if len(plays) == len(earlier):
        return [*range(len(plays))]
    left, found = [*enumerate(earlier)], list[int | None]()
    for play in plays:
        same = next((one for one in left if (one[1].action, one[1].roles) == (play.action, play.roles)), None)
        found.append(same and same[0])
        left = [one for one in left if one is not same]
    return found


def unneeded_faces(game: Game, old: Entry, plays: Sequence[Play]) -> dict[Lot, list[int]]:
    """Return the bot's dice of an entry that its new plays do not use, in order."""
    over: dict[Lot, list[int]] = {}
    places = earlier_places(plays, old.plays)
    for nth, play in enumerate(old.plays):
        new = {roll.key: roll for roll in plays[places.index(nth)].throws} if nth in places else {}
        for roll in play.throws:
            now = new.get(roll.key)
            used = len(now.faces) if now is not None and now.sides == roll.sides else 0
            left = roll.faces[max(used, len(roll.faces) - len(roll.bot_faces)) :]
            over.setdefault((recorded_roller(game, old, play, roll), roll.sides), []).extend(left)
    return {lot: faces for lot, faces in over.items() if faces}


def by_side(faces: Iterable[tuple[Lot, Sequence[int]]]) -> dict[Lot, list[int]]:
    """Return the faces of several rolls combined by side and die."""
    found: dict[Lot, list[int]] = {}
    for lot, some in faces:
        if some:
            found.setdefault(lot, []).extend(some)
    return found


# The bot's dice for an undone roll: the known faces are used again, new ones follow.


class ReturnedFaces:
    """A roller that gives waiting dice first; `faces` are all it has given so far, in order."""

    def __init__(self, waiting: Sequence[int], rest: Roller) -> None:
        self._waiting, self._rest = list(waiting), rest
        self.faces: tuple[int, ...] = ()

    def __call__(self, roll: Roll[Any], count: int) -> Faces:
        again = self._waiting[:count]
        del self._waiting[:count]
        new = self._rest(roll, count - len(again)).faces if len(again) < count else ()
        found = (*again, *new)
        self.faces += found
        return Faces(found, "bot", len(again))
