"""Forms for physical dice and for the missing facts of a command."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.errors import Refusal
from bot.game.questions import DiceQuestion, FactsQuestion, RequestedRoll
from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from bot.services.play.comparison import TargetChance
from bot.services.play.messages import Typed
from cogs.components.controls import OTHER_VERSION, MenuOption, QuestionId
from cogs.components.forms import Label, menu_field, new_form, text_field
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.options import distances_as_typed, parse_codes, parse_lengths, split_per_target
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.rolls import needed_text
from cogs.rendering.text import Reader
from rules.command.choices import distance_examples
from rules.command.movement import Band
from rules.command.next_steps import command_of
from rules.command.order import Command
from rules.command.system import Board
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Ask, Choice
from rules.kernel.request import Request, requested_situations
from rules.kernel.table import left_over_faces
from rules.kernel.text import NOTHING, Heading, Joined, Listed, Term, Text, UnitRef, counted, inches_text

OPTIONAL_COVER = Text("Cover (empty: none)")
WHAT_ELSE = Text("Other effects (empty: none)")
"""The title of the field for a command's situations, of which any number may apply."""
_ALWAYS = {"cover", "situation"}
"""Options that every form may have besides the missing ones."""
MODIFIERS = "modifiers"
_NUMBER = re.compile(r"-?[0-9]{1,4}")
NONE: Typed = {}


class FacesForm(QuestionId, what="faces"):
    """The form for physical dice."""


class FactsForm(QuestionId, what="facts"):
    """The form for the missing facts of a command."""


def form_reply(ctx: Context, form: discord.ui.Modal) -> Reply:
    """Return a form as the answer; raise Refusal for a form without fields."""
    if not form.children:
        raise Refusal(OTHER_VERSION)
    late = ctx.me.say("The form opened too late. Try again.")
    return Reply(ctx.me.say("Not possible"), late, private=True, colour=REFUSED, unrecorded=True, form=form)


def facts_form(
    words: Reader, asked: OpenQuestion, question: FactsQuestion, typed: Typed = NONE, only: Collection[str] = ()
) -> discord.ui.Modal:
    """Return the form for the missing facts, with cover and situations if the command has them.

    Fields are prefilled with `typed`. With `only`, fields of other options are left out, unless none would remain.
    """
    request, words = asked.pending_command().request, words.plain.at(asked.live.board)
    command = command_of(asked.live.board, request)
    friendly = command is not None and command.friendly
    hints = {
        "distance": Heading(distance_examples(asked.live.board.ruler)),
        "firers": Text("Like 4 infantry_rifle, 1 lmg"),
    }
    others = [ask for ask in question.asks if ask.option != MODIFIERS]
    said = {"distance": distances_as_typed(request.distance, asked.live.board.ruler)}
    others = [_with_bands(asked.live, request, _with_units(asked, ask, friendly)) for ask in others]
    several = command.several if command else ()
    fields = list[Label]()
    for nth, ask in enumerate(others):
        if 1 < len(ask.parts) <= _MOST_PARTS:
            fields += _part_fields(words, nth, ask, hints, said)
        else:
            fields.append(_field_for(words, nth, ask, hints, said, ask.option in several))
    fields += _modifier_fields(words, asked.live.game.sides) if len(others) < len(question.asks) else []
    fields += _situation_fields(words, asked.live.board, command, request, question) if command else []
    fields = fields[: limits.MODAL_FIELDS]
    shown = [prefill_field(one, typed) for one in [one for one in fields if field_option(one) in only] or fields]
    return new_form(form_title(words, request, command), FactsForm(asked.row.id, asked.row.step), *shown)


def field_option(field: Label) -> str:
    """Return the option of a field."""
    option = field_stem(str(getattr(field.component, "custom_id", "")))
    return "situation" if option == MANY else option


def field_stem(field: str) -> str:
    """Return the first part of a field's id."""
    return field.partition(":")[0]


