"""The chain of an export: posted checksums bind the record, even if all the rest is recomputed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from io import StringIO
from pathlib import Path
from runpy import run_path

import pytest

from bot.program import app
from bot.services.record.fairness import faults
from data.fairness import verify
from tests.bot.playing import PLACE, call, fire, start_demo
from tests.bot.runner import runner
from tests.cogs.table import Loaded, services_on
from tests.data.fairness.forging import FOUND, ONLY_BY_A_HEAD, Change, Export, chained_anew, head, once, save_export
from tests.proving import proven, seeds
from tests.rows import for_each

Said = tuple[int, str]
Verifier = Callable[..., Said]


def by_itself(file: Path, *words: str) -> Said:
    """Run the program in this process; test_verify.py runs it as a reader would who has only Python."""
    said, before = StringIO(), sys.argv
    sys.argv = [verify.__file__, str(file), *words]
    try:
        with redirect_stdout(said), redirect_stderr(said), pytest.raises(SystemExit) as end:
            run_path(verify.__file__, run_name="__main__")
    finally:
        sys.argv = before
    code = end.value.code
    return (1, f"{said.getvalue()}{code}\n") if isinstance(code, str) else (int(code or 0), said.getvalue())


def by_the_bot(file: Path, *words: str) -> Said:
    done = runner.invoke(app, ["verify", str(file), *words])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.output


BOTH = for_each("verifier", [by_itself, by_the_bot])


@pytest.fixture
async def export(tmp_path: Path) -> Export:
    """A game of two shots with the bot's dice and one with own dice between them, its seed revealed."""
    return await once("chain", lambda: play_three_shots(tmp_path))


async def play_three_shots(folder: Path) -> Export:
    services = await services_on(folder / "fair.sqlite", Loaded(), "run1", seeds("chain"))
    await start_demo(services)
    await fire(services, distance=20)
    await fire(services, "Commandos", dice="2 1 1 2 1", distance=20)
    await fire(services, distance=20)
    await services.table_objects.score(call(), "Red", 3, "a hill")
    await services.endings.end(call())
    found = await proven(services, (await services.games.latest_game(PLACE)).info.id)
    await services.record.close()
    return found


def test_there_is_a_link_for_every_entry(export: Export) -> None:
    chain = export["fairness"]["chain"]
    assert [one["entry"] for one in chain] == [one["number"] for one in export["entries"]]
    assert all(len(one["link"]) == 64 for one in chain)
    before = deepcopy(chain)
    chained_anew(export)
    assert export["fairness"]["chain"] == before


@BOTH
def test_a_record_is_compared_with_the_posted_checksums(export: Export, verifier: Verifier, tmp_path: Path) -> None:
    file = save_export(export, tmp_path / "game.json")
    code, said = verifier(file)
    assert code == 0
    assert f"Checksum {head(export)}: the chain is consistent; compare this checksum with a posted one" in said
    code, said = verifier(file, "--checksum", head(export, 3), "--head", head(export))
    assert code == 0
    assert "the chain is consistent" not in said
    assert said.count(": matches.") == 2


@BOTH
@for_each("change", ONLY_BY_A_HEAD)
def test_a_head_finds_replaced_entries(export: Export, change: Change, verifier: Verifier, tmp_path: Path) -> None:
    """All the rest is as it would be in such a game, so that nothing else could find it."""
    posted, export = head(export), deepcopy(export)
    change(export)
    chained_anew(export)
    file = save_export(export, tmp_path / "game.json")
    code, said = verifier(file)
    assert code == 0, said
    code, said = verifier(file, "--head", posted)
    assert code == 1
    assert f"Checksum {posted}: does not match." in said


@BOTH
@for_each("change", FOUND)
def test_an_unforgeable_change_is_found_without_a_head(
    export: Export, change: Change, verifier: Verifier, tmp_path: Path
) -> None:
    export = deepcopy(export)
    change(export)
    if "fairness" in export:
        chained_anew(export)
    code, said = verifier(save_export(export, tmp_path / "game.json"))
    assert code == 1
    assert "Every roll" not in said


