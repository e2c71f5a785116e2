"""Trials of mutants, each in a copy of the checkout, with the tests that run its function."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from multiprocessing import get_context
from pathlib import Path, PurePosixPath

import pytest

from tests.mutation.covering import ROOT, Measured
from tests.mutation.mutants import Mutant
from tests.programs import LIBRARIES

COPIED = ("bot", "cogs", "rules", "data", "tests", ".github", ".ci")
FIRST, PATIENCE = 30, 5.0
"""Tests in the first part of a trial, and the timeout of a part as a multiple of its measured time, plus a minute."""
LONG = 5.0
"""Seconds from which a test runs after all others: a test of a minute would use up a mutant's budget."""
WRITTEN_DOWN = ("ADJUTANT_TEST_WRITE", "from tests.cogs.screens import", "from tests.console import")
"""Marks of tests that compare with a file."""


@dataclass(frozen=True)
class Covering:
    """The tests that run each function, and their durations."""

    seconds: Mapping[str, float]
    tests: Mapping[str, Sequence[str]]

    def of(self, mutant: Mutant) -> list[str]:
        """Return the tests of the mutant's package that run its function: nearest first, slow ones last.

        Transcripts assert all that they run, so they come with the tests at the path of the file, the fast ones first.

        A declaration runs at import, so it counts for the tests of all functions of its file, of its folder, and
        directly in the folders above.
        """
        if mutant.function:
            found = set(self.tests.get(f"{mutant.path}::{mutant.function}", ()))
        else:
            found = {test for key, tests in self.tests.items() if key.startswith(f"{mutant.path}::") for test in tests}
            folder = f"tests/{mutant.path.rpartition('/')[0]}/"
            above = {f"{one.as_posix()}/" for one in PurePosixPath(folder).parents}
            found |= {test for test in self.seconds if test.startswith(folder) or _folder(test) in above}
        package = mutant.path.partition("/")[0]
        found = {test for test in found if test.startswith(f"tests/{package}/")}
        seconds = {test: self.seconds.get(test, 1.0) for test in found}
        return sorted(
            found, key=lambda test: (seconds[test] > LONG, *_distance(mutant.path, test), seconds[test], test)
        )

    def within(self, tests: Sequence[str], budget: float) -> list[str]:
        """Return the first tests that fit into a budget of seconds."""
        chosen: list[str] = []
        for test in tests:
            budget -= self.seconds.get(test, 1.0)
            if budget < 0 and chosen:
                break
            chosen.append(test)
        return chosen


def _folder(test: str) -> str:
    return test.partition("::")[0].rpartition("/")[0] + "/"


def _distance(path: str, test: str) -> tuple[int, int]:
    """Return the distance of a test from a source file: folders not shared, and a different name."""
    source, file = PurePosixPath(path), PurePosixPath(test.partition("::")[0])
    folders, of_test = source.parts[:-1], file.parts[1:-1]
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(folders, of_test, strict=False)))
    named = source.stem in file.stem
    away = len(folders) - shared + len(of_test) - shared + (0 if named else 1)
    return (0, 0) if _is_transcript(file) else (away, 0 if named else 1)


@cache
def _is_transcript(test: PurePosixPath) -> bool:
    """True for the file of a test that compares everything with what is written down."""
    file = ROOT / test
    return file.is_file() and any(one in file.read_text(encoding="utf-8") for one in WRITTEN_DOWN)


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    outcome: str
    """`killed`, `survived`, `uncovered` or `timeout`, which counts as killed."""
    tests: int
    """Largest number of tests run."""
    seconds: float
    by: str = ""
    """The test that failed."""

    @property
    def killed(self) -> bool:
        return self.outcome in {"killed", "timeout"}


