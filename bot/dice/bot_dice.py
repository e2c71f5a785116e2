"""The bot's dice for one command: waiting dice of the rolling side first, then new ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.dice.provable import ProvableDice
from bot.dice.returned import NOBODY, Lot, ReturnedDice, WaitingDie, by_side, side_of_command_key
from bot.errors import AppError, Refusal
from bot.game.questions import AnsweredRoll, DiceConsent
from rules.game.dice_events import Agreed, DiceReturned
from rules.game.entry import FreshRoll
from rules.game.game import Game
from rules.kernel.dice import Roll
from rules.kernel.plays import RecordedRoll
from rules.kernel.table import Faces, Roller
from rules.kernel.text import Joined, Text, counted

Why = Literal["seen", "own", "new"]
"""Reasons for consent: waiting dice without an agreement are used for another command; own dice are rolled instead of
waiting ones; an amendment rolls more.
"""


class ConsentNeeded(AppError):
    """Raised if other sides must agree before these dice are rolled; `faces` are the waiting dice, if any."""

    def __init__(
        self,
        why: Why,
        groups: tuple[str, ...],
        sides: int,
        faces: Sequence[int] = (),
        count: int = 0,
        whose: str = NOBODY,
    ) -> None:
        super().__init__()
        self.why: Why = why
        self.whose = whose
        self.groups, self.sides, self.faces, self.count = groups, sides, tuple(faces), count

    def proposal(self, title: Text) -> Text:
        """Return the proposal for the sides that must agree; `title` is the command."""
        faces = format_faces(self.faces)
        if self.why == "seen":
            return Text("use undone dice ({faces}) for something else: {title}", faces=faces, title=title)
        if self.why == "own":
            return Text("roll real dice, though undone dice ({faces}) come first: {title}", faces=faces, title=title)
        return Text(
            "roll {count} more d{sides} for an amendment: {title}", count=self.count, sides=self.sides, title=title
        )

    @property
    def dice(self) -> DiceConsent | None:
        """The waiting dice that a "No" settles; None for a question about new dice."""
        return None if self.why == "new" else DiceConsent(why=self.why, side=self.whose, sides=self.sides)

    @property
    def refusal_effect(self) -> tuple[Text, ...]:
        """A line that explains the effect of a "No"; empty for new dice."""
        if self.why == "seen":
            return (Text("If “No”, nothing happens now, and these dice come next."),)
        return (Text("If “No”, these dice come before real ones."),) if self.why == "own" else ()


@dataclass
class BotDice:
    """The bot's dice for one command of `side`: waiting dice of the rolling side first, then new ones.

    `others` are the groups of the other sides, of which `groups` have not agreed yet: until they do, waiting dice
    without an agreement are used only for the command that they were rolled for, `command`. `held` are the places, by
    size, of waiting dice that another open question has drawn; they are not drawn again. `fresh` contains every new
    face, so that the command can be replayed with the same dice; `unseen` are new faces of a refused command, which
    were never shown. `number` is the entry that the command would become.
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
    """Commands of other sides with waiting dice: this side did not undo them."""
    held: Mapping[int, set[int]] = field(default_factory=dict[int, set[int]])
    number: int = 0
    _settled: dict[Lot, Agreed] = field(default_factory=dict[Lot, Agreed])
    _drawn: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    _used: dict[Lot, int] = field(default_factory=dict[Lot, int])
    _over: list[tuple[Lot, Sequence[int]]] = field(default_factory=list[tuple[Lot, Sequence[int]]])

    def __call__(self, roll: Roll[Any], count: int, whose: str = NOBODY) -> Faces:
        """Roll `count` dice; raise ConsentNeeded, before rolling, if others must agree to the use of waiting ones."""
        free = self._free_places(whose, roll.sides)
        places = free[:count]
        dice = [self.returned.queues[roll.sides][at] for at in places]
        if any(map(self._needs_agreement, dice)):
            waiting = [self.returned.queues[roll.sides][at] for at in free]
            self.require_agreement(
                "seen", roll.sides, [die.face for die in waiting if self._needs_agreement(die)], whose=whose
            )
            self._settled[whose, roll.sides] = "next"
        self._drawn.setdefault(roll.sides, []).extend(places)
        new = self._roll_new(roll, count - len(dice), whose)
        return Faces((*(die.face for die in dice), *new), "bot", len(dice))

    def require_agreement(
        self, why: Why, sides: int, faces: Sequence[int] = (), count: int = 0, whose: str = NOBODY
    ) -> None:
        """Raise ConsentNeeded while agreement is missing."""
        if self.groups:
            raise ConsentNeeded(why, self.groups, sides, faces, count, whose)

    def give_way(self, whose: str, sides: int, typed: bool = False) -> None:
        """Raise ConsentNeeded if own dice would be rolled before the side's waiting ones.

        Raises Refusal if the other sides have refused that.
        """
        waiting = self._leading_faces(whose, sides)
        if self.others and self._has_next_in_line(whose, sides):
            faces = format_faces(waiting)
            raise Refusal(
                Text("Roll with the bot's dice. {faces} come first, as real dice were not agreed to.", faces=faces)
            )
        if waiting and (typed or whose == self.side):
            self.require_agreement("own", sides, waiting, whose=whose)
            self._settled[whose, sides] = "behind"

    def must_draw(self, whose: str, sides: int) -> bool:
        """True if a side has to use its waiting dice.

        It has to in another side's command, where it cannot ask for consent, and after the others refused own dice
        instead.
        """
        if not self.others or not self._leading_faces(whose, sides):
            return False
        return whose != self.side or self._has_next_in_line(whose, sides)

    def _has_next_in_line(self, whose: str, sides: int) -> bool:
        dice = self.returned.queues.get(sides, ())
        return any(dice[at].line == "first" for at in self._free_places(whose, sides))

    def count_for_command(self, whose: str, sides: int) -> int:
        """Return the number of a side's waiting dice that were rolled for this command."""
        dice = self.returned.queues.get(sides, ())
        return sum(dice[at].command == self.command for at in self._free_places(whose, sides))

    def has_die_for_command(self, whose: str, sides: int) -> bool:
        """True if the next waiting die of a side was rolled for this command."""
        return self.count_for_command(whose, sides) > 0

    def _leading_faces(self, whose: str, sides: int) -> tuple[int, ...]:
        """Return the undrawn waiting faces of a side that must precede own dice."""
        waiting = (self.returned.queues[sides][at] for at in self._free_places(whose, sides))
        return tuple(die.face for die in waiting if die.line != "behind")

    def _free_places(self, whose: str, sides: int) -> list[int]:
        """Return the places of the dice that a side draws next.

        In another side's command, these are only dice of this command and dice agreed to be next: an enemy cannot
        choose when a side's other dice are used.
        """
        but = {*self._drawn.get(sides, ()), *self.held.get(sides, ())}
        places = self.returned.next_for(self.command, whose, sides, but)
        if whose == self.side or NOBODY in (whose, self.side):
            return places
        dice = self.returned.queues.get(sides, ())
        return [at for at in places if dice[at].line or dice[at].command == self.command]

    def _needs_agreement(self, die: WaitingDie) -> bool:
        """True if using a die needs an agreement: it is the side's own, and was rolled for another of its commands."""
        if die.line or die.whose != self.side:
            return False
        return die.command != self.command and die.command not in self.foreign

    def _roll_new(self, roll: Roll[Any], count: int, whose: str) -> tuple[int, ...]:
        lot = whose, roll.sides
        faces, used = self.fresh.setdefault(lot, []), self._used.get(lot, 0)
        missing = used + count - len(faces)
        if missing > 0:
            before = self.unseen.get(lot, [])
            faces += before[:missing]
            del before[:missing]
        if (missing := used + count - len(faces)) > 0:
            faces += self.roller(roll, missing).faces
        self._used[lot] = used + count
        return tuple(faces[used : used + count])

    def for_retry(
        self,
        game: Game,
        command: str,
        side: str = NOBODY,
        groups: tuple[str, ...] = (),
        others: tuple[str, ...] = (),
        elsewhere: Iterable[AnsweredRoll] = (),
    ) -> BotDice:
        """Return the same dice for another try at a command after a conflict.

        Provable dice are generated again, roll by roll; nothing of the first try is kept. `elsewhere` are the rolls of
        other waiting commands, which keep the dice they have drawn.
        """
        returned = ReturnedDice.in_game(game)
        commands = {die.command for dice in returned.queues.values() for die in dice}
        foreign = frozenset(one for one in commands if side_of_command_key(game, one) not in (side, NOBODY))
        held = places_held_by(returned, elsewhere)
        fresh = {} if isinstance(self.roller, ProvableDice) else self.fresh
        return BotDice(
            self.roller,
            returned,
            command,
            side,
            groups,
            others,
            fresh,
            self.unseen,
            foreign=foreign,
            held=held,
            number=game.number + 1,
        )

    @property
    def new_rolls(self) -> tuple[FreshRoll, ...]:
        """Rolls made for the command just now; empty if they cannot be reproduced."""
        return tuple(self.roller.made) if isinstance(self.roller, ProvableDice) else ()

    def draw_again(self, whose: str, sides: int, faces: Sequence[int]) -> bool:
        """Draw the dice that an earlier step of the command drew; return False if they are gone."""
        places = self.returned.places_of(faces, sides, self._free_places(whose, sides))
        self._drawn.setdefault(sides, []).extend(places or ())
        return places is not None

    def give_back(self, lot: Lot, faces: Sequence[int]) -> None:
        """Remove new dice of an earlier step that the command no longer needs."""
        self._over.append((lot, faces))

    def remaining(self) -> ReturnedDice:
        """Return the dice that wait now: undrawn ones, and unused dice of this command."""
        unused = {lot: faces[self._used.get(lot, 0) :] for lot, faces in self.fresh.items()}
        returned = self.returned.without_dice(self._drawn)
        for (whose, sides), line in self._settled.items() if self.others else ():
            returned = returned.with_agreement(whose, sides, line)
        line: Agreed = "" if self.others else "next"
        return returned.put(by_side([*self._over, *unused.items()]), self.command, self.number, line)

    def changes(self, game: Game, left: ReturnedDice | None = None) -> tuple[DiceReturned, ...]:
        """Return the events for this command's effect on waiting dice; `left` are the dice waiting after it."""
        came = {sides: [self.returned.queues[sides][at] for at in places] for sides, places in self._drawn.items()}
        return (self.remaining() if left is None else left).changes(game, came)

    def keep_refused(self) -> None:
        """Keep the unseen new dice of a refused command for the next roll."""
        for lot, faces in self.fresh.items():
            self.unseen[lot] = [*faces, *self.unseen.get(lot, [])]
        self.fresh.clear()

    def notes(self) -> tuple[Text, ...]:
        """Return lines for the players about reused dice."""
        drawn = [self.returned.queues[sides][at] for sides, places in self._drawn.items() for at in places]
        same = [die.face for die in drawn if die.command == self.command]
        other: dict[str, list[int]] = {}
        for die in drawn:
            if die.command != self.command:
                other.setdefault(die.whose, []).append(die.face)
        notes = [Text("Undone dice used again: {faces}.", faces=format_faces(same))] if same else []
        for whose, faces in other.items():
            text = format_faces(faces)
            whole = Text("{side} uses the undone {faces}.", side=whose, faces=text)
            notes.append(Text("Uses the undone {faces}.", faces=text) if whose == NOBODY else whole)
        return tuple(notes)


