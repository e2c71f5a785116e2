"""Translation of the commands in Discord's own interface: descriptions and choices, but not names."""

from __future__ import annotations

from typing import Any

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Of

from bot.client import Adjutant
from bot.services import Texts
from cogs.interactions import limits
from data.texts import ENGLISH

_ROOM = {
    Of.command_description: limits.COMMAND_DESCRIPTION,
    Of.group_description: limits.COMMAND_DESCRIPTION,
    Of.parameter_description: limits.COMMAND_DESCRIPTION,
    Of.choice_name: limits.CHOICE,
}
"""Limits of the translated texts in characters. Names of commands and options are not translated."""


class Translator(app_commands.Translator):
    """The translator of every text for each locale, used when commands are registered with Discord."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContext[Any, Any]
    ) -> str | None:
        language = self._texts(locale.value)
        if language.code == ENGLISH:  # most locales have no file
            return None
        room = limits.MENU if isinstance(context.data, app_commands.ContextMenu) else _ROOM.get(context.location)
        if room is None:
            return None
        translated = limits.shorten(language.texts.gettext(string.message), room)
        return translated if translated != string.message else None


async def setup(bot: Adjutant) -> None:
    await bot.tree.set_translator(Translator(bot.services.texts))
