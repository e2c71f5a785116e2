"""Suggestions for the options of the commands of a game, from memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from discord import app_commands

from bot.errors import Refusal
from bot.game.people import knows, legality_of_cards, side_played_by
from bot.game.registry import ActiveGame
from bot.services.play.lifecycle import DEMO_SIDES, DRAW
from bot.services.play.saved_forces import YOURS
from bot.services.play.unit_edits import UNIT_FIELDS
from cogs.interactions import limits
from cogs.interactions.context import Context, Interaction, in_time
from cogs.interactions.options import all_choices, parse_code
from cogs.rendering.table_topics import topics_of
from cogs.rendering.units import unit_parts
from data import SYSTEMS
from data.files import sample_forces
from rules.command.choices import written_code
from rules.command.legality import Legality, best_legality
from rules.command.next_steps import best_use, candidates
from rules.command.order import Command
from rules.command.system import Board, System
from rules.command.turns import has_acted
from rules.game.unit import Unit
from rules.kernel.facts import Choice, value_text
from rules.kernel.request import ASK_ME, Request
from rules.kernel.roll_kinds import KINDS
from rules.kernel.serialise import rulings_json, typed_value
from rules.kernel.text import Joined, Term, Text, Value, several_of

# The order of suggested units: as in the menus, by the legality of the command being typed.

_ASKS_ABOUT = {"odds": "fire"}
"""Commands about another command, and that command."""


def units_for_command(board: Board, command: str, action: str, side: str | None, reader: str) -> list[Unit]:
    """Return the units that may be given a command, the side's own first.

    `action` is the one named to `/act`, `reader` the id of the caller. Living units come first, then by the legality of
    the command. If that is unknown, the active unit comes first, and units that have finished come last.
    """
    stands = _legalities(board, _ASKS_ABOUT.get(command, command), action, reader)

    def rank(unit: Unit) -> tuple[bool, bool, Legality, bool, bool]:
        wrong = side is not None and unit.side != side
        stand = stands.get(unit.id, Legality.OK)
        return not unit.alive, wrong, stand, not unit.count("actions_left"), has_acted(board, unit)

    return sorted(board.game.units.values(), key=rank)


def units_as_targets(board: Board, side: str | None, friendly: bool) -> list[Unit]:
    """Return units as targets of a side: its living enemies first, or its friends."""

    def rank(unit: Unit) -> tuple[bool, bool]:
        return not unit.alive, side is not None and (unit.side == side) != friendly

    return sorted(board.game.units.values(), key=rank)


def _legalities(board: Board, command: str, action: str, reader: str) -> Mapping[str, Legality]:
    """Return the legality of a command for each unit; empty unless it is one of the system's commands for units."""
    known = board.system.acts.get(action) if command == "act" else board.system.commands.get(command)
    if known is None or "unit" not in known.needs:
        return {}
    seen = legality_of_cards(board, reader, command)
    if command == "act":
        living = [unit.id for unit in board.game.units.values() if unit.alive and knows(board, reader, unit)]
        return {id: best_legality(board, Request("act", unit=(id,), action=action)) for id in living} | seen
    return {one.unit.id: one.legality for one in candidates(board, command, seen=seen, judge=best_use)}


# Suggestions for each kind of option.

Picked = list[app_commands.Choice[str]]
Found = Iterable[tuple[Value, str]]
"""Suggestions as pairs of label and value."""
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, Picked]]
S = TypeVar("S")


def matching_suggestions(
    ctx: Context, found: Found, typed: str, prefix: str = "", board: Board | None = None
) -> Picked:
    """Return the suggestions that match the typed text, within Discord's limits.

    `prefix` is the text before the current value. `board` is the board of the suggestions if it is not the channel's.
    """
    bare, plain = typed.casefold().strip(), (ctx.me.at(board) if board else ctx.me).plain
    labelled = [(plain(label), value) for label, value in found]
    fitting = [(label, value) for label, value in labelled if bare in label.casefold() or bare in value.casefold()]
    return [
        app_commands.Choice(name=limits.shorten(f"{prefix}{label}", limits.CHOICE), value=f"{prefix}{value}")
        for label, value in limits.first_choices(fitting)
        if 0 < len(f"{prefix}{value}") <= limits.CHOICE
    ]


