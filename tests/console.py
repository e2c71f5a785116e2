"""Transcripts of our command lines: each command in this process, with what it prints below it, indented.

A line of a script is a command, or changes the files and settings for the commands after it:

    bot games --running                  a program, here `python -m bot`, and its words
    bot forget 400 < y                   with a line on its standard input
    bot export Hill > hill.json          its output goes to a file
    edit hill.json: "turn":1 => "turn":2 the first such text of a file; several pairs are separated by " ;; "
    cut hill.json: 100                   only so many characters of a file are left
    write notes.txt: one line            a new file
    grep hill.json: "name":"[^"]+        what an expression finds in a file, and how often
    sql games.sqlite: DELETE FROM seed   in a database
    set ADJUTANT_LANGUAGE=de             a setting; without a value it is taken away
    chmod hill.json: 644                 the permissions of a file
    files                                the names and permissions of all files

Lines of standard error begin with "!", and the exit code is named unless it is 0. With ADJUTANT_TEST_WRITE=1 the file
is written again; read the diff.
"""

from __future__ import annotations

import os
import re
import shlex
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

LONGEST, MOST_LINES = 240, 80
"""Most characters of a line, and most lines, that a transcript shows of an output."""
NOW = 1_700_100_000.0
"""The time of the machine, in seconds since 1970."""
_ID = re.compile(r"\b[0-9a-f]{32}\b|\b\d{15,20}\b")
_CHANGING = re.compile(r"(?<=sqlite\.)[\d-]+T\d+Z|[\d,]+(?= bytes)|\b[0-9a-f]{64}\b")


class Done(NamedTuple):
    """The result of a command."""

    code: int
    out: bytes
    err: bytes


Run = Callable[[Sequence[str], bytes], Done]


class Console:
    """A folder, and the programs that a script calls in it."""

    def __init__(self, folder: Path, programs: Mapping[str, Run], monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder, self._programs, self._patch = folder, programs, monkeypatch
        self._names: dict[str, str] = {}
        monkeypatch.chdir(folder)
        monkeypatch.setattr("time.time", lambda: NOW)
        for name, value in (("TERMINAL_WIDTH", "120"), ("COLUMNS", "120"), ("NO_COLOR", "1")):
            monkeypatch.setenv(name, value)

    def check(self, file: Path) -> None:
        """Play the script in a file; fail if anything that is printed differs from the file."""
        script = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("    ")]
        said = "\n".join(part for line in script for part in (line, *self._indented(line))) + "\n"
        if os.environ.get("ADJUTANT_TEST_WRITE"):
            file.write_text(said, encoding="utf-8")
        assert said == file.read_text(encoding="utf-8")

    def _indented(self, line: str) -> Iterator[str]:
        found = list(self._do(line)) if line and not line.startswith("#") else []
        for part in found[:MOST_LINES]:
            neutral = _CHANGING.sub("…", part.replace(str(self._folder), "FOLDER"))
            named = _ID.sub(lambda id: self._names.setdefault(id[0], f"#{len(self._names) + 1}"), neutral)
            yield f"    {named[:LONGEST].rstrip() or '⏎'}"
        if len(found) > MOST_LINES:
            yield f"    ({len(found)} lines)"

    def _do(self, line: str) -> Iterator[str]:
        """Carry out a line, and yield what it prints."""
        what, _, rest = line.partition(" ")
        if what in self._programs:
            yield from self._run(what, rest)
        elif what == "files":
            files = {f"{one.name} {one.stat().st_mode & 0o777:o}" for one in self._folder.iterdir()}
            yield from sorted({_CHANGING.sub("…", one) for one in files})
        elif what == "set":
            name, _, value = rest.partition("=")
            self._patch.setenv(name, value) if value else self._patch.delenv(name)
        else:
            name, _, how = rest.partition(": ")
            yield from self._change(what, self._folder / name, how)

    def _run(self, program: str, typed: str) -> Iterator[str]:
        typed, _, out = typed.partition(" > ")
        typed, _, given = typed.partition(" < ")
        done = self._programs[program](shlex.split(typed), f"{given}\n".encode() if given else b"")
        if out:
            (self._folder / out).write_bytes(done.out)
        else:
            yield from done.out.decode("utf-8", "backslashreplace").splitlines()
        yield from (f"! {line}" for line in done.err.decode().splitlines())
        if done.code:
            yield f"exit {done.code}"

    @staticmethod
    def _change(what: str, file: Path, how: str) -> Iterator[str]:
        if what == "write":
            file.write_text(how.replace("\\n", "\n"), encoding="utf-8")
            file.chmod(0o600)
            return
        if what == "sql":
            with closing(sqlite3.connect(file)) as database, database:
                yield from ("\t".join(map(str, row)) for row in database.execute(how))
            return
        if what == "chmod":
            file.chmod(int(how, 8))
            return
        text = file.read_text(encoding="utf-8")
        if what == "grep":
            counted = Counter(found[0] for found in re.finditer(how, text))
            yield from (f"{many} × {found}" for found, many in counted.items())
        elif what == "cut":
            file.write_text(text[: int(how)], encoding="utf-8")
        elif what == "edit":
            for one in how.split(" ;; "):
                old, _, new = one.partition(" => ")
                assert old in text, f"{old} is not in {file.name}"
                text = text.replace(old, new, 1)
            file.write_text(text, encoding="utf-8")
        else:
            raise AssertionError(f"{what}: no such line of a script")
