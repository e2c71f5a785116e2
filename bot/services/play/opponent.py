"""The seat of the bot at a table: a player of one side, who is told of the table by whoever moves its figures.

What it has been told and ordered is kept beside the game, so that it goes on after a restart. Its commands take the
road of everybody's, in its own name, with the rights of a player of that side and no more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from decimal import Decimal
from hashlib import sha256
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from bot.dice.provable import chance
from bot.errors import Refusal
from bot.game.people import OPPONENT, Call
from bot.game.permissions import may_umpire, seated
from bot.game.questions import ConsentQuestion, DecisionQuestion, DiceQuestion, FactsQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.questions import Questions
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services.play.corrections import Corrections
from bot.services.play.lifecycle import Lifecycle
from bot.store.record import Record
from data.files import opponent_of
from rules.command.next_steps import Standing, ready
from rules.game.unit import Unit
from rules.kernel.errors import RulesError
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.opponent.decide import Opponent, Ordered
from rules.opponent.options import Option
from rules.opponent.sight import Around, Intent, Moved, Sight, known_to
from rules.opponent.tables import Stance
from rules.opponent.worth import Appraiser

MOST_COMMANDS = 12
"""Commands of one go, one after the other, before somebody has to tap again."""


class KeptOption(BaseModel):
    """An order as it is kept."""

    model_config = ConfigDict(frozen=True)

    request: dict[str, Any]
    move: tuple[Intent, int, str] | None = None

    @classmethod
    def of(cls, option: Option) -> KeptOption:
        return cls(
            request=option.request.kept(),
            move=option.move and (option.move.intent, option.move.inches, option.move.toward),
        )

    @property
    def option(self) -> Option:
        return Option(Request.of(self.request), Moved(*self.move) if self.move else None)


class Plays(BaseModel):
    """What the bot knows and has ordered: its side and stance, what it was told of the table, and by which entry.

    `fresh` are its units that somebody has told of since anybody else has moved; `order` waits for the figures to be
    moved, and `refused` are those that are not given again before somebody else has done something: attacks that were
    made, and what the table did not allow.
    """

    model_config = ConfigDict(frozen=True)

    side: str
    stance: Stance
    sight: Sight = Field(default_factory=Sight)
    number: int = 0
    fresh: frozenset[str] = frozenset()
    order: KeptOption | None = None
    refused: tuple[KeptOption, ...] = ()


class Went(NamedTuple):
    """How far the bot went: what it did, and what it waits for: to be told of what a unit sees, for figures to be moved
    by an order, or for an answer. Nothing of these: it has nothing to do now.
    """

    live: ActiveGame
    plays: Plays
    results: tuple[CommandResult, ...] = ()
    asks: str = ""
    ordered: Ordered | None = None
    question: OpenQuestion | None = None


class OpponentSeat:
    """Seats the bot, and plays on when somebody tells it to."""

    def __init__(self, record: Record, questions: Questions, lifecycle: Lifecycle, corrections: Corrections) -> None:
        self._record, self._questions, self._lifecycle = record, questions, lifecycle
        self._corrections = corrections
        self._known: dict[str, Appraiser] = {}

    async def sits(self, call: Call, live: ActiveGame, side: str, stance: Stance) -> CommandResult | OpenQuestion:
        """The bot plays a side from now on, in that stance; the other sides agree to it as to any player."""
        found = await self._lifecycle.join(call, side, OPPONENT)
        name = next((one for one in live.game.sides if one.casefold() == side.strip().casefold()), side.strip())
        await self._keep(live, Plays(side=name, stance=stance))
        return found

    async def stands_up(self, call: Call, live: ActiveGame) -> CommandResult:
        """The bot plays no side any more; raises Refusal for anybody but whoever may seat it."""
        await self.plays(live)
        may_umpire(live.game, call.who, Text("have the bot stand up"))
        return await self._lifecycle.leave(call._replace(who=OPPONENT))

    async def plays(self, live: ActiveGame) -> Plays:
        """What it knows; raises Refusal where it plays no side of this game."""
        player = live.game.players.get(OPPONENT.id)
        kept = await self._record.remember(_key(live))
        if player is None or player.side is None:
            raise Refusal(Text("The bot plays no side of this game: `/game opponent`."))
        if kept is None:
            return Plays(side=player.side, stance="balanced")
        return Plays.model_validate_json(kept).model_copy(update={"side": player.side})

    async def _keep(self, live: ActiveGame, plays: Plays) -> None:
        await self._record.remember(_key(live), plays.model_dump_json())

    # Its go

    async def go(self, call: Call, live: ActiveGame) -> Went:
        """It does what it can without being told of anything; raises Refusal for somebody who is not at the table."""
        seated(live.game, call.who)
        return await self._on(call, live, self._looked(live, await self.plays(live)))

    async def told(
        self, call: Call, live: ActiveGame, unit: str, seen: Mapping[str, Seen | None], around: Around
    ) -> Went:
        """The same, once somebody has told what one of its units sees."""
        seated(live.game, call.who)
        plays = self._looked(live, await self.plays(live))
        inches = {foe: one and one.inches for foe, one in seen.items()}
        own = [one.id for one in live.game.of_side(plays.side) if one.id != unit]
        sight = plays.sight.with_pairs(unit, inches).as_near(own, inches)
        sight = sight.with_cover({foe: one.cover for foe, one in seen.items() if one}).with_around(unit, around)
        plays = plays.model_copy(update={"sight": sight, "fresh": plays.fresh | {unit}, "order": None})
        return await self._on(call, live, plays)

    async def done(self, call: Call, live: ActiveGame, number: int) -> Went:
        """The figures have been moved as it was ordered."""
        plays, option = await self._ordered(call, live, number)
        assert option.move is not None
        found = await self._give(call, live, option.request, 0)
        if not isinstance(found, CommandResult):
            return Went(live, plays, question=found)
        sight = plays.sight.with_cover({option.unit: ""})
        plays = plays.model_copy(
            update={"order": None, "sight": sight, "fresh": plays.fresh - {option.unit}, "number": live.game.number}
        )
        return await self._on(call, live, plays, (found,))

    async def could_not(self, call: Call, live: ActiveGame, number: int) -> Went:
        """The table does not allow the order: the next best."""
        plays, option = await self._ordered(call, live, number)
        refused = (*plays.refused, KeptOption.of(option))
        return await self._on(call, live, plays.model_copy(update={"order": None, "refused": refused}))

    async def _ordered(self, call: Call, live: ActiveGame, number: int) -> tuple[Plays, Option]:
        seated(live.game, call.who)
        plays = await self.plays(live)
        if plays.order is None or number != live.game.number:
            raise Refusal(Text("That order is over. Ask the bot for its next one."))
        return plays, plays.order.option

    @staticmethod
    def _looked(live: ActiveGame, plays: Plays) -> Plays:
        """What it still knows: where others have done something, every distance may be another one."""
        if plays.number == live.game.number:
            return plays
        return plays.model_copy(
            update={"number": live.game.number, "fresh": frozenset[str](), "order": None, "refused": ()}
        )

    async def _on(self, call: Call, live: ActiveGame, plays: Plays, results: Sequence[CommandResult] = ()) -> Went:
        """What it may answer with, then one command after the other, until it has to be told of something, or somebody
        has to move figures.
        """
        done = list(results)
        if (answer := await self._reaction(live, plays)) is not None:
            if answer.unit not in plays.fresh and foes(live, plays):
                await self._keep(live, plays)
                return Went(live, plays, tuple(done), asks=answer.unit)
            found = await self._tried(call, live, answer.request, len(done))
            if isinstance(found, OpenQuestion):
                return Went(live, plays, tuple(done), question=found)
            done += [found] if found else []
            plays = plays.model_copy(update={"number": live.game.number})
        for nth in range(len(done), MOST_COMMANDS):
            ordered = await self.order(live, plays)
            unit = ordered.chosen.option.unit if ordered else ""
            asks = unit if unit not in plays.fresh else ""
            if not unit and live.game.order:
                asks = self._idle(live, plays)
            if asks and foes(live, plays):
                await self._keep(live, plays)
                return Went(live, plays, tuple(done), asks=asks)
            if ordered is None:
                break
            option = ordered.chosen.option
            if option.move is not None:
                plays = plays.model_copy(update={"order": KeptOption.of(option)})
                await self._keep(live, plays)
                return Went(live, plays, tuple(done), ordered=ordered)
            found = await self._tried(call, live, ordered.request, nth)
            if found is None:
                # What its side does not know stands against it: the next best.
                plays = plays.model_copy(update={"refused": (*plays.refused, KeptOption.of(option))})
                continue
            if not isinstance(found, CommandResult):
                await self._keep(live, plays)
                return Went(live, plays, tuple(done), question=found)
            done.append(found)
            given = (*plays.refused, KeptOption.of(option)) if option.request.target else ()
            plays = plays.model_copy(update={"number": live.game.number, "refused": given})
        await self._keep(live, plays)
        return Went(live, plays, tuple(done))

    async def _reaction(self, live: ActiveGame, plays: Plays) -> Option | None:
        """What it would answer to the last entry of another side, or to all of a bound; of a unit that nobody has told
        of yet, that it may.
        """
        board, last = live.board, await self._record.entries.get(live.info.id, live.game.number)
        found = [*(board.system.reactions(board, last) if last and last.side != plays.side else ())]
        found += board.system.late_reactions(board)
        own = [one for one in found if one.unit in live.game.units and live.game.units[one.unit].side == plays.side]
        untold = next((one for one in own if one.unit not in plays.fresh), None)
        if untold is not None:
            return Option(Request("fire", unit=(untold.unit,)))
        chosen = self._opponent(live, plays).reaction(board, plays.sight, own) if own else None
        return chosen and Option(chosen.request)

    async def order(self, live: ActiveGame, plays: Plays) -> Ordered | None:
        """What it orders now, worked out beside the event loop; the die of near ties falls by the game and its last
        entry.
        """
        board, opponent = live.board, self._opponent(live, plays)
        drawn = int(sha256(f"{live.info.id} {live.game.number} {len(plays.refused)}".encode()).hexdigest(), 16)
        refused = [one.option for one in plays.refused]
        if live.game.over or (not live.game.order and "initiative" in live.system.commands):
            return None
        return await asyncio.to_thread(opponent.order, board, plays.sight, lambda n: drawn % n, refused)

    def _opponent(self, live: ActiveGame, plays: Plays) -> Opponent:
        table = opponent_of(live.system.key)
        known = self._known.setdefault(live.info.id, Appraiser(table, chance()))
        return Opponent(plays.side, plays.stance, table, known)

    @staticmethod
    def _idle(live: ActiveGame, plays: Plays) -> str:
        """A unit that may go, and of which nobody has told: before it is, there is nothing that it could be ordered."""
        board = known_to(live.board, plays.side)
        own = [unit for unit in board.game.of_side(plays.side) if unit.alive and unit.id not in plays.fresh]
        ways = [key for key in ("move", "fire") if key in board.system.commands]
        free = (one.id for one in own for key in ways if ready(board, key, one) is Standing.FREE)
        return next(free, "") if live.game.holder else ""

    async def _tried(
        self, call: Call, live: ActiveGame, request: Request, nth: int
    ) -> CommandResult | OpenQuestion | None:
        """What a command comes to; None where it is refused, or nobody but the bot could answer what is asked."""
        try:
            found = await self._give(call, live, request, nth)
        except (Refusal, RulesError):
            return None
        private = isinstance(found, OpenQuestion) and isinstance(found.question, WarningQuestion | FactsQuestion)
        return None if private else found

    async def _give(self, call: Call, live: ActiveGame, request: Request, nth: int) -> CommandResult | OpenQuestion:
        source = call.source if not nth or call.source is None else f"{call.source}.{nth}"
        mine = call._replace(who=OPPONENT, source=source)
        return await self.answers(mine, await self._questions.begin(mine, request, live=live))

    # Questions to its side

    async def answers(self, call: Call, found: CommandResult | OpenQuestion) -> CommandResult | OpenQuestion:
        """What becomes of a command whose question is for the bot: it is answered at once."""
        for nth in range(MOST_COMMANDS):
            if isinstance(found, CommandResult) or OPPONENT.id not in found.people:
                return found
            mine = call._replace(who=OPPONENT, source=call.source and f"{call.source}!{nth}")
            id, step = found.row.id, found.row.step
            match found.question:
                case DiceQuestion():
                    found = await self._questions.answer(mine, id, step, faces="roll")
                case DecisionQuestion(default=default):
                    found = await self._questions.answer(mine, id, step, choice=default)
                case ConsentQuestion(unharmed=groups) as question if set(question.groups) <= set(groups):
                    found = await self._corrections.agree(mine, id, step)
                case ConsentQuestion():
                    await self._corrections.refuse(mine, id, step)
                    raise Refusal(
                        Text("Adjutant does not agree: its side would lose by it, or it gives a second chance.")
                    )
                case _:
                    return found
        return found


class Seen(NamedTuple):
    """How far an enemy is that a unit sees, in inches, and the code of the cover that it has."""

    inches: Decimal
    cover: str


def foes(live: ActiveGame, plays: Plays) -> list[Unit]:
    """The enemies that it knows, those first that were told to be the nearest."""
    board = known_to(live.board, plays.side)
    return [unit for unit in board.game.units.values() if unit.alive and unit.side != plays.side]


def _key(live: ActiveGame) -> str:
    return f"opponent {live.info.id}"


def nearest_first(plays: Plays, unit: str, found: Sequence[Unit]) -> list[Unit]:
    """Enemies in the order in which a unit is likely to look at them."""
    return sorted(found, key=lambda foe: plays.sight.between(unit, foe.id) or Decimal(1000))
