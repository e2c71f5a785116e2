"""Lists as players post them, in public shapes, and the time that any list takes."""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

from data.list_files import text_of_list
from data.systems import system_of, vocabulary
from rules.command.army_list import ArmyList, read_list
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.command.test_army_list import unit_in_words

FOLDER = Path(__file__).parent / "posted"
TRIED = [
    one
    for name in (
        "tried",
        *(f"{nth}_sample" for nth in ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")),
    )
    for one in tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["list"]
]
HELD_OUT = tomllib.loads((FOLDER / "held_out.toml").read_text(encoding="utf-8"))["list"]


def parse_list(system: str, text: str) -> ArmyList:
    return read_list(system_of(system), vocabulary(system), text)


def units(found: ArmyList) -> list[str]:
    return [unit_in_words(unit) for unit in found.units]


def unknown_names(found: ArmyList) -> list[str]:
    return [one.words for one in found.unknown_names]


def faults(found: ArmyList) -> list[str]:
    return [ENGLISH(fault) for fault in found.faults]


# Readings that must stay correct


@for_each(
    "line",
    [
        "🪖 Marines x5",
        "☐ Marines x5",
        "✅ Marines x5",
        "→ Marines x5",
        "– Marines x5",
        "— Marines x5",
        "[x] Marines x5",
        "- [ ] Marines x5",
        "**Marines** x5",
        "Marines x５",
        "Marines × 5",
        "Marines*5",
        "\ufeffMarines x5",
        "Marines x5\r\n",
        "Marines\t5",
        "**5 Marines**",
        "1. Marines x5",
        "* 5x Marines",
        "Marines (5)",
    ],
)
def test_a_line_is_read_with_any_bullet_or_decoration_around_it(line: str) -> None:
    found = parse_list("fubar", line)
    assert (units(found), unknown_names(found), faults(found)) == (["marines"], [], [])


# Public lists


def parse_posted(one: dict[str, Any]) -> ArmyList:
    return _parse_posted(one["system"], one["text"], one.get("ending"))


@cache
def _parse_posted(system: str, text: str, ending: str | None) -> ArmyList:
    return parse_list(system, text_of_list(text.strip().encode(), f"list.{ending}") if ending else text)


def without_name(line: str) -> str:
    """Return a unit without its given name, which fights in no battle."""
    return re.sub(r", (?:'[^']*'|\"[^\"]*\")", "", line)


def wrong(one: dict[str, Any]) -> list[str]:
    """Return the units of a list that were misread, or lost without a question."""
    found = parse_posted(one)
    got, want = Counter(map(without_name, units(found))), Counter(map(without_name, one["read"]))
    lost = [] if found.unknown_names or found.faults else [*(want - got).elements()]
    return [*(got - want).elements(), *lost]


@for_each("one", TRIED)
def test_a_list_in_a_public_shape_is_read(one: dict[str, Any]) -> None:
    found = parse_posted(one)
    assert wrong(one) == []
    known = [*one.get("asks", ()), *one.get("asks_instead", ())]
    for said in unknown_names(found):
        assert any(said in word or word in said for word in known), said
    assert len(found.faults) == one.get("faults", 0)
    assert set(one.get("asks", ())) <= {*unknown_names(found)}
    if "name" in one:
        assert found.name == one["name"]
    assert {*one.get("passed", ())} <= {line.lstrip("• ") for line in found.passed}


def test_no_line_of_a_list_is_lost() -> None:
    assert [lost for one in (*TRIED, *HELD_OUT) for lost in lost_words(one)] == []


def lost_words(one: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield words that are no part of a unit or of the name of the list, and not passed over and named either."""
    if "ending" in one or re.match(r"\s*(?:\| )?(?:# \| )?(?:Unit|Einheit|Figure|Name)\b.*\n", one["text"]):
        return
    found = parse_posted(one)
    kept = " ".join([found.name, *found.passed, *(line.line for line in found.lines)])
    for line in one["text"].splitlines():
        for word in re.findall(r"[^\W\d_]{4,}", line):
            if word not in kept and not re.search(r"pts|points|punkte|puntos|^cost$|^list$", word, re.IGNORECASE):
                yield one["id"], word, line


@for_each("one", HELD_OUT)
def test_a_public_list_that_was_held_out_is_read(one: dict[str, Any]) -> None:
    assert wrong(one) == []
    assert parse_posted(one).name == one.get("name", parse_posted(one).name)


def test_one_line_in_ten_is_asked_about_at_most() -> None:
    assert share_asked(HELD_OUT) <= 0.1


def share_asked(lists: list[dict[str, Any]]) -> float:
    lines = [line for one in lists for line in one["text"].splitlines() if re.search(r"\w", line)]
    return sum(len(parse_posted(one).unknown_names) + len(parse_posted(one).faults) for one in lists) / len(lines)


# Time


@for_each(
    "text",
    [
        "Marines\n" + "1 rifle\n" * 399,
        "plasma dogs of war\n" * 399,
        ("a " * 1_990 + "\n") * 16,
        ("marines, " * 440 + "\n") * 16,
        ("(" * 1_900 + ")" * 1_900 + "\n") * 16,
        ("Marines [5] Q4+ D4+ | 120pts | " + "Fearless, " * 380 + "\n") * 16,
        ('x "' * 1_300 + "\n") * 16,
        ("12 " * 1_300 + "\n") * 16,
        ("a 3+ b4/" * 490 + "\n") * 16,
        ("(5) [6] " * 480 + "\n") * 16,
        ("IFV, tank, marines, " * 190 + "\n") * 16,
        ("Marines - 120\n- 5 rifles\n" * 200),
        "x\n" * 32_000,
        "Planetenverteidigung, Sturmgewehre " * 1_800,
    ],
)
def test_the_largest_list_is_read_in_a_second(text: str) -> None:
    """64 kB: in time that grows with its length, whatever it is made of."""
    began = process_time()
    parse_list("fubar", text[:64_000])
    assert process_time() - began < 1


def calls_of(text: str) -> int:
    """Count the function calls that read a list."""
    called = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        parse_list("fubar", text)
    finally:
        sys.setprofile(None)
    return called


@for_each(
    ("before", "again"),
    [
        ("Marines ", "rifle "),
        ("Marines ", "plasma "),
        ("Marines: ", "4 rifles, "),
        ("Marines ", "12 "),
        ("Marines ", "- 12 "),
        ("Marines ", "(5) "),
        ("Marines ", "(( "),
        ("Marines ", '"x" '),
        ("", "IFV, tank, "),
        ("", "2 IFVs; "),
        ("Marines (110 pts)\n", "- 4x Trooper: rifle\n"),
        ("Marines (110 pts)\n", "  - 4 rifles\n"),
        ("", "Marines - 120\n"),
        ("", "Marines 1\n"),
        ("", "2x IFV [95 pts]\n"),
        ("", "Attack 6+ Move 5+\n"),
        ("Name,Unit\n", "a,IFV\n"),
        ("", "Unit: IFV\nPoints: 90\n"),
    ],
)
def test_four_times_the_list_is_four_times_the_work(before: str, again: str) -> None:
    few, more, most = (calls_of(before + again * n) for n in (20, 40, 80))
    assert most - more <= 2.3 * (more - few) + 500, (few, more, most)
