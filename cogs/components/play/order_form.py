"""The form of a command and its fields: units, targets, distance, cover, weapons, prefilled with earlier input."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.game.registry import ActiveGame
from bot.resolution.execution import command_of
from bot.services.play.messages import Typed
from cogs.components import fact_fields, forms
from cogs.components.controls import ControlId, OrderId
from cogs.components.play.blast_fields import blast_fields, blast_targets
from cogs.components.play.recall import FormPrefill
from cogs.components.play.target_fields import allies_field, form_options, targets_field
from cogs.components.play.unit_menu import target_options
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.options import distances_as_typed
from cogs.rendering.text import Reader
from rules.command.choices import distance_examples
from rules.command.next_steps import is_shot
from rules.command.order import Command
from rules.command.system import Board
from rules.command.turns import active_units
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import Heading, Joined, Text, UnitRef, several_of

# The fields of command forms.

DISTANCE, DICE = "distance", "dice"
DICE_LENGTH = 200
"""Most characters in the field for dice."""
_READ = {"unit", "target", forms.ALLIES, DISTANCE, "cover", "action", "firers", forms.SITUATION, forms.MANY}
"""Options that the form of a command may have."""


def _distance_field(
    live: ActiveGame, base: Request, request: Request, command: Command, ask: Ask | None, before: Text | None
) -> forms.Field:
    """Return the field for the distance: range bands if the system has only a few, else a length.

    The question's hint explains the format if one number is not enough. With `before`, which shows the last distances,
    an empty field means the same distances again. The value of a band is a distance within it, always in inches; the
    only band is preselected.
    """
    hint, needed = ask and ask.hint, ask is not None or "distance" in command.needs
    bands = fact_fields.range_bands(live, base)
    if bands and len(set(request.distance)) <= 1:
        options, single = [Choice(one.typed_distance, one.label) for one in bands], len(bands) == 1
        chosen = [one.typed_distance for one in bands if single or any(map(one.contains, request.distance))]
        if before and not single:
            options, chosen = [Choice(fact_fields.AS_BEFORE, before), *options], [fact_fields.AS_BEFORE]
        return forms.menu_field(DISTANCE, Text("Distance"), options, chosen, needed=needed)
    if before:
        empty = Text("Distance (empty: as before)")
        return forms.text_field(f"{DISTANCE}:{fact_fields.AS_BEFORE}", empty, 100, hint=before, needed=False)
    typed = distances_as_typed(request.distance, live.board.ruler)
    how = hint or Heading(distance_examples(live.board.ruler))
    if not hint and "target" in command.several and not command.fires:
        how = Text("{how}; for several targets {one:″}/{other:″}", how=how, one=12, other=18)
    return forms.text_field(DISTANCE, Text("Distance"), 100, typed, how, needed=needed)


# The form of a command, and its request.

_WEAPONS = 8
"""Largest number of weapons offered; further kinds are left out."""


class OrderForm(OrderId, what="order"):
    """The form of a command."""


def order_form(
    words: Reader,
    live: ActiveGame,
    base: Request,
    prefill: FormPrefill,
    about: ControlId | None = None,
    only: Collection[str] = (),
) -> forms.Form:
    """Return the form for the missing and optional facts of `base`, prefilled from `prefill`.

    Call it in a thread: it judges every target.
    A form that does something else than to give the command has no field for dice. With `only`, fields of other options
    are left out, unless none would remain.
    """
    words, command = words.plain.at(live.board), command_of(live.system, base)
    first = list(_participant_fields(words, live, base, prefill, command))
    last = list(_shot_fields(live, base, prefill))
    room = limits.MODAL_FIELDS - len(first) - len(last)
    fields = [*first, *_situation_fields(live, base, prefill, command, room), *last]
    id = about or OrderForm.at(live.at, base)
    fields = [one for one in fields if id.does is None or one.key not in (DICE, "action")]
    title, *shorter = fact_fields.form_titles(base, command, id.does)
    return forms.Form(words, title, id, fields, shorter).only(only)


def _situation_fields(
    live: ActiveGame, base: Request, prefill: FormPrefill, command: Command, room: int
) -> Iterator[forms.Field]:
    """Yield the fields for situations.

    Required ones have fields of their own if there is `room`; otherwise they come first in the menu. Situations are
    offered for open ground if the cover was not given, because it may change.
    """
    request, board = prefill.request, live.board
    about = replace(request, target=base.target or request.target or prefill.likely[:1], cover=base.cover)
    choices = (
        fact_fields.form_situations(command, board, about) if prefill.joinable else command.situations_of(board, about)
    )
    questions = situation_questions(board, command, about)
    selected = request.situation or command.on(board, about).usual()
    needed = {code_stem(one.code) for ask in questions for one in ask.choices}
    apart = len(questions) + 1 <= room
    for nth, ask in enumerate(questions if apart else ()):
        yield forms.menu_field(f"{forms.SITUATION}:{nth}", ask.question, ask.choices, needed=False)
    first = [one for one in choices if code_stem(one.code) in needed]
    choices = [*(() if apart else first), *(one for one in choices if one not in first)]
    counts, choices = fact_fields.count_fields(command, request, choices, room - (len(questions) if apart else 0))
    yield from counts
    if choices:
        also = Text("Tick other effects too, if there are any.")
        title, hint = (
            (fact_fields.WHAT_ELSE, None) if apart or not questions else (Heading(questions[0].question), also)
        )
        yield forms.menu_field(forms.SITUATION, title, choices, selected, limits.CHOICES, False, hint)


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
        return [ask for ask in missing.asks if ask.option == forms.SITUATION and ask.choices]
    except (RuleError, BadFacts):
        return ()
    return ()


def _shot_fields(live: ActiveGame, base: Request, prefill: FormPrefill) -> Iterator[forms.Field]:
    """Yield the fields for the firing weapons and for dice already rolled."""
    shoots = bool(base.unit) and is_shot(live.board, base)
    if shoots and base.command == "fire":
        yield from _weapon_fields(live, base, prefill.request)
    if prefill.dice or (shoots and live.game.dice.get(live.game.units[base.unit[0]].side) == "physical"):
        title, hint = Text("My dice, if already rolled"), Text("Faces like 5 2 6 4. Empty: you are asked.")
        yield forms.text_field(DICE, title, DICE_LENGTH, prefill.dice, hint, needed=False)


def _participant_fields(
    words: Reader, live: ActiveGame, base: Request, prefill: FormPrefill, command: Command
) -> Iterator[forms.Field]:
    """Yield the fields for unit, targets, distance, action and cover."""
    request = prefill.request
    if not base.unit and "unit" in command.needs:
        able = form_options(words, live, base, "unit")
        acting = {one.id for one in active_units(live.board)}
        likely = [one.value for one in able if len(able) == 1 or one.value in acting]
        yield forms.menu_field("unit", Text("Unit"), able, request.unit or likely[:1])
    if base.command == "fire" and (blast := command.on(live.board, request).blast()):
        options = form_options(words, live, base, "target", (*request.target, *prefill.likely))
        if not blast.spares_friends:
            options += target_options(words, live.board, live.game.units.get(request.unit[0]), friendly=True)
        yield from blast_fields(live, blast, request, options)
        yield from _cover_fields(base, prefill, command)
        return
    if not base.target and command.allies:
        yield allies_field(words, live, base, request, command)
    if not base.target and "target" in command.needs:
        yield targets_field(words, live, base, prefill, command)
    target = base.target or request.target or prefill.likely[:1]
    distance_ask = command.on(live.board, replace(request, target=target, distance=())).distance_asked()
    if distance_ask or "distance" in command.needs or base.command == "fire":
        before = None
        if prefill.recalled and not base.target and len(prefill.likely) > 1:
            # The distance of one target must not be reused for another.
            known = [Text("{unit} {n}″", unit=UnitRef(id), n=inches) for id, inches in prefill.far.items()]
            if known and request.distance and not (distance_ask and distance_ask.hint):
                before = Text("As last time: {targets}", targets=Joined(known, ", "))
            request = replace(request, distance=())
        yield _distance_field(live, base, request, command, distance_ask, before)
    if command.actions and not base.action:
        unit = live.game.units.get(base.unit[0]) if base.unit else None
        actions = command.actions_of(live.board, unit)
        yield forms.menu_field("action", Text("Action"), actions, (request.action or "",), needed=False)
    yield from _cover_fields(base, prefill, command)


def _cover_fields(base: Request, prefill: FormPrefill, command: Command) -> Iterator[forms.Field]:
    if command.covers:
        needed = "cover" in command.needs
        title = Text("Cover") if needed else fact_fields.OPTIONAL_COVER
        filled = _unchanged_cover(prefill, command) if prefill.recalled and not base.target else ()
        selected = tuple(one.code for one in filled) or prefill.request.cover[:1]
        yield forms.menu_field("cover", title, (*filled, *command.covers), selected, needed=needed)


def _unchanged_cover(prefill: FormPrefill, command: Command) -> tuple[Choice, ...]:
    """Return the last cover as an option; with several targets the option names none, since each has its own."""
    request = prefill.request
    known = [one.name or one.label for one in command.covers if one.code in request.cover]
    if len(prefill.likely) > 1:
        return tuple(Choice(fact_fields.AS_BEFORE, Text("As in the last shot at this target")) for _ in known)
    labels = [Text("{unit}: {cover}, as before", unit=UnitRef(request.target[0]), cover=one) for one in known]
    return tuple(Choice(fact_fields.AS_BEFORE, one) for one in labels)


def _weapon_fields(live: ActiveGame, base: Request, request: Request) -> Iterator[forms.Field]:
    """Yield the field for the firing weapons.

    Without a choice, all weapons fire, or the best weapon of a unit that fires one at a time. There is no field if the
    request names weapons outside the options.
    """
    unit = live.game.units[base.unit[0]]
    armed = live.system.ready_to_fire(live.board, unit)[:_WEAPONS]
    options = [Choice(f"{one.count} {one.name}", several_of(one.count, one.name)) for one in armed]
    selected = named_weapons(request)
    if not set(selected) <= {one.code for one in options}:
        return
    title, most = Text("Weapons (empty: all)"), len(options)
    if live.system.fires_by_itself(unit):
        title, most = Text("Weapons (empty: its own)"), 1
    elif live.system.fires_one(unit):
        title, most = Text("Weapons (empty: the best)"), 1
    if len(options) > (0 if live.system.fires_by_itself(unit) else 1):
        yield forms.menu_field("firers", title, options, selected, most, needed=False)


def named_weapons(request: Request) -> tuple[str, ...]:
    """Return the weapons that a shot names, of all its targets."""
    return tuple(part.strip() for part in ",".join(request.firers).split(",") if part.strip())


def require_order(ctx: Context, live: ActiveGame, base: Request, typed: Typed) -> Request:
    """Return the request of a form; raise BadFacts or Refusal for an option that cannot be read."""
    request, errors = parse_order(ctx, live, base, typed)
    fact_fields.raise_first(errors)
    return request


def parse_order(ctx: Context, live: ActiveGame, base: Request, typed: Typed) -> tuple[Request, fact_fields.Errors]:
    """Return the request of a form, as far as it can be read, and the errors of the other options."""
    typed = {key: values for key, values in typed.items() if forms.key_stem(key) in _READ}
    away = blast_targets(typed)
    if away is not None:
        others = {key: values for key, values in typed.items() if forms.key_stem(key) != "target"}
        typed = {**others, "target": list(away)}
    ticked = [code for key, codes in typed.items() if forms.key_stem(key) == forms.SITUATION for code in codes]
    if any(not code.startswith(fact_fields.JOINS) for code in ticked):
        base = replace(base, situation=())
    facts, errors = fact_fields.read_facts(ctx, live, base, typed)
    if away is not None:
        # The distances of the targets are those of their rings.
        errors = {name: error for wrong, error in errors.items() for name in (wrong, "target")}
        facts = {"target": (), **facts, DISTANCE: (*facts.get(DISTANCE, ()), *away.values())}
    if allies := facts.pop(forms.ALLIES, ()):
        facts["target"] = (*allies, *facts.get("target", base.target))
    return replace(base, **facts), errors


def keeps_distance(sent: Mapping[str, list[str]]) -> bool:
    """True if the form kept the last distance."""
    return fact_fields.AS_BEFORE in sent.get(DISTANCE, ()) or sent.get(f"{DISTANCE}:{fact_fields.AS_BEFORE}") == []
