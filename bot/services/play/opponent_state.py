"""The bot as an opponent: its knowledge of the table, its questions, its progress and its recorded reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from time import thread_time
from typing import Any, NamedTuple

from pydantic import BaseModel, Field

from bot.errors import Refusal
from bot.game.people import OPPONENT, Call
from bot.game.questions import DecisionQuestion
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import NewEntry
from bot.resolution.pending_command import NO_REASONS, Reasons
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services.play.seat_table import Seat
from rules.command.legality import command_of
from rules.command.opponent_table import Stance
from rules.command.planned import Reaction
from rules.command.system import Board
from rules.game.entry import ASIDE, Entry
from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Text, kind_of
from rules.opponent.choice import ChosenOrder, Decided
from rules.opponent.decide import Opponent
from rules.opponent.options import KeptOption, Option, forfeit_request
from rules.opponent.sight import BEYOND, NOTHING_NEAR, Around, SeenEnemy, Sight, board_known_to, pair
from rules.opponent.words import (
    choices,
    decision_choices,
    decision_reason,
    faces_text,
    method_remarks,
    order_text,
    reason,
)


class SightReport(NamedTuple):
    """A report on a unit: the enemies it sees (None for an unseen one), and its surroundings."""

    enemies: Mapping[str, SeenEnemy | None]
    around: Around = NOTHING_NEAR

    @property
    def inches(self) -> dict[str, Decimal | None]:
        return {foe: one and one.inches for foe, one in self.enemies.items()}

    def add_to(self, sight: Sight, unit: str) -> Sight:
        """Return the knowledge of the table with this report added."""
        covers = {foe: one.cover for foe, one in self.enemies.items() if one and one.inches < BEYOND}
        return sight.with_pairs(unit, self.inches).with_cover(covers)


STRANGE = Decimal(12)
"""Minimum inches assumed between a unit and an enemy that it does not see, or that only another unit reported; that is
too far to assault.
"""


class BotState(BaseModel, frozen=True):
    """The bot's knowledge and orders: its side and stance, and its reports on the table as of an entry.

    `fresh` are its units with a report since another player's last move. `glanced` are units that may react, with
    reports only on the enemies that they may react to. `order` waits for figures to be moved, with its `reasons`,
    whether it was `hurried`, and the `face` of the die that chose it, if any. `refused` are options not repeated before
    another player's next entry: attacks already made, and orders that the table did not allow. `answering` is the entry
    that its units are reacting to while one of them waits for an answer. `sided` is an order that waits for the side of
    the vehicle that it strikes.
    """

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

    def with_reactions_of(self, before: BotState, last: Sequence[Entry]) -> BotState:
        """Return this state, which still reacts to the same entry if only the side's own reactions followed it."""
        if not last or any(one.side != self.side and one.command not in ASIDE for one in last):
            return self
        return self.model_copy(update={"answering": before.answering, "glanced": before.glanced})

    def with_glance(self, unit: str, view: SightReport) -> BotState:
        """Return this state with a report on the enemies that a unit sees among those that it may react to."""
        return self.model_copy(update={"sight": view.add_to(self.sight, unit), "glanced": self.glanced | {unit}})

    def with_report(self, unit: str, view: SightReport, own: Sequence[str], apart: Decimal) -> BotState:
        """Return this state with a full report on a unit.

        The units in `own` are assumed to be equally near; unseen enemies are assumed to be as far as a seen one, or
        `apart` inches.
        """
        beside = [one for one in own if one != unit]
        about = {foe: far and max(far, STRANGE) for foe, far in view.inches.items()}
        sight = (
            view.add_to(self.sight, unit)
            .with_shared_distances(beside, about)
            .with_assumed_distance(unit, view.inches, apart)
        )
        hidden = {pair(unit, foe) for foe, far in about.items() if far is None}
        sight = sight.model_copy(
            update={"inches": {key: max(far, STRANGE) if key in hidden else far for key, far in sight.inches.items()}}
        )
        known = {"sight": sight.with_around(unit, view.around), "fresh": self.fresh | {unit}, "order": None}
        return self.model_copy(update=known)


