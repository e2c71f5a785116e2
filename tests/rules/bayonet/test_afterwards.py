"""What became of the downed, face by face."""

from __future__ import annotations

import pytest

from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.plays import Effect
from rules.kernel.wording import ENGLISH
from tests.rules.bayonet.table import chances, outcome, play

FATES = ("dead", "severe", "major", "minor", "trivial", "unhurt")


@pytest.mark.parametrize(("face", "fate"), list(enumerate(FATES, 1)))
def test_a_face_a_fate(face: int, fate: str) -> None:
    assert outcome("afterwards", {"downed": 1}, (face,)) == {name: int(name == fate) for name in FATES} | {
        "fates": [fate]
    }


def test_fates_are_told_in_the_order_of_the_dice() -> None:
    came_to = outcome("afterwards", {"downed": 4}, (6, 1, 3, 1))
    assert came_to["fates"] == ["unhurt", "dead", "major", "dead"]
    assert came_to["dead"] == 2


def test_nobody_downed_throws_nothing() -> None:
    resolution = play("afterwards", {"downed": 0})
    assert resolution.played.steps == ()
    assert ENGLISH(resolution.text) == "Nobody is downed."
    assert resolution.effects == ()


def test_the_unhurt_stand_again_and_no_marker_is_left() -> None:
    assert play("afterwards", {"downed": 3}, (6, 1, 6)).effects == (
        Effect("unit", "downed", -3),
        Effect("unit", "models", 2),
    )
    assert play("afterwards", {"downed": 1}, (5,)).effects == (Effect("unit", "downed", -1),)


def test_words_say_what_a_fate_means() -> None:
    text = ENGLISH(play("afterwards", {"downed": 2}, (1, 4)).text)
    assert text == "Of 2 downed: 1 dead and 1 lightly hurt (−1, captured if the enemy holds the field)."
    assert ENGLISH(play("afterwards", {"downed": 1}, (6,)).text) == "Unhurt."


def test_exact_odds_stop_where_the_mixes_of_fates_grow_too_many() -> None:
    assert len(chances("afterwards", {"downed": 12})) == 6188
    with pytest.raises(RuleError, match="up to 16 downed"):
        chances("afterwards", {"downed": 25})
    assert sum(outcome("afterwards", {"downed": 100}, (6,) * 100)[fate] for fate in FATES) == 100


def test_downed_is_a_count() -> None:
    for wrong in (-1, 101, 1.5, "3", True):
        with pytest.raises(BadFacts, match=r"^downed: "):
            play("afterwards", {"downed": wrong})
