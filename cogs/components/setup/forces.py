"""Forces loaded, saved and read from a pasted list: from a command, and from the buttons and forms of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import discord

from bot.errors import Refusal
from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from bot.resolution.result import OpenQuestion
from bot.services.play.lifecycle import DEMO_SIDES
from bot.services.play.roster import stands_already
from bot.services.play.saved_forces import YOURS, Known, ReadList, force_of, unknown_mark
from bot.store.tables import SavedForce
from cogs.components.controls import OTHER_VERSION, Control, InId, OfGame, clicked, mark_of, submitted
from cogs.components.modals import fields_sent, form_reply
from cogs.components.play.order_form import labelled
from cogs.components.play.outcome import show_outcome, show_result
from cogs.components.play.stale_controls import of_game
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from data.systems import system_of
from rules.command.army_list import UNITS, ListedUnits, Unknown
from rules.command.force import Force
from rules.command.list_words import LEFT_OUT, SKIPPED, Meaning
from rules.command.system import System
from rules.kernel.errors import BadFacts
from rules.kernel.text import Joined, Plural, Sentence, Term, Text, Typed, counted, several

MOST_SIDES = 3


@dataclass(frozen=True)
class TakeSeat(OfGame, what="seat"):
    """A seat at a side, as the menu of forces has it."""

    nth: int
    mark: str = ""


def sides_of(live: ActiveGame) -> tuple[str, ...]:
    """The sides of the game, and those that are offered where there are not two yet."""
    sides = tuple(live.game.sides)
    more = [side for side in DEMO_SIDES if side.casefold() not in {one.casefold() for one in sides}]
    found, places = (*sides, *more[: max(0, 2 - len(sides))]), live.game.offered
    return tuple(sorted(found, key=lambda side: places.index(side) if side in places else len(places)))[:MOST_SIDES]


def is_free(live: ActiveGame, side: str) -> bool:
    """Whether no person plays a side."""
    return all(one.side != side or one.id == OPPONENT.id for one in live.game.players.values())


# A seat for whoever brings a force to a side that nobody plays.


def seats_of_sides(plain: Reader, live: ActiveGame, free: bool = False) -> Iterator[Control]:
    """A seat at each side, or at each that is `free`."""
    for nth, side in enumerate(sides_of(live)):
        if free and not is_free(live, side):
            continue
        yield TakeSeat(live.info.id, nth, mark_of(side)).button(plain.say("I play {side}", side=side))


async def seated_first(ctx: Context, live: ActiveGame, side: str) -> Reply | None:
    """A stranger who sits down at a side without players by giving it a force; what is in the way of that, if
    anything is.
    """
    people = live.game.players
    if ctx.caller.id in people:
        return None
    if any(one.side == side for one in people.values()):
        return sit_down_first(ctx, live, Text("{side} has its player. Sit down first.", side=side))
    # Two entries by one tap: the second, what was tapped for, is the one that a tap delivered twice finds again.
    found = await ctx.services.lifecycle.join(ctx.call._replace(source=None), side)
    return show_outcome(ctx, found) if isinstance(found, OpenQuestion) else None


def sit_down_first(ctx: Context, live: ActiveGame, why: Text) -> Reply:
    """The seats there are, for somebody who plays no side."""
    words = ctx.me
    seats = tuple(seats_of_sides(words.plain, live))
    return Reply(words.say("Not possible"), words(why), private=True, colour=REFUSED, unrecorded=True, buttons=seats)


@dataclass(frozen=True)
class LoadAgain(InId, what="reload"):
    """A force by what was typed, for the side with that mark, or that of whoever clicks, of the game with that mark."""

    game: str
    side: str
    typed: tuple[str, ...]


@dataclass(frozen=True)
class LoadOnceMore(InId, what="load"):
    """The button of before: the length of the side's name, that name and what was typed, for whatever game there is."""

    length: str
    names: tuple[str, ...]


async def load_force(ctx: Context, force: Force, side: str | None, typed: str = "") -> Reply:
    """The force on the table; one that its side has already is asked about, where `typed` says how to find it again."""
    live = await ctx.game()
    player = live.game.players.get(ctx.caller.id)
    whose = side or (player.side if player else None)
    again = LoadAgain(mark_of(live.info.id), mark_of(side) if side else "", (typed,))
    if typed and whose and again.fits and stands_already(live, ctx.call, whose, force):
        words = ctx.me
        title = words.say("{side} has {force} already", side=whose, force=force.name)
        buttons = (again.button(words.say("Load it once more")),)
        text = words.say("Once more? Nothing is recorded yet.")
        return Reply(title, text, private=True, buttons=buttons, colour=REFUSED, unrecorded=True)
    return show_result(ctx, await ctx.services.roster.load(ctx.call, force, side))