def prefill_field(field: Label, typed: Typed) -> Label:
    """Prefill a field with earlier input and return it."""
    match field.component:
        case discord.ui.TextInput() as text:
            text.default = " ".join(typed.get(text.custom_id, ())) or text.default
        case discord.ui.Select() as menu:
            for option in menu.options:
                option.default = option.value in typed.get(menu.custom_id, ())
        case _:
            pass
    return field


def form_title(words: Reader, request: Request, command: Command | None, does: Text | None = None) -> str:
    """Return the title of a form: "Rifle squad → MG team: Fire", or with `does` in place of the command.

    A title that is too long is replaced by the longest shorter version that fits.
    """
    what = does or (Heading(command.title) if command else Text("Details needed"))
    ways = [words(one) for one in _shorter_titles(request, what)]
    return next((one for one in ways if len(one) <= limits.MODAL_TITLE), limits.shorten(ways[0], limits.MODAL_TITLE))


def _shorter_titles(request: Request, what: Text) -> Iterator[Text]:
    """Yield titles of a form from long to short; the units are dropped last."""
    unit, target = (Listed([UnitRef(id) for id in ids]) for ids in (request.unit, request.target))
    if request.unit and request.target:
        yield Text("{unit} → {target}: {what}", unit=unit, target=target, what=what)
        yield Text("{unit} → {target}", unit=unit, target=target)
        yield Text("{what}: {target}", what=what, target=target)
    if request.unit:
        yield Text("{unit}: {what}", unit=unit, what=what)
        yield unit
    else:
        yield what


def _situation_fields(
    words: Reader, board: Board, command: Command, request: Request, question: FactsQuestion
) -> Iterator[Label]:
    """Yield the fields for cover and situations that are neither given nor asked for."""
    if command.covers and not request.cover and "cover" not in {ask.option for ask in question.asks}:
        yield _menu_field(words, "cover", OPTIONAL_COVER, command.covers, 1)
    asked = {choice.code for ask in question.asks for choice in ask.choices}
    asked |= set(request.situation)
    situations = [one for one in form_situations(command, board, request) if one.code not in asked]
    if not any(requested_situations(request.situation)):
        taken = len(question.asks) + bool(command.covers)
        fields, situations = count_fields(words, command, request, situations, limits.MODAL_FIELDS - taken)
        yield from fields
    if situations:
        # If the form asks for nothing but situations, one is required.
        needed = any(requested_situations(request.situation))
        title = Text("Which of these?") if needed else WHAT_ELSE
        yield _menu_field(words, "situation", title, situations, min(len(situations), limits.CHOICES), needed)


JOINS = "joins:"
"""Prefix of an option's value: the unit joins the one that is given the command."""
MOST_JOINERS = 8


def form_situations(command: Command, board: Board, request: Request) -> list[Choice]:
    """Return the situations of a form; friends that may join the unit are offered by name, not by their number."""
    found, stem = command.situations_of(board, request), f"{command.joiner_count}="
    if not (command.joiner_count and request.unit and request.unit[0] in board.game.units):
        return found
    friends = [one for one in command.on(board, request).joiners() if one.id not in request.unit]
    named = [Choice(f"{JOINS}{one.id}", Text("{unit} aids", unit=one.ref)) for one in friends[:MOST_JOINERS]]
    return [*named, *(one for one in found if not one.code.startswith(stem))]


