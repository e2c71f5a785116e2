"""Suggestions of units, in the order of the menus: by the legality of the command being typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from bot.errors import Refusal
from bot.game.people import knows, legality_of_cards, side_played_by
from bot.game.registry import ActiveGame
from cogs.interactions import limits
from cogs.interactions.context import Context, Interaction, command_name
from cogs.interactions.suggestions import (
    Picked,
    Suggest,
    command_here,
    matching_suggestions,
    split_typed,
    suggest_from_game,
)
from cogs.rendering.units import unit_parts
from rules.command.legality import Legality, best_legality
from rules.command.next_steps import best_use, candidates
from rules.command.system import Board
from rules.command.turns import has_acted
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.text import Joined, Text

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
    command = command_name(ctx.interaction)
    asked = command, ctx.option("action"), side_played_by(live.game, ctx.caller.id), ctx.caller.id
    return live.cached(("units", *asked), lambda board: units_for_command(board, *asked))


@_suggest_units
def targets(ctx: Context, live: ActiveGame) -> Iterable[Unit]:
    """Suggest the units, the enemy's or the friendly ones first."""
    command = command_here(ctx, live, command_name(ctx.interaction))
    friendly = command is not None and command.friendly
    other = None if friendly else unit_in_option(ctx, live, ctx.option("attacker") or ctx.option("unit"))
    return units_as_targets(live.board, other.side if other else side_played_by(live.game, ctx.caller.id), friendly)


def _unit_labels(ctx: Context, live: ActiveGame) -> Mapping[str, str]:
    """Return the labels of a game's units for the caller, by id."""
    plain = ctx.me.plain

    def label_units(board: Board) -> dict[str, str]:
        words = plain.at(board)
        return {id: words(unit_label(board, unit, ctx.caller.id)) for id, unit in board.game.units.items()}

    return live.cached(("labels", ctx.caller.id, plain.language.code), label_units)


def unit_in_option(ctx: Context, live: ActiveGame, named: str) -> Unit | None:
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


named_figures = suggest_from_game(
    lambda ctx, live: [
        (Text("{figure} · {unit}", figure=one.name, unit=unit.ref), one.name)
        for unit in live.game.units.values()
        if knows(live.board, ctx.caller.id, unit)
        for one in unit.figures
    ]
)
reserves = suggest_from_game(lambda ctx, live: [(one.unit.ref, id) for id, one in live.game.reserves.items()])


async def units_or_reserves(interaction: Interaction, current: str) -> Picked:
    """Suggest the units on the table, and then those in reserve."""
    return limits.first_choices([*await units(interaction, current), *await reserves(interaction, current)])
