"""Messages and controls of the bot as a player: its orders with their reasons, and its questions to the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.errors import Refusal
from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.services.play.opponent import MOST_COMMANDS
from bot.services.play.opponent_state import ORDER, BotState, BotTurn, SightQuery, SightReport, without_instruction
from cogs.components.controls import (
    OTHER_VERSION,
    Control,
    EntryId,
    GameId,
    Items,
    MenuId,
    MenuOption,
    chosen_option,
    chosen_options,
    handles_click,
    handles_form,
)
from cogs.components.play.control_clicks import form_reply
from cogs.components.play.control_row import ROOMY, LetBotPlay, arrange_controls, bot_turn_buttons, next_controls
from cogs.components.play.entry_buttons import undo_and_why_buttons
from cogs.components.play.line_of_sight_form import (
    SeenForm,
    apply_ticks,
    assumed_sight,
    assumption_question,
    correction_options,
    distance_options,
    foes_elsewhere,
    is_surroundings_asked,
    likely_sight,
    parse_distance_choice,
    parse_sight,
    parse_surroundings,
    seen_form,
    sight_beyond_form,
    tick_surroundings,
    units_assumed_alike,
)
from cogs.components.play.outcome import show_outcome, show_result
from cogs.components.play.stale_controls import require_current_game
from cogs.components.play.unit_menu import reaction_controls
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.result import turn_line
from cogs.rendering.sides import mark_in_game
from cogs.rendering.text import Reader
from rules.command.next_steps import unit_steps
from rules.game.unit import Unit
from rules.kernel.facts import Ask
from rules.kernel.text import Heading, Listed, Text, UnitRef, kind_of
from rules.opponent.decide import ChosenOrder
from rules.opponent.sight import LIKELY, Around, SeenEnemy
from rules.opponent.words import choices, method_remarks, order_text, reason

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


# The clicks.


@handles_click(LetBotPlay)
async def let_bot_play(ctx: Context, click: LetBotPlay) -> Reply:
    """Let the bot play on until it needs an answer."""
    live = await require_current_game(ctx, click)
    return bot_turn_reply(ctx, await ctx.services.opponent.go(ctx.call, live))


@handles_click(ReportSight, private=True)
async def open_sight_form(ctx: Context, click: ReportSight) -> Reply:
    """Open the form for the distances of the enemies that a unit probably sees, and for the terrain around it."""
    live, plays, query = await _require_question(ctx, click)
    assumed = assumed_sight(live, plays, query)
    # All probably visible ones, and others as long as there is room.
    most = max(limits.MODAL_FIELDS - 1, sum(one is not None for one in assumed.values()))
    seen = sorted(query.foes, key=lambda one: assumed[one.id] is None)[:most]
    near = plays.sight.around.get(click.unit, LIKELY)
    return form_reply(ctx, seen_form(ctx.me, live, plays, query, seen, near))


@handles_click(SightMenu, retires=True)
async def correct_sight(ctx: Context, click: SightMenu) -> Reply:
    """Record the bot's assumptions with the ticked corrections; ask for distances of newly visible enemies."""
    live, plays, query = await _require_question(ctx, ReportSight(click.game, click.unit))
    changed, assumed = chosen_options(ctx), assumed_sight(live, plays, query)
    ticked = apply_ticks(changed, (id for id, one in assumed.items() if one is not None))
    seen = [one for one in query.foes if one.id in ticked]
    near = tick_surroundings(changed, plays.sight.around.get(click.unit, LIKELY))
    first = foes_elsewhere(changed)
    if first or any(assumed[one.id] is None for one in seen):
        return form_reply(ctx, seen_form(ctx.me, live, plays, query, seen, near, ticked=True, first=first))
    corrected = {id: one if id in ticked else None for id, one in assumed.items()}
    return await _record_sight(ctx, live, plays, {query.unit: corrected}, near)


@handles_click(DistanceMenu, retires=True)
async def record_distance(ctx: Context, click: DistanceMenu) -> Reply:
    """Record the distance and cover of the enemy the unit may react to, or that it does not see it."""
    live, plays, query = await _require_question(ctx, ReportSight(click.game, click.unit))
    return await _record_sight(ctx, live, plays, {query.unit: parse_distance_choice(query.foes, chosen_option(ctx))})


