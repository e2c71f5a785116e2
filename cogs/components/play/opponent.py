"""The bot's seat: the messages about its turn, its orders with their reasons, and the clicks on their buttons.

What its units see is asked in `opponent_sight.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.errors import Refusal
from bot.resolution.result import CommandResult
from bot.services.play.opponent_answers import MOST_COMMANDS
from bot.services.play.opponent_orders import ORDER
from bot.services.play.opponent_reports import without_instruction
from bot.services.play.opponent_state import BotTurn
from bot.services.play.seat_table import SEAT, Seat, Tap
from cogs.components.controls import EntryId, Items, handles_click
from cogs.components.play.control_row import LetBotPlay, bot_turn_buttons, play_on_button
from cogs.components.play.entry_buttons import undo_and_why_buttons
from cogs.components.play.next_controls import ROOMY, arrange_controls, next_controls
from cogs.components.play.outcome import show_outcome, show_result
from cogs.components.play.reaction_menu import reaction_controls
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.result import turn_line
from cogs.rendering.sides import mark_in_game
from cogs.rendering.text import Reader
from rules.kernel.text import Heading, Listed, Text, UnitRef, kind_of
from rules.opponent.words import choices, method_remarks, order_text, reason

TEXTS: dict[Seat, Callable[[Reader, BotTurn], str]] = {}
"""The words of the screens that ask; the others say that the bot has finished."""
CONTROLS: dict[Tap, Callable[[Reader, BotTurn], Items]] = {}
"""The controls of each tap."""


@handles_click(LetBotPlay)
async def let_bot_play(ctx: Context, click: LetBotPlay) -> Reply:
    """Let the bot play on until it needs an answer."""
    live = await require_current_game(ctx, click)
    return bot_turn_reply(ctx, await ctx.services.opponent.go(ctx.call, live))


def bot_turn_reply(ctx: Context, turn: BotTurn) -> Reply:
    """Return the message about the bot's commands, with the words and the controls of its seat's screen."""
    words = ctx.all_readers.at(turn.live.board)
    parts = [_result_text(ctx, one, turn) for one in turn.results]
    if turn.question is not None:
        question = show_outcome(ctx, turn.question)
        return replace(question, text="\n\n".join(filter(None, [*parts, question.text])))
    text = TEXTS.get(turn.state, _finished_text)(words, turn)
    # The colour shows whose figures are meant, which saves a heading.
    colour = mark_in_game(turn.live.game, turn.plays.side).accent
    head = next((words.plain.say("checksum {head}", head=one.head) for one in reversed(turn.results) if one.head), "")
    return Reply(
        text="\n\n".join(filter(None, [*parts, text])), footer=head, buttons=_controls(words, turn), colour=colour
    )


def _controls(words: Reader, turn: BotTurn) -> Items:
    """Return the controls of the screen, in the order of the table; an interrupted unit has those of a result."""
    found = {tap: CONTROLS[tap](words, turn) for tap in SEAT[turn.state].taps}
    if turn.state is not Seat.RESUMED or turn.back is None:
        return tuple(control for each in found.values() for control in each)
    live, back = turn.live, turn.back.model_copy(update={"number": turn.live.game.number, "notes": ()})
    now = CommandResult(live.info.id, back, live.board, live.board)
    return arrange_controls(words, now, found[Tap.PLAY_ON], found[Tap.UNDO], ROOMY)


def _result_text(ctx: Context, result: CommandResult, turn: BotTurn) -> str:
    """Return the text of one result.

    An activation shows its purpose instead of the unit's options, because the bot continues automatically. The line
    for the side with the turn follows the last result only. A roll that picks an order is left out, since its reasons
    mention it.
    """
    words, entry = ctx.all_readers.at(result.after), result.entry
    if entry.command == ORDER:
        return ""
    last = result is turn.results[-1] and turn.state not in TEXTS
    dropped = (*(("tells",) if entry.command == "activate" else ()), *(() if last else ("asks",)))
    notes = tuple(one for one in entry.notes if kind_of(one) not in dropped)
    moved = without_instruction(entry)
    reply = show_result(ctx, result._replace(entry=(moved or entry).model_copy(update={"notes": notes})))
    text = reply.text
    if moved:
        # Its heading says again what has moved; short results have theirs in the text.
        rest = text.partition("\n")[2] if text.startswith("**") and not reply.title else text
        done = words.say("✓ {units} moved.", units=Listed([UnitRef(id) for id in entry.request.get("unit") or ()]))
        reply, text = replace(reply, title=""), f"{done}\n{rest}".strip()
    for whose in () if last else turn_line(words, result):
        text = text.removesuffix(whose).rstrip()
    return "\n".join(
        filter(None, (f"**{reply.title}**" if reply.title else "", text, _purpose_text(words, result, turn)))
    )


def _purpose_text(words: Reader, result: CommandResult, turn: BotTurn) -> str:
    """Return the purpose of an activation, if no later command of the unit shows it."""
    units, action = tuple(result.entry.request.get("unit") or ()), result.entry.request.get("action")
    later = turn.results[turn.results.index(result) + 1 :]
    goes_on = [*(one.entry.request.get("unit") for one in later), turn.chosen_order and turn.chosen_order.request.unit]
    passed = all(roll.result for roll in result.entry.rolls)
    if result.entry.command != "activate" or not passed or any(tuple(one or ()) == units for one in goes_on):
        return ""
    labels = {one.code: one.label for one in result.after.system.commands["activate"].actions}
    return words.say("Its action: {action}.", action=labels[action]) if action in labels else ""


def _finished_text(words: Reader, turn: BotTurn) -> str:
    """Return a line that the bot has finished, and that an interrupted enemy unit can go on."""
    live, text = turn.live, ""
    if not turn.results:
        text = words.say("Nothing to do for {side} now.", side=turn.plays.side)
        if turn.reacts:
            text = words.say("{side} does not react.", side=turn.plays.side)
        if live.game.holder and not live.game.over:
            text += f"\n**{words(live.system.whose_go(live.game))}**"
    if turn.resumed is not None:
        free = words.say("{unit} can go on.", unit=turn.resumed.ref)
        text = f"{text}\n{free}".strip()
    return text


# An order, and the clicks on its buttons.


class ConfirmMove(EntryId, what="oppdone"):
    """A button that confirms that the figures have been moved as ordered."""


@handles_click(ConfirmMove, retires=True)
async def confirm_move(ctx: Context, click: ConfirmMove) -> Reply:
    """Record the order as carried out; the bot plays on."""
    live = await require_current_game(ctx, click)
    return bot_turn_reply(ctx, await ctx.services.opponent.continue_after_move(ctx.call, live, click.number))


class RejectOrder(EntryId, what="oppnot"):
    """A button that reports that the figures could not be moved as ordered."""


@handles_click(RejectOrder, retires=True)
async def reject_order(ctx: Context, click: RejectOrder) -> Reply:
    """Reject the order; the bot gives its next best one."""
    live = await require_current_game(ctx, click)
    return bot_turn_reply(ctx, await ctx.services.opponent.reject_order(ctx.call, live, click.number))


class ShowAlternatives(EntryId, what="oppwhy"):
    """A button that shows the alternatives to an order."""


@handles_click(ShowAlternatives, private=True)
async def show_alternatives(ctx: Context, click: ShowAlternatives) -> Reply:
    """Show the alternatives to an order with their values, while the order is open."""
    live = await require_current_game(ctx, click)
    plays = await ctx.services.opponent.state(live)
    order = await ctx.services.opponent.order(live, plays) if click.number == live.game.number else None
    if order is None:
        raise Refusal(Text("That order is over."))
    words = ctx.me.at(live.board)
    why = filter(None, (reason(live.board, order),))
    lines = [words(line) for line in (*why, *choices(live.board, order.weighed), *method_remarks(order))]
    stance = words.say("In percent of a side's strength, for the stance {stance}.", stance=plays.stance)
    return Reply(words.say("Why this order"), "\n".join([stance, *(f"• {line}" for line in lines)]), private=True)


class NameStruckSide(EntryId, what="oppside"):
    """A button that names the side of a vehicle that the bot's order strikes."""

    side: str


