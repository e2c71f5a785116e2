"""The bot's seat at a table: it plays one side, and the people who move its figures report what its units see.

`seat_table.py` has the states of the seat; this is its work in each of them. Its knowledge and orders are kept beside
the game, so that it continues after a restart. Its commands take the same path as all others, in its own name and with
the rights of a player of its side.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from decimal import Decimal

from bot.errors import Refusal
from bot.game.people import OPPONENT, Call
from bot.game.permissions import require_seated, require_umpire
from bot.game.registry import ActiveGame
from bot.resolution.questions import Questions
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services.play import opponent_orders
from bot.services.play.absence import Steward
from bot.services.play.corrections import Corrections
from bot.services.play.opponent_answers import MOST_COMMANDS
from bot.services.play.opponent_choices import OpponentChoices
from bot.services.play.opponent_state import BotState, BotTurn, SightReport, foes
from bot.services.play.reserves import bring_reserves
from bot.services.play.seat_table import LEADS, SEAT, Seat, Tap
from bot.services.play.seats import Seats
from bot.store.pasts import Wanted
from bot.store.record import Record
from data.files import opponent_of
from rules.command.next_steps import unit_steps
from rules.command.opponent_table import Stance
from rules.kernel.text import Text
from rules.opponent.options import KeptOption, Option, reactions_in_sight
from rules.opponent.sight import Intent
from rules.opponent.weighing import usual_cover

ASSUMED_DISTANCE = Decimal(24)
"""Inches assumed between two units before any report; most games begin about this far apart."""


class OpponentSeat(OpponentChoices):
    """Seats the bot, and continues its play on request."""

    def __init__(self, record: Record, questions: Questions, seats: Seats, corrections: Corrections) -> None:
        super().__init__(record, questions, seats.referee, corrections)
        self._seats = seats

    async def take_seat(
        self, call: Call, live: ActiveGame, side: str, stance: Stance, steward: Steward | None = None
    ) -> CommandResult | OpenQuestion:
        """Seat the bot at a side with a stance; the other sides have to agree, as for any player."""
        found = await self._seats.join(call, side, OPPONENT, steward)
        name = next((one for one in live.game.sides if one.casefold() == side.strip().casefold()), side.strip())
        await self._keep(live, BotState(side=name, stance=stance))
        return found

    async def leave_seat(self, call: Call, live: ActiveGame) -> CommandResult:
        """Remove the bot from its side; raise Refusal unless the caller may seat it."""
        await self.state(live)
        require_umpire(live.game, call.who, Text("remove the bot from its side"))
        return await self._seats.leave(call._replace(who=OPPONENT))

    # The taps of players.

    async def go(self, call: Call, live: ActiveGame) -> BotTurn:
        """Continue as far as the bot can without new reports; raise Refusal for a caller who is not seated."""
        require_seated(live.game, call.who)
        brought = await bring_reserves(self._questions, call, live, (await self.state(live)).side)
        return await self._run(BotTurn(call, live, await self._valid_state(live), [*brought]), Tap.PLAY_ON)

    async def report(self, call: Call, live: ActiveGame, views: Mapping[str, SightReport]) -> BotTurn:
        """Continue with reports of the enemies that some of the bot's units see.

        For units that may react, the report covers only the enemies they may react to.
        """
        require_seated(live.game, call.who)
        plays = await self._valid_state(live)
        reacting = await self.possible_reactions(live, plays)
        for unit, view in views.items():
            own = [one.id for one in live.game.units_of_side(plays.side)]
            plays = (
                plays.with_glance(unit, view)
                if unit in reacting
                else plays.with_report(unit, view, own, ASSUMED_DISTANCE)
            )
        return await self._run(BotTurn(call, live, plays), Tap.SEEN)

    async def report_no_reaction(self, call: Call, live: ActiveGame) -> BotTurn:
        """Continue if none of the units that may react sees an enemy to react to."""
        found = await self.possible_reactions(live, await self._valid_state(live))
        return await self.report(call, live, {unit: SightReport(dict.fromkeys(foes)) for unit, foes in found.items()})

    async def continue_after_move(self, call: Call, live: ActiveGame, number: int) -> BotTurn:
        """Continue after the figures have been moved as the bot ordered."""
        turn, _ = await self._turn_with_order(call, live, number, Tap.MOVED)
        return await self._run(turn, Tap.MOVED)

    async def reject_order(self, call: Call, live: ActiveGame, number: int) -> BotTurn:
        """Give the next best order, because the table does not allow this one."""
        turn, order = await self._turn_with_order(call, live, number, Tap.COULD_NOT)
        turn.know(order=None, refused=(*turn.plays.refused, order))
        return await self._run(turn, Tap.COULD_NOT)

    async def report_side(self, call: Call, live: ActiveGame, number: int, side: str) -> BotTurn:
        """Continue with the reported side of the vehicle that the bot's order strikes."""
        turn, order = await self._turn_with_order(call, live, number, Tap.STRUCK)
        turn.know(sided=KeptOption.of(Option(opponent_orders.with_struck_side(live.board, order.option.request, side))))
        return await self._run(turn, Tap.STRUCK)

    async def _turn_with_order(self, call: Call, live: ActiveGame, number: int, tap: Tap) -> tuple[BotTurn, KeptOption]:
        """Return the order that waits at the screen with that control; raise Refusal if there is none."""
        require_seated(live.game, call.who)
        plays = await self.state(live)
        waiting = {Seat.MOVE: plays.order, Seat.SIDE: plays.sided}
        order = next((one for state, one in waiting.items() if tap in SEAT[state].taps), None)
        if order is None or number != live.game.number:
            raise Refusal(opponent_orders.ORDER_OVER)
        return BotTurn(call, live, plays), order

    # The steps of the bot's turn.

    async def _run(self, turn: BotTurn, tap: Tap) -> BotTurn:
        """Take the steps that a tap leads to, up to the screen at which the bot waits; save its progress there.

        While a command of the bot waits for a player, each tap leads to its question: another order would be refused.
        """
        steps = {
            Seat.LOOK: self._look,
            Seat.REACT: self._react,
            Seat.CHOOSE: self._choose,
            Seat.GIVE: self._give,
            Seat.MARCH: self._march,
            Seat.STRIKE: self._strike,
            Seat.STOP: self._stop,
        }
        turn.question = await self._waiting_question(turn.live)
        turn.path.append(Seat.QUESTION if turn.question else LEADS[tap])
        while allowed := SEAT[turn.state].then:
            reached = await steps[turn.state](turn)
            assert reached in allowed, f"{turn.state} does not lead to {reached}"
            turn.path.append(reached)
        await self._keep(turn.live, turn.plays)
        return turn

    async def _waiting_question(self, live: ActiveGame) -> OpenQuestion | None:
        """Return the question to players that a command of the bot waits for."""
        asked = await self._questions.of_game(live)
        mine = (one for one in asked if one.row.asked_by == OPPONENT.id and OPPONENT.id not in one.people)
        return next(mine, None)

    async def _look(self, turn: BotTurn) -> Seat:
        """Find out who may react: others to the bot's last command, or its own units, which need a report."""
        live, found = turn.live, await self._reactions(turn.live, turn.plays)
        turn.nth, turn.reacts = len(turn.results), bool(found)
        if turn.results and await self._may_be_answered(live, turn.plays):
            return Seat.STOP
        return await self._ask(turn, next(iter(self._reactors(turn.plays, found)), ""), Seat.GLANCE) or Seat.REACT

    async def _ask(self, turn: BotTurn, unit: str, state: Seat) -> Seat | None:
        """Ask what a unit sees; return None if there is none, or no enemy is known."""
        if not unit or not foes(turn.live, turn.plays):
            return None
        turn.asks = await self.query(turn.live, turn.plays, unit)
        return state

    async def _react(self, turn: BotTurn) -> Seat:
        """Choose a reaction to the last entry among the units with a report."""
        answered = turn.plays.answering or turn.live.game.last_effect
        found = reactions_in_sight(turn.plays.sight, await self._reactions(turn.live, turn.plays, answered))
        opponent, board = self.decider(turn.live, turn.plays), turn.live.board
        turn.ordered = await asyncio.to_thread(opponent.reaction, board, turn.plays.sight, found) if found else None
        turn.know(answering=answered if turn.ordered else 0)
        return Seat.GIVE if turn.ordered else Seat.CHOOSE

    async def _choose(self, turn: BotTurn) -> Seat:
        """Choose an order, by a die among equally good ones; ask first what its unit sees."""
        live, done = turn.live, turn.results
        if turn.nth >= MOST_COMMANDS:
            return Seat.STOP
        ordered = await self.order(live, turn.plays)
        unit = ordered.chosen.option.unit if ordered else ""
        asks = unit or next(iter(self.units_left(live, turn.plays)), "")
        if asking := await self._ask(turn, asks if asks not in turn.plays.fresh else "", Seat.SIGHT):
            return asking
        if ordered is None or (done and not unit and done[-1].entry.request == ordered.request.to_stored()):
            turn.left = False
            return Seat.STOP
        if ordered.undecided and turn.plays.order is None:
            ordered = await self._roll_order(turn, ordered)
        turn.ordered, option = ordered, ordered.chosen.option
        if option.move is None:
            return Seat.GIVE
        kept, reasons = KeptOption.of(option), opponent_orders.order_reasons(live, ordered)
        turn.know(order=kept, reasons=reasons, face=ordered.face, hurried=ordered.hurried)
        turn.chosen_order = ordered
        return Seat.MOVE

    async def _give(self, turn: BotTurn) -> Seat:
        """Give the chosen order or reaction; if the rules refuse it for reasons unknown to its side, choose another."""
        assert turn.ordered is not None
        live, request, reasons = turn.live, turn.ordered.request, opponent_orders.order_reasons(turn.live, turn.ordered)
        if (
            side := opponent_orders.side_question(
                live.board, order := opponent_orders.without_sides(live.board, request)
            )
        ) is not None:
            turn.know(sided=KeptOption.of(Option(order)), reasons=reasons)
            turn.side = side
            return Seat.SIDE
        found = await self._try_command(turn, request, reasons)
        if turn.stops_at(found):
            return Seat.QUESTION
        if turn.plays.answering:
            turn.nth += found is not None
            turn.know(number=live.game.number, answering=turn.plays.answering if found else 0)
            return Seat.REACT if found else Seat.CHOOSE
        turn.nth += 1
        option = turn.ordered.chosen.option
        given = KeptOption.of(option)
        if found is None:
            turn.know(refused=(*turn.plays.refused, given))
            return Seat.CHOOSE
        is_done = option.is_done(live.board.game.units.get(option.unit))
        turn.know(number=live.game.number, refused=(*turn.plays.refused, given) if is_done else ())
        return Seat.STOP if await self._may_be_answered(live, turn.plays) else Seat.CHOOSE

    async def _march(self, turn: BotTurn) -> Seat:
        """Record that the figures were moved as ordered."""
        live, plays = turn.live, turn.plays
        assert plays.order is not None
        option = plays.order.option
        assert option.move is not None
        found = await self._issue_command(turn, option.request, plays.reasons)
        if turn.stops_at(found):
            return Seat.QUESTION
        sight = plays.sight.after_move(option.unit, option.move, usual_cover(live.board, opponent_of(live.system.key)))
        # A unit in contact strikes next and need not look around first.
        fresh = plays.fresh - ({option.unit} if option.move.intent is not Intent.CONTACT else set())
        turn.know(order=None, sight=sight, fresh=fresh, number=live.game.number)
        return Seat.LOOK

    async def _strike(self, turn: BotTurn) -> Seat:
        """Give the order with the side of the vehicle that it strikes."""
        assert turn.plays.sided is not None
        live, option = turn.live, turn.plays.sided.option
        if (further := opponent_orders.side_question(live.board, option.request)) is not None:
            turn.side = further
            return Seat.SIDE
        found = await self._try_command(turn, option.request, turn.plays.reasons)
        if found is None and turn.plays.answering:
            turn.know(answering=0)
            return Seat.STOP
        if found is None or option.is_done(live.game.units.get(option.unit)):
            turn.know(refused=(*turn.plays.refused, turn.plays.sided))
        if turn.stops_at(found):
            return Seat.QUESTION
        turn.know(number=live.game.number)
        return Seat.LOOK

    async def _stop(self, turn: BotTurn) -> Seat:
        """Find out who is next: sides that may react, a unit that was interrupted, or the side with the turn."""
        live, side = turn.live, turn.plays.side
        last = await self._record.entries.last(live.info.id, MOST_COMMANDS, Wanted())
        turn.back = next((one for one in reversed(last) if one.side not in (None, side)), None)
        units = (turn.back.request.get("unit") or ()) if turn.back else ()
        unit = live.game.units.get(units[0]) if units else None
        left = unit_steps(live.board, unit) if unit is not None and unit.alive else []
        # A unit with nothing but an act left, such as boarding, was not interrupted.
        turn.resumed = unit if any(step.request.command != "act" for step in left) else None
        if turn.results and await self._may_be_answered(live, turn.plays, at_last=True):
            # A unit shoots better in its own turn than as a reaction.
            return Seat.HELD if turn.left and live.game.holder in (None, side) else Seat.LAST
        return Seat.RESUMED if turn.resumed else Seat.DONE
