"""Posting of battle reports in the channel of a finished game, including reports not posted before."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from discord.ext import commands, tasks

from bot.client import Adjutant
from bot.resolution.campaign_referee import CampaignResult
from bot.store.campaign_tables import BattleLink
from bot.store.tables import StoredGame as GameInfo
from cogs.components.campaign.battle_panels import report_change_reply, report_reply
from cogs.interactions.faults import FAULTS
from cogs.interactions.message import messages, post_messages
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.campaign.campaign import Battle, Campaign

LOG = logging.getLogger(__name__)
MINUTE = 60
"""Interval of the check in seconds: another process may have ended a game."""
ANSWER_TIMEOUT = 10
"""Longest time in seconds that a report waits for the answer to the command that ended the game."""


class CampaignReportPoster(commands.Cog):
    """The poster of reports; if the channel is gone, `/campaign report` still works."""

    def __init__(self, bot: Adjutant) -> None:
        self._bot, self._services = bot, bot.services

    async def cog_load(self) -> None:
        self._services.campaign_watch.listeners.append(self.post_report)
        self._services.campaign_watch.late.append(self.post_late_change)
        self.look.start()

    async def cog_unload(self) -> None:
        self.look.cancel()
        self._services.campaign_watch.listeners.remove(self.post_report)
        self._services.campaign_watch.late.remove(self.post_late_change)

    @tasks.loop(seconds=MINUTE)
    async def look(self) -> None:
        try:
            await self._services.campaign_watch.look()
        except Exception as error:  # after any error the next check may succeed
            LOG.warning("battles could not be looked at: %s", error)

    async def post_report(self, result: CampaignResult, link: BattleLink) -> None:
        """Post a report that was made or has become void, below the answer to that command."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._services.interactions.wait_for_answers(link.game_id), ANSWER_TIMEOUT)
        info = await self._services.record.games.get(link.game_id)
        if info is None:
            return
        campaign = (await self._services.campaign_referee.campaigns.open(result.info.id)).campaign
        battle = campaign.battle(link.battle_id)
        await self._post(
            info,
            campaign,
            lambda words: (
                report_reply(words, campaign, battle)
                if battle.stage == "reported"
                else Reply(words(result.entry.title), words.say("A new report is made when the game ends again."))
            ),
        )

    async def post_late_change(self, campaign: Campaign, battle: Battle, info: GameInfo) -> None:
        """Post that the game of a signed report was changed, in the channel of the game."""
        await self._post(
            info, campaign, lambda words: report_change_reply(words, campaign, battle, info.state == "ended")
        )

    async def _post(self, info: GameInfo, campaign: Campaign, render: Callable[[Reader], Reply]) -> None:
        words = Reader(self._bot.language(campaign.server or None), commands=self._bot.command_ids)
        try:
            await post_messages(self._bot, info.channel_id, messages(render(words), words))
        except FAULTS as error:
            LOG.warning("a report could not be posted: %s", error, extra={"campaign": campaign.id})


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(CampaignReportPoster(bot))
