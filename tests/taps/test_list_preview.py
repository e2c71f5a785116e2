"""The preview of a pasted list is completely visible on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.rendering import phone
from tests.bot.simulation.chromium import FOUND
from tests.cogs.languages import speaks
from tests.cogs.table import Table
from tests.taps.heights import HEIGHT, current_messages, heights

BARE = """
Marines x5, veteran, assault rifles, 1 LMG
2 squads of Militia
Regular section
Commandos
HMG team
2 Technical
IFV
Tank
"""
POSTED = """
Harbour Guard (1,000 Points)

BATTLELINE

10x Marines (180 Points)
• 1x Marine Sergeant
  • 1x SMG
• 9x Marine
  • 8x Assault rifle
  • 1x LMG
Squad 1: Regular section (90 Points)
• 8x Trooper
  • 6x Assault rifle
  • 1x LMG
  • 1x Grenade launcher
Squad 2: Regular section (90 Points)
• 8x Trooper
  • 8x Infantry rifle
Planet defence squad (70 Points)
• 10x Guard
  • 8x Infantry rifle
  • 1x LMG
  • 1x RPG
Planet defence squad (80 Points)
• 10x Guard
  • 9x Infantry rifle
  • 1x RPG
Militia (40 Points)
Commandos (120 Points)
• 3x SMG
• 1x Sniper rifle
• 1x LMG
HMG team (45 Points)
• 1x Heavy MG

OTHER DATASHEETS

Technical (60 Points)
• 1x Heavy MG
Tank (200 Points)
• 1x Heavy cannon
• 2x Heavy MG

Exported with App Version: v1.48.0 (1), Data Version: v750
"""


@pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
async def test_a_list_of_ten_units_is_seen_on_one_screen(table: Table, tmp_path: Path) -> None:
    """The plainest list and the longest one of an app, in both languages."""
    shown = list[Any]()
    await table.done(table.ann, "/game new", system="fubar")
    speaks(table, table.bob, "de")
    for who in (table.ann, table.bob):
        for text in (BARE, POSTED):
            form = await table.say(who, "/force write")
            told = await table.fill(who, form, list=text.strip(), name="Harbour Guard")
            assert "10" in told.title, told.whole
            shown += current_messages(told)
    found = await heights(table, tmp_path, shown)
    print(f"\nlists of ten units {found} px")
    assert max(found) - phone.TYPED <= HEIGHT, found
