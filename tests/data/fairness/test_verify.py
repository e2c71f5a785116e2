"""The public verification program: it finds every change in a game, and none in an unchanged one."""

from __future__ import annotations

import json
import subprocess
import sys
from copy import deepcopy
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.dice.provable import commitment
from bot.services.record.fairness import faults
from data.fairness import verify
from tests.bot import playing
from tests.bot.playing import BOB, PLACE, asking, call, decided, fire, undecided, undo_last
from tests.cogs.table import Loaded, services_on
from tests.data.fairness.forging import Export, once
from tests.proving import proven, seeds

PROGRAM = Path(verify.__file__)


@pytest.fixture
async def export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Export:
    """A game with all that can happen to dice, its seed revealed."""
    monkeypatch.setattr(playing, "_SOURCES", count(1))
    return await once("verify", lambda: play_all_that_can_happen(tmp_path))


async def play_all_that_can_happen(folder: Path) -> Export:
    services = await services_on(folder / "fair.sqlite", Loaded(), "run1", seeds("verify 1"))
    services.record.games.begin = partial(services.record.games.begin, id="game-1")
    await asking(services)
    await fire(services, "Commandos", "HMG team", distance=20)
    waits = await undecided(services)
    await services.cancellation.drop(call(BOB), waits.row.id, waits.row.step)
    await decided(services, await undecided(services))
    await undo_last(services)
    await services.endings.end(call())
    await services.endings.reopen(call())
    await decided(services, await undecided(services))
    await services.endings.end(call())
    found = await proven(services, (await services.games.latest_game(PLACE)).info.id)
    await services.record.close()
    return found


def test_it_is_short_and_needs_nothing_but_python() -> None:
    text = PROGRAM.read_text(encoding="utf-8")
    assert text.count("\n") <= 170
    imported = {line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))}
    assert imported <= set(sys.stdlib_module_names)


def test_dice_that_waited_behind_others_may_have_come_out_before_them() -> None:
    """A command of the enemy uses only the dice rolled for it; an identical face before them stays."""
    thrown = {"key": "dice", "sides": 6, "side": "Blue", "source": "bot", "faces": [6, 4], "queued": 2}
    entry, waited = {"plays": [{"throws": [thrown]}]}, {(6, "Blue"): [6, 5, 6, 4]}
    assert verify.is_fair(entry, {}, waited, {(6, "Blue"): [6, 5]}, [])
    assert verify.is_fair(entry, {}, waited, {(6, "Blue"): [5, 6]}, [])
    assert not verify.is_fair(entry, {}, waited, {(6, "Blue"): [6, 6]}, [])


