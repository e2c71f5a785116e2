"""Deadlines of open questions: overdue ones are settled by default, unanswerable ones are closed."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord
from discord.ext import tasks

from bot.client import Adjutant
from bot.errors import Busy, Refusal, Unreadable
from bot.game.people import OPPONENT, Call, Person
from bot.game.questions import ConsentQuestion
from bot.game.registry import ActiveGame
from bot.resolution.cancel import NotAgreed
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services.play.clocks import ClockMessage
from bot.services.play.messages import ShownQuestion
from bot.settings import Detail
from bot.store.tables import Pending
from cogs.components.play.entry_buttons import entry_buttons, short_result_reply
from cogs.components.questions.question_view import question_message
from cogs.interactions.message import all_readers_of, post
from cogs.interactions.retries import Retries, note
from cogs.rendering.clocks import offline_text, time_left_text
from cogs.rendering.question import consent_text
from cogs.rendering.reply import REFUSED, Reply, reason_text
from cogs.rendering.result import is_played, result_reply
from cogs.rendering.text import Reader
from cogs.tasks import PeriodicCog
from rules.kernel.errors import RulesError

LOG = logging.getLogger(__name__)
_NO_CHANNEL = 10003
TICK = 5
"""Interval of the check in seconds."""
_PRIVATE_LOOKS = 12
"""Number of checks per check of private questions, which are not urgent: an idle bot should not write all the time."""
_ALL, _LATE, _CLOCKS = "all", "late", "clocks"
"""Keys of failures: reading the questions, showing late results, and the clocks."""
_AGAIN = 60.0
"""Pause in seconds after a failed check of the clocks."""


class Deadlines(PeriodicCog):
    """The task that settles overdue questions."""

    def __init__(self, bot: Adjutant) -> None:
        super().__init__()
        self._bot, self._services, self._retries = bot, bot.services, Retries()

    @tasks.loop(seconds=TICK)
    async def clock(self) -> None:
        """Settle overdue questions, by posting and never by editing, because a thread may be archived."""
        await self._retry_unposted()
        await self._post_clock_notices()
        if self.clock.current_loop % _PRIVATE_LOOKS == 0:
            await self._answer_for_bot()
        for row in await self._overdue_questions():
            try:
                await self._settle(row)
            except Unreadable:  # the question waits until the game can be read; the error is logged already
                continue
            except Exception as error:  # after any error the other games go on
                times = self._retries.count_failure(row.id, self._services.clock())
                note(LOG, error, times, "question %s past its deadline is late", row.id)
            else:
                self._retries.forget(row.id)

    async def _answer_for_bot(self) -> None:
        """Answer the questions to the bot as an opponent that were open when it was stopped."""
        now, opponent = self._services.clock(), self._services.opponent
        try:
            rows = await opponent.unanswered_questions(now)
        except Exception as error:  # after any error the next check may succeed
            note(LOG, error, 1, "what was asked of the opponent cannot be read")
            return
        for row in rows:
            try:
                found = await opponent.answer_overlooked(row)
                if found is not None:
                    await self._post(row, found)
            except Refusal as error:
                await self._post_refusal(row, error)
            except Exception as error:  # after any error the other games go on
                note(LOG, error, 1, "question %s to the opponent is not answered", row.id)

    async def _post_refusal(self, row: Pending, error: Exception) -> None:
        info = await self._services.record.games.get(row.game_id)
        assert info is not None
        live = await self._services.games.unfinished_game(info)
        words = all_readers_of(self._bot, live)
        text = reason_text(words, error)
        await post(self._bot, live, Reply(words.say("A question was cancelled"), text, colour=REFUSED))

    async def _post_clock_notices(self) -> None:
        """Post that a side's time is short or up, with the bot's action."""
        now, clocks = self._services.clock(), self._services.clocks
        if not self._retries.is_due(_CLOCKS, now):
            return
        try:
            games = await clocks.due_games(now)
        except Exception as error:  # after any error the next check may succeed
            note(LOG, error, self._retries.count_failure(_CLOCKS, now), "the clocks cannot be read")
            return
        self._retries.forget(_CLOCKS)
        for game in games:
            try:
                for due in await clocks.look(game, now):
                    await self._post_time(due)
            except Exception as error:  # after any error the other clocks go on
                clocks.check_later(game, now + _AGAIN)
                note(LOG, error, 1, "the clocks of game %s are late", game)

    async def _post_time(self, due: ClockMessage) -> None:
        words = all_readers_of(self._bot, due.live)
        if due.away:
            await post(self._bot, due.live, Reply(words(offline_text(due.away))))
        elif isinstance(due.result, OpenQuestion):
            await self._post_question(due.live, due.result)
        elif due.result is not None:
            await self._post_or_keep(
                due.live, overdue_reply(words, due.result, self._services.details.usual), due.result.entry.number
            )
        else:
            await post(self._bot, due.live, Reply(words(time_left_text(due.live, due.side, due.seconds))))

    async def _overdue_questions(self) -> list[Pending]:
        """Return the overdue questions whose retry is due; none while the record cannot be read."""
        now = self._services.clock()
        if not self._retries.is_due(_ALL, now):
            return []
        try:
            if self.clock.current_loop % _PRIVATE_LOOKS == 0:
                await self._services.overdue.close_private(now)
                await self._services.overdue.limit_consent(now)
            rows = await self._services.record.questions.due_questions(now)
        except Exception as error:  # after any error the next check may succeed
            note(LOG, error, self._retries.count_failure(_ALL, now), "the deadlines cannot be read")
            return []
        self._retries.forget_others([_LATE, _CLOCKS, *(row.id for row in rows)])
        return [row for row in rows if self._retries.is_due(row.id, now)]

    async def _settle(self, row: Pending) -> None:
        """Settle an overdue question, or drop it if that has become impossible."""
        try:
            result = await self._services.overdue.settle(row, f"due:{row.id}:{row.step}")
        except (Busy, Unreadable):
            raise
        except (Refusal, RulesError) as error:
            await self._cancel_question(row, error)
        else:
            if result is not None:
                await self._post(row, result)

    async def _cancel_question(self, row: Pending, error: Exception) -> None:
        """Close a question whose command has become impossible, and post the reason."""
        services = self._services
        info = await services.record.games.get(row.game_id)
        if info is None or not await services.record.questions.settle(row.id, step=row.step):
            return
        live = await services.games.game_of(info)
        live.waiting.drop(row.id)
        call = Call(Person(row.asked_by, ""), services.games.place(info), f"drop:{row.id}:{row.step}")
        overdue = OpenQuestion.of(live, row)
        refused = overdue.question.dice if isinstance(overdue.question, ConsentQuestion) else None
        await services.cancellation.give_back(live, call, overdue.pending_command(), refused=refused)
        await services.referee.notify_listeners(live)
        words = all_readers_of(self._bot, live)
        first = words.say("No answer in time, and no default:")
        if isinstance(error, NotAgreed):
            first = consent_text(words.at(live.board), overdue) + "."
        text = "\n".join((first, reason_text(words, error)))
        await post(self._bot, live, Reply(words.say("A question was cancelled"), text, colour=REFUSED))

    async def _post(self, row: Pending, found: CommandResult | OpenQuestion) -> None:
        """Post a result in the channel where the game is played now, not where the question was asked."""
        services = self._services
        info = await services.record.games.get(row.game_id)
        assert info is not None
        live = await services.games.game_of(info)
        words = all_readers_of(self._bot, live)
        if isinstance(found, CommandResult):
            if found.entry.by == OPPONENT.id:
                call = Call(Person(row.asked_by, ""), services.games.place(info), "")
                found = await services.opponent.mark_further_reactions(call, found)
            await self._post_or_keep(
                live, overdue_reply(words, found, self._services.details.usual), found.entry.number
            )
            return
        await self._post_question(live, found)

    async def _post_question(self, live: ActiveGame, found: OpenQuestion) -> None:
        """Post a question that no command has led to."""
        services, channel = self._services, live.info.channel_id
        message = await post(self._bot, live, question_message(all_readers_of(self._bot, live), found))
        await services.record.questions.record_post(found.row.id, channel, message)
        services.question_messages.add(live.info.id, ShownQuestion(found.row.id, channel, message))

    async def _post_or_keep(self, live: ActiveGame, reply: Reply, number: int) -> None:
        """Post a result; if the bot may not write there, keep it for later."""
        try:
            await post(self._bot, live, reply)
        except discord.HTTPException as error:
            await self._services.unposted_results.add(live.info.id, number, self._services.clock())
            if error.code == _NO_CHANNEL:
                await self._services.channels.pause_channel(live.info.channel_id)
            raise
        await self._services.unposted_results.take(live.info.id, number)

    async def _retry_unposted(self) -> None:
        """Retry the results that could not be posted, at intervals."""
        now = self._services.clock()
        if not self._retries.is_due(_LATE, now):
            return
        try:
            for game, number in await self._services.unposted_results.due_entries(now):
                await self._post_late(game, number)
        except Exception as error:  # after any error the other games go on
            note(LOG, error, self._retries.count_failure(_LATE, now), "what the clock has taken cannot be shown")
        else:
            self._retries.forget(_LATE)

    async def _post_late(self, game: str, number: int) -> None:
        services = self._services
        info = await services.record.games.get(game)
        if info is None:
            await services.unposted_results.take(game, number)
            return
        if not services.games.serves(info.guild_id):
            return
        with suppress(discord.HTTPException, Unreadable):
            live = await services.games.game_of(info)
            result = await services.unposted_results.result(live, number)
            words = all_readers_of(self._bot, live)
            player = live.game.players.get(result.entry.by)
            by_clock = (result.entry.source or "").startswith(_BY_THE_CLOCK)
            issuer = player.name if player is not None and not by_clock else ""
            await self._post_or_keep(live, overdue_reply(words, result, services.details.usual, issuer), number)


def overdue_reply(words: Reader, result: CommandResult, detail: Detail, issuer: str = "") -> Reply:
    """Return a result without a click, or one that could not be shown to its issuer (`issuer`) at the time."""
    buttons, by = entry_buttons(words, result), issuer or words.say("by the clock")
    if detail == "short" and is_played(result):
        return short_result_reply(words, result, by)
    return result_reply(words, result, by, buttons)


_BY_THE_CLOCK = ("due:", "clock:")
"""Prefixes of the sources of entries that were not made by an interaction."""


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(Deadlines(bot))
