"""Clicks on the form of a command: submit it, correct a refused one, and name all targets around a point of aim."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.errors import OutdatedControl, Refusal
from bot.game.registry import ActiveGame
from cogs.components.controls import Control, OrderId, handles_click, handles_form
from cogs.components.fact_fields import raise_first
from cogs.components.play import stale_controls
from cogs.components.play.activation_message import carry_out_clicked
from cogs.components.play.blast_fields import blast_targets
from cogs.components.play.order_form import (
    DICE,
    OrderForm,
    code_stem,
    keeps_distance,
    order_form,
    parse_order,
)
from cogs.components.play.recall import FormPrefill, fill_in_unchanged
from cogs.components.play.split_fire import split_offer
from cogs.interactions.context import Context
from cogs.interactions.respond import refusal_reply
from cogs.rendering.reply import MENU, Reply
from rules.command.at_fault import options_at_fault, situations_asked
from rules.command.split_fire import can_split
from rules.kernel.errors import BadDice, BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.text import N_, Text


class CorrectCommand(OrderId, what="fix"):
    """A button that reopens the form of a refused command, with the options in `wrong`, or with all if it is empty."""

    wrong: tuple[str, ...] = ()


@handles_form(OrderForm)
async def give_order(ctx: Context, click: OrderForm) -> Reply:
    """Carry out the command of a form; if it is refused, offer to correct the fields at fault."""
    live, base = await stale_controls.require_current_game(ctx, click), click.request
    stale_controls.require_command(ctx, live, base)
    sent = ctx.submitted
    request, errors = parse_order(ctx, live, base, sent)
    wrong = tuple(errors) or ("unit",)
    try:
        raise_first(errors)
        stale_controls.require_command_right(ctx, live, request)
        wrong = ()
        request = await fill_in_unchanged(ctx, live, request, keeps_distance(sent))
        if not live.game.last_effect <= click.number <= live.game.number:
            raise OutdatedControl
        if offer := _offer_point_of_aim(ctx, live, request, sent):
            return offer
        if can_split(live.board, request) and (offer := split_offer(ctx.me, live, request)):
            return offer
        return await carry_out_clicked(ctx, live, request, ctx.submitted_text(DICE))
    except BadDice as error:
        return replace(refusal_reply(ctx.me, error), buttons=_correct_button(ctx, live, request, (DICE,)))
    except (RuleError, BadFacts) as error:
        wrong = wrong or await asyncio.to_thread(options_at_fault, live.board, request)
        # A different target needs its own distance and cover.
        wrong = (*wrong, *(("distance", "cover") if "target" in wrong else ()))
        return replace(refusal_reply(ctx.me, error), buttons=_correct_button(ctx, live, request, wrong))
    except Refusal as error:
        return replace(refusal_reply(ctx.me, error), buttons=_correct_button(ctx, live, request, wrong))


def _offer_point_of_aim(
    ctx: Context, live: ActiveGame, request: Request, sent: Mapping[str, list[str]]
) -> Reply | None:
    """Return the offer to name all targets around the point of aim; None for a shot without, or from such a form.

    The form in which the weapon of an area effect was chosen asks for one target, unless distances from the point of
    aim were typed into it.
    """
    blast = live.system.commands["fire"].on(live.board, request).blast() if request.command == "fire" else None
    again = CorrectCommand(*live.at, request, ("target", "distance", "cover"))
    if blast is None or blast_targets(sent) is not None or len(request.distance) > 1 or not again.fits:
        return None
    text = (
        N_("Name all enemies within {far}″ of it.")
        if blast.spares_friends
        else N_("Name all within {far}″ of it, friend and foe.")
    )
    words = ctx.me.at(live.board)
    button = again.button(words.plain.say("Point of aim …"), "main")
    title = words.say("Who is near the point of aim?")
    return Reply(
        title, words(Text(text, far=blast.rings[-1])), private=True, unrecorded=True, buttons=(button,), helper=MENU
    )


def _correct_button(ctx: Context, live: ActiveGame, request: Request, wrong: tuple[str, ...]) -> tuple[Control, ...]:
    """Return a button that reopens the form with the earlier input, if the request fits into its id.

    The input of the form is kept in memory.
    """
    at = live.at
    tries = [(request, wrong), (_without_faults(live, request, wrong), wrong), (replace(request, situation=()), ())]
    fix = next((one for one in (CorrectCommand(*at, it, which) for it, which in tries) if one.fits), None)
    if fix is None:
        return ()
    ctx.services.drafts.keep(ctx.caller.id, fix.id, ctx.submitted)
    return (fix.button(ctx.me.plain.say("Correct it"), "main"),)


@handles_click(CorrectCommand, private=True)
async def reopen_order_form(ctx: Context, click: CorrectCommand) -> Reply:
    """Reopen a form with the earlier input in the fields at fault, and keep all other facts.

    If the turn is over in which its command was refused, offer the current controls.
    """
    live, request = await stale_controls.require_current_game(ctx, click), click.request
    if click.number < live.game.last_effect:
        then = await ctx.services.record.states.before_entry(live.info.id, click.number + 1)
        if (then.turn, then.phase, then.holder) != (live.game.turn, live.game.phase, live.game.holder):
            return stale_controls.stale_reply(ctx, live)
    typed = ctx.services.drafts.of(ctx.caller.id, click.id)
    wrong = {*click.wrong, *([DICE] if click.wrong and any(typed.get(DICE, ())) else [])}
    request = replace(request, unit=() if "unit" in wrong else request.unit)
    stale_controls.require_command(ctx, live, request)
    base = _without_faults(live, request, wrong)
    if not wrong:
        wrong, action = set[str](), request.action if request.command == "act" else None
        base = Request(request.command, unit=request.unit, action=action)
    prefill = FormPrefill(request, request.target, several=len(request.target) > 1)
    form = await asyncio.to_thread(order_form, ctx.me, live, base, prefill, only=wrong)
    if not form.fields:
        # The form asked for nothing but the unit.
        base = Request(request.command, action=request.action)
        form = await asyncio.to_thread(order_form, ctx.me, live, base, prefill)
    return form.filled_in(typed).reply(ctx)


def _without_faults(live: ActiveGame, request: Request, wrong: Collection[str]) -> Request:
    """Return the request without the options at fault and without facts of another target, such as a vehicle's side."""
    kept = {"unit": (), "target": (), "distance": (), "cover": (), "firers": (), "situation": (), "action": None}
    base = replace(request, **{name: none for name, none in kept.items() if name in wrong})
    if request.command == "act":
        base = replace(base, action=request.action)
    if "target" not in wrong:
        return base
    of_target = {code_stem(one.code) for one in situations_asked(live.board, request)}
    return replace(base, situation=tuple(code for code in base.situation if code_stem(code) not in of_target))
