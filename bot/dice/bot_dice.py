"""The bot's dice for one command: those that wait for the side whose throw it is, then new ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.dice.provable import ProvableDice
from bot.dice.returned import NOBODY, Die, Lot, ReturnedDice, by_side, side_giving
from bot.errors import AppError
from bot.game.questions import Thrown
from rules.game.entry import FreshThrow
from rules.game.game import Game
from rules.kernel.dice import Throw
from rules.kernel.table import Faces, Roller
from rules.kernel.text import Text

Why = Literal["seen", "own", "new"]
"""Dice seen before are used for another command; own dice lie instead of those that wait; an amendment throws more."""


class ConsentNeeded(AppError):
    """Raised where the others must agree before these dice are thrown, which is no fault; `faces` are those that wait,
    or none.
    """

    def __init__(
        self, why: Why, groups: tuple[str, ...], sides: int, faces: Sequence[int] = (), count: int = 0
    ) -> None:
        super().__init__()
        self.why: Why = why
        self.groups, self.sides, self.faces, self.count = groups, sides, tuple(faces), count

    def wish(self, title: Text) -> Text:
        """What somebody wants to do, for those who must agree; `title` is the command."""
        faces = spaced(self.faces)
        if self.why == "seen":
            return Text(
                "use dice of what was taken back ({faces}) for something else: {title}", faces=faces, title=title
            )
        if self.why == "own":
            return Text(
                "throw real dice while dice of what was taken back ({faces}) wait: {title}", faces=faces, title=title
            )
        return Text(
            "throw {count} more d{sides} for an amendment: {title}", count=self.count, sides=self.sides, title=title
        )


@dataclass
class BotDice:
    """The bot's dice for one command of `side`: those that wait for whoever throws come out first, then new ones.

    `others` are the groups of the other sides, of whom `groups` have not agreed yet: until they have, no die that was
    thrown for another command than `command` is touched. What waits is not drawn where another open question has
    drawn it (`held`, places by die). `fresh` holds every new face, so that the command can be played again with the
    same dice; `unseen` new faces that were thrown for a command that was refused, and that nobody has seen.
    """

    roller: Roller
    returned: ReturnedDice = field(default_factory=ReturnedDice)
    command: str = ""
    side: str = NOBODY
    groups: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    fresh: dict[Lot, list[int]] = field(default_factory=dict[Lot, list[int]])
    unseen: dict[Lot, list[int]] = field(default_factory=dict[Lot, list[int]])
    foreign: frozenset[str] = frozenset()
    """Commands of other sides whose dice wait too: it was not this side that took them back."""
    held: Mapping[int, set[int]] = field(default_factory=dict[int, set[int]])
    _drawn: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    _used: dict[Lot, int] = field(default_factory=dict[Lot, int])
    _over: list[tuple[Lot, Sequence[int]]] = field(default_factory=list[tuple[Lot, Sequence[int]]])

    def __call__(self, throw: Throw[Any], count: int, whose: str = NOBODY) -> Faces:
        """Throws `count` dice; raises ConsentNeeded, before any new die, where the others have a say in those that
        wait.
        """
        places = self._free(whose, throw.sides)[:count]
        dice = [self.returned.queues[throw.sides][at] for at in places]
        if any(map(self._strange, dice)):
            self.agreed("seen", throw.sides, [die.face for die in dice])
        self._drawn.setdefault(throw.sides, []).extend(places)
        new = self._new(throw, count - len(dice), whose)
        return Faces((*(die.face for die in dice), *new), "bot", len(dice))

    def agreed(self, why: Why, sides: int, faces: Sequence[int] = (), count: int = 0) -> None:
        """Raises ConsentNeeded while somebody has not agreed."""
        if self.groups:
            raise ConsentNeeded(why, self.groups, sides, faces, count)

    def give_way(self, whose: str, sides: int, typed: bool = False) -> None:
        """Raises ConsentNeeded where a player's own dice would lie instead of those that wait for their side."""
        waiting = self._waiting(whose, sides)
        if waiting and (typed or whose == self.side):
            self.agreed("own", sides, waiting)

    def must_draw(self, whose: str, sides: int) -> bool:
        """Whether a side whose dice wait throws in the command of another: there is nobody it could ask."""
        return whose != self.side and bool(self.others and self._waiting(whose, sides))

    def same_again(self, whose: str, sides: int) -> bool:
        """Whether the next die that waits for a side was thrown for this very command."""
        places = self._free(whose, sides)
        return bool(places) and self.returned.queues[sides][places[0]].command == self.command

    def _waiting(self, whose: str, sides: int) -> tuple[int, ...]:
        """The faces of a side that wait, and that this command has not drawn."""
        return tuple(self.returned.queues[sides][at].face for at in self._free(whose, sides))

    def _free(self, whose: str, sides: int) -> list[int]:
        """Where the dice lie that a side draws next; in a command that another side gave, those of this command alone:
        no enemy chooses when dice come out that were thrown for something else.
        """
        but = {*self._drawn.get(sides, ()), *self.held.get(sides, ())}
        places = self.returned.places(whose, sides, but)
        if whose == self.side or NOBODY in (whose, self.side):
            return places
        return [at for at in places if self.returned.queues[sides][at].command == self.command]

    def _strange(self, die: Die) -> bool:
        """Whether using a die here would be a choice: it is one's own, and was thrown for one's other command."""
        return die.whose == self.side and die.command != self.command and die.command not in self.foreign

    def _new(self, throw: Throw[Any], count: int, whose: str) -> tuple[int, ...]:
        lot = whose, throw.sides
        faces, used = self.fresh.setdefault(lot, []), self._used.get(lot, 0)
        missing = used + count - len(faces)
        if missing > 0:
            before = self.unseen.get(lot, [])
            faces += before[:missing]
            del before[:missing]
        if (missing := used + count - len(faces)) > 0:
            faces += self.roller(throw, missing).faces
        self._used[lot] = used + count
        return tuple(faces[used : used + count])

    def again(
        self,
        game: Game,
        command: str,
        side: str = NOBODY,
        groups: tuple[str, ...] = (),
        others: tuple[str, ...] = (),
        elsewhere: Iterable[Thrown] = (),
    ) -> BotDice:
        """The same dice for another try at a command, after somebody else wrote first.

        Provable ones are made again, throw by throw, and nothing of the first try is left over.
        `elsewhere` are the throws of other commands that wait for an answer: what they have drawn stays theirs.
        """
        returned = ReturnedDice.in_game(game)
        commands = {die.command for dice in returned.queues.values() for die in dice}
        foreign = frozenset(one for one in commands if side_giving(game, one) not in (side, NOBODY))
        held = held_by(returned, elsewhere)
        fresh = {} if isinstance(self.roller, ProvableDice) else self.fresh
        return BotDice(
            self.roller, returned, command, side, groups, others, fresh, self.unseen, foreign=foreign, held=held
        )

    @property
    def made(self) -> tuple[FreshThrow, ...]:
        """The throws that were made for the command just now; none of dice that nobody can make again."""
        return tuple(self.roller.made) if isinstance(self.roller, ProvableDice) else ()

    def drew(self, whose: str, sides: int, faces: Sequence[int]) -> bool:
        """Takes dice that an earlier step of the command has drawn already; False when they have gone since."""
        places = self.returned.places_of(faces, sides, self._free(whose, sides))
        self._drawn.setdefault(sides, []).extend(places or ())
        return places is not None

    def give_back(self, lot: Lot, faces: Sequence[int]) -> None:
        """Take back new dice of an earlier step that the command has no use for any more."""
        self._over.append((lot, faces))

    def left(self) -> ReturnedDice:
        """What waits now: what was not drawn, and dice of this command that there was no use for."""
        unused = {lot: faces[self._used.get(lot, 0) :] for lot, faces in self.fresh.items()}
        returned = self.returned.without(self._drawn)
        return returned.put_last(by_side([*self._over, *unused.items()]), self.command)

    def refused(self) -> None:
        """Keep the new dice of a refused command: nobody has seen them, and they are thrown next."""
        for lot, faces in self.fresh.items():
            self.unseen[lot] = [*faces, *self.unseen.get(lot, [])]
        self.fresh.clear()

    def notes(self) -> tuple[Text, ...]:
        """Lines for the players about dice that had been seen before."""
        drawn = [self.returned.queues[sides][at] for sides, places in self._drawn.items() for at in places]
        strange = [die.face for die in drawn if self._other(die)]
        same = [die.face for die in drawn if not self._other(die)]
        return (
            *((Text("The undone dice were used again: {faces}.", faces=spaced(same)),) if same else ()),
            *((Text("Dice seen before were used: {faces}.", faces=spaced(strange)),) if strange else ()),
        )

    def _other(self, die: Die) -> bool:
        return die.command != self.command


def held_by(returned: ReturnedDice, thrown: Iterable[Thrown]) -> dict[int, set[int]]:
    """The places, by size, of the dice that these throws of waiting commands have drawn."""
    held: dict[int, set[int]] = {}
    for throw in thrown:
        if throw.source == "bot" and throw.queued and throw.side is not None:
            mine = held.setdefault(throw.sides, set())
            places = returned.places(throw.side, throw.sides, mine)
            mine.update(returned.places_of(throw.faces[: throw.queued], throw.sides, places) or ())
    return held


def spaced(faces: Sequence[int]) -> str:
    """Faces as they are written down: "5 2 6"."""
    return " ".join(map(str, faces))
