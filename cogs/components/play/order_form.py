"""The form of a command and its fields: units, targets, distance, cover, weapons, prefilled with earlier input."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

import discord

from bot.game.people import knows
from bot.game.registry import ActiveGame
from bot.services.play.comparison import TargetChance
from cogs.components.controls import ControlId, MenuOption, OrderId
from cogs.components.forms import Label, menu_field, new_form, text_field
from cogs.components.modals import (
    OPTIONAL_COVER,
    WHAT_ELSE,
    chances_hint,
    count_fields,
    field_option,
    field_stem,
    form_situations,
    form_title,
    parse_counts,
    range_bands,
    split_joiners,
)
from cogs.components.play.blast_fields import blast_fields, parse_blast
from cogs.components.play.unit_menu import add_odds, any_target_options, can_split, command_unit_options, target_options
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.options import distances_as_typed, parse_codes, parse_lengths, split_per_target
from cogs.rendering.text import Reader
from rules.command.choices import distance_examples
from rules.command.movement import Band
from rules.command.next_steps import Legality, best_legality, command_of, count_warnings, is_shot
from rules.command.order import Command
from rules.command.split_fire import has_one_target
from rules.command.system import Board
from rules.command.turns import active_units
from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import Heading, Joined, Text, UnitRef, several_of

# The fields of command forms.

DISTANCE, DICE, SITUATION, ALLIES = "distance", "dice", "situation", "allies"
AS_BEFORE = "as_before"
"""The value for the distance or cover of the last shot at each target; never prefilled for another target."""


def distance_field(
    words: Reader,
    live: ActiveGame,
    base: Request,
    request: Request,
    needed: bool,
    hint: Text | None = None,
    before: Text | None = None,
) -> Label:
    """Return the field for the distance: range bands if the system has only a few, else a length.

    `hint` explains the format if one number is not enough. With `before`, which shows the last distances, an empty
    field means the same distances again.
    """
    bands = range_bands(live, base)
    if bands and len(set(request.distance)) <= 1:
        return band_field(words, DISTANCE, Text("Distance"), bands, request.distance[:1], needed, before)
    if before:
        empty = Text("Distance (empty: as before)")
        return text_field(words, f"{DISTANCE}:{AS_BEFORE}", empty, 100, hint=before, needed=False)
    typed = distances_as_typed(request.distance, live.board.ruler)
    return text_field(words, DISTANCE, Text("Distance"), 100, typed, hint or _hint(live, base), needed=needed)


DICE_LENGTH = 200
"""Most characters in the field for dice."""


def dice_field(words: Reader, typed: str = "") -> Label:
    """Return the field for the player's dice if already rolled; otherwise they are asked for later."""
    title, hint = Text("My dice, if already rolled"), Text("Faces like 5 2 6 4. Empty: you are asked.")
    return text_field(words, DICE, title, DICE_LENGTH, typed, hint, needed=False)


def band_field(
    words: Reader,
    id: str,
    title: Text,
    bands: Sequence[Band],
    selected: Sequence[Decimal],
    needed: bool = True,
    before: Text | None = None,
) -> Label:
    """Return a menu of range bands; the value of each is a distance within it, always in inches.

    The only band of a required distance is preselected, else the option `before`.
    """
    options = [MenuOption(words(Heading(one.label)), one.typed_distance) for one in bands]
    single = needed and len(bands) == 1
    chosen = [one.typed_distance for one in bands if single or (selected and one.contains(selected[0]))]
    if before and not single:
        options, chosen = [MenuOption(words(Heading(before)), AS_BEFORE), *options], [AS_BEFORE]
    return menu_field(words, id, title, options, chosen, 1, needed)


def _hint(live: ActiveGame, base: Request) -> Text:
    """Return the hint on the format of a distance, or of several if there may be several targets."""
    how, command = Heading(distance_examples(live.board.ruler)), command_of(live.board, base)
    if command is None or "target" not in command.several or command.fires:
        return how
    return Text("{how}; for several targets {one:″}/{other:″}", how=how, one=12, other=18)


