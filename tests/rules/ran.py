"""The command line of the rules for tests: in this process with `run`, or in a separate one."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from rules.__main__ import main
from tests import programs
from tests.rules.fubar.table import shot

SIXES = ",".join(["6"] * 4)
FIRE = shot((4, "infantry_rifle"))


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, ""), self.err
        return json.loads(self.out)

    @property
    def faults(self) -> list[str]:
        assert (self.code, self.out) == (2, ""), self.out
        assert "Traceback" not in self.err
        assert self.err.endswith("\n")
        return self.err.splitlines()


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line in this process, with facts on its standard input."""

    def run(*arguments: str, facts: Any = None) -> Ran:
        given = facts if isinstance(facts, str) else json.dumps(facts)
        monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        told = [*arguments, *(["--facts", "-"] if facts is not None else [])]
        capsys.readouterr()
        code = main(told)
        told_back = capsys.readouterr()
        return Ran(code, told_back.out, told_back.err)

    return run


def process(*arguments: str, facts: str = "") -> Ran:
    """Run `python -m rules` as a separate process."""
    done = programs.run("rules", *arguments, given=facts)
    return Ran(done.returncode, done.stdout, done.stderr)
