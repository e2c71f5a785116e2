"""Amending by a form: the command with its recorded facts, a preview of the changes, and the amendment itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from bot.dice.bot_dice import format_faces
from bot.dice.own_dice import own_faces, own_rolls, parse_own_dice
from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.resolution.execution import command_of
from cogs.components.controls import EntryId, OrderId, handles_click, handles_form
from cogs.components.forms import SITUATION, option_of, text_field
from cogs.components.play.entry_buttons import AmendEntry
from cogs.components.play.order_form import named_weapons, order_form, require_order
from cogs.components.play.outcome import outcome_reply
from cogs.components.play.recall import FormPrefill
from cogs.components.play.stale_controls import require_command, require_current_game
from cogs.components.setup.setup_clicks import keep_button
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.rolls import replacement_lines
from rules.game.entry import Entry
from rules.kernel.request import Request
from rules.kernel.text import Joined, Term, Text, inches_text


class AmendForm(EntryId, what="amended"):
    """The form that corrects a shot."""

    does = Text("Amend")


OWN_DICE = "owndice"
"""The field that corrects mistyped faces of real dice."""


class ApplyAmendment(OrderId, what="amendnow"):
    """A button that resolves the entry again with the corrected request."""


@handles_click(AmendEntry, private=True)
async def open_amend_form(ctx: Context, click: AmendEntry) -> Reply:
    live, entry, was = await _require_amendable(ctx, click)
    base = Request(was.command, unit=was.unit, target=was.target, action=was.action)
    about = AmendForm(click.game, click.number)
    form = await asyncio.to_thread(order_form, ctx.me, live, base, FormPrefill(was, joinable=False), about)
    if (own := own_rolls(entry)) and len(form.fields) < limits.MODAL_FIELDS:
        typed = " / ".join(format_faces(laid.own_faces) for laid in own)
        form = form._replace(fields=[*form.fields, text_field(OWN_DICE, Text("Real dice"), 200, typed, needed=False)])
    return form.reply(ctx)


async def _require_amendable(ctx: Context, click: EntryId) -> tuple[ActiveGame, Entry, Request]:
    """Return a valid entry with dice whose units the caller may command; raise Refusal otherwise."""
    live = await require_current_game(ctx, click)
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    if entry.number in live.game.undone:
        raise Refusal(Text("Entry {number} is already undone.", number=entry.number))
    if not entry.rolls_dice or not entry.request:
        raise Refusal(Text("Entry {number} has no dice: nothing to amend.", number=entry.number))
    was = Request.of(entry.request)
    require_command(ctx, live, was)
    return live, entry, was


@handles_form(AmendForm)
async def preview_amendment(ctx: Context, click: AmendForm) -> Reply:
    """Show the effects of an amendment before it is applied.

    Changed dice are applied at once, and so is an amendment that does not fit into the id of a button.
    """
    live, entry, was = await _require_amendable(ctx, click)
    sent, words = ctx.submitted, ctx.me.at(live.board)
    own = "".join(sent.pop(OWN_DICE, ()))
    asks_situation = SITUATION in map(option_of, sent)
    base = replace(was, situation=()) if asks_situation else was
    now = require_order(ctx, live, base, sent)
    if len(was.distance) == len(now.distance) == 1:
        # The recorded distance stays if it is within the chosen band.
        bands = live.system.bands(live.board, live.game.units[was.unit[0]])
        if any(one.inches == now.distance[0] and one.contains(was.distance[0]) for one in bands):
            now = replace(now, distance=was.distance)
    if asks_situation:
        offered = {one.code for one in command_of(live.system, was).situations_of(live.board, was)}
        now = replace(now, situation=(*(code for code in was.situation if code not in offered), *now.situation))
    if named_weapons(now) == named_weapons(was):
        # The form does not say which of them fired at which target.
        now = replace(now, firers=was.firers)
    given = {name: getattr(now, name) or getattr(was, name) for name in ("distance", "cover", "firers")}
    now = replace(now, **given)
    facts, amends = _changed_options(was, now), ApplyAmendment.at((click.game, click.number), now)
    rolled = own.strip() and parse_own_dice(entry, own, live.system.die) != own_faces(entry)
    if rolled or (facts and not amends.fits):
        return await outcome_reply(ctx, ctx.services.corrections.amend(ctx.call, entry.number, facts, True, own))
    if not facts:
        raise Refusal(Text("Nothing was changed."))
    changes = [(Term(name), _values_text(getattr(was, name)), _values_text(new)) for name, new in facts.items()]
    lines = [words.say("{name}: {before} → {after}", name=name, before=old, after=new) for name, old, new in changes]
    plays = await ctx.services.corrections.foresee_plays(ctx.call, entry.number, facts)
    lines += replacement_lines(words, entry.plays, plays)
    buttons = (amends.button(words.plain.say("Amend"), "main"), keep_button(words, click.game))
    text = "\n".join([*lines, words.say("The same dice are read again.")])
    title = words.say("Amend the shot?") if entry.command == "fire" else words.say("Amend it?")
    return Reply(title, text, private=True, unrecorded=True, buttons=buttons)


_AMENDED = ("distance", "cover", "situation", "firers")


def _values_text(values: Sequence[Any]) -> Text:
    named = [inches_text(one) if isinstance(one, Decimal) else Term(str(one)) for one in values]
    return Joined(named, ", ") if named else Text("none")


@handles_click(ApplyAmendment)
async def apply_amendment(ctx: Context, click: ApplyAmendment) -> Reply:
    _, entry, was = await _require_amendable(ctx, click)
    facts = _changed_options(was, click.request)
    return await outcome_reply(ctx, ctx.services.corrections.amend(ctx.call, entry.number, facts, whole=True))


def _changed_options(was: Request, now: Request) -> dict[str, Any]:
    """Return the options that have changed."""
    return {name: getattr(now, name) for name in _AMENDED if getattr(now, name) != getattr(was, name)}
