"""The bot's seat at a table: it plays one side, and the people who move its figures report what its units see.

Its knowledge and orders are kept beside the game, so that it continues after a restart. Its commands take the same path
as all others, in its own name and with the rights of a player of its side.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from functools import partial

from bot.dice.provable import chance
from bot.errors import Refusal
from bot.game.people import OPPONENT, Call
from bot.game.permissions import require_seated, require_umpire
from bot.game.questions import (
    ACTIONS_LEFT,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    WarningQuestion,
)
from bot.game.registry import ActiveGame
from bot.resolution.pending_command import Reasons
from bot.resolution.questions import Questions
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services.play.absence import Steward
from bot.services.play.corrections import Corrections
from bot.services.play.lifecycle import Lifecycle
from bot.services.play.opponent_state import (
    ORDER,
    UNWILLING,
    BotState,
    BotTurn,
    SightQuery,
    SightReport,
    decision_reasons,
    foes,
    keeps_reports,
    learn_from_shots,
    only_forfeits_actions,
    order_die,
    order_in_time,
    order_reasons,
    side_question,
    wait_for_side,
    with_struck_side,
)
from bot.services.play.reserves import bring_reserves
from bot.store.pasts import Wanted
from bot.store.record import Record
from bot.store.tables import Pending
from data.files import opponent_of
from rules.command.next_steps import Legality, best_use
from rules.command.opponent_table import Stance
from rules.command.system import Reaction
from rules.kernel.dice import Roll, Total
from rules.kernel.errors import RulesError
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.opponent.decide import ChosenOrder, Decided, Opponent, is_begun, usual_cover
from rules.opponent.options import KeptOption, Option, reactions_in_sight, worthwhile_reactions
from rules.opponent.sight import Intent, board_known_to
from rules.opponent.worth import Appraiser

APART = Decimal(24)
"""Inches assumed between two units before any report; most games begin about this far apart."""
LATE = 5.0
"""Seconds after which an unanswered question means that the bot was stopped before answering."""
MOST_COMMANDS = 12
"""Maximum consecutive commands in one go before a player has to tap again."""


class OpponentSeat:
    """Seats the bot, and continues its play on request."""

    def __init__(self, record: Record, questions: Questions, lifecycle: Lifecycle, corrections: Corrections) -> None:
        self._record, self._questions, self._lifecycle = record, questions, lifecycle
        self._corrections, self._referee = corrections, lifecycle.referee
        self._known: dict[str, Appraiser] = {}

    async def take_seat(
        self, call: Call, live: ActiveGame, side: str, stance: Stance, steward: Steward | None = None
    ) -> CommandResult | OpenQuestion:
        """Seat the bot at a side with a stance; the other sides have to agree, as for any player."""
        found = await self._lifecycle.join(call, side, OPPONENT, steward)
        name = next((one for one in live.game.sides if one.casefold() == side.strip().casefold()), side.strip())
        await self._keep(live, BotState(side=name, stance=stance))
        return found

    async def leave_seat(self, call: Call, live: ActiveGame) -> CommandResult:
        """Remove the bot from its side; raise Refusal unless the caller may seat it."""
        await self.state(live)
        require_umpire(live.game, call.who, Text("remove the bot from its side"))
        return await self._lifecycle.leave(call._replace(who=OPPONENT))

    async def state(self, live: ActiveGame) -> BotState:
        """Return the bot's knowledge and orders; raise Refusal if it plays no side of this game."""
        player = live.game.players.get(OPPONENT.id)
        kept = await self._record.remember(f"opponent {live.info.id}")
        if player is None or player.side is None:
            raise Refusal(Text("The bot plays no side of this game: `/game opponent`."))
        if kept is None:
            return BotState(side=player.side, stance="balanced")
        return BotState.model_validate_json(kept).model_copy(update={"side": player.side})

    async def _keep(self, live: ActiveGame, plays: BotState) -> None:
        await self._record.remember(f"opponent {live.info.id}", plays.model_dump_json())

    async def go(self, call: Call, live: ActiveGame) -> BotTurn:
        """Continue as far as the bot can without new reports; raise Refusal for a caller who is not seated."""
        require_seated(live.game, call.who)
        brought = await bring_reserves(self._questions, call, live, (await self.state(live)).side)
        return await self._continue_turn(call, live, await self._valid_state(live), brought)

    async def report(self, call: Call, live: ActiveGame, views: Mapping[str, SightReport]) -> BotTurn:
        """Continue with reports of the enemies that some of the bot's units see.

        For units that may react, the report covers only the enemies they may react to.
        """
        require_seated(live.game, call.who)
        plays = await self._valid_state(live)
        reacting = self._reactors(plays, await self._reactions(live, plays))
        for unit, view in views.items():
            own = [one.id for one in live.game.units_of_side(plays.side)]
            plays = plays.with_glance(unit, view) if unit in reacting else plays.with_report(unit, view, own, APART)
        return await self._continue_turn(call, live, plays)

    async def report_no_reaction(self, call: Call, live: ActiveGame) -> BotTurn:
        """Continue if none of the units that may react sees an enemy to react to."""
        plays = await self._valid_state(live)
        found = self._reactors(plays, await self._reactions(live, plays))
        return await self.report(call, live, {unit: SightReport(dict.fromkeys(foes)) for unit, foes in found.items()})

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

    async def continue_after_move(self, call: Call, live: ActiveGame, number: int) -> BotTurn:
        """Continue after the figures have been moved as the bot ordered."""
        plays, option = await self._current_order(call, live, number)
        assert option.move is not None
        found = await self._issue_command(call, live, option.request, 0, plays.reasons)
        if not isinstance(found, CommandResult):
            return BotTurn(live, plays, question=found)
        cover = usual_cover(live.board, opponent_of(live.system.key))
        sight = plays.sight.after_move(option.unit, option.move, cover)
        # A unit in contact strikes next and need not look around first.
        fresh = plays.fresh - ({option.unit} if option.move.intent is not Intent.CONTACT else set())
        plays = plays.model_copy(update={"order": None, "sight": sight, "fresh": fresh, "number": live.game.number})
        return await self._continue_turn(call, live, plays, (found,))

    async def reject_order(self, call: Call, live: ActiveGame, number: int) -> BotTurn:
        """Give the next best order, because the table does not allow this one."""
        plays, option = await self._current_order(call, live, number)
        refused = (*plays.refused, KeptOption.of(option))
        return await self._continue_turn(call, live, plays.model_copy(update={"order": None, "refused": refused}))

    async def report_side(self, call: Call, live: ActiveGame, number: int, side: str) -> BotTurn:
        """Continue with the reported side of the vehicle that the bot's order strikes."""
        require_seated(live.game, call.who)
        request = with_struck_side(live, plays := await self.state(live), number, side)
        plays = plays.model_copy(update={"sided": KeptOption.of(Option(request))})
        if (further := side_question(live.board, request)) is not None:
            return await self._save(BotTurn(live, plays, side=further))
        found = await self._try_command(call, live, request, 0, plays.reasons)
        if found is None and plays.answering:
            return await self._finish_turn(live, plays.model_copy(update={"answering": 0}), ())
        if found is None or Option(request).is_done(live.game.units.get(request.unit[0])):
            plays = plays.model_copy(update={"refused": (*plays.refused, KeptOption.of(Option(request)))})
        if isinstance(found, OpenQuestion):
            return await self._save(BotTurn(live, plays, question=found))
        done = (found,) if found else ()
        return await self._continue_turn(call, live, plays.model_copy(update={"number": live.game.number}), done)

    async def _current_order(self, call: Call, live: ActiveGame, number: int) -> tuple[BotState, Option]:
        require_seated(live.game, call.who)
        plays = await self.state(live)
        if plays.order is None or number != live.game.number:
            raise Refusal(Text("That order is over. Ask the bot for its next one."))
        return plays, plays.order.option

    async def _valid_state(self, live: ActiveGame) -> BotState:
        """Return the bot's still valid knowledge; once a figure has moved, all distances are asked for again."""
        plays = await self.state(live)
        if plays.number == live.game.number:
            return plays
        sight, turn, since = plays.sight, live.game.turn, live.game.number - plays.number
        if turn != plays.turn:
            sight = sight.model_copy(update={"went": {}})
        last = await self._record.entries.last(live.info.id, since, Wanted()) if since <= MOST_COMMANDS else ()
        fresh = plays.fresh if last and all(map(keeps_reports, last)) else frozenset[str]()
        sight = learn_from_shots(
            sight, [one for one in last if one.side != plays.side and one.number not in live.game.undone]
        )
        now = BotState(
            side=plays.side, stance=plays.stance, sight=sight, number=live.game.number, turn=turn, fresh=fresh
        )
        return now.with_reactions_of(plays, last)

    async def _continue_turn(
        self, call: Call, live: ActiveGame, plays: BotState, results: Sequence[CommandResult] = ()
    ) -> BotTurn:
        """Give the bot's reactions, then its commands, until it needs a report or figures must be moved."""
        done, answers = list(results), await self._reactions(live, plays)
        if done and await self._may_be_answered(live, plays):
            return await self._finish_turn(live, plays, done)
        if (one := next(iter(self._reactors(plays, answers)), "")) and foes(live, plays):
            return await self._save(BotTurn(live, plays, tuple(done), asks=await self.query(live, plays, one)))
        plays, waits = await self._react(call, live, plays, done)
        if waits is not None:
            return await self._save(waits)
        left = True
        for nth in range(len(done), MOST_COMMANDS):
            ordered = await self.order(live, plays)
            unit = ordered.chosen.option.unit if ordered else ""
            asks = next(iter(self.units_left(live, plays)), "") if not unit else unit if unit not in plays.fresh else ""
            if asks and foes(live, plays):
                return await self._save(BotTurn(live, plays, tuple(done), asks=await self.query(live, plays, asks)))
            if ordered is None or (done and not unit and done[-1].entry.request == ordered.request.to_stored()):
                left = False
                break
            if ordered.undecided and plays.order is None:
                ordered, fell = await self._roll_order(call, live, plays, ordered, nth)
                plays = plays.model_copy(update={"number": live.game.number})
                done += [fell] if fell.head or fell.news else []
            option, reasons = ordered.chosen.option, order_reasons(live, ordered)
            if option.move is not None:
                kept = {"order": KeptOption.of(option), "reasons": reasons}
                plays = plays.model_copy(update={**kept, "face": ordered.face, "hurried": ordered.hurried})
                return await self._save(BotTurn(live, plays, tuple(done), chosen_order=ordered))
            if (asks_side := wait_for_side(live, plays, ordered.request, reasons, done)) is not None:
                return await self._save(asks_side)
            found = await self._try_command(call, live, ordered.request, nth, reasons)
            if found is None:
                # The order was refused for reasons that its side does not know: try the next best.
                plays = plays.model_copy(update={"refused": (*plays.refused, KeptOption.of(option))})
                continue
            if not isinstance(found, CommandResult):
                return await self._save(BotTurn(live, plays, tuple(done), question=found))
            done.append(found)
            done_with = option.is_done(live.board.game.units.get(option.unit))
            given = (*plays.refused, KeptOption.of(option)) if done_with else ()
            plays = plays.model_copy(update={"number": live.game.number, "refused": given})
            if await self._may_be_answered(live, plays):
                break
        return (await self._finish_turn(live, plays, done))._replace(reacts=bool(answers), left=left)

    async def _save(self, went: BotTurn) -> BotTurn:
        """Save the bot's progress while it waits, and return it."""
        await self._keep(went.live, went.plays)
        return went

    async def _react(
        self, call: Call, live: ActiveGame, plays: BotState, done: list[CommandResult]
    ) -> tuple[BotState, BotTurn | None]:
        """React to the last entry, adding results to `done`; return the new state, and the progress if one waits."""
        answered = plays.answering or live.game.last_effect
        while (answer := await self._reaction(live, plays, answered)) is not None:
            reacting = plays.model_copy(update={"answering": answered})
            if asks_side := wait_for_side(live, reacting, answer.request, order_reasons(live, answer), done):
                return asks_side.plays, asks_side
            found = await self._try_command(call, live, answer.request, len(done), order_reasons(live, answer))
            if isinstance(found, OpenQuestion):
                return reacting, BotTurn(live, reacting, tuple(done), question=found)
            plays = plays.model_copy(update={"number": live.game.number})
            if found is None:
                break
            done.append(found)
        return plays.model_copy(update={"answering": 0}), None

    async def mark_further_reactions(self, call: Call, found: CommandResult) -> CommandResult:
        """Return the result, marked if further units of the bot may react to the same entry."""
        with suppress(Refusal):
            plays = await self._valid_state(live := await self._referee.games.require_game(call.where))
            return found._replace(leads_on=bool(plays.answering and await self._reactions(live, plays)))
        return found

    async def _finish_turn(self, live: ActiveGame, plays: BotState, done: Sequence[CommandResult]) -> BotTurn:
        """Save and return the bot's progress when it waits for nothing, with the other side's last entry."""
        await self._keep(live, plays)
        waits = bool(done) and await self._may_be_answered(live, plays, at_last=True)
        last = await self._record.entries.last(live.info.id, MOST_COMMANDS, Wanted())
        back = next((one for one in reversed(last) if one.side not in (None, plays.side)), None)
        return BotTurn(live, plays, tuple(done), back=back, waits=waits)

    async def _may_be_answered(self, live: ActiveGame, plays: BotState, at_last: bool = False) -> bool:
        """True if another side may react to the last command now; with `at_last`, also at the end of a bound."""
        last = await self._record.entries.get(live.info.id, live.game.last_effect)
        found = live.system.reactions(live.board, last) if last and last.side == plays.side else ()
        late = () if at_last else live.system.late_reactions(live.board)
        those = [live.game.units[one.unit] for one in found if one.unit in live.game.units and one not in late]
        return any(unit.side != plays.side for unit in those)

    async def _reactions(self, live: ActiveGame, plays: BotState, to: int | None = None) -> list[Reaction]:
        """Return the possible reactions of the bot's side to another side's last entry, or to the given one.

        Late reactions at the end of a bound are included.
        """
        board, answered = live.board, to or plays.answering or live.game.last_effect
        last = await self._record.entries.get(live.info.id, answered)
        found = [*(board.system.reactions(board, last) if last and last.side != plays.side else ())]
        found += board.system.late_reactions(board)
        return [one for one in worthwhile_reactions(board, found) if live.game.units[one.unit].side == plays.side]

    async def _reaction(self, live: ActiveGame, plays: BotState, to: int) -> ChosenOrder | None:
        """Return the reaction that the bot chooses, among its units with a report."""
        found = reactions_in_sight(plays.sight, await self._reactions(live, plays, to))
        if not found:
            return None
        return await asyncio.to_thread(self._opponent(live, plays).reaction, live.board, plays.sight, found)

    async def order(self, live: ActiveGame, plays: BotState) -> ChosenOrder | None:
        """Return the bot's current order, computed off the event loop; an order awaiting moves is kept."""
        waits, refused = plays.order and plays.order.option, [one.option for one in plays.refused]
        board, opponent = live.board, replace(self._opponent(live, plays), first=waits.unit if waits else "")
        if live.game.over or (not live.game.order and "initiative" in live.system.commands):
            return None
        found = await asyncio.to_thread(order_in_time, opponent, board, plays.sight, refused)
        if found is None:
            return None
        found = found.remaining_order(plays.fresh)
        kept = next((one for one in found.weighed if one.option.is_as(waits)), None) if waits else None
        if kept is None or waits is None:
            return found
        kept = kept._replace(option=waits)
        return found._replace(chosen=kept, request=waits.request, face=plays.face, hurried=plays.hurried)

    async def _roll_order(
        self, call: Call, live: ActiveGame, plays: BotState, ordered: ChosenOrder, nth: int
    ) -> tuple[ChosenOrder, CommandResult]:
        """Roll a provable die, in an entry of its own, to choose among equally good orders before one is shown."""
        roll = Roll(ORDER, Text("which order"), "unit", ordered.undecided, Total())
        found = await self._referee.roll_recorded_die(
            call.part(f".{nth}d", OPPONENT), live, roll, partial(order_die, live, plays.side, ordered)
        )
        return ordered.order_for_face(found.entry.plays[0].throws[0].faces[0]), found

    def _opponent(self, live: ActiveGame, plays: BotState) -> Opponent:
        table = opponent_of(live.system.key)
        known = self._known.setdefault(live.info.id, Appraiser(table, chance()))
        return Opponent(plays.side, plays.stance, table, known)

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
        self, call: Call, live: ActiveGame, request: Request, nth: int, reasons: Reasons
    ) -> CommandResult | OpenQuestion | None:
        """Return the result of a command; None if it is refused or asks a question that only the bot could answer."""
        try:
            found = await self._issue_command(call, live, request, nth, reasons)
        except (Refusal, RulesError):
            return None
        private = isinstance(found, OpenQuestion) and isinstance(found.question, WarningQuestion | FactsQuestion)
        return None if private else found

    async def _issue_command(
        self, call: Call, live: ActiveGame, request: Request, nth: int, reasons: Reasons
    ) -> CommandResult | OpenQuestion:
        mine = call.part(f".{nth}" if nth else "", OPPONENT)
        return await self.answer_all(mine, await self._questions.begin(mine, request, live=live, reasons=reasons))

    # Questions to its side

    async def unanswered_questions(self, now: float) -> list[Pending]:
        """Return the questions to the bot that it left unanswered because it was stopped."""
        return [row for row in await self._record.questions.questions_to(OPPONENT.id) if row.created_at < now - LATE]

    async def answer_overlooked(self, row: Pending) -> CommandResult | OpenQuestion | None:
        """Answer a question that was left unanswered; return None if its game is no longer played here."""
        info = await self._record.games.get(row.game_id)
        if info is None or not self._referee.games.serves(info.guild_id):
            return None
        live = await self._referee.games.unfinished_game(info)
        call = Call(OPPONENT, self._referee.games.place(info), f"late:{row.id}:{row.step}")
        return await self.answer_all(call, OpenQuestion.of(live, row))

    async def answer_all(self, call: Call, found: CommandResult | OpenQuestion) -> CommandResult | OpenQuestion:
        """Answer a command's questions that are for the bot, and return the final result."""
        for nth in range(MOST_COMMANDS):
            if isinstance(found, CommandResult):
                waited = found.entry.by == OPPONENT.id != call.who.id
                return await self.mark_further_reactions(call, found) if waited else found
            if OPPONENT.id not in found.people:
                return found
            mine = call.part(f"!{nth}", OPPONENT)
            id, step = found.row.id, found.row.step
            match found.question:
                case DiceQuestion():
                    found = await self._questions.answer(mine, id, step, faces="roll")
                case DecisionQuestion(name=name) if name == ACTIONS_LEFT:
                    await self._corrections.reject_end(mine, id, step)
                    raise Refusal(Text("Adjutant is not done: its unit has actions left."))
                case DecisionQuestion() as question:
                    decided = await self._decide(found, question)
                    reasons = decision_reasons(question, decided)
                    found = await self._questions.answer(mine, id, step, choice=decided.value, reasons=reasons)
                case ConsentQuestion(unharmed=groups) as question if set(question.groups) <= set(groups):
                    found = await self._corrections.agree(mine, id, step)
                case WarningQuestion(warnings=warned) if only_forfeits_actions(found, warned):
                    found = await self._questions.answer(mine, id, step)
                case ConsentQuestion():
                    await self._corrections.refuse(mine, id, step)
                    raise Refusal(UNWILLING)
                case _:
                    return found
        return found

    async def _decide(self, asked: OpenQuestion, question: DecisionQuestion) -> Decided:
        """Return the bot's decision, computed off the event loop; the default if the point in the play is unknown."""
        if asked.reached is None:
            return Decided(question.default)
        opponent = self._opponent(asked.live, await self.state(asked.live))
        board, plan, needed, choices = asked.reached
        return await asyncio.to_thread(opponent.decision, board, plan, needed, choices)
