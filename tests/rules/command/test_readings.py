"""Lists and the complete reading of each, word for word, in `readings.txt`; and of the lists in `posted/`.

A line of the script is the name of a system, behind it the answers given earlier, such as `rifle=word:units`. The lines
below it with "|" are a list. Its reading is indented: its name, each entry with its units, marks (=), questions (?) and
faults (!), and the lines passed over (-). With ADJUTANT_TEST_WRITE=1 both files are written again; read the diff.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from data.systems import system_of, vocabulary
from rules.command.army_list import ArmyList, read_list
from rules.command.list_contract import question
from rules.kernel.wording import ENGLISH
from tests.rules.command.test_army_list import unit_in_words
from tests.rules.command.test_posted_lists import FOLDER, HELD_OUT, TRIED, parse_posted

HERE = Path(__file__).parent


def reading(found: ArmyList) -> Iterator[str]:
    """Yield the lines of a reading."""
    yield from [f"{found.name} | {found.about}" if found.about else found.name] if found.name or found.about else ()
    for entry in found.lines:
        yield f"“{entry.line}”" + (f" shares {entry.shared}" if entry.shared else "")
        yield from (f"  {count} × {unit}" for unit, count in Counter(map(unit_in_words, entry.units)).items())
        yield from (f"  = {ENGLISH(one)}" for one in entry.assumed)
        yield from (
            f"  ? {ENGLISH(question(one))} ({one.kind}) {' '.join(near.code for near in one.nearest)}".rstrip()
            for one in entry.unknown
        )
        yield from (f"  ! {ENGLISH(one)}" for one in entry.faults)
    yield from (f"! {ENGLISH(one)}" for one in found.faults if not any(entry.faults for entry in found.lines))
    yield from (f"- {one}" for one in found.passed)


def check(file: Path, lines: Iterable[str]) -> None:
    said = "\n".join(lines) + "\n"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


def played(script: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a script, and below each list its reading."""
    system, text = "", list[str]()
    for line in (*script, ""):
        if text and not line.startswith("|"):
            key, *answers = system.split()
            words = vocabulary(key).with_meanings(dict(one.split("=", 1) for one in answers))
            yield from (f"    {one}" for one in reading(read_list(system_of(key), words, "\n".join(text))))
            text = []
        yield line
        if line.startswith("|"):
            text.append(line[2:])
        elif line and not line.startswith("#"):
            system = line


def test_each_list_is_read_the_same() -> None:
    file = HERE / "readings.txt"
    script = [line for line in file.read_text(encoding="utf-8").split("\n") if not line.startswith("    ")]
    check(file, list(played(script))[:-2])


def test_each_posted_list_is_read_the_same() -> None:
    lists = [*TRIED, *HELD_OUT]
    check(FOLDER / "readings.txt", (line for one in lists for line in (one["id"], *reading(parse_posted(one)))))
