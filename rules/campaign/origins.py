"""Why a unit is what it is: words for the traits that battles have changed, as ledgers name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.campaign.levels import Gain
from rules.text import N_, Text

_NTH = (
    N_("the first battle"),
    N_("the second battle"),
    N_("the third battle"),
    N_("the fourth battle"),
    N_("the fifth battle"),
    N_("the sixth battle"),
    N_("the seventh battle"),
    N_("the eighth battle"),
    N_("the ninth battle"),
    N_("the tenth battle"),
)


def nth_battle(number: int) -> Text:
    """A battle of a campaign by its number, counted from 1: "the second battle"."""
    return Text(_NTH[number - 1]) if 1 <= number <= len(_NTH) else Text("battle {number}", number=number)


def by_level(gains: Sequence[Gain], since: Mapping[int, int]) -> dict[str, Text]:
    """The reason of each trait that levels have raised; `since` has the number of the battle that brought a level."""
    return {gain.trait: _since(gain.says, since.get(gain.level)) for gain in gains}


def _since(says: Text, battle: int | None) -> Text:
    if battle is None:
        return Text("{trait} by experience", trait=says)
    return Text("{trait} since {battle}", trait=says, battle=nth_battle(battle))
