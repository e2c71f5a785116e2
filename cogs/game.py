"""`/game` from new to reopen."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.people import Person
from bot.services.play.lifecycle import NewGame
from bot.services.play.scenarios import LONGEST_GOAL, WINS
from cogs import log
from cogs.components.play.ending import ask_solo_winner, begin_new_game, channel_taken_reply
from cogs.components.play.game_pages import review_progress
from cogs.components.play.outcome import outcome_reply, show_outcome, show_result
from cogs.components.setup.help_page import state_reply
from cogs.components.setup.setup_wizard import lacks_forces, wizard_reply
from cogs.components.setup.try_buttons import try_buttons
from cogs.interactions import autocomplete, past_games
from cogs.interactions.built_command import private_command, slash_command
from cogs.interactions.context import Context, steward_of
from cogs.interactions.message import permission_warning
from cogs.preferences import PreferenceCommands
from cogs.rendering.fairness import PROMISE
from cogs.rendering.reply import Reply
from cogs.rendering.statistics import review_reply
from cogs.rendering.status import setup_reply, status_reply, victory_reply
from cogs.tasks.live_board import BoardCommand
from rules.kernel.text import N_, Text

Named = app_commands.Range[str, 1, 100]


class GameCog(
    PreferenceCommands,
    BoardCommand,
    commands.GroupCog,
    group_name="game",
    group_description=N_("Start, join and end games."),
):
    """`/game`: one game per channel or thread; its creator is the umpire."""

    @slash_command(
        N_("Start a game in this channel."),
        system=(N_("The rules you play."), autocomplete.systems),
        name=N_("Its name."),
        rounds=N_("Number of rounds, in systems that count them."),
        units=N_("Your unit of measurement."),
        opponent=N_("You play against the bot; this is its style of play."),
    )
    async def new(
        self,
        ctx: Context,
        system: Named,
        name: Named | None = None,
        rounds: app_commands.Range[int, 1, 20] | None = None,
        units: Literal["inches", "cm"] = "inches",
        opponent: Literal["careful", "balanced", "reckless", "hold"] | None = None,
    ) -> Reply:
        closed = await log.close_unreadable(ctx)
        new_game = NewGame(system=system, name=name or "", units=units, rounds=rounds, opponent=opponent)
        if (taken := await channel_taken_reply(ctx, new_game)) is not None:
            return taken
        begun = await begin_new_game(ctx, new_game)
        first = [*permission_warning(ctx.all_readers, ctx.interaction), *log.closed_lines(ctx.all_readers, closed)]
        return replace(begun, text="\n".join([*first, begun.text]))

    @slash_command(
        N_("Play a side of the game in this channel."),
        side=(N_("The side."), autocomplete.sides),
        player=N_("Another player to seat there (umpire; server managers for players who have left)."),
    )
    async def join(
        self, ctx: Context, side: app_commands.Range[str, 1, 60], player: discord.User | None = None
    ) -> Reply:
        person = Person(str(player.id), player.display_name) if player else None
        return await outcome_reply(ctx, ctx.services.seats.join(ctx.call, side, person, steward_of(ctx)))

    @slash_command(
        N_("The bot plays a side; you move its figures."),
        side=(N_("The side."), autocomplete.sides),
        stance=N_("Its style of play."),
    )
    async def opponent(
        self,
        ctx: Context,
        side: app_commands.Range[str, 1, 60],
        stance: Literal["careful", "balanced", "reckless", "hold"] = "balanced",
    ) -> Reply:
        outcome = await ctx.services.opponent.take_seat(ctx.call, await ctx.game(), side, stance, steward_of(ctx))
        return show_outcome(ctx, outcome)

    @private_command(
        N_("After the game: three moments where another choice had better odds."),
        game=(N_("A finished game of this channel; empty: the last one."), past_games.games),
    )
    async def review(self, ctx: Context, game: Named | None = None) -> Reply:
        return review_reply(ctx.me, await ctx.services.reviews.of_channel(ctx.call, game, review_progress(ctx)))

    @slash_command(N_("Leave the game; your units stay with your side."))
    async def leave(self, ctx: Context) -> Reply:
        return show_result(ctx, await ctx.services.seats.leave(ctx.call))

    @slash_command(N_("The state of the game: turn, initiative, every unit."))
    async def status(self, ctx: Context) -> Reply:
        live, words = await ctx.game(), ctx.all_readers
        # Only the status shows seals.
        if lacks_forces(live) and live.game.seats_are_free and not live.game.seals:
            return await wizard_reply(ctx, live, words(Text("New game: {title}", title=live.info.name)))
        return await state_reply(ctx, words, live)

    @slash_command(
        N_("End the game; the record stays."),
        winner=(N_("The side that won, or a draw."), autocomplete.winners),
        note=N_("A note for the record."),
    )
    async def end(
        self, ctx: Context, winner: Named | None = None, note: app_commands.Range[str, 1, 500] | None = None
    ) -> Reply:
        if closed := await log.close_unreadable(ctx):
            return log.closed_reply(ctx.all_readers, closed)
        if not (winner or note) and (question := await ask_solo_winner(ctx)):
            return question
        return await outcome_reply(ctx, ctx.services.endings.end(ctx.call, winner, note or "", asks=True))

    @slash_command(N_("Resume the last game of this channel."))
    async def reopen(self, ctx: Context) -> Reply:
        return await outcome_reply(ctx, ctx.services.endings.reopen(ctx.call))

    @slash_command(
        N_("The checklist before the first turn; name a step to tick it off."),
        step=(N_("The step that is done."), autocomplete.setup_steps),
    )
    async def setup(self, ctx: Context, step: Named | None = None) -> Reply:
        if step:
            await ctx.services.table_objects.tick(ctx.call, step)
        live = await ctx.game()
        return setup_reply(ctx.all_readers, live)

    @slash_command(
        N_("The scenario: its goal, its last turn, and what decides it."),
        goal=N_("In your words: hold the ford."),
        turns=N_("The last turn; 0: none."),
        wins=N_("What decides who wins."),
        objectives=N_("Objectives on the table: ford, hill."),
    )
    @app_commands.choices(wins=[app_commands.Choice(name=name, value=wins) for wins, name in WINS.items()])
    async def scenario(
        self,
        ctx: Context,
        goal: app_commands.Range[str, 1, LONGEST_GOAL] | None = None,
        turns: app_commands.Range[int, 0, 100] | None = None,
        wins: str | None = None,
        objectives: app_commands.Range[str, 1, 200] | None = None,
    ) -> Reply:
        return await outcome_reply(ctx, ctx.services.scenarios.set(ctx.call, goal, turns, wins, objectives or ""))

    @slash_command(N_("Who is ahead, and whether the game is over, by the victory conditions."))
    async def victory(self, ctx: Context) -> Reply:
        standing = await ctx.services.table_objects.victory(ctx.call)
        return victory_reply(ctx.all_readers, *standing)

    @slash_command(
        N_("Two sample forces face to face, playable by one person."),
        system=(N_("The rules to try."), autocomplete.systems),
    )
    async def demo(self, ctx: Context, system: Named = "fubar") -> Reply:
        closed = await log.close_unreadable(ctx)
        if (taken := await channel_taken_reply(ctx)) is not None:
            return taken
        await ctx.services.lifecycle.demo(ctx.call, system)
        live, words = await ctx.game(), ctx.all_readers
        status = status_reply(words, live)
        steps = [f"`{step}`" for step in live.system.about.steps]
        promised = [words(PROMISE), ""] if await ctx.services.fairness.commitment(live.info.id) else []
        heading = words.say("**Try these three:**") if len(steps) == 3 else words.say("**Try this:**")
        lines = [*promised, heading, *steps] if steps else promised
        first = [*permission_warning(words, ctx.interaction), *log.closed_lines(words, closed)]
        text = "\n".join([*first, status.text, "", *lines])
        footer = words.say("You are the umpire and may play both sides; others join with /game join.")
        return Reply(status.title, text, footer, buttons=try_buttons(words, live))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(GameCog())