# The form of a command, and its request.

_WEAPONS = 8
"""Largest number of weapons offered; further kinds are left out."""


class OrderForm(OrderId, what="order"):
    """The form of a command."""


class FormPrefill(NamedTuple):
    """The initial values of a form: the request so far, the likely targets, and the odds of a shot at each."""

    request: Request
    likely: tuple[str, ...] = ()
    several: bool = False
    """True if its weapons are shared among several targets."""
    chances: Mapping[str, TargetChance] = MappingProxyType({})
    recalled: bool = False
    """True if the cover is that of the last shot at the first target."""
    far: Mapping[str, Decimal] = MappingProxyType({})
    """The last distance of each target, in inches."""
    dice: str = ""
    """Faces that were typed with the command."""
    joinable: bool = True
    """True if further units may join the command."""


def order_form(
    words: Reader,
    live: ActiveGame,
    base: Request,
    prefill: FormPrefill,
    about: ControlId | None = None,
    title: Text | None = None,
    only: Collection[str] = (),
) -> discord.ui.Modal:
    """Return the form for the missing and optional facts of `base`, prefilled from `prefill`.

    A form with its own id in `about` gives no command: its title is `title`, and it has no field for dice. With `only`,
    fields of other options are left out, unless none would remain.
    """
    words, command = words.plain.at(live.board), command_of(live.board, base)
    fields = list[Label]()
    if command is not None:
        first = list(_participant_fields(words, live, base, prefill, command))
        last = list(_shot_fields(words, live, base, prefill))
        room = limits.MODAL_FIELDS - len(first) - len(last)
        fields = [*first, *_situation_fields(words, live, base, prefill, command, room), *last]
    fields = [one for one in fields if about is None or field_option(one) not in (DICE, "action")]
    fields = [
        one for one in fields if ("target" if field_option(one) == ALLIES else field_option(one)) in only
    ] or fields
    id = about or OrderForm.at((live.info.id, live.game.number), base)
    return new_form(form_title(words, base, command, title), id, *fields)


def _situation_fields(
    words: Reader, live: ActiveGame, base: Request, prefill: FormPrefill, command: Command, room: int
) -> Iterator[Label]:
    """Yield the fields for situations.

    Required ones have fields of their own if there is `room`; otherwise they come first in the menu. Situations are
    offered for open ground if the cover was not given, because it may change.
    """
    request, board = prefill.request, live.board
    about = replace(request, target=base.target or request.target or prefill.likely[:1], cover=base.cover)
    choices = form_situations(command, board, about) if prefill.joinable else command.situations_of(board, about)
    questions = situation_questions(board, command, about)
    selected = request.situation or command.on(board, about).usual()
    needed = {code_stem(one.code) for ask in questions for one in ask.choices}
    apart = len(questions) + 1 <= room
    for nth, ask in enumerate(questions if apart else ()):
        yield _choice_field(words, f"{SITUATION}:{nth}", ask.question, ask.choices, (), 1)
    first = [one for one in choices if code_stem(one.code) in needed]
    choices = [*(() if apart else first), *(one for one in choices if one not in first)]
    counts, choices = count_fields(words, command, request, choices, room - (len(questions) if apart else 0))
    yield from counts
    if choices:
        options = [MenuOption(words(Heading(one.label)), one.code) for one in choices]
        also = Text("Tick other effects too, if there are any.")
        title, hint = (WHAT_ELSE, None) if apart or not questions else (Heading(questions[0].question), also)
        yield menu_field(words, SITUATION, title, options, selected, limits.CHOICES, False, hint)


def code_stem(code: str) -> str:
    """Return the common part of the codes that differ only in their number."""
    return code.partition("=")[0]


def situation_questions(board: Board, command: Command, request: Request) -> Sequence[Ask]:
    """Return the required questions about the situation that can be asked already."""
    if "unit" in command.needs and not request.unit:
        return ()
    try:
        command(board, request).judge()
    except MissingFacts as missing:
        return [ask for ask in missing.asks if ask.option == SITUATION and ask.choices]
    except (RuleError, BadFacts):
        return ()
    return ()


