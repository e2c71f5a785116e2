"""Army lists of players: the form that they are pasted into, their interpretation, and saving them as forces."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Refusal
from bot.game.people import side_played_by
from bot.services.play.army_lists import MOST_NAMED, ReadList, unknown_mark
from bot.services.play.roster import has_units
from bot.services.play.saved_forces import YOURS, ForceNameTaken
from cogs.components.controls import OTHER_VERSION, ControlId, handles_click, handles_form
from cogs.components.forms import Field, Form, text_field
from cogs.components.play.outcome import show_result
from cogs.components.setup.forces import load_buttons, own_force_line, typed_force_question
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.army_list import list_lines, meaning_choices, word_text
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from data.systems import system_of
from rules.command.force import Force
from rules.command.list_contract import question
from rules.command.list_words import Meaning
from rules.command.system import System
from rules.kernel.errors import BadFacts
from rules.kernel.text import Joined, Plural, Sentence, Text, counted

LIST, NAME = "list", "name"
MOST_TYPED = 4000
"""Discord's limit for a text field, in characters."""


class WriteList(ControlId, what="listwrite"):
    """A button that opens the form; with `again`, the form is prefilled with the last list."""

    system: str
    again: int = 0


class ListForm(WriteList, what="listform"):
    """The form for a list; with `again`, it edits the last list and keeps the explained names."""


class ShareWords(ControlId, what="listwords"):
    """A button that saves the explained words for the whole server."""

    system: str


class ExplainName(ControlId, what="listname"):
    """A button that explains a name: the mark of the name, and the parts of the meaning's code."""

    system: str
    mark: str
    meaning: tuple[str, ...] = ()


class TakeList(ControlId, what="listtake"):
    system: str
    instead: int = 0


def list_form(ctx: Context, system: System, text: str = "", name: str = "", again: int = 0) -> Reply:
    """Return the form for a list, with a sample of the system beside it."""
    hint = Text("Count, name, level, weapons, in any order. Only you see the list. The last one is kept: /privacy.")
    sample = list[str]()
    for one in sorted(system.units.values(), key=lambda unit: -unit.models)[:2]:
        arms = ", ".join(f"{arm.count} {arm.name.replace('_', ' ')}" for arm in one.weapons)
        sample.append(f"{one.name} x{one.models}" + (f": {arms}" if arms else ""))
    shown = limits.shorten("\n".join(sample), limits.DESCRIPTION_OF_FIELD)
    lines, begun = Text("One unit a line"), (text,)
    typed = Field(LIST, lines, MOST_TYPED, begun, hint=hint, long=True, placeholder=shown)
    named = text_field(NAME, Text("Name of the force"), MOST_NAMED, name, needed=False)
    title = Text("Your list for {system}", system=system.name)
    return Form(ctx.me, title, ListForm(system.key, again), [typed, named]).reply(ctx)


@handles_click(WriteList)
async def open_list_form(ctx: Context, click: WriteList) -> Reply:
    """Open the form, empty or with the last list."""
    if not click.again:
        return list_form(ctx, system_of(click.system))
    now = await ctx.services.army_lists.read(ctx.call, click.system)
    if len(now.draft.text) > MOST_TYPED:
        raise Refusal(Text("This list is too long for a form. Correct the file and attach it again."))
    return list_form(ctx, now.system, now.draft.text, now.name, again=1)


@handles_form(ListForm)
async def parse_list(ctx: Context, form: ListForm) -> Reply:
    """Parse the list of the form and show its interpretation."""
    system, (text, name) = system_of(form.system), map(ctx.submitted_text, (LIST, NAME))
    unnamed = ctx.me.plain.say("Force")
    found = await ctx.services.army_lists.write(ctx.call, system, text, name, bool(form.again), unnamed)
    return list_reply(ctx, found)


@handles_click(ExplainName)
async def explain_name(ctx: Context, click: ExplainName) -> Reply:
    """Record the meaning of a name, and show the next question or the whole list."""
    code = ":".join(click.meaning)
    if Meaning.of(code) is None:
        raise Refusal(OTHER_VERSION)
    return list_reply(ctx, await ctx.services.army_lists.explain(ctx.call, click.system, click.mark, code))


