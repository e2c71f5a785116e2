"""The fates of downed figures, face by face."""

from __future__ import annotations

import pytest

from rules.command.system import Board
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.plays import Effect
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.bayonet.table import board, carry_out, chances, outcome, plan_command, play

FATES = ("dead", "severe", "major", "minor", "trivial", "unhurt")


@for_each(("face", "fate"), list(enumerate(FATES, 1)))
def test_a_face_a_fate(face: int, fate: str) -> None:
    assert outcome("afterwards", {"downed": 1}, (face,)) == {name: int(name == fate) for name in FATES} | {
        "fates": [fate]
    }


def test_fates_are_listed_in_the_order_of_the_dice() -> None:
    came_to = outcome("afterwards", {"downed": 4}, (6, 1, 3, 1))
    assert came_to["fates"] == ["unhurt", "dead", "major", "dead"]
    assert came_to["dead"] == 2


def test_no_downed_figure_rolls_nothing() -> None:
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


def test_words_explain_each_fate() -> None:
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


# `/act afterwards`: a die for each of the downed on the board.


def _fallen() -> Board:
    on = board(("Blue", "gi"), ("Blue", "gi"), ("Red", "gi"))
    for id in ("u1", "u2"):
        on = carry_out(on, "fire", (6, 1), unit="u3", target=id).board
    return on


def test_each_downed_figure_has_its_own_fate() -> None:
    after = carry_out(_fallen(), "afterwards", (1, 6))
    assert [play.detail["fates"] for play in after.plays] == [["dead"], ["unhurt"]]
    assert after.title == "Afterwards: GI and GI 2"


def test_the_unhurt_stand_again_the_others_do_not() -> None:
    after = carry_out(_fallen(), "afterwards", (5, 6)).board
    assert [after.unit(id).alive for id in ("u1", "u2")] == [False, True]
    assert not after.unit("u1").has("downed")


def test_named_units_only() -> None:
    after = carry_out(_fallen(), "afterwards", (3,), unit="u2")
    assert after.title == "Afterwards: GI 2"
    assert after.board.unit("u1").has("downed")


def test_figures_off_the_board_are_given_as_a_number() -> None:
    [play] = carry_out(_fallen(), "afterwards", (1, 2, 3), count=3).plays
    assert play.played.outcome[:3] == (1, 1, 1)


def test_no_downed_figure_is_refused() -> None:
    with pytest.raises(RuleError, match="Nobody is downed"):
        plan_command(board(("Blue", "gi")), "afterwards")