def _shot_fields(words: Reader, live: ActiveGame, base: Request, prefill: FormPrefill) -> Iterator[Label]:
    """Yield the fields for the firing weapons and for dice already rolled."""
    shoots = bool(base.unit) and is_shot(live.board, base)
    if shoots and base.command == "fire":
        yield from _weapon_fields(words, live, base, prefill.request)
    if prefill.dice or (shoots and live.game.dice.get(live.game.units[base.unit[0]].side) == "physical"):
        yield dice_field(words, prefill.dice)


def _participant_fields(
    words: Reader, live: ActiveGame, base: Request, prefill: FormPrefill, command: Command
) -> Iterator[Label]:
    """Yield the fields for unit, targets, distance, action and cover."""
    request = prefill.request
    if not base.unit and "unit" in command.needs:
        able = form_options(words, live, base, "unit")
        acting = {one.id for one in active_units(live.board)}
        likely = [one.value for one in able if len(able) == 1 or one.value in acting]
        yield menu_field(words, "unit", Text("Unit"), able, request.unit or likely[:1], 1)
    if base.command == "fire" and (blast := command.on(live.board, request).blast()):
        options = form_options(words, live, base, "target", (*request.target, *prefill.likely))
        if not blast.spares_friends:
            options += target_options(words, live.board, live.game.units.get(request.unit[0]), friendly=True)
        yield from blast_fields(words, live, blast, request, options)
        yield from _cover_fields(words, base, prefill, command)
        return
    if not base.target and command.allies:
        yield _allies_field(words, live, base, request, command)
    if not base.target and "target" in command.needs:
        yield _targets_field(words, live, base, prefill, command)
    target = base.target or request.target or prefill.likely[:1]
    distance_ask = command.on(live.board, replace(request, target=target, distance=())).distance_asked()
    needed = distance_ask is not None or "distance" in command.needs
    if needed or base.command == "fire":
        before = None
        if prefill.recalled and not base.target and len(prefill.likely) > 1:
            # The distance of one target must not be reused for another.
            before = _last_distances(prefill) if request.distance and not (distance_ask and distance_ask.hint) else None
            request = replace(request, distance=())
        yield distance_field(words, live, base, request, needed, distance_ask and distance_ask.hint, before)
    if command.actions and not base.action and base.command != "act":
        unit = live.game.units.get(base.unit[0]) if base.unit else None
        actions = command.actions_of(live.board, unit)
        yield _choice_field(words, "action", Text("Action"), actions, (request.action or "",), 1)
    yield from _cover_fields(words, base, prefill, command)


def _cover_fields(words: Reader, base: Request, prefill: FormPrefill, command: Command) -> Iterator[Label]:
    if command.covers:
        needed = "cover" in command.needs
        title = Text("Cover") if needed else OPTIONAL_COVER
        filled = _unchanged_cover(prefill, command) if prefill.recalled and not base.target else ()
        selected = tuple(one.code for one in filled) or prefill.request.cover[:1]
        yield _choice_field(words, "cover", title, (*filled, *command.covers), selected, 1, needed)


def _last_distances(prefill: FormPrefill) -> Text | None:
    """Return the last distances of the targets; None if none is known."""
    known = [Text("{unit} {n}″", unit=UnitRef(id), n=inches) for id, inches in prefill.far.items()]
    return Text("As last time: {targets}", targets=Joined(known, ", ")) if known else None


def _unchanged_cover(prefill: FormPrefill, command: Command) -> tuple[Choice, ...]:
    """Return the last cover as an option; with several targets the option names none, since each has its own."""
    request = prefill.request
    known = [one.name or one.label for one in command.covers if one.code in request.cover[:1]]
    if len(prefill.likely) > 1:
        return tuple(Choice(AS_BEFORE, Text("As in the last shot at this target")) for _ in known)
    labels = [Text("{unit}: {cover}, as before", unit=UnitRef(request.target[0]), cover=one) for one in known]
    return tuple(Choice(AS_BEFORE, one) for one in labels)


