"""Army lists of players: the form that they are pasted into, their interpretation, and saving them as forces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from bot.errors import Refusal
from bot.services.play.army_lists import ReadList, unknown_mark
from bot.services.play.roster import has_units
from bot.services.play.saved_forces import YOURS, ForceNameTaken
from cogs.components.controls import OTHER_VERSION, Control, ControlId, handles_click, handles_form, mark_of
from cogs.components.forms import Field, Form, text_field
from cogs.components.play.outcome import show_result
from cogs.components.setup.forces import LoadAgain, own_force_line, typed_force_question
from cogs.components.setup.seats import sides_of
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from data import SYSTEMS
from data.systems import system_of
from rules.command.army_list import (
    ABOVE,
    ALL,
    AS_COUNTED,
    AS_READ,
    EACH,
    MODELS,
    NAMED,
    ONE,
    POINTS,
    TOGETHER,
    UNITS,
    ListedUnits,
    Unknown,
)
from rules.command.force import Force
from rules.command.list_contract import question
from rules.command.list_words import LEFT_OUT, SKIPPED, Meaning
from rules.command.system import System
from rules.kernel.errors import BadFacts
from rules.kernel.text import Joined, Plural, Sentence, Term, Text, Typed, counted, several_of

LIST, NAME = "list", "name"
MOST_TYPED = 4000
"""Discord's limit for a text field, in characters."""
MOST_SHOWN = 40
"""Most lines of a list whose interpretation is shown."""


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
    sample, lines = limits.shorten(_sample(system), limits.DESCRIPTION_OF_FIELD), Text("One unit a line")
    typed = Field(LIST, lines, MOST_TYPED, (text[:MOST_TYPED],), hint=hint, long=True, placeholder=sample)
    named = text_field(NAME, Text("Name of the force"), 60, name[:60], needed=False)
    title = Text("Your list for {system}", system=system.name)
    return Form(ctx.me, title, ListForm(system.key, again), [typed, named]).reply(ctx)


def _sample(system: System) -> str:
    """Return two units of the system, as they are written in a list."""
    lines = list[str]()
    for one in sorted(system.units.values(), key=lambda unit: -unit.models)[:2]:
        arms = ", ".join(f"{arm.count} {arm.name.replace('_', ' ')}" for arm in one.weapons)
        lines.append(f"{one.name} x{one.models}" + (f": {arms}" if arms else ""))
    return "\n".join(lines)


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
    found = await ctx.services.army_lists.explain(ctx.call, click.system, click.mark, code)
    return replace(list_reply(ctx, found), in_place=True)


@handles_click(ShareWords)
async def share_words(ctx: Context, click: ShareWords) -> Reply:
    """Save the explained words of a list for the server."""
    found = await ctx.services.army_lists.share(ctx.call, click.system)
    return replace(list_reply(ctx, found), in_place=True)


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
    player = live.game.players.get(ctx.caller.id) if live else None
    if live is None or live.system.key != click.system or live.game.over or not (player and player.side):
        text = words.say("Use it in `/force load` and `/campaign enlist`; save it as a file with `/force export`.")
        loads = tuple(await _load_buttons(ctx, click.system, force.name))
        return Reply(_saved_text(words, force), text, private=True, buttons=loads, in_place=True)
    if has_units(live, ctx.call, player.side):
        asked = typed_force_question(ctx, live, force, player.side, f"{YOURS}{force.name}")
        return replace(asked, title=_saved_text(words, force), in_place=True)
    settled = Reply(_saved_text(words, force), private=True)
    return replace(show_result(ctx, await ctx.services.roster.load(ctx.call, force, None)), settled=settled)


def _saved_text(words: Reader, force: Force) -> str:
    units = counted(len(force.units), "unit", "units")
    return words.say("{force} saved: {units}", force=force.name, units=units)


async def _load_buttons(ctx: Context, system: str, force: str) -> Sequence[Control]:
    """Return the buttons that load a saved force: for the caller's side, or one per side."""
    live, plain = await ctx.game_for_suggestions(), ctx.me.plain
    if live is None or live.system.key != system or live.game.over:
        return ()
    player = live.game.players.get(ctx.caller.id)
    loads = {side: LoadAgain(mark_of(live.info.id), mark_of(side), (f"{YOURS}{force}",)) for side in sides_of(live)}

    def label(side: str) -> Text:
        return Text("Load it: {side}", side=side) if player else Text("Join {side} with it", side=side)

    return [one.button(plain(label(side)), "main") for side, one in loads.items() if one.fits]


def list_reply(ctx: Context, now: ReadList) -> Reply:
    """Return the interpretation of a list: its units, assumptions, and the next question or its errors."""
    words, found = ctx.me, now.found
    lines = [line for one in found.lines[:MOST_SHOWN] for line in _interpretation(words, now.system, one)]
    more = len(found.lines) - MOST_SHOWN
    lines += [words.say("… and {n} more lines", n=more)] if more > 0 else []
    lines += [_ignored_lines(words, found.passed)] if found.passed else []
    correct = WriteList(now.system.key, 1).button(words.plain.say("Correct"))
    if found.unknown_names:
        asked = found.unknown_names[0]
        left = Plural("{n} name is unknown.", "{n} names are unknown.", len(found.unknown_names))
        ask = f"**{words(question(asked))}**"
        buttons = (*_meaning_buttons(words, now, asked), correct)
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
        said = Joined([_word_text(now.system, said, code) for said, code in now.draft.answers.items()], ", ")
        lines.append(words.say("For this list only, or always? {words}", words=said))
        buttons = (*buttons, ShareWords(now.system.key).button(words.plain.say("Always on this server")))
    return Reply(title, "\n".join(lines), private=True, buttons=buttons, unrecorded=True)


