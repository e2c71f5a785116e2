"""Long random games in all systems: the invariants are checked at every step.

`make soak` plays them for hours. ADJUTANT_SOAK_SEEDS is the number of games of a system, ADJUTANT_SOAK_ENTRIES the
number of entries of each, ADJUTANT_SOAK_FIRST the first seed; ADJUTANT_SOAK_KNOWN=1 also checks known bugs.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest

from tests.cogs.table import Loaded, same_as_record, services_on
from tests.proving import proven, seeds
from tests.soak import answers, declared, invariants, lengths, offers, second_count, undoing, whose_dice, whose_word
from tests.soak.faults import ALL, FOUND, Fault, Invariant, Watch
from tests.soak.known import KNOWN
from tests.soak.whims import player

assert all((answers, declared, invariants, lengths, offers, second_count, undoing, whose_dice, whose_word)), (
    "they list their invariants in FOUND"
)
SEEDS = int(os.environ.get("ADJUTANT_SOAK_SEEDS", "1"))
FIRST = int(os.environ.get("ADJUTANT_SOAK_FIRST", "1"))
ENTRIES = int(os.environ.get("ADJUTANT_SOAK_ENTRIES", "16"))
EVERYTHING = bool(os.environ.get("ADJUTANT_SOAK_KNOWN"))
OFTEN = 40
"""After so many steps the record is held against memory and its rows."""


def invariants_to_watch(system: str) -> list[Invariant]:
    """Return the invariants of a system without known violations."""
    of = [one for one in FOUND.values() if system in one.systems]
    return [one for one in of if EVERYTHING or (one.name, system) not in KNOWN]


async def faults_of(file: Path, system: str, seed: int) -> list[Fault]:
    """Play one long game; raise AssertionError if the record, its rows and memory differ."""
    services = await services_on(file, Loaded(), "soak", seeds(f"soak {seed}"))
    # Its dice are made of it: the same game has to have the same id.
    services.record.games.begin = partial(services.record.games.begin, id=f"{system}-{seed}")
    watch, someone = Watch(invariants_to_watch(system)), player(services, system, seed)
    try:
        async for moment in someone.played(ENTRIES):
            watch.see(moment)
            if moment.step % OFTEN == 0:
                await same_as_record(services, await someone.live())
        live = await someone.live()
        assert len((await same_as_record(services, live)).units) > 0
        assert live.game.number >= ENTRIES, f"{system} seed {seed}: next to nothing was accepted"
        assert (await proven(services, live.info.id))["fairness"]["throws"]
        watch.see(await someone.ended())
    finally:
        await services.record.close()
    return watch.faults


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
@pytest.mark.parametrize("system", ALL)
async def test_everything_holds_in_a_long_game(tmp_path: Path, system: str, seed: int) -> None:
    faults = await faults_of(tmp_path / "soak.sqlite", system, seed)
    assert not faults, list_faults(faults)


def list_faults(faults: Iterable[Fault]) -> str:
    """Return every violated invariant, with its section and the first occurrences."""
    by_name: defaultdict[str, list[Fault]] = defaultdict(list)
    for fault in faults:
        by_name[fault.invariant].append(fault)
    lines: list[str] = []
    for name, found in by_name.items():
        lines += ["", f"{name} ({FOUND[name].section}), {len(found)} times:"]
        lines += [f"  {fault.what}\n    at {fault.where}" for fault in found[:4]]
    return "\n".join(lines)
