"""What the bot as an opponent knows of its table, what it asks, how far it went, and its reasons for the record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from time import thread_time
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from bot.errors import Refusal
from bot.game.people import OPPONENT
from bot.game.questions import DecisionQuestion
from bot.game.registry import ActiveGame
from bot.resolution.attempt import NO_REASONS, Reasons
from bot.resolution.by_hand import NewEntry
from bot.resolution.result import CommandResult, OpenQuestion
from rules.command.next_steps import command_of
from rules.command.system import Board
from rules.game.entry import ASIDE, Entry
from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, MissingFacts
from rules.kernel.plays import Play, Throwing
from rules.kernel.request import Request
from rules.kernel.text import Text, kind_of
from rules.opponent.decide import Decided, Opponent, Ordered
from rules.opponent.options import KeptOption, Option, forfeit
from rules.opponent.sight import BEYOND, NOTHING_NEAR, Around, Seen, Sight, known_to, pair
from rules.opponent.tables import Stance
from rules.opponent.words import choices, decision_choices, decision_reason, faces_text, how, order_text, reason


class View(NamedTuple):
    """What somebody has told of a unit: the enemies that it sees, None for one that it does not, and what is around."""

    seen: Mapping[str, Seen | None]
    around: Around = NOTHING_NEAR

    @property
    def inches(self) -> dict[str, Decimal | None]:
        return {foe: one and one.inches for foe, one in self.seen.items()}

    def told(self, sight: Sight, unit: str) -> Sight:
        """What is known of the table with that."""
        covers = {foe: one.cover for foe, one in self.seen.items() if one and one.inches < BEYOND}
        return sight.with_pairs(unit, self.inches).with_cover(covers)


STRANGE = Decimal(12)
"""Inches that are the least between a unit and an enemy that it does not see, or of which another one has told: nobody
means to assault either.
"""


class Plays(BaseModel):
    """What the bot knows and has ordered: its side and stance, what it was told of the table, and by which entry.

    `fresh` are its units that somebody has told of since anybody else has moved, `glanced` those that may react and
    were told only of whom they may react to; `order` waits for the figures to be moved, with its `reasons`, whether it
    was `hurried`, and the `face` of the die that chose it, if one did; `refused` are those that are not given again
    before somebody else has done something: attacks that were made, and what the table did not allow. `answering` is
    the entry that its units react to one after the other, while one of them waits for an answer; `sided` waits for the
    side of a vehicle that it strikes.
    """

    model_config = ConfigDict(frozen=True)

    side: str
    stance: Stance
    sight: Sight = Field(default_factory=Sight)
    number: int = 0
    turn: int = 0
    fresh: frozenset[str] = frozenset()
    glanced: frozenset[str] = frozenset()
    order: KeptOption | None = None
    reasons: Reasons = NO_REASONS
    face: int = 0
    hurried: bool = False
    refused: tuple[KeptOption, ...] = ()
    answering: int = 0
    sided: KeptOption | None = None

    def answering_as(self, before: Plays, last: Sequence[Entry]) -> Plays:
        """Still with what its units react to, where nothing but their own reactions has come after that."""
        if not last or any(one.side != self.side and one.command not in ASIDE for one in last):
            return self
        return self.model_copy(update={"answering": before.answering, "glanced": before.glanced})

    def glancing(self, unit: str, view: View) -> Plays:
        """With whom a unit sees of those that it may react to."""
        return self.model_copy(update={"sight": view.told(self.sight, unit), "glanced": self.glanced | {unit}})

    def seeing(self, unit: str, view: View, own: Sequence[str], apart: Decimal) -> Plays:
        """With all that a unit sees, and what is around it; the others of its `own` side are likely to be as near, and
        whom it does not see as far as another one is, or `apart`.
        """
        beside = [one for one in own if one != unit]
        about = {foe: far and max(far, STRANGE) for foe, far in view.inches.items()}
        sight = view.told(self.sight, unit).as_near(beside, about).at_least_about(unit, view.inches, apart)
        hidden = {pair(unit, foe) for foe, far in about.items() if far is None}
        sight = sight.model_copy(
            update={"inches": {key: max(far, STRANGE) if key in hidden else far for key, far in sight.inches.items()}}
        )
        known = {"sight": sight.with_around(unit, view.around), "fresh": self.fresh | {unit}, "order": None}
        return self.model_copy(update=known)


CONTACT = Decimal(2)
"""Inches between two that have fought hand to hand: the loser may have stepped back."""
STILL = ("activate", "initiative", "turn phase", "turn end", "turn next", "score", *ASIDE)
"""Commands by which no figure moves, unless a line of their result says what to do with models."""
SHOTS = ("fire", "morale")
"""Commands by which figures move only where dice or a choice say so: whoever is shot at may fall back."""


def moves_nobody(entry: Entry) -> bool:
    """True if every figure stands where it stood before an entry, so that what was told of a unit's view is still so.

    An undo may put figures back, and an activation that names an action may move them with it.
    """
    told = any(play.moves for play in entry.plays) or any(kind_of(note) == "table" for note in entry.notes)
    if told or entry.undoes is not None:
        return False
    if entry.command in SHOTS:
        return not any(play.decisions or _goes(play) for play in entry.plays)
    return entry.command in STILL and "action" not in (entry.request if entry.command == "activate" else {})


def _goes(play: Play) -> bool:
    """True if a play comes to inches that somebody has to go."""
    return any(name.endswith("inches") and value for name, value in play.outcome.items())


def learnt(sight: Sight, entries: Iterable[Entry]) -> Sight:
    """With what shots and assaults of its enemies tell: how far they are, and what cover its own units have."""
    for entry in entries:
        unit, targets = (entry.request.get("unit") or ("",))[0], entry.request.get("target") or ()
        far, covers = entry.request.get("distance") or (), entry.request.get("cover") or ()
        if entry.command == "assault" and entry.plays:
            sight = sight.with_pairs(unit, dict.fromkeys(targets, CONTACT))
        elif entry.command == "fire" and entry.plays and len(far) == len(targets):
            sight = sight.with_pairs(
                unit, {one: Decimal(str(inches)) for one, inches in zip(targets, far, strict=True)}
            )
            sight = sight.with_cover(dict(zip(targets, covers, strict=False)))
    return sight


class Asked(NamedTuple):
    """Which enemies does a unit see? `may_react` are the units that may react and were not told of, none in its go;
    `untold` are all of which the same is asked, one after the other.
    """

    unit: str
    foes: list[Unit]
    may_react: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()

    @property
    def reacting(self) -> int:
        """How many units may react."""
        return len(self.may_react)


class Went(NamedTuple):
    """How far the bot went: what it did, and what it waits for: to be told of what a unit sees, for figures to be moved
    by an order, for an answer, or for the `side` of a vehicle that it strikes; for the other side, which may react
    (`waits`), before it goes on with what is
    `left` to it. Nothing of these: it has nothing to do, or does not react though it could (`reacts`). `back` is what
    the other side has done last.
    """

    live: ActiveGame
    plays: Plays
    results: tuple[CommandResult, ...] = ()
    asks: Asked | None = None
    ordered: Ordered | None = None
    question: OpenQuestion | None = None
    side: Ask | None = None
    back: Entry | None = None
    reacts: bool = False
    waits: bool = False
    left: bool = True


def foes(live: ActiveGame, plays: Plays) -> list[Unit]:
    """The enemies that the bot knows, those first that were told to be the nearest."""
    board = known_to(live.board, plays.side)
    return [unit for unit in board.game.units.values() if unit.alive and unit.side != plays.side]


# The side of a vehicle, which only those at the table see.


def side_asked(board: Board, request: Request) -> Ask | None:
    """The question about what is seen on the table that an order leaves open."""
    command = command_of(board, request)
    try:
        if command is not None:
            command.ordered(board, request)
    except MissingFacts as missing:
        return next((ask for ask in missing.asks if ask.seen), None)
    except (RuleError, BadFacts):
        pass
    return None


def without_sides(board: Board, request: Request) -> Request:
    """The request without the answers to such questions."""
    for code in request.situation:
        rest = replace(request, situation=tuple(one for one in request.situation if one != code))
        ask = side_asked(board, rest)
        if ask is not None and code in {one.code for one in ask.choices}:
            return without_sides(board, rest)
    return request


def waits_for_side(
    live: ActiveGame, plays: Plays, request: Request, reasons: Reasons, done: Sequence[CommandResult]
) -> Went | None:
    """The question which side of a vehicle an order strikes, which the bot does not see; None where none is open."""
    order = without_sides(live.board, request)
    asked = side_asked(live.board, order)
    if asked is None:
        return None
    plays = plays.model_copy(update={"sided": KeptOption.of(Option(order)), "reasons": reasons})
    return Went(live, plays, tuple(done), side=asked)


def struck(live: ActiveGame, plays: Plays, number: int, side: str) -> Request:
    """The order that waits for the side of a vehicle, with that side; raises Refusal where none waits for it."""
    order = plays.sided.option.request if plays.sided else None
    asked = side_asked(live.board, order) if order else None
    known = {one.code for one in asked.choices} if asked else set[str]()
    if order is None or number != live.game.number or side not in known:
        raise Refusal(Text("That order is over. Ask the bot for its next one."))
    return replace(order, situation=(*order.situation, side))


# Its reasons, for the record.

UNWILLING = Text("Adjutant does not agree: its side would lose by it, or it gives a second chance.")
ORDER = "order"
"""The command of a die that chooses among orders, its play and its throw."""


def why(live: ActiveGame, ordered: Ordered) -> Reasons:
    """Why an order was given, how far it was taken to be, as it is told of bands alone, and what else was weighed."""
    told, distance = reason(live.board, ordered), ordered.request.distance[:1]
    far = [Text("The distance was told as a band and counts as about {n}″.", n=n) for n in distance if n]
    return Reasons((*((told,) if told else ()), *far, *how(ordered)), tuple(choices(live.board, ordered.weighed)))


def why_decided(question: DecisionQuestion, decided: Decided) -> Reasons:
    """Why a question was decided so, and what each choice would have brought."""
    labels = {offer.value: offer.label for offer in question.offers}
    told = decision_reason(labels, question.side or OPPONENT.name, decided)
    return Reasons((told,), tuple(decision_choices(labels, decided)))


def order_die(live: ActiveGame, side: str, ordered: Ordered, faces: tuple[int, ...]) -> NewEntry:
    """The entry of a die that chooses among orders: what each face stood for, and which it was."""
    n = len(ordered.ties)
    throw = Throwing(key=ORDER, label=Text("which order"), by="unit", sides=n, faces=faces, source="bot", side=side)
    order = order_text(live.board, ordered.fallen(faces[0]).chosen.option)
    said = Text("{n} orders are equally good; the die chose: {order}", n=n, order=order)
    play = Play(action=ORDER, facts={}, throws=(throw,), text=said)
    reasons = Reasons((), tuple(faces_text(live.board, ordered)))
    return NewEntry(ORDER, (), Text("A die for an order"), side, plays=(play,), reasons=reasons)


# What it orders where nothing else is left, and in what time.

SECONDS = 0.15
"""Work on one order, after which it is chosen from what has been looked at; what is under way is finished."""


def forfeits(asked: OpenQuestion, warned: Sequence[Text]) -> bool:
    """Whether a go ends with actions left, and nothing else is warned of: the bot orders that only where nothing else
    is left to it, and the game would stand still.
    """
    request, board = asked.attempt().request, asked.live.board
    return request == forfeit(board, request.side) and set(warned) <= {
        *board.system.commands["turn end"].before(board, request)
    }


def in_time(opponent: Opponent, board: Board, sight: Sight, refused: Sequence[Option]) -> Ordered | None:
    """The bot's order, found in a time that the thread itself spends: a busy machine changes nothing."""
    end = thread_time() + SECONDS
    return replace(opponent, late=lambda: thread_time() >= end).order(board, sight, refused)
