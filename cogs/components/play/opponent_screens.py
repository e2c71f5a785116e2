"""The screens of the bot's seat: its results and orders with their reasons, and its questions to the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.game.people import OPPONENT
from bot.resolution.result import CommandResult
from bot.services.play.opponent_answers import MOST_COMMANDS
from bot.services.play.opponent_state import ORDER, BotTurn, SightQuery, without_instruction
from bot.services.play.seat_table import SEAT, Seat, Tap
from cogs.components.controls import EntryId, GameId, Items, MenuId, MenuOption
from cogs.components.play.control_row import ROOMY, LetBotPlay, arrange_controls, bot_turn_buttons, next_controls
from cogs.components.play.entry_buttons import undo_and_why_buttons
from cogs.components.play.line_of_sight_form import (
    assumed_sight,
    assumption_question,
    correction_options,
    distance_options,
    is_surroundings_asked,
    units_assumed_alike,
)
from cogs.components.play.outcome import show_outcome, show_result
from cogs.components.play.unit_menu import reaction_controls
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.result import turn_line
from cogs.rendering.sides import mark_in_game
from cogs.rendering.text import Reader
from rules.kernel.text import Heading, Listed, UnitRef, kind_of
from rules.opponent.sight import LIKELY
from rules.opponent.words import order_text

MOST_ONE_BY_ONE = 2
"""Most reacting units that the bot asks about one by one; for more, one menu asks which of them see the target."""


class ReportSight(GameId, what="opptell"):
    """A button that opens the form for one of the bot's units and the enemies it sees."""

    unit: str


class ConfirmMove(EntryId, what="oppdone"):
    """A button that confirms that the figures have been moved as ordered."""


class RejectOrder(EntryId, what="oppnot"):
    """A button that reports that the figures could not be moved as ordered."""


class ShowAlternatives(EntryId, what="oppwhy"):
    """A button that shows the alternatives to an order."""


class ConfirmSight(ReportSight, what="oppsame"):
    """A button that confirms the assumed view of one of the bot's units."""


class ConfirmSightOfAll(ReportSight, what="oppallsame"):
    """A button that confirms the view of all of the bot's units with the same assumption."""


class ReportNoEnemySeen(ReportSight, what="oppnone"):
    """A button that reports that one of the bot's units sees no enemy."""


class SightMenu(MenuId, GameId, what="oppsees"):
    """A menu that corrects the bot's assumptions about the view of one of its units."""

    unit: str


class DistanceMenu(MenuId, GameId, what="oppfar"):
    """A menu for the distance of the only enemy that one of the bot's units may react to."""

    unit: str


class ReactorMenu(MenuId, EntryId, what="oppseers"):
    """A menu of the bot's reacting units that see the unit they may react to."""


class NameStruckSide(EntryId, what="oppside"):
    """A button that names the side of a vehicle that the bot's order strikes."""

    side: str


class ReportNoReaction(GameId, what="oppblind"):
    """A button that reports that no reacting unit of the bot sees the unit it may react to."""


def bot_turn_reply(ctx: Context, turn: BotTurn) -> Reply:
    """Return the message about the bot's commands, with the words and the controls of its seat's screen."""
    words = ctx.all_readers.at(turn.live.board)
    parts = [_result_text(ctx, one, turn) for one in turn.results]
    if turn.question is not None:
        question = show_outcome(ctx, turn.question)
        return replace(question, text="\n\n".join(filter(None, [*parts, question.text])))
    text = _TEXTS.get(turn.state, _finished_text)(words, turn)
    # The colour shows whose figures are meant, which saves a heading.
    colour = mark_in_game(turn.live.game, turn.plays.side).accent
    head = next((words.plain.say("checksum {head}", head=one.head) for one in reversed(turn.results) if one.head), "")
    return Reply(
        text="\n\n".join(filter(None, [*parts, text])), footer=head, buttons=_controls(words, turn), colour=colour
    )


def _controls(words: Reader, turn: BotTurn) -> Items:
    """Return the controls of the screen, in the order of the table; an interrupted unit has those of a result."""
    found = {tap: _CONTROLS[tap](words, turn) for tap in SEAT[turn.state].taps}
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
    last = result is turn.results[-1] and turn.state not in _TEXTS
    dropped = (*(("tells",) if entry.command == "activate" else ()), *(() if last else ("asks",)))
    notes = tuple(one for one in entry.notes if kind_of(one) not in dropped)
    moved = without_instruction(entry)
    reply = show_result(ctx, result._replace(entry=(moved or entry).model_copy(update={"notes": notes})))
    text = reply.text
    if moved:
        rest = text.partition("\n")[2] if text.startswith("**") else text
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


# The words of each screen.


def _order_text(words: Reader, turn: BotTurn) -> str:
    assert turn.chosen_order is not None
    return f"**{words(order_text(turn.live.board, turn.chosen_order.chosen.option))}**"


def _struck_side_question(words: Reader, turn: BotTurn) -> str:
    """Return the question for the side of a vehicle that the bot's order strikes."""
    assert turn.side is not None
    units = [UnitRef(id) for id in turn.plays.sided.option.request.unit] if turn.plays.sided else []
    question = Heading(turn.side.question)
    return words.say("**{unit} fires:** {question}", unit=Listed(units), question=question)


