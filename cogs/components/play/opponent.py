"""The clicks on the controls of the bot's seat."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.play.opponent_state import BotState, SightQuery, SightReport
from cogs.components.controls import OTHER_VERSION, chosen_option, chosen_options, handles_click, handles_form
from cogs.components.play.control_row import LetBotPlay
from cogs.components.play.line_of_sight_form import (
    SeenForm,
    apply_ticks,
    assumed_sight,
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
from cogs.components.play.opponent_screens import (
    ConfirmMove,
    ConfirmSight,
    ConfirmSightOfAll,
    DistanceMenu,
    NameStruckSide,
    ReactorMenu,
    RejectOrder,
    ReportNoEnemySeen,
    ReportNoReaction,
    ReportSight,
    ShowAlternatives,
    SightMenu,
    bot_turn_reply,
)
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from rules.kernel.text import Text
from rules.opponent.sight import LIKELY, Around, SeenEnemy
from rules.opponent.words import choices, method_remarks, reason


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
    return seen_form(ctx.me, live, plays, query, seen, near).reply(ctx)


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
        return seen_form(ctx.me, live, plays, query, seen, near, ticked=True, first=first).reply(ctx)
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
