"""An order as a class becomes the command that everything else reads; its checks are asked for menus and for itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

import pytest

from data import system_of
from rules.command.asked import SituationRow
from rules.command.effects import mark
from rules.command.order import Order
from rules.command.system import Board
from rules.game.events import Event, LossesTaken
from rules.kernel.action import Played
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Choice
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Text
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


class Ambush(Order):
    """An order with every kind of option."""

    key, title, needs = "ambush", Text("Ambush"), ("unit", "target", "distance", "action", "cover", "terrain")
    several = ("target",)
    actions = (Choice("wait", Text("wait")), Choice("rush", Text("rush")))
    covers = (Choice("soft", Text("soft cover")),)
    situations = (Choice("lit", Text("lit")), Choice("near=1", Text("near")), Choice("near=2", Text("nearer")))


class Charge(Order):
    """An order of allies, without situations."""

    key, title, needs, allies = "charge", Text("Charge"), ("unit", "target"), 3


def told(order: type[Order], **given: Any) -> list[str]:
    """Return the faults of a request."""
    with pytest.raises(BadFacts) as refused:
        order.plan(board(), Request(order.key, **given))
    return [ENGLISH(one) for one in refused.value.faults]


def test_each_option_that_is_missing_is_asked_for() -> None:
    assert told(Ambush) == [
        "unit is missing: which unit?",
        "target is missing: which target?",
        "distance is missing: how far is the target?",
        "action is missing: which action? (wait, rush)",
        "cover is missing: what cover does the target have? (soft)",
        "terrain is missing: give terrain",
    ]
    assert told(Charge, unit=("u1",)) == ["target is missing: which units fire (at most 3), and at whom?"]


def test_only_options_for_several_take_more_than_one_unit() -> None:
    assert told(Ambush, unit=("u1", "u2"), target=("u3", "u4")) == ["unit: give one unit. Repeat the command for each"]
    assert told(Charge, unit=("u1", "u2"), target=("u3", "u4")) == [
        "unit: give one unit. Repeat the command for each",
        "target: give one unit. Repeat the command for each",
    ]


def test_unknown_codes_of_each_option_are_named_at_once() -> None:
    """The action of another command that has none comes from its button."""
    assert told(Ambush, unit=("u1",), cover=("hard",), situation=("dark",), action="hop", terrain=("wood",)) == [
        "situation: there is no 'dark'; choose lit or near",
        "cover: there is no 'hard'; choose soft",
        "action: there is no 'hop'; choose wait or rush",
        "terrain: leave it empty, there is nothing to choose",
    ]
    assert told(Charge, unit=("u1",), action="hop") == ["target is missing: which units fire (at most 3), and at whom?"]


def test_a_list_of_situations_can_be_asked_for_where_there_are_any() -> None:
    everything = {"unit": ("u1",), "target": ("u4",), "distance": (Decimal(1),), "action": "wait", "cover": ("soft",)}
    asked = Request("ambush", situation=("n…",), **everything)
    assert told(Charge, unit=("u1",), target=("u4",), situation=("…",)) == ['"Charge" has no situations']
    assert told(Ambush, situation=("…",), **everything)[1:] == ["which situations apply? (lit, near=1, near=2)"]
    assert [one.code for one in Ambush.situations_of(board(), asked)] == ["near=1", "near=2"]
    assert [one.code for one in Ambush.situations_of(board(), Request("ambush"))] == ["lit", "near=1", "near=2"]


def test_a_list_of_which_no_situation_applies_is_refused_as_its_form_would_be_empty() -> None:
    class Snipe(Ambush):
        needs = ("unit",)

    for situation in (("dark…",), ("lit…", "lit")):
        with pytest.raises(RuleError, match="No situation of this list applies here"):
            Snipe.plan(board(), Request("snipe", unit=("u1",), cover=("soft",), situation=situation))
        assert told(Snipe, unit=("u1",), situation=situation) == ["which situations apply? (lit, near=1, near=2)"]


def test_rows_of_situations_come_after_those_without_a_row() -> None:
    class Snipe(Ambush):
        situations = (Choice("lit", Text("lit")),)
        situation_rows = (
            SituationRow("blocked", Text("blocked")),
            SituationRow("near", lambda n: Text("{n}″", n=n), lengths=(3,), form=(Text("Near"), NOTHING)),
        )

    assert [one.code for one in Snipe.situations] == ["lit", "blocked", "near=3"]
    assert [(one.stem, one.title) for one in Snipe.counts] == [("near", Text("Near"))]
    assert Snipe.lengths == {"near="}
    assert (Ambush.counts, Ambush.lengths) == ((), frozenset())


def test_beginnings_of_codes_are_completed_in_every_option() -> None:
    said = Request("ambush", action="r", cover=("s",), situation=("l", "near=2"))
    done = Ambush.complete_request(said)
    assert (done.action, done.cover, done.situation) == ("rush", ("soft",), ("lit", "near=2"))
    assert Ambush.complete_request(Request("ambush")).action is None
    assert [Ambush.has_choices(one) for one in ("action", "terrain", "unit")] == [True, False, False]


def test_an_order_for_units_of_which_some_have_left_is_about_the_others() -> None:
    found = Hide.on(board(), Request("hide", ("u1", "gone"), ("gone", "u4")))
    assert (found.request.unit, found.request.target) == (("u1",), ("u4",))
    assert ([one.id for one in found.units], [one.id for one in found.targets]) == (["u1"], ["u4"])
    first = Hide(board(), Request("hide", ("gone",), ("gone",)))
    assert (hasattr(first, "unit"), hasattr(first, "target")) == (False, False)


def test_an_order_has_no_alternative_blast_or_distance_by_default() -> None:
    order = Order(board(), Request("x"))
    assert (order.alternative(), order.blast(), order.inches(), order.distance_asked()) == (None,) * 4
    assert order.joiners() == ()
    plan = Order.plan(board(), Request("x", unit=("u1",)))
    assert (plan.plays, plan.warnings, plan.ends, plan.title, plan.declared) == ((), (), (), NOTHING, False)
    assert (plan.after(board(), ()), plan.notes(board(), ())) == ((), ())
