"""Steps on the table: models, markers, and units that split or join."""

from __future__ import annotations

from typing import Any

import pytest

from bot.game.questions import Marker, TableChange
from cogs.rendering.table_lines import steps_on_table, sync_lines
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.command.system import Board
from rules.game.game import Game
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.plays import Shift
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Text, UnitRef
from tests.cogs.rendering.test_result import board, entry, play, result
from tests.rows import for_each

UNITS = [Unit(id=id, name=name, side="Red", models=5, starting=5) for id, name in (("u1", "Able"), ("u2", "Baker"))]
SYSTEM = system_of("fubar")
WORDS = Reader(language("en"), Board(Game(units={one.id: one for one in UNITS}), SYSTEM, ruleset_of(SYSTEM, {})))
PINNED, HIT = Marker(state="suppressed", number=1), Marker(state="activated")


@for_each(
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


def step(unit: str, *remove: Marker, **more: Any) -> TableChange:
    return TableChange(unit=unit, remove=remove, **more)


FIGHT = Marker(state="engaged_with", of=UnitRef("u2"))
TIRED = Marker(state="tired", ends=Text("rests"))


@for_each(
    ("changes", "more", "lines"),
    [
        (
            [step("u1", HIT), step("u2", HIT)],
            {},
            ["📌 Able: remove the activated marker.", "📌 Baker: remove the activated marker."],
        ),
        ([step("u1", HIT), step("u2", HIT)], {"collecting": True}, ["📌 Remove activated markers (Able and Baker)."]),
        ([step(f"u{n}", HIT) for n in (1, 2, 3)], {}, ["📌 Remove activated markers (Able, Baker and unit 3)."]),
        ([step(f"u{n}", HIT) for n in (1, 2, 3, 4)], {}, ["📌 Remove 4 activated markers."]),
        (
            [step(f"u{n}", HIT) for n in (1, 2, 3, 4)],
            {"still": {"activated"}},
            ["📌 Remove activated markers (Able, Baker, unit 3 and unit 4)."],
        ),
        ([step(f"u{n}", PINNED) for n in (1, 2, 3, 4)], {}, ["📌 Remove 1 suppressed (4 units)."]),
        ([step(f"u{n}", PINNED) for n in (1, 2, 3)], {}, ["📌 Remove 1 suppressed (Able, Baker and unit 3)."]),
        ([step(f"u{n}", FIGHT) for n in (1, 2, 3, 4)], {}, ["📌 Remove engaged with Baker (4 units)."]),
        (
            [step("u1", FIGHT, TIRED, HIT, models=1)],
            {},
            ["📌 Able: put back 1 model, remove the activated marker, no longer engaged with Baker and rests."],
        ),
        (
            [step("u1", FIGHT, TIRED, HIT, models=1)],
            {"brief": True},
            ["📌 Able: 1 model back, no longer engaged with Baker, rests, no longer activated."],
        ),
        ([step("u1", hp=(0, 2))], {"brief": True}, ["📌 Able: HP now 2."]),
        (
            [step("u1", models=-1), step("u2", models=-1)],
            {"brief": True, "shifts": [Shift("u1", 3, Text("away"))]},
            ["📌 Able: 1 model off, move it 3″ away.", "📌 Baker: 1 model off."],
        ),
        (
            [step("u1", place=(FIGHT,)), step("u2", place=(Marker(state="engaged_with", of=UnitRef("u1")),))],
            {"brief": True},
            ["📌 Able: engaged with Baker."],
        ),
        (
            [step("u1", place=(Marker(state="target", of=UnitRef("u2"), alone=Text("aiming")), HIT))],
            {},
            ["📌 Place the marker “target: Baker” and an activated marker by Able."],
        ),
        (
            [
                step("u1", place=(Marker(state="target", of=UnitRef("u2")),)),
                step("u2", place=(Marker(state="2nd", number=2),)),
            ],
            {},
            ["📌 Place the marker “target: Baker” by Able.", "📌 Place 2 2nd markers by Baker."],
        ),
        (
            [],
            {"taken": [TableObject(kind="smoke", label="A"), TableObject(kind="gas", label="B")]},
            ["📌 Remove smoke A; gas B."],
        ),
    ],
)
def test_the_steps_of_a_turn_are_told_by_unit_or_by_marker(changes: Any, more: Any, lines: list[str]) -> None:
    assert sync_lines(WORDS, changes, **more) == lines


def test_what_is_under_a_card_loses_no_models_before_others() -> None:
    hidden = Unit(id="u1", name="Scouts", side="Red", models=5, starting=5, states={"hidden": 1})
    opreb = system_of("opreb")
    words = Reader(language("en"), Board(Game(units={"u1": hidden}), opreb, ruleset_of(opreb, {})))
    assert sync_lines(words, [step("u1", models=-1, hp=(3,), place=(PINNED,))]) == [
        "📌 Place 1 suppressed marker by card 1."
    ]


@pytest.mark.parametrize("command", ["place remove", "fire"])
def test_the_steps_of_an_entry_are_told_in_full_or_briefly(command: str) -> None:
    done = result(entry(command=command))
    assert steps_on_table(WORDS.at(done.after), done) == ["📌 Baker: remove 2 models."]
    assert steps_on_table(WORDS.at(done.after), done, brief=True) == ["📌 Baker: 2 models off."]


@pytest.mark.parametrize(("other", "said"), [("u2", "📌 A\\*le: engaged."), ("u3", "📌 A\\*le: engaged with Cole.")])
def test_in_short_an_opponent_that_the_result_names_is_not_named_again(other: str, said: str) -> None:
    after = board()
    after.game.units["u3"] = after.game.units["u2"].model_copy(update={"id": "u3", "name": "Cole"})
    after.game.units["u1"] = after.game.units["u1"].model_copy(update={"states": {"engaged_with": other}})
    done = result(entry(play()), after)
    assert steps_on_table(WORDS.at(done.after), done, brief=True) == [said]
