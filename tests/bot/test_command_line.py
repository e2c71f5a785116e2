"""`backup`, `restore`, `forget` and `health` on the command line."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from bot import heartbeat
from bot.program import app
from bot.services import Services
from bot.settings import Settings
from tests.bot.playing import ANN, BOB, start_demo
from tests.bot.runner import runner
from tests.cogs.table import Loaded, services_on
from tests.programs import Program, without_settings


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with a demo that Ann and Bob play, named by the settings."""
    file = tmp_path / "games.sqlite"
    monkeypatch.setenv("ADJUTANT_DATABASE", str(file))
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.chdir(tmp_path)

    async def play() -> None:
        services = await services_on(file, Loaded(), "run1")
        await start_demo(services)
        await services.record.close()

    asyncio.run(play())
    return file


def _beats(file: Path, in_touch: float = 0.0) -> Path:
    beat = file.with_name("games.sqlite.beat")
    heartbeat.beat(beat, time.time() - in_touch)
    return beat


def _run(*words: str, given: str = "") -> str:
    result = runner.invoke(app, words, input=given)
    assert result.exit_code == 0, result.output
    return result.stdout


def _run_refused(*words: str, given: str = "") -> str:
    result = runner.invoke(app, words, input=given)
    assert result.exit_code == 1, result.output
    return result.output


