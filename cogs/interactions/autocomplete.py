"""Suggestions while somebody types, from memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.game.registry import ActiveGame
from bot.services import Services
from bot.services.roster import UNIT_FIELDS
from bot.services.saved_forces import YOURS
from cogs.interactions import limits
from cogs.rendering.board import state_line
from cogs.rendering.visibility import card, knows
from data import SYSTEMS
from data.forces import sample_forces
from rules.commands import ASK_ME, Board, Choice, Command
from rules.serialise import rulings_json
from rules.text import say, spoken
from rules.turns import had_go
from rules.unit import Unit

Interaction = discord.Interaction[Any]
Picked = list[app_commands.Choice[str]]


def services_of(interaction: Interaction) -> Services:
    return interaction.client.services


def glance(interaction: Interaction) -> ActiveGame | None:
    """What memory has of this channel's game."""
    return services_of(interaction).games.glance(str(interaction.channel_id))


def offered(found: Iterable[tuple[str, str]], typed: str) -> Picked:
    """Labels and values that fit what was typed, within Discord's limits."""
    bare = typed.casefold().strip()
    fitting = [(label, value) for label, value in found if bare in label.casefold() or bare in value.casefold()]
    return [
        app_commands.Choice(name=limits.short(label, limits.CHOICE), value=value)
        for label, value in limits.choices(fitting)
        if 0 < len(value) <= limits.CHOICE
    ]


def unit_label(board: Board, unit: Unit, reader: str) -> str:
    """A unit with its side and state, as suggestions show it to somebody."""
    if not knows(board, reader, unit):
        return say("{card} · {side} · hidden", card=card(unit), side=unit.side)
    quiet = {"tried", "action", *(name for name, state in board.system.states.items() if state.quiet)}
    player = board.game.players.get(reader)
    side = player.side if player else None
    states = [state_line(board, name, value, side) for name, value in unit.states.items() if name not in quiet]
    strength = f"{unit.models}/{unit.starting}" if unit.starting > 1 else ""
    return " · ".join(part for part in (unit.name, unit.side, strength, *states) if part)


def _ranked(board: Board, side: str | None, own: bool) -> list[Unit]:
    """Living units first; among them those of the right side, then one with actions left, and last those that acted.

    Enemies are targets whether they have acted or not.
    """

    def rank(unit: Unit) -> tuple[bool, bool, bool, bool]:
        wrong = side is not None and (unit.side == side) != own
        return not unit.alive, wrong, own and not unit.count("actions_left"), own and had_go(board, unit)

    return sorted(board.game.units.values(), key=rank)


async def units(interaction: Interaction, current: str) -> Picked:
    """Units, the caller's own first."""
    return _units(interaction, current, own=True)


async def targets(interaction: Interaction, current: str) -> Picked:
    """Units, the enemy's first, or friends for what is done with friends; further ones are picked after a comma."""
    command = command_here(interaction, interaction.command.name) if interaction.command else None
    return _units(interaction, current, own=command is not None and command.friendly)


def _units(interaction: Interaction, current: str, own: bool) -> Picked:
    live = glance(interaction)
    if live is None:
        return []
    player = live.game.players.get(str(interaction.user.id))
    side = player.side if player else None
    acting = getattr(interaction.namespace, "attacker", None) or getattr(interaction.namespace, "unit", None)
    if not own and acting in live.game.units:
        side = live.game.units[acting].side
    head, comma, typed = current.rpartition(",")
    prefix, board, reader = f"{head}{comma}" if comma else "", live.board, str(interaction.user.id)
    ranked = _ranked(board, side, own)
    found = [(f"{prefix}{unit_label(board, unit, reader)}", f"{prefix}{unit.id}") for unit in ranked]
    return offered(found, typed.strip())


def command_here(interaction: Interaction, key: str) -> Command | None:
    """The system's command of that name in this channel."""
    live = glance(interaction)
    if live is None:
        return None
    if key == "act":
        return live.system.acts.get(getattr(interaction.namespace, "action", "") or "")
    return live.system.commands.get(key)


def choices_of(key: str, option: str) -> Any:
    """Suggestions for an option out of the system's own choices; several are picked one after a comma."""

    async def suggest(interaction: Interaction, current: str) -> Picked:
        command = command_here(interaction, key)
        choices: Sequence[Choice] = getattr(command, option, ()) if command else ()
        if option == "situations" and choices:
            choices = (Choice(ASK_ME, say("Situation… (choose from a list)")), *choices)
        head, comma, typed = current.rpartition(",")
        prefix = f"{head}{comma}" if comma else ""
        return offered([(f"{prefix}{say(one.label)}", f"{prefix}{one.code}") for one in choices], typed.strip())

    return suggest