@handles_click(ShareWords)
async def share_words(ctx: Context, click: ShareWords) -> Reply:
    """Save the explained words of a list for the server."""
    return list_reply(ctx, await ctx.services.army_lists.share(ctx.call, click.system))


@handles_click(TakeList, retires=True)
async def save_list(ctx: Context, click: TakeList) -> Reply:
    """Save the list as a force of the caller's, and load it into the game here.

    A force of the same name is replaced only after confirmation.
    """
    words, lists = ctx.me, ctx.services.army_lists
    try:
        force = await lists.take(ctx.call, click.system, bool(click.instead))
    except ForceNameTaken as known:
        ask = (words.say("You already have a force with this name:"), own_force_line(words, known.old))
        buttons = (
            TakeList(click.system, 1).button(words.plain.say("Replace it"), "risky"),
            WriteList(click.system, 1).button(words.plain.say("Correct")),
        )
        return Reply(words.say("Please confirm"), "\n".join(ask), private=True, buttons=buttons, colour=REFUSED)
    live = await ctx.game_for_suggestions()
    side = side_played_by(live.game, ctx.caller.id) if live else None
    if live is None or live.system.key != click.system or not side:
        text = words.say("Use it in `/force load` and `/campaign enlist`; save it as a file with `/force export`.")
        loads = tuple(await load_buttons(ctx, click.system, force.name))
        return Reply(_saved_text(words, force), text, private=True, buttons=loads, in_place=True)
    if has_units(live, ctx.call, side):
        asked = typed_force_question(ctx, live, force, side, f"{YOURS}{force.name}")
        return replace(asked, title=_saved_text(words, force), in_place=True)
    settled = Reply(_saved_text(words, force), private=True)
    return replace(show_result(ctx, await ctx.services.roster.load(ctx.call, force, None)), settled=settled)


def _saved_text(words: Reader, force: Force) -> str:
    units = counted(len(force.units), "unit", "units")
    return words.say("{force} saved: {units}", force=force.name, units=units)


def list_reply(ctx: Context, now: ReadList) -> Reply:
    """Return the interpretation of a list: its units, assumptions, and the next question or its errors."""
    words, found = ctx.me, now.found
    lines = list_lines(words, now.system, found)
    correct = WriteList(now.system.key, 1).button(words.plain.say("Correct"))
    if found.unknown_names:
        asked = found.unknown_names[0]
        left = Plural("{n} name is unknown.", "{n} names are unknown.", len(found.unknown_names))
        ask = f"**{words(question(asked))}**"
        mark = unknown_mark(asked)
        meanings = (
            ExplainName(now.system.key, mark, tuple(one.code.split(":"))).button(words.plain(label))
            for one, label in meaning_choices(now.system, asked)
        )
        buttons = (*meanings, correct)
        return Reply(words(left), "\n".join([*lines, "", ask]), private=True, buttons=buttons, unrecorded=True)
    try:
        force = found.force(now.system, now.name)
    except BadFacts as error:
        faults = [f"• {words(Sentence(fault))}" for fault in error.faults[:20]]
        text = "\n".join([*lines, *faults])
        title = words.say("This list is not a force yet")
        return Reply(title, text, private=True, buttons=(correct,), colour=REFUSED, unrecorded=True)
    title = words.say("{force}: {units}", force=force.name, units=counted(len(force.units), "unit", "units"))
    buttons = (TakeList(now.system.key).button(words.plain.say("Take it"), "yes"), correct)
    if now.draft.answers:
        said = Joined([word_text(now.system, said, code) for said, code in now.draft.answers.items()], ", ")
        lines.append(words.say("For this list only, or always? {words}", words=said))
        buttons = (*buttons, ShareWords(now.system.key).button(words.plain.say("Always on this server")))
    return Reply(title, "\n".join(lines), private=True, buttons=buttons, unrecorded=True)
