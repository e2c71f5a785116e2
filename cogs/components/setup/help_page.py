"""`/help`: buttons for a player who is lost, the commands of the game's system, and its rules by topic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from cogs.components.controls import OTHER_VERSION, GameId, Items, handles_click
from cogs.components.play.board_row import board_rows
from cogs.components.play.control_row import UndoLast
from cogs.components.play.next_controls import controls_height
from cogs.components.play.stale_controls import require_current_game
from cogs.components.play.table_menu import card_menu
from cogs.components.questions.question_view import show_button
from cogs.components.setup.help_topics import topic_menu
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.board import question_line, turn_lines
from cogs.rendering.log import log_line
from cogs.rendering.reply import Reply
from cogs.rendering.status import status_reply
from cogs.rendering.text import Reader
from rules.command.system import System
from rules.kernel.text import Text

PLAYED = (
    "initiative",
    "activate",
    "move",
    "fire",
    "assault",
    "morale",
    "act",
    "turn phase",
    "turn end",
    "turn next",
)
"""The commands of play, in the order of a turn; each system has some of them."""
BEGIN = Text("**Start**: `/game demo`, or `/game new`, `/force load`, `/game join`.")
FURTHER = (
    Text("**Your own dice**: `dice:5 2 6 4` with any command, or `/game dice`."),
    Text("**Look up**: `/odds`, `/why`, `/unit show`, `/log show`. `/note` adds to the story."),
    Text("**Correct**: `/undo`, `/amend`, `/marker set`, `/unit edit`."),
    Text("**Many battles**: `/campaign new`, then its buttons."),
    Text("**For you**: `/game detail` short or full, `/privacy show`."),
)


class LookUp(GameId, what="lookup"):
    """A button of `/help` for a part of the game: its board, a unit, its open questions, all commands."""

    part: str


def command_lines(words: Reader, system: System | None) -> Iterator[str]:
    """Yield the commands in short: those of play are the system's own."""
    yield words(BEGIN)
    if system is None:
        found = [one for one in PLAYED if one not in ("morale", "turn phase", "turn end")]
    else:
        found = [one for one in PLAYED if one in system.commands or (one == "act" and system.acts)]
    play = words.say("**Play**:")
    yield f"{play} {', '.join(f'`/{one}`' for one in found)}."
    yield from map(words, FURTHER)


def help_reply(ctx: Context, live: ActiveGame) -> Reply:
    """Return the help of a game: whose turn it is, and a button for each question of a player who is lost."""
    words = ctx.me.at(live.board)
    lines = [*islice(turn_lines(words, live), 1), words.say("**Lost?** Tap what you look for, or choose a rule.")]
    return Reply(words(live.system.name), "\n".join(lines), private=True, buttons=_help_controls(words, live))


def _help_controls(words: Reader, live: ActiveGame) -> Items:
    plain, game = words.plain, live.info.id
    return (
        LookUp(game, "board").button(plain.say("Board"), "main"),
        LookUp(game, "unit").button(plain.say("What may my unit do?"), "main"),
        LookUp(game, "waiting").button(plain.say("Who is waited for?")),
        UndoLast(game, live.game.number).button(plain.say("Undo")),
        LookUp(game, "commands").button(plain.say("All commands")),
        topic_menu(words, live.system),
    )


@handles_click(LookUp, private=True)
async def look_up(ctx: Context, click: LookUp) -> Reply:
    """Show the part of the game that the caller looks for, in place of the page and with its buttons."""
    live = await require_current_game(ctx, click)
    words = ctx.me.at(live.board)
    match click.part:
        case "board":
            board = await state_reply(ctx, ctx.me, live)
            return replace(board, private=True, unrecorded=True, buttons=_help_controls(words, live))
        case "unit":
            if not (found := card_menu(ctx, live)):
                raise Refusal(Text("No units on the table yet. Add some: `/force load` or `/unit add`."))
            buttons = (*found, *_help_controls(words, live))
            return Reply(text=words.say("Which unit?"), private=True, unrecorded=True, buttons=buttons)
        case "waiting":
            return await waiting_reply(ctx, live)
        case "commands":
            text = "\n".join(command_lines(words, live.system))
            return Reply(words.say("All commands"), text, private=True, unrecorded=True)
        case _:
            raise Refusal(OTHER_VERSION)


async def state_reply(ctx: Context, words: Reader, live: ActiveGame) -> Reply:
    """Return the state of a running game with the controls of its board."""
    asked = await ctx.services.questions.of_game(live)
    rows = await board_rows(ctx.services, words, live, asked, 1, 0)
    return status_reply(words, live, asked, [(row, controls_height(row)) for row in rows])


async def waiting_reply(ctx: Context, live: ActiveGame) -> Reply:
    """Return the open questions of a game, and the entries that could not be shown when they were made."""
    words, found = ctx.me, await ctx.services.questions.of_game(live)
    unseen = [log_line(words.at(live.board), live, one) for one in await ctx.services.unposted_results.of_game(live)]
    taken = [words.say("Recorded while I could not write here:"), *unseen, ""] if unseen else []
    lines = [f"{number}. {question_line(words, one)}" for number, one in enumerate(found, 1)]
    shows = [show_button(words.plain, one, number) for number, one in enumerate(found[: limits.BUTTONS], 1)]
    none = [] if lines else [words.say("No open questions.")]
    text = "\n".join([*taken, *lines, *none, *turn_lines(words.at(live.board), live)])
    return Reply(words.say("Waiting"), text, private=True, buttons=tuple(shows))
