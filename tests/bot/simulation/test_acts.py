"""The requests of a page: their errors in words, and their limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.simulation.environment import BackendError, OptionError, SetupError
from tests.bot.simulation.visiting import table


async def test_an_error_of_the_simulated_discord_or_the_bot_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    raised = list[Exception]()

    async def fail(*_: object) -> None:
        raise raised[-1]

    told = list[str]()
    async with table(tmp_path) as here:
        ann = await here.at("Ann")
        monkeypatch.setattr(type(here.place.people["Ann"]), "send", fail)
        for error in (
            TimeoutError(),
            OptionError("roll", "dice", "dice: no such option"),
            SetupError("no message"),
            BackendError(404, 10008, "Unknown message"),
            RuntimeError("broken"),
        ):
            raised.append(error)
            await ann.say("hello")
            told.append(ann.told)
        assert (await ann.act("known", of=f"a{ann.sent}"))["known"] == {"error": told[-1]}
    assert told == [
        "This takes longer than usual. The result will be shown.",
        "dice: no such option",
        "That is no longer there. Look again.",
        "That is no longer there. Look again.",
        "That did not work. Try it once more.",
    ]
    assert [one.message for one in caplog.records if one.exc_info] == ["the bot raised"]


async def test_words_of_a_player_are_as_long_as_a_message_may_be(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann = here.browser("Ann")
        ann.tab = "x" * 50
        await ann.open()
        assert [one.tab for one in here.server.lines] == ["x" * 40]
        await ann.say("x" * 4000)
        assert [*ann.messages.values()][-1]["text"] == "x" * 2000
        assert (await ann.say("x" * 4001))["unsent"]


async def test_sixteen_uploaded_files_wait_for_their_command_which_takes_one_once(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann = await here.at("Ann")
        (door,) = [one for one in here.doors if one.name == "Ann"]
        tokens = [here.server.desk.take(door, "a.toml", b"x") for _ in range(17)]
        told = list[str]()
        for token in (tokens[0], tokens[1], tokens[1], tokens[16]):
            await ann.say("/roll", file={"upload": token})
            told.append(ann.told)
    gone, there = "That is no longer there. Look again.", "/roll needs dice:… too."
    assert told == [gone, there, gone, there]


async def test_a_clock_ahead_of_the_machine_is_not_turned_back(tmp_path: Path) -> None:
    async with table(tmp_path, demo=False) as here:
        await here.place.env.advance_time(60)
        ahead = here.place.env.now()
        await here.server.desk.catch_up()
        assert here.place.env.now() == ahead
