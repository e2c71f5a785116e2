"""Deadlines of open questions: overdue ones are settled by default, unanswerable ones are closed."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord
from discord.ext import commands, tasks

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
from cogs.components.play.outcome import question_message
from cogs.interactions.delivery import Retries, note
from cogs.interactions.message import everybody, post
from cogs.rendering.board import time_left, was_away
from cogs.rendering.question import wish
from cogs.rendering.reply import REFUSED, Reply, reason
from cogs.rendering.result import is_played, result_reply
from cogs.rendering.text import Reader
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


class Deadlines(commands.Cog):
    """The task that settles overdue questions."""

    def __init__(self, bot: Adjutant) -> None:
        self._bot, self._services, self._retries = bot, bot.services, Retries()

    async def cog_load(self) -> None:
        self.clock.start()

    async def cog_unload(self) -> None:
        self.clock.cancel()

    @tasks.loop(seconds=TICK)
    async def clock(self) -> None:
        """Settle overdue questions, by posting and never by editing, because a thread may be archived."""
        await self._show_again()
        await self._by_the_clock()
        if self.clock.current_loop % _PRIVATE_LOOKS == 0:
            await self._overlooked()
        for row in await self._due():
            try:
                await self._settled(row)
            except Unreadable:  # the question waits until the game can be read; the error is logged already
                continue
            except Exception as error:  # after any error the other games go on
                times = self._retries.failed(row.id, self._services.clock())
                note(LOG, error, times, "question %s past its deadline is late", row.id)
            else:
                self._retries.over(row.id)

    async def _overlooked(self) -> None:
        """Answer the questions to the bot as an opponent that were open when it was stopped."""
        now, opponent = self._services.clock(), self._services.opponent
        try:
            rows = await opponent.overlooked(now)
        except Exception as error:  # after any error the next check may succeed
            note(LOG, error, 1, "what was asked of the opponent cannot be read")
            return
        for row in rows:
            try:
                found = await opponent.catches_up(row)
                if found is not None:
                    await self._post(row, found)
            except Refusal as error:
                await self._tell_refused(row, error)
            except Exception as error:  # after any error the other games go on
                note(LOG, error, 1, "question %s to the opponent is not answered", row.id)

    async def _tell_refused(self, row: Pending, error: Exception) -> None:
        info = await self._services.record.games.get(row.game_id)
        assert info is not None
        live = await self._services.games.running(info)
        words = everybody(self._bot, live)
        text = reason(words, error)
        await post(self._bot, live, Reply(words.say("A question was cancelled"), text, colour=REFUSED))

    async def _by_the_clock(self) -> None:
        """Post how little time is left, or that it is up, with the bot's action."""
        now, clocks = self._services.clock(), self._services.clocks
        try:
            games = await clocks.due(now) if self._retries.due(_CLOCKS, now) else []
        except Exception as error:  # after any error the next check may succeed
            note(LOG, error, self._retries.failed(_CLOCKS, now), "the clocks cannot be read")
            return
        for game in games:
            try:
                for due in await clocks.look(game, now):
                    await self._tell_time(due)
            except Exception as error:  # after any error the other clocks go on
                clocks.later(game, now + _AGAIN)
                note(LOG, error, 1, "the clocks of game %s are late", game)

    async def _tell_time(self, due: ClockMessage) -> None:
        words = everybody(self._bot, due.live)
        if due.away:
            await post(self._bot, due.live, Reply(words(was_away(due.away))))
        elif isinstance(due.result, OpenQuestion):
            await self._ask(due.live, due.result)
        elif due.result is not None:
            await self._show(
                due.live, overdue(words, due.result, self._services.details.usual), due.result.entry.number
            )
        else:
            await post(self._bot, due.live, Reply(words(time_left(due.live, due.side, due.seconds))))

    async def _due(self) -> list[Pending]:
        """Return the overdue questions whose retry is due; none while the record cannot be read."""
        now = self._services.clock()
        if not self._retries.due(_ALL, now):
            return []
        try:
            if self.clock.current_loop % _PRIVATE_LOOKS == 0:
                await self._services.overdue.close_private(now)
                await self._services.overdue.limit_consent(now)
            rows = await self._services.record.questions.due(now)
        except Exception as error:  # after any error the next check may succeed
            note(LOG, error, self._retries.failed(_ALL, now), "the deadlines cannot be read")
            return []
        self._retries.only([_LATE, _CLOCKS, *(row.id for row in rows)])
        return [row for row in rows if self._retries.due(row.id, now)]

    async def _settled(self, row: Pending) -> None:
        """Settle an overdue question, or drop it if that has become impossible."""
        try:
            result = await self._services.overdue.settle(row, f"due:{row.id}:{row.step}")
        except (Busy, Unreadable):
            raise
        except (Refusal, RulesError) as error:
            await self._drop(row, error)
        else:
            if result is not None:
                await self._post(row, result)

    async def _drop(self, row: Pending, error: Exception) -> None:
        """Close a question whose command has become impossible, and post the reason."""
        services = self._services
        info = await services.record.games.get(row.game_id)
        if info is None or not await services.record.questions.settle(row.id, step=row.step):
            return
        live = await (services.games.of(info) if info.state == "ended" else services.games.running(info))
        call = Call(Person(row.asked_by, ""), services.games.place(info), f"drop:{row.id}:{row.step}")
        overdue = OpenQuestion.of(live, row)
        refused = overdue.question.dice if isinstance(overdue.question, ConsentQuestion) else None
        await services.cancellation.give_back(live, call, overdue.attempt(), refused=refused)
        await services.referee.tell(live)
        words = everybody(self._bot, live)
        first = words.say("No answer in time, and no default:")
        if isinstance(error, NotAgreed):
            first = wish(words.at(live.board), overdue) + "."
        text = "\n".join((first, reason(words, error)))
        await post(self._bot, live, Reply(words.say("A question was cancelled"), text, colour=REFUSED))

    async def _post(self, row: Pending, found: CommandResult | OpenQuestion) -> None:
        """Post a result in the channel where the game is played now, not where the question was asked."""
        services = self._services
        info = await services.record.games.get(row.game_id)
        assert info is not None
        live = await (services.games.of(info) if info.state == "ended" else services.games.running(info))
        words = everybody(self._bot, live)
        if isinstance(found, CommandResult):
            if found.entry.by == OPPONENT.id:
                call = Call(Person(row.asked_by, ""), services.games.place(info), "")
                found = await services.opponent.leads_on(call, found)
            await self._show(live, overdue(words, found, self._services.details.usual), found.entry.number)
            return
        await self._ask(live, found)

    async def _ask(self, live: ActiveGame, found: OpenQuestion) -> None:
        """Post a question that no command has led to."""
        services, channel = self._services, live.info.channel_id
        message = await post(self._bot, live, question_message(everybody(self._bot, live), found))
        await services.record.questions.posted(found.row.id, channel, message)
        services.question_messages.add(live.info.id, ShownQuestion(found.row.id, channel, message))

    async def _show(self, live: ActiveGame, reply: Reply, number: int) -> None:
        """Post a result; if the bot may not write there, keep it for later."""
        try:
            await post(self._bot, live, reply)
        except discord.HTTPException as error:
            await self._services.unposted_results.add(live.info.id, number, self._services.clock())
            if error.code == _NO_CHANNEL:
                await self._services.lost_places.channel_gone(live.info.channel_id)
            raise
        await self._services.unposted_results.take(live.info.id, number)

    async def _show_again(self) -> None:
        """Retry the results that could not be posted, at intervals."""
        now = self._services.clock()
        if not self._retries.due(_LATE, now):
            return
        try:
            for game, number in await self._services.unposted_results.due(now):
                await self._shown_late(game, number)
        except Exception as error:  # after any error the other games go on
            note(LOG, error, self._retries.failed(_LATE, now), "what the clock has taken cannot be shown")

    async def _shown_late(self, game: str, number: int) -> None:
        services = self._services
        info = await services.record.games.get(game)
        if info is None:
            await services.unposted_results.take(game, number)
            return
        if not services.games.serves(info.guild_id):
            return
        with suppress(discord.HTTPException, Unreadable):
            live = await (services.games.of(info) if info.state == "ended" else services.games.running(info))
            result = await services.unposted_results.result(live, number)
            words = everybody(self._bot, live)
            await self._show(live, overdue(words, result, services.details.usual, _giver(live, result)), number)


def overdue(words: Reader, result: CommandResult, detail: Detail, giver: str = "") -> Reply:
    """Return a result without a click, or one that could not be shown to its issuer (`giver`) at the time."""
    buttons, by = entry_buttons(words, result), giver or words.say("by the clock")
    if detail == "short" and is_played(result):
        return short_result_reply(words, result, by)
    return result_reply(words, result, by, buttons)


_BY_THE_CLOCK = ("due:", "clock:")
"""Prefixes of the sources of entries that were not made by an interaction."""


def _giver(live: ActiveGame, result: CommandResult) -> str:
    """Return the name of the issuer; empty if the clock made the entry."""
    player = live.game.players.get(result.entry.by)
    if player is None or (result.entry.source or "").startswith(_BY_THE_CLOCK):
        return ""
    return player.name


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(Deadlines(bot))
