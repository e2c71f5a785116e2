"""The controls under a board whose game is not played."""

from __future__ import annotations

import pytest

from bot.game.registry import ActiveGame
from cogs.components.controls import Control
from cogs.components.play.board_row import board_row
from cogs.components.play.entry_buttons import UndoEntry
from cogs.rendering.text import Reader
from data.texts import language
from tests.cogs.components.play.samples import sample

WORDS, TAKEN = Reader(language("en")), (UndoEntry("g", 1).button("Undo"),)


def over(live: ActiveGame) -> None:
    live.game.over = True


def paused(live: ActiveGame) -> None:
    live.info.state = "paused"


def empty(live: ActiveGame) -> None:
    live.game.units = {}


@pytest.mark.parametrize("change", [over, paused, empty])
def test_only_questions_are_answered_while_a_game_is_over_paused_or_without_units(change: object) -> None:
    live = sample("fubar")
    assert callable(change)
    change(live)
    assert board_row(WORDS, live, TAKEN) == TAKEN


def test_scouts_that_wait_are_placed_before_the_first_turn_alone() -> None:
    live = sample("openfire_d12")
    [waits] = [one.waits for one in live.system.setup if one.waits]
    live.game.units["u1"].states[waits] = 1
    labels = [one.item.label for one in board_row(WORDS, live) if isinstance(one, Control)]
    assert labels == ["Activate …", "Move …", "Assault …", "Next round", "More …", "Undo"]
    live.game.order, live.game.holder = (), None
    labels = [one.item.label for one in board_row(WORDS, live) if isinstance(one, Control)]
    assert labels == ["Place scouts", "Initiative", "Attack …", "Move …", "Assault …", "More …", "Undo"]
