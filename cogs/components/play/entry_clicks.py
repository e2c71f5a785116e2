"""Clicks on the buttons of an entry: undo, explain, repeat the command, carry out a requested step."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from bot.dice.bot_dice import format_faces
from bot.dice.table_dice import own_faces, own_rolls, parse_own_dice
from bot.errors import OutdatedControl, Refusal
from bot.game.people import side_played_by
from bot.game.registry import ActiveGame
from bot.services.play.corrections import LONGEST_NOTE
from bot.services.record.luck import ranks_of
from bot.store.pasts import Wanted
from cogs.components.controls import (
    OTHER_VERSION,
    EntryId,
    OrderId,
    chosen_option,
    handles_click,
    handles_form,
    is_typeable,
    parse_number,
)
from cogs.components.forms import new_form, story_field, text_field
from cogs.components.modals import form_reply
from cogs.components.play import command_forms
from cogs.components.play.control_row import controls_below, requests_in
from cogs.components.play.entry_buttons import (
    AmendEntry,
    CarryOutRequest,
    ExplainEntry,
    RepeatEntry,
    RequestMenu,
    ShowEntryOdds,
    UndoEntry,
    WriteStory,
    is_amendable,
)
from cogs.components.play.odds_clicks import GiveCommand
from cogs.components.play.order_form import (
    FormPrefill,
    order_form,
    parse_distances,
    parse_numbers,
    parse_order,
)
from cogs.components.play.outcome import outcome_reply, show_result
from cogs.components.play.stale_controls import require_current_game, require_game, stale_reply
from cogs.components.setup.setup_wizard import KeepUnits
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.explanation import explanation
from cogs.rendering.reply import Reply
from cogs.rendering.result import result_reply
from cogs.rendering.rolls import replacement_lines
from rules.command.next_steps import Legality, best_legality, command_of
from rules.game.entry import Entry
from rules.kernel.request import Request
from rules.kernel.text import Joined, Term, Text, inches_text
from rules.kit.reserves import ARRIVE


@handles_click(UndoEntry)
async def undo_entry(ctx: Context, click: UndoEntry) -> Reply:
    return await outcome_reply(ctx, ctx.services.corrections.undo(ctx.call, click.number, click.game, says_first=True))


@handles_click(ExplainEntry, private=True)
async def explain_entry(ctx: Context, click: ExplainEntry) -> Reply:
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    return await explanation_reply(ctx, await ctx.game(), entry)


async def explanation_reply(ctx: Context, live: ActiveGame, entry: Entry) -> Reply:
    """Explain an entry to the caller."""
    causes, ranks = await ctx.services.history.causes(ctx.call, entry), await ranks_of(live.system, entry)
    reply = explanation(ctx.me, live, entry, causes, ranks)
    at, plain = (live.info.id, entry.number), ctx.me.plain
    tell = WriteStory(*at).button(plain.say("Add to the story"))
    if not (entry.plays and entry.request):  # a manual change, or a roll without a rule
        return replace(reply, buttons=(tell,))
    request = Request.of(entry.request)
    here = {*request.unit, *request.target} <= set(live.game.units)
    is_repeatable = not live.game.over and here and best_legality(live.board, request) is Legality.OK
    again = (RepeatEntry(*at, live.game.number).button(plain.say("Again")),) if is_repeatable else ()
    amend = (AmendEntry(*at).button(plain.say("Amend")),) if is_amendable(entry, live.board) else ()
    own = (ShowEntryOdds(*at).button(plain.say("Odds")), *again, tell)
    return replace(reply, buttons=await asyncio.to_thread(controls_below, ctx.me, live, entry, own, amend))


# Texts for the story.


class NoteForm(EntryId, what="note"):
    """The form for a text in the story, about the entry; 0 for none."""


@handles_click(WriteStory, private=True)
async def open_story_form(ctx: Context, click: WriteStory) -> Reply:
    return await note_form(ctx, click)


async def note_form(ctx: Context, click: WriteStory, text: str = "") -> Reply:
    """Return the form, prefilled with `text`; raise Refusal if the caller is not in the game."""
    await ctx.services.corrections.game_for_notes(ctx.call, click.game)
    words = ctx.me.plain
    form = new_form(words.say("Add to the story"), NoteForm(click.game, click.number))
    return form_reply(ctx, form.add_item(story_field(words, "text", LONGEST_NOTE, text)))


@handles_form(NoteForm)
async def record_story(ctx: Context, form: NoteForm) -> Reply:
    text = "".join(ctx.submitted.get("text", ()))
    return await note_reply(ctx, text, form.number or None, game=form.game)


async def note_reply(
    ctx: Context, text: str, entry: int | None = None, turn: int | None = None, game: str | None = None
) -> Reply:
    """Record a text for the story and show it."""
    result = await ctx.services.corrections.note(ctx.call, text, entry, turn, game)
    back = UndoEntry(result.game_id, result.entry.number).button(ctx.all_readers.plain.say("Undo"))
    return result_reply(ctx.all_readers, result, ctx.caller.name, (back,))


# Amend: the form of a command with its recorded facts, a preview of the changes, and the amendment with the same dice.


class AmendForm(EntryId, what="amended"):
    """The form that corrects a shot."""


OWN_DICE = "owndice"
"""The field that corrects mistyped faces of real dice."""


class ApplyAmendment(OrderId, what="amendnow"):
    """A button that resolves the entry again with the corrected request."""


@handles_click(AmendEntry, private=True)
async def open_amend_form(ctx: Context, click: AmendEntry) -> Reply:
    live, entry, was = await _require_amendable(ctx, click)
    base = Request(was.command, unit=was.unit, target=was.target, action=was.action)
    about = AmendForm(click.game, click.number)
    words = ctx.me.at(live.board)
    prefill = FormPrefill(was, joinable=False)
    form = await asyncio.to_thread(order_form, words, live, base, prefill, about, Text("Amend"))
    if (own := own_rolls(entry)) and len(form.children) < limits.MODAL_FIELDS:
        typed = " / ".join(format_faces(laid.own_faces) for laid in own)
        form.add_item(text_field(words.plain, OWN_DICE, Text("Real dice"), 200, typed, needed=False))
    if not form.children:
        raise Refusal(Text("Entry {number} has nothing to amend.", number=entry.number))
    return form_reply(ctx, form)


async def _require_amendable(ctx: Context, click: EntryId) -> tuple[ActiveGame, Entry, Request]:
    """Return a valid entry with dice whose units the caller may command; raise Refusal otherwise."""
    live = await require_current_game(ctx, click)
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    if entry.number in live.game.undone:
        raise Refusal(Text("Entry {number} is already undone.", number=entry.number))
    if not entry.rolls_dice or not entry.request:
        raise Refusal(Text("Entry {number} has no dice: nothing to amend.", number=entry.number))
    was = Request.of(entry.request)
    command_forms.require_command(ctx, live, was)
    return live, entry, was


@handles_form(AmendForm)
async def preview_amendment(ctx: Context, click: AmendForm) -> Reply:
    """Show the effects of an amendment before it is applied; changed dice are applied at once."""
    live, entry, was = await _require_amendable(ctx, click)
    sent, words = ctx.submitted, ctx.me.at(live.board)
    own = "".join(sent.pop(OWN_DICE, ()))
    base = replace(was, situation=()) if "situation" in sent else was
    now = replace(
        parse_numbers(parse_order(ctx, live, base, sent), sent),
        distance=_amended_distance(live, was, parse_distances(live, base, sent)),
    )
    if "situation" in sent:
        command = command_of(live.board, was)
        offered = {one.code for one in command.situations_of(live.board, was)} if command else set[str]()
        now = replace(now, situation=(*(code for code in was.situation if code not in offered), *now.situation))
    now = replace(now, cover=now.cover or was.cover, firers=now.firers or was.firers)
    if own.strip() and parse_own_dice(entry, own, live.system.die) != own_faces(entry):
        facts = _changed_options(was, now)
        return await outcome_reply(ctx, ctx.services.corrections.amend(ctx.call, entry.number, facts, True, own))
    lines = [words(one) for one in _changed_facts(live, was, now)]
    amends = ApplyAmendment.at((click.game, click.number), replace(now, side=None))
    if not lines or not amends.fits:
        raise Refusal(Text("Nothing was changed."))
    plays = await ctx.services.corrections.foresee_plays(ctx.call, entry.number, _changed_options(was, now))
    lines += replacement_lines(words, entry.plays, plays)
    buttons = (amends.button(words.plain.say("Amend"), "main"), KeepUnits(click.game).button(words.plain.say("Cancel")))
    text = "\n".join([*lines, words.say("The same dice are read again.")])
    title = words.say("Amend the shot?") if entry.command == "fire" else words.say("Amend it?")
    return Reply(title, text, private=True, unrecorded=True, buttons=buttons)


def _amended_distance(live: ActiveGame, was: Request, now: tuple[Decimal, ...]) -> tuple[Decimal, ...]:
    """Return the recorded distance if none was given or it is within the chosen band, else the new one."""
    bands = live.system.bands(live.board, live.game.units[was.unit[0]]) if len(was.distance) == len(now) == 1 else ()
    same = any(one.inches == now[0] and one.contains(was.distance[0]) for one in bands)
    return was.distance if same or not now else now


def _changed_facts(live: ActiveGame, was: Request, now: Request) -> Iterator[Text]:
    """Yield the changed facts, each with its old value."""
    for name in _AMENDED:
        before, after = getattr(was, name), getattr(now, name)
        if before != after:
            values = {"name": Term(name), "before": _values_text(before), "after": _values_text(after)}
            yield Text("{name}: {before} → {after}", **values)


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


@handles_click(RepeatEntry)
async def repeat_entry(ctx: Context, click: RepeatEntry) -> Reply:
    """Repeat an entry's command with the same settings and new dice, on the current board.

    Raise Refusal if the entry has no dice.
    """
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    if not (entry.plays and entry.request):
        raise Refusal(Text("Entry {number} has no dice.", number=entry.number))
    return await _carry_out_once(ctx, await ctx.game(), Request.of(entry.request), click.after)


@handles_click(GiveCommand)
async def carry_out_shown_command(ctx: Context, click: GiveCommand) -> Reply:
    """Carry out the command whose odds were shown."""
    return await _carry_out_once(ctx, await require_game(ctx, click.game), click.request, click.number)


async def _carry_out_once(ctx: Context, live: ActiveGame, request: Request, shown: int) -> Reply:
    """Carry out a command of a button that was shown after entry `shown`, unless the button has been used since.

    A second tap may be handled after the first has ended. Buttons of earlier versions do not say when they were shown:
    only the second of two simultaneous taps is refused there.
    """
    as_of = live.game.number
    if shown and await _fulfilling_entry(ctx, live, shown, request) is not None:
        return stale_reply(ctx, live)
    # The caller's side matters if the request names no unit.
    request = replace(request, side=side_played_by((await ctx.game()).game, ctx.caller.id))
    try:
        return await outcome_reply(ctx, ctx.services.questions.begin(ctx.call, request, as_of=as_of))
    except OutdatedControl:
        return stale_reply(ctx, await ctx.game())


# Clicks on requested steps: each step is carried out once.

_LOOK_BACK = 50
"""Number of recent commands of a kind among which the one that fulfils a request is searched."""


@handles_click(CarryOutRequest)
async def carry_out_request(ctx: Context, click: CarryOutRequest) -> Reply:
    return await _carry_out_note(ctx, click, click.nth)


@handles_click(RequestMenu)
async def carry_out_chosen_request(ctx: Context, click: RequestMenu) -> Reply:
    return await _carry_out_note(ctx, click, parse_number(chosen_option(ctx)))


async def _carry_out_note(ctx: Context, click: EntryId, nth: int) -> Reply:
    """Carry out the request in note `nth`; raise Refusal if it has been done or its entry was undone."""
    live = await require_current_game(ctx, click)
    as_of, entry = live.game.number, await ctx.services.history.of_game(ctx.call, click.game, click.number)
    note = requests_in(entry).get(nth)
    if note is None or note.request is None or not is_typeable(note.request):
        raise Refusal(OTHER_VERSION)
    request = note.request
    if entry.number in live.game.undone:
        raise Refusal(Text("This was undone: no answer is needed."))
    done = await _fulfilling_entry(ctx, live, entry.number, request)
    if done is not None:
        raise Refusal(Text("Already done (entry {number}).", number=done.number))
    if live.game.number != as_of:
        return stale_reply(ctx, live)
    handle = REQUEST_HANDLERS.get(request.command)
    return await (handle(ctx, live, entry, request) if handle else command_forms.begin_command(ctx, live, request))


async def _fulfilling_entry(ctx: Context, live: ActiveGame, after: int, request: Request) -> Entry | None:
    """Return a valid entry with a number above `after` that fulfils a request."""
    selection = Wanted(kind=request.action or request.command)
    entries = await ctx.services.record.entries.last(live.info.id, _LOOK_BACK, selection, live.game.undone)
    return next((one for one in entries if one.number > after and is_fulfilled_by(request, one)), None)


def is_fulfilled_by(request: Request, entry: Entry) -> bool:
    """True if an entry fulfils a request: it has the same command and units, and at least its targets and situation."""
    if entry.command != request.command or not entry.request:
        return False
    done = Request.of(entry.request)
    if request.action not in (None, done.action) or done.unit != request.unit:
        return False
    return {*request.target, *request.situation} <= {*done.target, *done.situation}


async def _free_objective(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Reply:
    """Free an objective; raise Refusal if no side holds it."""
    thing = live.game.things.get(request.weapon or "")
    if thing is not None and not thing.holder:
        raise Refusal(Text("{objective} is free.", objective=thing.label))
    return show_result(ctx, await ctx.services.table_objects.free(ctx.call, request.weapon or ""))


async def _amend_with_facts(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Reply:
    """Resolve the entry again with the facts of the request."""
    facts = {"situation": request.situation}
    return await outcome_reply(ctx, ctx.services.corrections.amend(ctx.call, entry.number, facts))


async def _bring_reserve(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Reply:
    return await outcome_reply(ctx, ctx.services.reserves.arrive(ctx.call, live, request.unit[0]))


REQUEST_HANDLERS = {"objective free": _free_objective, "amend": _amend_with_facts, ARRIVE: _bring_reserve}
"""Handlers of requests that no rule of a system resolves."""
