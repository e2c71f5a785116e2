"""Every command of `python -m rules` with its options, good and bad, in `command_line.txt` (`tests/console.py`)."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.__main__ import main
from tests.console import Console, Done

HERE = Path(__file__).parent


def test_each_command_prints_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_rules(words: Sequence[str], given: bytes) -> Done:
        streams = {name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for name in ("stdout", "stderr")}
        streams["stdin"] = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
        with monkeypatch.context() as patch:
            for name, stream in streams.items():
                patch.setattr(sys, name, stream)
            code = main(list(words))
        out, err = (streams[name].detach() for name in ("stdout", "stderr"))
        assert isinstance(out, io.BytesIO)
        assert isinstance(err, io.BytesIO)
        return Done(code, out.getvalue(), err.getvalue())

    def write_facts(words: Sequence[str], given: bytes) -> Done:
        """Write the facts of a system's worked example, by its number, to `facts.json`."""
        examples = json.loads((HERE / words[0] / "examples.json").read_text(encoding="utf-8"))
        (tmp_path / "facts.json").write_text(json.dumps(examples[int(words[1])]["facts"]), encoding="utf-8")
        return Done(0, b"", b"")

    Console(tmp_path, {"rules": run_rules, "example": write_facts}, monkeypatch).check(HERE / "command_line.txt")