def _allies_field(words: Reader, live: ActiveGame, base: Request, request: Request, command: Command) -> Label:
    """Return the field for the friendly units that may carry out the order."""
    by = base.unit or tuple(one.value for one in form_options(words, live, base, "unit")[:1])
    unit = live.game.units.get(by[0]) if by else None
    options = target_options(words, live.board, live.game.units.get(base.unit[0]) if base.unit else None, friendly=True)
    if unit is not None:
        at = {one.value: replace(base, unit=by, target=(one.value,)) for one in options}
        stands = {id: count_warnings(live.board, command, request) for id, request in at.items()}
        allowed = [one for one in options if stands[one.value][0] is not Legality.ILLEGAL]
        options = sorted(allowed or options, key=lambda one: stands[one.value])
    return menu_field(words, ALLIES, Text("Who is firing?"), options, request.target, command.allies)


def _targets_field(words: Reader, live: ActiveGame, base: Request, prefill: FormPrefill, command: Command) -> Label:
    options = form_options(words, live, base, "target", (*prefill.request.target, *prefill.likely))
    if command.allies:
        options = [one for one in options if live.game.units[one.value].side != live.game.holder]
    options = [add_odds(words, one, prefill.chances.get(one.value)) for one in options]
    unit = live.game.units.get(base.unit[0]) if base.unit else None
    one = unit is not None and base.command == "fire" and not prefill.several and _replaces_target(live, command, unit)
    most = limits.CHOICES if "target" in command.several and not (one or command.allies) else 1
    chosen = tuple(id for id in prefill.request.target if not command.allies or id in {one.value for one in options})
    selected = () if command.anybody else chosen or tuple(option.value for option in options[:1])
    likely = [live.game.units[id] for id in prefill.likely]
    # The number of figures of a hidden unit is secret.
    single = all(foe.models == 1 and not foe.has("hidden") for foe in likely)
    if most > 1 and single and likely[len(selected) :]:
        # A burst at single figures is usually split: a second target would join the likeliest, not replace it.
        selected = ()
    times = command.on(live.board, base).often()
    options = [one for option in options for one in _repeated_targets(words, option, times)]
    hint = chances_hint(live, prefill.request, prefill.chances)
    return menu_field(words, "target", Text("Target"), options, selected[:most], most, hint=hint)


def _replaces_target(live: ActiveGame, command: Command, unit: Unit) -> bool:
    """True if another target replaces the first, because fire is split in its own form or not at all."""
    near = [one.inches for one in live.system.bands(live.board, unit)[:1]] or [Decimal(1)]
    if live.system.fires_one(unit):
        return True
    return can_split(live.board, command, unit) or has_one_target(live.board, unit, near[0])


def _repeated_targets(words: Reader, option: MenuOption, times: int) -> Iterator[MenuOption]:
    """Yield a target as an option for each number of times it may be named, as for several shells at one unit."""
    yield option
    for n in range(2, times + 1):
        label = words.say("{unit}, {n} times", unit=option.label, n=n)
        yield option._replace(label=label, value=",".join([option.value] * n))


def form_options(
    words: Reader, live: ActiveGame, base: Request, name: str, first: Sequence[str] = ()
) -> list[MenuOption]:
    """Return the units that may get a command or be its target; those in `first` come first."""
    command = command_of(live.board, base)
    if name == "unit":
        return command_unit_options(words, live.board, base)
    unit = live.game.units.get(base.unit[0]) if base.unit else None
    if command is not None and command.anybody:
        return any_target_options(words, live.board, unit)
    options = target_options(words, live.board, unit, bool(command and command.friendly), first)
    if unit is None or command is None or command.allies:
        return options
    return [one for one in options if _may_be_target(words, live.board, base, one.value)] or options