def next_dice_lines(faces: Mapping[Lot, Sequence[int]]) -> tuple[Text, ...]:
    """Return lines with the dice that each side rolls next, for those who have to agree."""
    sides: dict[str, list[Text]] = {}
    for (whose, size), some in faces.items():
        if some:
            sides.setdefault(whose, []).append(Text("d{sides} {faces}", sides=size, faces=format_faces(some)))
    return tuple(
        Text("{side} rolls these dice next: {dice}.", side=whose, dice=Joined(dice, ", "))
        if whose != NOBODY
        else Text("These dice come next: {dice}.", dice=Joined(dice, ", "))
        for whose, dice in sides.items()
    )


def places_held_by(returned: ReturnedDice, rolled: Iterable[AnsweredRoll]) -> dict[int, set[int]]:
    """Return the places, by size, of the dice that these rolls of waiting commands have drawn."""
    held: dict[int, set[int]] = {}
    for roll in rolled:
        if roll.source == "bot" and roll.queued and roll.side is not None:
            mine = held.setdefault(roll.sides, set())
            places = returned.places(roll.side, roll.sides, mine)
            mine.update(returned.places_of(roll.faces[: roll.queued], roll.sides, places) or ())
    return held


def format_faces(faces: Sequence[int]) -> str:
    """Return faces separated by spaces: "5 2 6"."""
    return " ".join(map(str, faces))


def own_roll_text(roll: RecordedRoll, own: Sequence[int]) -> Text | str:
    """Return the own dice of a roll: its faces, or the number of successes if only that was given."""
    if roll.source != "counted" or roll.needed is None:
        return format_faces(own)
    successes = sum(map(roll.needed.is_met_by, own))
    return Text("{successes}, as counted", successes=counted(successes, "success", "successes"))
