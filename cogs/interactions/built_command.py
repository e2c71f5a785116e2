"""Slash commands built from values: their options, each with its description, type and suggestions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from inspect import Parameter, signature
from typing import Any, NamedTuple

from discord import app_commands

from cogs.interactions.context import Context
from cogs.interactions.respond import answers_command
from cogs.interactions.suggestions import Suggest
from cogs.rendering.reply import Reply

BuiltCommand = app_commands.Command[Any, ..., Any]
TEXT: Any = app_commands.Range[str, 1, 200]


class SlashOption(NamedTuple):
    """An option of a command: its description, its type for discord.py, and its suggestions."""

    about: str
    kind: Any = TEXT
    suggest: Suggest | None = None
    needed: bool = False
    default: Any = None

    def parameter(self, name: str) -> Parameter:
        if self.needed:
            return Parameter(name, Parameter.KEYWORD_ONLY, annotation=self.kind)
        kind = self.kind | None if self.default is None else self.kind
        return Parameter(name, Parameter.KEYWORD_ONLY, default=self.default, annotation=kind)


def build_command(
    name: str,
    about: str,
    options: Mapping[str, SlashOption],
    run: Callable[..., Awaitable[Reply]],
    private: bool = False,
) -> BuiltCommand:
    """Return a command of a cog; `run` is called with the context, and with every option by its name."""

    async def give(self: Any, ctx: Context, **given: Any) -> Reply:
        return await run(ctx, **given)

    own = list(signature(give).parameters.values())[:2]
    parameters = [one.parameter(key) for key, one in options.items()]
    # discord.py takes the options from the signature, and infers from the name that it is a method of a cog.
    give.__signature__ = signature(give).replace(parameters=[*own, *parameters])  # type: ignore[attr-defined]
    give.__name__, give.__qualname__ = name, f"Cog.{name}"
    return _method_command(about, {key: (one.about, one.suggest) for key, one in options.items()}, private, give)


# Commands written as methods of a cog.

Method = Callable[..., Coroutine[Any, Any, Reply]]
Described = str | tuple[str, Suggest | None]
"""The description of an option, and its suggestions, if there are any."""


def slash_command(about: str, /, **options: Described) -> Callable[[Method], BuiltCommand]:
    """Make a method of a cog the command of its name; its options are described in the order of its parameters."""
    return partial(_method_command, about, options, False)


def private_command(about: str, /, **options: Described) -> Callable[[Method], BuiltCommand]:
    """Make a method of a cog a command whose answers are visible to the caller only."""
    return partial(_method_command, about, options, True)


def _method_command(about: str, options: Mapping[str, Described], private: bool, method: Method) -> BuiltCommand:
    described = {name: (one, None) if isinstance(one, str) else one for name, one in options.items()}
    callback: Any = answers_command(private=private)(method)
    callback = app_commands.describe(**{name: text for name, (text, _) in described.items()})(callback)
    suggestions: dict[str, Any] = {name: suggest for name, (_, suggest) in described.items() if suggest}
    callback = app_commands.autocomplete(**suggestions)(callback)
    return app_commands.command(name=method.__name__.rstrip("_"), description=about)(callback)