@handles_click(ConfirmSight, retires=True)
async def confirm_sight(ctx: Context, click: ConfirmSight) -> Reply:
    """Confirm the bot's assumptions about a unit's view."""
    live, plays, query = await _require_question(ctx, click)
    return await _record_sight(ctx, live, plays, {query.unit: assumed_sight(live, plays, query)})


@handles_click(ConfirmSightOfAll, retires=True)
async def confirm_sight_of_all(ctx: Context, click: ConfirmSightOfAll) -> Reply:
    """Confirm the bot's assumptions for all units that share them."""
    live, plays, query = await _require_question(ctx, click)
    assumed = assumed_sight(live, plays, query)
    return await _record_sight(ctx, live, plays, dict.fromkeys(units_assumed_alike(live, plays, query), assumed))


@handles_click(ReportNoEnemySeen, retires=True)
async def record_no_enemy_seen(ctx: Context, click: ReportNoEnemySeen) -> Reply:
    """Record that the unit sees none of the enemies in question."""
    live, plays, query = await _require_question(ctx, click)
    return await _record_sight(ctx, live, plays, {query.unit: {foe.id: None for foe in query.foes}})


@handles_click(ReportNoReaction, retires=True)
async def record_no_reaction(ctx: Context, click: ReportNoReaction) -> Reply:
    """Record that none of the bot's reacting units sees the unit it may react to."""
    live = await require_current_game(ctx, click)
    return bot_turn_reply(ctx, await ctx.services.opponent.report_no_reaction(ctx.call, live))


@handles_click(ReactorMenu, retires=True)
async def record_reactors(ctx: Context, click: ReactorMenu) -> Reply:
    """Record that only the ticked units see the unit they may react to, at the likely distance."""
    live, service = await require_current_game(ctx, click), ctx.services.opponent
    plays, ticked = await service.state(live), set(chosen_options(ctx))
    seen = dict[str, Mapping[str, SeenEnemy | None]]()
    for unit, those in (await service.possible_reactions(live, plays)).items():
        query = await service.query(live, plays, unit)
        seen[unit] = sight_beyond_form(live, plays, query, those) if unit in ticked else dict.fromkeys(those)
    return await _record_sight(ctx, live, plays, seen)


async def _record_sight(
    ctx: Context,
    live: ActiveGame,
    plays: BotState,
    seen: Mapping[str, Mapping[str, SeenEnemy | None]],
    near: Around | None = None,
) -> Reply:
    """Record the views of units, and the terrain around them if it has changed, and let the bot play on."""
    views = dict[str, SightReport]()
    for unit, those in seen.items():
        around = near if near is not None else plays.sight.around.get(unit, LIKELY)
        views[unit] = SightReport(likely_sight(live, plays, live.game.units[unit], those), around)
    return bot_turn_reply(ctx, await ctx.services.opponent.report(ctx.call, live, views))


async def _require_question(ctx: Context, click: ReportSight) -> tuple[ActiveGame, BotState, SightQuery]:
    """Return the game, the bot's knowledge and its open question; raise Refusal if the unit is gone."""
    live = await require_current_game(ctx, click)
    if click.unit not in live.game.units:
        raise Refusal(OTHER_VERSION)
    plays = await ctx.services.opponent.state(live)
    return live, plays, await ctx.services.opponent.query(live, plays, click.unit)


@handles_form(SeenForm, retires=True)
async def record_seen_enemies(ctx: Context, click: SeenForm) -> Reply:
    """Record the enemies of the form as seen by the unit; the bot plays on."""
    live, plays, query = await _require_question(ctx, ReportSight(click.game, click.unit))
    sent = ctx.submitted
    seen = (
        dict.fromkeys(one.id for one in query.foes)
        | sight_beyond_form(live, plays, query, click.rest)
        | parse_sight(sent, live, click.rest)
    )
    near = parse_surroundings(sent) if is_surroundings_asked(live, plays, query) else None
    return await _record_sight(ctx, live, plays, {click.unit: seen}, near)


@handles_click(ConfirmMove, retires=True)
async def confirm_move(ctx: Context, click: ConfirmMove) -> Reply:
    """Record the order as carried out; the bot plays on."""
    live = await require_current_game(ctx, click)
    return bot_turn_reply(ctx, await ctx.services.opponent.continue_after_move(ctx.call, live, click.number))


