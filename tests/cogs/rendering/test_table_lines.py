"""Steps on the table: models, markers, and units that split or join."""

from __future__ import annotations

import pytest

from bot.game.questions import Marker, TableChange
from cogs.rendering.table_lines import sync_lines
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.resolve import ruleset_of

UNITS = [Unit(id=id, name=name, side="Red", models=5, starting=5) for id, name in (("u1", "Able"), ("u2", "Baker"))]
SYSTEM = system_of("fubar")
WORDS = Reader(language("en"), Board(Game(units={one.id: one for one in UNITS}), SYSTEM, ruleset_of(SYSTEM, {})))
PINNED, HIT = Marker(state="suppressed", number=1), Marker(state="activated")


@pytest.mark.parametrize(
    ("change", "whole", "brief"),
    [
        (TableChange(unit="u1", models=2, apart="u2"), "Set 2 models of Baker apart as Able.", None),
        (TableChange(unit="u1", models=2, into="u2"), "Put the models of Able with Baker.", None),
        (
            TableChange(unit="u1", into="u2", remove=(HIT,)),
            "Put the models of Able with Baker, and remove the activated marker.",
            None,
        ),
        (TableChange(unit="u1", gone=True), "Able: remove it from the table.", None),
        (TableChange(unit="u1", place=(PINNED,)), "Place 1 suppressed marker by Able.", "Able: place 1 suppressed."),
        (
            TableChange(unit="u1", models=-1, place=(PINNED,)),
            "Able: remove 1 model and place 1 suppressed marker.",
            "Able: 1 model off, 1 suppressed.",
        ),
        (
            TableChange(unit="u1", place=(PINNED,), remove=(HIT,)),
            "Able: place 1 suppressed marker and remove the activated marker.",
            "Able: 1 suppressed, no longer activated.",
        ),
        (
            TableChange(unit="u1", models=-1, place=(PINNED,), remove=(Marker(state="wounded", number=2),)),
            "Able: remove 1 model, place 1 suppressed marker and remove 2 wounded markers.",
            "Able: 1 model off, place 1 suppressed, 2 wounded off.",
        ),
        (
            TableChange(unit="u1", models=1, hp=(3, 0)),
            "Able: put back 1 model; HP now 3.",
            "Able: 1 model back, HP now 3.",
        ),
    ],
)
def test_a_step_is_a_sentence_and_in_short_a_few_words(change: TableChange, whole: str, brief: str | None) -> None:
    assert sync_lines(WORDS, [change]) == [f"📌 {whole}"]
    assert sync_lines(WORDS, [change], brief=True) == [f"📌 {brief or whole}"]
