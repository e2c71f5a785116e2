"""Reactions under a result: a button for one unit, a menu for several."""

from __future__ import annotations

import pytest

from cogs.components.controls import ChoiceMenu
from cogs.components.play.reaction_menu import ReactMenu, reaction_controls, reaction_menu, target_menu
from cogs.rendering.text import Reader
from data.texts import language
from rules.command.planned import Reaction
from rules.kernel.request import Request
from rules.kernel.text import Text
from tests.cogs.components.play.samples import changed, sample
from tests.cogs.screens import control_line

LIVE = sample("fubar")
WORDS = Reader(language("en"), LIVE.board)


def reactions(*pairs: str) -> list[Reaction]:
    """Return the reactions of units to targets, from pairs like "u5 u1"."""
    named = (one.split() for one in pairs)
    return [Reaction(unit, Text(f"{unit} reacts"), Request("fire", (unit,), (foe,))) for unit, foe in named]


@pytest.mark.parametrize(
    ("pairs", "shown"),
    [
        (["u5 u1"], "[u5 reacts] main react:g:7:u5"),
        (["u5 u1", "u5 u2"], "[u5 reacts] main react:g:7:u5"),
        (
            ["u5 u1", "u6 u1", "u6 u2"],
            "[Blue: react …: u5 reacts (Blue · 8/8) = u5 | u6 reacts (Blue · 10/10) = u6] choose:g:7:react",
        ),
    ],
)
def test_a_unit_that_may_react_to_several_has_one_button_and_several_units_one_menu(
    pairs: list[str], shown: str
) -> None:
    [control] = reaction_controls(WORDS, LIVE.board, reactions(*pairs), ("g", 7))
    assert control_line(getattr(control, "item", control).to_component_dict()) == shown


def test_many_units_that_may_react_have_pages() -> None:
    live = LIVE
    for nth in range(9, 35):
        live = changed(live, live.game.units["u5"].model_copy(update={"id": f"u{nth}", "name": f"Militia {nth}"}))
    pairs = [f"u{nth} u1" for nth in range(9, 35)]
    for count, page, last in ((25, 0, "u33"), (26, 0, "page1"), (26, 1, "page0")):
        menu = reaction_menu(WORDS, live.board, reactions(*pairs[:count]), ReactMenu("g", 7), page)
        assert menu.item.options[-1].value == last
        assert [one.value for one in menu.item.options[:-1]] == [f"u{9 + nth}" for nth in range(24)][26 * page :] + (
            ["u33", "u34"] if page else []
        )
    [first] = reaction_controls(WORDS, live.board, reactions(*pairs), ("g", 7))
    assert isinstance(first, ChoiceMenu)
    assert first.item.options[0].value == "u9"
    targets = target_menu(WORDS, live.board, reactions(*(f"u1 u{nth}" for nth in range(9, 35))), ("g", 7))
    assert targets.item.options[0].value == "u1/u9"


def test_the_targets_of_a_reaction_are_a_menu() -> None:
    menu = target_menu(WORDS, LIVE.board, reactions("u5 u1", "u5 u2"), ("g", 7))
    assert control_line(menu.item.to_component_dict()) == (
        "[Which target?: Regular section (Red · 8/8) = u5/u1 | Marines (Red · 5/5) = u5/u2] choose:g:7:late"
    )
