"""`export` and `import` on the command line."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.program import app
from bot.store import Record, StoredGame
from rules.campaign.fold import CampaignEntry
from rules.game.entry import play_back
from tests.bot import campaigning
from tests.bot.fought import copy_battle
from tests.bot.runner import runner
from tests.cogs.table import Loaded, services_on


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database that the battle of FUBAR left, named by the settings."""
    file = copy_battle("fubar", tmp_path / "games.sqlite")
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.chdir(tmp_path)
    return _use(file, monkeypatch)


def _use(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ADJUTANT_DATABASE", str(file))
    return file


def _run(*words: str) -> str:
    result = runner.invoke(app, words)
    assert result.exit_code == 0, result.output
    return result.stdout


def _run_refused(*words: str) -> str:
    result = runner.invoke(app, words)
    assert result.exit_code == 1, result.output
    assert result.output.count("\n") == 1
    return result.output


def _games(file: Path) -> list[StoredGame]:
    async def found() -> list[StoredGame]:
        record = await Record.open(f"sqlite:///{file}")
        games = await record.games.all(over=True)
        for game in games:
            assert await record.states.stored_state(game.id) == play_back(await record.entries.all(game.id))
        await record.close()
        return games

    return asyncio.run(found())


def test_a_game_goes_to_a_file_and_into_another_database(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [game] = _games(file)
    out = tmp_path / "game.json"
    assert "bytes" in _run("export", game.id, "--out", str(out))
    assert runner.invoke(app, ["export", game.id[:6]]).stdout_bytes == out.read_bytes()
    assert runner.invoke(app, ["export", game.name, "--format", "json"]).stdout_bytes == out.read_bytes()
    other = _use(tmp_path / "other.sqlite", monkeypatch)
    assert f"{game.number} entries imported" in _run("import", str(out))
    [again] = _games(other)
    assert again == game.model_copy(update={"id": again.id})
    assert again.id != game.id


def test_people_are_left_out_where_that_is_typed(file: Path) -> None:
    [game] = _games(file)
    bare = json.loads(_run("export", game.id, "--anonymous"))
    assert bare["game"]["started_by"] == "Player 1"
    assert '"Ann"' not in json.dumps(bare)


def test_an_unknown_game_is_refused_and_existing_games_are_offered(file: Path) -> None:
    [game] = _games(file)
    assert game.id in _run_refused("export", "nonsense")
    out = file.with_name("x.json")
    _run("export", game.id, "--out", str(out))
    _run("import", str(out))
    assert "name one by its id" in _run_refused("export", game.name)


def test_nothing_is_taken_of_a_file_that_is_not_right(file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    assert "cannot be read" in _run_refused("import", str(bad))
    [game] = _games(file)
    _run("export", game.id, "--out", str(bad))
    whole = bad.read_bytes()
    bad.write_bytes(whole[: len(whole) // 2])
    assert "cut off" in _run_refused("import", str(bad))
    bad.write_bytes(whole.replace(b'"faces":[', b'"faces":[9,', 1))
    assert "was changed" in _run_refused("import", str(bad))
    assert "by their Discord ids" in _run_refused("import", str(bad), "--channel", "#table")
    assert len(_games(file)) == 1


def test_a_file_is_not_written_where_it_cannot_be(file: Path, tmp_path: Path) -> None:
    [game] = _games(file)
    assert "is a folder" in _run_refused("export", game.id, "--out", str(tmp_path))
    assert "cannot be written" in _run_refused("export", game.id, "--out", str(tmp_path / "no" / "such.json"))


def test_a_campaign_goes_to_a_file_and_into_another_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = _use(tmp_path / "first.sqlite", monkeypatch)

    async def begun() -> list[CampaignEntry]:
        services = await services_on(first, Loaded(), "run")
        await campaigning.enlist_units(services)
        entries = await services.record.campaigns.entries(campaigning.CAMPAIGN)
        await services.record.close()
        return entries

    entries = asyncio.run(begun())
    out = tmp_path / "campaign.json"
    assert "bytes" in _run("export", "Long war", "--out", str(out))
    assert runner.invoke(app, ["export", campaigning.CAMPAIGN]).stdout_bytes == out.read_bytes()
    assert "`/campaign export`" in _run_refused("export", "Long war", "--format", "html")
    assert '"Ann"' not in _run("export", "Long war", "--anonymous")
    _use(tmp_path / "other.sqlite", monkeypatch)
    assert f"{len(entries)} entries imported" in _run("import", str(out), "--guild", "77")
    again = json.loads(_run("export", "Long war"))
    assert [one["title"] for one in again["entries"]] == [
        one["title"] for one in json.loads(out.read_text())["entries"]
    ]
    assert again["entries"][0]["events"][0]["server"] == "77"
    out.write_bytes(out.read_bytes().replace(b'"Ann"', b'"Eve"', 1))
    assert "was changed" in _run_refused("import", str(out))