def _may_be_target(words: Reader, board: Board, base: Request, id: str) -> bool:
    """True if the rules do not forbid a target by the states that the reader may know."""
    if not knows(board, words.reader, board.unit(id)):
        return True
    return best_legality(board, replace(base, target=(id,))) is not Legality.ILLEGAL


def _weapon_fields(words: Reader, live: ActiveGame, base: Request, request: Request) -> Iterator[Label]:
    """Yield the field for the firing weapons.

    Without a choice, all weapons fire, or the best weapon of a unit that fires one at a time. There is no field if the
    request names weapons outside the options.
    """
    unit = live.game.units[base.unit[0]]
    armed = live.system.ready_to_fire(live.board, unit)[:_WEAPONS]
    options = [MenuOption(words(Heading(several_of(one.count, one.name))), f"{one.count} {one.name}") for one in armed]
    selected = tuple(part.strip() for part in ",".join(request.firers).split(",") if part.strip())
    if not set(selected) <= {one.value for one in options}:
        return
    if options and live.system.fires_by_itself(unit):
        own = Text("Weapons (empty: its own)")
        yield menu_field(words, "firers", own, options, selected, 1, False)
    elif len(options) > 1 and live.system.fires_one(unit):
        best = Text("Weapons (empty: the best)")
        yield menu_field(words, "firers", best, options, selected, 1, False)
    elif len(options) > 1:
        yield menu_field(words, "firers", Text("Weapons (empty: all)"), options, selected, len(options), False)


def _choice_field(
    words: Reader,
    id: str,
    title: Text,
    choices: Sequence[Choice],
    selected: Sequence[str],
    most: int,
    needed: bool = False,
) -> Label:
    options = [MenuOption(words(Heading(one.label)), one.code) for one in choices]
    return menu_field(words, id, title, options, selected, most, needed)


def parse_order(ctx: Context, live: ActiveGame, base: Request, sent: Mapping[str, list[str]]) -> Request:
    """Return the request of a form without its distances; raise Refusal if a unit is gone."""
    units = {name: ctx.units(live.game, ",".join(sent[name])) for name in ("unit", "target") if sent.get(name)}
    if blast := parse_blast(live, sent):
        units["target"] = ctx.units(live.game, ",".join(blast[0])) if blast[0] else ()
    if sent.get(ALLIES):
        units["target"] = (*ctx.units(live.game, ",".join(sent[ALLIES])), *units.get("target", base.target))
    typed = [one for field, values in sent.items() if field_stem(field) == SITUATION for one in values]
    situation, joining = split_joiners(code for one in typed for code in parse_codes(one))
    if joining:
        units["unit"] = (*units.get("unit", base.unit), *ctx.units(live.game, joining))
    return replace(
        replace(base, **units),
        cover=split_per_target("/".join(sent["cover"])) if "cover" in sent else base.cover,
        action=next(iter(sent.get("action", ())), base.action),
        situation=situation or base.situation,
        firers=base.firers if "firers" not in sent else (", ".join(sent["firers"]),) if sent["firers"] else (),
    )


def parse_numbers(request: Request, sent: Mapping[str, list[str]]) -> Request:
    """Return the request with the counts typed into their own fields; raise BadFacts for an invalid number."""
    return replace(request, situation=(*request.situation, *parse_counts(sent)))


def parse_distances(live: ActiveGame, base: Request, sent: Mapping[str, list[str]]) -> tuple[Decimal, ...]:
    """Return the typed distances in inches, or the distances of `base` if the form has no field for them.

    Raise BadFacts for an invalid length.
    """
    if blast := parse_blast(live, sent):
        return blast[1]
    fields = [values for field, values in sent.items() if field_stem(field) == DISTANCE]
    typed = list(chain(*fields))
    if not fields:
        return base.distance
    return () if AS_BEFORE in typed else parse_lengths(" ".join(typed), live.board.ruler)


def keeps_distance(sent: Mapping[str, list[str]]) -> bool:
    """True if the form kept the last distance."""
    return AS_BEFORE in sent.get(DISTANCE, ()) or sent.get(f"{DISTANCE}:{AS_BEFORE}") == []
