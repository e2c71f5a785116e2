"""What the table agrees on: `/game dice`, `mentions`, `timeout`, `umpire` and the like; and what waits for whom."""

from __future__ import annotations

import logging
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.errors import AppError, Busy, Refusal
from bot.game.people import Call, Person, Place
from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.store.tables import Pending
from cogs.components.entry_buttons import under
from cogs.components.outcome import Interaction, calling, shown
from cogs.components.question_view import DiceButton, asked
from cogs.game import GameCog
from cogs.interactions import autocomplete, limits
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply, messages
from cogs.interactions.respond import REFUSED, refused, reply
from cogs.rendering.board import course, question_line
from cogs.rendering.result import result
from cogs.rendering.visibility import told
from rules.errors import RulesError
from rules.text import say, unsaid

LOG = logging.getLogger(__name__)
TICK = 5
"""Seconds between two looks at the deadlines."""
Text = app_commands.Range[str, 1, 100]


def person(user: discord.User | discord.Member) -> Person:
    return Person(str(user.id), user.display_name)


@app_commands.command(description="Whose dice a side throws: the bot's, or its own off the table.")
@app_commands.describe(mode="The bot throws, or you do.", side="The side; empty: yours.")
@app_commands.autocomplete(side=autocomplete.sides)
async def dice(interaction: Interaction, mode: Literal["bot", "physical"], side: Text | None = None) -> None:
    async def work() -> Reply:
        return shown(interaction, await services_of(interaction).preferences.dice(calling(interaction), mode, side))

    await reply(interaction, work())


@app_commands.command(description="Whether questions to you mention you, so that Discord calls you.")
@app_commands.describe(mode="On or off, for you in this game.")
async def mentions(interaction: Interaction, mode: Literal["on", "off"]) -> None:
    async def work() -> Reply:
        return shown(
            interaction, await services_of(interaction).preferences.mentions(calling(interaction), mode == "on")
        )

    await reply(interaction, work())


@app_commands.command(description="How long a question waits for its answer, and what happens then.")
@app_commands.describe(minutes="Minutes.", policy="Wait on, go by default, or ask the umpire.")
async def timeout(
    interaction: Interaction,
    minutes: app_commands.Range[int, 1, 10080],
    policy: Literal["wait", "default", "umpire"],
) -> None:
    async def work() -> Reply:
        return shown(
            interaction, await services_of(interaction).preferences.timeout(calling(interaction), minutes, policy)
        )

    await reply(interaction, work())


@app_commands.command(description="Make somebody else the umpire.")
@app_commands.describe(player="The new umpire.")
async def umpire(interaction: Interaction, player: discord.User) -> None:
    async def work() -> Reply:
        return shown(
            interaction, await services_of(interaction).preferences.umpire(calling(interaction), person(player))
        )

    await reply(interaction, work())


@app_commands.command(description="Let somebody else command a unit of yours; the same again takes it back.")
@app_commands.describe(unit="The unit.", player="Who may command it.")
@app_commands.autocomplete(unit=autocomplete.units)
async def delegate(interaction: Interaction, unit: Text, player: discord.User) -> None:
    async def work() -> Reply:
        agreed = services_of(interaction).preferences
        return shown(interaction, await agreed.delegate(calling(interaction), unit, person(player)))

    await reply(interaction, work())


@app_commands.command(description="Pause the game, or go on with a paused one.")
async def pause(interaction: Interaction) -> None:
    async def work() -> Reply:
        return shown(interaction, await services_of(interaction).preferences.pause(calling(interaction)))

    await reply(interaction, work())


@app_commands.command(description="Play on in another channel or thread.")
@app_commands.describe(channel="Where to.")
async def move(interaction: Interaction, channel: discord.TextChannel | discord.Thread) -> None:
    async def work() -> Reply:
        to = Place(str(interaction.guild_id) if interaction.guild_id else None, str(channel.id))
        _may_write(interaction, channel)
        answer = await services_of(interaction).preferences.move(calling(interaction), to)
        await _take_questions_along(interaction, to)
        said = shown(interaction, answer)
        return Reply(said.title, say("The game goes on in {mention}.", mention=channel.mention), said.footer)

    await reply(interaction, work())


def _may_write(interaction: Interaction, channel: discord.TextChannel | discord.Thread) -> None:
    refusals = {
        interaction.user: unsaid("You may not write in {channel}."),
        channel.guild.me: unsaid("I may not write in {channel}."),
    }
    for member, refusal in refusals.items():
        if isinstance(member, discord.Member) and not _writes(channel.permissions_for(member), channel):
            raise Refusal(say(refusal, channel=channel.name))


def _writes(may: discord.Permissions, channel: discord.TextChannel | discord.Thread) -> bool:
    writes = may.send_messages_in_threads if isinstance(channel, discord.Thread) else may.send_messages
    return may.view_channel and writes