CONTACT = Decimal(2)
"""Inches assumed between two units after close combat, as the loser may have stepped back."""
STILL = ("activate", "initiative", "turn phase", "turn end", "turn next", "score", *ASIDE)
"""Commands that move no figure, unless their result has an instruction for the models."""
SHOTS = ("fire", "morale")
"""Commands that move figures only by dice or a choice: the target may fall back."""


def moves_no_figure(entry: Entry) -> bool:
    """True if an entry moves no figure, so that reports on units are still valid.

    An undo may move figures back, and an activation that names an action may include a move.
    """
    told = any(play.moves for play in entry.plays) or any(kind_of(note) == "table" for note in entry.notes)
    if told or entry.undoes is not None:
        return False
    if entry.command in SHOTS:
        return not any(
            play.decisions or any(name.endswith("inches") and value for name, value in play.outcome.items())
            for play in entry.plays
        )
    return entry.command in STILL and "action" not in (entry.request if entry.command == "activate" else {})


def keeps_reports(entry: Entry) -> bool:
    """True if reports on units are still valid after an entry.

    A shot of the bot changes them no more with the players' dice than with its own, after which it plays on at once.
    """
    return moves_no_figure(entry) or (entry.by == OPPONENT.id and entry.command in SHOTS)


def without_instruction(entry: Entry) -> Entry | None:
    """Return a move of the bot without its instruction, which was carried out before; None for any other entry."""
    if entry.by != OPPONENT.id or entry.command != "move" or entry.rolls_dice:
        return None
    told = {"moves": (), "text": NOTHING, "brief": None}
    return entry.model_copy(update={"plays": tuple(one.model_copy(update=told) for one in entry.plays)})


def learn_from_shots(sight: Sight, entries: Iterable[Entry]) -> Sight:
    """Return the knowledge with the distances and covers given in the enemy's shots and assaults."""
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


class SightQuery(NamedTuple):
    """The question which enemies a unit sees.

    `may_react` are units that may react and lack a report; empty in the bot's own go. `untold` are all units that the
    same question will be asked about, in order.
    """

    unit: str
    foes: list[Unit]
    may_react: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()

    @property
    def reactor_count(self) -> int:
        """The number of units that may react."""
        return len(self.may_react)


@dataclass
class BotTurn:
    """The bot's progress in one go: its knowledge, its results, and the states of its seat so far.

    At a screen, the field of its question or order is set. `ordered` is to be given next, as the command number `nth`
    of this go. `reacts` is True if a unit may react, `left` is False if nothing can be ordered. `back` is the other
    side's last entry, and `resumed` its unit if that was interrupted.
    """

    call: Call
    live: ActiveGame
    plays: BotState
    results: list[CommandResult] = field(default_factory=list[CommandResult])
    path: list[Seat] = field(default_factory=list[Seat])
    nth: int = 0
    ordered: ChosenOrder | None = None
    asks: SightQuery | None = None
    chosen_order: ChosenOrder | None = None
    question: OpenQuestion | None = None
    side: Ask | None = None
    reacts: bool = False
    left: bool = True
    back: Entry | None = None
    resumed: Unit | None = None

    def stops_at(self, found: CommandResult | OpenQuestion | None) -> bool:
        """Keep the result of a command, if there is one; return True if the command stopped at a question."""
        self.question = found if isinstance(found, OpenQuestion) else None
        self.results += [found] if isinstance(found, CommandResult) else []
        return self.question is not None

    @property
    def state(self) -> Seat:
        return self.path[-1]

    @property
    def sides(self) -> Sequence[Choice]:
        """The sides of the vehicle that the order strikes."""
        return self.side.choices if self.side else ()

    @property
    def reactions(self) -> Sequence[Reaction]:
        """The reactions of other sides to the bot's last command."""
        return self.live.system.reactions(self.live.board, self.results[-1].entry)

    def know(self, **known: Any) -> None:
        """Change the bot's knowledge and orders."""
        self.plays = self.plays.model_copy(update=known)


def foes(live: ActiveGame, plays: BotState) -> list[Unit]:
    """Return the enemies that the bot knows, the nearest by its reports first."""
    board = board_known_to(live.board, plays.side)
    return [unit for unit in board.game.units.values() if unit.alive and unit.side != plays.side]


