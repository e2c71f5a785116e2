"""The order of offers: possible targets, units that may act, and no step with an objection."""

from __future__ import annotations

from rules.command.legality import Legality, legality_of
from rules.command.next_steps import candidates, sort_targets, steps
from rules.game.events import LossesTaken, StateCounted, StateSet, TurnAdvanced
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.rules.command.test_only_choice import board

SHOT = Request("fire", unit=("u1",), side="Red")


def test_a_target_that_cannot_be_one_comes_last() -> None:
    laid = board(1, 3).after([LossesTaken(unit="u2", models=6)])
    assert sort_targets(laid, SHOT, ["u2", "u3", "u4"]) == ["u3", "u4", "u2"]
    assert sort_targets(laid, SHOT, ["u4", "u2", "u3"]) == ["u4", "u3", "u2"], "else in the order in which they were"


def test_units_that_may_go_come_before_those_that_have_gone() -> None:
    laid = board(2, 1).after([TurnAdvanced(turn=1, order=("Red", "Blue"), holder="Red")])
    assert [one.unit.id for one in candidates(laid, "activate")] == ["u1", "u2", "u3"]
    gone = laid.after([StateSet(unit="u1", state="activated", value=1)])
    found = {one.unit.id: one.legality for one in candidates(gone, "activate")}
    assert list(found) == ["u2", "u1", "u3"]
    assert (found["u2"], found["u1"]) == (Legality.OK, Legality.WARNED)


def test_known_legality_of_a_unit_is_used_without_checking_again() -> None:
    laid = board(2, 1)
    seen = {one.unit.id: one.legality for one in candidates(laid, "fire", seen={"u1": Legality.WARNED})}
    assert seen["u1"] is Legality.WARNED
    assert list(seen)[-1] == "u1"


def test_only_steps_without_objections_are_offered() -> None:
    laid = board(1, 1).after([TurnAdvanced(turn=1, order=("Red", "Blue"), holder="Red")])
    assert steps(laid, laid.unit("u1")) == [], "it has not been activated"
    active = laid.after(
        [StateSet(unit="u1", state="activated", value=1), StateCounted(unit="u1", state="actions_left", change=2)]
    )
    labels = [ENGLISH(one.label) for one in steps(active, active.unit("u1"))]
    assert any(label.startswith("Move ") for label in labels)
    assert not any("rally" in label for label in labels), "it has no pinned markers"
    assert legality_of(active, Request("act", unit=("u1",), action="rally", side="Red")) is Legality.WARNED