def suggest_from(
    source: Callable[[Context], Awaitable[S | None]], find: Callable[[Context, S], Found], marks: str = ""
) -> Suggest:
    """Return a callback that suggests the values found in a source, or none without it.

    With `marks`, the option has several values, with one of these marks between them.
    """

    async def suggest(interaction: Interaction, current: str) -> Picked:
        ctx = Context(interaction)
        found, (prefix, typed) = await source(ctx), split_typed(current, marks)
        if found is None:
            return []
        board = found.board if isinstance(found, ActiveGame) else None
        return matching_suggestions(ctx, find(ctx, found), typed, prefix, board)

    return suggest


suggest_from_game = partial(suggest_from, Context.game_for_suggestions)


def split_typed(current: str, marks: str = ",") -> tuple[str, str]:
    """Split the text after the last mark: the values already picked, and the one being typed."""
    at = max((current.rfind(mark) for mark in marks), default=-1) + 1
    return current[:at], current[at:].strip()


def unit_label(board: Board, unit: Unit, reader: str) -> Text:
    """Return a unit with its side and state, as suggestions show it to the reader."""
    if not knows(board, reader, unit):
        return Text("{card} · {side} · hidden", card=unit.ref, side=unit.side)
    return Joined((unit.ref, *unit_parts(board, unit)), " · ")


def _suggest_units(find: Callable[[Context, ActiveGame], Iterable[Unit]]) -> Suggest:
    """Return a callback that suggests units; further ones are picked after a comma."""

    async def suggest(interaction: Interaction, current: str) -> Picked:
        ctx = Context(interaction)
        live, (prefix, typed) = await ctx.game_for_suggestions(), split_typed(current)
        if live is None:
            return []
        names, labels = _unit_option_values(ctx, live, limits.CHOICE - len(prefix)), _unit_labels(ctx, live)
        found = [(labels[unit.id], names[unit.id]) for unit in find(ctx, live)]
        return matching_suggestions(ctx, found, typed, prefix)

    return suggest


@_suggest_units
def units(ctx: Context, live: ActiveGame) -> Iterable[Unit]:
    """Suggest the units for the command being typed, the caller's own first."""
    command = ctx.interaction.command.qualified_name if ctx.interaction.command else ""
    asked = command, ctx.option("action"), side_played_by(live.game, ctx.caller.id), ctx.caller.id
    return live.cached(("units", *asked), lambda board: units_for_command(board, *asked))


@_suggest_units
def targets(ctx: Context, live: ActiveGame) -> Iterable[Unit]:
    """Suggest the units, the enemy's or the friendly ones first."""
    command = _command_here(ctx, live, ctx.interaction.command.name) if ctx.interaction.command else None
    friendly = command is not None and command.friendly
    other = None if friendly else _unit_in_option(ctx, live, ctx.option("attacker") or ctx.option("unit"))
    return units_as_targets(live.board, other.side if other else side_played_by(live.game, ctx.caller.id), friendly)


def _unit_labels(ctx: Context, live: ActiveGame) -> Mapping[str, str]:
    """Return the labels of a game's units for the caller, by id."""
    plain = ctx.me.plain

    def label_units(board: Board) -> dict[str, str]:
        words = plain.at(board)
        return {id: words(unit_label(board, unit, ctx.caller.id)) for id, unit in board.game.units.items()}

    return live.cached(("labels", ctx.caller.id, plain.language.code), label_units)


def _unit_in_option(ctx: Context, live: ActiveGame, named: str) -> Unit | None:
    """Return the unit named in another option; None if it names none yet."""
    try:
        return ctx.unit(live.game, named) if named else None
    except Refusal:
        return None


def _unit_option_values(ctx: Context, live: ActiveGame, room: int) -> dict[str, str]:
    """Return the option value of each unit: the name known to the caller if it is unique and fits, else its id."""
    me, everybody, units = ctx.me.at(live.board).plain, ctx.all_readers.at(live.board).plain, live.game.units
    mine = {id: me.unit(id) for id in units}
    called = Counter(name.casefold() for id in units for name in {mine[id], everybody.unit(id)})
    return {
        id: name if called[name.casefold()] == 1 and "," not in name and name not in units and len(name) <= room else id
        for id, name in mine.items()
    }


def _command_here(ctx: Context, live: ActiveGame, key: str) -> Command | None:
    """Return the system's command of that name, or the action that `/act` names."""
    return live.system.acts.get(ctx.option("action")) if key == "act" else live.system.commands.get(key)


