"""`python -m bot verify`: an unchanged game, a changed one, and files of other programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.program import app
from tests.bot.playing import PLACE, call, fire, start_demo
from tests.bot.runner import runner
from tests.cogs.table import Loaded, services_on
from tests.proving import proven, seeds

Export = dict[str, Any]


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    services = await services_on(tmp_path / "fair.sqlite", Loaded(), "run1", seeds())
    await start_demo(services)
    await fire(services, distance=20)
    await services.endings.end(call())
    found = await proven(services, (await services.games.latest_game(PLACE)).info.id)
    await services.record.close()
    written = tmp_path / "game.json"
    written.write_text(json.dumps(found), encoding="utf-8")
    return written


def run_verify(file: Path) -> tuple[int, str]:
    done = runner.invoke(app, ["verify", str(file)])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.output.strip()


def test_an_unchanged_game_verifies(file: Path) -> None:
    code, text = run_verify(file)
    assert code == 0
    assert text.splitlines()[-1] == f"{file}: every roll of the bot matches the seed (1 roll)."


def _verify_changed(file: Path, change: Callable[[Export], None]) -> tuple[int, str]:
    export = json.loads(file.read_text(encoding="utf-8"))
    change(export)
    file.write_text(json.dumps(export), encoding="utf-8")
    return run_verify(file)


def _face(export: Export) -> None:
    some = export["fairness"]["throws"][0]["faces"]
    some[0] = some[0] % 6 + 1


def test_a_face_that_was_changed(file: Path) -> None:
    code, text = _verify_changed(file, _face)
    assert code == 1
    assert "roll 1 of" in text
    assert "NOT as it was rolled" in text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda export: export.update(version=2), "This file has version 2; this Adjutant can check version 1."),
        (lambda export: export.update(format="other"), "This file does not contain a game of Adjutant"),
        (lambda export: export.pop("fairness"), "The dice of this game are not provable"),
        (lambda export: export.pop("entries"), "parts of it are missing"),
        (lambda export: export.update(fairness=3), "parts of it are missing"),
        (lambda export: export["fairness"].update(seed="no"), "parts of it are missing"),
        (lambda export: export.update(checksum="0" * 64), "its checksum does not match"),
    ],
)
def test_an_export_that_cannot_be_checked_is_refused_in_a_sentence(
    file: Path, change: Callable[[Export], None], sentence: str
) -> None:
    code, text = _verify_changed(file, change)
    assert code == 1
    assert sentence in text


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\xff\xfe", b"[]", b"PK\x03\x04", b'{"format":"adjutant-game","ver']
)
def test_a_file_that_is_no_export_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "other.json"
    other.write_bytes(content)
    code, text = run_verify(other)
    assert code == 1
    assert "Traceback" not in text
    assert text.endswith(".")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    code, text = run_verify(tmp_path / "none.json")
    assert code == 1
    assert "cannot be read" in text
