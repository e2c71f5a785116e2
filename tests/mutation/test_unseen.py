"""A list of all that no test has seen of a source file."""

from __future__ import annotations

import builtins
from dataclasses import dataclass

import pytest

from tests.mutation.unseen import WATCH, Watch, unseen, watched

SOURCE = b'''
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    pass

def pick(names, most, *, sort=False):
    """Pick some."""
    if sort and names:
        names = sorted(names)
    return names[:most] if most >= 0 else names and []


def lines(names):
    match names:
        case [one] if one:
            return [one]
    try:
        return [one for one in pick(names, 2, sort=False) if one != "x"]
    except TypeError:
        return None


def unused():
    for one in pick([], 0, sort=True):
        print(one)


def begins(name, letter="a", *, most=1, key=()):
    return name[:most] not in ("x", letter, *key), name not in {"z", letter}


class Named(Protocol):
    def rename(self, name, most=3): ...
'''


def test_what_had_one_value_or_never_ran_is_listed_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    monkeypatch.setattr(builtins, WATCH, Watch(seen), raising=False)
    tree, places = watched(SOURCE, "rules/pick.py")
    names: dict[str, object] = {}
    exec(compile(tree, "rules/pick.py", "exec"), names)
    assert eval("lines(['b', 'x', 'a']), pick.__doc__", names) == (["b"], "Pick some.")
    assert list(unseen(places, seen)) == [
        "rules/pick.py:9 never true, never false: names",
        "rules/pick.py:9 never true: sort",
        "rules/pick.py:11 never false: most >= 0",
        "rules/pick.py:11 never true, never false: names",
        "rules/pick.py:11 sides never equal: most >= 0",
        "rules/pick.py:16 never true, never false: one",
        "rules/pick.py:17 never run: return [one]",
        "rules/pick.py:19 sort never other than its default: pick(names, 2, sort=False)",
        "rules/pick.py:20 never run: except TypeError:",
        "rules/pick.py:24 never run: def unused():",
        "rules/pick.py:25 never run: for one in pick([], 0, sort=True):",
        "rules/pick.py:25 never run: pick([], 0, sort=True)",
        'rules/pick.py:29 never run: def begins(name, letter="a", *, most=1, key=()):',
        'rules/pick.py:30 "z" never found, letter never found: name not in {"z", letter}',
        "rules/pick.py:30 never cut: name[:most]",
    ]
    eval("lines(['a']), pick(['b', 'a'], 0, sort=True), pick([], -1, sort=True), lines(None), unused()", names)
    assert eval("begins('azx', most=2, key=['az']), begins('b', 'b'), begins('', key='')", names) == (
        (False, True),
        (False, False),
        (True, True),
    )
    assert list(unseen(places, seen)) == [
        "rules/pick.py:11 never true: names",
        "rules/pick.py:16 never false: one",
        "rules/pick.py:19 sort never other than its default: pick(names, 2, sort=False)",
        "rules/pick.py:25 never run: for one in pick([], 0, sort=True):",
        'rules/pick.py:30 "z" never found: name not in {"z", letter}',
    ]


@dataclass(frozen=True)
class Pair:
    one: int
    other: int = 0


def test_an_argument_that_changes_nothing_is_no_argument() -> None:
    seen: set[str] = set()
    watch = Watch(seen)
    assert watch.called("a#", Pair, 1, other=0) == Pair(1)
    assert seen == {"a#"}
    assert watch.called("a#", Pair, one=1, other=2) == Pair(1, 2)
    assert seen == {"a#", "a#one", "a#other"}
