"""The local table: the same bot and record, twice on one file, and its page served until it is told to stop."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from bot.settings import Settings
from bot.simulation.environment import Place
from bot.simulation.local_server import opened
from tests.proving import proven


def settings(folder: Path) -> Settings:
    return Settings.model_validate({"ADJUTANT_DATABASE": str(folder / "table.sqlite")})


def talk(place: Place, who: str = "Ann") -> str:
    """All that a player sees in the channel."""
    messages = place.channel.history(viewer=place.people[who])
    return "\n".join(f"{embed.title}\n{embed.description}" for message in messages for embed in message.embeds)


async def test_the_first_run_sets_up_a_game_for_both(tmp_path: Path) -> None:
    async with opened(settings(tmp_path)) as place:
        assert "FUBAR demo" in talk(place)
        assert "Ann plays Red" in talk(place)
        assert "Bob plays Blue" in talk(place, "Bob")
        await place.people["Bob"].slash(place.channel, "fire", attacker="Marines", target="Militia", distance="10")
        assert "Only Red can do that" in talk(place, "Bob")
        assert "Only Red can do that" not in talk(place)


async def test_a_later_run_goes_on_with_the_record(tmp_path: Path) -> None:
    async with opened(settings(tmp_path)) as place:
        await place.people["Ann"].slash(place.channel, "initiative", dice="5 2")
        battle = await place.services.record.game_in(str(place.channel.id))
        assert battle is not None
    async with opened(settings(tmp_path)) as place:
        again = await place.services.record.game_in(str(place.channel.id))
        assert again is not None
        assert again.id == battle.id
        assert "initiative Red" in talk(place)
        await place.people["Ann"].slash(place.channel, "activate", unit="Marines", dice="6")
        assert "Marines" in talk(place).split("initiative Red")[-1]
        entries = await place.services.record.entries(again.id)
        assert [entry.command for entry in entries][-2:] == ["initiative", "activate"]


async def test_a_game_that_is_over_is_not_begun_again(tmp_path: Path) -> None:
    async with opened(settings(tmp_path)) as place:
        ann = place.people["Ann"]
        asked = (await ann.slash(place.channel, "game end")).response
        await ann.click(asked, label="End the game")
    async with opened(settings(tmp_path)) as place:
        assert await place.services.record.game_in(str(place.channel.id)) is None
        assert "FUBAR demo" not in talk(place)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _table(folder: Path, port: int) -> subprocess.Popen[str]:
    env = {**os.environ, "ADJUTANT_DATABASE": str(folder / "t.sqlite"), "ADJUTANT_LOCAL_PORT": str(port)}
    env.pop("DISCORD_TOKEN", None)
    command = [sys.executable, "-m", "bot", "run"]
    return subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_page_is_served_until_it_is_told_to_stop(tmp_path: Path, stop: signal.Signals) -> None:
    port = _free_port()
    table = _table(tmp_path, port)
    try:
        assert table.stdout is not None
        address = re.search(r"http://\S+", table.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(address[0].partition("#")[0], timeout=10) as page:
            assert page.status == 200
        second = _table(tmp_path, port)
        _, said = second.communicate(timeout=30)
        assert (second.returncode, said) == (
            1,
            f"ADJUTANT_LOCAL_PORT: port {port} is taken; close what uses it or set another.\n",
        )
        table.send_signal(stop)
        _, said = table.communicate(timeout=10)
        assert (table.returncode, said) == (0, "")
    finally:
        table.kill()


async def test_the_dice_of_both_runs_can_be_proven_though_interactions_have_the_same_ids(tmp_path: Path) -> None:
    found: dict[str, Any] = {}
    for attacker, target in (("Marines", "Militia"), ("Commandos", "Planet defence squad")):
        async with opened(settings(tmp_path)) as place:
            ann = place.people["Ann"]
            await ann.slash(place.channel, "fire", attacker=attacker, target=target, distance="20")
            battle = await place.services.record.game_in(str(place.channel.id))
            assert battle is not None
            report = await place.services.fairness.report(battle.id)
            assert report is not None
            assert f"{place.services.run}:" in report.throws[-1].entropy
            found = await proven(place.services, battle.id)
    entropies = [throw["entropy"] for throw in found["fairness"]["throws"]]
    assert len({entropy.partition(":")[0] for entropy in entropies}) == 2
