"""Suggestions for the options of the commands of a game, from memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.game.people import knows
from bot.game.registry import ActiveGame
from bot.services.play.endings import DRAW
from bot.services.play.lifecycle import DEMO_SIDES
from bot.services.play.unit_edits import UNIT_FIELDS
from cogs.interactions.context import Context, Interaction, in_time
from cogs.interactions.options import all_choices, parse_code
from cogs.interactions.suggestions import (
    Found,
    Picked,
    Suggest,
    command_here,
    matching_suggestions,
    split_typed,
    suggest_from,
    suggest_from_game,
)
from cogs.interactions.unit_options import unit_in_option
from cogs.rendering.table_topics import topics_of
from data import SYSTEMS
from rules.command.choices import written_code
from rules.command.system import System
from rules.kernel.facts import Choice, value_text
from rules.kernel.request import ASK_ME
from rules.kernel.roll_kinds import KINDS
from rules.kernel.serialise import rulings_json, typed_value
from rules.kernel.text import Joined, Term, Text, several_of


def suggest_choices(key: str, option: str, form: bool = True) -> Suggest:
    """Return a callback that suggests the system's choices for an option; several are separated by commas.

    With `form`, the list of situations itself is suggested, which opens a form.
    """

    def find_choices(ctx: Context, live: ActiveGame) -> Found:
        choices: Sequence[Choice] = getattr(command_here(ctx, live, key), option, ())
        if option == "situations" and choices and form and not ctx.option("preview"):
            choices = (Choice(ASK_ME, Text("Situation… (choose from a list)")), *choices)
        return _typed_choices(live, choices)

    return suggest_from_game(find_choices, ",")


def suggest_actions(key: str) -> Suggest:
    """Return a callback that suggests the actions of a command, in the words of the named unit."""

    def find_actions(ctx: Context, live: ActiveGame) -> Found:
        command, unit = live.system.commands.get(key), unit_in_option(ctx, live, ctx.option("unit"))
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
    unit = unit_in_option(ctx, live, ctx.option("attacker")) if live else None
    if live is None or unit is None or not knows(live.board, ctx.caller.id, unit):
        return []
    prefix, typed = split_typed(current, ",/")
    ready = live.system.ready_to_fire(live.board, unit)
    found = [(several_of(one.count, one.name), f"{one.count} {one.name}") for one in ready]
    return matching_suggestions(ctx, found, typed, f"{prefix} " if prefix else "")


@suggest_from_game
def usable_things(ctx: Context, live: ActiveGame) -> Found:
    """Suggest the objects on the table, then the unit's own weapons; none of a hidden unit's weapons."""
    unit = unit_in_option(ctx, live, ctx.option("unit"))
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
topics = suggest_from_game(lambda ctx, live: [(topic.title, key) for key, topic in topics_of(live.system).items()])
kinds_of_roll = suggest_from_game(lambda ctx, live: [(label, kind) for kind, label in KINDS.items()])
things = suggest_from_game(_thing_options)
setup_steps = suggest_from_game(lambda ctx, live: [(step.text, step.key) for step in live.system.setup])
