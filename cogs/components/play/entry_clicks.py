"""Clicks on the buttons of an entry: undo, explain, add to the story."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.game.registry import ActiveGame
from bot.services.play.story_notes import LONGEST_NOTE
from bot.services.record.luck import ranks_of
from cogs.components.controls import EntryId, handles_click, handles_form
from cogs.components.forms import Form, story_field
from cogs.components.play.entry_buttons import (
    AmendEntry,
    ExplainEntry,
    RepeatEntry,
    ShowEntryOdds,
    UndoEntry,
    WriteStory,
    is_amendable,
)
from cogs.components.play.next_controls import controls_below
from cogs.components.play.outcome import outcome_reply
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions.context import Context
from cogs.rendering.explanation import explanation
from cogs.rendering.reply import Reply
from cogs.rendering.result import result_reply
from rules.command.legality import Legality, best_legality
from rules.game.entry import Entry
from rules.kernel.request import Request
from rules.kernel.text import Text


@handles_click(UndoEntry)
async def undo_entry(ctx: Context, click: UndoEntry) -> Reply:
    return await outcome_reply(ctx, ctx.services.corrections.undo(ctx.call, click.number, click.game, says_first=True))


@handles_click(ExplainEntry, private=True)
async def explain_entry(ctx: Context, click: ExplainEntry) -> Reply:
    live = await require_current_game(ctx, click)
    return await explanation_reply(ctx, live, await ctx.services.history.of_game(ctx.call, click.game, click.number))


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
    is_repeatable = here and best_legality(live.board, request) is Legality.OK
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
    await ctx.services.story_notes.game_for_notes(ctx.call, click.game)
    field = story_field("text", LONGEST_NOTE, text)
    return Form(ctx.me, Text("Add to the story"), NoteForm(click.game, click.number), [field]).reply(ctx)


@handles_form(NoteForm)
async def record_story(ctx: Context, form: NoteForm) -> Reply:
    return await note_reply(ctx, ctx.submitted_text("text"), form.number or None, game=form.game)


async def note_reply(
    ctx: Context, text: str, entry: int | None = None, turn: int | None = None, game: str | None = None
) -> Reply:
    """Record a text for the story and show it."""
    result = await ctx.services.story_notes.note(ctx.call, text, entry, turn, game)
    back = UndoEntry(result.game_id, result.entry.number).button(ctx.all_readers.plain.say("Undo"))
    return result_reply(ctx.all_readers, result, ctx.caller.name, (back,))
