"""Units of a campaign in words: their injuries."""

from __future__ import annotations

import pytest

from cogs.rendering.campaign.battles import report_lines
from cogs.rendering.campaign.entry import state_parts
from cogs.rendering.text import Reader
from data.texts import language
from rules.campaign.report import UnitChange
from rules.campaign.roster import Injury
from rules.kernel.text import Listed
from rules.kernel.wording import ENGLISH
from tests.rules.campaign.test_fielding import campaign_after_one_battle


@pytest.mark.parametrize(
    ("battles", "lasts"), [(None, ", permanent"), (1, " for 1 more battle"), (3, " for 3 more battles")]
)
def test_an_injury_is_named_with_its_modifier_and_under_the_unit_with_its_duration(
    battles: int | None, lasts: str
) -> None:
    hurt = UnitChange(unit="v", injuries=(Injury(key="severe", modifier=-3, battles=battles),))
    campaign = campaign_after_one_battle("bayonet", "gi", hurt).campaign
    assert ENGLISH(Listed([*state_parts(campaign, campaign.units["v"])])).endswith(f"and severely hurt −3{lasts}")
    lines = report_lines(Reader(language("en")), campaign, campaign.battles["b"])
    assert any("**severely hurt −3**" in line for line in lines)