@handles_click(NameStruckSide, retires=True)
async def record_struck_side(ctx: Context, click: NameStruckSide) -> Reply:
    """Record the order against that side of the vehicle; the bot plays on."""
    live = await require_current_game(ctx, click)
    return bot_turn_reply(ctx, await ctx.services.opponent.report_side(ctx.call, live, click.number, click.side))


def _order_text(words: Reader, turn: BotTurn) -> str:
    assert turn.chosen_order is not None
    return f"**{words(order_text(turn.live.board, turn.chosen_order.chosen.option))}**"


def _struck_side_question(words: Reader, turn: BotTurn) -> str:
    """Return the question for the side of a vehicle that the bot's order strikes."""
    assert turn.side is not None
    units = [UnitRef(id) for id in turn.plays.sided.option.request.unit] if turn.plays.sided else []
    question = Heading(turn.side.question)
    return words.say("**{unit} fires:** {question}", unit=Listed(units), question=question)


# The controls of all turns.


def _play_on(words: Reader, turn: BotTurn) -> Items:
    """Return the button that lets the bot go on: after it waited for others, or gave as many commands as it may."""
    game = turn.live.info.id
    if turn.state is Seat.HELD:
        return (play_on_button(words, game),)
    return bot_turn_buttons(words, turn.live.board, game) if len(turn.results) >= MOST_COMMANDS else ()


TEXTS |= {Seat.MOVE: _order_text, Seat.SIDE: _struck_side_question}
CONTROLS |= {
    Tap.PLAY_ON: _play_on,
    Tap.MOVED: lambda words, turn: (ConfirmMove(*turn.live.at).button(words.plain.say("Done"), "yes"),),
    Tap.COULD_NOT: lambda words, turn: (RejectOrder(*turn.live.at).button(words.plain.say("Could not")),),
    Tap.WHY: lambda words, turn: (ShowAlternatives(*turn.live.at).button(words.plain.say("Why?")),),
    Tap.STRUCK: lambda words, turn: tuple(
        NameStruckSide(*turn.live.at, one.code).button(words.plain(Heading(one.label))) for one in turn.sides
    ),
    Tap.REACTION: lambda words, turn: reaction_controls(words, turn.live.board, turn.reactions, turn.live.at),
    Tap.NEXT: lambda words, turn: next_controls(words, turn.live),
    Tap.UNDO: lambda words, turn: undo_and_why_buttons(words, turn.results[-1]) if turn.results else (),
}
