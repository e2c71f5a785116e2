"""The choices of the bot: its orders, and the questions about what its units see."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.errors import Refusal
from bot.game.people import OPPONENT
from bot.game.questions import FactsQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.pending_command import Reasons
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services.play.opponent_answers import OpponentAnswers
from bot.services.play.opponent_orders import ORDER, order_die, order_in_time
from bot.services.play.opponent_state import BotState, BotTurn, SightQuery, foes
from data.files import opponent_of
from rules.command.legality import Legality
from rules.command.next_steps import best_use
from rules.command.planned import Reaction
from rules.kernel.dice import Roll, Total
from rules.kernel.errors import RulesError
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.opponent.choice import ChosenOrder
from rules.opponent.decide import is_begun
from rules.opponent.sight import board_known_to


class OpponentChoices(OpponentAnswers):
    """Chooses and issues the bot's orders, by what players reported."""

    async def possible_reactions(self, live: ActiveGame, plays: BotState) -> dict[str, list[str]]:
        return self._reactors(plays, await self._reactions(live, plays))

    async def query(self, live: ActiveGame, plays: BotState, unit: str) -> SightQuery:
        """Return the query for a report on a unit, about all enemies or only those that it may react to.

        It includes the other units that the bot will ask about.
        """
        found, known = self._reactors(plays, await self._reactions(live, plays)), foes(live, plays)
        those = [one for one in known if one.id in found.get(unit, ())]
        # The question is the same for each of them.
        others = (
            [id for id, its in found.items() if its == found[unit]] if unit in found else self.units_left(live, plays)
        )
        return SightQuery(unit, those or known, tuple(found) if unit in found else (), tuple(others))

    @staticmethod
    def _reactors(plays: BotState, found: Sequence[Reaction]) -> dict[str, list[str]]:
        """Return the units that may react and lack a report, each with the enemies it may react to."""
        mute = [one for one in found if one.unit not in plays.fresh | plays.glanced]
        return {unit.unit: [id for one in mute if one.unit == unit.unit for id in one.request.target] for unit in mute}

    async def _may_be_answered(self, live: ActiveGame, plays: BotState, at_last: bool = False) -> bool:
        """True if another side may react to the last command now; with `at_last`, also at the end of a bound."""
        last = await self._record.entries.get(live.info.id, live.game.last_effect)
        found = live.system.reactions(live.board, last) if last and last.side == plays.side else ()
        late = () if at_last else live.system.late_reactions(live.board)
        those = [live.game.units[one.unit] for one in found if one not in late]
        return any(unit.side != plays.side for unit in those)

    async def order(self, live: ActiveGame, plays: BotState) -> ChosenOrder | None:
        """Return the bot's current order, computed off the event loop; an order awaiting moves is kept."""
        waits, refused = plays.order and plays.order.option, [one.option for one in plays.refused]
        board, opponent = live.board, replace(self.decider(live, plays), first=waits.unit if waits else "")
        if live.game.over or (not live.game.order and "initiative" in live.system.commands):
            return None
        found = await asyncio.to_thread(order_in_time, opponent, board, plays.sight, refused)
        if found is None:
            return None
        found = found.remaining_order(plays.fresh)
        if waits is None:
            return found
        kept = next((one._replace(option=waits) for one in found.weighed if one.option.is_as(waits)), None)
        if kept is None:
            return found
        return found._replace(chosen=kept, request=waits.request, face=plays.face, hurried=plays.hurried)

    async def _roll_order(self, turn: BotTurn, ordered: ChosenOrder) -> ChosenOrder:
        """Roll a provable die, in an entry of its own, to choose among equally good orders before one is shown."""
        roll = Roll(ORDER, Text("which order"), "unit", ordered.undecided, Total())
        found = await self._referee.roll_recorded_die(
            turn.call.part(f".{turn.nth}d", OPPONENT),
            turn.live,
            roll,
            partial(order_die, turn.live, turn.plays.side, ordered),
        )
        turn.know(number=turn.live.game.number)
        turn.results += [found] if found.head or found.news else []
        return ordered.order_for_face(found.entry.plays[0].throws[0].faces[0])

    @staticmethod
    def units_left(live: ActiveGame, plays: BotState) -> list[str]:
        """Return the bot's units that may act and lack a report, those that have begun to act first."""
        if not (live.game.order and live.game.holder):
            return []
        board = board_known_to(live.board, plays.side)
        own = [one for one in board.game.units_of_side(plays.side) if one.alive and one.id not in plays.fresh]
        own.sort(key=lambda one: not is_begun(board, one.id))
        skipped = opponent_of(live.system.key).skip
        ways = [key for key in ("activate", "move", "fire") if key in board.system.commands and key not in skipped]
        return [one.id for one in own if any(best_use(board, key, one) is Legality.OK for key in ways)]

    async def _try_command(
        self, turn: BotTurn, request: Request, reasons: Reasons
    ) -> CommandResult | OpenQuestion | None:
        """Return the result of a command; None if it is refused or asks a question that only the bot could answer."""
        try:
            found = await self._issue_command(turn, request, reasons)
        except (Refusal, RulesError):
            return None
        private = isinstance(found, OpenQuestion) and isinstance(found.question, WarningQuestion | FactsQuestion)
        return None if private else found

    async def _issue_command(self, turn: BotTurn, request: Request, reasons: Reasons) -> CommandResult | OpenQuestion:
        mine = turn.call.part(f".{turn.nth}" if turn.nth else "", OPPONENT)
        found = await self._questions.begin(mine, request, live=turn.live, reasons=reasons)
        return await self.answer_all(mine, found)
