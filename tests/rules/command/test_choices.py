"""The beginning of a word is enough where it fits one only."""

from __future__ import annotations

import pytest

from data import SYSTEMS, system_of
from rules.command.choices import codes_beginning, match_name, only_code
from rules.kernel.errors import BadFacts
from rules.kernel.request import Request

ACTIONS = ("aimed_fire", "assault", "walk", "walk_back")


@pytest.mark.parametrize(
    ("said", "meant"),
    [("aim", "aimed_fire"), ("Aimed fi", "aimed_fire"), ("AS", "assault"), ("walk", "walk"), ("walk-b", "walk_back")],
)
def test_a_beginning_that_fits_one_is_enough(said: str, meant: str) -> None:
    assert only_code(said, ACTIONS) == meant


@pytest.mark.parametrize(("said", "fit"), [("a", ["aimed_fire", "assault"]), ("x", []), ("", []), (" ", [])])
def test_a_beginning_that_fits_several_or_none_is_not(said: str, fit: list[str]) -> None:
    assert codes_beginning(said, ACTIONS) == fit
    assert only_code(said, ACTIONS) is None


def test_names_of_the_same_thing_do_not_stand_in_each_others_way() -> None:
    assert match_name("col", {"colonists": "c", "Colonists of Mars": "c", "marines": "m"}) == "c"
    assert match_name("", {"colonists": "c"}) is None


@pytest.mark.parametrize(("said", "key"), [("bayo", "bayonet"), ("FUB", "fubar"), ("Open Reb", "opreb")])
def test_a_system_by_its_beginning(said: str, key: str) -> None:
    assert system_of(said).key == key


def test_a_beginning_of_several_systems_names_them() -> None:
    with pytest.raises(
        BadFacts, match=r"'open' may be Open Fire, 20 mm WW2, Open Fire core rules, OpenWar or Open Rebellion"
    ):
        system_of("open")
    with pytest.raises(BadFacts, match="There are no rules called 'chess'; choose "):
        system_of("chess")
    assert all(system_of(system.name).key == system.key for system in SYSTEMS)


def test_options_by_their_beginnings() -> None:
    fubar = system_of("fubar")
    said = Request(command="activate", action="aim", situation=("no_vis", "out=2"))
    spelled = fubar.commands["activate"].complete_request(said)
    assert (spelled.action, spelled.situation) == ("aimed_fire", ("no_visible_enemy", "out_of_touch=2"))
    fire = fubar.commands["fire"].complete_request(Request(command="fire", cover=("h", "none"), situation=("same",)))
    assert (fire.cover, fire.situation) == (("hard", "none"), ("same_area",))


def test_the_start_of_several_options_is_ambiguous() -> None:
    fubar = system_of("fubar").commands["activate"]
    said = fubar.complete_request(Request(command="activate", unit=("u1",), action="g"))
    assert said.action == "gone_to_ground"
    with pytest.raises(BadFacts, match=r"action: there is no 'jump'; choose .*aimed fire.* or "):
        fubar.plan(None, Request(command="activate", unit=("u1",), action="jump"))  # type: ignore[arg-type]
    with pytest.raises(BadFacts, match="cover: leave it empty, there is nothing to choose"):
        fubar.plan(None, Request(command="activate", unit=("u1",), cover=("none",)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("system", "command"), [("opreb", "activate"), ("openfire_ww2", "move"), ("openwar", "activate")]
)
def test_an_action_is_refused_where_there_is_none_to_choose(system: str, command: str) -> None:
    """It was dropped without a word: `/activate action:hold` activated a unit that did not hold."""
    with pytest.raises(BadFacts, match="action: leave it empty, there is nothing to choose"):
        system_of(system).commands[command].plan(None, Request(command=command, unit=("u1",), action="hold"))  # type: ignore[arg-type]
