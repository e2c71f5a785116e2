"""Validation of commands as Discord sends them, before discord.py parses them: malformed ones get an answer too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.metrics import SUGGESTED
from bot.store import Unavailable
from cogs.interactions import limits
from cogs.interactions.context import Context, Interaction, command_name
from cogs.interactions.delivery import Delivery
from cogs.interactions.faults import FAULTS
from cogs.interactions.respond import PATIENCE, answer, internal_error_reply
from cogs.rendering.reply import Reply
from rules.kernel.text import Listed, Text

LOG = logging.getLogger(__name__)

# The options that a client sent, compared with the registered command.

OTHER_COMMAND = Text("This command is newer than your Discord. Restart Discord and try again.")
_GROUPS = (1, 2)
_RESOLVED = {Kind.user: "users", Kind.channel: "channels", Kind.attachment: "attachments"}
_TAKES = {
    Kind.string: Text("text"),
    Kind.integer: Text("a whole number"),
    Kind.number: Text("a number"),
    Kind.boolean: Text("yes or no"),
    Kind.user: Text("a person"),
    Kind.channel: Text("a channel"),
    Kind.attachment: Text("a file"),
}
Parameter = app_commands.Parameter
Data = Mapping[str, Any]


def own_options(data: Data) -> Sequence[Data]:
    """Return the options of the command itself, below its groups."""
    found: Sequence[Data] = data.get("options") or ()
    while found and found[0].get("type") in _GROUPS:
        found = found[0].get("options") or ()
    return found


def options_error(command: app_commands.Command[Any, ..., Any], data: Data) -> Text | None:
    """Return the validation error of the options as a sentence for the caller, or None."""
    declared, given = {one.display_name: one for one in command.parameters}, own_options(data)
    names = [str(option.get("name")) for option in given]
    needed = (name for name, one in declared.items() if one.required)
    if not declared.keys() >= set(names) or not set(names) >= set(needed):
        return OTHER_COMMAND
    found = (_option_error(declared[name], option, data) for name, option in zip(names, given, strict=True))
    return next((text for text in found if text is not None), None)


def focused_option(command: app_commands.Command[Any, ..., Any], data: Data) -> str | None:
    """Return the name of the option being typed; None if it has no suggestions or its text is invalid."""
    declared, given = {one.display_name: one for one in command.parameters}, own_options(data)
    for option in given:
        wanted = declared.get(str(option.get("name")))
        if wanted is None or not _is_readable(wanted, option.get("type"), option.get("value")):
            return None
    names = [str(option["name"]) for option in given if option.get("focused")]
    return names[0] if len(names) == 1 and declared[names[0]].autocomplete else None


def _is_readable(wanted: Parameter, kind: Any, value: Any) -> bool:
    """True if discord.py can parse an unfinished value; numbers may be anything at that point."""
    if wanted.type is Kind.string or kind == Kind.string.value:
        return kind == Kind.string.value and isinstance(value, str)
    if kind in (Kind.integer.value, Kind.boolean.value):
        return True
    return kind == wanted.type.value and isinstance(value, str) and value.isdecimal()


def _option_error(wanted: Parameter, option: Data, data: Data) -> Text | None:
    value: Any = option.get("value")
    if option.get("type") != wanted.type.value or not _has_type(wanted.type, value):
        return Text("The option `{option}` takes {what}.", option=wanted.display_name, what=_TAKES[wanted.type])
    if wanted.type in _RESOLVED:
        return _resolution_error(wanted, value, data)
    return next(_bounds_errors(wanted, value), None)


def _has_type(kind: Kind, value: Any) -> bool:
    match kind:
        case Kind.boolean:
            return isinstance(value, bool)
        case Kind.integer:
            return isinstance(value, int) and not isinstance(value, bool)
        case Kind.number:
            return isinstance(value, int | float) and not isinstance(value, bool)
        case _:
            return isinstance(value, str)


def _resolution_error(wanted: Parameter, value: str, data: Data) -> Text | None:
    """Return an error if the chosen user, channel or file is missing, or the channel is of a wrong kind."""
    found = ((data.get("resolved") or {}).get(_RESOLVED[wanted.type]) or {}).get(value)
    kinds = [kind.value for kind in wanted.channel_types]
    if found is None or not value.isdecimal() or (kinds and found.get("type") not in kinds):
        return Text(
            "The option `{option}` takes {what}: choose what Discord suggests, and try again.",
            option=wanted.display_name,
            what=_TAKES[wanted.type],
        )
    return None


def _bounds_errors(wanted: Parameter, value: Any) -> Iterator[Text]:
    name, least, most = wanted.display_name, wanted.min_value, wanted.max_value
    if wanted.choices and value not in [choice.value for choice in wanted.choices]:
        choices = Listed([cast(str, choice.name) for choice in wanted.choices], "or")
        yield Text("Option `{option}`: choose one of {all}.", option=name, all=choices)
    if isinstance(value, str) and not limits.is_writable(value):
        yield Text("The option `{option}` has a character that cannot be used. Leave it out.", option=name)
    size: float = len(value) if isinstance(value, str) else value
    if least is None or most is None or least <= size <= most:
        return
    bounds = {"option": name, "least": int(least), "most": int(most)}
    if isinstance(value, str):
        yield Text("Option `{option}`: {least} to {most} characters, not {given}.", **bounds, given=len(value))
    else:
        yield Text("Option `{option}`: a number from {least} to {most}.", **bounds)


# Commands and suggestions that are validated, and answered if they are malformed.


async def check_interaction(interaction: Interaction) -> bool:
    """True if discord.py may parse a command; otherwise it is answered here, as suggestions always are."""
    if interaction.type is discord.InteractionType.autocomplete:
        with SUGGESTED.labels(command_name(interaction)).time():
            await _answer_autocomplete(interaction)
        return False
    text = _command_error(interaction)
    if text is None:
        return True

    async def refuse() -> Reply:
        raise Refusal(text)

    await answer(Context(interaction), refuse(), private=True)
    return False


def _command_error(interaction: Interaction) -> Text | None:
    data: Any = interaction.data
    try:
        command = interaction.command
        if isinstance(command, app_commands.Command):
            return options_error(command, data)
        if command is not None and data["target_id"] in data["resolved"]["messages"]:
            return None
    except Exception as error:  # malformed data of any kind is not one of the bot's commands
        LOG.warning("a command cannot be read: %s", type(error).__name__)
    return OTHER_COMMAND


async def _answer_autocomplete(interaction: Interaction) -> None:
    """Answer with suggestions, in time; with none if something is wrong."""
    try:
        try:
            async with asyncio.timeout(PATIENCE):
                await _send_suggestions(interaction)
        except (TimeoutError, Unavailable) as error:
            LOG.warning("no suggestions for %s: %s", command_name(interaction), str(error) or "too late")
            await interaction.response.autocomplete([])
    except FAULTS as error:
        LOG.warning("no suggestions for %s: %s", command_name(interaction), error)
    except Exception as error:  # after any error the caller continues without suggestions
        LOG.error("suggestions for %s failed", command_name(interaction), exc_info=error)
        if not interaction.response.is_done():
            with suppress(*FAULTS):
                await interaction.response.autocomplete([])


async def _send_suggestions(interaction: Interaction) -> None:
    """Do the same as discord.py, without a traceback for input that Discord rejects."""
    command, data = interaction.command, cast(Any, interaction.data)
    focused = focused_option(command, data) if isinstance(command, app_commands.Command) else None
    if focused is None:
        await interaction.response.autocomplete([])
        return
    assert isinstance(command, app_commands.Command)
    await command._invoke_autocomplete(interaction, focused, interaction.namespace)


async def _answer_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Answer errors outside a command's own handling: outdated commands, and internal errors."""
    ctx = Context(interaction)
    if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        LOG.warning("%s is not known in that form", command_name(interaction))

        async def refuse() -> Reply:
            raise Refusal(OTHER_COMMAND)

        await answer(ctx, refuse(), private=True)
        return
    await Delivery(ctx).say(await internal_error_reply(ctx, error))


async def setup(bot: commands.Bot) -> None:
    bot.tree.interaction_check = check_interaction  # pyright: ignore[reportAttributeAccessIssue] — as a subclass would have it
    bot.tree.error(_answer_error)
