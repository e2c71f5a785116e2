"""An order as a class becomes the command that everything else reads; its checks are asked for menus and for itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from data import system_of
from rules.command.effects import mark
from rules.command.order import Order
from rules.command.system import Board
from rules.game.events import Event, LossesTaken
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rules.opponent.test_decide import to_go


class Hide(Order):
    """A unit hides behind an enemy, of all things."""

    key, title = "hide", Text("Hide")
    doing, done_to = Text("hide"), Text("be hidden behind")
    needs = ("unit", "target")

    def checks(self) -> None:
        if self.unit.has("hidden"):
            raise RuleError(Text("It is hidden."), "Hiding")
        if self.unit.count("wounds"):
            self.warn(Text("It leaves a trail."))
        if self.unit.has("sought"):
            self.warn(Text("It hid before."), repeat=True)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        yield from mark(now.unit(self.unit.id), hidden=1)

    def headline(self) -> Text:
        return Text("{unit}: hides", unit=self.unit.ref)

    def suits(self, code: str) -> bool:
        return code != "lit" or not self.request.unit or self.unit.has("wounds")


def board(**states: int) -> Board:
    """Return a board on which u1 has these states; u4 is its enemy."""
    start = to_go(system_of("opreb"))
    return start.after(mark(start.unit("u1"), **states))


def against(on: Board, *targets: str) -> Sequence[Text]:
    return Hide(on, Request("hide", ("u1",), targets)).judge()


def test_a_menu_and_the_order_refuse_and_warn_alike() -> None:
    for states in ({}, {"wounds": 2}, {"sought": 1, "wounds": 1}):
        order = Hide.plan(board(**states), Request("hide", ("u1",), ("u4",)))
        assert order.warnings == against(board(**states), "u4") == against(board(**states))
    with pytest.raises(RuleError, match="It is hidden"):
        against(board(hidden=1))
    with pytest.raises(RuleError, match="It is hidden") as refused:
        Hide.plan(board(hidden=1), Request("hide", ("u1",), ("u4",)))
    assert refused.value.rule == "Hiding"


def test_repeating_an_order_needs_the_consent_of_the_other_side() -> None:
    order = Hide.plan(board(sought=1, wounds=1), Request("hide", ("u1",), ("u4",)))
    assert [ENGLISH(one) for one in order.warnings] == ["It leaves a trail.", "It hid before."]
    assert [ENGLISH(one) for one in order.repeats] == ["It hid before."]


def test_no_unit_out_of_action_acts_or_is_a_target_or_a_friend() -> None:
    on = board()
    for friend in ("u2", "u3"):
        with pytest.raises(RuleError, match="is on the same side"):
            against(on, friend)
    for gone, what in (("u1", "cannot hide"), ("u4", "cannot be hidden behind")):
        fallen = on.after([LossesTaken(unit=gone, models=on.unit(gone).models)])
        with pytest.raises(RuleError, match=what):
            against(fallen, "u4")


def test_an_order_changes_the_board_and_has_a_title() -> None:
    on = board()
    order = Hide.plan(on, Request("hide", ("u1",), ("u4",)))
    assert on.after(order.after(on, ())).unit("u1").has("hidden")
    assert order.title == Text("{unit}: hides", unit=on.unit("u1").ref)


def test_a_form_offers_situations_by_the_order_and_by_default_otherwise() -> None:
    lit = Request("hide", ("u1",), ("u4",))
    assert not Hide.on(board(), lit).suits("lit")
    assert Hide.on(board(wounds=1), lit).suits("lit")
    assert Hide.on(board(), lit).suits("dark")
    assert Hide.on(board(), lit).usual() == ()
    assert Hide.on(board(), lit).often() == 1


def test_the_form_of_an_old_entry_may_name_units_that_have_left_the_board() -> None:
    assert Hide.on(board(), Request("hide", ("gone",), ("gone",))).suits("lit")
