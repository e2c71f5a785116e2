"""The knowledge of the bot as an opponent after an entry."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from bot.game.people import OPPONENT
from bot.services.play.opponent_reports import (
    CONTACT,
    keeps_reports,
    learn_from_shots,
    moves_no_figure,
    without_instruction,
)
from bot.services.play.opponent_state import SightReport
from rules.game.entry import Entry
from rules.kernel.plays import Made, Play, RecordedRoll, Shift
from rules.kernel.text import NOTHING, Text, table_note
from rules.opponent.sight import SeenEnemy, Sight, pair
from tests.rows import for_each


def entry(command: str, *plays: Play, **more: Any) -> Entry:
    return Entry(number=1, command=command, by="1", at=0, plays=plays, **more)


def play(**outcome: Any) -> Play:
    return Play(action="fire", facts={}, outcome=outcome)


@for_each("command", ["fire", "turn end", "turn phase", "turn next", "activate", "score"])
def test_an_entry_without_moves_leaves_the_reports_true(command: str) -> None:
    """A unit's view was asked for nine times in three turns, though nothing had moved."""
    assert moves_no_figure(entry(command, play(hits=2)))


@pytest.mark.parametrize(
    "moving",
    [
        entry("move"),
        entry("assault", play(hits=2)),
        entry("place add"),
        entry("undo", undoes=1),
        entry("fire", play(hits=2), undoes=1),
        entry("activate", request={"action": "walk"}),
        entry("fire", play(fall_back_inches=3)),
        entry("fire", notes=(table_note(Text("They seek cover.")),)),
        entry("fire", Play(action="fire", facts={}, decisions=(Made("evade", "defender", "yes"),))),
    ],
    ids=lambda one: one.command,
)
def test_facts_that_a_move_may_have_changed_are_asked_again(moving: Entry) -> None:
    assert not moves_no_figure(moving)


def test_reports_stay_true_after_a_shot_of_the_bot_and_not_after_one_of_a_player() -> None:
    """A shot of the bot changes them no more with the players' dice than with its own, after which it plays on."""
    fallen_back = play(fall_back_inches=3)
    by_bot = {"by": OPPONENT.id}
    shots = [
        entry("fire", fallen_back),
        entry("fire", fallen_back).model_copy(update=by_bot),
        entry("morale", fallen_back).model_copy(update=by_bot),
        entry("assault", fallen_back).model_copy(update=by_bot),
        entry("fire", play(fall_back_inches=0)),
    ]
    assert list(map(keeps_reports, shots)) == [False, True, True, False, True]


def test_the_distances_and_covers_of_shots_and_fights_are_learned() -> None:
    shot = {"unit": ["u1"], "target": ["u2", "u3"], "distance": ["10", "12.5"], "cover": ["hard"]}
    known = learn_from_shots(
        Sight(),
        [
            entry("fire", play(), request=shot),
            entry("fire", request=shot | {"unit": ["u9"]}),
            entry("fire", play(), request=shot | {"unit": ["u8"], "distance": ["10"]}),
            entry("assault", play(), request={"unit": ["u4"], "target": ["u5"]}),
            entry("assault", request={"unit": ["u6"], "target": ["u5"]}),
            entry("turn next", play()),
            *(entry(command, play(), request={}) for command in ("fire", "assault")),  # of a file from elsewhere
        ],
    )
    assert known.inches == {pair("u1", "u2"): Decimal(10), pair("u1", "u3"): Decimal("12.5"), pair("u4", "u5"): CONTACT}
    assert known.cover == {"u2": "hard"}


def test_a_move_of_the_bot_is_shown_without_the_instruction_that_was_carried_out() -> None:
    told = Play(
        action="move", facts={}, moves=(Shift(unit="u1", inches=5),), text=Text("Move it."), brief=Text("Move.")
    )
    move = entry("move", told).model_copy(update={"by": OPPONENT.id})
    found = without_instruction(move)
    assert found is not None
    assert found == move.model_copy(
        update={"plays": (told.model_copy(update={"moves": (), "text": NOTHING, "brief": None}),)}
    )
    rolled = told.model_copy(
        update={"throws": (RecordedRoll(key="a", label=Text("a"), by="unit", sides=6, faces=(3,), source="bot"),)}
    )
    others = [entry("move", told), move.model_copy(update={"command": "fire"}), entry("move", rolled)]
    others.append(others[-1].model_copy(update={"by": OPPONENT.id}))
    assert [without_instruction(one) for one in others] == [None] * 4


def test_a_report_holds_the_cover_of_enemies_within_a_hundred_inches() -> None:
    seen = {"u1": SeenEnemy(Decimal("99.9"), "soft"), "u2": SeenEnemy(Decimal(100), "hard"), "u3": None}
    known = SightReport(seen).add_to(Sight(), "u9")
    assert known.cover == {"u1": "soft"}
    assert known.inches == {pair("u1", "u9"): Decimal("99.9"), pair("u2", "u9"): Decimal(100)}
