"""Values that follow from a unit alone are computed once for each of its values, and never mixed up."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy

import pytest

from rules.fubar.board_facts import profile, unit_facts
from rules.game.unit import Unit, cache_per_unit, keep_with
from tests.rows import for_each

SQUAD = Unit(id="u1", name="Squad", side="Red", models=5, starting=5, profile={"level": "green", "armour": "light"})


def test_it_is_worked_out_once() -> None:
    asked = list[str]()

    @cache_per_unit
    def strength(unit: Unit) -> int:
        asked.append(unit.id)
        return unit.models

    unit = SQUAD.model_copy()
    assert [strength(unit), strength(unit)] == [5, 5]
    assert asked == ["u1"]


def test_two_questions_have_two_answers() -> None:
    unit = SQUAD.model_copy()
    assert cache_per_unit(lambda one: one.name)(unit) == "Squad"
    assert cache_per_unit(lambda one: one.side)(unit) == "Red"


def test_a_unit_that_has_changed_is_asked_about_again() -> None:
    assert unit_facts(SQUAD).figures == 5
    fewer = SQUAD.model_copy(update={"models": 3, "states": {"suppressed": 2}})
    assert (unit_facts(fewer).figures, unit_facts(fewer).standing) == (3, 1)
    better = SQUAD.model_copy(update={"profile": {"level": "elite"}})
    assert (profile(SQUAD).level, profile(better).level) == ("green", "elite")


def test_what_follows_from_a_unit_and_its_book_is_worked_out_once_for_each_book() -> None:
    asked = list[str]()

    def line(book: list[str], nth: int) -> str:
        return keep_with(unit, book, ("line", nth), lambda: asked.append(book[nth]) or book[nth])

    unit, book, other = SQUAD.model_copy(), ["first", "second"], ["first", "second"]
    assert [line(book, nth) for nth in (0, 1, 0, 1)] == ["first", "second"] * 2
    assert asked == ["first", "second"]
    other[0] = "house rule"
    assert [line(other, 0), line(book, 0)] == ["house rule", "first"]


def test_a_first_result_that_needs_another_one_is_kept() -> None:
    asked = list[int]()
    unit = SQUAD.model_copy()
    found = [keep_with(unit, unit_facts, "facts", lambda: asked.append(1) or unit_facts(unit)) for _ in range(2)]
    assert (found, asked) == ([unit_facts(unit)] * 2, [1])


@for_each("copied", [copy, deepcopy, lambda unit: pickle.loads(pickle.dumps(unit)), Unit.model_copy])
def test_a_copy_of_a_unit_has_no_cached_facts(copied: type[Unit]) -> None:
    unit_facts(SQUAD)
    assert not hasattr(copied(SQUAD), "worked_out")  # pyright: ignore[reportCallIssue] — any of them copies


def test_it_is_no_part_of_the_unit() -> None:
    plain, asked = SQUAD.model_copy(), SQUAD.model_copy()
    unit_facts(asked)
    assert (asked, asked.model_dump(), repr(asked)) == (plain, plain.model_dump(), repr(plain))


def test_a_failed_calculation_fails_each_time() -> None:
    @cache_per_unit
    def broken(unit: Unit) -> int:
        raise ValueError(unit.id)

    for _ in range(2):
        with pytest.raises(ValueError, match="u1"):
            broken(SQUAD)