@handles_click(RejectOrder, retires=True)
async def reject_order(ctx: Context, click: RejectOrder) -> Reply:
    """Reject the order; the bot gives its next best one."""
    live = await require_current_game(ctx, click)
    return bot_turn_reply(ctx, await ctx.services.opponent.reject_order(ctx.call, live, click.number))


@handles_click(NameStruckSide, retires=True)
async def record_struck_side(ctx: Context, click: NameStruckSide) -> Reply:
    """Record the order against that side of the vehicle; the bot plays on."""
    live = await require_current_game(ctx, click)
    return bot_turn_reply(ctx, await ctx.services.opponent.report_side(ctx.call, live, click.number, click.side))


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


# The messages.


def bot_turn_reply(ctx: Context, turn: BotTurn) -> Reply:
    """Return the message about the bot's commands and its open question or order."""
    words = ctx.all_readers.at(turn.live.board)
    parts = [_result_text(ctx, one, turn) for one in turn.results]
    if turn.question is not None:
        question = show_outcome(ctx, turn.question)
        return replace(question, text="\n\n".join(filter(None, [*parts, question.text])))
    if turn.chosen_order is not None:
        text, buttons = _order_controls(words, turn, turn.chosen_order)
    elif turn.side is not None:
        text, buttons = _struck_side_question(words, turn, turn.side)
    elif turn.asks is not None:
        text, buttons = _sight_question(words, turn.live, turn.plays, turn.asks)
    else:
        text, buttons = _finished_line(words, turn)
    # The colour shows whose figures are meant, which saves a heading.
    colour = mark_in_game(turn.live.game, turn.plays.side).accent
    head = next((words.plain.say("checksum {head}", head=one.head) for one in reversed(turn.results) if one.head), "")
    return Reply(text="\n\n".join(filter(None, [*parts, text])), footer=head, buttons=buttons, colour=colour)


def _result_text(ctx: Context, result: CommandResult, turn: BotTurn) -> str:
    """Return the text of one result.

    An activation shows its purpose instead of the unit's options, because the bot continues automatically. The line
    for the side with the turn follows the last result only. A roll that picks an order is left out, since its reasons
    mention it.
    """
    words, entry = ctx.all_readers.at(result.after), result.entry
    if entry.command == ORDER:
        return ""
    last = result is turn.results[-1] and turn.asks is turn.chosen_order is turn.side is None
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


def _order_controls(words: Reader, turn: BotTurn, order: ChosenOrder) -> tuple[str, Items]:
    """Return the order and the buttons that answer it; Why? shows the alternatives."""
    at, plain = (turn.live.info.id, turn.live.game.number), words.plain
    text = order_text(turn.live.board, order.chosen.option)
    buttons = (
        ConfirmMove(*at).button(plain.say("Done"), "yes"),
        RejectOrder(*at).button(plain.say("Could not")),
        ShowAlternatives(*at).button(plain.say("Why?")),
    )
    return f"**{words(text)}**", buttons


def _struck_side_question(words: Reader, turn: BotTurn, question: Ask) -> tuple[str, Items]:
    """Return the question for the side of a vehicle that the bot's order strikes, with a button per side."""
    at, order = (turn.live.info.id, turn.live.game.number), turn.plays.sided
    buttons = tuple(NameStruckSide(*at, one.code).button(words.plain(Heading(one.label))) for one in question.choices)
    units = [UnitRef(id) for id in order.option.request.unit] if order else []
    return words.say("**{unit} fires:** {question}", unit=Listed(units), question=Heading(question.question)), buttons


def _no_reaction_button(plain: Reader, live: ActiveGame, query: SightQuery) -> tuple[Control, ...]:
    if query.reactor_count < 2:
        return ()
    return (ReportNoReaction(live.info.id).button(plain.say("None of {n} sees it", n=query.reactor_count)),)


def _reactor_menu(plain: Reader, live: ActiveGame, query: SightQuery) -> Items:
    """Return a menu of the reacting units to tick at once, if there are many."""
    if not MOST_ONE_BY_ONE < query.reactor_count <= limits.CHOICES:
        return ()
    seers = [MenuOption(plain.say("{unit} sees it", unit=UnitRef(id)), id) for id in query.may_react]
    return (ReactorMenu(live.info.id, live.game.number).menu(seers, plain.say("Only these see it …"), ()),)


