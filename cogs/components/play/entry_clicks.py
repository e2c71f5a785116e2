"""Clicks on the buttons of an entry: undo, explain, repeat the command, carry out a requested step."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import discord

from bot.dice.bot_dice import spaced
from bot.dice.table_dice import own_dice_typed, own_faces, own_throws
from bot.errors import MovedOn, Refusal
from bot.game.people import side_played_by
from bot.game.registry import ActiveGame
from bot.services.play.corrections import LONGEST_NOTE
from bot.services.record.luck import ranks_of
from bot.store.pasts import Wanted
from cogs.components.controls import OTHER_VERSION, OfEntry, OfOrder, as_typed, clicked, number_of, picked, submitted
from cogs.components.modals import fields_sent, form_reply
from cogs.components.play import control_clicks
from cogs.components.play.control_row import below, requests_of
from cogs.components.play.entry_buttons import (
    Again,
    Amend,
    AskedMenu,
    DoAsked,
    Odds,
    Tell,
    Undo,
    Why,
    may_be_amended,
)
from cogs.components.play.odds_clicks import Go
from cogs.components.play.order_form import Said, how_far, labelled, numbered, order_form, ordered
from cogs.components.play.outcome import outcome, show_result
from cogs.components.play.stale_controls import moved_on, of_game, of_this_game
from cogs.components.setup.setup_wizard import Nothing
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.explanation import explanation
from cogs.rendering.reply import Reply
from cogs.rendering.result import result_reply
from cogs.rendering.throws import in_place
from rules.command.next_steps import Standing, at_best, command_of
from rules.game.entry import Entry
from rules.kernel.request import Request
from rules.kernel.text import Joined, Term, Text, inch


@clicked(Undo)
async def undo(ctx: Context, click: Undo) -> Reply:
    return await outcome(ctx, ctx.services.corrections.undo(ctx.call, click.number, click.game, says_first=True))


@clicked(Why, private=True)
async def why(ctx: Context, click: Why) -> Reply:
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    return await explained(ctx, await ctx.game(), entry)


async def explained(ctx: Context, live: ActiveGame, entry: Entry) -> Reply:
    """Explain an entry to the caller."""
    causes, ranks = await ctx.services.history.causes(ctx.call, entry), await ranks_of(live.system, entry)
    reply = explanation(ctx.me, live, entry, causes, ranks)
    at, plain = (live.info.id, entry.number), ctx.me.plain
    tell = Tell(*at).button(plain.say("Add to the story"))
    if not (entry.plays and entry.request):  # a manual change, or a roll without a rule
        return replace(reply, buttons=(tell,))
    again = (Again(*at).button(plain.say("Again")),) if _goes_again(live, entry) else ()
    amend = (Amend(*at).button(plain.say("Amend")),) if may_be_amended(entry, live.board) else ()
    own = (Odds(*at).button(plain.say("Odds")), *again, tell)
    return replace(reply, buttons=await asyncio.to_thread(below, ctx.me, live, entry, own, amend))


def _goes_again(live: ActiveGame, entry: Entry) -> bool:
    """True if the entry's command could be repeated without any warning."""
    request = Request.of(entry.request)
    here = {*request.unit, *request.target} <= set(live.game.units)
    return not live.game.over and here and at_best(live.board, request) is Standing.FREE


# Texts for the story.


class NoteForm(OfEntry, what="note"):
    """The form for a text in the story, about the entry; 0 for none."""


@clicked(Tell, private=True)
async def tell(ctx: Context, click: Tell) -> Reply:
    return await note_form(ctx, click)


async def note_form(ctx: Context, click: Tell, text: str = "") -> Reply:
    """Return the form, prefilled with `text`; raise Refusal if the caller is not in the game."""
    await ctx.services.corrections.to_be_told(ctx.call, click.game)
    words = ctx.me.plain
    form = discord.ui.Modal(
        title=words.say("Add to the story"), custom_id=NoteForm(click.game, click.number).id, timeout=None
    )
    field = discord.ui.TextInput[Any](
        custom_id="text",
        style=discord.TextStyle.paragraph,
        max_length=LONGEST_NOTE,
        default=limits.short(text, LONGEST_NOTE) or None,
    )
    hint = Text("A line or a short paragraph; everybody reads it.")
    form.add_item(labelled(words, Text("In your words"), field, hint))
    return form_reply(ctx, form)


@submitted(NoteForm)
async def note_sent(ctx: Context, form: NoteForm) -> Reply:
    text = "".join(fields_sent(dict(ctx.interaction.data or {})).get("text", ()))
    return await noted(ctx, text, form.number or None, game=form.game)


async def noted(
    ctx: Context, text: str, entry: int | None = None, turn: int | None = None, game: str | None = None
) -> Reply:
    """Record a text for the story and show it."""
    result = await ctx.services.corrections.note(ctx.call, text, entry, turn, game)
    back = Undo(result.game_id, result.entry.number).button(ctx.everybody.plain.say("Undo"))
    return result_reply(ctx.everybody, result, ctx.caller.name, (back,))


