"""The language of the local table, the same for all its readers: the first browser's, until a page chooses another."""

from __future__ import annotations

from babel import Locale

from bot.simulation.environment import SimulatedTable
from data.texts import ENGLISH, Language, language, languages

_KEPT = "language of the local table"
"""Key of the chosen language in the record."""


class TableLanguage:
    """The language of a table, kept in its record; the bot answers every reader in it."""

    def __init__(self, place: SimulatedTable, configured: str | None) -> None:
        self._place = place
        self._chosen = configured is not None

    @property
    def code(self) -> str:
        return self._place.bot.language(None).code

    async def restore(self) -> None:
        """Take the language of the last run, if any was chosen."""
        kept = await self._place.services.record.remember(_KEPT)
        if kept in codes():
            self._set(kept)

    async def follow_browser(self, accepted: str) -> None:
        """Choose the first known language of a browser (its `Accept-Language`), unless one is chosen already."""
        if not self._chosen and (code := preferred_code(accepted)):
            await self.choose(code)

    async def choose(self, code: str) -> None:
        """Choose a language for the table, now and in later runs; `code` is one of `codes`."""
        self._set(code)
        await self._place.services.record.remember(_KEPT, code)

    def _set(self, code: str) -> None:
        self._chosen = True

        def chosen(_: str) -> Language:
            return language(code)

        self._place.services.texts = chosen

    def others(self) -> dict[str, str]:
        """Return the names of the other languages, each in itself, by code."""
        names = {one: Locale.parse(one, sep="-").get_display_name() or one for one in codes() if one != self.code}
        return {one: name[:1].upper() + name[1:] for one, name in names.items()}


def codes() -> tuple[str, ...]:
    """Return the codes of all languages of the bot."""
    return (ENGLISH, *languages())


def preferred_code(accepted: str) -> str | None:
    """Return the known language that a browser prefers, by the weights of its `Accept-Language`; None if none is."""
    weighed = list[tuple[float, str]]()
    for part in accepted.split(",")[:20]:
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((float(weight or 1), tag.strip()))
        except ValueError:
            continue
    for _, tag in sorted(weighed, key=lambda one: -one[0]):
        code = language(tag).code
        if code != ENGLISH or tag.lower().partition("-")[0] == ENGLISH:
            return code
    return None
