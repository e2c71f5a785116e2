"""Discord's errors for a rejected list of commands, with the names of the commands."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord

from bot.client import Adjutant
from bot.registration import LETTERS, letters, reasons_of
from bot.services import Services


def library_text(errors: dict[str, Any]) -> str:
    """Return the library's text of an error that Discord sent."""
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(response, {"code": 50035, "message": "Invalid Form Body", "errors": errors}).text


def of(message: str) -> dict[str, Any]:
    return {"_errors": [{"code": "X", "message": message}]}


async def as_sent(services: Services) -> list[dict[str, Any]]:
    bot = Adjutant(services)
    await bot.load_cogs()
    return await bot.command_payloads()


async def test_every_line_names_its_command_and_option(services: Services) -> None:
    commands = await as_sent(services)
    names = [command["name"] for command in commands]
    at = names.index("campaign")
    inner = commands[at]["options"]
    start = next(nth for nth, one in enumerate(inner) if one["name"] == "battle")
    deep = {"options": {str(start): {"options": {"0": {"options": {"1": {"description": of("Too long.")}}}}}}}
    found = reasons_of(library_text({str(at): deep, "0": {"name": of("Bad.")}, "1": of("Too large.")}), commands)
    first = inner[start]["options"][0]
    assert sorted(found) == sorted(
        [
            f"/{names[1]}: Too large.",
            f"/campaign battle {first['name']} {first['options'][1]['name']} (description): Too long.",
            f"/{names[0]} (name): Bad.",
        ]
    )


async def test_a_command_that_discord_does_not_name_is_reported_with_its_size(services: Services) -> None:
    """For one that is too large, Discord's error may have no details."""
    commands, error = await as_sent(services), library_text(of("Command exceeds maximum size (8000)"))
    (alone,) = reasons_of(error, commands)
    assert "Command exceeds maximum size (8000)" in alone
    commands[0]["description_localizations"] = {"de": "x" * 8000}
    _, named = reasons_of(error, commands)
    assert named == f"/{commands[0]['name']} has {letters(commands[0]):,.0f} characters"


def test_words_without_a_place_are_kept() -> None:
    assert reasons_of("Missing Access", []) == ["Missing Access"]
    assert reasons_of("  two\n lines  ", []) == ["two lines"]


FIRE: dict[str, Any] = {
    "name": "fire",
    "description": "Shoot.",
    "name_localizations": {"de": "feuern"},
    "options": [{"name": "cover", "description": "How", "choices": [{"name": "none", "value": 10}]}],
}


def test_a_place_that_the_list_does_not_have_is_named_as_discord_named_it() -> None:
    text = "\n".join(
        [
            "Invalid Form Body",
            "In 0.options.0.choices.3: Bad.",
            "In 0.options.1.name: Bad.",
            "In 0.options: Bad.",
            "In 0.options.x: Bad.",
            "In 0: Bad.",
            "In 1: of another list",
        ]
    )
    assert reasons_of(text, [FIRE]) == [
        "/fire cover (choices) (3): Bad.",
        "/fire (options) (1) (name): Bad.",
        "/fire (options): Bad.",
        "/fire (options) (x): Bad.",
        "/fire: Bad.",
    ]
    assert reasons_of("In 1: Bad.", [FIRE]) == ["In 1: Bad."]


def test_the_size_of_a_command_counts_its_longest_language_and_all_its_parts() -> None:
    own, option, choice = len("feuernShoot."), len("coverHow"), len("none10")
    assert letters(FIRE) == own + option + choice
    assert letters(FIRE, 2) == len("feuern") + 2 * len("Shoot.") + len("cover") + 2 * len("How") + 2 * len("none") + 2
    just = {"name": "x" * LETTERS}
    assert reasons_of("Too large", [just]) == ["Too large"]
    assert reasons_of("Too large", [{"name": "x" * (LETTERS + 1)}])[1].endswith("x has 8,001 characters")