# Amend: the form of a command with its recorded facts, a preview of the changes, and the same dice applied again.


class AmendForm(OfEntry, what="amended"):
    """The form that corrects a shot."""


OWN_DICE = "owndice"
"""The field that corrects mistyped faces of real dice."""


class AmendNow(OfOrder, what="amendnow"):
    """A button that resolves the entry again with the corrected request."""


@clicked(Amend, private=True)
async def amend(ctx: Context, click: Amend) -> Reply:
    live, entry, was = await _thrown_here(ctx, click)
    base = Request(was.command, unit=was.unit, target=was.target, action=was.action)
    about = AmendForm(click.game, click.number)
    words = ctx.me.at(live.board)
    form = await asyncio.to_thread(order_form, words, live, base, Said(was), about, Text("Amend"))
    if (own := own_throws(entry)) and len(form.children) < limits.MODAL_FIELDS:
        typed = " / ".join(spaced(laid.own) for laid in own)
        field = discord.ui.TextInput[Any](custom_id=OWN_DICE, default=typed, required=False, max_length=200)
        form.add_item(labelled(words.plain, Text("Real dice"), field))
    if not form.children:
        raise Refusal(Text("Nothing was said of entry {number} that could be amended.", number=entry.number))
    return control_clicks.form_reply(ctx, form)


async def _thrown_here(ctx: Context, click: OfEntry) -> tuple[ActiveGame, Entry, Request]:
    """Return a valid entry with dice whose units the caller may command; raise Refusal otherwise."""
    live = await of_this_game(ctx, click)
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    if entry.number in live.game.undone:
        raise Refusal(Text("Entry {number} has been undone already.", number=entry.number))
    if not entry.throws_dice or not entry.request:
        raise Refusal(Text("Entry {number} has no dice: there is nothing to amend.", number=entry.number))
    was = Request.of(entry.request)
    control_clicks.known(ctx, live, was)
    return live, entry, was


@submitted(AmendForm)
async def amend_sent(ctx: Context, click: AmendForm) -> Reply:
    """Show the effects of an amendment before it is applied; changed dice are applied at once."""
    live, entry, was = await _thrown_here(ctx, click)
    sent, words = fields_sent(dict(ctx.interaction.data or {})), ctx.me.at(live.board)
    own = "".join(sent.pop(OWN_DICE, ()))
    base = replace(was, situation=()) if "situation" in sent else was
    now = replace(
        numbered(ordered(ctx, live, base, sent), sent), distance=_measured(live, was, how_far(live, base, sent))
    )
    if "situation" in sent:
        now = replace(now, situation=(*_unoffered(live, was), *now.situation))
    now = replace(now, cover=now.cover or was.cover, firers=now.firers or was.firers)
    if own.strip() and own_dice_typed(entry, own, live.system.die) != own_faces(entry):
        facts = _otherwise(was, now)
        return await outcome(ctx, ctx.services.corrections.amend(ctx.call, entry.number, facts, True, own))
    lines = [words(one) for one in _changed(live, was, now)]
    amends = AmendNow.at((click.game, click.number), replace(now, side=None))
    if not lines or not amends.fits:
        raise Refusal(Text("Nothing was changed: it stays as it is."))
    plays = await ctx.services.corrections.foreseen(ctx.call, entry.number, _otherwise(was, now))
    lines += in_place(words, entry.plays, plays)
    buttons = (amends.button(words.plain.say("Amend"), "main"), Nothing(click.game).button(words.plain.say("Cancel")))
    text = "\n".join([*lines, words.say("The same dice are read anew.")])
    title = words.say("Amend the shot?") if entry.command == "fire" else words.say("Amend it?")
    return Reply(title, text, private=True, unrecorded=True, buttons=buttons)


def _unoffered(live: ActiveGame, was: Request) -> tuple[str, ...]:
    """Return the recorded situations that the form does not ask for."""
    command = command_of(live.board, was)
    offered = {one.code for one in command.situations_of(live.board, was)} if command else set[str]()
    return tuple(code for code in was.situation if code not in offered)


def _measured(live: ActiveGame, was: Request, now: tuple[Decimal, ...]) -> tuple[Decimal, ...]:
    """Return the recorded distance if none was given or it is within the chosen band, else the new one."""
    bands = live.system.bands(live.board, live.game.units[was.unit[0]]) if len(was.distance) == len(now) == 1 else ()
    same = any(one.inches == now[0] and one.holds(was.distance[0]) for one in bands)
    return was.distance if same or not now else now


def _changed(live: ActiveGame, was: Request, now: Request) -> Iterator[Text]:
    """Yield the changed facts, each with its old value."""
    for name in _AMENDED:
        before, after = getattr(was, name), getattr(now, name)
        if before != after:
            said = {"name": Term(name), "before": _said(before), "after": _said(after)}
            yield Text("{name}: {before} → {after}", **said)


_AMENDED = ("distance", "cover", "situation", "firers")