async def _take_questions_along(interaction: Interaction, to: Place) -> None:
    """Every question that is open stands in the new channel too; the old buttons point there."""
    services = services_of(interaction)
    for waits in await services.questions.open(calling(interaction)._replace(where=to)):
        message = await post(interaction.client, waits.live, asked(waits))
        await services.record.posted(waits.row.id, to.channel, message)


async def post(bot: Any, live: ActiveGame, said: Reply) -> str:
    """Say something in the channel of a game that nobody asked for just now; the id of the last message of it."""
    channel, stands = live.info.channel_id, ""
    for message in messages(told(live.board, said)):
        stands = str((await bot.get_partial_messageable(int(channel)).send(**message)).id)
        bot.services.live_boards.spoke(channel)
    return stands


class Deadlines(commands.Cog):
    """Everything that waits for somebody, and the clock that answers when nobody does."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    async def cog_load(self) -> None:
        self.clock.start()

    async def cog_unload(self) -> None:
        self.clock.cancel()

    @tasks.loop(seconds=TICK)
    async def clock(self) -> None:
        """Answer what is overdue, by posting, never by editing: the question may be in an archived thread."""
        for row in await self._due():
            try:
                await self._settled(row)
            except (Busy, discord.HTTPException):
                LOG.warning("a question past its deadline is late", exc_info=True, extra={"question": row.id})
            except Exception:  # whatever it is, the clock goes on for everybody else
                LOG.exception("a question past its deadline could not be answered", extra={"question": row.id})

    async def _due(self) -> list[Pending]:
        """What is overdue; nothing while the record cannot be read, so that the clock goes on."""
        services = self._bot.services
        try:
            return await services.record.due(services.clock())
        except Exception:  # whatever it is, the next look may succeed
            LOG.warning("the deadlines cannot be read just now", exc_info=True)
            return []

    async def _settled(self, row: Pending) -> None:
        """Answer one that is overdue, or drop it where that has become impossible."""
        services = self._bot.services
        info = await services.record.game(row.game_id)
        self._bot.speak_in(info.guild_id, info.channel_id)
        try:
            result = await services.questions.overdue(row, f"due:{row.id}:{row.step}")
        except Busy:
            raise
        except (AppError, RulesError) as error:
            await self._drop(row, error)
        else:
            if result is not None:
                await self._post(row, result)

    async def _drop(self, row: Pending, error: Exception) -> None:
        """A question whose command has become impossible is closed, and why is said."""
        services = self._bot.services
        info = await services.record.game(row.game_id)
        live = await services.games.running(info)
        if not await services.record.settle(row.id, step=row.step):
            return
        text = say("No answer in time, and it cannot go on by default:\n{why}", why=refused(error).text)
        call = Call(Person(row.asked_by, say("the clock")), services.games.place(info), f"drop:{row.id}:{row.step}")
        await services.cancellation.give_back(
            live, call, row, say("Dropped: the dice thrown so far come out again first")
        )
        await post(self._bot, live, Reply(say("A question is dropped"), text, colour=REFUSED))

    async def _post(self, row: Pending, result: CommandResult | OpenQuestion) -> None:
        """Where the game is played now, which need not be where the question stood."""
        services = self._bot.services
        info = await services.record.game(row.game_id)
        said = asked(result) if isinstance(result, OpenQuestion) else overdue(result)
        message = await post(self._bot, await services.games.running(info), said)
        if isinstance(result, OpenQuestion):
            await services.record.posted(result.row.id, info.channel_id, message)

    @app_commands.command(description="Everything in this game that waits for somebody.")
    async def waiting(self, interaction: Interaction) -> None:
        await reply(interaction, self._waiting(interaction), private=True)

    async def _waiting(self, interaction: Interaction) -> Reply:
        found = await services_of(interaction).questions.open(calling(interaction))
        lines = [f"{number}. {question_line(waits)}" for number, waits in enumerate(found, 1)]
        shows = [DiceButton("show", one.row.id, one.row.step, number) for number, one in enumerate(found, 1)]
        live = await services_of(interaction).games.at(calling(interaction).where)
        text = "\n".join([*(lines or [say("Nothing is waiting for anybody.")]), *course(live)])
        return Reply(say("Waiting"), text, private=True, buttons=tuple(shows[: limits.BUTTONS]))


def overdue(answer: CommandResult) -> Reply:
    """A result that nobody clicked for."""
    return result(answer, say("by the clock"), under(answer))


async def setup(bot: commands.Bot) -> None:
    group = bot.get_cog("GameCog")
    assert isinstance(group, GameCog)
    for command in (dice, mentions, timeout, umpire, delegate, pause, move):
        group.app_command.add_command(command)  # type: ignore[union-attr]
    await bot.add_cog(Deadlines(bot))
