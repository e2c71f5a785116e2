"""The commands in Discord: descriptions in every available language, names in none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Of

from cogs.interactions.translator import Translator
from data.texts import language
from tests.cogs.table import Table
from tests.texts.strange import english


async def _registered_commands(table: Table) -> list[tuple[Any, dict[str, Any]]]:
    """Return every command as registered with Discord."""
    tree = table.env.bot.tree  # type: ignore[attr-defined]
    return [(one, await one.get_translated_payload(tree, tree.translator)) for one in tree.get_commands()]


def _parts(command: dict[str, Any]) -> list[dict[str, Any]]:
    return [command, *(part for option in command.get("options", []) for part in _parts(option))]


async def test_discord_shows_descriptions_in_every_language_and_names_in_none(strange: Table) -> None:
    for command, payload in await _registered_commands(strange):
        for part in _parts(payload):
            said = part.get("description_localizations") or {}
            assert set(said) <= {"de"}
            assert part.get("type", 1) not in (1, 2, 3, 4) or "description" not in part or said["de"]
            assert all(len(text) <= 100 and not english(text) for text in said.values())
            menu = part is payload and isinstance(command, discord.app_commands.ContextMenu)
            assert menu or not part.get("name_localizations")


async def test_the_menus_of_a_message_and_the_choices_of_options_have_names_in_each(table: Table) -> None:
    told = await _registered_commands(table)
    menus = [
        one["name_localizations"] for command, one in told if isinstance(command, discord.app_commands.ContextMenu)
    ]
    assert menus == [
        {"de": language("de").texts.gettext(name)} for name in ("Undo this", "Why?", "Correct …", "Add to the story")
    ]
    choices = [choice for _, one in told for part in _parts(one) for choice in part.get("choices", ())]
    named = {choice["value"]: (choice.get("name_localizations") or {}).get("de") for choice in choices}
    assert (named["smoke"], named["minefield"]) == ("Rauch", "Minenfeld")
    descriptions = [part.get("description_localizations") or {} for _, one in told for part in _parts(one)]
    for text in (text for said in descriptions for text in said.values()):
        assert 1 <= len(text) <= 100, "German takes more room; Discord would refuse the whole list of commands"
        assert not text.endswith("…"), text


@pytest.mark.parametrize(
    ("text", "locale", "kind", "said"),
    [
        ("Undo this", "de", Of.choice_name, "Das zurücknehmen"),
        ("Undo this", "de", Of.command_name, None),
        ("Undo this", "fr", Of.choice_name, None),
        ("not in any list", "de", Of.choice_name, None),
        ("", "de", Of.choice_name, None),
    ],
)
async def test_only_what_has_a_translation_is_translated(text: str, locale: str, kind: Of, said: str | None) -> None:
    context: Any = SimpleNamespace(location=kind, data=None)
    found = await Translator(language).translate(app_commands.locale_str(text), discord.Locale(locale), context)
    assert found == said
