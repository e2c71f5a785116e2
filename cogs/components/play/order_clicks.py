"""Handlers of command forms: submit a form, correct a refused one, and share fire among targets."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, replace

import discord

from bot.errors import MovedOn, Refusal
from bot.game.people import side_played_by
from bot.game.registry import ActiveGame
from bot.services.play.messages import Typed
from cogs.components.controls import OTHER_VERSION, Control, OfOrder, clicked, submitted
from cogs.components.modals import as_typed, fields_sent, form_reply, typed_in
from cogs.components.play.control_clicks import known, must_command
from cogs.components.play.order_form import (
    DICE,
    DISTANCE,
    SITUATION,
    OrderForm,
    Said,
    asked_about,
    how_far,
    is_as_before,
    numbered,
    order_form,
    ordered,
    stem,
)
from cogs.components.play.outcome import carry_out_clicked
from cogs.components.play.recall import as_before
from cogs.components.play.split_fire import ShareForm, Split, split_button, split_form, split_offer, split_sent
from cogs.components.play.stale_controls import of_now, of_this_game
from cogs.interactions.context import Context
from cogs.interactions.respond import refused
from cogs.rendering.reply import Reply
from rules.command.at_fault import options_at_fault
from rules.command.next_steps import command_of
from rules.command.split_fire import can_split
from rules.kernel.errors import BadDice, BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.text import Text


@dataclass(frozen=True)
class Fix(OfOrder, what="fix"):
    """A button that reopens the form of a refused command, with the options in `wrong`, or with all if it is empty."""

    wrong: tuple[str, ...] = ()


@submitted(OrderForm)
async def order_sent(ctx: Context, click: OrderForm) -> Reply:
    """Carry out the command of a form; if it is refused, offer to correct the fields at fault."""
    live, base = await of_this_game(ctx, click), click.request
    known(ctx, live, base)
    sent, request, wrong = fields_sent(dict(ctx.interaction.data or {})), base, ("unit",)
    try:
        request = ordered(ctx, live, base, sent)
        must_command(ctx, live, request)
        wrong = (SITUATION,)
        request = numbered(request, sent)
        wrong = (DISTANCE,)
        request = replace(request, distance=how_far(live, base, sent))
        wrong = ()
        request = await as_before(ctx, live, request, is_as_before(sent))
        if not live.game.happened <= click.number <= live.game.number:
            raise MovedOn
        if can_split(live.board, request) and (offer := split_offer(ctx.me, live, request)):
            return offer
        return await begun_with(ctx, live, request, " ".join(sent.get(DICE, ())))
    except BadDice as error:
        return replace(refused(ctx.me, error), buttons=_correct(ctx, live, request, (DICE,)))
    except (RuleError, BadFacts) as error:
        wrong = wrong or await asyncio.to_thread(options_at_fault, live.board, request)
        # A different target needs its own distance and cover.
        wrong = (*wrong, *(("distance", "cover") if "target" in wrong else ()))
        return replace(refused(ctx.me, error), buttons=_correct(ctx, live, request, wrong))
    except Refusal as error:
        return replace(refused(ctx.me, error), buttons=_correct(ctx, live, request, wrong))


async def begun_with(ctx: Context, live: ActiveGame, request: Request, dice: str = "") -> Reply:
    """Carry out the request of a form, with the player's own dice if given."""
    side = side_played_by(live.game, ctx.caller.id)
    return await carry_out_clicked(ctx, live, replace(request, side=side), dice)


def _correct(ctx: Context, live: ActiveGame, request: Request, wrong: tuple[str, ...]) -> tuple[Control, ...]:
    """Return a button that reopens the form with the earlier input, if the request fits into its id.

    The input of the form is kept in memory.
    """
    at = (live.info.id, live.game.number)
    tries = [(request, wrong), (_without(live, request, wrong), wrong), (replace(request, situation=()), ())]
    fix = next((one for one in (Fix(*at, replace(it, side=None), which) for it, which in tries) if one.fits), None)
    if fix is None:
        return ()
    ctx.services.drafts.keep(ctx.caller.id, fix.id, typed_in(dict(ctx.interaction.data or {})))
    return (fix.button(ctx.me.plain.say("Correct it"), "main"),)


@clicked(Fix, private=True)
async def fix(ctx: Context, click: Fix) -> Reply:
    """Reopen a form with the earlier input in the fields at fault, and keep all other facts."""
    live, request = await of_this_game(ctx, click), click.request
    typed = ctx.services.drafts.of(ctx.caller.id, click.id)
    wrong = {*click.wrong, *([DICE] if click.wrong and any(typed.get(DICE, ())) else [])}
    request = replace(request, unit=() if "unit" in wrong else request.unit)
    known(ctx, live, request)
    base = _without(live, request, wrong)
    if not wrong or not OrderForm.at((live.info.id, live.game.number), base).fits:
        wrong, action = set[str](), request.action if request.command == "act" else None
        base = Request(request.command, unit=request.unit, action=action)
    said = Said(request, request.target, several=len(request.target) > 1)
    form = await asyncio.to_thread(order_form, ctx.me.at(live.board), live, base, said, only=wrong)
    return form_reply(ctx, _filled_in(form, typed))


def _without(live: ActiveGame, request: Request, wrong: Collection[str]) -> Request:
    """Return the request without the options at fault and without facts of another target, such as a vehicle's side."""
    kept = {"unit": (), "target": (), "distance": (), "cover": (), "firers": (), "situation": (), "action": None}
    base = replace(request, **{name: none for name, none in kept.items() if name in wrong})
    if request.command == "act":
        base = replace(base, action=request.action)
    command = command_of(live.board, request)
    if "target" not in wrong or command is None:
        return base
    asks = asked_about(live.board, command, replace(request, situation=()))
    of_target = {stem(one.code) for ask in asks for one in ask.choices}
    return replace(base, situation=tuple(code for code in base.situation if stem(code) not in of_target))


def _filled_in(form: discord.ui.Modal, typed: Typed) -> discord.ui.Modal:
    """Prefill a form with earlier input."""
    for field in form.children:
        if isinstance(field, discord.ui.Label) and getattr(field.component, "custom_id", "") in typed:
            as_typed(field, typed)
    return form


# Split fire.


@clicked(Split, private=True)
@of_now
async def split(ctx: Context, click: Split, live: ActiveGame) -> Reply:
    """Open the form for split fire, with a row for each kind of weapon."""
    return form_reply(ctx, await asyncio.to_thread(split_form, ctx.me, live, _shot(ctx, live, click)))


def _shot(ctx: Context, live: ActiveGame, click: OfOrder) -> Request:
    """Return the shot of an id; raise Refusal if it is invalid, since clients may send any id."""
    request = click.request
    known(ctx, live, request)
    if len(request.unit) != 1 or not request.target:
        raise Refusal(OTHER_VERSION)
    return request


@submitted(ShareForm)
async def shared(ctx: Context, click: ShareForm) -> Reply:
    """Carry out split fire, like `/fire` with several targets and `firers`."""
    live = await of_this_game(ctx, click)
    request = _shot(ctx, live, click)
    try:
        if not live.game.happened <= click.number <= live.game.number:
            raise MovedOn
        return await begun_with(ctx, live, split_sent(live, request, fields_sent(dict(ctx.interaction.data or {}))))
    except (Refusal, RuleError, BadFacts, BadDice) as error:
        once_more = split_button(ctx.me.plain, live, request, Text("Correct it"))
        return replace(refused(ctx.me, error), buttons=(once_more,) if once_more else ())
