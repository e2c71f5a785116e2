"""Slash commands built from values: their options, each with its description, type and suggestions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from inspect import Parameter, signature
from typing import Any, NamedTuple

from discord import app_commands

from cogs.interactions.autocomplete import Suggest
from cogs.interactions.context import Context
from cogs.interactions.respond import answers_command
from cogs.rendering.reply import Reply

BuiltCommand = app_commands.Command[Any, ..., Any]
TEXT: Any = app_commands.Range[str, 1, 200]


class Option(NamedTuple):
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
    options: Mapping[str, Option],
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
    give.__qualname__ = f"Cog.{give.__name__}"
    callback: Any = answers_command(private=private)(give)
    callback = app_commands.describe(**{key: one.about for key, one in options.items()})(callback)
    suggestions: dict[str, Any] = {key: one.suggest for key, one in options.items() if one.suggest}
    callback = app_commands.autocomplete(**suggestions)(callback)
    return app_commands.command(name=name, description=about)(callback)
