"""Recipes of the READMEs that change the code, followed step by step in a scratch copy."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from pathlib import Path

from bot.store.engine import HEAD
from tests.cogs.made_once import create_database
from tests.programs import run, use_compiled
from tests.test_layout import FOLDERS, ROOT


def _copy_to(copy: Path, *changed: str) -> None:
    """Copy the folders that a recipe changes, without transcripts, and link to the others."""
    for folder in FOLDERS:
        if folder in changed:
            shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("*.txt"))
        else:
            (copy / folder).symlink_to(ROOT / folder)
    shutil.copy(ROOT / "pyproject.toml", copy)
    use_compiled(copy)


def _run(copy: Path, *words: str) -> str:
    """Return the output of a program in the copy; assert that it ends with 0."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ADJUTANT", "PYTEST"))}
    # What is changed here must not be what is compiled of the original.
    env = {**kept, "PYTHONDONTWRITEBYTECODE": "1"}
    done = run(*words, cwd=copy, env=env, timeout=120, fresh=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file.name} has changed: follow the recipe anew"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_migration_is_added_as_bot_readme_says(tmp_path: Path) -> None:
    """A column, its revision by the program, HEAD: then a database of today opens with it, and its rows stay."""
    _copy_to(tmp_path, "bot")
    store, next_one = tmp_path / "bot/store", f"{int(HEAD) + 1:04}"
    _change(store / "tables.py", "    started_by: str\n", "    started_by: str\n    motto: str | None = None\n")
    _run(tmp_path, "bot.store.migrations", "A motto for each game")
    (revision,) = (store / "migrations/versions").glob(f"r{next_one}_*.py")
    assert revision.name == f"r{next_one}_a_motto_for_each_game.py"
    assert re.search(r"add_column\(sa\.Column\(.motto.", revision.read_text(encoding="utf-8"))
    _change(store / "engine.py", f'HEAD = "{HEAD}"', f'HEAD = "{next_one}"')
    create_database(tmp_path / "games.sqlite")
    with sqlite3.connect(tmp_path / "games.sqlite") as lite:
        lite.execute("INSERT INTO app_state VALUES ('kept', 'yes')")
    opens = "import asyncio; from bot.store import Record; asyncio.run(Record.open('sqlite:///games.sqlite'))"
    _run(tmp_path, "-c", opens)
    with sqlite3.connect(tmp_path / "games.sqlite") as lite:
        assert "motto" in [row[1] for row in lite.execute("PRAGMA table_info(game)")]
        assert lite.execute("SELECT value FROM app_state WHERE key = 'kept'").fetchall() == [("yes",)]
        assert lite.execute("SELECT version_num FROM alembic_version").fetchall() == [(next_one,)]
    assert (tmp_path / f"games.sqlite.{HEAD}").exists(), "a copy of what it was"


CHEER = '''"""Cheering: what a reader of the recipe writes."""

from __future__ import annotations

from cogs.components.controls import EntryId, handles_click
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from rules.kernel.text import Text


class Cheer(EntryId, what="cheer"):
    """Cheer for an entry."""


@handles_click(Cheer, private=True)
async def cheer(ctx: Context, click: Cheer) -> Reply:
    """Cheer."""
    return Reply(Text("Hooray!"))
'''


HELD = (
    "held.test_each_kind_of_control_has_its_longest_id_here()",
    "held.test_each_id_fits_and_is_found_again_after_a_restart_by_one_kind_of_control()",
    "assert held.CLICKED['cheer'].private",
)
"""What the recipe says of the tests that look at it."""


def test_a_control_is_added_as_cogs_readme_says(tmp_path: Path) -> None:
    """A dataclass with its word, its function, and a line of MOST."""
    _copy_to(tmp_path, "cogs", "tests")
    (tmp_path / "cogs/components/play/cheer_clicks.py").write_text(CHEER, encoding="utf-8")
    tests = tmp_path / "tests/cogs/components/test_controls.py"
    _change(tests, "MOST = {\n", 'MOST = {\n    "cheer": (GAME, 999_999),\n')
    _run(tmp_path, "-c", "from tests.cogs.components import test_controls as held; " + "; ".join(HELD))


ALERT = """
[states.alert]
set_by = "an action"
until = "move"
effect = "watches for movement"
marker = true

[action.alert]
title = "Stay alert"
rule = "Until it moves, the unit watches."
refused = [{ when = "unit.alert", say = "{unit} is alert already." }]
marks = { alert = 1 }
notes = [{ say = "Place an alert marker beside {unit}." }]
"""
PLAYED = """
import asyncio
from pathlib import Path

import pytest

from rules.kernel.errors import RuleError
from tests.bot.playing import call, id_of, request, start_demo
from tests.cogs.table import Loaded, services_on


async def played():
    services = await services_on(Path("alert.sqlite"), Loaded(), "alert")
    await start_demo(services, "opreb")
    live = await services.games.require_game(call().where)
    squad = next(unit.name for unit in live.game.units.values())

    async def count():
        return (await services.games.require_game(call().where)).game.units[await id_of(services, squad)].count("alert")

    act = await request(services, "act", squad, action="alert")
    done = await services.referee.order(call(), act, "", anyway=True)
    assert "Place an alert marker" in str(done.entry.notes), done.entry.notes
    assert await count() == 1
    with pytest.raises(RuleError):
        await services.referee.order(call(), act, "", anyway=True)
    await services.referee.order(call(), await request(services, "move", squad), "", anyway=True)
    assert await count() == 0
    await services.record.close()


asyncio.run(played())
"""


def test_a_marker_with_its_act_is_added_as_rules_readme_says(tmp_path: Path) -> None:
    """A state and an action that marks it, in a file: it is given once, and a move ends it."""
    _copy_to(tmp_path, "data")
    file = tmp_path / "data/systems/opreb.toml"
    file.write_text(file.read_text(encoding="utf-8") + ALERT, encoding="utf-8")
    _run(tmp_path, "-c", PLAYED)