def _sight_question(words: Reader, turn: BotTurn) -> str:
    """Return the bot's assumptions about a unit's view."""
    query = _query_of(turn)
    unit = UnitRef(query.unit)
    head = words.say("What does {unit} see?", unit=unit)
    if query.reactor_count:
        head = words.say("{unit} may react: what does it see?", unit=unit)
    return assumption_question(words, turn.live, turn.plays, query, head)


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


_TEXTS: Mapping[Seat, Callable[[Reader, BotTurn], str]] = {
    Seat.GLANCE: _sight_question,
    Seat.SIGHT: _sight_question,
    Seat.MOVE: _order_text,
    Seat.SIDE: _struck_side_question,
}
"""The words of the screens that ask; the others say that the bot has finished."""


# The controls of each tap.


def _play_on(words: Reader, turn: BotTurn) -> Items:
    """Return the button that lets the bot go on: after it waited for others, or gave as many commands as it may."""
    game = turn.live.info.id
    if turn.state is Seat.HELD:
        return (LetBotPlay(game).button(words.plain.say("{who} plays on", who=OPPONENT.name), "main"),)
    return bot_turn_buttons(words, turn.live.board, game) if len(turn.results) >= MOST_COMMANDS else ()


def _seen(words: Reader, turn: BotTurn) -> Items:
    """Return the buttons that confirm the bot's assumptions, open a form to correct them, or see no enemy."""
    plain, query, at = words.plain, _query_of(turn), (turn.live.info.id, _query_of(turn).unit)
    same = units_assumed_alike(turn.live, turn.plays, query)
    buttons = [ConfirmSight(*at).button(plain.say("That is right"), "yes")]
    if len(same) > 1:
        buttons.append(ConfirmSightOfAll(*at).button(plain.say("Right for all {n}", n=len(same)), "yes"))
    if not _is_of_one_mover(turn):
        buttons.append(ReportSight(*at).button(plain.say("Correct it …")))
    seen = any(assumed_sight(turn.live, turn.plays, query).values())
    if seen and not (_is_of_one_mover(turn) and _seers(words, turn)):
        buttons.append(ReportNoEnemySeen(*at).button(plain.say("It sees no enemy")))
    return tuple(buttons)


def _unseen(words: Reader, turn: BotTurn) -> Items:
    """Return the button for all units that may react, if there are several."""
    n = _query_of(turn).reactor_count
    return (ReportNoReaction(turn.live.info.id).button(words.plain.say("None of {n} sees it", n=n)),) if n > 1 else ()


def _seers(words: Reader, turn: BotTurn) -> Items:
    """Return a menu of the reacting units to tick at once, if there are many and they may react to the same unit."""
    plain, query, live = words.plain, _query_of(turn), turn.live
    if not _is_of_one_mover(turn) or not MOST_ONE_BY_ONE < query.reactor_count <= limits.CHOICES:
        return ()
    seers = [MenuOption(plain.say("{unit} sees it", unit=UnitRef(id)), id) for id in query.may_react]
    return (ReactorMenu(live.info.id, live.game.number).menu(seers, plain.say("Only these see it …"), ()),)


def _corrections(words: Reader, turn: BotTurn) -> Items:
    """Return the menu that corrects the bot's assumptions: all distances of the only mover, else a line for each."""
    plain, live, plays, query = words.plain, turn.live, turn.plays, _query_of(turn)
    at = (live.info.id, query.unit)
    if _is_of_one_mover(turn):
        options, _ = distance_options(plain, live, live.game.units[query.unit])
        return (DistanceMenu(*at).menu(options, plain.say("Correct {unit} …", unit=query.foes[0].ref)),)
    if len(query.foes) == 1:
        return ()
    near = plays.sight.around.get(query.unit, LIKELY) if is_surroundings_asked(live, plays, query) else None
    options = correction_options(plain, live, plays, query, assumed_sight(live, plays, query), near)
    return (SightMenu(*at).menu(options, plain.say("Other …"), ()),)


def _query_of(turn: BotTurn) -> SightQuery:
    assert turn.asks is not None
    return turn.asks


def _is_of_one_mover(turn: BotTurn) -> bool:
    """True if a unit may react to one enemy only."""
    query = _query_of(turn)
    return query.reactor_count > 0 and len(query.foes) == 1


_CONTROLS: Mapping[Tap, Callable[[Reader, BotTurn], Items]] = {
    Tap.PLAY_ON: _play_on,
    Tap.SEEN: _seen,
    Tap.UNSEEN: _unseen,
    Tap.SEERS: _seers,
    Tap.CORRECT: _corrections,
    Tap.MOVED: lambda words, turn: (ConfirmMove(*turn.at).button(words.plain.say("Done"), "yes"),),
    Tap.COULD_NOT: lambda words, turn: (RejectOrder(*turn.at).button(words.plain.say("Could not")),),
    Tap.WHY: lambda words, turn: (ShowAlternatives(*turn.at).button(words.plain.say("Why?")),),
    Tap.STRUCK: lambda words, turn: tuple(
        NameStruckSide(*turn.at, one.code).button(words.plain(Heading(one.label))) for one in turn.sides
    ),
    Tap.REACTION: lambda words, turn: reaction_controls(words, turn.live.board, turn.reactions, turn.at),
    Tap.NEXT: lambda words, turn: next_controls(words, turn.live),
    Tap.UNDO: lambda words, turn: undo_and_why_buttons(words, turn.results[-1]) if turn.results else (),
}