def split_joiners(codes: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """Return the situations among the chosen options, and the ids of the units that join, separated by commas."""
    chosen = tuple(codes)
    joining = [one.removeprefix(JOINS) for one in chosen if one.startswith(JOINS)]
    return tuple(one for one in chosen if not one.startswith(JOINS)), ",".join(joining)


MANY = "many"
"""First part of the id of a field in which the count of a situation is typed."""


def count_fields(
    words: Reader, command: Command, request: Request, situations: Sequence[Choice], room: int
) -> tuple[list[Label], list[Choice]]:
    """Return a field per count, as far as there is `room`, and the situations without a field.

    One field is kept free for the remaining situations.
    """
    left, fields = list(situations), list[Label]()
    for one in command.counts:
        lines = [choice for choice in left if choice.code.startswith(f"{one.stem}=")]
        others = [choice for choice in left if choice not in lines]
        if lines and len(fields) + 1 + bool(others) <= room:
            given = next((code for code in request.situation if code.startswith(f"{one.stem}=")), "")
            id, typed = f"{MANY}:{one.stem}", given.partition("=")[2]
            fields.append(text_field(words, id, one.title, 3, typed, one.empty, needed=False))
            left = others
    return fields, left


def parse_counts(typed: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the situations whose counts were typed into their own fields; raise BadFacts for other text."""
    fields = ((field.partition(":")[2], texts) for field, texts in typed.items() if field_stem(field) == MANY)
    counts = [(stem, text.strip()) for stem, texts in fields for text in texts]
    wrong = [
        Text("{what}: enter a whole number, not '{text}'", what=Term(stem), text=text)
        for stem, text in counts
        if not text.isdecimal()
    ]
    if wrong:
        raise BadFacts(wrong)
    return [f"{stem}={int(text)}" for stem, text in counts]


def _with_bands(live: ActiveGame, request: Request, ask: Ask) -> Ask:
    """Offer the range bands as choices for the distance of a shot that a button begins.

    Applies if the system distinguishes only a few bands. A caller who types the command types the distance too.
    """
    if ask.option != "distance" or ask.hint or request.distance or not request.situation or len(request.target) > 1:
        return ask
    found = range_bands(live, request)
    return (
        ask._replace(choices=tuple(Choice(one.typed_distance, Heading(one.label)) for one in found)) if found else ask
    )


def range_bands(live: ActiveGame, base: Request) -> Sequence[Band]:
    """Return the range bands of a shot; none for another command, or if the system needs the exact distance."""
    if base.command != "fire" or len(base.unit) != 1:
        return ()
    return live.system.bands(live.board, live.game.units[base.unit[0]])


def _with_units(asked: OpenQuestion, ask: Ask, friendly: bool) -> Ask:
    """Offer the units to choose from for a missing unit: own units first, or the enemy's for a target."""
    if ask.option not in ("unit", "target") or ask.choices:
        return ask
    game, own = asked.live.game, ask.option == "unit" or friendly
    player = game.players.get(asked.row.asked_by)
    side = player.side if player else None
    units = [unit for unit in game.units.values() if unit.alive]
    if len(units) > limits.CHOICES or (friendly and any(unit.side == side for unit in units)):
        units = [unit for unit in units if (unit.side == side) == own]
    if not 0 < len(units) <= limits.CHOICES:
        return ask
    units.sort(key=lambda unit: (unit.side == side) != own)
    return ask._replace(
        choices=tuple(Choice(unit.id, Text("{unit} · {side}", unit=unit.ref, side=unit.side)) for unit in units)
    )


def _field_for(
    words: Reader, nth: int, ask: Ask, hints: Mapping[str, Text], said: Mapping[str, str], several: bool = False
) -> Label:
    """Return the field for a missing option.

    `hints` show the format of free text. A value already given that is not sufficient is prefilled. With `several`,
    more than one unit may be chosen.
    """
    if ask.choices:
        most = min(len(ask.choices), limits.CHOICES) if several and ask.option in ("unit", "target") else 1
        return _menu_field(words, f"{ask.option}:{nth}", ask.question, ask.choices, most, required=True)
    hint = ask.hint or hints.get(ask.option, ask.question)
    return text_field(words, f"{ask.option}:{nth}", Term(ask.option), 200, said.get(ask.option, ""), hint)


_MOST_PARTS = 4
"""Most numbers of an option that have fields of their own, so that the form has room for cover."""


def _part_fields(
    words: Reader, nth: int, ask: Ask, hints: Mapping[str, Text], said: Mapping[str, str]
) -> Iterator[Label]:
    """Yield a field per number of an option; those already given are the last ones."""
    given = [one for one in said.get(ask.option, "").split("/") if one]
    given = ["" for _ in ask.parts[len(given) :]] + given[: len(ask.parts)]
    for at, (part, typed) in enumerate(zip(ask.parts, given, strict=True)):
        yield text_field(words, f"{ask.option}:{nth}.{at}", part, 10, typed, hints.get(ask.option))


def _modifier_fields(words: Reader, sides: Sequence[str]) -> Iterator[Label]:
    """Yield fields for a modifier per side; several sides share a field if there are more sides than fields."""
    size = -(-len(sides) // limits.MODAL_FIELDS)
    for nth, at in enumerate(range(0, len(sides), size)):
        these = sides[at : at + size]
        one = Text("Modifier of {side}", side=these[0])
        title = one if len(these) == 1 else Text("Modifiers of {sides}", sides=Joined(these, " / "))
        zeros = " / ".join("0" for _ in these)
        yield text_field(words, f"{MODIFIERS}:{nth}", title, 100, zeros, Text("Each from −10 to 10."))


def _menu_field(
    words: Reader, id: str, title: Text, choices: Sequence[Choice], most: int, required: bool = False
) -> Label:
    options = [MenuOption(words(one.label), one.code) for one in choices]
    return menu_field(words, id, title, options, (), most, required)


def parse_options(typed: Typed, question: FactsQuestion) -> dict[str, list[str]]:
    """Return the input of a form by option; drop options not asked for, and raise BadFacts for an invalid number."""
    asked, given = {ask.option for ask in question.asks} | _ALWAYS, dict[str, list[str]]()
    for field, values in typed.items():
        if field_stem(field) in asked:
            given.setdefault(field_stem(field), []).extend(values)
    if counts := parse_counts(typed):
        given.setdefault("situation", []).extend(counts)
    return given


def parse_facts(ctx: Context, live: ActiveGame, request: Request, given: dict[str, list[str]]) -> dict[str, Any]:
    """Return the fields of the request that the form fills in; raise BadFacts or Refusal for invalid input."""
    facts: dict[str, Any] = {}
    for option, values in given.items():
        text = " ".join(values)
        match option:
            case "distance":
                facts[option] = parse_lengths("/".join(values), live.board.ruler)
            case "unit" | "target":
                facts[option] = ctx.units(live.game, ",".join(values))
            case "cover" | "firers":
                facts[option] = split_per_target(text)
            case _ if option == MODIFIERS:
                facts[option] = split_per_target("/".join(values))
            case "situation" | "terrain" | "extra":
                codes, joining = split_joiners(code for one in values for code in parse_codes(one))
                facts[option] = (*getattr(request, option), *codes)
                if joining:
                    facts["unit"] = (*request.unit, *ctx.units(live.game, joining))
            case "count" | "modifier":
                facts[option] = int(text) if _NUMBER.fullmatch(text.strip()) else None
            case _:
                facts[option] = text.strip() or None
    said = facts.get("situation", request.situation)
    facts["situation"] = tuple(code for code in said if not requested_situations((code,)))
    return {option: value for option, value in facts.items() if value is not None}


MAY_COUNT = 1000
"""Lowest component id of fields that accept a number of successes: the local table draws a stepper there."""


def dice_form(words: Reader, asked: OpenQuestion, question: DiceQuestion, typed: Typed = NONE) -> discord.ui.Modal:
    """Return the form for all known rolls; only the first is required.

    Several rolls share a field if there are more rolls than fields. The title names the player whose dice they are.
    Fields are prefilled with `typed`.
    """
    words = words.plain.at(asked.live.board)
    fields, nth = list[Label](), 0
    for group in _field_groups(question):
        title, hint = _single_roll_texts(group[0]) if len(group) == 1 else _shared_field_texts(nth + 1, group)
        between = words.say("One roll after the other, / between them") if len(group) > 1 else None
        field = text_field(words, f"throw{nth}", title, 1000, hint=hint, needed=nth == 0, placeholder=between)
        prefill_field(field, typed)
        if len(group) == 1 and group[0].counts and group[0].count > 1:
            field.component.id = MAY_COUNT + nth
        fields.append(field)
        nth += len(group)
    return new_form(_dice_title(words, asked, question), FacesForm(asked.row.id, asked.row.step), *fields)


def _dice_title(words: Reader, asked: OpenQuestion, question: DiceQuestion) -> str:
    """Return the title of a dice form, with the player and the roll: "Bob: Militia, saves".

    Players may share one screen. The number of dice and the score needed are shown at the field.
    """
    rolls, players = question.throws, [one for id, one in asked.live.game.players.items() if id in asked.people]
    who = players[0].name if len(players) == 1 else question.side or Text("Your dice")
    named = UnitRef(question.unit) if question.unit else None
    unit = [named] if named and named != rolls[0].label else []
    what = [rolls[0].label] if len(rolls) == 1 else [counted(len(rolls), "roll", "rolls")]
    return words.say("{player}: {throw}", player=who, throw=Joined([*unit, *what], ", "))


def parse_typed_dice(question: DiceQuestion, sent: Mapping[str, Sequence[str]]) -> str:
    """Return the typed faces roll by roll, separated by slashes; empty for a roll left out.

    Raise BadDice for a field with more rolls than its own if later fields are filled in too.
    """
    pieces: list[str] = []
    asked: list[RequestedRoll] = []
    for group in _field_groups(question):
        typed = "".join(sent.get(f"throw{len(asked)}", ())).rstrip(" /").split("/")
        if any(typed) and len(pieces) > len(asked):
            raise left_over_faces(sum(len(piece.split()) for piece in pieces[len(asked) :]), asked[-1].label)
        pieces += [*typed, *[""] * (len(group) - len(typed))]
        asked += group
    return " / ".join(pieces)


def _field_groups(question: DiceQuestion) -> Iterator[Sequence[RequestedRoll]]:
    """Yield the rolls of each field, evenly distributed over the fields."""
    rolls = question.throws
    size = -(-len(rolls) // limits.MODAL_FIELDS)
    return (rolls[at : at + size] for at in range(0, len(rolls), size))


def _single_roll_texts(roll: RequestedRoll) -> tuple[Text, Text]:
    title = Text("{dice}: {label}", dice=_dice_size(roll), label=roll.label)
    needed = needed_text(roll.needed) if roll.needed else NOTHING
    if roll.counts and roll.count > 1:
        each = Text("Each {needed} succeeds.", needed=needed) if needed else NOTHING
        return title, Joined((Text("Enter the faces (5 2 6 4), or how many succeed (3)."), each))
    one = Text("One face, 1 to {sides}.", sides=roll.sides)
    need = Text("You need {needed}.", needed=needed) if needed else NOTHING
    return title, Joined((one if roll.count == 1 else Text("Faces (5 2 6 4)."), need))


def _shared_field_texts(first: int, rolls: Sequence[RequestedRoll]) -> tuple[Text, Text]:
    sizes = list(map(_dice_size, rolls))
    each = Text("{dice} each", dice=sizes[0])
    dice = each if len(set(sizes)) == 1 else Joined(sizes, " / ")
    last = first + len(rolls) - 1
    title = Text("Rolls {first} to {last}: {dice}", first=first, last=last, dice=dice)
    return title, Joined([roll.label for roll in rolls], " / ")


def _dice_size(roll: RequestedRoll) -> Text:
    return Text("{count} d{sides}", count=roll.count, sides=roll.sides)


def chances_hint(live: ActiveGame, shot: Request, chances: Mapping[str, TargetChance]) -> Text | None:
    """Return the command, unless it is a shot, the distance and the cover for which the chances of targets hold."""
    far = next((one.distance for one in chances.values() if one.distance is not None), None)
    if far is None:
        return None
    band = next((one.label for one in range_bands(live, shot) if one.contains(far)), inches_text(far))
    places = replace(shot, target=(), distance=(far,), cover=shot.cover[:1]).place_texts(lambda _: band)
    command = command_of(live.board, shot)
    if command is None or shot.command == "fire":
        return Text("Chances for {where}", where=Joined(places, ", "))
    return Text("{command} over {where}: chances", command=command.title, where=Joined(places, ", "))
