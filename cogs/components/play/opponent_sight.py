"""The bot's questions for the views of its units, and the clicks that confirm or correct its assumptions."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.play.opponent_state import BotState, BotTurn, SightQuery, SightReport
from bot.services.play.seat_table import Seat, Tap
from cogs.components.controls import (
    OTHER_VERSION,
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
from cogs.components.play import line_of_sight_form as sight_form
from cogs.components.play.opponent import CONTROLS, TEXTS, bot_turn_reply
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Listed, Text, UnitRef
from rules.opponent.sight import LIKELY, Around, SeenEnemy

MOST_ONE_BY_ONE = 2
"""Most reacting units that the bot asks about one by one; for more, one menu asks which of them see the target."""


class ReportSight(GameId, what="opptell"):
    """A button that opens the form for one of the bot's units and the enemies it sees."""

    unit: str


@handles_click(ReportSight, private=True)
async def open_sight_form(ctx: Context, click: ReportSight) -> Reply:
    """Open the form for the distances of the enemies that a unit probably sees, and for the terrain around it."""
    live, plays, query = await _require_question(ctx, click)
    assumed = sight_form.assumed_sight(live, plays, query)
    # All probably visible ones, and others as long as there is room.
    most = max(limits.MODAL_FIELDS - 1, sum(one is not None for one in assumed.values()))
    seen = sorted(query.foes, key=lambda one: assumed[one.id] is None)[:most]
    near = plays.sight.around.get(click.unit, LIKELY)
    return sight_form.seen_form(ctx.me, live, plays, query, seen, near).reply(ctx)


class ConfirmSight(ReportSight, what="oppsame"):
    """A button that confirms the assumed view of one of the bot's units."""


@handles_click(ConfirmSight, retires=True)
async def confirm_sight(ctx: Context, click: ConfirmSight) -> Reply:
    """Confirm the bot's assumptions about a unit's view."""
    live, plays, query = await _require_question(ctx, click)
    return await _record_sight(ctx, live, plays, {query.unit: sight_form.assumed_sight(live, plays, query)})


class ConfirmSightOfAll(ReportSight, what="oppallsame"):
    """A button that confirms the view of all of the bot's units with the same assumption."""


@handles_click(ConfirmSightOfAll, retires=True)
async def confirm_sight_of_all(ctx: Context, click: ConfirmSightOfAll) -> Reply:
    """Confirm the bot's assumptions for all units that share them."""
    live, plays, query = await _require_question(ctx, click)
    assumed = sight_form.assumed_sight(live, plays, query)
    return await _record_sight(
        ctx, live, plays, dict.fromkeys(sight_form.units_assumed_alike(live, plays, query), assumed)
    )


class ReportNoEnemySeen(ReportSight, what="oppnone"):
    """A button that reports that one of the bot's units sees no enemy."""


@handles_click(ReportNoEnemySeen, retires=True)
async def record_no_enemy_seen(ctx: Context, click: ReportNoEnemySeen) -> Reply:
    """Record that the unit sees none of the enemies in question."""
    live, plays, query = await _require_question(ctx, click)
    return await _record_sight(ctx, live, plays, {query.unit: {foe.id: None for foe in query.foes}})


class SightMenu(MenuId, GameId, what="oppsees"):
    """A menu that corrects the bot's assumptions about the view of one of its units."""

    unit: str


@handles_click(SightMenu, retires=True)
async def correct_sight(ctx: Context, click: SightMenu) -> Reply:
    """Record the bot's assumptions with the ticked corrections; ask for distances of newly visible enemies."""
    live, plays, query = await _require_question(ctx, click)
    changed, assumed = chosen_options(ctx), sight_form.assumed_sight(live, plays, query)
    ticked = sight_form.apply_ticks(changed, (id for id, one in assumed.items() if one is not None))
    seen = [one for one in query.foes if one.id in ticked]
    near = sight_form.tick_surroundings(changed, plays.sight.around.get(click.unit, LIKELY))
    first = sight_form.foes_elsewhere(changed)
    if first or any(assumed[one.id] is None for one in seen):
        return sight_form.seen_form(ctx.me, live, plays, query, seen, near, ticked=True, first=first).reply(ctx)
    corrected = {id: one if id in ticked else None for id, one in assumed.items()}
    return await _record_sight(ctx, live, plays, {query.unit: corrected}, near)


@handles_form(sight_form.SeenForm, retires=True)
async def record_seen_enemies(ctx: Context, click: sight_form.SeenForm) -> Reply:
    """Record the enemies of the form as seen by the unit; the bot plays on."""
    live, plays, query = await _require_question(ctx, click)
    sent = ctx.submitted
    seen = (
        dict.fromkeys(one.id for one in query.foes)
        | sight_form.sight_beyond_form(live, plays, query, click.rest)
        | sight_form.parse_sight(sent, live, click.rest)
    )
    near = sight_form.parse_surroundings(sent) if sight_form.is_surroundings_asked(live, plays, query) else None
    return await _record_sight(ctx, live, plays, {click.unit: seen}, near)


class DistanceMenu(SightMenu, what="oppfar"):
    """A menu for the distance of the only enemy that one of the bot's units may react to."""


@handles_click(DistanceMenu, retires=True)
async def record_distance(ctx: Context, click: DistanceMenu) -> Reply:
    """Record the distance and cover of the enemy the unit may react to, or that it does not see it."""
    live, plays, query = await _require_question(ctx, click)
    return await _record_sight(
        ctx, live, plays, {query.unit: sight_form.parse_distance_choice(query.foes, chosen_option(ctx))}
    )


