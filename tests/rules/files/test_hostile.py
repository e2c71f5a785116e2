"""Malicious files: refused in sentences, or played within limits of a second and 64 MiB."""

from __future__ import annotations

import time
import tracemalloc
from contextlib import suppress
from typing import Any

import pytest

from data.files import system_files
from rules.files import expressions
from rules.files.faults import MOST_FAULTS
from rules.files.file_system import FileSystem
from rules.files.system import read_system
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.wording import ENGLISH
from tests.rules.battle_forge.cases import fire, unit
from tests.rules.files.test_read_system import TEXT
from tests.rules.table import Sitting

SECOND, MEMORY = 1.0, 64 * 2**20
LONGEST = 600
"""Letters of a sentence that tells of a fault."""


def replace_line(old: str, new: str) -> str:
    assert old in TEXT, old
    return TEXT.replace(old, new, 1)


def rows(table: str, n: int, row: str) -> str:
    return TEXT + "\n".join(f"[{table}.x{at}]\n{row}" for at in range(n))


VALUE = 'value = "-roller.shock"'
MISSPELT = "{ type = 'line_squat' }, "
HOSTILE = {
    "a million dice": replace_line('dice = "models * weapon.attacks"', "dice = 1000000"),
    "dice without end": replace_line('dice = "hits"', 'dice = "99999 * 99999 * 99999"'),
    "lists in lists": replace_line("bands = [3,", f"bands = [{'[' * 50_000}{']' * 50_000},"),
    "tables in tables": replace_line("bayonet = { }", "bayonet = " + "{ a = " * 20_000 + "1" + " }" * 20_000),
    "a key of a thousand parts": replace_line("[go]", ".".join(["a"] * 1000) + " = 1\n[go]"),
    "a header of many parts": TEXT + f"\n[{'.'.join(['a'] * 5000)}]\n",
    "a huge number": replace_line("die = 10", "die = 1" + "0" * 4000),
    "a number that cannot be read": replace_line("die = 10", "die = 1" + "0" * 100_000),
    "a huge number in an expression": replace_line(VALUE, f'value = "{"9" * 300}"'),
    "a field named like its shape": replace_line(
        'aim = "models_lost"', 'aim = "models_lost"\ncites = [{ CitedRow = 1 }]'
    ),
    "powers": replace_line(VALUE, 'value = "9 ** 9 ** 9"'),
    "a product of many": replace_line(VALUE, f'value = "{" * ".join(["999999"] * 40)}"'),
    "an expression of a thousand brackets": replace_line(VALUE, f'value = "{"(" * 190}1{")" * 190}"'),
    "an endless expression": replace_line(VALUE, f'value = "{"1 + " * 50_000}1"'),
    "a call": replace_line(VALUE, "value = \"__import__('os').system('true')\""),
    "a hidden attribute": replace_line(VALUE, 'value = "roller.__class__"'),
    "a comprehension": replace_line(VALUE, 'value = "[x for x in (1, 2)]"'),
    "a function of its own": replace_line(VALUE, 'value = "(lambda: 1)()"'),
    "braces that read more than a name": replace_line('why = "AP {n}"', 'why = "AP {n.__class__}"'),
    "braces that write a thousand letters": replace_line('why = "AP {n}"', 'why = "AP {n:>999999999}"'),
    "a call to everyone": replace_line(
        'say = "{attacker} is in contact and can only fight."', 'say = "@everyone {attacker}"'
    ),
    "a mention": replace_line('title = "Focus"', 'title = "<@123456789>"'),
    "a link": replace_line('title = "Focus"', 'title = "https://example.org"'),
    "markdown": replace_line('title = "Focus"', 'title = "**Focus**"'),
    "letters that turn the line": replace_line('title = "Focus"', 'title = "Focus \u202e tfihs"'),
    "a title of many letters": replace_line('title = "Focus"', f'title = "{"a" * 100_000}"'),
    "a rule of many letters": replace_line('rule = "One Courage check.', f'rule = "{"a " * 60_000}'),
    "names that our commands have": replace_line('"turn phase" =', '"system" = "x"\n"turn phase" =').replace(
        'key = "battle_forge"', 'key = "undo"'
    ),
    "a hundred situations": replace_line(
        "[asked]\n", "[asked]\n" + "".join(f's{n} = {{ label = "s{n}" }}\n' for n in range(100))
    ),
    "thirty covers": replace_line(
        'codes = { none = "None",', "codes = { " + "".join(f'c{n} = "c{n}", ' for n in range(30)) + 'none = "None",'
    ),
    "ten thousand units": rows("units", 5000, 'name = "X"'),
    "thousands of modifiers": rows("modifier", 2000, 'on = ["acc"]\nvalue = 1\nwhy = "x"\nsection = "x"'),
    "thousands of faults": replace_line("[go]\n", "[go]\n" + "".join(f"a{n} = 1\n" for n in range(20_000))),
    "thousands of unknown weapons": replace_line(
        'weapons = [{ name = "rifle", count = 10 }, ', "weapons = [" + '{ name = "riffle" }, ' * 5000
    ),
    "thousands of unknown units": TEXT
    + "".join(f"[forces.x{n}]\nname = 'X'\nunits = [{MISSPELT * 60}]\n" for n in range(15)),
    "nothing": "",
    "not text": "\udcff\udcfe",
    "too large": "#" * 300_000,
    "quotes without end": '"""' + "'" * 100_001,
}


def read_or_refuse(text: str) -> FileSystem | list[str]:
    try:
        return read_system(text.encode("utf-8", "surrogateescape"), "club.toml", system_files())
    except BadFacts as error:
        return [ENGLISH(fault) for fault in error.faults]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_or_guarded(text: str) -> None:
    before = time.process_time()
    found = read_or_refuse(text)
    assert time.process_time() - before < SECOND
    if isinstance(found, list):
        assert 0 < len(found) <= MOST_FAULTS + 1
        assert all(one.startswith("club.toml") and len(one) <= LONGEST for one in found)
        return
    with suppress(RuleError):
        every(found)
    assert time.process_time() - before < SECOND


def every(system: FileSystem) -> None:
    """Play a shot in which all is said that may count."""
    facts: dict[str, Any] = fire(attacker=unit(shock=1), target=unit(models=9), cover="normal")
    for _ in Sitting(system).every_play("fire", facts, 5):
        pass


@pytest.mark.parametrize("what", ["a huge number", "lists in lists", "ten thousand units", "thousands of faults"])
def test_a_hostile_file_takes_little_memory(what: str) -> None:
    text = HOSTILE[what]
    tracemalloc.start()
    try:
        read_or_refuse(text)
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()


def test_an_expression_has_as_many_characters_as_the_limit_and_no_more() -> None:
    assert expressions.expression("1".ljust(expressions.LONGEST), {}).number({}) == 1
    with pytest.raises(expressions.ExpressionFault):
        expressions.expression("1".ljust(expressions.LONGEST + 1), {})
