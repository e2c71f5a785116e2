"""The fire form of a system file."""

from __future__ import annotations

from tests.cogs.components.test_fire_form import form, targets
from tests.cogs.languages import speaks
from tests.cogs.table import Table


async def test_a_target_says_which_result_of_a_test_counts(table: Table) -> None:
    """Of OpenWar's Presence, which the attacker rolls, the chance of failing was shown as "won"."""
    await table.done(table.ann, "/game demo", system="openwar")
    for language, expected in (
        ("en", "Blue · 8/8 · 51\u00a0% at least 1 model lost, 37\u00a0% Presence passed"),
        ("de", "Blau · 8/8 · 51\u00a0% mindestens 1 Modell verloren, 37\u00a0% Präsenz bestanden"),
    ):
        speaks(table, table.ann, language)
        assert dict(targets(await form(table, table.ann, "Archers")))["Breakers"] == expected
