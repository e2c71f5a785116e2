"""Every button and menu of a campaign with outdated or forged ids: one sentence each."""

from __future__ import annotations

import pytest

from cogs.components.clicks import CLICKED
from cogs.components.controls import id_of
from tests.cogs import warring
from tests.cogs.forging import forged
from tests.cogs.table import Table

CAMPAIGN_BUTTONS = sorted(what for what in CLICKED if what.startswith("camp"))
CAMPAIGN_MENUS = ("campunit", "campenlist", "camproster", "campedit")


@pytest.mark.usefixtures("signed")
async def test_no_stale_or_forged_button_or_menu_of_a_campaign_is_a_fault(table: Table) -> None:
    campaign = (await warring.current_campaign(table)).id
    odd = (("b1",), ("b1", 1), ("c1", "rest"), ("c1", "level", 1, "x"), ("r9", 99), ("9", "9", "9"))
    ids = (("",), ("nowhere",), (campaign,), *((campaign, *one) for one in odd))
    for nth, what in enumerate(CAMPAIGN_BUTTONS):
        for about in ids[nth % 3 :: 3]:
            told = await forged(table, table.cyd, id_of(what, *about))
            assert told.title != "Sorry", (what, about, told.text)
    values = ("c1", "r1", "result:r1:major", "figures:r1", "more:24", "more:99999", "x")
    of_others = [(about, "c1") for about in ("-", "b1.99", "b9.1")]
    for nth, what in enumerate(CAMPAIGN_MENUS):
        of_these = [(about, value) for value in values for about in ("r1", "b1.1")]
        for about, value in (*of_these[nth // 2 :: 2], *of_others):
            told = await forged(table, table.cyd, id_of("choose", campaign, about, what), (value,))
            assert told.title != "Sorry", (what, about, value, told.text)
