"""`/act afterwards`: a die for each of the downed on the board."""

from __future__ import annotations

import pytest

from rules.command.system import Board
from rules.kernel.errors import RuleError
from tests.rules.bayonet.table import board, done, ordered


def _fallen() -> Board:
    on = board(("Blue", "gi"), ("Blue", "gi"), ("Red", "gi"))
    for id in ("u1", "u2"):
        on = done(on, "fire", (6, 1), unit="u3", target=id).board
    return on


def test_each_downed_figure_has_its_own_fate() -> None:
    after = done(_fallen(), "afterwards", (1, 6))
    assert [play.detail["fates"] for play in after.plays] == [["dead"], ["unhurt"]]
    assert after.title == "Afterwards: GI and GI 2"


def test_the_unhurt_stand_again_the_others_do_not() -> None:
    after = done(_fallen(), "afterwards", (5, 6)).board
    assert [after.unit(id).alive for id in ("u1", "u2")] == [False, True]
    assert not after.unit("u1").has("downed")


def test_named_units_only() -> None:
    after = done(_fallen(), "afterwards", (3,), unit="u2")
    assert after.title == "Afterwards: GI 2"
    assert after.board.unit("u1").has("downed")


def test_a_number_stands_for_figures_that_are_not_on_the_board() -> None:
    [play] = done(_fallen(), "afterwards", (1, 2, 3), count=3).plays
    assert play.played.outcome[:3] == (1, 1, 1)


def test_nobody_downed_is_refused() -> None:
    with pytest.raises(RuleError, match="Nobody is downed"):
        ordered(board(("Blue", "gi")), "afterwards")
