"""Clicks on the controls of the checklist: forces, seats, dice, and the less common choices."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.resolution.result import OpenQuestion
from bot.services.play.lifecycle import DEMO_SIDES
from cogs.components.controls import (
    OTHER_VERSION,
    Control,
    GameId,
    chosen_option,
    find_by_mark,
    handles_click,
    mark_of,
    require_value,
)
from cogs.components.play.clock import clock_reply
from cogs.components.play.control_row import ShowSetup
from cogs.components.play.outcome import outcome_reply, show_outcome, show_result
from cogs.components.play.stale_controls import require_current_game
from cogs.components.setup.army_lists import list_form
from cogs.components.setup.forces import further_force_question
from cogs.components.setup.seats import TakeSeat, available_seats_reply, seat_caller, sides_of
from cogs.components.setup.setup_wizard import ANOTHER, CLOCK, OWN_LIST, ChooseDice, ForceMenu, SetupMenu, wizard_reply
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from data.files import sample_forces
from rules.command.opponent_table import STANCES
from rules.kernel.text import Text


class _FurtherForce(GameId):
    nth: int
    key: str
    mark: str = ""


class LoadInAddition(_FurtherForce, what="twice"):
    """A button that loads a force in addition to the units of a side."""


class LoadInstead(_FurtherForce, what="instead"):
    """A button that loads a force in place of the units of a side."""


class KeepUnits(GameId, what="keepforce"):
    """A button that changes nothing."""


@handles_click(ForceMenu)
async def choose_force(ctx: Context, click: ForceMenu) -> Reply:
    """Load a force for a side, and seat the caller there if the side is free and they have no seat.

    If the side has units, ask whether the force replaces or joins them.
    """
    live, key = await require_current_game(ctx, click), chosen_option(ctx)
    return await _load_chosen_force(ctx, live, key, _require_side(live, click.nth, click.mark))


async def _load_chosen_force(ctx: Context, live: ActiveGame, key: str, side: str) -> Reply:
    known = require_value(sample_forces(live.system.key).get(key))
    if live.game.units_of_side(side):
        at = (live.info.id, 0, key, mark_of(side))
        asked = further_force_question(ctx, live, known.name, side, LoadInAddition(*at), LoadInstead(*at))
        return replace(asked, buttons=(*asked.buttons, keep_button(ctx.me, live.info.id)))
    if refused := await seat_caller(ctx, live, side, chooses=True):
        return refused
    await ctx.services.roster.load(ctx.call, known, side)
    return await _show_checklist(ctx)


@handles_click(LoadInAddition)
async def load_in_addition(ctx: Context, click: LoadInAddition) -> Reply:
    """Load a further force, as confirmed."""
    return await _load_confirmed(ctx, click, instead=False)


@handles_click(LoadInstead)
async def load_instead(ctx: Context, click: LoadInstead) -> Reply:
    """Load a force in place of the side's units."""
    return await _load_confirmed(ctx, click, instead=True)


async def _load_confirmed(ctx: Context, click: _FurtherForce, instead: bool) -> Reply:
    live = await require_current_game(ctx, click)
    force = require_value(sample_forces(live.system.key).get(click.key))
    side = _require_side(live, click.nth, click.mark)
    if (refused := await seat_caller(ctx, live, side)) is not None:
        return refused
    return await outcome_reply(ctx, ctx.services.roster.load(ctx.call, force, side, instead))


def _require_side(live: ActiveGame, nth: int, mark: str) -> str:
    """Return the side of a control by its mark, or by index in older ids; raise Refusal."""
    known = (*live.game.sides, *DEMO_SIDES) if mark else sides_of(live)[nth : nth + 1]
    return require_value(find_by_mark(mark, known) if mark else next(iter(known), None))


def keep_button(words: Reader, game: str) -> Control:
    return KeepUnits(game).button(words.plain.say("Cancel"))


@handles_click(KeepUnits)
async def keep_units(ctx: Context, click: KeepUnits) -> Reply:
    """Leave the side's units unchanged."""
    await require_current_game(ctx, click)
    text = ctx.me.say("Nothing changed.")
    return Reply(text=text, private=True, in_place=is_private(ctx), unrecorded=True)


async def _show_checklist(ctx: Context) -> Reply:
    """Return the current checklist in place of the clicked one."""
    live = await ctx.game()
    title = ctx.all_readers(Text("New game: {title}", title=live.info.name))
    return await wizard_reply(ctx, live, title, in_place=True)


@handles_click(ShowSetup)
async def show_setup(ctx: Context, click: ShowSetup) -> Reply:
    """Show the checklist."""
    await require_current_game(ctx, click)
    return await _show_checklist(ctx)


@handles_click(TakeSeat)
async def take_seat(ctx: Context, click: TakeSeat) -> Reply:
    """Seat the caller at a side; if others must consent, ask them."""
    live = await require_current_game(ctx, click)
    found = await ctx.services.seats.join(ctx.call, _require_side(live, click.nth, click.mark))
    # A refusal has no checklist to update: the only one is in the channel.
    return (
        show_outcome(ctx, found) if isinstance(found, OpenQuestion) or is_private(ctx) else await _show_checklist(ctx)
    )


@handles_click(SetupMenu)
async def choose_setup(ctx: Context, click: SetupMenu) -> Reply:
    """Seat a player or the bot at a side, asking for consent if needed; or handle another choice of the menu.

    Those are another force, the caller's own list, and the clock.
    """
    live = await require_current_game(ctx, click)
    mark, _, stance = chosen_option(ctx).partition("|")
    if mark in (OWN_LIST, CLOCK) and not stance:
        return await clock_reply(ctx, live) if mark == CLOCK else list_form(ctx, live.system)
    side, seat = _require_side(live, 0, mark or "-"), ctx.services.opponent
    if stance.startswith(ANOTHER):
        return await _load_chosen_force(ctx, live, stance.removeprefix(ANOTHER), side)
    if not stance:
        await seat.leave_seat(ctx.call, live)
        return await _show_checklist(ctx)
    if stance not in STANCES:
        raise Refusal(OTHER_VERSION)
    found = await seat.take_seat(ctx.call, live, side, stance)
    return show_outcome(ctx, found) if isinstance(found, OpenQuestion) else await _show_checklist(ctx)


@handles_click(ChooseDice)
async def choose_dice(ctx: Context, click: ChooseDice) -> Reply:
    """Change the dice of the caller's side."""
    live = await require_current_game(ctx, click)
    player = live.game.players.get(ctx.caller.id)
    if player is None or player.side is None:
        return available_seats_reply(ctx, live, Text("Whose dice? Join a side first."))
    found = await ctx.services.preferences.dice(ctx.call, "bot" if click.mode == "bot" else "physical", None)
    return show_result(ctx, found) if is_private(ctx) else await _show_checklist(ctx)
