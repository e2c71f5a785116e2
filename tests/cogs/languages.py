"""Readers with other Discord languages; all of the simulator's own are English."""

from __future__ import annotations

from typing import Any

from simcord import interactions

from data.texts import Language, language
from tests.cogs.table import Table, Told
from tests.texts.strange import STRANGE

_LOCALES = "locales"
_payload = interactions.base_payload


def _in_their_own(backend: Any, **given: Any) -> tuple[Any, dict[str, Any]]:
    record, payload = _payload(backend, **given)
    locale = getattr(backend, _LOCALES, {}).get(given["user_id"])
    return record, payload | ({"locale": locale} if locale else {})


interactions.base_payload = _in_their_own


def speaks(table: Table, who: Any, locale: str) -> None:
    """Set the language of a player's Discord."""
    backend: Any = table.env.backend
    setattr(backend, _LOCALES, {**getattr(backend, _LOCALES, {}), who.id: locale})


def strange_german(locale: str) -> Language:
    """Return the language of a locale; German is the artificial one."""
    return STRANGE if locale.startswith("de") else language(locale)


def german_server(table: Table) -> Any:
    """Return a channel of a German server with all players in it."""
    guild = table.env.create_guild("Verein", preferred_locale="de")
    for name in ("ann", "bob", "cyd"):
        setattr(table, name, guild.add_member(getattr(table, name).user))
    return guild.create_text_channel("tisch")


def is_strange(text: str) -> bool:
    """True if some of the text is in the artificial language."""
    return any("Ａ" <= letter <= "ｚ" for letter in text)


def all_texts_of(told: Told) -> list[str]:
    """Return all texts of an answer: titles, text, footers, button labels, the whole form."""
    form = told.form or {}
    fields = [words for field in form.get("components", []) for words in _words(field)]
    return [told.title, *told.lines, told.footer, *told.buttons, str(form.get("title") or ""), *fields]


def _words(field: Any) -> list[str]:
    parts = ("label", "description", "placeholder")
    shown = field.get("component") or {}
    options = [*shown.get("options", []), *field.get("options", [])]
    found = [part.get(name) for part in (field, shown, *options) for name in parts]
    return [words for words in found if words]