@for_each("change", [*ONLY_BY_A_HEAD, *FOUND[:-1]])
def test_links_that_were_left_as_they_were_do_not_follow(export: Export, change: Change) -> None:
    before, export = export, deepcopy(export)
    change(export)
    codes = {fault.code for fault in faults(export)}
    chained = [*verify.links(before["fairness"]["commitment"], export["entries"])]
    assert ("chain" in codes) == (chained != before["fairness"]["chain"] and codes != {"scheme"})
    assert codes


def test_the_first_link_that_does_not_follow_is_named(export: Export) -> None:
    export["fairness"]["chain"][4]["link"] = "0" * 64
    [fault] = faults(export)
    assert fault.sentence.endswith("from link 5 on.")


@BOTH
@for_each("scheme", ["adjutant2", None])
def test_another_scheme_is_one_sentence(export: Export, scheme: str | None, verifier: Verifier, tmp_path: Path) -> None:
    export = export | {"fairness": export["fairness"] | {"scheme": scheme}}
    code, said = verifier(save_export(export, tmp_path / "game.json"))
    assert code == 1
    assert said.strip() == "This file does not prove its dice by the scheme adjutant1."


@BOTH
def test_a_game_whose_seed_is_a_secret_cannot_be_checked_yet(
    export: Export, verifier: Verifier, tmp_path: Path
) -> None:
    export = deepcopy(export)
    export["fairness"]["seed"] = None
    file = save_export(export, tmp_path / "game.json")
    code, said = verifier(file, "--head", head(export))
    assert code == 2
    assert "cannot be checked before its seed is revealed" in said
    assert "Every roll" not in said
    export["fairness"]["chain"][0]["link"] = "0" * 64
    assert verifier(save_export(export, file))[0] == 1


@BOTH
def test_a_game_of_before_the_chain_is_checked_as_it_was(export: Export, verifier: Verifier, tmp_path: Path) -> None:
    export = deepcopy(export)
    del export["fairness"]["chain"]
    file = save_export(export, tmp_path / "game.json")
    code, said = verifier(file)
    assert code == 0
    assert "Not chained" in said
    code, said = verifier(file, "--head", "3:9f2c41d08be7a653")
    assert code == 1
    assert "Checksum 3:9f2c41d08be7a653: does not match." in said
    entry = next(one for one in export["entries"] if one["fresh"])
    entry["plays"][0]["throws"][0]["faces"].reverse()
    assert verifier(save_export(export, file))[0] == 1


@BOTH
@for_each("typed", ["7", "7:9f2c", "7:9f2c41d08be7a65x", "x:9f2c41d08be7a653"])
def test_a_head_with_a_wrong_form_is_reported(export: Export, typed: str, verifier: Verifier, tmp_path: Path) -> None:
    code, said = verifier(save_export(export, tmp_path / "game.json"), "--head", typed)
    assert code == 1
    assert typed in said


@BOTH
@for_each("content", ["", "[]", "{}", '{"entries": 3}', '{"entries": [], "fairness": 3}'])
def test_the_verifier_refuses_a_file_that_is_no_export_in_a_sentence(
    content: str, verifier: Verifier, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(content, encoding="utf-8")
    code, said = verifier(file)
    assert code == 1
    assert said.strip().endswith(".")
    assert verifier(tmp_path / "none.json")[0] == 1


def test_an_export_without_names_has_the_same_chain(export: Export) -> None:
    before = deepcopy(export["fairness"]["chain"])
    nameless = json.loads(json.dumps(export).replace('"Ann"', '"Player 1"').replace('"300"', '"Player 1"'))
    chained_anew(nameless)
    assert nameless["fairness"]["chain"] == before
