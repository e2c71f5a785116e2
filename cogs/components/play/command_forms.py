"""Commands begun by a tap or typed in part: carried out at once, or their form or menu for what is missing."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.game.people import knows, side_played_by
from bot.game.registry import ActiveGame
from bot.resolution.execution import command_of
from cogs.components.controls import MenuOption
from cogs.components.play.activation_message import carry_out_clicked
from cogs.components.play.control_row import TargetMenu, UnitMenu
from cogs.components.play.odds_clicks import OddsForm
from cogs.components.play.order_form import DICE_LENGTH, OrderForm, order_form
from cogs.components.play.recall import FormPrefill, earlier_facts
from cogs.components.play.stale_controls import require_command, require_command_right
from cogs.components.play.target_fields import form_options
from cogs.components.play.unit_menu import menu_of_units
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply, choice_reply
from cogs.rendering.text import Reader
from rules.command.next_steps import fill_only_choice, is_shot, sort_targets
from rules.kernel.request import Request


async def begin_command(ctx: Context, live: ActiveGame, request: Request, in_one_form: bool = False) -> Reply:
    """Carry out a complete command, or ask for the missing facts of an incomplete one.

    With `in_one_form`, the form opens even if it can only list the likeliest of many targets.
    """
    command, side = require_command(ctx, live, request), side_played_by(live.game, ctx.caller.id)
    request = fill_only_choice(live.board, replace(request, side=side))
    require_command_right(ctx, live, request)
    missing = [name for name in command.needs if getattr(request, name) in (None, ())]
    if not missing and not is_shot(live.board, request):
        return await carry_out_clicked(ctx, live, request)
    return await ask_for_facts(ctx, live, request, missing, in_one_form)


async def open_odds_form(ctx: Context, live: ActiveGame, unit: str) -> Reply:
    """Open the form of a unit's shot, which shows its odds and rolls nothing."""
    base = Request("fire", unit=(unit,))
    require_command(ctx, live, base)
    request = fill_only_choice(live.board, replace(base, side=side_played_by(live.game, ctx.caller.id)))
    missing = [] if request.target else ["target"]
    return await ask_for_facts(ctx, live, request, missing, for_odds=True)


async def ask_for_facts(
    ctx: Context, live: ActiveGame, base: Request, missing: list[str], in_one_form: bool = False, for_odds: bool = False
) -> Reply:
    """Open the form of a command or of its odds; if a form cannot list all units, show their menu first."""
    words = ctx.me.at(live.board)
    for name in ("unit", "target"):
        options = form_options(words, live, base, name) if name in missing else []
        if len(options) > limits.CHOICES and not (in_one_form or for_odds):
            return menu_reply(words, live, base, name, options)
    prefill = FormPrefill(base) if command_of(live.system, base).anybody else await earlier_facts(ctx, live, base)
    prefill = prefill._replace(several=in_one_form)
    if base.command in ("fire", "assault") and "target" in missing and base.unit:
        prefill = await _add_odds(ctx, live, prefill)
    about = OddsForm.at(live.at, base) if for_odds else None
    return (await asyncio.to_thread(order_form, ctx.me, live, base, prefill, about)).reply(ctx)


async def form_for_target(ctx: Context, live: ActiveGame, base: Request, dice: str, for_odds: bool) -> Reply | None:
    """Return the form of a typed command without a target, prefilled with its `dice` and all other input.

    Return None if the command is too long for the id of a form, or its dice for a field.
    """
    require_command(ctx, live, base)
    about = (OddsForm if for_odds else OrderForm).at(live.at, base)
    if not about.fits or len(dice) > DICE_LENGTH:
        return None
    prefill = await earlier_facts(ctx, live, base)
    typed = replace(
        prefill.request, distance=base.distance or prefill.request.distance, cover=base.cover or prefill.request.cover
    )
    prefill = prefill._replace(request=typed, recalled=not (base.distance or base.cover), dice=dice)
    prefill = await _add_odds(ctx, live, prefill)
    return (await asyncio.to_thread(order_form, ctx.me, live, base, prefill, about)).reply(ctx)


async def _add_odds(ctx: Context, live: ActiveGame, prefill: FormPrefill) -> FormPrefill:
    """Add the odds of a shot at each target; keep the last target first, and sort the others by warnings and odds."""
    ids = tuple(id for id in prefill.likely if knows(live.board, ctx.caller.id, live.game.units[id]))
    chances = await ctx.services.odds.chances_at_targets(live, prefill.request, ids)
    first = prefill.request.target
    others = [id for id in prefill.likely if id not in first]
    others.sort(key=lambda id: -chances[id].worth if id in chances else 1)
    best = await asyncio.to_thread(sort_targets, live.board, replace(prefill.request, target=()), others)
    return prefill._replace(likely=(*first, *best), chances=chances)


def menu_reply(
    words: Reader, live: ActiveGame, base: Request, name: str, options: list[MenuOption], page: int = 0
) -> Reply:
    about = (UnitMenu if name == "unit" else TargetMenu).at(live.at, base)
    title = words.say("Which unit?") if name == "unit" else words.say("Which target?")
    return choice_reply(words, menu_of_units(words, about, title, options, page), title=title)