def run_alone(file: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run it as a reader would who has only the file and Python."""
    return subprocess.run(
        [sys.executable, "-I", str(PROGRAM), str(file), *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=file.parent,
    )


def test_an_unmodified_game_is_proven_and_its_undone_dice_are_named(export: Export, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export), encoding="utf-8")
    done = run_alone(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert "is undone" in done.stdout
    assert "the chain is consistent" in done.stdout
    assert done.stdout.splitlines()[-1] == "Every roll of the bot matches the seed."


def _with_dice(export: Export) -> list[Any]:
    return [entry for entry in export["entries"] if any(play["throws"] for play in entry["plays"])]


def _throw(export: Export, nth: int = 0) -> Any:
    return _with_dice(export)[nth]["plays"][0]["throws"][0]


def _another(face: int) -> int:
    return face % 6 + 1


def a_face_in_an_entry(export: Export) -> None:
    _throw(export)["faces"][0] = _another(_throw(export)["faces"][0])


def a_face_in_every_list(export: Export) -> None:
    entry = next(entry for entry in _with_dice(export) if entry["fresh"])
    throw, fair = entry["plays"][0]["throws"][0], export["fairness"]["throws"][0]
    face = _another(throw["faces"][0])
    throw["faces"][0] = fair["faces"][0] = entry["fresh"][0][3][0] = face


def the_order_of_faces_in_an_entry(export: Export) -> None:
    some = _throw(export)["faces"]
    at = next(at for at in range(1, len(some)) if some[at] != some[0])
    some[0], some[at] = some[at], some[0]


def the_order_of_faces_in_the_list(export: Export) -> None:
    some = export["fairness"]["throws"][0]["faces"]
    at = next(at for at in range(1, len(some)) if some[at] != some[0])
    some[0], some[at] = some[at], some[0]


def the_order_of_throws(export: Export) -> None:
    throws = export["fairness"]["throws"]
    throws[0], throws[1] = throws[1], throws[0]


def the_order_of_entries(export: Export) -> None:
    entries = export["entries"]
    entries[-1], entries[-2] = entries[-2], entries[-1]


def faces_between_the_throws_of_an_entry(export: Export) -> None:
    one, other = next(
        entry["plays"][0]["throws"] for entry in _with_dice(export) if len(entry["plays"][0]["throws"]) > 1
    )
    at = next(at for at in range(len(other["faces"])) if other["faces"][at] != one["faces"][0])
    one["faces"][0], other["faces"][at] = other["faces"][at], one["faces"][0]


def a_die_that_waits(export: Export) -> None:
    event = next(
        event
        for entry in export["entries"]
        for event in entry["events"]
        if event["kind"] == "queue" and len(event["faces"])
    )
    event["faces"][0] = _another(event["faces"][0])


def the_order_of_dice_that_wait(export: Export) -> None:
    some = next(
        event["faces"]
        for entry in export["entries"]
        for event in entry["events"]
        if event["kind"] == "queue" and len(set(event["faces"])) > 1
    )
    at = next(at for at in range(1, len(some)) if some[at] != some[0])
    some[0], some[at] = some[at], some[0]


def a_throw_that_is_left_out(export: Export) -> None:
    del export["fairness"]["throws"][0]


def the_last_throw_left_out(export: Export) -> None:
    del export["fairness"]["throws"][-1]


def a_throw_left_out_everywhere_but_on_the_table(export: Export) -> None:
    fair = export["fairness"]["throws"].pop()
    del export["entries"][fair["entry"] - 1]["fresh"][-1]


def a_throw_too_many(export: Export) -> None:
    seed, last = bytes.fromhex(export["fairness"]["seed"]), export["fairness"]["throws"][-1]
    more = deepcopy(last) | {"throw": last["throw"] + 1}
    message = f"adjutant1|game-1|{more['entropy']}|{more['throw']}"
    more["faces"] = verify.roll_dice(seed, message, more["sides"], 3)
    export["fairness"]["throws"].append(more)


def a_throw_too_many_in_both_lists(export: Export) -> None:
    a_throw_too_many(export)
    more = export["fairness"]["throws"][-1]
    fresh = export["entries"][more["entry"] - 1]["fresh"]
    fresh.append([more["entropy"], more["throw"], more["sides"], more["faces"]])


def a_throw_twice(export: Export) -> None:
    export["fairness"]["throws"].insert(0, deepcopy(export["fairness"]["throws"][0]))


def an_entry_that_is_missing(export: Export) -> None:
    del export["entries"][_with_dice(export)[0]["number"] - 1]


def an_entry_that_is_missing_and_the_rest_renumbered(export: Export) -> None:
    del export["entries"][_with_dice(export)[0]["number"] - 1]
    for number, entry in enumerate(export["entries"], 1):
        entry["number"] = number
    export["game"]["number"] -= 1


def the_last_entries(export: Export) -> None:
    del export["entries"][-3:]


def another_seed(export: Export) -> None:
    export["fairness"]["seed"] = "00" * 32


def another_seed_with_its_commitment(export: Export) -> None:
    export["fairness"]["seed"] = "00" * 32
    export["fairness"]["commitment"] = commitment(bytes(32))


def another_commitment(export: Export) -> None:
    export["fairness"]["commitment"] = commitment(bytes(32))


def no_seed(export: Export) -> None:
    export["fairness"]["seed"] = None


def another_game(export: Export) -> None:
    export["fairness"]["game"] = "game-2"


def another_interaction(export: Export) -> None:
    export["fairness"]["throws"][0]["entropy"] = "1"


def an_own_throw_made_the_bots(export: Export) -> None:
    _throw(export)["source"] = "physical"


ALL = (
    a_face_in_an_entry,
    a_face_in_every_list,
    the_order_of_faces_in_an_entry,
    the_order_of_faces_in_the_list,
    the_order_of_throws,
    the_order_of_entries,
    faces_between_the_throws_of_an_entry,
    a_die_that_waits,
    the_order_of_dice_that_wait,
    a_throw_that_is_left_out,
    the_last_throw_left_out,
    a_throw_left_out_everywhere_but_on_the_table,
    a_throw_too_many,
    a_throw_too_many_in_both_lists,
    a_throw_twice,
    an_entry_that_is_missing,
    an_entry_that_is_missing_and_the_rest_renumbered,
    the_last_entries,
    another_seed,
    another_seed_with_its_commitment,
    another_commitment,
    no_seed,
    another_game,
    another_interaction,
    an_own_throw_made_the_bots,
)


async def test_every_change_is_found(export: Export) -> None:
    for change in ALL:
        changed = deepcopy(export)
        change(changed)
        assert faults(changed), change.__name__


async def test_every_die_that_is_changed_is_found(export: Export) -> None:
    """Each face of each roll, in the entries and in the list, one after the other."""
    places = [
        ("fairness", n, at) for n, one in enumerate(export["fairness"]["throws"]) for at in range(len(one["faces"]))
    ]
    for _, nth, at in places:
        changed = deepcopy(export)
        some = changed["fairness"]["throws"][nth]["faces"]
        some[at] = _another(some[at])
        assert faults(changed), (nth, at)
    for nth in range(len(_with_dice(export))):
        for at in range(len(_throw(export, nth)["faces"])):
            changed = deepcopy(export)
            some = _throw(changed, nth)["faces"]
            some[at] = _another(some[at])
            assert faults(changed), (nth, at)


def test_the_verifier_reports_a_changed_export_and_fails(export: Export, tmp_path: Path) -> None:
    a_face_in_every_list(export)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export), encoding="utf-8")
    done = run_alone(file)
    assert done.returncode == 1
    assert "Entry" in done.stdout
    assert done.stderr == ""
