"""The files of these tests, word for word: what they declare and say, their sheets, and random orders in each.

With ADJUTANT_TEST_WRITE=1 the transcripts are written again; read the diff before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from rules.files.file_system import FileSystem
from rules.files.shape import Document
from rules.files.sheet import sheet
from rules.files.spoken import spoken
from rules.files.system import read_system
from rules.files.trial import begin
from rules.kernel.wording import ENGLISH
from tests.rules.declared import declared
from tests.rules.evenings import Evening
from tests.rules.files.test_faults import FILES
from tests.rules.files.test_faults import TEXTS as OF_FILES
from tests.rules.files.test_own_words import OWN
from tests.rules.files.test_results import own_file
from tests.rules.test_scenes import answered

HERE = Path(__file__).parent
TEXTS = {name: OF_FILES[name] for name in FILES} | {"results": own_file(), "own": OWN}
ORDERS = 40
SCENES = sorted(HERE.glob("*_scenes.txt"))


def lines(system: FileSystem) -> list[str]:
    evening = Evening(begin(system)[0], Random(0))
    evening.play(ORDERS)
    assert isinstance(system.rows, Document)
    words = [f"text: {one}" for one in spoken(system.rows) if any(one)]
    return [*declared(system), *words, "", *sheet(system, ENGLISH).splitlines(), "", *evening.lines]


@pytest.mark.parametrize("file", SCENES, ids=lambda file: file.stem)
def test_a_file_answers_the_orders_of_scenes_as_before(file: Path) -> None:
    """The scripts are those of `tests/rules/test_scenes.py`."""
    name, kept = file.stem.removesuffix("_scenes"), file.read_text(encoding="utf-8")
    board, _ = begin(read_system(TEXTS[name].encode(), f"{name}.toml"))
    said = "".join(f"{line}\n" for line in answered(board, kept.splitlines()))
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_says_rolls_and_offers_the_same_as_before(name: str) -> None:
    file = HERE / f"{name}.txt"
    said = "\n".join(lines(read_system(TEXTS[name].encode(), f"{name}.toml"))) + "\n"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said.splitlines() == file.read_text(encoding="utf-8").splitlines()
