"""Readers whose Discord speaks another language; those of the simulator all have an English one."""

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
    """From now on somebody's Discord is in that language."""
    backend: Any = table.env.backend
    setattr(backend, _LOCALES, {**getattr(backend, _LOCALES, {}), who.id: locale})


def strange_german(locale: str) -> Language:
    """Languages of which German is the one that no one speaks."""
    return STRANGE if locale.startswith("de") else language(locale)


def german_server(table: Table) -> Any:
    """A channel of a German server, with everybody in it."""
    guild = table.env.create_guild("Verein", preferred_locale="de")
    for name in ("ann", "bob", "cyd"):
        setattr(table, name, guild.add_member(getattr(table, name).user))
    return guild.create_text_channel("tisch")


def is_strange(text: str) -> bool:
    """Whether some of it is in the language that no one speaks."""
    return any("Ａ" <= letter <= "ｚ" for letter in text)


def worded(told: Told) -> list[str]:
    """Every piece of an answer: titles, texts, footers, labels of buttons, all of a form."""
    form = told.form or {}
    fields = [words for field in form.get("components", []) for words in _words(field)]
    return [told.title, *told.lines, told.footer, *told.buttons, str(form.get("title") or ""), *fields]


def _words(field: Any) -> list[str]:
    parts = ("label", "description", "placeholder")
    shown = field.get("component") or {}
    options = [*shown.get("options", []), *field.get("options", [])]
    found = [part.get(name) for part in (field, shown, *options) for name in parts]
    return [words for words in found if words]