def suggest_choices(key: str, option: str, form: bool = True) -> Suggest:
    """Return a callback that suggests the system's choices for an option; several are separated by commas.

    With `form`, the list of situations itself is suggested, which opens a form.
    """

    def find_choices(ctx: Context, live: ActiveGame) -> Found:
        choices: Sequence[Choice] = getattr(_command_here(ctx, live, key), option, ())
        if option == "situations" and choices and form and not ctx.option("preview"):
            choices = (Choice(ASK_ME, Text("Situation… (choose from a list)")), *choices)
        return _typed_choices(live, choices)

    return suggest_from_game(find_choices, ",")


def suggest_actions(key: str) -> Suggest:
    """Return a callback that suggests the actions of a command, in the words of the named unit."""

    def find_actions(ctx: Context, live: ActiveGame) -> Found:
        command, unit = live.system.commands.get(key), _unit_in_option(ctx, live, ctx.option("unit"))
        known = unit if unit and knows(live.board, ctx.caller.id, unit) else None
        return [(one.label, one.code) for one in command.actions_of(live.board, known)] if command else []

    return suggest_from_game(find_actions)


def suggest_any(option: str) -> Suggest:
    """Return a callback that suggests an option's choices from all commands, if the command is not known yet."""
    return suggest_from_game(lambda ctx, live: _typed_choices(live, all_choices(live, option)), ",")


def _typed_choices(live: ActiveGame, choices: Iterable[Choice]) -> Found:
    """Return choices with their option values; lengths are in the unit of the table."""
    return [(one.label, written_code(one, live.board.ruler)) for one in choices]


async def _systems_here(ctx: Context) -> tuple[System, ...]:
    guild = ctx.call.where.guild
    await in_time(ctx.services.systems.ensure(guild))
    return ctx.services.systems.playable_systems(guild)


systems = suggest_from(_systems_here, lambda ctx, found: [(one.name, one.key) for one in found])
server_systems = suggest_from(_systems_here, lambda ctx, found: [(one.name, one.key) for one in found[len(SYSTEMS) :]])
"""Systems added by the server."""


async def weapons(interaction: Interaction, current: str) -> Picked:
    """Suggest the firing unit's weapons: further ones after a comma, and those for another target after a slash."""
    ctx = Context(interaction)
    live = await ctx.game_for_suggestions()
    unit = _unit_in_option(ctx, live, ctx.option("attacker")) if live else None
    if live is None or unit is None or not knows(live.board, ctx.caller.id, unit):
        return []
    prefix, typed = split_typed(current, ",/")
    ready = live.system.ready_to_fire(live.board, unit)
    found = [(several_of(one.count, one.name), f"{one.count} {one.name}") for one in ready]
    return matching_suggestions(ctx, found, typed, f"{prefix} " if prefix else "")


@suggest_from_game
def usable_things(ctx: Context, live: ActiveGame) -> Found:
    """Suggest the objects on the table, then the unit's own weapons; none of a hidden unit's weapons."""
    unit = _unit_in_option(ctx, live, ctx.option("unit"))
    known = unit is not None and knows(live.board, ctx.caller.id, unit)
    own = [(Term(one.name), one.name) for one in live.system.armed(unit)] if unit and known else []
    return [*_thing_options(ctx, live), *own]


def _sides(live: ActiveGame) -> list[str]:
    """Return the sides of the game; with fewer than two, also the usual ones."""
    known = list(live.game.sides)
    return known if len(known) > 1 else list(dict.fromkeys((*known, *DEMO_SIDES)))


def _thing_options(ctx: Context, live: ActiveGame) -> Found:
    things = live.game.things.values()
    return [(Text("{kind} {label}", kind=Term(one.kind), label=one.label), one.label) for one in things]


@suggest_from_game
def ruling_values(ctx: Context, live: ActiveGame) -> Found:
    """Suggest the options of the ruling being set."""
    name, system, ruler = parse_code(ctx.option("name")), live.system, live.board.ruler
    for ruling in rulings_json(system):
        for one in ruling["options"] if ruling["name"] == name else ():
            label = described_option(value_text(system.rulings, one, name), ruling["says"].get(str(one)))
            yield label, typed_value(system, name, one, ruler)


