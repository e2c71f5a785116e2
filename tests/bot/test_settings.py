"""Settings: their sources, their defaults, and one sentence for each invalid value."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from tempfile import gettempdir

import pytest

from bot.settings import Settings, SettingsError, listening_fault, names, settings
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


OUTLIVE = "a game must outlive the program: name a file, not a database in memory"
SLASHES = "sqlite: needs three slashes before a relative path, and four before an absolute one"
MARK = "a file with a question mark in its name, or options after one, cannot be used"
ADDRESS = "a name or an address is needed, such as 0.0.0.0, without http:// and without a port"
SHARDS = "shard ids are needed, such as 0-3 or 0,2,5"


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("DISCORD_TOKEN", "very secret", "a token has no spaces, and only ASCII letters, digits and punctuation"),
        ("ADJUTANT_LOCAL_HOST", "http://laptop", ADDRESS),
        ("ADJUTANT_LOCAL_HOST", "my laptop", ADDRESS),
        ("ADJUTANT_METRICS_HOST", "x" * 254, ADDRESS),
        ("ADJUTANT_LOCAL_PORT", "http", "a port is needed, a whole number from 1 to 65535"),
        ("ADJUTANT_LOCAL_PORT", "0", "a port is needed, a whole number from 1 to 65535"),
        ("ADJUTANT_LOCAL_PORT", "65536", "a port is needed, a whole number from 1 to 65535"),
        (
            "ADJUTANT_METRICS_PORT",
            "65536",
            "a port is needed, a whole number from 1 to 65535; leave it out for no metrics",
        ),
        ("ADJUTANT_LOG_LEVEL", "loud", "DEBUG, INFO, WARNING, ERROR is needed"),
        ("ADJUTANT_FORGET_AFTER_DAYS", "3651", "days are needed, a whole number from 1 to 3650"),
        ("ADJUTANT_FORGET_AFTER_DAYS", "0", "days are needed, a whole number from 1 to 3650"),
        ("ADJUTANT_DETAIL", "long", "short or full is needed"),
        ("ADJUTANT_LANGUAGE", "tlh" * 7, "there is no language 'tlhtlhtlhtlhtlhtlhtl'; there is en, de"),
        ("ADJUTANT_DATABASE", ":memory:", OUTLIVE),
        ("ADJUTANT_DATABASE", "sqlite://", OUTLIVE),
        ("ADJUTANT_DATABASE", "sqlite:///:memory:", OUTLIVE),
        ("ADJUTANT_DATABASE", "sqlite:///x?mode=memory", OUTLIVE),
        ("ADJUTANT_DATABASE", "file:x", OUTLIVE),
        ("ADJUTANT_DATABASE", "sqlite://games.sqlite", SLASHES),
        ("ADJUTANT_DATABASE", "games.sqlite?mode=ro", MARK),
        (
            "ADJUTANT_DATABASE",
            "mysql://me:secret@host/games",
            "a file, sqlite:///file or postgresql://… is needed, not mysql://",
        ),
        (
            "ADJUTANT_DATABASE",
            f"{'x' * 41}://host",
            f"a file, sqlite:///file or postgresql://… is needed, not {'x' * 40}://",
        ),
        ("ADJUTANT_DATABSE", "games.sqlite", "there is no such setting; did you mean ADJUTANT_DATABASE?"),
        ("ADJUTANT_QQQQQQQQQQQQQQQ", "1", "there is no such setting"),
        ("ADJUTANT_SHARDS", "0", "a whole number from 1 is needed; leave it out to use Discord's recommendation"),
        ("ADJUTANT_SHARD_IDS", "all", SHARDS),
        ("ADJUTANT_SHARD_IDS", "0-", SHARDS),
        (
            "ADJUTANT_SHARD_IDS",
            "0-3",
            "ADJUTANT_SHARDS is needed too: the number of shards of all processes together",
        ),
    ],
)
def test_a_wrong_setting_is_one_sentence_that_begins_with_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, says: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        _read_settings(monkeypatch, **{name: value})
    assert str(refused.value) == f"{name}: {says}"


@pytest.mark.parametrize(
    ("ids", "database", "found"),
    [
        (" 0-2, 5 ,1", "postgresql://host/games", (0, 1, 2, 5)),
        ("7", "postgres://host/games", (7,)),
        ("8", "postgresql://host/games", "the ids of 8 shards are 0 to 7; give smaller ones first"),
        ("7", "", "several processes need one PostgreSQL database: set ADJUTANT_DATABASE"),
        ("3-2", "postgresql://host/games", "the ids of 8 shards are 0 to 7; give smaller ones first"),
        ("0-3", "games.sqlite", "several processes need one PostgreSQL database: set ADJUTANT_DATABASE"),
    ],
)
def test_the_shards_of_one_process_of_several(
    monkeypatch: pytest.MonkeyPatch, ids: str, database: str, found: tuple[int, ...] | str
) -> None:
    try:
        came: object = _read_settings(
            monkeypatch, ADJUTANT_SHARDS="8", ADJUTANT_SHARD_IDS=ids, ADJUTANT_DATABASE=database
        ).shard_ids
    except SettingsError as refused:
        came = str(refused).removeprefix("ADJUTANT_SHARD_IDS: ")
    assert came == found


def test_each_process_of_several_has_a_heartbeat_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert settings().beat_file() == tmp_path / "share/adjutant/adjutant.sqlite.beat"
    server = {"ADJUTANT_DATABASE": "postgresql://host/games", "ADJUTANT_SHARDS": "8"}
    whole = _read_settings(monkeypatch, **server)
    parts = [_read_settings(monkeypatch, ADJUTANT_SHARD_IDS=ids) for ids in ("0-3", "4-7")]
    files = [one.beat_file() for one in (whole, *parts)]
    assert len({*files}) == 3
    assert {file.parent for file in files} == {Path(gettempdir())}
    assert all(re.fullmatch(r"adjutant-[0-9a-f]{12}\.beat", file.name) for file in files)
    assert whole.database_file() is None
    whole.make_folder()


def test_the_address_of_a_server_is_shown_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _read_settings(monkeypatch, ADJUTANT_DATABASE="postgresql://me:hush@host/games")
    assert found.shown_database() == "postgresql://me@host/games"


@pytest.mark.parametrize(
    ("platform", "folder", "data"),
    [
        ("win32", "LOCALAPPDATA", "share/adjutant"),
        ("win32", "", "AppData/Local/adjutant"),
        ("darwin", "XDG_DATA_HOME", "Library/Application Support/adjutant"),
        ("linux", "", ".local/share/adjutant"),
    ],
)
def test_the_record_is_in_the_data_folder_of_each_kind_of_computer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, folder: str, data: str
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    for name, value in (("HOME", str(tmp_path)), ("XDG_DATA_HOME", "relative"), ("LOCALAPPDATA", "")):
        monkeypatch.setenv(name, value)
    if folder:
        monkeypatch.setenv(folder, str(tmp_path / "share"))
    assert settings().database_file() == tmp_path / data / "adjutant.sqlite"


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.EADDRINUSE, "OF_PORT: port 80 is in use; close the program that uses it, or set another port."),
        (errno.EACCES, "OF_PORT: port 80 needs special rights; set one from 1024 on."),
        (errno.EADDRNOTAVAIL, "OF_HOST: this computer has no address here; 0.0.0.0 means all its addresses."),
    ],
)
def test_why_a_page_cannot_be_served(number: int, says: str) -> None:
    assert listening_fault(OSError(number, "x"), "here", 80, "OF") == says


def test_a_misspelt_name_in_the_file_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("ADJUTANT_LOCALPORT=1\n")
    with pytest.raises(SettingsError, match=r"ADJUTANT_LOCALPORT: .*ADJUTANT_LOCAL_PORT"):
        settings()


def test_settings_of_tests_are_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _read_settings(monkeypatch, ADJUTANT_TEST_SYSTEMS="all", Adjutant_Test_Kills="1") == settings()


def test_a_file_whose_name_no_computer_takes_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("ADJUTANT_DATABASE=games\0.sqlite\n")
    with pytest.raises(SettingsError, match=f"^ADJUTANT_DATABASE: {MARK}$"):
        settings()


def test_a_file_of_a_user_without_a_home_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> Path:
        raise RuntimeError("Could not determine home directory.")

    said = "ADJUTANT_DATABASE: the folder of {} cannot be found: Could not determine home directory."
    monkeypatch.setattr(Path, "home", refuse)
    monkeypatch.setenv("XDG_DATA_HOME", "")
    for named, name in (("~no-such-user/games", "~no-such-user/games"), ("", "the default file")):
        monkeypatch.setenv("ADJUTANT_DATABASE", named)
        with pytest.raises(SettingsError) as refused:
            settings().database_url()
        assert str(refused.value) == said.format(name)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"^\.env: this file cannot be read: it is not UTF-8 text$"):
        settings()


def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    (tmp_path / ".env").write_text("DISCORD_TOKEN=\n")
    monkeypatch.setattr("dotenv.main.open", refuse, raising=False)
    with pytest.raises(SettingsError, match=r"^\.env: this file cannot be read: Permission denied$"):
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


def test_a_file_in_a_folder_with_a_question_mark_is_no_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "what?").mkdir()
    monkeypatch.chdir(tmp_path / "what?")
    with pytest.raises(SettingsError) as refused:
        _read_settings(monkeypatch, ADJUTANT_DATABASE="games.sqlite").database_url()
    assert str(refused.value) == (
        f"ADJUTANT_DATABASE: {tmp_path}/what?/games.sqlite cannot be used: there is a question mark in it"
    )


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