class Workshop:
    """A copy of the checkout in which mutants are tried one by one; not thread-safe.

    Raises RuntimeError if pytest itself fails on unchanged code, so that a broken copy is not mistaken for a killed
    mutant.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.passing: dict[str, bool] = {}
        """Tests that have killed a mutant, and whether they pass on unchanged code."""
        for name in COPIED:
            if (root / name).exists():
                shutil.copytree(root / name, folder / name, symlinks=True)
        for file in root.iterdir():
            if file.is_file():
                shutil.copy2(file, folder / file.name)
        (folder / ".venv").symlink_to((root / ".venv").resolve())
        self._stamp = time.time() - 1_000_000
        self._load()

    def _load(self) -> None:
        os.chdir(self.folder)
        sys.path[:] = [str(self.folder), *(one for one in sys.path if one not in {"", str(self.root)})]
        for name in [one for one in sys.modules if one.partition(".")[0] in {"bot", "cogs", "rules", "data"}]:
            del sys.modules[name]
        # Each trial inherits the libraries, and none of our own modules, which may be mutated.
        for name in LIBRARIES:
            __import__(name)

    def try_out(self, mutant: Mutant, covering: Covering, budget: float) -> Verdict:
        began = time.monotonic()
        tests = self._not_failing(covering.within(covering.of(mutant), budget))
        if not tests:
            return Verdict(mutant, "uncovered", 0, 0.0)
        file = self.folder / mutant.path
        source = file.read_bytes()
        while tests:
            self._write(file, mutant.apply(source))
            try:
                outcome, by = self._tried(tests, covering)
            finally:
                self._write(file, source)
            if by and by not in self.passing:
                unchanged = self._tried([by], covering)[0]
                if unchanged == "broken":
                    raise RuntimeError(f"pytest itself fails with {by} on unchanged code")
                self.passing[by] = unchanged == "survived"
            if self.passing.get(by, True):
                outcome = "killed" if outcome == "broken" else outcome
                return Verdict(mutant, outcome, len(tests), time.monotonic() - began, by)
            tests = self._not_failing(tests)
        return Verdict(mutant, "uncovered", 0, time.monotonic() - began)

    def _not_failing(self, tests: Sequence[str]) -> list[str]:
        return [one for one in tests if self.passing.get(one, True)]

    def _tried(self, tests: Sequence[str], covering: Covering) -> tuple[str, str]:
        """Return the outcome, and the failed test if there is one; `broken` if pytest itself failed with a test."""
        for part in (tests[:FIRST], tests[FIRST:]):
            outcome, by = self._run(part, 60 + PATIENCE * sum(covering.seconds.get(one, 1.0) for one in part))
            if outcome != "survived":
                return outcome, by
        return "survived", ""

    def _write(self, file: Path, source: bytes) -> None:
        """Write with a unique timestamp, so that no compiled file of another version is used."""
        file.write_bytes(source)
        self._stamp += 2
        os.utime(file, (self._stamp, self._stamp))

    def _run(self, tests: Sequence[str], patience: float) -> tuple[str, str]:
        if not tests:
            return "survived", ""
        noticed = self.folder / ".noticed"
        noticed.unlink(missing_ok=True)
        if not (child := os.fork()):
            os.setsid()
            self._run_here(tests, noticed)
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                _end(child)
                code = os.waitstatus_to_exitcode(status)
                by = noticed.read_text(encoding="utf-8") if noticed.exists() else ""
                if code in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
                    return "survived", ""
                if code in {pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED} or code < 0 or by:
                    return "killed", by
                return "broken", tests[0]
            time.sleep(0.01)
        _end(child)
        os.waitpid(child, 0)
        return "timeout", ""

    def _run_here(self, tests: Sequence[str], noticed: Path) -> None:
        """Run the tests in this process, which exits with their result: 0 if all passed."""
        code = int(pytest.ExitCode.INTERNAL_ERROR)
        try:
            files = sorted({test.partition("::")[0] for test in tests})
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                options = ["-x", "-q", "-p", "no:cacheprovider", "--timeout=60", *files]
                code = int(pytest.main(options, plugins=[_Only(tests, noticed)]))
        finally:
            os._exit(code)


class _Only:
    """A filter for the tests of a mutant, in order: naming thousands of them would make pytest search for each."""

    def __init__(self, tests: Sequence[str], noticed: Path) -> None:
        self.order, self.noticed = {test: index for index, test in enumerate(tests)}, noticed

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        kept = [one for one in items if one.nodeid in self.order]
        items[:] = sorted(kept, key=lambda one: self.order[one.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.noticed.exists():
            self.noticed.write_text(report.nodeid, encoding="utf-8")


def _end(child: int) -> None:
    """Kill a trial with all its child processes."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)


@dataclass
class _Worker:
    """The state of one process of the pool."""

    workshop: Workshop
    covering: Covering


_worker: list[_Worker] = []


def verdicts_of(drawn: Sequence[Mutant], root: Path, covering: Path, budget: float, workers: int) -> Iterator[Verdict]:
    """Yield each verdict as it is found, from several processes."""
    with (
        tempfile.TemporaryDirectory(prefix="adjutant-mutation.") as folder,
        ProcessPoolExecutor(workers, get_context("spawn"), _begin, (root, covering, folder)) as pool,
    ):
        try:
            for future in as_completed([pool.submit(_try_out, one, budget) for one in drawn]):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin(root: Path, covering: Path, folder: str) -> None:
    workshop = Workshop(root, Path(tempfile.mkdtemp(dir=folder)))
    _worker.append(_Worker(workshop, Covering(*Measured.read(covering))))


def _try_out(mutant: Mutant, budget: float) -> Verdict:
    return _worker[0].workshop.try_out(mutant, _worker[0].covering, budget)


def tally(verdicts: Iterable[Verdict]) -> dict[str, tuple[int, int]]:
    """Return killed and drawn mutants by package, and for `all`."""
    counted: dict[str, tuple[int, int]] = {}
    for one in verdicts:
        for key in (one.mutant.path.partition("/")[0], "all"):
            killed, drawn = counted.get(key, (0, 0))
            counted[key] = killed + one.killed, drawn + 1
    return dict(sorted(counted.items(), key=lambda pair: (pair[0] == "all", pair[0])))