def described_option(option: Text, says: str | None) -> Text:
    """Return an option of a ruling with its sentence, if it has one."""
    return Text("{option}: {says}", option=option, says=Text(says)) if says else option


def log_kinds(ctx: Context, live: ActiveGame) -> Found:
    """Return the commands by which the log can be filtered."""
    return [(name, name) for name in (*live.system.commands, *live.system.acts, "undo", "marker set", "unit edit")]


@suggest_from_game
def modifiers(ctx: Context, live: ActiveGame) -> Found:
    """Suggest a form with a field per side, and a template with zeros, if the system has modifiers."""
    command = live.system.commands.get("initiative")
    if command is None or not command.each_side:
        return []
    sides = live.game.sides
    nothing = Joined([Text("{side} {modifier}", side=side, modifier=0) for side in sides], ", ")
    return [(Text("A number for each side…"), ASK_ME), (nothing, " / ".join("0" for _ in sides))]


acts = suggest_from_game(lambda ctx, live: [(act.title, key) for key, act in live.system.acts.items()])
sides = suggest_from_game(lambda ctx, live: [(side, side) for side in _sides(live)])
winners = suggest_from_game(lambda ctx, live: [*((side, side) for side in _sides(live)), (Text("a draw"), DRAW)])
rulings = suggest_from_game(lambda ctx, live: [(Term(name), name) for name in live.system.rulings.model_fields])
unit_types = suggest_from_game(
    lambda ctx, live: [
        (Text("{name} ({models})", name=one.name, models=one.models), key) for key, one in live.system.units.items()
    ]
)
markers = suggest_from_game(
    lambda ctx, live: [
        (Term(one.name), one.name) for one in live.system.states.values() if one.holds in ("flag", "count")
    ]
)
fields = suggest_from_game(
    lambda ctx, live: [(Term(name), name) for name in (*UNIT_FIELDS, *live.system.profile.model_fields)]
)
named_figures = suggest_from_game(
    lambda ctx, live: [
        (Text("{figure} · {unit}", figure=one.name, unit=unit.ref), one.name)
        for unit in live.game.units.values()
        if knows(live.board, ctx.caller.id, unit)
        for one in unit.figures
    ]
)
topics = suggest_from_game(lambda ctx, live: [(topic.title, key) for key, topic in topics_of(live.system).items()])
kinds_of_roll = suggest_from_game(lambda ctx, live: [(label, kind) for kind, label in KINDS.items()])
reserves = suggest_from_game(lambda ctx, live: [(one.unit.ref, id) for id, one in live.game.reserves.items()])


async def units_or_reserves(interaction: Interaction, current: str) -> Picked:
    """Suggest the units on the table, and then those in reserve."""
    return limits.first_choices([*await units(interaction, current), *await reserves(interaction, current)])


things = suggest_from_game(_thing_options)
setup_steps = suggest_from_game(lambda ctx, live: [(step.text, step.key) for step in live.system.setup])


def sample_options(system: str) -> list[tuple[Value, str]]:
    """Return the sample forces of a rule system as suggestions."""
    return [(one.name, key) for key, one in sample_forces(system).items()]


async def own_force_options(ctx: Context, system: str) -> list[tuple[Value, str]]:
    """Return the caller's saved forces of a system as suggestions."""
    mine = await in_time(ctx.services.saved_forces.forces_of(ctx.caller.id, system)) or ()
    return [(Text("{force} · yours", force=one.name), f"{YOURS}{one.name}") for one in mine]


async def _own_forces_here(ctx: Context) -> list[tuple[Value, str]] | None:
    live = await ctx.game_for_suggestions()
    return await own_force_options(ctx, live.system.key) if live else None


_samples = suggest_from_game(lambda ctx, live: sample_options(live.system.key))
own_forces = suggest_from(_own_forces_here, lambda ctx, found: found)
known_list_words = suggest_from(
    lambda ctx: in_time(ctx.services.army_lists.taught_words(ctx.call.where.guild or "", SYSTEMS)),
    lambda ctx, found: [(Text("{word} ({system})", word=one.words, system=one.system.name), one.mark) for one in found],
)
"""Words of lists that the caller's server knows."""


async def forces(interaction: Interaction, current: str) -> Picked:
    """Suggest the caller's own forces, then the samples."""
    return limits.first_choices([*await own_forces(interaction, current), *await _samples(interaction, current)])