def _sight_question(words: Reader, live: ActiveGame, plays: BotState, query: SightQuery) -> tuple[str, Items]:
    """Return the bot's assumptions about a unit's view, with buttons that confirm or correct them."""
    plain, at, unit = words.plain, (live.info.id, query.unit), UnitRef(query.unit)
    assumed, at_one = assumed_sight(live, plays, query), query.reactor_count and len(query.foes) == 1
    head, same = words.say("What does {unit} see?", unit=unit), units_assumed_alike(live, plays, query)
    if query.reactor_count:
        head = words.say("{unit} may react: what does it see?", unit=unit)
    question = assumption_question(words, live, plays, query, head)
    buttons = [ConfirmSight(*at).button(plain.say("That is right"), "yes")]
    if len(same) > 1:
        buttons.append(ConfirmSightOfAll(*at).button(plain.say("Right for all {n}", n=len(same)), "yes"))
    if not at_one:
        buttons.append(ReportSight(*at).button(plain.say("Correct it …")))
    if any(assumed.values()) and not (at_one and _reactor_menu(plain, live, query)):
        buttons.append(ReportNoEnemySeen(*at).button(plain.say("It sees no enemy")))
    shown = (*buttons, *_no_reaction_button(plain, live, query))
    if at_one:
        options, _ = distance_options(plain, live, live.game.units[query.unit])
        far = DistanceMenu(*at).menu(options, plain.say("{unit} is …", unit=query.foes[0].ref))
        return question, (*shown, *_reactor_menu(plain, live, query), far)
    if len(query.foes) == 1:
        return question, shown
    near = plays.sight.around.get(query.unit, LIKELY) if is_surroundings_asked(live, plays, query) else None
    menu = SightMenu(*at).menu(correction_options(plain, live, plays, query, assumed, near), plain.say("Other …"), ())
    return question, (*shown, menu)


def _finished_line(words: Reader, turn: BotTurn) -> tuple[str, Items]:
    """Return a line that the bot has finished, and the next steps, first of an interrupted enemy unit."""
    live, text = turn.live, ""
    unit = _interrupted_unit(turn)
    if not turn.results:
        text = words.say("Nothing to do for {side} now.", side=turn.plays.side)
        if turn.reacts:
            text = words.say("{side} does not react.", side=turn.plays.side)
        if live.game.holder and not live.game.over:
            text += f"\n**{words(live.system.whose_go(live.game))}**"
    if unit is not None:
        free = words.say("{unit} can go on.", unit=unit.ref)
        text = f"{text}\n{free}".strip()
    return text, _resumed_controls(words, turn)


def _interrupted_unit(turn: BotTurn) -> Unit | None:
    """Return the unit of the other side that was interrupted while acting."""
    units = (turn.back.request.get("unit") or ()) if turn.back else ()
    unit = turn.live.game.units.get(units[0]) if units else None
    return unit if unit is not None and unit.alive and unit_steps(turn.live.board, unit) else None


def _resumed_controls(words: Reader, turn: BotTurn) -> Items:
    """Return the next steps of the other side, first of the interrupted unit, and Undo and Why? of the last result."""
    live, back = turn.live, turn.back
    if turn.waits:
        last = turn.results[-1]
        reactions = live.system.reactions(live.board, last.entry)
        at, goes_on = (live.info.id, live.game.number), words.plain.say("{who} plays on", who=OPPONENT.name)
        answers = reaction_controls(words, live.board, reactions, at)
        if not turn.left or live.game.holder not in (None, turn.plays.side):
            # A unit shoots better in its own turn than as a reaction.
            return (*next_controls(words, live), *answers, *undo_and_why_buttons(words, last))
        return (LetBotPlay(live.info.id).button(goes_on, "main"), *answers, *undo_and_why_buttons(words, last))
    go = bot_turn_buttons(words, live.board, live.info.id) if len(turn.results) >= MOST_COMMANDS else ()
    own = undo_and_why_buttons(words, turn.results[-1]) if turn.results else ()
    if back is None or _interrupted_unit(turn) is None:
        return (*go, *next_controls(words, live), *own)
    now = back.model_copy(update={"number": live.game.number, "notes": ()})
    return arrange_controls(words, CommandResult(live.info.id, now, live.board, live.board), go, own, ROOMY)
