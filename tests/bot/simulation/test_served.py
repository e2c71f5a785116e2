"""The local table: the same bot and record, twice on one file, and its page served until it is stopped."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import IO, Any

import pytest

from bot.settings import Settings, SettingsError
from bot.simulation.environment import SimulatedTable
from bot.simulation.local_server import open_table, serve
from bot.simulation.script import controls
from data.files import new_system
from tests.bot.simulation.visiting import free_port
from tests.cogs.made_once import create_database
from tests.programs import ROOT, Program
from tests.proving import proven


def settings(folder: Path) -> Settings:
    """With a database whose tables are made."""
    create_database(folder / "table.sqlite")
    return Settings.model_validate({"ADJUTANT_DATABASE": str(folder / "table.sqlite")})


def talk(place: SimulatedTable, who: str = "Ann") -> str:
    """Return everything that a player sees in the channel."""
    messages = place.channel.history(viewer=place.people[who])
    return "\n".join(f"{embed.title}\n{embed.description}" for message in messages for embed in message.embeds)


async def test_the_first_run_sets_up_a_game_for_both(tmp_path: Path) -> None:
    async with open_table(settings(tmp_path)) as place:
        assert "FUBAR demo" in talk(place)
        assert "Ann plays Red" in talk(place)
        assert "Bob plays Blue" in talk(place, "Bob")
        await place.people["Bob"].slash(place.channel, "fire", attacker="Marines", target="Militia", distance="10")
        assert "Only Red can do that" in talk(place, "Bob")
        assert "Only Red can do that" not in talk(place)


async def test_a_later_run_goes_on_with_the_record(tmp_path: Path) -> None:
    async with open_table(settings(tmp_path)) as place:
        await place.people["Ann"].slash(place.channel, "initiative", dice="5 2")
        battle = await place.services.record.games.in_channel(str(place.channel.id))
        assert battle is not None
    async with open_table(settings(tmp_path)) as place:
        again = await place.services.record.games.in_channel(str(place.channel.id))
        assert again is not None
        assert again.id == battle.id
        assert "**🔴 Red's turn**" in talk(place)
        await place.people["Ann"].slash(place.channel, "activate", unit="Marines", dice="6")
        assert "Marines" in talk(place).split("**🔴 Red's turn**")[-1]
        entries = await place.services.record.entries.all(again.id)
        assert [entry.command for entry in entries][-2:] == ["initiative", "activate"]


async def test_a_game_that_is_over_is_not_begun_again(tmp_path: Path) -> None:
    async with open_table(settings(tmp_path)) as place:
        ann = place.people["Ann"]
        asked = (await ann.slash(place.channel, "game end")).response
        assert asked is not None
        await ann.click(asked, label="End the game")
    async with open_table(settings(tmp_path)) as place:
        assert await place.services.record.games.in_channel(str(place.channel.id)) is None
        assert "FUBAR demo" not in talk(place)


async def test_a_question_that_is_open_is_shown_again_with_its_buttons(tmp_path: Path) -> None:
    async with open_table(settings(tmp_path)) as place:
        bob = place.people["Bob"]
        await bob.slash(place.channel, "game dice", mode="physical")
        await place.people["Ann"].slash(place.channel, "initiative", dice="2 5")
        await bob.slash(place.channel, "activate", unit="Militia")
        assert "Bot rolls" in labels(place)
    async with open_table(settings(tmp_path)) as place:
        assert "Bot rolls" in labels(place, "Bob")
        await click(place, "Bob", "Bot rolls")
        battle = await place.services.record.games.in_channel(str(place.channel.id))
        assert battle is not None
        assert (await place.services.record.entries.all(battle.id))[-1].command == "activate"
    async with open_table(settings(tmp_path)) as place:
        assert "Bot rolls" not in labels(place, "Bob")


async def test_the_board_is_posted_below_results_shown_again(tmp_path: Path) -> None:
    async with open_table(settings(tmp_path)) as place:
        await place.people["Ann"].slash(place.channel, "game board")
        board = place.channel.history(viewer=place.people["Ann"])[-1].embeds[0].title
    async with open_table(settings(tmp_path)) as place:
        await place.env.advance_time(5)
        shown = place.channel.history(viewer=place.people["Ann"])
        assert [message.embeds[0].title for message in shown][-1] == board
        assert len(shown) == 2


def labels(place: SimulatedTable, who: str = "Ann") -> list[str]:
    """Return the labels that a person can click."""
    shown = place.channel.history(viewer=place.people[who])
    return [getattr(control, "label", "") for message in shown for control in controls(message)]


async def click(place: SimulatedTable, who: str, label: str) -> None:
    """Click the newest button with that name that a person sees."""
    player = place.people[who]
    for message in reversed(place.channel.history(viewer=player)):
        for control in controls(message):
            if control.label == label:
                await player.click(message, custom_id=control.custom_id)
                return
    raise AssertionError(f"{who} sees no {label}")


def test_make_run_takes_a_host_from_its_command_line_only() -> None:
    """Some shells have a HOST of their own, which is no wish to open the table to a network."""
    if (make := shutil.which("make")) is None:
        pytest.skip("there is no make")
    asked = [make, "-s", "-o", "ready", "run", "PY=printenv ADJUTANT_LOCAL_HOST; true"]
    bare = {key: value for key, value in os.environ.items() if key not in ("HOST", "ADJUTANT_LOCAL_HOST", "MAKEFLAGS")}
    for more, env, said in ((["HOST=0.0.0.0"], bare, "0.0.0.0\n"), ([], {**bare, "HOST": "laptop"}, "")):
        found = subprocess.run([*asked, *more], env=env, cwd=ROOT, capture_output=True, text=True, check=False)
        assert found.stdout == said


def _environment(folder: Path, port: int, host: str = "127.0.0.1") -> dict[str, str]:
    local = {"ADJUTANT_LOCAL_PORT": str(port), "ADJUTANT_LOCAL_HOST": host}
    env = {**os.environ, "ADJUTANT_DATABASE": str(folder / "t.sqlite"), **local}
    env.pop("DISCORD_TOKEN", None)
    return env


def _addresses(printed: IO[str]) -> list[str]:
    """Return the addresses that the table prints until it is open."""
    found: list[str] = []
    for line in printed:
        found += re.findall(r"http://\S+", line)
        if "Ctrl-C" in line:
            return found
    raise AssertionError("the table did not open")


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of another kind")
def test_a_terminal_shows_codes_for_phones_until_it_is_stopped(tmp_path: Path) -> None:
    pty = __import__("pty")
    ours, theirs = pty.openpty()
    env = {**_environment(tmp_path, free_port(), "0.0.0.0"), "COLUMNS": "90", "TERM": "xterm-256color"}
    table = Program("bot", "run", env=env, streams=(theirs, theirs, theirs))
    try:
        text = ""
        while "Ctrl-C" not in text:
            text += os.read(ours, 65536).decode(errors="replace")
        assert len(set(re.findall(r"http://[\w.:-]+/[\w-]{20,}", text))) == 4
        assert "█▀▀▀▀▀█" in text
        assert "127.0.0.1" not in text
        table.send_signal(signal.SIGTERM)
        assert table.wait(20) == 0
        assert not _unread(ours), "it ends without a word"
    finally:
        table.kill()
        os.close(ours)
        os.close(theirs)


def _unread(terminal: int) -> str:
    """Return what was written to a terminal and is not read yet."""
    os.set_blocking(terminal, False)
    try:
        return os.read(terminal, 65536).decode(errors="replace")
    except BlockingIOError:
        return ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_the_page_is_served_until_it_is_stopped(tmp_path: Path) -> None:
    port, own = free_port(), tmp_path / "my_game.toml"
    create_database(tmp_path / "t.sqlite")
    own.write_text(new_system("my_game"), encoding="utf-8")
    (told, out), (errors, err) = os.pipe(), os.pipe()
    env = {**_environment(tmp_path, port), "ADJUTANT_LOCAL_SYSTEM": str(own)}
    table = Program("bot", "run", env=env, streams=(0, out, err))
    os.close(out)
    os.close(err)
    printed, said = os.fdopen(told), os.fdopen(errors)
    try:
        addresses = _addresses(printed)
        assert len(set(addresses)) == 4
        for address in addresses:
            with urllib.request.urlopen(address, timeout=10) as page:
                assert page.status == 200
        second = settings(tmp_path).model_copy(update={"local_port": port, "log_level": "DEBUG"})
        in_use = f"ADJUTANT_LOCAL_PORT: port {port} is in use; close the program that uses it, or set another port."
        with pytest.raises(SettingsError, match=f"^{re.escape(in_use)}$"):
            asyncio.run(serve(second))
        table.send_signal(signal.SIGINT)
        assert (table.wait(60), said.read()) == (0, "")
    finally:
        table.kill()
        printed.close()
        said.close()


async def test_the_dice_of_both_runs_can_be_proven_though_interactions_have_the_same_ids(tmp_path: Path) -> None:
    found: dict[str, Any] = {}
    for attacker, target in (("Marines", "Militia"), ("Commandos", "Planet defence squad")):
        async with open_table(settings(tmp_path)) as place:
            ann = place.people["Ann"]
            await ann.slash(place.channel, "fire", attacker=attacker, target=target, distance="20")
            battle = await place.services.record.games.in_channel(str(place.channel.id))
            assert battle is not None
            report = await place.services.fairness.report(battle.id)
            assert report is not None
            assert f"{place.services.run}:" in report.throws[-1].entropy
            found = await proven(place.services, battle.id)
    entropies = [throw["entropy"] for throw in found["fairness"]["throws"]]
    assert len({entropy.partition(":")[0] for entropy in entropies}) == 2
