"""`make evenings`: whole evenings in a browser, in every system and language."""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bot.simulation.chromium import browser
from tests.bot.simulation.visiting import table
from tests.evenings.evening import Findings, open_evening
from tests.evenings.sheets import write_sheets
from tests.evenings.tap_time import timed_rows

SYSTEMS = ("opreb", "openfire_ww2", "openfire_d12", "bayonet", "fubar", "battle_forge")
LANGUAGES = ("en", "de")


async def evening(
    folder: Path | None, system: str, language: str, steps: int, setup: bool = True, seed: int = 1
) -> Findings:
    """Play an evening, and return what it found; the pictures are in `folder`."""
    where = f"{system}-{language}"
    with tempfile.TemporaryDirectory() as kept:
        async with (
            table(Path(kept), "0.0.0.0", language=language, system=system, demo=False) as here,
            browser(Path(kept)) as chromium,
            open_evening(here, chromium, where, folder, seed) as now,
        ):
            await here.place.services.files.warm_up()
            try:
                if setup:
                    await now.set_up()
                await now.demo(system)
                await now.play(steps)
                await now.end()
                await now.look_at_screen("end")
            except (AssertionError, TimeoutError) as error:
                now.found.add(await now.players[0].page.text("#panel"), [f"the evening stopped: {error!r}"[:600]])
            if folder:
                await write_sheets(chromium, folder, where)
            return now.found


def findings_in_lines(where: str, found: Findings, seconds: float) -> str:
    """Return the findings of an evening as lines."""
    taps = ", ".join(f"{name} {median(all):g}" for name, all in sorted(found.taps.items()))
    head = f"{where}: {found.steps} steps, {found.entries} entries, {len(found.screens)} screens, {seconds:.0f} s"
    faults = [f"    {screen[:70]}: {one}" for one, screen in found.faults.items()]
    return "\n".join([head, f"  taps an entry (median): {taps}", f"  faults: {len(faults)}", *faults])


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="a folder for the pictures")
    parser.add_argument("--system", nargs="*", default=SYSTEMS)
    parser.add_argument("--language", nargs="*", default=LANGUAGES)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trail", action="store_true", help="print every step")
    parser.add_argument("--times", action="store_true", help="measure the time of a tap, too")
    given = parser.parse_args()
    if given.folder:
        given.folder.mkdir(parents=True, exist_ok=True)
    rows = list[str]()
    for system in given.system:
        for language in given.language:
            began = perf_counter()
            found = await evening(given.folder, system, language, given.steps, seed=given.seed)
            print(findings_in_lines(f"{system} {language}", found, perf_counter() - began), flush=True)
            if given.trail:
                print(*found.trail, sep="\n")
            used = sum(sum(all) for all in found.taps.values())
            rows.append(
                f"{system:13} {language}  {len(found.screens):7} {found.entries:7} {used:5} {len(found.faults):6}"
            )
    print("\nsystem        in  screens entries  taps faults", *rows, sep="\n")
    if given.times:
        print("\na tap, entries, to the last change", *await timed_rows(), sep="\n")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    asyncio.run(main())
