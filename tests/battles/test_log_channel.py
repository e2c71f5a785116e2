"""Battles through the log in a further channel: each entry on its line, once and in order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from bot.game.people import number_of_card
from bot.services import Services
from bot.services.record.roll_logs import PACE
from bot.simulation.environment import start_table
from bot.simulation.runner import ScriptClock, ScriptedDice, Stage, battle
from bot.simulation.script import players, script
from bot.store.record import Record
from cogs.rendering.log import log_line
from cogs.rendering.text import Reader
from data import SYSTEMS
from data.texts import language
from rules.game.entry import Entry
from rules.game.unit import Unit
from tests.bot.fought import open_battle, services_over
from tests.cogs.logged import lines, numbers, posts


def without_covered_names(line: str, units: Iterable[Unit]) -> str:
    """Return a line with names in place of cards that were revealed after it was posted."""
    for unit in units:
        if not unit.has("hidden"):
            line = re.sub(rf"\bcard {number_of_card(unit.id)}\b", unit.name, line, flags=re.IGNORECASE)
    return line


def posted_form(line: str, as_posted: str) -> str:
    """Return a line as it could be posted; cards show no degree of success."""
    return re.sub(" · Chance of this or better: [^·~]+", "", line) if "card " in as_posted.lower() else line


async def play_first_turn(system: str, file: Path) -> tuple[list[str], list[str], list[Entry], list[float], list[int]]:
    """Return the lines of the log, the expected lines, the entries, the times of posts, and their numbers."""
    begun = battle(system).partition("\n# Ann takes to real dice.")[0]
    steps, dice, clock = script(f"{begun}\nBob clicks Undo\n"), ScriptedDice(), ScriptClock()
    record = await Record.open(f"sqlite:///{file}")
    async with start_table(Services(record, clock, dice, "script", language), players(steps)) as place:
        stage = Stage(place, dice)
        assert place.channel.guild
        where = place.channel.guild.create_text_channel("log")
        logged = False
        for line, step in steps:
            await stage.play(line, step)
            await place.env.advance_time(0.7)
            if not logged and await record.games.in_channel(str(place.channel.id)):
                who = next(iter(place.people.values()))
                result = await who.slash(place.channel, "log channel", channel=where)
                assert result.acknowledged
                logged = True
        await place.env.advance_time(PACE * 20)
        game = await record.games.in_channel(str(place.channel.id))
        assert game
        live = await place.services.games.read_game(game)
        entries = await record.entries.all(game.id)
        words = Reader(language("en"), live.board)
        times = [message.created_at.timestamp() for message in posts(where)]
        posted = lines(where)
        found = [without_covered_names(line, live.game.units.values()) for line in posted]
        wanted = [log_line(words, live, entry) for entry in entries]
        wanted = [posted_form(line, as_posted) for line, as_posted in zip(wanted, posted, strict=True)]
        return found, wanted, entries, times, numbers(where)


async def test_every_entry_of_a_battle_has_its_line(tmp_path: Path) -> None:
    """With a card that is revealed after lines that name it were posted, and an entry that is undone."""
    found, wanted, entries, times, order = await play_first_turn("opreb", tmp_path / "battle.sqlite")
    assert len(entries) > 15
    assert order == [*range(1, len(entries) + 1)]
    assert found == wanted
    assert all(later - earlier >= PACE for earlier, later in pairwise(times))
    undone = {entry.undoes for entry in entries} - {None}
    assert undone
    assert {number for number, line in zip(order, found, strict=True) if line.startswith("~~")} == undone


@pytest.mark.parametrize("system", [one.key for one in SYSTEMS])
async def test_the_line_of_an_entry_has_all_its_dice(system: str, tmp_path: Path) -> None:
    record, info = await open_battle(system, tmp_path / "fought.sqlite")
    live = await services_over(record).games.read_game(info)
    words = Reader(language("en"), live.board)
    for entry in await record.entries.all(info.id):
        line = log_line(words, live, entry)
        for play in entry.plays:
            for throw in play.throws:
                assert f"[{' '.join(map(str, throw.faces))}]" in line
    await record.close()
