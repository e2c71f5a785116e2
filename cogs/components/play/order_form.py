"""The form of a command and its fields: units, targets, distance, cover, weapons, prefilled with earlier input."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from bot.game.people import knows
from bot.game.registry import ActiveGame
from bot.services.play.comparison import TargetChance
from bot.services.play.messages import Typed
from cogs.components.controls import ControlId, MenuOption, OrderId
from cogs.components.fact_fields import (
    AS_BEFORE,
    JOINS,
    OPTIONAL_COVER,
    WHAT_ELSE,
    Errors,
    count_fields,
    form_situations,
    form_titles,
    raise_first,
    range_bands,
    read_facts,
)
from cogs.components.forms import ALLIES, MANY, SITUATION, Field, Form, key_stem, menu_field, text_field
from cogs.components.play.blast_fields import blast_fields, blast_targets
from cogs.components.play.unit_menu import add_odds, any_target_options, can_split, command_unit_options, target_options
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.options import distances_as_typed
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
from rules.kernel.text import Heading, Joined, Text, UnitRef, inches_text, several_of

# The fields of command forms.

DISTANCE, DICE = "distance", "dice"
_READ = {"unit", "target", ALLIES, DISTANCE, "cover", "action", "firers", SITUATION, MANY}
"""Options that the form of a command may have."""


def distance_field(
    live: ActiveGame,
    base: Request,
    request: Request,
    needed: bool,
    hint: Text | None = None,
    before: Text | None = None,
) -> Field:
    """Return the field for the distance: range bands if the system has only a few, else a length.

    `hint` explains the format if one number is not enough. With `before`, which shows the last distances, an empty
    field means the same distances again.
    """
    bands = range_bands(live, base)
    if bands and len(set(request.distance)) <= 1:
        return band_field(DISTANCE, Text("Distance"), bands, request.distance[:1], needed, before)
    if before:
        empty = Text("Distance (empty: as before)")
        return text_field(f"{DISTANCE}:{AS_BEFORE}", empty, 100, hint=before, needed=False)
    typed = distances_as_typed(request.distance, live.board.ruler)
    return text_field(DISTANCE, Text("Distance"), 100, typed, hint or _hint(live, base), needed=needed)


DICE_LENGTH = 200
"""Most characters in the field for dice."""


def dice_field(typed: str = "") -> Field:
    """Return the field for the player's dice if already rolled; otherwise they are asked for later."""
    title, hint = Text("My dice, if already rolled"), Text("Faces like 5 2 6 4. Empty: you are asked.")
    return text_field(DICE, title, DICE_LENGTH, typed, hint, needed=False)


def band_field(
    id: str,
    title: Text,
    bands: Sequence[Band],
    selected: Sequence[Decimal],
    needed: bool = True,
    before: Text | None = None,
) -> Field:
    """Return a menu of range bands; the value of each is a distance within it, always in inches.

    The only band of a required distance is preselected, else the option `before`.
    """
    options = [Choice(one.typed_distance, one.label) for one in bands]
    single = needed and len(bands) == 1
    chosen = [one.typed_distance for one in bands if single or (selected and one.contains(selected[0]))]
    if before and not single:
        options, chosen = [Choice(AS_BEFORE, before), *options], [AS_BEFORE]
    return menu_field(id, title, options, chosen, needed=needed)


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
) -> Form:
    """Return the form for the missing and optional facts of `base`, prefilled from `prefill`.

    A form with its own id in `about` gives no command: its title is `title`, and it has no field for dice. With `only`,
    fields of other options are left out, unless none would remain.
    """
    words, command = words.plain.at(live.board), command_of(live.board, base)
    fields = list[Field]()
    if command is not None:
        first = list(_participant_fields(words, live, base, prefill, command))
        last = list(_shot_fields(live, base, prefill))
        room = limits.MODAL_FIELDS - len(first) - len(last)
        fields = [*first, *_situation_fields(live, base, prefill, command, room), *last]
    fields = [one for one in fields if about is None or one.key not in (DICE, "action")]
    id = about or OrderForm.at((live.info.id, live.game.number), base)
    longest, *shorter = form_titles(base, command, title)
    return Form(words, longest, id, fields, shorter).only(only)


def _situation_fields(
    live: ActiveGame, base: Request, prefill: FormPrefill, command: Command, room: int
) -> Iterator[Field]:
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
        yield menu_field(f"{SITUATION}:{nth}", ask.question, ask.choices, needed=False)
    first = [one for one in choices if code_stem(one.code) in needed]
    choices = [*(() if apart else first), *(one for one in choices if one not in first)]
    counts, choices = count_fields(command, request, choices, room - (len(questions) if apart else 0))
    yield from counts
    if choices:
        also = Text("Tick other effects too, if there are any.")
        title, hint = (WHAT_ELSE, None) if apart or not questions else (Heading(questions[0].question), also)
        yield menu_field(SITUATION, title, choices, selected, limits.CHOICES, False, hint)


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


def _shot_fields(live: ActiveGame, base: Request, prefill: FormPrefill) -> Iterator[Field]:
    """Yield the fields for the firing weapons and for dice already rolled."""
    shoots = bool(base.unit) and is_shot(live.board, base)
    if shoots and base.command == "fire":
        yield from _weapon_fields(live, base, prefill.request)
    if prefill.dice or (shoots and live.game.dice.get(live.game.units[base.unit[0]].side) == "physical"):
        yield dice_field(prefill.dice)


