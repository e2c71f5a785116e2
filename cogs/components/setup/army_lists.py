"""A list of one's own units: the form it is pasted into, what it is read as and asks, and taking it as a force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import discord

from bot.errors import Refusal
from bot.services.play.saved_forces import YOURS, Known, ReadList, unknown_mark
from cogs.components.controls import OTHER_VERSION, Control, InId, clicked, mark_of, submitted
from cogs.components.modals import fields_sent, form_reply
from cogs.components.play.order_form import labelled
from cogs.components.setup.forces import LoadAgain, own_force_line, sides_of
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from data.systems import system_of
from rules.command.army_list import UNITS, ListedUnits, Unknown
from rules.command.list_words import LEFT_OUT, SKIPPED, Meaning
from rules.command.system import System
from rules.kernel.errors import BadFacts
from rules.kernel.text import Joined, Plural, Sentence, Term, Text, Typed, counted, several

LIST, NAME = "list", "name"
MOST_TYPED = 4000
"""Letters that Discord lets a field have."""
MOST_SHOWN = 40
"""Lines of a list that are shown as they were read."""


@dataclass(frozen=True)
class WriteList(InId, what="listwrite"):
    """Opens the form, with the list as it was last where it is to be `again`."""

    system: str
    again: int = 0


@dataclass(frozen=True)
class ListForm(InId, what="listform"):
    system: str


@dataclass(frozen=True)
class ExplainName(InId, what="listname"):
    """What a name means that was asked about: the mark of the name, and the code of the meaning in its parts."""

    system: str
    mark: str
    meaning: tuple[str, ...] = ()


@dataclass(frozen=True)
class TakeList(InId, what="listtake"):
    system: str
    instead: int = 0


def list_form(ctx: Context, system: System, text: str = "", name: str = "") -> Reply:
    """The form for a list, with a sample of the system beside it."""
    words = ctx.me.plain
    form = discord.ui.Modal(
        title=limits.short(words.say("Your list for {system}", system=system.name), limits.MODAL_TITLE),
        custom_id=ListForm(system.key).id,
        timeout=None,
    )
    field = discord.ui.TextInput[Any](
        custom_id=LIST,
        style=discord.TextStyle.paragraph,
        max_length=MOST_TYPED,
        required=True,
        placeholder=limits.short(_sample(system), limits.DESCRIPTION_OF_FIELD),
        default=text[:MOST_TYPED] or None,
    )
    hint = Text("Count, name, level, weapons, in any order; English or German. Or paste a list you have.")
    form.add_item(labelled(words, Text("One unit a line"), field, hint))
    called = discord.ui.TextInput[Any](custom_id=NAME, max_length=60, required=False, default=name[:60] or None)
    form.add_item(labelled(words, Text("Name of the force"), called))
    return form_reply(ctx, form)


def _sample(system: System) -> str:
    """Two units of the system, as they are written in a list."""
    lines = list[str]()
    for one in sorted(system.units.values(), key=lambda unit: -unit.models)[:2]:
        arms = ", ".join(f"{arm.count} {arm.name.replace('_', ' ')}" for arm in one.weapons)
        lines.append(f"{one.name} x{one.models}" + (f": {arms}" if arms else ""))
    return "\n".join(lines)


@clicked(WriteList)
async def write_list(ctx: Context, click: WriteList) -> Reply:
    """The form, empty or with the list that was written last."""
    if not click.again:
        return list_form(ctx, system_of(click.system))
    now = await ctx.services.army_lists.read(ctx.caller.id, click.system)
    if len(now.draft.text) > MOST_TYPED:
        raise Refusal(Text("This list is too long for a form: correct its file and attach that again."))
    return list_form(ctx, now.system, now.draft.text, now.name)


@submitted(ListForm)
async def list_sent(ctx: Context, form: ListForm) -> Reply:
    """The list that was written, as it is understood."""
    sent = fields_sent(dict(ctx.interaction.data or {}))
    system, (text, name) = system_of(form.system), ("".join(sent.get(one, ())) for one in (LIST, NAME))
    return list_reply(ctx, await ctx.services.army_lists.write(ctx.caller.id, system, text, name))


@clicked(ExplainName)
async def explain_name(ctx: Context, click: ExplainName) -> Reply:
    """One name explained: what is left to be asked, or the whole list."""
    code = ":".join(click.meaning)
    if Meaning.of(code) is None:
        raise Refusal(OTHER_VERSION)
    found = await ctx.services.army_lists.explain(ctx.caller.id, click.system, click.mark, code)
    return replace(list_reply(ctx, found), in_place=True)


@clicked(TakeList)
async def take_list(ctx: Context, click: TakeList) -> Reply:
    """The list as a force of one's own; one of that name is replaced only when that was agreed to."""
    words, lists = ctx.me, ctx.services.army_lists
    try:
        force = await lists.take(ctx.caller.id, click.system, bool(click.instead))
    except Known as known:
        ask = (words.say("You already have a force of that name:"), own_force_line(words, known.old))
        buttons = (
            TakeList(click.system, 1).button(words.plain.say("Replace it"), "risky"),
            WriteList(click.system, 1).button(words.plain.say("Correct")),
        )
        return Reply(words.say("Please confirm"), "\n".join(ask), private=True, buttons=buttons, colour=REFUSED)
    units = counted(len(force.units), "unit", "units")
    text = words.say("`/force load` and `/campaign enlist` know it as yours; `/force export` writes it.")
    title = words.say("{force} is saved: {units}", force=force.name, units=units)
    return Reply(title, text, private=True, buttons=tuple(await _loading(ctx, click.system, force.name)), in_place=True)