def _said(values: Sequence[Any]) -> Text:
    named = [inch(one) if isinstance(one, Decimal) else Term(str(one)) for one in values]
    return Joined(named, ", ") if named else Text("none")


@clicked(AmendNow)
async def amend_now(ctx: Context, click: AmendNow) -> Reply:
    _, entry, was = await _thrown_here(ctx, click)
    facts = _otherwise(was, click.request)
    return await outcome(ctx, ctx.services.corrections.amend(ctx.call, entry.number, facts, whole=True))


def _otherwise(was: Request, now: Request) -> dict[str, Any]:
    """Return the options that have changed."""
    return {name: getattr(now, name) for name in _AMENDED if getattr(now, name) != getattr(was, name)}


@clicked(Again)
async def again(ctx: Context, click: Again) -> Reply:
    """Repeat an entry's command with the same settings and new dice, on the current board."""
    as_of = (await ctx.game()).game.number
    return await _given(ctx, Request.of((await _thrown(ctx, click)).request), as_of)


async def _thrown(ctx: Context, click: Again) -> Entry:
    """Return the entry of a click; raise Refusal if it has no dice."""
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    if not (entry.plays and entry.request):
        raise Refusal(Text("Nothing was thrown in entry {number}.", number=entry.number))
    return entry


async def _by_me(ctx: Context, request: Request) -> Request:
    """Return the request with the caller's side, which matters if no unit determines it."""
    return replace(request, side=side_played_by((await ctx.game()).game, ctx.caller.id))


@clicked(Go)
async def go(ctx: Context, click: Go) -> Reply:
    """Carry out the command whose odds were shown."""
    return await _given(ctx, click.request, (await of_game(ctx, click.game)).game.number)


async def _given(ctx: Context, request: Request, as_of: int) -> Reply:
    """Carry out a command for the caller; the second of two simultaneous clicks is shown the first one's result."""
    try:
        return await outcome(ctx, ctx.services.questions.begin(ctx.call, await _by_me(ctx, request), as_of=as_of))
    except MovedOn:
        return moved_on(ctx, await ctx.game())


# The clicks on requested steps: each carries out its prepared command once.

_LOOK_BACK = 50
"""Number of recent commands of a kind searched for the one that has done the requested step."""


@clicked(DoAsked)
async def asked(ctx: Context, click: DoAsked) -> Reply:
    return await _done(ctx, click, click.nth)


@clicked(AskedMenu)
async def asked_in_menu(ctx: Context, click: AskedMenu) -> Reply:
    return await _done(ctx, click, number_of(picked(ctx)))


async def _done(ctx: Context, click: OfEntry, nth: int) -> Reply:
    """Carry out the request in note `nth`; raise Refusal if it has been done or its entry was undone."""
    live = await of_this_game(ctx, click)
    as_of, entry = live.game.number, await ctx.services.history.of_game(ctx.call, click.game, click.number)
    request = _request(entry, nth)
    if entry.number in live.game.undone:
        raise Refusal(Text("That has been undone: nothing is asked for any more."))
    done = await _done_since(ctx, live, entry, request)
    if done is not None:
        raise Refusal(Text("Entry {number} has done that.", number=done.number))
    if live.game.number != as_of:
        return moved_on(ctx, live)
    by_hand = BY_HAND.get(request.command)
    return await (by_hand(ctx, live, entry, request) if by_hand else control_clicks.begun(ctx, live, request))


def _request(entry: Entry, nth: int) -> Request:
    note = requests_of(entry).get(nth)
    if note is None or note.request is None or not as_typed(note.request):
        raise Refusal(OTHER_VERSION)
    return note.request


async def _done_since(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Entry | None:
    wanted = Wanted(kind=request.action or request.command)
    found = await ctx.services.record.entries.last(live.info.id, _LOOK_BACK, wanted, live.game.undone)
    return next((one for one in found if one.number > entry.number and answers(one, request)), None)


def answers(entry: Entry, request: Request) -> bool:
    """True if an entry fulfils a request: same command and units, with its targets and situation."""
    if entry.command != request.command or not entry.request:
        return False
    given = Request.of(entry.request)
    if request.action not in (None, given.action) or given.unit != request.unit:
        return False
    return {*request.target, *request.situation} <= {*given.target, *given.situation}


async def _free(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Reply:
    """Free an objective; raise Refusal if no side holds it."""
    thing = live.game.things.get(request.weapon or "")
    if thing is not None and not thing.holder:
        raise Refusal(Text("Nobody holds {objective}.", objective=thing.label))
    return show_result(ctx, await ctx.services.table_objects.free(ctx.call, request.weapon or ""))


async def _amend(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Reply:
    """Resolve the entry again, with the facts requested in the form that opens."""
    facts = {"situation": request.situation}
    return await outcome(ctx, ctx.services.corrections.amend(ctx.call, entry.number, facts))


BY_HAND = {"objective free": _free, "amend": _amend}
"""Handlers of requests that no rule of a system resolves."""
