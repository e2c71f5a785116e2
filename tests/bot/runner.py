"""The command line of the bot in this process, for tests: `runner.invoke(app, words)`."""

from __future__ import annotations

from functools import cache

from typer import testing
from typer.main import get_command

# Typer builds the commands again for each call, which takes longer than most of them.
testing._get_command = cache(get_command)  # pyright: ignore[reportPrivateImportUsage]
runner = testing.CliRunner()