def test_a_copy_is_made_and_none_is_replaced_unasked(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert "1 games" in _run("backup", str(copy))
    assert "add --force" in _run_refused("backup", str(copy))
    _run("backup", str(copy), "--force")
    assert "the database itself" in _run_refused("backup", str(file), "--force")
    assert "was restored from" in _run("restore", str(copy))
    assert len(list(tmp_path.glob("games.sqlite.2*Z"))) == 1


def test_nothing_is_put_back_or_forgotten_under_a_bot_that_runs(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    beat = _beats(file)
    _run("backup", str(copy))
    assert "stop it first" in _run_refused("restore", str(copy))
    assert "stop it first" in _run_refused("forget", ANN.id, "--yes")
    heartbeat.record_stop(beat)
    _run("restore", str(copy))
    file.with_name("games.sqlite.lock").mkdir()
    assert "cannot be used: [Errno 21] Is a directory" in _run_refused("restore", str(copy))


def test_a_server_has_programs_of_its_own(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUTANT_DATABASE", "postgresql://me:secret@host/games")
    said = _run_refused("backup", "copy.dump")
    assert "pg_dump --format=custom --file copy.dump postgresql://me@host/games" in said
    assert "secret" not in said
    assert "pg_restore --clean --if-exists --single-transaction --dbname postgresql://me@host/games copy.dump" in (
        _run_refused("restore", "copy.dump")
    )


def test_a_player_is_forgotten_when_the_question_is_answered(file: Path) -> None:
    assert "leaves 1 of them first" in _run_refused("forget", BOB.id, given="n\n")
    assert BOB.id.encode() in file.read_bytes()
    assert "1 games" in _run("forget", BOB.id, given="y\n")
    assert b'"400"' not in file.read_bytes()
    assert b'"Bob"' not in file.read_bytes()
    assert "0 rebuilt" in _run("check")
    assert "Nothing is kept" in _run_refused("forget", BOB.id, "--yes")


def test_a_server_is_forgotten_with_its_games(file: Path) -> None:
    assert "1 games" in _run("forget", "1", "--yes")
    assert "0 games checked" in _run("check")
    assert b"Marines" not in file.read_bytes()


def test_the_container_asks_without_loading_the_bot(file: Path) -> None:
    _beats(file)
    root = Path(__file__).parents[2]
    assert "bot.command_line.health" in (root / "Dockerfile").read_text()
    asks = "import sys, runpy; runpy.run_module('bot.command_line.health')['illness']() and sys.exit(1); "
    loaded = [sys.executable, "-c", asks + "sys.exit(2 if 'discord' in sys.modules else 0)"]
    assert subprocess.run(loaded, env={**os.environ, "PYTHONPATH": str(root)}, check=False).returncode == 0


def test_a_folder_that_we_make_is_for_its_owner(tmp_path: Path) -> None:
    made = Settings.model_validate({"ADJUTANT_DATABASE": str(tmp_path / "a" / "b" / "games.sqlite")})
    made.make_folder()
    assert [(tmp_path / one).stat().st_mode & 0o777 for one in ("a", "a/b")] == [0o700] * 2


async def test_the_bot_leaves_a_sign_of_life_and_takes_it_away(services: Services, tmp_path: Path) -> None:
    from simcord.env import Env

    from bot.client import Adjutant

    services.beat = tmp_path / "beat"
    env = Env(Adjutant(services))
    await env.start()
    found = heartbeat.last_beat(services.beat)
    assert found is not None
    assert heartbeat.illness(services.beat, found.at) is None
    await env.bot.close()
    await env.shutdown()
    assert not services.beat.exists()


def test_the_version_is_that_of_the_project(tmp_path: Path) -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert _run("--version") == f"Adjutant {project['version']}\n"


def test_the_games_are_listed_with_where_they_are(file: Path) -> None:
    (line,) = _run("games").splitlines()
    id, name, system, server, channel, state, entries, last = line.split("\t")
    with sqlite3.connect(file) as lite:
        assert (id, name, int(entries)) == lite.execute("SELECT id, name, number FROM game").fetchone()
        lite.execute("UPDATE game SET state = 'ended', name = 'a\nb'")
    assert (system, server, state) == ("fubar", "1", "running")
    assert channel.isdecimal()
    assert last.startswith("20")
    assert _run("games", "--running") == ""
    assert "\tab\t" in _run("games")


def test_a_backup_into_a_folder_that_is_not_there_names_the_folder(file: Path, tmp_path: Path) -> None:
    said = _run_refused("backup", str(tmp_path / "none" / "copy.sqlite"))
    assert f"{tmp_path / 'none'}: this folder does not exist" in said


@pytest.mark.parametrize(
    "words",
    [["games"], ["check"], ["export", "Hill"], ["forget", "300", "--yes"], ["backup", "copy.sqlite"], ["health"]],
)
def test_a_command_that_only_looks_makes_nothing_where_there_is_no_database(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistyped path created folders and an empty database, and `games` printed nothing and succeeded."""
    monkeypatch.chdir(tmp_path)
    mistyped = tmp_path / "clbu" / "games.sqlite"
    monkeypatch.setenv("ADJUTANT_DATABASE", str(mistyped))
    said = _run_refused(*words)
    if words != ["health"]:
        assert said == f"ADJUTANT_DATABASE: no database at {mistyped}\n"
    assert not list(tmp_path.iterdir())


def test_an_empty_file_is_no_database_to_look_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables were made in it."""
    empty = tmp_path / "games.sqlite"
    empty.touch()
    monkeypatch.setenv("ADJUTANT_DATABASE", str(empty))
    assert "it is not a database of Adjutant yet" in _run_refused("games")
    assert empty.read_bytes() == b""


def test_a_copy_is_restored_into_a_folder_that_is_not_there_yet(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _run("backup", str(tmp_path / "copy.sqlite"))
    monkeypatch.setenv("ADJUTANT_DATABASE", str(tmp_path / "new" / "games.sqlite"))
    assert "is not a database" in _run_refused("restore", str(tmp_path / "none.sqlite"))
    assert not (tmp_path / "new").exists()
    _run("restore", str(tmp_path / "copy.sqlite"))
    assert len(_run("games").splitlines()) == 1


def test_a_folder_in_place_of_the_database_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADJUTANT_DATABASE", str(tmp_path))
    for words in (["backup", "copy.sqlite"], ["restore", "copy.sqlite"], ["games"], ["forget", "300", "--yes"]):
        assert "it is a folder" in _run_refused(*words)


def test_a_demo_whose_reader_leaves_ends_quietly(tmp_path: Path) -> None:
    """`make demo CAMPAIGN=1 | less`, left early, ended in a traceback."""
    (shown, out), (errors, err) = os.pipe(), os.pipe()
    demo = Program("bot", "demo", "--campaign", cwd=tmp_path, env=without_settings(), streams=(0, out, err))
    os.close(out)
    os.close(err)
    with os.fdopen(shown) as lines:
        assert any(line.startswith("Ann: /campaign new") for line in lines), "no campaign is begun"
    with os.fdopen(errors) as said:
        assert "Traceback" not in said.read()
    assert demo.wait(60) == 0