MOST_WORDS = 40
"""Most words shown; the suggestions of the command contain all of them."""


async def known_words(ctx: Context, forget: str | None) -> Reply:
    """Return the list words known to the server, after forgetting one if requested."""
    words, lists = ctx.me, ctx.services.army_lists
    if forget:
        gone = await lists.unteach(ctx.call, forget, ctx.interaction.permissions.manage_guild)
        return Reply(
            words.say("{word} is forgotten", word=gone.words), words.say("Lists will ask for it again."), private=True
        )
    known = await lists.taught_words(ctx.call.where.guild or "", SYSTEMS)
    lines = [
        words(Text("• {word} ({system})", word=_word_text(one.system, one.words, one.code), system=one.system.name))
        for one in known
    ]
    more = [words.say("… and {n} more", n=len(lines) - MOST_WORDS)] if len(lines) > MOST_WORDS else []
    none = words.say("None. Explain a word of a list and tap **Always on this server** to keep it.")
    text = "\n".join([*lines[:MOST_WORDS], *more]) or none
    return Reply(words.say("Words from lists that this server knows"), text, private=True)


def _word_text(system: System, said: str, code: str) -> Text:
    """Return a word with its explained meaning."""
    meaning = Meaning.of(code)
    if meaning is None or meaning in (LEFT_OUT, SKIPPED):
        return Text("“{said}” = {meant}", said=said, meant=Text("nothing"))
    return Text("“{said}” = {meant}", said=said, meant=_meaning_label(system, meaning))


MOST_PASSED = 240
"""Most characters shown of the skipped lines."""


def _ignored_lines(words: Reader, passed: Sequence[str]) -> str:
    """Return the skipped lines, as many as fit on a line or two."""
    shown, room = list[str](), MOST_PASSED
    for line in passed:
        room -= len(line) + 3
        if room < 0:
            break
        shown.append(line)
    more = len(passed) - len(shown)
    lines = [Typed(line) for line in shown or [passed[0][:MOST_PASSED]]]
    said = words.say("Skipped: {lines}", lines=Joined(lines, " · "))
    return f"-# {said}" + (f" {words.say('… and {n} more lines', n=more)}" if shown and more else "")


def _interpretation(words: Reader, system: System, line: ListedUnits) -> Iterator[str]:
    """Yield the units of one line, equal ones once, and below them the assumptions."""
    for given, alike in groupby(line.units):
        many = len(list(alike))
        yield "• " + (f"{many} × " if many > 1 else "") + words(describe_unit(system, given))
    for text in line.assumed if line.units else ():
        yield f"↳ {words(Sentence(text))}"


def describe_unit(system: System, given: Mapping[str, Any]) -> Text:
    """Return a line of a force in words: name, figures, weapons, and its other values."""
    base = system.units.get(str(given.get("type")))
    name = str(given.get("name") or (base.name if base else ""))
    of = [Text("{name} ({type})", name=name, type=base.name) if base and name != base.name else Typed(name)]
    models = given.get("models", base.models if base else 1)
    of += [counted(models, "model", "models")] if models != 1 else []
    arms = given.get("weapons", [one.model_dump() for one in base.weapons] if base else [])
    of += [several_of(int(one.get("count", 1)), str(one["name"])) for one in arms]
    profile: Mapping[str, Any] = given.get("profile", {})
    of += [Text("{field}: {value}", field=Term(field), value=_value_text(value)) for field, value in profile.items()]
    of += [Term(state) for state in given.get("states", {})]
    of += [counted(given["points"], "point", "points")] if given.get("points") else []
    return Joined(of, ", ")


def _value_text(value: Any) -> Any:
    if value is True:
        return Text("yes")
    return value if isinstance(value, int) else Term(str(value)[:40])


def _meaning_buttons(words: Reader, now: ReadList, unknown: Unknown) -> Sequence[Control]:
    """Return buttons for the possible meanings of a name, the most similar first, and for leaving it out."""
    plain, mark = words.plain, unknown_mark(unknown)
    found = [(one, plain(_meaning_label(now.system, one))) for one in unknown.nearest]
    if unknown.kind == "unit":
        found.append((SKIPPED, plain.say("Leave the unit out")))
    elif unknown.kind != "word":
        found.append((LEFT_OUT, plain.say("Leave it out")))
    return [ExplainName(now.system.key, mark, tuple(one.code.split(":"))).button(label) for one, label in found]


def _meaning_label(system: System, meaning: Meaning) -> Text:
    if meaning.kind == "unit":
        return Typed(system.units[meaning.key].name)
    return _COUNTS.get(meaning._replace(value=""), Term(meaning.key))


_COUNTS = {
    UNITS: Text("several units"),
    MODELS: Text("one unit of that size"),
    POINTS: Text("points"),
    EACH: Text("points for each unit"),
    TOGETHER: Text("points for all of them"),
    NAMED: Text("a unit of that name"),
    ONE: Text("one has it"),
    ALL: Text("all have it"),
    AS_READ: Text("Correct as read"),
    AS_COUNTED: Text("Correct as read"),
    ABOVE: Text("It belongs to the line above"),
}
"""Labels of the meanings that a word of a list may have, besides units and weapons."""