# The side of a vehicle, which only people at the table can see.


def side_question(board: Board, request: Request) -> Ask | None:
    """Return the question about a vehicle's side that an order leaves open; None if there is none."""
    command = command_of(board, request)
    try:
        if command is not None:
            command.plan(board, request)
    except MissingFacts as missing:
        return next((ask for ask in missing.asks if ask.seen), None)
    except (RuleError, BadFacts):
        pass
    return None


def without_sides(board: Board, request: Request) -> Request:
    """Return the request without the sides of vehicles."""
    for code in request.situation:
        rest = replace(request, situation=tuple(one for one in request.situation if one != code))
        ask = side_question(board, rest)
        if ask is not None and code in {one.code for one in ask.choices}:
            return without_sides(board, rest)
    return request


def with_struck_side(board: Board, order: Request, side: str) -> Request:
    """Return an order with the side of the vehicle that it strikes; raise Refusal if that is no answer to it."""
    asked = side_question(board, order)
    if asked is None or side not in {one.code for one in asked.choices}:
        raise Refusal(ORDER_OVER)
    return replace(order, situation=(*order.situation, side))


# Its reasons, for the record.

ORDER_OVER = Text("That order is over. Ask the bot for its next one.")
UNWILLING = Text("Adjutant does not agree: its side would lose by it, or it gives a second chance.")
ORDER = "order"
"""Key of the command, the play and the roll of a die that chooses among orders."""


def order_reasons(live: ActiveGame, ordered: ChosenOrder) -> Reasons:
    """Return the reasons for an order, the inches assumed for a reported range, and the rejected alternatives."""
    told, distance = reason(live.board, ordered), ordered.request.distance[:1]
    far = [Text("The distance was given as a range and counts as about {n}″.", n=n) for n in distance if n]
    return Reasons(
        (*((told,) if told else ()), *far, *method_remarks(ordered)), tuple(choices(live.board, ordered.weighed))
    )


def decision_reasons(question: DecisionQuestion, decided: Decided) -> Reasons:
    """Return the reasons for a decision, and the value of each choice."""
    labels = {offer.value: offer.label for offer in question.offers}
    told = decision_reason(labels, question.side or OPPONENT.name, decided)
    return Reasons((told,), tuple(decision_choices(labels, decided)))


def order_die(live: ActiveGame, side: str, ordered: ChosenOrder, faces: tuple[int, ...]) -> NewEntry:
    """Return the entry of a die that chooses among orders: the meaning of each face, and the result."""
    n = len(ordered.ties)
    roll = RecordedRoll(key=ORDER, label=Text("which order"), by="unit", sides=n, faces=faces, source="bot", side=side)
    order = order_text(live.board, ordered.order_for_face(faces[0]).chosen.option)
    said = Text("{n} orders are equally good; the die chose: {order}", n=n, order=order)
    play = Play(action=ORDER, facts={}, throws=(roll,), text=said)
    reasons = Reasons((), tuple(faces_text(live.board, ordered)))
    return NewEntry(ORDER, (), Text("A die for an order"), side=side, plays=(play,), reasons=reasons)


# Its last resort, and the time for one order.

SECONDS = 0.15
"""Seconds of work on one order; after that, the best option examined so far is chosen."""


def only_forfeits_actions(asked: OpenQuestion, warned: Sequence[Text]) -> bool:
    """True if ending an activation wastes actions and raises no other warning.

    The bot does this only if nothing else is left, because the game would otherwise stop.
    """
    request, board = asked.pending_command().request, asked.live.board
    return request == forfeit_request(board, request.side) and set(warned) <= {
        *board.system.commands["turn end"](board, request).judge()
    }


def order_in_time(opponent: Opponent, board: Board, sight: Sight, refused: Sequence[Option]) -> ChosenOrder | None:
    """Return the bot's order; its time limit is measured in thread time, so that a busy machine does not affect it."""
    end = thread_time() + SECONDS
    return replace(opponent, late=lambda: thread_time() >= end).order(board, sight, refused)