def _participant_fields(
    words: Reader, live: ActiveGame, base: Request, prefill: FormPrefill, command: Command
) -> Iterator[Field]:
    """Yield the fields for unit, targets, distance, action and cover."""
    request = prefill.request
    if not base.unit and "unit" in command.needs:
        able = form_options(words, live, base, "unit")
        acting = {one.id for one in active_units(live.board)}
        likely = [one.value for one in able if len(able) == 1 or one.value in acting]
        yield menu_field("unit", Text("Unit"), able, request.unit or likely[:1])
    if base.command == "fire" and (blast := command.on(live.board, request).blast()):
        options = form_options(words, live, base, "target", (*request.target, *prefill.likely))
        if not blast.spares_friends:
            options += target_options(words, live.board, live.game.units.get(request.unit[0]), friendly=True)
        yield from blast_fields(live, blast, request, options)
        yield from _cover_fields(base, prefill, command)
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
        yield distance_field(live, base, request, needed, distance_ask and distance_ask.hint, before)
    if command.actions and not base.action and base.command != "act":
        unit = live.game.units.get(base.unit[0]) if base.unit else None
        actions = command.actions_of(live.board, unit)
        yield menu_field("action", Text("Action"), actions, (request.action or "",), needed=False)
    yield from _cover_fields(base, prefill, command)


def _cover_fields(base: Request, prefill: FormPrefill, command: Command) -> Iterator[Field]:
    if command.covers:
        needed = "cover" in command.needs
        title = Text("Cover") if needed else OPTIONAL_COVER
        filled = _unchanged_cover(prefill, command) if prefill.recalled and not base.target else ()
        selected = tuple(one.code for one in filled) or prefill.request.cover[:1]
        yield menu_field("cover", title, (*filled, *command.covers), selected, needed=needed)


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


def _allies_field(words: Reader, live: ActiveGame, base: Request, request: Request, command: Command) -> Field:
    """Return the field for the friendly units that may carry out the order."""
    by = base.unit or tuple(one.value for one in form_options(words, live, base, "unit")[:1])
    unit = live.game.units.get(by[0]) if by else None
    options = target_options(words, live.board, live.game.units.get(base.unit[0]) if base.unit else None, friendly=True)
    if unit is not None:
        at = {one.value: replace(base, unit=by, target=(one.value,)) for one in options}
        stands = {id: count_warnings(live.board, command, request) for id, request in at.items()}
        allowed = [one for one in options if stands[one.value][0] is not Legality.ILLEGAL]
        options = sorted(allowed or options, key=lambda one: stands[one.value])
    return menu_field(ALLIES, Text("Who is firing?"), options, request.target, command.allies)


def _targets_field(words: Reader, live: ActiveGame, base: Request, prefill: FormPrefill, command: Command) -> Field:
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
    hint = _chances_hint(live, prefill.request, prefill.chances)
    return menu_field("target", Text("Target"), options, selected[:most], most, hint=hint)


def _chances_hint(live: ActiveGame, shot: Request, chances: Mapping[str, TargetChance]) -> Text | None:
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


def _weapon_fields(live: ActiveGame, base: Request, request: Request) -> Iterator[Field]:
    """Yield the field for the firing weapons.

    Without a choice, all weapons fire, or the best weapon of a unit that fires one at a time. There is no field if the
    request names weapons outside the options.
    """
    unit = live.game.units[base.unit[0]]
    armed = live.system.ready_to_fire(live.board, unit)[:_WEAPONS]
    options = [Choice(f"{one.count} {one.name}", several_of(one.count, one.name)) for one in armed]
    selected = tuple(part.strip() for part in ",".join(request.firers).split(",") if part.strip())
    if not set(selected) <= {one.code for one in options}:
        return
    if options and live.system.fires_by_itself(unit):
        own = Text("Weapons (empty: its own)")
        yield menu_field("firers", own, options, selected, needed=False)
    elif len(options) > 1 and live.system.fires_one(unit):
        best = Text("Weapons (empty: the best)")
        yield menu_field("firers", best, options, selected, needed=False)
    elif len(options) > 1:
        yield menu_field("firers", Text("Weapons (empty: all)"), options, selected, len(options), False)


def require_order(ctx: Context, live: ActiveGame, base: Request, typed: Typed) -> Request:
    """Return the request of a form; raise BadFacts or Refusal for an option that cannot be read."""
    request, errors = parse_order(ctx, live, base, typed)
    raise_first(errors)
    return request


def parse_order(ctx: Context, live: ActiveGame, base: Request, typed: Typed) -> tuple[Request, Errors]:
    """Return the request of a form, as far as it can be read, and the errors of the other options."""
    typed = {key: values for key, values in typed.items() if key_stem(key) in _READ}
    away = blast_targets(typed)
    if away is not None:
        typed = {key: values for key, values in typed.items() if key_stem(key) != "target"} | {"target": list(away)}
    ticked = [code for key, codes in typed.items() if key_stem(key) == SITUATION for code in codes]
    if any(not code.startswith(JOINS) for code in ticked):
        base = replace(base, situation=())
    facts, errors = read_facts(ctx, live, base, typed)
    if away is not None:
        # The distances of the targets are those of their rings.
        errors = {name: error for wrong, error in errors.items() for name in (wrong, "target")}
        facts = {"target": (), **facts, DISTANCE: (*facts.get(DISTANCE, ()), *away.values())}
    if allies := facts.pop(ALLIES, ()):
        facts["target"] = (*allies, *facts.get("target", base.target))
    return replace(base, **facts), errors


def keeps_distance(sent: Mapping[str, list[str]]) -> bool:
    """True if the form kept the last distance."""
    return AS_BEFORE in sent.get(DISTANCE, ()) or sent.get(f"{DISTANCE}:{AS_BEFORE}") == []
