"""The operator's settings: environment variables, or the same names in a file `.env`.

Every fault raises an error of one sentence that begins with the name of the variable; nothing is guessed.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from typing import Annotated, Any, Literal, get_args

from dotenv import dotenv_values
from pydantic import BeforeValidator, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.errors import AppError
from data.texts import ENGLISH, Language, language, languages

ENV_FILE = Path(".env")
_DATABASE = "ADJUTANT_DATABASE"
_SHARD_IDS = "ADJUTANT_SHARD_IDS"
_PREFIX, _OF_TESTS = "ADJUTANT_", "ADJUTANT_TEST_"
_SQLITE, _POSTGRESQL = "sqlite", "postgresql"
_KINDS = {
    "sqlite": _SQLITE,
    "postgres": _POSTGRESQL,
    "postgresql": _POSTGRESQL,
    "postgresql+psycopg": _POSTGRESQL,
}

Detail = Literal["short", "full"]
Level = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
_NEEDED = {
    "ADJUTANT_LOG_LEVEL": f"{', '.join(get_args(Level))} is needed",
    "ADJUTANT_FORGET_AFTER_DAYS": "days are needed, a whole number from 1 to 3650",
    "ADJUTANT_DETAIL": "short or full is needed",
    "ADJUTANT_SHARDS": "a whole number from 1 is needed; leave it out to use Discord's recommendation",
    "ADJUTANT_LOCAL_HOST": "a name or an address is needed, such as 0.0.0.0, without http:// and without a port",
    "ADJUTANT_LOCAL_PORT": "a port is needed, a whole number from 1 to 65535",
    "ADJUTANT_METRICS_HOST": "a name or an address is needed, such as 0.0.0.0, without http:// and without a port",
    "ADJUTANT_METRICS_PORT": "a port is needed, a whole number from 1 to 65535; leave it out for no metrics",
}


class SettingsError(AppError):
    """Raised for an invalid setting: one sentence, the name of the variable first, and never the token."""


def _strip(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


Host = Annotated[str, BeforeValidator(_strip), Field(pattern=r"^([A-Za-z0-9.-]+|[0-9A-Fa-f:.]+)$", max_length=253)]


class Settings(BaseSettings):
    """The settings, made by `settings()`. Each field is described, with its default, in .env.example."""

    model_config = SettingsConfigDict(env_ignore_empty=True, extra="ignore", frozen=True, hide_input_in_errors=True)

    token: Annotated[SecretStr | None, BeforeValidator(_strip)] = Field(default=None, alias="DISCORD_TOKEN")
    database: Annotated[str | None, BeforeValidator(_strip)] = Field(default=None, alias=_DATABASE, repr=False)
    log_level: Annotated[Level, BeforeValidator(str.upper), BeforeValidator(_strip)] = Field(
        default="INFO", alias="ADJUTANT_LOG_LEVEL"
    )
    language: Annotated[str | None, BeforeValidator(_strip)] = Field(default=None, alias="ADJUTANT_LANGUAGE")
    forget_after_days: int = Field(default=30, ge=1, le=3650, alias="ADJUTANT_FORGET_AFTER_DAYS")
    detail: Annotated[Detail, BeforeValidator(str.lower), BeforeValidator(_strip)] = Field(
        default="short", alias="ADJUTANT_DETAIL"
    )
    shards: int | None = Field(default=None, ge=1, le=10_000, alias="ADJUTANT_SHARDS")
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = Field(default=None, alias=_SHARD_IDS)
    local_host: Host = Field(default="127.0.0.1", alias="ADJUTANT_LOCAL_HOST")
    local_system: str = Field(default="fubar", alias="ADJUTANT_LOCAL_SYSTEM")
    systems: str | None = Field(default=None, alias="ADJUTANT_SYSTEMS")
    local_port: int = Field(default=8765, ge=1, le=65535, alias="ADJUTANT_LOCAL_PORT")
    metrics_host: Host = Field(default="127.0.0.1", alias="ADJUTANT_METRICS_HOST")
    metrics_port: int | None = Field(default=None, ge=1, le=65535, alias="ADJUTANT_METRICS_PORT")

    @field_validator("token")
    @classmethod
    def _check_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not re.fullmatch(r"[!-~]+", token.get_secret_value()):
            raise ValueError("a token has no spaces, and only ASCII letters, digits and punctuation")
        return token

    @field_validator("database")
    @classmethod
    def _check_database(cls, database: str | None) -> str | None:
        if database is not None:
            _require_known_address(database)
        return database

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _read_shard_ids(cls, ids: object) -> object:
        if not isinstance(ids, str):
            return ids
        if not re.fullmatch(r"\s*\d{1,4}(\s*-\s*\d{1,4})?(\s*,\s*\d{1,4}(\s*-\s*\d{1,4})?)*\s*", ids):
            raise ValueError("shard ids are needed, such as 0-3 or 0,2,5")
        parts = [[int(number) for number in part.split("-")] for part in ids.split(",")]
        return tuple(sorted({id for part in parts for id in range(part[0], part[-1] + 1)}))

    @field_validator("shard_ids")
    @classmethod
    def _check_shards(cls, ids: tuple[int, ...] | None, others: ValidationInfo) -> tuple[int, ...] | None:
        if ids is None:
            return None
        shards, database = others.data.get("shards"), others.data.get("database")
        if shards is None:
            raise ValueError("ADJUTANT_SHARDS is needed too: the number of shards of all processes together")
        if not ids or ids[-1] >= shards:
            raise ValueError(f"the ids of {shards} shards are 0 to {shards - 1}; give smaller ones first")
        if _KINDS.get(_split(database or "")[0] or "") != _POSTGRESQL:
            raise ValueError("several processes need one PostgreSQL database: set ADJUTANT_DATABASE")
        return ids

    @field_validator("language")
    @classmethod
    def _check_language(cls, language: str | None) -> str | None:
        known = (ENGLISH, *languages())
        if language is not None and language not in known:
            raise ValueError(f"there is no language {language[:20]!r}; there is {', '.join(known)}")
        return language

    def texts(self, locale: str) -> Language:
        """Return the language for a reader's locale, unless one is set for all."""
        return language(self.language or locale)

    def database_url(self) -> str:
        """Return the SQLAlchemy URL of the record; raise SettingsError for an impossible file."""
        scheme, rest = _split(self.database or "")
        if scheme is not None and _KINDS[scheme] == _POSTGRESQL:
            return f"{_POSTGRESQL}://{rest}"
        return f"{_SQLITE}:///{_absolute_path(rest.removeprefix('/') if scheme else rest).as_posix()}"

    def make_folder(self) -> None:
        """Create the folder of the record's file, if it has one, and its missing parents, accessible only to the owner.

        Raises SettingsError.
        """
        file = self.database_file()
        if file is None:
            return
        try:
            missing = [folder for folder in file.parents if not folder.exists()]
            for folder in reversed(missing):
                folder.mkdir(mode=0o700, exist_ok=True)
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SettingsError(f"{_DATABASE}: the folder of {file} cannot be created: {error.strerror}") from None

    def database_file(self) -> Path | None:
        """Return the file of the record; None for a PostgreSQL server. Raises the errors of `database_url`."""
        url = self.database_url()
        return Path(url.removeprefix(f"{_SQLITE}:///")) if url.startswith(_SQLITE) else None

    def shown_database(self) -> str:
        """Return the address of the record for display, without a password."""
        return re.sub(r"(://[^/@:]*):[^/@]*@", r"\1@", self.database_url())

    def beat_file(self) -> Path:
        """Return the heartbeat file of a bot on this database (see `bot.heartbeat`)."""
        file, url = self.database_file(), self.database_url()
        if file is not None:
            return file.with_name(f"{file.name}.beat")
        part = f"{url} {self.shard_ids}" if self.shard_ids else url
        return Path(gettempdir()) / f"adjutant-{sha256(part.encode()).hexdigest()[:12]}.beat"


def settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Return the settings of this run; the environment overrides the file. Raises SettingsError."""
    for name in (*os.environ, *_file_values(env_file)):
        upper = name.upper()
        if upper.startswith(_PREFIX) and not upper.startswith(_OF_TESTS) and upper not in names():
            near = get_close_matches(name, names(), n=1)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise SettingsError(f"{name}: there is no such setting{meant}")
    try:
        return Settings(_env_file=env_file)  # pyright: ignore[reportCallIssue]
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
        name, message = str(fault["loc"][0]), str(fault["msg"]).removeprefix("Value error, ")
        raise SettingsError(f"{name}: {_NEEDED.get(name, message)}") from None


def listening_fault(error: OSError, host: str, port: int, of: str) -> str:
    """Return the reason and remedy if a host or port is unavailable; `of` is the variables' prefix."""
    if error.errno == errno.EADDRINUSE:
        return f"{of}_PORT: port {port} is in use; close the program that uses it, or set another port."
    if error.errno == errno.EACCES:
        return f"{of}_PORT: port {port} needs special rights; set one from 1024 on."
    return f"{of}_HOST: this computer has no address {host}; 0.0.0.0 means all its addresses."


def names() -> tuple[str, ...]:
    """Return the names of all variables."""
    return tuple(str(field.alias) for field in Settings.model_fields.values())


