"""The bot as an opponent: its knowledge of the table, its questions, its progress and its recorded reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

from pydantic import BaseModel, Field

from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution.pending_command import NO_REASONS, Reasons
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services.play.seat_table import Seat
from rules.command.opponent_table import Stance
from rules.command.planned import Reaction
from rules.game.entry import ASIDE, Entry
from rules.game.unit import Unit
from rules.kernel.facts import Ask, Choice
from rules.opponent.choice import ChosenOrder
from rules.opponent.options import KeptOption
from rules.opponent.sight import BEYOND, NOTHING_NEAR, Around, SeenEnemy, Sight, board_known_to, pair


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
