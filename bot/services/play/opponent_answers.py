"""The bot as a player: its memory of a game, and its answers to questions to its side."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.dice.provable import chance
from bot.errors import Refusal
from bot.game.people import OPPONENT, Call
from bot.game.questions import ACTIONS_LEFT, ConsentQuestion, DecisionQuestion, DiceQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.questions import Questions
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services.play.corrections import Corrections
from bot.services.play.opponent_orders import UNWILLING, decision_reasons, only_forfeits_actions
from bot.services.play.opponent_reports import keeps_reports, learn_from_shots
from bot.services.play.opponent_state import BotState
from bot.store.pasts import Wanted
from bot.store.record import Record
from bot.store.tables import Pending
from data.files import opponent_of
from rules.command.planned import Reaction
from rules.kernel.text import Text
from rules.opponent.choice import Decided
from rules.opponent.decide import Opponent
from rules.opponent.options import worthwhile_reactions
from rules.opponent.worth import Appraiser

LATE = 5.0
"""Seconds after which an unanswered question means that the bot was stopped before answering."""
MOST_COMMANDS = 12
"""Maximum consecutive commands in one go before a player has to tap again."""


class OpponentAnswers:
    """Keeps the bot's knowledge of each game, and answers the questions to its side."""

    def __init__(self, record: Record, questions: Questions, referee: Referee, corrections: Corrections) -> None:
        self._record, self._questions, self._referee, self._corrections = record, questions, referee, corrections
        self._known: dict[str, Appraiser] = {}

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

    async def _reactions(self, live: ActiveGame, plays: BotState, to: int | None = None) -> list[Reaction]:
        """Return the possible reactions of the bot's side to another side's last entry, or to the given one.

        Late reactions at the end of a bound are included.
        """
        board, answered = live.board, to or plays.answering or live.game.last_effect
        last = await self._record.entries.get(live.info.id, answered)
        found = [*(board.system.reactions(board, last) if last and last.side != plays.side else ())]
        found += board.system.late_reactions(board)
        return [one for one in worthwhile_reactions(board, found) if live.game.units[one.unit].side == plays.side]

    async def mark_further_reactions(self, call: Call, found: CommandResult) -> CommandResult:
        """Return the result, marked if further units of the bot may react to the same entry."""
        with suppress(Refusal):
            plays = await self._valid_state(live := await self._referee.games.require_game(call.where))
            return found._replace(leads_on=bool(plays.answering and await self._reactions(live, plays)))
        return found

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
                    decided = Decided(question.default)
                    if found.reached is not None:  # else the point in the play is unknown
                        board, plan, needed, choices = found.reached
                        opponent = self.decider(found.live, await self.state(found.live))
                        decided = await asyncio.to_thread(opponent.decision, board, plan, needed, choices)
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

    def decider(self, live: ActiveGame, plays: BotState) -> Opponent:
        """Return the opponent that decides for the bot, with what it has worked out so far."""
        table = opponent_of(live.system.key)
        known = self._known.setdefault(live.info.id, Appraiser(table, chance()))
        return Opponent(plays.side, plays.stance, table, known)