async def _loading(ctx: Context, system: str, force: str) -> Sequence[Control]:
    """A button that brings the force into the game here: for the caller's side, or else one for each."""
    live, plain = await ctx.suggested(), ctx.me.plain
    if live is None or live.system.key != system or live.game.over:
        return ()
    player = live.game.players.get(ctx.caller.id)
    sides = [player.side] if player and player.side else sides_of(live)
    loads = {side: LoadAgain(mark_of(live.info.id), mark_of(side), (f"{YOURS}{force}",)) for side in sides}
    return [one.button(plain.say("Load it: {side}", side=side), "main") for side, one in loads.items() if one.fits]


def list_reply(ctx: Context, now: ReadList) -> Reply:
    """A list as it is understood, what was taken for granted, and what is asked or wrong."""
    words, found = ctx.me, now.found
    lines = [line for one in found.lines[:MOST_SHOWN] for line in _read_as(words, now.system, one)]
    more = len(found.lines) - MOST_SHOWN
    lines += [words.say("… and {n} more lines", n=more)] if more > 0 else []
    correct = WriteList(now.system.key, 1).button(words.plain.say("Correct"))
    if found.unknown:
        asked = found.unknown[0]
        left = Plural("{n} name is not known.", "{n} names are not known.", len(found.unknown))
        ask = words.say("**What is “{said}”?** Your answer is remembered.", said=asked.said)
        buttons = (*_meanings(words, now, asked), correct)
        return Reply(words(left), "\n".join([*lines, "", ask]), private=True, buttons=buttons, unrecorded=True)
    try:
        force = found.force(now.system, now.name)
    except BadFacts as error:
        faults = [f"• {words(Sentence(fault))}" for fault in error.faults[:20]]
        text = "\n".join([*lines, *faults])
        title = words.say("This list is no force yet")
        return Reply(title, text, private=True, buttons=(correct,), colour=REFUSED, unrecorded=True)
    title = words.say("{force}: {units}", force=force.name, units=counted(len(force.units), "unit", "units"))
    buttons = (TakeList(now.system.key).button(words.plain.say("Take it"), "yes"), correct)
    return Reply(title, "\n".join(lines), private=True, buttons=buttons, unrecorded=True)


def _read_as(words: Reader, system: System, line: ListedUnits) -> Iterator[str]:
    """The units of one line, equal ones once, and below them what was taken for granted."""
    for given, alike in groupby(line.units):
        many = len(list(alike))
        yield "• " + (f"{many} × " if many > 1 else "") + words(unit_told(system, given))
    for text in line.assumed:
        yield f"↳ {words(Sentence(text))}"


def unit_told(system: System, given: Mapping[str, Any]) -> Text:
    """A line of a force in words: its name, figures, weapons, and what else it says."""
    base = system.units.get(str(given.get("type")))
    name = str(given.get("name") or (base.name if base else ""))
    of = [Text("{name} ({type})", name=name, type=base.name) if base and name != base.name else Typed(name)]
    models = given.get("models", base.models if base else 1)
    of += [counted(models, "model", "models")] if models != 1 else []
    arms = given.get("weapons", [one.model_dump() for one in base.weapons] if base else [])
    of += [several(int(one.get("count", 1)), str(one["name"])) for one in arms]
    profile: Mapping[str, Any] = given.get("profile", {})
    of += [Text("{field}: {value}", field=Term(field), value=_value(value)) for field, value in profile.items()]
    of += [Term(state) for state in given.get("states", {})]
    of += [counted(given["points"], "point", "points")] if given.get("points") else []
    return Joined(of, ", ")


def _value(value: Any) -> Any:
    if value is True:
        return Text("yes")
    return value if isinstance(value, int) else Term(str(value)[:40])


def _meanings(words: Reader, now: ReadList, unknown: Unknown) -> Sequence[Control]:
    """What a name may mean, the likest first, or nothing."""
    plain, mark = words.plain, unknown_mark(unknown)
    found = [(one, plain(_called(now.system, one))) for one in unknown.nearest]
    if unknown.kind == "word":
        return [ExplainName(now.system.key, mark, tuple(one.code.split(":"))).button(label) for one, label in found]
    skipped = plain.say("Leave the unit out") if unknown.kind == "unit" else plain.say("Leave it out")
    found.append((SKIPPED if unknown.kind == "unit" else LEFT_OUT, skipped))
    return [ExplainName(now.system.key, mark, tuple(one.code.split(":"))).button(label) for one, label in found]


def _called(system: System, meaning: Meaning) -> Text:
    if meaning.kind == "unit":
        return Typed(system.units[meaning.key].name)
    if meaning.kind == "word":
        return Text("several units") if meaning == UNITS else Text("one unit of so many")
    return Term(meaning.key)