@clicked(LoadAgain, retires=True)
async def load_again(ctx: Context, click: LoadAgain) -> Reply:
    """The force once more, as was asked for."""
    live = await of_game(ctx, click.game)
    side = next((one for one in (*live.game.sides, *DEMO_SIDES) if mark_of(one) == click.side), None)
    if click.side and side is None:
        raise Refusal(OTHER_VERSION)
    return await _loaded_again(ctx, ":".join(click.typed), side)


@clicked(LoadOnceMore, retires=True)
async def load_once_more(ctx: Context, click: LoadOnceMore) -> Reply:
    """Load a force by a button of before; names may hold colons of their own."""
    length, rest = click.length, ":".join(click.names)
    at = int(length) if length.isdecimal() and len(length) < 4 else 0
    return await _loaded_again(ctx, rest[at + 1 :], rest[:at] or None)


async def _loaded_again(ctx: Context, typed: str, side: str | None) -> Reply:
    live = await ctx.game()
    force = await ctx.services.saved_forces.find(ctx.caller.id, live.system, typed)
    if side and (refused := await seated_first(ctx, live, side)) is not None:
        return refused
    settled = Reply(ctx.me.say("Confirmed"), private=True)
    return replace(show_result(ctx, await ctx.services.roster.load(ctx.call, force, side)), settled=settled)


# Saving a force of one's own, from the command and from the button that replaces one of the same name.


@dataclass(frozen=True)
class ReplaceForce(InId, what="replace"):
    """The force of that name, by the side of whoever clicks in the game with that mark."""

    game: str
    name: tuple[str, ...]


@dataclass(frozen=True)
class ReplaceSaved(InId, what="keep"):
    """The button of before: the same in whatever game there is."""

    name: tuple[str, ...]


@clicked(ReplaceForce, private=True)
async def replace_force(ctx: Context, click: ReplaceForce) -> Reply:
    """A force of one's own saved in place of the one of that name."""
    await of_game(ctx, click.game)
    return await save_force(ctx, ":".join(click.name), replace=True)


@clicked(ReplaceSaved, private=True)
async def replace_saved(ctx: Context, click: ReplaceSaved) -> Reply:
    return await save_force(ctx, ":".join(click.name), replace=True)


async def save_force(ctx: Context, name: str, replace: bool = False) -> Reply:
    """Keep the caller's side as a force; one of that name is replaced only when that was agreed to."""
    words = ctx.me
    try:
        force = await ctx.services.saved_forces.save(ctx.call, name, replace)
    except Known as known:
        line = own_force_line(words, known.old)
        ask = (words.say("You already have a force of that name:"), line, words.say("Replace it?"))
        game = mark_of((await ctx.game()).info.id)
        buttons = (ReplaceForce(game, (known.old.name,)).button(words.say("Replace"), "risky"),)
        return Reply(words.say("Please confirm"), "\n".join(ask), private=True, buttons=buttons, colour=REFUSED)
    units = counted(len(force.units), "unit", "units")
    saved = words.say("{force} is saved: {units}", force=force.name, units=units)
    title = words.say("{force} is replaced: {units}", force=force.name, units=units) if replace else saved
    lines = [f"• {words(str(unit['name']))}, {unit.get('models', 1)}" for unit in force.units]
    footer = words.say("Only yours, for every game of these rules: /force load, /force export.")
    return Reply(title, "\n".join(lines), footer, private=True)


def own_force_line(words: Reader, saved: SavedForce) -> str:
    """A force that somebody keeps, on one line."""
    count = counted(len(force_of(saved).units), "unit", "units")
    when = int(saved.saved_at)
    return words.say("{saved}, {count}, saved {when:date} · yours", saved=saved.name, count=count, when=when)


# A list of one's own units: the form it is pasted into, what it is read as and asks, and taking it as a force.

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
    hint = Text("Count, name, level, weapons, in any order. Only you see it; the last one is kept: /privacy.")
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

    def label(side: str) -> Text:
        return Text("Load it: {side}", side=side) if player else Text("Join {side} with it", side=side)

    return [one.button(plain(label(side)), "main") for side, one in loads.items() if one.fits]


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
    if unknown.kind == "unit":
        found.append((SKIPPED, plain.say("Leave the unit out")))
    elif unknown.kind != "word":
        found.append((LEFT_OUT, plain.say("Leave it out")))
    return [ExplainName(now.system.key, mark, tuple(one.code.split(":"))).button(label) for one, label in found]


def _called(system: System, meaning: Meaning) -> Text:
    if meaning.kind == "unit":
        return Typed(system.units[meaning.key].name)
    if meaning.kind == "word":
        return Text("several units") if meaning == UNITS else Text("one unit of so many")
    return Term(meaning.key)