def any_of(option: str) -> Any:
    """Suggestions for an option out of all commands of the system, where the command is not known yet."""

    async def suggest(interaction: Interaction, current: str) -> Picked:
        live = glance(interaction)
        system = live.system if live else None
        commands = [*system.commands.values(), *system.acts.values()] if system else []
        choices: dict[str, Choice] = {one.code: one for command in commands for one in getattr(command, option)}
        head, comma, typed = current.rpartition(",")
        prefix = f"{head}{comma}" if comma else ""
        found = [(f"{prefix}{say(one.label)}", f"{prefix}{one.code}") for one in choices.values()]
        return offered(found, typed.strip())

    return suggest


async def systems(interaction: Interaction, current: str) -> Picked:
    return offered([(system.name, system.key) for system in SYSTEMS], current)


async def acts(interaction: Interaction, current: str) -> Picked:
    live = glance(interaction)
    return offered([(say(act.title), key) for key, act in live.system.acts.items()], current) if live else []


async def sides(interaction: Interaction, current: str) -> Picked:
    live = glance(interaction)
    return offered([(side, side) for side in live.game.sides], current) if live else []


async def weapons(interaction: Interaction, current: str) -> Picked:
    """The weapons of the unit that fires; further ones are picked after a comma, those at another target after a /."""
    live = glance(interaction)
    unit = live.game.units.get(getattr(interaction.namespace, "attacker", "")) if live else None
    if live is None or unit is None or not knows(live.board, str(interaction.user.id), unit):
        return []
    at = max(current.rfind(mark) for mark in (",", "/")) + 1
    prefix, typed = f"{current[:at]} " if at else "", current[at:]
    found = [(f"{prefix}{one.count} {spoken(one.name)}", f"{prefix}{one.count} {one.name}") for one in unit.weapons]
    return offered(found, typed.strip())


async def rulings(interaction: Interaction, current: str) -> Picked:
    live = glance(interaction)
    return offered([(spoken(name), name) for name in live.system.rulings.model_fields], current) if live else []


async def ruling_values(interaction: Interaction, current: str) -> Picked:
    """The options of the ruling that is being set."""
    live = glance(interaction)
    name = "_".join((getattr(interaction.namespace, "name", "") or "").lower().split())
    found = [ruling for ruling in rulings_json(live.system) if ruling["name"] == name] if live else []
    return offered([(spoken(str(one)), str(one)) for ruling in found for one in ruling["options"]], current)


async def unit_types(interaction: Interaction, current: str) -> Picked:
    live = glance(interaction)
    found = live.system.units.items() if live else ()
    return offered([(f"{one.name} ({one.models})", key) for key, one in found], current)


async def markers(interaction: Interaction, current: str) -> Picked:
    """States that are on, off or counted."""
    live = glance(interaction)
    states = live.system.states.values() if live else ()
    return offered([(spoken(one.name), one.name) for one in states if one.holds in ("flag", "count")], current)


async def fields(interaction: Interaction, current: str) -> Picked:
    """What of a unit can be put right."""
    live = glance(interaction)
    found = [*UNIT_FIELDS, *live.system.profile.model_fields] if live else []
    return offered([(spoken(name), name) for name in found], current)


async def topics(interaction: Interaction, current: str) -> Picked:
    live = glance(interaction)
    return offered([(say(topic.title), key) for key, topic in live.system.topics.items()], current) if live else []


async def forces(interaction: Interaction, current: str) -> Picked:
    """The caller's own forces, then the samples."""
    live = glance(interaction)
    samples = sample_forces(live.system.key).items() if live else ()
    return [*await own_forces(interaction, current), *offered([(one.name, key) for key, one in samples], current)][
        : limits.CHOICES
    ]


async def own_forces(interaction: Interaction, current: str) -> Picked:
    """What the caller keeps of this game's system."""
    live = glance(interaction)
    if live is None:
        return []
    mine = await services_of(interaction).saved_forces.mine(str(interaction.user.id), live.system.key)
    return offered([(say("{force} · yours", force=one.name), f"{YOURS}{one.name}") for one in mine], current)


async def kinds(interaction: Interaction, current: str) -> Picked:
    """Commands that the log can be asked for."""
    live = glance(interaction)
    found = [*live.system.commands, *live.system.acts, "undo", "marker set", "unit edit"] if live else []
    return offered([(name, name) for name in found], current)


async def players(interaction: Interaction, current: str) -> Picked:
    live = glance(interaction)
    return offered([(one.name, one.name) for one in live.game.players.values()], current) if live else []


async def things(interaction: Interaction, current: str) -> Picked:
    live = glance(interaction)
    return (
        offered([(f"{spoken(one.kind)} {one.label}", one.label) for one in live.game.things.values()], current)
        if live
        else []
    )


async def setup_steps(interaction: Interaction, current: str) -> Picked:
    live = glance(interaction)
    return offered([(say(step.text), step.key) for step in live.system.setup], current) if live else []
