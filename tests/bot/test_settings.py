"""Settings: their sources, their defaults, and one sentence for each invalid value."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, names, settings
from data.texts import ENGLISH, language, languages

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.upper().startswith(("ADJUTANT_", "DISCORD_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.chdir(tmp_path)


def _read_settings(monkeypatch: pytest.MonkeyPatch, **values: str) -> Settings:
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    return settings()


def test_nothing_needs_to_be_set() -> None:
    found = settings()
    assert (found.token, found.log_level, found.local_port) == (None, "INFO", 8765)


@pytest.mark.skipif(os.name != "posix" or os.uname().sysname == "Darwin", reason="XDG folders")
def test_the_record_is_a_file_among_the_users_own_data_by_default(tmp_path: Path) -> None:
    found = settings()
    assert found.database_url() == f"sqlite:///{tmp_path}/share/adjutant/adjutant.sqlite"
    found.make_folder()
    assert (tmp_path / "share" / "adjutant").is_dir()


def test_the_env_file_counts_and_the_environment_goes_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("ADJUTANT_LOCAL_PORT=9000\nADJUTANT_LOG_LEVEL=error\nDISCORD_TOKEN=\nOTHER=1\n")
    found = _read_settings(monkeypatch, ADJUTANT_LOG_LEVEL="debug")
    assert (found.local_port, found.log_level, found.token) == (9000, "DEBUG", None)


def test_every_setting_is_in_the_example_and_nothing_else() -> None:
    written = re.findall(r"^# ?([A-Z_]+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(written) == sorted(names())


def test_the_example_of_settings_works_unchanged(tmp_path: Path) -> None:
    text = re.sub(r"^# ([A-Z_]+=)", r"\1", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (tmp_path / ".env").write_text(text, encoding="utf-8")
    assert (settings().local_host, settings().local_port) == ("127.0.0.1", 8765)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "fd00::5", "laptop.local"])
def test_the_local_table_may_be_on_any_address(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    assert _read_settings(monkeypatch, ADJUTANT_LOCAL_HOST=f" {host} ").local_host == host


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("DISCORD_TOKEN", "very secret", "no spaces"),
        ("ADJUTANT_LOCAL_HOST", "http://laptop", "without http://"),
        ("ADJUTANT_LOCAL_HOST", "my laptop", "0.0.0.0"),
        ("ADJUTANT_LOCAL_PORT", "http", "65535"),
        ("ADJUTANT_LOCAL_PORT", "0", "65535"),
        ("ADJUTANT_LOCAL_PORT", "70000", "65535"),
        ("ADJUTANT_LOG_LEVEL", "loud", "WARNING"),
        ("ADJUTANT_DATABASE", ":memory:", "outlive"),
        ("ADJUTANT_DATABASE", "sqlite://", "outlive"),
        ("ADJUTANT_DATABASE", "sqlite:///:memory:", "outlive"),
        ("ADJUTANT_DATABASE", "sqlite:///x?mode=memory", "outlive"),
        ("ADJUTANT_DATABASE", "file:x", "outlive"),
        ("ADJUTANT_DATABASE", "sqlite://games.sqlite", "three slashes"),
        ("ADJUTANT_DATABASE", "games.sqlite?mode=ro", "question mark"),
        ("ADJUTANT_DATABASE", "mysql://me:secret@host/games", "mysql://"),
        ("ADJUTANT_DATABSE", "games.sqlite", "did you mean ADJUTANT_DATABASE?"),
    ],
)
def test_a_wrong_setting_is_one_sentence_that_begins_with_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, says: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        _read_settings(monkeypatch, **{name: value})
    sentence = str(refused.value)
    assert sentence.startswith(f"{name}: ")
    assert says in sentence
    assert "\n" not in sentence
    assert "secret" not in sentence


def test_a_misspelt_name_in_the_file_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("ADJUTANT_LOCALPORT=1\n")
    with pytest.raises(SettingsError, match=r"ADJUTANT_LOCALPORT: .*ADJUTANT_LOCAL_PORT"):
        settings()


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    with pytest.raises(SettingsError, match="UTF-8"):
        settings()


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _read_settings(monkeypatch, DISCORD_TOKEN=" hushhush\n", ADJUTANT_DATABASE="postgres://me:hush@host/games")
    assert found.token is not None
    assert found.token.get_secret_value() == "hushhush"
    assert "hush" not in f"{found!r} {found}"


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("postgres://u:p@h/d", "postgresql://u:p@h/d"),
        ("postgresql://u:p@h/d?sslmode=require", "postgresql://u:p@h/d?sslmode=require"),
        ("postgresql+psycopg://u@h:5433/d", "postgresql://u@h:5433/d"),
    ],
)
def test_a_server_is_named_in_one_way(monkeypatch: pytest.MonkeyPatch, given: str, url: str) -> None:
    assert _read_settings(monkeypatch, ADJUTANT_DATABASE=given).database_url() == url


@pytest.mark.parametrize("given", ["sub/games.sqlite", "sqlite:///sub/games.sqlite"])
def test_a_file_is_found_from_here_and_its_folder_made_when_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: str
) -> None:
    found = _read_settings(monkeypatch, ADJUTANT_DATABASE=given)
    assert found.database_url() == f"sqlite:///{tmp_path}/sub/games.sqlite"
    assert not (tmp_path / "sub").exists()
    found.make_folder()
    assert (tmp_path / "sub").is_dir()


def test_a_file_with_its_whole_path_has_four_slashes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.sqlite"
    assert _read_settings(monkeypatch, ADJUTANT_DATABASE=url).database_url() == f"sqlite:///{tmp_path}/games.sqlite"


def test_a_folder_is_no_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"^ADJUTANT_DATABASE: .* it is a folder"):
        _read_settings(monkeypatch, ADJUTANT_DATABASE=str(tmp_path)).database_url()


def test_a_folder_that_cannot_be_created_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(SettingsError, match=r"^ADJUTANT_DATABASE: the folder of .* cannot be created"):
        _read_settings(monkeypatch, ADJUTANT_DATABASE=str(tmp_path / "taken" / "games.sqlite")).make_folder()


@pytest.mark.parametrize("code", [ENGLISH, *languages()])
def test_a_language_for_all_readers(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    found = _read_settings(monkeypatch, ADJUTANT_LANGUAGE=f" {code} ")
    for locale in ("fr", ENGLISH, *languages()):
        assert found.texts(locale) is language(code)
        assert found.texts(locale).code == code


def test_each_reader_has_their_own_language_by_default() -> None:
    assert settings().texts("en-US").code == ENGLISH
    assert settings().texts("tlh").code == ENGLISH
    for code in languages():
        assert settings().texts(code) is language(code)
        assert settings().texts(code).code == code


def test_a_language_without_a_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match=r"^ADJUTANT_LANGUAGE: there is no language 'tlh'; there is en"):
        _read_settings(monkeypatch, ADJUTANT_LANGUAGE="tlh")