class ReactorMenu(MenuId, EntryId, what="oppseers"):
    """A menu of the bot's reacting units that see the unit they may react to."""


@handles_click(ReactorMenu, retires=True)
async def record_reactors(ctx: Context, click: ReactorMenu) -> Reply:
    """Record that only the ticked units see the unit they may react to, at the likely distance."""
    live, service = await require_current_game(ctx, click), ctx.services.opponent
    plays, ticked = await service.state(live), set(chosen_options(ctx))
    seen = dict[str, Mapping[str, SeenEnemy | None]]()
    for unit, those in (await service.possible_reactions(live, plays)).items():
        query = await service.query(live, plays, unit)
        seen[unit] = sight_form.sight_beyond_form(live, plays, query, those) if unit in ticked else dict.fromkeys(those)
    return await _record_sight(ctx, live, plays, seen)


class ReportNoReaction(GameId, what="oppblind"):
    """A button that reports that no reacting unit of the bot sees the unit it may react to."""


@handles_click(ReportNoReaction, retires=True)
async def record_no_reaction(ctx: Context, click: ReportNoReaction) -> Reply:
    """Record that none of the bot's reacting units sees the unit it may react to."""
    live = await require_current_game(ctx, click)
    return bot_turn_reply(ctx, await ctx.services.opponent.report_no_reaction(ctx.call, live))


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
        views[unit] = SightReport(sight_form.likely_sight(live, plays, live.game.units[unit], those), around)
    return bot_turn_reply(ctx, await ctx.services.opponent.report(ctx.call, live, views))


async def _require_question(
    ctx: Context, click: ReportSight | SightMenu | sight_form.SeenForm
) -> tuple[ActiveGame, BotState, SightQuery]:
    """Return the game, the bot's knowledge and its open question; raise Refusal if the unit is gone."""
    live = await require_current_game(ctx, click)
    if click.unit not in live.game.units:
        raise Refusal(OTHER_VERSION)
    plays = await ctx.services.opponent.state(live)
    return live, plays, await ctx.services.opponent.query(live, plays, click.unit)


# The question and its controls.


def _sight_question(words: Reader, turn: BotTurn) -> str:
    """Return the bot's assumptions about a unit's view."""
    live, plays, query = turn.live, turn.plays, _query_of(turn)
    head = words.say("What does {unit} see?", unit=UnitRef(query.unit))
    if query.reactor_count:
        head = words.say("{unit} may react: what does it see?", unit=UnitRef(query.unit))
    lines = [
        f"**{head}**",
        *map(words, sight_form.assumption_lines(live, sight_form.assumed_sight(live, plays, query))),
    ]
    if sight_form.is_surroundings_asked(live, plays, query):
        lines += map(words, sight_form.surroundings_lines(live, plays.sight.around.get(query.unit, LIKELY)))
    if others := sight_form.units_assumed_alike(live, plays, query)[1:]:
        rest = len(others) > sight_form.MOST_NAMED and len(others) == len(query.untold) - 1
        same = Text("The other {n} see the same.", n=len(others))
        lines.append(words(same if rest else Text("The same: {units}.", units=Listed([UnitRef(id) for id in others]))))
    return "\n".join(lines)


def _seen(words: Reader, turn: BotTurn) -> Items:
    """Return the buttons that confirm the bot's assumptions, open a form to correct them, or see no enemy."""
    plain, query, at = words.plain, _query_of(turn), (turn.live.info.id, _query_of(turn).unit)
    same = sight_form.units_assumed_alike(turn.live, turn.plays, query)
    buttons = [ConfirmSight(*at).button(plain.say("That is right"), "yes")]
    if len(same) > 1:
        buttons.append(ConfirmSightOfAll(*at).button(plain.say("Right for all {n}", n=len(same)), "yes"))
    if not _is_of_one_mover(turn):
        buttons.append(ReportSight(*at).button(plain.say("Correct it …")))
    seen = any(sight_form.assumed_sight(turn.live, turn.plays, query).values())
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
    return (ReactorMenu(*live.at).menu(seers, plain.say("Only these see it …"), several=True),)


def _corrections(words: Reader, turn: BotTurn) -> Items:
    """Return the menu that corrects the bot's assumptions: all distances of the only mover, else a line for each."""
    plain, live, plays, query = words.plain, turn.live, turn.plays, _query_of(turn)
    at = (live.info.id, query.unit)
    if _is_of_one_mover(turn):
        options, _ = sight_form.distance_options(plain, live, live.game.units[query.unit])
        return (DistanceMenu(*at).menu(options, plain.say("Correct {unit} …", unit=query.foes[0].ref)),)
    if len(query.foes) == 1:
        return ()
    near = plays.sight.around.get(query.unit, LIKELY) if sight_form.is_surroundings_asked(live, plays, query) else None
    options = sight_form.correction_options(
        plain, live, plays, query, sight_form.assumed_sight(live, plays, query), near
    )
    return (SightMenu(*at).menu(options, plain.say("Other …"), several=True),)


def _query_of(turn: BotTurn) -> SightQuery:
    assert turn.asks is not None
    return turn.asks


def _is_of_one_mover(turn: BotTurn) -> bool:
    """True if a unit may react to one enemy only."""
    query = _query_of(turn)
    return query.reactor_count > 0 and len(query.foes) == 1


TEXTS |= {Seat.GLANCE: _sight_question, Seat.SIGHT: _sight_question}
CONTROLS |= {Tap.SEEN: _seen, Tap.UNSEEN: _unseen, Tap.SEERS: _seers, Tap.CORRECT: _corrections}