def _file_values(env_file: Path | None) -> Mapping[str, str | None]:
    if env_file is None or not env_file.is_file():
        return {}
    try:
        return dotenv_values(env_file)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise SettingsError(f"{env_file}: this file cannot be read: {why}") from None


def _split(database: str) -> tuple[str | None, str]:
    """Return the scheme in lower case, if it is a URL, and the part after `://`."""
    scheme, mark, rest = database.partition("://")
    return (scheme.lower(), rest) if mark else (None, database)


def _require_known_address(database: str) -> None:
    """Raise ValueError for an address that is neither a file nor a known server."""
    scheme, rest = _split(database)
    if scheme is not None and scheme not in _KINDS:
        raise ValueError(f"a file, sqlite:///file or postgresql://… is needed, not {scheme[:40]}://")
    if scheme is not None and _KINDS[scheme] == _POSTGRESQL:
        return
    path = rest.removeprefix("/") if scheme else rest
    if not path or ":memory:" in path or "mode=memory" in path or path.startswith("file:"):
        raise ValueError("a game must outlive the program: name a file, not a database in memory")
    if scheme and not rest.startswith("/"):
        raise ValueError("sqlite: needs three slashes before a relative path, and four before an absolute one")
    if "?" in path or "\0" in path:
        raise ValueError("a file with a question mark in its name, or options after one, cannot be used")


def _absolute_path(named: str) -> Path:
    """Return the absolute path of the file, without creating it. Raises SettingsError."""
    try:
        path = (Path(named).expanduser() if named else _data_folder() / "adjutant.sqlite").absolute()
    except RuntimeError as error:
        raise SettingsError(
            f"{_DATABASE}: the folder of {named or 'the default file'} cannot be found: {error}"
        ) from None
    if "?" in str(path) or path.is_dir():
        why = "there is a question mark in it" if "?" in str(path) else "it is a folder"
        raise SettingsError(f"{_DATABASE}: {path} cannot be used: {why}")
    return path


def _data_folder() -> Path:
    """Return the folder for this user's persistent data; raise RuntimeError for a user without a home."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "adjutant"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "adjutant"
    shared = os.environ.get("XDG_DATA_HOME", "")
    # Relative paths must be ignored (XDG Base Directory Specification).
    return (Path(shared) if shared.startswith("/") else Path.home() / ".local" / "share") / "adjutant"
