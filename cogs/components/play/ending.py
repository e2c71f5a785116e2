"""The end of a game by clicks: the question for the winner, and a next game requested meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from fractions import Fraction

from bot.errors import GameRunning, Refusal
from bot.game.people import OPPONENT, knows
from bot.game.permissions import require_table_voice
from bot.game.registry import ActiveGame
from bot.services.play.endings import DRAW
from bot.services.play.lifecycle import DEMO_SIDES, NewGame
from cogs.components.controls import OTHER_VERSION, GameId, find_by_mark, handles_click, mark_of, require_value
from cogs.components.play import control_row
from cogs.components.play.outcome import outcome_reply, show_result
from cogs.components.play.stale_controls import EARLIER, require_current_game
from cogs.components.setup.setup_clicks import keep_button
from cogs.components.setup.setup_wizard import wizard_reply
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import PANEL, Reply, refusal_reply
from cogs.rendering.text import Reader
from rules.command.legality import Legality
from rules.command.next_steps import Step
from rules.command.victory import judge_victory
from rules.kernel.request import Request
from rules.kernel.text import Text, Typed


class NameWinner(GameId, what="won"):
    """A button that names the winning side by its mark; without a mark, there is no winner."""

    side: str


@handles_click(control_row.EndGameButton)
async def end_game(ctx: Context, click: control_row.EndGameButton) -> Reply:
    """Ask for the winner if the game had sides; otherwise ask to confirm the end."""
    live = await require_current_game(ctx, click)
    require_table_voice(live.game, ctx.caller)
    if not _has_sides(live):
        return await outcome_reply(ctx, ctx.services.endings.end(ctx.call, None, "", asks=True))
    return await asyncio.to_thread(_winner_question, ctx.me.at(live.board), live)


async def ask_solo_winner(ctx: Context) -> Reply | None:
    """Ask a caller who plays against the bot for the winner; return None if another player may name one."""
    live = await ctx.game()
    bot = live.game.players.get(OPPONENT.id)
    if bot is None or not _has_sides(live):
        return None
    require_table_voice(live.game, ctx.caller)
    return await asyncio.to_thread(_winner_question, ctx.me.at(live.board), live)


def _has_sides(live: ActiveGame) -> bool:
    return not live.game.seats_are_free and len(live.game.sides) > 1


def _winner_question(words: Reader, live: ActiveGame) -> Reply:
    """Return the question for the winner: the sides, the leader marked, and a draw."""
    verdict, at = judge_victory(live.board), live.info.id
    strength = dict[str, tuple[int, int]]()
    for side in live.game.sides:
        units = [
            one for one in live.game.all_units.values() if one.side == side and knows(live.board, words.reader, one)
        ]
        strength[side] = sum(one.models for one in units if one.alive), sum(one.starting for one in units)
    # The side with the largest share of its figures left is ahead, unless there is a tie.
    shares = {side: Fraction(left, start) for side, (left, start) in strength.items() if start}
    best = [side for side, share in shares.items() if share == max(shares.values())]
    ahead = verdict.leader or (best[0] if len(best) == 1 else None)
    buttons = [
        NameWinner(at, mark_of(side)).button(words.plain(label), "main" if side == ahead else "plain")
        for side in live.game.sides[: limits.ROW * limits.ROWS - 3]
        for label in (Text("{side}, ahead", side=side) if side == ahead else Text("{side}", side=side),)
    ]
    buttons += [NameWinner(at, "").button(words.plain.say("No winner: a draw")), keep_button(words, at)]
    lines = [
        words.say("**{side}**: {end} of {start} figures left", side=side, end=end, start=start)
        for side, (end, start) in strength.items()
    ]
    lines += [words(verdict.reason)] if verdict.leader else []
    fates = live.system.after_battle.own_fates
    if fates is not None and any(unit.has(fates.downed) for unit in live.game.units.values()):
        step = Step(live.system.acts[fates.action].title, Request("act", action=fates.action), Legality.OK)
        buttons.insert(0, control_row.step_button(words, step, live.at))
        lines.append(words.say("Roll for the fates of the downed before the game ends."))
    text = "\n".join(lines)
    return Reply(words.say("Who has won?"), text, private=True, unrecorded=True, buttons=tuple(buttons), helper=PANEL)


@handles_click(NameWinner)
async def record_winner(ctx: Context, click: NameWinner) -> Reply:
    """End the game with a winner or as a draw; ask for confirmation if questions are open."""
    live = await require_current_game(ctx, click)
    winner = require_value(find_by_mark(click.side, live.game.sides)) if click.side else DRAW
    asks = bool(await ctx.services.questions.of_game(live))
    return await outcome_reply(ctx, ctx.services.endings.end(ctx.call, winner, "", asks=asks))


# The next game.


async def begin_new_game(ctx: Context, new_game: NewGame) -> Reply:
    """Begin a new game, seat the caller and the bot if they play each other, and show the remaining setup."""
    begun = await ctx.services.lifecycle.new(ctx.call, new_game.system, new_game.name, new_game.units, new_game.rounds)
    if new_game.opponent is not None:
        own, other = DEMO_SIDES
        await ctx.services.seats.join(ctx.call.part(".own"), own)
        await ctx.services.opponent.take_seat(ctx.call.part(".bot"), await ctx.game(), other, new_game.opponent)
    started = show_result(ctx, begun)
    wizard = await wizard_reply(ctx, await ctx.game(), started.title)
    umpire = ctx.all_readers.plain.say("{entry}, the umpire", entry=Typed(started.footer))
    return replace(wizard, footer=f"{umpire}\n{wizard.footer}")


async def channel_taken_reply(ctx: Context, new_game: NewGame | None = None) -> Reply | None:
    """Return the refusal while another game runs here, with a button that ends it; None if there is none.

    The game in `new_game` is offered after that.
    """
    try:
        await ctx.services.lifecycle.make_room(ctx.call)
    except GameRunning as running:
        if new_game is not None:
            await ctx.services.lifecycle.keep_request(ctx.call, running.game, new_game)
        return replace(refusal_reply(ctx.me, running), buttons=(control_row.end_button(ctx.me, running.game),))
    return None


@handles_click(control_row.BeginNextGame)
async def begin_next_game(ctx: Context, click: control_row.BeginNextGame) -> Reply:
    """Begin the game that was refused while the previous game was running, or else another of the same rules."""
    new_game = await ctx.services.lifecycle.requested_game(click.game)
    return await begin_new_game(ctx, new_game or await _same_again(ctx, click.game))


async def _same_again(ctx: Context, over: str) -> NewGame:
    """Return a new game like a finished one of this channel, against the bot if that was; raise Refusal."""
    info = await ctx.services.record.games.get(over)
    if info is None or info.channel_id != ctx.call.where.channel:
        raise Refusal(OTHER_VERSION)
    live = await ctx.services.games.read_game(info)
    stance = (await ctx.services.opponent.state(live)).stance if OPPONENT.id in live.game.players else None
    return NewGame.model_validate({"system": info.system, "units": info.units, "opponent": stance})


@handles_click(control_row.ReopenGame)
async def reopen_game(ctx: Context, click: control_row.ReopenGame) -> Reply:
    """Reopen the last game of the channel; raise Refusal if a later one was played."""
    last = await ctx.services.record.games.last_in_channel(ctx.call.where.channel)
    if last is None or last.id != click.game:
        raise Refusal(EARLIER)
    return await outcome_reply(ctx, ctx.services.endings.reopen(ctx.call))
