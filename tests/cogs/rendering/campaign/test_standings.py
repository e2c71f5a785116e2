"""The standings in words: the last ten moves of a ladder."""

from __future__ import annotations

from cogs.rendering.campaign.standings import shape_texts
from rules.kernel.wording import ENGLISH
from tests.rules.campaign.played import new_campaign
from tests.rules.campaign.test_standings import fight_and_sign


def test_the_last_ten_battles_of_a_ladder_are_its_moves() -> None:
    record = new_campaign(shape="ladder", steps=5)
    for nth in range(12):
        fight_and_sign(record, f"x{nth}", "rb" if nth % 2 else "ra", "minor")
    *_, moves = map(ENGLISH, shape_texts(record.campaign))
    first = list(record.campaign.battles).index("x2") + 1
    assert moves.startswith(f"Moves: battle {first}: +1, battle {first + 1}: −1, ")
    assert moves.count("battle") == 10
